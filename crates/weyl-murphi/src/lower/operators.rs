//! Binary operators: logic, arithmetic, order, equality.

use super::places::Operand;
use super::{Lowerer, fold};
use crate::ast::{BinaryOp as TreeOp, Expr as Tree};
use crate::codes;
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, LocalKind, Place, Root, StmtKind, Type, TypeId,
};
use weyl_source::{Diagnostic, Span};

impl Lowerer<'_> {
    pub(super) fn binary(
        &mut self,
        op: TreeOp,
        left: &Tree,
        right: &Tree,
        span: Span,
    ) -> Option<Expr> {
        match op {
            TreeOp::Implies | TreeOp::Or | TreeOp::And => self.logic(op, left, right, span),
            TreeOp::Pipe | TreeOp::Amp => self.logic_or_bits(op, left, right, span),
            TreeOp::Equal | TreeOp::NotEqual => {
                self.equality(op == TreeOp::Equal, left, right, span)
            }
            TreeOp::Less => self.arithmetic(BinaryOp::Compare(Comparison::Less), left, right, span),
            TreeOp::LessEqual => {
                self.arithmetic(BinaryOp::Compare(Comparison::LessEqual), left, right, span)
            }
            TreeOp::Greater => {
                self.arithmetic(BinaryOp::Compare(Comparison::Greater), left, right, span)
            }
            TreeOp::GreaterEqual => self.arithmetic(
                BinaryOp::Compare(Comparison::GreaterEqual),
                left,
                right,
                span,
            ),
            TreeOp::BitXor => self.arithmetic(BinaryOp::BitXor, left, right, span),
            TreeOp::ShiftLeft => self.shift(BinaryOp::ShiftLeft, left, right, span),
            TreeOp::ShiftRight => self.shift(BinaryOp::ShiftRight, left, right, span),
            TreeOp::Add => self.arithmetic(BinaryOp::Add, left, right, span),
            TreeOp::Subtract => self.arithmetic(BinaryOp::Subtract, left, right, span),
            TreeOp::Multiply => self.arithmetic(BinaryOp::Multiply, left, right, span),
            TreeOp::Divide => self.arithmetic(BinaryOp::Divide, left, right, span),
            TreeOp::Modulo => self.arithmetic(BinaryOp::Remainder, left, right, span),
            TreeOp::Equivalent => self.equivalence(left, right, span),
            TreeOp::Until | TreeOp::Release | TreeOp::WeakUntil => self.temporal_inside(span),
        }
    }

    /// Strict operators on integers.
    fn arithmetic(&mut self, op: BinaryOp, left: &Tree, right: &Tree, span: Span) -> Option<Expr> {
        let first = self.integer(left);
        let mark = self.mark();
        let second = self.integer(right);
        let (first, second) = (first?, second?);
        let first = self.keep_value(mark, first);
        let comparison = matches!(
            op,
            BinaryOp::Compare(Comparison::Less)
                | BinaryOp::Compare(Comparison::LessEqual)
                | BinaryOp::Compare(Comparison::Greater)
                | BinaryOp::Compare(Comparison::GreaterEqual)
        );
        let ty = if comparison {
            self.boolean
        } else {
            self.integer
        };
        Some(fold::binary(op, first, second, ty, span))
    }

    /// `&` and `|`: the left operand says which.
    fn logic_or_bits(&mut self, op: TreeOp, left: &Tree, right: &Tree, span: Span) -> Option<Expr> {
        let first = self.value(left);
        let Some(first) = first else {
            // Report what is wrong on the right as well.
            self.block(|lowerer| {
                lowerer.value(right);
            });
            return None;
        };
        if self.is_integer(first.ty) {
            let mark = self.mark();
            let second = self.integer(right)?;
            let first = self.keep_value(mark, first);
            let op = if op == TreeOp::Amp {
                BinaryOp::BitAnd
            } else {
                BinaryOp::BitOr
            };
            return Some(fold::binary(op, first, second, self.integer, span));
        }
        let valid = self.require_boolean(first.ty, left.span);
        let op = if op == TreeOp::Amp {
            TreeOp::And
        } else {
            TreeOp::Or
        };
        self.short_circuit(op, valid.map(|()| first), right, span)
    }

    fn logic(&mut self, op: TreeOp, left: &Tree, right: &Tree, span: Span) -> Option<Expr> {
        let first = self.boolean(left);
        self.short_circuit(op, first, right, span)
    }

    fn equivalence(&mut self, left: &Tree, right: &Tree, span: Span) -> Option<Expr> {
        let (first, second) = (self.boolean(left), self.boolean(right));
        self.plain_equality(true, first?, second?, span)
    }

    /// The right operand is evaluated only if the left one does not decide; where it has effects,
    /// this takes an `if`.
    fn short_circuit(
        &mut self,
        op: TreeOp,
        first: Option<Expr>,
        right: &Tree,
        span: Span,
    ) -> Option<Expr> {
        let mut second = None;
        let mut block = self.block(|lowerer| second = lowerer.boolean(right));
        let (mut first, second) = (first?, second?);
        if op == TreeOp::Implies {
            first = fold::not(first);
        }
        if block.is_empty() {
            return Some(match op {
                TreeOp::And => fold::and(first, second, span),
                _ => fold::or(first, second, span),
            });
        }
        let result = self.temporary(self.boolean, span);
        self.emit(
            StmtKind::Assign {
                to: result.clone(),
                value: first,
            },
            span,
        );
        block.push(weyl_ir::Stmt::new(
            StmtKind::Assign {
                to: result.clone(),
                value: second,
            },
            right.span,
        ));
        let undecided = Expr::read(result.clone());
        let condition = if op == TreeOp::And {
            undecided
        } else {
            fold::not(undecided)
        };
        self.emit(
            StmtKind::If {
                condition,
                then: block,
                otherwise: Vec::new(),
            },
            span,
        );
        Some(Expr::read(result))
    }

    fn equality(&mut self, equal: bool, left: &Tree, right: &Tree, span: Span) -> Option<Expr> {
        let first = self.operand(left);
        let mark = self.mark();
        let second = self.operand(right);
        let (first, second) = (first?, second?);
        let first = match first {
            Operand::Place(place, access) => Operand::Place(self.keep_content(mark, place), access),
            Operand::Value(value) => Operand::Value(self.keep_value(mark, value)),
            Operand::Undefined(span) => return self.undefined_value(span),
        };
        let types = (self.operand_type(&first)?, self.operand_type(&second)?);
        if !self.model.types.is_scalar(types.0) && types.0 == types.1 {
            return self.same_aggregates(equal, first, second, span);
        }
        let fits = self
            .fit(types.1, types.0)
            .or_else(|| self.fit(types.0, types.1));
        let aggregate =
            !self.model.types.is_scalar(types.0) || !self.model.types.is_scalar(types.1);
        if fits.is_none() || aggregate {
            return self.not_comparable(types.0, types.1, span);
        }
        let identity = self.holds_identity(types.0) || self.holds_identity(types.1);
        if identity && !self.options.strict_undefined {
            return self.same_identity(equal, first, second, span);
        }
        let (first, second) = (self.read(first)?, self.read(second)?);
        self.plain_equality(equal, first, second, span)
    }

    pub(super) fn operand_type(&mut self, operand: &Operand) -> Option<TypeId> {
        match operand {
            Operand::Place(place, _) => Some(place.ty),
            Operand::Value(value) => Some(value.ty),
            Operand::Undefined(span) => self.undefined_value(*span),
        }
    }

    /// `=` on two defined values; a union is compared with a member as a union.
    pub(super) fn plain_equality(
        &mut self,
        equal: bool,
        first: Expr,
        second: Expr,
        span: Span,
    ) -> Option<Expr> {
        let into_first = matches!(self.model.types.get(first.ty), Type::Union(_));
        let (first, second) = if into_first {
            let ty = first.ty;
            (first, self.coerce(second, ty)?)
        } else if matches!(self.model.types.get(second.ty), Type::Union(_)) {
            let ty = second.ty;
            (self.coerce(first, ty)?, second)
        } else {
            (first, second)
        };
        let op = if equal {
            BinaryOp::Compare(Comparison::Equal)
        } else {
            BinaryOp::Compare(Comparison::NotEqual)
        };
        Some(fold::binary(op, first, second, self.boolean, span))
    }

    fn same_aggregates(
        &mut self,
        equal: bool,
        first: Operand,
        second: Operand,
        span: Span,
    ) -> Option<Expr> {
        let (Operand::Place(first, _), Operand::Place(second, _)) = (first, second) else {
            return None;
        };
        if self.holds_multiset(first.ty) {
            return self.error(codes::NOT_COMPARABLE, span, "multisets cannot be compared");
        }
        let same = Expr::new(ExprKind::Same(first, second), self.boolean, span);
        Some(if equal { same } else { fold::not(same) })
    }

    fn holds_multiset(&self, ty: TypeId) -> bool {
        match self.model.types.get(ty) {
            Type::Multiset { .. } => true,
            Type::Array { element, .. } => self.holds_multiset(*element),
            Type::Record(fields) => fields.iter().any(|field| self.holds_multiset(field.ty)),
            _ => false,
        }
    }

    /// Comparison of identities, where an undefined one simply differs from every defined one.
    fn same_identity(
        &mut self,
        equal: bool,
        first: Operand,
        second: Operand,
        span: Span,
    ) -> Option<Expr> {
        if let (Operand::Place(left, _), Operand::Place(right, _)) = (&first, &second)
            && left.ty == right.ty
        {
            let same = Expr::new(
                ExprKind::Same(left.clone(), right.clone()),
                self.boolean,
                span,
            );
            return Some(if equal { same } else { fold::not(same) });
        }
        for operand in [&first, &second] {
            if let Operand::Place(place, _) = operand {
                self.charge_place(place, span)?;
            }
        }
        let left_undefined = self.may_be_undefined(&first, span);
        let right_undefined = self.may_be_undefined(&second, span);
        let (first, second) = (self.read(first)?, self.read(second)?);
        let equality = self.plain_equality(true, first, second, span)?;
        let defined = fold::and(fold::not(right_undefined.clone()), equality, span);
        let same = fold::conditional(left_undefined, right_undefined, defined, self.boolean, span);
        Some(if equal { same } else { fold::not(same) })
    }

    fn may_be_undefined(&self, operand: &Operand, span: Span) -> Expr {
        let bound = |place: &Place| match place.root {
            Root::Local(local) => {
                place.path.is_empty() && self.body.locals[local].kind == LocalKind::Bound
            }
            Root::Variable(_) => false,
        };
        match operand {
            Operand::Place(place, _) if !bound(place) => {
                Expr::new(ExprKind::IsUndefined(place.clone()), self.boolean, span)
            }
            _ => self.truth(false, span),
        }
    }

    fn not_comparable<T>(&mut self, left: TypeId, right: TypeId, span: Span) -> Option<T> {
        let scalarset = |ty| matches!(self.model.types.get(ty), Type::Id(_));
        let message = format!(
            "{} and {} cannot be compared",
            self.describe(left),
            self.describe(right)
        );
        let (code, hint) = if scalarset(left) || scalarset(right) {
            (
                codes::SCALARSET_MIX,
                "a scalarset can only be compared with itself",
            )
        } else {
            (codes::NOT_COMPARABLE, "both sides need the same type")
        };
        self.report(Diagnostic::error(code, span, message).hint(hint));
        None
    }
}
