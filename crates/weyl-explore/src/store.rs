//! The store of visited states: a set of keys, where a key is the whole packed state or a fingerprint of it.

use crate::LimitKind;
use cranelift_entity::entity_impl;
use rapidhash::v3::rapidhash_v3;
use weyl_store::{Budget, Key, Refusal, RowSet, Writer};

/// A stored state. Indices need not be dense, but they are below [`Store::index_bound`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateIndex(u32);
entity_impl!(StateIndex, "state");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(StateIndex),
    Known(StateIndex),
    /// The state is new but may not be stored.
    Full(LimitKind),
}

impl From<weyl_store::Inserted> for Inserted {
    fn from(inserted: weyl_store::Inserted) -> Inserted {
        match inserted {
            weyl_store::Inserted::New(row) => Inserted::New(StateIndex(row)),
            weyl_store::Inserted::Known(row) => Inserted::Known(StateIndex(row)),
            weyl_store::Inserted::Full(refusal) => Inserted::Full(refusal.into()),
        }
    }
}

impl From<Refusal> for LimitKind {
    fn from(refusal: Refusal) -> LimitKind {
        match refusal {
            Refusal::States => LimitKind::States,
            Refusal::Memory => LimitKind::Memory,
        }
    }
}

/// 64 bits of hash.
pub type Fingerprint = [u8; 8];

#[inline]
pub fn fingerprint(packed: &[u8]) -> Fingerprint {
    rapidhash_v3(packed).to_le_bytes()
}

/// A set of packed states of one size that only grows. All methods may be called by any thread at any
/// time.
pub trait Store: Sync {
    /// Whether stored states can be read back.
    const KEEPS_STATES: bool;

    /// What stands for a state.
    fn key<'k>(packed: &'k [u8], fingerprint: &'k Fingerprint) -> Key<'k>;

    fn rows(&self) -> &RowSet<'_>;

    fn find(&self, writer: &mut Writer<'_>, packed: &[u8]) -> Option<StateIndex> {
        let found = writer.find(Self::key(packed, &fingerprint(packed)));
        found.map(StateIndex)
    }

    /// The state that a state was first reached from: none for an initial state.
    fn parent(&self, index: StateIndex) -> Option<StateIndex> {
        self.rows().link(index.0).map(StateIndex)
    }

    /// Larger than every index in use.
    fn index_bound(&self) -> usize {
        self.rows().bound() as usize
    }
}

/// The half of the fingerprint by which a key is looked for.
#[inline]
pub(crate) fn hash(fingerprint: &Fingerprint) -> u32 {
    let [.., a, b, c, d] = *fingerprint;
    u32::from_le_bytes([a, b, c, d])
}

/// Stores whole states.
#[derive(Debug)]
pub struct ExactStore<'b> {
    rows: RowSet<'b>,
}

impl<'b> ExactStore<'b> {
    pub fn new(packed_size: usize, budget: &'b Budget) -> ExactStore<'b> {
        ExactStore {
            rows: RowSet::new(packed_size, budget),
        }
    }
}

impl Store for ExactStore<'_> {
    const KEEPS_STATES: bool = true;

    fn key<'k>(packed: &'k [u8], fingerprint: &'k Fingerprint) -> Key<'k> {
        Key {
            hash: hash(fingerprint),
            bytes: packed,
        }
    }

    fn rows(&self) -> &RowSet<'_> {
        &self.rows
    }
}

/// Stores 64 bits of hash for each state: half of them in the table, half in the rows. A state whose fingerprint is
/// that of another is taken for known, and what follows it is never seen: violations that are found are real, and
/// the absence of violations is a matter of probability (Wolper and Leroy, Reliable hashing without
/// collision detection, 1993).
#[derive(Debug)]
pub struct CompactStore<'b> {
    rows: RowSet<'b>,
}

impl<'b> CompactStore<'b> {
    pub fn new(budget: &'b Budget) -> CompactStore<'b> {
        CompactStore {
            rows: RowSet::new(size_of::<Fingerprint>() / 2, budget),
        }
    }
}

impl Store for CompactStore<'_> {
    const KEEPS_STATES: bool = false;

    fn key<'k>(_: &'k [u8], fingerprint: &'k Fingerprint) -> Key<'k> {
        Key {
            hash: hash(fingerprint),
            bytes: &fingerprint[..4],
        }
    }

    fn rows(&self) -> &RowSet<'_> {
        &self.rows
    }
}

/// How probable it is that a store of fingerprints with so many states has left one out, if fingerprints
/// are as good as random. Before the first omission each new state met at most as many fingerprints as
/// there were states before it: 0 + 1 + … + n chances of 2⁻⁶⁴.
pub(crate) fn omission_probability(states: u64) -> f64 {
    let states = states as f64;
    let pairs = states * (states + 1.0) / 2.0;
    (pairs / 2f64.powi(64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_fingerprint_tell_states_apart() {
        let budget = Budget::new(None, None);
        let store = CompactStore::new(&budget);
        let mut writer = store.rows().writer();
        let whole = [1, 2, 3, 4, 5, 6, 7, 8];
        for at in 0..8 {
            let mut other = whole;
            other[at] += 1;
            let key = CompactStore::key(&[], &other);
            assert!(matches!(
                writer.insert(key, None),
                weyl_store::Inserted::New(_)
            ));
        }
        assert_eq!(writer.find(CompactStore::key(&[], &whole)), None);
        assert_eq!(store.rows().len(), 8);
    }

    #[test]
    fn omissions_grow_with_the_square_of_states() {
        assert_eq!(omission_probability(0), 0.0);
        assert_eq!(omission_probability(1), 2f64.powi(-64));
        let many = omission_probability(1_000_000_000);
        assert!((0.027..0.0272).contains(&many), "{many}");
        assert_eq!(omission_probability(u64::MAX), 1.0);
    }
}
