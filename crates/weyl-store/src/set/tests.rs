use super::*;
use std::collections::HashMap;
use std::sync::Barrier;
use std::thread;

/// Everything as small as it can be: the table grows all the time.
const TINY: Shape = Shape {
    chunk_bits: 0,
    fan_bits: 1,
    max_rows: 1 << 20,
    part: 3,
};

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 29
}

/// A key with a hash of the given number of bits, so that hashes can be made to collide.
struct Sample {
    hash: u32,
    bytes: Vec<u8>,
}

fn hash<const BITS: u32>(bytes: &[u8]) -> u32 {
    let seed = bytes
        .iter()
        .fold(7, |sum, byte| mix(sum + u64::from(*byte)));
    (seed as u32) & (u64::from(u32::MAX) << (32 - BITS)) as u32
}

fn content(len: usize, hash_bits: u32) -> Bytes {
    let hash = match hash_bits {
        0 => hash::<0>,
        4 => hash::<4>,
        _ => hash::<32>,
    };
    Bytes { len, hash }
}

/// A set of keys with whole hashes.
fn set(len: usize, quota: &Quota, shape: Shape) -> RowSet<'_, Bytes> {
    RowSet::with_shape(content(len, 32), Links::Near, quota, shape)
}

impl Sample {
    fn new(number: u64, size: usize, hash_bits: u32) -> Sample {
        let word = mix(number).to_le_bytes();
        let bytes: Vec<u8> = (0..size).map(|at| word[at % 8]).collect();
        let hash = (content(size, hash_bits).hash)(&bytes);
        Sample { hash, bytes }
    }

    fn key(&self) -> Key<&[u8]> {
        Key {
            hash: self.hash,
            key: &self.bytes,
        }
    }
}

#[test]
fn every_key_is_stored_once_and_read_back() {
    for (size, hash_bits) in [
        (0, 32),
        (1, 32),
        (2, 32),
        (16, 32),
        (300, 32),
        (16, 4),
        (16, 0),
    ] {
        let keys = if hash_bits < 32 { 1_001 } else { 7_001 };
        for shape in [Shape::default(), TINY] {
            let quota = Quota::new(None, None);
            let content = content(size, hash_bits);
            let set = RowSet::with_shape(content, Links::Far, &quota, shape);
            let mut writer = set.writer();
            let mut oracle = HashMap::new();
            let mut previous = None;
            for number in 0..3 * keys {
                let sample = Sample::new(number % keys, size, hash_bits);
                let inserted = writer.insert(sample.key(), previous);
                match (inserted, oracle.get(&sample.bytes)) {
                    (Inserted::Known(found), Some((row, _))) => assert_eq!(found, *row),
                    (Inserted::New(row), None) => {
                        oracle.insert(sample.bytes, (row, previous));
                        previous = Some(row);
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(set.len(), oracle.len() as u64);
            assert_eq!(set.bytes(), quota.bytes());
            for number in 0..keys + 50 {
                let sample = Sample::new(number, size, hash_bits);
                let expected = oracle.get(&sample.bytes).map(|(row, _)| *row);
                assert_eq!(writer.find(sample.key()), expected);
            }
            for (bytes, (row, link)) in oracle {
                assert_eq!(set.key(row), bytes);
                assert_eq!(set.link(row), link);
                assert!(row < set.bound());
            }
        }
    }
}

#[test]
#[should_panic(expected = "there is no row")]
fn a_row_that_was_never_stored_is_not_read() {
    let quota = Quota::new(None, None);
    let set = set(4, &quota, Shape::default());
    set.writer().insert(Sample::new(1, 4, 32).key(), None);
    set.link(1);
}

#[test]
fn many_keys_at_once_are_like_one_after_the_other() {
    let quota = Quota::new(None, None);
    let (one, all) = (
        set(16, &quota, Shape::default()),
        set(16, &quota, Shape::default()),
    );
    let (mut writer, mut writer_of_all) = (one.writer(), all.writer());
    let samples: Vec<Sample> = (0..5_000u64)
        .map(|number| Sample::new(mix(number) % 2_000, 16, 32))
        .collect();
    for samples in samples.chunks(1_337) {
        let expected: Vec<Inserted> = samples
            .iter()
            .map(|sample| writer.insert(sample.key(), None))
            .collect();
        let mut results = Vec::new();
        let key = |number: usize| (samples[number].key(), None);
        writer_of_all.insert_all(samples.len(), key, |number, inserted| {
            assert_eq!(number, results.len());
            results.push(inserted);
        });
        assert_eq!(results, expected);
    }
}

/// What each of eight threads, which start together, got for each key.
fn race(set: &RowSet<'_, Bytes>, keys: u64, size: usize) -> Vec<Vec<Inserted>> {
    const THREADS: u64 = 8;
    let start = Barrier::new(THREADS as usize);
    let insert_all = |thread: u64| {
        let mut writer = set.writer();
        let mut results = vec![Inserted::Full(Refusal::States); keys as usize];
        start.wait();
        // Half of the threads go the other way round, and some look first.
        for number in 0..keys {
            let number = if thread.is_multiple_of(2) {
                number
            } else {
                keys - 1 - number
            };
            let sample = Sample::new(number, size, 32);
            let found = match thread {
                2 | 3 => writer.find(sample.key()),
                _ => None,
            };
            let inserted = writer.insert(sample.key(), Some(number as u32));
            if let Some(row) = found {
                // A key that is one too many is there for a moment, before it is refused.
                let is_refused = inserted == Inserted::Full(Refusal::States);
                assert!(inserted == Inserted::Known(row) || is_refused);
            }
            results[number as usize] = inserted;
        }
        results
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || insert_all(thread)))
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    })
}

