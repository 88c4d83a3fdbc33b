//! Keys: all that a state says about one row of a factor, as a number.
//!
//! The key of a row has a few bits for each scalar that the row alone indexes, and one bit for each
//! variable that may hold one of its names. Where names of factors that are decided already take
//! part, they count as plain data, after their renaming. Nothing is hashed: rows with equal keys
//! differ in nothing but what the keys leave out (see [`crate::key_plan`]).

use crate::padded::{Padded, Source};
use cranelift_entity::EntityRef;
use weyl_ir::NameId;
use weyl_ir::layout::{CodeTable, CodeTables, Presence};

/// The images of the names of factors that are decided.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// The numbers of the images.
    pub images: Vec<u32>,
    /// The row that the name comes to.
    pub rows: Vec<u32>,
}

impl Decided {
    pub fn new(names: usize) -> Decided {
        Decided {
            images: (0..names as u32).collect(),
            rows: vec![0; names],
        }
    }

    fn row(&self, by: Option<NameId>) -> u32 {
        by.map_or(0, |name| self.rows[name.index()])
    }
}

/// What a code is that stands for no name which moves.
pub(crate) const NOBODY: u32 = u32::MAX;

/// The names of a scalar's codes, in [`Keys::names`], and where the codes of names begin in
/// [`Keys::codes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub table: CodeTable,
    pub codes: u32,
}

/// Where a number stands in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    pub word: u32,
    pub position: u32,
}

/// Scalars of one row, all plain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own {
    pub source: Source,
    /// The word, among those of all rows.
    pub word: u32,
    pub position: u32,
}

impl Own {
    #[inline]
    fn read(&self, state: &Padded) -> u64 {
        state.load(self.source) << self.position
    }
}

/// A scalar of one row that may hold a name of a decided factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    pub source: Source,
    pub names: Names,
    pub word: u32,
    pub position: u32,
}

/// A scalar of one row whose names are all of that row: what counts is the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside {
    pub source: Source,
    /// The numbers of columns, in [`Keys::columns`]; nobody's for codes that are plain.
    pub columns: CodeTable,
    pub word: u32,
    pub position: u32,
}

/// A global scalar that may hold a name of the factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    pub source: Source,
    /// The rows of its codes, in [`Keys::rows`].
    pub rows: CodeTable,
    /// The word inside of a key.
    pub word: u32,
    pub position: u32,
}

/// What is there only at times, or depends on a decided name that indexes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub presence: Option<Presence>,
    /// The decided name that indexes it.
    pub by: Option<NameId>,
    /// Its digits, by the row that this name comes to, begin here in [`Keys::digits`].
    pub digits: u32,
}

/// A scalar of one row under a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub source: Source,
    pub names: Option<Names>,
    /// The first word of its row.
    pub word: u32,
    pub condition: Condition,
}

/// A scalar that may hold a name of the factor, under a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller {
    pub source: Source,
    pub rows: CodeTable,
    pub condition: Condition,
}

/// How the keys of a factor's rows are read from a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    /// Of each row.
    pub words: usize,
    /// How many rows there are.
    pub count: usize,
    /// For one thing of all rows after the other, as in the next.
    pub own: Vec<Own>,
    pub holding: Vec<Holding>,
    pub inside: Vec<Inside>,
    pub holders: Vec<Holder>,
    pub told: Vec<Told>,
    pub tellers: Vec<Teller>,
    pub names: CodeTables,
    pub codes: Vec<u64>,
    pub columns: CodeTables,
    /// As first words.
    pub rows: CodeTables,
    pub digits: Vec<Digit>,
}

