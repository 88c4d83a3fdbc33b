//! What is true whatever variables hold: by its Boolean structure alone, `x = 0` and `x != 0` being
//! opposites.

use weyl_ir::{BinaryOp, Comparison, Expr, ExprKind, UnaryOp, erase_spans_of_expr};
use weyl_temporal::{Formula, Proposition};

/// More different parts are not looked at: each doubles the work.
const MOST_PARTS: usize = 10;

/// Whether a condition is true by its structure.
pub(super) fn is_always_true(condition: &Expr) -> bool {
    let mut parts = Parts::default();
    let structure = parts.structure(condition);
    if parts.known.is_empty() || parts.known.len() > MOST_PARTS {
        return false;
    }
    (0..1u32 << parts.known.len()).all(|truth| structure.holds(truth))
}

/// A formula whose propositions are known by what they say: those that are opposites are told as
/// such.
pub(super) fn with_opposites(formula: &Formula, atoms: &[&Expr]) -> Option<Formula> {
    let mut parts = Parts::default();
    let structures: Vec<Structure> = atoms.iter().map(|atom| parts.structure(atom)).collect();
    let is_small = parts.known.len() <= MOST_PARTS;
    is_small.then(|| {
        put_in(formula, &|number| {
            structures.get(usize::from(number)).map(to_formula)
        })
    })?
}

fn put_in(formula: &Formula, meaning: &dyn Fn(Proposition) -> Option<Formula>) -> Option<Formula> {
    let inside = |part: &Formula| put_in(part, meaning);
    Some(match formula {
        Formula::True => Formula::True,
        Formula::False => Formula::False,
        Formula::Proposition(number) => meaning(*number)?,
        Formula::Not(one) => inside(one)?.negated(),
        Formula::And(one, other) => inside(one)?.and(inside(other)?),
        Formula::Or(one, other) => inside(one)?.or(inside(other)?),
        Formula::Next(one) => inside(one)?.next(),
        Formula::Until(one, other) => inside(one)?.until(inside(other)?),
        Formula::Release(one, other) => inside(one)?.releases(inside(other)?),
    })
}

/// A condition as connectives of parts that are not looked into.
enum Structure {
    Part(usize),
    Truth(bool),
    Not(Box<Structure>),
    And(Box<Structure>, Box<Structure>),
    Or(Box<Structure>, Box<Structure>),
}

impl Structure {
    /// For parts that are true where a bit is set.
    fn holds(&self, truth: u32) -> bool {
        match self {
            Structure::Part(part) => truth >> part & 1 == 1,
            Structure::Truth(truth) => *truth,
            Structure::Not(one) => !one.holds(truth),
            Structure::And(one, other) => one.holds(truth) && other.holds(truth),
            Structure::Or(one, other) => one.holds(truth) || other.holds(truth),
        }
    }
}

fn to_formula(structure: &Structure) -> Formula {
    match structure {
        Structure::Part(part) => Formula::Proposition(*part as Proposition),
        Structure::Truth(true) => Formula::True,
        Structure::Truth(false) => Formula::False,
        Structure::Not(one) => to_formula(one).negated(),
        Structure::And(one, other) => to_formula(one).and(to_formula(other)),
        Structure::Or(one, other) => to_formula(one).or(to_formula(other)),
    }
}

#[derive(Default)]
struct Parts {
    known: Vec<Expr>,
}

impl Parts {
    fn structure(&mut self, expr: &Expr) -> Structure {
        let both = |this: &mut Parts, one: &Expr, other: &Expr| {
            [one, other].map(|side| Box::new(this.structure(side)))
        };
        if let ExprKind::And(one, other) = &expr.kind {
            let [one, other] = both(self, one, other);
            Structure::And(one, other)
        } else if let ExprKind::Or(one, other) = &expr.kind {
            let [one, other] = both(self, one, other);
            Structure::Or(one, other)
        } else if let ExprKind::Unary(UnaryOp::Not, one) = &expr.kind {
            Structure::Not(Box::new(self.structure(one)))
        } else if let Some(value) = expr.as_constant() {
            Structure::Truth(value != 0)
        } else if let Some(opposite) = opposite(expr) {
            Structure::Not(Box::new(Structure::Part(self.part(opposite))))
        } else {
            Structure::Part(self.part(expr.clone()))
        }
    }

    fn part(&mut self, mut expr: Expr) -> usize {
        erase_spans_of_expr(&mut expr);
        let known = self.known.iter().position(|other| *other == expr);
        known.unwrap_or_else(|| {
            self.known.push(expr);
            self.known.len() - 1
        })
    }
}

/// The comparison that is true where another one is false, for one of each pair.
fn opposite(expr: &Expr) -> Option<Expr> {
    let ExprKind::Binary(BinaryOp::Compare(of), left, right) = &expr.kind else {
        return None;
    };
    let opposite = match of {
        Comparison::NotEqual => Comparison::Equal,
        Comparison::GreaterEqual => Comparison::Less,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::Equal | Comparison::Less | Comparison::LessEqual => return None,
    };
    let kind = ExprKind::Binary(BinaryOp::Compare(opposite), left.clone(), right.clone());
    Some(Expr::new(kind, expr.ty, expr.span))
}
