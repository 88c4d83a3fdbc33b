//! Temporal properties: is there a run that an observer accepts?
//!
//! The product of the system with the observer of bad runs is searched depth first for a component
//! with all acceptance marks ([`search`]; J.-M. Couvreur, On-the-fly verification of linear
//! temporal logic, 1999, with the path-based strongly connected components of H. Gabow, 2000).
//! Where bad runs have bad prefixes, and the observer comes to an end there, it is searched breadth
//! first ([`prefixes`]). The steps of a state are found once, whatever the number of observers and
//! of their states that it is met with ([`crate::graph`]). Fairness is decided for each component
//! by its threads ([`fair_part`]). What is found is shortened ([`witness`]).

mod fair_part;
mod labels;
mod nodes;
mod prefixes;
mod product;
mod search;
mod witness;

use crate::LimitKind;
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::Store;
use product::{Met, Product};
use search::Ending;
use weyl_ir::Table;
use weyl_system::{Conditions, Finding, Renaming, TemporalQuestion, Violation, ViolationKind};

pub(crate) use prefixes::Prefixes;

/// What came of a question.
#[derive(Debug)]
pub(crate) struct Answer {
    pub finding: Finding,
    /// Of the product.
    pub states: u64,
    /// Steps to the farthest state.
    pub deepest: u64,
    pub limit: Option<LimitKind>,
    /// A table that is full, and may be larger.
    pub full: Option<Table>,
}

impl Answer {
    pub fn of(finding: Finding) -> Answer {
        Answer {
            finding,
            states: 0,
            deepest: 0,
            limit: None,
            full: None,
        }
    }

    fn stopped(stop: Stop) -> Answer {
        let unknown = Answer::of(Finding::Unknown);
        match stop {
            Stop::Limit(limit) => Answer {
                limit: Some(limit),
                ..unknown
            },
            Stop::TableFull(table) => Answer {
                full: Some(table),
                ..unknown
            },
            Stop::NotEvaluable { .. } => unknown,
        }
    }
}

/// Answers the question at a place of the task, by runs of at most so many steps.
pub(crate) fn answer<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    (place, question): (usize, &TemporalQuestion),
    most_steps: Option<u64>,
) -> Answer {
    let first_instance = known.following().first_instance(place);
    if question.observer.is_terminal() {
        return Prefixes::new(question, first_instance).finish(known, most_steps);
    }
    let mut product = Product::new(known, Met::new(question, first_instance));
    let answer = match search::search(&mut product, most_steps) {
        Ok(Ending::Exhausted) => Answer::of(Finding::Holds),
        Ok(Ending::Cut) => Answer::stopped(LimitKind::Depth.into()),
        Ok(Ending::Found(found)) => match witness::run(&mut product, &found) {
            Ok(run) => Answer::of(Finding::Bad(run)),
            Err(limit) => Answer::stopped(limit.into()),
        },
        Err(Stop::NotEvaluable {
            at,
            property,
            fault,
        }) => match witness::run_to(&mut product, at) {
            Ok(run) => {
                let kind = ViolationKind::StateFault { property, fault };
                Answer::of(Finding::Violations(vec![Violation { kind, run }]))
            }
            Err(limit) => Answer::stopped(limit.into()),
        },
        Err(stop) => Answer::stopped(stop),
    };
    Answer {
        states: product.len() as u64,
        deepest: product.met.deepest,
        ..answer
    }
}
