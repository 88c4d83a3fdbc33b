//! From text to a program that can be executed.

mod growth;
mod language;
mod load;
mod lowering;
mod rehearsal;

pub(crate) use growth::doubled;
pub use language::{FRONT_ENDS, IR, MURPHI, PROMELA};
pub(crate) use language::{deadlock_name, usual_deadlock};
pub(crate) use load::verified;
pub use load::{Loaded, Read, read};
pub use lowering::{Lowering, Writing, lower};
pub(crate) use rehearsal::capacity;
