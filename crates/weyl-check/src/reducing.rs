//! The reduced program that is explored instead of the one that was written, and what was done to
//! get it.
//!
//! All questions of a check are asked about one reduced program: a reduction is left out where one
//! question does not allow it. Two explorations would cost more than the larger one of them.

use crate::Request;
use crate::ask::Asked;
use crate::failure::Failure;
use crate::reading::verified;
use weyl_ir::{PropertyId, Temporal};
use weyl_reduction::merge;
use weyl_system::{Fairness, Program};

/// What became of a reduction that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    pub name: &'static str,
    pub effect: Effect,
}

impl Reduction {
    /// Whether the program was changed by it.
    pub fn is_done(&self) -> bool {
        match self.effect {
            Effect::Merged { .. } => true,
            Effect::Nothing | Effect::LeftOut(_) => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// So many locations of processes are not seen any more.
    Merged { locations: usize },
    /// There was nothing to reduce.
    Nothing,
    /// It was left out.
    LeftOut(String),
}

/// What was done, and to what it led; no program if nothing was changed.
pub(crate) struct Reduced {
    pub program: Option<Program>,
    pub reductions: Vec<Reduction>,
}

pub(crate) fn reduce(
    program: &Program,
    asked: &Asked,
    request: &Request,
) -> Result<Reduced, Failure> {
    let mut reduced = Reduced {
        program: None,
        reductions: Vec::new(),
    };
    let seen = seen(asked);
    if request.reductions.merge {
        let effect = merged(program, asked, request, &seen, &mut reduced)?;
        reduced.reductions.push(Reduction {
            name: "merge",
            effect,
        });
    }
    Ok(reduced)
}

/// All properties that are evaluated in states.
fn seen(asked: &Asked) -> Vec<PropertyId> {
    let claims = asked.claims().into_iter().flat_map(|(atoms, _)| atoms);
    asked.properties().into_iter().chain(claims).collect()
}

fn merged(
    program: &Program,
    asked: &Asked,
    request: &Request,
    seen: &[PropertyId],
    reduced: &mut Reduced,
) -> Result<Effect, Failure> {
    let model = &reduced.program.as_ref().unwrap_or(program).model;
    let Some(merged) = merge(model, seen) else {
        return Ok(Effect::Nothing);
    };
    if let Some(reason) = forbids_merging(asked, request) {
        return Ok(Effect::LeftOut(reason));
    }
    reduced.program = Some(Program::new(verified(merged.model)?, program.limits)?);
    Ok(Effect::Merged {
        locations: merged.locations,
    })
}

/// Who counts steps, or asks who could make one.
fn forbids_merging(asked: &Asked, request: &Request) -> Option<String> {
    let counting = asked.temporal.iter().find(|one| counts_steps(one));
    if let Some(counting) = counting {
        return Some(format!("`{}` may count steps", counting.name));
    }
    let reason = if request.fairness != Fairness::None && !asked.temporal.is_empty() {
        "fairness asks who could act"
    } else if request.limits.depth.is_some() {
        "`--max-depth` counts steps"
    } else if request.graph {
        "a state graph shows every step"
    } else if request.shortest {
        "runs are to be shortest"
    } else {
        return None;
    };
    Some(reason.to_string())
}

fn counts_steps(temporal: &Temporal) -> bool {
    !temporal.ignores_repetitions()
}
