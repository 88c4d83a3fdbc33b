//! Expressions in a state of which only a part is known. An error of the model counts as not
//! knowing: an execution ends there, so whatever is said of what comes after it holds.

use super::memory::{Address, Memory, Value};
use weyl_ir::arithmetic::{binary, truncate, unary};
use weyl_ir::{
    ChannelExpr, Expr, ExprKind, LocalKind, Locals, Model, NameExpr, Place, ProcessExpr,
    Projection, Root, Type, UnionExpr,
};

/// A place in the code of a rule.
#[derive(Clone, Copy)]
pub(super) struct Scope<'m> {
    pub model: &'m Model,
    pub locals: &'m Locals,
}

impl Scope<'_> {
    pub fn value(&self, memory: &Memory<'_>, expr: &Expr) -> Option<i128> {
        let value = |expr: &Expr| self.value(memory, expr);
        match &expr.kind {
            ExprKind::Constant(constant) => Some(*constant),
            ExprKind::Read(place) => self.read(memory, place).known(),
            ExprKind::Unary(operator, operand) => unary(*operator, value(operand)?),
            ExprKind::Binary(operator, left, right) => {
                binary(*operator, value(left)?, value(right)?)
            }
            ExprKind::And(left, right) => connective(value(left), value(right), 0),
            ExprKind::Or(left, right) => connective(value(left), value(right), 1),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => match value(condition) {
                Some(0) => value(otherwise),
                Some(_) => value(then),
                None => value(then).filter(|then| Some(*then) == value(otherwise)),
            },
            ExprKind::IsUndefined(place) => match self.read(memory, place) {
                Value::Known(_) => Some(0),
                Value::Undefined => Some(1),
                Value::Unknown => None,
            },
            ExprKind::Truncate {
                bits,
                signed,
                value: operand,
            } => Some(truncate(value(operand)?, *bits, *signed)),
            ExprKind::Name(NameExpr::NumberOf(name)) => value(name),
            ExprKind::Name(NameExpr::NameAt(number)) => self.name_at(expr, value(number)?),
            ExprKind::Quantified { .. }
            | ExprKind::Same(..)
            | ExprKind::Union(UnionExpr::Inject { .. })
            | ExprKind::Union(UnionExpr::Project { .. })
            | ExprKind::Union(UnionExpr::IsMember { .. })
            | ExprKind::Count { .. }
            | ExprKind::Channel(ChannelExpr::Ask { .. })
            | ExprKind::Channel(ChannelExpr::CanReceive { .. })
            | ExprKind::Process(ProcessExpr::Timeout)
            | ExprKind::Process(ProcessExpr::Enabled(_))
            | ExprKind::Call { .. } => None,
        }
    }

    fn name_at(&self, expr: &Expr, number: i128) -> Option<i128> {
        let Type::Id(sort) = self.model.types.get(expr.ty) else {
            return None;
        };
        let count = self.model.sorts[*sort].names.len() as i128;
        (0..count).contains(&number).then_some(number)
    }

    pub fn read(&self, memory: &Memory<'_>, place: &Place) -> Value {
        match self.address(memory, place) {
            Some(address) => memory.read(&address, place.ty),
            None => Value::Unknown,
        }
    }

    /// Where a place is, if its indices are known. Elements of multisets have no address.
    pub fn address(&self, memory: &Memory<'_>, place: &Place) -> Option<Address> {
        if self.is_reference(place.root) {
            return None;
        }
        let step = |step: &Projection| match step {
            Projection::Field(number) => Some(i128::from(*number)),
            Projection::Index(index) => self.value(memory, index),
            Projection::Element(_) => None,
        };
        let path: Option<Vec<i128>> = place.path.iter().map(step).collect();
        let root = place.root;
        path.map(|path| Address { root, path })
    }

    pub fn is_reference(&self, root: Root) -> bool {
        match root {
            Root::Variable(_) => false,
            Root::Local(local) => self.locals[local].kind == LocalKind::Reference,
        }
    }
}

/// A conjunction is decided by a 0, a disjunction by a 1, on whichever side.
fn connective(left: Option<i128>, right: Option<i128>, decisive: i128) -> Option<i128> {
    if left == Some(decisive) || right == Some(decisive) {
        Some(decisive)
    } else {
        left.and(right)
    }
}
