//! The pipeline from source text to verdicts: the only place where front ends, executors, searches and
//! replay meet. It reads no files, prints nothing and knows no command line.

mod beginnings;
mod certificate;
mod codes;
mod commutation;
mod execution;
mod failure;
mod growth;
mod judge;
mod language;
mod load;
mod lowering;
mod mute;
mod pipeline;
mod plan;
mod profile;
mod rehearsal;
mod request;
mod searching;
mod selection;
mod self_check;
mod symmetry;
mod symmetry_report;
mod temporal;
mod termination;
mod units;
mod verdict;

pub use beginnings::beginnings;
pub use certificate::Certificate;
pub use codes::ALL as CODES;
pub use commutation::{Certified, Effort, Generator, Refusal, Tried, certify, generators};
pub use failure::{
    Failure, bug_report, formula_too_large, no_trail, unreadable_file, unreadable_formula,
    wrong_command_line,
};
pub use language::{FRONT_ENDS, IR, MURPHI, PROMELA};
pub use load::{Loaded, Read, read};
pub use lowering::{Lowering, Writing, lower};
pub use pipeline::check;
pub use profile::{Profile, Work};
pub use request::{Executor, ModelOptions, Request, SymmetrySource, Termination};
pub use self_check::check_and_compare;
pub use symmetry_report::{SymmetryReport, symmetry};
pub use verdict::{
    Exhausted, ExplorationSummary, Indices, Kind, Outcome, ProductSummary, PropertyResult, Report,
    SelfCheck, Statistics, SymmetryUsed, Undecided, UnreachedRule, Verdict, Witness,
};
