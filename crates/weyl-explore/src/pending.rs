//! Successors on their way into the store.
//!
//! The firings of a few states are collected and inserted together: the store asks for the memory
//! of all of them before it looks at the first.

use crate::store::{Arriving, Fingerprint, Inserted, StateIndex, StoreWriter, fingerprint};
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
    packed: Vec<u8>,
    sources: Vec<Source>,
    /// Where each batch ends.
    ends: Vec<usize>,
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
        self.packed.clear();
        self.sources.clear();
        self.ends.clear();
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

    /// Adds a successor; returns its fingerprint.
    pub fn push(&mut self, system: &impl System, state: &[u8], source: Source) -> Fingerprint {
        let at = self.packed.len();
        self.packed.resize(at + self.packed_size, 0);
        system.pack(state, &mut self.packed[at..]);
        self.sources.push(source);
        let fingerprint = fingerprint(&self.packed[at..]);
        self.fingerprints.push(fingerprint);
        fingerprint
    }

    /// What was pushed since the last call is one batch.
    pub fn end_batch(&mut self) {
        self.ends.push(self.sources.len());
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

    /// All packed states, one after the other.
    pub fn all_packed(&self) -> &[u8] {
        &self.packed
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
