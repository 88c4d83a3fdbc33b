//! The action of a permutation of names on states: (π·s)[π·ℓ] = π(s[ℓ]).
//!
//! It follows from the layout alone. A location ℓ moves with the names that index it, a value that is a
//! name moves itself, all else stays. Names of one sort lie one stride apart, and so do their codes:
//! every move is the distance π(x) − x, times a stride for an index, times one for a value. Whole blocks
//! are copied; only slots that do not just go with their block (*strays*) are moved one by one.

use super::field::{Field, copy_block};
use super::slot::{MultisetArea, Presence, Slot, SlotRole};
use super::{Layout, ScalarShape};
use crate::{Model, NameId, Type, TypeId};
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

    /// The names that a slot may hold, by their codes.
    pub fn of_slot(model: &Model, slot: &Slot) -> Option<NameCodes> {
        match slot.role {
            SlotRole::Value(ty) => NameCodes::new(model, ty, slot.scalar),
            SlotRole::Occupied | SlotRole::Length => None,
        }
    }

    /// Without the names that do not count; `None` if no other is left.
    pub fn only(mut self, counts: impl Fn(NameId) -> bool) -> Option<NameCodes> {
        for name in &mut self.names {
            *name = name.filter(|name| counts(*name));
        }
        self.names.iter().any(Option::is_some).then_some(self)
    }

    /// For each code.
    pub fn names(&self) -> &[Option<NameId>] {
        &self.names
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

impl Moving {
    #[inline]
    fn by(&self, images: &[Point]) -> i64 {
        self.stride * distance(images, self.name)
    }
}

/// In [`Action::codes`], for codes that stand for no name.
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StrayId(u32);
entity_impl!(StrayId, "stray");

/// A slot that does not just go with its block.
#[derive(Clone, Debug)]
struct Stray {
    field: Field,
    /// Where the names of its codes begin in [`Action::codes`].
    codes: Option<u32>,
    presence: Option<Presence>,
    /// The first of the names that index it, and in [`Action::indices`] the others.
    first: Option<Moving>,
    others: Range<u32>,
}

#[derive(Clone, Debug)]
struct MovingBlock {
    name: NameId,
    bytes: Range<usize>,
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
    blocks: Vec<MovingBlock>,
    strays: PrimaryMap<StrayId, Stray>,
    indices: Vec<Moving>,
    /// The number of the name, for each code.
    codes: Vec<u32>,
    /// For each name, the strays that it indexes.
    indexed_by: Vec<Vec<StrayId>>,
    /// The strays that hold names.
    holders: Vec<StrayId>,
    /// Bytes of strays, which do not just go with their block.
    is_stray: Vec<bool>,
    /// Those whose elements contain strays: their order may change.
    multisets: Vec<MultisetArea>,
}

impl Action {
    /// Of all permutations that keep sorts.
    pub fn new(model: &Model, layout: &Layout) -> Action {
        Action::moving(model, layout, |_| true)
    }

    /// Of the permutations that fix all names but some.
    pub fn moving(model: &Model, layout: &Layout, moves: impl Fn(NameId) -> bool) -> Action {
        let names = model.name_count();
        let mut action = Action {
            names,
            indexed_by: vec![Vec::new(); names],
            holders: Vec::new(),
            is_stray: vec![false; layout.size],
            blocks: Vec::new(),
            strays: PrimaryMap::new(),
            indices: Vec::new(),
            codes: Vec::new(),
            multisets: Vec::new(),
        };
        for block in layout.blocks.values() {
            let start = block.offset as usize;
            let bytes = start..start + block.size as usize;
            match block.name {
                Some(name) if moves(name) && block.size > 0 => {
                    action.blocks.push(MovingBlock { name, bytes });
                }
                _ => {}
            }
        }
        for slot in layout.slots.values() {
            action.add_stray(model, layout, slot, &moves);
        }
        let strays = &action.strays;
        let holds_stray = |area: &&MultisetArea| {
            let mut strays = strays.values();
            strays.any(|stray| area.contains(stray.field.offset))
        };
        let areas = layout.multisets.iter().filter(holds_stray);
        action.multisets = areas.copied().collect();
        action
    }

    fn add_stray(
        &mut self,
        model: &Model,
        layout: &Layout,
        slot: &Slot,
        moves: &impl Fn(NameId) -> bool,
    ) {
        let codes = NameCodes::of_slot(model, slot).and_then(|codes| codes.only(moves));
        let block = layout.block_of_byte(slot.offset as usize);
        let home = layout.blocks[block].name.filter(|name| moves(*name));
        let indices = slot.index_names.iter().zip(&slot.index_strides);
        let moving = indices.filter(|(name, _)| moves(**name));
        let moving = moving.map(|(name, stride)| Moving {
            name: *name,
            stride: i64::from(*stride),
        });
        let moving: Vec<Moving> = moving.collect();
        let goes_with_block = moving.len() == usize::from(home.is_some());
        if goes_with_block && codes.is_none() {
            return;
        }
        let field = Field::new(slot.offset, slot.scalar.width);
        self.is_stray[field.bytes()].fill(true);
        let codes = codes.map(|codes| self.intern(&codes));
        let start = self.indices.len() as u32;
        self.indices.extend(moving.iter().skip(1));
        let id = self.strays.push(Stray {
            field,
            codes,
            presence: slot.presence,
            first: moving.first().copied(),
            others: start..self.indices.len() as u32,
        });
        for Moving { name, .. } in &moving {
            self.indexed_by[name.index()].push(id);
        }
        self.holders.extend(codes.map(|_| id));
    }

    fn intern(&mut self, codes: &NameCodes) -> u32 {
        let names = codes.names.iter();
        let numbers = names.map(|name| name.map_or(NOBODY, NameId::as_u32));
        let numbers: Vec<u32> = numbers.collect();
        let mut known = self.codes.windows(numbers.len());
        let start = known.position(|other| other == numbers);
        let start = start.unwrap_or_else(|| {
            self.codes.extend(numbers);
            self.codes.len() - codes.names.len()
        });
        start as u32
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
        let mut moved = stray.first.map_or(0, |index| index.by(images));
        if !stray.others.is_empty() {
            let others = stray.others.start as usize..stray.others.end as usize;
            moved += self.indices[others]
                .iter()
                .map(|i| i.by(images))
                .sum::<i64>();
        }
        let code = stray.field.load(state);
        let code = match self.name_in(stray, code, state) {
            Some(name) => code.wrapping_add_signed(distance(images, name)),
            None => code,
        };
        (stray.field.moved_by(moved), code)
    }

    #[inline(always)]
    fn name_in(&self, stray: &Stray, code: u64, state: &[u8]) -> Option<NameId> {
        let name = self.codes[stray.codes? as usize + code as usize];
        let is_present = stray.presence.is_none_or(|presence| presence.holds(state));
        (name != NOBODY && is_present).then(|| NameId::new(name as usize))
    }
}

/// Where a block goes that moves by some names.
#[inline]
fn target(block: &MovingBlock, moved: i64) -> usize {
    let distance = moved * block.bytes.len() as i64;
    (block.bytes.start as i64 + distance) as usize
}
