//! Whether evidence shows what it says, by definition.

use crate::graphs::Small;
use crate::meaning::Meaning;
use std::collections::BTreeMap;
use weyl_branching::{Evidence, Fairness, Move, Position, Reason, Run, Step, Strategy};
use weyl_temporal::branching::{Formula, Path, Steps};
use weyl_temporal::{Formula as Linear, Lasso};

/// What is wrong with evidence for a formula, which is in positive normal form, in a state.
pub fn complaint(
    meaning: &Meaning<'_>,
    evidence: &Evidence,
    formula: &Formula,
    state: u32,
) -> Result<(), String> {
    let Some(first) = evidence.shown.first() else {
        return Err("nothing is shown".to_string());
    };
    if first.formula != *formula || first.state != state {
        return Err(format!("{} is shown first", first.formula));
    }
    for shown in &evidence.shown {
        let about = |wrong: String| format!("{} in {}: {wrong}", shown.formula, shown.state);
        let is = |place: usize, formula: &Formula, state: u32| {
            let other = evidence.shown.get(place);
            other.is_some_and(|other| other.formula == *formula && other.state == state)
        };
        match (&shown.reason, &shown.formula) {
            (Reason::Labels, formula) if formula.is_propositional() => {
                expect(meaning.holding(formula)[shown.state as usize], "no label")
            }
            (Reason::Exhausted, formula @ Formula::Every(_)) => expect(
                meaning.holding(formula)[shown.state as usize],
                "it is wrong",
            ),
            (Reason::Both([a, b]), Formula::And(one, other)) => expect(
                is(*a, one, shown.state) && is(*b, other, shown.state),
                "other parts",
            ),
            (Reason::One(at), Formula::Or(one, other)) => expect(
                is(*at, one, shown.state) || is(*at, other, shown.state),
                "another part",
            ),
            (Reason::Run(run), Formula::Exists(path)) => {
                check_run(meaning, evidence, run, path, shown.state)
            }
            (Reason::Strategy(strategy), formula) => {
                check_strategy(meaning.graph, evidence, strategy, formula, shown.state)
            }
            (reason, _) => Err(format!("{reason:?} is no reason")),
        }
        .map_err(about)?;
    }
    Ok(())
}

fn expect(holds: bool, wrong: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(wrong.to_string())
    }
}

fn way(graph: &Small, state: u32, number: u32) -> Result<Step, String> {
    let way = graph.ways(state as usize).get(number as usize).copied();
    way.ok_or(format!("no step {number} in {state}"))
}

fn check_run(
    meaning: &Meaning<'_>,
    evidence: &Evidence,
    run: &Run,
    path: &Path,
    state: u32,
) -> Result<(), String> {
    expect(run.states.first() == Some(&state), "it begins elsewhere")?;
    let count = run.states.len();
    let steps = count - usize::from(run.back.is_none());
    expect(
        run.steps.len() == steps && run.claims.len() == count,
        "lengths",
    )?;
    expect(run.back.is_none_or(|back| back < count), "back to nowhere")?;
    for (at, number) in run.steps.iter().enumerate() {
        let step = way(meaning.graph, run.states[at], *number)?;
        let next = if at + 1 < count {
            at + 1
        } else {
            run.back.unwrap_or(0)
        };
        expect(run.states[next] == step.target, "steps do not meet")?;
    }
    let mut literals = Vec::new();
    let linear = linear(path, &mut literals);
    let mut letters = Vec::new();
    for (at, claims) in run.claims.iter().enumerate() {
        let mut letter = 0;
        for claim in claims {
            let shown = evidence.shown.get(*claim).ok_or("nothing is shown")?;
            expect(shown.state == run.states[at], "shown of another state")?;
            let bits = literals.iter().enumerate();
            let same = bits.filter(|(_, literal)| **literal == shown.formula);
            letter |= same.map(|(bit, _)| 1 << bit).sum::<u64>();
        }
        letters.push(letter);
    }
    // What is not claimed may be otherwise: the formula is monotonous in its literals.
    let back = run.back.unwrap_or_else(|| {
        letters.push(0);
        letters.len() - 1
    });
    expect(
        Lasso { letters, back }.satisfies(&linear),
        "the run does not satisfy it",
    )?;
    match (meaning.fairness, run.back) {
        (Fairness::None, _) => Ok(()),
        (_, Some(back)) => expect(is_fair(meaning, run, back), "the run is not fair"),
        (_, None) => Err("it is not said how it goes on".to_string()),
    }
}

