//! `--checkpoint`, and `weyl resume`, which goes on with what it has left.

use crate::depot::CheckpointFolder;
use crate::input::{reason, sources};
use crate::program::answer::fail;
use crate::program::check;
use crate::program::exit::Exit;
use crate::program::flags::{
    CheckFlags, Command, Flags, ParentsFlag, ResumeFlags, SearchFlag, StoreFlag,
};
use crate::program::screen::Screen;
use clap::Parser;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use weyl_check::{Failure, taken, unreadable_file, unresumable, wrong_command_line};
use weyl_explore::{Checkpoints, Header};

/// Between two checkpoints, where nothing else is said.
const USUALLY: Duration = Duration::from_secs(600);

/// What is typed, so that it can be typed again; no word of it is lost.
fn typed() -> Result<Vec<String>, Failure> {
    let words = std::env::args_os().skip(1).map(OsString::into_string);
    let words: Result<Vec<String>, OsString> = words.collect();
    words.map_err(|word| {
        let message = format!("`--checkpoint` can't keep `{}`", word.display());
        wrong_command_line(
            &message,
            Some("it is no UTF-8: another name has to stand there"),
        )
    })
}

/// The checkpoints of a check, if it is to make some.
pub fn checkpoints(model: &Path, flags: &CheckFlags) -> Result<Option<Arc<Checkpoints>>, Failure> {
    if let Some(resumed) = &flags.resumed {
        return Ok(Some(Arc::clone(resumed)));
    }
    let Some(path) = &flags.checkpoint else {
        return Ok(None);
    };
    refuse_others(model, flags)?;
    let folder = std::env::current_dir().ok();
    let folder = folder.and_then(|folder| folder.into_os_string().into_string().ok());
    let folder = folder.ok_or_else(|| unreadable_file("the current folder has no usable name"))?;
    let header = Header {
        version: env!("CARGO_PKG_VERSION").to_string(),
        folder,
        arguments: typed()?,
        facts: Vec::new(),
    };
    let place = path.display();
    let depot = CheckpointFolder::made(path).map_err(|error| {
        let message = format!("`--checkpoint {place}` can't be used: {}", reason(&error));
        wrong_command_line(&message, Some("it is a folder that files can be made in"))
    })?;
    let refused = |why| unresumable(&place.to_string(), &why);
    if Checkpoints::are_in(&depot).map_err(refused)? {
        let message = format!("`{place}` has the checkpoints of another run");
        return Err(taken(&message));
    }
    let every = flags.every.unwrap_or(USUALLY);
    // Any number that other runs do not have.
    let seed = RandomState::new().hash_one(std::process::id());
    let begun = Checkpoints::begin(Arc::new(depot), every, header, seed);
    Ok(Some(Arc::new(begun.map_err(refused)?)))
}

/// What can't be saved, or not yet.
fn refuse_others(model: &Path, flags: &CheckFlags) -> Result<(), Failure> {
    let is_on_disk = matches!(flags.parents, Some(ParentsFlag::Disk(_)));
    let reason = if flags.search == SearchFlag::Dfs {
        "`--checkpoint` is made level by level; `--search dfs` has no levels"
    } else if flags.store == Some(StoreFlag::Bits) {
        "`--checkpoint` writes what is new; a table of `--store bits` changes everywhere"
    } else if flags.spill.is_some() {
        "`--checkpoint` needs the states in memory; `--spill` has them on disk, without names"
    } else if is_on_disk {
        "`--checkpoint` writes parents itself; `--parents disk` has them in a file without a name"
    } else if flags.self_check {
        "`--self-check` is for small models; `--checkpoint` is not made of its comparison"
    } else if model == Path::new("-") {
        "`--checkpoint` needs a model that can be read again; standard input can't"
    } else {
        return Ok(());
    };
    Err(wrong_command_line(reason, None))
}

/// A folder has the checkpoints of one check.
pub fn refuse_several(flags: &CheckFlags) -> Result<(), Failure> {
    match flags.checkpoint {
        None => Ok(()),
        Some(_) => {
            let message = "`--checkpoint` is for one model: here are several";
            Err(wrong_command_line(
                message,
                Some("each needs a folder of its own"),
            ))
        }
    }
}

/// The check is over, and nothing is left to go on with.
pub fn is_over(flags: &CheckFlags, checkpoints: Option<&Arc<Checkpoints>>) {
    if let Some(checkpoints) = checkpoints {
        checkpoints.discard();
        let folder = flags.checkpoint.as_deref();
        folder.into_iter().for_each(CheckpointFolder::leave);
    }
}

/// `weyl resume`.
pub fn run(flags: &ResumeFlags, screen: &Screen) -> Exit {
    match again(flags) {
        Ok(check) => check::run(&check, screen),
        Err(failure) => fail(&failure, &flags.folder, &sources(), flags.json, screen),
    }
}

/// The check as it was typed, with what is different now.
fn again(flags: &ResumeFlags) -> Result<CheckFlags, Failure> {
    let place = flags.folder.display().to_string();
    let refused = |why| unresumable(&place, &why);
    let depot = CheckpointFolder::of(&flags.folder).map_err(|error| {
        unreadable_file(&format!(
            "the checkpoints in `{place}` can't be read: {}",
            reason(&error)
        ))
    })?;
    let mut checkpoints = Checkpoints::resume(Arc::new(depot), USUALLY).map_err(refused)?;
    let header = checkpoints.header();
    let version = env!("CARGO_PKG_VERSION");
    if header.version != version {
        return Err(refused(weyl_explore::Unresumable::Differs {
            what: "the version of weyl".to_string(),
            was: header.version,
            is: version.to_string(),
        }));
    }
    let words = ["weyl".to_string()].into_iter().chain(header.arguments);
    let typed = Flags::try_parse_from(words);
    let Ok(Command::Check(mut check)) = typed.map(|flags| flags.command) else {
        return Err(refused(weyl_explore::Unresumable::Damaged {
            file: "run".to_string(),
            reason: "what was typed is no check".to_string(),
        }));
    };
    let saved = std::path::absolute(&flags.folder).unwrap_or_else(|_| flags.folder.clone());
    std::env::set_current_dir(&header.folder).map_err(|error| {
        let folder = &header.folder;
        unreadable_file(&format!(
            "`{folder}`, where it was begun, is gone: {}",
            reason(&error)
        ))
    })?;
    check.threads = flags.threads.or(check.threads);
    check.max_memory = flags.max_memory.or(check.max_memory);
    check.max_time = flags.max_time.or(check.max_time);
    check.max_states = flags.max_states.or(check.max_states);
    check.max_depth = flags.max_depth.or(check.max_depth);
    check.progress = flags.progress.or(check.progress);
    check.every = flags.every.or(check.every);
    checkpoints.make_every(check.every.unwrap_or(USUALLY));
    check.checkpoint = Some(saved);
    check.json |= flags.json;
    check.quiet |= flags.quiet;
    check.resumed = Some(Arc::new(checkpoints));
    Ok(*check)
}
