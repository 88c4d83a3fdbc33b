//! Ground rules: one for each valuation of the parameters, with the values put in and constants
//! folded.
//!
//! Parameters over the positions of a multiset stay: positions are no names.

use weyl_ir::rewrite::Rewriter;
use weyl_ir::{
    Argument, Binding, Domain, Expr, ExprKind, LocalId, Model, NameExpr, Place, Root, Stmt,
    StmtKind, Type, arithmetic,
};

/// More ground rules than this are not compared one by one.
pub(crate) const MAX_GROUND_RULES: u64 = 1 << 18;

/// The value of each parameter that was put in.
pub(crate) type Valuation = Vec<(LocalId, i128)>;

/// All valuations of those parameters that range over a type or constant steps; `None` if there are
/// too many.
pub(crate) fn valuations(model: &Model, parameters: &[Binding]) -> Option<Vec<Valuation>> {
    let mut all: Vec<Valuation> = vec![Vec::new()];
    for binding in parameters {
        let Some(values) = values(model, &binding.domain)? else {
            continue;
        };
        if all.len() as u64 * values.len() as u64 > MAX_GROUND_RULES {
            return None;
        }
        let extend = |valuation: &Valuation| {
            let extended = values.iter().map(|value| {
                let mut longer = valuation.clone();
                longer.push((binding.local, *value));
                longer
            });
            extended.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    Some(all)
}

/// The values of a domain; `Some(None)` for positions, `None` if there are too many.
fn values(model: &Model, domain: &Domain) -> Option<Option<Vec<i128>>> {
    match domain {
        Domain::Positions(_) => Some(None),
        Domain::Type(ty) => {
            let range = model.scalar_range(*ty)?;
            let few = range.len() <= u128::from(MAX_GROUND_RULES);
            few.then(|| Some((range.lo..=range.hi).collect()))
        }
        Domain::Steps { from, to, by } => steps(from, to, by).map(Some),
    }
}

/// The values of constant steps, unless there are too many.
pub(crate) fn steps(from: &Expr, to: &Expr, by: &Expr) -> Option<Vec<i128>> {
    let (from, to, by) = (from.as_constant()?, to.as_constant()?, by.as_constant()?);
    let count = from.abs_diff(to).checked_div(by.unsigned_abs())?;
    if count > u128::from(MAX_GROUND_RULES) {
        return None;
    }
    let steps = (0..=count as i128).map(|turn| from + turn * by);
    let is_inside = |value: &i128| if by > 0 { *value <= to } else { *value >= to };
    Some(steps.filter(is_inside).collect())
}

/// Puts values in for parameters and folds what becomes constant.
pub(crate) struct Grounding<'a> {
    pub model: &'a Model,
    pub valuation: &'a Valuation,
}

impl Rewriter for Grounding<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let folded = if let ExprKind::Read(place) = &expr.kind {
            self.parameter(place)
        } else {
            fold(self.model, expr)
        };
        if let Some(value) = folded {
            expr.kind = ExprKind::Constant(value);
        }
    }

    /// To hand over what a parameter holds is to hand over its value.
    fn argument(&mut self, argument: &mut Argument) {
        if let Argument::Copy(place) = argument
            && let Some(value) = self.parameter(place)
        {
            let constant = Expr::constant(value, place.ty, place.span);
            *argument = Argument::Value(constant);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Copy { to, from } = &stmt.kind
            && let Some(value) = self.parameter(from)
        {
            let value = Expr::constant(value, from.ty, from.span);
            let to = to.clone();
            stmt.kind = StmtKind::Assign { to, value };
        }
    }
}

impl Grounding<'_> {
    fn parameter(&self, place: &Place) -> Option<i128> {
        let Root::Local(local) = place.root else {
            return None;
        };
        let mut values = self.valuation.iter();
        let found = values.find(|(parameter, _)| *parameter == local);
        found
            .filter(|_| place.path.is_empty())
            .map(|(_, value)| *value)
    }
}

/// The value of an operation on constants, if it can't fail.
pub(crate) fn fold(model: &Model, expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Name(NameExpr::NumberOf(name)) => name.as_constant(),
        ExprKind::Name(NameExpr::NameAt(number)) => name_at(model, expr, number),
        ExprKind::Unary(op, value) => arithmetic::unary(*op, value.as_constant()?),
        ExprKind::Binary(op, left, right) => {
            arithmetic::binary(*op, left.as_constant()?, right.as_constant()?)
        }
        ExprKind::Truncate {
            bits,
            signed,
            value,
        } => Some(arithmetic::truncate(value.as_constant()?, *bits, *signed)),
        ExprKind::And(left, right) => match left.as_constant()? {
            0 => Some(0),
            _ => right.as_constant(),
        },
        ExprKind::Or(left, right) => match left.as_constant()? {
            0 => right.as_constant(),
            _ => Some(1),
        },
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => match condition.as_constant()? {
            0 => otherwise.as_constant(),
            _ => then.as_constant(),
        },
        ExprKind::Constant(_)
        | ExprKind::Read(_)
        | ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => None,
    }
}

/// A number outside the sort is an error at run time, and stays one.
fn name_at(model: &Model, expr: &Expr, number: &Expr) -> Option<i128> {
    let value = number.as_constant()?;
    let Type::Id(sort) = model.types.get(expr.ty) else {
        return None;
    };
    let count = model.sorts[*sort].names.len() as i128;
    (0..count).contains(&value).then_some(value)
}
