//! The action of a permutation of names on states: (π·s)[π·ℓ] = π(s[ℓ]).
//!
//! It follows from the layout alone. A location ℓ moves with the names that index it, a value that is a
//! name moves itself, all else stays. Names of one sort lie one stride apart, and so do their codes:
//! every move is the distance π(x) − x, times a stride for an index, times one for a value. Whole blocks
//! are copied; only slots that do not just go with their block (*strays*) are moved one by one.

use super::slot::{MultisetArea, Presence, Slot, SlotRole};
use super::{Layout, ScalarShape};
use crate::{Model, NameId, Type, TypeId};
use cranelift_entity::EntityRef;
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

/// Which values of a scalar are names: for each code, the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameCodes {
    names: Vec<Option<NameId>>,
}

impl NameCodes {
    /// `None` if no value of the type is a name.
    pub fn new(model: &Model, ty: TypeId, scalar: ScalarShape) -> Option<NameCodes> {
        let may_be_name = matches!(model.types.get(ty), Type::Id(_) | Type::Union(_));
        if !may_be_name || scalar.codes() > u128::from(u32::MAX) {
            return None;
        }
        let name = |code: u64| {
            let value = scalar.decode(code)?;
            model.value_name(ty, value)
        };
        let names: Vec<_> = (0..scalar.codes() as u64).map(name).collect();
        let any = names.iter().any(Option::is_some);
        any.then_some(NameCodes { names })
    }

    #[inline]
    pub fn name(&self, code: u64) -> Option<NameId> {
        self.names.get(code as usize).copied().flatten()
    }
}

#[derive(Clone, Copy, Debug)]
struct Moving {
    name: NameId,
    stride: i64,
}

/// A slot that does not just go with its block.
#[derive(Clone, Debug)]
struct Stray {
    offset: u32,
    scalar: ScalarShape,
    indices: Vec<Moving>,
    /// By number in [`Action::codes`].
    codes: Option<usize>,
    presence: Option<Presence>,
}

#[derive(Clone, Debug)]
struct MovingBlock {
    name: NameId,
    bytes: Range<usize>,
    size: i64,
}

/// How far a name moves.
#[inline]
fn distance(images: &[Point], name: NameId) -> i64 {
    i64::from(images[name.index()].as_u32()) - i64::from(name.as_u32())
}

/// The action on the states of one layout.
#[derive(Clone, Debug)]
pub struct Action {
    names: usize,
    fixed: Range<usize>,
    blocks: Vec<MovingBlock>,
    strays: Vec<Stray>,
    codes: Vec<NameCodes>,
    /// For each name, the strays that it indexes.
    indexed_by: Vec<Vec<u32>>,
    /// The strays that hold names.
    holders: Vec<u32>,
    /// Bytes of strays, which do not just go with their block.
    is_stray: Vec<bool>,
    /// Those whose elements contain strays: their order may change.
    multisets: Vec<MultisetArea>,
}

impl Action {
    pub fn new(model: &Model, layout: &Layout) -> Action {
        let names = model.name_count();
        let mut action = Action {
            names,
            indexed_by: vec![Vec::new(); names],
            holders: Vec::new(),
            is_stray: vec![false; layout.size],
            fixed: 0..0,
            blocks: Vec::new(),
            strays: Vec::new(),
            codes: Vec::new(),
            multisets: Vec::new(),
        };
        for block in layout.blocks.values() {
            let start = block.offset as usize;
            let bytes = start..start + block.size as usize;
            match block.name {
                None => action.fixed = bytes,
                Some(_) if block.size == 0 => {}
                Some(name) => action.blocks.push(MovingBlock {
                    name,
                    bytes,
                    size: i64::from(block.size),
                }),
            }
        }
        for slot in layout.slots.values() {
            action.add_stray(model, layout, slot);
        }
        let strays = &action.strays;
        let holds_stray = |area: &&MultisetArea| {
            let bytes = area.offset..area.offset + area.stride * area.capacity;
            strays.iter().any(|stray| bytes.contains(&stray.offset))
        };
        action.multisets = layout
            .multisets
            .iter()
            .filter(holds_stray)
            .copied()
            .collect();
        action
    }

