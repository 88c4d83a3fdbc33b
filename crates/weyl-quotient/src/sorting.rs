//! Representatives by sorting, where the group is a product of symmetric groups.
//!
//! Factor by factor, rows are sorted by their keys ([`crate::keys`]). A key says all that
//! distinguishes a row in a state in which earlier factors are renamed already, up to open slots.
//! What becomes of rows with equal keys is decided in [`crate::ties`]; where it can't be, the whole
//! state is left to the search. Everything here commutes with the group: keys go with the rows, and
//! how a tie of rows that can change places was broken in an earlier factor can't be seen in later
//! ones, because it did not change the state.
//!
//! That the states which steps lead to are nearly sorted is not assumed, but makes it fast. If the
//! state that a step came from is given and is its own representative, what the step did not change
//! is not looked at again.

use crate::changes::{Concerned, Influence};
use crate::factor::Factor;
use crate::key_plan::{KeyPlan, Open};
use crate::keys::{Decided, Keys};
use crate::padded::Padded;
use crate::rows::{RowTable, Rows};
use crate::ties::{Scene, Ties};
use cranelift_entity::EntityRef;
use std::ops::Range;
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
    /// Where the keys of its rows are kept.
    words: Range<usize>,
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
    influence: Option<Arc<Influence>>,
    source: Source,
    work: Work,
}

/// The state that steps come from.
#[derive(Clone, Debug)]
struct Source {
    state: Padded,
    keys: Vec<u64>,
    /// Whether it is its own representative.
    is_known: bool,
}

/// How the state at hand differs from its source.
#[derive(Clone, Copy)]
struct Difference<'s> {
    source: &'s Source,
    influence: &'s Influence,
    concerned: Concerned,
}

impl Difference<'_> {
    fn reaches(&self, factor: usize) -> bool {
        self.influence.reaches(factor, self.concerned)
    }
}

/// Scratch memory.
#[derive(Clone, Debug)]
struct Work {
    keys: Vec<u64>,
    order: Vec<u32>,
    decided: Decided,
    ties: Ties,
    /// Of each factor: its names have themselves as images.
    is_identity: Vec<bool>,
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
        let mut factors: Vec<SortedFactor> = Vec::new();
        let mut reaches = Vec::new();
        let mut words = 0;
        for (number, rows) in table.factors.iter().enumerate() {
            let plan = KeyPlan::new(model, layout, action, &table, number);
            let (keys, open, reached) = plan.build();
            let end = words + (rows.count() + 1) * keys.words;
            reaches.push((rows.count(), reached));
            factors.push(SortedFactor {
                rows: rows.clone(),
                words: words..end,
                keys,
                is_open: !open.is_empty(),
                open,
            });
            words = end;
        }
        Some(Sorter {
            influence: Influence::new(layout.size, &reaches).map(Arc::new),
            source: Source {
                state: Padded::new(layout.size),
                keys: vec![0; words],
                is_known: false,
            },
            work: Work {
                keys: vec![0; words],
                order: Vec::new(),
                decided: Decided::new(action.names()),
                ties: Ties::new(action.names(), layout.size),
                is_identity: vec![false; factors.len()],
            },
            factors: factors.into(),
        })
    }

    /// States that are sorted from now on come from this one.
    pub fn start_from(&mut self, action: &Action, source: &[u8], images: &mut [Point]) {
        if self.influence.is_some() {
            let state = &mut self.source.state;
            state.copy_from(source);
            let sorted = self.work.sort(&self.factors, action, state, None, images);
            self.source.keys.copy_from_slice(&self.work.keys);
            self.source.is_known = sorted == Sorted::Already;
        }
    }

    /// Writes the images of all names that the group moves, if keys decide.
    pub fn sort(&mut self, action: &Action, state: &Padded, images: &mut [Point]) -> Sorted {
        let source = Some(&self.source).filter(|source| source.is_known);
        let difference = self.influence.as_deref().zip(source);
        let difference = difference.map(|(influence, source)| Difference {
            source,
            influence,
            concerned: influence.of_difference(&source.state, state),
        });
        let (work, factors) = (&mut self.work, &self.factors);
        work.sort(factors, action, state, difference, images)
    }

    /// To be called if images are written by somebody else.
    pub fn forget_images(&mut self) {
        self.work.is_identity.fill(false);
    }
}

impl Work {
    fn sort(
        &mut self,
        factors: &[SortedFactor],
        action: &Action,
        state: &Padded,
        difference: Option<Difference<'_>>,
        images: &mut [Point],
    ) -> Sorted {
        let mut result = Sorted::Already;
        for (number, factor) in factors.iter().enumerate() {
            // As long as earlier factors stay as they are.
            let difference = difference.filter(|_| result == Sorted::Already);
            if difference.is_some_and(|difference| !difference.reaches(number)) {
                self.leave(number, factor, images);
                continue;
            }
            let placed = difference.and_then(|one| self.place_row(number, factor, state, one));
            let is_sorted = match placed {
                Some(is_sorted) => is_sorted,
                None => {
                    self.read_keys(number, factor, state, difference);
                    let is_sorted = self.order_rows(factor);
                    if factor.is_open && !self.settle_ties(factors, number, action, state) {
                        return Sorted::Undecided;
                    }
                    if factor.is_open {
                        self.order.is_sorted()
                    } else {
                        is_sorted
                    }
                }
            };
            if is_sorted {
                self.leave(number, factor, images);
            } else {
                result = Sorted::Moved;
                self.write_images(factor, images);
                self.is_identity[number] = false;
            }
        }
        result
    }

