//! Whether two paths lead to one file, through whatever links.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// Which file it is, whatever it is called: device and number.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    number: u64,
}

#[cfg(unix)]
impl Identity {
    /// Of what a path leads to, if there is something.
    pub fn of(path: &Path) -> io::Result<Identity> {
        Ok(Identity::of_metadata(&path.metadata()?))
    }

    pub fn of_metadata(metadata: &Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity {
            device: metadata.dev(),
            number: metadata.ino(),
        }
    }
}

/// Which file it is: the one path that has no links in it. Hard links are not seen through.
#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    path: std::path::PathBuf,
}

#[cfg(not(unix))]
impl Identity {
    /// Of what a path leads to, if there is something.
    pub fn of(path: &Path) -> io::Result<Identity> {
        let path = path.canonicalize()?;
        Ok(Identity { path })
    }
}
