//! Branches and loops.

use super::{Lowerer, fold};
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
        let Some(((condition, body), rest)) = clauses.split_first() else {
            self.statements(otherwise);
            return Some(());
        };
        let condition = self.boolean(condition);
        let then = self.block(|lowerer| lowerer.statements(body));
        let otherwise = self.block(|lowerer| {
            lowerer.if_chain(rest, otherwise, span);
        });
        self.emit(
            StmtKind::If {
                condition: condition?,
                then,
                otherwise,
            },
            span,
        );
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
            self.emit(
                StmtKind::Assign {
                    to: place.clone(),
                    value,
                },
                scrutinee.span,
            );
            place
        });
        self.cases(saved.as_ref(), cases, otherwise, span)
    }

    fn cases(
        &mut self,
        saved: Option<&Place>,
        cases: &[(Vec<Tree>, Vec<TreeStmt>)],
        otherwise: &[TreeStmt],
        span: Span,
    ) -> Option<()> {
        let Some(((values, body), rest)) = cases.split_first() else {
            self.statements(otherwise);
            return Some(());
        };
        let condition = self.case_condition(saved, values, span);
        let then = self.block(|lowerer| lowerer.statements(body));
        let otherwise = self.block(|lowerer| {
            lowerer.cases(saved, rest, otherwise, span);
        });
        self.emit(
            StmtKind::If {
                condition: condition?,
                then,
                otherwise,
            },
            span,
        );
        Some(())
    }

    /// Whether the saved value equals one of a case's values.
    fn case_condition(
        &mut self,
        saved: Option<&Place>,
        values: &[Tree],
        span: Span,
    ) -> Option<Expr> {
        let mut condition = Some(self.truth(false, span));
        for tree in values {
            let test = self.case_test(saved, tree);
            condition = condition
                .zip(test)
                .map(|(before, test)| fold::or(before, test, tree.span));
        }
        condition
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
