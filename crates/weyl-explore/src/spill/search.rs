//! Level after level: expand it, sort what was reached, and see what of it is new.

use super::archive::{Archive, Shelf};
use super::delayed::Delayed;
use super::hand::{Ground, Hand, MOST_IN_LEVEL, Pass, Reached, Room};
use super::level::{Ignoring, Level};
use super::merge::{AT_ONCE, Stretch, few};
use super::on_all;
use super::runs::Traces;
use super::samples::Samples;
use super::scratch::Disk;
use super::segment::{Segment, Shape};
use super::sorter::{Chunk, Sorter};
use super::visited::Visited;
use crate::account::Account;
use crate::earlier::Earlier;
use crate::findings::{Ended, Seen, Total};
use crate::found::Found;
use crate::graph::Tracked;
use crate::scene::Scene;
use crate::store::Store;
use crate::trials::Trials;
use crate::worker::Worker;
use crate::{LimitKind, Parts};
use std::iter;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use weyl_system::{Conditions, Renaming};

/// Blocks are at most so large, and at least.
const BLOCK: (usize, usize) = (512, 16 << 10);
/// Rows in a block, as far as that has room for them whole.
const ROWS_IN_BLOCK: usize = 8;
/// What is had for sorting where there is no limit.
const PLENTY: u64 = 64 << 20;
/// So many rows make it worth while to start one more thread.
const ROWS_OF_A_THREAD: usize = 4096;

pub(super) struct Search<'a, S, R> {
    scene: &'a Scene<'a, Delayed>,
    disk: Arc<Disk>,
    hands: Vec<Hand<'a, S, R>>,
    sorters: Vec<Sorter>,
    /// Of what was reached.
    shape: Shape,
    /// Of states.
    plain: Shape,
    block: usize,
    visited: Visited,
    /// What is expanded next.
    last: Level,
    /// All before it.
    levels: Archive,
    known: Found,
    traces: Traces,
    trials: Trials,
    samples: Samples,
    account: Account,
    /// What is taken for all of the search.
    fixed: usize,
    depth: u64,
    is_cut_at_depth: bool,
}

impl Room {
    /// What each of some hands may have of what is left.
    fn of(left: u64, hands: usize, size: usize) -> Room {
        let share = (left / hands as u64) as usize;
        Room {
            candidates: share * 3 / 8,
            samples: share / 32,
            recent: share / 8,
            block: (share / 128)
                .clamp(BLOCK.0, BLOCK.1)
                .max(ROWS_IN_BLOCK * size),
        }
    }

    /// With a block for each segment that is read at once.
    fn bytes(&self) -> usize {
        self.candidates + self.samples + self.recent + 2 * AT_ONCE * self.block
    }
}

