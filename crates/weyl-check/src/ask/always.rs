//! `AG p`, with p about single states: that is linear time, and is asked on the fly.

use weyl_ir::Temporal;
use weyl_temporal::branching::{Formula, Path};
use weyl_temporal::{Claim, Formula as Linear, MAX_PROPOSITIONS, Proposition};

/// The same property in linear time, if it is of this form.
pub(super) fn as_linear(temporal: Temporal) -> Temporal {
    let claim = match &temporal.claim {
        Claim::Branching(branching) if branching.families.is_empty() => {
            always(&branching.formula).filter(|_| temporal.atoms.len() <= MAX_PROPOSITIONS)
        }
        Claim::Branching(_) | Claim::Formula(_) | Claim::Never(_) => None,
    };
    match claim {
        Some(formula) => Temporal {
            claim: Claim::Formula(formula),
            ..temporal
        },
        None => temporal,
    }
}

fn always(formula: &Formula) -> Option<Linear> {
    let Formula::Every(path) = formula else {
        return None;
    };
    let Path::Release(never, always) = &**path else {
        return None;
    };
    match (&**never, &**always) {
        (Path::State(Formula::False), Path::State(state)) => Some(linear(state)?.always()),
        _ => None,
    }
}

fn linear(formula: &Formula) -> Option<Linear> {
    Some(match formula {
        Formula::True => Linear::True,
        Formula::False => Linear::False,
        Formula::Proposition(number) => Linear::Proposition(Proposition::try_from(*number).ok()?),
        Formula::Not(one) => linear(one)?.negated(),
        Formula::And(one, other) => linear(one)?.and(linear(other)?),
        Formula::Or(one, other) => linear(one)?.or(linear(other)?),
        Formula::Exists(_)
        | Formula::Every(_)
        | Formula::Variable(_)
        | Formula::Least(..)
        | Formula::Greatest(..)
        | Formula::Can(..)
        | Formula::Must(..) => return None,
    })
}
