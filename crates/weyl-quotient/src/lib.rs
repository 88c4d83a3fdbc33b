//! Representatives of states under a group of name permutations, and the quotient system.
//!
//! Representatives are exact for every group: all states of an orbit have the same one. The group
//! is taken from weyl-symmetry, which is the only place where one can be made.

mod changes;
mod colouring;
mod digits;
mod factor;
mod facts;
mod flat_facts;
mod key_plan;
mod keys;
mod listing;
mod padded;
mod quotient;
mod representatives;
mod rows;
mod search;
mod settled;
mod sorting;
mod ties;

pub use quotient::Quotient;
pub use representatives::{Precision, Representatives};
pub use settled::{Settled, Watch};
