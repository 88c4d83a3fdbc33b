//! Expressions: operands, results, constants.

use super::body::Body;
use crate::{
    BinaryOp, ChannelExpr, Comparison, Domain, Expr, ExprKind, NameExpr, Place, ProcessExpr, Type,
    TypeId, UnaryOp, UnionExpr,
};
use weyl_budget::go_on;

/// What is asked of the type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Bool,
    /// `Int` or a range.
    Integer,
    /// The type of arithmetic.
    Int,
    Exactly(TypeId),
    /// What can be stored in this type.
    Fits(TypeId),
}

impl<'a> Body<'a> {
    fn satisfies(&self, ty: TypeId, want: Want) -> bool {
        let types = &self.context.model.types;
        match want {
            Want::Bool => *types.get(ty) == Type::Bool,
            Want::Integer => types.is_integer(ty),
            Want::Int => *types.get(ty) == Type::Int,
            Want::Exactly(wanted) => ty == wanted,
            Want::Fits(target) => self.fits(ty, target) && types.is_scalar(ty),
        }
    }

    fn describe_want(&self, want: Want) -> String {
        match want {
            Want::Bool => "a boolean".to_string(),
            Want::Integer | Want::Int => "an integer".to_string(),
            Want::Exactly(ty) | Want::Fits(ty) => format!("a value of {}", self.describe(ty)),
        }
    }

    /// Checks an expression and what its type is to be.
    pub(super) fn want(&mut self, expr: &'a Expr, want: Want) -> Option<TypeId> {
        let ty = self.expr(expr)?;
        if !self.satisfies(ty, want) {
            let (wanted, given) = (self.describe_want(want), self.describe(ty));
            self.error(expr.span, format!("wanted {wanted}, but it is {given}"));
            return None;
        }
        Some(ty)
    }

