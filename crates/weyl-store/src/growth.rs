//! How the table of slots grows while threads insert.
//!
//! A thread that uses the table sits on its *seat*; it leaves it every few insertions. Whoever
//! finds the table too small makes a larger one, closes the entrance, and waits until all seats are
//! empty, which takes microseconds, as nobody computes successors on a seat. Then the old table is
//! given back, every thread that wants to insert puts parts of the rows into the new one, and
//! whoever finishes the last part opens the entrance again. So there are never two tables with
//! something in them, and slots need not remember where they would stand in others.
//!
//! A thread takes its seat and then looks at the entrance; the one that closes it looks at the
//! seats after that. Between the write and the read of both is a sequentially consistent fence, so
//! one of the two sees the other (Dekker): nobody uses a table that is being filled.

use crate::content::Content;
use crate::quota::{Ledger, Refusal};
use crate::rows::Rows;
use crate::slots::Slots;
use crate::sync::{
    AtomicBool, AtomicPtr, AtomicU64, Condvar, Mutex, MutexGuard, Ordering, fence, yield_now,
};
use std::sync::{Arc, PoisonError};

/// By how much tables grow; the second if there is no memory for the first.
const STEPS: [(u64, u64); 2] = [(4, 3), (9, 8)];

/// Aligned so that two seats never share a cache line, nor a pair of them.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Seat {
    is_taken: AtomicBool,
    /// Rows that its owner has stored; nobody else writes it.
    stored: AtomicU64,
}

impl Seat {
    pub fn count(&self) {
        let stored = self.stored.load(Ordering::Relaxed);
        self.stored.store(stored + 1, Ordering::Relaxed);
    }
}

/// One filling of a new table.
#[derive(Debug)]
struct Filling {
    slots: Arc<Slots>,
    /// Rows below this one may be stored.
    rows: u32,
    /// The first row that nobody has taken on yet.
    next: AtomicU64,
    /// Rows that are not in the table yet.
    left: AtomicU64,
    /// Rows that a thread takes on at once.
    part: u32,
}

#[derive(Debug)]
struct Inner {
    slots: Arc<Slots>,
    /// What the table was charged.
    charged: u64,
    seats: Vec<Arc<Seat>>,
    /// Rows that were stored by owners of seats that are gone.
    stored: u64,
    filling: Option<Arc<Filling>>,
}

#[derive(Debug)]
pub(crate) struct Growth<'b> {
    /// Points to `Inner::slots`, as long as the entrance is open.
    slots: AtomicPtr<Slots>,
    is_closed: AtomicBool,
    inner: Mutex<Inner>,
    opened: Condvar,
    pub ledger: Ledger<'b>,
    /// Rows that a thread puts into a new table at once.
    part: u32,
}

/// The table, as long as somebody sits on a seat.
pub(crate) struct Seated<'g> {
    pub slots: &'g Slots,
    seat: &'g Seat,
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        self.seat.is_taken.store(false, Ordering::Release);
    }
}

