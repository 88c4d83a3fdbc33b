//! Meters: what a part of the work costs, at next to no cost.
//!
//! Taking the time takes about as long as a cheap piece of work does. So all pieces are counted,
//! but the time is taken of one in [`EVERY`] only, less what taking it costs, and scaled up. A
//! sample that takes far longer than usual is a thread that had to wait for its processor, and is
//! left out. Every clone counts for itself, and adds to the common totals at its end.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// One call in so many is timed: a prime, so that no rhythm of the work is met.
const EVERY: u64 = 251;

/// A sample that takes so many times as long as those before on average is left out, once there are
/// some.
const FAR_LONGER: u64 = 100;
const SOME_SAMPLES: u64 = 16;

/// What all clones of a meter have counted, once they have come to their end.
#[derive(Debug, Default)]
pub struct MeterTotals {
    calls: AtomicU64,
    pieces: AtomicU64,
    timed_pieces: AtomicU64,
    timed_calls: AtomicU64,
    nanoseconds: AtomicU64,
}

impl MeterTotals {
    pub fn calls(&self) -> u64 {
        self.calls.load(Relaxed)
    }

    /// How many pieces of work were done in all calls.
    pub fn pieces(&self) -> u64 {
        self.pieces.load(Relaxed)
    }

    /// Of all threads together, estimated.
    pub fn time(&self) -> Duration {
        let read = |number: &AtomicU64| number.load(Relaxed);
        // Calls differ in their number of pieces: that is what time goes with, where there are any.
        let (all, timed) = match read(&self.timed_pieces) {
            0 => (self.calls(), read(&self.timed_calls)),
            timed => (self.pieces(), timed),
        };
        let scale = all as f64 / timed.max(1) as f64;
        Duration::from_nanos((read(&self.nanoseconds) as f64 * scale) as u64)
    }
}

#[derive(Debug, Default)]
struct Counted {
    calls: Cell<u64>,
    pieces: Cell<u64>,
    timed_calls: Cell<u64>,
    timed_pieces: Cell<u64>,
    nanoseconds: Cell<u64>,
}

impl Counted {
    #[cold]
    fn sample(&self, nanoseconds: u64, pieces: u64) {
        let samples = self.timed_calls.get();
        let usual = self.nanoseconds.get() / samples.max(1);
        if samples < SOME_SAMPLES || nanoseconds <= usual.max(1) * FAR_LONGER {
            add(&self.nanoseconds, nanoseconds);
            add(&self.timed_calls, 1);
            add(&self.timed_pieces, pieces);
        }
    }
}

#[derive(Debug, Default)]
pub struct Meter {
    own: Counted,
    totals: Arc<MeterTotals>,
}

impl Clone for Meter {
    fn clone(&self) -> Meter {
        Meter {
            own: Counted::default(),
            totals: Arc::clone(&self.totals),
        }
    }
}

impl Meter {
    pub fn totals(&self) -> Arc<MeterTotals> {
        Arc::clone(&self.totals)
    }

    /// Begins a call; what it returns goes to [`Meter::end`].
    #[inline]
    pub fn begin(&self) -> Option<Instant> {
        let calls = self.own.calls.get();
        self.own.calls.set(calls + 1);
        calls.is_multiple_of(EVERY).then(Instant::now)
    }

    /// Ends a call in which so many pieces of work were done.
    #[inline]
    pub fn end(&self, begun: Option<Instant>, pieces: u64) {
        add(&self.own.pieces, pieces);
        if let Some(begun) = begun {
            let elapsed = begun.elapsed().saturating_sub(cost_of_timing());
            self.own.sample(elapsed.as_nanos() as u64, pieces);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        let pairs = [
            (&self.own.calls, &self.totals.calls),
            (&self.own.pieces, &self.totals.pieces),
            (&self.own.timed_calls, &self.totals.timed_calls),
            (&self.own.timed_pieces, &self.totals.timed_pieces),
            (&self.own.nanoseconds, &self.totals.nanoseconds),
        ];
        for (own, total) in pairs {
            total.fetch_add(own.get(), Relaxed);
        }
    }
}

#[inline]
fn add(cell: &Cell<u64>, more: u64) {
    cell.set(cell.get() + more);
}

/// What is measured where nothing is done.
fn cost_of_timing() -> Duration {
    static COST: OnceLock<Duration> = OnceLock::new();
    *COST.get_or_init(|| {
        let nothing = (0..50).map(|_| Instant::now().elapsed());
        nothing.min().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_add_up_at_their_end() {
        let meter = Meter::default();
        let totals = meter.totals();
        for clone in [meter.clone(), meter.clone(), meter] {
            for _ in 0..100 {
                clone.end(clone.begin(), 3);
            }
        }
        assert_eq!((totals.calls(), totals.pieces()), (300, 900));
    }

    #[test]
    fn interruptions_are_left_out() {
        let counted = Counted::default();
        (0..50).for_each(|_| counted.sample(40, 1));
        counted.sample(4_000_000, 1);
        counted.sample(400, 1);
        assert_eq!(counted.timed_calls.get(), 51);
        assert_eq!(counted.nanoseconds.get(), 50 * 40 + 400);
    }

    #[test]
    fn the_time_of_all_calls_is_estimated_from_some() {
        let meter = Meter::default();
        let totals = meter.totals();
        let begun = Instant::now();
        for _ in 0..EVERY * 4 {
            let call = meter.begin();
            let until = Instant::now() + Duration::from_micros(100);
            while Instant::now() < until {}
            meter.end(call, 0);
        }
        let whole = begun.elapsed();
        drop(meter);
        let least = Duration::from_micros(100 * EVERY * 4);
        assert!(totals.time() >= least.mul_f64(0.9), "{:?}", totals.time());
        assert!(
            totals.time() <= whole * 20,
            "{:?} of {whole:?}",
            totals.time()
        );
    }
}
