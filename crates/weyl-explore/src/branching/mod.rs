//! Formulas of branching time on the stored graph, once all of it is known.
//!
//! The graph of the quotient is that of the system as far as a formula can tell whose atoms the
//! group keeps (A. Emerson and P. Sistla, *Symmetry and model checking*, Theorems 3.3 and 3.4).
//! Where states can't go on they repeat; where no step leads on because each of them fails there
//! are no runs, and a formula means nothing.

mod families;
mod graph;
mod labels;
mod parts;
mod shown;

use crate::LimitKind;
use crate::graph::{OnTheFly, StateGraph, Step, Stop, Tracked};
use crate::store::{StateIndex, Store};
use families::{Graphs, Places};
use labels::Labels;
use parts::{Part, Whole};
use shown::{Retelling, run_to};
use weyl_branching::{Evaluator, StateSet, Unanswerable};
use weyl_system::{
    BranchingQuestion, Conditions, Decision, Fairness, Finding, Firing, Renaming, Repeats,
    Violation, ViolationKind,
};

/// Formulas in states that are shown, nested ones included.
const MOST_SHOWN: usize = 100;

/// The answer to a question; all states are stored.
pub(crate) fn answer<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    (place, question): (usize, &BranchingQuestion),
) -> Result<Finding, Stop> {
    let beginnings = complete(known)?;
    if let Some(state) = failing(known, question.fairness) {
        return Ok(Finding::Fails(run_to(known, &beginnings, state)?));
    }
    let families = question.branching.families.iter();
    let most = families.map(|family| family.instances as usize).max();
    let nodes = known.store.index_bound().saturating_mul(most.unwrap_or(1));
    if nodes >= u32::MAX as usize {
        return Ok(Finding::TooLarge);
    }
    let labels = match Labels::new(known, question) {
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
        let places = Places {
            following: known.following(),
            question: place,
        };
        evaluate(
            &known.graph,
            known.store.index_bound(),
            (question, labels),
            &places,
            &beginnings,
        )
    });
    let found = match found.map_err(LimitKind::from)? {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(Finding::Holds),
        Err(_) => return Ok(Finding::TooLarge),
    };
    let (start, step) = beginnings[found.beginning];
    let shown = Retelling::new(known, (start, step.renaming), place).all(&found.parts)?;
    Ok(Finding::Decided(Decision {
        holds: found.holds,
        shown,
    }))
}

/// Makes all steps of all states known. A search depth first keeps none.
fn complete<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
) -> Result<Vec<(Firing, Step)>, Stop> {
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
    Ok(beginnings)
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

/// What is to be shown, for a beginning.
struct Found {
    holds: bool,
    beginning: usize,
    parts: Vec<Part>,
}

/// Nothing is shown of a formula that holds where only all runs together show it.
fn evaluate(
    graph: &StateGraph,
    states: usize,
    (question, labels): (&BranchingQuestion, Labels),
    places: &Places<'_>,
    beginnings: &[(Firing, Step)],
) -> Result<Option<Found>, Unanswerable> {
    let fairness = match question.fairness {
        Fairness::None => weyl_branching::Fairness::None,
        Fairness::Weak => weyl_branching::Fairness::Weak,
        Fairness::Strong => weyl_branching::Fairness::Strong,
    };
    let branching = &question.branching;
    let graphs = Graphs::new(graph, states, (branching, labels), places, fairness)?;
    let mut evaluator = Evaluator::new(&graphs.around, fairness);
    let holding = evaluator.holding(&branching.formula)?;
    let fails = |step: &Step| !holding.contains(step.target.as_u32());
    let failing = beginnings.iter().position(|(_, step)| fails(step));
    let holds = failing.is_none();
    let wanted = if holds {
        branching.formula.clone()
    } else {
        branching.formula.clone().negated()
    };
    let beginning = failing.unwrap_or(0);
    let Some((_, step)) = beginnings.get(beginning) else {
        return Ok(None);
    };
    let state = step.target.as_u32();
    let evidence = evaluator.evidence_within(&wanted, state, MOST_SHOWN)?;
    let Some(evidence) = evidence else {
        return Ok(None);
    };
    let whole = Whole {
        graphs: &graphs,
        families: &branching.families,
        fairness,
        most: MOST_SHOWN,
    };
    Ok(Some(Found {
        holds,
        beginning,
        parts: whole.parts(&evidence)?,
    }))
}
