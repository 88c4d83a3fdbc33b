//! The set, and how a thread works with it.

use crate::content::{Bytes, Content};
use crate::growth::{Growth, Seat};
use crate::line::Seen;
use crate::links::{Links, NO_LINK};
use crate::quota::{Ledger, Quota, Refusal};
use crate::rows::Rows;
use crate::slots::{Glance, Slots, Whereabouts};
use std::ops::Range;
use std::sync::Arc;

/// Insertions without leaving the seat: enough to hide the latency of memory, few enough that
/// nobody who wants a larger table waits for long.
const STRETCH: usize = 64;

#[cfg(all(test, feature = "loom"))]
mod interleavings;
#[cfg(all(test, not(feature = "loom")))]
mod tests;

/// What is looked for, with its hash: that of [`Content::hash`].
#[derive(Clone, Copy, Debug)]
pub struct Key<K> {
    pub hash: u32,
    pub key: K,
}

type KeyOf<'k, C> = Key<<C as Content>::Key<'k>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(u32),
    Known(u32),
    /// The key is new but may not be stored.
    Full(Refusal),
}

/// Sizes that only tests have a reason to change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// A thread takes `1 << chunk_bits` rows at once, at most 128.
    pub chunk_bits: u32,
    /// There are `1 << fan_bits` segments of each size.
    pub fan_bits: u32,
    /// A multiple of the size of chunks.
    pub max_rows: u32,
    /// Rows that a thread puts into a new table at once.
    pub part: u32,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            chunk_bits: 6,
            fan_bits: 5,
            max_rows: u32::MAX - (1 << 11) - 63,
            part: 1 << 12,
        }
    }
}

/// A set of keys that only grows.
#[derive(Debug)]
pub struct RowSet<'b, C> {
    pub(crate) rows: Rows<C>,
    pub(crate) growth: Growth<'b>,
    /// Whether keys are states.
    pub(crate) is_counted: bool,
}

impl<'b, C: Content> RowSet<'b, C> {
    pub fn new(content: C, links: Links, quota: &'b Quota) -> RowSet<'b, C> {
        RowSet::with_shape(content, links, quota, Shape::default())
    }

    /// The same for keys that are no states, so that no limit of states concerns them.
    pub(crate) fn uncounted(content: C, quota: &'b Quota) -> RowSet<'b, C> {
        let set = RowSet::new(content, Links::None, quota);
        RowSet {
            is_counted: false,
            ..set
        }
    }

    pub(crate) fn with_shape(
        content: C,
        links: Links,
        quota: &'b Quota,
        shape: Shape,
    ) -> RowSet<'b, C> {
        RowSet {
            rows: Rows::new(content, links, shape),
            growth: Growth::new(Ledger::new(quota), shape.part),
            is_counted: true,
        }
    }

    /// Charges memory that is used beside rows and slots.
    pub(crate) fn buy(&self, bytes: u64) -> Result<(), Refusal> {
        self.growth.ledger.buy(bytes, || Some(()))
    }

    pub(crate) fn give_back(&self, bytes: u64) {
        self.growth.ledger.give_back(bytes);
    }

    /// What a thread needs to insert and to find.
    pub fn writer(&self) -> Writer<'_, C> {
        Writer {
            set: self,
            seat: self.growth.add_seat(),
            hand: Hand {
                rows: 0..0,
                ready: 0,
            },
            whereabouts: Whereabouts::default(),
        }
    }

    /// The row that was given with a row.
    pub fn link(&self, row: u32) -> Option<u32> {
        assert!(self.rows.is_published(row), "there is no row {row}");
        // SAFETY: the row is published.
        let link = unsafe { self.rows.link(row) };
        (link != NO_LINK).then_some(link)
    }

    /// Gives a row another link.
    pub fn relink(&self, row: u32, link: Option<u32>) -> Result<(), Refusal> {
        let link = link.unwrap_or(NO_LINK);
        self.rows.relink(row, link, &self.growth.ledger)
    }

    pub fn links(&self) -> Links {
        self.rows.links()
    }

    /// The number of stored keys.
    pub fn len(&self) -> u64 {
        self.growth.stored()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of all rows, refused ones among them.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..self.bound()).filter(|row| self.rows.is_published(*row))
    }

    /// Larger than the number of every row.
    pub fn bound(&self) -> u32 {
        self.rows.bound()
    }

    /// Bytes of slots and rows.
    pub fn bytes(&self) -> u64 {
        self.growth.ledger.bytes()
    }

    /// The most that [`RowSet::bytes`] ever was.
    pub fn peak_bytes(&self) -> u64 {
        self.growth.ledger.peak()
    }
}

