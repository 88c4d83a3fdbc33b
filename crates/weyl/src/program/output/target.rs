//! What an output file is, found out without changing it.

use super::write;
use super::write::Fill;
use crate::identity::Identity;
use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// As many links as systems follow.
const MAX_LINKS: usize = 40;

/// Where a text goes.
pub enum Target {
    /// A file, or the place for one, at a path without links: it is replaced as a whole.
    File {
        path: PathBuf,
        identity: Option<Identity>,
        /// Nothing can take its place: it is written where it is.
        in_place: bool,
    },
    /// A device or a pipe, which is opened when there is something to write.
    Through(PathBuf),
    /// A stream of this process, which goes on after it.
    Stream(File),
}

impl Target {
    /// Looks whether a path can be written.
    pub fn tried(path: &Path) -> io::Result<Target> {
        let Some(path) = without_links(path)? else {
            return opened(path);
        };
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(metadata) if metadata.is_file() => existing(path),
            Ok(metadata) => device(path, metadata.file_type()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                write::try_folder_of(&path)?;
                Ok(Target::File {
                    path,
                    identity: None,
                    in_place: false,
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether it is the file that a path leads to. Devices and pipes can be shared.
    pub fn is_file_of(&self, other: &Path) -> bool {
        Identity::of(other).is_ok_and(|other| self.has_identity(&other))
    }

    pub fn has_identity(&self, other: &Identity) -> bool {
        match self {
            Target::File { identity, .. } => identity.as_ref() == Some(other),
            Target::Through(_) | Target::Stream(_) => false,
        }
    }

    /// Whether both are one file, or will be.
    pub fn is(&self, other: &Target) -> bool {
        match (self, other) {
            (
                Target::File { path, identity, .. },
                Target::File {
                    path: other_path,
                    identity: other,
                    ..
                },
            ) => path == other_path || (identity.is_some() && identity == other),
            _ => false,
        }
    }

    pub fn write(&self, fill: &mut Fill<'_>) -> io::Result<()> {
        match self {
            Target::File {
                path,
                in_place: false,
                ..
            } => write::replace(path, fill),
            Target::File { path, .. } | Target::Through(path) => write::write_through(path, fill),
            Target::Stream(stream) => write::write_all(stream, fill),
        }
    }
}

/// Follows links, also to what does not exist yet. `None` for open files of this process, which
/// `/dev/stdout` and `/dev/fd/63` are: what is behind them need not have a name.
fn without_links(path: &Path) -> io::Result<Option<PathBuf>> {
    if path.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Some(name) = path.file_name() else {
            return Err(ErrorKind::IsADirectory.into());
        };
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let real = folder.canonicalize()?.join(name);
        if real.starts_with("/proc") {
            return Ok(None);
        }
        match fs::read_link(&real) {
            Ok(target) => path = real.parent().unwrap_or(folder).join(target),
            Err(_) => return Ok(Some(real)),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// A file that cannot be opened for writing is meant to stay as it is, even where the folder would
/// allow to replace it.
fn existing(path: PathBuf) -> io::Result<Target> {
    OpenOptions::new().write(true).open(&path)?;
    Ok(Target::File {
        identity: Identity::of(&path).ok(),
        in_place: !write::can_replace(&path),
        path,
    })
}

/// A stream of this process is written as such: if it ends in a file, what is printed comes behind.
fn opened(path: &Path) -> io::Result<Target> {
    let metadata = path.metadata()?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let identity = Identity::of(path).ok();
    for stream in [stdout(), stderr()].into_iter().flatten() {
        if identity.is_some() && super::identity_of(&stream) == identity {
            return Ok(Target::Stream(stream));
        }
    }
    device(path.to_path_buf(), metadata.file_type())
}

/// Who opens a pipe waits for its reader, and who closes it sends the reader away: it is not tried.
fn device(path: PathBuf, kind: FileType) -> io::Result<Target> {
    if !is_pipe(kind) {
        OpenOptions::new().write(true).open(&path)?;
    }
    Ok(Target::Through(path))
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

#[cfg(unix)]
pub fn stdout() -> Option<File> {
    use std::os::fd::AsFd;
    let stream = io::stdout().as_fd().try_clone_to_owned();
    stream.ok().map(File::from)
}

#[cfg(unix)]
pub fn stderr() -> Option<File> {
    use std::os::fd::AsFd;
    let stream = io::stderr().as_fd().try_clone_to_owned();
    stream.ok().map(File::from)
}

#[cfg(not(unix))]
pub fn stdout() -> Option<File> {
    None
}

#[cfg(not(unix))]
pub fn stderr() -> Option<File> {
    None
}
