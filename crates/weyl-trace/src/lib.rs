//! Runs of the unreduced system: recorded step by step, replayed, and their ends checked again.
//!
//! Nothing that a search claims is printed before this crate has run it. A run that does not
//! replay, or does not end in what was claimed, is a bug of weyl and never a result.

mod claim;
mod complete;
mod inhabitants;
mod lasso;
mod lift;
mod location;
mod message;
mod names;
mod newborn;
mod others;
mod record;
mod region;
mod replay;
mod shown;
mod state_text;
mod staying;

pub use complete::{Acting, Completion};
pub use lasso::{ClaimedLasso, TemporalClaim, replay_lasso};
pub use lift::{ClaimedRun, Lift};
pub use location::{Location, Place};
pub use message::{Direction, Message};
pub use names::is_called;
pub use record::{Change, Process, Recorder, Step, StepResult, Waiting};
pub use region::{AvoidedRegion, confirm_region};
pub use replay::{Ending, ReplayError, Trace, replay};
pub use shown::{PathClaim, is_of_atoms, replay_path};
