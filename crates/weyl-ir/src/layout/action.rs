//! The action of a permutation of names on states: (π·s)[π·ℓ] = π(s[ℓ]).
//!
//! It follows from the layout alone. A location ℓ moves with the names that index it, a value that is a
//! name moves itself, all else stays. Where the image of a name lies, and which code it has there, is looked up in
//! tables. Whole blocks, which lie side by side in the order of their names, are copied; only slots that do not
//! just go with their block (*strays*) are moved one by one.
//!
//! A permutation acts if it takes the names of an array, of a scalar's values, of the channels of a sort to names of
//! the same. What others do is not defined, but stays inside the state.

use super::Layout;
use super::field::{Field, copy_block};
use super::names::{CodeTable, CodeTables, CodesId, PositionsId};
use super::slot::{MultisetArea, Presence, Slot};
use crate::{Model, NameId};
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::collections::HashMap;
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
struct Moving {
    name: NameId,
    positions: u32,
}

/// The names of a slot's codes, in [`Action::names_of_codes`].
#[derive(Clone, Copy, Debug)]
struct Held {
    names: CodeTable,
    renaming: Renaming,
}

/// From the code of a name to that of its image.
#[derive(Clone, Copy, Debug)]
enum Renaming {
    /// Names have consecutive codes: the code moves as far as the name.
    Shift,
    /// The codes of names, in [`Action::codes_of_names`], depend on where the slot goes.
    Table,
}

/// In [`Action::names_of_codes`], for codes that stand for no name.
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StrayId(u32);
entity_impl!(StrayId, "stray");

/// A slot that does not just go with its block.
#[derive(Clone, Debug)]
struct Stray {
    field: Field,
    /// Its offset without the positions of all names that index it, modulo 2^32.
    base: u32,
    held: Option<Held>,
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
    names: usize,
    blocks: Vec<MovingBlock>,
    strays: PrimaryMap<StrayId, Stray>,
    indices: Vec<Moving>,
    /// For one thing that is indexed by names after the other: for each name, where it lies.
    positions: Vec<u32>,
    names_of_codes: CodeTables,
    /// For each name its code, for one numbering after the other.
    codes_of_names: Vec<Option<u64>>,
    /// Of a stray that begins at a byte: where the codes of names begin.
    codes_at: Vec<Option<u32>>,
    /// For each name, the strays that it indexes.
    indexed_by: Vec<Vec<StrayId>>,
    /// The strays that hold names.
    holders: Vec<StrayId>,
    /// Bytes of strays, which do not just go with their block.
    is_stray: Vec<bool>,
    /// Those whose elements contain strays: their order may change.
    multisets: Vec<MultisetArea>,
}

/// Makes an action of the permutations that fix all names but some.
struct Builder<'a, M> {
    layout: &'a Layout,
    moves: M,
    /// The names of each.
    sorts: Vec<Range<usize>>,
    action: Action,
    positions: HashMap<PositionsId, u32>,
    codes: HashMap<CodesId, u32>,
}

