//! Runs that show a formula of branching time: executed again, and what they say of their path
//! evaluated by the definition, on the unreduced system.
//!
//! What a run passes by and what is shown elsewhere is taken for granted where it is claimed: who
//! calls this looks at all claims.

use crate::lasso::{ClaimedLasso, goes_round};
use crate::record::Recorder;
use crate::replay::{Ending, ReplayError, Trace};
use indexmap::IndexSet;
use weyl_ir::PropertyId;
use weyl_temporal::branching::{Formula, Path};
use weyl_temporal::{Formula as Linear, Lasso, MAX_PROPOSITIONS, Proposition, translate};

/// What a run is said to show, from one of its states on.
#[derive(Clone, Copy, Debug)]
pub struct PathClaim<'a> {
    pub atoms: &'a [PropertyId],
    pub instance: u64,
    /// In positive normal form.
    pub path: &'a Path,
    /// So many steps lead to the state.
    pub from: usize,
    /// What is shown elsewhere of the states from there on; of those behind the last one what is
    /// said of the part that repeats.
    pub claims: &'a [Vec<Formula>],
    /// Where the part that repeats begins among them.
    pub back: Option<usize>,
}

/// Executes a run and checks that it goes round, and that it satisfies the path formula.
pub fn replay_path(
    recorder: &mut Recorder<'_>,
    lasso: &ClaimedLasso,
    claim: &PathClaim<'_>,
) -> Result<(Trace, Vec<Vec<u8>>), ReplayError> {
    let (trace, states) = execute(recorder, lasso)?;
    let shows = goes_round(recorder, &states, lasso.back)
        && satisfies(recorder, &states, lasso.back, claim);
    if shows {
        Ok((trace, states))
    } else {
        Err(ReplayError::ClaimFails {
            claim: Ending::Temporal,
        })
    }
}

/// The run with the states between its steps.
fn execute(
    recorder: &mut Recorder<'_>,
    lasso: &ClaimedLasso,
) -> Result<(Trace, Vec<Vec<u8>>), ReplayError> {
    let not_enabled = |step| ReplayError::NotEnabled { step };
    let ends_early = |step| ReplayError::EndsEarly { step };
    let start = recorder.start(lasso.start).ok_or(not_enabled(0))?;
    let mut states = vec![start.state().ok_or(ends_early(0))?.to_vec()];
    let mut steps = Vec::new();
    let mut places = vec![0];
    for (number, firing) in lasso.steps.iter().enumerate() {
        let next = recorder.steps(&states[number], *firing);
        let next = next.ok_or(not_enabled(number + 1))?;
        let after = next.last().and_then(|step| step.state());
        states.push(after.ok_or(ends_early(number + 1))?.to_vec());
        steps.extend(next);
        places.push(steps.len());
    }
    let trace = Trace {
        start,
        steps,
        claim: Ending::Temporal,
        cycle_start: lasso.back.map(|back| places[back]),
    };
    Ok((trace, states))
}

fn satisfies(
    recorder: &mut Recorder<'_>,
    states: &[Vec<u8>],
    back: Option<usize>,
    claim: &PathClaim<'_>,
) -> bool {
    let mut leaves = IndexSet::new();
    let Some(formula) = linear(claim.path, &mut leaves) else {
        return false;
    };
    // The last state of a circle is its first one.
    let distinct = match back {
        Some(back) if back + 1 < states.len() => states.len() - 1,
        Some(_) | None => states.len(),
    };
    // One that stays where it is may be looked at several times.
    let count = match back {
        Some(_) => distinct,
        None => distinct.max(claim.from + claim.claims.len()),
    };
    let mut letters = Vec::new();
    for position in claim.from..count {
        let state = &states[position.min(distinct - 1)];
        let is_last = position + 1 >= distinct;
        let claimed = claimed(
            claim,
            position - claim.from,
            is_last && !goes_on(states, back),
        );
        match letter(recorder, state, &leaves, &claimed, claim) {
            Some(letter) => letters.push(letter),
            None => return false,
        }
    }
    match back {
        Some(back) => {
            let back = back - claim.from;
            Lasso { letters, back }.satisfies(&formula)
        }
        None => is_good_prefix(&formula, &letters),
    }
}

