//! A breadth first search in checkpoints: the level at hand with what is left of it, what was found
//! of the next one, and everything that decides how the search goes on.
//!
//! States, parents and edges go to the log when they are new. Parents may change as long as the
//! level is not over, so those of the next level are written once more after it. What a limit cut
//! short was not done: it is taken out of what was counted, and done again by whoever goes on.

use super::{Course, Expander, Levels, Undone};
use crate::Parts;
use crate::beside::Beside;
use crate::checkpoint::{BlockReader, BlockWriter, Saved, Session, Written, damaged, ranges};
use crate::checkpoint::{get_bytes, get_flag, get_found, get_numbers, get_option, get_size};
use crate::checkpoint::{get_state, get_u32, get_u64, put_bytes, put_flag, put_found, put_option};
use crate::checkpoint::{put_numbers, put_u32, put_u64};
use crate::claims::Claims;
use crate::earlier::Earlier;
use crate::found::Found;
use crate::front::Front;
use crate::graph::Tracked;
use crate::inspect::Arrival;
use crate::rows::Rows;
use crate::sample::Yield;
use crate::scene::Scene;
use crate::store::{Kind, StateIndex, Store, fingerprint};
use crate::trials::Trials;
use crate::ways::Record;
use crate::worker::{Counts, Trail};
use cranelift_entity::EntityRef;
use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;
use weyl_system::{Conditions, Renaming};

/// Fingerprints and states that are written at once.
const PIECE: usize = 1 << 14;

impl Course {
    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, self.depth)?;
        put_u64(to, self.rounds)?;
        put_u64(to, self.found as u64)?;
        put_option(to, self.levels_to_find)?;
        put_flag(to, self.is_within)?;
        put_flag(to, self.owes_looks)
    }

    fn read(from: &mut impl Read) -> io::Result<Course> {
        Ok(Course {
            depth: get_u64(from)?,
            rounds: get_u64(from)?,
            found: get_size(from)?,
            levels_to_find: get_option(from)?,
            is_within: get_flag(from)?,
            owes_looks: get_flag(from)?,
            has_begun: true,
            is_saved: false,
        })
    }
}

