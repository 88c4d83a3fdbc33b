//! Runs that go round for ever: executed again, and what they show checked by means that share
//! nothing with the search.

use crate::record::Recorder;
use crate::replay::{Ending, ReplayError, Trace};
use weyl_ir::PropertyId;
use weyl_system::Firing;
use weyl_temporal::{Claim, Formula, Guard, Lasso, Marks, Observer, components, translate};

/// A run that goes round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedLasso {
    pub start: Firing,
    pub steps: Vec<Firing>,
    /// The step that follows the last one; if there is none with this number, the last state
    /// repeats for ever. `None`: the run is bad however it goes on.
    pub back: Option<usize>,
}

/// The temporal property that a run is said to violate.
#[derive(Clone, Copy, Debug)]
pub struct TemporalClaim<'a> {
    pub claim: &'a Claim,
    pub atoms: &'a [PropertyId],
    pub instance: u64,
}

/// Executes a run and checks that it goes round, and that it violates the property.
pub fn replay_lasso(
    recorder: &mut Recorder<'_>,
    lasso: &ClaimedLasso,
    question: TemporalClaim<'_>,
) -> Result<Trace, ReplayError> {
    let not_enabled = |step| ReplayError::NotEnabled { step };
    let start = recorder.start(lasso.start).ok_or(not_enabled(0))?;
    let ends_early = |step| ReplayError::EndsEarly { step };
    let mut states = vec![start.state().ok_or(ends_early(0))?.to_vec()];
    let mut steps = Vec::new();
    let mut cycle_start = None;
    for (number, firing) in lasso.steps.iter().enumerate() {
        if lasso.back == Some(number) {
            cycle_start = Some(steps.len());
        }
        let next = recorder.steps(&states[number], *firing);
        let next = next.ok_or(not_enabled(number + 1))?;
        let after = next.last().and_then(|step| step.state());
        states.push(after.ok_or(ends_early(number + 1))?.to_vec());
        steps.extend(next);
    }
    if lasso.back == Some(lasso.steps.len()) {
        cycle_start = Some(steps.len());
    }
    if !goes_round(recorder, &states, lasso.back) || !shows(recorder, states, lasso.back, question)
    {
        return Err(ReplayError::ClaimFails {
            claim: Ending::Temporal,
        });
    }
    Ok(Trace {
        start,
        steps,
        claim: Ending::Temporal,
        cycle_start,
    })
}

/// Whether the last state is the one at which the cycle begins; if that is itself, it must have no
/// way on.
pub(crate) fn goes_round(
    recorder: &mut Recorder<'_>,
    states: &[Vec<u8>],
    back: Option<usize>,
) -> bool {
    let last = states.len() - 1;
    match back {
        None => true,
        Some(back) if back == last => recorder.is_at_end(&states[last]),
        Some(back) => states[back] == states[last],
    }
}

fn shows(
    recorder: &mut Recorder<'_>,
    mut states: Vec<Vec<u8>>,
    back: Option<usize>,
    question: TemporalClaim<'_>,
) -> bool {
    if back.is_some_and(|back| back + 1 < states.len()) {
        states.pop();
    }
    let mut truth = |state: &Vec<u8>| -> Vec<Option<bool>> {
        let atoms = question.atoms.iter();
        let holds = |atom: &PropertyId| recorder.holds(*atom, question.instance, state).ok();
        atoms.map(holds).collect()
    };
    let letters: Vec<Vec<Option<bool>>> = states.iter().map(&mut truth).collect();
    match (question.claim, back) {
        (Claim::Formula(formula), Some(back)) => {
            word(&letters, back).is_some_and(|word| !word.satisfies(formula))
        }
        (Claim::Formula(formula), None) => is_bad_prefix(formula, &letters),
        // What shows that one is violated is no single run ([`crate::replay_path`]).
        (Claim::Branching(_), _) => false,
        (Claim::Never(observer), Some(back)) => accepts(observer, &letters, back),
        (Claim::Never(observer), None) => {
            let last = states
                .last()
                .is_some_and(|last| recorder.ways_on(last).is_empty());
            comes_to_an_end(observer, &letters, last)
        }
    }
}

