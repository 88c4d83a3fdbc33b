//! The address space of this process, where it is limited (`ulimit -v`).

use std::fs;
use std::sync::LazyLock;

/// The greatest stack of a thread: rules may call functions deeply.
const MOST_STACK: u64 = 256 << 20;
/// The least.
const LEAST_STACK: u64 = 16 << 20;

/// How much address space there may be, in bytes; `None` if there is no limit, or nobody tells.
pub fn address_space() -> Option<u64> {
    limit_of(&fs::read_to_string("/proc/self/limits").ok()?)
}

fn limit_of(limits: &str) -> Option<u64> {
    let mut lines = limits.lines();
    let line = lines.find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// How much of it is taken.
pub fn address_space_taken() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// How large the stacks of threads should be: large, but no great part of a limited address space.
/// Only what is used is taken from the system.
pub fn stack_bytes() -> usize {
    static BYTES: LazyLock<u64> = LazyLock::new(|| stack_within(address_space()));
    *BYTES as usize
}

fn stack_within(space: Option<u64>) -> u64 {
    space.map_or(MOST_STACK, |space| {
        (space / 8).clamp(LEAST_STACK, MOST_STACK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limit_counts() {
        let limits = "Limit         Soft Limit    Hard Limit   Units\n\
                      Max cpu time          unlimited            unlimited            seconds\n\
                      Max address space     409600000            819200000            bytes\n";
        assert_eq!(limit_of(limits), Some(409_600_000));
        let none = "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(limit_of(none), None);
    }

    #[test]
    fn stacks_leave_room_for_others() {
        assert_eq!(stack_within(None), MOST_STACK);
        assert_eq!(stack_within(Some(1 << 40)), MOST_STACK);
        assert_eq!(stack_within(Some(400 << 20)), 50 << 20);
        assert_eq!(stack_within(Some(1 << 20)), LEAST_STACK);
        assert!(address_space_taken().is_none_or(|bytes| bytes > 1 << 20));
    }
}