fn linear(path: &Path, literals: &mut Vec<Formula>) -> Linear {
    let mut of = |one: &Path| linear(one, literals);
    match path {
        Path::State(Formula::True) => Linear::True,
        Path::State(Formula::False) => Linear::False,
        Path::State(state) => {
            literals.push(state.clone());
            Linear::Proposition(literals.len() as u8 - 1)
        }
        Path::Not(_) => unreachable!("it is in positive normal form"),
        Path::Next(one) => of(one).next(),
        Path::And(one, other) => {
            let one = of(one);
            one.and(of(other))
        }
        Path::Or(one, other) => {
            let one = of(one);
            one.or(of(other))
        }
        Path::Until(one, other) => {
            let one = of(one);
            one.until(of(other))
        }
        Path::Release(one, other) => {
            let one = of(one);
            one.releases(of(other))
        }
    }
}

/// Goes round until all units have their names again.
fn is_fair(meaning: &Meaning<'_>, run: &Run, back: usize) -> bool {
    let graph = meaning.graph;
    let first: Vec<u32> = (0..graph.units).collect();
    let mut names = first.clone();
    let mut acted = vec![false; names.len()];
    let mut enabled = vec![false; names.len()];
    let mut disabled = vec![false; names.len()];
    loop {
        for at in back..run.states.len() {
            let state = run.states[at] as usize;
            let step = graph.ways(state)[run.steps[at] as usize];
            for (unit, name) in names.iter_mut().enumerate() {
                let can = graph.enabled(state) >> *name & 1 == 1;
                enabled[unit] |= can;
                disabled[unit] |= !can;
                acted[unit] |= step.acting >> *name & 1 == 1;
                if step.renaming > 0 {
                    *name = graph.renamings[step.renaming as usize - 1][*name as usize];
                }
            }
        }
        if names == first {
            break;
        }
    }
    (0..names.len()).all(|unit| match meaning.fairness {
        Fairness::None => true,
        Fairness::Weak => acted[unit] || disabled[unit],
        Fairness::Strong => acted[unit] || !enabled[unit],
    })
}

fn check_strategy(
    graph: &Small,
    evidence: &Evidence,
    strategy: &Strategy,
    formula: &Formula,
    state: u32,
) -> Result<(), String> {
    let mut binders = BTreeMap::new();
    collect(formula, &mut Vec::new(), &mut binders);
    let first = strategy.positions.first().ok_or("no position")?;
    expect(
        first.formula == *formula && first.state == state,
        "it begins elsewhere",
    )?;
    for position in &strategy.positions {
        check_move(graph, evidence, strategy, position, &binders)
            .map_err(|wrong| format!("at {} in {}: {wrong}", position.formula, position.state))?;
    }
    for (variable, binder) in &binders {
        if matches!(binder.formula, Formula::Least(..)) {
            let wrong = format!("X{variable} is unfolded for ever");
            expect(!goes_round(strategy, binder), &wrong)?;
        }
    }
    Ok(())
}

/// A fixpoint, with the variables of those around it.
struct Binder {
    formula: Formula,
    around: Vec<u32>,
}

fn collect(formula: &Formula, around: &mut Vec<u32>, binders: &mut BTreeMap<u32, Binder>) {
    match formula {
        Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
            let binder = Binder {
                formula: formula.clone(),
                around: around.clone(),
            };
            assert!(
                binders.insert(*variable, binder).is_none(),
                "variables differ"
            );
            around.push(*variable);
            collect(body, around, binders);
            around.pop();
        }
        Formula::Can(_, one) | Formula::Must(_, one) | Formula::Not(one) => {
            collect(one, around, binders)
        }
        Formula::And(one, other) | Formula::Or(one, other) => {
            collect(one, around, binders);
            collect(other, around, binders);
        }
        // They are closed.
        _ => {}
    }
}

