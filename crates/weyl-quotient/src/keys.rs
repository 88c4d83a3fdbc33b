//! Keys: all that a state says about one row of a factor, as a number.
//!
//! The key of a row has a few bits for each scalar that the row alone indexes, and one bit for each
//! variable that may hold one of its names. Where names of factors that are decided already take part, they
//! count as plain data, after their renaming. Nothing is hashed: rows with equal keys differ in nothing but
//! what the keys leave out (see [`crate::key_plan`]).

use crate::padded::{Padded, Source};
use weyl_ir::layout::Presence;

/// The images of the names of factors that are decided. Tables by name have one more entry, for values
/// that are no names.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// What renaming adds to the code of a name.
    pub shifts: Vec<u64>,
    /// The row that the name comes to.
    pub rows: Vec<u32>,
}

impl Decided {
    pub fn new(names: usize) -> Decided {
        Decided {
            shifts: vec![0; names + 1],
            rows: vec![0; names + 1],
        }
    }
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

/// A scalar of one row in which names of decided factors take part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub source: Source,
    pub presence: Option<Presence>,
    /// Where the names of its codes begin in [`Keys::names`].
    pub names: Option<u32>,
    /// The decided name that indexes it, or nobody.
    pub by: u32,
    /// The first word of its row.
    pub word: u32,
    /// Its digits, by the row that the name comes to, begin here in [`Keys::digits`].
    pub digits: u32,
}

/// A scalar that may hold a name of the factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    pub source: Source,
    pub presence: Option<Presence>,
    /// Where the rows of its codes begin in [`Keys::rows`].
    pub rows: u32,
    pub by: u32,
    pub digits: u32,
}

/// How the keys of a factor's rows are read from a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    /// Of each row.
    pub words: usize,
    pub own: Vec<Own>,
    pub told: Vec<Told>,
    pub holders: Vec<Holder>,
    pub names: Vec<u32>,
    /// As first words.
    pub rows: Vec<u32>,
    pub digits: Vec<Digit>,
}

#[inline]
fn is_present(presence: Option<Presence>, state: &Padded) -> bool {
    presence.is_none_or(|presence| u32::from(state.byte(presence.flag)) >= presence.least)
}

impl Keys {
    /// Writes the keys, row by row. There is one row more, for what is in no row.
    #[inline]
    pub fn read(&self, state: &Padded, decided: &Decided, keys: &mut [u64]) {
        keys.fill(0);
        for own in &self.own {
            keys[own.word as usize] += state.load(own.source) << own.position;
        }
        for told in &self.told {
            let code = self.renamed(told, state, decided);
            let digit = self.digit(told.digits, told.by, decided);
            keys[(told.word + digit.word) as usize] += code << digit.position;
        }
        for holder in &self.holders {
            if is_present(holder.presence, state) {
                let code = state.load(holder.source) as usize;
                let row = self.rows[holder.rows as usize + code];
                let digit = self.digit(holder.digits, holder.by, decided);
                keys[(row + digit.word) as usize] += 1 << digit.position;
            }
        }
    }

    #[inline]
    fn renamed(&self, told: &Told, state: &Padded, decided: &Decided) -> u64 {
        let code = state.load(told.source);
        match told.names {
            Some(names) if is_present(told.presence, state) => {
                let name = self.names[names as usize + code as usize];
                code.wrapping_add(decided.shifts[name as usize])
            }
            _ => code,
        }
    }

    #[inline]
    fn digit(&self, digits: u32, by: u32, decided: &Decided) -> Digit {
        self.digits[(digits + decided.rows[by as usize]) as usize]
    }
}
