//! Which formulas mean something, and how hard they are.

use super::formula::{Formula, Path, Variable};
use std::collections::BTreeSet;
use std::fmt;

/// Why a formula means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllFormed {
    #[error("no fixpoint binds the variable {0}")]
    Unbound(Variable),
    #[error("the variable {0} stands under an odd number of negations")]
    Negated(Variable),
    #[error("the variable {0} stands inside of a path quantifier")]
    InPath(Variable),
}

/// The least of the usual logics that a formula belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Propositional,
    Ctl,
    /// One A, over a path formula without quantifiers.
    Ltl,
    CtlStar,
    /// With fixpoints or modalities, perhaps beside path quantifiers. The depth is that of
    /// alternation (D. Niwiński, *On fixed-point clones*, 1986): 0 without fixpoints, 1 where no
    /// least and greatest ones depend on each other.
    Mu {
        alternation: u32,
    },
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Propositional => write!(f, "propositional"),
            Class::Ctl => write!(f, "CTL"),
            Class::Ltl => write!(f, "LTL"),
            Class::CtlStar => write!(f, "CTL*"),
            Class::Mu { alternation } => write!(f, "mu-calculus, alternation depth {alternation}"),
        }
    }
}

/// A variable where a formula is looked at.
#[derive(Clone, Copy)]
struct Bound {
    variable: Variable,
    /// Whether the number of negations on the way to the fixpoint is even.
    sign: bool,
    /// Path quantifiers on the way to the fixpoint.
    quantifiers: usize,
}

impl Formula {
    /// Whether it means something by itself.
    pub fn check(&self) -> Result<(), IllFormed> {
        Scope::default().formula(self)
    }

    pub fn class(&self) -> Class {
        if has_fixpoints_or_modalities(self) {
            Class::Mu {
                alternation: alternation(self),
            }
        } else if self.is_propositional() {
            Class::Propositional
        } else if is_ctl(self) {
            Class::Ctl
        } else if is_ltl(self) {
            Class::Ltl
        } else {
            Class::CtlStar
        }
    }

    pub fn is_closed(&self) -> bool {
        let mut closed = true;
        self.for_each_free(&mut Vec::new(), &mut |_| closed = false);
        closed
    }

    /// Variables inside of path quantifiers are no concern: there are none ([`Formula::check`]).
    fn for_each_free(&self, bound: &mut Vec<Variable>, look: &mut impl FnMut(Variable)) {
        match self {
            Formula::True
            | Formula::False
            | Formula::Proposition(_)
            | Formula::Exists(_)
            | Formula::Every(_) => {}
            Formula::Variable(variable) => {
                if !bound.contains(variable) {
                    look(*variable)
                }
            }
            Formula::Not(one) | Formula::Can(_, one) | Formula::Must(_, one) => {
                one.for_each_free(bound, look)
            }
            Formula::And(one, other) | Formula::Or(one, other) => {
                one.for_each_free(bound, look);
                other.for_each_free(bound, look);
            }
            Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
                bound.push(*variable);
                body.for_each_free(bound, look);
                bound.pop();
            }
        }
    }
}

#[derive(Default)]
struct Scope {
    bound: Vec<Bound>,
    sign: bool,
    quantifiers: usize,
}

impl Scope {
    fn formula(&mut self, formula: &Formula) -> Result<(), IllFormed> {
        match formula {
            Formula::True | Formula::False | Formula::Proposition(_) => Ok(()),
            Formula::Variable(variable) => self.occurrence(*variable),
            Formula::Not(one) => self.under_negation(|scope| scope.formula(one)),
            Formula::Can(_, one) | Formula::Must(_, one) => self.formula(one),
            Formula::And(one, other) | Formula::Or(one, other) => {
                self.formula(one)?;
                self.formula(other)
            }
            Formula::Exists(path) | Formula::Every(path) => {
                self.quantifiers += 1;
                let checked = self.path(path);
                self.quantifiers -= 1;
                checked
            }
            Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
                self.bound.push(Bound {
                    variable: *variable,
                    sign: self.sign,
                    quantifiers: self.quantifiers,
                });
                let checked = self.formula(body);
                self.bound.pop();
                checked
            }
        }
    }

    fn path(&mut self, path: &Path) -> Result<(), IllFormed> {
        match path {
            Path::State(state) => self.formula(state),
            Path::Not(one) => self.under_negation(|scope| scope.path(one)),
            Path::Next(one) => self.path(one),
            Path::And(one, other)
            | Path::Or(one, other)
            | Path::Until(one, other)
            | Path::Release(one, other) => {
                self.path(one)?;
                self.path(other)
            }
        }
    }

    fn under_negation(
        &mut self,
        check: impl FnOnce(&mut Scope) -> Result<(), IllFormed>,
    ) -> Result<(), IllFormed> {
        self.sign = !self.sign;
        let checked = check(self);
        self.sign = !self.sign;
        checked
    }

    fn occurrence(&self, variable: Variable) -> Result<(), IllFormed> {
        let mut inner = self.bound.iter().rev();
        let Some(bound) = inner.find(|bound| bound.variable == variable) else {
            return Err(IllFormed::Unbound(variable));
        };
        if bound.quantifiers != self.quantifiers {
            return Err(IllFormed::InPath(variable));
        }
        if bound.sign != self.sign {
            return Err(IllFormed::Negated(variable));
        }
        Ok(())
    }
}

