//! What is said about limits: which one was reached, and what would help.

use crate::quantity::{bytes, count, seconds};
use crate::view::{LimitView, View};

/// Which limit was reached, and how large it was, if that is known.
pub fn limit_reached(limit: LimitView, report: &View) -> String {
    let limits = &report.limits;
    let amount = match limit {
        LimitView::States => limits
            .states
            .map(|states| format!("{} states", count(states))),
        LimitView::Memory => limits.memory.map(bytes),
        LimitView::Time => limits.seconds.map(seconds),
        LimitView::Depth => limits.depth.map(count),
        LimitView::Interrupted => None,
    };
    match (limit, amount) {
        (LimitView::States, Some(amount)) => format!("the limit of {amount} was reached"),
        (LimitView::States, None) => "the limit of states was reached".to_string(),
        (LimitView::Memory, amount) => format!("the memory limit{} was reached", of(amount)),
        (LimitView::Time, amount) => format!("the time limit{} was reached", of(amount)),
        (LimitView::Depth, amount) => format!("the depth limit{} was reached", of(amount)),
        (LimitView::Interrupted, _) => "it was interrupted".to_string(),
    }
}

fn of(amount: Option<String>) -> String {
    amount.map_or(String::new(), |amount| format!(" of {amount}"))
}

/// What would help, if anything does.
pub(crate) fn help(limit: LimitView) -> Option<&'static str> {
    match limit {
        LimitView::States => Some("`--max-states` allows more states"),
        LimitView::Memory => Some(
            "`--max-memory` allows more memory; `--store compact` needs less for a state (safety \
             properties alone); a smaller model may show the same",
        ),
        LimitView::Time => Some("`--max-time` allows more time; a smaller model may show the same"),
        LimitView::Depth => Some("`--max-depth` allows longer runs"),
        LimitView::Interrupted => None,
    }
}
