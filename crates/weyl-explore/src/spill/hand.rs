//! One thread of the search: it expands states of a level, and finds out which of the states that
//! were reached are new.

use super::delayed::Delayed;
use super::level::{Ignoring, Level, Portion};
use super::merge::{Members, Merge, ROWS_OF_A_LOOK, Stretch};
use super::recent::Recent;
use super::scratch::Tape;
use super::segment::{Reader, Segment, Shape, Writer};
use super::sorter::{Chunk, Sorter};
use super::visited::Visited;
use crate::LimitKind;
use crate::account::Account;
use crate::found::Found;
use crate::graph::Tracked;
use crate::inspect::Arrival;
use crate::store::StateIndex;
use crate::worker::Worker;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use weyl_ir::RuleId;
use weyl_system::{Batch, Conditions, Cut, Extent, Firing, Outcome, Renaming};

/// States that are expanded between two looks at the clock.
const STATES_OF_A_LOOK: u64 = 64;

/// What a state of the next level is called while nobody knows its number.
pub(super) const NEW: StateIndex = StateIndex::UNNUMBERED;

/// Numbers of states, with one more for none, are below the names of others.
pub(super) const MOST_IN_LEVEL: u64 = (u32::MAX - 2) as u64;

/// A level that is being expanded.
pub(super) struct Ground<'l> {
    pub level: &'l Level,
    pub known: &'l Found,
    /// Those with a part of their steps, where there may be some.
    pub ignoring: Option<&'l Ignoring>,
    pub taken: AtomicUsize,
}

/// Which states of a level are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// All of them.
    First,
    /// Fully, those whose part led to nothing new.
    Second,
}

/// What was reached from a level, and what was there before.
pub(super) struct Reached<'l> {
    pub chunks: Vec<&'l Chunk>,
    pub segments: &'l [Arc<Segment>],
    pub visited: &'l Visited,
    /// New states that were found in the first pass.
    pub found_before: &'l [Arc<Segment>],
    pub known: &'l Found,
    pub ignoring: Option<&'l Ignoring>,
}

pub(super) struct Hand<'a, S, R> {
    pub worker: Worker<'a, S, R, Delayed>,
    pub batch: Batch,
    part: Batch,
    /// States that parts left out.
    pub samples: Sorter,
    recent: Recent,
    pub reader: Reader,
    /// For the levels.
    pub tape: Arc<Tape>,
    /// A state that is inspected.
    state: Vec<u8>,
    account: Account,
    /// States that were expanded in both passes.
    pub twice: u64,
}

/// How much a hand has room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub candidates: usize,
    pub samples: usize,
    pub recent: usize,
    /// Of a block on disk.
    pub block: usize,
}

