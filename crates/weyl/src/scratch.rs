//! Files that hold what memory has no room for, in a folder that the user names.
//!
//! Where files can lose their names while they are open they do so at once: then nothing is left of
//! them when the process ends, however it ends. Elsewhere, and in the moment between, they are
//! locked; what is there without a lock was left over, and is removed.

use crate::input::reason;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_explore::{Scratch, ScratchFile};

/// What their names begin with.
const NAME: &str = ".weyl-spill-";

#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    next: AtomicU64,
}

impl Folder {
    pub fn new(path: &Path) -> Folder {
        Folder {
            path: path.to_path_buf(),
            next: AtomicU64::new(0),
        }
    }

    /// The same, if files can be made there.
    pub fn tried(path: &Path) -> io::Result<Folder> {
        let folder = Folder::new(path);
        folder.make()?;
        folder.remove_left_over()?;
        Ok(folder)
    }

    fn make(&self) -> io::Result<OnDisk> {
        let process = std::process::id();
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            let path = self.path.join(format!("{NAME}{process}-{number}"));
            let mut options = OpenOptions::new();
            match options.read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return OnDisk::of(file, path),
                // Another machine may have a process of the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn remove_left_over(&self) -> io::Result<()> {
        for entry in self.path.read_dir()? {
            let entry = entry?;
            let is_ours = entry.file_name().to_string_lossy().starts_with(NAME);
            if is_ours
                && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
                && file.try_lock().is_ok()
            {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Scratch for Folder {
    fn file(&self) -> io::Result<Box<dyn ScratchFile>> {
        let made = self.make().map_err(plain)?;
        Ok(Box::new(made))
    }

    fn begin(&self) {
        #[cfg(feature = "program")]
        crate::program::give_back_memory();
    }
}

/// Without the number that systems have for it.
fn plain(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(&error))
}

#[derive(Debug)]
struct OnDisk {
    file: File,
    #[cfg(not(unix))]
    path: PathBuf,
    #[cfg(not(unix))]
    turns: std::sync::Mutex<()>,
}

#[cfg(unix)]
impl OnDisk {
    fn of(file: File, path: PathBuf) -> io::Result<OnDisk> {
        // A file system without locks does not matter here.
        let _ = file.try_lock();
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(OnDisk { file }),
        }
    }
}

#[cfg(unix)]
impl ScratchFile for OnDisk {
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let written = std::os::unix::fs::FileExt::write_all_at(&self.file, bytes, offset);
        written.map_err(plain)
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let read = std::os::unix::fs::FileExt::read_exact_at(&self.file, into, offset);
        read.map_err(plain)
    }
}

#[cfg(not(unix))]
impl OnDisk {
    fn of(file: File, path: PathBuf) -> io::Result<OnDisk> {
        file.lock()?;
        Ok(OnDisk {
            file,
            path,
            turns: std::sync::Mutex::default(),
        })
    }

    fn at<T>(&self, offset: u64, work: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
        let _turn = self.turns.lock();
        let mut file = &self.file;
        io::Seek::seek(&mut file, io::SeekFrom::Start(offset)).map_err(plain)?;
        work(file).map_err(plain)
    }
}

#[cfg(not(unix))]
impl ScratchFile for OnDisk {
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.at(offset, |mut file| io::Write::write_all(&mut file, bytes))
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.at(offset, |mut file| io::Read::read_exact(&mut file, into))
    }
}

#[cfg(not(unix))]
impl Drop for OnDisk {
    fn drop(&mut self) {
        // If it can't be removed, the next search here does so.
        let _ = std::fs::remove_file(&self.path);
    }
}
