//! Breadth first search where memory has no room for the states (delayed duplicate detection).
//!
//! States are sorted rows on disk. While a level is expanded nobody knows which of the states that
//! are reached are new: these are sorted, piece by piece, and when the level is over they go once
//! beside all states that are known, in order; what is not among these is the next level. So disks
//! are read and written from the front to the back alone (Stern and Dill, *Using magnetic disk
//! instead of main memory in the Murphi verifier*, 1998; with sorted runs, Korf, *Delayed duplicate
//! detection*, 2003). Counts, verdicts and runs are those of the search in memory
//! ([decision 043](../../../../docs/decisions/043-more-than-memory.md)).

mod archive;
mod delayed;
mod hand;
mod level;
mod merge;
mod recent;
mod runs;
mod samples;
mod scratch;
mod search;
mod segment;
mod sorter;
mod visited;

use crate::findings::{Ended, Seen, answer};
use crate::graph::{Following, OnTheFly, Scribe, Tracked};
use crate::scene::Scene;
use crate::watch::Watch;
use crate::ways::Ways;
use crate::{Exploration, Limits, Order, Progress, Spilled, Task};
use delayed::Delayed;
use scratch::Disk;
pub use scratch::{Scratch, ScratchFile};
use search::Search;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use weyl_budget::stack_bytes;
use weyl_store::Quota;
use weyl_system::{Conditions, Renaming};

const MOMENT: Duration = Duration::from_millis(3);

/// Explores with states on disk from the beginning, if that is wanted.
pub(crate) fn at_once<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Option<Exploration> {
    let scratch = task.spill.as_ref()?;
    let memory = scratch.begins_with()?;
    let limits = Limits {
        memory: Some(task.limits.memory.map_or(memory, |most| most.min(memory))),
        ..task.limits
    };
    let task = Task {
        limits,
        ..task.clone()
    };
    explore(system, rules, &task, tracked, (scratch, progress))
}

/// Explores with states on disk. Nothing if some question needs the graph, or an order that is not
/// that of levels.
pub(crate) fn explore<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    (scratch, progress): (&Arc<dyn Scratch>, &Progress),
) -> Option<Exploration> {
    if task.order != Order::BreadthFirst || task.graph {
        return None;
    }
    scratch.begin();
    // What the process had a moment ago is remembered for so long.
    thread::sleep(MOMENT);
    // Memory that was freed and is not given back is used again: the process has more room than it
    // seems to have.
    let quota = Quota::new(task.limits.states, task.limits.memory);
    let watch = Watch::new(progress, task);
    let store = Delayed::default();
    let scene = Scene::new(system, task, (&store, &quota), Ways::InStore, &watch);
    if scene.needs_graph() || system.packed_size() == 0 {
        return None;
    }
    progress.restart();
    let disk = Disk::new(scratch);
    let mut search: Option<Search<'_, S, R>> = Search::new(&scene, system, rules, &disk);
    if let Some(search) = &mut search {
        search.explore();
    }
    let (seen, ended) = match search {
        Some(search) => search.finish(),
        None => (Seen::NOTHING, Ended::at_once()),
    };
    let following = Following::new(&task.questions, &tracked);
    let scribe = Scribe::new(following, tracked);
    let system = (system.clone(), rules);
    let mut known = OnTheFly::new(system, scribe, task, (&store, &quota), &watch, 0);
    let explored = answer(&scene, &mut known, Vec::new(), (&seen, ended));
    Some(Exploration {
        spilled: Some(Spilled {
            bytes: disk.peak(),
            failure: disk.failure().map(str::to_string),
        }),
        ..explored
    })
}

/// Has all hands do some work that consists of so many pieces; what came of it.
fn on_all<H: Send, O: Send>(
    hands: &mut [H],
    pieces: usize,
    work: impl Fn(&mut H) -> O + Sync,
) -> Vec<O> {
    let count = pieces.clamp(1, hands.len());
    let [first, others @ ..] = &mut hands[..count] else {
        return Vec::new();
    };
    thread::scope(|scope| {
        let started = others.iter_mut().filter_map(|hand| {
            // Models may call functions deeply, and executors may recurse with them. Where no more
            // threads are to be had, those that run do all the work.
            let thread = thread::Builder::new().stack_size(stack_bytes());
            let work = &work;
            thread.spawn_scoped(scope, move || work(hand)).ok()
        });
        let started: Vec<_> = started.collect();
        let mut done = vec![work(first)];
        for thread in started {
            match thread.join() {
                Ok(other) => done.push(other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}