impl<'a, S: Renaming + Conditions, R: Tracked> Hand<'a, S, R> {
    pub fn new(
        worker: Worker<'a, S, R, Delayed>,
        samples: Sorter,
        tape: Arc<Tape>,
        room: Room,
    ) -> Hand<'a, S, R> {
        Hand {
            batch: Batch::default(),
            part: Batch::default(),
            samples,
            recent: Recent::new(worker.system.packed_size(), room.recent),
            reader: Reader::default(),
            tape,
            state: vec![0; worker.system.state_size()],
            account: Account::default(),
            twice: 0,
            worker,
        }
    }

    pub fn begin(&mut self, known: &Found, sorter: &mut Sorter) -> Result<(), LimitKind> {
        let fired = self.worker.fire_initial(&mut self.batch, known);
        self.deliver(0, sorter)?;
        fired
    }

    /// Expands states of a level until none is left.
    pub fn expand(&mut self, ground: &Ground<'_>, pass: Pass, sorter: &mut Sorter) {
        while let Some(portion) = ground.level.take(&ground.taken) {
            let has_none = |ignoring: &Ignoring| !portion.has_some_of(ignoring);
            if pass == Pass::Second && ground.ignoring.is_none_or(has_none) {
                continue;
            }
            let mut reader = std::mem::take(&mut self.reader);
            let expanded = self.expand_portion(portion, &mut reader, (ground, pass), sorter);
            self.reader = reader;
            self.worker.show_progress();
            if let Err(limit) = expanded.and_then(|()| self.settle()) {
                return self.worker.scene.watch.end(limit);
            }
        }
    }

    fn expand_portion(
        &mut self,
        portion: Portion<'_>,
        reader: &mut Reader,
        (ground, pass): (&Ground<'_>, Pass),
        sorter: &mut Sorter,
    ) -> Result<(), LimitKind> {
        reader.load(portion.segment, portion.block)?;
        let numbers = portion.first..;
        for number in numbers {
            if !reader.next() {
                return Ok(());
            }
            if number.is_multiple_of(STATES_OF_A_LOOK) {
                self.worker.scene.watch.go_on()?;
            }
            let number = number as u32;
            let is_meant = |ignoring: &Ignoring| ignoring.has(number);
            if pass == Pass::First || ground.ignoring.is_some_and(is_meant) {
                self.worker
                    .system
                    .unpack(&reader.row, &mut self.worker.state);
                self.worker.writer.own.clone_from(&reader.row);
                match pass {
                    Pass::First => self.expand_state(number, ground, sorter)?,
                    Pass::Second => self.expand_fully(number, ground, sorter)?,
                }
            }
        }
        Ok(())
    }

    /// With a part of the steps, what it leads to goes with the number of the state.
    fn expand_state(
        &mut self,
        number: u32,
        ground: &Ground<'_>,
        sorter: &mut Sorter,
    ) -> Result<(), LimitKind> {
        let parts = self.worker.counts.parts.part;
        let at = StateIndex::from_u32(number);
        self.worker.fire(at, &mut self.batch, ground.known)?;
        let Some(ignoring) = ground
            .ignoring
            .filter(|_| self.worker.counts.parts.part > parts)
        else {
            return self.deliver(0, sorter);
        };
        ignoring.add(number);
        let size = self.worker.system.packed_size();
        for left_out in self.worker.sample.states().chunks_exact(size) {
            self.samples.push(left_out, number)?;
        }
        self.worker.sample.clear();
        self.deliver(number + 1, sorter)
    }

    /// Takes all steps of a state; what was counted of a part of them is taken back.
    fn expand_fully(
        &mut self,
        number: u32,
        ground: &Ground<'_>,
        sorter: &mut Sorter,
    ) -> Result<(), LimitKind> {
        let at = StateIndex::from_u32(number);
        let worker = &mut self.worker;
        worker.fire(at, &mut self.batch, ground.known)?;
        self.part.limit(worker.scene.quota.left());
        self.part.agree_to_part(true);
        worker.system.successors(&worker.state, &mut self.part);
        match self.part.cut() {
            None => {}
            Some(Cut::Spent) => return Err(worker.scene.watch.reason()),
            Some(Cut::Memory) => return Err(LimitKind::Memory),
        }
        for (firing, outcome) in self.part.iter() {
            unmark(&mut worker.fired, firing.rule);
            match outcome {
                Outcome::State { .. } | Outcome::Excluded => worker.counts.transitions -= 1,
                Outcome::Fault(_) => {}
            }
        }
        for rule in self.part.later_rules() {
            unmark(&mut worker.fired, *rule);
        }
        self.twice += 1;
        self.deliver(0, sorter)
    }

    /// Gives away what was reached.
    fn deliver(&mut self, tag: u32, sorter: &mut Sorter) -> Result<(), LimitKind> {
        let pending = &mut self.worker.pending;
        for number in 0..pending.len() {
            let row = pending.packed(number);
            if tag > 0 || self.recent.add(row, pending.fingerprint(number)) {
                sorter.push(row, tag)?;
            }
        }
        pending.clear();
        Ok(())
    }

    pub fn settle(&mut self) -> Result<(), LimitKind> {
        let scene = self.worker.scene;
        let batches = self.batch.bytes() + self.part.bytes();
        let bytes = batches + self.worker.pending.bytes();
        let settled = self.account.settle(scene.quota, bytes);
        scene.store.takes(scene.quota.bytes());
        settled
    }

    /// Writes down which of the states in a stretch are new, and looks at them.
    pub fn sift(
        &mut self,
        reached: &Reached<'_>,
        stretch: Stretch<'_>,
        (shape, block_bytes): (Shape, usize),
    ) -> Option<Arc<Segment>> {
        let mut writer = Writer::new(&self.tape, shape, block_bytes);
        let watch = self.worker.scene.watch;
        let sifted = self.sift_into(&mut writer, reached, stretch);
        let finished = writer.finish();
        self.worker.show_progress();
        if let Err(limit) = sifted {
            watch.end(limit);
        }
        finished.unwrap_or_else(|limit| {
            watch.end(limit);
            None
        })
    }

    fn sift_into(
        &mut self,
        writer: &mut Writer,
        reached: &Reached<'_>,
        stretch: Stretch<'_>,
    ) -> Result<(), LimitKind> {
        let chunks = reached.chunks.iter().copied();
        let mut merge = Merge::new(chunks, reached.segments, stretch)?;
        let mut members = reached.visited.members_and(reached.found_before);
        let (mut row, mut count) = (Vec::new(), 0u64);
        while let Some((least, _)) = merge.least() {
            row.clear();
            row.extend_from_slice(least);
            let is_new = !members.has(&row)?;
            while let Some((same, tag)) = merge.least()
                && *same == *row
            {
                if is_new && tag > 0 {
                    reached
                        .ignoring
                        .into_iter()
                        .for_each(|states| states.remove(tag - 1));
                }
                merge.pass()?;
            }
            if is_new {
                self.arrive(&row, writer, reached.known)?;
            }
            count += 1;
            if count.is_multiple_of(ROWS_OF_A_LOOK) {
                self.worker.scene.watch.go_on()?;
                self.worker.show_progress();
            }
        }
        Ok(())
    }

    fn arrive(&mut self, row: &[u8], writer: &mut Writer, known: &Found) -> Result<(), LimitKind> {
        let worker = &mut self.worker;
        worker.scene.quota.admit_state()?;
        writer.push(row, 0)?;
        worker.counts.states += 1;
        worker.scene.store.add(1);
        if !worker.is_curious() {
            return Ok(());
        }
        worker.system.unpack(row, &mut self.state);
        worker.inspect(Arrival {
            index: NEW,
            state: &self.state,
            known,
        })
    }

    /// The steps that the search took from a state, a part of them if it might do with one and did;
    /// `None` if they are too many now.
    pub fn steps_taken(&mut self, row: &[u8], tries_parts: bool) -> Option<(&Batch, &S)> {
        let worker = &mut self.worker;
        worker.system.unpack(row, &mut worker.state);
        self.batch.limit(worker.scene.quota.left());
        self.batch.agree_to_part(tries_parts);
        worker.system.successors(&worker.state, &mut self.batch);
        // A part that stays where it is was not enough at once.
        if self.batch.extent() == Extent::Part && stays(&self.batch, &worker.state) {
            self.batch.agree_to_part(false);
            worker.system.successors(&worker.state, &mut self.batch);
        }
        let is_whole = self.batch.cut().is_none();
        is_whole.then_some((&self.batch, &worker.system))
    }

    /// The first step from a state, or of those that begin, that leads to another one.
    pub fn step_to(&mut self, from: Option<&[u8]>, to: &[u8]) -> Option<Firing> {
        self.batch.limit(self.worker.scene.quota.left());
        self.batch.agree_to_part(false);
        let system = &mut self.worker.system;
        match from {
            None => system.initial(&mut self.batch),
            Some(row) => {
                system.unpack(row, &mut self.worker.state);
                system.successors(&self.worker.state, &mut self.batch);
            }
        }
        let mut packed = vec![0; to.len()];
        let step = self.batch.iter().find_map(|(firing, outcome)| {
            let Outcome::State { state, .. } = outcome else {
                return None;
            };
            system.pack(state, &mut packed);
            (packed == to).then_some(firing)
        });
        assert!(
            step.is_some() || self.batch.cut().is_some(),
            "firings come always in the same order"
        );
        step
    }
}

fn unmark(fired: &mut [u64], rule: RuleId) {
    if let Some(fired) = fired.get_mut(rule.as_u32() as usize) {
        *fired -= 1;
    }
}

/// Whether no step leads to another state.
fn stays(batch: &Batch, own: &[u8]) -> bool {
    batch.iter().all(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => state == own,
        Outcome::Fault(_) | Outcome::Excluded => true,
    })
}

/// Whether rows are in the segments, each that is there; they come in order.
pub(super) fn look_up(
    segments: &[Arc<Segment>],
    mut members: Members,
    mut tell: impl FnMut(bool),
) -> Result<(), LimitKind> {
    let mut merge = Merge::new(std::iter::empty(), segments, Stretch::default())?;
    while let Some((row, _)) = merge.least() {
        tell(members.has(row)?);
        merge.pass()?;
    }
    Ok(())
}
