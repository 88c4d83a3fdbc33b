//! Temporal properties: is there a run that an observer accepts?
//!
//! The product of the system with the observer of bad runs is searched depth first for a component with all
//! acceptance marks ([`search`]; J.-M. Couvreur, On-the-fly verification of linear temporal logic, 1999, with the
//! path-based components of H. Gabow, 2000). Every state of the system is expanded once, whatever the number of states of the
//! observer it is met with ([`known`]). Fairness is decided for each component by its threads ([`threads`]). What is found is
//! shortened ([`witness`]).

mod known;
mod nodes;
mod product;
mod search;
mod threads;
mod witness;

use crate::{LimitKind, Limits, Progress, Run, ViolationKind};
use known::Known;
use product::Product;
use search::Ending;
use weyl_ir::{PropertyId, Table};
use weyl_permutation::Permutation;
use weyl_store::{Budget, RowSet};
use weyl_system::{Batch, Conditions, Firing, Renaming};
use weyl_temporal::Observer;

/// Which runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those in which every unit that is enabled from some time on acts again and again.
    Weak,
    /// Those in which every unit that is enabled again and again acts again and again.
    Strong,
}

/// What is followed through the renamings of a quotient: the units of fairness, and the instances of a property.
pub trait Tracked: Send {
    /// How many units there are: processes, or instances of rules.
    fn units(&self) -> u32;

    /// The units that act in each step of a batch, which has all steps of the state.
    fn acting(&mut self, state: &[u8], batch: &Batch, acting: &mut Vec<Vec<u32>>);

    fn unit_image(&self, unit: u32, by: &Permutation) -> u32;

    fn instance_image(&self, instance: u32, by: &Permutation) -> u32;
}

#[derive(Clone, Debug)]
pub struct TemporalTask {
    /// Of bad runs.
    pub observer: Observer,
    pub atoms: Vec<PropertyId>,
    /// The instances of the atoms that are asked about.
    pub instances: Vec<u32>,
    /// How many instances there are, if they are followed through renamings; otherwise each stays what it is.
    pub tracked_instances: Option<u32>,
    /// Whether all atoms must make sense wherever the observer comes, or only those that it looks at.
    pub evaluates_all: bool,
    /// Whether a run that can't go on stays where it is for ever.
    pub repeats_ends: bool,
    pub fairness: Fairness,
    /// End where one of these tables is full.
    pub growing: Vec<Table>,
    pub limits: Limits,
}

/// A run that goes round, or one that ends in a bad way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LassoRun {
    pub start: Firing,
    /// `None`: the state repeats, since there is no way on.
    pub steps: Vec<Option<Firing>>,
    /// The step with which the part begins that is repeated for ever.
    pub back: Option<usize>,
    /// Which instance of the atoms it is about.
    pub instance: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemporalVerdict {
    Holds,
    Violated(LassoRun),
    /// The search ended too early.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct TemporalExploration {
    pub verdict: TemporalVerdict,
    pub states: u64,
    pub product_states: u64,
    pub transitions: u64,
    /// Steps to the farthest state of the search's paths.
    pub depth: u64,
    pub limit: Option<LimitKind>,
    /// An atom that makes no sense in some state, or a table that is full.
    pub failure: Option<(ViolationKind, Run)>,
    pub fired: Vec<bool>,
    pub bytes: u64,
}

/// Searches for a run that the observer accepts.
pub fn explore_temporal<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &TemporalTask,
    tracked: R,
    progress: &Progress,
) -> TemporalExploration {
    let budget = Budget::new(task.limits.states, task.limits.memory);
    let rows = RowSet::new(system.packed_size(), &budget);
    let watch = crate::watch::Watch::new(progress, task.limits.time);
    let known = Known::new(
        system.clone(),
        rules,
        task,
        tracked,
        (&rows, &budget),
        &watch,
    );
    let mut product = Product::new(known, task);
    let ending = search::search(&mut product);
    let (verdict, limit, failure) = match ending {
        Ending::Exhausted => (TemporalVerdict::Holds, None, None),
        Ending::Cut => (TemporalVerdict::Unknown, Some(LimitKind::Depth), None),
        Ending::Limit(limit) => (TemporalVerdict::Unknown, Some(limit), None),
        Ending::Found(found) => match witness::run(&mut product, &found) {
            Ok(run) => (TemporalVerdict::Violated(run), None, None),
            Err(limit) => (TemporalVerdict::Unknown, Some(limit), None),
        },
        Ending::Failed(failed) => match witness::failing_run(&mut product, &failed) {
            Ok(run) => (TemporalVerdict::Unknown, None, Some((failed.kind, run))),
            Err(limit) => (TemporalVerdict::Unknown, Some(limit), None),
        },
    };
    product.known.show_progress();
    TemporalExploration {
        verdict,
        states: rows.len(),
        product_states: product.len() as u64,
        transitions: product.known.transitions,
        depth: product.deepest,
        limit,
        failure,
        fired: product.known.fired.clone(),
        bytes: product.known.peak_bytes(),
    }
}
