//! Parallel breadth first search, level by level.
//!
//! All states of a level are expanded before the next one begins, and what was found is looked at
//! between levels only. The set of states of each level is thus a matter of the system alone:
//! verdict, length of runs, depth and counts depend neither on the number of threads nor on timing,
//! unless a limit cuts a level short.
//!
//! Threads are started anew for each level, but only for so much work that starting them does not
//! matter; a panic in one of them can't leave others waiting.
//!
//! When a checkpoint is due they stop, each at the end of what it has taken, and go on after it was
//! written (`saved.rs`).

mod saved;

use crate::account::Account;
use crate::ahead::Ahead;
use crate::beside::Beside;
use crate::checkpoint::{Opened, Session};
use crate::claims::Claims;
use crate::earlier::Earlier;
use crate::found::Found;
use crate::front::Front;
use crate::graph::Tracked;
use crate::inspect::Arrival;
use crate::pending::Pending;
use crate::sample::Yield;
use crate::scene::{Scene, Searched};
use crate::store::{Inserted, StateIndex, Store, fingerprint};
use crate::trials::Trials;
use crate::ways::{Record, check_of};
use crate::worker::{Counts, Worker};
use crate::{LimitKind, Parts};
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};
use weyl_budget::stack_bytes;
use weyl_ir::RuleId;
use weyl_system::{Batch, Conditions, Outcome, Renaming};

/// Work that makes it worth while to start one more thread, which takes some 20 to 60 microseconds.
const WORK_PER_THREAD: Duration = Duration::from_micros(250);
/// States that a thread takes at once, at most.
const MAX_CHUNK: usize = 64;
/// States are expanded together until they have so many successors, or are so many themselves:
/// enough to hide the latency of memory, few enough for the fastest caches.
const GROUP_SUCCESSORS: usize = 64;
const GROUP_STATES: usize = 16;
/// Groups between two looks at the clock.
const GROUPS_OF_A_LOOK: u32 = 4;
/// So many that their memory is charged before they are stored.
const MANY_SUCCESSORS: usize = 4096;

/// One level, shared by the threads that expand it.
struct Level<'a> {
    fronts: &'a [Front],
    known: &'a Found,
    claims: &'a Claims,
    chunk: usize,
    /// When all stop for a checkpoint.
    until: Option<Instant>,
}

