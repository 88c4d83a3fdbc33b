//! Random systems: with next to no memory, and with enough.

use crate::dice::Dice;
use crate::parting::Parting;
use crate::scratch::Memory;
use crate::{memory_for, on_disk, search, task};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use weyl_explore::{Exploration, Limits, Task};
use weyl_system::Deadlock;

const MODES: [Deadlock; 3] = [Deadlock::Off, Deadlock::Stuck, Deadlock::Stuttering];

fn assert_same(plain: &Exploration, spilled: &Exploration) {
    let counts = |one: &Exploration| (one.states, one.transitions, one.depth);
    assert_eq!(counts(spilled), counts(plain));
    assert_eq!(spilled.fired, plain.fired);
    assert_eq!(spilled.parts, plain.parts);
    assert_eq!(spilled.findings, plain.findings);
    assert_eq!(spilled.limit, plain.limit);
    assert_eq!(
        (spilled.complete, spilled.has_seen_all_states),
        (plain.complete, plain.has_seen_all_states)
    );
    assert_eq!(spilled.omission, None);
}

/// How often that happened which must happen sometimes.
#[derive(Debug, Default)]
struct Seen {
    complete: u32,
    violated: u32,
    parts: u64,
    ignoring: u64,
    untried: u64,
    files: u64,
}

fn compare(system: &Parting, task: &Task, seen: &mut Seen) {
    let plain = search(system, task);
    let small = memory_for(system);
    let large = 8 * small;
    for (memory, threads) in [(small, 1), (2 * small, 2), (large, 1)] {
        let disk = Arc::new(Memory::default());
        let spilled = search(system, &on_disk(task, memory, threads, &disk));
        println!("{memory} bytes, {threads} threads: {:?}", spilled.limit);
        assert_same(&plain, &spilled);
        assert_eq!(disk.0.files.load(Relaxed), 0, "files are left");
        if spilled.spilled.is_some() {
            assert!(spilled.bytes <= memory, "{} bytes", spilled.bytes);
            seen.files = seen.files.max(disk.0.made.load(Relaxed));
        }
    }
    seen.complete += u32::from(plain.complete);
    seen.violated += u32::from(!plain.complete);
    seen.parts += plain.parts.part;
    seen.ignoring += plain.parts.ignoring;
    seen.untried += plain.parts.untried;
}

fn random_task(dice: &mut Dice) -> Task {
    task(MODES[dice.roll(3) as usize], dice.once_in(2))
}

#[test]
fn answers_are_those_of_a_search_in_memory() {
    let mut seen = Seen::default();
    for seed in 0..20 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let states = 12_000 + dice.roll(12_000) as u32;
        let system = Parting::random(&mut dice, states);
        compare(&system, &random_task(&mut dice), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.complete > 2 && seen.violated > 2 && seen.files > 50);
}

/// So wide that what is reached from a level is more than can be merged at once, and is cut for
/// several threads.
#[test]
fn levels_are_wide() {
    for seed in 200..204 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let system = Parting {
            width: 9,
            parts: 3,
            ..Parting::wide(&mut dice, 60_000)
        };
        let task = Task {
            parts: seed % 2 == 0,
            ..task(Deadlock::Off, true)
        };
        let mut seen = Seen::default();
        compare(&system, &task, &mut seen);
        assert!(seen.files > 10, "{seen:?}");
    }
}

#[test]
fn steps_are_left_out_where_they_are_in_memory() {
    let mut seen = Seen::default();
    for seed in 100..120 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let states = 12_000 + dice.roll(12_000) as u32;
        let system = Parting {
            parts: 1 + dice.roll(8) as u32,
            ..Parting::random(&mut dice, states)
        };
        let task = Task {
            parts: true,
            ..random_task(&mut dice)
        };
        compare(&system, &task, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.parts > 1_000 && seen.ignoring > 1_000 && seen.untried > 1_000);
}

#[test]
fn limits_of_depth_and_states_are_kept() {
    let mut dice = Dice::new(7);
    let system = Parting {
        width: 40,
        ..Parting::random(&mut dice, 12_000)
    };
    for depth in [0, 1, 40, 100] {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let task = Task {
            limits,
            ..task(Deadlock::Off, true)
        };
        compare(&system, &task, &mut Seen::default());
    }
    for states in [5_000, 7_777] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let task = Task {
            limits,
            ..task(Deadlock::Off, true)
        };
        for threads in [1, 2] {
            let disk = Arc::new(Memory::default());
            let spilled = search(&system, &on_disk(&task, 120 << 10, threads, &disk));
            assert!(spilled.spilled.is_some());
            assert_eq!(spilled.states, states);
            assert_eq!(spilled.limit, Some(weyl_explore::LimitKind::States));
        }
    }
}
