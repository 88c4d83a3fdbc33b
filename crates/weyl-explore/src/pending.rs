//! Successors on their way into the store.
//!
//! The firings of a few states are collected and inserted together: the store asks for the memory
//! of all of them before it looks at the first.

use crate::claims::Claim;
use crate::store::{Arriving, Fingerprint, Inserted, StateIndex, StoreWriter};
use cranelift_entity::packed_option::PackedOption;
use std::iter;
use std::ops::Range;
use weyl_system::System;

/// Where a successor came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// None for an initial state.
    pub parent: PackedOption<StateIndex>,
    /// The place of the firing in the batch of the parent.
    pub step: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Pending {
    packed_size: usize,
    /// What is behind the successors is room.
    packed: Vec<u8>,
    sources: Vec<Source>,
    /// Where each batch ends, and what its parent claims.
    ends: Vec<usize>,
    claims: Vec<Option<Claim>>,
    fingerprints: Vec<Fingerprint>,
    pub results: Vec<Inserted>,
}

impl Pending {
    pub fn new(packed_size: usize) -> Pending {
        Pending {
            packed_size,
            ..Pending::default()
        }
    }

    pub fn clear(&mut self) {
        self.sources.clear();
        self.ends.clear();
        self.claims.clear();
        self.fingerprints.clear();
        self.results.clear();
    }

    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Bytes that are allocated.
    pub fn bytes(&self) -> usize {
        self.packed.capacity()
            + self.sources.capacity() * size_of::<Source>()
            + self.fingerprints.capacity() * size_of::<Fingerprint>()
            + self.results.capacity() * size_of::<Inserted>()
    }

    /// Adds a successor, and announces it to the store.
    pub fn push(
        &mut self,
        system: &impl System,
        state: &[u8],
        source: Source,
        writer: &impl StoreWriter,
    ) {
        let at = self.len() * self.packed_size;
        let end = at + self.packed_size;
        if self.packed.len() < end {
            self.packed.resize(2 * end, 0);
        }
        let packed = &mut self.packed[at..end];
        system.pack(state, packed);
        self.sources.push(source);
        self.fingerprints.push(writer.expect(packed));
    }

    /// Adds the states that all steps of a batch lead to, and announces them to the store.
    pub fn push_all(
        &mut self,
        system: &impl System,
        (states, count): (&[u8], usize),
        parent: PackedOption<StateIndex>,
        writer: &impl StoreWriter,
    ) {
        let (first, size) = (self.len(), self.packed_size);
        let all = first * size..(first + count) * size;
        if self.packed.len() < all.end {
            self.packed.resize(2 * all.end, 0);
        }
        let packed = &mut self.packed[all];
        system.pack_all(states, packed);
        let steps = 0..count as u32;
        self.sources
            .extend(steps.map(|step| Source { parent, step }));
        let rows = (0..count).map(|number| &packed[number * size..(number + 1) * size]);
        self.fingerprints
            .extend(rows.map(|packed| writer.expect(packed)));
    }

    /// What was pushed since the last call is one batch.
    pub fn end_batch(&mut self, claim: Option<Claim>) {
        self.ends.push(self.sources.len());
        self.claims.push(claim);
    }

    /// What came of the successors of each batch, with the claim of their parent.
    pub fn claimed(&self) -> impl Iterator<Item = (Claim, &[Inserted])> {
        let claims = self.claims.iter().zip(self.batches());
        claims.filter_map(|(claim, numbers)| Some(((*claim)?, &self.results[numbers])))
    }

    /// The numbers of the successors of each batch.
    pub fn batches(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end)
    }

    pub fn source(&self, number: usize) -> Source {
        self.sources[number]
    }

    pub fn packed(&self, number: usize) -> &[u8] {
        let at = number * self.packed_size;
        &self.packed[at..at + self.packed_size]
    }

    /// What the store said when a state was announced.
    pub fn fingerprint(&self, number: usize) -> &Fingerprint {
        &self.fingerprints[number]
    }

    /// All packed states, one after the other.
    pub fn all_packed(&self) -> &[u8] {
        &self.packed[..self.len() * self.packed_size]
    }

    /// Inserts all states in their order; `results` has what came of it.
    pub fn store(&mut self, writer: &mut impl StoreWriter) {
        let size = self.packed_size;
        let (packed, sources) = (&self.packed, &self.sources);
        let (fingerprints, results) = (&self.fingerprints, &mut self.results);
        let state = |number: usize| Arriving {
            packed: &packed[number * size..(number + 1) * size],
            fingerprint: &fingerprints[number],
            parent: sources[number].parent.expand(),
        };
        writer.insert_all(sources.len(), state, |_, inserted| results.push(inserted));
    }
}
