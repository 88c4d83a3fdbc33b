//! Expressions: what they look at, and which values they may have.

use super::flow::Cell;
use super::values::Values;
use super::walk::Walk;
use crate::{Expr, ExprKind, NameExpr, Place, ProcessExpr, Type, TypeId, UnionExpr, arithmetic};

impl<'m> Walk<'m> {
    pub fn eval(&mut self, expr: &'m Expr) -> Values {
        if !self.goes_on() {
            return Values::ANY;
        }
        match &expr.kind {
            ExprKind::Constant(value) => Values::one(*value),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Unary(op, operand) => {
                let values = self.eval(operand);
                values.map(|value| arithmetic::unary(*op, value))
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.eval(left);
                let right = self.eval(right);
                left.map_pairs(&right, |a, b| arithmetic::binary(*op, a, b))
            }
            ExprKind::And(left, right) => self.and(left, right),
            ExprKind::Or(left, right) => self.or(left, right),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise),
            ExprKind::Quantified { binding, body, .. } => {
                self.each_value(binding, |walk| {
                    walk.eval(body);
                });
                Values::truth()
            }
            ExprKind::IsUndefined(place) => {
                let targets = self.targets(place);
                self.look_at(&targets);
                Values::truth()
            }
            ExprKind::Same(left, right) => {
                let left = self.targets(left);
                let right = self.targets(right);
                self.look_at(&left);
                self.look_at(&right);
                Values::truth()
            }
            ExprKind::Count { binding, body } => {
                self.each_value(binding, |walk| {
                    walk.eval(body);
                });
                Values::ANY
            }
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => {
                let values = self.eval(value);
                values.map(|value| Some(arithmetic::truncate(value, *bits, *signed)))
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call_for_value(*function, arguments),
            ExprKind::Union(of) => self.union(of, expr.ty),
            ExprKind::Name(NameExpr::NumberOf(value) | NameExpr::NameAt(value)) => self.eval(value),
            ExprKind::Channel(of) => self.eval_channel(of),
            ExprKind::Process(ProcessExpr::Timeout) => {
                self.look_at_everything();
                Values::truth()
            }
            ExprKind::Process(ProcessExpr::Enabled(process)) => {
                self.eval(process);
                self.look_at_everything();
                Values::truth()
            }
        }
    }

    fn read(&mut self, place: &'m Place) -> Values {
        let targets = self.targets(place);
        self.look_at(&targets);
        let cells = targets.iter().map(|target| self.cell(target.at.offset));
        let values = cells.map(|cell| cell.values);
        let joined = values.reduce(|one, other| one.join(&other));
        joined.unwrap_or(Values::NONE)
    }

    fn and(&mut self, left: &'m Expr, right: &'m Expr) -> Values {
        let left = self.eval(left);
        if !left.may_hold() {
            return Values::one(0);
        }
        let right = self.eval(right);
        let mut outcomes = Vec::new();
        outcomes.extend((left.may_fail() || right.may_fail()).then_some(0));
        outcomes.extend(right.may_hold().then_some(1));
        Values::of(outcomes)
    }

    fn or(&mut self, left: &'m Expr, right: &'m Expr) -> Values {
        let left = self.eval(left);
        if !left.may_fail() {
            return Values::one(1);
        }
        let right = self.eval(right);
        let mut outcomes = Vec::new();
        outcomes.extend((left.may_hold() || right.may_hold()).then_some(1));
        outcomes.extend(right.may_fail().then_some(0));
        Values::of(outcomes)
    }

    fn conditional(&mut self, condition: &'m Expr, then: &'m Expr, otherwise: &'m Expr) -> Values {
        let condition = self.eval(condition);
        let mut values = Values::NONE;
        if condition.may_hold() {
            values = values.join(&self.eval(then));
        }
        if condition.may_fail() {
            values = values.join(&self.eval(otherwise));
        }
        values
    }

    fn union(&mut self, of: &'m UnionExpr, ty: TypeId) -> Values {
        let (UnionExpr::Inject { member, value }
        | UnionExpr::Project { member, value }
        | UnionExpr::IsMember { member, value }) = of;
        let values = self.eval(value);
        match of {
            UnionExpr::Inject { .. } => {
                let (offset, _) = self.member(ty, *member);
                values.map(|value| value.checked_add(offset))
            }
            UnionExpr::Project { .. } => {
                let (offset, size) = self.member(value.ty, *member);
                values.map(|value| Some(value - offset)).within(0, size - 1)
            }
            UnionExpr::IsMember { .. } => {
                let (offset, size) = self.member(value.ty, *member);
                values.map(|value| Some(i128::from((offset..offset + size).contains(&value))))
            }
        }
    }

    /// Where a member's values begin in a union, and how many there are.
    fn member(&self, union: TypeId, member: u32) -> (i128, i128) {
        let Type::Union(members) = self.model.types.get(union) else {
            unreachable!("the verifier lets only unions have members")
        };
        let size = self.model.scalar_range(members[member as usize]);
        let offset = self.model.member_offset(members, member);
        (offset, size.map_or(0, |range| range.len() as i128))
    }

    /// The value of an expression for somebody who only stores it: what a place holds is not looked
    /// at if it has a value in any case and is stored as it is.
    pub fn carry(&mut self, expr: &'m Expr) -> Cell {
        let mut held = expr;
        let mut kept = Vec::new();
        while let ExprKind::Truncate {
            bits,
            signed,
            value,
        } = &held.kind
        {
            kept.push((*bits, *signed));
            held = value;
        }
        let ExprKind::Read(place) = &held.kind else {
            return Cell::computed(self.eval(expr));
        };
        let targets = self.targets(place);
        self.note_reads(targets.iter().map(|target| target.at.offset));
        let cells = targets.iter().map(|target| self.cell(target.at.offset));
        let joined = cells.reduce(|one, other| one.join(&other));
        let Some(mut cell) = joined else {
            return Cell::computed(Values::NONE);
        };
        for source in std::mem::take(&mut cell.sources) {
            let shape = &self.layout.slots[source].scalar;
            let ends = [shape.lo, shape.hi];
            let is_kept = kept.iter().all(|(bits, signed)| {
                ends.map(|end| arithmetic::truncate(end, *bits, *signed)) == ends
            });
            if is_kept && !shape.undefinable {
                cell.sources.push(source);
            } else {
                self.looks.insert(source);
            }
        }
        for (bits, signed) in kept.into_iter().rev() {
            let truncated = |value| Some(arithmetic::truncate(value, bits, signed));
            cell.values = cell.values.map(truncated);
        }
        cell
    }
}
