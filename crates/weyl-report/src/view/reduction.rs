//! What became of a reduction.

use crate::quantity::{count, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{Effect, Reduction};
use weyl_explore::Parts;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReductionView {
    /// As on the list of `--reduce`.
    pub name: String,
    /// What it did, in words; null if there was nothing to do, or it was left out.
    pub done: Option<String>,
    /// Why it was left out.
    pub left_out: Option<String>,
}

impl ReductionView {
    pub(super) fn of(reduction: &Reduction) -> ReductionView {
        let (done, left_out) = match &reduction.effect {
            Effect::Sliced { kept, of } => {
                let all = counted(*of as u64, "scalar");
                (
                    Some(format!("{} of {all} of a state", count(*kept as u64))),
                    None,
                )
            }
            Effect::Reset { variables } => {
                let variables = counted(*variables as u64, "variable");
                let done = format!("{variables} forgotten where nobody looks again");
                (Some(done), None)
            }
            Effect::Merged { locations } => {
                let locations = counted(*locations as u64, "location");
                (
                    Some(format!("processes pass {locations} in one step")),
                    None,
                )
            }
            Effect::Ordered { parts, left_out } => (Some(ordered(parts)), left_out.clone()),
            Effect::Nothing => (None, None),
            Effect::LeftOut(reason) => (None, Some(reason.clone())),
        };
        let names: Vec<String> = reduction
            .about
            .iter()
            .map(|one| format!("`{one}`"))
            .collect();
        let told = |words: String| {
            if names.is_empty() {
                words
            } else {
                format!("{words} (for {})", names.join(", "))
            }
        };
        ReductionView {
            name: reduction.name.to_string(),
            done: done.map(told),
            left_out: left_out.map(told),
        }
    }
}

/// Of how many states one order was enough, and why not of others.
fn ordered(parts: &Parts) -> String {
    let states = parts.states().max(1);
    let share = |part: u64| (100 * part + states / 2) / states;
    let done = match share(parts.part) {
        0 => "one order of steps is enough in less than 1 % of states".to_string(),
        share => format!("one order of steps is enough in {share} % of states"),
    };
    let why = [
        (parts.interfering, "steps interfere"),
        (parts.visible, "a property sees them"),
        (parts.ignoring, "others would never come"),
        (parts.untried, "it was not tried"),
    ];
    let why = why.iter().filter(|(count, _)| share(*count) > 0);
    let why = why.map(|(count, what)| format!("{what} in {} %", share(*count)));
    let why: Vec<String> = why.collect();
    if why.is_empty() {
        done
    } else {
        format!("{done}; {}", why.join(", "))
    }
}
