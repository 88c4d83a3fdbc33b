//! Expressions, from left to right, each yielding a value or a run-time error.

use super::machine::{Carried, Machine, Value};

use crate::{Fault, FaultKind};
use weyl_ir::layout::{Located, ScalarShape};
use weyl_ir::{
    BinaryOp, Binding, ChannelExpr, Domain, Evaluation, Expr, ExprKind, NameExpr, ProcessExpr,
    Quantifier, Series, Type, TypeId, UnionExpr, arithmetic,
};
use weyl_source::Span;

impl<'p> Machine<'p> {
    pub fn eval(&mut self, expr: &'p Expr) -> Value<i128> {
        match &expr.kind {
            ExprKind::Constant(value) => Ok(*value),
            ExprKind::Read(place) => {
                let at = self.locate(place)?;
                self.load(at, expr.span)
            }
            ExprKind::Unary(op, operand) => {
                let value = self.eval(operand)?;
                arithmetic::unary(*op, value)
                    .ok_or_else(|| Fault::new(FaultKind::Overflow, expr.span))
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.eval(left)?;
                let right = self.eval(right)?;
                binary(*op, left, right, expr.span)
            }
            ExprKind::And(left, right) => Ok(i128::from(self.test(left)? && self.test(right)?)),
            ExprKind::Or(left, right) => Ok(i128::from(self.test(left)? || self.test(right)?)),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                if self.test(condition)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            ExprKind::Quantified {
                quantifier,
                evaluation,
                binding,
                body,
            } => self.quantified(*quantifier, *evaluation, binding, body),
            ExprKind::IsUndefined(place) => {
                let at = self.locate(place)?;
                Ok(i128::from(self.peek(at).is_none()))
            }
            ExprKind::Same(left, right) => {
                let left = self.locate(left)?;
                let right = self.locate(right)?;
                Ok(i128::from(self.same(left, right)))
            }
            ExprKind::Count { binding, body } => self.count(binding, body),
            ExprKind::Call {
                function,
                arguments,
            } => self.call_for_value(*function, arguments, expr.span),
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => Ok(arithmetic::truncate(self.eval(value)?, *bits, *signed)),
            ExprKind::Union(of) => self.eval_union(of, expr),
            ExprKind::Name(of) => self.eval_name(of, expr),
            ExprKind::Channel(of) => self.eval_channel(of, expr.span),
            ExprKind::Process(of) => self.eval_process(of, expr.span),
        }
    }

    /// Values of unions.
    fn eval_union(&mut self, of: &'p UnionExpr, expr: &Expr) -> Value<i128> {
        match of {
            UnionExpr::Inject { member, value } => {
                let (offset, _) = self.member(expr.ty, *member);
                Ok(self.eval(value)? + offset)
            }
            UnionExpr::Project { member, value } => {
                let (offset, size) = self.member(value.ty, *member);
                let number = self.eval(value)? - offset;
                if 0 <= number && number < size {
                    Ok(number)
                } else {
                    Err(Fault::new(FaultKind::NotMember { ty: expr.ty }, expr.span))
                }
            }
            UnionExpr::IsMember { member, value } => {
                let (offset, size) = self.member(value.ty, *member);
                let number = self.eval(value)? - offset;
                Ok(i128::from(0 <= number && number < size))
            }
        }
    }

    /// Names by number.
    fn eval_name(&mut self, of: &'p NameExpr, expr: &Expr) -> Value<i128> {
        match of {
            NameExpr::NumberOf(name) => self.eval(name),
            NameExpr::NameAt(number) => {
                let value = self.eval(number)?;
                let range = self.program.model.scalar_range(expr.ty);
                let (lo, hi) = range.map_or((0, -1), |range| (range.lo, range.hi));
                if lo <= value && value <= hi {
                    Ok(value)
                } else {
                    Err(Fault::new(FaultKind::BadIndex { value, lo, hi }, expr.span))
                }
            }
        }
    }

    fn eval_channel(&mut self, of: &'p ChannelExpr, span: Span) -> Value<i128> {
        match of {
            ChannelExpr::Ask { question, number } => self.ask_channel(*question, number, span),
            ChannelExpr::CanReceive {
                channel,
                random,
                poll,
                fields,
            } => {
                let can = self.can_receive(channel, (*random, *poll), fields, span)?;
                Ok(i128::from(can))
            }
        }
    }

    fn eval_process(&mut self, of: &'p ProcessExpr, span: Span) -> Value<i128> {
        match of {
            ProcessExpr::Timeout => Ok(i128::from(self.timeout)),
            ProcessExpr::Enabled(process) => {
                let number = self.eval(process)?;
                Ok(i128::from(self.is_process_enabled(number, span)?))
            }
        }
    }

    /// The value of an expression for somebody who only stores it. While a step is recorded, what a
    /// place holds is not looked at if it has a value in any case and is stored as it is.
    pub fn carry(&mut self, expr: &'p Expr) -> Value<Carried> {
        if self.memory.shadow().is_some()
            && let Some(carried) = self.carried(expr)?
        {
            return Ok(carried);
        }
        self.eval(expr).map(Carried::computed)
    }

