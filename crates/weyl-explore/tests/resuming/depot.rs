//! Files in memory, which remember how they were after each checkpoint.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use weyl_explore::{Depot, DepotFile};

pub type Files = BTreeMap<String, Vec<u8>>;

#[derive(Debug, Default)]
pub struct Memory {
    files: Arc<Mutex<Files>>,
    /// The files after each checkpoint.
    pub kept: Mutex<Vec<Files>>,
    /// Writing fails when so many bytes were written.
    pub room: Option<u64>,
    written: Arc<AtomicU64>,
}

impl Memory {
    pub fn with(files: Files) -> Memory {
        Memory {
            files: Arc::new(Mutex::new(files)),
            ..Memory::default()
        }
    }

    pub fn files(&self) -> Files {
        self.files.lock().unwrap().clone()
    }
}

struct File {
    name: String,
    files: Arc<Mutex<Files>>,
    room: Option<u64>,
    written: Arc<AtomicU64>,
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.written.fetch_add(bytes.len() as u64, Relaxed);
        let left = self
            .room
            .map_or(u64::MAX, |room| room.saturating_sub(before));
        let taken = bytes.len().min(left as usize);
        let mut files = self.files.lock().unwrap();
        let file = files.entry(self.name.clone()).or_default();
        file.extend_from_slice(&bytes[..taken]);
        if taken == 0 && !bytes.is_empty() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "it is full"));
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl DepotFile for File {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Memory {
    fn file(&self, name: &str) -> Box<dyn DepotFile> {
        Box::new(File {
            name: name.to_string(),
            files: Arc::clone(&self.files),
            room: self.room,
            written: Arc::clone(&self.written),
        })
    }
}

impl Depot for Memory {
    fn place(&self) -> String {
        "memory".to_string()
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DepotFile>> {
        self.files
            .lock()
            .unwrap()
            .insert(name.to_string(), Vec::new());
        Ok(self.file(name))
    }

    fn extend(&self, name: &str, bytes: u64) -> io::Result<Box<dyn DepotFile>> {
        let mut files = self.files.lock().unwrap();
        let file = files.get_mut(name).ok_or(io::ErrorKind::NotFound)?;
        assert!(file.len() as u64 >= bytes);
        file.truncate(bytes as usize);
        drop(files);
        Ok(self.file(name))
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        let files = self.files.lock().unwrap();
        let file = files.get(name).cloned();
        Ok(file.map(|bytes| -> Box<dyn Read + Send> { Box::new(io::Cursor::new(bytes)) }))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut files = self.files.lock().unwrap();
        let file = files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        files.insert(to.to_string(), file);
        if from.ends_with(".new") && to != "run" {
            self.kept.lock().unwrap().push(files.clone());
        }
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.files.lock().unwrap().remove(name);
        Ok(())
    }
}
