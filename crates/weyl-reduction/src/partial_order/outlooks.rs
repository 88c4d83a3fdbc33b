//! What may happen at each point of a state, and who interferes with whom: known from the text, or,
//! where something is settled when a process begins, found when it is first met ([`settled`]).
//!
//! Each thread has its own. What it says depends on the state alone.
//!
//! [`settled`]: super::settled

use super::conflicts::{Condition, conditions};
use super::effects::Effects;
use super::settled::Settled;
use super::table::Table;
use super::turns::{Life, Outlook};
use std::collections::HashMap;
use weyl_ir::RuleId;
use weyl_ir::structure::Footprint;

/// A set of futures; of those that are not in it yet, none.
#[derive(Clone, Debug, Default)]
pub(super) struct Futures(Vec<u64>);

impl Futures {
    #[inline]
    pub fn contains(&self, future: usize) -> bool {
        let word = self.0.get(future / 64).copied().unwrap_or(0);
        word >> (future % 64) & 1 == 1
    }

    fn insert(&mut self, future: usize) {
        if self.0.len() <= future / 64 {
            self.0.resize(future / 64 + 1, 0);
        }
        self.0[future / 64] |= 1 << (future % 64);
    }

    pub fn become_copy_of(&mut self, other: &Futures) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }

    pub fn add(&mut self, other: &Futures) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(all, more)| *all |= more);
    }
}

/// Which futures interfere with the turns of a point, and when.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// Of which futures that is known.
    met: Futures,
    pub always: Futures,
    pub sometimes: Vec<(Condition, Futures)>,
}

impl Row {
    fn note(&mut self, condition: Condition, future: usize) {
        if condition == Condition::Always {
            return self.always.insert(future);
        }
        let known = self.sometimes.iter();
        let at = known.take_while(|(of, _)| *of != condition).count();
        if at == self.sometimes.len() {
            self.sometimes.push((condition, Futures::default()));
        }
        self.sometimes[at].1.insert(future);
    }
}

/// What was met of a process of which something is settled.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// What was settled when it was met last, and the point of its first location then.
    last: Option<usize>,
    codes: Vec<u64>,
    /// By what is settled.
    first_points: HashMap<Box<[Option<i128>]>, usize>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Outlooks {
    ways: Vec<Ways>,
    /// Those behind what the table has.
    outlooks: Vec<Outlook>,
    futures: Vec<Effects>,
    rows: Vec<Option<Row>>,
    visible: Vec<Option<bool>>,
}

impl Outlooks {
    /// All processes that are there: their seats and points.
    pub fn present(&mut self, table: &Table, state: &[u8], mut meet: impl FnMut(usize, usize)) {
        self.ways.resize_with(table.seats.all.len(), Ways::default);
        for (at, seat) in table.seats.all.iter().enumerate() {
            let Some(point) = seat.point(state) else {
                continue;
            };
            if table.settled[at].is_empty() {
                meet(at, point);
            } else {
                let location = point - seat.first_point;
                meet(at, self.first_point(table, state, at) + location);
            }
        }
    }

    /// The point of the first location of a process with what is settled of it.
    fn first_point(&mut self, table: &Table, state: &[u8], seat: usize) -> usize {
        let settled = &table.settled[seat];
        let ways = &mut self.ways[seat];
        let mut codes = settled.iter().zip(&ways.codes);
        if let Some(point) = ways.last
            && codes.all(|(one, code)| one.code(state) == *code)
        {
            return point;
        }
        ways.codes.clear();
        ways.codes.extend(settled.iter().map(|one| one.code(state)));
        let values = settled.iter().zip(&ways.codes);
        let values: Box<[Option<i128>]> = values.map(|(one, code)| one.value(*code)).collect();
        let known = ways.first_points.get(&values).copied();
        let point = known.unwrap_or_else(|| self.live(table, seat, &values));
        let ways = &mut self.ways[seat];
        ways.first_points.insert(values, point);
        ways.last = Some(point);
        point
    }

    /// What a process may do with what is settled of it.
    fn live(&mut self, table: &Table, owner: usize, values: &[Option<i128>]) -> usize {
        let (seat, observed) = (&table.seats.all[owner], &table.observed);
        let settled = table.settled[owner].iter().zip(values);
        let known = settled.filter_map(|(one, value): (&Settled, _)| Some((one.slot, (*value)?)));
        let program = (&observed.model, &observed.layout);
        let rules = observed.rules_of(seat);
        let instance = (rules.as_slice(), u64::from(seat.name));
        let footprints = observed.foresight.footprints(program, instance, known);
        let footprint = |rule: RuleId| -> &Footprint { &footprints[&rule] };
        let base = table.futures.len() + self.futures.len();
        let mut life = Life::new(observed, seat, footprint, base);
        life.add_children(owner, &table.seats, &table.wholes);
        let point = table.outlooks.len() + self.outlooks.len();
        self.outlooks.extend(life.outlooks);
        self.futures.extend(life.futures);
        point
    }

    pub fn at<'t>(&'t self, table: &'t Table, point: usize) -> &'t Outlook {
        let own = point.checked_sub(table.outlooks.len());
        own.map_or_else(|| &table.outlooks[point], |own| &self.outlooks[own])
    }

    fn future<'t>(&'t self, table: &'t Table, future: usize) -> &'t Effects {
        let own = future.checked_sub(table.futures.len());
        own.map_or_else(|| &table.futures[future], |own| &self.futures[own])
    }

    /// Who interferes with the turns of a point, as far as these futures go.
    pub fn row(
        &mut self,
        table: &Table,
        point: usize,
        futures: impl Iterator<Item = usize>,
    ) -> &Row {
        if self.rows.len() <= point {
            self.rows.resize(point + 1, None);
        }
        let mut row = self.rows[point].take().unwrap_or_default();
        for future in futures {
            if !row.met.contains(future) {
                row.met.insert(future);
                self.meet(table, point, future, &mut row);
            }
        }
        self.rows[point].insert(row)
    }

    #[cold]
    fn meet(&self, table: &Table, point: usize, future: usize, row: &mut Row) {
        let turn = &self.at(table, point).turn;
        let later = self.future(table, future);
        for condition in conditions(turn, later, table.channels(), &table.observed.count) {
            row.note(condition, future);
        }
    }

    /// Whether turns of a point write what a question sees.
    pub fn is_visible(&mut self, table: &Table, point: usize) -> bool {
        if self.visible.len() <= point {
            self.visible.resize(point + 1, None);
        }
        if let Some(known) = self.visible[point] {
            return known;
        }
        let is_visible = table.is_visible(&self.at(table, point).turn);
        self.visible[point] = Some(is_visible);
        is_visible
    }
}
