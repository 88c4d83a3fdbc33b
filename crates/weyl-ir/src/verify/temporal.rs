//! The verifier: what is said of runs. It is well-formed if:
//!
//! - **Atoms** are properties of the kind `Atom`, at most [`MAX_PROPOSITIONS`] where an automaton
//!   reads them, and have the same parameters, none of them over positions.
//! - **Formulas** mention atoms that there are; those of branching time mean something: variables
//!   are bound, and stand under an even number of negations.
//! - **Observers** have a state to begin in and at most 64 acceptance sets. Their edges lead to
//!   states, belong to acceptance sets and mention atoms that there are.

use super::VerifyError;
use crate::{Domain, Model, Property, PropertyKind, Temporal, TypeId};
use weyl_temporal::branching::Branching;
use weyl_temporal::{Claim, Formula, MAX_PROPOSITIONS, Observer};

/// All errors of a temporal property of a verified model.
pub fn verify_temporal(model: &Model, temporal: &Temporal) -> Vec<VerifyError> {
    let mut messages = Vec::new();
    check_atoms(model, temporal, &mut messages);
    let atoms = temporal.atoms.len();
    match &temporal.claim {
        Claim::Formula(formula) => check_formula(formula, atoms, &mut messages),
        Claim::Branching(branching) => check_branching(branching, atoms, &mut messages),
        Claim::Never(observer) => check_observer(observer, atoms, &mut messages),
    }
    let errors = messages.into_iter().map(|message| VerifyError {
        within: format!("temporal {:?}", temporal.name),
        message,
        span: temporal.span,
    });
    errors.collect()
}

fn check_atoms(model: &Model, temporal: &Temporal, messages: &mut Vec<String>) {
    let is_branching = matches!(temporal.claim, Claim::Branching(_));
    if temporal.atoms.len() > MAX_PROPOSITIONS && !is_branching {
        messages.push(format!("there are more than {MAX_PROPOSITIONS} atoms"));
    }
    let mut first: Option<Vec<Parameter>> = None;
    for atom in &temporal.atoms {
        let property = model.properties.get(*atom);
        let is_atom = |property: &&Property| property.kind == PropertyKind::Atom;
        let Some(property) = property.filter(is_atom) else {
            messages.push(format!("there is no atom {}", atom.as_u32()));
            continue;
        };
        let Some(own) = parameters(property) else {
            let message = format!("the parameters of `{}` are no values", property.name);
            messages.push(message);
            continue;
        };
        if !is_branching && first.get_or_insert_with(|| own.clone()) != &own {
            let message = format!(
                "`{}` has other parameters than the first atom",
                property.name
            );
            messages.push(message);
        }
    }
}

/// The type of a parameter, and where it begins, ends and how it advances if it does not have all
/// values.
type Parameter = (TypeId, Option<[Option<i128>; 3]>);

/// What the parameters of an atom range over; `None` if that depends on the state.
fn parameters(property: &Property) -> Option<Vec<Parameter>> {
    let parameters = property.parameters.iter().map(|binding| {
        let ty = property.locals[binding.local].ty;
        match &binding.domain {
            Domain::Type(_) => Some((ty, None)),
            Domain::Steps { from, to, by } => {
                let steps = [from, to, by].map(|bound| bound.as_constant());
                Some((ty, Some(steps)))
            }
            Domain::Positions(_) => None,
        }
    });
    parameters.collect()
}

fn check_formula(formula: &Formula, atoms: usize, messages: &mut Vec<String>) {
    match formula {
        Formula::True | Formula::False => {}
        Formula::Proposition(number) => {
            if usize::from(*number) >= atoms {
                messages.push(format!("there is no proposition {number}"));
            }
        }
        Formula::Not(one) | Formula::Next(one) => check_formula(one, atoms, messages),
        Formula::And(one, other)
        | Formula::Or(one, other)
        | Formula::Until(one, other)
        | Formula::Release(one, other) => {
            check_formula(one, atoms, messages);
            check_formula(other, atoms, messages);
        }
    }
}

fn check_branching(branching: &Branching, atoms: usize, messages: &mut Vec<String>) {
    let propositions = atoms + branching.families.len();
    for formula in branching.formulas() {
        messages.extend(formula.check().err().map(|error| error.to_string()));
        formula.for_each_proposition(&mut |number| {
            if number as usize >= propositions {
                messages.push(format!("there is no proposition {number}"));
            }
        });
    }
    let mut named = branching.families.iter().map(|family| family.atom as usize);
    if let Some(number) = named.find(|number| *number >= atoms) {
        messages.push(format!("there is no atom {number} of a family"));
    }
}

fn check_observer(observer: &Observer, atoms: usize, messages: &mut Vec<String>) {
    if observer.states.is_empty() {
        messages.push("a claim has a state to begin in".to_string());
    }
    if observer.sets > u64::BITS {
        messages.push(format!("there are more than {} acceptance sets", u64::BITS));
        return;
    }
    let edges = observer.states.iter().flat_map(|state| &state.edges);
    for edge in edges {
        if edge.target >= observer.states.len() {
            messages.push(format!("there is no state {}", edge.target));
        }
        if edge.marks & !observer.all_marks() != 0 {
            messages.push("an edge belongs to an acceptance set that there is not".to_string());
        }
        let mut mentioned = edge.guard.all.iter().chain(&edge.guard.none);
        if let Some(number) = mentioned.find(|number| **number >= atoms) {
            messages.push(format!("there is no proposition {number}"));
        }
    }
}
