//! Making an action from a layout: which slots are strays, and the tables that they are moved by.

use super::Layout;
use super::action::{Action, Held, Moving, MovingBlock, NOBODY, Renaming, Stray};
use super::field::Field;
use super::names::{CodeTables, CodesId, NameCodes, PositionsId};
use super::slot::{MultisetArea, Slot};
use crate::{Model, NameId};
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::HashMap;
use std::ops::Range;

/// Makes an action of the permutations that fix all names but some.
pub(super) struct Builder<'a, M> {
    layout: &'a Layout,
    moves: M,
    /// The names of each.
    sorts: Vec<Range<usize>>,
    action: Action,
    positions: HashMap<PositionsId, u32>,
    codes: HashMap<CodesId, u32>,
}

impl<'a, M: Fn(NameId) -> bool> Builder<'a, M> {
    pub(super) fn new(model: &Model, layout: &'a Layout, moves: M) -> Builder<'a, M> {
        let names = model.name_count();
        let sorts = model.sorts.iter().map(|(id, sort)| {
            let first = model.name_of(id, 0).index();
            first..first + sort.names.len()
        });
        Builder {
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
        }
    }

    pub(super) fn build(mut self) -> Action {
        self.add_blocks();
        for slot in self.layout.slots.values() {
            self.add_slot(slot);
        }
        self.add_multisets();
        self.action
    }

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

    /// Slots that just go with their block need nothing more.
    fn add_slot(&mut self, slot: &Slot) {
        let codes = self.layout.moving_codes(slot, &self.moves);
        let block = self.layout.block_of_byte(slot.offset as usize);
        let home = self.layout.blocks[block].name;
        let home = home.filter(|name| (self.moves)(*name));
        let names = slot.index_names.iter().copied();
        let names = names.filter(|name| (self.moves)(*name));
        if codes.is_some() || !names.eq(home) {
            self.add_stray(slot, codes);
        }
    }

    fn add_stray(&mut self, slot: &Slot, codes: Option<NameCodes>) {
        let field = Field::new(slot.offset, slot.scalar.width);
        self.action.is_stray[field.bytes()].fill(true);
        let held = codes.map(|codes| self.held(slot, &codes));
        let moving = self.moving(slot);
        let own = |index: &Moving| self.action.position(*index, index.name);
        let base = moving.iter().map(own).fold(slot.offset, u32::wrapping_sub);
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

    fn held(&mut self, slot: &Slot, codes: &NameCodes) -> Held {
        let here = slot.codes.map(|id| self.codes_of_names(id));
        self.action.codes_at[slot.offset as usize] = here;
        let is_shift = !slot.codes_differ && here.is_some_and(|here| self.is_consecutive(here));
        let tables = &mut self.action.names_of_codes;
        Held {
            names: tables.add(codes, NOBODY, NameId::as_u32),
            renaming: if is_shift {
                Renaming::Shift
            } else {
                Renaming::Table
            },
        }
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

    /// Where the positions of all names begin. Those of names that have none are positions of
    /// others of the sort.
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
