//! Parallel breadth first search, level by level.
//!
//! All states of a level are expanded before the next one begins, and what was found is looked at
//! between levels only. The set of states of each level is thus a matter of the system alone:
//! verdict, length of runs, depth and counts depend neither on the number of threads nor on timing,
//! unless a limit cuts a level short.
//!
//! Threads are started anew for each level, but only for so much work that starting them does not
//! matter; a panic in one of them can't leave others waiting.

use crate::account::Account;
use crate::earlier::Earlier;
use crate::found::Found;
use crate::front::Front;
use crate::graph::Tracked;
use crate::inspect::Arrival;
use crate::pending::Pending;
use crate::sample::Yield;
use crate::scene::{Scene, Searched};
use crate::store::{Inserted, StateIndex, Store};
use crate::worker::Worker;
use crate::{LimitKind, Parts};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};
use weyl_budget::stack_bytes;
use weyl_system::{Batch, Conditions, Outcome, Renaming};

/// Work that makes it worth while to start one more thread, which takes some 20 to 60 microseconds.
const WORK_PER_THREAD: Duration = Duration::from_micros(250);
/// States that a thread takes at once, at most.
const MAX_CHUNK: usize = 64;
/// States are expanded together until they have so many successors, or are so many themselves:
/// enough to hide the latency of memory, few enough for the fastest caches.
const GROUP_SUCCESSORS: usize = 64;
const GROUP_STATES: usize = 16;
/// So many that their memory is charged before they are stored.
const MANY_SUCCESSORS: usize = 4096;

/// One level, shared by the threads that expand it.
struct Level<'a> {
    fronts: &'a [Front],
    known: &'a Found,
    chunk: usize,
}

/// A worker with the new states that it has found in this level.
pub(crate) struct Expander<'a, S, R, T: Store + 'a> {
    pub worker: Worker<'a, S, R, T>,
    /// The firings of the states of a group.
    batches: Vec<Batch>,
    next: Front,
    /// For states that the store keeps in another form.
    buffer: Vec<u8>,
    account: Account,
}

impl<'a, S: Renaming + Conditions, R: Tracked, T: Store> Expander<'a, S, R, T> {
    pub fn new(worker: Worker<'a, S, R, T>) -> Expander<'a, S, R, T> {
        Expander {
            next: Front::new::<T>(worker.system.packed_size()),
            batches: vec![Batch::default(); GROUP_STATES],
            buffer: Vec::new(),
            worker,
            account: Account::default(),
        }
    }

    fn empty_front(&self) -> Front {
        Front::new::<T>(self.worker.system.packed_size())
    }

    fn begin(&mut self, known: &Found) -> Result<(), LimitKind> {
        let fired = self.worker.fire_initial(&mut self.batches[0], known);
        let followed = self.follow(known);
        self.worker.show_progress();
        followed.and(fired)
    }

    /// Expands states of all fronts, beginning with the one of a number, until none is left.
    fn expand_level(&mut self, level: &Level<'_>, first: usize) {
        let (before, after) = level.fronts.split_at(first);
        for front in after.iter().chain(before) {
            while let Some(places) = front.take(level.chunk) {
                let expanded = self.expand(front, front.states(places), level.known);
                let settled = expanded.and_then(|()| self.settle());
                self.worker.show_progress();
                if let Err(limit) = settled {
                    return self.worker.scene.watch.end(limit);
                }
            }
        }
    }

    fn settle(&mut self) -> Result<(), LimitKind> {
        let batches: usize = self.batches.iter().map(Batch::bytes).sum();
        let log = self.worker.log.as_ref();
        let edges = log.map_or(0, |log| log.segment.bytes());
        let bytes = self.next.bytes() + batches + self.worker.pending.bytes() + edges;
        self.account.settle(self.worker.scene.quota, bytes)
    }

    /// The worker, when its search is over.
    pub fn into_worker(mut self) -> Worker<'a, S, R, T> {
        // What is released was charged.
        let _ = self.account.settle(self.worker.scene.quota, 0);
        self.worker
    }

