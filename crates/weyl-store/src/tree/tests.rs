use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::thread;

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 29
}

/// A key whose parts are few: each word is one of some, so that keys share most pairs, and words
/// are numbers of pairs as well.
fn sample(number: u64, size: usize, words: u64) -> Vec<u8> {
    let word = |at: usize| (mix(number * 977 + at as u64) % words) as u32;
    let bytes = (0..size.div_ceil(4)).flat_map(|at| word(at).to_le_bytes());
    bytes.take(size).collect()
}

/// Even or fitted, by chance.
fn shape(size: usize, words: u64) -> TreeShape {
    let keys = (0..300).flat_map(|number| sample(number, size, words));
    if mix((size as u64 * 5) ^ words).is_multiple_of(3) {
        TreeShape::even(size)
    } else {
        TreeShape::fitted(size, &keys.collect::<Vec<u8>>())
    }
}

/// Links lead to keys that are stored, to rows that are not there, or nowhere.
fn link(number: u64, bound: u32) -> Option<u32> {
    match mix(number) % 8 {
        0 => None,
        1 => Some(mix(number) as u32 >> 3),
        _ => Some(mix(number) as u32 % bound.max(1)),
    }
}

fn assert_same(set: &TreeSet<'_>, oracle: &BTreeMap<Vec<u8>, (u32, Option<u32>)>) {
    let (mut writer, mut buffer) = (set.writer(), Vec::new());
    assert_eq!(set.len(), oracle.len() as u64);
    for (key, (row, link)) in oracle {
        assert_eq!(set.key(*row, &mut buffer), key);
        assert_eq!(set.link(*row), *link);
        assert_eq!(writer.find(key), Some(*row));
        assert!(*row < set.bound());
    }
}

/// Reads some keys together; returns their rows.
fn read_some(
    writer: &mut TreeWriter<'_>,
    keys: &BTreeMap<Vec<u8>, (u32, Option<u32>)>,
    by: u64,
) -> Vec<u32> {
    let stored: Vec<_> = keys.iter().collect();
    let count = mix(by) % 20;
    let chosen = (0..count).filter(|_| !stored.is_empty()).map(|number| {
        let place = mix(by / 3 * 31 + number) as usize % stored.len();
        (stored[place].0, stored[place].1.0)
    });
    let (keys, rows): (Vec<_>, Vec<_>) = chosen.unzip();
    writer.read_all(&rows);
    for (at, key) in keys.into_iter().enumerate() {
        assert_eq!(writer.read(at), key);
    }
    rows
}

#[test]
fn keys_are_read_back_and_stored_once() {
    for size in [0, 1, 4, 8, 11, 12, 13, 16, 17, 31, 32, 33, 50, 97, 260] {
        for words in [2, 3, 40, u64::MAX] {
            let quota = Quota::new(None, None);
            let set = TreeSet::new(shape(size, words), Links::Near, &quota);
            let mut writer = set.writer();
            let mut oracle = BTreeMap::new();
            let (mut number, mut read) = (0, Vec::new());
            while number < 3_000 {
                let count = 1 + mix(number) % 150;
                let keys: Vec<_> = (number..number + count)
                    .map(|number| sample(number % 2_000, size, words))
                    .collect();
                let bound = set.bound();
                let earlier = std::mem::take(&mut read);
                read = read_some(&mut writer, &oracle, number);
                let near = [earlier, read.clone()].concat();
                let link = |at: usize| match mix(number + at as u64 * 7) as usize {
                    by if by % 3 > 0 && !near.is_empty() => Some(near[by / 3 % near.len()]),
                    _ => link(number + at as u64, bound),
                };
                let mut at = 0;
                writer.insert_all(
                    keys.len(),
                    |at| (&keys[at][..], link(at)),
                    |place, inserted| {
                        assert_eq!(place, at);
                        match (inserted, oracle.get(&keys[at])) {
                            (Inserted::Known(row), Some((known, _))) => assert_eq!(row, *known),
                            (Inserted::New(row), None) => {
                                oracle.insert(keys[at].clone(), (row, link(at)));
                            }
                            other => panic!("{other:?}"),
                        }
                        at += 1;
                    },
                );
                assert_eq!(at, keys.len());
                number += count;
            }
            assert_same(&set, &oracle);
            assert_eq!(set.bytes(), quota.bytes());
            for number in 2_000..2_100 {
                let key = sample(number, size, words);
                let expected = oracle.get(&key).map(|(row, _)| *row);
                assert_eq!(set.writer().find(&key), expected);
            }
        }
    }
}

