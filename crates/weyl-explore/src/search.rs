//! The way of an exploration: set up what is shared, search, then answer from what is stored.

use crate::breadth_first::{self, Expander};
use crate::found::{End, Found};
use crate::scene::{Scene, Searched};
use crate::store::{CompactStore, ExactStore, Store, omission_probability};
use crate::trace_back::TraceBack;
use crate::worker::{Counts, Trail, Worker};
use crate::{Exploration, LimitKind, Order, Progress, Storing, Task, Violation};
use crate::{depth_first, graph, liveness};
use weyl_store::Budget;
use weyl_system::Conditions;

/// Explores a system with `rules` rules (initial rules are not among them).
pub fn explore<S: Conditions>(
    system: &S,
    rules: usize,
    task: &Task,
    progress: &Progress,
) -> Exploration {
    let budget = Budget::new(task.limits.states, task.limits.memory);
    match task.storing {
        Storing::Exact => {
            let store = ExactStore::new(system.packed_size(), &budget);
            let scene = Scene::new(system, task, (&store, &budget), progress);
            search(system, rules, &scene)
        }
        Storing::Compact => {
            assert!(
                task.liveness.is_empty() && !task.graph,
                "fingerprints are no graph"
            );
            let store = CompactStore::new(&budget);
            let scene = Scene::new(system, task, (&store, &budget), progress);
            search(system, rules, &scene)
        }
    }
}

fn search<S: Conditions, T: Store>(system: &S, rules: usize, scene: &Scene<'_, T>) -> Exploration {
    let task = scene.task;
    let worker = || Worker::new(scene, system.clone(), rules);
    match task.order {
        Order::BreadthFirst => {
            let expander = |_| Expander::new(worker());
            let mut expanders: Vec<_> = (0..task.threads.max(1)).map(expander).collect();
            let searched = breadth_first::search(scene, &mut expanders);
            let workers = expanders.into_iter().map(|expander| expander.worker);
            conclude(system, scene, searched, workers)
        }
        Order::DepthFirst => {
            let mut worker = worker();
            let searched = depth_first::search(scene, &mut worker);
            conclude(system, scene, searched, [worker])
        }
    }
}

/// The sum of what the workers counted.
#[derive(Default)]
struct Total {
    counts: Counts,
    fired: Vec<bool>,
    trails: Vec<Trail>,
}

impl Total {
    fn add<S, T>(mut self, worker: Worker<'_, S, T>) -> Total {
        self.counts.transitions += worker.counts.transitions;
        self.fired.resize(worker.fired.len(), false);
        for (fired, also) in self.fired.iter_mut().zip(worker.fired) {
            *fired |= also;
        }
        self.trails.extend(worker.trail);
        self
    }
}

fn conclude<'a, S: Conditions + 'a, T: Store + 'a>(
    system: &S,
    scene: &Scene<'a, T>,
    searched: Searched,
    workers: impl IntoIterator<Item = Worker<'a, S, T>>,
) -> Exploration {
    let total = workers.into_iter().fold(Total::default(), Total::add);
    let (store, found) = (scene.store, searched.found);
    let is_exhausted = searched.is_exhausted && scene.watch.ended().is_none();
    let is_complete = is_exhausted && T::KEEPS_STATES;
    let states = store.rows().len();
    let has_omitted = is_exhausted && !T::KEEPS_STATES;
    let mut trace_back = TraceBack::new(system.clone(), store);
    let liveness = liveness::decide(scene, &total.trails, is_complete, &mut trace_back);
    let covers = found.covers.iter();
    let covers = covers.map(|hit| hit.and_then(|index| trace_back.run(End::State(index))));
    let covers = covers.collect();
    let violations = violations(found, &mut trace_back);
    if trace_back.was_cut() {
        scene.watch.end(scene.watch.reason());
    }
    Exploration {
        states,
        transitions: total.counts.transitions,
        depth: searched.depth,
        limit: (scene.watch.ended()).or(searched.is_cut_at_depth.then_some(LimitKind::Depth)),
        complete: is_complete && !trace_back.was_cut(),
        omission: has_omitted.then(|| omission_probability(states)),
        covers,
        liveness,
        temporal: None,
        violations,
        fired: total.fired,
        bytes: store.rows().peak_bytes(),
        graph: scene.task.graph.then(|| graph::draw(system.clone(), store)),
    }
}

