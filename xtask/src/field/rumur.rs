//! Rumur, without symmetry.

use super::limited::Limits;
use super::peer::{Answer, Said};
use anyhow::Result;
use std::path::Path;
use weyl_filetest::rumur;

const COMPILE: &str = "cc -std=c11 -w -O1 -march=native -mcx16 -o m m.c -lpthread -latomic";
/// Seconds beside the time limit for the C compiler, which is no part of the answer.
const COMPILER: u64 = 60;

pub fn ask(model: &Path, folder: &Path, limits: Limits) -> Result<Said> {
    let name = model.display().to_string();
    let words = [
        "rumur",
        "--symmetry-reduction=off",
        "--deadlock-detection=off",
        "--max-errors=1000000000",
        "--output-format=machine-readable",
        "--counterexample-trace=off",
        "--threads=1",
        "--output=m.c",
        &name,
    ];
    let read = limits.run(folder, &words)?;
    if read.was_stopped {
        return Ok(Said::Unread);
    }
    if !read.is_success() {
        return Ok(Said::Refused(read.first_line("rror")));
    }
    let compiled = limits
        .and_seconds(COMPILER)
        .run(folder, &["sh", "-c", COMPILE])?;
    if !compiled.is_success() {
        return Ok(Said::Nothing("no C"));
    }
    let search = limits.run(folder, &["./m"])?;
    if search.was_stopped {
        return Ok(Said::Nothing("timeout"));
    }
    Ok(match rumur::Answer::parse(&search.printed) {
        Ok(answer) => Said::Answer(answer_of(&answer)),
        Err(_) => Said::Nothing("cut"),
    })
}

/// States that violate something, and what comes after them, are left out: no number to compare.
fn answer_of(answer: &rumur::Answer) -> Answer {
    Answer {
        is_violated: !answer.is_satisfied,
        states: answer.is_satisfied.then_some(answer.states),
        transitions: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_counted_where_nothing_is_violated() {
        let answer = |is_satisfied| {
            answer_of(&rumur::Answer {
                is_satisfied,
                states: 7,
                ..rumur::Answer::default()
            })
        };
        assert_eq!(
            (answer(true).is_violated, answer(true).states),
            (false, Some(7))
        );
        assert_eq!(
            (answer(false).is_violated, answer(false).states),
            (true, None)
        );
    }
}
