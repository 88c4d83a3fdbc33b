//! AG EF p on the stored graph: from every stored state a state that satisfies p can be reached.
//!
//! For each instance of p the edges are followed backwards from the states that satisfy it; p is violated
//! if a state is not met. The predecessors are laid out once for all instances, as rows of one array.

use crate::found::End;
use crate::scene::{Numbered, Scene};
use crate::store::{StateIndex, Store};
use crate::trace_back::TraceBack;
use crate::worker::Trail;
use crate::{LimitKind, LivenessResult};
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use weyl_system::TransitionSystem;

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

    fn new(bound: usize, trails: &[Trail]) -> Predecessors {
        let edges = || {
            let rows = trails.iter().flat_map(|trail| trail.edges.iter());
            rows.map(|row| (StateIndex::from_u32(row[0]), row[1] as usize))
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

/// The length of the stored run to each state; 0 stands for "not computed yet".
#[derive(Default)]
struct Distances(SecondaryMap<StateIndex, u32>);

impl Distances {
    /// Follows parents up to a state whose distance is known, then fills in the way back.
    fn of(&mut self, store: &impl Store, state: StateIndex) -> u32 {
        let mut path = Vec::new();
        let mut at = Some(state);
        let known = loop {
            match at {
                None => break 0,
                Some(index) if self.0[index] > 0 => break self.0[index],
                Some(index) => path.push(index),
            }
            at = at.and_then(|index| store.origin(index).parent.expand());
        };
        for (distance, index) in (known + 1..).zip(path.into_iter().rev()) {
            self.0[index] = distance;
        }
        self.0[state]
    }
}

/// A state with its row of labels.
fn labelled(row: &[u8]) -> (StateIndex, &[u8]) {
    let index = u32::from_le_bytes([row[0], row[1], row[2], row[3]]);
    (StateIndex::from_u32(index), &row[4..])
}

struct Decision<'a, 's, S, T> {
    scene: &'a Scene<'s, T>,
    trails: &'a [Trail],
    predecessors: Predecessors,
    distances: Distances,
    trace_back: &'a mut TraceBack<'s, S, T>,
}

impl<S: TransitionSystem, T: Store> Decision<'_, '_, S, T> {
    fn states(&self) -> impl Iterator<Item = (StateIndex, &[u8])> {
        let rows = self.trails.iter().flat_map(|trail| trail.labels.iter());
        rows.map(labelled)
    }

    /// Decides the instance whose label is the given bit.
    fn decide(&mut self, bit: usize) -> LivenessResult {
        if self.scene.watch.is_over() {
            return LivenessResult::Unknown;
        }
        let satisfying = self
            .states()
            .filter(|(_, label)| label[bit / 8] >> (bit % 8) & 1 == 1);
        let reached = self
            .predecessors
            .closure(satisfying.map(|(state, _)| state).collect());
        let states = self.states().map(|(state, _)| state);
        let lost: Vec<StateIndex> = states.filter(|state| !reached.contains(*state)).collect();
        let (distances, store) = (&mut self.distances, self.scene.store);
        let nearest = lost
            .into_iter()
            .min_by_key(|state| distances.of(store, *state));
        match nearest {
            None => LivenessResult::Holds,
            Some(state) => LivenessResult::Violated(self.trace_back.run(End::State(state))),
        }
    }
}

fn unknown(scene: &Scene<'_, impl Store>) -> Vec<Vec<LivenessResult>> {
    let unknown = |n: &Numbered| vec![LivenessResult::Unknown; n.instances as usize];
    scene.liveness.iter().map(unknown).collect()
}

/// Decides each instance of each liveness property, if the whole graph was explored.
pub(crate) fn decide<'s, S: TransitionSystem, T: Store>(
    scene: &Scene<'s, T>,
    trails: &[Trail],
    is_complete: bool,
    trace_back: &mut TraceBack<'s, S, T>,
) -> Vec<Vec<LivenessResult>> {
    if !is_complete || scene.liveness.is_empty() {
        return unknown(scene);
    }
    let bound = scene.store.index_bound();
    let edges = trails.iter().map(|trail| trail.edges.len()).sum();
    if let Err(limit) = charge(scene, bound, edges) {
        scene.watch.end(limit);
        return unknown(scene);
    }
    let mut decision = Decision {
        scene,
        trails,
        predecessors: Predecessors::new(bound, trails),
        distances: Distances::default(),
        trace_back,
    };
    let mut bits = 0..;
    let mut of_property = |numbered: &Numbered| {
        let bits = bits.by_ref().take(numbered.instances as usize);
        bits.map(|bit| decision.decide(bit)).collect()
    };
    scene.liveness.iter().map(&mut of_property).collect()
}

/// Predecessors, a list of states, and distances.
fn charge(scene: &Scene<'_, impl Store>, bound: usize, edges: usize) -> Result<(), LimitKind> {
    let lists = 2 * bound * size_of::<StateIndex>();
    let bytes = Predecessors::bytes(bound, edges) + lists as u64;
    scene.budget.charge(bytes)
}