    fn add_stray(&mut self, model: &Model, layout: &Layout, slot: &Slot) {
        let codes = match slot.role {
            SlotRole::Value(ty) => NameCodes::new(model, ty, slot.scalar),
            SlotRole::Occupied | SlotRole::Length => None,
        };
        let block = layout.block_of_byte(slot.offset as usize);
        let home = layout.blocks[block].name;
        let goes_with_block = match home {
            None => slot.index_names.is_empty(),
            Some(_) => slot.index_names.len() == 1,
        };
        if goes_with_block && codes.is_none() {
            return;
        }
        let number = self.strays.len() as u32;
        for name in &slot.index_names {
            self.indexed_by[name.index()].push(number);
        }
        self.holders.extend(codes.as_ref().map(|_| number));
        let start = slot.offset as usize;
        self.is_stray[start..start + usize::from(slot.scalar.width)].fill(true);
        let codes = codes.map(|codes| self.intern(codes));
        let indices = slot.index_names.iter().zip(&slot.index_strides);
        let indices = indices.map(|(name, stride)| Moving {
            name: *name,
            stride: i64::from(*stride),
        });
        self.strays.push(Stray {
            offset: slot.offset,
            scalar: slot.scalar,
            indices: indices.collect(),
            codes,
            presence: slot.presence,
        });
    }

    fn intern(&mut self, codes: NameCodes) -> usize {
        let known = self.codes.iter().position(|other| *other == codes);
        known.unwrap_or_else(|| {
            self.codes.push(codes);
            self.codes.len() - 1
        })
    }

    /// How many names there are: the degree of the permutations.
    pub fn names(&self) -> usize {
        self.names
    }

    /// Writes π·s; `from` and `to` are working states, π is given by the images of all names.
    pub fn apply(&self, images: &[Point], from: &[u8], to: &mut [u8]) {
        to[self.fixed.clone()].copy_from_slice(&from[self.fixed.clone()]);
        for block in &self.blocks {
            let start = block.bytes.start as i64 + distance(images, block.name) * block.size;
            let target = start as usize..start as usize + block.bytes.len();
            to[target].copy_from_slice(&from[block.bytes.clone()]);
        }
        for stray in &self.strays {
            let (target, code) = self.moved_stray(images, stray, from);
            stray.scalar.store(to, target, code);
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
            && strays.all(|number| self.keeps_stray(images, &self.strays[*number as usize], state))
    }

    fn keeps_block(&self, images: &[Point], point: Point, state: &[u8]) -> bool {
        let Ok(at) = self
            .blocks
            .binary_search_by_key(&point.as_u32(), |b| b.name.as_u32())
        else {
            return true;
        };
        let block = &self.blocks[at];
        let start = block.bytes.start as i64 + distance(images, block.name) * block.size;
        let target = start as usize..start as usize + block.bytes.len();
        let pairs = state[block.bytes.clone()].iter().zip(&state[target]);
        let mut pairs = pairs.zip(&self.is_stray[block.bytes.clone()]);
        pairs.all(|((here, there), is_stray)| here == there || *is_stray)
    }

    fn keeps_stray(&self, images: &[Point], stray: &Stray, state: &[u8]) -> bool {
        let (target, code) = self.moved_stray(images, stray, state);
        stray.scalar.load(state, target) == code
    }

    /// Where a stray goes, and the code that it has there.
    #[inline]
    fn moved_stray(&self, images: &[Point], stray: &Stray, state: &[u8]) -> (usize, u64) {
        let moves = stray.indices.iter();
        let moved: i64 = moves.map(|i| i.stride * distance(images, i.name)).sum();
        let target = (i64::from(stray.offset) + moved) as usize;
        let code = stray.scalar.load(state, stray.offset as usize);
        let code = match self.name_in(stray, code, state) {
            Some(name) => code.wrapping_add_signed(distance(images, name)),
            None => code,
        };
        (target, code)
    }

    fn name_in(&self, stray: &Stray, code: u64, state: &[u8]) -> Option<NameId> {
        let name = self.codes[stray.codes?].name(code)?;
        let is_present = stray.presence.is_none_or(|presence| presence.holds(state));
        is_present.then_some(name)
    }
}