impl Level<'_> {
    fn is_to_stop(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What was taken and left as a limit was reached: whoever goes on takes it again. What was stored
/// of it stays.
#[derive(Debug, Default)]
struct Undone {
    front: usize,
    places: Range<usize>,
    /// Where something was fired: what was counted of it, rules in particular.
    states: Vec<StateIndex>,
    counts: Counts,
    fired: Vec<RuleId>,
    /// Bytes of the sample before that.
    sample: usize,
}

/// A worker with the new states that it has found in this level.
pub(crate) struct Expander<'a, S, R, T: Store + 'a> {
    pub worker: Worker<'a, S, R, T>,
    /// The firings of the states of a group.
    batches: Vec<Batch>,
    next: Front,
    ahead: Ahead,
    account: Account,
    /// Expanded so far.
    groups: u32,
    /// The states of the last one.
    group: Vec<StateIndex>,
    undone: Option<Undone>,
}

impl<'a, S: Renaming + Conditions, R: Tracked, T: Store> Expander<'a, S, R, T> {
    pub fn new(worker: Worker<'a, S, R, T>) -> Expander<'a, S, R, T> {
        Expander {
            next: front_of(&worker),
            batches: vec![Batch::default(); GROUP_STATES],
            ahead: Ahead::default(),
            worker,
            account: Account::default(),
            groups: 0,
            group: Vec::with_capacity(GROUP_STATES),
            undone: None,
        }
    }

    fn empty_front(&self) -> Front {
        front_of(&self.worker)
    }

    fn begin(&mut self, known: &Found) -> Result<(), LimitKind> {
        let fired = self.worker.fire_initial(&mut self.batches[0], known);
        let followed = self.follow(known, None);
        self.worker.show_progress();
        followed.and(fired)
    }

    /// Expands states of all fronts, beginning with the one of a number, until none is left.
    fn expand_level(&mut self, level: &Level<'_>, first: usize) {
        let count = level.fronts.len();
        for number in (first..count).chain(0..first) {
            let front = &level.fronts[number];
            while let Some(places) = front.take(level.chunk) {
                let expanded = self.expand((number, places), level);
                let settled = expanded.and_then(|()| self.settle());
                self.worker.show_progress();
                if let Err(limit) = settled {
                    return self.worker.scene.watch.end(limit);
                }
                if level.is_to_stop() {
                    return;
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
        (number, places): (usize, Range<usize>),
        level: &Level<'_>,
    ) -> Result<(), LimitKind> {
        let front = &level.fronts[number];
        let mut states = front.states(places.clone());
        let mut done = places.start;
        self.ahead.clear();
        loop {
            let counts = self.worker.counts.clone();
            let sample = self.worker.sample.states().len();
            let (count, fired) = self.fire_group(front, &mut states, level.known);
            let whole = self.worker.pending.batches().count();
            // What was fired before a limit was reached is looked at all the same.
            let followed = self.follow(level.known, Some(level.claims));
            if let Err(limit) = followed.and(fired) {
                self.undone = Some(Undone {
                    front: number,
                    places: done..places.end,
                    sample,
                    ..self.undo(&counts, whole)
                });
                return Err(limit);
            }
            if count == 0 {
                return Ok(());
            }
            done += count;
        }
    }

    /// What the last group has counted since, of so many states.
    fn undo(&self, before: &Counts, states: usize) -> Undone {
        let batches = &self.batches[..states];
        let rules = batches.iter().flat_map(|batch| {
            let first = batch.iter().map(|(firing, _)| firing.rule);
            first.chain(batch.later_rules().iter().copied())
        });
        let mut counts = self.worker.counts.clone();
        counts.transitions -= before.transitions;
        counts.parts -= before.parts;
        Undone {
            states: self.group[..states].to_vec(),
            fired: rules.collect(),
            counts,
            ..Undone::default()
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
        self.groups = self.groups.wrapping_add(1);
        self.group.clear();
        let mut fired = Ok(());
        if self.groups.is_multiple_of(GROUPS_OF_A_LOOK) {
            fired = worker.scene.watch.go_on();
        }
        let mut count = 0;
        while fired.is_ok()
            && count < GROUP_STATES
            && worker.pending.len() < GROUP_SUCCESSORS
            && let Some(at) = worker.take_up(&mut self.ahead, states, front)
        {
            fired = worker.fire(at, &mut self.batches[count], known);
            self.group.push(at);
            count += 1;
        }
        // States may have millions of successors.
        if worker.pending.len() > MANY_SUCCESSORS {
            fired = fired.and(self.settle());
        }
        (count, fired)
    }

    /// Stores what the batches led to; what is new belongs to the next level, and is inspected.
    fn follow(&mut self, known: &Found, claims: Option<&Claims>) -> Result<(), LimitKind> {
        let stored = self.worker.store_pending();
        let mut pending = mem::take(&mut self.worker.pending);
        if let Some(claims) = claims {
            let store = self.worker.scene.store;
            for (claim, inserted) in pending.claimed() {
                claims.make(claim, inserted, |a, b| is_less(store, a, b));
            }
        }
        for (number, inserted) in pending.results.iter().enumerate() {
            if let Inserted::New(index) = inserted {
                let packed = pending.packed(number);
                self.next.push(*index, packed);
                self.next.note(|| Record {
                    parent: pending.source(number).parent.expand(),
                    check: check_of(&fingerprint(packed)),
                });
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
        let mut inspected = Ok(());
        for (batch, numbers) in self.batches.iter().zip(pending.batches()) {
            let (mut outcomes, mut step) = (batch.iter(), 0);
            for number in numbers {
                let Inserted::New(index) = pending.results[number] else {
                    continue;
                };
                let own = pending.source(number).step;
                let outcome = outcomes.nth((own - step) as usize);
                step = own + 1;
                if let Some((_, Outcome::State { state, .. })) = outcome
                    && inspected.is_ok()
                {
                    inspected = self.worker.inspect(Arrival {
                        index,
                        state,
                        known,
                    });
                }
                if inspected.is_err() {
                    self.worker.unasked.push(index);
                }
            }
        }
        inspected
    }
}

fn front_of<S: Renaming + Conditions, R: Tracked, T: Store>(worker: &Worker<'_, S, R, T>) -> Front {
    let is_logged = worker.scene.ways.are_logged();
    Front::new::<T>(worker.system.packed_size(), is_logged)
}

/// Where two states have the same hash.
#[cold]
fn is_less<T: Store>(store: &T, a: StateIndex, b: StateIndex) -> bool {
    store.get(a, &mut Vec::new()) < store.get(b, &mut Vec::new())
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
    /// Who leads to the states of the next one.
    claims: Claims,
    account: Account,
    pace: Pace,
    trials: Trials,
    /// What parts of steps save.
    saved: Yield,
    /// Of the level at hand: which states are of earlier ones, how many threads there are, and how
    /// much each takes at once.
    earlier: Arc<Earlier>,
    threads: usize,
    chunk: usize,
}

/// How far the search has come.
#[derive(Debug, Default)]
struct Course {
    depth: u64,
    /// Levels that were expanded.
    rounds: u64,
    /// How much was found, and after how many of them.
    found: usize,
    levels_to_find: Option<u64>,
    /// Whether a level is being expanded.
    is_within: bool,
    /// Whether questions about runs have to look at the last one.
    owes_looks: bool,
    /// Whether there are states to begin with.
    has_begun: bool,
    /// Whether there is a checkpoint of the end.
    is_saved: bool,
}

impl Levels {
    fn len(&self) -> usize {
        self.fronts.iter().map(Front::len).sum()
    }

    /// Tells all who expand the next level whether to look for parts of steps.
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
        self.saved
            .take(expanders.iter_mut().map(|one| &mut one.worker.sample));
        let first = &mut expanders[0].worker;
        let size = first.system.packed_size();
        let is_vain = self.saved.is_vain(size, |packed| first.knows(packed));
        let tries = self.trials.tries(parts, is_vain);
        for expander in expanders {
            expander.worker.tries_parts = tries;
        }
    }

    /// Tells all who expand the next level which states are of earlier ones.
    fn part_from_earlier<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
        threads: usize,
    ) {
        let Some(scene) = expanders.first().map(|first| first.worker.scene) else {
            return;
        };
        let bound = scene.store.index_bound();
        let in_hand = expanders.iter().map(|one| one.worker.in_hand());
        let earlier = Earlier::new(bound, in_hand);
        if T::KEEPS_STATES {
            self.claims.begin(earlier.clone(), bound, threads);
        }
        scene.store.begin_level();
        let earlier = Arc::new(earlier);
        self.earlier = Arc::clone(&earlier);
        for expander in expanders {
            expander.worker.earlier = Arc::clone(&earlier);
        }
    }

    /// Gives the states of the next level to those who won them.
    fn settle_claims<T: Store>(&self, store: &T, next: &Front) -> Result<(), LimitKind> {
        for (_, state) in next.states(0..next.len()) {
            if let Some(winner) = self.claims.winner(state) {
                store.adopt(state, Some(winner))?;
            }
        }
        Ok(())
    }

    /// Writes down the parents of the states of the next level, as many as can be written.
    fn log<T: Store>(&self, scene: &Scene<'_, T>, next: &Front) -> Result<(), LimitKind> {
        let Some(mut log) = scene.ways.log() else {
            return Ok(());
        };
        let mut logged = Ok(());
        for (place, state) in next.states(0..next.len()) {
            if let Some(mut record) = next.record(place) {
                if T::KEEPS_STATES {
                    record.parent = self.claims.winner(state).or(record.parent);
                }
                logged = logged.and(log.add(state, record));
            }
        }
        logged.and(log.settle(scene.quota))
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
        if T::KEEPS_STATES {
            let fronts = self.fronts.iter().filter(|front| front.len() > 0);
            settled = fronts.fold(settled, |settled, front| {
                settled.and_then(|()| self.settle_claims(scene.store, front))
            });
        }
        for front in self.fronts.iter().filter(|front| front.len() > 0) {
            settled = settled.and(self.log(scene, front));
        }
        let bytes = self.fronts.iter().map(Front::bytes).sum::<usize>();
        let bytes = bytes + self.saved.bytes() + self.claims.bytes();
        settled = settled.and(self.account.settle(scene.quota, bytes));
        if let Err(limit) = settled {
            scene.watch.end(limit);
        }
    }

    /// Takes the states that questions about runs need for the next level, where these lead.
    fn follow<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        beside: &Beside<'_, '_, '_, S, R, T>,
    ) {
        if !beside.leads {
            return;
        }
        let needed = beside.needed();
        self.fronts.iter_mut().for_each(Front::clear);
        let share = needed.len().div_ceil(self.fronts.len()).max(1);
        for (front, states) in self.fronts.iter_mut().zip(needed.chunks(share)) {
            states.iter().for_each(|state| front.push(*state, &[]));
        }
    }

    /// Before a level is expanded.
    fn begin_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
    ) {
        self.share_out(expanders.len());
        self.look_for_parts(expanders);
        self.part_from_earlier(expanders, self.threads);
    }

    /// How many threads have enough to do.
    fn share_out(&mut self, expanders: usize) {
        let states = self.len();
        self.threads = self.pace.threads_for(states).clamp(1, expanders);
        self.chunk = (states / (self.threads * 8)).clamp(1, MAX_CHUNK);
    }

    /// Expands the level, until it is time for a checkpoint.
    fn expand<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
        until: Option<Instant>,
    ) {
        let started = Instant::now();
        let (before, threads) = (self.left(), self.threads);
        let level = Level {
            fronts: &self.fronts,
            known: &self.known,
            claims: &self.claims,
            chunk: self.chunk,
            until,
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
        self.pace
            .add(started.elapsed(), threads, before - self.left());
    }

    /// States of the level that nobody has taken.
    fn left(&self) -> usize {
        self.fronts.iter().map(|front| front.left().len()).sum()
    }
}

/// Searches with as many threads as there are expanders (at least one), and what goes on beside it;
/// from where it was left, if it was saved.
pub(crate) fn search<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'_, T>,
    expanders: &mut [Expander<'a, S, R, T>],
    beside: &mut Beside<'_, 'a, '_, S, R, T>,
    saving: Option<Opened>,
) -> Searched {
    let (mut session, saved) = match saving {
        Some(Opened { session, saved }) => (Some(session), saved),
        None => (None, None),
    };
    let mut levels = Levels {
        known: Found::new(scene.covers.len()),
        fronts: expanders.iter().map(Expander::empty_front).collect(),
        claims: Claims::default(),
        account: Account::default(),
        pace: Pace::default(),
        trials: Trials::default(),
        saved: Yield::default(),
        earlier: Arc::default(),
        threads: 1,
        chunk: 1,
    };
    let mut course = Course::default();
    if session.is_some() {
        beside.will_be_saved();
    }
    match (saved, &mut session) {
        (Some(saved), Some(session)) => {
            let restored = levels.restore(saved, scene, expanders, (&mut course, session, beside));
            if let Err(error) = restored {
                scene.watch.end(session.leave(&error));
            }
        }
        (_, session) => {
            levels.begin(scene, expanders, beside, (&mut course, session.as_mut()));
        }
    }
    let is_cut_at_depth = levels.go_on(scene, expanders, beside, (&mut course, &mut session));
    if let Some(session) = &mut session {
        levels.save_at_end(scene, expanders, beside, (&course, session));
    }
    beside.take_back_segments(expanders);
    // What is released was charged.
    let _ = levels.account.settle(scene.quota, 0);
    Searched {
        is_exhausted: levels.len() == 0 && !beside.leads,
        found: levels.known,
        depth: course.depth,
        is_cut_at_depth,
        levels_to_find: course.levels_to_find,
    }
}

impl Levels {
    fn begin<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        (course, session): (&mut Course, Option<&mut Session>),
    ) {
        let begun = expanders[0].begin(&self.known);
        match begun.and(beside.begin(expanders)) {
            Ok(()) => course.has_begun = true,
            Err(limit) => scene.watch.end(limit),
        }
        if let Some(session) = session {
            self.write_fingerprints(expanders, session);
        }
        self.gather(scene, expanders);
        self.follow(beside);
        course.found = self.known.count();
        course.levels_to_find = (course.found > 0).then_some(0);
    }

    /// Level by level to the end; whether the limit of depth is what ends it.
    fn go_on<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        (course, session): (&mut Course, &mut Option<Session>),
    ) -> bool {
        loop {
            if course.owes_looks && scene.watch.ended().is_none() {
                self.look_beside(scene, expanders, beside, course);
            }
            if let Some(session) = session.as_mut().filter(|session| session.is_due()) {
                self.save(scene, expanders, beside, (course, session));
            }
            if !course.is_within {
                let is_open = self.len() > 0 && scene.goes_on(&self.known, beside.open());
                if !is_open || scene.watch.is_over() {
                    return false;
                }
                if scene.is_depth_limit(course.depth) {
                    return true;
                }
                let frontier = self.len() as u64;
                scene.watch.progress.frontier.store(frontier, Relaxed);
                scene.watch.progress.depth.store(course.depth, Relaxed);
                self.begin_level(expanders);
                course.is_within = true;
            }
            self.expand(expanders, session.as_ref().and_then(Session::due));
            let is_over = scene.watch.ended().is_some();
            if !is_over && self.left() > 0 {
                continue;
            }
            if let Some(session) = session.as_mut().filter(|_| is_over) {
                self.save(scene, expanders, beside, (course, session));
                course.is_saved = true;
            }
            self.end_level(scene, expanders, session.as_mut(), course);
        }
    }

    fn end_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'_, S, R, T>],
        session: Option<&mut Session>,
        course: &mut Course,
    ) {
        if let Some(session) = session {
            self.write_fingerprints(expanders, session);
        }
        self.gather(scene, expanders);
        course.is_within = false;
        course.rounds += 1;
        if self.known.count() > course.found {
            course.found = self.known.count();
            course.levels_to_find = Some(course.rounds);
        }
        course.depth += u64::from(self.len() > 0);
        course.owes_looks = true;
    }

    /// What questions about runs see in the last level.
    fn look_beside<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        course: &mut Course,
    ) {
        match beside.advance(expanders) {
            Ok(()) => {
                course.owes_looks = false;
                self.follow(beside);
            }
            Err(limit) => scene.watch.end(limit),
        }
    }
}
