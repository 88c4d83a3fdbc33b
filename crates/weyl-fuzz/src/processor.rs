//! Processor time: on a machine with other work, the only measure of what an input costs.

use std::time::Duration;

/// Linux counts in hundredths of a second for those who ask in this way.
const TICKS_PER_SECOND: u64 = 100;

/// What a process has used so far; `None` where the system does not tell.
pub fn used_by(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    used(&text)
}

fn used(stat: &str) -> Option<Duration> {
    // The name of the program may contain anything, a closing parenthesis too.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let mut time = || times.next()?.parse::<u64>().ok();
    let ticks = time()?.checked_add(time()?)?;
    Some(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_added() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4 9 0 0 0 150 50 0 0 20 0 1 0 5 6 7";
        assert_eq!(used(stat), Some(Duration::from_secs(2)));
        assert_eq!(used("nonsense"), None);
    }
}
