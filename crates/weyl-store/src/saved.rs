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

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use crate::content::Bytes;
    use crate::links::Links;
    use crate::quota::Quota;
    use crate::set::{Inserted, Key};
    use crate::tree::TreeShape;
    use std::thread;

    type Pieces = Vec<(Part, u32, u32, u8, Vec<u8>, Vec<u32>)>;

    fn hash(key: &[u8]) -> u32 {
        key.iter().fold(7, |hash: u32, byte| {
            (hash ^ u32::from(*byte)).wrapping_mul(0x9e37_79b9)
        })
    }

    const BYTES: Bytes = Bytes { len: 3, hash };

    fn key(number: u32) -> [u8; 3] {
        let [a, b, c, _] = number.to_le_bytes();
        [a, b, c]
    }

    /// Some numbers, by two threads in turn, so that chunks are left half empty.
    fn fill(set: &RowSet<'_, Bytes>, numbers: Range<u32>) {
        for half in [0, 1] {
            let numbers = numbers.clone().filter(|number| number % 2 == half);
            thread::scope(|scope| {
                scope.spawn(|| {
                    let mut writer = set.writer();
                    for number in numbers {
                        let key = key(number);
                        let hash = hash(&key);
                        let link = number.checked_sub(900).filter(|link| link % 5 != 0);
                        let _ = writer.insert(Key { hash, key: &key }, link);
                    }
                });
            });
        }
    }

    fn pieces(set: &RowSet<'_, Bytes>, mark: &mut Mark) -> Pieces {
        let mut pieces = Vec::new();
        let told = set.new_rows(mark, |rows| {
            let numbers = rows.first..rows.first + rows.count;
            let links = set.links_of(numbers).collect();
            let Stretch {
                first,
                count,
                width,
                bytes,
            } = rows;
            pieces.push((Part::Roots, first, count, width, bytes.to_vec(), links));
            Ok::<_, ()>(())
        });
        told.unwrap();
        pieces
    }

    fn content(set: &RowSet<'_, Bytes>) -> Vec<(u32, Vec<u8>, Option<u32>)> {
        let rows = set.numbers();
        rows.map(|row| (row, set.key(row).to_vec(), set.link(row)))
            .collect()
    }

    fn put_back<'q>(quota: &'q Quota, pieces: &Pieces, bound: u32) -> RowSet<'q, Bytes> {
        let again = RowSet::new(BYTES, Links::Near, quota);
        for (_, first, count, width, bytes, links) in pieces {
            let rows = Stretch {
                first: *first,
                count: *count,
                width: *width,
                bytes,
            };
            again.put_back(rows, links).unwrap();
        }
        again.go_on_from(bound, Vec::new()).unwrap();
        again
    }

    #[test]
    fn rows_come_back_with_numbers_and_links_and_are_found() {
        let quota = Quota::new(None, None);
        let set = RowSet::new(BYTES, Links::Near, &quota);
        let (mut mark, mut all) = (Mark::default(), Vec::new());
        for part in [0..1_000, 1_000..1_003, 1_003..1_003, 1_003..200_000] {
            fill(&set, part.clone());
            let new = pieces(&set, &mut mark);
            let rows: u32 = new.iter().map(|piece| piece.2).sum();
            assert_eq!(rows, part.len() as u32, "what is new, and nothing else");
            all.extend(new);
        }
        let (other, more) = (Quota::new(None, None), 200_000..210_000);
        let again = put_back(&other, &all, set.bound());
        assert_eq!((again.len(), again.bound()), (set.len(), set.bound()));
        assert_eq!(content(&again), content(&set));
        let mut writer = again.writer();
        for number in 0..200_000 {
            let key = key(number);
            let found = writer.insert(
                Key {
                    hash: hash(&key),
                    key: &key,
                },
                None,
            );
            assert!(matches!(found, Inserted::Known(_)));
        }
        drop(writer);
        let before = again.bound();
        fill(&again, more.clone());
        assert_eq!(again.len(), 210_000);
        let new: Vec<u32> = again.numbers().skip(200_000).collect();
        assert!(new.len() == more.len() && new.iter().all(|row| *row >= before));
        assert!(other.bytes() > 0);
    }

    #[test]
    fn links_may_be_told_again() {
        let quota = Quota::new(None, None);
        let set = RowSet::new(BYTES, Links::Near, &quota);
        fill(&set, 0..5_000);
        let all = pieces(&set, &mut Mark::default());
        let rows: Vec<u32> = set.numbers().step_by(3).collect();
        for row in &rows {
            set.relink(*row, Some(row * 77 % 4_000_000)).unwrap();
        }
        let again = put_back(&quota, &all, set.bound());
        assert_ne!(content(&again), content(&set));
        for (row, link) in rows.iter().zip(set.links_of(rows.iter().copied())) {
            again.relink_as(*row, link).unwrap();
        }
        assert_eq!(content(&again), content(&set));
        assert_eq!(again.relink_as(set.bound(), 0), Err(Unusable::Damaged));
    }

    #[test]
    fn what_is_no_set_is_refused() {
        let quota = Quota::new(None, None);
        let set = RowSet::new(BYTES, Links::None, &quota);
        let stretch = |first, count, width, bytes| Stretch {
            first,
            count,
            width,
            bytes,
        };
        let refused = [
            stretch(0, 2, 0, &[0; 5][..]),
            stretch(0, 2, 1, &[0; 6]),
            stretch(1, 2, 0, &[0; 6]),
            stretch(0, 0, 0, &[]),
            stretch(u32::MAX - 1, 4, 0, &[0; 12]),
            stretch(u32::MAX - 4_000, 2, 0, &[0; 6]),
        ];
        for rows in &refused[..5] {
            assert_eq!(set.put_back(*rows, &[]), Err(Unusable::Damaged), "{rows:?}");
        }
        set.put_back(stretch(0, 2, 0, &[0; 6]), &[]).unwrap();
        let twice = set.put_back(stretch(1, 1, 0, &[0; 3]), &[]);
        assert_eq!(twice, Err(Unusable::Damaged));
        assert_eq!(set.go_on_from(0, vec![]), Err(Unusable::Damaged));
        assert_eq!(set.go_on_from(64, vec![2]), Err(Unusable::Damaged));
        assert_eq!(set.go_on_from(64, vec![1]), Ok(()));
        assert_eq!(set.len(), 1);
    }

    #[test]
    fn trees_come_back_part_by_part() {
        let quota = Quota::new(None, None);
        let shape = TreeShape::even(40);
        let again = TreeShape::with_cuts(40, shape.cuts()).expect("the same shape");
        assert_eq!(again.cuts(), shape.cuts());
        assert!(TreeShape::with_cuts(40, &shape.cuts()[1..]).is_none());
        assert!(TreeShape::with_cuts(4, shape.cuts()).is_none());
        let set = TreeSet::new(shape, Links::Near, &quota);
        let other = TreeSet::new(again, Links::Near, &quota);
        let key = |number: u32| -> Vec<u8> {
            let mut key = vec![0; 40];
            key[(number % 37) as usize] = number as u8;
            key[5..9].copy_from_slice(&(number / 7).to_le_bytes());
            key
        };
        let mut writer = set.writer();
        for number in 0..50_000 {
            writer.insert(&key(number), number.checked_sub(1));
        }
        for part in Part::ALL {
            let mut mark = Mark::default();
            let put = set.new_rows(part, &mut mark, |rows| {
                let numbers = rows.first..rows.first + rows.count;
                let links: Vec<u32> = match part {
                    Part::Roots => set.links_of(numbers).collect(),
                    Part::Blocks | Part::Pairs => Vec::new(),
                };
                other.put_back(part, rows, &links)
            });
            put.unwrap();
        }
        for part in Part::ALL {
            let bound = set.bound_of(part);
            other.go_on_from(part, bound, Vec::new()).unwrap();
        }
        assert_eq!(other.len(), set.len());
        for row in set.numbers() {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            assert_eq!(other.key(row, &mut a), set.key(row, &mut b));
            assert_eq!(other.link(row), set.link(row));
        }
        let mut writer = other.writer();
        assert!((0..50_000).all(|number| writer.find(&key(number)).is_some()));
        assert!(matches!(
            writer.insert(&key(70_000), None),
            Inserted::New(_)
        ));
    }

    /// Roots are read without a look at the numbers of their parts.
    #[test]
    fn roots_without_their_parts_are_refused() {
        let quota = Quota::new(None, None);
        let set = TreeSet::new(TreeShape::even(40), Links::None, &quota);
        let mut writer = set.writer();
        (0..200).for_each(|number: u8| {
            writer.insert(&[number; 40], None);
        });
        let other = TreeSet::new(TreeShape::even(40), Links::None, &quota);
        let put = set.new_rows(Part::Roots, &mut Mark::default(), |rows| {
            other.put_back(Part::Roots, rows, &[])
        });
        put.unwrap();
        let refused = other.go_on_from(Part::Roots, set.bound(), Vec::new());
        assert_eq!(refused, Err(Unusable::Damaged));
    }
}
