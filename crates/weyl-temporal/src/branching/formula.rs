//! Formulas about states: CTL* and the modal μ-calculus, in one tree.

use std::fmt;

/// A proposition, by its number; where it holds is known to the graph.
pub type Proposition = u32;

/// A variable, by its number; the innermost fixpoint that binds it is meant.
pub type Variable = u32;

/// What is said of a state. Its height is bounded by who builds it: everything that looks at
/// formulas, not at graphs, goes down by recursion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    True,
    False,
    Proposition(Proposition),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// Some run from here (`E`).
    Exists(Box<Path>),
    /// Every run from here (`A`).
    Every(Box<Path>),
    Variable(Variable),
    /// The least set of states that the formula describes if the variable stands for it (`mu`).
    Least(Variable, Box<Formula>),
    /// The greatest one (`nu`).
    Greatest(Variable, Box<Formula>),
    /// Some step leads to such a state (`<a>`).
    Can(Steps, Box<Formula>),
    /// Every step leads to such a state (`[a]`).
    Must(Steps, Box<Formula>),
}

/// Which steps a modality speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Steps {
    /// All, also the one by which a state without successors repeats.
    All,
    /// Those with an action of a set, which is known by its number; a state that repeats does so
    /// without an action.
    Of(u32),
}

/// What is said of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Path {
    /// Of its first state.
    State(Formula),
    Not(Box<Path>),
    And(Box<Path>, Box<Path>),
    Or(Box<Path>, Box<Path>),
    Next(Box<Path>),
    /// The second holds at some time, and the first until then.
    Until(Box<Path>, Box<Path>),
    /// The second holds up to and including the time when the first does, if that ever comes.
    Release(Box<Path>, Box<Path>),
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

    pub fn exists(path: Path) -> Formula {
        Formula::Exists(Box::new(path))
    }

    pub fn every(path: Path) -> Formula {
        Formula::Every(Box::new(path))
    }

    pub fn least(variable: Variable, body: Formula) -> Formula {
        Formula::Least(variable, Box::new(body))
    }

    pub fn greatest(variable: Variable, body: Formula) -> Formula {
        Formula::Greatest(variable, Box::new(body))
    }

    pub fn can(steps: Steps, then: Formula) -> Formula {
        Formula::Can(steps, Box::new(then))
    }

    pub fn must(steps: Steps, then: Formula) -> Formula {
        Formula::Must(steps, Box::new(then))
    }

    /// Whether the labels of a state decide it.
    pub fn is_propositional(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Proposition(_) => true,
            Formula::Not(one) => one.is_propositional(),
            Formula::And(one, other) | Formula::Or(one, other) => {
                one.is_propositional() && other.is_propositional()
            }
            Formula::Exists(_)
            | Formula::Every(_)
            | Formula::Variable(_)
            | Formula::Least(..)
            | Formula::Greatest(..)
            | Formula::Can(..)
            | Formula::Must(..) => false,
        }
    }
}

impl Path {
    pub fn negated(self) -> Path {
        Path::Not(Box::new(self))
    }

    pub fn and(self, other: Path) -> Path {
        Path::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Path) -> Path {
        Path::Or(Box::new(self), Box::new(other))
    }

    pub fn next(self) -> Path {
        Path::Next(Box::new(self))
    }

    pub fn until(self, other: Path) -> Path {
        Path::Until(Box::new(self), Box::new(other))
    }

    pub fn releases(self, other: Path) -> Path {
        Path::Release(Box::new(self), Box::new(other))
    }

    /// Until, or for ever: a W b = b R (a ∨ b).
    pub fn unless(self, other: Path) -> Path {
        other.clone().releases(self.or(other))
    }

    pub fn eventually(self) -> Path {
        Path::State(Formula::True).until(self)
    }

    pub fn always(self) -> Path {
        Path::State(Formula::False).releases(self)
    }

    /// All maximal formulas about states, from the left to the right.
    pub fn for_each_state<'f>(&'f self, look: &mut impl FnMut(&'f Formula)) {
        match self {
            Path::State(state) => look(state),
            Path::Not(one) | Path::Next(one) => one.for_each_state(look),
            Path::And(one, other)
            | Path::Or(one, other)
            | Path::Until(one, other)
            | Path::Release(one, other) => {
                one.for_each_state(look);
                other.for_each_state(look);
            }
        }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Steps::All => Ok(()),
            Steps::Of(set) => write!(f, "a{set}"),
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
            Formula::Exists(path) => write!(f, "E({path})"),
            Formula::Every(path) => write!(f, "A({path})"),
            Formula::Variable(number) => write!(f, "X{number}"),
            Formula::Least(variable, body) => write!(f, "(mu X{variable}. {body})"),
            Formula::Greatest(variable, body) => write!(f, "(nu X{variable}. {body})"),
            Formula::Can(steps, then) => write!(f, "<{steps}> {then}"),
            Formula::Must(steps, then) => write!(f, "[{steps}] {then}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::State(state) => write!(f, "{state}"),
            Path::Not(one) => write!(f, "!{one}"),
            Path::And(one, other) => write!(f, "({one} && {other})"),
            Path::Or(one, other) => write!(f, "({one} || {other})"),
            Path::Next(one) => write!(f, "X {one}"),
            Path::Until(one, other) if **one == Path::State(Formula::True) => {
                write!(f, "F {other}")
            }
            Path::Release(one, other) if **one == Path::State(Formula::False) => {
                write!(f, "G {other}")
            }
            Path::Until(one, other) => write!(f, "({one} U {other})"),
            Path::Release(one, other) => write!(f, "({one} R {other})"),
        }
    }
}
