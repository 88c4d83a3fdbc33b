//! From what engines found to verdicts, and what is said about all of it.

mod branching;
mod judge;
mod report;
mod runs;
mod verdict;

pub(crate) use judge::{Judged, Judging, Unconfirmed};
pub(crate) use report::{Answer, Setup, report};
pub use verdict::{
    Conclusion, Covered, Evidence, Exhausted, ExplorationSummary, Indices, Kind, Part,
    ProductSummary, PropertyResult, Reason, Report, SelfCheck, Statistics, SymmetryUsed, Undecided,
    Verdict, Witness,
};