impl RowSet<'_, Bytes> {
    /// The bytes of the key of a row.
    #[inline]
    pub fn key(&self, row: u32) -> &[u8] {
        assert!(self.rows.is_published(row), "there is no row {row}");
        // SAFETY: the row is published, and does not change as long as the set lives.
        unsafe { self.rows.content.key(self.rows.read(row).0) }
    }
}

/// Rows that belong to a thread, and have nothing in them yet.
#[derive(Debug)]
struct Hand {
    rows: Range<u32>,
    /// Rows below this one have memory, and room in the table.
    ready: u32,
}

impl Hand {
    #[inline]
    fn row(&self) -> Option<u32> {
        (self.rows.start < self.ready).then_some(self.rows.start)
    }
}

/// The way of one thread to a set.
#[derive(Debug)]
pub struct Writer<'s, C> {
    set: &'s RowSet<'s, C>,
    seat: Arc<Seat>,
    hand: Hand,
    /// Of the table that was used last.
    whereabouts: Whereabouts,
}

impl<C> Drop for Writer<'_, C> {
    fn drop(&mut self) {
        self.set.growth.remove_seat(&self.seat);
    }
}

impl<C: Content> Writer<'_, C> {
    /// Adds a key unless it is there; the first link of a key stays.
    #[inline]
    pub fn insert(&mut self, key: KeyOf<'_, C>, link: Option<u32>) -> Inserted {
        let mut inserted = Inserted::Full(Refusal::Memory);
        self.insert_all(1, |_| (key, link), |_, result| inserted = result);
        inserted
    }

    /// Larger than the number of every row of the set.
    pub(crate) fn bound(&self) -> u32 {
        self.set.bound()
    }

    pub(crate) fn content(&self) -> &C {
        &self.set.rows.content
    }

    /// The rows that this thread will fill next.
    pub fn in_hand(&self) -> Range<u32> {
        self.hand.rows.clone()
    }

    /// Announces a key that will be inserted soon: its place in memory is asked for now.
    #[inline(always)]
    pub fn expect(&self, hash: u32) {
        self.whereabouts.prefetch(hash);
    }

    /// The same for many keys, by number and in this order: as memory is asked for in advance, this
    /// takes less time than one after the other.
    pub fn insert_all<'k>(
        &mut self,
        count: usize,
        key: impl Fn(usize) -> (KeyOf<'k, C>, Option<u32>),
        mut result: impl FnMut(usize, Inserted),
    ) {
        let mut next = 0;
        while next < count {
            let stretch = next..count.min(next + STRETCH);
            next = self.insert_stretch(stretch.clone(), &key, &mut result);
            if next < stretch.end
                && let Err(refusal) = self.make_ready(key(next).0.key)
            {
                result(next, Inserted::Full(refusal));
                next += 1;
            }
        }
    }

    /// Inserts up to a key that there is no row for, and returns its number.
    #[inline]
    fn insert_stretch<'k>(
        &mut self,
        stretch: Range<usize>,
        key: &impl Fn(usize) -> (KeyOf<'k, C>, Option<u32>),
        result: &mut impl FnMut(usize, Inserted),
    ) -> usize {
        let seated = self.set.growth.sit_down(&self.seat, &self.set.rows);
        let (set, slots) = (self.set, seated.slots);
        self.whereabouts = slots.whereabouts();
        let mut glances = [Glance::default(); STRETCH];
        for (number, glance) in stretch.clone().zip(&mut glances) {
            *glance = slots.glance(key(number).0.hash);
            if let Some(row) = glance.row {
                set.rows.prefetch(row);
            }
        }
        for (number, glance) in stretch.clone().zip(&glances) {
            let (key, link) = key(number);
            if let Some(row) = glance.row
                && set.holds(row, key.key)
            {
                result(number, Inserted::Known(row));
                continue;
            }
            // Some other row has the tag: it may be any of the line.
            let first = match glance.row {
                Some(_) => slots.home(key.hash),
                None => glance.line,
            };
            match self.hand.put(set, slots, first, key, link) {
                Some(inserted) => {
                    if matches!(inserted, Inserted::New(_)) {
                        self.seat.count();
                    }
                    result(number, inserted);
                }
                None => return number,
            }
        }
        stretch.end
    }

    /// Gets a row that can be used for a key.
    fn make_ready(&mut self, key: C::Key<'_>) -> Result<(), Refusal> {
        let (set, hand) = (self.set, &mut self.hand);
        loop {
            if hand.rows.is_empty() {
                hand.rows = set.rows.hand_out()?;
            }
            set.rows.allocate(hand.rows.start, &set.growth.ledger)?;
            if set.rows.fits(hand.rows.start, key) {
                break;
            }
            hand.rows = 0..0;
        }
        set.growth.grow(hand.rows.end, &set.rows)?;
        hand.ready = hand.rows.end;
        Ok(())
    }

    pub fn find(&mut self, key: KeyOf<'_, C>) -> Option<u32> {
        let seated = self.set.growth.sit_down(&self.seat, &self.set.rows);
        let slots = seated.slots;
        let mut line = slots.home(key.hash);
        loop {
            let seen = slots.look(line, key.hash);
            let row = self.set.row_among(slots, line, seen, key);
            if row.is_some() || seen.empty != 0 {
                return row;
            }
            line = slots.next_line(line);
        }
    }
}