fn has_fixpoints_or_modalities(formula: &Formula) -> bool {
    match formula {
        Formula::True | Formula::False | Formula::Proposition(_) => false,
        Formula::Not(one) => has_fixpoints_or_modalities(one),
        Formula::And(one, other) | Formula::Or(one, other) => {
            has_fixpoints_or_modalities(one) || has_fixpoints_or_modalities(other)
        }
        Formula::Exists(path) | Formula::Every(path) => {
            let mut found = false;
            path.for_each_state(&mut |state| found |= has_fixpoints_or_modalities(state));
            found
        }
        Formula::Variable(_)
        | Formula::Least(..)
        | Formula::Greatest(..)
        | Formula::Can(..)
        | Formula::Must(..) => true,
    }
}

/// Each path quantifier with one temporal operator, over formulas about states.
fn is_ctl(formula: &Formula) -> bool {
    match formula {
        Formula::Not(one) => is_ctl(one),
        Formula::And(one, other) | Formula::Or(one, other) => is_ctl(one) && is_ctl(other),
        Formula::Exists(path) | Formula::Every(path) => is_ctl_path(path),
        _ => formula.is_propositional(),
    }
}

/// `a W b` counts as one operator, although it is b R (a ∨ b).
fn is_ctl_path(path: &Path) -> bool {
    match path {
        Path::Next(one) => is_ctl_state(one),
        Path::Until(one, other) | Path::Release(one, other) => {
            is_ctl_state(one) && is_ctl_state(other)
        }
        Path::State(_) | Path::Not(_) | Path::And(..) | Path::Or(..) => false,
    }
}

/// A formula about states, in the clothes of a path formula.
fn is_ctl_state(path: &Path) -> bool {
    match path {
        Path::State(state) => is_ctl(state),
        Path::Not(one) => is_ctl_state(one),
        Path::And(one, other) | Path::Or(one, other) => is_ctl_state(one) && is_ctl_state(other),
        Path::Next(_) | Path::Until(..) | Path::Release(..) => false,
    }
}

fn is_ltl(formula: &Formula) -> bool {
    let Formula::Every(path) = formula else {
        return false;
    };
    let mut linear = true;
    path.for_each_state(&mut |state| linear &= state.is_propositional());
    linear
}

/// The longest chain of nested fixpoints, of which each depends on the one before: it names its
/// variable; a sign that does not change counts for nothing.
fn alternation(formula: &Formula) -> u32 {
    let mut fixpoints = Vec::new();
    collect(&formula.positive(), &mut fixpoints);
    let mut depths = vec![1; fixpoints.len()];
    for (at, outer) in fixpoints.iter().enumerate().rev() {
        for inner in at + 1..outer.end {
            if fixpoints[inner].free.contains(&outer.variable) {
                let change = u32::from(fixpoints[inner].is_least != outer.is_least);
                depths[at] = depths[at].max(depths[inner] + change);
            }
        }
    }
    depths.into_iter().max().unwrap_or(0)
}

struct Fixpoint {
    is_least: bool,
    variable: Variable,
    free: BTreeSet<Variable>,
    /// Those inside of it are listed behind it, up to here.
    end: usize,
}

/// Lists the fixpoints of a formula in positive normal form; its free variables.
fn collect(formula: &Formula, fixpoints: &mut Vec<Fixpoint>) -> BTreeSet<Variable> {
    match formula {
        Formula::True | Formula::False | Formula::Proposition(_) => BTreeSet::new(),
        Formula::Variable(variable) => BTreeSet::from([*variable]),
        Formula::Not(one) | Formula::Can(_, one) | Formula::Must(_, one) => collect(one, fixpoints),
        Formula::And(one, other) | Formula::Or(one, other) => {
            let mut free = collect(one, fixpoints);
            free.extend(collect(other, fixpoints));
            free
        }
        Formula::Exists(path) | Formula::Every(path) => {
            path.for_each_state(&mut |state| {
                collect(state, fixpoints);
            });
            BTreeSet::new()
        }
        Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
            let own = fixpoints.len();
            fixpoints.push(Fixpoint {
                is_least: matches!(formula, Formula::Least(..)),
                variable: *variable,
                free: BTreeSet::new(),
                end: own,
            });
            let mut free = collect(body, fixpoints);
            free.remove(variable);
            fixpoints[own].free.clone_from(&free);
            fixpoints[own].end = fixpoints.len();
            free
        }
    }
}
