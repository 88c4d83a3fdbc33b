//! A process with its time and its largest memory.

use anyhow::{Context, Result};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Finished {
    pub printed: String,
    /// From its start to its end.
    pub seconds: f64,
    /// The largest resident memory; nothing where the system does not tell or the process is too
    /// short.
    pub peak_bytes: Option<u64>,
}

/// The memory is looked at this often. Growth after the last look is missed.
const INTERVAL: Duration = Duration::from_millis(10);

pub fn run(command: &mut Command) -> Result<Finished> {
    let begin = Instant::now();
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.with_context(|| format!("{command:?} does not start"))?;
    let status = format!("/proc/{}/status", child.id());
    let (is_over, peak) = (AtomicBool::new(false), AtomicU64::new(0));
    let watch = || {
        while !is_over.load(Relaxed) {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            peak.fetch_max(peak_of(&text).unwrap_or(0), Relaxed);
            thread::park_timeout(INTERVAL);
        }
    };
    let (output, seconds) = thread::scope(|scope| {
        let watcher = scope.spawn(watch);
        let output = child.wait_with_output();
        let seconds = begin.elapsed().as_secs_f64();
        is_over.store(true, Relaxed);
        watcher.thread().unpark();
        (output, seconds)
    });
    Ok(Finished {
        printed: String::from_utf8_lossy(&output?.stdout).into_owned(),
        seconds,
        peak_bytes: Some(peak.into_inner()).filter(|bytes| *bytes > 0),
    })
}

/// `VmHWM:      1234 kB`: the largest resident memory so far.
fn peak_of(status: &str) -> Option<u64> {
    let mut lines = status.lines();
    let kilobytes = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = kilobytes.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read() {
        assert_eq!(peak_of("Name: pan\nVmHWM:\t    12 kB\n"), Some(12 * 1024));
        assert_eq!(peak_of("Name: pan\nState: Z (zombie)\n"), None);
    }

    #[test]
    fn a_process_is_timed_and_read() {
        let finished = run(Command::new("sh").args(["-c", "sleep 0.05; echo done"]));
        let finished = finished.expect("there is a shell");
        assert_eq!(finished.printed, "done\n");
        assert!(finished.seconds >= 0.05);
    }
}
