//! Who sends to which channel, and who receives from which: Algorithm 2.

use crate::StaticProcesses;
use crate::processes::constants::Constants;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_stmt};
use weyl_ir::{ChannelStmt, Expr, Model, NameId, Stmt, StmtKind};

/// A statement of a process about a channel that is always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub process: NameId,
    /// The number of a channel that is always there.
    pub channel: u32,
    pub sends: bool,
}

#[derive(Default)]
pub(super) struct Uses {
    pub uses: BTreeSet<Use>,
    /// Processes with statements about other channels.
    pub dynamic: BTreeSet<NameId>,
}

pub(super) fn find(model: &Model, processes: &StaticProcesses) -> Uses {
    let constants = Constants::new(model, processes);
    let mut found = Uses::default();
    for rule in model.rules.values() {
        let kind = rule.turn.map(|turn| turn.kind);
        let of_kind = processes.processes.iter();
        for process in of_kind.filter(|process| Some(process.kind) == kind) {
            constants.visit_body(rule, process.name, |stmt, value| {
                let mut operations = Operations::default();
                walk_stmt(&mut operations, stmt);
                for (channel, sends) in operations.found {
                    found.add(model, process.name, value(&channel), sends);
                }
            });
        }
    }
    found
}

impl Uses {
    fn add(&mut self, model: &Model, process: NameId, number: Option<i128>, sends: bool) {
        match number.filter(|number| model.fixed_channel(*number).is_some()) {
            Some(number) => {
                self.uses.insert(Use {
                    process,
                    channel: number as u32,
                    sends,
                });
            }
            None => {
                self.dynamic.insert(process);
            }
        }
    }
}

/// The channels that statements send to (true) or receive from (false).
#[derive(Default)]
struct Operations {
    found: Vec<(Expr, bool)>,
}

impl Visitor for Operations {
    fn stmt(&mut self, stmt: &Stmt) {
        let StmtKind::Channel(of) = &stmt.kind else {
            return;
        };
        self.found.push(match of {
            ChannelStmt::Send { channel, .. } => (channel.clone(), true),
            ChannelStmt::Receive { channel, .. } => (channel.clone(), false),
        });
    }
}
