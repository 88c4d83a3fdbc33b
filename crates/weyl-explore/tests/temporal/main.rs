//! The search for bad runs against answers by definition: on random systems, on quotients and what
//! they are quotients of, within limits, and on deep systems.

mod ask;
mod case;
mod deep;
#[path = "../resuming/depot.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod depot;
mod derived;
#[path = "../common/dice.rs"]
mod dice;
mod graph;
mod interruptions;
mod limits;
mod oracle;
mod quotients;
mod random_systems;
mod resumed;
mod scattered;
mod short_runs;
mod shortest;
mod together;
mod wide;
mod witness;

use case::Case;
use weyl_system::Fairness;

/// How many cases came out which way, for each kind of fairness.
#[derive(Debug, Default)]
struct Tally {
    violated: [usize; 3],
    holding: [usize; 3],
    /// Violated without fairness, and not under the weak kind.
    saved_by_weak: usize,
    /// Violated under weak fairness, and not under the strong kind.
    saved_by_strong: usize,
}

impl Tally {
    fn note(&mut self, verdicts: [bool; 3]) {
        for (kind, is_violated) in verdicts.into_iter().enumerate() {
            self.violated[kind] += usize::from(is_violated);
            self.holding[kind] += usize::from(!is_violated);
        }
        self.saved_by_weak += usize::from(verdicts[0] && !verdicts[1]);
        self.saved_by_strong += usize::from(verdicts[1] && !verdicts[2]);
    }

    /// The test is worth something.
    fn assert_many(&self, cases: usize) {
        let each = self.violated.iter().chain(&self.holding);
        assert!(each.copied().all(|count| count > cases / 8), "{self:?}");
        assert!(self.saved_by_weak > cases / 60, "{self:?}");
        assert!(self.saved_by_strong > cases / 300, "{self:?}");
    }
}

/// Runs a check, and shows the case if it fails.
fn with_case<T>(case: &Case, check: impl FnOnce() -> T) -> T {
    struct Shown<'a>(&'a Case);
    impl Drop for Shown<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("{:#?}", self.0);
            }
        }
    }
    let _shown = Shown(case);
    check()
}

/// The kinds of fairness, by number.
fn each_fairness<T>(mut answer: impl FnMut(Fairness) -> T) -> [T; 3] {
    case::FAIRNESS.map(&mut answer)
}
