//! Where atoms hold: in states, or in states with an instance.

use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::{StateIndex, Store};
use cranelift_entity::EntityRef;
use weyl_branching::StateSet;
use weyl_system::{BranchingQuestion, Conditions, Renaming};
use weyl_temporal::branching::{Family, Proposition};

/// For each atom for how many instances it was asked, and where it holds.
pub(super) struct Labels {
    atoms: Vec<(u32, StateSet)>,
}

/// How many instances an atom has.
fn instances(question: &BranchingQuestion, atom: Proposition) -> u32 {
    let mut families = question.branching.families.iter();
    let own = families.find(|family| mentions(family, atom));
    own.map_or(1, |family| family.instances)
}

fn mentions(family: &Family, atom: Proposition) -> bool {
    let mut mentions = family.atom == atom;
    family
        .formula
        .for_each_proposition(&mut |other| mentions |= other == atom);
    mentions
}

impl Labels {
    /// Each state is looked at once.
    pub fn new<S: Renaming + Conditions, R: Tracked, T: Store>(
        known: &mut OnTheFly<'_, S, R, T>,
        question: &BranchingQuestion,
    ) -> Result<Labels, Stop> {
        let count = known.store.index_bound();
        let atoms = (0..).zip(&question.atoms).map(|(number, _)| {
            let instances = instances(question, number);
            (instances, StateSet::none(count * instances as usize))
        });
        let mut labels = Labels {
            atoms: atoms.collect(),
        };
        for number in 0..count {
            let state = StateIndex::new(number);
            if !known.graph.is_expanded(state) {
                continue;
            }
            known.watch.go_on()?;
            for (atom, (instances, label)) in question.atoms.iter().zip(&mut labels.atoms) {
                for instance in 0..*instances {
                    if known.eyes[0].holds(state, *atom, instance.into())? {
                        label.insert(number as u32 * *instances + instance);
                    }
                }
            }
        }
        Ok(labels)
    }

    pub fn atoms(&self) -> usize {
        self.atoms.len()
    }

    /// Of the formula around all families; those of families are nowhere.
    pub fn closed(&self, states: usize) -> Vec<StateSet> {
        let atoms = self.atoms.iter();
        let labels = atoms.map(|(_, label)| {
            if label.bound() == states {
                label.clone()
            } else {
                StateSet::none(states)
            }
        });
        labels.collect()
    }

    /// Of the atoms of a family; others are nowhere.
    pub fn of_family(&self, family: &Family, states: usize) -> Vec<StateSet> {
        let nodes = states * family.instances as usize;
        let atoms = (0..).zip(&self.atoms);
        let labels = atoms.map(|(number, (_, label))| {
            if mentions(family, number) {
                label.clone()
            } else {
                StateSet::none(nodes)
            }
        });
        labels.collect()
    }
}
