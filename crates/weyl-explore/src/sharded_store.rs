//! A store in shards: each is a hash table of row numbers and the rows themselves, behind a mutex.
//!
//! A thread hashes before it locks, so locks are short, and with many more shards than threads they
//! are rarely contended. The table keeps 32 bits of every hash: most false candidates are refused
//! without a look at their row, and a growing table reads no rows at all.

use crate::LimitKind;
use crate::budget::Budget;
use crate::rows::Rows;
use crate::store::{Inserted, Origin, StateIndex, Store};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::ReservedValue;
use hashbrown::HashTable;
use rapidhash::v3::rapidhash_v3;
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;
/// The last index is reserved: it stands for "no parent".
const MAX_POSITIONS: usize = (1 << (32 - SHARD_BITS)) - 1;
const ORIGIN_BYTES: usize = 8;

/// Bits of the hash, and the number of the row in the shard.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    position: u32,
}

/// The table takes its tag from the highest bits and the bucket from the lowest ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Aligned so that the locks of two shards never share a cache line.
#[derive(Debug)]
#[repr(align(128))]
struct Shard {
    table: HashTable<Slot>,
    /// Packed state, then parent and step.
    rows: Rows<u8>,
    bytes: u64,
}

impl Shard {
    fn find(&self, hash: u32, packed: &[u8]) -> Option<usize> {
        let is_wanted = |slot: &Slot| {
            slot.hash == hash && self.rows.row(slot.position as usize).starts_with(packed)
        };
        let slot = self.table.find(spread(hash), is_wanted)?;
        Some(slot.position as usize)
    }

    /// Charges for, and makes, room for one more state.
    fn make_room(&mut self, budget: &Budget) -> Result<(), LimitKind> {
        let growth = self.rows.growth();
        budget.charge(growth)?;
        self.bytes += growth;
        if self.table.len() < self.table.capacity() {
            return Ok(());
        }
        // Tables double: ask for as much as there is now, then correct to what was allocated.
        let old = self.table.allocation_size() as u64;
        budget.charge(old)?;
        self.table.reserve(1, |slot| spread(slot.hash));
        let grown = self.table.allocation_size() as u64 - old;
        budget.release(old);
        self.bytes += grown;
        budget.charge(grown)
    }

    fn push(&mut self, hash: u32, packed: &[u8], origin: Origin) -> usize {
        let position = self.rows.len();
        let parent = origin.parent.expand();
        let parent = parent.unwrap_or_else(StateIndex::reserved_value).as_u32();
        let mut encoded = [0; ORIGIN_BYTES];
        encoded[..4].copy_from_slice(&parent.to_le_bytes());
        encoded[4..].copy_from_slice(&origin.step.to_le_bytes());
        self.rows.push(packed, &encoded);
        let slot = Slot {
            hash,
            position: position as u32,
        };
        self.table
            .insert_unique(spread(hash), slot, |slot| spread(slot.hash));
        position
    }
}

#[derive(Debug)]
pub struct ShardedStore<'b> {
    shards: Vec<Mutex<Shard>>,
    packed_size: usize,
    budget: &'b Budget,
}

impl<'b> ShardedStore<'b> {
    pub fn new(packed_size: usize, budget: &'b Budget) -> ShardedStore<'b> {
        let shard = || {
            Mutex::new(Shard {
                table: HashTable::new(),
                rows: Rows::new(packed_size + ORIGIN_BYTES),
                bytes: 0,
            })
        };
        ShardedStore {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            packed_size,
            budget,
        }
    }

    fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        // A panic of another thread ends the search anyway, when its threads are joined.
        let locked = self.shards[shard].lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    fn shard_of(&self, index: StateIndex) -> MutexGuard<'_, Shard> {
        self.lock(index.index() % SHARDS)
    }

    fn sum(&self, of: impl Fn(&Shard) -> u64) -> u64 {
        (0..SHARDS).map(|shard| of(&self.lock(shard))).sum()
    }
}

/// The number of the shard and the bits for its table.
fn hash(packed: &[u8]) -> (usize, u32) {
    let hash = rapidhash_v3(packed);
    ((hash >> (64 - SHARD_BITS)) as usize, hash as u32)
}

fn index(shard: usize, position: usize) -> StateIndex {
    StateIndex::from_u32((position << SHARD_BITS | shard) as u32)
}

fn position(index: StateIndex) -> usize {
    index.index() >> SHARD_BITS
}