/// What all workers have counted, without what was not done.
fn counted<S: Renaming + Conditions, R: Tracked, T: Store>(
    expanders: &[Expander<'_, S, R, T>],
) -> (Counts, Vec<u64>) {
    let mut total = Counts::default();
    let mut fired: Vec<u64> = Vec::new();
    for expander in expanders {
        let worker = &expander.worker;
        total.states += worker.counts.states;
        total.transitions += worker.counts.transitions;
        total.parts += worker.counts.parts;
        fired.resize(worker.fired.len(), 0);
        for (fired, own) in fired.iter_mut().zip(&worker.fired) {
            *fired += own;
        }
    }
    for undone in expanders.iter().filter_map(|one| one.undone.as_ref()) {
        total.transitions -= undone.counts.transitions;
        total.parts -= undone.counts.parts;
        for rule in &undone.fired {
            if let Some(fired) = fired.get_mut(rule.index()) {
                *fired -= 1;
            }
        }
    }
    (total, fired)
}

fn put_counts(to: &mut impl Write, (counts, fired): &(Counts, Vec<u64>)) -> io::Result<()> {
    put_u64(to, counts.states)?;
    put_u64(to, counts.transitions)?;
    counts.parts.write(to)?;
    put_u64(to, fired.len() as u64)?;
    fired.iter().try_for_each(|count| put_u64(to, *count))
}

fn get_counts(from: &mut impl Read) -> io::Result<(Counts, Vec<u64>)> {
    let counts = Counts {
        states: get_u64(from)?,
        transitions: get_u64(from)?,
        parts: Parts::read(from)?,
    };
    let count = get_u64(from)?;
    let fired = (0..count).map(|_| get_u64(from));
    Ok((counts, fired.collect::<io::Result<_>>()?))
}

/// What was found in the level at hand.
fn found_here<S: Renaming + Conditions, R: Tracked, T: Store>(
    covers: usize,
    expanders: &[Expander<'_, S, R, T>],
) -> Found {
    let mut found = Found::new(covers);
    for expander in expanders {
        found.absorb(&mut expander.worker.found.clone());
    }
    found
}

/// What is left of the level at hand: what was taken and not done, then what nobody has taken.
fn rest<'f, S: Renaming + Conditions, R: Tracked, T: Store>(
    fronts: &'f [Front],
    expanders: &[Expander<'_, S, R, T>],
) -> Vec<(&'f Front, std::ops::Range<usize>)> {
    let undone = expanders.iter().filter_map(|one| one.undone.as_ref());
    let undone = undone.map(|undone: &Undone| (&fronts[undone.front], undone.places.clone()));
    let left = fronts.iter().map(|front| (front, front.left()));
    undone
        .chain(left)
        .filter(|(_, places)| !places.is_empty())
        .collect()
}

fn put_fingerprints(front: &mut Front, to: &mut BlockWriter) -> io::Result<()> {
    let mut fingerprints = Vec::new();
    for places in front.unsaved(PIECE) {
        fingerprints.clear();
        for place in places {
            fingerprints.extend_from_slice(&fingerprint(front.own(place).unwrap_or(&[])));
        }
        Kind::Fingerprints.put(to)?;
        put_bytes(to, &fingerprints)?;
    }
    front.is_saved();
    Ok(())
}

fn put_trail(
    (number, trail): (usize, &Trail),
    written: &mut usize,
    to: &mut BlockWriter,
) -> io::Result<()> {
    let count = trail.states.len();
    for first in (*written..count).step_by(PIECE) {
        let places = first..count.min(first + PIECE);
        Kind::Trail.put(to)?;
        put_u32(to, number as u32)?;
        let states = places.clone().map(|at| trail.states.row(at)[0].as_u32());
        put_numbers(to, &states.collect::<Vec<u32>>())?;
        places
            .into_iter()
            .try_for_each(|at| to.write_all(trail.labels.row(at)))?;
    }
    *written = count;
    Ok(())
}

impl Levels {
    /// States whose fingerprints nobody else has, before they are gone.
    pub(super) fn write_fingerprints<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        expanders: &mut [Expander<'_, S, R, T>],
        session: &mut Session,
    ) {
        if !T::KEEPS_STATES {
            session.write_on(|log| {
                let mut next = expanders.iter_mut();
                next.try_for_each(|expander| put_fingerprints(&mut expander.next, log))
            });
        }
    }

    /// Makes a checkpoint, while nobody expands anything.
    pub(super) fn save<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        (course, session): (&Course, &mut Session),
    ) {
        beside.take_back_segments(expanders);
        self.save_quietly(scene, expanders, beside, (course, session));
        beside.lend_segments(expanders);
    }

    fn save_quietly<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        (course, session): (&Course, &mut Session),
    ) {
        self.write_fingerprints(expanders, session);
        let undone: HashSet<StateIndex> = (expanders.iter())
            .flat_map(|one| one.undone.iter().flat_map(|undone| &undone.states))
            .copied()
            .collect();
        let (expanders, beside) = (&*expanders, RefCell::new(beside));
        let log = |log: &mut BlockWriter, written: &mut Written| {
            let unsettled = expanders.iter().flat_map(|one| one.next.all());
            let unsettled = ranges(unsettled);
            scene.store.save_new(written, log)?;
            scene.store.save_parents(&written.unsettled, log)?;
            written.unsettled = unsettled;
            put_trails(expanders, written, log)?;
            put_parents(scene, written, log)?;
            beside.borrow_mut().save_steps(&undone, written, log)
        };
        let state = |to: &mut BlockWriter| {
            course.write(to)?;
            self.write(scene, expanders, to)?;
            if course.is_within {
                self.write_level::<S, R, T>(expanders, to)?;
            }
            beside.borrow().save(to)
        };
        session.save(scene.store.len(), log, state);
    }

    /// The last checkpoint of an exploration: for whoever goes on behind a limit, and where others
    /// were made or somebody else may be interrupted, for whoever need not search again.
    pub(super) fn save_at_end<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
        (course, session): (&Course, &mut Session),
    ) {
        let is_over = scene.watch.ended().is_some() || scene.is_depth_limit(course.depth);
        let goes_on = scene.needs_graph() || !scene.ways.are_known() && self.known.count() > 0;
        if course.has_begun && !course.is_saved && (is_over || goes_on || session.has_any()) {
            self.save(scene, expanders, beside, (course, session));
        }
    }

    /// What is known at any time.
    fn write<S: Renaming + Conditions, R: Tracked, T: Store>(
        &self,
        scene: &Scene<'_, T>,
        expanders: &[Expander<'_, S, R, T>],
        to: &mut BlockWriter,
    ) -> io::Result<()> {
        scene.store.save_bounds(to)?;
        put_counts(to, &counted(expanders))?;
        put_found(to, &self.known)?;
        put_found(to, &found_here(scene.covers.len(), expanders))?;
        self.trials.write(to)?;
        self.saved.write(to)?;
        put_u64(to, self.pace.nanoseconds as u64)?;
        put_u64(to, self.pace.states as u64)?;
        put_flag(to, expanders[0].worker.tries_parts)?;
        let samples = expanders.iter().map(|one| {
            let states = one.worker.sample.states();
            let end = one
                .undone
                .as_ref()
                .map_or(states.len(), |undone| undone.sample);
            &states[..end]
        });
        put_bytes(to, &samples.collect::<Vec<_>>().concat())?;
        let unasked = expanders.iter().flat_map(|one| &one.worker.unasked);
        put_numbers(to, &unasked.map(|state| state.as_u32()).collect::<Vec<_>>())?;
        let rest = rest(&self.fronts, expanders);
        put_u64(to, rest.len() as u64)?;
        rest.into_iter()
            .try_for_each(|(front, places)| front.write(places, to))
    }

    /// What was found of the next level.
    fn write_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &self,
        expanders: &[Expander<'_, S, R, T>],
        to: &mut BlockWriter,
    ) -> io::Result<()> {
        self.earlier.write(to)?;
        put_u64(to, expanders.len() as u64)?;
        for expander in expanders {
            expander.next.write(0..expander.next.len(), to)?;
        }
        if T::KEEPS_STATES {
            let mut states = expanders.iter().flat_map(|one| one.next.all());
            states.try_for_each(|state| put_u64(to, self.claims.number(state)))?;
        }
        Ok(())
    }

    /// Makes everything as it was saved.
    pub(super) fn restore<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        Saved { mut log, mut state }: Saved,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'a, S, R, T>],
        (course, session, beside): (&mut Course, &mut Session, &mut Beside<'_, 'a, '_, S, R, T>),
    ) -> io::Result<()> {
        let mut restored = Restored::default();
        while !log.is_at_end()? {
            restored.take(scene, &mut log, beside)?;
        }
        log.finish()?;
        let from = &mut state;
        *course = Course::read(from)?;
        let is_within = course.is_within;
        let unasked = self.read(scene, expanders, (from, session))?;
        if is_within {
            self.read_level(scene, expanders, from)?;
        }
        session.written.unsettled = ranges(expanders[0].next.all());
        restored.finish(scene, session, expanders)?;
        beside.begin_again(expanders, (from, &mut session.written))?;
        state.finish()?;
        session.went_on_with(scene.store.len());
        self.ask(scene, &mut expanders[0], unasked);
        expanders[0].worker.show_progress();
        Ok(())
    }

    fn read<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'_, S, R, T>],
        (from, session): (&mut BlockReader, &mut Session),
    ) -> io::Result<Vec<StateIndex>> {
        scene.store.go_on(from, &mut session.written)?;
        let first = &mut expanders[0].worker;
        let (counts, fired) = get_counts(from)?;
        if fired.len() != first.fired.len() {
            return Err(damaged("there are other rules"));
        }
        (first.counts, first.fired) = (counts, fired);
        self.known = get_found(from, &mut first.system)?;
        first.found = get_found(from, &mut first.system)?;
        let covers = scene.covers.len();
        if self.known.covers.len() != covers || first.found.covers.len() != covers {
            return Err(damaged("there are other covers"));
        }
        self.trials = Trials::read(from)?;
        self.saved = Yield::read(from)?;
        self.pace.nanoseconds = get_u64(from)?.into();
        self.pace.states = get_u64(from)?.into();
        let tries = get_flag(from)?;
        first.sample.append(&get_bytes(from)?);
        let size = first.system.packed_size();
        for expander in &mut *expanders {
            expander.worker.tries_parts = tries;
        }
        let unasked = get_numbers(from)?.into_iter().map(StateIndex::from_u32);
        for _ in 0..get_u64(from)? {
            self.fronts[0].read(size, from)?;
        }
        is_below(&self.fronts[0], scene.store.index_bound())?;
        Ok(unasked.collect())
    }

    fn read_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        expanders: &mut [Expander<'_, S, R, T>],
        from: &mut BlockReader,
    ) -> io::Result<()> {
        let earlier = Earlier::read(from)?;
        self.share_out(expanders.len());
        scene.store.begin_level();
        let (next, bound) = (&mut expanders[0].next, scene.store.index_bound());
        let size = scene.packed_size;
        for _ in 0..get_u64(from)? {
            next.read(size, from)?;
        }
        is_below(next, bound)?;
        if T::KEEPS_STATES {
            self.claims = Claims::default();
            self.claims.begin(earlier.clone(), bound, self.threads);
            for state in next.all() {
                self.claims.restore(state, get_u64(from)?);
            }
        } else {
            for place in 0..next.len() {
                let young = scene.store.is_young(next.own(place).unwrap_or(&[]));
                young.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            }
            next.is_saved();
        }
        self.earlier = Arc::new(earlier);
        for expander in expanders {
            expander.worker.earlier = Arc::clone(&self.earlier);
        }
        Ok(())
    }

    /// Asks what could not be asked.
    fn ask<S: Renaming + Conditions, R: Tracked, T: Store>(
        &self,
        scene: &Scene<'_, T>,
        expander: &mut Expander<'_, S, R, T>,
        unasked: Vec<StateIndex>,
    ) {
        let unasked: HashSet<StateIndex> = unasked.into_iter().collect();
        if unasked.is_empty() {
            return;
        }
        let Expander { worker, next, .. } = expander;
        let mut buffer = Vec::new();
        let mut state = vec![0; worker.system.state_size()];
        for at in next.states(0..next.len()) {
            if unasked.contains(&at.1) {
                let packed = next.packed(scene.store, at, &mut buffer);
                worker.system.unpack(packed, &mut state);
                let asked = worker.inspect(Arrival {
                    index: at.1,
                    state: &state,
                    known: &self.known,
                });
                if let Err(limit) = asked {
                    scene.watch.end(limit);
                    worker.unasked.push(at.1);
                }
            }
        }
    }
}

