//! Functions that only compute one expression from their parameters are put in where they are
//! called: then constants fold through them, `right(3)` as well as `(3 + 1) % N`.

use crate::discovery::bodies::operators::is_of_operators;
use weyl_ir::fallible::Fallible;
use weyl_ir::rewrite::{Rewriter, rewrite_expr};
use weyl_ir::{
    Argument, Expr, ExprKind, Function, FunctionId, LocalId, LocalKind, Locals, Model, Place, Root,
    Stmt, StmtKind,
};

pub(crate) struct Inlining<'a> {
    pub model: &'a Model,
    pub locals: &'a Locals,
}

impl Rewriter for Inlining<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let ExprKind::Call {
            function,
            arguments,
        } = &expr.kind
        else {
            return;
        };
        if let Some(value) = self.inlined(*function, arguments) {
            expr.kind = value;
        }
    }
}

impl Inlining<'_> {
    /// Bound variables are always defined.
    fn is_bound(&self, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => {
                place.path.is_empty() && self.locals[local].kind == LocalKind::Bound
            }
            Root::Variable(_) => false,
        }
    }

    fn inlined(&self, function: FunctionId, arguments: &[Argument]) -> Option<ExprKind> {
        let callee = &self.model.functions[function];
        let mut value = computed(self.model, callee)?.clone();
        let values = arguments.iter().map(|argument| match argument {
            Argument::Value(value) => Some(value.clone()),
            Argument::Copy(place) if self.is_bound(place) => Some(Expr::read(place.clone())),
            Argument::Copy(_) | Argument::Reference(_) => None,
        });
        let values: Vec<Expr> = values.collect::<Option<_>>()?;
        let fallible = Fallible::by_types(self.model, self.locals);
        let pairs = || callee.parameters.iter().copied().zip(&values);
        let fits = |(parameter, value): (LocalId, &Expr)| {
            !fallible.store(callee.locals[parameter].ty, value)
        };
        // A call evaluates all its arguments, in their order.
        let mut risky = pairs().filter(|(_, argument)| fallible.expr(argument));
        let is_evaluated = match (risky.next(), risky.next()) {
            (None, _) => true,
            (Some((parameter, _)), None) => is_surely_read(&value, parameter),
            (Some(_), Some(_)) => false,
        };
        if !is_evaluated || !pairs().all(fits) {
            return None;
        }
        let mut put_in = PutIn {
            values: pairs().collect(),
        };
        rewrite_expr(&mut put_in, &mut value);
        Some(value.kind)
    }
}

/// The expression that is all that a function does, if it can't fail and mentions parameters only.
fn computed<'f>(model: &Model, function: &'f Function) -> Option<&'f Expr> {
    let [
        Stmt {
            kind: StmtKind::Assign { to, value },
            ..
        },
        Stmt {
            kind: StmtKind::Return,
            ..
        },
    ] = &*function.body
    else {
        return None;
    };
    let is_result = to.path.is_empty() && Some(to.root) == function.result.map(Root::Local);
    let is_parameter = |local: LocalId| function.parameters.contains(&local);
    let fallible = Fallible {
        model,
        locals: &function.locals,
        is_defined: &is_parameter,
        is_always_defined: &|_| false,
        present: None,
    };
    let can_fail = fallible.expr(value) || fallible.store(to.ty, value);
    (is_result && !can_fail && is_arithmetic(value)).then_some(value)
}

/// Whether an expression is made of numbers and locals alone.
fn is_arithmetic(expr: &Expr) -> bool {
    is_of_operators(expr, &|place| {
        place.path.is_empty() && matches!(place.root, Root::Local(_))
    })
}

/// Whether arithmetic reads a local, whatever comes out on the way.
fn is_surely_read(expr: &Expr, local: LocalId) -> bool {
    let is_read = |part: &Expr| is_surely_read(part, local);
    match &expr.kind {
        ExprKind::Read(place) => place.root == Root::Local(local),
        ExprKind::Unary(_, value) | ExprKind::Truncate { value, .. } => is_read(value),
        ExprKind::Binary(_, left, right) => is_read(left) || is_read(right),
        ExprKind::And(left, _) | ExprKind::Or(left, _) => is_read(left),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => is_read(condition) || is_read(then) && is_read(otherwise),
        ExprKind::Constant(_)
        | ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Name(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => false,
    }
}

struct PutIn<'a> {
    values: Vec<(LocalId, &'a Expr)>,
}

impl Rewriter for PutIn<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Read(place) = &expr.kind
            && let Root::Local(local) = place.root
            && let Some((_, value)) = self.values.iter().find(|(known, _)| *known == local)
        {
            *expr = (*value).clone();
        }
    }
}
