//! Writing a file so that it is there as a whole, or as it was before.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Names that are tried for a file beside another.
const MAX_NAMES: usize = 100;

/// What writes a text.
pub type Fill<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// What is being written now.
static UNDER_WAY: Mutex<Option<PathBuf>> = Mutex::new(None);

/// While it lives, a file is to be removed if the process ends.
struct UnderWay;

impl UnderWay {
    fn new(file: &Path) -> UnderWay {
        if let Ok(mut under_way) = UNDER_WAY.lock() {
            *under_way = Some(file.to_path_buf());
        }
        UnderWay
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Ok(mut under_way) = UNDER_WAY.lock() {
            *under_way = None;
        }
    }
}

/// Removes what is half written: the process is about to end.
pub fn discard_unfinished() {
    if let Ok(mut under_way) = UNDER_WAY.lock()
        && let Some(file) = under_way.take()
    {
        // If it can't be removed, nobody is left to be told.
        let _ = fs::remove_file(file);
    }
}

/// Looks whether a file can be created beside this one, which is not touched.
pub fn try_folder_of(path: &Path) -> io::Result<()> {
    let (beside, _) = create_beside(path)?;
    fs::remove_file(beside)
}

/// Whether a new file can take the place of an old one: not where nothing can be created, nor where
/// the owner would be another one, whom some folders (`/tmp`) would not let do it either.
pub fn can_replace(path: &Path) -> bool {
    let Ok((beside, file)) = create_beside(path) else {
        return false;
    };
    let is_alike = keep_permissions(&file, path).is_ok();
    fs::remove_file(beside).is_ok() && is_alike
}

/// Writes a new file beside the old one, and gives it the old one's name when it is complete.
///
/// Only a file is replaced, whatever was found out before: a link or a device that has come in its
/// place would be gone, and with `/dev/stdout` that of everybody else.
pub fn replace(path: &Path, fill: &mut Fill<'_>) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|old| !old.is_file()) {
        return Err(io::Error::other("it is no longer a file"));
    }
    let (beside, file) = create_beside(path)?;
    let _under_way = UnderWay::new(&beside);
    let written = fill_beside(&file, path, fill).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    Ok(())
}

fn fill_beside(file: &File, old: &Path, fill: &mut Fill<'_>) -> io::Result<()> {
    write_all(file, fill)?;
    keep_permissions(file, old)?;
    file.sync_all()
}

/// A file that is replaced keeps its permissions and its owner.
fn keep_permissions(new: &File, old: &Path) -> io::Result<()> {
    let old = match old.metadata() {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        fchown(new, Some(old.uid()), Some(old.gid()))?;
    }
    new.set_permissions(old.permissions())
}

fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let process = std::process::id();
    for number in 0..MAX_NAMES {
        let beside = folder.join(format!(".weyl-{process}-{number}.tmp"));
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)
        {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((beside, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes what is behind a path, whatever it is.
pub fn write_through(path: &Path, fill: &mut Fill<'_>) -> io::Result<()> {
    let file = OpenOptions::new().write(true).truncate(true).open(path)?;
    write_all(&file, fill)
}

pub fn write_all(mut file: &File, fill: &mut Fill<'_>) -> io::Result<()> {
    fill(&mut file)?;
    file.flush()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn text(text: &str) -> impl FnMut(&mut dyn Write) -> io::Result<()> {
        move |into| into.write_all(text.as_bytes())
    }

    #[test]
    fn only_files_are_replaced() {
        let folder = std::env::temp_dir().join(format!("weyl-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("file"), folder.join("link"));
        replace(&file, &mut text("new")).expect("there was nothing");
        std::os::unix::fs::symlink("file", &link).expect("a link");
        assert!(replace(&link, &mut text("other")).is_err());
        assert_eq!(fs::read_link(&link).expect("a link"), Path::new("file"));
        replace(&file, &mut text("newer")).expect("there was a file");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "newer");
        fs::remove_dir_all(&folder).expect("the folder is gone");
    }
}
