//! The waist: the trait that searches see, and the reference interpreter behind it.
//!
//! Searches know states as rows of bytes and steps as firings; they know no language and no
//! expression. Executors and wrappers implement [`System`].

mod batch;
mod canonical;
mod fault;
mod finding;
mod interpreter;
mod layer;
mod meter;
mod program;
mod question;
mod states;
mod system;
mod transition;
mod turns;

pub use batch::{Batch, Cut, Extent, Firing, Outcome, is_same};
pub use canonical::Canonical;
pub use fault::{Fault, FaultKind};
pub use finding::{Decision, Finding, LassoRun, Run, Shown, Violation, ViolationKind, Why};
pub use interpreter::{
    Direction, Effect, Fired, FiredOutcome, Interpreter, Message, Microstep, Record, Recorder,
    TurnEffect, Written,
};
pub use layer::{Layer, Transparent, Unreduced};
pub use meter::{Meter, MeterTotals};
pub use program::{ExecutionLimits, Program, ProgramError};
pub use question::{
    Assertions, BranchingQuestion, Deadlock, Fairness, LivenessQuestion, Question, Repeats,
    TemporalQuestion,
};
pub use system::{Concrete, Conditions, Renaming, System};
pub use transition::Transition;
pub use turns::{AtOnce, Moment, Room, Stepper, Tried, Turns};
pub use weyl_ir::{Series, Valuations};
