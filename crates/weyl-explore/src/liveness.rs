//! AG EF p on the stored graph: from every stored state a state that satisfies p can be reached.
//!
//! For each instance of p the edges are followed backwards from the states that satisfy it; p is
//! violated if a state is not met. The predecessors are laid out once for all instances, as rows of
//! one array.

use crate::LimitKind;
use crate::found::End;
use crate::graph::StateGraph;
use crate::scene::{Asked, Scene};
use crate::store::{StateIndex, Store};
use crate::trace_back::TraceBack;
use crate::worker::Trail;
use cranelift_entity::{EntityRef, EntitySet};
use weyl_system::{Conditions, Run};

/// What came of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hope {
    Lasts,
    /// From the last state of the run no state that satisfies it can be reached.
    IsLost(Run),
    /// The search ended before the whole graph was known.
    Unknown,
}

/// The predecessors of each state.
struct Predecessors {
    /// Where the predecessors of a state begin; those of the next one begin where they end.
    offsets: Vec<usize>,
    sources: Vec<StateIndex>,
}

impl Predecessors {
    fn bytes(bound: usize, edges: usize) -> u64 {
        let offsets = (bound + 2) * size_of::<usize>();
        (offsets + edges * size_of::<StateIndex>()) as u64
    }

    fn new(bound: usize, graph: &StateGraph) -> Predecessors {
        let edges = || {
            let of_state = |from| graph.targets(from).map(move |to| (from, to.index()));
            graph.expanded().flat_map(of_state)
        };
        // Counting sort: `offsets[s + 2]` counts the edges into s, sums up, and while the edges are
        // placed `offsets[s + 1]` moves from the beginning of the row to its end.
        let mut offsets = vec![0; bound + 2];
        for (_, target) in edges() {
            offsets[target + 2] += 1;
        }
        for at in 2..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let mut sources = vec![StateIndex::from_u32(0); offsets[bound + 1]];
        for (source, target) in edges() {
            sources[offsets[target + 1]] = source;
            offsets[target + 1] += 1;
        }
        Predecessors { offsets, sources }
    }

    fn of(&self, state: StateIndex) -> &[StateIndex] {
        let at = state.index();
        &self.sources[self.offsets[at]..self.offsets[at + 1]]
    }

    /// All states from which one of the given states can be reached.
    fn closure(&self, mut pending: Vec<StateIndex>) -> EntitySet<StateIndex> {
        let mut reached = EntitySet::new();
        for state in &pending {
            reached.insert(*state);
        }
        while let Some(state) = pending.pop() {
            for source in self.of(state) {
                if reached.insert(*source) {
                    pending.push(*source);
                }
            }
        }
        reached
    }
}

/// The length of the stored run to a state.
fn distance(store: &impl Store, state: StateIndex) -> u64 {
    let ancestors = std::iter::successors(Some(state), |state| store.parent(*state));
    ancestors.count() as u64 - 1
}

/// The states of a trail with their labels.
fn labelled(trail: &Trail) -> impl Iterator<Item = (StateIndex, &[u8])> {
    let states = trail.states.iter().map(|row| row[0]);
    states.zip(trail.labels.iter())
}

struct Decision<'a, 's, S, T: Store + 's> {
    scene: &'a Scene<'s, T>,
    trails: &'a [Trail],
    predecessors: Predecessors,
    trace_back: &'a mut TraceBack<'s, S, T>,
}

impl<S: Conditions, T: Store> Decision<'_, '_, S, T> {
    /// The nearest state outside of a set. A worker of a breadth first search has labelled its
    /// states in the order of their distance, so only the first one of each comes into question.
    fn nearest_outside(&self, reached: &EntitySet<StateIndex>) -> Option<StateIndex> {
        let first_lost = |trail: &Trail| {
            let mut states = trail.states.iter().map(|row| row[0]);
            states.find(|state| !reached.contains(*state))
        };
        let lost = self.trails.iter().filter_map(first_lost);
        lost.min_by_key(|state| distance(self.scene.store, *state))
    }

    /// Decides the instance whose label is the given bit.
    fn decide(&mut self, bit: usize) -> Hope {
        if self.scene.watch.is_over() {
            return Hope::Unknown;
        }
        let states = self.trails.iter().flat_map(labelled);
        let satisfying = states.filter(|(_, label)| label[bit / 8] >> (bit % 8) & 1 == 1);
        let goals = satisfying.map(|(state, _)| state).collect();
        match self.nearest_outside(&self.predecessors.closure(goals)) {
            None => Hope::Lasts,
            Some(state) => {
                let run = self.trace_back.run(End::State(state), &[]);
                run.map_or(Hope::Unknown, Hope::IsLost)
            }
        }
    }
}

fn unknown(scene: &Scene<'_, impl Store>) -> Vec<Vec<Hope>> {
    let unknown = |asked: &Asked| vec![Hope::Unknown; asked.instances.len()];
    scene.liveness.iter().map(unknown).collect()
}

/// Decides each instance of each liveness property, if the whole graph was explored.
pub(crate) fn decide<'s, S: Conditions, T: Store>(
    scene: &Scene<'s, T>,
    graph: &StateGraph,
    trails: &[Trail],
    is_complete: bool,
    trace_back: &mut TraceBack<'s, S, T>,
) -> Vec<Vec<Hope>> {
    if !is_complete || scene.liveness.is_empty() {
        return unknown(scene);
    }
    let bound = scene.store.index_bound();
    let bytes = bytes(bound, graph.edge_count());
    if let Err(refusal) = scene.quota.charge(bytes) {
        let limit: LimitKind = refusal.into();
        scene.watch.end(limit);
        return unknown(scene);
    }
    let mut decision = Decision {
        scene,
        trails,
        predecessors: Predecessors::new(bound, graph),
        trace_back,
    };
    let mut bits = 0..;
    let mut of_property = |asked: &Asked| {
        let bits = bits.by_ref().take(asked.instances.len());
        bits.map(|bit| decision.decide(bit)).collect()
    };
    let hopes = scene.liveness.iter().map(&mut of_property).collect();
    scene.quota.release(bytes);
    hopes
}

/// Predecessors, and a list and a set of states.
fn bytes(bound: usize, edges: usize) -> u64 {
    let states = bound * size_of::<StateIndex>() + bound / 8;
    Predecessors::bytes(bound, edges) + states as u64
}
