//! The file that parents of states are written to.

use crate::input::reason;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::{env, process};
use weyl_check::{Failure, unreadable_file};
use weyl_explore::{ParentFile, Parents};

/// Names that are tried.
const NAMES: u32 = 100;

/// A new file in a folder, or where the system has its temporary files. It has no name as soon as
/// it is open, so that nothing of it stays, however the process ends.
pub fn on_disk(folder: Option<&Path>) -> Result<Parents, Failure> {
    let usual = env::temp_dir();
    let folder = folder.unwrap_or(&usual);
    let file = nameless(folder).map_err(|error| {
        let name = folder.display();
        let message = format!(
            "cannot write parents of states to `{name}`: {}",
            reason(&error)
        );
        unreadable_file(&message)
    })?;
    Ok(Parents::Disk(ParentFile::new(file)))
}

fn nameless(folder: &Path) -> io::Result<File> {
    let mut made = Err(io::ErrorKind::AlreadyExists.into());
    for number in 0..NAMES {
        let path = folder.join(format!("weyl-parents-{}-{number}", process::id()));
        made = options().open(&path).map(|file| (file, path));
        match &made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Ok(_) | Err(_) => break,
        }
    }
    let (file, path) = made?;
    if cfg!(not(windows)) {
        fs::remove_file(path)?;
    }
    Ok(file)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        /// The system removes the file when it is closed.
        const DELETE_ON_CLOSE: u32 = 0x0400_0000;
        options.custom_flags(DELETE_ON_CLOSE);
    }
    options
}
