//! Disks that are full or are not there, and clocks that run out: what was found stays.

use crate::dice::Dice;
use crate::parting::Parting;
use crate::scratch::Memory;
use crate::{on_disk, search, task};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use weyl_explore::{Exploration, LimitKind, Scratch, ScratchFile, Task};
use weyl_system::{Deadlock, Finding, Run};

fn runs(findings: &[Finding]) -> Vec<Run> {
    let runs = findings.iter().flat_map(|finding| match finding {
        Finding::Violations(violations) => violations.iter().map(|one| one.run.clone()).collect(),
        Finding::Reached(run) => vec![run.clone()],
        _ => Vec::new(),
    });
    runs.collect()
}

/// A system with many states, and what there is to find.
fn large(task: &Task) -> (Parting, Exploration) {
    let systems = (0..).map(|seed| Parting {
        width: 40,
        ..Parting::random(&mut Dice::new(seed), 15_000)
    });
    let mut explored = systems.map(|system| (search(&system, task), system));
    let is_large =
        |(whole, _): &(Exploration, _)| whole.states > 10_000 && runs(&whole.findings).len() > 2;
    let (whole, system) = explored.find(is_large).unwrap();
    (system, whole)
}

#[test]
fn a_full_disk_is_a_limit() {
    let task = task(Deadlock::Off, true);
    let (system, whole) = large(&task);
    let all = runs(&whole.findings);
    let (mut limited, mut found) = (0, 0);
    for kilobytes in (0..400).step_by(23) {
        for threads in [1, 2] {
            let disk = Arc::new(Memory::of(kilobytes << 10));
            let spilled = search(&system, &on_disk(&task, 120 << 10, threads, &disk));
            let told = spilled.spilled.expect("it is too much for memory");
            assert_eq!(disk.0.files.load(Relaxed), 0, "files are left");
            assert!(runs(&spilled.findings).iter().all(|run| all.contains(run)));
            if spilled.limit.is_some() {
                assert_eq!(spilled.limit, Some(LimitKind::Disk));
                assert!(told.failure.is_some() && !spilled.complete);
                assert!(spilled.states <= whole.states);
                limited += 1;
                found += runs(&spilled.findings).len();
            } else {
                assert_eq!((spilled.states, told.failure), (whole.states, None));
            }
        }
    }
    assert!(limited > 4 && found > 0, "{limited} {found}");
}

#[derive(Debug)]
struct Nowhere;

impl Scratch for Nowhere {
    fn file(&self) -> io::Result<Box<dyn ScratchFile>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn a_disk_that_is_not_there_is_one_too() {
    let (system, _) = large(&task(Deadlock::Off, true));
    let disk = Arc::new(Memory::default());
    let task = Task {
        spill: Some(Arc::new(Nowhere)),
        ..on_disk(&task(Deadlock::Off, true), 120 << 10, 1, &disk)
    };
    let spilled = search(&system, &task);
    assert_eq!(spilled.limit, Some(LimitKind::Disk));
    let failure = spilled.spilled.and_then(|told| told.failure);
    assert_eq!(failure.as_deref(), Some("permission denied"));
}
