//! When a state is a deadlock.
//!
//! A rule that fails is an error rather than a deadlock, and a step into a state that an assumption excludes
//! was possible.

use crate::Deadlock;
use weyl_system::{Batch, Outcome};

/// Whether a state, given with all its firings, is a deadlock, unless the system may end there.
pub fn is_deadlock(mode: Deadlock, state: &[u8], firings: &Batch) -> bool {
    let leads_on = |outcome: Outcome<'_>| match outcome {
        Outcome::State {
            state: next,
            is_other,
            ..
        } => mode == Deadlock::Stuck || next != state || is_other,
        Outcome::Fault(_) | Outcome::Excluded => true,
    };
    mode != Deadlock::Off && !firings.iter().any(|(_, outcome)| leads_on(outcome))
}
