//! Files that are not as they were written.

use crate::depot::{Files, Memory};
use crate::dice::Dice;
use crate::explicit::Explicit;
use crate::random::{self, Taste};
use crate::states::questions;
use crate::{NEVER, assert_same, begin, go_on, search, task};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use weyl_explore::{Storing, Task, Unresumable};

/// Whatever byte is changed, it is seen: by a refusal, or by the checkpoint before being taken.
#[test]
fn a_changed_byte_is_seen() {
    for (seed, storing) in [
        (3, Storing::Exact),
        (4, Storing::Tree),
        (5, Storing::Compact),
    ] {
        let mut dice = Dice::new(seed);
        let taste = Taste {
            states: 60,
            violations: 0,
            faults: 0,
            ..Taste::small(&mut dice)
        };
        let system = random::system(&mut dice, taste);
        let whole = Task {
            storing,
            keep_going: true,
            ..task(questions(&mut dice, false))
        };
        let plain = search(&system, &whole);
        let depot = Arc::new(Memory::default());
        search(&system, &begin(&whole, &depot, Duration::ZERO));
        let kept = depot.kept.lock().unwrap();
        let files: &Files = &kept[kept.len() / 2];
        let (mut refused, mut older) = (0, 0);
        for (name, bytes) in files {
            for at in 0..bytes.len() {
                let mut changed = files.clone();
                changed.get_mut(name).unwrap()[at] ^= 1 << (at % 8);
                match go_on(&system, &whole, &changed, NEVER) {
                    Ok((resumed, checkpoints)) => {
                        assert_same(&plain, &resumed, true);
                        let is_seen = checkpoints.kept().older.is_some();
                        let is_needed = !name.ends_with(".before");
                        assert_eq!(is_seen, is_needed, "{name}, byte {at}");
                        older += usize::from(is_seen);
                    }
                    Err(Unresumable::Damaged { .. }) => refused += 1,
                    Err(other) => panic!("{name}, byte {at}: {other:?}"),
                }
            }
        }
        println!("{refused} refused, {older} older");
        assert!(refused > 100 && older > 100);
    }
}

/// A small system, with all that can be asked about it.
fn small(seed: u64) -> (Explicit, Task) {
    let mut dice = Dice::new(seed);
    let taste = Taste {
        states: 60,
        ..Taste::small(&mut dice)
    };
    let system = random::system(&mut dice, taste);
    let whole = Task {
        keep_going: true,
        ..task(questions(&mut dice, false))
    };
    (system, whole)
}

#[test]
fn a_missing_end_is_seen() {
    let (system, whole) = small(9);
    let plain = search(&system, &whole);
    let depot = Arc::new(Memory::default());
    search(&system, &begin(&whole, &depot, Duration::ZERO));
    let files = depot.files();
    for name in ["run", "search-0", "search-0.log"] {
        let bytes = &files[name];
        for len in (0..bytes.len()).step_by(7) {
            let mut cut = files.clone();
            cut.insert(name.to_string(), bytes[..len].to_vec());
            match go_on(&system, &whole, &cut, NEVER) {
                Ok((resumed, checkpoints)) => {
                    assert_same(&plain, &resumed, true);
                    assert!(checkpoints.kept().older.is_some());
                }
                Err(Unresumable::Damaged { .. }) => {}
                Err(other) => panic!("{name}, {len} bytes: {other:?}"),
            }
        }
    }
}

/// A kill between two renamings leaves the checkpoint before alone, and so does one that can't be
/// read: further ones are written all the same.
#[test]
fn checkpoints_follow_the_one_before() {
    let (system, whole) = small(11);
    let plain = search(&system, &whole);
    let depot = Arc::new(Memory::default());
    search(&system, &begin(&whole, &depot, Duration::ZERO));
    let kept = depot.kept.lock().unwrap();
    let files = &kept[kept.len() / 2];
    let mut alone = files.clone();
    alone.remove("search-0").unwrap();
    let mut damaged = files.clone();
    damaged.get_mut("search-0").unwrap()[40] ^= 1;
    for files in [alone, damaged] {
        let (resumed, checkpoints) = go_on(&system, &whole, &files, Duration::ZERO).unwrap();
        assert_same(&plain, &resumed, true);
        let kept = checkpoints.kept();
        assert_eq!(kept.failure, None);
        assert!(kept.written > 0);
    }
}

/// Where the blocks of a file begin and end: each says its length.
fn blocks(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut first = 0;
    while first < bytes.len() {
        let length = u32::from_le_bytes(bytes[first..first + 4].try_into().unwrap());
        let end = first + 12 + length as usize;
        blocks.push(first..end);
        first = end;
    }
    blocks
}

/// Blocks that are whole, and stand where others belong.
#[test]
fn blocks_that_change_places_are_seen() {
    let (system, whole) = small(13);
    let plain = search(&system, &whole);
    let depot = Arc::new(Memory::default());
    search(&system, &begin(&whole, &depot, Duration::ZERO));
    let kept = depot.kept.lock().unwrap();
    let files = kept.last().unwrap();
    let bytes = &files["search-0.log"];
    let (mut refused, mut older) = (0, 0);
    for pair in blocks(bytes).windows(2) {
        let (one, other) = (&bytes[pair[0].clone()], &bytes[pair[1].clone()]);
        let (before, behind) = (&bytes[..pair[0].start], &bytes[pair[1].end..]);
        let mut changed = files.clone();
        let swapped = [before, other, one, behind].concat();
        changed.insert("search-0.log".to_string(), swapped);
        match go_on(&system, &whole, &changed, NEVER) {
            Ok((resumed, checkpoints)) => {
                assert_same(&plain, &resumed, true);
                assert!(checkpoints.kept().older.is_some());
                older += 1;
            }
            Err(Unresumable::Damaged { .. }) => refused += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(refused > 0, "{refused} refused, {older} older");
}

#[test]
fn another_question_is_refused() {
    let (system, whole) = small(14);
    let depot = Arc::new(Memory::default());
    search(&system, &begin(&whole, &depot, Duration::ZERO));
    let kept = depot.kept.lock().unwrap();
    let files = kept.last().unwrap();
    let [mut hasty, mut shorter] = [whole.clone(), whole.clone()];
    hasty.keep_going = false;
    shorter.questions.pop();
    for (other, what) in [(hasty, "--keep-going"), (shorter, "what is asked")] {
        match go_on(&system, &other, files, NEVER) {
            Err(Unresumable::Differs { what: named, .. }) => assert_eq!(named, what),
            other => panic!("{other:?}"),
        }
    }
    assert!(go_on(&system, &whole, files, NEVER).is_ok());
}
