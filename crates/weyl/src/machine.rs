//! What the machine, or the container, has, and what is done with it if nothing else is said.

use std::fs;
use std::path::{Path, PathBuf};
use weyl_budget::{address_space, address_space_taken};
use weyl_check::{ModelOptions, Reductions, Request, SymmetrySource};
use weyl_explore::Limits;

/// All of the machine, and all symmetry that is there.
pub fn request() -> Request {
    Request {
        threads: cores(),
        limits: limits(),
        symmetry: SymmetrySource::Discovered { trust_loops: false },
        reductions: Reductions::ALL,
        ..Request::new(ModelOptions::new(weyl_check::MURPHI))
    }
}

/// What is not said otherwise.
pub fn limits() -> Limits {
    Limits {
        memory: memory_to_use(),
        ..Limits::default()
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// 80 % of the memory; `None` where nobody tells how much there is.
pub fn memory_to_use() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| total_memory(&text));
    let limits = machine.into_iter().chain(control_group_limits());
    let limits = limits.chain(free_address_space());
    limits.min().map(|bytes| bytes / 5 * 4)
}

/// What `ulimit -v` leaves.
fn free_address_space() -> Option<u64> {
    Some(address_space()?.saturating_sub(address_space_taken()?))
}

fn total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The limits of the control groups that this process is in, version 1 and 2, from the inside out.
fn control_group_limits() -> Vec<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let files = groups.lines().flat_map(limit_files);
    let texts = files.filter_map(|file| fs::read_to_string(file).ok());
    texts.filter_map(|text| text.trim().parse().ok()).collect()
}

/// The files that may hold a limit, given a line `number:controllers:path`.
fn limit_files(line: &str) -> Vec<PathBuf> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
        return Vec::new();
    };
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        _ => return Vec::new(),
    };
    let groups = Path::new(path.trim_start_matches('/')).ancestors();
    groups
        .map(|group| Path::new(root).join(group).join(file))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:       24532180 kB\nMemFree:        1 kB\n";
        assert_eq!(total_memory(text), Some(24_532_180 * 1024));
        assert_eq!(total_memory("MemTotal: many"), None);
    }

    #[test]
    fn every_group_up_to_the_root_counts() {
        let files = limit_files("0::/a/b");
        let files: Vec<&str> = files.iter().filter_map(|file| file.to_str()).collect();
        let expected = [
            "/sys/fs/cgroup/a/b/memory.max",
            "/sys/fs/cgroup/a/memory.max",
            "/sys/fs/cgroup/memory.max",
        ];
        assert_eq!(files, expected);
        assert!(limit_files("5:cpu:/a").is_empty());
        assert!(limit_files("nonsense").is_empty());
    }
}