    fn carried(&mut self, expr: &'p Expr) -> Value<Option<Carried>> {
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
            return Ok(None);
        };
        let at = self.locate(place)?;
        let origin = self.memory.origin(at.offset);
        let source = self.memory.shadow().and_then(|of| of.source_shape(origin));
        let is_kept = |source: &ScalarShape| {
            let ends = [source.lo, source.hi];
            let mut kept = kept.iter();
            kept.all(|(bits, signed)| {
                ends.map(|end| arithmetic::truncate(end, *bits, *signed)) == ends
            })
        };
        if !source.is_some_and(|source| !source.undefinable && is_kept(source)) {
            return Ok(None);
        }
        let scalar = self.scalar(at);
        let value = scalar.decode(self.memory.glance(scalar, at.offset));
        Ok(value.map(|value| Carried { value, origin }))
    }

    /// A boolean expression.
    pub fn test(&mut self, expr: &'p Expr) -> Value<bool> {
        Ok(self.eval(expr)? != 0)
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

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        evaluation: Evaluation,
        binding: &'p Binding,
        body: &'p Expr,
    ) -> Value<i128> {
        let decisive = quantifier == Quantifier::Exists;
        let mut result = !decisive;
        if evaluation == Evaluation::All {
            self.for_all_values(binding, &mut |machine| {
                if machine.test(body)? == decisive {
                    result = decisive;
                }
                Ok(())
            })?;
            return Ok(i128::from(result));
        }
        self.for_each_value(binding, &mut |machine| {
            if machine.test(body)? == decisive {
                result = decisive;
            }
            Value::Ok(result == decisive)
        })?;
        Ok(i128::from(result))
    }

    fn count(&mut self, binding: &'p Binding, body: &'p Expr) -> Value<i128> {
        let mut count = 0;
        self.for_all_values(binding, &mut |machine| {
            count += i128::from(machine.test(body)?);
            Ok(())
        })?;
        Ok(count)
    }

    /// Gives the bound variable all values, whose order means nothing: whatever fails, all are
    /// visited.
    pub fn for_all_values(
        &mut self,
        binding: &'p Binding,
        visit: &mut impl FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let known = self.noted.len();
        self.for_each_value(binding, &mut |machine| {
            visit(machine).or_else(|fault| machine.note_failure(fault))?;
            Value::Ok(false)
        })?;
        self.fail_if_noted(known)
    }

    /// Remembers a failure among instances or turns without an order.
    pub fn note_failure(&mut self, fault: Box<Fault>) -> Value<()> {
        if fault.is_interruption() {
            return Err(fault);
        }
        self.noted.push(*fault);
        Ok(())
    }

    /// Fails with the first in the text of what was noted since then; the others stay noted.
    pub fn fail_if_noted(&mut self, known: usize) -> Value<()> {
        if self.noted.len() <= known {
            return Ok(());
        }
        let mut since = self.noted.split_off(known);
        since.sort_by(|a, b| (a.span, &a.kind).cmp(&(b.span, &b.kind)));
        since.dedup();
        let first = since.remove(0);
        self.noted.extend(since);
        Err(Box::new(first))
    }

    /// Gives the bound variable one value after the other, until `visit` says that it is enough.
    pub fn for_each_value<E: From<Box<Fault>>>(
        &mut self,
        binding: &'p Binding,
        visit: &mut impl FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<(), E> {
        let Extent { series, set, span } = self.extent(&binding.domain)?;
        for number in 0..series.count {
            self.tick(span)?;
            let value = series.value(number);
            if set.is_some_and(|set| self.occupied_position(set, value).is_none()) {
                continue;
            }
            self.set_bound(binding.local, value, span)?;
            if visit(self)? {
                break;
            }
        }
        Ok(())
    }

    fn extent(&mut self, domain: &'p Domain) -> Value<Extent> {
        let numbered = |first, count| Series {
            first,
            step: 1,
            count,
        };
        let (series, set, span) = match domain {
            Domain::Type(ty) => {
                let range = self.program.model.scalar_range(*ty);
                let (first, len) = range.map_or((0, 0), |range| (range.lo, range.len()));
                let count = u64::try_from(len).unwrap_or(u64::MAX);
                (numbered(first, count), None, Span::default())
            }
            Domain::Steps { from, to, by } => {
                let first = self.eval(from)?;
                let last = self.eval(to)?;
                let series = Series::steps(first, last, self.eval(by)?);
                let series = series.ok_or_else(|| Fault::new(FaultKind::ZeroStep, by.span))?;
                (series, None, from.span.to(to.span))
            }
            Domain::Positions(set) => {
                let at = self.locate(set)?;
                let (capacity, ..) = self.multiset(at);
                (numbered(0, u64::from(capacity)), Some(at), set.span)
            }
        };
        Ok(Extent { series, set, span })
    }

    /// Positions of a multiset count only while they are occupied.
    pub fn is_in_domain(&mut self, domain: &'p Domain, value: i128) -> Value<bool> {
        let Domain::Positions(set) = domain else {
            return Ok(true);
        };
        let at = self.locate(set)?;
        Ok(self.occupied_position(at, value).is_some())
    }
}

/// What a bound variable ranges over, determined once: a body can change what the domain mentions.
struct Extent {
    series: Series,
    /// The multiset whose positions they are; a position is skipped if it is empty when its turn
    /// comes.
    set: Option<Located>,
    span: Span,
}

fn binary(op: BinaryOp, a: i128, b: i128, span: Span) -> Value<i128> {
    arithmetic::binary(op, a, b).ok_or_else(|| {
        let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
        let failure = if divides && b == 0 {
            FaultKind::DivisionByZero
        } else {
            FaultKind::Overflow
        };
        Fault::new(failure, span)
    })
}
