//! The languages of models: every front end is listed here.

use weyl_ir::{FrontEnd, Model};
use weyl_system::Deadlock;

pub const MURPHI: &dyn FrontEnd = &weyl_murphi::Murphi;
pub const PROMELA: &dyn FrontEnd = &weyl_promela::Promela;

/// The text form of the program representation.
pub const IR: &dyn FrontEnd = &weyl_ir::Ir;

pub const FRONT_ENDS: [&dyn FrontEnd; 3] = [MURPHI, PROMELA, IR];

/// When a state counts as a deadlock unless the user says otherwise: processes are stuck; rules
/// that lead nowhere else are as good as none.
pub(crate) fn usual_deadlock(model: &Model) -> Deadlock {
    if model.has_processes() {
        Deadlock::Stuck
    } else {
        Deadlock::Stuttering
    }
}

/// What the property is called that no deadlock is reached.
pub(crate) fn deadlock_name(model: &Model) -> &'static str {
    if model.has_processes() {
        "invalid end state"
    } else {
        "deadlock"
    }
}
