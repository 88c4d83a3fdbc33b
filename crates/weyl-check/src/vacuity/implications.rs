//! Left sides of implications.
//!
//! A state satisfies the watching condition only if it gets as far as the left side when the
//! property is evaluated, and nothing is evaluated that the property does not evaluate there: it
//! fails nowhere else.

use weyl_ir::{Expr, ExprKind, Property, PropertyKind, Quantifier, UnaryOp};
use weyl_source::{Sources, Span};
use weyl_temporal::{Claim, Formula, Proposition};

/// For each implication in a condition: what holds where its left side does, and where that is
/// written.
pub(super) fn of_condition(condition: &Expr, sources: &Sources) -> Vec<(Expr, Span)> {
    match &condition.kind {
        ExprKind::And(first, second) => {
            let mut found = of_condition(first, sources);
            let behind = of_condition(second, sources).into_iter();
            found.extend(behind.map(|(watching, span)| (both(first, watching), span)));
            found
        }
        ExprKind::Or(first, second) if is_written_as_implication(first, second, sources) => {
            let left = opposite(first);
            let mut found = vec![(left.clone(), first.span)];
            let behind = of_condition(second, sources).into_iter();
            found.extend(behind.map(|(watching, span)| (both(&left, watching), span)));
            found
        }
        ExprKind::Quantified {
            quantifier: Quantifier::Forall,
            evaluation,
            binding,
            body,
        } => {
            let inside = of_condition(body, sources).into_iter();
            let some = inside.map(|(watching, span)| {
                let kind = ExprKind::Quantified {
                    quantifier: Quantifier::Exists,
                    evaluation: *evaluation,
                    binding: binding.clone(),
                    body: Box::new(watching),
                };
                (Expr::new(kind, condition.ty, condition.span), span)
            });
            some.collect()
        }
        ExprKind::Or(..)
        | ExprKind::Constant(_)
        | ExprKind::Read(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Truncate { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Name(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => Vec::new(),
    }
}

/// Where the text has an arrow between two conditions, the first of them is its opposite.
fn is_written_as_implication(first: &Expr, second: &Expr, sources: &Sources) -> bool {
    let is_one_text = first.span.file == second.span.file && first.span.end <= second.span.start;
    let between = Span {
        file: first.span.file,
        start: first.span.end,
        end: second.span.start,
    };
    is_one_text && sources.holds(between) && sources.text(between).contains("->")
}

fn opposite(of: &Expr) -> Expr {
    if let ExprKind::Unary(UnaryOp::Not, inside) = &of.kind {
        return (**inside).clone();
    }
    let kind = ExprKind::Unary(UnaryOp::Not, Box::new(of.clone()));
    Expr::new(kind, of.ty, of.span)
}

fn both(first: &Expr, second: Expr) -> Expr {
    let (ty, span) = (second.ty, second.span);
    let kind = ExprKind::And(Box::new(first.clone()), Box::new(second));
    Expr::new(kind, ty, span)
}

/// A property that is satisfied where a left side holds.
pub(super) fn property(of: &Property, condition: Expr, span: Span) -> Property {
    Property {
        name: of.name.clone(),
        kind: PropertyKind::Cover,
        parameters: of.parameters.clone(),
        locals: of.locals.clone(),
        condition,
        span,
    }
}

/// What a claim says always, and what of it are left sides: the propositions q and p of `[] q` and
/// `[] (p -> …)`.
#[derive(Default)]
pub(super) struct Sides {
    pub always: Vec<Proposition>,
    pub left: Vec<Proposition>,
}

pub(super) fn of_claim(claim: &Claim) -> Sides {
    let mut sides = Sides::default();
    match claim {
        Claim::Formula(formula) => sides.collect(formula),
        Claim::Never(_) => {}
    }
    sides
}

impl Sides {
    fn collect(&mut self, formula: &Formula) {
        match formula {
            Formula::And(one, other) => {
                self.collect(one);
                self.collect(other);
            }
            Formula::Release(never, always) if **never == Formula::False => self.collect(always),
            Formula::Proposition(always) => self.always.push(*always),
            Formula::Or(left, _) => {
                if let Formula::Not(inside) = &**left
                    && let Formula::Proposition(left) = **inside
                {
                    self.left.push(left);
                }
            }
            Formula::True
            | Formula::False
            | Formula::Not(_)
            | Formula::Next(_)
            | Formula::Until(..)
            | Formula::Release(..) => {}
        }
    }
}
