//! Whether an expression may raise a run-time error. Conservative: "no" is proved, from types
//! alone.

use crate::interval::{interval, is_inside};
use crate::{
    BinaryOp, Binding, ChannelExpr, Domain, Expr, ExprKind, LocalId, LocalKind, Locals, Model,
    NameExpr, Place, ProcessExpr, Projection, Root, Type, TypeId, UnaryOp, UnionExpr,
};

/// What is known about the place where an expression stands.
pub struct Fallible<'a> {
    pub model: &'a Model,
    pub locals: &'a Locals,
    /// Whether a local of kind `Value` is known to be defined.
    pub is_defined: &'a dyn Fn(LocalId) -> bool,
    /// Whether a scalar of a variable is known to be defined in all states.
    pub is_always_defined: &'a dyn Fn(&Place) -> bool,
    /// A place that was just found to be defined.
    pub present: Option<&'a Place>,
}

/// The place that is defined where a condition is true.
pub fn found_defined(condition: &Expr) -> Option<&Place> {
    let ExprKind::Unary(UnaryOp::Not, absent) = &condition.kind else {
        return None;
    };
    let ExprKind::IsUndefined(place) = &absent.kind else {
        return None;
    };
    Some(place)
}

impl<'a> Fallible<'a> {
    /// Where nothing is known but types.
    pub fn by_types(model: &'a Model, locals: &'a Locals) -> Fallible<'a> {
        Fallible {
            model,
            locals,
            is_defined: &|_| false,
            is_always_defined: &|_| false,
            present: None,
        }
    }
}

