//! Temporal properties: which symmetries keep what their atoms say.
//!
//! Law 7 (docs/design.md): every atom is a root with a colour of its own, the temporal structure is
//! not in the diagram. The atoms of one instance of a property belong together: a symmetry takes
//! all of them to those of one other instance (Emerson and Sistla, Theorems 3.3 and 3.4: the group
//! is inside Aut M ∩ Auto f).

use crate::SymmetryGroup;
use crate::discovery::naming::NewNames;
use crate::discovery::renamings::certificate;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::{AtomId, TermId};
use crate::discovery::{Unsound, generators_of};
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::{Model, PropertyId, RuleId, Type, TypeId};
use weyl_permutation::{Permutation, Point};

/// The symmetries of one temporal property.
#[derive(Clone, Debug)]
pub struct ClaimSymmetry {
    /// Those that take the instances to instances.
    pub family: SymmetryGroup,
    /// For each instance another of its orbit under the family's group, the same for all of an
    /// orbit.
    pub orbits: Vec<u32>,
    /// For each instance the symmetries that keep it.
    pub single: Vec<SymmetryGroup>,
}

impl ClaimSymmetry {
    /// One group for all instances, none of which is taken for another.
    pub fn apart(group: SymmetryGroup, instances: usize) -> ClaimSymmetry {
        ClaimSymmetry {
            orbits: (0..instances as u32).collect(),
            single: vec![group.clone(); instances],
            family: group,
        }
    }
}

/// What a temporal property says, instance by instance.
pub(in crate::discovery) struct ClaimTerms {
    instances: usize,
    /// It speaks of all instances of its atoms at once.
    is_whole: bool,
    /// For each instance a term that has those of all its atoms; `None` if there are too many to be
    /// written out.
    terms: Option<Vec<TermId>>,
    /// Ground rules that must go to instances of the same rule, with parameters that are renamed in
    /// the same way.
    fair: Vec<TermId>,
}

impl ClaimTerms {
    pub fn new(
        program: &mut GroundProgram,
        model: &Model,
        atoms: &[PropertyId],
        instances: usize,
        fair_rules: &[RuleId],
    ) -> ClaimTerms {
        let fair = fair_terms(program, model, fair_rules);
        if let Some(families) = families(model, atoms, instances) {
            let terms = families
                .iter()
                .map(|atoms| family_terms(program, model, atoms));
            let terms: Option<Vec<Vec<TermId>>> = terms.collect();
            return ClaimTerms {
                instances,
                is_whole: true,
                terms: terms.map(|terms| terms.concat()).filter(|_| fair.is_some()),
                fair: fair.unwrap_or_default(),
            };
        }
        let terms_of = |atom: &PropertyId| {
            let roots = program.roots.iter();
            let own = roots.filter(|root| root.property == Some(*atom));
            let terms: Vec<TermId> = own.map(|root| root.term).collect();
            (terms.len() == instances).then_some(terms)
        };
        let of_atoms: Option<Vec<Vec<TermId>>> = atoms.iter().map(terms_of).collect();
        let terms = of_atoms.map(|of_atoms| {
            let terms = (0..instances).map(|instance| {
                let parts = of_atoms.iter().map(|terms| terms[instance]);
                program.terms.node("claim", &parts.collect::<Vec<_>>())
            });
            terms.collect()
        });
        ClaimTerms {
            instances,
            is_whole: false,
            terms: terms.filter(|_| fair.is_some()),
            fair: fair.unwrap_or_default(),
        }
    }
}

/// The atoms of a claim that speaks of families, those with the same parameters together: nobody
/// asks about one instance of it. `None` where all atoms have as many instances as the claim.
fn families(model: &Model, atoms: &[PropertyId], instances: usize) -> Option<Vec<Vec<PropertyId>>> {
    let mut families: BTreeMap<Vec<TypeId>, Vec<PropertyId>> = BTreeMap::new();
    for atom in atoms {
        let property = &model.properties[*atom];
        let types = property.parameters.iter();
        let types = types.map(|of| property.locals[of.local].ty);
        families.entry(types.collect()).or_default().push(*atom);
    }
    let has_parameters = families.keys().any(|types| !types.is_empty());
    (instances == 1 && has_parameters).then(|| families.into_values().collect())
}

/// A term for each instance of some atoms with the same parameters, which has those of all of them:
/// they mention the names that they are about. `None` if they were not written out.
fn family_terms(
    program: &mut GroundProgram,
    model: &Model,
    atoms: &[PropertyId],
) -> Option<Vec<TermId>> {
    let count = instances_of_names(model, *atoms.first()?)?;
    let terms_of = |atom: &PropertyId| {
        let roots = program.roots.iter();
        let own = roots.filter(|root| root.property == Some(*atom));
        let terms: Vec<TermId> = own.map(|root| root.term).collect();
        (terms.len() == count).then_some(terms)
    };
    let of_atoms: Vec<Vec<TermId>> = atoms.iter().map(terms_of).collect::<Option<_>>()?;
    let terms = (0..count).map(|instance| {
        let parts = of_atoms.iter().map(|terms| terms[instance]);
        program.terms.node("claim", &parts.collect::<Vec<_>>())
    });
    Some(terms.collect())
}

