//! Less before the search: passes over a program, each of which makes another one with fewer states
//! that answers the same questions.
//!
//! Names, sorts, variables, properties and rules keep their numbers, so that a run of the reduced
//! program names the steps of a run of the program as it was written, where it is replayed.

mod live;
mod merge;
mod partial_order;
pub mod slice;

pub use live::{Aim, Forgotten, Live, Resets, forget_hidden, live};
pub use merge::{Merged, merge};
pub use partial_order::{Independence, PartialOrder};
