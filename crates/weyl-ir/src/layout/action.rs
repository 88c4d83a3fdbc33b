//! The action of a permutation of names on states: (π·s)[π·ℓ] = π(s[ℓ]).
//!
//! It follows from the layout alone. A location ℓ moves with the names that index it, a value that
//! is a name moves itself, all else stays. Where the image of a name lies, and which code it has
//! there, is looked up in tables. Whole blocks, which lie side by side in the order of their names,
//! are copied; only slots that do not just go with their block (*strays*) are moved one by one.
//!
//! A permutation acts if it takes the names of an array, of a scalar's values, of the channels of a
//! sort to names of the same. What others do is not defined, but stays inside the state.

use super::Layout;
use super::build_action::Builder;
use super::field::{Field, copy_block};
use super::names::{CodeTable, CodeTables};
use super::slot::{MultisetArea, Presence, Slot};
use crate::{Model, NameId};
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::ops::Range;
use weyl_permutation::Point;

/// Names are the points that permutations act on.
pub fn point(name: NameId) -> Point {
    Point::from_u32(name.as_u32())
}

/// The name that a point stands for.
pub fn name(point: Point) -> NameId {
    NameId::new(point.as_u32() as usize)
}

/// A name that indexes a slot, and where the positions of names begin in [`Action::positions`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub(super) name: NameId,
    pub(super) positions: u32,
}

/// The names of a slot's codes, in [`Action::names_of_codes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) names: CodeTable,
    pub(super) renaming: Renaming,
}

/// From the code of a name to that of its image.
#[derive(Clone, Copy, Debug)]
pub(super) enum Renaming {
    /// Names have consecutive codes: the code moves as far as the name.
    Shift,
    /// The codes of names, in [`Action::codes_of_names`], depend on where the slot goes.
    Table,
}

/// In [`Action::names_of_codes`], for codes that stand for no name.
pub(super) const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StrayId(u32);
entity_impl!(StrayId, "stray");

/// A slot that does not just go with its block.
#[derive(Clone, Debug)]
pub(super) struct Stray {
    pub(super) field: Field,
    /// Its offset without the positions of all names that index it, modulo 2^32.
    pub(super) base: u32,
    pub(super) held: Option<Held>,
    pub(super) presence: Option<Presence>,
    /// The first of the names that index it, and in [`Action::indices`] the others.
    pub(super) first: Option<Moving>,
    pub(super) others: Range<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct MovingBlock {
    pub(super) name: NameId,
    pub(super) bytes: Range<usize>,
}

#[inline(always)]
fn image(images: &[Point], of: NameId) -> NameId {
    name(images[of.index()])
}

/// How far a name moves.
#[inline]
fn distance(images: &[Point], name: NameId) -> i64 {
    i64::from(images[name.index()].as_u32()) - i64::from(name.as_u32())
}

/// The action on the states of one layout.
#[derive(Clone, Debug)]
pub struct Action {
    pub(super) names: usize,
    pub(super) blocks: Vec<MovingBlock>,
    pub(super) strays: PrimaryMap<StrayId, Stray>,
    pub(super) indices: Vec<Moving>,
    /// For one thing that is indexed by names after the other: for each name, where it lies.
    pub(super) positions: Vec<u32>,
    pub(super) names_of_codes: CodeTables,
    /// For each name its code, for one numbering after the other.
    pub(super) codes_of_names: Vec<Option<u64>>,
    /// Of a stray that begins at a byte: where the codes of names begin.
    pub(super) codes_at: Vec<Option<u32>>,
    /// For each name, the strays that it indexes.
    pub(super) indexed_by: Vec<Vec<StrayId>>,
    /// The strays that hold names.
    pub(super) holders: Vec<StrayId>,
    /// Bytes of strays, which do not just go with their block.
    pub(super) is_stray: Vec<bool>,
    /// Those whose elements contain strays: their order may change.
    pub(super) multisets: Vec<MultisetArea>,
}

impl Action {
    /// Of all permutations that keep sorts.
    pub fn new(model: &Model, layout: &Layout) -> Action {
        Action::moving(model, layout, |_| true)
    }

    /// Of the permutations that fix all names but some.
    pub fn moving(model: &Model, layout: &Layout, moves: impl Fn(NameId) -> bool) -> Action {
        Builder::new(model, layout, moves).build()
    }

    /// How many names there are: the degree of the permutations.
    pub fn names(&self) -> usize {
        self.names
    }

