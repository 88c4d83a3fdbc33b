//! What a set holds, piece by piece, and the set again: rows only grow, so that only those are
//! written that came since the last time.
//!
//! Numbers of rows stay what they were: chunks that nobody has filled leave gaps. The table of
//! slots is filled from the rows, as whenever it grows.

use crate::content::Content;
use crate::links::NO_LINK;
use crate::quota::Refusal;
use crate::set::RowSet;
use crate::tree::TreeSet;
use std::ops::Range;

/// How many rows of each chunk were written.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    written: Vec<u8>,
}

/// Rows that follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<'r> {
    pub first: u32,
    pub count: u32,
    /// Of the rows of its segment.
    pub width: u8,
    pub bytes: &'r [u8],
}

/// Why a set can't be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    Full(Refusal),
    /// What was written belongs to no set of this kind.
    Damaged,
}

impl From<Refusal> for Unusable {
    fn from(refusal: Refusal) -> Unusable {
        Unusable::Full(refusal)
    }
}

/// Bytes of a stretch, at most (but for a single row).
const MOST_BYTES: usize = 1 << 18;

impl<C: Content> RowSet<'_, C> {
    /// Calls for all rows that are not marked, and marks them, while nobody inserts.
    pub fn new_rows<E>(
        &self,
        mark: &mut Mark,
        mut each: impl FnMut(Stretch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut waiting = 0..0;
        let chunks = self.bound().div_ceil(self.rows.chunk_rows());
        mark.written.resize(chunks as usize, 0);
        for (chunk, written) in (0..).zip(&mut mark.written) {
            let start = chunk * self.rows.chunk_rows();
            let new = start + u32::from(*written)..self.rows.published_until(start);
            *written = (new.end - start) as u8;
            if new.is_empty() {
                continue;
            }
            if waiting.end == new.start && self.fit_together(waiting.start, new.end - 1) {
                waiting.end = new.end;
            } else {
                self.tell(waiting, &mut each)?;
                waiting = new;
            }
        }
        self.tell(waiting, &mut each)
    }

    fn fit_together(&self, first: u32, last: u32) -> bool {
        let (place, _, bytes) = self.rows.segment_and_width(first);
        let rows = (last - first + 1) as usize;
        place == self.rows.segment_and_width(last).0 && rows * bytes <= MOST_BYTES
    }

    fn tell<E>(
        &self,
        rows: Range<u32>,
        each: &mut impl FnMut(Stretch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if rows.is_empty() {
            return Ok(());
        }
        let (_, width, _) = self.rows.segment_and_width(rows.start);
        each(Stretch {
            first: rows.start,
            count: rows.len() as u32,
            width,
            bytes: self.rows.published_bytes(rows),
        })
    }

    /// Rows that count for nothing, though they have numbers.
    pub fn refused(&self) -> Vec<u32> {
        self.rows.refused()
    }

    /// Puts rows back where they were, before anybody inserts; links of rows that were put back
    /// before may be told again.
    pub fn put_back(&self, rows: Stretch<'_>, links: &[u32]) -> Result<(), Unusable> {
        self.rows.put_back(rows, &self.growth.ledger)?;
        for (row, link) in (rows.first..).zip(links) {
            self.rows.base_on(row, *link);
            self.rows.relink(row, *link, &self.growth.ledger)?;
        }
        Ok(())
    }

    /// After all rows were put back: from now on others follow them, from this number on.
    pub fn go_on_from(&self, bound: u32, refused: Vec<u32>) -> Result<(), Unusable> {
        if !bound.is_multiple_of(self.rows.chunk_rows()) || self.bound() > bound {
            return Err(Unusable::Damaged);
        }
        self.rows.skip_to(bound);
        let is_row = |row: &u32| self.rows.is_published(*row);
        if !refused.iter().all(is_row) {
            return Err(Unusable::Damaged);
        }
        let stored = self.numbers().count() - refused.len();
        self.rows.set_refused(refused);
        self.growth.go_on(stored as u64);
        if self.is_counted {
            self.growth.ledger.quota.admit_states(stored as u64);
        }
        self.growth.grow(bound, &self.rows)?;
        Ok(())
    }

    /// Links of rows that are there; [`NO_LINK`] where there is none.
    pub fn links_of(&self, rows: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
        rows.map(|row| self.link(row).unwrap_or(NO_LINK))
    }

    /// What [`RowSet::links_of`] says of a row.
    pub fn relink_as(&self, row: u32, link: u32) -> Result<(), Unusable> {
        if !self.rows.is_published(row) {
            return Err(Unusable::Damaged);
        }
        Ok(self.relink(row, (link != NO_LINK).then_some(link))?)
    }
}

/// The sets of a tree that are written apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Blocks,
    Pairs,
    Roots,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Blocks, Part::Pairs, Part::Roots];
}

impl TreeSet<'_> {
    /// As [`RowSet::new_rows`], of one of its sets.
    pub fn new_rows<E>(
        &self,
        part: Part,
        mark: &mut Mark,
        each: impl FnMut(Stretch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match part {
            Part::Blocks => self.blocks.new_rows(mark, each),
            Part::Pairs => self.pairs.new_rows(mark, each),
            Part::Roots => self.roots.new_rows(mark, each),
        }
    }

    /// Larger than the number of every row of one of its sets.
    pub fn bound_of(&self, part: Part) -> u32 {
        match part {
            Part::Blocks => self.blocks.bound(),
            Part::Pairs => self.pairs.bound(),
            Part::Roots => self.roots.bound(),
        }
    }

    pub fn refused_of(&self, part: Part) -> Vec<u32> {
        match part {
            Part::Blocks => self.blocks.refused(),
            Part::Pairs => self.pairs.refused(),
            Part::Roots => self.roots.refused(),
        }
    }

    /// As [`RowSet::put_back`].
    pub fn put_back(&self, part: Part, rows: Stretch<'_>, links: &[u32]) -> Result<(), Unusable> {
        match part {
            Part::Blocks => self.blocks.put_back(rows, &[]),
            Part::Pairs => self.pairs.put_back(rows, &[]),
            Part::Roots => self.roots.put_back(rows, links),
        }
    }

    /// As [`RowSet::go_on_from`]; roots come last, and must be made of parts that are there.
    pub fn go_on_from(&self, part: Part, bound: u32, refused: Vec<u32>) -> Result<(), Unusable> {
        match part {
            Part::Blocks => self.blocks.go_on_from(bound, refused),
            Part::Pairs => self.pairs.go_on_from(bound, refused),
            Part::Roots if self.numbers().all(|row| self.is_whole(row)) => {
                self.roots.go_on_from(bound, refused)
            }
            Part::Roots => Err(Unusable::Damaged),
        }
    }

    pub fn links_of(&self, rows: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
        self.roots.links_of(rows)
    }

    pub fn relink_as(&self, row: u32, link: u32) -> Result<(), Unusable> {
        self.roots.relink_as(row, link)
    }
}
