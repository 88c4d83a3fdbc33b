//! Where a turn may end: elsewhere nobody sees a state.

use std::collections::HashSet;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Block, ChannelStmt, Model, Rule, Stmt, StmtKind, Then};

/// Where nobody stays who goes on alone.
pub(super) struct TurnEnds {
    /// Kinds and their locations where some rule can be taken, whatever the state.
    without_waiting: HashSet<(u32, i128)>,
    have_priorities: bool,
}

impl TurnEnds {
    pub fn new(model: &Model) -> TurnEnds {
        let free = model.rules.values().filter_map(|rule| {
            let at = (rule.turn?.kind, rule.control.as_ref()?.from);
            let is_free = rule.parameters.len() == 1 && rule.guard.as_constant() == Some(1);
            (is_free && !sends(&rule.body) && !assumes(&rule.body)).then_some(at)
        });
        TurnEnds {
            without_waiting: free.collect(),
            have_priorities: model.processes().have_priorities(),
        }
    }

    /// Whether the process makes another step in the same turn after a rule that leads to a
    /// location, or nothing comes of the turn.
    pub fn surely_goes_on(&self, rule: &Rule, to: i128) -> bool {
        let Some(turn) = rule.turn else {
            return false;
        };
        match turn.then {
            Then::ItselfSurely => true,
            Then::Itself => {
                !sends(&rule.body)
                    && !self.have_priorities
                    && self.without_waiting.contains(&(turn.kind, to))
            }
            Then::Anybody | Then::Along => false,
        }
    }
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
