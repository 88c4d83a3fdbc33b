//! Checkpoints: what an exploration has found so far, so that another process can go on with it
//! ([decision 048](../../../../docs/decisions/048-no-run-is-lost.md)).
//!
//! States, parents and edges are only ever added, so that they stand in a log that only grows; what
//! changes (the level at hand, counters, what was found) is written anew each time, to a file
//! beside the last one, which then takes its name. A checkpoint is that file, which says how far
//! the log belongs to it; the one before it stays. This crate opens no files: it asks a [`Depot`].

mod blocks;
mod code;
mod evidence;
mod facts;
mod session;

pub use facts::{Fact, digest};
pub use session::Written;
pub(crate) use session::{Opened, Saved, Session, ranges};

pub(crate) use blocks::{BlockReader, BlockWriter, damaged};
pub(crate) use code::*;
pub(crate) use evidence::{get_firing, get_found, put_firing, put_found};

use blocks::Extent;
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Where checkpoints are kept: files by name.
pub trait Depot: Debug + Send + Sync {
    /// What people call it.
    fn place(&self) -> String;

    /// A file to be written from its beginning.
    fn create(&self, name: &str) -> io::Result<Box<dyn DepotFile>>;

    /// A file that is there, to be written on behind so many bytes; what came after them is gone.
    fn extend(&self, name: &str, bytes: u64) -> io::Result<Box<dyn DepotFile>>;

    /// A file to be read; none if it is not there.
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>>;

    /// Gives a file another name, that of another one if need be, for good: also if the power
    /// fails.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Takes a file away, if it is there.
    fn remove(&self, name: &str) -> io::Result<()>;
}

pub trait DepotFile: Write + Send {
    /// Comes back when everything is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

/// Why nothing goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresumable {
    /// There is none.
    Nothing,
    /// Something else is asked than was asked there: what, and how it was and is.
    Differs {
        what: String,
        was: String,
        is: String,
    },
    /// What is there is not what was written.
    Damaged { file: String, reason: String },
    /// It can't be read.
    Unreadable { file: String, reason: String },
}

/// What became of the checkpoints of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// How many were written by this process.
    pub written: u64,
    /// The states that are in the last one, if there is one that a run can go on from.
    pub states: Option<u64>,
    /// The states that were there when this process went on.
    pub resumed_from: Option<u64>,
    /// Why no more could be written.
    pub failure: Option<String>,
    /// The last one was damaged, and the one before it was taken: what was wrong.
    pub older: Option<String>,
}

/// The checkpoints of one run: of all its explorations, one after the other.
#[derive(Debug)]
pub struct Checkpoints {
    depot: Arc<dyn Depot>,
    every: Duration,
    is_resumed: bool,
    /// Tells the files of this run from those of others.
    seed: u64,
    /// What the user has typed, and what was read.
    header: Mutex<Header>,
    next: AtomicU64,
    is_saving: AtomicBool,
    kept: Mutex<Kept>,
    refusal: Mutex<Option<Unresumable>>,
}

/// What the whole run depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Of the program.
    pub version: String,
    /// The folder in which it ran.
    pub folder: String,
    pub arguments: Vec<String>,
    /// Nothing before everything was read.
    pub facts: Vec<Fact>,
}

const RUN: &str = "run";
/// Before it has its name.
const RUN_BESIDE: &str = "run.new";
const MAGIC: &str = "weyl checkpoints 1";

impl Checkpoints {
    /// For a new run.
    pub fn begin(
        depot: Arc<dyn Depot>,
        every: Duration,
        header: Header,
        seed: u64,
    ) -> Result<Checkpoints, Unresumable> {
        let checkpoints = Checkpoints::new(depot, every, header, seed, false);
        let written = checkpoints.write_header();
        written.map_err(|error| unreadable(RUN, &error))?;
        Ok(checkpoints)
    }

    /// For a run that was begun by another process.
    pub fn resume(depot: Arc<dyn Depot>, every: Duration) -> Result<Checkpoints, Unresumable> {
        let (header, seed) = read_header(&*depot)?.ok_or(Unresumable::Nothing)?;
        Ok(Checkpoints::new(depot, every, header, seed, true))
    }

    /// How long it is from one checkpoint to the next.
    pub fn make_every(&mut self, time: Duration) {
        self.every = time;
    }

