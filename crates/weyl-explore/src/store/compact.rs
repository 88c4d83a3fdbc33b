//! The store of fingerprints (hash compaction in the literature).

use super::{Arriving, Doubt, Fingerprint, Inserted, StateIndex, Store, StoreWriter, fingerprint};
use crate::LimitKind;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{CompactSet, CompactWriter, Met, Quota};

/// Stores 64 bits of hash for each state, in less than 64 bits
/// ([decision 037](../../../../docs/decisions/037-fingerprints-and-bits.md)). A state whose
/// fingerprint is that of another is taken for known, and what follows it is never seen: violations
/// that are found are real, and the absence of violations is a matter of probability (Wolper and
/// Leroy, Reliable hashing without collision detection, 1993).
#[derive(Debug)]
pub struct CompactStore<'b> {
    states: CompactSet<'b>,
    young: Young<'b>,
}

/// Fingerprints of the states that were stored since the level began, where somebody asks which
/// those are: a store that has no numbers of states can't tell.
#[derive(Debug)]
pub(super) struct Young<'b>(Option<CompactSet<'b>>);

impl<'b> Young<'b> {
    pub fn new(is_asked: bool, quota: &'b Quota) -> Young<'b> {
        Young(is_asked.then(|| CompactSet::uncounted(quota)))
    }

    pub fn writer(&self) -> Option<CompactWriter<'_>> {
        self.0.as_ref().map(CompactSet::writer)
    }

    pub fn clear(&self) {
        self.0.iter().for_each(CompactSet::clear);
    }

    pub fn bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, CompactSet::bytes)
    }

    pub fn peak_bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, CompactSet::peak_bytes)
    }
}

impl<'b> CompactStore<'b> {
    /// `tells_age`: whether somebody asks which states are of earlier levels.
    pub fn new(tells_age: bool, quota: &'b Quota) -> CompactStore<'b> {
        CompactStore {
            states: CompactSet::new(quota),
            young: Young::new(tells_age, quota),
        }
    }
}

impl Store for CompactStore<'_> {
    type Writer<'s>
        = CompactStoreWriter<'s>
    where
        Self: 's;

    const KEEPS_STATES: bool = false;

    fn writer(&self) -> CompactStoreWriter<'_> {
        CompactStoreWriter {
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
        self.states.peak_bytes() + self.young.peak_bytes()
    }

    fn doubt(&self) -> Option<Doubt> {
        Some(Doubt::of_fingerprints(self.len(), 64))
    }

    /// There are no states.
    fn dump(&self, _: &mut impl Write) -> io::Result<Vec<StateIndex>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn load(&self, _: &mut impl Read) -> io::Result<Vec<StateIndex>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[derive(Debug)]
pub struct CompactStoreWriter<'s> {
    states: CompactWriter<'s>,
    young: Option<CompactWriter<'s>>,
}

/// What a set says of a state, after the young ones were told.
pub(super) fn note(met: Met, fingerprint: u64, young: &mut Option<CompactWriter<'_>>) -> Inserted {
    let refused = match (met, young) {
        (Met::New(_), Some(young)) => match young.insert(fingerprint) {
            Met::Full(refusal) => Some(refusal),
            Met::New(_) | Met::Known => None,
        },
        _ => None,
    };
    match (met, refused) {
        (_, Some(refusal)) | (Met::Full(refusal), None) => Inserted::Full(refusal.into()),
        (Met::New(number), None) => Inserted::New(StateIndex::from_u32(number)),
        (Met::Known, None) => Inserted::Known(StateIndex::UNNUMBERED),
    }
}

impl StoreWriter for CompactStoreWriter<'_> {
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
        let fingerprint = |number: usize| u64::from_le_bytes(*state(number).fingerprint);
        let young = &mut self.young;
        self.states.insert_all(count, fingerprint, |number, met| {
            result(number, note(met, fingerprint(number), young));
        });
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
