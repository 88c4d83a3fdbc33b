//! The checkpoints of one exploration: its log, and the two last states of what changes.

use super::blocks::{BlockReader, BlockWriter, Extent, damaged};
use super::{Checkpoints, Fact, Unresumable, facts, unreadable};
use super::{get_numbers, get_text, get_u64, put_numbers, put_text, put_u64};
use crate::LimitKind;
use crate::store::{StateIndex, TreeShape};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use weyl_store::Mark;

const MAGIC: &str = "weyl exploration 1";

fn log_name(number: u64) -> String {
    format!("search-{number}.log")
}

fn now_name(number: u64) -> String {
    format!("search-{number}")
}

fn before_name(number: u64) -> String {
    format!("search-{number}.before")
}

fn new_name(number: u64) -> String {
    format!("search-{number}.new")
}

/// All files of an exploration.
pub(super) fn names_of(number: u64) -> [String; 4] {
    [now_name, before_name, new_name, log_name].map(|name| name(number))
}

/// What stands in the log so far.
#[derive(Debug, Default)]
pub struct Written {
    /// Rows of the sets of the store.
    pub rows: [Mark; 3],
    /// States whose parents may have changed since they were written.
    pub unsettled: Vec<Range<u32>>,
    /// Of each worker, how many states are in its trail.
    pub trails: Vec<usize>,
    /// Records of parents beside the store.
    pub parents: u64,
    /// Renamings and sets of units of the graph.
    pub renamings: usize,
    pub unit_sets: usize,
}

pub(crate) struct Session {
    checkpoints: Arc<Checkpoints>,
    number: u64,
    facts: Vec<Fact>,
    /// None once writing has failed: whatever is in the last checkpoint stays.
    log: Option<BlockWriter>,
    pub written: Written,
    pub cuts: Vec<u32>,
    generation: u64,
    has_last: bool,
    due: Option<Instant>,
}

/// An exploration that was saved.
pub(crate) struct Saved {
    pub log: BlockReader,
    pub state: BlockReader,
}

/// How an exploration begins.
pub(crate) struct Opened {
    pub session: Session,
    pub saved: Option<Saved>,
}

/// What the head of a state says.
struct Head {
    generation: u64,
    facts: Vec<Fact>,
    /// That are stored.
    states: u64,
    extent: Extent,
    cuts: Vec<u32>,
}

impl Opened {
    /// Where the keys of trees were cut: numbers of parts mean nothing in another shape.
    pub fn shape(&mut self, packed_size: usize) -> Option<TreeShape> {
        let shape = TreeShape::with_cuts(packed_size, &self.session.cuts);
        if shape.is_none() {
            self.session.leave(&damaged("trees have another shape"));
        }
        shape
    }

    /// The next exploration of a run: from its beginning, or from where it was left. Nothing where
    /// it can't go on, which the checkpoints know then.
    pub fn next(checkpoints: &Arc<Checkpoints>, facts: Vec<Fact>) -> Option<Opened> {
        let number = checkpoints.next.fetch_add(1, Relaxed);
        match Opened::at(checkpoints, number, facts) {
            Ok(opened) => Some(opened),
            Err(why) => {
                checkpoints.refuse(why);
                None
            }
        }
    }