    fn expand(
        &mut self,
        front: &Front,
        mut states: impl Iterator<Item = (usize, StateIndex)>,
        known: &Found,
    ) -> Result<(), LimitKind> {
        loop {
            let (count, fired) = self.fire_group(front, &mut states, known);
            // What was fired before a limit was reached is looked at all the same.
            self.follow(known)?;
            fired?;
            if count == 0 {
                return Ok(());
            }
        }
    }

    /// Fires from a few states; returns from how many.
    fn fire_group(
        &mut self,
        front: &Front,
        states: &mut impl Iterator<Item = (usize, StateIndex)>,
        known: &Found,
    ) -> (usize, Result<(), LimitKind>) {
        let worker = &mut self.worker;
        let mut fired = worker.scene.watch.go_on();
        let mut count = 0;
        while fired.is_ok()
            && count < GROUP_STATES
            && worker.pending.len() < GROUP_SUCCESSORS
            && let Some(at) = states.next()
        {
            let packed = front.packed(worker.scene.store, at, &mut self.buffer);
            worker.system.unpack(packed, &mut worker.state);
            fired = worker.fire(at.1, &mut self.batches[count], known);
            count += 1;
        }
        // States may have millions of successors.
        if worker.pending.len() > MANY_SUCCESSORS {
            fired = fired.and(self.settle());
        }
        (count, fired)
    }

    /// Stores what the batches led to; what is new belongs to the next level, and is inspected.
    fn follow(&mut self, known: &Found) -> Result<(), LimitKind> {
        let stored = self.worker.store_pending();
        let mut pending = mem::take(&mut self.worker.pending);
        for (number, inserted) in pending.results.iter().enumerate() {
            if let Inserted::New(index) = inserted {
                self.next.push(*index, pending.packed(number));
            }
        }
        let inspected = if self.worker.is_curious() {
            self.inspect_new(&pending, known)
        } else {
            Ok(())
        };
        pending.clear();
        self.worker.pending = pending;
        inspected.and(stored)
    }

