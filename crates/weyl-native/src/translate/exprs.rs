//! Expressions as numbers.

use super::arithmetic::condition;
use super::{Translated, Translator, Unsupported, context_field};
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use weyl_ir::{
    BinaryOp, Binding, ChannelExpr, Expr, ExprKind, NameExpr, ProcessExpr, Type, TypeId, UnaryOp,
    UnionExpr,
};

impl<'p> Translator<'p, '_> {
    pub(super) fn eval(&mut self, expr: &'p Expr) -> Translated<Number> {
        match &expr.kind {
            ExprKind::Constant(value) => self.number(*value),
            ExprKind::Read(place) => {
                let spot = self.place(place)?;
                self.load(spot)
            }
            ExprKind::Unary(op, operand) if *op != UnaryOp::Not => {
                let operand = self.eval(operand)?;
                Ok(self.unary(*op, operand))
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.eval(left)?;
                let right = self.eval(right)?;
                Ok(self.binary(*op, left, right))
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise),
            ExprKind::IsUndefined(place) => {
                let spot = self.place(place)?;
                let is_undefined = self.is_undefined(spot);
                Ok(self.truth(is_undefined))
            }
            ExprKind::Same(left, right) => {
                let left = self.place(left)?;
                let right = self.place(right)?;
                let same = self.same(left, right)?;
                Ok(self.truth(same))
            }
            ExprKind::Count { binding, body } => self.count(binding, body),
            ExprKind::Call {
                function,
                arguments,
            } => self.call_for_value(*function, arguments),
            ExprKind::Unary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified { .. } => self.condition(expr),
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => {
                let number = self.eval(value)?;
                Ok(self.truncate(number, *bits, *signed))
            }
            ExprKind::Union(of) => self.eval_union(of, expr.ty),
            ExprKind::Name(NameExpr::NumberOf(name)) => self.eval(name),
            ExprKind::Name(NameExpr::NameAt(number)) => self.name_at(number, expr.ty),
            ExprKind::Channel(of) => self.eval_channel(of),
            ExprKind::Process(ProcessExpr::Timeout) => Ok(Number {
                value: self.load_context(context_field!(timeout)),
                within: Interval::TRUTH,
            }),
            ExprKind::Process(ProcessExpr::Enabled(_)) => {
                Err(Unsupported("what other processes could do"))
            }
        }
    }

    fn eval_union(&mut self, of: &'p UnionExpr, ty: TypeId) -> Translated<Number> {
        match of {
            UnionExpr::Inject { member, value } => {
                let (offset, _) = self.member(ty, *member);
                let number = self.eval(value)?;
                self.moved(number, offset)
            }
            UnionExpr::Project { member, value } => {
                let (number, size) = self.in_member(value, *member)?;
                let is_member = self.is_below(number, size)?;
                self.give_up_unless(is_member);
                let within = number.within.meet(Interval::new(0, size - 1));
                Ok(Number { within, ..number })
            }
            UnionExpr::IsMember { member, value } => {
                let (number, size) = self.in_member(value, *member)?;
                let is_member = self.is_below(number, size)?;
                Ok(self.truth(is_member))
            }
        }
    }

    fn eval_channel(&mut self, of: &'p ChannelExpr) -> Translated<Number> {
        match of {
            ChannelExpr::Ask { question, number } => self.ask_channel(*question, number),
            ChannelExpr::CanReceive {
                channel,
                random,
                poll,
                fields,
            } => self.can_receive(channel, (*random, *poll), fields),
        }
    }

    fn conditional(
        &mut self,
        condition: &'p Expr,
        then: &'p Expr,
        otherwise: &'p Expr,
    ) -> Translated<Number> {
        let [yes, no, done] = [(); 3].map(|()| self.b.create_block());
        self.b.append_block_param(done, types::I64);
        self.branch(condition, yes, no)?;
        self.b.switch_to_block(yes);
        let a = self.eval(then)?;
        self.jump_with(done, a.value);
        self.b.switch_to_block(no);
        let b = self.eval(otherwise)?;
        self.jump_with(done, b.value);
        self.b.switch_to_block(done);
        Ok(Number {
            value: self.b.block_params(done)[0],
            within: a.within.join(b.within),
        })
    }

    fn count(&mut self, binding: &'p Binding, body: &'p Expr) -> Translated<Number> {
        let count = self.b.declare_var(types::I64);
        let zero = self.constant(0);
        self.b.def_var(count, zero);
        self.for_each(binding, |translator, _| {
            let holds = translator.eval(body)?;
            let before = translator.b.use_var(count);
            let after = translator.b.ins().iadd(before, holds.value);
            translator.b.def_var(count, after);
            Ok(())
        })?;
        Ok(Number {
            value: self.b.use_var(count),
            within: Interval::new(0, i128::from(u32::MAX)),
        })
    }

    /// Where a member's values begin in a union, and how many there are.
    fn member(&self, union: TypeId, member: u32) -> (i128, i128) {
        let model = &self.program.model;
        let Type::Union(members) = model.types.get(union) else {
            unreachable!("the verifier lets only unions have members")
        };
        let size = model.scalar_range(members[member as usize]);
        let offset = model.member_offset(members, member);
        (offset, size.map_or(0, |range| range.len() as i128))
    }

    /// The number of a union's value in a member, and how many values the member has.
    fn in_member(&mut self, value: &'p Expr, member: u32) -> Translated<(Number, i128)> {
        let (offset, size) = self.member(value.ty, member);
        let number = self.eval(value)?;
        Ok((self.moved(number, -offset)?, size))
    }

    fn moved(&mut self, number: Number, by: i128) -> Translated<Number> {
        let by = self.number(by)?;
        Ok(self.plus(number, by))
    }

    /// Whether 0 ≤ number < size.
    fn is_below(&mut self, number: Number, size: i128) -> Translated<Value> {
        let size = self.number(size)?.value;
        let below = IntCC::UnsignedLessThan;
        Ok(self.b.ins().icmp(below, number.value, size))
    }

    fn name_at(&mut self, number: &'p Expr, ty: TypeId) -> Translated<Number> {
        let number = self.eval(number)?;
        let range = self.program.model.scalar_range(ty);
        let (lo, hi) = range.map_or((0, -1), |range| (range.lo, range.hi));
        let names = Interval::new(lo, hi);
        if !number.within.is_within(names) {
            let from_first = self.moved(number, -lo)?;
            let is_name = self.is_below(from_first, hi - lo + 1)?;
            self.give_up_unless(is_name);
        }
        let within = number.within.meet(names);
        Ok(Number { within, ..number })
    }

    /// A boolean expression that is a comparison, as a flag.
    pub(super) fn as_comparison(&mut self, expr: &'p Expr) -> Translated<Option<Value>> {
        let ExprKind::Binary(BinaryOp::Compare(comparison), left, right) = &expr.kind else {
            return Ok(None);
        };
        let left = self.eval(left)?;
        let right = self.eval(right)?;
        let condition = condition(*comparison);
        let flag = self.b.ins().icmp(condition, left.value, right.value);
        Ok(Some(flag))
    }
}
