//! The oracle of completeness: all symmetries of a small model, found on its explored graph, beside
//! those that discovery finds in its text.
//!
//! Let C be a set of states that contains all that are reachable once no process is created any
//! more, and that is closed under steps. A permutation that maps C onto itself and steps to steps,
//! failures and ends to such, is a bisimulation on C; together with the identity on the states
//! before it is one on everything that is reachable. So each group of these gives a right quotient,
//! whether or not it keeps the initial states (Emerson and Sistla, Lemma 3.1), and none that is
//! larger is right on C. What is explored here is the smallest C that the found group keeps: the
//! found group must be a part of the group of C (otherwise it is wrong), and what the latter has
//! beyond it is lost, unless the program breaks it in states outside of C. Since some C in which a
//! variable begins with other values may have more symmetries, these are tried too ([`varied`]),
//! and the largest group counts.
//!
//! The names that are permuted are as many as the action of a layout can move ([`places`]), with
//! bijections of values for each variable; orders are those of the action on processes, members of
//! declared sorts, channels and indices that a state can show. A rendezvous channel shows nowhere.
//! All permutations are tried in the sense that the automorphisms of the graph are computed
//! ([`graph`]); each generator is then applied to all states ([`acting`]). Nothing is shared with
//! discovery but what is compared.

mod acting;
mod drawn;
mod explored;
mod found;
mod graph;
mod judge;
mod movers;
mod places;
mod varied;

use crate::commutation::Symmetric;
use explored::{Explored, starts};
use judge::Judge;
use places::has_nested_multisets;
use std::fmt;
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;
use weyl_permutation::group::BigUint;

/// How a found group compares with all symmetries of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Same,
    /// The others map states and steps, but not who makes these: some steps are made by several.
    Coincidence,
    /// The program breaks the others in states that are not reached.
    Unreachable,
    /// The program has more symmetries than were found.
    Loss,
    /// What was found is no symmetry of the graph.
    Wrong,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Same => "same",
            Outcome::Coincidence => "coincidence of steps",
            Outcome::Unreachable => "unreachable asymmetry",
            Outcome::Loss => "loss",
            Outcome::Wrong => "wrong",
        })
    }
}

#[derive(Clone, Debug)]
pub struct Comparison {
    /// The property that is kept; `None`: the program alone.
    pub property: Option<String>,
    pub states: usize,
    pub names: usize,
    /// Orders of the actions on names that states show.
    pub found: BigUint,
    pub all: BigUint,
    pub outcome: Outcome,
    /// Symmetries that were not found, or what is wrong.
    pub others: Vec<String>,
}

/// Why a model is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    ManyStates,
    NestedMultisets,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Skipped::ManyStates => "too many states",
            Skipped::NestedMultisets => "multisets in multisets",
        })
    }
}

/// Compares the groups of a model, that of its program and those of properties that it does not
/// keep, with what the graph of at most so many states says.
pub fn compare(model: &Symmetric, most: usize) -> Result<Vec<Comparison>, Skipped> {
    let whole = model.group.group().generators();
    let mut found = vec![compare_permutations(model, None, whole, most)?];
    for (property, group) in &model.restricted {
        let generators = group.group().generators();
        found.push(compare_permutations(
            model,
            Some(*property),
            generators,
            most,
        )?);
    }
    Ok(found)
}

/// The same for a group that anybody may have made.
pub fn compare_permutations(
    model: &Symmetric,
    property: Option<PropertyId>,
    generators: &[Permutation],
    most: usize,
) -> Result<Comparison, Skipped> {
    let program = &model.program;
    if has_nested_multisets(program) {
        return Err(Skipped::NestedMultisets);
    }
    let explore = |starts, generators| {
        let explored = Explored::new(program, starts, generators, most);
        explored.ok_or(Skipped::ManyStates)
    };
    let settled = explore(starts(program), &[])?.settled(program);
    let renamed = explore(model.beginnings.clone(), &[])?;
    let both = settled
        .iter()
        .filter(|state| renamed.number(state).is_some());
    let both: Vec<Vec<u8>> = both.cloned().collect();
    // Where processes that every run should create are never all there, nothing is renamed.
    let (starts, generators) = if both.is_empty() {
        (settled, &[][..])
    } else {
        (both, generators)
    };
    let explored = explore(starts.clone(), generators)?;
    let judge = Judge::new(program, property, &explored);
    let mut best = judge.judge(generators);
    for more in varied::starts(judge.places(), &explored) {
        let Ok(wider) = explore([starts.clone(), more].concat(), generators) else {
            continue;
        };
        let other = Judge::new(program, property, &wider).judge(generators);
        let is_right = best.outcome != Outcome::Wrong && other.outcome != Outcome::Wrong;
        if is_right && other.names == best.names && other.all > best.all {
            best = other;
        }
    }
    Ok(best)
}