impl Keys {
    /// Writes the keys, row by row. There is one row more, for what is in no row.
    #[inline]
    pub fn read(&self, state: &Padded, decided: &Decided, keys: &mut [u64]) {
        keys.fill(0);
        for own in &self.own {
            keys[own.word as usize] += own.read(state);
        }
        for holding in &self.holding {
            keys[holding.word as usize] += self.read_holding(holding, state, decided);
        }
        for inside in &self.inside {
            keys[inside.word as usize] += self.read_inside(inside, state);
        }
        for holder in &self.holders {
            let row = self.rows.get(holder.rows, state.load(holder.source));
            keys[(row + holder.word) as usize] += 1 << holder.position;
        }
        if !(self.told.is_empty() && self.tellers.is_empty()) {
            self.read_conditional(state, decided, keys);
        }
    }

    /// Corrects the key of one row, which was read from another state that differs in unconditional
    /// scalars of the row only.
    pub fn correct(
        &self,
        row: usize,
        former: &Padded,
        state: &Padded,
        decided: &Decided,
        keys: &mut [u64],
    ) {
        self.changes(row, former, state, decided, |word, change| {
            let key = &mut keys[word as usize];
            *key = key.wrapping_add(change);
        });
    }

    /// By how much the key of a row changes, where keys have one word.
    pub fn change(&self, row: usize, former: &Padded, state: &Padded, decided: &Decided) -> u64 {
        let mut sum = 0u64;
        self.changes(row, former, state, decided, |_, change| {
            sum = sum.wrapping_add(change);
        });
        sum
    }

    /// For all that a row has what it adds to which word.
    #[inline]
    fn changes(
        &self,
        row: usize,
        former: &Padded,
        state: &Padded,
        decided: &Decided,
        mut add: impl FnMut(u32, u64),
    ) {
        for own in self.own.iter().skip(row).step_by(self.count) {
            let change = own.read(state).wrapping_sub(own.read(former));
            add(own.word, change);
        }
        for holding in self.holding.iter().skip(row).step_by(self.count) {
            let (now, before) = (
                self.read_holding(holding, state, decided),
                self.read_holding(holding, former, decided),
            );
            add(holding.word, now.wrapping_sub(before));
        }
        for inside in self.inside.iter().skip(row).step_by(self.count) {
            let (now, before) = (
                self.read_inside(inside, state),
                self.read_inside(inside, former),
            );
            add(inside.word, now.wrapping_sub(before));
        }
    }

    #[inline]
    fn read_holding(&self, holding: &Holding, state: &Padded, decided: &Decided) -> u64 {
        let code = self.renamed(holding.names, state.load(holding.source), decided);
        code << holding.position
    }

    #[inline]
    fn read_inside(&self, inside: &Inside, state: &Padded) -> u64 {
        let code = state.load(inside.source);
        let code = match self.columns.get(inside.columns, code) {
            NOBODY => code,
            column => u64::from(column),
        };
        code << inside.position
    }

    fn read_conditional(&self, state: &Padded, decided: &Decided, keys: &mut [u64]) {
        for told in &self.told {
            let code = state.load(told.source);
            let code = match told.names {
                Some(names) if told.condition.is_present(state) => {
                    self.renamed(names, code, decided)
                }
                _ => code,
            };
            let digit = self.digit(told.condition, decided);
            keys[(told.word + digit.word) as usize] += code << digit.position;
        }
        for teller in &self.tellers {
            if teller.condition.is_present(state) {
                let row = self.rows.get(teller.rows, state.load(teller.source));
                let digit = self.digit(teller.condition, decided);
                keys[(row + digit.word) as usize] += 1 << digit.position;
            }
        }
    }

    #[inline]
    fn renamed(&self, names: Names, code: u64, decided: &Decided) -> u64 {
        match self.names.get(names.table, code) {
            NOBODY => code,
            name => {
                let image = decided.images[name as usize];
                self.codes[names.codes as usize + image as usize]
            }
        }
    }

    fn digit(&self, condition: Condition, decided: &Decided) -> Digit {
        self.digits[(condition.digits + decided.row(condition.by)) as usize]
    }
}

impl Condition {
    pub fn is_none(&self) -> bool {
        self.presence.is_none() && self.by.is_none()
    }

    fn is_present(&self, state: &Padded) -> bool {
        self.presence.is_none_or(|presence| state.has(presence))
    }
}
