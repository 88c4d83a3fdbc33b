//! A set of fingerprints that takes less than they do: the place of one says a part of it, and what
//! is stored there the rest (quotienting; `form.rs`). 128 segments have a table each and grow on
//! their own, one after the other as they are of different sizes, so that old and new table
//! together are little; the keys of a new table are read from the old one. A segment grows when a
//! key finds no room within seven lines (`line.rs`), which is when 90 to 95 % of the slots are
//! taken.
//!
//! Threads sit on a seat while they use tables, and leave it every few insertions. Whoever grows a
//! segment takes its table away, and then waits until everybody who sat on a seat has left it once:
//! nobody has the old table then. Between the write and the read of both is a fence, so that one of
//! the two sees the other (Dekker, as in `growth.rs`). Others go on in all other segments.

mod form;
mod line;
mod table;
#[cfg(all(test, not(feature = "loom")))]
mod tests;

use crate::quota::{Ledger, Quota, Refusal};
use crate::sync::{
    AtomicPtr, AtomicU64, AtomicUsize, Mutex, MutexGuard, Ordering, fence, yield_now,
};
use form::{Geometry, SEGMENTS, segment_of};
use std::ops::Range;
use std::ptr;
use std::sync::{Arc, PoisonError};
use table::{Put, Table, Whereabouts};

/// Insertions without leaving the seat.
const STRETCH: usize = 64;
/// Numbers that a thread takes at once.
const CHUNK: u64 = 64;
/// Segments with fewer lines grow to twice as many; from then on they have sizes of their own.
const SMALL: usize = 64;
/// By how much others grow; the second if there is no memory for the first.
const STEPS: [(usize, usize); 2] = [(7, 6), (17, 16)];
/// Sizes are spread over such a part of them.
const SPREAD: usize = 6;
/// The same of tables that are too small for lines with most slots: a fingerprint takes more there,
/// and to fill a table again costs less.
const STEPS_OF_SMALL: [(usize, usize); 2] = [(12, 11), (33, 32)];

/// What came of a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// With a number that nobody else has; the set does not keep it.
    New(u32),
    Known,
    /// It is new but may not be stored.
    Full(Refusal),
}

/// A set of fingerprints of 64 bits that only grows. They are spread evenly over all numbers.
#[derive(Debug)]
pub struct CompactSet<'b> {
    segments: Box<[Segment]>,
    seats: Mutex<Seats>,
    ledger: Ledger<'b>,
    /// The first number that nobody has taken.
    next: AtomicU64,
    max_numbers: u64,
    /// Whether fingerprints are states.
    is_counted: bool,
}

/// Aligned so that two segments share no pair of cache lines.
#[derive(Debug)]
#[repr(align(128))]
struct Segment {
    /// Points to that of `inner`; null while there is none, or it grows.
    table: AtomicPtr<Table>,
    /// Where it is, to ask for its memory.
    start: AtomicUsize,
    lines: AtomicUsize,
    inner: Mutex<Option<Box<Table>>>,
}

#[derive(Debug, Default)]
struct Seats {
    all: Vec<Arc<Seat>>,
    /// What was stored by owners of seats that are gone.
    stored: u64,
}

#[derive(Debug)]
#[repr(align(128))]
struct Seat {
    /// Odd while it is taken; only its owner writes it.
    turn: AtomicU64,
    /// What its owner has stored.
    stored: AtomicU64,
}

impl Seat {
    fn new() -> Seat {
        Seat {
            turn: AtomicU64::new(0),
            stored: AtomicU64::new(0),
        }
    }

    /// Takes the seat, or leaves it: whoever sees that knows of everything before.
    #[inline(always)]
    fn step(&self) {
        let turn = self.turn.load(Ordering::Relaxed);
        self.turn.store(turn + 1, Ordering::Release);
    }

    fn count(&self) {
        let stored = self.stored.load(Ordering::Relaxed);
        self.stored.store(stored + 1, Ordering::Relaxed);
    }