    /// The stray that a slot is.
    pub fn stray(&self, slot: &Slot) -> Option<StrayId> {
        // Slots are in the order of their offsets.
        let strays = self.strays.as_values_slice();
        let found = strays.binary_search_by_key(&slot.offset, |stray| stray.field.offset);
        found.ok().map(StrayId::new)
    }

    /// Multisets whose order may change, so that positions in them mean nothing.
    pub fn reordered(&self) -> &[MultisetArea] {
        &self.multisets
    }

    /// Writes π·s; `from` and `to` are working states, π is given by the images of all names.
    pub fn apply(&self, images: &[Point], from: &[u8], to: &mut [u8]) {
        to.copy_from_slice(from);
        for block in &self.blocks {
            let moved = distance(images, block.name);
            if moved != 0 {
                copy_block(from, block.bytes.clone(), to, target(block, moved));
            }
        }
        for stray in self.strays.values() {
            let (target, code) = self.moved_stray(images, stray, from);
            target.store(to, code);
        }
        for area in &self.multisets {
            area.sort(to);
        }
    }

    /// Whether π·s = s, for a permutation that moves only the given points.
    pub fn keeps(
        &self,
        images: &[Point],
        moved: &[Point],
        state: &[u8],
        scratch: &mut [u8],
    ) -> bool {
        if !self.multisets.is_empty() {
            self.apply(images, state, scratch);
            return scratch == state;
        }
        let numbers = moved.iter().map(|point| &self.indexed_by[point.index()]);
        let mut strays = numbers.chain([&self.holders]).flatten();
        moved
            .iter()
            .all(|point| self.keeps_block(images, *point, state))
            && strays.all(|stray| self.keeps_stray(images, *stray, state))
    }

    fn keeps_block(&self, images: &[Point], point: Point, state: &[u8]) -> bool {
        let Ok(at) = self
            .blocks
            .binary_search_by_key(&point.as_u32(), |b| b.name.as_u32())
        else {
            return true;
        };
        let block = &self.blocks[at];
        let start = target(block, distance(images, block.name));
        let there = &state[start..start + block.bytes.len()];
        let pairs = state[block.bytes.clone()].iter().zip(there);
        let mut pairs = pairs.zip(&self.is_stray[block.bytes.clone()]);
        pairs.all(|((here, there), is_stray)| here == there || *is_stray)
    }

    /// Whether what π moves to the place of a stray's image is there already.
    pub fn keeps_stray(&self, images: &[Point], stray: StrayId, state: &[u8]) -> bool {
        let (target, code) = self.moved_stray(images, &self.strays[stray], state);
        target.load(state) == code
    }

    /// Where a stray goes, and the code that it has there.
    #[inline(always)]
    fn moved_stray(&self, images: &[Point], stray: &Stray, state: &[u8]) -> (Field, u64) {
        let mut offset = stray.base;
        if let Some(index) = stray.first {
            offset = offset.wrapping_add(self.position(index, image(images, index.name)));
        }
        if !stray.others.is_empty() {
            let others = stray.others.start as usize..stray.others.end as usize;
            for index in &self.indices[others] {
                offset = offset.wrapping_add(self.position(*index, image(images, index.name)));
            }
        }
        let code = stray.field.load(state);
        let code = match self.name_in(stray, code, state) {
            Some((held, name)) => match held.renaming {
                Renaming::Shift => code.wrapping_add_signed(distance(images, name)),
                Renaming::Table => self.code_at(offset, image(images, name)).unwrap_or(code),
            },
            None => code,
        };
        (stray.field.at(offset), code)
    }

    #[inline(always)]
    pub(super) fn position(&self, index: Moving, name: NameId) -> u32 {
        self.positions[index.positions as usize + name.index()]
    }

    /// The code of a name in the stray that begins at a byte.
    fn code_at(&self, offset: u32, name: NameId) -> Option<u64> {
        let codes = self.codes_at[offset as usize]?;
        self.codes_of_names[codes as usize + name.index()]
    }

    #[inline(always)]
    fn name_in(&self, stray: &Stray, code: u64, state: &[u8]) -> Option<(Held, NameId)> {
        let held = stray.held?;
        let name = self.names_of_codes.get(held.names, code);
        let is_present = stray.presence.is_none_or(|presence| presence.holds(state));
        (name != NOBODY && is_present).then(|| (held, NameId::new(name as usize)))
    }
}

/// Where a block goes that moves by some names.
#[inline]
fn target(block: &MovingBlock, moved: i64) -> usize {
    let distance = moved * block.bytes.len() as i64;
    (block.bytes.start as i64 + distance) as usize
}
