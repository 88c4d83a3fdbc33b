//! What is asked: the request of a user, and the questions that it comes to.

mod always;
mod meaning;
mod questions;
mod request;

pub(crate) use meaning::has_a_meaning;
pub(crate) use questions::{ASSERTIONS, Asked, RUN_TIME_ERROR, kind_of};
pub use request::{Executor, ModelOptions, Reductions, Request, SymmetrySource, Termination};
