//! Where processes come into being and go: the only statements that may move the control location
//! of a process beside the [`Control`](weyl_ir::Control) of its rules.
//!
//! A creation is recognised as front ends write it: a local gets the next number of a process (in
//! an initial rule any constant), the variables of that process are written, then its location. So
//! the new process is nobody who acts, and two creations in one body are of two processes unless
//! constants say otherwise. Kinds of processes whose locations are written in any other way are
//! left alone.

use super::items::plain_local;
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{
    BinaryOp, Block, ChannelStmt, Expr, ExprKind, LocalId, LocalKind, MessageField, Model,
    NameExpr, Place, Projection, Root, Rule, Stmt, StmtKind, VarId,
};

/// A process that a body creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Creation {
    /// The local with its name.
    pub local: LocalId,
    pub kind: u32,
    /// The location where it begins.
    pub start: i128,
}

/// How a body moves processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    pub creations: Vec<Creation>,
    /// The acting process disappears.
    pub is_death: bool,
    /// Kinds whose locations are written otherwise.
    pub unknown: BTreeSet<u32>,
}

/// How a rule moves processes, or an initial rule.
pub(super) fn moves(model: &Model, rule: &Rule, is_start: bool) -> Moves {
    let mut moves = Moves::default();
    for (number, kind) in model.processes().numbered_kinds() {
        let writes = Writes::of(&rule.body, Root::Variable(kind.location));
        let mut known = 0;
        for stmt in &rule.body {
            if let Some((local, start)) = placed(stmt, kind.location)
                && is_new(model, rule, local, is_start)
            {
                moves.creations.push(Creation {
                    local,
                    kind: number,
                    start,
                });
                known += 1;
            }
            if is_removal(stmt, kind.location, rule) {
                moves.is_death = true;
                known += 1;
            }
        }
        if known != writes {
            moves.unknown.insert(number);
        }
    }
    moves
}

/// Kinds whose locations some function writes.
pub(super) fn moved_by_functions(model: &Model) -> BTreeSet<u32> {
    let kinds = model.processes().numbered_kinds();
    let moved = kinds.filter(|(_, kind)| {
        let mut functions = model.functions.values();
        functions.any(|function| Writes::of(&function.body, Root::Variable(kind.location)) > 0)
    });
    moved.map(|(number, _)| number).collect()
}

/// `location[local] := constant`.
fn placed(stmt: &Stmt, location: VarId) -> Option<(LocalId, i128)> {
    let StmtKind::Assign { to, value } = &stmt.kind else {
        return None;
    };
    let [Projection::Index(process)] = &to.path[..] else {
        return None;
    };
    (to.root == Root::Variable(location)).then_some(())?;
    Some((plain_local(process)?, value.as_constant()?))
}

/// `undefine location[process]` of the acting process, by a rule that leads nowhere.
fn is_removal(stmt: &Stmt, location: VarId, rule: &Rule) -> bool {
    let (StmtKind::Undefine(place), Some(control)) = (&stmt.kind, &rule.control) else {
        return false;
    };
    let own = rule.parameters.first().map(|binding| binding.local);
    let [Projection::Index(process)] = &place.path[..] else {
        return false;
    };
    place.root == Root::Variable(location) && control.to.is_none() && plain_local(process) == own
}

/// Whether a local holds, from its only assignment on, the name of the process that gets the next
/// number.
fn is_new(model: &Model, rule: &Rule, local: LocalId, is_start: bool) -> bool {
    let Some(value) = only_value(rule, local) else {
        return false;
    };
    let ExprKind::Name(NameExpr::NameAt(number)) = &value.kind else {
        return false;
    };
    let ExprKind::Binary(BinaryOp::Subtract, number, first) = &number.kind else {
        return false;
    };
    if first.as_constant().is_none() {
        return false;
    }
    let is_counted = || {
        let count = plain_local(number).and_then(|number| only_value(rule, number));
        let count = count.and_then(plain_variable);
        count.is_some() && count == model.processes().count()
    };
    is_start && number.as_constant().is_some() || is_counted()
}

/// The value of a local that is assigned once, whatever happens.
fn only_value(rule: &Rule, local: LocalId) -> Option<&Expr> {
    let is_value = rule.locals.get(local)?.kind == LocalKind::Value;
    if !is_value || Writes::of(&rule.body, Root::Local(local)) != 1 {
        return None;
    }
    rule.body.iter().find_map(|stmt| {
        let StmtKind::Assign { to, value } = &stmt.kind else {
            return None;
        };
        (to.root == Root::Local(local) && to.path.is_empty()).then_some(value)
    })
}

fn plain_variable(expr: &Expr) -> Option<VarId> {
    if let ExprKind::Read(Place {
        root: Root::Variable(variable),
        path,
        ..
    }) = &expr.kind
    {
        return path.is_empty().then_some(*variable);
    }
    None
}

/// How many statements may write into a variable or a local.
struct Writes {
    root: Root,
    count: usize,
}

impl Writes {
    fn of(block: &Block, root: Root) -> usize {
        let mut writes = Writes { root, count: 0 };
        walk_block(&mut writes, block);
        writes.count
    }
}

impl Visitor for Writes {
    fn stmt(&mut self, stmt: &Stmt) {
        let places = written_places(stmt).into_iter();
        self.count += places.filter(|place| place.root == self.root).count();
        if let StmtKind::Bind { local, .. } = &stmt.kind {
            self.count += usize::from(self.root == Root::Local(*local));
        }
        if let StmtKind::Channel(ChannelStmt::Receive { fields, .. }) = &stmt.kind {
            let into = |field: &&MessageField| match field {
                MessageField::Into(local) => self.root == Root::Local(*local),
                MessageField::Any | MessageField::Equal(_) => false,
            };
            self.count += fields.iter().filter(into).count();
        }
    }
}