fn violations<S: Conditions, T: Store>(
    found: Found,
    trace_back: &mut TraceBack<'_, S, T>,
) -> Vec<Violation> {
    let findings = found.sorted_violations().into_iter();
    let violations = findings.filter_map(|finding| {
        Some(Violation {
            run: trace_back.run(finding.end)?,
            kind: finding.kind,
        })
    });
    violations.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deadlock, Limits, Run, ViolationKind};
    use std::collections::HashSet;
    use weyl_ir::{PropertyId, RuleId};
    use weyl_store::{Key, RowSet};
    use weyl_system::{Batch, Fault, Firing, System};

    /// Tells 64 states apart, and no more.
    struct WeakStore<'b> {
        rows: RowSet<'b>,
    }

    impl Store for WeakStore<'_> {
        const KEEPS_STATES: bool = false;

        fn key<'k>(_: &'k [u8], fingerprint: &'k crate::Fingerprint) -> Key<'k> {
            Key {
                hash: u32::from(fingerprint[7] >> 2) << 26,
                bytes: &[],
            }
        }

        fn rows(&self) -> &RowSet<'_> {
            &self.rows
        }
    }

    /// Numbers with some successors each; property `p` is false in the numbers that `p + 5` divides.
    #[derive(Clone)]
    struct Numbers {
        count: u16,
    }

    impl Numbers {
        fn successors_of(&self, number: u16) -> impl Iterator<Item = u16> {
            let (number, count) = (u32::from(number), u32::from(self.count));
            let factors = [3, 5, 7].into_iter();
            factors.map(move |factor| ((number * factor + factor) % count) as u16)
        }

        fn push(&self, numbers: impl Iterator<Item = u16>, batch: &mut Batch) {
            batch.clear();
            for (instance, number) in (0..).zip(numbers) {
                let rule = RuleId::from_u32(0);
                let firing = Firing { rule, instance };
                batch.push_state(firing, &number.to_le_bytes());
            }
        }

        fn end_of(&self, run: &Run) -> u16 {
            let mut at = run.start.instance as u16;
            for firing in &run.steps {
                at = self
                    .successors_of(at)
                    .nth(firing.instance as usize)
                    .unwrap();
            }
            at
        }
    }

    impl System for Numbers {
        fn state_size(&self) -> usize {
            2
        }

        fn packed_size(&self) -> usize {
            2
        }

        fn pack(&self, state: &[u8], packed: &mut [u8]) {
            packed.copy_from_slice(state);
        }

        fn unpack(&self, packed: &[u8], state: &mut [u8]) {
            state.copy_from_slice(packed);
        }

        fn initial(&mut self, batch: &mut Batch) {
            self.push(0..3, batch);
        }

        fn successors(&mut self, state: &[u8], batch: &mut Batch) {
            let number = u16::from_le_bytes([state[0], state[1]]);
            self.push(self.successors_of(number), batch);
        }

        fn may_end(&mut self, _: &[u8]) -> bool {
            false
        }
    }

    impl Conditions for Numbers {
        fn instances(&self, _: PropertyId) -> u64 {
            1
        }

        fn holds(&mut self, p: PropertyId, _: u64, state: &[u8]) -> Result<bool, Box<Fault>> {
            let number = u16::from_le_bytes([state[0], state[1]]);
            Ok(!number.is_multiple_of(p.as_u32() as u16 + 5))
        }
    }

    /// Collisions hide states, but what is found is still found again on the way forward.
    #[test]
    fn runs_are_rebuilt_through_collisions() {
        let mut shown = HashSet::new();
        for count in 40..400 {
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let system = Numbers { count };
                let task = Task {
                    invariants: (0..30).map(PropertyId::from_u32).collect(),
                    covers: Vec::new(),
                    liveness: Vec::new(),
                    deadlock: Deadlock::Off,
                    keep_going: true,
                    growing: Vec::new(),
                    order,
                    storing: Storing::Compact,
                    threads: 1,
                    limits: Limits::default(),
                    graph: false,
                };
                let budget = Budget::new(None, None);
                let store = WeakStore {
                    rows: RowSet::new(0, &budget),
                };
                let progress = Progress::default();
                let scene = Scene::new(&system, &task, (&store, &budget), &progress);
                let explored = search(&system, 1, &scene);
                assert!(explored.states <= 64);
                for violation in explored.violations {
                    let ViolationKind::Invariant { property, .. } = violation.kind else {
                        panic!("{violation:?}");
                    };
                    let end = system.end_of(&violation.run);
                    assert!(end.is_multiple_of(property.as_u32() as u16 + 5));
                    shown.insert((count, property));
                }
            }
        }
        assert!(shown.len() > 1_000, "{}", shown.len());
    }
}
