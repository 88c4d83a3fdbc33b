//! The folder that checkpoints are kept in. One process uses it at a time.

use crate::input::reason;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use weyl_explore::{Depot, DepotFile};

/// Locked by whoever uses the folder.
const LOCK: &str = "lock";

#[derive(Debug)]
pub struct CheckpointFolder {
    path: PathBuf,
    /// As the user wrote it.
    name: String,
    _lock: File,
}

impl CheckpointFolder {
    /// A folder that is made if there is none.
    pub fn made(path: &Path) -> io::Result<CheckpointFolder> {
        fs::create_dir_all(path).map_err(plain)?;
        CheckpointFolder::of(path)
    }

    /// A folder that is there.
    pub fn of(path: &Path) -> io::Result<CheckpointFolder> {
        let name = path.display().to_string();
        let path = std::path::absolute(path)?;
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let lock = options.open(path.join(LOCK)).map_err(plain)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                let taken = "another process of weyl is using it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, taken));
            }
            // A file system without locks does not matter here.
            Err(fs::TryLockError::Error(_)) => {}
        }
        Ok(CheckpointFolder {
            path,
            name,
            _lock: lock,
        })
    }

    /// The run is over: what it has left is gone, and the folder too if nothing else is in it.
    pub fn leave(path: &Path) {
        // What can't be removed harms nobody.
        let _ = fs::remove_file(path.join(LOCK));
        let _ = fs::remove_dir(path);
    }

    fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Names in a folder are on the disk only when the folder is.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) {
            File::open(&self.path)?.sync_all().map_err(plain)?;
        }
        Ok(())
    }
}

/// Without the number that systems have for it.
fn plain(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(&error))
}

impl Depot for CheckpointFolder {
    fn place(&self) -> String {
        self.name.clone()
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DepotFile>> {
        let file = File::create(self.at(name)).map_err(plain)?;
        Ok(Box::new(OnDisk(file)))
    }

    fn extend(&self, name: &str, bytes: u64) -> io::Result<Box<dyn DepotFile>> {
        let mut options = OpenOptions::new();
        let mut file = options.write(true).open(self.at(name)).map_err(plain)?;
        file.set_len(bytes).map_err(plain)?;
        file.seek(SeekFrom::End(0)).map_err(plain)?;
        Ok(Box::new(OnDisk(file)))
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        match File::open(self.at(name)) {
            Ok(file) => Ok(Some(Box::new(io::BufReader::new(file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(plain(error)),
        }
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.at(from), self.at(to)).map_err(plain)?;
        self.sync()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.at(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(plain(error)),
            _ => Ok(()),
        }
    }
}

struct OnDisk(File);

impl Write for OnDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(plain)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl DepotFile for OnDisk {
    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_data().map_err(plain)
    }
}
