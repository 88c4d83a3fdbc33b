//! Formulas of branching time on the stored graph, once all of it is known.
//!
//! The graph of the quotient is that of the system as far as a formula can tell whose atoms the
//! group keeps (A. Emerson and P. Sistla, *Symmetry and model checking*, Theorems 3.3 and 3.4).
//! Where states can't go on they repeat; where no step leads on because each of them fails there
//! are no runs, and a formula means nothing.

mod graph;
mod shown;

use crate::LimitKind;
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::{StateIndex, Store};
use cranelift_entity::EntityRef;
use graph::Labelled;
use shown::{Retelling, run_to};
use weyl_branching::{Evaluator, Evidence, StateSet, Unanswerable};
use weyl_system::{
    BranchingQuestion, Conditions, Decision, Fairness, Finding, Firing, Renaming, Repeats,
    Violation, ViolationKind,
};

/// Formulas in states that are shown, nested ones included.
const MOST_SHOWN: usize = 100;

/// The answer to a question; all states are stored.
pub(crate) fn answer<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    question: &BranchingQuestion,
) -> Result<Finding, Stop> {
    let beginnings = complete(known)?;
    if let Some(state) = failing(known, question.fairness) {
        return Ok(Finding::Fails(run_to(known, &beginnings, state)?));
    }
    let labels = match labels(known, question) {
        Ok(labels) => labels,
        Err(Stop::NotEvaluable {
            at,
            property,
            fault,
        }) => {
            let run = run_to(known, &beginnings, at)?;
            let kind = ViolationKind::StateFault { property, fault };
            return Ok(Finding::Violations(vec![Violation { kind, run }]));
        }
        Err(stop) => return Err(stop),
    };
    let budget = known.watch.for_runs();
    let found = budget.limiting(|| {
        let graph = Labelled {
            graph: &known.graph,
            count: known.store.index_bound(),
            labels: &labels,
            units: known.following().units,
        };
        evaluate(&graph, question, &beginnings)
    });
    let found = match found.map_err(LimitKind::from)? {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(Finding::Holds),
        Err(_) => return Ok(Finding::TooLarge),
    };
    let start = beginnings[found.beginning].0;
    let shown = Retelling::new(known, start).all(&found.evidence)?;
    Ok(Finding::Decided(Decision {
        holds: found.holds,
        shown,
    }))
}

/// Makes all steps of all states known. A search depth first keeps none.
fn complete<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
) -> Result<Vec<(Firing, StateIndex)>, Stop> {
    let beginnings = known.initial()?;
    let mut pending: Vec<StateIndex> = beginnings.iter().map(|(_, step)| step.target).collect();
    let mut seen = StateSet::none(known.store.index_bound());
    while let Some(state) = pending.pop() {
        if !seen.insert(state.as_u32()) {
            continue;
        }
        known.watch.go_on()?;
        known.expand(state)?;
        pending.extend(known.graph.targets(state));
    }
    let beginnings = beginnings.into_iter();
    let beginnings = beginnings.map(|(firing, step)| (firing, step.target));
    Ok(beginnings.collect())
}

/// A state from which no step leads on, though some fail; under fairness one in which somebody can
/// act by steps that fail alone: no fair run may begin there.
fn failing<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &OnTheFly<'_, S, R, T>,
    fairness: Fairness,
) -> Option<StateIndex> {
    let graph = &known.graph;
    let units = match fairness {
        Fairness::None => 0,
        Fairness::Weak | Fairness::Strong => known.following().units,
    };
    let is_failing = |state: &StateIndex| {
        let Some(row) = graph.row(*state) else {
            return false;
        };
        if row.count() == 0 {
            return !row.may_repeat(Repeats::Ends);
        }
        (0..units).any(|unit| {
            let acts = |number| graph.acts(unit, graph.step(*state, number).acting);
            graph.is_enabled(unit, *state) && !(0..row.count()).any(acts)
        })
    };
    graph.expanded().find(is_failing)
}

/// Where the atoms of a question hold.
fn labels<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    question: &BranchingQuestion,
) -> Result<Vec<StateSet>, Stop> {
    let count = known.store.index_bound();
    let mut labels = vec![StateSet::none(count); question.atoms.len()];
    for number in 0..count {
        let state = StateIndex::new(number);
        if !known.graph.is_expanded(state) {
            continue;
        }
        known.watch.go_on()?;
        for (atom, label) in question.atoms.iter().zip(&mut labels) {
            if known.eyes[0].holds(state, *atom, 0)? {
                label.insert(number as u32);
            }
        }
    }
    Ok(labels)
}

/// What is to be shown, for a beginning.
struct Found {
    holds: bool,
    beginning: usize,
    evidence: Evidence,
}

/// Nothing is shown of a formula that holds where only all runs together show it.
fn evaluate(
    graph: &Labelled<'_>,
    question: &BranchingQuestion,
    beginnings: &[(Firing, StateIndex)],
) -> Result<Option<Found>, Unanswerable> {
    let fairness = match question.fairness {
        Fairness::None => weyl_branching::Fairness::None,
        Fairness::Weak => weyl_branching::Fairness::Weak,
        Fairness::Strong => weyl_branching::Fairness::Strong,
    };
    let mut evaluator = Evaluator::new(graph, fairness);
    let holding = evaluator.holding(&question.formula)?;
    let fails = |state: &StateIndex| !holding.contains(state.as_u32());
    let failing = beginnings.iter().position(|(_, state)| fails(state));
    let holds = failing.is_none();
    let wanted = if holds {
        question.formula.clone()
    } else {
        question.formula.clone().negated()
    };
    let beginning = failing.unwrap_or(0);
    let Some((_, state)) = beginnings.get(beginning) else {
        return Ok(None);
    };
    let evidence = evaluator.evidence_within(&wanted, state.as_u32(), MOST_SHOWN)?;
    Ok(evidence.map(|evidence| Found {
        holds,
        beginning,
        evidence,
    }))
}
