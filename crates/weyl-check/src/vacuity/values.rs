//! Comparisons with a value that nobody gives to anything.

use super::Note;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_expr, walk_model};
use weyl_ir::{
    BinaryOp, Binding, Comparison, Domain, Expr, ExprKind, Model, Stmt, StmtKind, Type, TypeId,
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
    let never = never.filter(|(constant, _)| !given.contains(constant));
    let notes = never.filter_map(|(constant, at)| {
        let name = name_of(model, constant)?;
        Some(Note {
            message: format!("nothing is ever given the value `{name}`"),
            span: at.span,
        })
    });
    notes.collect()
}

/// What a value is called.
fn name_of<'m>(model: &'m Model, constant: &Expr) -> Option<&'m str> {
    let value = constant.as_constant()?;
    if let Type::Enum { variants, .. } = model.types.get(constant.ty) {
        let variant = variants.get(usize::try_from(value).ok()?);
        return variant.map(String::as_str);
    }
    if let Type::Range { names, .. } = model.types.get(constant.ty) {
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
        let constant = compared(expr).filter(|constant| name_of(self.model, constant).is_some());
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

/// Values that occur where they are not compared.
struct Given<'m> {
    model: &'m Model,
    /// Of integer types the type does not matter.
    all: Vec<(Option<TypeId>, i128)>,
    compared: Vec<(Option<TypeId>, i128)>,
    /// Types of which anything may be given.
    whole: BTreeSet<TypeId>,
    /// Somewhere the least value of a type is given.
    clears: bool,
}

impl<'m> Given<'m> {
    fn of(model: &'m Model) -> Given<'m> {
        let mut given = Given {
            model,
            all: Vec::new(),
            compared: Vec::new(),
            whole: BTreeSet::new(),
            clears: false,
        };
        walk_model(&mut given, model);
        given
    }

    fn key(&self, constant: &Expr) -> Option<(Option<TypeId>, i128)> {
        let ty = Some(constant.ty).filter(|ty| !self.model.types.is_integer(*ty));
        Some((ty, constant.as_constant()?))
    }

    fn contains(&self, constant: &Expr) -> bool {
        let Some(key) = self.key(constant) else {
            return true;
        };
        let count = |list: &[_]| list.iter().filter(|of| **of == key).count();
        self.whole.contains(&constant.ty)
            || self.clears && key.1 == 0
            || count(&self.all) > count(&self.compared)
    }
}

impl Visitor for Given<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.all.extend(self.key(expr));
        let compared = compared(expr).and_then(|constant| self.key(constant));
        self.compared.extend(compared);
    }

    fn binding(&mut self, binding: &Binding) {
        if let Domain::Type(ty) = binding.domain {
            self.whole.insert(ty);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.clears |= matches!(stmt.kind, StmtKind::Clear(_));
    }
}
