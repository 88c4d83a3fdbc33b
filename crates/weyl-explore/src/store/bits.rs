//! The store of bits (bitstate hashing, supertrace in the literature).

use super::compact::{Young, announce, note};
use super::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, fingerprint};
use crate::LimitKind;
use crate::store::Doubt;
use std::ops::Range;
use weyl_store::{BitSet, BitWriter, CompactWriter, Quota, Refusal};

/// Bits for each state, as many as SPIN takes.
const HASHES: u32 = 3;

/// Stores some bits for each state in a table of fixed size: states are left out, the more the
/// fuller it is, and violations that are found are real.
#[derive(Debug)]
pub struct BitStore<'b> {
    states: BitSet<'b>,
    young: Young<'b>,
}

impl<'b> BitStore<'b> {
    /// A table of so many bytes. `tells_age` as for [`super::CompactStore`].
    pub fn new(bytes: u64, tells_age: bool, quota: &'b Quota) -> Result<BitStore<'b>, Refusal> {
        Ok(BitStore {
            states: BitSet::new(bytes, HASHES, quota)?,
            young: Young::new(tells_age, quota),
        })
    }
}

impl Store for BitStore<'_> {
    type Writer<'s>
        = BitStoreWriter<'s>
    where
        Self: 's;

    const KEEPS_STATES: bool = false;

    fn writer(&self) -> BitStoreWriter<'_> {
        BitStoreWriter {
            states: self.states.writer(),
            young: self.young.writer(),
        }
    }

    fn get<'s>(&'s self, _: StateIndex, _: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        None
    }

    fn parent(&self, _: StateIndex) -> Option<StateIndex> {
        None
    }

    fn adopt(&self, _: StateIndex, _: Option<StateIndex>) -> Result<(), LimitKind> {
        Ok(())
    }

    fn begin_level(&self) {
        self.young.clear();
    }

    fn len(&self) -> u64 {
        self.states.len()
    }

    fn index_bound(&self) -> usize {
        self.states.bound() as usize
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + self.young.bytes()
    }

    fn peak_bytes(&self) -> u64 {
        self.states.bytes() + self.young.peak_bytes()
    }

    fn doubt(&self) -> Option<Doubt> {
        Some(Doubt::of_bits(self.states.fill()))
    }
}

#[derive(Debug)]
pub struct BitStoreWriter<'s> {
    states: BitWriter<'s>,
    young: Option<CompactWriter<'s>>,
}

impl StoreWriter for BitStoreWriter<'_> {
    #[inline(always)]
    fn expect(&self, packed: &[u8]) -> Fingerprint {
        let fingerprint = fingerprint(packed);
        self.states.expect(u64::from_le_bytes(fingerprint));
        fingerprint
    }

    #[inline]
    fn insert_all<'k>(
        &mut self,
        count: usize,
        state: impl Fn(usize) -> Arriving<'k>,
        mut result: impl FnMut(usize, Inserted),
    ) {
        for number in 0..count {
            let fingerprint = u64::from_le_bytes(*state(number).fingerprint);
            let Self { states, young } = self;
            let refused = announce(1, |_| fingerprint, |one| states.has(one), young);
            result(number, note(states.insert(fingerprint), refused));
        }
    }

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
        let fingerprint = u64::from_le_bytes(fingerprint(packed));
        let is_known = self.states.has(fingerprint);
        is_known.then_some(StateIndex::UNNUMBERED)
    }

    fn is_earlier(&mut self, packed: &[u8], _: impl Fn(StateIndex) -> bool) -> bool {
        let fingerprint = u64::from_le_bytes(fingerprint(packed));
        let young = self.young.as_mut();
        self.states.has(fingerprint) && !young.is_some_and(|young| young.has(fingerprint))
    }

    fn in_hand(&self) -> Range<u32> {
        self.states.in_hand()
    }
}