    fn at(
        checkpoints: &Arc<Checkpoints>,
        number: u64,
        facts: Vec<Fact>,
    ) -> Result<Opened, Unresumable> {
        let found = if checkpoints.is_resumed {
            find(checkpoints, number)?
        } else {
            None
        };
        let log = log_name(number);
        let failed = |error: io::Error| unreadable(&log, &error);
        let (depot, seed) = (&checkpoints.depot, seed_of(checkpoints, number));
        let mut session = Session {
            checkpoints: Arc::clone(checkpoints),
            number,
            facts,
            log: None,
            written: Written::default(),
            cuts: Vec::new(),
            generation: 0,
            has_last: false,
            due: None,
        };
        let Some((head, state)) = found else {
            let file = depot.create(&log).map_err(failed)?;
            session.log = Some(BlockWriter::new(file, seed, Extent::default()));
            session.wait();
            return Ok(Opened {
                session,
                saved: None,
            });
        };
        facts::compare(&head.facts, &session.facts)?;
        let extent = head.extent;
        checkpoints.note(|kept| kept.states = Some(head.states));
        let file = depot.extend(&log, extent.bytes).map_err(failed)?;
        session.log = Some(BlockWriter::new(file, seed, extent));
        session.cuts = head.cuts;
        session.generation = head.generation;
        // A kill between two renamings leaves the one before it alone, as damage does.
        session.has_last = depot.open(&now_name(number)).map_err(failed)?.is_some();
        let file = depot.open(&log).map_err(failed)?;
        let file = file.ok_or_else(|| failed(damaged("it is not there")))?;
        let saved = Saved {
            log: BlockReader::new(file, seed, Some(extent)),
            state,
        };
        session.wait();
        Ok(Opened {
            session,
            saved: Some(saved),
        })
    }
}

/// Blocks of one exploration are none of another.
fn seed_of(checkpoints: &Checkpoints, number: u64) -> u64 {
    checkpoints.seed.wrapping_add(number)
}

/// The last state that can be used.
fn find(
    checkpoints: &Checkpoints,
    number: u64,
) -> Result<Option<(Head, BlockReader)>, Unresumable> {
    let (now, before) = (now_name(number), before_name(number));
    let last = match usable(checkpoints, number, &now) {
        Ok(None) => None,
        Ok(Some(found)) => return Ok(Some(found)),
        Err(why) => Some(why),
    };
    let older = match (usable(checkpoints, number, &before), last) {
        (Ok(older), None) => return Ok(older),
        (Ok(Some(older)), Some(why)) => {
            checkpoints.note(|kept| kept.older = Some(told(&why)));
            older
        }
        (Ok(None) | Err(_), Some(why)) | (Err(why), None) => return Err(why),
    };
    // Where it stays it would take the place of the one before it, which is the only one now.
    let removed = checkpoints.depot.remove(&now);
    removed.map_err(|error| unreadable(&now, &error))?;
    Ok(Some(older))
}

fn told(why: &Unresumable) -> String {
    match why {
        Unresumable::Damaged { file, reason } | Unresumable::Unreadable { file, reason } => {
            format!("`{file}`: {reason}")
        }
        Unresumable::Nothing | Unresumable::Differs { .. } => String::new(),
    }
}

/// A state of this name behind its head, if all of it and all that it needs of the log can be read.
fn usable(
    checkpoints: &Checkpoints,
    number: u64,
    name: &str,
) -> Result<Option<(Head, BlockReader)>, Unresumable> {
    let seed = seed_of(checkpoints, number);
    let failed = |error: io::Error| unreadable(name, &error);
    let open = || checkpoints.depot.open(name).map_err(failed);
    let Some(file) = open()? else {
        return Ok(None);
    };
    read_through(BlockReader::new(file, seed, None)).map_err(failed)?;
    let file = open()?.ok_or_else(|| failed(damaged("it is not there")))?;
    let mut state = BlockReader::new(file, seed, None);
    let head = Head::read(&mut state).map_err(failed)?;
    let log = log_name(number);
    let failed = |error: io::Error| unreadable(&log, &error);
    let file = checkpoints.depot.open(&log).map_err(failed)?;
    let file = file.ok_or_else(|| failed(damaged("it is not there")))?;
    read_through(BlockReader::new(file, seed, Some(head.extent))).map_err(failed)?;
    Ok(Some((head, state)))
}

fn read_through(mut from: BlockReader) -> io::Result<()> {
    io::copy(&mut from, &mut io::sink())?;
    from.finish()
}

impl Head {
    fn read(from: &mut impl Read) -> io::Result<Head> {
        if get_text(from)? != MAGIC {
            return Err(damaged("it is no checkpoint of this version"));
        }
        Ok(Head {
            generation: get_u64(from)?,
            facts: facts::get(from)?,
            states: get_u64(from)?,
            extent: Extent {
                blocks: get_u64(from)?,
                bytes: get_u64(from)?,
            },
            cuts: get_numbers(from)?,
        })
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_text(to, MAGIC)?;
        put_u64(to, self.generation)?;
        facts::put(to, &self.facts)?;
        put_u64(to, self.states)?;
        put_u64(to, self.extent.blocks)?;
        put_u64(to, self.extent.bytes)?;
        put_numbers(to, &self.cuts)
    }
}

