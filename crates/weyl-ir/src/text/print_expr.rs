//! The printer: expressions and places. The type of an expression is written where it does not
//! follow from the parts.

use super::print::{Printer, local_name};
use super::words::{BINARY, Look, MAX_CHAIN, QUESTIONS, TRUNCATIONS, UNARY, name, word};
use crate::{
    Argument, Binding, ChannelExpr, Domain, Evaluation, Expr, ExprKind, FunctionId, Locals,
    NameExpr, Place, ProcessExpr, Projection, Quantifier, Root, Type, TypeId, UnionExpr,
};

impl Printer<'_> {
    pub(super) fn expr(&self, locals: &Locals, expr: &Expr) -> String {
        if let ExprKind::Read(place) = &expr.kind {
            return self.read(locals, expr, place);
        }
        self.expr_itself(locals, expr) + &self.origin(expr.span)
    }

    /// An expression lies where the place lies that it reads; otherwise both say where they do.
    fn read(&self, locals: &Locals, expr: &Expr, place: &Place) -> String {
        if expr.span == place.span {
            return self.place(locals, place);
        }
        let origins = [place.span, expr.span].map(|span| self.explicit_origin(span));
        self.place_itself(locals, place) + &origins.concat()
    }

    fn expr_itself(&self, locals: &Locals, expr: &Expr) -> String {
        let of = |expr: &Expr| self.expr(locals, expr);
        let at = |place: &Place| self.place(locals, place);
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(expr.ty, *value),
            ExprKind::Read(place) => at(place),
            ExprKind::Unary(op, value) => format!("{}({})", word(UNARY, *op), of(value)),
            ExprKind::Binary(op, left, right) => {
                format!("{}({}, {})", word(BINARY, *op), of(left), of(right))
            }
            ExprKind::And(..) => self.chain(locals, "and", expr, conjuncts),
            ExprKind::Or(..) => self.chain(locals, "or", expr, disjuncts),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.choice(locals, expr.ty, [condition, then, otherwise]),
            ExprKind::Quantified {
                quantifier,
                evaluation,
                binding,
                body,
            } => {
                let op = quantified(*quantifier, *evaluation);
                format!("{op}{}, {})", self.binding(locals, binding), of(body))
            }
            ExprKind::IsUndefined(place) => format!("undefined({})", at(place)),
            ExprKind::Same(left, right) => format!("same({}, {})", at(left), at(right)),
            ExprKind::Union(UnionExpr::Inject { member, value }) => {
                format!(
                    "inject<{}>({member}, {})",
                    self.type_name(expr.ty),
                    of(value)
                )
            }
            ExprKind::Union(UnionExpr::Project { member, value }) => {
                format!("project({member}, {})", of(value))
            }
            ExprKind::Union(UnionExpr::IsMember { member, value }) => {
                format!("is_member({member}, {})", of(value))
            }
            ExprKind::Count { binding, body } => {
                format!("count({}, {})", self.binding(locals, binding), of(body))
            }
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => format!("{}({bits}, {})", word(TRUNCATIONS, *signed), of(value)),
            ExprKind::Name(NameExpr::NumberOf(name)) => format!("number_of({})", of(name)),
            ExprKind::Name(NameExpr::NameAt(number)) => {
                format!("name_at<{}>({})", self.type_name(expr.ty), of(number))
            }
            ExprKind::Channel(ChannelExpr::Ask { question, number }) => {
                format!("{}({})", word(QUESTIONS, *question), of(number))
            }
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel,
                random,
                poll,
                fields,
            }) => {
                let (random, poll) = (*random, *poll);
                self.can_receive(locals, channel, Look { random, poll }, fields)
            }
            ExprKind::Process(ProcessExpr::Timeout) => "timeout()".to_string(),
            ExprKind::Process(ProcessExpr::Enabled(process)) => format!("enabled({})", of(process)),
            ExprKind::Call {
                function,
                arguments,
            } => self.call_of(locals, *function, arguments),
        }
    }

    fn call_of(&self, locals: &Locals, function: FunctionId, arguments: &[Argument]) -> String {
        let label = &self.labels.functions[function];
        format!("call {label}({})", self.arguments(locals, arguments))
    }

    fn choice(&self, locals: &Locals, ty: TypeId, parts: [&Expr; 3]) -> String {
        let op = if self.is_evident(ty, parts[1].ty, parts[2].ty) {
            "choose".to_string()
        } else {
            format!("choose<{}>", self.type_name(ty))
        };
        let [condition, then, otherwise] = parts.map(|part| self.expr(locals, part));
        format!("{op}({condition}, {then}, {otherwise})")
    }

    /// A left-nested chain of one operator, written flat.
    fn chain(
        &self,
        locals: &Locals,
        op: &str,
        expr: &Expr,
        split: impl Fn(&ExprKind) -> Option<(&Expr, &Expr)>,
    ) -> String {
        let mut operands = Vec::new();
        let mut rest = expr;
        while let Some((left, right)) = split(&rest.kind)
            && (operands.is_empty() || self.is_joined(rest, left, right))
            && operands.len() < MAX_CHAIN - 2
        {
            operands.push(self.expr(locals, right));
            rest = left;
        }
        operands.push(self.expr(locals, rest));
        operands.reverse();
        format!("{op}({})", operands.join(", "))
    }

    /// Whether the type of a choice follows from its branches.
    fn is_evident(&self, whole: TypeId, then: TypeId, otherwise: TypeId) -> bool {
        whole == then && then == otherwise
            || then != otherwise && *self.model.types.get(whole) == Type::Int
    }

    fn constant(&self, ty: TypeId, value: i128) -> String {
        let is_bool = *self.model.types.get(ty) == Type::Bool;
        match value {
            0 if is_bool => "false".to_string(),
            1 if is_bool => "true".to_string(),
            value if *self.model.types.get(ty) == Type::Int => value.to_string(),
            value => format!("{}::{}", self.type_name(ty), self.value(ty, value)),
        }
    }

    /// A value by its name, or by its number where it has none of its own.
    pub(super) fn value(&self, ty: TypeId, value: i128) -> String {
        let shown = self.model.display_value(ty, value);
        match self.value_names.value(self.model, ty, &shown) {
            Some(first) if first == value => name(&shown),
            _ => value.to_string(),
        }
    }

    pub(super) fn place(&self, locals: &Locals, place: &Place) -> String {
        self.place_itself(locals, place) + &self.origin(place.span)
    }

    fn place_itself(&self, locals: &Locals, place: &Place) -> String {
        let (mut text, mut ty) = match place.root {
            Root::Variable(id) => {
                let label = self.labels.variables[id].clone();
                (label, self.model.variables[id].ty)
            }
            Root::Local(id) => (local_name(locals, id), locals[id].ty),
        };
        for step in &place.path {
            let outer = self.model.types.get(ty);
            text += &match step {
                Projection::Field(number) => format!(".{}", field_name(outer, *number)),
                Projection::Index(index) => format!("[{}]", self.expr(locals, index)),
                Projection::Element(position) => format!("[#{}]", self.expr(locals, position)),
            };
            let inner = outer.part(step);
            ty = inner.unwrap_or_else(|| unreachable!("a path of a verified model fits the types"));
        }
        text
    }

    pub(super) fn binding(&self, locals: &Locals, binding: &Binding) -> String {
        let of = |expr: &Expr| self.expr(locals, expr);
        let domain = match &binding.domain {
            Domain::Type(ty) => self.type_name(*ty),
            Domain::Steps { from, to, by } => {
                format!("steps({}, {}, {})", of(from), of(to), of(by))
            }
            Domain::Positions(set) => format!("positions({})", self.place(locals, set)),
        };
        format!("{} in {domain}", local_name(locals, binding.local))
    }

    pub(super) fn arguments(&self, locals: &Locals, arguments: &[Argument]) -> String {
        let arguments = arguments.iter().map(|argument| match argument {
            Argument::Value(value) => self.expr(locals, value),
            Argument::Copy(place) => format!("copy {}", self.place(locals, place)),
            Argument::Reference(place) => format!("ref {}", self.place(locals, place)),
        });
        arguments.collect::<Vec<String>>().join(", ")
    }
}

fn conjuncts(kind: &ExprKind) -> Option<(&Expr, &Expr)> {
    let ExprKind::And(left, right) = kind else {
        return None;
    };
    Some((left, right))
}

fn disjuncts(kind: &ExprKind) -> Option<(&Expr, &Expr)> {
    let ExprKind::Or(left, right) = kind else {
        return None;
    };
    Some((left, right))
}

fn field_name(record: &Type, number: u32) -> String {
    let Type::Record(fields) = record else {
        unreachable!("a path of a verified model fits the types")
    };
    name(&fields[number as usize].name)
}

fn quantified(quantifier: Quantifier, evaluation: Evaluation) -> &'static str {
    match (quantifier, evaluation) {
        (Quantifier::Forall, Evaluation::UntilDecided) => "forall(",
        (Quantifier::Forall, Evaluation::All) => "forall(all ",
        (Quantifier::Exists, Evaluation::UntilDecided) => "exists(",
        (Quantifier::Exists, Evaluation::All) => "exists(all ",
    }
}