/// Threads that insert overlapping keys in different orders agree on the rows.
#[test]
fn racing_threads_agree() {
    for (size, words) in [(13, 5), (24, 3), (41, 4), (64, 1_000)] {
        let quota = Quota::new(None, None);
        let set = TreeSet::new(shape(size, words), Links::Near, &quota);
        let insert_all = |thread: u64| {
            let mut writer = set.writer();
            let order = (0..20_000u64).map(|at| (at * (2 * thread + 1)) % 20_000);
            let keys: Vec<_> = order.map(|number| sample(number, size, words)).collect();
            let mut results = Vec::new();
            writer.insert_all(
                keys.len(),
                |at| (&keys[at][..], Some(at as u32 / 3)),
                |at, inserted| results.push((keys[at].clone(), inserted)),
            );
            results
        };
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| scope.spawn(move || insert_all(thread)))
                .collect();
            threads
                .into_iter()
                .flat_map(|t| t.join().unwrap())
                .collect()
        });
        let mut rows = BTreeMap::new();
        let mut new = 0;
        for (key, inserted) in results {
            let row = match inserted {
                Inserted::New(row) | Inserted::Known(row) => row,
                Inserted::Full(refusal) => panic!("{refusal:?}"),
            };
            new += u64::from(matches!(inserted, Inserted::New(_)));
            assert_eq!(*rows.entry(key).or_insert(row), row);
        }
        assert_eq!((set.len(), new), (rows.len() as u64, rows.len() as u64));
        let mut buffer = Vec::new();
        for (key, row) in &rows {
            assert_eq!(set.key(*row, &mut buffer), key);
        }
    }
}

/// Without memory, in the middle of whatever: what is stored stays, and nothing else is.
#[test]
fn refusals_leave_the_set_as_it_was() {
    for memory in (1_000..60_000).step_by(977) {
        let quota = Quota::new(None, Some(memory));
        let set = TreeSet::new(TreeShape::even(30), Links::Near, &quota);
        let mut writer = set.writer();
        let keys: Vec<_> = (0..8_000).map(|number| sample(number, 30, 50)).collect();
        let (mut stored, mut refused) = (BTreeMap::new(), BTreeSet::new());
        writer.insert_all(
            keys.len(),
            |at| (&keys[at][..], None),
            |at, inserted| match inserted {
                Inserted::New(row) => {
                    assert_eq!(stored.insert(keys[at].clone(), (row, None)), None)
                }
                Inserted::Known(row) => assert_eq!(stored[&keys[at]], (row, None)),
                Inserted::Full(Refusal::Memory) => assert!(refused.insert(keys[at].clone())),
                Inserted::Full(Refusal::States | Refusal::Numbers) => {
                    panic!("there is no limit of states")
                }
            },
        );
        assert!(!refused.is_empty() && set.peak_bytes() <= memory);
        assert_same(&set, &stored);
        let is_apart = |key: &Vec<u8>| stored.contains_key(key) || writer.find(key).is_none();
        assert!(refused.iter().all(is_apart));
    }
}

#[test]
fn the_limit_of_states_counts_no_parts() {
    let quota = Quota::new(Some(100), None);
    let set = TreeSet::new(TreeShape::even(40), Links::Far, &quota);
    let mut writer = set.writer();
    for number in 0..200u64 {
        let inserted = writer.insert(&sample(number, 40, u64::MAX), None);
        let is_new = matches!(inserted, Inserted::New(_));
        assert!(is_new == (number < 100), "{number}: {inserted:?}");
    }
    assert_eq!(set.len(), 100);
}

/// Numbers of parts outgrow the rows that roots have: 40,000 keys without a common part.
#[test]
fn rows_become_wider() {
    let quota = Quota::new(None, None);
    let set = TreeSet::new(TreeShape::even(16), Links::Near, &quota);
    let mut writer = set.writer();
    let keys: Vec<_> = (0..40_000).map(|n| sample(n, 16, u64::MAX)).collect();
    let mut rows = Vec::new();
    writer.insert_all(
        keys.len(),
        |at| (&keys[at][..], None),
        |_, inserted| match inserted {
            Inserted::New(row) => rows.push(row),
            other => panic!("{other:?}"),
        },
    );
    assert!(set.blocks.bound() > 1 << 16);
    let mut buffer = Vec::new();
    for (key, row) in keys.iter().zip(rows) {
        assert_eq!(set.key(row, &mut buffer), key);
    }
}
