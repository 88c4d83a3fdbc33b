//! Random formulas.

use crate::graphs::{ACTIONS, PROPOSITIONS};
use proptest::prelude::*;
use weyl_temporal::branching::{Formula, Path, Steps};

const VARIABLES: u32 = 3;

fn leaf() -> impl Strategy<Value = Formula> {
    prop_oneof![
        1 => Just(Formula::True),
        1 => Just(Formula::False),
        10 => (0..PROPOSITIONS).prop_map(Formula::Proposition),
    ]
}

/// CTL, with W and with formulas about states joined inside of paths.
pub fn ctl(depth: u32) -> impl Strategy<Value = Formula> {
    leaf().prop_recursive(depth, 12, 2, |inner| {
        let state = inner.clone().prop_map(Path::State);
        let pair = (state.clone(), state.clone());
        let path = prop_oneof![
            state.clone().prop_map(Path::next),
            state.clone().prop_map(Path::always),
            state.prop_map(Path::eventually),
            pair.clone().prop_map(|(a, b)| a.until(b)),
            pair.clone().prop_map(|(a, b)| a.releases(b)),
            pair.prop_map(|(a, b)| a.unless(b)),
        ];
        let both = (inner.clone(), inner.clone());
        prop_oneof![
            1 => inner.prop_map(Formula::negated),
            1 => both.clone().prop_map(|(a, b)| a.and(b)),
            1 => both.prop_map(|(a, b)| a.or(b)),
            3 => path.clone().prop_map(Formula::exists),
            3 => path.prop_map(Formula::every),
        ]
    })
}

fn paths(states: impl Strategy<Value = Formula> + 'static) -> impl Strategy<Value = Path> {
    states
        .prop_map(Path::State)
        .prop_recursive(3, 5, 2, |inner| {
            let pair = (inner.clone(), inner.clone());
            prop_oneof![
                inner.clone().prop_map(Path::negated),
                inner.clone().prop_map(Path::next),
                inner.clone().prop_map(Path::always),
                inner.prop_map(Path::eventually),
                pair.clone().prop_map(|(a, b)| a.and(b)),
                pair.clone().prop_map(|(a, b)| a.or(b)),
                pair.clone().prop_map(|(a, b)| a.until(b)),
                pair.prop_map(|(a, b)| a.releases(b)),
            ]
        })
}

/// CTL*; `depth` path quantifiers in each other.
pub fn ctl_star(depth: u32) -> BoxedStrategy<Formula> {
    if depth == 0 {
        return leaf().boxed();
    }
    let path = paths(ctl_star(depth - 1)).boxed();
    let inner = ctl_star(depth - 1);
    let quantified = prop_oneof![
        path.clone().prop_map(Formula::exists),
        path.prop_map(Formula::every),
    ];
    let pair = (quantified.clone(), inner);
    prop_oneof![
        4 => quantified.clone(),
        1 => quantified.prop_map(Formula::negated),
        1 => pair.clone().prop_map(|(a, b)| a.and(b)),
        1 => pair.prop_map(|(a, b)| a.or(b)),
    ]
    .boxed()
}

/// Two or three fixpoints of changing sign in each other, and all of them named below.
pub fn alternating() -> impl Strategy<Value = Formula> {
    let steps = prop_oneof![
        2 => Just(Steps::All),
        3 => (0..1u32 << ACTIONS).prop_map(Steps::Of),
    ];
    let leaf = prop_oneof![
        1 => (0..PROPOSITIONS).prop_map(Formula::Proposition),
        1 => (0..PROPOSITIONS).prop_map(|number| Formula::Proposition(number).negated()),
        4 => (0..VARIABLES).prop_map(Formula::Variable),
    ];
    let body = leaf.prop_recursive(5, 16, 2, move |inner| {
        let both = (inner.clone(), inner.clone());
        let modal = (steps.clone(), inner);
        prop_oneof![
            2 => both.clone().prop_map(|(a, b)| a.and(b)),
            2 => both.prop_map(|(a, b)| a.or(b)),
            2 => modal.clone().prop_map(|(steps, f)| Formula::can(steps, f)),
            2 => modal.prop_map(|(steps, f)| Formula::must(steps, f)),
        ]
    });
    (any::<bool>(), 2..=VARIABLES, body).prop_map(|(is_least, depth, body)| {
        let nested = (0..depth).rev().fold(body, |body, number| {
            if is_least == (number % 2 == 0) {
                Formula::least(number, body)
            } else {
                Formula::greatest(number, body)
            }
        });
        closed(&nested, true, &mut Vec::new())
    })
}

