//! Against plain sets, by one thread and by many; with few fingerprints that are near each other,
//! so that lines are full and neighbours of other ones; and under a scheduler that tries schedules.

use super::form::SEGMENT_BITS;
use super::*;
#[cfg(not(feature = "shuttle"))]
use std::collections::{HashMap, HashSet};

#[cfg(not(feature = "shuttle"))]
mod in_order {
    use super::*;
    use crate::bits::BitSet;
    use std::sync::Barrier;
    use std::thread;
    use weyl_random::random;

    /// SplitMix64: as good as random for these purposes.
    mod weyl_random {
        pub fn random(seed: u64, number: u64) -> u64 {
            let mixed = (seed << 40 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }
    }

    #[test]
    fn every_fingerprint_is_stored_once_and_found() {
        // All over, within one segment, and all bits but the lowest.
        for (mask, count) in [
            (u64::MAX, 200_000),
            (u64::MAX >> SEGMENT_BITS, 30_000),
            (!0xff, 5_000),
        ] {
            let quota = Quota::new(None, None);
            let set = CompactSet::new(&quota);
            let (mut writer, mut oracle) = (set.writer(), HashMap::new());
            for number in 0..2 * count {
                let fingerprint = random(1, number % (count + number / 3)) & mask;
                match (
                    writer.insert(fingerprint),
                    oracle.contains_key(&fingerprint),
                ) {
                    (Met::Known, true) => {}
                    (Met::New(index), false) => {
                        oracle.insert(fingerprint, index);
                    }
                    other => panic!("{other:?} {number}"),
                }
            }
            assert_eq!(
                (set.len(), set.bytes()),
                (oracle.len() as u64, quota.bytes())
            );
            for number in 0..3 * count {
                let fingerprint = random(1, number) & mask;
                assert_eq!(writer.has(fingerprint), oracle.contains_key(&fingerprint));
                let near = fingerprint ^ 1 << (number % 64);
                assert_eq!(writer.has(near), oracle.contains_key(&near));
            }
            let numbers: HashSet<u32> = oracle.values().copied().collect();
            assert!(numbers.len() == oracle.len() && numbers.iter().all(|at| *at < set.bound()));
            set.clear();
            assert_eq!((set.len(), quota.bytes()), (0, 0));
            assert!(oracle.keys().all(|fingerprint| !writer.has(*fingerprint)));
        }
    }

    #[test]
    fn a_fingerprint_of_many_takes_less_than_8_bytes() {
        let quota = Quota::new(None, None);
        let set = CompactSet::new(&quota);
        let mut writer = set.writer();
        for number in 0..1_500_000u64 {
            writer.insert(random(2, number));
            if number > 100_000 && number.is_multiple_of(1_000) {
                let each = set.peak_bytes() as f64 / number as f64;
                let most = if number < 750_000 { 8.5 } else { 7.8 };
                assert!((6.4..most).contains(&each), "{each} of {number}");
            }
        }
    }

    #[test]
    fn many_at_once_are_like_one_after_the_other() {
        let quota = Quota::new(None, None);
        let (one, all) = (CompactSet::new(&quota), CompactSet::new(&quota));
        let (mut writer, mut writer_of_all) = (one.writer(), all.writer());
        let key = |number: usize| random(3, random(4, number as u64) % 3_000);
        let expected: Vec<Met> = (0..9_000)
            .map(|number| writer.insert(key(number)))
            .collect();
        let mut results = Vec::new();
        writer_of_all.insert_all(9_000, key, |number, met| {
            assert_eq!(number, results.len());
            results.push(met);
        });
        assert_eq!(results, expected);
    }

