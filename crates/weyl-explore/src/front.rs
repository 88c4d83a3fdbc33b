//! The states of one level of a breadth first search, as one worker found them.
//!
//! A worker gets indices one after the other, a chunk at a time, so its new states are few ranges
//! of indices, and to read them in order is to read memory in order. Where the store does not keep
//! states, the front does.

use crate::checkpoint::{get_flag, get_state, get_u64, put_flag, put_state, put_u64};
use crate::rows::Rows;
use crate::store::{StateIndex, Store};
use crate::ways::Record;
use cranelift_entity::EntityRef;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Consecutive indices.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The place of its first state in the front.
    place: usize,
    first: StateIndex,
}

#[derive(Debug)]
pub(crate) struct Front {
    stretches: Vec<Stretch>,
    len: usize,
    /// Where the store does not keep states, and these have bytes at all.
    packed: Option<Rows<u8>>,
    /// Where parents are written when the level is over.
    records: Option<Rows<u8>>,
    /// States before this one are expanded, or will be by whoever took them.
    taken: AtomicUsize,
    /// The fingerprints of so many are in a log.
    saved: usize,
}

impl Front {
    pub fn new<T: Store>(packed_size: usize, is_logged: bool) -> Front {
        Front {
            stretches: Vec::new(),
            len: 0,
            packed: (!T::KEEPS_STATES && packed_size > 0).then(|| Rows::new(packed_size)),
            records: is_logged.then(|| Rows::new(Record::BYTES)),
            taken: AtomicUsize::new(0),
            saved: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        let packed = self.packed.as_ref().map_or(0, Rows::bytes);
        let records = self.records.as_ref().map_or(0, Rows::bytes);
        self.stretches.capacity() * size_of::<Stretch>() + packed + records
    }

    /// Takes out all states; their memory is used again.
    pub fn clear(&mut self) {
        self.stretches.clear();
        (self.len, self.saved) = (0, 0);
        self.packed.iter_mut().for_each(Rows::clear);
        self.records.iter_mut().for_each(Rows::clear);
        *self.taken.get_mut() = 0;
    }

    pub fn push(&mut self, index: StateIndex, packed: &[u8]) {
        let follows =
            |last: &Stretch| last.first.index() + (self.len - last.place) == index.index();
        if !self.stretches.last().is_some_and(follows) {
            self.stretches.push(Stretch {
                place: self.len,
                first: index,
            });
        }
        self.len += 1;
        if let Some(rows) = &mut self.packed {
            rows.push(packed, &[]);
        }
    }

    /// What is known of the state that was pushed last, if anybody wants to know.
    #[inline]
    pub fn note(&mut self, record: impl FnOnce() -> Record) {
        if let Some(records) = &mut self.records {
            records.push(&record().write(), &[]);
        }
    }

    /// What was noted of the state of a place.
    pub fn record(&self, place: usize) -> Option<Record> {
        let record = self.records.as_ref()?.row(place);
        record.first_chunk().copied().map(Record::read)
    }

    /// The next places that nobody has taken.
    pub fn take(&self, count: usize) -> Option<Range<usize>> {
        if self.taken.load(Relaxed) >= self.len {
            return None;
        }
        let from = self.taken.fetch_add(count, Relaxed);
        (from < self.len).then(|| from..self.len.min(from + count))
    }

    /// The states of some places that follow each other.
    pub fn states(&self, places: Range<usize>) -> impl Iterator<Item = (usize, StateIndex)> {
        let begins_before = |other: &Stretch| other.place <= places.start;
        let mut rest = &self.stretches[self.stretches.partition_point(begins_before)..];
        let mut stretch = self.stretches[self.stretches.len() - rest.len() - 1];
        places.map(move |place| {
            if let [next, others @ ..] = rest
                && next.place == place
            {
                (stretch, rest) = (*next, others);
            }
            let index = stretch.first.index() + place - stretch.place;
            (place, StateIndex::new(index))
        })
    }

    /// The places that nobody has taken.
    pub fn left(&self) -> Range<usize> {
        self.taken.load(Relaxed).min(self.len)..self.len
    }

    /// All states in their order.
    pub fn all(&self) -> impl Iterator<Item = StateIndex> {
        let places = (self.len > 0).then(|| self.states(0..self.len));
        places.into_iter().flatten().map(|(_, state)| state)
    }

    /// Places whose fingerprints are in no log, a few at a time.
    pub fn unsaved(&self, most: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let len = self.len;
        let firsts = (self.saved..len).step_by(most);
        firsts.map(move |first| first..len.min(first + most))
    }

    /// All fingerprints are in a log.
    pub fn is_saved(&mut self) {
        self.saved = self.len;
    }

    /// The packed state of a place, if it is here.
    pub fn own(&self, place: usize) -> Option<&[u8]> {
        self.packed.as_ref().map(|rows| rows.row(place))
    }

    /// Writes the states of some places, with all that is known of them.
    pub fn write(&self, places: Range<usize>, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, places.len() as u64)?;
        if places.is_empty() {
            return Ok(());
        }
        for (place, state) in self.states(places) {
            put_state(to, Some(state))?;
            if let Some(packed) = self.own(place) {
                to.write_all(packed)?;
            }
            put_flag(to, self.records.is_some())?;
            if let Some(records) = &self.records {
                to.write_all(records.row(place))?;
            }
        }
        Ok(())
    }

    /// Adds what [`Front::write`] wrote.
    pub fn read(&mut self, packed_size: usize, from: &mut impl Read) -> io::Result<()> {
        let mut packed = vec![
            0;
            if self.packed.is_some() {
                packed_size
            } else {
                0
            }
        ];
        for _ in 0..get_u64(from)? {
            let state = get_state(from)?.ok_or(io::ErrorKind::InvalidData)?;
            from.read_exact(&mut packed)?;
            self.push(state, &packed);
            if get_flag(from)? {
                let mut record = [0; Record::BYTES];
                from.read_exact(&mut record)?;
                self.note(|| Record::read(record));
            }
        }
        Ok(())
    }

    /// The packed state of a place.
    pub fn packed<'f, T: Store>(
        &'f self,
        store: &'f T,
        at: (usize, StateIndex),
        buffer: &'f mut Vec<u8>,
    ) -> &'f [u8] {
        let (place, index) = at;
        match &self.packed {
            Some(rows) => rows.row(place),
            None => store.get(index, buffer).unwrap_or(&[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::ExactStore;

    #[test]
    fn places_lead_to_the_indices_that_were_pushed() {
        let indices = [5, 6, 7, 64, 65, 9, 10, 2, 3, 4, 5];
        let mut front = Front::new::<ExactStore<'_>>(1, false);
        for index in indices {
            front.push(StateIndex::new(index), &[0]);
        }
        for from in 0..indices.len() {
            for to in from..indices.len() {
                let found = front.states(from..to).map(|(_, index)| index.index());
                assert!(found.eq(indices[from..to].iter().copied()));
            }
        }
        assert_eq!(front.stretches.len(), 4);
    }

    #[test]
    fn every_place_is_taken_once() {
        let mut front = Front::new::<ExactStore<'_>>(1, false);
        assert_eq!(front.take(4), None);
        (0..10).for_each(|index| front.push(StateIndex::new(index), &[0]));
        let taken: Vec<_> = std::iter::from_fn(|| front.take(4)).collect();
        assert_eq!(taken, [0..4, 4..8, 8..10]);
    }
}
