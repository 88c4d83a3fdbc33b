//! Numbers in expressions: which class they belong to, and what is compared with what.

use super::{Inference, Known, is_number};
use crate::discovery::numbers::classes::{Base, Spot};
use weyl_ir::{
    Argument, BinaryOp, Binding, Comparison, Domain, Expr, ExprKind, FunctionId, NameExpr, Place,
    ProcessExpr, Projection, ScalarRange, TypeId, UnionExpr,
};

impl Inference<'_> {
    pub(super) fn value(&mut self, expr: &Expr) -> Known {
        match &expr.kind {
            ExprKind::Constant(value) if is_number(self.model, expr.ty) => Known::Constant(*value),
            ExprKind::Constant(_) => Known::Other,
            ExprKind::Read(place) => self.place(place),
            ExprKind::IsUndefined(place) => {
                self.place(place);
                Known::Other
            }
            ExprKind::Same(left, right) => {
                self.same_parts(left, right);
                Known::Other
            }
            ExprKind::Binary(
                BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual),
                left,
                right,
            ) => {
                let (left, right) = (self.value(left), self.value(right));
                self.compare(left, right);
                Known::Other
            }
            ExprKind::Truncate {
                value,
                bits,
                signed,
            } => {
                let known = self.value(value);
                if let Known::Node(node) = known {
                    self.classes.is_cut(node, truncated(*bits, *signed));
                }
                known
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.visit(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                self.branches(then, otherwise)
            }
            ExprKind::Channel(of) => self.of_channel(of),
            ExprKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments),
            ExprKind::Unary(_, value)
            | ExprKind::Union(
                UnionExpr::Inject { value, .. }
                | UnionExpr::Project { value, .. }
                | UnionExpr::IsMember { value, .. },
            )
            | ExprKind::Name(NameExpr::NumberOf(value) | NameExpr::NameAt(value))
            | ExprKind::Process(ProcessExpr::Enabled(value)) => {
                self.visit(value);
                self.computed(expr.ty)
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => {
                self.visit(left);
                self.visit(right);
                self.computed(expr.ty)
            }
            ExprKind::Quantified { binding, body, .. } | ExprKind::Count { binding, body } => {
                self.binding(binding);
                self.visit(body);
                self.computed(expr.ty)
            }
            ExprKind::Process(ProcessExpr::Timeout) => Known::Other,
        }
    }

    /// What something else than the number itself is: a number that was computed, or none.
    fn computed(&self, ty: TypeId) -> Known {
        if is_number(self.model, ty) {
            Known::Computed
        } else {
            Known::Other
        }
    }

    /// A number that is the one or the other.
    fn branches(&mut self, one: Known, two: Known) -> Known {
        self.unify(one, two);
        match (one, two) {
            (Known::Node(node), _) | (_, Known::Node(node)) => Known::Node(node),
            (Known::Other, Known::Other) => Known::Other,
            _ => Known::Computed,
        }
    }

    pub(super) fn binding(&mut self, binding: &Binding) {
        let node = self.local(self.body, binding.local);
        match &binding.domain {
            Domain::Type(ty) => {
                if is_number(self.model, *ty) {
                    self.widen(node, *ty);
                }
            }
            Domain::Steps { from, to, by } => {
                self.visit(by);
                for end in [from, to] {
                    let value = self.value(end);
                    match value {
                        Known::Constant(_) => self.unify(Known::Node(node), value),
                        // An order of numbers that are only known when it runs.
                        _ => self.classes.make_plain(node),
                    }
                    if let Known::Node(end) = value {
                        self.classes.make_plain(end);
                    }
                }
            }
            Domain::Positions(set) => {
                self.place(set);
                self.classes.make_plain(node);
            }
        }
    }

    /// A place, with its indices; what it holds.
    pub(super) fn place(&mut self, place: &Place) -> Known {
        for (steps, step) in place.path.iter().enumerate() {
            match step {
                Projection::Index(index) => {
                    let value = self.value(index);
                    let spot = self.bases.spot(self.body, place, steps, true);
                    if is_number(self.model, index.ty) {
                        let node = self.classes.node(spot);
                        self.unify(Known::Node(node), value);
                    }
                }
                Projection::Element(position) => self.visit(position),
                Projection::Field(_) => {}
            }
        }
        if is_number(self.model, place.ty) {
            Known::Node(self.whole(place))
        } else {
            Known::Other
        }
    }

    fn whole(&mut self, place: &Place) -> usize {
        let steps = place.path.len();
        let spot = self.bases.spot(self.body, place, steps, false);
        self.classes.node(spot)
    }

    pub(super) fn call(&mut self, function: FunctionId, arguments: &[Argument]) -> Known {
        let model = self.model;
        let callee = &model.functions[function];
        let body = self.bases.body_of(function);
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let ty = callee.locals[*parameter].ty;
            match argument {
                Argument::Value(value) => {
                    let value = self.value(value);
                    if is_number(model, ty) {
                        let node = self.local(body, *parameter);
                        self.store(Known::Node(node), ty, value);
                    }
                }
                Argument::Copy(place) | Argument::Reference(place) => {
                    self.place(place);
                    let steps = place.path.len();
                    let spot = self.bases.spot(self.body, place, steps, false);
                    let parameter = Spot::value(Base::Local(body, *parameter), Vec::new());
                    self.join(spot, parameter, ty);
                }
            }
        }
        match callee.result {
            Some(result) if is_number(model, callee.locals[result].ty) => {
                Known::Node(self.local(body, result))
            }
            _ => Known::Other,
        }
    }
}

/// What is left of any number after it was cut.
fn truncated(bits: u8, signed: bool) -> ScalarRange {
    let values = 1i128 << bits.clamp(1, 126);
    if signed {
        ScalarRange {
            lo: -values / 2,
            hi: values / 2 - 1,
        }
    } else {
        ScalarRange {
            lo: 0,
            hi: values - 1,
        }
    }
}
