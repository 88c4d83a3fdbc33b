//! Negation normal form, and simpler formulas with the same meaning.
//!
//! Rules of F. Somenzi and R. Bloem, "Efficient Büchi automata from LTL formulae" (2000), as far as
//! they need no comparison of formulas beyond equality.

use crate::formula::Formula;
use Formula::{And, False, Next, Not, Or, Proposition, Release, True, Until};

impl Formula {
    /// The same with negations before propositions only, and simplified.
    pub fn normalised(&self) -> Formula {
        simplified(positive(self, true))
    }
}

/// In negation normal form, as it is or negated.
fn positive(formula: &Formula, is_positive: bool) -> Formula {
    let of = |one: &Formula| Box::new(positive(one, is_positive));
    match (formula, is_positive) {
        (True, true) | (False, false) => True,
        (True, false) | (False, true) => False,
        (Proposition(number), true) => Proposition(*number),
        (Proposition(number), false) => Proposition(*number).negated(),
        (Not(one), _) => positive(one, !is_positive),
        (And(one, other), true) | (Or(one, other), false) => And(of(one), of(other)),
        (Or(one, other), true) | (And(one, other), false) => Or(of(one), of(other)),
        (Next(one), _) => Next(of(one)),
        (Until(one, other), true) | (Release(one, other), false) => Until(of(one), of(other)),
        (Release(one, other), true) | (Until(one, other), false) => Release(of(one), of(other)),
    }
}

/// From the inside out; each rule leads to something smaller.
fn simplified(formula: Formula) -> Formula {
    match formula {
        True | False | Proposition(_) | Not(_) => formula,
        And(one, other) => conjunction(simplified(*one), simplified(*other)),
        Or(one, other) => disjunction(simplified(*one), simplified(*other)),
        Next(one) => next(simplified(*one)),
        Until(one, other) => until(simplified(*one), simplified(*other)),
        Release(one, other) => release(simplified(*one), simplified(*other)),
    }
}

fn next(one: Formula) -> Formula {
    match one {
        True => True,
        False => False,
        one => one.next(),
    }
}

fn are_opposite(one: &Formula, other: &Formula) -> bool {
    match (one, other) {
        (Not(inner), outer) | (outer, Not(inner)) => **inner == *outer,
        _ => false,
    }
}

fn conjunction(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (False, _) | (_, False) => False,
        (True, one) | (one, True) => one,
        (one, other) if one == other => one,
        (one, other) if are_opposite(&one, &other) => False,
        // X a ∧ X b = X (a ∧ b)
        (Next(one), Next(other)) => next(conjunction(*one, *other)),
        // (a R b) ∧ (a R c) = a R (b ∧ c)
        (Release(a, b), Release(c, d)) if a == c => release(*a, conjunction(*b, *d)),
        // (a U b) ∧ (c U b) = (a ∧ c) U b
        (Until(a, b), Until(c, d)) if b == d => until(conjunction(*a, *c), *b),
        (one, other) => one.and(other),
    }
}

fn disjunction(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (True, _) | (_, True) => True,
        (False, one) | (one, False) => one,
        (one, other) if one == other => one,
        (one, other) if are_opposite(&one, &other) => True,
        (Next(one), Next(other)) => next(disjunction(*one, *other)),
        // (a U b) ∨ (a U c) = a U (b ∨ c)
        (Until(a, b), Until(c, d)) if a == c => until(*a, disjunction(*b, *d)),
        // (a R b) ∨ (c R b) = (a ∨ c) R b
        (Release(a, b), Release(c, d)) if b == d => release(disjunction(*a, *c), *b),
        (one, other) => one.or(other),
    }
}

fn until(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (_, True) => True,
        (_, False) => False,
        (False, other) => other,
        (one, other) if one == other => one,
        // ◇◇ a = ◇ a, ◇□◇ a = □◇ a
        (True, Until(one, other)) if *one == True => until(True, *other),
        (True, other) if is_infinitely_often(&other) => other,
        // X a U X b = X (a U b)
        (Next(one), Next(other)) => next(until(*one, *other)),
        (True, Next(other)) => next(until(True, *other)),
        // a U (a U b) = a U b
        (one, Until(a, b)) if one == *a => until(*a, *b),
        (one, other) => one.until(other),
    }
}

fn release(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (_, False) => False,
        (_, True) => True,
        (True, other) => other,
        (one, other) if one == other => one,
        (False, Release(one, other)) if *one == False => release(False, *other),
        (False, other) if is_almost_always(&other) => other,
        (Next(one), Next(other)) => next(release(*one, *other)),
        (False, Next(other)) => next(release(False, *other)),
        (one, Release(a, b)) if one == *a => release(*a, *b),
        (one, other) => one.releases(other),
    }
}

/// □◇ a: does not depend on when it is asked.
fn is_infinitely_often(formula: &Formula) -> bool {
    match formula {
        Release(one, other) => **one == False && matches!(&**other, Until(a, _) if **a == True),
        _ => false,
    }
}

/// ◇□ a.
fn is_almost_always(formula: &Formula) -> bool {
    match formula {
        Until(one, other) => **one == True && matches!(&**other, Release(a, _) if **a == False),
        _ => false,
    }
}
