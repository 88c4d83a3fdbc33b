//! SPIN, without its reductions.

use super::limited::Limits;
use super::peer::{Answer, Said};
use anyhow::Result;
use std::path::Path;
use weyl_filetest::spin;

const COMPILE: &str = "cc -w -O1 -DSAFETY -DNOREDUCE -DNOCLAIM -DVECTORSZ=16000 -DMEMLIM=";
/// Seconds beside the time limit for the C compiler, which is no part of the answer.
const COMPILER: u64 = 60;

pub fn ask(model: &Path, folder: &Path, limits: Limits) -> Result<Said> {
    let name = model.display().to_string();
    let words = ["spin", "-a", "-o1", "-o2", "-o3", &name];
    let read = limits.run(folder, &words)?;
    if read.was_stopped {
        return Ok(Said::Unread);
    }
    if !read.is_success() {
        return Ok(Said::Refused(read.first_line("rror")));
    }
    let compile = format!("{COMPILE}{} -o pan pan.c", limits.megabytes);
    let compiled = limits
        .and_seconds(COMPILER)
        .run(folder, &["sh", "-c", &compile])?;
    if !compiled.is_success() {
        return Ok(Said::Nothing("no C"));
    }
    let search = limits.run(folder, &["./pan", "-n", "-c0", "-m500000"])?;
    if search.was_stopped {
        return Ok(Said::Nothing("timeout"));
    }
    Ok(match spin::Answer::parse(&search.printed) {
        Ok(answer) => Said::Answer(Answer {
            is_violated: answer.errors > 0,
            states: Some(answer.states),
            transitions: Some(answer.transitions),
        }),
        Err(_) => Said::Nothing("cut"),
    })
}