/// Whether the run has a circle of steps.
fn goes_on(states: &[Vec<u8>], back: Option<usize>) -> bool {
    back.is_some_and(|back| back + 1 < states.len())
}

/// What is said of the state at a position; of one that stays what is said of it at any time.
fn claimed<'c>(claim: &PathClaim<'c>, position: usize, stays: bool) -> Vec<&'c Formula> {
    let known = claim.claims.len();
    let positions = match claim.back {
        _ if stays => position.min(known)..known,
        Some(back) if position >= known => {
            let at = back + (position - back) % (known - back);
            at..at + 1
        }
        Some(_) | None => position.min(known)..(position + 1).min(known),
    };
    claim.claims[positions].iter().flatten().collect()
}

/// Which propositions hold in a state; what is neither true there nor claimed does not.
fn letter(
    recorder: &mut Recorder<'_>,
    state: &[u8],
    leaves: &IndexSet<Formula>,
    claimed: &[&Formula],
    claim: &PathClaim<'_>,
) -> Option<u64> {
    let mut letter = 0;
    for (bit, leaf) in leaves.iter().enumerate() {
        let holds = if is_of_atoms(leaf, claim.atoms) {
            holds(recorder, state, leaf, claim.atoms, claim.instance)?
        } else {
            claimed.contains(&leaf)
        };
        letter |= u64::from(holds) << bit;
    }
    Some(letter)
}

/// Whether the state itself decides it: there are propositions that are no atoms.
pub fn is_of_atoms(formula: &Formula, atoms: &[PropertyId]) -> bool {
    let mut all = formula.is_propositional();
    formula.for_each_proposition(&mut |number| all &= (number as usize) < atoms.len());
    all
}

/// Whether a propositional formula holds in a state, if it makes sense there.
fn holds(
    recorder: &mut Recorder<'_>,
    state: &[u8],
    formula: &Formula,
    atoms: &[PropertyId],
    instance: u64,
) -> Option<bool> {
    let mut of = |one: &Formula| holds(recorder, state, one, atoms, instance);
    Some(match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Not(one) => !of(one)?,
        Formula::And(one, other) => of(one)? && of(other)?,
        Formula::Or(one, other) => of(one)? || of(other)?,
        Formula::Proposition(number) => {
            let atom = atoms.get(*number as usize)?;
            recorder.holds(*atom, instance, state).ok()?
        }
        Formula::Exists(_)
        | Formula::Every(_)
        | Formula::Variable(_)
        | Formula::Least(..)
        | Formula::Greatest(..)
        | Formula::Can(..)
        | Formula::Must(..) => return None,
    })
}

/// Whether everything that begins so satisfies a formula.
fn is_good_prefix(formula: &Linear, letters: &[u64]) -> bool {
    match translate(&formula.clone().negated()) {
        Ok(opposite) => !opposite.accepts_after(letters),
        // Then at least something must.
        Err(_) => translate(formula).is_ok_and(|automaton| automaton.accepts_after(letters)),
    }
}

/// A path formula over leaves; a leaf and its negation are one.
fn linear(path: &Path, leaves: &mut IndexSet<Formula>) -> Option<Linear> {
    let mut of = |one: &Path| linear(one, leaves);
    Some(match path {
        Path::State(Formula::True) => Linear::True,
        Path::State(Formula::False) => Linear::False,
        Path::State(state) => {
            if let Some(known) = leaves.get_index_of(&state.opposite()) {
                return Some(Linear::Proposition(known as Proposition).negated());
            }
            let (number, _) = leaves.insert_full(state.clone());
            if number >= MAX_PROPOSITIONS {
                return None;
            }
            Linear::Proposition(number as Proposition)
        }
        Path::Not(one) => of(one)?.negated(),
        Path::Next(one) => of(one)?.next(),
        Path::And(one, other) => of(one)?.and(of(other)?),
        Path::Or(one, other) => of(one)?.or(of(other)?),
        Path::Until(one, other) => of(one)?.until(of(other)?),
        Path::Release(one, other) => of(one)?.releases(of(other)?),
    })
}
