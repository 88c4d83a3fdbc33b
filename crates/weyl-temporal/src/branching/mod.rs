//! Formulas of branching time: CTL, CTL* and the modal μ-calculus, over numbered propositions and
//! sets of actions.

mod class;
mod families;
mod formula;
mod normal;
mod replace;
mod told;
mod walk;
mod written;

pub use class::{Class, IllFormed};
pub use families::{Branching, Family};
pub use formula::{Formula, Path, Proposition, Steps, Variable};
pub use told::Names;