    /// What each of six threads got, who all insert the same in another order.
    fn race(set: &CompactSet<'_>, count: u64, key: impl Fn(u64) -> u64 + Sync) -> Vec<Vec<Met>> {
        const THREADS: u64 = 6;
        let start = Barrier::new(THREADS as usize);
        let insert_all = |thread: u64| {
            let mut writer = set.writer();
            let mut results = vec![Met::Known; count as usize];
            start.wait();
            for number in 0..count {
                let number = match thread % 3 {
                    0 => number,
                    1 => count - 1 - number,
                    _ => (number + count / 2) % count,
                };
                let met = writer.insert(key(number));
                if !matches!(met, Met::Full(_)) {
                    assert!(writer.has(key(number)));
                }
                results[number as usize] = met;
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

    fn news(results: &[Vec<Met>], number: usize) -> usize {
        let of_key = results.iter().map(|of_thread| of_thread[number]);
        of_key.filter(|met| matches!(met, Met::New(_))).count()
    }

    #[test]
    fn racing_threads_store_each_fingerprint_once() {
        for mask in [u64::MAX, u64::MAX >> SEGMENT_BITS] {
            let quota = Quota::new(None, None);
            let set = CompactSet::new(&quota);
            let results = race(&set, 20_000, |number| random(5, number) & mask);
            assert!((0..20_000).all(|number| news(&results, number) == 1));
            assert_eq!((set.len(), set.bytes()), (20_000, quota.bytes()));
            let all = results.iter().flatten();
            let numbers = all.filter_map(|met| match met {
                Met::New(number) => Some(*number),
                Met::Known | Met::Full(_) => None,
            });
            assert_eq!(numbers.collect::<HashSet<u32>>().len(), 20_000);
        }
    }

    #[test]
    fn the_limit_of_states_is_kept_exactly() {
        for states in [0, 1, 700, 2_999, 3_000] {
            let quota = Quota::new(Some(states), None);
            let set = CompactSet::new(&quota);
            let results = race(&set, 3_000, |number| random(6, number));
            let stored = (0..3_000)
                .map(|number| news(&results, number))
                .sum::<usize>();
            assert_eq!((stored as u64, set.len()), (states, states));
            let mut writer = set.writer();
            let found = (0..3_000).filter(|number| writer.has(random(6, *number)));
            assert_eq!(
                found.count() as u64,
                states,
                "what was refused is not there"
            );
            let is_full = |met: &Met| *met == Met::Full(Refusal::States);
            assert_eq!(results.iter().flatten().any(is_full), states < 3_000);
        }
    }

    #[test]
    fn the_limit_of_memory_is_kept_and_what_is_known_stays_known() {
        for memory in [0, 50_000, 400_000] {
            let quota = Quota::new(None, Some(memory));
            let set = CompactSet::new(&quota);
            let results = race(&set, 60_000, |number| random(7, number));
            assert!(set.peak_bytes() <= memory);
            let mut writer = set.writer();
            let stored = (0..60_000).filter(|number| news(&results, *number) == 1);
            let stored: Vec<usize> = stored.collect();
            assert_eq!(stored.len() as u64, set.len());
            assert!(stored.iter().all(|number| {
                let fingerprint = random(7, *number as u64);
                writer.insert(fingerprint) == Met::Known
            }));
            assert!(stored.len() < 60_000 && (memory == 0) == stored.is_empty());
        }
    }

    #[test]
    fn there_is_an_end_to_numbers() {
        let quota = Quota::new(None, None);
        let set = CompactSet::with_numbers(100, &quota);
        let mut writer = set.writer();
        let met: Vec<Met> = (0..150)
            .map(|number| writer.insert(random(8, number)))
            .collect();
        assert!(met[..100].iter().all(|met| matches!(met, Met::New(_))));
        assert!(
            met[100..]
                .iter()
                .all(|met| *met == Met::Full(Refusal::Numbers))
        );
        assert_eq!(writer.insert(random(8, 3)), Met::Known);
        assert_eq!((set.len(), set.bound()), (100, 100));
    }

    /// With 20 bits kept of each, the share of runs that leave out something is what is told.
    #[test]
    fn omissions_are_as_frequent_as_is_told() {
        const STATES: u64 = 900;
        const RUNS: u64 = 600;
        let mut runs = 0;
        for run in 0..RUNS {
            let quota = Quota::new(None, None);
            let set = CompactSet::new(&quota);
            let mut writer = set.writer();
            let kept = |number: u64| random(100 + run, number) & u64::MAX << 44;
            let all = (0..STATES).map(|number| writer.insert(kept(number)));
            runs += u64::from(all.filter(|met| *met == Met::Known).count() > 0);
        }
        // At most n (n - 1) / 2 chances of 2⁻²⁰, of which the first counts: 1 − e^(−0.386) = 0.32.
        let share = runs as f64 / RUNS as f64;
        assert!((0.25..0.39).contains(&share), "{share}");
    }

    #[test]
    fn bits_forget_nothing_and_leave_out_what_is_told() {
        for (bytes, count) in [(100_000, 100_000u64), (20_000, 60_000), (1_000_000, 10_000)] {
            let quota = Quota::new(None, None);
            let set = BitSet::new(bytes, 3, &quota).unwrap();
            let mut writer = set.writer();
            let mut omitted = 0u64;
            for number in 0..count {
                let fingerprint = random(10, number);
                omitted += u64::from(writer.insert(fingerprint) == Met::Known);
                assert!(writer.has(fingerprint));
                assert_eq!(writer.insert(random(10, number / 2)), Met::Known);
            }
            let fill = set.fill();
            assert_eq!(fill.stored + omitted, count);
            assert_eq!(fill.bits, bytes * 8);
            let (told, omitted) = (fill.omitted, omitted as f64);
            assert!(
                (told - omitted).abs() <= 0.1 * omitted + 5.0,
                "{told} {omitted}"
            );
            assert_eq!(quota.bytes(), bytes);
        }
    }

    #[test]
    fn a_table_of_bits_keeps_to_its_limits() {
        let quota = Quota::new(Some(10), Some(1_000));
        assert_eq!(BitSet::new(1_001, 3, &quota).err(), None, "rounded down");
        assert_eq!(BitSet::new(1_004, 3, &quota).err(), Some(Refusal::Memory));
        let quota = Quota::new(Some(10), Some(1_000));
        let set = BitSet::new(1_000, 3, &quota).unwrap();
        let mut writer = set.writer();
        let met: Vec<Met> = (0..12)
            .map(|number| writer.insert(random(11, number)))
            .collect();
        let new = met.iter().filter(|met| matches!(met, Met::New(_)));
        assert_eq!((new.count(), met[11]), (10, Met::Full(Refusal::States)));
    }
}

/// Schedules at random, always the same ones: far more steps than a model checker can follow.
#[cfg(feature = "shuttle")]
mod schedules {
    use super::*;
    use crate::bits::BitSet;
    use crate::{Bytes, Inserted, Key, Links, RowSet};
    use shuttle::scheduler::{PctScheduler, RandomScheduler};
    use shuttle::{Config, Runner, thread};

    fn explore(schedules: usize, model: fn()) {
        let mut config = Config::new();
        config.max_steps = shuttle::MaxSteps::FailAfter(10_000_000);
        let random = RandomScheduler::new_from_seed(22, schedules);
        Runner::new(random, config.clone()).run(model);
        let preempting = PctScheduler::new_from_seed(22, 3, schedules);
        Runner::new(preempting, config).run(model);
    }

    /// Three threads, each with these numbers in another order.
    fn race<T: Send + 'static>(
        count: u64,
        insert_all: impl Fn(Vec<u64>) -> T + Send + Sync + 'static,
    ) -> Vec<T> {
        let insert_all = Arc::new(insert_all);
        let threads = (0..3).map(|thread| {
            let insert_all = Arc::clone(&insert_all);
            let turn = |number| match thread {
                0 => number,
                1 => count - 1 - number,
                _ => (number + count / 2) % count,
            };
            let numbers = (0..count).map(turn).collect();
            thread::spawn(move || insert_all(numbers))
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|one| one.join().unwrap()).collect()
    }

    /// All of one segment, which grows many times.
    fn key(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> SEGMENT_BITS
    }

    #[test]
    fn fingerprints_are_stored_once_while_segments_grow() {
        explore(60, || {
            const COUNT: u64 = 130;
            let quota = Box::leak(Box::new(Quota::new(None, None)));
            let set = Arc::new(CompactSet::new(quota));
            let shared = Arc::clone(&set);
            let news = race(COUNT, move |numbers| {
                let mut writer = shared.writer();
                let met = numbers.into_iter().map(|number| writer.insert(key(number)));
                met.filter(|met| matches!(met, Met::New(_))).count() as u64
            });
            assert_eq!(news.iter().sum::<u64>(), COUNT);
            let mut writer = set.writer();
            assert!((0..COUNT).all(|number| writer.has(key(number))));
            assert_eq!(set.len(), COUNT);
        });
    }

    #[test]
    fn what_one_thread_has_stored_another_one_finds() {
        explore(60, || {
            let quota = Box::leak(Box::new(Quota::new(None, None)));
            let set = Arc::new(CompactSet::new(quota));
            let growing = {
                let set = Arc::clone(&set);
                thread::spawn(move || {
                    let mut writer = set.writer();
                    (0..120).for_each(|number| assert_ne!(writer.insert(key(number)), Met::Known));
                })
            };
            let mut writer = set.writer();
            for number in (1_000..1_040).chain(1_000..1_040) {
                writer.insert(key(number));
                assert!(writer.has(key(number)));
            }
            growing.join().unwrap();
            assert_eq!(set.len(), 160);
        });
    }

    #[test]
    fn the_limit_of_states_is_exact_under_all_schedules() {
        explore(60, || {
            let quota = Box::leak(Box::new(Quota::new(Some(20), None)));
            let set = Arc::new(CompactSet::new(quota));
            let shared = Arc::clone(&set);
            let news = race(40, move |numbers| {
                let mut writer = shared.writer();
                let met = numbers.into_iter().map(|number| writer.insert(key(number)));
                met.filter(|met| matches!(met, Met::New(_))).count()
            });
            assert_eq!((news.iter().sum::<usize>(), set.len()), (20, 20));
        });
    }

    #[test]
    fn rows_are_stored_once_while_the_table_grows() {
        explore(40, || {
            const COUNT: u64 = 150;
            let quota = Box::leak(Box::new(Quota::new(None, None)));
            let hash = |key: &[u8]| u32::from(key[0]).wrapping_mul(0x9e37_79b9);
            let set = Arc::new(RowSet::new(Bytes { len: 1, hash }, Links::Near, quota));
            let shared = Arc::clone(&set);
            let news = race(COUNT, move |numbers| {
                let mut writer = shared.writer();
                let inserted = numbers.into_iter().map(|number| {
                    let key = [number as u8];
                    let hash = hash(&key);
                    writer.insert(
                        Key {
                            hash,
                            key: &key[..],
                        },
                        None,
                    )
                });
                inserted
                    .filter(|one| matches!(one, Inserted::New(_)))
                    .count() as u64
            });
            assert_eq!((news.iter().sum::<u64>(), set.len()), (COUNT, COUNT));
        });
    }

    /// A state may count twice where two threads add it at once, and none is forgotten.
    #[test]
    fn bits_are_never_lost() {
        explore(60, || {
            let quota = Box::leak(Box::new(Quota::new(None, None)));
            let set = Arc::new(BitSet::new(256, 3, quota).unwrap());
            let shared = Arc::clone(&set);
            let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            race(60, move |numbers| {
                let mut writer = shared.writer();
                for number in numbers {
                    writer.insert(key(number));
                    assert!(writer.has(key(number)));
                }
            });
            let set_bits = set.fill().set;
            let (again, writer) = (Quota::new(None, None), set.writer());
            let alone = BitSet::new(256, 3, &again).unwrap();
            let mut writer_alone = alone.writer();
            for number in 0..60 {
                writer_alone.insert(key(number));
                assert!(writer.has(key(number)));
            }
            assert!(set_bits >= alone.fill().set);
        });
    }
}
