//! From what engines found to verdicts, and what is said about all of it.

mod judge;
mod report;
mod runs;
mod verdict;

pub(crate) use judge::{Judged, Judging, Unconfirmed};
pub(crate) use report::{Answer, Setup, report};
pub use verdict::{
    Conclusion, Covered, Exhausted, ExplorationSummary, Indices, Kind, ProductSummary,
    PropertyResult, Report, SelfCheck, Statistics, SymmetryUsed, Undecided, Verdict, Witness,
};
