//! How long a check may take and how much memory, from reading to judging: one clock, one size,
//! one switch.
//!
//! Who searches asks the [`Budget`] itself, and keeps what was found when it is spent. Everything
//! before and after a search has nothing to keep: it runs [inside](Budget::limiting) a budget, and
//! its loops say that they [`go_on`]. If the budget is spent there, the work is abandoned by
//! unwinding, as incremental compilers do it with queries that nobody waits for any more; so no
//! function on the way has to know of it
//! (docs/decisions/018-one-budget.md). What is only nice to have is bounded by [`Steps`] of
//! this kind, whatever a clock says.

mod abandon;
mod address_space;
mod budget;
mod ceiling;
mod resident;
mod steps;

pub use abandon::{go_on, go_on_by, go_on_from_far};
pub use address_space::{address_space, address_space_taken, stack_bytes};
pub use budget::{Budget, Limit};
pub use ceiling::{brim, ceiling, room};
pub use resident::{recently_resident, resident};
pub use steps::Steps;
