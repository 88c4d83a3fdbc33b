//! Representatives by sorting, where the group is a product of symmetric groups.
//!
//! Factor by factor, rows are sorted by their keys ([`crate::keys`]). A key says all that distinguishes a row in a
//! state in which earlier factors are renamed already, up to open slots; so rows with equal keys either can
//! change places, or the whole state is left to refinement and search. Everything here commutes with the group:
//! keys go with the rows, and how a tie of rows that can change places was broken in an earlier factor can't be seen
//! in later keys, because it did not change the state.
//!
//! That the states which steps lead to are nearly sorted is not assumed, but makes it fast.

use crate::factor::Factor;
use crate::key_plan::{KeyPlan, Open};
use crate::keys::{Decided, Keys};
use crate::padded::Padded;
use crate::rows::{RowTable, Rows};
use cranelift_entity::EntityRef;
use std::sync::Arc;
use weyl_ir::layout::{Action, point};
use weyl_ir::{Layout, Model};
use weyl_permutation::Point;

/// From this many rows on, the library's sorting is used.
const MANY_ROWS: usize = 24;

#[derive(Clone, Debug)]
struct SortedFactor {
    rows: Rows,
    keys: Keys,
    open: Open,
    is_open: bool,
}

/// What sorting has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// All rows are where they belong: the state is its own representative.
    Already,
    /// The images say where rows belong.
    Moved,
    /// Keys do not decide.
    Undecided,
}

#[derive(Clone, Debug)]
pub(crate) struct Sorter {
    factors: Arc<[SortedFactor]>,
    keys: Vec<u64>,
    order: Vec<u32>,
    decided: Decided,
    /// Of each factor: its names have themselves as images.
    is_identity: Vec<bool>,
    swapped: Vec<Point>,
    scratch: Vec<u8>,
}

impl Sorter {
    /// `None` if the group has a factor of another kind.
    pub fn new(
        model: &Model,
        layout: &Layout,
        action: &Action,
        factors: &[Factor],
    ) -> Option<Sorter> {
        let table = RowTable::new(action.names(), factors)?;
        let plan = |(number, rows): (usize, &Rows)| {
            let (keys, open) = KeyPlan::new(model, layout, action, &table, number).build();
            SortedFactor {
                rows: rows.clone(),
                keys,
                is_open: !open.is_empty(),
                open,
            }
        };
        let factors: Arc<[SortedFactor]> = table.factors.iter().enumerate().map(plan).collect();
        let words = |factor: &SortedFactor| (factor.rows.count() + 1) * factor.keys.words;
        Some(Sorter {
            keys: vec![0; factors.iter().map(words).max().unwrap_or(0)],
            order: Vec::new(),
            decided: Decided::new(action.names()),
            is_identity: vec![false; factors.len()],
            factors,
            swapped: (0..action.names()).map(Point::new).collect(),
            scratch: vec![0; layout.size],
        })
    }

    /// Writes the images of all names that the group moves, if keys decide.
    pub fn sort(&mut self, action: &Action, state: &Padded, images: &mut [Point]) -> Sorted {
        let factors = Arc::clone(&self.factors);
        let mut result = Sorted::Already;
        for (number, factor) in factors.iter().enumerate() {
            let is_sorted = self.order_rows(factor, state);
            if factor.is_open && !self.ties_are_free(factor, action, state.state()) {
                return Sorted::Undecided;
            }
            if !is_sorted {
                result = Sorted::Moved;
            }
            if !(is_sorted && self.is_identity[number]) {
                self.write_images(factor, images);
                self.is_identity[number] = is_sorted;
            }
        }
        result
    }

    /// To be called if images are written by somebody else.
    pub fn forget_images(&mut self) {
        self.is_identity.fill(false);
    }

    /// Sorts the rows by their keys, and says whether they were in order.
    fn order_rows(&mut self, factor: &SortedFactor, state: &Padded) -> bool {
        let (rows, words) = (factor.rows.count(), factor.keys.words);
        let keys = &mut self.keys[..(rows + 1) * words];
        factor.keys.read(state, &self.decided, keys);
        let keys = &keys[..rows * words];
        self.order.clear();
        self.order.extend(0..rows as u32);
        match words {
            1 if keys.is_sorted() => return true,
            1 => sort_rows(&mut self.order, |row| keys[row as usize]),
            _ => {
                let key = |row: u32| &keys[row as usize * words..(row as usize + 1) * words];
                if self.order.is_sorted_by_key(|row| key(*row)) {
                    return true;
                }
                sort_rows(&mut self.order, key);
            }
        }
        false
    }

    /// Whether rows with equal keys can change places without changing the state.
    fn ties_are_free(&mut self, factor: &SortedFactor, action: &Action, state: &[u8]) -> bool {
        let words = factor.keys.words;
        for at in 1..self.order.len() {
            let (a, b) = (self.order[at - 1] as usize, self.order[at] as usize);
            let key = |row: usize| &self.keys[row * words..(row + 1) * words];
            if key(a) == key(b) && !self.can_swap(factor, a, b, action, state) {
                return false;
            }
        }
        true
    }

    /// For rows with equal keys.
    fn can_swap(
        &mut self,
        factor: &SortedFactor,
        a: usize,
        b: usize,
        action: &Action,
        state: &[u8],
    ) -> bool {
        let pairs = || factor.rows.row(a).iter().zip(factor.rows.row(b));
        for (a, b) in pairs() {
            self.swapped[a.index()] = point(*b);
            self.swapped[b.index()] = point(*a);
        }
        let (open, swapped) = (&factor.open, &self.swapped);
        let is_kept = match open.reordered {
            true => {
                action.apply(swapped, state, &mut self.scratch);
                self.scratch == state
            }
            false => {
                let strays = [&open.of_row[a], &open.of_row[b], &open.holders];
                let mut strays = strays.into_iter().flatten();
                strays.all(|stray| action.keeps_stray(swapped, *stray, state))
            }
        };
        for (a, b) in pairs() {
            self.swapped[a.index()] = point(*a);
            self.swapped[b.index()] = point(*b);
        }
        is_kept
    }

    fn write_images(&mut self, factor: &SortedFactor, images: &mut [Point]) {
        for (target, source) in self.order.iter().enumerate() {
            let names = factor.rows.row(*source as usize).iter();
            for (from, to) in names.zip(factor.rows.row(target)) {
                images[from.index()] = point(*to);
                let distance = u64::from(to.as_u32()).wrapping_sub(u64::from(from.as_u32()));
                self.decided.shifts[from.index()] = distance;
                self.decided.rows[from.index()] = target as u32;
            }
        }
    }
}

/// Sorts by key; rows with equal keys stay as they are.
fn sort_rows<K: Ord>(order: &mut [u32], key: impl Fn(u32) -> K) {
    if order.len() >= MANY_ROWS {
        return order.sort_by_key(|row| key(*row));
    }
    for next in 1..order.len() {
        let row = order[next];
        let mut at = next;
        while at > 0 && key(order[at - 1]) > key(row) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = row;
    }
}
