//! Machine code and its entries.

use crate::context::Context;
use cranelift_entity::SecondaryMap;
use cranelift_jit::JITModule;
use std::collections::HashMap;
use std::fmt;
use weyl_ir::{PropertyId, RuleId};
use weyl_system::Program;

/// What a function is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Rule(RuleId),
    Turn(RuleId),
    Property(PropertyId),
    /// All turns of a kind of process at a location.
    Moves(Departure),
}

/// A kind of process, and a location that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Departure {
    pub kind: usize,
    pub location: usize,
}

impl Entry {
    /// How it is called in the model.
    pub fn name(self, program: &Program) -> String {
        match self {
            Entry::Rule(id) | Entry::Turn(id) => program.model.rules[id].name.clone(),
            Entry::Property(id) => program.model.properties[id].name.clone(),
            Entry::Moves(Departure { kind, location }) => {
                format!("location {location} of processes of kind {kind}")
            }
        }
    }
}

/// Context and source state.
pub(crate) type RuleFn = unsafe extern "C" fn(*mut Context, *const u8) -> i64;
/// Context, source state, target state, acting process.
pub(crate) type TurnFn = unsafe extern "C" fn(*mut Context, *const u8, *mut u8, i64) -> i64;
/// Context, source state, acting process.
pub(crate) type MovesFn = unsafe extern "C" fn(*mut Context, *const u8, i64) -> i64;
/// Context, state, instance.
pub(crate) type PropertyFn = unsafe extern "C" fn(*mut Context, *const u8, u64) -> i64;

/// All machine code of a program. What is missing is left to the interpreter.
pub(crate) struct Code {
    pub rules: SecondaryMap<RuleId, Option<RuleFn>>,
    pub turns: SecondaryMap<RuleId, Option<TurnFn>>,
    pub properties: SecondaryMap<PropertyId, Option<PropertyFn>>,
    /// For locations where all turns are single steps. Rules have functions of their own beside it.
    pub moves: HashMap<Departure, MovesFn>,
    /// What has no machine code, and why.
    pub interpreted: Vec<(String, &'static str)>,
    /// Owns the memory that the functions lie in.
    pub module: Option<JITModule>,
}

// SAFETY: after its construction the code is only read: functions are called, which work on nothing
// but what they are handed, and the module is kept untouched until it is freed.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: functions are called only through executors, which hold the code alive.
            unsafe { module.free_memory() };
        }
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").finish_non_exhaustive()
    }
}