impl<C: Content> RowSet<'_, C> {
    /// Whether a row that was found in a slot has this key.
    #[inline]
    fn holds(&self, row: u32, key: C::Key<'_>) -> bool {
        // SAFETY: found in a slot.
        unsafe { self.rows.is(row, key) }
    }

    /// The row with a key among the slots of a line that may have it. Behind an empty slot there is
    /// none that was there when the line was looked at.
    #[inline]
    fn row_among(&self, slots: &Slots, line: usize, seen: Seen, key: KeyOf<'_, C>) -> Option<u32> {
        let mut tagged = seen.tagged & !seen.empty;
        while tagged != 0 {
            let slot = slots.load(line + tagged.trailing_zeros() as usize);
            if let Some(row) = slots.row_of(slot, key.hash)
                && self.holds(row, key.key)
            {
                return Some(row);
            }
            tagged &= tagged - 1;
        }
        None
    }

    fn admit(&self) -> Result<(), Refusal> {
        if self.is_counted {
            self.growth.ledger.quota.admit_state()
        } else {
            Ok(())
        }
    }
}

impl Hand {
    /// Inserts a key, if it is known or there is a row for it; lines before the first one do not
    /// have it. Until a row is claimed it stays in the hand: whoever finds that another thread was
    /// faster uses it again.
    #[inline]
    fn put<C: Content>(
        &mut self,
        set: &RowSet<'_, C>,
        slots: &Slots,
        first: usize,
        key: KeyOf<'_, C>,
        link: Option<u32>,
    ) -> Option<Inserted> {
        let mut is_written = false;
        let mut line = first;
        loop {
            let seen = slots.look(line, key.hash);
            if let Some(row) = set.row_among(slots, line, seen, key) {
                return Some(Inserted::Known(row));
            }
            if seen.empty == 0 {
                line = slots.next_line(line);
                continue;
            }
            let row = self.row()?;
            if !is_written {
                let (link, ledger) = (link.unwrap_or(NO_LINK), &set.growth.ledger);
                // SAFETY: the row is in this hand alone, and has memory.
                match unsafe { set.rows.write(row, key.key, link, ledger) } {
                    Ok(fits) => is_written = fits,
                    Err(refusal) => return Some(Inserted::Full(refusal)),
                }
                if !is_written {
                    return None;
                }
            }
            // Where somebody else was faster, what is there now is looked at.
            let at = line + seen.empty.trailing_zeros() as usize;
            if slots.claim(at, key.hash, row).is_ok() {
                return Some(self.lay_down(set, slots, at));
            }
        }
    }

    /// After the first row of the hand was claimed. It is counted now and not before, so that no
    /// limit is reached by keys that turn out to be known.
    #[inline]
    fn lay_down<C: Content>(&mut self, set: &RowSet<'_, C>, slots: &Slots, at: usize) -> Inserted {
        let row = self.rows.start;
        self.rows.start += 1;
        set.rows.publish(row);
        match set.admit() {
            Ok(()) => Inserted::New(row),
            Err(refusal) => {
                set.rows.refuse(row);
                slots.refuse(at);
                Inserted::Full(refusal)
            }
        }
    }
}