/// How many valuations the parameters of a property have, if these are names of sorts.
fn instances_of_names(model: &Model, property: PropertyId) -> Option<usize> {
    let property = &model.properties[property];
    let parameters = property.parameters.iter();
    let counts = parameters.map(|of| {
        let Type::Id(sort) = model.types.get(property.locals[of.local].ty) else {
            return None;
        };
        Some(model.sorts[*sort].names.len())
    });
    counts.product()
}

/// A term for each instance of some rules; `None` if there are too many to be written out.
fn fair_terms(
    program: &mut GroundProgram,
    model: &Model,
    fair_rules: &[RuleId],
) -> Option<Vec<TermId>> {
    let mut terms = Vec::new();
    for root in &program.roots {
        let Some(rule) = root.rule.filter(|rule| fair_rules.contains(rule)) else {
            continue;
        };
        if root.values.len() != model.rules[rule].parameters.len() {
            return None;
        }
        let parts: Vec<TermId> = root.values.iter().copied().chain([root.term]).collect();
        terms.push(program.terms.node(&format!("fair {rule}"), &parts));
    }
    Some(terms)
}

/// The symmetries of a program with a temporal property.
pub(in crate::discovery) fn claim(
    program: &GroundProgram,
    names: &NewNames<'_>,
    generators: &[Permutation],
    claim: &ClaimTerms,
) -> Result<ClaimSymmetry, Unsound> {
    let Some(terms) = &claim.terms else {
        let nothing = SymmetryGroup::trivial(&names.model);
        return Ok(ClaimSymmetry::apart(nothing, claim.instances));
    };
    let keeping = |terms: &[TermId]| {
        let all: Vec<TermId> = terms.iter().chain(&claim.fair).copied().collect();
        keeping(program, generators, &all)
    };
    let family = keeping(terms)?;
    if claim.is_whole {
        return Ok(ClaimSymmetry::apart(names.group(&family), claim.instances));
    }
    let ways = Ways::new(program, &family, terms);
    let mut single: Vec<SymmetryGroup> = Vec::with_capacity(terms.len());
    for (instance, (first, way)) in ways.from_first.iter().enumerate() {
        single.push(if *first == instance {
            names.group(&keeping(&terms[instance..=instance])?)
        } else {
            // What keeps g(i) is what keeps i, between the way back and the way there.
            let way = names.renamed(way);
            let known = single[*first].group().generators().iter();
            let moved = known.map(|one| way.after(one).after(&way.inverse()));
            names.group_of_renamed(moved.collect())
        });
    }
    let firsts = ways.from_first.iter();
    Ok(ClaimSymmetry {
        family: names.group(&family),
        orbits: firsts.map(|(first, _)| *first as u32).collect(),
        single,
    })
}

/// Generators of what keeps the program and maps terms to terms: those of the program, if they do.
fn keeping(
    program: &GroundProgram,
    generators: &[Permutation],
    terms: &[TermId],
) -> Result<Vec<Permutation>, Unsound> {
    let more: Vec<Root> = terms.iter().map(|term| root(*term)).collect();
    let mut roots = program.roots_with(&[]);
    roots.extend(&more);
    let is_kept = |one: &Permutation| certificate::broken_root(program, &roots, one).is_none();
    if generators.iter().all(is_kept) {
        Ok(generators.to_vec())
    } else {
        Ok(generators_of(program, &roots)?.1)
    }
}

fn root(term: TermId) -> Root {
    Root {
        kind: RootKind::Property,
        term,
        property: None,
        rule: None,
        followers: Vec::new(),
        values: Vec::new(),
        name: String::new(),
        span: weyl_source::Span::default(),
    }
}

/// How the instances of each orbit come from the first of it.
struct Ways {
    from_first: Vec<(usize, Permutation)>,
}

impl Ways {
    fn new(program: &GroundProgram, generators: &[Permutation], terms: &[TermId]) -> Ways {
        // Instances that say the same are one, by the number of the first.
        let mut numbers: BTreeMap<TermId, usize> = BTreeMap::new();
        for (number, term) in terms.iter().enumerate() {
            numbers.entry(*term).or_insert(number);
        }
        let alike = |instance: usize| numbers[&terms[instance]];
        let images = generators.iter().map(|one| {
            let image = |atom: AtomId| AtomId::new(one.image(Point::new(atom.index())).index());
            let images = program.terms.images(image);
            let of_terms = terms.iter().map(|term| numbers[&images.of(*term)]);
            of_terms.collect::<Vec<usize>>()
        });
        let images: Vec<Vec<usize>> = images.collect();
        let identity = Permutation::identity(program.universe.len());
        let mut from_first: Vec<Option<(usize, Permutation)>> = vec![None; terms.len()];
        for first in 0..terms.len() {
            if from_first[first].is_some() || alike(first) != first {
                continue;
            }
            from_first[first] = Some((first, identity.clone()));
            let mut pending = vec![(first, identity.clone())];
            while let Some((at, way)) = pending.pop() {
                for (one, images) in generators.iter().zip(&images) {
                    let to = images[at];
                    if from_first[to].is_none() {
                        let way = one.after(&way);
                        from_first[to] = Some((first, way.clone()));
                        pending.push((to, way));
                    }
                }
            }
        }
        let all = (0..terms.len()).filter_map(|instance| from_first[alike(instance)].clone());
        Ways {
            from_first: all.collect(),
        }
    }
}