impl Fallible<'_> {
    pub fn expr(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Process(ProcessExpr::Timeout) => false,
            ExprKind::Read(place) => self.place(place) || self.may_be_undefined(place),
            ExprKind::IsUndefined(place) => self.place(place),
            ExprKind::Same(left, right) => self.place(left) || self.place(right),
            ExprKind::Unary(_, value)
            | ExprKind::Union(UnionExpr::Inject { value, .. })
            | ExprKind::Union(UnionExpr::IsMember { value, .. })
            | ExprKind::Truncate { value, .. }
            | ExprKind::Name(NameExpr::NumberOf(value)) => self.expr(value),
            ExprKind::Binary(op, left, right) => {
                self.operator(*op, expr, right) || self.expr(left) || self.expr(right)
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.expr(left) || self.expr(right)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let inside = Fallible {
                    present: found_defined(condition).or(self.present),
                    ..*self
                };
                self.expr(condition) || inside.expr(then) || self.expr(otherwise)
            }
            ExprKind::Quantified { binding, body, .. } | ExprKind::Count { binding, body } => {
                self.binding(binding) || self.expr(body)
            }
            ExprKind::Channel(ChannelExpr::Ask { number, .. }) => self.channel(number).is_none(),
            // To poll a channel without room is an error.
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel,
                poll,
                fields,
                ..
            }) => {
                let arity = self.channel(channel).map(<[TypeId]>::len);
                arity != Some(fields.len())
                    || *poll && !self.has_room(channel)
                    || fields.iter().flatten().any(|field| self.expr(field))
            }
            ExprKind::Union(UnionExpr::Project { .. })
            | ExprKind::Name(NameExpr::NameAt(_))
            | ExprKind::Process(ProcessExpr::Enabled(_))
            | ExprKind::Call { .. } => true,
        }
    }

    /// The fields of the messages of a channel that is certainly there.
    fn channel(&self, number: &Expr) -> Option<&[TypeId]> {
        let channel = self.model.fixed_channel(number.as_constant()?)?;
        let types = &self.model.types;
        let Type::Channel { fields, .. } = types.get(self.model.channel_type(channel.variable))
        else {
            return None;
        };
        Some(fields)
    }

    /// Whether messages can wait in a channel.
    fn has_room(&self, number: &Expr) -> bool {
        let number = number.as_constant();
        let channel = number.and_then(|number| self.model.fixed_channel(number));
        let ty = channel.map(|channel| self.model.channel_type(channel.variable));
        let ty = ty.map(|ty| self.model.types.get(ty));
        matches!(ty, Some(Type::Channel { capacity, .. }) if *capacity > 0)
    }

    pub fn binding(&self, binding: &Binding) -> bool {
        match &binding.domain {
            Domain::Type(_) => false,
            Domain::Steps { from, to, by } => {
                let advances = by.as_constant().is_some_and(|by| by != 0);
                !advances || self.expr(from) || self.expr(to)
            }
            Domain::Positions(set) => self.place(set),
        }
    }

    /// Whether the place may not be there.
    pub fn place(&self, place: &Place) -> bool {
        let is_reference = match place.root {
            Root::Variable(_) => false,
            Root::Local(local) => self.locals[local].kind == LocalKind::Reference,
        };
        is_reference || self.path(place)
    }

    /// Whether an index on the way may fail or lie outside.
    fn path(&self, place: &Place) -> bool {
        let mut ty = match place.root {
            Root::Variable(variable) => Some(self.model.variables[variable].ty),
            Root::Local(local) => Some(self.locals[local].ty),
        };
        place.path.iter().any(|step| {
            let outer = ty.map(|ty| self.model.types.get(ty));
            ty = outer.and_then(|outer| outer.part(step));
            match step {
                Projection::Field(_) => false,
                Projection::Index(at) => {
                    let Some(Type::Array { index, .. }) = outer else {
                        return true;
                    };
                    self.expr(at) || !self.is_inside(at, *index)
                }
                Projection::Element(_) => true,
            }
        })
    }

    /// Names, enumerations and truth values are never outside; integers may be.
    fn is_inside(&self, at: &Expr, index: TypeId) -> bool {
        let range = self.model.scalar_range(index);
        match at.as_constant() {
            Some(value) => range.is_some_and(|range| range.contains(value)),
            None => {
                !self.model.types.is_integer(at.ty)
                    || interval(self.model, at)
                        .zip(range)
                        .is_some_and(|(at, range)| is_inside(at, range))
            }
        }
    }

    fn may_be_undefined(&self, place: &Place) -> bool {
        let is_it = |present: &Place| present.root == place.root && present.path == place.path;
        if self.present.is_some_and(is_it) {
            return false;
        }
        match place.root {
            Root::Variable(variable) => {
                self.model.variables[variable].undefinable && !(self.is_always_defined)(place)
            }
            Root::Local(local) => match self.locals[local].kind {
                LocalKind::Bound => false,
                LocalKind::Value => !(place.path.is_empty() && (self.is_defined)(local)),
                LocalKind::Reference => true,
            },
        }
    }

    /// Whether a value may not fit where it is stored.
    pub fn store(&self, to: TypeId, value: &Expr) -> bool {
        let room = self.model.scalar_range(to);
        if self.model.types.is_integer(to) {
            !interval(self.model, value)
                .zip(room)
                .is_some_and(|(value, room)| is_inside(value, room))
        } else {
            !self.is_within(value.ty, to)
        }
    }

    /// Whether all values of a scalar type are values of another.
    pub fn is_within(&self, from: TypeId, to: TypeId) -> bool {
        if let Type::Range { lo, hi, .. } = self.model.types.get(from)
            && let Type::Range {
                lo: least,
                hi: most,
                ..
            } = self.model.types.get(to)
        {
            return least <= lo && hi <= most;
        }
        from == to
    }

    /// Sums of numbers of 64 bits stay far below 128 bits; products are looked at.
    fn operator(&self, op: BinaryOp, whole: &Expr, right: &Expr) -> bool {
        match op {
            BinaryOp::Divide | BinaryOp::Remainder => {
                let by = interval(self.model, right);
                !by.is_some_and(|by| by.lo > 0 || by.hi < 0)
            }
            BinaryOp::Multiply => interval(self.model, whole).is_none(),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => true,
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Compare(_) => false,
        }
    }
}
