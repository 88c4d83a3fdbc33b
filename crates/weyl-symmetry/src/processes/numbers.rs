//! Who looks at the numbers of processes.
//!
//! Where a process may be gone before the next one is created, that one gets its number. If nobody
//! looks at numbers, they may as well get numbers of their own, as where processes stay: a run in
//! which nobody is removed is a run of SPIN, and the other way round the removals are left out and
//! the numbers are not missed.

use super::facts::row;
use crate::positions::plain_local;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    BinaryOp, Expr, ExprKind, LocalId, Model, NameExpr, Place, Projection, Root, Rule, SortId,
    Stmt, StmtKind, Type, VarId,
};
use weyl_source::Span;

/// What depends on which number a process has whose name is of one of the sorts, if anything does
/// but the creation of processes.
pub(super) fn seen(model: &Model, sorts: &BTreeSet<SortId>) -> Option<Span> {
    let mut look = Look {
        model,
        sorts,
        creation: Creation::default(),
        own: None,
        seen: None,
    };
    for rule in model.rules.values() {
        look.rule(rule);
    }
    look.creation = Creation::default();
    look.own = None;
    for function in model.functions.values() {
        walk_block(&mut look, &function.body);
    }
    for property in model.properties.values() {
        walk_expr(&mut look, &property.condition);
    }
    look.seen
}

/// How a rule creates processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Creation {
    /// The variable with the number of processes.
    count: Option<VarId>,
    /// Locals that hold the number of a process that is created.
    numbers: Vec<LocalId>,
    /// Locals that hold the process with such a number.
    names: Vec<LocalId>,
}

impl Creation {
    pub fn of(model: &Model, rule: &Rule) -> Creation {
        let mut creation = Creation {
            count: model.processes().count(),
            ..Creation::default()
        };
        let body = || rule.body.iter();
        creation.numbers = body()
            .filter_map(|stmt| creation.new_number(stmt))
            .collect();
        creation.names = body().filter_map(|stmt| creation.new_name(stmt)).collect();
        creation
    }

    /// The statement that finds the process for its number, if only one is created.
    pub fn chosen(&self, rule: &Rule) -> Option<usize> {
        let body = rule.body.iter().enumerate();
        let mut chosen = body.filter_map(|(at, stmt)| self.new_name(stmt).map(|_| at));
        let first = chosen.next()?;
        chosen.next().is_none().then_some(first)
    }

    /// A rule without the statements that give processes their numbers, and nobody else.
    pub fn left_out_of(&self, rule: &Rule) -> Rule {
        let mut rest = rule.clone();
        rest.body.retain(|stmt| !self.is_part(stmt));
        rest
    }

    /// Whether a place is in the row of a process that is created.
    pub fn is_row(&self, place: &Place) -> bool {
        row(place).is_some_and(|local| self.names.contains(&local))
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
        let is_new = matches!(&from.kind, ExprKind::Read(place) if self.is_number(place));
        (is_new && first.as_constant().is_some()).then_some(local)
    }

    fn is_count(&self, place: &Place) -> bool {
        let count = self.count.map(Root::Variable);
        count == Some(place.root)
    }

    fn is_number(&self, place: &Place) -> bool {
        matches!(place.root, Root::Local(local) if self.numbers.contains(&local))
    }

    /// Whether a statement gives a process its number, and nobody else.
    fn is_part(&self, stmt: &Stmt) -> bool {
        if let StmtKind::Assign { to, .. } = &stmt.kind {
            self.is_count(to) || self.new_number(stmt).is_some() || self.new_name(stmt).is_some()
        } else {
            matches!(stmt.kind, StmtKind::Reserve { .. })
        }
    }
}

struct Look<'m> {
    model: &'m Model,
    sorts: &'m BTreeSet<SortId>,
    /// Of the rule that is looked at.
    creation: Creation,
    /// The local with the process that acts in it.
    own: Option<LocalId>,
    seen: Option<Span>,
}

impl Look<'_> {
    /// What creates a process must look at numbers; the rest of its rule need not.
    fn rule(&mut self, rule: &Rule) {
        self.creation = Creation::of(self.model, rule);
        let own = rule.parameters.first().filter(|_| rule.turn.is_some());
        self.own = own.map(|own| own.local);
        let rest = self.creation.left_out_of(rule);
        walk_rule(self, &rest);
        // What has no place of its own is where its statement is.
        self.seen = self
            .seen
            .map(|at| if at.is_empty() { rule.span } else { at });
    }

    fn see(&mut self, is_seen: bool, span: Span) {
        if is_seen {
            self.seen.get_or_insert(span);
        }
    }

    fn is_of_sort(&self, of: &Expr) -> bool {
        matches!(self.model.types.get(of.ty), Type::Id(sort) if self.sorts.contains(sort))
    }

    /// Whether a process is meant by its number.
    fn is_by_number(&self, index: &Expr) -> bool {
        let local = plain_local(index);
        let is_known = local
            .is_some_and(|local| self.own == Some(local) || self.creation.names.contains(&local));
        self.is_of_sort(index) && !is_known
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
        if let ExprKind::Name(NameExpr::NameAt(_)) = &expr.kind {
            self.see(self.is_of_sort(expr), expr.span);
        } else if let ExprKind::Name(NameExpr::NumberOf(name)) = &expr.kind {
            self.see(self.is_of_sort(name), expr.span);
        }
    }

    fn place(&mut self, place: &Place) {
        let by_number = place.path.iter().any(|step| match step {
            Projection::Index(index) => self.is_by_number(index),
            Projection::Field(_) | Projection::Element(_) => false,
        });
        let is_count = self.model.processes().count().map(Root::Variable) == Some(place.root);
        let is_seen = by_number || is_count || self.creation.is_number(place);
        self.see(is_seen, place.span);
    }
}