    fn new(
        depot: Arc<dyn Depot>,
        every: Duration,
        header: Header,
        seed: u64,
        is_resumed: bool,
    ) -> Checkpoints {
        Checkpoints {
            depot,
            every,
            is_resumed,
            seed,
            header: Mutex::new(header),
            next: AtomicU64::new(0),
            is_saving: AtomicBool::new(false),
            kept: Mutex::default(),
            refusal: Mutex::default(),
        }
    }

    /// Whether a run was begun in a depot.
    pub fn are_in(depot: &dyn Depot) -> Result<bool, Unresumable> {
        Ok(read_header(depot)?.is_some())
    }

    pub fn header(&self) -> Header {
        lock(&self.header).clone()
    }

    /// Everything was read: what the run depends on. Where it goes on, it must be what it was.
    pub fn depend_on(&self, facts: Vec<Fact>) -> Result<(), Unresumable> {
        let mut header = lock(&self.header);
        if !header.facts.is_empty() {
            return facts::compare(&header.facts, &facts);
        }
        header.facts = facts;
        drop(header);
        let written = self.write_header();
        written.map_err(|error| unreadable(RUN, &error))
    }

    fn write_header(&self) -> io::Result<()> {
        let header = self.header();
        let file = self.depot.create(RUN_BESIDE)?;
        let mut to = BlockWriter::new(file, 0, Extent::default());
        put_text(&mut to, MAGIC)?;
        put_text(&mut to, &header.version)?;
        put_u64(&mut to, self.seed)?;
        put_text(&mut to, &header.folder)?;
        put_u64(&mut to, header.arguments.len() as u64)?;
        for argument in &header.arguments {
            put_text(&mut to, argument)?;
        }
        facts::put(&mut to, &header.facts)?;
        to.finish()?;
        self.depot.rename(RUN_BESIDE, RUN)
    }

    /// Everything was told: nothing is left to go on with.
    pub fn discard(&self) {
        let explorations = self.next.load(Relaxed);
        let names = (0..explorations).flat_map(session::names_of);
        for name in names.chain([RUN_BESIDE, RUN].map(String::from)) {
            // What can't be removed is refused by the next run.
            let _ = self.depot.remove(&name);
        }
        lock(&self.kept).states = None;
    }

    /// What people call the place where they are.
    pub fn place(&self) -> String {
        self.depot.place()
    }

    /// Whether they were begun by another process.
    pub fn are_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Whether one is being written: whoever ends the process waits for it.
    pub fn is_saving(&self) -> bool {
        self.is_saving.load(Relaxed)
    }

    pub fn kept(&self) -> Kept {
        lock(&self.kept).clone()
    }

    /// Why the run can't go on, if it can't.
    pub fn refusal(&self) -> Option<Unresumable> {
        lock(&self.refusal).clone()
    }

    fn refuse(&self, why: Unresumable) {
        lock(&self.refusal).get_or_insert(why);
    }

    fn note(&self, change: impl FnOnce(&mut Kept)) {
        change(&mut lock(&self.kept));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unreadable(file: &str, error: &io::Error) -> Unresumable {
    let (file, reason) = (file.to_string(), error.to_string());
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            Unresumable::Damaged { file, reason }
        }
        _ => Unresumable::Unreadable { file, reason },
    }
}

fn read_header(depot: &dyn Depot) -> Result<Option<(Header, u64)>, Unresumable> {
    let file = depot.open(RUN).map_err(|error| unreadable(RUN, &error))?;
    let header = file.map(|file| parse_header(BlockReader::new(file, 0, None)));
    header.transpose().map_err(|error| unreadable(RUN, &error))
}

fn parse_header(mut from: BlockReader) -> io::Result<(Header, u64)> {
    if get_text(&mut from)? != MAGIC {
        return Err(damaged("it is no checkpoint, or one of another version"));
    }
    let version = get_text(&mut from)?;
    let seed = get_u64(&mut from)?;
    let folder = get_text(&mut from)?;
    let count = get_u64(&mut from)?;
    let arguments = (0..count).map(|_| get_text(&mut from));
    let header = Header {
        version,
        folder,
        arguments: arguments.collect::<io::Result<_>>()?,
        facts: facts::get(&mut from)?,
    };
    from.finish()?;
    Ok((header, seed))
}
