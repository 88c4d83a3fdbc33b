//! A disk in memory, which may be small.

use std::io;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use weyl_explore::{Scratch, ScratchFile};

#[derive(Debug, Default)]
pub struct Counters {
    /// Files that are there.
    pub files: AtomicI64,
    pub made: AtomicU64,
    /// Bytes that may still be written, where that is limited.
    left: Option<AtomicI64>,
}

#[derive(Debug, Default)]
pub struct Memory(pub Arc<Counters>);

impl Memory {
    pub fn of(bytes: i64) -> Memory {
        Memory(Arc::new(Counters {
            left: Some(bytes.into()),
            ..Counters::default()
        }))
    }
}

#[derive(Debug)]
struct File {
    counters: Arc<Counters>,
    bytes: Mutex<Vec<u8>>,
}

impl Scratch for Memory {
    fn file(&self) -> io::Result<Box<dyn ScratchFile>> {
        self.0.files.fetch_add(1, Relaxed);
        self.0.made.fetch_add(1, Relaxed);
        Ok(Box::new(File {
            counters: Arc::clone(&self.0),
            bytes: Mutex::default(),
        }))
    }
}

impl ScratchFile for File {
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let count = bytes.len() as i64;
        let left = self.counters.left.as_ref();
        if left.is_some_and(|left| left.fetch_sub(count, Relaxed) < count) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut own = self.bytes.lock().unwrap();
        let (start, end) = (offset as usize, offset as usize + bytes.len());
        if own.len() < end {
            own.resize(end, 0);
        }
        own[start..end].copy_from_slice(bytes);
        Ok(())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let own = self.bytes.lock().unwrap();
        let start = offset as usize;
        into.copy_from_slice(&own[start..start + into.len()]);
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        self.counters.files.fetch_sub(1, Relaxed);
    }
}