    /// Checks an expression; its type, unless something is wrong with it.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Option<TypeId> {
        go_on();
        if !self.context.model.types.contains(expr.ty) {
            self.error(expr.span, format!("there is no {}", expr.ty));
            return None;
        }
        let result = self.result(expr)?;
        if !self.satisfies(expr.ty, result) {
            let (right, wrong) = (self.describe_want(result), self.describe(expr.ty));
            self.error(
                expr.span,
                format!("the result is {right}, but the type says {wrong}"),
            );
            return None;
        }
        Some(expr.ty)
    }

    /// What the type of an expression has to be, by its parts.
    fn result(&mut self, expr: &'a Expr) -> Option<Want> {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(expr, *value),
            ExprKind::Read(place) => self.scalar_place(place).map(Want::Exactly),
            ExprKind::Unary(UnaryOp::Not, value) => {
                self.want(value, Want::Bool).map(|_| Want::Bool)
            }
            ExprKind::Unary(_, value) => self.want(value, Want::Integer).map(|_| Want::Int),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let left = self.want(left, Want::Bool);
                self.want(right, Want::Bool).and(left).map(|_| Want::Bool)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(expr.ty, condition, [then, otherwise]),
            ExprKind::Quantified { binding, body, .. } => {
                self.binding_in(binding, expr.span, |inside| {
                    inside.want(body, Want::Bool);
                });
                Some(Want::Bool)
            }
            ExprKind::Count { binding, body } => {
                if !matches!(binding.domain, Domain::Positions(_)) {
                    self.error(expr.span, "only positions of a multiset can be counted");
                }
                self.binding_in(binding, expr.span, |inside| {
                    inside.want(body, Want::Bool);
                });
                Some(Want::Int)
            }
            ExprKind::IsUndefined(place) => self.scalar_place(place).map(|_| Want::Bool),
            ExprKind::Same(left, right) => self.same(left, right),
            ExprKind::Union(UnionExpr::Inject { member, value }) => {
                self.inject(expr, *member, value)
            }
            ExprKind::Union(UnionExpr::Project { member, value }) => {
                self.member_of(value, *member).map(Want::Exactly)
            }
            ExprKind::Union(UnionExpr::IsMember { member, value }) => {
                self.member_of(value, *member).map(|_| Want::Bool)
            }
            ExprKind::Truncate { bits, value, .. } => self.truncate(*bits, value),
            ExprKind::Name(NameExpr::NumberOf(name)) => self.number_of(name),
            ExprKind::Name(NameExpr::NameAt(number)) => self.name_at(expr, number),
            ExprKind::Channel(ChannelExpr::Ask { question, number }) => {
                self.channel_question(*question, number, expr.span)
            }
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel, fields, ..
            }) => self.can_receive(channel, fields, expr.span),
            ExprKind::Process(ProcessExpr::Timeout) => {
                self.needs_processes(expr.span);
                Some(Want::Bool)
            }
            ExprKind::Process(ProcessExpr::Enabled(process)) => {
                self.needs_processes(expr.span);
                self.want(process, Want::Integer).map(|_| Want::Bool)
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                let result = self.pure_call(*function, arguments, expr.span);
                result.map(Want::Exactly)
            }
        }
    }

    fn constant(&mut self, expr: &Expr, value: i128) -> Option<Want> {
        let model = self.context.model;
        if *model.types.get(expr.ty) == Type::Int {
            return Some(Want::Int);
        }
        let range = model.scalar_range(expr.ty);
        if range.is_some_and(|range| range.contains(value)) {
            return Some(Want::Exactly(expr.ty));
        }
        let ty = self.describe(expr.ty);
        self.error(expr.span, format!("{value} is not a value of {ty}"));
        None
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Option<Want> {
        let result = match op {
            BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual) => {
                let left = self.expr(left);
                self.want(right, Want::Fits(left?))?;
                return Some(Want::Bool);
            }
            BinaryOp::Compare(
                Comparison::Less
                | Comparison::LessEqual
                | Comparison::Greater
                | Comparison::GreaterEqual,
            ) => Want::Bool,
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => Want::Int,
        };
        let left = self.want(left, Want::Integer);
        self.want(right, Want::Integer).and(left)?;
        Some(result)
    }

    /// The branches have the type of the whole, or are integers and the whole is `Int`.
    fn conditional(
        &mut self,
        whole: TypeId,
        condition: &'a Expr,
        branches: [&'a Expr; 2],
    ) -> Option<Want> {
        self.want(condition, Want::Bool);
        let is_int = *self.context.model.types.get(whole) == Type::Int;
        let branch = if is_int {
            Want::Integer
        } else {
            Want::Exactly(whole)
        };
        let [then, otherwise] = branches.map(|expr| self.want(expr, branch));
        then.and(otherwise).map(|_| Want::Exactly(whole))
    }

    fn same(&mut self, left: &'a Place, right: &'a Place) -> Option<Want> {
        let (first, second) = (self.place(left), self.place(right));
        let (first, second) = (first?, second?);
        if first != second {
            self.error(right.span, "only places of one type can be compared");
        } else if self.context.facts[first].has_multiset {
            self.error(left.span, "multisets can't be compared");
        } else if self.context.facts[first].has_channel {
            self.error(left.span, "channels can't be compared");
        }
        Some(Want::Bool)
    }

    fn inject(&mut self, expr: &Expr, member: u32, value: &'a Expr) -> Option<Want> {
        let Type::Union(members) = self.context.model.types.get(expr.ty) else {
            let ty = self.describe(expr.ty);
            self.error(expr.span, format!("{ty} is not a union"));
            return None;
        };
        let Some(member) = members.get(member as usize) else {
            self.error(expr.span, format!("the union has no member {member}"));
            return None;
        };
        self.want(value, Want::Exactly(*member))?;
        Some(Want::Exactly(expr.ty))
    }

    /// The type of a member of the union that a value belongs to.
    fn member_of(&mut self, value: &'a Expr, member: u32) -> Option<TypeId> {
        let ty = self.expr(value)?;
        let Type::Union(members) = self.context.model.types.get(ty) else {
            let ty = self.describe(ty);
            self.error(value.span, format!("{ty} is not a union"));
            return None;
        };
        let found = members.get(member as usize).copied();
        if found.is_none() {
            self.error(value.span, format!("the union has no member {member}"));
        }
        found
    }
}
