//! What a call of a function may do besides computing a result, whatever the state.

use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{
    Argument, ChannelStmt, Expr, ExprKind, FunctionId, Model, Place, Root, Stmt, StmtKind, VarId,
};

#[derive(Clone, Debug, Default)]
pub(super) struct CallFacts {
    /// What it writes by itself; what it is handed to write is the caller's business.
    pub writes: BTreeSet<VarId>,
    pub sends: bool,
    /// It may turn out that there is no such step.
    pub assumes: bool,
}

/// The facts of a function, with those of the functions that it calls.
pub(super) fn call_facts(model: &Model, function: FunctionId) -> CallFacts {
    let mut finder = Finder {
        open: vec![function],
        ..Finder::default()
    };
    let mut seen = BTreeSet::new();
    while let Some(next) = finder.open.pop() {
        if seen.insert(next) {
            walk_block(&mut finder, &model.functions[next].body);
        }
    }
    finder.facts
}

/// The places that a call may write for its caller.
pub(super) fn handed_over<'a>(
    arguments: &'a [Argument],
    result: Option<&'a Place>,
) -> impl Iterator<Item = &'a Place> {
    let references = arguments.iter().filter_map(|argument| match argument {
        Argument::Reference(place) => Some(place),
        Argument::Value(_) | Argument::Copy(_) => None,
    });
    references.chain(result)
}

#[derive(Default)]
struct Finder {
    open: Vec<FunctionId>,
    facts: CallFacts,
}

impl Finder {
    fn written(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.facts.writes.insert(variable);
        }
    }
}

impl Visitor for Finder {
    fn stmt(&mut self, stmt: &Stmt) {
        for place in written_places(stmt) {
            self.written(place);
        }
        match &stmt.kind {
            StmtKind::Call { function, .. } => self.open.push(*function),
            StmtKind::Channel(ChannelStmt::Send { .. }) => self.facts.sends = true,
            StmtKind::Assume { .. } => self.facts.assumes = true,
            // What they write is known by now.
            StmtKind::Channel(ChannelStmt::Receive { .. })
            | StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { function, .. } = &expr.kind {
            self.open.push(*function);
        }
    }
}