impl<M: Fn(NameId) -> bool> Builder<'_, M> {
    fn add_blocks(&mut self) {
        for block in self.layout.blocks.values() {
            let start = block.offset as usize;
            let bytes = start..start + block.size as usize;
            match block.name {
                Some(name) if (self.moves)(name) && block.size > 0 => {
                    self.action.blocks.push(MovingBlock { name, bytes });
                }
                _ => {}
            }
        }
    }

    fn add_stray(&mut self, slot: &Slot) {
        let codes = self.layout.moving_codes(slot, &self.moves);
        let block = self.layout.block_of_byte(slot.offset as usize);
        let home = self.layout.blocks[block].name;
        let home = home.filter(|name| (self.moves)(*name));
        let names = slot.index_names.iter().copied();
        let names = names.filter(|name| (self.moves)(*name));
        if codes.is_none() && names.eq(home) {
            return;
        }
        let moving = self.moving(slot);
        let field = Field::new(slot.offset, slot.scalar.width);
        self.action.is_stray[field.bytes()].fill(true);
        let here = slot.codes.map(|id| self.codes_of_names(id));
        self.action.codes_at[slot.offset as usize] = here;
        let is_shift = !slot.codes_differ && here.is_some_and(|here| self.is_consecutive(here));
        let tables = &mut self.action.names_of_codes;
        let held = codes.map(|codes| Held {
            names: tables.add(&codes, NOBODY, NameId::as_u32),
            renaming: match is_shift {
                true => Renaming::Shift,
                false => Renaming::Table,
            },
        });
        let positions = moving
            .iter()
            .map(|index| self.action.position(*index, index.name));
        let base = positions.fold(slot.offset, u32::wrapping_sub);
        let start = self.action.indices.len() as u32;
        self.action.indices.extend(moving.iter().skip(1));
        let id = self.action.strays.push(Stray {
            field,
            base,
            held,
            presence: slot.presence,
            first: moving.first().copied(),
            others: start..self.action.indices.len() as u32,
        });
        for Moving { name, .. } in &moving {
            self.action.indexed_by[name.index()].push(id);
        }
        self.action.holders.extend(held.map(|_| id));
    }

    /// How the moving names that index a slot move it.
    fn moving(&mut self, slot: &Slot) -> Vec<Moving> {
        let names = slot.index_names.iter().zip(&slot.index_ways);
        let moving = names.filter(|(name, _)| (self.moves)(**name));
        let moving: Vec<_> = moving.collect();
        let moving = moving.into_iter().map(|(name, way)| Moving {
            name: *name,
            positions: self.positions_of_names(way.positions),
        });
        moving.collect()
    }

    /// Where the positions of all names begin. Those of names that have none are positions of others of the sort.
    fn positions_of_names(&mut self, id: PositionsId) -> u32 {
        let (sorts, all) = (&self.sorts, &mut self.action.positions);
        let table = &self.layout.names.positions[id];
        *self.positions.entry(id).or_insert_with(|| {
            let start = all.len() as u32;
            for sort in sorts {
                let table = &table[sort.clone()];
                let some = table.iter().flatten().next().copied().unwrap_or(0);
                all.extend(table.iter().map(|position| position.unwrap_or(some)));
            }
            start
        })
    }

    /// Where the codes of all names begin.
    fn codes_of_names(&mut self, id: CodesId) -> u32 {
        let (names, all) = (self.action.names, &mut self.action.codes_of_names);
        *self.codes.entry(id).or_insert_with(|| {
            all.extend(self.layout.names.codes[id].by_name(names));
            (all.len() - names) as u32
        })
    }

    /// Whether the names of a sort have no codes, or codes in their order.
    fn is_consecutive(&self, codes: u32) -> bool {
        let codes = &self.action.codes_of_names[codes as usize..];
        self.sorts.iter().all(|sort| {
            let codes = &codes[sort.clone()];
            let mut pairs = codes.windows(2);
            pairs.all(|pair| pair[1] == pair[0].map(|code| code.wrapping_add(1)))
        })
    }

    fn add_multisets(&mut self) {
        let strays = &self.action.strays;
        let holds_stray = |area: &&MultisetArea| {
            let mut strays = strays.values();
            strays.any(|stray| area.contains(stray.field.offset))
        };
        let areas = self.layout.multisets.iter().filter(holds_stray);
        self.action.multisets = areas.copied().collect();
    }
}

impl Action {
    /// Of all permutations that keep sorts.
    pub fn new(model: &Model, layout: &Layout) -> Action {
        Action::moving(model, layout, |_| true)
    }

    /// Of the permutations that fix all names but some.
    pub fn moving(model: &Model, layout: &Layout, moves: impl Fn(NameId) -> bool) -> Action {
        let names = model.name_count();
        let sorts = model.sorts.iter().map(|(id, sort)| {
            let first = model.name_of(id, 0).index();
            first..first + sort.names.len()
        });
        let mut builder = Builder {
            layout,
            moves,
            sorts: sorts.collect(),
            positions: HashMap::new(),
            codes: HashMap::new(),
            action: Action {
                names,
                indexed_by: vec![Vec::new(); names],
                holders: Vec::new(),
                is_stray: vec![false; layout.size],
                blocks: Vec::new(),
                strays: PrimaryMap::new(),
                indices: Vec::new(),
                positions: Vec::new(),
                names_of_codes: CodeTables::default(),
                codes_of_names: Vec::new(),
                codes_at: vec![None; layout.size],
                multisets: Vec::new(),
            },
        };
        builder.add_blocks();
        for slot in layout.slots.values() {
            builder.add_stray(slot);
        }
        builder.add_multisets();
        builder.action
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
    fn position(&self, index: Moving, name: NameId) -> u32 {
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
