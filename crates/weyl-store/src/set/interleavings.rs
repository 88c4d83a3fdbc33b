//! The set under a model checker: all interleavings of two or three threads with a few insertions
//! each, up to a number of preemptions, and all that the memory model lets them see. The checker
//! also finds rows that are read or written without being ordered.
//! `cargo test -p weyl-store --features loom`.

use super::*;
use loom::model::Builder;
use loom::thread;

/// Every insertion needs a row of its own, nearly every row another table, and every slot is a
/// part.
const TINY: Shape = Shape {
    chunk_bits: 0,
    fan_bits: 1,
    max_rows: 12,
    part: 1,
};

fn explore(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(model);
}

fn set(states: Option<u64>, bytes: Option<u64>) -> Arc<RowSet<'static, Bytes>> {
    // Threads of the checker have no scope; a quota is some tens of bytes.
    let quota = Box::leak(Box::new(Quota::new(states, bytes)));
    Arc::new(RowSet::with_shape(BYTES, Links::Near, quota, TINY))
}

/// Keys 0 and 1 want the same slot, in every table.
const BYTES: Bytes = Bytes {
    len: 1,
    hash: |key| u32::from(key[0] / 2) << 30,
};

fn insert(writer: &mut Writer<'_, Bytes>, key: u8) -> Inserted {
    let bytes = [key];
    let hash = (BYTES.hash)(&bytes);
    writer.insert(
        Key {
            hash,
            key: &bytes[..],
        },
        Some(u32::from(key)),
    )
}

fn find(writer: &mut Writer<'_, Bytes>, key: u8) -> Option<u32> {
    let bytes = [key];
    let hash = (BYTES.hash)(&bytes);
    writer.find(Key {
        hash,
        key: &bytes[..],
    })
}

/// What threads that insert these keys got.
fn race<const N: usize>(
    set: &Arc<RowSet<'static, Bytes>>,
    keys: [&'static [u8]; N],
) -> Vec<Inserted> {
    let insert_all = |set: &RowSet<'static, Bytes>, keys: &[u8]| -> Vec<Inserted> {
        let mut writer = set.writer();
        keys.iter().map(|key| insert(&mut writer, *key)).collect()
    };
    let others: Vec<_> = keys[1..]
        .iter()
        .map(|keys| {
            let (set, keys) = (Arc::clone(set), *keys);
            thread::spawn(move || insert_all(&set, keys))
        })
        .collect();
    let mut results = insert_all(set, keys[0]);
    for other in others {
        results.extend(other.join().unwrap());
    }
    results
}

/// Each of the keys is stored once, by whoever was told so, with its own link.
fn assert_stored(set: &RowSet<'static, Bytes>, keys: &[u8], inserted: &[Inserted], results: &[u8]) {
    let mut writer = set.writer();
    for key in keys {
        let row = find(&mut writer, *key).unwrap();
        assert_eq!(set.key(row), [*key]);
        assert_eq!(set.link(row), Some(u32::from(*key)));
        let of_key = results.iter().zip(inserted).filter(|(k, _)| *k == key);
        let new = of_key.clone().filter(|(_, i)| **i == Inserted::New(row));
        let known = of_key.clone().filter(|(_, i)| **i == Inserted::Known(row));
        assert_eq!((new.count(), known.count()), (1, of_key.count() - 1));
    }
    assert_eq!(set.len(), keys.len() as u64);
}

#[test]
fn threads_that_insert_the_same_key_agree() {
    explore(3, || {
        let set = set(None, None);
        let results = race(&set, [&[0], &[0]]);
        assert_stored(&set, &[0], &results, &[0, 0]);
    });
}

#[test]
fn three_threads_that_insert_the_same_key_agree() {
    explore(2, || {
        let set = set(None, None);
        let results = race(&set, [&[0], &[0], &[0]]);
        assert_stored(&set, &[0], &results, &[0, 0, 0]);
    });
}

#[test]
fn keys_that_want_the_same_slot_are_both_stored() {
    explore(3, || {
        let set = set(None, None);
        let results = race(&set, [&[0], &[1]]);
        assert_stored(&set, &[0, 1], &results, &[0, 1]);
    });
}