/// Some run comes again and again, or stays, where this and that holds.
pub fn again_and_again() -> impl Strategy<Value = Formula> {
    let one = (
        0..PROPOSITIONS,
        any::<bool>(),
        prop::bool::weighted(0.2),
        0..4u32,
    );
    let part = one.prop_map(|(number, sign, next, kind)| {
        let state = Formula::Proposition(number);
        let state = Path::State(if sign { state } else { state.negated() });
        let state = if next { state.next() } else { state };
        match kind {
            0 => state.eventually().always().negated(),
            // Only what keeps the promise is possible at times.
            1 => state.clone().negated().until(state).always(),
            // Nothing has to be met.
            2 => state.always(),
            _ => state.eventually().always(),
        }
    });
    prop::collection::vec(part, 1..3).prop_map(|parts| {
        let parts = parts.into_iter().reduce(Path::and);
        Formula::exists(parts.unwrap_or(Path::State(Formula::True)))
    })
}

/// The μ-calculus, with some CTL inside.
pub fn mu(size: u32) -> impl Strategy<Value = Formula> {
    let steps = prop_oneof![Just(Steps::All), (0..1u32 << ACTIONS).prop_map(Steps::Of),];
    let leaf = prop_oneof![
        2 => leaf(),
        3 => (0..VARIABLES).prop_map(Formula::Variable),
    ];
    let free = leaf.prop_recursive(size, 2 * size, 2, move |inner| {
        let both = (inner.clone(), inner.clone());
        let fixpoint = (0..VARIABLES, inner.clone());
        let modal = (steps.clone(), inner.clone());
        let state = inner.clone().prop_map(Path::State);
        prop_oneof![
            2 => inner.prop_map(Formula::negated),
            2 => both.clone().prop_map(|(a, b)| a.and(b)),
            2 => both.prop_map(|(a, b)| a.or(b)),
            4 => fixpoint.clone().prop_map(|(v, f)| Formula::least(v, f)),
            4 => fixpoint.prop_map(|(v, f)| Formula::greatest(v, f)),
            3 => modal.clone().prop_map(|(steps, f)| Formula::can(steps, f)),
            3 => modal.prop_map(|(steps, f)| Formula::must(steps, f)),
            1 => state.prop_map(|path| Formula::exists(path.always())),
        ]
    });
    free.prop_map(|formula| closed(&formula, true, &mut Vec::new()))
}

/// Variables that would mean nothing are propositions.
fn closed(formula: &Formula, sign: bool, bound: &mut Vec<(u32, bool)>) -> Formula {
    match formula {
        Formula::True | Formula::False | Formula::Proposition(_) => formula.clone(),
        Formula::Variable(variable) => {
            let binder = bound.iter().rev().find(|(known, _)| known == variable);
            match binder {
                Some((_, known)) if *known == sign => formula.clone(),
                _ => Formula::Proposition(*variable),
            }
        }
        Formula::Not(one) => closed(one, !sign, bound).negated(),
        Formula::And(one, other) => closed(one, sign, bound).and(closed(other, sign, bound)),
        Formula::Or(one, other) => closed(one, sign, bound).or(closed(other, sign, bound)),
        Formula::Can(steps, one) => Formula::can(*steps, closed(one, sign, bound)),
        Formula::Must(steps, one) => Formula::must(*steps, closed(one, sign, bound)),
        Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
            bound.push((*variable, sign));
            let body = closed(body, sign, bound);
            bound.pop();
            match formula {
                Formula::Least(..) => Formula::least(*variable, body),
                _ => Formula::greatest(*variable, body),
            }
        }
        Formula::Exists(path) => Formula::exists(closed_path(path)),
        Formula::Every(path) => Formula::every(closed_path(path)),
    }
}

fn closed_path(path: &Path) -> Path {
    let of = |one: &Path| closed_path(one);
    match path {
        Path::State(state) => Path::State(closed(state, true, &mut Vec::new())),
        Path::Not(one) => of(one).negated(),
        Path::Next(one) => of(one).next(),
        Path::And(one, other) => of(one).and(of(other)),
        Path::Or(one, other) => of(one).or(of(other)),
        Path::Until(one, other) => of(one).until(of(other)),
        Path::Release(one, other) => of(one).releases(of(other)),
    }
}
