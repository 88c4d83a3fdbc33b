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
        LimitView::Disk | LimitView::Interrupted | LimitView::Numbers => None,
    };
    match (limit, amount) {
        (LimitView::States, Some(amount)) => format!("the limit of {amount} was reached"),
        (LimitView::States, None) => "the limit of states was reached".to_string(),
        (LimitView::Memory, amount) => format!("the memory limit{} was reached", of(amount)),
        (LimitView::Time, amount) => format!("the time limit{} was reached", of(amount)),
        (LimitView::Depth, amount) => format!("the depth limit{} was reached", of(amount)),
        (LimitView::Disk, _) => disk_failed(report),
        (LimitView::Interrupted, _) => "it was interrupted".to_string(),
        (LimitView::Numbers, _) => "there are no more numbers for states".to_string(),
    }
}

fn disk_failed(report: &View) -> String {
    let Some(disk) = &report.disk else {
        return "parents of states could not be written to disk".to_string();
    };
    let failure = disk.failure.as_ref();
    let reason = failure.map_or(String::new(), |reason| format!(": {reason}"));
    format!("the folder of `--spill` failed{reason}")
}

fn of(amount: Option<String>) -> String {
    amount.map_or(String::new(), |amount| format!(" of {amount}"))
}

/// What would help, if anything does.
pub(crate) fn help(limit: LimitView, report: &View) -> Option<String> {
    let reason = limit_reached(limit, report);
    match limit {
        // Where something was found before, nobody has said it.
        LimitView::Disk => Some(format!("{reason}; {}", help_of(limit, report)?)),
        LimitView::States
        | LimitView::Memory
        | LimitView::Time
        | LimitView::Depth
        | LimitView::Interrupted
        | LimitView::Numbers => help_of(limit, report).map(str::to_string),
    }
}

fn help_of(limit: LimitView, report: &View) -> Option<&'static str> {
    let had_disk = report.disk.is_some();
    match limit {
        LimitView::States => Some("`--max-states` allows more states"),
        LimitView::Memory if had_disk => Some(
            "`--max-memory` allows more memory; `--spill` is for questions about states: \
             `--safety-only` leaves out others, which need the graph",
        ),
        LimitView::Memory => Some(
            "`--max-memory` allows more memory; `--spill DIR` goes on with states on disk, `--store \
             compact` needs less for a state, `--store bits` next to nothing (all for safety \
             properties alone); a smaller model may show the same",
        ),
        LimitView::Time => Some("`--max-time` allows more time; a smaller model may show the same"),
        LimitView::Depth => Some("`--max-depth` allows longer runs"),
        LimitView::Disk if had_disk => {
            Some("`--spill` takes another folder; `--max-memory` needs less of it")
        }
        LimitView::Disk => Some(
            "`--parents disk=FOLDER` names another disk; `--parents none` needs none, and searches \
             again for a run",
        ),
        LimitView::Interrupted | LimitView::Numbers => None,
    }
}
