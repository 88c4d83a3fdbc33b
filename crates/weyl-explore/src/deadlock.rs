//! When a state is a deadlock.
//!
//! A rule that fails is an error rather than a deadlock, and a step into a state that an assumption
//! excludes was possible.

use weyl_system::{Batch, Deadlock, Outcome};

/// Whether a firing shows that the state it comes from is no deadlock.
pub(crate) fn leads_on(mode: Deadlock, from: &[u8], outcome: Outcome<'_>) -> bool {
    match outcome {
        Outcome::State {
            state, is_other, ..
        } => mode != Deadlock::Stuttering || is_other || state != from,
        Outcome::Fault(_) | Outcome::Excluded => true,
    }
}

/// Whether a state, given with all its firings, is a deadlock, unless the system may end there.
pub fn is_deadlock(mode: Deadlock, state: &[u8], firings: &Batch) -> bool {
    let mut outcomes = firings.iter().map(|(_, outcome)| outcome);
    mode != Deadlock::Off && !outcomes.any(|outcome| leads_on(mode, state, outcome))
}
