//! How far the limits of a request reach: from the first letter that is read to the last verdict.
//!
//! A search keeps what it has when a limit is reached. What is before it has nothing to show and is
//! abandoned; what is after it decides about less. Both have a moment longer than the search, so
//! that an answer names its properties wherever that is quickly done.

use crate::Request;
use crate::failure::Failure;
use std::time::Duration;
use weyl_budget::Budget;
use weyl_explore::{Limits, Progress};

/// What everything but a search may take longer than the limit of time.
pub(crate) const GRACE: Duration = Duration::from_millis(300);

/// Does what comes before a search, or after it, within the limits of a request.
pub(crate) fn limited<T>(
    request: &Request,
    progress: &Progress,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    within(&request.limits, progress, work)
}

/// The same within limits that are not those of a request.
pub(crate) fn within<T>(
    limits: &Limits,
    progress: &Progress,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let budget = progress.budget(limits).and_grace(GRACE);
    match budget.limiting(work) {
        Ok(done) => done,
        Err(limit) => Err(Failure::Spent {
            limit: limit.into(),
            phase: progress.phase(),
        }),
    }
}

/// For verdicts: they have a moment even if nothing is left, for what was found would be lost.
pub(crate) fn to_judge(request: &Request, progress: &Progress) -> Budget {
    progress.budget(&request.limits).or_grace(GRACE)
}
