//! Which jobs answer a temporal property.
//!
//! A property without parameters is asked once, under the symmetries that keep its atoms.
//! `∀ i. g_i` is asked in one of two ways. *Fixed*: for one instance of each orbit, under the
//! symmetries that keep that instance; it stands for its orbit if the symmetries keep the set of
//! initial states (Emerson and Sistla, Theorem 4.2), otherwise every instance is asked. *Followed*:
//! for all instances at once on the annotated quotient, where the instance is renamed along with
//! the state.

use crate::engine::Instances;
use crate::judging::Indices;
use crate::plan::constant_names;
use crate::symmetry::Found;
use std::collections::BTreeMap;
use weyl_ir::{NameId, Temporal};
use weyl_permutation::group::BigUint;
use weyl_symmetry::{ClaimSymmetry, SymmetryGroup};
use weyl_system::{Conditions, Interpreter, Program, TemporalQuestion};

/// The questions that a question comes to, each with its group.
pub(super) fn parts(
    program: &Program,
    question: &TemporalQuestion,
    found: Option<(&Found, &ClaimSymmetry)>,
    indices: Indices,
) -> Vec<(TemporalQuestion, SymmetryGroup)> {
    let count = question.instances.len() as u32;
    let planned = Planned {
        program,
        question,
        count,
    };
    let Some((found, claim)) = found else {
        let group = SymmetryGroup::trivial(&program.model);
        let each = (0..count).map(|instance| (planned.fixed((instance, 1)), group.clone()));
        return each.collect();
    };
    let firsts = planned.firsts(found, claim);
    if planned.are_followed(claim, &firsts, indices) {
        return vec![(planned.followed(), claim.family.clone())];
    }
    let parts = firsts.iter().map(|first| {
        let group = claim.single[first.0 as usize].clone();
        (planned.fixed(*first), group)
    });
    parts.collect()
}

struct Planned<'a> {
    program: &'a Program,
    question: &'a TemporalQuestion,
    count: u32,
}

impl Planned<'_> {
    /// One instance, which stands for some.
    fn fixed(&self, (instance, stands_for): (u32, u32)) -> TemporalQuestion {
        TemporalQuestion {
            instances: vec![instance],
            stands_for,
            ..self.question.clone()
        }
    }

    /// All instances at once.
    fn followed(&self) -> TemporalQuestion {
        TemporalQuestion {
            followed: Some(self.count),
            ..self.question.clone()
        }
    }

    /// One instance of each orbit under symmetries that keep the set of initial states, with the
    /// size of the orbit.
    fn firsts(&self, found: &Found, claim: &ClaimSymmetry) -> Vec<(u32, u32)> {
        let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
        for first in self.sharing(found, claim) {
            *sizes.entry(first).or_default() += 1;
        }
        sizes.into_iter().collect()
    }

    /// For each instance the first of its orbit under symmetries that keep the set of initial
    /// states.
    fn sharing(&self, found: &Found, claim: &ClaimSymmetry) -> Vec<u32> {
        if found.keeps_starts_under(self.program, &claim.family) {
            return claim.orbits.clone();
        }
        let first = self
            .question
            .atoms
            .first()
            .filter(|_| self.are_about_names());
        let Some(first) = first.map(|atom| &self.program.model.properties[*atom]) else {
            return (0..self.count).collect();
        };
        let keeping = found.keeping_starts(self.program, &claim.family);
        let count = self.count.into();
        let instances = Instances::new(self.program, &first.parameters, &first.locals, count);
        instances.orbits(&self.program.model, &keeping)
    }

    /// Under the group G the system has |S|/|G| orbits, more or less: to follow n instances takes n
    /// times that many states, to fix the instance i takes [G : G_i] times that many. For one
    /// instance of each orbit the sum is the same, and states that are alike under G_i are explored
    /// once: then instances are fixed.
    fn are_followed(&self, claim: &ClaimSymmetry, firsts: &[(u32, u32)], indices: Indices) -> bool {
        let can_be = self.count > 1 && self.are_about_names();
        match indices {
            Indices::Fixed => false,
            Indices::Followed => can_be,
            Indices::Cheapest => {
                let whole = claim.family.group().order();
                let index =
                    |(one, _): &(u32, u32)| &whole / claim.single[*one as usize].group().order();
                let fixed = firsts.iter().map(index);
                let sum = fixed.fold(BigUint::ZERO, |sum, index| sum + index);
                can_be && sum > BigUint::from(self.count)
            }
        }
    }

    /// Numbers that only classes make names can't be followed.
    fn are_about_names(&self) -> bool {
        let model = &self.program.model;
        let mut atoms = self.question.atoms.iter();
        atoms.all(|atom| {
            let property = &model.properties[*atom];
            let mut types = property.parameters.iter();
            types.all(|of| !model.types.is_integer(property.locals[of.local].ty))
        })
    }
}

/// The symmetries of a temporal property under a group of declared names: atoms mention the names
/// that they mention.
pub(crate) fn claim_of_declared(
    program: &Program,
    temporal: &Temporal,
    group: &SymmetryGroup,
) -> ClaimSymmetry {
    let model = &program.model;
    let atoms = temporal.atoms.iter().map(|atom| &model.properties[*atom]);
    let constants: Vec<NameId> = atoms.flat_map(|atom| constant_names(model, atom)).collect();
    let family = group.fixing(&constants);
    let Some(atom) = temporal.atoms.first() else {
        return ClaimSymmetry::apart(family, 1);
    };
    let first = &model.properties[*atom];
    let count = Interpreter::new(program).instances(*atom) as u32;
    let instances = Instances::new(program, &first.parameters, &first.locals, count.into());
    let single = (0..count).map(|one| {
        let values = program.parameter_values(&first.parameters, one.into());
        let types = first.parameters.iter().map(|of| first.locals[of.local].ty);
        let names = types.zip(values);
        let names = names.filter_map(|(ty, value)| model.value_name(ty, value));
        family.fixing(&names.collect::<Vec<_>>())
    });
    ClaimSymmetry {
        orbits: instances.orbits(model, family.group().generators()),
        single: single.collect(),
        family,
    }
}
