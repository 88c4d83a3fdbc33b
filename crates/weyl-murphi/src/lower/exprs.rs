//! Expressions.

use super::places::Operand;
use super::{Lowerer, fold};
use crate::ast::{Expr as Tree, ExprKind as TreeKind, TypeExpr, UnaryOp as TreeUnary};
use crate::codes;
use weyl_ir::{Expr, ExprKind, Place, StmtKind, Type, TypeId, UnaryOp, UnionExpr};
use weyl_source::{Diagnostic, Span};

impl Lowerer<'_> {
    pub(super) fn operand(&mut self, tree: &Tree) -> Option<Operand> {
        let span = tree.span;
        match &tree.kind {
            TreeKind::Number(value) => {
                Some(Operand::Value(Expr::constant(*value, self.integer, span)))
            }
            TreeKind::Boolean(value) => Some(Operand::Value(self.truth(*value, span))),
            TreeKind::Name(name) => self.name(name, span),
            TreeKind::Field(record, field) => self.field(record, field, span),
            TreeKind::Index(array, index) => self.index(array, index, span),
            TreeKind::Call(name, arguments) => self.call_operand(name, arguments, span),
            TreeKind::Unary(op, operand) => self.unary(*op, operand, span).map(Operand::Value),
            TreeKind::Binary(op, left, right) => {
                self.binary(*op, left, right, span).map(Operand::Value)
            }
            TreeKind::Conditional(condition, then, otherwise) => self
                .conditional(condition, then, otherwise, span)
                .map(Operand::Value),
            TreeKind::Quantified {
                forall,
                quantifiers,
                body,
            } => self
                .quantified(*forall, quantifiers, body, span)
                .map(Operand::Value),
            TreeKind::IsUndefined(place) => self.is_undefined(place, span).map(Operand::Value),
            TreeKind::IsMember(value, ty) => self.is_member(value, ty, span).map(Operand::Value),
            TreeKind::MultisetCount(selection) => {
                self.multiset_count(selection, span).map(Operand::Value)
            }
        }
    }

    pub(super) fn truth(&self, value: bool, span: Span) -> Expr {
        Expr::constant(i128::from(value), self.boolean, span)
    }

    /// A scalar value.
    pub(super) fn value(&mut self, tree: &Tree) -> Option<Expr> {
        let operand = self.computed_operand(tree)?;
        self.read(operand)
    }

    pub(super) fn read(&mut self, operand: Operand) -> Option<Expr> {
        let (ty, span) = match &operand {
            Operand::Place(place, _) => (place.ty, place.span),
            Operand::Value(value) => (value.ty, value.span),
            Operand::Undefined(span) => return self.undefined_value(*span),
        };
        if !self.model.types.is_scalar(ty) {
            let message = format!(
                "a simple value is needed here, but this is {}",
                self.describe(ty)
            );
            return self.error(codes::NOT_SIMPLE, span, message);
        }
        match operand {
            Operand::Place(place, _) => Some(Expr::read(place)),
            Operand::Value(value) => Some(value),
            Operand::Undefined(_) => None,
        }
    }

    pub(super) fn undefined_value<T>(&mut self, span: Span) -> Option<T> {
        let diagnostic =
            Diagnostic::error(codes::UNDEFINED_VALUE, span, "`undefined` is not a value")
                .hint("assign it with `x := undefined`, test for it with `isundefined(x)`");
        self.report(diagnostic);
        None
    }

    pub(super) fn boolean(&mut self, tree: &Tree) -> Option<Expr> {
        let value = self.value(tree)?;
        self.require_boolean(value.ty, tree.span)?;
        Some(value)
    }

    pub(super) fn integer(&mut self, tree: &Tree) -> Option<Expr> {
        let value = self.value(tree)?;
        self.require_integer(value.ty, tree.span)?;
        Some(value)
    }

    /// What is computed in one state can't depend on others.
    pub(super) fn temporal_inside<T>(&mut self, span: Span) -> Option<T> {
        let message = "a temporal operator cannot be part of an expression";
        let diagnostic = Diagnostic::error(codes::TEMPORAL_INSIDE, span, message)
            .hint("formulas are combined with `!`, `&`, `|`, `->`, `<->` and temporal operators");
        self.report(diagnostic);
        None
    }

    fn unary(&mut self, op: TreeUnary, operand: &Tree, span: Span) -> Option<Expr> {
        if op.is_temporal() {
            return self.temporal_inside(span);
        }
        if op == TreeUnary::Not {
            let operand = self.boolean(operand)?;
            return Some(fold::unary(UnaryOp::Not, operand, self.boolean, span));
        }
        let operand = self.integer(operand)?;
        Some(match op {
            TreeUnary::Negate => fold::unary(UnaryOp::Negate, operand, self.integer, span),
            TreeUnary::BitNot => fold::unary(UnaryOp::BitNot, operand, self.integer, span),
            _ => Expr { span, ..operand },
        })
    }

    fn conditional(
        &mut self,
        condition: &Tree,
        then: &Tree,
        otherwise: &Tree,
        span: Span,
    ) -> Option<Expr> {
        let condition = self.boolean(condition);
        let (mut yes, mut no) = (None, None);
        let before = self.block(|lowerer| yes = lowerer.value(then));
        let after = self.block(|lowerer| no = lowerer.value(otherwise));
        let (condition, yes, no) = (condition?, yes?, no?);
        let ty = self.common_type(yes.ty, no.ty, no.span)?;
        let (yes, no) = (self.coerce(yes, ty)?, self.coerce(no, ty)?);
        if before.is_empty() && after.is_empty() {
            return Some(fold::conditional(condition, yes, no, ty, span));
        }
        let result = self.temporary(ty, span);
        let branch = |mut block: weyl_ir::Block, value: Expr| {
            let span = value.span;
            block.push(weyl_ir::Stmt::new(
                StmtKind::Assign {
                    to: result.clone(),
                    value,
                },
                span,
            ));
            block
        };
        let (then, otherwise) = (branch(before, yes), branch(after, no));
        self.emit(
            StmtKind::If {
                condition,
                then,
                otherwise,
            },
            span,
        );
        Some(Expr::read(result))
    }

    /// The type that values of two types share.
    fn common_type(&mut self, left: TypeId, right: TypeId, span: Span) -> Option<TypeId> {
        if left == right {
            return Some(left);
        }
        if self.is_integer(left) && self.is_integer(right) {
            return Some(self.integer);
        }
        match (self.model.types.get(left), self.model.types.get(right)) {
            (Type::Union(members), _) if members.contains(&right) => Some(left),
            (_, Type::Union(members)) if members.contains(&left) => Some(right),
            _ => self.mismatch(right, left, span),
        }
    }

    fn is_undefined(&mut self, tree: &Tree, span: Span) -> Option<Expr> {
        if let TreeKind::Call(name, arguments) = &tree.kind {
            let place = self.result_place(name, arguments, tree.span)?;
            return self.undefined_place(place, tree, span);
        }
        let place = match self.operand(tree)? {
            Operand::Place(place, _) => place,
            // A constant is never undefined.
            Operand::Value(_) => return Some(self.truth(false, span)),
            Operand::Undefined(span) => return self.undefined_value(span),
        };
        self.undefined_place(place, tree, span)
    }

    fn undefined_place(&mut self, place: Place, tree: &Tree, span: Span) -> Option<Expr> {
        if !self.model.types.is_scalar(place.ty) {
            let message = format!(
                "only simple variables can be undefined, but this is {}",
                self.describe(place.ty)
            );
            return self.error(codes::NOT_SIMPLE, tree.span, message);
        }
        Some(Expr::new(ExprKind::IsUndefined(place), self.boolean, span))
    }

    fn is_member(&mut self, tree: &Tree, ty: &TypeExpr, span: Span) -> Option<Expr> {
        let value = self.value(tree);
        let wanted = self.ty(ty, None);
        let (value, wanted) = (value?, wanted?);
        let Type::Union(members) = self.model.types.get(value.ty) else {
            let message = format!(
                "`ismember` asks for the member of a union, but this is {}",
                self.describe(value.ty)
            );
            return self.error(codes::NOT_A_UNION, tree.span, message);
        };
        let member = members
            .iter()
            .position(|member| *member == wanted)
            .and_then(|at| u32::try_from(at).ok());
        let Some(member) = member else {
            let message = format!("{} is not part of this union", self.describe(wanted));
            return self.error(codes::NOT_A_UNION, ty.span, message);
        };
        Some(Expr::new(
            ExprKind::Union(UnionExpr::IsMember {
                member,
                value: Box::new(value),
            }),
            self.boolean,
            span,
        ))
    }
}
