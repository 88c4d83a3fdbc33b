//! Keys that others are compared with: unfolded together, so that the memory of their parts is
//! asked for in advance.
//!
//! A search reads some states, and then inserts what these lead to: each of its keys is a base for
//! a few others.

use super::TreeSet;
use super::shape::{Kind, TreeShape};
use crate::content::{Block, Pair};

/// Keys that were unfolded together.
#[derive(Debug, Default)]
struct Shelf {
    rows: Vec<u32>,
    /// Where somebody looked last: rows are mostly asked for in their order.
    looked_at: usize,
    /// Of each key those of all its parts, by place.
    numbers: Vec<u32>,
    /// One after the other, with room for a block behind each.
    keys: Vec<u8>,
}

/// What was read last, what was read before that, and what nobody has read in time.
#[derive(Debug, Default)]
pub(super) struct Bases {
    last: Shelf,
    before: Shelf,
    alone: Shelf,
    /// The one that keys are compared with now.
    row: Option<u32>,
    pub numbers: Vec<u32>,
    /// Its blocks, as [`Cut::window`](crate::content::Cut::window) has them.
    pub windows: Vec<u128>,
}

impl Bases {
    pub fn new(shape: &TreeShape) -> Bases {
        Bases {
            numbers: vec![0; shape.parts().len()],
            windows: vec![0; shape.blocks().len()],
            ..Bases::default()
        }
    }

    /// Reads the keys of some rows; those that were read before are still there, but none that were
    /// read before these.
    pub fn read(&mut self, rows: &[u32], set: &TreeSet<'_>) {
        std::mem::swap(&mut self.last, &mut self.before);
        self.last.read(rows, set);
    }

    /// One of the keys that were read last, by its place among them.
    #[inline]
    pub fn key(&self, at: usize, shape: &TreeShape) -> &[u8] {
        self.last.key(at, shape)
    }

    /// Compares with this row from now on; whether it is there at all.
    #[inline]
    pub fn turn_to(&mut self, row: Option<u32>, set: &TreeSet<'_>) -> bool {
        if row != self.row || row.is_none() {
            self.row = row.filter(|row| self.take_out(*row, set));
        }
        self.row.is_some()
    }

    fn take_out(&mut self, row: u32, set: &TreeSet<'_>) -> bool {
        let (shelf, at) = if let Some(at) = self.last.place(row) {
            (&self.last, at)
        } else if let Some(at) = self.before.place(row) {
            (&self.before, at)
        } else if set.roots.rows.is_published(row) {
            self.alone.read(&[row], set);
            (&self.alone, 0)
        } else {
            return false;
        };
        let parts = self.numbers.len();
        let numbers = &shelf.numbers[at * parts..(at + 1) * parts];
        for (to, number) in self.numbers.iter_mut().zip(numbers) {
            *to = *number;
        }
        let key = shelf.key(at, &set.shape);
        for (window, (_, cut)) in self.windows.iter_mut().zip(set.shape.blocks()) {
            *window = cut.window(key);
        }
        true
    }
}

impl Shelf {
    #[inline]
    fn place(&mut self, row: u32) -> Option<usize> {
        let next = self.looked_at + 1;
        let place = if self.rows.get(next) == Some(&row) {
            Some(next)
        } else {
            self.rows.iter().position(|other| *other == row)
        };
        self.looked_at = place.unwrap_or(self.looked_at);
        place
    }

    fn stride(shape: &TreeShape) -> usize {
        shape.key_bytes() + Block::BYTES
    }

    #[inline]
    fn key(&self, at: usize, shape: &TreeShape) -> &[u8] {
        let start = at * Shelf::stride(shape);
        &self.keys[start..start + shape.key_bytes()]
    }

    /// Part by part for all keys: what one of them needs next is asked for while the others are
    /// looked at.
    fn read(&mut self, rows: &[u32], set: &TreeSet<'_>) {
        let (shape, parts) = (&set.shape, set.shape.parts().len());
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.numbers.resize(rows.len() * parts, 0);
        self.keys.resize(rows.len() * Shelf::stride(shape), 0);
        for (row, numbers) in rows.iter().zip(self.numbers.chunks_exact_mut(parts)) {
            let Pair(left, right) = set.roots.pair(*row);
            numbers[..2].copy_from_slice(&[left, right]);
            set.ask_for(0, left);
            set.ask_for(1, right);
        }
        for (place, kind) in shape.parts().iter().enumerate() {
            let Kind::Pair(below) = *kind else {
                continue;
            };
            for numbers in self.numbers.chunks_exact_mut(parts) {
                // SAFETY: whoever stored a root or a pair knew of its parts, and the roots are
                // published.
                let Pair(left, right) = unsafe { set.pairs.known_pair(numbers[place]) };
                numbers[below..below + 2].copy_from_slice(&[left, right]);
                set.ask_for(below, left);
                set.ask_for(below + 1, right);
            }
        }
        let keys = self.keys.chunks_exact_mut(Shelf::stride(shape));
        for (numbers, key) in self.numbers.chunks_exact(parts).zip(keys) {
            // From left to right: what a block writes behind its end is overwritten.
            for (place, start) in shape.blocks_in_order() {
                // SAFETY: as above.
                let block = unsafe { set.blocks.known_block(numbers[*place]) };
                block.spill(&mut key[*start..]);
            }
        }
    }
}