impl<'a, S: Renaming + Conditions, R: Tracked> Search<'a, S, R> {
    /// Nothing if there is no memory or no disk to begin with: then the search has ended.
    pub fn new(
        scene: &'a Scene<'a, Delayed>,
        system: &S,
        rules: usize,
        disk: &Arc<Disk>,
    ) -> Option<Search<'a, S, R>> {
        let made = Search::made(scene, system, rules, disk);
        made.map_err(|limit| scene.watch.end(limit)).ok()
    }

    fn made(
        scene: &'a Scene<'a, Delayed>,
        system: &S,
        rules: usize,
        disk: &Arc<Disk>,
    ) -> Result<Search<'a, S, R>, LimitKind> {
        let threads = scene.threads(true);
        let size = system.packed_size();
        let room = Room::of(scene.quota.left().unwrap_or(PLENTY), threads, size);
        let plain = Shape {
            size,
            is_tagged: false,
        };
        let tagged = Shape {
            size,
            is_tagged: true,
        };
        let shape = if scene.takes_parts() { tagged } else { plain };
        let (mut account, fixed) = (Account::default(), threads * room.bytes());
        account.settle(scene.quota, fixed)?;
        let sorter = || Sorter::new(disk, shape, true, (room.candidates, room.block));
        let hand = |_| {
            let samples = Sorter::new(disk, tagged, false, (room.samples, room.block));
            let mut worker = Worker::new(scene, system.clone(), rules, None);
            worker.earlier = Arc::new(Earlier::new(1, iter::empty()));
            Ok(Hand::new(worker, samples, disk.tape()?, room))
        };
        let hands: Result<Vec<_>, LimitKind> = (0..threads).map(hand).collect();
        let hands = hands?;
        let shelf = Shelf(hands.iter().map(|hand| Arc::clone(&hand.tape)).collect());
        Ok(Search {
            scene,
            disk: Arc::clone(disk),
            hands,
            sorters: (0..threads).map(|_| sorter()).collect(),
            shape,
            plain,
            block: room.block,
            visited: Visited::new(plain, room.block),
            last: Level::default(),
            levels: Archive::new(disk, shelf)?,
            known: Found::new(scene.covers.len()),
            traces: Traces::default(),
            trials: Trials::default(),
            samples: Samples::new(tagged, room.block),
            account,
            fixed,
            depth: 0,
            is_cut_at_depth: false,
        })
    }

    pub fn explore(&mut self) {
        let scene = self.scene;
        let begun = self.hands[0].begin(&self.known, &mut self.sorters[0]);
        let begun = begun.and_then(|()| self.sift(&[], None));
        self.go_to(begun);
        while self.last.rows > 0 && scene.goes_on(&self.known, 0) && !scene.watch.is_over() {
            if scene.is_depth_limit(self.depth) {
                self.is_cut_at_depth = true;
                return;
            }
            let progress = scene.watch.progress;
            progress.frontier.store(self.last.rows, Relaxed);
            progress.depth.store(self.depth, Relaxed);
            let reached = self.expand_last();
            self.go_to(reached);
        }
    }

    /// Whatever ends the search, what was found stays.
    fn go_to(&mut self, states: Result<Vec<Arc<Segment>>, LimitKind>) {
        let watch = self.scene.watch;
        let states = states.unwrap_or_else(|limit| {
            watch.end(limit);
            Vec::new()
        });
        let arrived = self.arrive(states);
        arrived.unwrap_or_else(|limit| watch.end(limit));
    }

    pub fn is_exhausted(&self) -> bool {
        self.last.rows == 0 && self.scene.watch.ended().is_none()
    }

    /// Expands the last level; what it leads to that is new.
    fn expand_last(&mut self) -> Result<Vec<Arc<Segment>>, LimitKind> {
        let mut level = mem::take(&mut self.last);
        level.tries_parts = self.tries_parts()?;
        let expanded = self.expand(&mut level);
        self.levels.put(&level)?;
        expanded
    }

    fn expand(&mut self, level: &mut Level) -> Result<Vec<Arc<Segment>>, LimitKind> {
        let bytes = if level.tries_parts {
            Ignoring::bytes_for(level.rows)
        } else {
            0
        };
        self.settle(bytes)?;
        let ignoring = level.tries_parts.then(|| Ignoring::new(level.rows));
        self.pass(level, Pass::First, ignoring.as_ref());
        let mut states = self.sift(&[], ignoring.as_ref())?;
        let Some(ignoring) = ignoring else {
            return Ok(states);
        };
        if self.scene.watch.ended().is_some() {
            return Ok(states);
        }
        let samples = self.hands.iter_mut().map(|hand| hand.samples.take_all());
        let samples: Result<Vec<_>, LimitKind> = samples.collect();
        let samples = samples?.into_iter().flatten().collect();
        let watch = self.scene.watch;
        self.samples.take(samples, &ignoring, &self.disk, watch)?;
        if !ignoring.is_empty() {
            level.note(&ignoring, self.levels.tape())?;
            self.pass(level, Pass::Second, Some(&ignoring));
            let more = self.sift(&states, None)?;
            states.extend(more);
        }
        Ok(states)
    }

    fn pass(&mut self, level: &Level, pass: Pass, ignoring: Option<&Ignoring>) {
        let ground = Ground {
            level,
            known: &self.known,
            ignoring,
            taken: AtomicUsize::new(0),
        };
        let tries_parts = level.tries_parts && pass == Pass::First;
        let hands = self.hands.iter_mut().zip(&mut self.sorters);
        let mut pairs: Vec<_> = hands.collect();
        on_all(&mut pairs, level.portions(), |(hand, sorter)| {
            hand.worker.tries_parts = tries_parts;
            hand.expand(&ground, pass, sorter);
        });
    }

    /// Which of the states that were reached are new.
    fn sift(
        &mut self,
        found_before: &[Arc<Segment>],
        ignoring: Option<&Ignoring>,
    ) -> Result<Vec<Arc<Segment>>, LimitKind> {
        let watch = self.scene.watch;
        let threads = self.sorters.len();
        on_all(&mut self.sorters, threads, Sorter::sort);
        let segments = self.sorters.iter_mut().flat_map(Sorter::take_written);
        let segments = few(
            segments.collect(),
            &self.disk,
            (self.shape, self.block),
            watch,
        )?;
        let chunks: Vec<_> = self.sorters.iter().map(Sorter::chunk).collect();
        let borders = borders(&chunks, &segments, threads);
        let reached = Reached {
            chunks,
            segments: &segments,
            visited: &self.visited,
            found_before,
            known: &self.known,
            ignoring,
        };
        let (taken, shape) = (AtomicUsize::new(0), (self.plain, self.block));
        let sifted = on_all(&mut self.hands, borders.len() + 1, |hand| {
            let mut found = Vec::new();
            loop {
                let number = taken.fetch_add(1, Relaxed);
                if number > borders.len() {
                    return found;
                }
                let stretch = Stretch {
                    from: number.checked_sub(1).map(|before| borders[before]),
                    to: borders.get(number).copied(),
                };
                let segment = hand.sift(&reached, stretch, shape);
                found.extend(segment.map(|segment| (number, segment)));
            }
        });
        let mut sifted: Vec<_> = sifted.into_iter().flatten().collect();
        sifted.sort_by_key(|(number, _)| *number);
        self.sorters.iter_mut().for_each(Sorter::clear);
        Ok(sifted.into_iter().map(|(_, segment)| segment).collect())
    }

    /// The next level begins, with what was found on the way to it.
    fn arrive(&mut self, states: Vec<Arc<Segment>>) -> Result<(), LimitKind> {
        let scene = self.scene;
        for hand in &mut self.hands {
            self.known.absorb(&mut hand.worker.found);
        }
        let expanded = self.levels.len().checked_sub(1);
        let system = &self.hands[0].worker.system;
        self.traces.note(&self.known, expanded, system);
        self.last = Level::of(states);
        if self.last.rows > MOST_IN_LEVEL {
            return Err(LimitKind::States);
        }
        self.depth += u64::from(self.last.rows > 0 && expanded.is_some());
        scene.watch.go_on()?;
        self.visited
            .add(&self.last.segments, &self.disk, scene.watch)?;
        self.settle(0)?;
        if self.traces.are_due(scene.store.len()) {
            self.rebuild()?;
        }
        Ok(())
    }

    fn rebuild(&mut self) -> Result<(), LimitKind> {
        let (states, budget) = (self.scene.store.len(), self.scene.watch.for_runs());
        self.traces
            .rebuild(&mut self.hands, &self.levels, (states, &budget))
    }

    /// With so many bytes for the level at hand.
    fn settle(&mut self, bytes: usize) -> Result<(), LimitKind> {
        let bytes = self.fixed + self.visited.bytes() + bytes;
        self.account.settle(self.scene.quota, bytes)?;
        self.hands.iter_mut().try_for_each(Hand::settle)
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        for hand in &self.hands {
            parts += hand.worker.counts.parts;
        }
        // Who was expanded again was counted as one who has a part, and then as untried.
        let twice: u64 = self.hands.iter().map(|hand| hand.twice).sum();
        parts.part -= twice;
        parts.untried -= twice;
        parts.ignoring += twice;
        parts
    }

    /// Whether parts of steps are looked for in the last level.
    fn tries_parts(&mut self) -> Result<bool, LimitKind> {
        if !self.scene.takes_parts() {
            return Ok(false);
        }
        let is_vain = self.samples.are_vain(&self.visited)?;
        Ok(self.trials.tries(self.parts(), is_vain))
    }

    fn total(&self) -> Total {
        let mut total = Total::of_parts(self.parts());
        for hand in &self.hands {
            total.add_all(hand.worker.counts.transitions, &hand.worker.fired);
        }
        total
    }

    pub fn finish(mut self) -> (Seen, Ended) {
        let scene = self.scene;
        let is_complete = self.is_exhausted();
        if let Err(limit) = self.rebuild() {
            scene.watch.end(limit);
        }
        let full_table = self.known.full_table(&scene.task.growing);
        let total = self.total();
        let (evidence, covers, was_cut) = self.traces.finish(self.known);
        let seen = Seen {
            evidence,
            covers,
            hopes: Vec::new(),
            is_complete: is_complete && !was_cut,
        };
        let ended = Ended {
            total,
            depth: Some(self.depth),
            is_cut: self.is_cut_at_depth,
            full_table,
            doubt: None,
            was_cut,
        };
        (seen, ended)
    }
}

/// Where what was reached is cut for several threads.
fn borders<'r>(
    chunks: &[&'r Chunk],
    segments: &'r [Arc<Segment>],
    threads: usize,
) -> Vec<&'r [u8]> {
    let rows: usize = chunks.iter().map(|chunk| chunk.sorted()).sum();
    let written: u64 = segments.iter().map(|segment| segment.rows()).sum();
    let pieces = threads.min(1 + (rows as u64 + written) as usize / ROWS_OF_A_THREAD);
    let place = |count: usize, number: usize| count * number / pieces;
    let largest = segments.iter().max_by_key(|segment| segment.blocks());
    if let Some(segment) = largest {
        let blocks = (1..pieces).map(|number| segment.first(place(segment.blocks(), number)));
        return blocks.collect();
    }
    let largest = chunks.iter().max_by_key(|chunk| chunk.sorted());
    let rows = largest.into_iter().flat_map(|chunk| {
        (1..pieces).map(move |number| chunk.row(chunk.sorted() * number / pieces))
    });
    rows.collect()
}