impl Session {
    /// When the next checkpoint is to be made; never where none can be.
    pub fn due(&self) -> Option<Instant> {
        self.due.filter(|_| self.log.is_some())
    }

    pub fn is_due(&self) -> bool {
        self.due().is_some_and(|due| Instant::now() >= due)
    }

    fn wait(&mut self) {
        self.due = Instant::now().checked_add(self.checkpoints.every);
    }

    /// Whether there is a checkpoint of this exploration.
    pub fn has_any(&self) -> bool {
        self.generation > 0
    }

    /// What was loaded is in the log, and need not be written again.
    pub fn went_on_with(&self, states: u64) {
        self.checkpoints.note(|kept| {
            let before = kept.resumed_from.unwrap_or(0);
            kept.resumed_from = Some(before + states);
        });
    }

    /// What was saved can't be used now: it stays as it is.
    pub fn leave(&mut self, error: &io::Error) -> LimitKind {
        self.log = None;
        match error.kind() {
            io::ErrorKind::OutOfMemory => LimitKind::Memory,
            io::ErrorKind::QuotaExceeded => LimitKind::States,
            _ => {
                let why = unreadable(&now_name(self.number), error);
                self.checkpoints.refuse(why);
                LimitKind::Interrupted
            }
        }
    }

    /// Writes to the log without a checkpoint: it belongs to the next one.
    pub fn write_on(&mut self, write: impl FnOnce(&mut BlockWriter) -> io::Result<()>) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = write(log) {
            self.fail(&error);
        }
    }

    /// Makes a checkpoint: what is new into the log, and the state anew.
    pub fn save(
        &mut self,
        states: u64,
        write_log: impl FnOnce(&mut BlockWriter, &mut Written) -> io::Result<()>,
        write_state: impl FnOnce(&mut BlockWriter) -> io::Result<()>,
    ) {
        let Some(mut log) = self.log.take() else {
            return;
        };
        let checkpoints = Arc::clone(&self.checkpoints);
        checkpoints.is_saving.store(true, Relaxed);
        let saved = write_log(&mut log, &mut self.written)
            .and_then(|()| log.sync())
            .and_then(|extent| self.write_state((extent, states), write_state));
        match saved {
            Ok(()) => {
                self.log = Some(log);
                checkpoints.note(|kept| {
                    kept.written += 1;
                    kept.states = Some(states);
                });
            }
            Err(error) => self.fail(&error),
        }
        checkpoints.is_saving.store(false, Relaxed);
        self.wait();
    }

    fn write_state(
        &mut self,
        (extent, states): (Extent, u64),
        write: impl FnOnce(&mut BlockWriter) -> io::Result<()>,
    ) -> io::Result<()> {
        let (depot, seed) = (
            &self.checkpoints.depot,
            seed_of(&self.checkpoints, self.number),
        );
        let [now, before, new, _] = names_of(self.number);
        let mut to = BlockWriter::new(depot.create(&new)?, seed, Extent::default());
        let head = Head {
            generation: self.generation + 1,
            facts: self.facts.clone(),
            states,
            extent,
            cuts: self.cuts.clone(),
        };
        head.write(&mut to)?;
        write(&mut to)?;
        to.finish()?;
        if self.has_last {
            depot.rename(&now, &before)?;
        }
        depot.rename(&new, &now)?;
        self.generation += 1;
        self.has_last = true;
        Ok(())
    }

    fn fail(&mut self, error: &io::Error) {
        self.log = None;
        let reason = error.to_string();
        self.checkpoints.note(|kept| {
            kept.failure.get_or_insert(reason);
        });
    }
}

/// Ranges of numbers that follow each other.
pub(crate) fn ranges(states: impl Iterator<Item = StateIndex>) -> Vec<Range<u32>> {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for state in states {
        let number = state.as_u32();
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}