/// The run as a word; there is none if some atom makes no sense.
fn word(letters: &[Vec<Option<bool>>], back: usize) -> Option<Lasso> {
    let letters = bits(letters)?;
    Some(Lasso { letters, back })
}

/// Letters as bits; there are none if some atom makes no sense.
fn bits(letters: &[Vec<Option<bool>>]) -> Option<Vec<u64>> {
    let letter = |atoms: &Vec<Option<bool>>| {
        let bits = atoms.iter().enumerate();
        bits.map(|(number, holds)| Some(u64::from((*holds)?) << number))
            .sum::<Option<u64>>()
    };
    letters.iter().map(letter).collect()
}

/// Whether nothing that begins so satisfies a formula: the automaton of the formula itself, which
/// no search has seen, accepts none of it.
fn is_bad_prefix(formula: &Formula, letters: &[Vec<Option<bool>>]) -> bool {
    let Some(word) = bits(letters) else {
        return false;
    };
    match (translate(formula), translate(&formula.clone().negated())) {
        (Ok(automaton), _) => !automaton.accepts_after(&word),
        // The negation is not too large: a search has used it.
        (Err(_), Ok(negation)) => {
            let observer = Observer::from(&negation).with_ends();
            comes_to_an_end(&observer, letters, false)
        }
        (Err(_), Err(_)) => false,
    }
}

fn is_open(guard: &Guard, letter: &[Option<bool>]) -> bool {
    let mut all = guard.all.iter();
    let mut none = guard.none.iter();
    all.all(|atom| letter[*atom] == Some(true)) && none.all(|atom| letter[*atom] == Some(false))
}

/// Whether an observer accepts a word: some component of their product that can be reached has all
/// marks on a circle.
fn accepts(observer: &Observer, letters: &[Vec<Option<bool>>], back: usize) -> bool {
    let count = letters.len();
    let vertex = |state: usize, position: usize| state * count + position;
    let next = |position: usize| {
        if position + 1 < count {
            position + 1
        } else {
            back
        }
    };
    let mut edges: Vec<Vec<(usize, Marks)>> = vec![Vec::new(); observer.states.len() * count];
    let mut is_met = vec![false; edges.len()];
    let mut pending = vec![(0, 0)];
    is_met[0] = true;
    while let Some((state, position)) = pending.pop() {
        for edge in &observer.states[state].edges {
            if !is_open(&edge.guard, &letters[position]) {
                continue;
            }
            let to = (edge.target, next(position));
            edges[vertex(state, position)].push((vertex(to.0, to.1), edge.marks));
            if !std::mem::replace(&mut is_met[vertex(to.0, to.1)], true) {
                pending.push(to);
            }
        }
    }
    let component = components(edges.len(), |at| edges[at].iter().map(|edge| edge.0));
    let mut marks: Vec<Option<Marks>> = vec![None; edges.len()];
    for (at, own) in edges.iter().enumerate() {
        for (_, inside) in own.iter().filter(|edge| component[edge.0] == component[at]) {
            *marks[component[at]].get_or_insert(0) |= inside;
        }
    }
    marks.contains(&Some(observer.all_marks()))
}

/// Whether an observer can come to an end while it reads a run, whose last state may repeat.
fn comes_to_an_end(observer: &Observer, letters: &[Vec<Option<bool>>], repeats: bool) -> bool {
    let mut at = vec![false; observer.states.len()];
    at[0] = true;
    let again = if repeats { observer.states.len() } else { 0 };
    let last = letters.last().into_iter().cycle().take(again);
    for letter in letters.iter().chain(last) {
        let mut after = vec![false; observer.states.len()];
        for (state, _) in observer.states.iter().zip(&at).filter(|(_, at)| **at) {
            if state.is_end {
                return true;
            }
            let open = state.edges.iter();
            for edge in open.filter(|edge| is_open(&edge.guard, letter)) {
                after[edge.target] = true;
            }
        }
        at = after;
    }
    let mut states = observer.states.iter().zip(&at);
    states.any(|(state, at)| state.is_end && *at)
}
