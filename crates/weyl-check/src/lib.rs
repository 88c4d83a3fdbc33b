//! From source text to verdicts: the only place where front ends, symmetries, engines and replay
//! meet. It reads no files, prints nothing and knows no command line.

mod ask;
mod check;
mod checkpoints;
mod codes;
mod dependencies;
mod engine;
mod failure;
mod judging;
mod limits;
mod list;
mod names;
mod plan;
mod reading;
mod reducing;
mod self_check;
mod symmetry;
mod vacuity;

pub use ask::{Executor, ModelOptions, Reductions, Request, SymmetrySource, Termination};
pub use check::check;
pub use checkpoints::{CheckpointSummary, taken, unresumable};
pub use codes::ALL as CODES;
pub use dependencies::{
    Because, DependenceReport, DependenciesReport, GoneRule, Link, VariableReport, dependencies,
};
pub use engine::{Profile, Work};
pub use failure::{
    Failure, bug_report, formula_too_large, no_trail, not_comparable, nothing_expected,
    overwritten, unreadable_file, unreadable_formula, wrong_command_line, wrong_expectations,
};
pub use judging::{
    Conclusion, Covered, Evidence, Exhausted, ExplorationSummary, Indices, Kind,
    Part as EvidencePart, ProductSummary, PropertyResult, Reason as EvidenceReason, Report,
    SelfCheck, Statistics, SymmetryUsed, Undecided, Verdict, Witness,
};
pub use list::{ListedProperty, list};
pub use names::names_exist;
pub use reading::{FRONT_ENDS, IR, Loaded, Lowering, MURPHI, PROMELA, Read, Writing, lower, read};
pub use reducing::{Effect, Reduction};
pub use self_check::check_and_compare;
pub use symmetry::{
    Certificate, Certified, Effort, EndShows, Generator, NoCommutation, Obstacles, SymmetryReport,
    Tried, beginnings, bounds, certify, generators, starts, symmetry,
};
pub use vacuity::Note;
pub use weyl_symmetry::Drawn;