#[test]
fn racing_threads_agree_on_the_row_of_a_key() {
    for (shape, keys) in [(TINY, 3_000), (TINY, 100), (Shape::default(), 30_000)] {
        for size in [1, 5, 24] {
            let keys = if size == 1 { keys.min(100) } else { keys };
            let quota = Quota::new(None, None);
            let set = set(size, &quota, shape);
            let results = race(&set, keys, size);
            let mut rows = HashMap::new();
            for number in 0..keys as usize {
                for result in &results {
                    let sample = Sample::new(number as u64, size, 32);
                    let (row, is_new) = match result[number] {
                        Inserted::New(row) => (row, 1),
                        Inserted::Known(row) => (row, 0),
                        Inserted::Full(refusal) => panic!("{refusal:?}"),
                    };
                    assert_eq!(set.key(row), sample.bytes);
                    let news = rows.entry(sample.bytes).or_insert((row, 0));
                    assert_eq!(news.0, row);
                    news.1 += is_new;
                }
            }
            assert!(rows.values().all(|(_, news)| *news == 1));
            assert_eq!(set.len(), rows.len() as u64);
            assert_eq!(set.bytes(), quota.bytes());
        }
    }
}

/// Near and far ones, forwards and backwards, and none; the others stay as they were.
#[test]
fn rows_get_other_links() {
    for (links, shape) in [
        (Links::Near, TINY),
        (Links::Near, Shape::default()),
        (Links::Far, Shape::default()),
    ] {
        let quota = Quota::new(None, None);
        let set = RowSet::with_shape(content(3, 32), links, &quota, shape);
        let mut writer = set.writer();
        let link = |number: u64| (!number.is_multiple_of(9)).then(|| mix(number) as u32 >> 7);
        let near = |number: u64| Some(40_000 + number as u32);
        for number in 0..700 {
            writer.insert(Sample::new(number, 3, 32).key(), near(number));
        }
        for number in (0..700).step_by(3) {
            let row = writer.find(Sample::new(number, 3, 32).key()).unwrap();
            set.relink(row, link(number)).unwrap();
        }
        for number in 0..700 {
            let row = writer.find(Sample::new(number, 3, 32).key()).unwrap();
            let is_other = number.is_multiple_of(3);
            let expected = if is_other { link(number) } else { near(number) };
            assert_eq!(set.link(row), expected, "{number}");
        }
    }
}

