//! Parallel breadth first search, level by level.
//!
//! All states of a level are expanded before the next one begins, and what was found is looked at between
//! levels only. The set of states of each level is thus a matter of the system alone: verdict, length of
//! runs, depth and counts depend neither on the number of threads nor on timing, unless a limit cuts a
//! level short.
//!
//! Threads are started anew for each level, but only for so much work that starting them does not matter;
//! a panic in one of them can't leave others waiting.

use crate::LimitKind;
use crate::budget::Account;
use crate::found::Found;
use crate::inspect::Arrival;
use crate::scene::{Scene, Searched};
use crate::store::{Origin, StateIndex, Store};
use crate::worker::Worker;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use weyl_system::{Batch, Outcome, TransitionSystem};

/// Work that makes it worth while to start one more thread, which takes some 20 to 60 microseconds.
const WORK_PER_THREAD: Duration = Duration::from_micros(250);
/// States that a thread takes at once, at most.
const MAX_CHUNK: usize = 64;
/// Models may call functions deeply, and executors may recurse with them. Only what is used is taken
/// from the system.
const STACK_BYTES: usize = 256 << 20;

/// One level, shared by the threads that expand it.
struct Level<'a> {
    states: &'a [StateIndex],
    known: &'a Found,
    taken: AtomicUsize,
    chunk: usize,
}

impl Level<'_> {
    fn take_chunk(&self) -> Option<&[StateIndex]> {
        let from = self.taken.fetch_add(self.chunk, Relaxed);
        let rest = self.states.get(from..)?;
        (!rest.is_empty()).then(|| &rest[..self.chunk.min(rest.len())])
    }
}

/// A worker with the new states that it has found in this level.
pub(crate) struct Expander<'a, S, T> {
    pub worker: Worker<'a, S, T>,
    next: Vec<StateIndex>,
    account: Account,
}

impl<'a, S: TransitionSystem, T: Store> Expander<'a, S, T> {
    pub fn new(worker: Worker<'a, S, T>) -> Expander<'a, S, T> {
        Expander {
            worker,
            next: Vec::new(),
            account: Account::default(),
        }
    }

    fn begin(&mut self, known: &Found) -> Result<(), LimitKind> {
        let batch = self.worker.fire_initial(known)?;
        let followed = self.follow(None, &batch, known);
        self.worker.hand_back(batch);
        self.worker.show_progress();
        followed
    }

    fn expand_level(&mut self, level: &Level<'_>) {
        let scene = self.worker.scene;
        while let Some(chunk) = level.take_chunk() {
            // States may have millions of successors: the clock is looked at for each of them.
            let expanded = chunk.iter().try_for_each(|at| {
                scene.watch.go_on()?;
                self.expand(*at, level.known)
            });
            let settled = expanded.and_then(|()| self.settle());
            self.worker.show_progress();
            if let Err(limit) = settled {
                return scene.watch.end(limit);
            }
        }
    }

    fn settle(&mut self) -> Result<(), LimitKind> {
        let bytes = self.next.capacity() * size_of::<StateIndex>();
        self.account.settle(self.worker.scene.budget, bytes)
    }

    fn expand(&mut self, at: StateIndex, known: &Found) -> Result<(), LimitKind> {
        self.worker.load(at);
        let batch = self.worker.fire(at, known)?;
        let followed = self.follow(Some(at), &batch, known);
        self.worker.hand_back(batch);
        followed
    }

    fn follow(
        &mut self,
        at: Option<StateIndex>,
        batch: &Batch,
        known: &Found,
    ) -> Result<(), LimitKind> {
        let worker = &mut self.worker;
        for (step, (_, outcome)) in (0..).zip(batch.iter()) {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            if at.is_some() && state == worker.state {
                continue;
            }
            worker.system.pack(state, &mut worker.packed);
            let parent = at.into();
            let (index, is_new) = worker.store(Origin { parent, step })?;
            if is_new {
                self.next.push(index);
                worker.inspect(Arrival {
                    index,
                    state,
                    known,
                })?;
            }
        }
        Ok(())
    }
}

/// How long states have taken so far, on one thread.
#[derive(Default)]
struct Pace {
    nanoseconds: u128,
    states: u128,
}

impl Pace {
    /// How many threads have enough to do in a level.
    fn threads_for(&self, states: usize) -> usize {
        let work = self.nanoseconds * states as u128 / self.states.max(1);
        (work / WORK_PER_THREAD.as_nanos()) as usize
    }

    fn add(&mut self, elapsed: Duration, threads: usize, states: usize) {
        self.nanoseconds += elapsed.as_nanos() * threads as u128;
        self.states += states as u128;
    }
}

/// The levels so far.
struct Levels {
    known: Found,
    frontier: Vec<StateIndex>,
    account: Account,
    pace: Pace,
}

impl Levels {
    /// Collects the next level, and what was found in this one.
    fn gather<S: TransitionSystem, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'_, S, T>],
    ) {
        self.frontier.clear();
        for expander in expanders {
            self.frontier.append(&mut expander.next);
            self.known.absorb(&mut expander.worker.found);
        }
        let bytes = self.frontier.capacity() * size_of::<StateIndex>();
        if let Err(limit) = self.account.settle(scene.budget, bytes) {
            scene.watch.end(limit);
        }
    }

    /// Expands the level; returns how many threads took part.
    fn expand<S: TransitionSystem, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, T>],
    ) -> usize {
        let started = Instant::now();
        let states = self.frontier.len();
        let threads = self.pace.threads_for(states).clamp(1, expanders.len());
        let level = Level {
            states: &self.frontier,
            known: &self.known,
            taken: AtomicUsize::new(0),
            chunk: (states / (threads * 8)).clamp(1, MAX_CHUNK),
        };
        if let [first, others @ ..] = &mut expanders[..threads] {
            thread::scope(|scope| {
                for expander in others {
                    let thread = thread::Builder::new().stack_size(STACK_BYTES);
                    // Where no more threads are to be had, those that run do all the work.
                    let _ = thread.spawn_scoped(scope, || expander.expand_level(&level));
                }
                first.expand_level(&level);
            });
        }
        self.pace.add(started.elapsed(), threads, states);
        threads
    }
}

/// Searches with as many threads as there are expanders (at least one).
pub(crate) fn search<S: TransitionSystem, T: Store>(
    scene: &Scene<'_, T>,
    expanders: &mut [Expander<'_, S, T>],
) -> Searched {
    let mut levels = Levels {
        known: Found::new(scene.covers.len()),
        frontier: Vec::new(),
        account: Account::default(),
        pace: Pace::default(),
    };
    if let Err(limit) = expanders[0].begin(&levels.known) {
        scene.watch.end(limit);
    }
    levels.gather(scene, &mut expanders[..1]);
    let (mut depth, mut is_cut_at_depth) = (0, false);
    while !levels.frontier.is_empty() && scene.goes_on(&levels.known) && !scene.watch.is_over() {
        if scene.is_depth_limit(depth) {
            is_cut_at_depth = true;
            break;
        }
        let frontier = levels.frontier.len() as u64;
        scene.watch.progress.frontier.store(frontier, Relaxed);
        scene.watch.progress.depth.store(depth, Relaxed);
        let threads = levels.expand(expanders);
        levels.gather(scene, &mut expanders[..threads]);
        depth += u64::from(!levels.frontier.is_empty());
    }
    Searched {
        is_exhausted: levels.frontier.is_empty(),
        found: levels.known,
        depth,
        is_cut_at_depth,
    }
}
