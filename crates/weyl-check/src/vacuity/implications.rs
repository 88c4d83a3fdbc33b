//! Left sides of implications.
//!
//! A state satisfies the watching condition only if it gets as far as the left side when the
//! property is evaluated, and nothing is evaluated that the property does not evaluate there: it
//! fails nowhere else.

use weyl_ir::visit::{Visitor, walk_expr};
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
        ExprKind::Or(first, second) => {
            let Some(written) = left_side(first, second, sources) else {
                return Vec::new();
            };
            let left = opposite(first);
            let mut found = vec![(left.clone(), written)];
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
        ExprKind::Constant(_)
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

/// Where the text has an arrow between two conditions, the first of them is its opposite, in words
/// of its own: what stands on the left is found in the text.
fn left_side(first: &Expr, second: &Expr, sources: &Sources) -> Option<Span> {
    let file = first.span.file;
    let behind = second.span.start;
    let mut starts = Starts(Vec::new());
    walk_expr(&mut starts, first);
    let own = starts.0.iter();
    let own = own.filter(|span| span.file == file && !span.is_empty() && span.end <= behind);
    let start = own.map(|span| span.start).min()?;
    let span = |start, end| Span { file, start, end };
    let is_one_text = second.span.file == file && sources.holds(span(0, behind));
    let text = is_one_text.then(|| sources.text(span(0, behind)))?;
    let arrow = text[start as usize..].rfind("->")? + start as usize;
    let end = text[..arrow].trim_end().len();
    let start = opened(text, start as usize, end)?;
    Some(span(start as u32, end as u32))
}

/// Where a text begins that ends somewhere, with the parentheses that are closed in it and
/// negations in front of it.
fn opened(text: &str, start: usize, end: usize) -> Option<usize> {
    let inside = text.get(start..end)?;
    let mut open = 0_usize;
    let mut missing = 0_usize;
    for letter in inside.bytes() {
        match letter {
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            b')' => missing += 1,
            _ => {}
        }
    }
    let mut before = &text[..start];
    for _ in 0..missing {
        before = &before[..before.rfind('(')?];
    }
    while let Some(shorter) = before.trim_end().strip_suffix('!') {
        before = shorter;
    }
    Some(before.len())
}

struct Starts(Vec<Span>);

impl Visitor for Starts {
    fn expr(&mut self, expr: &Expr) {
        self.0.push(expr.span);
    }
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
        Claim::Never(_) | Claim::Branching(_) => {}
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
