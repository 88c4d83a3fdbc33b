//! What rules do with channels, as far as it commutes with what others do there.
//!
//! A send to the end of a channel and a receive of its oldest message touch the same slots, and
//! still commute where both are possible (Holzmann and Peled, *An improvement in formal
//! verification*, 1994, on channels with one sender and one receiver). So a rule that does nothing
//! else with a channel than to send to it, or to receive from it, is told apart from those that
//! look at it in other ways: its length, a poll, a place in the order. These touch slots like any
//! others.

use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{ChannelExpr, ChannelQuestion, ChannelStmt, Expr, ExprKind, Rule, Stmt, StmtKind};

/// What a rule does with the one channel that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Puts a message behind all others.
    Send,
    /// Takes or looks at the oldest message.
    Receive,
    /// Takes or looks at the first message that fits.
    Pick,
}

/// The operation that a rule is, if it waits for that, does it, and looks at no channel otherwise.
pub(super) fn operation(rule: &Rule) -> Option<Operation> {
    let waits_for = conjunct(&rule.guard)?;
    let mut uses = Uses::default();
    walk_expr(&mut uses, &rule.guard);
    walk_block(&mut uses, &rule.body);
    let [done] = uses.operations[..] else {
        return None;
    };
    let is_alone = uses.questions == 1 && uses.others == 0 && done == Some(waits_for);
    is_alone.then_some(waits_for)
}

/// What the guard asks for, as a condition that must hold.
fn conjunct(guard: &Expr) -> Option<Operation> {
    if let ExprKind::And(left, right) = &guard.kind {
        return conjunct(left).or_else(|| conjunct(right));
    }
    let ExprKind::Channel(asked) = &guard.kind else {
        return None;
    };
    match asked {
        ChannelExpr::Ask { question, .. } => {
            (*question == ChannelQuestion::CanSend).then_some(Operation::Send)
        }
        ChannelExpr::CanReceive { random, .. } => Some(received(*random)),
    }
}

fn received(random: bool) -> Operation {
    if random {
        Operation::Pick
    } else {
        Operation::Receive
    }
}

/// How channels are used.
#[derive(Default)]
struct Uses {
    /// Expressions about channels.
    questions: usize,
    /// Statements about channels; `None` for a message that is put in order.
    operations: Vec<Option<Operation>>,
    /// Calls, which may do anything.
    others: usize,
}

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        self.questions += usize::from(matches!(expr.kind, ExprKind::Channel(_)));
        self.others += usize::from(matches!(expr.kind, ExprKind::Call { .. }));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Channel(channel) = &stmt.kind {
            self.operations.push(match channel {
                ChannelStmt::Send { sorted, .. } => (!sorted).then_some(Operation::Send),
                ChannelStmt::Receive { random, .. } => Some(received(*random)),
            });
        }
        self.others += usize::from(matches!(stmt.kind, StmtKind::Call { .. }));
    }
}
