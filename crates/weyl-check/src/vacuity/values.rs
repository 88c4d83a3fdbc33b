//! Comparisons with a value that nobody gives to anything.

use super::Note;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_expr, walk_model};
use weyl_ir::{
    Argument, BinaryOp, Binding, ChannelStmt, Comparison, Domain, Expr, ExprKind, Model, Stmt,
    StmtKind, Type, TypeId, VarId,
};

/// For each comparison with a named value that occurs nowhere else: which one.
pub(super) fn never_given(model: &Model, condition: &Expr) -> Vec<Note> {
    let mut compared = Compared {
        model,
        found: Vec::new(),
    };
    walk_expr(&mut compared, condition);
    if compared.found.is_empty() {
        return Vec::new();
    }
    let given = Given::of(model);
    let never = compared.found.iter();
    let never = never.filter(|(constant, at)| !given.contains(constant, at));
    let notes = never.filter_map(|(constant, at)| {
        let name = name_in(model, constant, at)?;
        Some(Note {
            message: format!("nothing is ever given the value `{name}`"),
            span: at.span,
        })
    });
    notes.collect()
}

/// What a value is called where it is compared with something.
fn name_in<'m>(model: &'m Model, constant: &Expr, comparison: &Expr) -> Option<&'m str> {
    let ExprKind::Binary(_, left, right) = &comparison.kind else {
        return None;
    };
    let value = constant.as_constant()?;
    let mut types = [left.ty, right.ty].into_iter();
    types.find_map(|ty| name_of(model, ty, value))
}

fn name_of(model: &Model, ty: TypeId, value: i128) -> Option<&str> {
    // Where processes are is nobody's value.
    let mut locations = model.processes().locations();
    let holds = |variable: VarId| {
        let all = model.types.get(model.variables[variable].ty);
        matches!(all, Type::Array { element, .. } if *element == ty)
    };
    if locations.any(holds) {
        return None;
    }
    if let Type::Enum { variants, .. } = model.types.get(ty) {
        let variant = variants.get(usize::try_from(value).ok()?);
        return variant.map(String::as_str);
    }
    if let Type::Range { names, .. } = model.types.get(ty) {
        let mut names = names.iter();
        let named = names.find(|(named, _)| *named == value);
        return named.map(|(_, name)| &**name);
    }
    None
}

/// Named values that something is compared with, and where.
struct Compared<'m> {
    model: &'m Model,
    found: Vec<(Expr, Expr)>,
}

impl Visitor for Compared<'_> {
    fn expr(&mut self, expr: &Expr) {
        let has_name = |constant: &&Expr| name_in(self.model, constant, expr).is_some();
        let constant = compared(expr).filter(has_name);
        self.found
            .extend(constant.map(|constant| (constant.clone(), expr.clone())));
    }
}

/// The constant side of an equation.
fn compared(expr: &Expr) -> Option<&Expr> {
    let equal = [Comparison::Equal, Comparison::NotEqual].map(BinaryOp::Compare);
    let ExprKind::Binary(op, left, right) = &expr.kind else {
        return None;
    };
    let mut constants = [left, right]
        .into_iter()
        .filter(|side| side.as_constant().is_some());
    let constant = constants.next().filter(|_| constants.next().is_none())?;
    equal.contains(op).then_some(constant)
}

/// What is given to places, by type.
struct Given<'m> {
    model: &'m Model,
    values: BTreeSet<(TypeId, i128)>,
    /// Messages, arguments: given to somebody.
    handed_over: BTreeSet<i128>,
    /// Types of which anything may be given.
    open: BTreeSet<TypeId>,
    /// Somewhere the least value of a type is given.
    clears: bool,
}

impl<'m> Given<'m> {
    fn of(model: &'m Model) -> Given<'m> {
        let mut given = Given {
            model,
            values: BTreeSet::new(),
            handed_over: BTreeSet::new(),
            open: BTreeSet::new(),
            clears: false,
        };
        walk_model(&mut given, model);
        given
    }

    /// Whether the constant of a comparison may be a value of what it is compared with.
    fn contains(&self, constant: &Expr, comparison: &Expr) -> bool {
        let (Some(value), ExprKind::Binary(_, left, right)) =
            (constant.as_constant(), &comparison.kind)
        else {
            return true;
        };
        let types = [left.ty, right.ty];
        let is_given = |ty: &TypeId| self.open.contains(ty) || self.values.contains(&(*ty, value));
        types.iter().any(is_given)
            || self.handed_over.contains(&value)
            || self.clears && value == self.least(&types)
    }

    fn least(&self, types: &[TypeId]) -> i128 {
        let mut ranges = types.iter().filter_map(|ty| self.model.scalar_range(*ty));
        ranges.next().map_or(0, |range| range.lo)
    }

    fn give(&mut self, ty: TypeId, value: &Expr) {
        match &value.kind {
            ExprKind::Constant(number) => {
                self.values.insert((ty, *number));
            }
            ExprKind::Read(place) if place.ty == ty => {}
            ExprKind::Truncate { value, .. } => self.give(ty, value),
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                self.give(ty, then);
                self.give(ty, otherwise);
            }
            ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {
                self.open.insert(ty);
            }
        }
    }
}

impl Visitor for Given<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { arguments, .. } = &expr.kind {
            self.hand_over(arguments);
        }
    }

    fn binding(&mut self, binding: &Binding) {
        if let Domain::Type(ty) = binding.domain {
            self.open.insert(ty);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.clears |= matches!(stmt.kind, StmtKind::Clear(_));
        if let StmtKind::Assign { to, value } = &stmt.kind {
            self.give(to.ty, value);
        } else if let StmtKind::Copy { to, from } = &stmt.kind
            && to.ty != from.ty
        {
            self.open.insert(to.ty);
        } else if let StmtKind::Call { arguments, .. } = &stmt.kind {
            self.hand_over(arguments);
        } else if let StmtKind::Channel(ChannelStmt::Send { message, .. }) = &stmt.kind {
            let values = message.iter().filter_map(Expr::as_constant);
            self.handed_over.extend(values);
        }
    }
}

impl Given<'_> {
    fn hand_over(&mut self, arguments: &[Argument]) {
        self.handed_over
            .extend(arguments.iter().filter_map(|of| match of {
                Argument::Value(value) => value.as_constant(),
                Argument::Copy(_) | Argument::Reference(_) => None,
            }));
    }
}
