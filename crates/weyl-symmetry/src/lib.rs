//! From a model and its properties to the group of name permutations that provably preserves both.
//!
//! Nothing here looks at states: a symmetry is read off the program text, and what breaks it is a
//! statement of the program.

mod given;
mod ground;
mod group;
mod invariance;

pub use given::{Refusal, given, read_generators};
pub use group::SymmetryGroup;
pub use invariance::{Broken, BrokenPart};