/// A line is looked at slot by slot while others fill it: nobody misses a key that a slot before
/// another taken one has. Rows are compared, as both keys have the same tag.
#[test]
fn a_line_is_filled_in_order() {
    explore(2, || {
        let set = set(None, None);
        // Makes a table with room for all of them.
        for key in [4, 6, 8] {
            insert(&mut set.writer(), key);
        }
        let results = race(&set, [&[0], &[1], &[0]]);
        let mut writer = set.writer();
        let rows = [0, 1].map(|key| find(&mut writer, key).unwrap());
        let [first, other, again] = results[..] else {
            panic!("{results:?}");
        };
        assert_eq!(other, Inserted::New(rows[1]));
        let (new, known) = (Inserted::New(rows[0]), Inserted::Known(rows[0]));
        assert!((first, again) == (new, known) || (first, again) == (known, new));
    });
}

/// Each thread makes the table grow under the other.
#[test]
fn no_insertion_is_lost_in_growth() {
    explore(2, || {
        let set = set(None, None);
        let results = race(&set, [&[0, 2], &[2, 0]]);
        assert_stored(&set, &[0, 2], &results, &[0, 2, 2, 0]);
    });
}

#[test]
fn three_threads_grow_the_table_together() {
    explore(1, || {
        let set = set(None, None);
        let results = race(&set, [&[0, 2], &[2], &[4]]);
        assert_stored(&set, &[0, 2, 4], &results, &[0, 2, 2, 4]);
    });
}

#[test]
fn what_is_stored_is_found_during_growth() {
    explore(3, || {
        let set = set(None, None);
        let mut writer = set.writer();
        assert!(matches!(insert(&mut writer, 0), Inserted::New(0)));
        assert!(matches!(insert(&mut writer, 1), Inserted::New(1)));
        let growing = {
            let set = Arc::clone(&set);
            thread::spawn(move || insert(&mut set.writer(), 2))
        };
        for key in [1, 0] {
            let row = find(&mut writer, key);
            assert_eq!(row, Some(u32::from(key)));
        }
        assert_eq!(insert(&mut writer, 1), Inserted::Known(1));
        assert_eq!(growing.join().unwrap(), Inserted::New(2));
    });
}

#[test]
fn a_row_with_a_number_is_read_only_after_it_was_written() {
    explore(3, || {
        let set = set(None, None);
        let writing = {
            let set = Arc::clone(&set);
            thread::spawn(move || insert(&mut set.writer(), 3))
        };
        if set.rows.is_published(0) {
            assert_eq!((set.key(0), set.link(0)), (&[3u8][..], Some(3)));
        }
        writing.join().unwrap();
        assert!(set.rows.is_published(0) && !set.rows.is_published(1));
    });
}

#[test]
fn the_limit_of_states_is_not_reached_by_known_ones() {
    explore(3, || {
        let set = set(Some(1), None);
        let results = race(&set, [&[0], &[0]]);
        assert_stored(&set, &[0], &results, &[0, 0]);
    });
}

#[test]
fn one_of_two_keys_is_stored_where_one_is_allowed() {
    explore(3, || {
        let set = set(Some(1), None);
        let results = race(&set, [&[0], &[1]]);
        let new = results.iter().filter(|i| matches!(i, Inserted::New(_)));
        let full = results.iter().filter(|i| matches!(i, Inserted::Full(_)));
        assert_eq!((new.count(), full.count(), set.len()), (1, 1, 1));
    });
}

/// There is memory for the first table and no more.
#[test]
fn without_memory_what_is_known_stays_known() {
    explore(3, || {
        let set = set(None, Some(30));
        let results = race(&set, [&[0, 2], &[0, 4]]);
        let stored: Vec<u8> = [0, 2, 4]
            .into_iter()
            .filter(|key| find(&mut set.writer(), *key).is_some())
            .collect();
        assert_eq!(set.len(), stored.len() as u64);
        let refused = Inserted::Full(Refusal::Memory);
        assert!(results.contains(&refused));
        assert!(set.peak_bytes() <= 30);
    });
}
