//! Branches and loops.

use super::{Lowerer, fold};
use crate::CHAIN_LEVELS;
use crate::ast::{Expr as Tree, Quantifier, Stmt as TreeStmt};
use weyl_ir::{Block, Expr, Place, Stmt, StmtKind};
use weyl_source::Span;

impl Lowerer<'_> {
    pub(super) fn if_chain(
        &mut self,
        clauses: &[(Tree, Vec<TreeStmt>)],
        otherwise: &[TreeStmt],
        span: Span,
    ) -> Option<()> {
        let test = |lowerer: &mut Self, condition: &Tree| lowerer.boolean(condition);
        self.chain(clauses, &test, otherwise, span);
        Some(())
    }

    pub(super) fn switch(
        &mut self,
        scrutinee: &Tree,
        cases: &[(Vec<Tree>, Vec<TreeStmt>)],
        otherwise: &[TreeStmt],
        span: Span,
    ) -> Option<()> {
        let value = self.value(scrutinee);
        let saved = value.map(|value| {
            let place = self.temporary(value.ty, scrutinee.span);
            self.set(&place, value, scrutinee.span);
            place
        });
        let test = |lowerer: &mut Self, values: &Vec<Tree>| {
            lowerer.case_condition(saved.as_ref(), values, span)
        };
        self.chain(cases, &test, otherwise, span);
        Some(())
    }

    /// Each clause stands in the other branch of the one before it. A chain that is longer than a
    /// block of levels is a sequence of such blocks: each but the last one says whether a clause is
    /// still to be found.
    fn chain<T>(
        &mut self,
        clauses: &[(T, Vec<TreeStmt>)],
        test: &dyn Fn(&mut Self, &T) -> Option<Expr>,
        otherwise: &[TreeStmt],
        span: Span,
    ) {
        if clauses.len() <= CHAIN_LEVELS {
            return self.clauses(
                clauses,
                test,
                &|lowerer| lowerer.statements(otherwise),
                span,
            );
        }
        let open = self.temporary(self.boolean, span);
        self.set(&open, self.truth(true, span), span);
        for part in clauses.chunks(CHAIN_LEVELS) {
            self.if_open(&open, span, |lowerer| {
                lowerer.set(&open, lowerer.truth(false, span), span);
                let go_on =
                    |lowerer: &mut Self| lowerer.set(&open, lowerer.truth(true, span), span);
                lowerer.clauses(part, test, &go_on, span);
            });
        }
        self.if_open(&open, span, |lowerer| lowerer.statements(otherwise));
    }

    fn if_open(&mut self, open: &Place, span: Span, inside: impl FnOnce(&mut Self)) {
        let then = self.block(inside);
        let kind = StmtKind::If {
            condition: Expr::read(open.clone()),
            then,
            otherwise: Vec::new(),
        };
        self.emit(kind, span);
    }

    fn clauses<T>(
        &mut self,
        clauses: &[(T, Vec<TreeStmt>)],
        test: &dyn Fn(&mut Self, &T) -> Option<Expr>,
        otherwise: &dyn Fn(&mut Self),
        span: Span,
    ) {
        let Some(((condition, body), rest)) = clauses.split_first() else {
            return otherwise(self);
        };
        let condition = test(self, condition);
        let then = self.block(|lowerer| lowerer.statements(body));
        let otherwise = self.block(|lowerer| lowerer.clauses(rest, test, otherwise, span));
        if let Some(condition) = condition {
            let kind = StmtKind::If {
                condition,
                then,
                otherwise,
            };
            self.emit(kind, span);
        }
    }

    fn set(&mut self, to: &Place, value: Expr, span: Span) {
        let to = to.clone();
        self.emit(StmtKind::Assign { to, value }, span);
    }

    /// Whether the saved value equals one of a case's values.
    fn case_condition(
        &mut self,
        saved: Option<&Place>,
        values: &[Tree],
        span: Span,
    ) -> Option<Expr> {
        let tests = values.iter().map(|tree| self.case_test(saved, tree));
        let tests: Vec<Option<Expr>> = tests.collect();
        let tests: Option<Vec<Expr>> = tests.into_iter().collect();
        let any = |left: Expr, right: Expr| {
            let span = left.span.to(right.span);
            fold::or(left, right, span)
        };
        Some(fold::balanced(tests?, any).unwrap_or_else(|| self.truth(false, span)))
    }

    fn case_test(&mut self, saved: Option<&Place>, tree: &Tree) -> Option<Expr> {
        let value = self.value(tree)?;
        let saved = saved?.clone();
        if self
            .fit(value.ty, saved.ty)
            .or_else(|| self.fit(saved.ty, value.ty))
            .is_none()
        {
            return self.mismatch(value.ty, saved.ty, tree.span);
        }
        self.plain_equality(true, Expr::read(saved), value, tree.span)
    }

    pub(super) fn for_loop(
        &mut self,
        quantifiers: &[Quantifier],
        body: &[TreeStmt],
        span: Span,
    ) -> Option<()> {
        let Some((first, rest)) = quantifiers.split_first() else {
            self.statements(body);
            return Some(());
        };
        let binding = self.bind(first, false);
        let body = self.block(|lowerer| {
            lowerer.for_loop(rest, body, span);
        });
        self.emit(
            StmtKind::For {
                binding: binding?,
                body,
            },
            span,
        );
        Some(())
    }

    /// A condition with effects is evaluated inside the loop, at each turn.
    pub(super) fn while_loop(&mut self, tree: &Tree, body: &[TreeStmt], span: Span) -> Option<()> {
        let mut condition = None;
        let before: Block = self.block(|lowerer| condition = lowerer.boolean(tree));
        let mut body = self.block(|lowerer| lowerer.statements(body));
        let mut condition = condition?;
        if !before.is_empty() {
            let again = self.temporary(self.boolean, tree.span);
            let set = |value| {
                Stmt::new(
                    StmtKind::Assign {
                        to: again.clone(),
                        value,
                    },
                    tree.span,
                )
            };
            self.body.block.push(set(self.truth(true, tree.span)));
            let go_on = Expr::read(again.clone());
            let rest = StmtKind::If {
                condition: go_on.clone(),
                then: body,
                otherwise: Vec::new(),
            };
            body = before;
            body.push(set(condition));
            body.push(Stmt::new(rest, span));
            condition = go_on;
        }
        self.emit(StmtKind::While { condition, body }, span);
        Some(())
    }
}