fn is_below(front: &Front, bound: usize) -> io::Result<()> {
    if front.all().all(|state| state.index() < bound) {
        Ok(())
    } else {
        Err(damaged("a state is not there"))
    }
}

fn put_trails<S: Renaming + Conditions, R: Tracked, T: Store>(
    expanders: &[Expander<'_, S, R, T>],
    written: &mut Written,
    to: &mut BlockWriter,
) -> io::Result<()> {
    written.trails.resize(expanders.len(), 0);
    let first = expanders[0].worker.trails.len();
    for (number, expander) in expanders.iter().enumerate() {
        if let Some(trail) = &expander.worker.trail {
            put_trail((first + number, trail), &mut written.trails[number], to)?;
        }
    }
    Ok(())
}

fn put_parents<T: Store>(
    scene: &Scene<'_, T>,
    written: &mut Written,
    to: &mut BlockWriter,
) -> io::Result<()> {
    let Some(log) = scene.ways.log() else {
        return Ok(());
    };
    let mut records = Vec::new();
    log.since(written.parents, |state, record| {
        records.extend_from_slice(&state.as_u32().to_le_bytes());
        records.extend_from_slice(&record.write());
        if records.len() < PIECE * PARENT {
            return Ok(());
        }
        Kind::Parents.put(to)?;
        put_bytes(to, &records)?;
        records.clear();
        Ok(())
    })?;
    written.parents = log.len();
    Kind::Parents.put(to)?;
    put_bytes(to, &records)
}

/// A state with its record.
const PARENT: usize = 4 + Record::BYTES;

/// What the log has beside states and edges.
#[derive(Default)]
struct Restored {
    trails: Vec<Trail>,
}

impl Restored {
    /// Takes what comes next in the log.
    fn take<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        log: &mut BlockReader,
        beside: &mut Beside<'_, 'a, '_, S, R, T>,
    ) -> io::Result<()> {
        match Kind::get(log)? {
            kind @ (Kind::Rows | Kind::Links | Kind::Fingerprints) => {
                scene.store.put_back(kind, log)
            }
            Kind::Trail => self.take_trail(scene, log),
            Kind::Parents => take_parents(scene, log),
            kind @ (Kind::Steps | Kind::Sets) => beside.put_back(kind, log),
        }
    }

    fn take_trail<T: Store>(
        &mut self,
        scene: &Scene<'_, T>,
        log: &mut BlockReader,
    ) -> io::Result<()> {
        let number = get_u32(log)? as usize;
        let states = get_numbers(log)?;
        let width = scene.liveness_instances().div_ceil(8).max(1);
        while self.trails.len() <= number {
            self.trails.push(Trail {
                states: Rows::new(1),
                labels: Rows::new(width),
            });
        }
        let mut label = vec![0; width];
        let trail = &mut self.trails[number];
        for state in states {
            log.read_exact(&mut label)?;
            let growth = trail.labels.growth() + trail.states.growth();
            let charged = scene.quota.charge(growth);
            charged.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            trail.labels.push(&label, &[]);
            trail.states.push(&[StateIndex::from_u32(state)], &[]);
        }
        Ok(())
    }

    fn finish<S: Renaming + Conditions, R: Tracked, T: Store>(
        self,
        scene: &Scene<'_, T>,
        session: &mut Session,
        expanders: &mut [Expander<'_, S, R, T>],
    ) -> io::Result<()> {
        let bound = scene.store.index_bound();
        let mut states = self.trails.iter().flat_map(|trail| trail.states.iter());
        let are_there = states.all(|row| row[0].index() < bound);
        drop(states);
        if !are_there {
            return Err(damaged("a state is not there"));
        }
        expanders[0].worker.trails = self.trails;
        session.written.parents = scene.ways.log().map_or(0, |log| log.len());
        Ok(())
    }
}

fn take_parents<T: Store>(scene: &Scene<'_, T>, log: &mut BlockReader) -> io::Result<()> {
    let records = get_bytes(log)?;
    let mut to = scene.ways.log();
    let to = to.as_mut().ok_or_else(|| damaged("nobody keeps parents"))?;
    for mut bytes in records.chunks_exact(PARENT) {
        let state = get_state(&mut bytes)?.ok_or_else(|| damaged("a state is none"))?;
        let mut record = [0; Record::BYTES];
        bytes.read_exact(&mut record)?;
        let added = to.add(state, Record::read(record));
        added.map_err(|_| io::Error::other("parents can't be written"))?;
    }
    let settled = to.settle(scene.quota);
    settled.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))
}
