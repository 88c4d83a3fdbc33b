//! States that are read before they are expanded.
//!
//! A store that puts states together from what lies in many places reads several at once, so that
//! memory is waited for once.

use crate::front::Front;
use crate::store::{StateIndex, Store, StoreWriter};

/// Enough to hide the latency of memory.
const AT_ONCE: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Ahead {
    states: Vec<StateIndex>,
    /// Of these, the first that nobody has asked for.
    next: usize,
    /// For states that are read one by one.
    buffer: Vec<u8>,
}

impl Ahead {
    /// Forgets what was read: the search goes on with others.
    pub fn clear(&mut self) {
        self.states.clear();
        self.next = 0;
    }

    /// The next state of some of a front, packed.
    #[inline]
    pub fn next<'s, T: Store>(
        &'s mut self,
        states: &mut impl Iterator<Item = (usize, StateIndex)>,
        front: &'s Front,
        store: &'s T,
        writer: &'s mut T::Writer<'_>,
    ) -> Option<(StateIndex, &'s [u8])> {
        if !T::READS_TOGETHER {
            let at = states.next()?;
            return Some((at.1, front.packed(store, at, &mut self.buffer)));
        }
        if self.next == self.states.len() {
            self.clear();
            let some = states.take(AT_ONCE).map(|(_, index)| index);
            self.states.extend(some);
            writer.read_together(&self.states);
        }
        let number = self.next;
        let index = *self.states.get(number)?;
        self.next += 1;
        Some((index, writer.read(number)))
    }
}
