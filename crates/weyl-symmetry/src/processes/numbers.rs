//! Who looks at the numbers of processes.
//!
//! Where a process may be gone before the next one is created, that one gets its number. If nobody
//! looks at numbers, they may as well get numbers of their own, as where processes stay: a run in
//! which nobody is removed is a run of SPIN, and the other way round the removals are left out and
//! the numbers are not missed.

use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    BinaryOp, Expr, ExprKind, LocalId, Model, NameExpr, Place, Projection, Root, Rule, Stmt,
    StmtKind, Type, VarId,
};

/// Whether something but the creation of processes depends on which number a process has.
pub(super) fn are_seen(model: &Model) -> bool {
    let mut look = Look {
        model,
        count: model.processes().count(),
        new: Vec::new(),
        known: Vec::new(),
        is_seen: false,
    };
    for rule in model.rules.values() {
        look.rule(rule);
    }
    look.new.clear();
    look.known.clear();
    for function in model.functions.values() {
        walk_block(&mut look, &function.body);
    }
    for property in model.properties.values() {
        walk_expr(&mut look, &property.condition);
    }
    look.is_seen
}

struct Look<'m> {
    model: &'m Model,
    /// The variable with the number of processes.
    count: Option<VarId>,
    /// Locals that hold the number of a process that is created.
    new: Vec<LocalId>,
    /// Locals that hold the acting process, or one that it creates.
    known: Vec<LocalId>,
    is_seen: bool,
}

impl Look<'_> {
    /// What creates a process must look at numbers; the rest of its rule need not.
    fn rule(&mut self, rule: &Rule) {
        let body = rule.body.iter();
        self.new = body.filter_map(|stmt| self.new_number(stmt)).collect();
        let body = rule.body.iter();
        self.known = body.filter_map(|stmt| self.new_name(stmt)).collect();
        let own = rule.parameters.first().filter(|_| rule.turn.is_some());
        self.known.extend(own.map(|own| own.local));
        let mut rest = rule.clone();
        rest.body.retain(|stmt| !self.creates(stmt));
        walk_rule(self, &rest);
    }

    /// The local that gets the number of the next process.
    fn new_number(&self, stmt: &Stmt) -> Option<LocalId> {
        let (local, value) = assigned_local(stmt)?;
        let is_count = matches!(&value.kind, ExprKind::Read(from) if self.is_count(from));
        is_count.then_some(local)
    }

    /// The local that gets the process with the next number.
    fn new_name(&self, stmt: &Stmt) -> Option<LocalId> {
        let (local, value) = assigned_local(stmt)?;
        let ExprKind::Name(NameExpr::NameAt(number)) = &value.kind else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::Subtract, from, first) = &number.kind else {
            return None;
        };
        let is_new = matches!(&from.kind, ExprKind::Read(place) if self.is_new(place));
        (is_new && first.as_constant().is_some()).then_some(local)
    }

    fn is_count(&self, place: &Place) -> bool {
        let count = self.count.map(Root::Variable);
        count == Some(place.root)
    }

    fn is_new(&self, place: &Place) -> bool {
        matches!(place.root, Root::Local(local) if self.new.contains(&local))
    }

    /// Whether a statement gives a process its number, and nobody else.
    fn creates(&self, stmt: &Stmt) -> bool {
        if let StmtKind::Assign { to, .. } = &stmt.kind {
            self.is_count(to) || self.new_number(stmt).is_some() || self.new_name(stmt).is_some()
        } else {
            matches!(stmt.kind, StmtKind::Reserve { .. })
        }
    }

    /// Whether a process is meant by its number.
    fn is_by_number(&self, index: &Expr) -> bool {
        let Type::Id(sort) = self.model.types.get(index.ty) else {
            return false;
        };
        let is_known = matches!(&index.kind, ExprKind::Read(place)
            if matches!(place.root, Root::Local(local) if self.known.contains(&local)));
        self.model.processes().kind_of_sort(*sort).is_some() && !is_known
    }
}

/// A local that is assigned, and what.
fn assigned_local(stmt: &Stmt) -> Option<(LocalId, &Expr)> {
    let StmtKind::Assign { to, value } = &stmt.kind else {
        return None;
    };
    match to.root {
        Root::Local(local) => Some((local, value)),
        Root::Variable(_) => None,
    }
}

impl Visitor for Look<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.is_seen |= matches!(
            expr.kind,
            ExprKind::Name(NameExpr::NameAt(_) | NameExpr::NumberOf(_))
        );
    }

    fn place(&mut self, place: &Place) {
        let by_number = place.path.iter().any(|step| match step {
            Projection::Index(index) => self.is_by_number(index),
            Projection::Field(_) | Projection::Element(_) => false,
        });
        self.is_seen |= by_number || self.is_count(place) || self.is_new(place);
    }
}
