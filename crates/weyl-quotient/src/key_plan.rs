//! Which slots go into the keys of a factor's rows, and which are left open.
//!
//! Factors are decided one after the other. A slot goes into the keys of a factor if it involves exactly one of the
//! factor's rows at a time, and beside it names of earlier factors only. A slot is *open* for a factor if it
//! involves two of its rows, or a row and a later factor, or lies in a multiset whose order depends on names.
//! Two rows with equal keys can change places without changing the state if and only if exchanging them
//! keeps the open slots.

use crate::changes::{Reach, Reaches};
use crate::digits::{Group, Outline};
use crate::facts::Facts;
use crate::flat_facts::FlatFacts;
use crate::keys::{Condition, Keys, Teller, Told};
use crate::padded::Source;
use crate::rows::{Place, RowTable};
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use weyl_ir::layout::{Action, Layout, NameCodes, PathStep, Slot, StrayId};
use weyl_ir::{Model, NameId, VarId};

/// What keys leave out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// Slots that a row indexes, for each row.
    pub of_row: Vec<Vec<StrayId>>,
    /// Slots that may hold a name of the factor.
    pub holders: Vec<StrayId>,
    /// Something is in a multiset whose order may change: only the whole state can tell.
    pub reordered: bool,
    /// What all these say about names.
    pub facts: FlatFacts,
}

impl Open {
    pub fn is_empty(&self) -> bool {
        !self.reordered && self.holders.is_empty() && self.of_row.iter().all(Vec::is_empty)
    }
}

/// What a slot is for a factor.
enum Role {
    /// It does not involve the factor.
    None,
    /// It belongs to one row; a decided name may index it too.
    OfRow {
        row: usize,
        by: Option<NameId>,
    },
    /// It may hold names of the factor.
    Holds {
        by: Option<NameId>,
    },
    Open,
}

/// A path up to the names of rows: the same for corresponding slots of all rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Other(PathStep),
    Row { factor: usize, column: usize },
}

type Family = (VarId, Vec<Step>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Own,
    Told,
    /// Of names in a column.
    Teller(usize),
}

/// Makes the keys of one factor.
pub(crate) struct KeyPlan<'a> {
    model: &'a Model,
    layout: &'a Layout,
    action: &'a Action,
    table: &'a RowTable,
    factor: usize,
    families: HashMap<(Family, Purpose), usize>,
    outline: Outline,
    open: Open,
    reaches: Reaches,
}

