//! What is settled when a process begins: its parameters, which nobody writes as long as it is
//! there, or which it only gives up itself, for one and the same value. Where such a slot decides
//! which channel a rule uses, which element it reads or writes, or whether it can fire, what the
//! process may do is told apart by what the slot holds. So processes that a loop creates have
//! channels of their own, which the text alone does not tell.
//!
//! That is sound: while a process is there, whoever else writes such a slot writes its location as
//! well, that is, creates it anew; and whoever may create it has all that it may ever do, whatever
//! its parameters, in its own future ([`super::turns`]).

use super::effects::Observed;
use super::seats::Seat;
use std::collections::BTreeSet;
use weyl_ir::layout::{ScalarShape, SlotId};
use weyl_ir::structure::SlotSet;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{
    ChannelExpr, ChannelStmt, Expr, ExprKind, Place, Projection, Root, RuleId, Stmt, StmtKind,
    VarId,
};

/// So many ways to settle a process are told apart.
const MOST_WAYS: i128 = 1024;

/// In larger texts nobody looks for them.
const MOST_LOCATIONS: usize = 1024;

/// A slot that is settled. Values from 0 on are told apart up to a number, others are not.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub slot: SlotId,
    scalar: ScalarShape,
    offset: usize,
    told_apart: i128,
}

impl Settled {
    #[inline]
    pub fn code(&self, state: &[u8]) -> u64 {
        self.scalar.load(state, self.offset)
    }

    /// What a code stands for, if it is told apart.
    pub fn value(&self, code: u64) -> Option<i128> {
        let value = self.scalar.decode(code)?;
        (0..self.told_apart).contains(&value).then_some(value)
    }
}

/// What is settled of a process.
pub(super) fn settled(observed: &Observed, seat: &Seat) -> Vec<Settled> {
    if seat.locations > MOST_LOCATIONS {
        return Vec::new();
    }
    let rules = observed.rules_of(seat);
    let deciding = deciding(observed, &rules);
    let read = rules.iter().fold(SlotSet::default(), |read, rule| {
        read.union(&observed.general(*rule, seat).reads())
    });
    let slots = read.iter().filter(|slot| {
        let variable = observed.layout.slots[*slot].variable;
        deciding.contains(&variable)
            && observed
                .foresight
                .values(*slot)
                .is_none_or(|of| of.len() > 1)
            && is_settled(observed, seat, &rules, *slot)
    });
    told_apart(observed, &slots.collect::<Vec<SlotId>>())
}

/// How far the values of each of some slots are told apart.
fn told_apart(observed: &Observed, slots: &[SlotId]) -> Vec<Settled> {
    let mut most = MOST_WAYS;
    while most > 1
        && most
            .checked_pow(slots.len() as u32)
            .is_none_or(|all| all > MOST_WAYS)
    {
        most -= 1;
    }
    let settled = slots.iter().map(|slot| {
        let at = &observed.layout.slots[*slot];
        Settled {
            slot: *slot,
            scalar: at.scalar,
            offset: at.offset as usize,
            told_apart: most,
        }
    });
    settled.collect()
}

/// Whether nobody else writes a slot who does not create the process, and the process itself stores
/// but one value there.
fn is_settled(observed: &Observed, seat: &Seat, rules: &[RuleId], slot: SlotId) -> bool {
    let program = (&observed.model, &observed.layout);
    let mut given_up = BTreeSet::new();
    for rule in observed.model.rules.keys() {
        let is_own = rules.contains(&rule);
        let instances = observed.foresight.structure.instances(rule);
        for (instance, footprint) in (0..).zip(instances) {
            if !footprint.may_write.contains(slot) {
                continue;
            }
            if is_own && (instances.len() == 1 || instance == u64::from(seat.name)) {
                let instance = (rule, u64::from(seat.name));
                match observed.foresight.left_by(program, instance, slot) {
                    Some(values) => given_up.extend(values),
                    None => return false,
                }
            } else if !footprint.may_write.contains(seat.location) {
                return false;
            }
        }
    }
    given_up.len() <= 1
}

/// The variables that decide where rules read and write, and whether they can fire.
fn deciding(observed: &Observed, rules: &[RuleId]) -> BTreeSet<VarId> {
    let mut deciding = Deciding::default();
    for rule in rules {
        let rule = &observed.model.rules[*rule];
        walk_expr(&mut deciding, &rule.guard);
        walk_expr(&mut deciding.read, &rule.guard);
        walk_block(&mut deciding, &rule.body);
    }
    deciding.read.variables
}

/// Notes what indices and numbers of channels are made of.
#[derive(Default)]
struct Deciding {
    read: Read,
}

impl Visitor for Deciding {
    fn place(&mut self, place: &Place) {
        for step in &place.path {
            if let Projection::Index(index) = step {
                walk_expr(&mut self.read, index);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Channel(
            ChannelExpr::Ask {
                number: channel, ..
            }
            | ChannelExpr::CanReceive { channel, .. },
        ) = &expr.kind
        {
            walk_expr(&mut self.read, channel);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Channel(
            ChannelStmt::Send { channel, .. } | ChannelStmt::Receive { channel, .. },
        ) = &stmt.kind
        {
            walk_expr(&mut self.read, channel);
        }
    }
}

/// Notes all variables.
#[derive(Default)]
struct Read {
    variables: BTreeSet<VarId>,
}

impl Visitor for Read {
    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.variables.insert(variable);
        }
    }
}
