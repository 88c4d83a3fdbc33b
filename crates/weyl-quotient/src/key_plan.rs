//! Which slots go into the keys of a factor's rows, and which are left open.
//!
//! Factors are decided one after the other. A slot goes into the keys of a factor if it involves
//! exactly one of the factor's rows at a time, and beside it names of earlier factors only. A slot
//! is *open* for a factor if it involves two of its rows, or a row and a later factor, or lies in a
//! multiset whose order depends on names. Where a row holds nothing but names of its own (control
//! locations of a process), it is the column that goes into its key. Two rows with equal keys can
//! change places without changing the state if and only if exchanging them keeps the open slots.

use crate::changes::{Reach, Reaches};
use crate::digits::{Group, Outline};
use crate::facts::Facts;
use crate::flat_facts::FlatFacts;
use crate::keys::{Condition, Inside, Keys, NOBODY, Names, Teller, Told};
use crate::padded::Source;
use crate::rows::{Place, RowTable};
use std::collections::HashMap;
use weyl_ir::layout::{Action, CodeTable, Layout, NameCodes, PathStep, Slot, StrayId};
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
    /// It belongs to one row, and what it may hold are names of that row.
    Inside {
        row: usize,
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
    Variable(VarId),
    Other(PathStep),
    Row { factor: usize, column: usize },
}

type Family = Vec<Step>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Own,
    Inside,
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
        let codes = self.layout.codes(slot).into_iter();
        let names = codes.flat_map(NameCodes::iter);
        names
            .filter_map(|(_, name)| self.table.place(name))
            .collect()
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
            Some(row) if by.is_none() && self.is_inside(slot, row) => Role::Inside { row },
            Some(_) if may_hold || held.iter().any(is_later) => Role::Open,
            // Codes of different rows can't be compared.
            Some(_) if slot.codes_differ && slot.codes.is_some() => Role::Open,
            Some(row) => Role::OfRow { row, by },
        }
    }

    /// Whether all that a slot may hold are names of one row. Wide scalars do not count: columns
    /// are numbered behind the codes.
    fn is_inside(&self, slot: &Slot, row: usize) -> bool {
        let is_inside = |name: NameId| {
            let place = self.table.place(name);
            place.is_some_and(|place| (place.factor, place.row) == (self.factor, row))
        };
        let codes = self.layout.codes(slot);
        slot.presence.is_none()
            && slot.scalar.bits() < u32::BITS / 2
            && codes.is_some_and(|codes| codes.iter().all(|(_, name)| is_inside(name)))
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
            Role::Inside { row } => self.add_inside(slot, row),
            Role::Holds { by } => self.add_teller(slot, by),
            Role::Open => self.add_open(slot),
        };
        let end = slot.offset + u32::from(slot.scalar.width);
        self.reaches.push((slot.offset..end, reach));
        if let (Reach::Factor, Some(presence)) = (reach, slot.presence) {
            self.reaches.push((presence.bytes(), reach));
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
        let names = if holds_decided {
            self.names(slot)
        } else {
            None
        };
        let told = Told {
            source,
            names,
            word: row as u32,
            condition: condition(slot, by),
        };
        let at = self.family(slot, Purpose::Told, self.outline.told.len());
        let digits = self.digits_of(by);
        let group = Group::at(&mut self.outline.told, at, bits, digits);
        group.members.push(told);
        if told.condition.is_none() {
            Reach::Row(row)
        } else {
            Reach::Factor
        }
    }

    fn add_inside(&mut self, slot: &Slot, row: usize) -> Reach {
        let Some(codes) = self.layout.codes(slot) else {
            return Reach::Row(row);
        };
        let (table, plain) = (self.table, slot.scalar.codes() as u32);
        let column = |name| table.place(name).map_or(0, |place| place.column as u32);
        let columns = codes.iter().map(|(_, name)| column(name) + 1);
        let last = plain + columns.max().unwrap_or(0);
        let inside = Inside {
            source: Source::new(slot.offset, u32::from(slot.scalar.width)),
            columns: self
                .outline
                .columns
                .add(codes, NOBODY, |name| plain + column(name)),
            word: row as u32,
            position: 0,
        };
        let at = self.family(slot, Purpose::Inside, self.outline.inside.len());
        let bits = u32::BITS - last.leading_zeros();
        let group = Group::at(&mut self.outline.inside, at, bits, 1);
        group.members.push(inside);
        Reach::Row(row)
    }

    /// A bit for each column of the factor, so that it can be seen which name of a row is held.
    fn add_teller(&mut self, slot: &Slot, by: Option<NameId>) -> Reach {
        let held = self.held(slot);
        let ours = held.iter().filter(|place| place.factor == self.factor);
        let mut columns: Vec<usize> = ours.map(|place| place.column).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            let Some(rows) = self.rows(slot, column) else {
                continue;
            };
            let teller = Teller {
                source: Source::new(slot.offset, u32::from(slot.scalar.width)),
                rows,
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
        let family = self.steps(slot);
        *self.families.entry((family, purpose)).or_insert(next)
    }

    fn steps(&self, slot: &Slot) -> Family {
        let place = |name: NameId| self.table.place(name);
        let row = |Place { factor, column, .. }| Step::Row { factor, column };
        let channel = slot.channel_name().and_then(place);
        let root = channel.map_or(Step::Variable(slot.variable), row);
        // The name of a channel stands for the steps to it.
        let known = channel.map_or(0, |_| slot.steps_to_channel());
        let steps = slot.path.iter().enumerate().skip(known);
        let steps = steps.map(|(number, step)| {
            let place = slot.name_of_step(number).and_then(place);
            place.map_or(Step::Other(*step), row)
        });
        std::iter::once(root).chain(steps).collect()
    }

    /// The names of a slot's codes, and the codes of names.
    fn names(&mut self, slot: &Slot) -> Option<Names> {
        let codes = self.layout.codes(slot)?;
        let entry = |name: NameId| match self.table.place(name) {
            Some(_) => name.as_u32(),
            None => NOBODY,
        };
        let by_name = codes.by_name(self.model.name_count()).into_iter();
        Some(Names {
            table: self.outline.names.add(codes, NOBODY, entry),
            codes: append(
                &mut self.outline.codes,
                by_name.map(Option::unwrap_or_default),
            ),
        })
    }

    /// For each code of a slot the row, if it is a name in that column; otherwise the row behind
    /// the last.
    fn rows(&mut self, slot: &Slot, column: usize) -> Option<CodeTable> {
        let codes = self.layout.codes(slot)?;
        let nowhere = self.table.factors[self.factor].count() as u32;
        let entry = |name| match self.table.place(name) {
            Some(place) if (place.factor, place.column) == (self.factor, column) => {
                place.row as u32
            }
            _ => nowhere,
        };
        Some(self.outline.rows.add(codes, nowhere, entry))
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
fn append(tables: &mut Vec<u64>, entries: impl Iterator<Item = u64>) -> u32 {
    let entries: Vec<u64> = entries.collect();
    let mut known = tables.windows(entries.len().max(1));
    let known = known.position(|other| other == entries);
    let start = known.unwrap_or_else(|| {
        let start = tables.len();
        tables.extend(entries);
        start
    });
    start as u32
}
