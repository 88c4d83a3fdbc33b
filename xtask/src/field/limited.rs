//! Programs that must not take too long, nor too much memory.

use anyhow::{Context, Result};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub megabytes: u64,
}

#[derive(Clone, Debug)]
pub struct Ended {
    pub printed: String,
    pub complaint: String,
    /// `None` for a program that a signal ended.
    pub code: Option<i32>,
    pub was_stopped: bool,
    pub seconds: f64,
}

/// What `timeout` says where it had to end a program, gently or not.
const STOPPED: [i32; 2] = [124, 137];
const KILLED: i32 = 9;

impl Limits {
    /// With so much more time: for who ends by itself, and is only to be caught if it does not.
    pub fn and_seconds(self, seconds: u64) -> Limits {
        Limits {
            time: self.time + Duration::from_secs(seconds),
            ..self
        }
    }

    /// Runs a program in a folder; all that it starts ends with it.
    pub fn run<S: AsRef<OsStr>>(self, folder: &Path, words: &[S]) -> Result<Ended> {
        let kilobytes = (self.megabytes * 1024).to_string();
        let seconds = self.time.as_secs().to_string();
        let mut command = Command::new("timeout");
        command.args(["--kill-after=1", &seconds, "sh", "-c"]);
        command.args(["ulimit -v $0; exec \"$@\"", &kilobytes]);
        command.args(words).current_dir(folder).stdin(Stdio::null());
        let begin = Instant::now();
        let output = command.output().with_context(|| format!("{command:?}"))?;
        let code = output.status.code();
        let was_killed = output.status.signal() == Some(KILLED);
        Ok(Ended {
            printed: String::from_utf8_lossy(&output.stdout).into_owned(),
            complaint: String::from_utf8_lossy(&output.stderr).into_owned(),
            was_stopped: was_killed || code.is_some_and(|code| STOPPED.contains(&code)),
            code,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }
}

impl Ended {
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }

    /// The first line of all that was printed that says something.
    pub fn first_line(&self, mark: &str) -> String {
        let lines = || {
            self.printed
                .lines()
                .chain(self.complaint.lines())
                .map(str::trim)
        };
        let line = lines().find(|line| line.contains(mark));
        let line = line.or_else(|| lines().find(|line| !line.is_empty()));
        line.unwrap_or("nothing was said").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_stopped_with_all_that_they_started() {
        let limits = Limits {
            time: Duration::from_secs(1),
            megabytes: 500,
        };
        let here = std::env::temp_dir();
        let ended = limits
            .run(&here, &["sh", "-c", "sleep 30 & wait"])
            .expect("a shell");
        assert!(ended.was_stopped && ended.seconds < 5.0, "{ended:?}");
        let ended = limits
            .run(&here, &["sh", "-c", "echo a; exit 3"])
            .expect("a shell");
        assert_eq!((ended.code, ended.printed.as_str()), (Some(3), "a\n"));
        assert!(!ended.was_stopped);
    }
}