impl<'b> Growth<'b> {
    /// The first table is too small for anything, and is not charged.
    pub fn new(ledger: Ledger<'b>, part: u32) -> Growth<'b> {
        let slots = Arc::new(Slots::tiny());
        Growth {
            slots: AtomicPtr::new(Arc::as_ptr(&slots).cast_mut()),
            is_closed: AtomicBool::new(false),
            inner: Mutex::new(Inner {
                slots,
                charged: 0,
                seats: Vec::new(),
                stored: 0,
                filling: None,
            }),
            opened: Condvar::new(),
            ledger,
            part,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic of another thread ends the search anyway, when its threads are joined.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add_seat(&self) -> Arc<Seat> {
        let seat = Arc::new(Seat {
            is_taken: AtomicBool::new(false),
            stored: AtomicU64::new(0),
        });
        self.lock().seats.push(Arc::clone(&seat));
        seat
    }

    pub fn remove_seat(&self, seat: &Arc<Seat>) {
        let mut inner = self.lock();
        inner.stored += seat.stored.load(Ordering::Relaxed);
        inner.seats.retain(|other| !Arc::ptr_eq(other, seat));
    }

    /// So many rows were stored before anybody took a seat.
    pub fn go_on(&self, stored: u64) {
        self.lock().stored = stored;
    }

    pub fn stored(&self) -> u64 {
        let inner = self.lock();
        let seats = inner.seats.iter();
        let of_seats = seats.map(|seat| seat.stored.load(Ordering::Relaxed));
        inner.stored + of_seats.sum::<u64>()
    }

    /// Takes a seat of this table that is one's own and empty.
    #[inline]
    pub fn sit_down<'g, C: Content>(&'g self, seat: &'g Seat, rows: &Rows<C>) -> Seated<'g> {
        loop {
            seat.is_taken.store(true, Ordering::Relaxed);
            fence(Ordering::SeqCst);
            if !self.is_closed.load(Ordering::Acquire) {
                let slots = self.slots.load(Ordering::Acquire);
                // SAFETY: it points to `Inner::slots`, which is replaced only after the entrance
                // was closed and all seats were seen empty, and this one stays taken as long as the
                // reference.
                let slots = unsafe { &*slots };
                return Seated { slots, seat };
            }
            seat.is_taken.store(false, Ordering::Release);
            self.help(rows);
        }
    }

    /// Does a part of what keeps the entrance closed, and waits for the rest.
    #[cold]
    fn help<C: Content>(&self, rows: &Rows<C>) {
        let inner = self.lock();
        drop(self.finish(inner, rows));
    }

    /// Makes room for rows with numbers below `capacity`, some of which were handed out. The caller
    /// must not sit on a seat.
    pub fn grow<C: Content>(&self, capacity: u32, rows: &Rows<C>) -> Result<(), Refusal> {
        let mut inner = self.lock();
        while inner.slots.capacity() < capacity {
            if inner.filling.is_none() {
                self.begin(&mut inner, capacity, rows.bound())?;
            }
            inner = self.finish(inner, rows);
        }
        Ok(())
    }

    /// From here on, and until the new table is filled, nobody uses a table.
    fn begin(&self, inner: &mut Inner, capacity: u32, rows: u32) -> Result<(), Refusal> {
        let (slots, charged) = self.larger(inner, capacity)?;
        self.is_closed.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        for seat in &inner.seats {
            while seat.is_taken.load(Ordering::Acquire) {
                yield_now();
            }
        }
        // The old table goes before the new one is touched.
        inner.slots = Arc::new(slots);
        inner.charged = charged;
        // A single thread has nobody to share the work with, and nobody to look out for.
        let is_alone = inner.seats.len() == 1;
        inner.filling = Some(Arc::new(Filling {
            slots: Arc::clone(&inner.slots),
            rows,
            next: AtomicU64::new(0),
            left: AtomicU64::new(u64::from(rows)),
            part: if is_alone { rows } else { self.part },
        }));
        Ok(())
    }

    /// A larger table, and what it was charged together with the one that it replaces.
    fn larger(&self, inner: &Inner, capacity: u32) -> Result<(Slots, u64), Refusal> {
        let needed = Slots::len_for(capacity);
        let mut made = Err(Refusal::Memory);
        for (more, than) in STEPS {
            let wanted = Slots::at_most(inner.slots.len() as u64 * more / than).max(needed);
            let bytes = Slots::bytes_of(wanted);
            let make = || Slots::new(wanted).map(|slots| (slots, bytes));
            let additional = bytes - inner.charged;
            made = made.or_else(|_| self.ledger.buy(additional, make));
        }
        made
    }

    /// Takes part in the filling until it is over.
    fn finish<'g, C: Content>(
        &'g self,
        mut inner: MutexGuard<'g, Inner>,
        rows: &Rows<C>,
    ) -> MutexGuard<'g, Inner> {
        let Some(filling) = inner.filling.clone() else {
            return inner;
        };
        drop(inner);
        let has_finished = filling.take_part(rows);
        inner = self.lock();
        if has_finished {
            self.open(&mut inner);
        }
        let is_same = |other: &Arc<Filling>| Arc::ptr_eq(other, &filling);
        while inner.filling.as_ref().is_some_and(is_same) {
            let woken = self.opened.wait(inner);
            inner = woken.unwrap_or_else(PoisonError::into_inner);
        }
        inner
    }

    fn open(&self, inner: &mut Inner) {
        let slots = Arc::as_ptr(&inner.slots).cast_mut();
        self.slots.store(slots, Ordering::Release);
        inner.filling = None;
        self.is_closed.store(false, Ordering::Release);
        self.opened.notify_all();
    }
}

impl Filling {
    /// Puts parts into the table until all are taken; says whether the last one that was left is
    /// done now.
    fn take_part<C: Content>(&self, rows: &Rows<C>) -> bool {
        loop {
            let from = self.next.fetch_add(u64::from(self.part), Ordering::Relaxed);
            if from >= u64::from(self.rows) {
                return false;
            }
            let from = from as u32;
            let until = self.rows.min(from.saturating_add(self.part));
            rows.fill(from..until, &self.slots, until - from == self.rows);
            let done = u64::from(until - from);
            if self.left.fetch_sub(done, Ordering::AcqRel) == done {
                return true;
            }
        }
    }
}