fn check_move(
    graph: &Small,
    evidence: &Evidence,
    strategy: &Strategy,
    position: &Position,
    binders: &BTreeMap<u32, Binder>,
) -> Result<(), String> {
    let state = position.state;
    let leads = |place: usize, formula: &Formula, state: u32| {
        let formula = match formula {
            Formula::Variable(variable) => &binders[variable].formula,
            _ => formula,
        };
        let to = strategy.positions.get(place);
        let fits = to.is_some_and(|to| to.formula == *formula && to.state == state);
        expect(fits, "the move leads elsewhere")
    };
    let counts = |wanted: Steps, step: Step| match wanted {
        Steps::All => true,
        Steps::Of(set) => step.action.is_some_and(|action| set >> action & 1 == 1),
    };
    match (&position.next, &position.formula) {
        (Move::Shown(place), formula) => {
            let shown = evidence.shown.get(*place).ok_or("nothing is shown")?;
            expect(
                shown.formula == *formula && shown.state == state,
                "another is shown",
            )
        }
        (Move::Both([a, b]), Formula::And(one, other)) => {
            leads(*a, one, state)?;
            leads(*b, other, state)
        }
        (Move::One { part: 0, then }, Formula::Or(one, _)) => leads(*then, one, state),
        (Move::One { part: 1, then }, Formula::Or(_, other)) => leads(*then, other, state),
        (Move::Unfold(then), Formula::Least(_, body) | Formula::Greatest(_, body)) => {
            leads(*then, body, state)
        }
        (Move::Step { number, then }, Formula::Can(wanted, after)) => {
            let step = way(graph, state, *number)?;
            expect(counts(*wanted, step), "the step does not count")?;
            leads(*then, after, step.target)
        }
        (Move::Steps(steps), Formula::Must(wanted, after)) => {
            let ways = graph.ways(state as usize);
            let numbers = (0..).zip(&ways).filter(|(_, step)| counts(*wanted, **step));
            let numbers: Vec<u32> = numbers.map(|(number, _)| number).collect();
            let given: Vec<u32> = steps.iter().map(|(number, _)| *number).collect();
            expect(numbers == given, "other steps count")?;
            for (number, then) in steps {
                leads(*then, after, ways[*number as usize].target)?;
            }
            Ok(())
        }
        (next, _) => Err(format!("{next:?} is no move")),
    }
}

/// Whether some play unfolds a fixpoint for ever, and none of those around it.
fn goes_round(strategy: &Strategy, binder: &Binder) -> bool {
    let is_around = |position: &Position| match &position.formula {
        Formula::Least(variable, _) | Formula::Greatest(variable, _) => {
            binder.around.contains(variable)
        }
        _ => false,
    };
    let onward = |place: usize| -> Vec<usize> {
        let next = match &strategy.positions[place].next {
            Move::Shown(_) => Vec::new(),
            Move::Both(both) => both.to_vec(),
            Move::One { then, .. } | Move::Unfold(then) | Move::Step { then, .. } => vec![*then],
            Move::Steps(steps) => steps.iter().map(|(_, then)| *then).collect(),
        };
        let inside = next.into_iter();
        inside
            .filter(|to| !is_around(&strategy.positions[*to]))
            .collect()
    };
    let starts = strategy.positions.iter().enumerate();
    let mut starts = starts.filter(|(_, position)| position.formula == binder.formula);
    starts.any(|(start, _)| {
        let mut seen = vec![false; strategy.positions.len()];
        let mut pending = onward(start);
        while let Some(at) = pending.pop() {
            if !seen[at] {
                seen[at] = true;
                pending.extend(onward(at));
            }
        }
        seen[start]
    })
}
