//! The store of fingerprints (hash compaction in the literature).

use super::{Arriving, Doubt, Fingerprint, Inserted, StateIndex, Store, StoreWriter, fingerprint};
use super::{Kind, saved};
use crate::LimitKind;
use crate::checkpoint::Written;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{CompactSet, CompactWriter, Met, Quota, Refusal};

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

    const CAN_BE_SAVED: bool = true;

    fn save_bounds(&self, to: &mut dyn Write) -> io::Result<()> {
        saved::save_bounds(self.states.bound(), &[], to)
    }

    fn put_back(&self, kind: Kind, from: &mut dyn Read) -> io::Result<()> {
        saved::put_back_fingerprints(&self.states, kind, from)
    }

    fn go_on(&self, from: &mut dyn Read, _: &mut Written) -> io::Result<()> {
        let (bound, _) = saved::get_bounds(from)?;
        self.states.go_on_from(bound);
        Ok(())
    }

    fn is_young(&self, packed: &[u8]) -> Result<(), LimitKind> {
        let Some(mut young) = self.young.writer() else {
            return Ok(());
        };
        match young.insert(u64::from_le_bytes(fingerprint(packed))) {
            Met::Full(refusal) => Err(refusal.into()),
            Met::New(_) | Met::Known => Ok(()),
        }
    }
}

#[derive(Debug)]
pub struct CompactStoreWriter<'s> {
    states: CompactWriter<'s>,
    young: Option<CompactWriter<'s>>,
}

/// Tells the young ones of states that nobody has: before these are stored, so that whoever finds
/// one of them stored knows that it is young.
pub(super) fn announce(
    count: usize,
    fingerprint: impl Fn(usize) -> u64,
    mut is_known: impl FnMut(u64) -> bool,
    young: &mut Option<CompactWriter<'_>>,
) -> Option<Refusal> {
    let young = young.as_mut()?;
    let new = (0..count).map(fingerprint).filter(|one| !is_known(*one));
    let refused = new.filter_map(|one| match young.insert(one) {
        Met::Full(refusal) => Some(refusal),
        Met::New(_) | Met::Known => None,
    });
    refused.last()
}

/// What a set says of a state, where the young ones may have no room for new ones.
pub(super) fn note(met: Met, refused: Option<Refusal>) -> Inserted {
    match (met, refused) {
        (Met::Full(refusal), _) | (Met::New(_), Some(refusal)) => Inserted::Full(refusal.into()),
        (Met::New(number), None) => Inserted::New(StateIndex::from_u32(number)),
        (Met::Known, _) => Inserted::Known(StateIndex::UNNUMBERED),
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
        let Self { states, young } = self;
        let refused = announce(count, fingerprint, |one| states.has(one), young);
        self.states.insert_all(count, fingerprint, |number, met| {
            result(number, note(met, refused));
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
