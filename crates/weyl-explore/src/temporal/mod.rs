//! Temporal properties: is there a run that an observer accepts?
//!
//! Runs that are bad in what they do for ever go round in a strongly connected component of the
//! product of the system with the observer: its nodes are found level by level, on all threads
//! ([`levels`]), and components in memory, as often as there are twice as many nodes ([`bad_runs`],
//! [`looks`], [`components`]). Where bad runs have bad prefixes the observer comes to an end. The
//! steps of a state are found once, whatever the number of observers and of their states that it is
//! met with ([`crate::graph`]). Fairness is decided for each component by its threads
//! ([`fair_part`]). Runs are made short at last ([`witness`], [`rounds`]).

mod bad_runs;
mod components;
mod core;
mod crew;
mod dead;
mod fair_part;
mod labels;
mod levels;
mod looks;
mod probe;
mod product;
mod reached;
mod rounds;
mod witness;

use crate::LimitKind;
use crate::graph::Stop;
use weyl_ir::Table;
use weyl_system::Finding;

pub(crate) use bad_runs::BadRuns;

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

    pub fn stopped(stop: Stop) -> Answer {
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
