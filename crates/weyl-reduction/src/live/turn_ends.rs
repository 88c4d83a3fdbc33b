//! Where a turn may end: elsewhere nobody sees a state.

use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Block, ChannelStmt, Model, Rule, Stmt, StmtKind, Then};

/// Whether the process makes another step in the same turn after a rule that leads to a location,
/// or nothing comes of the turn.
pub(super) fn surely_goes_on(model: &Model, rule: &Rule, to: i128) -> bool {
    let Some(turn) = rule.turn else {
        return false;
    };
    match turn.then {
        Then::ItselfSurely => true,
        Then::Itself => {
            !sends(&rule.body)
                && !model.processes().have_priorities()
                && can_not_wait(model, turn.kind, to)
        }
        Then::Anybody | Then::Along => false,
    }
}

/// Whether some rule can be taken at a location, whatever the state.
fn can_not_wait(model: &Model, kind: u32, at: i128) -> bool {
    model.rules.values().any(|rule| {
        let is_here = rule.turn.is_some_and(|turn| turn.kind == kind)
            && rule.control.as_ref().is_some_and(|of| of.from == at);
        let is_free = rule.parameters.len() == 1 && rule.guard.as_constant() == Some(1);
        is_here && is_free && !sends(&rule.body) && !assumes(&rule.body)
    })
}

/// Whether a block sends: on a rendezvous channel the receiver decides who goes on.
fn sends(block: &Block) -> bool {
    has(block, |stmt| {
        matches!(stmt.kind, StmtKind::Channel(ChannelStmt::Send { .. }))
    })
}

/// Whether a block may say that there is no such step.
fn assumes(block: &Block) -> bool {
    has(block, |stmt| {
        matches!(stmt.kind, StmtKind::Assume { .. } | StmtKind::Call { .. })
    })
}

fn has(block: &Block, is_it: fn(&Stmt) -> bool) -> bool {
    struct Has(fn(&Stmt) -> bool, bool);
    impl Visitor for Has {
        fn stmt(&mut self, stmt: &Stmt) {
            self.1 |= self.0(stmt);
        }
    }
    let mut has = Has(is_it, false);
    walk_block(&mut has, block);
    has.1
}