    /// Waits until nobody sits there who sat there before the call.
    fn wait(&self) {
        let turn = self.turn.load(Ordering::Acquire);
        while !turn.is_multiple_of(2) && self.turn.load(Ordering::Acquire) == turn {
            yield_now();
        }
    }
}

/// As long as somebody sits on a seat.
struct Seated<'s>(&'s Seat);

impl<'s> Seated<'s> {
    fn on(seat: &'s Seat) -> Seated<'s> {
        seat.step();
        fence(Ordering::SeqCst);
        Seated(seat)
    }

    /// The table of a segment, if there is one now.
    #[inline(always)]
    fn table<'t>(&'t self, segment: &'t Segment) -> Option<&'t Table> {
        let table = segment.table.load(Ordering::Acquire);
        // SAFETY: null, or the table of `Segment::inner`, which is dropped only after this pointer
        // was set to null and this seat was seen empty or taken anew.
        unsafe { table.as_ref() }
    }
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        self.0.step();
    }
}

impl Segment {
    fn new() -> Segment {
        Segment {
            table: AtomicPtr::new(ptr::null_mut()),
            start: AtomicUsize::new(0),
            lines: AtomicUsize::new(0),
            inner: Mutex::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Box<Table>>> {
        // A panic of another thread ends the search anyway, when its threads are joined.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets everybody use this table.
    fn open(&self, table: &Table) {
        let Whereabouts { start, lines } = table.whereabouts();
        self.start.store(start, Ordering::Relaxed);
        self.lines.store(lines, Ordering::Relaxed);
        let table = ptr::from_ref(table).cast_mut();
        self.table.store(table, Ordering::Release);
    }
}

/// Why a key must wait.
enum Obstacle {
    /// The table has so many lines, and no room for the key; or there is none.
    TooSmall(Option<usize>),
    NoNumber,
}

impl<'b> CompactSet<'b> {
    pub fn new(quota: &'b Quota) -> CompactSet<'b> {
        CompactSet {
            segments: (0..SEGMENTS).map(|_| Segment::new()).collect(),
            seats: Mutex::new(Seats::default()),
            ledger: Ledger::new(quota),
            next: AtomicU64::new(0),
            max_numbers: u64::from(u32::MAX) - CHUNK,
            is_counted: true,
        }
    }

    /// The same for what is counted elsewhere.
    pub fn uncounted(quota: &'b Quota) -> CompactSet<'b> {
        CompactSet {
            is_counted: false,
            ..CompactSet::new(quota)
        }
    }

    #[cfg(all(test, not(any(feature = "loom", feature = "shuttle"))))]
    fn with_numbers(max_numbers: u64, quota: &'b Quota) -> CompactSet<'b> {
        CompactSet {
            max_numbers,
            ..CompactSet::new(quota)
        }
    }

    fn lock_seats(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread needs to insert and to find.
    pub fn writer(&self) -> CompactWriter<'_> {
        let seat = Arc::new(Seat::new());
        self.lock_seats().all.push(Arc::clone(&seat));
        CompactWriter {
            set: self,
            seat,
            hand: 0..0,
        }
    }

    /// How many fingerprints are stored.
    pub fn len(&self) -> u64 {
        let seats = self.lock_seats();
        let of_seats = seats.all.iter().map(|one| &one.stored);
        let stored: u64 = of_seats.map(|stored| stored.load(Ordering::Relaxed)).sum();
        seats.stored + stored
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Larger than every number that was given.
    pub fn bound(&self) -> u32 {
        let next = self.next.load(Ordering::Relaxed);
        next.min(self.max_numbers) as u32
    }

    pub fn bytes(&self) -> u64 {
        self.ledger.bytes()
    }

    /// The most that [`CompactSet::bytes`] ever was.
    pub fn peak_bytes(&self) -> u64 {
        self.ledger.peak()
    }

    /// Takes out everything, while nobody adds anything.
    pub fn clear(&self) {
        for segment in &self.segments {
            let mut inner = segment.lock();
            self.take_away(segment);
            if let Some(table) = inner.take() {
                self.ledger.give_back(Table::bytes_of(table.lines()));
            }
        }
        self.next.store(0, Ordering::Relaxed);
        let mut seats = self.lock_seats();
        seats.stored = 0;
        for seat in &seats.all {
            seat.stored.store(0, Ordering::Relaxed);
        }
    }

    /// Numbers below this one are not given any more, before anybody adds anything.
    pub fn go_on_from(&self, bound: u32) {
        self.next.fetch_max(bound.into(), Ordering::Relaxed);
    }

    fn admit(&self) -> Result<(), Refusal> {
        if self.is_counted {
            self.ledger.quota.admit_state()
        } else {
            Ok(())
        }
    }

    /// Numbers that nobody else gets.
    fn hand_out(&self) -> Result<Range<u32>, Refusal> {
        let first = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        let end = (first + CHUNK).min(self.max_numbers);
        if first < end {
            Ok(first as u32..end as u32)
        } else {
            Err(Refusal::Numbers)
        }
    }

    /// Makes the table of a segment larger, unless it is no longer as large as somebody saw it. The
    /// caller must not sit on a seat.
    #[cold]
    fn grow(&self, number: usize, seen: Option<usize>) -> Result<(), Refusal> {
        let segment = &self.segments[number];
        let mut inner = segment.lock();
        if inner.as_ref().map(|table| table.lines()) != seen {
            return Ok(());
        }
        let mut lines = seen.unwrap_or(0);
        loop {
            let larger = self.larger(number, lines)?;
            lines = larger.lines();
            if let Some(old) = inner.as_ref() {
                self.take_away(segment);
                if !old.keys().all(|key| larger.put(key, || Ok(())) == Put::New) {
                    segment.open(old);
                    self.ledger.give_back(Table::bytes_of(lines));
                    continue;
                }
            }
            let larger = Box::new(larger);
            segment.open(&larger);
            if let Some(old) = inner.replace(larger) {
                self.ledger.give_back(Table::bytes_of(old.lines()));
            }
            return Ok(());
        }
    }

    /// From here on nobody uses the table of the segment.
    fn take_away(&self, segment: &Segment) {
        segment.table.store(ptr::null_mut(), Ordering::Relaxed);
        fence(Ordering::SeqCst);
        let seats = self.lock_seats().all.clone();
        seats.iter().for_each(|seat| seat.wait());
    }

    fn larger(&self, number: usize, lines: usize) -> Result<Table, Refusal> {
        let mut made = Err(Refusal::Memory);
        let is_small = lines > 0 && !Geometry::new(lines).has_most_slots();
        let steps = if is_small { STEPS_OF_SMALL } else { STEPS };
        for step in steps {
            let wanted = next_size(number, lines, step);
            let bytes = Table::bytes_of(wanted);
            made = made.or_else(|_| self.ledger.buy(bytes, || Table::new(wanted)));
        }
        made
    }
}

/// How many lines a segment has after so many; it is slots that grow by a part. Sizes are spread
/// evenly between one and the next where segments are no longer small, and where lines get more
/// slots, as many segments have the same size then.
fn next_size(segment: usize, lines: usize, (more, than): (usize, usize)) -> usize {
    let spread = |lines: usize| lines + lines * segment / (SPREAD * SEGMENTS);
    match lines {
        0 => 1,
        small if small < SMALL / 2 => small * 2,
        small if small < SMALL => spread(SMALL),
        lines => {
            let now = Geometry::new(lines);
            let next = Geometry::lines_for(now.slots() * more / than);
            if Geometry::new(next).form == now.form {
                next
            } else {
                spread(next)
            }
        }
    }
}

/// The way of one thread to a set.
#[derive(Debug)]
pub struct CompactWriter<'s> {
    set: &'s CompactSet<'s>,
    seat: Arc<Seat>,
    hand: Range<u32>,
}

impl Drop for CompactWriter<'_> {
    fn drop(&mut self) {
        let mut seats = self.set.lock_seats();
        seats.stored += self.seat.stored.load(Ordering::Relaxed);
        seats.all.retain(|other| !Arc::ptr_eq(other, &self.seat));
    }
}

impl CompactWriter<'_> {
    /// Announces a fingerprint that will be inserted soon: its place in memory is asked for now.
    #[inline(always)]
    pub fn expect(&self, fingerprint: u64) {
        let (number, key) = segment_of(fingerprint);
        let segment = &self.set.segments[number];
        let lines = segment.lines.load(Ordering::Relaxed);
        let whereabouts = Whereabouts {
            start: segment.start.load(Ordering::Relaxed),
            lines,
        };
        whereabouts.prefetch(form::home_of(key, lines));
    }

    /// Adds a fingerprint unless it is there.
    pub fn insert(&mut self, fingerprint: u64) -> Met {
        let mut met = Met::Known;
        self.insert_all(1, |_| fingerprint, |_, result| met = result);
        met
    }

    /// The same for many, by number and in this order.
    pub fn insert_all(
        &mut self,
        count: usize,
        fingerprint: impl Fn(usize) -> u64,
        mut result: impl FnMut(usize, Met),
    ) {
        let mut next = 0;
        while next < count {
            let stretch = next..count.min(next + STRETCH);
            let (at, obstacle) = self.insert_stretch(stretch, &fingerprint, &mut result);
            next = at;
            let Some(obstacle) = obstacle else { continue };
            if let Err(refusal) = self.remove(obstacle, fingerprint(at)) {
                result(at, self.without_room(fingerprint(at), refusal));
                next += 1;
            }
        }
    }

    /// Inserts up to a key that has to wait; returns its number.
    #[inline]
    fn insert_stretch(
        &mut self,
        stretch: Range<usize>,
        fingerprint: &impl Fn(usize) -> u64,
        result: &mut impl FnMut(usize, Met),
    ) -> (usize, Option<Obstacle>) {
        let set = self.set;
        let seated = Seated::on(&self.seat);
        for at in stretch.clone() {
            if self.hand.is_empty() {
                return (at, Some(Obstacle::NoNumber));
            }
            let (number, key) = segment_of(fingerprint(at));
            let Some(table) = seated.table(&set.segments[number]) else {
                return (at, Some(Obstacle::TooSmall(None)));
            };
            let met = match table.put(key, || set.admit()) {
                Put::Known => Met::Known,
                Put::New => {
                    let number = self.hand.start;
                    self.hand.start += 1;
                    self.seat.count();
                    Met::New(number)
                }
                Put::Refused(refusal) => Met::Full(refusal),
                Put::NoRoom => return (at, Some(Obstacle::TooSmall(Some(table.lines())))),
            };
            result(at, met);
        }
        (stretch.end, None)
    }

    fn remove(&mut self, obstacle: Obstacle, fingerprint: u64) -> Result<(), Refusal> {
        match obstacle {
            Obstacle::TooSmall(lines) => self.set.grow(segment_of(fingerprint).0, lines),
            Obstacle::NoNumber => {
                self.hand = self.set.hand_out()?;
                Ok(())
            }
        }
    }

    /// What becomes of a fingerprint that can't be stored: it may be known.
    fn without_room(&mut self, fingerprint: u64, refusal: Refusal) -> Met {
        if self.has(fingerprint) {
            Met::Known
        } else {
            Met::Full(refusal)
        }
    }

    pub fn has(&mut self, fingerprint: u64) -> bool {
        let (number, key) = segment_of(fingerprint);
        let segment = &self.set.segments[number];
        loop {
            let seated = Seated::on(&self.seat);
            if let Some(table) = seated.table(segment) {
                return table.has(key);
            }
            drop(seated);
            // Whoever grows it has the lock.
            if segment.lock().is_none() {
                return false;
            }
        }
    }

    /// The numbers that the next fingerprints will get that this thread adds.
    pub fn in_hand(&self) -> Range<u32> {
        self.hand.clone()
    }
}
