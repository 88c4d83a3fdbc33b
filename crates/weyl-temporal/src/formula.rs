//! Formulas of linear temporal logic.

use std::fmt;

/// A proposition, by its number; what it says of a state is known elsewhere.
pub type Proposition = u8;

/// More propositions than fit in a word are not needed: what has no temporal operator is one.
pub const MAX_PROPOSITIONS: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    True,
    False,
    Proposition(Proposition),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    /// The second holds at some time, and the first until then.
    Until(Box<Formula>, Box<Formula>),
    /// The second holds up to and including the time when the first does, if that ever comes; `V`
    /// in SPIN.
    Release(Box<Formula>, Box<Formula>),
}

impl Formula {
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Formula) -> Formula {
        Formula::Or(Box::new(self), Box::new(other))
    }

    pub fn implies(self, other: Formula) -> Formula {
        self.negated().or(other)
    }

    pub fn equals(self, other: Formula) -> Formula {
        let both = self.clone().and(other.clone());
        let neither = self.negated().and(other.negated());
        both.or(neither)
    }

    pub fn next(self) -> Formula {
        Formula::Next(Box::new(self))
    }

    pub fn until(self, other: Formula) -> Formula {
        Formula::Until(Box::new(self), Box::new(other))
    }

    pub fn releases(self, other: Formula) -> Formula {
        Formula::Release(Box::new(self), Box::new(other))
    }

    /// Until, or for ever: a W b = b R (a ∨ b).
    pub fn unless(self, other: Formula) -> Formula {
        other.clone().releases(self.or(other))
    }

    pub fn eventually(self) -> Formula {
        Formula::True.until(self)
    }

    pub fn always(self) -> Formula {
        Formula::False.releases(self)
    }

    /// Whether it speaks of the present alone.
    pub fn is_propositional(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Proposition(_) => true,
            Formula::Not(one) => one.is_propositional(),
            Formula::And(one, other) | Formula::Or(one, other) => {
                one.is_propositional() && other.is_propositional()
            }
            Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => false,
        }
    }

    /// Whether it can tell words apart that differ in repetitions alone.
    pub fn has_next(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Proposition(_) => false,
            Formula::Next(_) => true,
            Formula::Not(one) => one.has_next(),
            Formula::And(one, other)
            | Formula::Or(one, other)
            | Formula::Until(one, other)
            | Formula::Release(one, other) => one.has_next() || other.has_next(),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::True => write!(f, "true"),
            Formula::False => write!(f, "false"),
            Formula::Proposition(number) => write!(f, "p{number}"),
            Formula::Not(one) => write!(f, "!{one}"),
            Formula::And(one, other) => write!(f, "({one} && {other})"),
            Formula::Or(one, other) => write!(f, "({one} || {other})"),
            Formula::Next(one) => write!(f, "X {one}"),
            Formula::Until(one, other) if **one == Formula::True => write!(f, "<> {other}"),
            Formula::Release(one, other) if **one == Formula::False => write!(f, "[] {other}"),
            Formula::Until(one, other) => write!(f, "({one} U {other})"),
            Formula::Release(one, other) => write!(f, "({one} V {other})"),
        }
    }
}
