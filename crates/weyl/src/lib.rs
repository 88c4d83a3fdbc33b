//! weyl, a model checker that finds the symmetry of a model by itself, proves it, and checks every
//! property on the quotient.
//!
//! This is the library: [`Check`] a model, look at its [`Symmetry`], at the [`Dependencies`] of its
//! properties, walk through it with a [`Simulation`]. Every option has a default, errors are
//! values, nothing is printed and nothing exits. What a check tells is a [`View`]: plain data, from
//! which text and JSON are printed.
//!
//! The program is a thin layer on top of it (`program`, behind a feature of that name).

mod check;
mod dependencies;
#[cfg(feature = "program")]
mod depot;
mod error;
pub mod expectations;
mod identity;
pub mod input;
pub mod language;
mod machine;
mod model;
#[cfg(feature = "program")]
pub mod program;
mod retrace;
mod scratch;
mod seed;
mod simulation;
mod symmetry;

pub use check::{Check, Report};
pub use dependencies::{Dependencies, FoundDependencies};
pub use error::Error;
pub use simulation::{Simulation, Walk, WalkEnd};
pub use symmetry::{FoundSymmetry, Symmetry};
pub use weyl_check::{
    Conclusion, Executor, Failure, IR, Indices, MURPHI, PROMELA, Reductions, Request,
    SymmetrySource, Termination,
};
pub use weyl_explore::{Limits, Order, ParentFile, Parents, Progress, Storing};
pub use weyl_report::{
    ChartFormat, FailureView, GraphFormat, KindView, ListView, ListedView, LocationView,
    PropertyView, Shown, StepView, TraceView, VerdictView, View,
};
pub use weyl_system::{Deadlock, Fairness};