    /// All rows stay where they are.
    fn leave(&mut self, number: usize, factor: &SortedFactor, images: &mut [Point]) {
        if !self.is_identity[number] {
            self.order.clear();
            self.order.extend(0..factor.rows.count() as u32);
            self.write_images(factor, images);
            self.is_identity[number] = true;
        }
    }

    /// Orders the rows where all that a step changed is one row: the others are in order, as those
    /// of the source are. Whether that row stays where it is; `None` where there is more to it.
    fn place_row(
        &mut self,
        number: usize,
        factor: &SortedFactor,
        state: &Padded,
        difference: Difference<'_>,
    ) -> Option<bool> {
        if factor.is_open || factor.keys.words != 1 {
            return None;
        }
        let row = difference
            .influence
            .only_row(number, difference.concerned)?;
        let source = difference.source;
        let keys = &source.keys[factor.words.clone()][..factor.rows.count()];
        let change = factor.keys.change(row, &source.state, state, &self.decided);
        let key = keys[row].wrapping_add(change);
        let (before, after) = (&keys[..row], &keys[row + 1..]);
        // Rows with equal keys stay as they are.
        let down = before.iter().rev().take_while(|other| **other > key);
        let up = after.iter().take_while(|other| **other < key);
        let (down, up) = (down.count(), up.count());
        if down + up > 0 {
            self.order.clear();
            self.order.extend(0..keys.len() as u32);
            self.order[row - down..=row].rotate_right(usize::from(down > 0));
            self.order[row..=row + up].rotate_left(usize::from(up > 0));
        }
        Some(down + up == 0)
    }

    /// From the state, or from the keys of its source if only some rows are concerned.
    fn read_keys(
        &mut self,
        number: usize,
        factor: &SortedFactor,
        state: &Padded,
        difference: Option<Difference<'_>>,
    ) {
        let keys = &mut self.keys[factor.words.clone()];
        let rows = difference.and_then(|d| d.influence.rows(number, d.concerned));
        let Some((rows, source)) = rows.zip(difference.map(|d| d.source)) else {
            return factor.keys.read(state, &self.decided, keys);
        };
        keys.copy_from_slice(&source.keys[factor.words.clone()]);
        for row in rows {
            let former = &source.state;
            factor.keys.correct(row, former, state, &self.decided, keys);
        }
    }

    /// Sorts the rows by their keys, and says whether they were in order.
    fn order_rows(&mut self, factor: &SortedFactor) -> bool {
        let (rows, words) = (factor.rows.count(), factor.keys.words);
        let keys = &self.keys[factor.words.clone()][..rows * words];
        self.order.clear();
        self.order.extend(0..rows as u32);
        if words == 1 {
            let is_sorted = keys.is_sorted();
            if !is_sorted {
                sort_rows(&mut self.order, |row| keys[row as usize]);
            }
            return is_sorted;
        }
        let key = |row: u32| &keys[row as usize * words..(row as usize + 1) * words];
        let is_sorted = self.order.is_sorted_by_key(|row| key(*row));
        if !is_sorted {
            sort_rows(&mut self.order, key);
        }
        is_sorted
    }

    /// Puts rows with equal keys into an order that does not depend on their numbers, if it can.
    fn settle_ties(
        &mut self,
        factors: &[SortedFactor],
        number: usize,
        action: &Action,
        state: &Padded,
    ) -> bool {
        let factor = &factors[number];
        let (words, keys) = (factor.keys.words, &self.keys[factor.words.clone()]);
        let key = |row: u32| &keys[row as usize * words..(row as usize + 1) * words];
        let ranks = match words {
            1 => {
                let alike = |a: u32, b: u32| keys[a as usize] == keys[b as usize];
                self.ties.rank(&self.order, alike)
            }
            _ => self.ties.rank(&self.order, |a, b| key(a) == key(b)),
        };
        let scene = Scene {
            rows: &factor.rows,
            open: &factor.open,
            action,
            state,
        };
        if ranks == factor.rows.count() || self.ties.are_free(&self.order, scene) {
            return true;
        }
        let rows = factors.iter().map(|factor| &factor.rows);
        self.ties.colour_names(rows, number, &self.decided);
        self.ties.split(&mut self.order, ranks, scene)
    }

    fn write_images(&mut self, factor: &SortedFactor, images: &mut [Point]) {
        for (target, source) in self.order.iter().enumerate() {
            let names = factor.rows.row(*source as usize).iter();
            for (from, to) in names.zip(factor.rows.row(target)) {
                images[from.index()] = point(*to);
                self.decided.images[from.index()] = to.as_u32();
                self.decided.rows[from.index()] = target as u32;
            }
        }
    }
}

/// Sorts by key; rows with equal keys stay as they are.
pub(crate) fn sort_rows<K: Ord>(order: &mut [u32], key: impl Fn(u32) -> K) {
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
