//! Where a search puts what memory has no room for. This crate opens no files: whoever calls it
//! says where they are.

use crate::LimitKind;
use std::fmt::Debug;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A place for files that nobody needs after the search.
pub trait Scratch: Debug + Send + Sync {
    /// Another empty file; when it is dropped it is gone.
    fn file(&self) -> io::Result<Box<dyn ScratchFile>>;

    /// A search gives up its memory and turns to files. Where memory that was freed can be given
    /// back to the system, this is the time.
    fn begin(&self) {}

    /// Where states are to be on disk from the beginning: how many bytes of memory there are beside
    /// them.
    fn begins_with(&self) -> Option<u64> {
        None
    }
}

pub trait ScratchFile: Debug + Send + Sync {
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// All bytes were written before.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;
}

/// All files of a search.
#[derive(Debug)]
pub(super) struct Disk {
    scratch: Arc<dyn Scratch>,
    bytes: AtomicU64,
    peak: AtomicU64,
    /// Why it can't be used any more.
    failure: OnceLock<String>,
}

impl Disk {
    pub fn new(scratch: &Arc<dyn Scratch>) -> Arc<Disk> {
        Arc::new(Disk {
            scratch: Arc::clone(scratch),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            failure: OnceLock::new(),
        })
    }

    pub fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    fn failed(&self, error: &io::Error) -> LimitKind {
        let _ = self.failure.set(error.to_string());
        LimitKind::Disk
    }

    pub fn tape(self: &Arc<Disk>) -> Result<Arc<Tape>, LimitKind> {
        let file = self.scratch.file().map_err(|error| self.failed(&error))?;
        Ok(Arc::new(Tape {
            disk: Arc::clone(self),
            file,
            end: AtomicU64::new(0),
        }))
    }
}

/// A file that only grows.
#[derive(Debug)]
pub(super) struct Tape {
    disk: Arc<Disk>,
    file: Box<dyn ScratchFile>,
    end: AtomicU64,
}

impl Tape {
    /// Writes behind all that is there; says where that is.
    pub fn append(&self, bytes: &[u8]) -> Result<u64, LimitKind> {
        let count = bytes.len() as u64;
        let offset = self.end.fetch_add(count, Relaxed);
        let now = self.disk.bytes.fetch_add(count, Relaxed) + count;
        self.disk.peak.fetch_max(now, Relaxed);
        let written = self.file.write_at(offset, bytes);
        written.map_err(|error| self.disk.failed(&error))?;
        Ok(offset)
    }

    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), LimitKind> {
        let read = self.file.read_at(offset, into);
        read.map_err(|error| self.disk.failed(&error))
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        self.disk.bytes.fetch_sub(*self.end.get_mut(), Relaxed);
    }
}