impl Store for ShardedStore<'_> {
    fn insert(&self, packed: &[u8], origin: Origin) -> Inserted {
        let (number, hash) = hash(packed);
        let mut shard = self.lock(number);
        if let Some(position) = shard.find(hash, packed) {
            return Inserted::Known(index(number, position));
        }
        if shard.rows.len() >= MAX_POSITIONS {
            return Inserted::Full(LimitKind::States);
        }
        let admitted = self.budget.admit_state();
        match admitted.and_then(|()| shard.make_room(self.budget)) {
            Ok(()) => Inserted::New(index(number, shard.push(hash, packed, origin))),
            Err(limit) => Inserted::Full(limit),
        }
    }

    fn find(&self, packed: &[u8]) -> Option<StateIndex> {
        let (number, hash) = hash(packed);
        let position = self.lock(number).find(hash, packed)?;
        Some(index(number, position))
    }

    fn read(&self, index: StateIndex, packed: &mut [u8]) {
        let shard = self.shard_of(index);
        packed.copy_from_slice(&shard.rows.row(position(index))[..self.packed_size]);
    }

    fn origin(&self, index: StateIndex) -> Origin {
        let shard = self.shard_of(index);
        let encoded = &shard.rows.row(position(index))[self.packed_size..];
        let word = |at: usize| {
            let bytes = [
                encoded[at],
                encoded[at + 1],
                encoded[at + 2],
                encoded[at + 3],
            ];
            u32::from_le_bytes(bytes)
        };
        let parent = word(0);
        let has_parent = parent != StateIndex::reserved_value().as_u32();
        Origin {
            parent: has_parent.then(|| StateIndex::from_u32(parent)).into(),
            step: word(4),
        }
    }

    fn len(&self) -> u64 {
        self.sum(|shard| shard.rows.len() as u64)
    }

    fn index_bound(&self) -> usize {
        let longest = (0..SHARDS).map(|shard| self.lock(shard).rows.len()).max();
        longest.unwrap_or(0) << SHARD_BITS
    }

    fn bytes(&self) -> u64 {
        self.sum(|shard| shard.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use std::collections::HashMap;
    use std::thread;

    fn origin(parent: Option<StateIndex>, step: u32) -> Origin {
        Origin {
            parent: parent.into(),
            step,
        }
    }

    /// A few distinct values per bit of `number`, spread over the state.
    fn packed(number: u64, size: usize) -> Vec<u8> {
        let word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
        (0..size).map(|at| word[at % 8]).collect()
    }

    #[test]
    fn every_state_is_stored_once_and_read_back() {
        for size in [0, 1, 2, 16, 300] {
            let budget = Budget::new(&Limits::default());
            let store = ShardedStore::new(size, &budget);
            let mut oracle = HashMap::new();
            let mut previous = None;
            for number in 0..20_000 {
                let state = packed(number % 7_001, size);
                let origin = origin(previous, number as u32);
                match (store.insert(&state, origin), oracle.get(&state)) {
                    (Inserted::Known(found), Some((index, _))) => assert_eq!(found, *index),
                    (Inserted::New(index), None) => {
                        previous = Some(index);
                        oracle.insert(state, (index, origin));
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(store.len(), oracle.len() as u64);
            assert_eq!(store.bytes(), budget.bytes());
            for (state, (index, origin)) in oracle {
                let mut buffer = vec![0; size];
                store.read(index, &mut buffer);
                assert_eq!(buffer, state);
                assert_eq!(store.origin(index), origin);
                assert_eq!(store.find(&state), Some(index));
                assert!(index.index() < store.index_bound());
            }
            assert_eq!(store.find(&packed(9_999, size)).is_some(), size < 2);
        }
    }

    #[test]
    fn threads_agree_on_the_index_of_a_state() {
        let budget = Budget::new(&Limits::default());
        let store = ShardedStore::new(16, &budget);
        let insert_all = || -> Vec<(bool, StateIndex)> {
            let insert = |number| match store.insert(&packed(number, 16), origin(None, 0)) {
                Inserted::New(index) => (true, index),
                Inserted::Known(index) => (false, index),
                Inserted::Full(limit) => panic!("{limit:?}"),
            };
            (0..30_000).map(insert).collect()
        };
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(insert_all)).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        for number in 0..30_000 {
            let of_threads = results.iter().map(|result| result[number]);
            assert_eq!(of_threads.clone().filter(|(new, _)| *new).count(), 1);
            assert!(
                of_threads
                    .clone()
                    .all(|(_, index)| index == results[0][number].1)
            );
        }
    }

    #[test]
    fn limits_are_kept_exactly() {
        let limits = Limits {
            states: Some(1_000),
            memory: Some(10_000_000),
            ..Limits::default()
        };
        let budget = Budget::new(&limits);
        let store = ShardedStore::new(16, &budget);
        let stored = (0..5_000).filter(|number| {
            matches!(
                store.insert(&packed(*number, 16), origin(None, 0)),
                Inserted::New(_)
            )
        });
        assert_eq!(stored.count(), 1_000);
        assert_eq!(store.len(), 1_000);
        assert!(matches!(
            store.insert(&packed(1, 16), origin(None, 0)),
            Inserted::Known(_)
        ));
    }

    #[test]
    fn the_memory_limit_stops_growth() {
        for memory in [10_000, 100_000, 3_000_000] {
            let budget = Budget::new(&Limits {
                memory: Some(memory),
                ..Limits::default()
            });
            let store = ShardedStore::new(16, &budget);
            let refused = (0..).find(|number| {
                let inserted = store.insert(&packed(*number, 16), origin(None, 0));
                inserted == Inserted::Full(LimitKind::Memory)
            });
            assert!(refused.is_some());
            assert!(budget.bytes() <= memory);
            assert!(store.bytes() > memory / 2, "{} of {memory}", store.bytes());
        }
    }
}
