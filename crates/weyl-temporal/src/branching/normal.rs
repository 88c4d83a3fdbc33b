//! Positive normal form: negations before propositions only, and path quantifiers as far inside as
//! they go.
//!
//! What speaks of the first state of a run alone leaves the path formula, E distributes over ∨ and
//! A over ∧: so that CTL is seen where it is, and automata are small.

use super::formula::{self, Formula, Path};
use Formula::{
    And, Can, Every, Exists, False, Greatest, Least, Must, Not, Or, Proposition, True, Variable,
};

impl Formula {
    /// The same with negations before propositions only, and with a variable of its own for each
    /// fixpoint. Negated variables lose their negation: a fixpoint is negated by its dual, in which
    /// the variable stands for the complement. So each variable must stand under an even number of
    /// negations ([`Formula::check`]).
    pub fn positive(&self) -> Formula {
        let mut positive = positive(self, true);
        Renaming::default().formula(&mut positive);
        positive
    }

    /// The negation of a formula in positive normal form; fixpoints keep their variables.
    pub fn opposite(&self) -> Formula {
        positive(self, false)
    }
}

/// Numbers variables anew, in the order of their fixpoints.
#[derive(Default)]
struct Renaming {
    bound: Vec<(formula::Variable, formula::Variable)>,
    next: formula::Variable,
}

impl Renaming {
    fn formula(&mut self, formula: &mut Formula) {
        match formula {
            True | False | Proposition(_) => {}
            Variable(variable) => {
                let mut inner = self.bound.iter().rev();
                if let Some((_, new)) = inner.find(|(old, _)| old == variable) {
                    *variable = *new;
                }
            }
            Not(one) | Can(_, one) | Must(_, one) => self.formula(one),
            And(one, other) | Or(one, other) => {
                self.formula(one);
                self.formula(other);
            }
            Exists(path) | Every(path) => self.path(path),
            Least(variable, body) | Greatest(variable, body) => {
                self.bound.push((*variable, self.next));
                *variable = self.next;
                self.next += 1;
                self.formula(body);
                self.bound.pop();
            }
        }
    }

    fn path(&mut self, path: &mut Path) {
        match path {
            Path::State(state) => self.formula(state),
            Path::Not(one) | Path::Next(one) => self.path(one),
            Path::And(one, other)
            | Path::Or(one, other)
            | Path::Until(one, other)
            | Path::Release(one, other) => {
                self.path(one);
                self.path(other);
            }
        }
    }
}

fn positive(formula: &Formula, sign: bool) -> Formula {
    let of = |one: &Formula| positive(one, sign);
    match formula {
        True if sign => True,
        False if !sign => True,
        True | False => False,
        Proposition(_) if sign => formula.clone(),
        Proposition(_) => formula.clone().negated(),
        Not(one) => positive(one, !sign),
        And(one, other) if sign => conjunction(of(one), of(other)),
        Or(one, other) if !sign => conjunction(of(one), of(other)),
        And(one, other) | Or(one, other) => disjunction(of(one), of(other)),
        Exists(path) if sign => some_run(positive_path(path, sign)),
        Every(path) if !sign => some_run(positive_path(path, sign)),
        Exists(path) | Every(path) => all_runs(positive_path(path, sign)),
        Variable(_) => formula.clone(),
        Least(variable, body) if sign => Formula::least(*variable, of(body)),
        Greatest(variable, body) if !sign => Formula::least(*variable, of(body)),
        Least(variable, body) | Greatest(variable, body) => Formula::greatest(*variable, of(body)),
        Can(steps, then) if sign => Formula::can(*steps, of(then)),
        Must(steps, then) if !sign => Formula::can(*steps, of(then)),
        Can(steps, then) | Must(steps, then) => Formula::must(*steps, of(then)),
    }
}

fn conjunction(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (False, _) | (_, False) => False,
        (True, other) | (other, True) => other,
        (one, other) if one == other => one,
        (one, other) => one.and(other),
    }
}

fn disjunction(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (True, _) | (_, True) => True,
        (False, other) | (other, False) => other,
        (one, other) if one == other => one,
        (one, other) => one.or(other),
    }
}

/// E of a path formula in positive normal form.
fn some_run(path: Path) -> Formula {
    match path {
        Path::State(state) => state,
        Path::Or(one, other) => disjunction(some_run(*one), some_run(*other)),
        Path::And(one, other) => match (*one, *other) {
            (Path::State(state), path) | (path, Path::State(state)) => {
                conjunction(state, some_run(path))
            }
            (one, other) => Formula::exists(one.and(other)),
        },
        path @ (Path::Not(_) | Path::Next(_) | Path::Until(..) | Path::Release(..)) => {
            Formula::exists(path)
        }
    }
}

/// A of a path formula in positive normal form.
fn all_runs(path: Path) -> Formula {
    match path {
        Path::State(state) => state,
        Path::And(one, other) => conjunction(all_runs(*one), all_runs(*other)),
        Path::Or(one, other) => match (*one, *other) {
            (Path::State(state), path) | (path, Path::State(state)) => {
                disjunction(state, all_runs(path))
            }
            (one, other) => Formula::every(one.or(other)),
        },
        path @ (Path::Not(_) | Path::Next(_) | Path::Until(..) | Path::Release(..)) => {
            Formula::every(path)
        }
    }
}

fn positive_path(path: &Path, sign: bool) -> Path {
    let of = |one: &Path| positive_path(one, sign);
    match path {
        Path::State(state) => Path::State(positive(state, sign)),
        Path::Not(one) => positive_path(one, !sign),
        Path::And(one, other) if sign => both(of(one), of(other)),
        Path::Or(one, other) if !sign => both(of(one), of(other)),
        Path::And(one, other) | Path::Or(one, other) => either(of(one), of(other)),
        Path::Next(one) => of(one).next(),
        Path::Until(one, other) if sign => of(one).until(of(other)),
        Path::Release(one, other) if !sign => of(one).until(of(other)),
        Path::Until(one, other) | Path::Release(one, other) => of(one).releases(of(other)),
    }
}

/// What is said of states stays one formula.
fn both(one: Path, other: Path) -> Path {
    match (one, other) {
        (Path::State(one), Path::State(other)) => Path::State(conjunction(one, other)),
        (one, other) => one.and(other),
    }
}

fn either(one: Path, other: Path) -> Path {
    match (one, other) {
        (Path::State(one), Path::State(other)) => Path::State(disjunction(one, other)),
        (one, other) => one.or(other),
    }
}