    fn inspect_new(&mut self, pending: &Pending, known: &Found) -> Result<(), LimitKind> {
        for (batch, numbers) in self.batches.iter().zip(pending.batches()) {
            let (mut outcomes, mut step) = (batch.iter(), 0);
            for number in numbers {
                let Inserted::New(index) = pending.results[number] else {
                    continue;
                };
                let own = pending.source(number).step;
                let outcome = outcomes.nth((own - step) as usize);
                step = own + 1;
                if let Some((_, Outcome::State { state, .. })) = outcome {
                    self.worker.inspect(Arrival {
                        index,
                        state,
                        known,
                    })?;
                }
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
    /// The states to expand next, as the workers found them.
    fronts: Vec<Front>,
    account: Account,
    pace: Pace,
    /// How many levels were expanded.
    expanded: u64,
    /// Parts of steps up to the last state that had one.
    fruitful: Parts,
    /// What parts of steps save.
    saved: Yield,
}

/// After so many states without a part, or where parts save nothing, they are looked for in every
/// so manieth level alone: it costs time to look. Counts of levels do not depend on threads.
const FRUITLESS: u64 = 2_000;
const LOOK_EVERY: u64 = 16;

impl Levels {
    fn len(&self) -> usize {
        self.fronts.iter().map(Front::len).sum()
    }

    /// Tells all who expand the next level which states are of earlier ones, and whether to look
    /// for parts of steps.
    fn look_for_parts<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
    ) {
        let Some(scene) = expanders.first().map(|first| first.worker.scene) else {
            return;
        };
        if !scene.takes_parts() {
            return;
        }
        let mut parts = Parts::default();
        expanders
            .iter()
            .for_each(|one| parts += one.worker.counts.parts);
        if parts.part > self.fruitful.part {
            self.fruitful = parts;
        }
        let fruitless = parts.tried() - self.fruitful.tried();
        self.saved
            .take(expanders.iter_mut().map(|one| &mut one.worker.sample));
        let first = &mut expanders[0].worker;
        let size = first.system.packed_size();
        let is_vain = self.saved.is_vain(size, |packed| first.knows(packed));
        let is_fruitful = fruitless < FRUITLESS && !is_vain;
        let tries = is_fruitful || self.expanded.is_multiple_of(LOOK_EVERY);
        self.expanded += 1;
        let in_hand = expanders.iter().map(|one| one.worker.in_hand());
        let earlier = Arc::new(Earlier::new(scene.store.index_bound(), in_hand));
        for expander in expanders {
            expander.worker.earlier = Arc::clone(&earlier);
            expander.worker.tries_parts = tries;
        }
    }

    /// Collects the next level, and what was found in this one.
    fn gather<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'_, S, R, T>],
    ) {
        let mut settled = Ok(());
        for (expander, front) in expanders.iter_mut().zip(&mut self.fronts) {
            front.clear();
            mem::swap(&mut expander.next, front);
            self.known.absorb(&mut expander.worker.found);
            settled = settled.and(expander.settle());
        }
        let bytes = self.fronts.iter().map(Front::bytes).sum::<usize>() + self.saved.bytes();
        settled = settled.and(self.account.settle(scene.quota, bytes));
        if let Err(limit) = settled {
            scene.watch.end(limit);
        }
    }

    fn expand<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
    ) {
        let started = Instant::now();
        let states = self.len();
        let threads = self.pace.threads_for(states).clamp(1, expanders.len());
        self.look_for_parts(expanders);
        let level = Level {
            fronts: &self.fronts,
            known: &self.known,
            chunk: (states / (threads * 8)).clamp(1, MAX_CHUNK),
        };
        if let [first, others @ ..] = &mut expanders[..threads] {
            thread::scope(|scope| {
                for (number, expander) in (1..).zip(others) {
                    // Models may call functions deeply, and executors may recurse with them.
                    let thread = thread::Builder::new().stack_size(stack_bytes());
                    let level = &level;
                    // Where no more threads are to be had, those that run do all the work.
                    let _ =
                        thread.spawn_scoped(scope, move || expander.expand_level(level, number));
                }
                first.expand_level(&level, 0);
            });
        }
        self.pace.add(started.elapsed(), threads, states);
    }
}

/// Searches with as many threads as there are expanders (at least one). Who searches beside it is
/// called after each level, and tells how many of the `open` questions are left there.
pub(crate) fn search<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'_, T>,
    expanders: &mut [Expander<'a, S, R, T>],
    mut open: usize,
    mut beside: impl FnMut(&mut [Expander<'a, S, R, T>]) -> Result<usize, LimitKind>,
) -> Searched {
    let mut levels = Levels {
        known: Found::new(scene.covers.len()),
        fronts: expanders.iter().map(Expander::empty_front).collect(),
        account: Account::default(),
        pace: Pace::default(),
        expanded: 0,
        fruitful: Parts::default(),
        saved: Yield::default(),
    };
    if let Err(limit) = expanders[0].begin(&levels.known) {
        scene.watch.end(limit);
    }
    levels.gather(scene, expanders);
    let (mut depth, mut is_cut_at_depth) = (0, false);
    while levels.len() > 0 && scene.goes_on(&levels.known, open) && !scene.watch.is_over() {
        if scene.is_depth_limit(depth) {
            is_cut_at_depth = true;
            break;
        }
        let frontier = levels.len() as u64;
        scene.watch.progress.frontier.store(frontier, Relaxed);
        scene.watch.progress.depth.store(depth, Relaxed);
        levels.expand(expanders);
        levels.gather(scene, expanders);
        depth += u64::from(levels.len() > 0);
        if scene.watch.ended().is_none() {
            open = beside(expanders).unwrap_or_else(|limit| {
                scene.watch.end(limit);
                0
            });
        }
    }
    // What is released was charged.
    let _ = levels.account.settle(scene.quota, 0);
    Searched {
        is_exhausted: levels.len() == 0,
        found: levels.known,
        depth,
        is_cut_at_depth,
    }
}
