//! How the table of slots grows while threads insert.
//!
//! A thread that uses the table sits on its *seat*; it leaves it every few insertions. Whoever
//! finds the table too small makes a larger one, closes the entrance, and waits until all seats are
//! empty, which takes microseconds, as nobody computes successors on a seat. Then every thread that
//! wants to insert moves parts of the old table instead, and whoever finishes the last part puts
//! the new table in place and opens the entrance again.
//!
//! A thread takes its seat and then looks at the entrance; the one that closes it looks at the
//! seats after that. Between the write and the read of both is a sequentially consistent fence, so
//! one of the two sees the other (Dekker): nobody uses a table that is being moved.

use crate::quota::{Ledger, Refusal};
use crate::slots::Slots;
use crate::sync::{
    AtomicBool, AtomicPtr, AtomicU64, Condvar, Mutex, MutexGuard, Ordering, fence, yield_now,
};
use std::sync::{Arc, PoisonError};

/// By how much tables grow; the second if there is no memory for the first.
const STEPS: [(u64, u64); 2] = [(3, 2), (9, 8)];

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

/// One replacement of the table.
#[derive(Debug)]
struct Move {
    from: Arc<Slots>,
    to: Arc<Slots>,
    /// The first slot that nobody has taken on yet.
    next: AtomicU64,
    /// Slots that are not moved yet.
    left: AtomicU64,
}

#[derive(Debug)]
struct Inner {
    slots: Arc<Slots>,
    /// What the table was charged.
    charged: u64,
    seats: Vec<Arc<Seat>>,
    /// Rows that were stored by owners of seats that are gone.
    stored: u64,
    moving: Option<Arc<Move>>,
}

#[derive(Debug)]
pub(crate) struct Growth<'b> {
    /// Points to `Inner::slots`.
    slots: AtomicPtr<Slots>,
    is_closed: AtomicBool,
    inner: Mutex<Inner>,
    opened: Condvar,
    pub ledger: Ledger<'b>,
    /// Slots that a thread moves at once.
    part: usize,
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
    pub fn new(ledger: Ledger<'b>, part: usize) -> Growth<'b> {
        let slots = Arc::new(Slots::tiny());
        Growth {
            slots: AtomicPtr::new(Arc::as_ptr(&slots).cast_mut()),
            is_closed: AtomicBool::new(false),
            inner: Mutex::new(Inner {
                slots,
                charged: 0,
                seats: Vec::new(),
                stored: 0,
                moving: None,
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

    pub fn stored(&self) -> u64 {
        let inner = self.lock();
        let seats = inner.seats.iter();
        let of_seats = seats.map(|seat| seat.stored.load(Ordering::Relaxed));
        inner.stored + of_seats.sum::<u64>()
    }

    /// Takes a seat of this table that is one's own and empty.
    pub fn sit_down<'g>(&'g self, seat: &'g Seat) -> Seated<'g> {
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
            self.help();
        }
    }

    /// Does a part of what keeps the entrance closed, and waits for the rest.
    fn help(&self) {
        let inner = self.lock();
        drop(self.finish(inner));
    }

    /// Makes room for rows with numbers below `capacity`. The caller must not sit on a seat.
    pub fn grow(&self, capacity: u32) -> Result<(), Refusal> {
        let mut inner = self.lock();
        while inner.slots.capacity() < capacity {
            if inner.moving.is_none() {
                self.begin(&mut inner, capacity)?;
            }
            inner = self.finish(inner);
        }
        Ok(())
    }

    /// From here on, and until the new table is in place, nobody uses the old one.
    fn begin(&self, inner: &mut Inner, capacity: u32) -> Result<(), Refusal> {
        let to = self.larger(inner.slots.len(), capacity)?;
        self.is_closed.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        for seat in &inner.seats {
            while seat.is_taken.load(Ordering::Acquire) {
                yield_now();
            }
        }
        inner.moving = Some(Arc::new(Move {
            next: AtomicU64::new(0),
            left: AtomicU64::new(inner.slots.len() as u64),
            from: Arc::clone(&inner.slots),
            to: Arc::new(to),
        }));
        Ok(())
    }

    fn larger(&self, slots: usize, capacity: u32) -> Result<Slots, Refusal> {
        let needed = Slots::len_for(capacity).ok_or(Refusal::States)?;
        let mut made = Err(Refusal::Memory);
        for (more, than) in STEPS {
            let wanted = Slots::at_most(slots as u64 * more / than).max(needed);
            let make = || Slots::new(wanted);
            made = made.or_else(|_| self.ledger.buy(Slots::bytes_of(wanted), make));
        }
        made
    }

    /// Takes part in the move until it is over.
    fn finish<'g>(&'g self, mut inner: MutexGuard<'g, Inner>) -> MutexGuard<'g, Inner> {
        let Some(moving) = inner.moving.clone() else {
            return inner;
        };
        drop(inner);
        let has_finished = moving.take_part(self.part);
        inner = self.lock();
        if has_finished {
            self.open(&mut inner, &moving);
        }
        let is_same = |other: &Arc<Move>| Arc::ptr_eq(other, &moving);
        while inner.moving.as_ref().is_some_and(is_same) {
            let woken = self.opened.wait(inner);
            inner = woken.unwrap_or_else(PoisonError::into_inner);
        }
        inner
    }

    fn open(&self, inner: &mut Inner, moved: &Move) {
        inner.slots = Arc::clone(&moved.to);
        let slots = Arc::as_ptr(&inner.slots).cast_mut();
        self.slots.store(slots, Ordering::Release);
        inner.moving = None;
        self.ledger.give_back(inner.charged);
        inner.charged = Slots::bytes_of(inner.slots.len());
        self.is_closed.store(false, Ordering::Release);
        self.opened.notify_all();
    }
}

impl Move {
    /// Moves parts until all are taken; says whether the last one that was left is done now.
    fn take_part(&self, part: usize) -> bool {
        let slots = self.from.len();
        loop {
            let from = self.next.fetch_add(part as u64, Ordering::Relaxed) as usize;
            if from >= slots {
                return false;
            }
            let until = slots.min(from + part);
            self.from.move_part(from..until, &self.to);
            let done = (until - from) as u64;
            if self.left.fetch_sub(done, Ordering::AcqRel) == done {
                return true;
            }
        }
    }
}
