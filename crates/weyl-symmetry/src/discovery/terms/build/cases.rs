//! Cases that are written out: of `x = 1`, `x = 2`, … at most one holds, and to ask for one of them
//! changes nothing. So a chain of such conditions is a set of cases, and a rest for all other
//! values; where one value is left, the rest is its case, and where none is left there is no rest.

use super::Builder;
use crate::discovery::bodies::locations::LocationTest;
use crate::discovery::terms::TermId;
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, ScalarRange, Stmt, StmtKind, UnaryOp, arithmetic,
};

/// Types with more values are not counted out.
const MOST_VALUES: u128 = 512;

/// What is done, or what comes out, in one of several cases.
pub(super) trait Arm {
    /// A condition, what is chosen where it holds, and what otherwise.
    fn split(&self) -> Option<(&Expr, &Self, &Self)>;
}

impl Arm for [Stmt] {
    fn split(&self) -> Option<(&Expr, &[Stmt], &[Stmt])> {
        let [Stmt { kind, .. }] = self else {
            return None;
        };
        let StmtKind::If {
            condition,
            then,
            otherwise,
        } = kind
        else {
            return None;
        };
        Some((condition, then, otherwise))
    }
}

impl Arm for Expr {
    fn split(&self) -> Option<(&Expr, &Expr, &Expr)> {
        let ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } = &self.kind
        else {
            return None;
        };
        Some((condition, then, otherwise))
    }
}

/// A condition that holds where what is read is one of some values.
struct Test<'e> {
    subject: &'e Expr,
    values: Vec<i128>,
}

/// A chain of tests of one value.
struct Chain<'e, T: ?Sized> {
    subject: &'e Expr,
    term: TermId,
    /// In their order; each value once.
    cases: Vec<(i128, &'e T)>,
    rest: &'e T,
}

impl<T: ?Sized> Chain<'_, T> {
    /// The values of a type that are no case, if they can be counted out.
    fn left(&self, range: Option<ScalarRange>) -> Option<Vec<i128>> {
        let range = range.filter(|range| range.len() <= MOST_VALUES)?;
        let is_left = |value: &i128| self.cases.iter().all(|(case, _)| case != value);
        Some((range.lo..=range.hi).filter(is_left).collect())
    }
}

impl Builder<'_> {
    /// The term of what begins with a test of a value, if it is more than one condition.
    pub(super) fn cases<T: Arm + ?Sized>(
        &mut self,
        whole: &T,
        arm: &dyn Fn(&mut Self, &T) -> TermId,
    ) -> Option<TermId> {
        let chain = self.chain_of_tests(whole)?;
        let left = chain.left(self.model().scalar_range(chain.subject.ty));
        let is_last = left.as_ref().is_some_and(|left| left.len() == 1);
        if chain.cases.len() == 1 && !is_last {
            return None;
        }
        let (ty, class) = (chain.subject.ty, self.class_of(chain.subject));
        let mut terms = Vec::new();
        for (value, then) in &chain.cases {
            let parts = [self.constant(ty, *value, class), arm(self, then)];
            terms.push(self.node("case", &parts));
        }
        let rest = match left.as_deref() {
            Some([]) => self.node("no other case", &[]),
            Some([last]) => {
                // Nobody says that it is ever there.
                let before = std::mem::replace(&mut self.is_hypothetical, true);
                let last = self.constant(ty, *last, class);
                self.is_hypothetical = before;
                let parts = [last, arm(self, chain.rest)];
                terms.push(self.node("case", &parts));
                self.node("no other case", &[])
            }
            Some(_) | None => arm(self, chain.rest),
        };
        let terms = self.set("one of", terms);
        Some(self.node("cases", &[chain.term, terms, rest]))
    }

    fn chain_of_tests<'e, T: Arm + ?Sized>(&mut self, whole: &'e T) -> Option<Chain<'e, T>> {
        let mut chain: Option<Chain<'e, T>> = None;
        let mut rest = whole;
        while let Some((condition, then, otherwise)) = rest.split() {
            let (test, hit, miss) = if let Some(test) = self.test(condition, true) {
                (test, then, otherwise)
            } else if let Some(test) = self.test(condition, false) {
                (test, otherwise, then)
            } else {
                break;
            };
            let term = self.value(test.subject, None);
            let of = chain.get_or_insert_with(|| Chain {
                subject: test.subject,
                term,
                cases: Vec::new(),
                rest,
            });
            if of.term != term {
                break;
            }
            for value in test.values {
                if of.cases.iter().all(|(known, _)| *known != value) {
                    of.cases.push((value, hit));
                }
            }
            of.rest = miss;
            rest = miss;
        }
        chain
    }

    /// For which values of what is read a condition is as given, if it is about nothing else.
    fn test<'e>(&mut self, condition: &'e Expr, holds: bool) -> Option<Test<'e>> {
        let kind = &condition.kind;
        if let ExprKind::Unary(UnaryOp::Not, inner) = kind {
            return self.test(inner, !holds);
        }
        if let (ExprKind::Or(left, right), true) | (ExprKind::And(left, right), false) =
            (kind, holds)
        {
            let (mut one, two) = (self.test(left, holds)?, self.test(right, holds)?);
            let terms = [one.subject, two.subject].map(|subject| self.value(subject, None));
            one.values.extend(two.values);
            return (terms[0] == terms[1]).then_some(one);
        }
        let asked = if holds {
            Comparison::Equal
        } else {
            Comparison::NotEqual
        };
        let ExprKind::Binary(BinaryOp::Compare(comparison), left, right) = kind else {
            return None;
        };
        // Where somebody stands is told in another way.
        if *comparison != asked || LocationTest::of(self.model(), left, right).is_some() {
            return None;
        }
        let mut sides = [(left, right), (right, left)].into_iter();
        sides.find_map(|(subject, value)| {
            let is_read = matches!(subject.kind, ExprKind::Read(_));
            let values = vec![value.as_constant().filter(|_| is_read)?];
            Some(Test { subject, values })
        })
    }
}

/// A choice between constants whose result is cut, as a choice between what is left of them.
pub(super) fn cut_choice(expr: &Expr) -> Option<Expr> {
    let ExprKind::Truncate {
        bits,
        signed,
        value,
    } = &expr.kind
    else {
        return None;
    };
    matches!(value.kind, ExprKind::Conditional { .. })
        .then(|| cut(value, *bits, *signed))
        .flatten()
}

fn cut(expr: &Expr, bits: u8, signed: bool) -> Option<Expr> {
    if let Some(value) = expr.as_constant() {
        let kind = ExprKind::Constant(arithmetic::truncate(value, bits, signed));
        return Some(Expr::new(kind, expr.ty, expr.span));
    }
    let (condition, then, otherwise) = expr.split()?;
    let kind = ExprKind::Conditional {
        condition: Box::new(condition.clone()),
        then: Box::new(cut(then, bits, signed)?),
        otherwise: Box::new(cut(otherwise, bits, signed)?),
    };
    Some(Expr::new(kind, expr.ty, expr.span))
}