#[test]
fn rows_that_lost_a_race_are_used_again() {
    let quota = Quota::new(None, None);
    let set = set(8, &quota, TINY);
    race(&set, 5_000, 8);
    // Each thread keeps one row at most.
    assert!(set.bound() <= 5_008, "{}", set.bound());
}

#[test]
fn the_limit_of_states_is_kept_exactly() {
    let limited = |states: u64| {
        let quota = Quota::new(Some(states), None);
        let set = set(8, &quota, TINY);
        let results = race(&set, 500, 8);
        let all = results.into_iter().flatten();
        let is_full = |inserted: &Inserted| *inserted == Inserted::Full(Refusal::States);
        let (full, rest): (Vec<_>, Vec<_>) = all.partition(is_full);
        let new = rest.iter().filter(|i| matches!(i, Inserted::New(_)));
        assert_eq!(new.count() as u64, states.min(500));
        assert_eq!(set.len(), states.min(500));
        !full.is_empty()
    };
    for _ in 0..20 {
        assert!(!limited(500), "as many states as there are suffice");
        assert!(limited(499));
        assert!(limited(10));
        assert!(limited(0));
    }
}

#[test]
fn a_refused_key_is_not_found() {
    let quota = Quota::new(Some(1), None);
    let set = set(8, &quota, TINY);
    let mut writer = set.writer();
    let [first, second] = [1, 2].map(|number| Sample::new(number, 8, 32));
    assert!(matches!(writer.insert(first.key(), None), Inserted::New(_)));
    for _ in 0..3 {
        let refused = writer.insert(second.key(), None);
        assert_eq!(refused, Inserted::Full(Refusal::States));
        assert_eq!(writer.find(second.key()), None);
        assert!(matches!(
            writer.insert(first.key(), None),
            Inserted::Known(_)
        ));
    }
}

#[test]
fn the_memory_limit_stops_growth() {
    for memory in [10_000, 100_000, 3_000_000] {
        let quota = Quota::new(None, Some(memory));
        let set = set(16, &quota, Shape::default());
        let mut writer = set.writer();
        let refused = (0..).find(|number| {
            let inserted = writer.insert(Sample::new(*number, 16, 32).key(), None);
            inserted == Inserted::Full(Refusal::Memory)
        });
        let refused = refused.unwrap();
        assert_eq!(set.len(), refused);
        assert!(set.peak_bytes() <= memory);
        assert!(set.bytes() > memory / 2, "{} of {memory}", set.bytes());
        let known = writer.insert(Sample::new(0, 16, 32).key(), None);
        assert!(matches!(known, Inserted::Known(_)));
    }
}

#[test]
fn racing_threads_keep_to_the_memory_limit() {
    for memory in [2_000, 20_000, 60_000] {
        let quota = Quota::new(None, Some(memory));
        let set = set(8, &quota, TINY);
        let results = race(&set, 5_000, 8);
        assert!(set.peak_bytes() <= memory);
        let stored = results.iter().flatten();
        let stored = stored.filter(|i| matches!(i, Inserted::New(_))).count();
        assert_eq!(set.len(), stored as u64);
        assert!(stored > 0 && stored < 5_000);
    }
}

/// What a state costs beside its own bytes.
#[test]
fn overhead_is_at_most_7_bytes_before_growth_and_9_after() {
    const SIZE: usize = 24;
    let quota = Quota::new(None, None);
    let set = set(SIZE, &quota, Shape::default());
    let mut writer = set.writer();
    let overhead = |states: u64| set.bytes() as f64 / states as f64 - SIZE as f64;
    let mut before = 0.0;
    let mut growths = 0;
    for number in 0..1_000_000u64 {
        let link = number.checked_sub(1).map(|last| last as u32 / 2);
        writer.insert(Sample::new(number, SIZE, 32).key(), link);
        let now = overhead(number + 1);
        // Rows come in segments; a 32nd of the rows may be allocated in advance.
        let slack = (SIZE + 2) as f64 / 32.0;
        if number > 100_000 {
            if now > before + 1.0 {
                growths += 1;
                assert!(before < 7.0 + slack && now < 9.0 + slack, "{before} {now}");
            }
            assert!(now < 9.0 + slack);
        }
        before = now;
    }
    assert!(growths > 3);
}
