//! Symmetries that somebody claims, in cycle notation: each must be one of those that were found.

use crate::discovery::bodies::statics::Statics;
use crate::discovery::naming::NewNames;
use crate::discovery::prepared::{Subject, prepare};
use crate::discovery::renamings::certificate::{broken_root, broken_roots};
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::{GroundProgram, Root};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::{ClaimSymmetry, Reason, SymmetryGroup};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::layout::{name, point};
use weyl_ir::{Layout, Model, NameId, PropertyId, PropertyKind};
use weyl_permutation::cycles::{CycleError, parse_cycles};
use weyl_permutation::{Permutation, Point};

/// Why given permutations are not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Unreadable(CycleError),
    /// One of them, counted from 0, is no symmetry.
    NoSymmetry {
        number: usize,
        /// The names that it moves.
        moved: Vec<NameId>,
        /// What it does not keep, if it is about names of the model alone.
        because: Option<Reason>,
    },
}

/// The group of the given permutations. They say where the names that count go; what is carried
/// along goes where it must.
pub(in crate::discovery) fn subgroup(
    text: &str,
    names: &NewNames<'_>,
    program: &GroundProgram,
    roots: &[&Root],
    found: &SymmetryGroup,
) -> Result<SymmetryGroup, Refusal> {
    let given = read_generators(&names.model, text).map_err(Refusal::Unreadable)?;
    let mut proved = Vec::new();
    for (number, one) in given.iter().enumerate() {
        let counted = names.counted().into_iter();
        let said: BTreeSet<Point> = counted.chain(one.support()).collect();
        let said: Vec<Point> = said.into_iter().collect();
        let images: Vec<Point> = said.iter().map(|point| one.image(*point)).collect();
        match found.group().element_with(&said, &images) {
            Some(element) => proved.push(element),
            None => {
                let atoms = atoms_of(one, program, &|name| names.atom(name));
                let broken = atoms.map(|one| broken_roots(program, roots, &one));
                let broken = broken.filter(|broken| broken.len() < roots.len());
                return Err(Refusal::NoSymmetry {
                    number,
                    moved: one.support().map(name).collect(),
                    because: broken.and_then(|all| Some(best(&all)?.reason())),
                });
            }
        }
    }
    Ok(SymmetryGroup::counting(
        &names.model,
        proved,
        names.counted(),
    ))
}

/// The group of permutations of the declared names of a model, if each of them is a symmetry of it,
/// whatever its initial states are; otherwise the number of the first that is none, and what it
/// breaks.
pub fn given(
    model: &Model,
    layout: &Layout,
    permutations: &[Permutation],
) -> Result<SymmetryGroup, (usize, Option<Reason>)> {
    let statics = Statics::new(model);
    let subject = Subject {
        model,
        layout,
        beginnings: &[],
        statics: &statics,
        trust_loops: false,
        ignores_pins: false,
        without: None,
    };
    let program = prepare(subject, false).program;
    let properties = model.properties.iter();
    let properties = properties.filter(|(_, property)| property.kind != PropertyKind::Shown);
    let properties: Vec<PropertyId> = properties.map(|(id, _)| id).collect();
    let roots = program.roots_with(&properties);
    for (number, one) in permutations.iter().enumerate() {
        let declared = |name| program.universe.find(AtomKind::Name(name));
        let Some(one) = atoms_of(one, &program, &declared) else {
            return Err((number, None));
        };
        if let Some(root) = broken_root(&program, &roots, &one) {
            return Err((number, Some(root.reason())));
        }
    }
    Ok(SymmetryGroup::of_proved(model, permutations.to_vec()))
}

/// What a person can be shown, if there is anything.
fn best<'r>(broken: &[&'r Root]) -> Option<&'r Root> {
    let shown = broken.iter().find(|root| root.is_explanation());
    shown.or(broken.first()).copied()
}

/// Reads permutations of names: products of cycles, separated by commas or lines.
pub fn read_generators(model: &Model, text: &str) -> Result<Vec<Permutation>, CycleError> {
    let find = |wanted: &str| {
        let mut sorts = model.sorts.iter();
        sorts.find_map(|(id, sort)| {
            let index = sort.names.iter().position(|name| name == wanted)?;
            Some(point(model.name_of(id, index)))
        })
    };
    parse_cycles(text, model.name_count(), &find)
}

/// The permutation of atoms that moves what is said and nothing else.
fn atoms_of(
    one: &Permutation,
    program: &GroundProgram,
    atom: &dyn Fn(NameId) -> Option<AtomId>,
) -> Option<Permutation> {
    let mut images: Vec<Point> = (0..program.universe.len()).map(Point::new).collect();
    for from in one.support() {
        let (from, to) = (atom(name(from))?, atom(name(one.image(from)))?);
        images[from.index()] = Point::new(to.index());
    }
    Permutation::from_images(images)
}

/// Of the groups that were found for properties, what is in the given one, where that is not all of
/// it.
pub(in crate::discovery) fn restricted(
    names: &NewNames<'_>,
    given: &SymmetryGroup,
    found: Vec<(PropertyId, SymmetryGroup)>,
) -> Vec<(PropertyId, SymmetryGroup)> {
    let parts = found.into_iter().filter_map(|(property, group)| {
        let part = part(names, given, &group);
        let is_whole = part.group().generators().len() == given.group().generators().len();
        (!is_whole).then_some((property, part))
    });
    parts.collect()
}

/// What given generators leave of the symmetries of temporal properties; each instance is asked
/// about by itself.
pub(in crate::discovery) fn claims(
    names: &NewNames<'_>,
    given: &SymmetryGroup,
    found: Vec<ClaimSymmetry>,
) -> Vec<ClaimSymmetry> {
    let part = |group: &SymmetryGroup| part(names, given, group);
    let claims = found.into_iter().map(|claim| ClaimSymmetry {
        family: part(&claim.family),
        orbits: (0..claim.single.len() as u32).collect(),
        single: claim.single.iter().map(part).collect(),
    });
    claims.collect()
}

/// The generators that are in a group.
fn part(names: &NewNames<'_>, given: &SymmetryGroup, group: &SymmetryGroup) -> SymmetryGroup {
    let generators = given.group().generators().iter();
    let kept = generators.filter(|one| group.group().contains(one));
    names.group_of_renamed(kept.cloned().collect())
}
