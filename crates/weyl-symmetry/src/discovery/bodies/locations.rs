//! Who looks at where processes are.
//!
//! A test whether one process is at one place (`P[1]@label`) names the place: where it moves with
//! its process, so does what is asked. Everything else that looks at a location keeps all of its
//! kind in place.

use crate::discovery::bodies::{Body, Code};
use std::collections::BTreeMap;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, Model, NameId, Place, Projection, Root, Stmt, StmtKind,
    VarId,
};

/// Whether a process is at a location: the two that are compared.
pub(crate) struct LocationTest<'e> {
    /// Of its kind.
    pub place: &'e Place,
    pub kind: u32,
    pub process: NameId,
    pub location: i128,
}

impl<'e> LocationTest<'e> {
    /// What two sides of an equation ask.
    pub fn of(model: &Model, left: &'e Expr, right: &'e Expr) -> Option<LocationTest<'e>> {
        let (place, location) = if let ExprKind::Read(place) = &left.kind {
            (place, right.as_constant()?)
        } else if let ExprKind::Read(place) = &right.kind {
            (place, left.as_constant()?)
        } else {
            return None;
        };
        let (kind, process) = row(model, place)?;
        Some(LocationTest {
            place,
            kind,
            process,
            location,
        })
    }
}

/// The process that a location belongs to, and its kind.
fn row(model: &Model, place: &Place) -> Option<(u32, NameId)> {
    let (Root::Variable(variable), [Projection::Index(index)]) = (place.root, &*place.path) else {
        return None;
    };
    let (kind, _) = model.processes().kind_located_in(variable)?;
    let process = model.value_name(index.ty, index.as_constant()?)?;
    Some((kind, process))
}

/// Counts what looks at locations, and what of it keeps nothing in place.
struct Looks<'m> {
    model: &'m Model,
    all: BTreeMap<VarId, usize>,
    harmless: BTreeMap<VarId, usize>,
}

impl Looks<'_> {
    fn harmless(&mut self, place: &Place) {
        if let (Some(_), Root::Variable(variable)) = (row(self.model, place), place.root) {
            *self.harmless.entry(variable).or_default() += 1;
        }
    }
}

impl Visitor for Looks<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(
                BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual),
                left,
                right,
            ) => {
                if let Some(test) = LocationTest::of(self.model, left, right) {
                    self.harmless(test.place);
                }
            }
            ExprKind::IsUndefined(place) => self.harmless(place),
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Same(..)
            | ExprKind::Quantified { .. }
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Name(_)
            | ExprKind::Union(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {}
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Undefine(place) = &stmt.kind {
            self.harmless(place);
        }
    }

    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            *self.all.entry(variable).or_default() += 1;
        }
    }
}

/// Whether all that looks at the locations in a variable are tests of one process and one place.
pub(crate) fn are_only_tested(model: &Model, bodies: &[Body<'_>]) -> impl Fn(VarId) -> bool {
    let mut looks = Looks {
        model,
        all: BTreeMap::new(),
        harmless: BTreeMap::new(),
    };
    for body in bodies {
        match &body.code {
            Code::Rule { rule, .. } => {
                walk_expr(&mut looks, &rule.guard);
                walk_block(&mut looks, &rule.body);
            }
            Code::Function { block, .. } => walk_block(&mut looks, block),
            Code::Property { condition, .. } => walk_expr(&mut looks, condition),
        }
    }
    let Looks { all, harmless, .. } = looks;
    move |variable| all.get(&variable) == harmless.get(&variable)
}
