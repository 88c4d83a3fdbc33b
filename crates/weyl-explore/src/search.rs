//! The way of an exploration: set up what is shared, search, then answer from what is stored.

use crate::breadth_first::{self, Expander};
use crate::found::{End, Found};
use crate::scene::{Scene, Searched};
use crate::store::{ExactStore, Store};
use crate::trace_back::TraceBack;
use crate::worker::{Counts, Trail, Worker};
use crate::{Exploration, LimitKind, Order, Progress, Task, Violation};
use crate::{depth_first, graph, liveness};
use weyl_store::Budget;
use weyl_system::TransitionSystem;

/// Explores a system with `rules` rules (initial rules are not among them).
pub fn explore<S: TransitionSystem>(
    system: &S,
    rules: usize,
    task: &Task,
    progress: &Progress,
) -> Exploration {
    let budget = Budget::new(task.limits.states, task.limits.memory);
    let store = ExactStore::new(system.packed_size(), &budget);
    let scene = Scene::new(system, task, (&store, &budget), progress);
    let worker = || Worker::new(&scene, system.clone(), rules);
    match task.order {
        Order::BreadthFirst => {
            let expander = |_| Expander::new(worker());
            let mut expanders: Vec<_> = (0..task.threads.max(1)).map(expander).collect();
            let searched = breadth_first::search(&scene, &mut expanders);
            let workers = expanders.into_iter().map(|expander| expander.worker);
            conclude(system, &scene, searched, workers)
        }
        Order::DepthFirst => {
            let mut worker = worker();
            let searched = depth_first::search(&scene, &mut worker);
            conclude(system, &scene, searched, [worker])
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

fn conclude<'a, S: TransitionSystem + 'a, T: Store + 'a>(
    system: &S,
    scene: &Scene<'a, T>,
    searched: Searched,
    workers: impl IntoIterator<Item = Worker<'a, S, T>>,
) -> Exploration {
    let total = workers.into_iter().fold(Total::default(), Total::add);
    let (store, found) = (scene.store, searched.found);
    let is_complete = searched.is_exhausted && scene.watch.ended().is_none();
    let mut trace_back = TraceBack::new(system.clone(), store);
    let liveness = liveness::decide(scene, &total.trails, is_complete, &mut trace_back);
    let covers = found.covers.iter();
    let covers = covers.map(|hit| hit.map(|index| trace_back.run(End::State(index))));
    Exploration {
        states: store.rows().len(),
        transitions: total.counts.transitions,
        depth: searched.depth,
        limit: (scene.watch.ended()).or(searched.is_cut_at_depth.then_some(LimitKind::Depth)),
        complete: is_complete,
        covers: covers.collect(),
        liveness,
        violations: violations(found, &mut trace_back),
        fired: total.fired,
        bytes: store.rows().peak_bytes(),
        graph: scene.task.graph.then(|| graph::draw(system.clone(), store)),
    }
}

fn violations<S: TransitionSystem, T: Store>(
    found: Found,
    trace_back: &mut TraceBack<'_, S, T>,
) -> Vec<Violation> {
    let findings = found.sorted_violations().into_iter();
    let violation = findings.map(|finding| Violation {
        run: trace_back.run(finding.end),
        kind: finding.kind,
    });
    violation.collect()
}