impl<'a> KeyPlan<'a> {
    pub fn new(
        model: &'a Model,
        layout: &'a Layout,
        action: &'a Action,
        table: &'a RowTable,
        factor: usize,
    ) -> KeyPlan<'a> {
        KeyPlan {
            model,
            layout,
            action,
            table,
            factor,
            families: HashMap::new(),
            outline: Outline::default(),
            reaches: Vec::new(),
            open: Open {
                of_row: vec![Vec::new(); table.factors[factor].count()],
                ..Open::default()
            },
        }
    }

    pub fn build(mut self) -> (Keys, Open, Reaches) {
        for slot in self.layout.slots.values() {
            self.add(slot);
        }
        if self.open.reordered {
            let areas = self.action.reordered().iter();
            let bytes = areas.map(|area| (area.bytes(), Reach::Factor));
            self.reaches.extend(bytes);
        }
        self.open.facts = FlatFacts::new(&self.open_facts());
        let rows = self.table.factors[self.factor].count();
        (self.outline.keys(rows), self.open, self.reaches)
    }

    /// An element of a multiset is a fact as a whole, with the plain data in it.
    fn open_facts(&self) -> Facts {
        let is_open = |slot: &&Slot| {
            matches!(self.role(slot), Role::Open) || self.open.reordered && self.is_reordered(slot)
        };
        let moves = |name| self.table.place(name).is_some();
        let slots = self.layout.slots.values().filter(is_open);
        Facts::of_slots(self.model, self.layout, &moves, slots)
    }

    fn places(&self, slot: &Slot) -> Vec<Place> {
        let names = slot.index_names.iter();
        names.filter_map(|name| self.table.place(*name)).collect()
    }

    fn held(&self, slot: &Slot) -> Vec<Place> {
        let codes = NameCodes::of_slot(self.model, slot);
        let names = codes.iter().flat_map(NameCodes::names).flatten();
        names.filter_map(|name| self.table.place(*name)).collect()
    }

    fn role(&self, slot: &Slot) -> Role {
        let (indices, held) = (self.places(slot), self.held(slot));
        let is_ours = |place: &&Place| place.factor == self.factor;
        let is_later = |place: &Place| place.factor > self.factor;
        let row = indices.iter().find(is_ours).map(|place| place.row);
        let may_hold = held.iter().any(|place| is_ours(&place));
        if row.is_none() && !may_hold {
            return Role::None;
        }
        let mut ours = indices.iter().filter(is_ours);
        let has_two_rows = ours.any(|place| Some(place.row) != row);
        let decided = |name: &&NameId| {
            let place = self.table.place(**name);
            place.is_some_and(|place| place.factor < self.factor)
        };
        let mut decided = slot.index_names.iter().filter(decided);
        let by = decided.next().copied();
        if has_two_rows
            || indices.iter().any(is_later)
            || decided.next().is_some()
            || self.is_reordered(slot)
        {
            return Role::Open;
        }
        match row {
            None => Role::Holds { by },
            Some(_) if may_hold || held.iter().any(is_later) => Role::Open,
            Some(row) => Role::OfRow { row, by },
        }
    }

    fn is_reordered(&self, slot: &Slot) -> bool {
        let mut areas = self.action.reordered().iter();
        let flag = slot.presence.map(|presence| presence.flag);
        areas.any(|area| flag.is_some_and(|flag| area.contains(flag)))
    }

    fn add(&mut self, slot: &Slot) {
        let reach = match self.role(slot) {
            Role::None => return,
            Role::OfRow { row, by } => self.add_to_row(slot, row, by),
            Role::Holds { by } => self.add_teller(slot, by),
            Role::Open => self.add_open(slot),
        };
        let end = slot.offset + u32::from(slot.scalar.width);
        self.reaches.push((slot.offset..end, reach));
        if let (Reach::Factor, Some(presence)) = (reach, slot.presence) {
            self.reaches.push((presence.flag..presence.flag + 1, reach));
        }
    }

    fn add_open(&mut self, slot: &Slot) -> Reach {
        let stray = self.action.stray(slot).filter(|_| !self.is_reordered(slot));
        let Some(stray) = stray else {
            self.open.reordered = true;
            return Reach::Factor;
        };
        for place in self.places(slot) {
            if place.factor == self.factor {
                self.open.of_row[place.row].push(stray);
            }
        }
        let held = self.held(slot);
        if held.iter().any(|place| place.factor == self.factor) {
            self.open.holders.push(stray);
        }
        Reach::Factor
    }

    fn add_to_row(&mut self, slot: &Slot, row: usize, by: Option<NameId>) -> Reach {
        let bits = slot.scalar.bits();
        if bits == 0 {
            return Reach::Row(row);
        }
        let source = Source::new(slot.offset, u32::from(slot.scalar.width));
        let holds_decided = !self.held(slot).is_empty();
        if by.is_none() && !holds_decided {
            let at = self.family(slot, Purpose::Own, self.outline.own.len());
            let group = Group::at(&mut self.outline.own, at, bits, 1);
            group.members.push((row, source));
            return Reach::Row(row);
        }
        let told = Told {
            source,
            names: holds_decided.then(|| self.names_table(slot)),
            word: row as u32,
            condition: condition(slot, by),
        };
        let at = self.family(slot, Purpose::Told, self.outline.told.len());
        let digits = self.digits_of(by);
        let group = Group::at(&mut self.outline.told, at, bits, digits);
        group.members.push(told);
        match told.condition.is_none() {
            true => Reach::Row(row),
            false => Reach::Factor,
        }
    }

    /// A bit for each column of the factor, so that it can be seen which name of a row is held.
    fn add_teller(&mut self, slot: &Slot, by: Option<NameId>) -> Reach {
        let held = self.held(slot);
        let ours = held.iter().filter(|place| place.factor == self.factor);
        let mut columns: Vec<usize> = ours.map(|place| place.column).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            let teller = Teller {
                source: Source::new(slot.offset, u32::from(slot.scalar.width)),
                rows: self.rows_table(slot, column),
                condition: condition(slot, by),
            };
            let at = self.family(slot, Purpose::Teller(column), self.outline.tellers.len());
            let digits = self.digits_of(by);
            let group = Group::at(&mut self.outline.tellers, at, 1, digits);
            group.members.push(teller);
        }
        Reach::Factor
    }

    /// How many rows the decided name may come to.
    fn digits_of(&self, by: Option<NameId>) -> usize {
        let place = by.and_then(|name| self.table.place(name));
        place.map_or(1, |place| self.table.factors[place.factor].count())
    }

    /// The number of a slot's family, `next` if it is new. Different uses are numbered apart.
    fn family(&mut self, slot: &Slot, purpose: Purpose, next: usize) -> usize {
        let steps = slot.path.iter().map(|step| match step {
            PathStep::Index(ty, value) => {
                let name = self.model.value_name(*ty, *value);
                match name.and_then(|name| self.table.place(name)) {
                    Some(Place { factor, column, .. }) => Step::Row { factor, column },
                    None => Step::Other(*step),
                }
            }
            PathStep::Field(_) | PathStep::Element(_) => Step::Other(*step),
        });
        let family = (slot.variable, steps.collect());
        *self.families.entry((family, purpose)).or_insert(next)
    }

    /// For each code of a slot the number of the name, or nobody's.
    fn names_table(&mut self, slot: &Slot) -> u32 {
        let nobody = self.model.name_count();
        let entries = self.code_table(slot, nobody, |name, _| name.index());
        append(&mut self.outline.names, entries)
    }

    /// For each code of a slot the row, if it is a name in that column; otherwise the row behind the last.
    fn rows_table(&mut self, slot: &Slot, column: usize) -> u32 {
        let (factor, nowhere) = (self.factor, self.table.factors[self.factor].count());
        let entries = self.code_table(slot, nowhere, |_, place| {
            match (place.factor, place.column) == (factor, column) {
                true => place.row,
                false => nowhere,
            }
        });
        append(&mut self.outline.rows, entries)
    }

    fn code_table(
        &self,
        slot: &Slot,
        otherwise: usize,
        entry: impl Fn(NameId, Place) -> usize,
    ) -> Vec<u32> {
        let codes = NameCodes::of_slot(self.model, slot);
        let names = codes.iter().flat_map(NameCodes::names);
        let entries = names.map(|name| {
            let placed = name.and_then(|name| Some((name, self.table.place(name)?)));
            placed.map_or(otherwise, |(name, place)| entry(name, place)) as u32
        });
        entries.collect()
    }
}

/// Without its digits.
fn condition(slot: &Slot, by: Option<NameId>) -> Condition {
    Condition {
        presence: slot.presence,
        by,
        digits: 0,
    }
}

/// Where the entries begin: those of an equal table if there is one.
fn append(tables: &mut Vec<u32>, entries: Vec<u32>) -> u32 {
    let known = tables.windows(entries.len().max(1));
    let known = known.into_iter().position(|other| other == entries);
    let start = known.unwrap_or_else(|| {
        let start = tables.len();
        tables.extend(entries);
        start
    });
    start as u32
}
