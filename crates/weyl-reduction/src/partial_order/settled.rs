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
const MOST_WAYS: i128 = 4096;

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
    let deciding = Deciding::of(observed, &rules);
    let read = rules.iter().fold(SlotSet::default(), |read, rule| {
        read.union(&observed.general(*rule, seat).reads())
    });
    let mut slots = Vec::new();
    for slot in read.iter() {
        let Some(decides) = deciding.what(observed.layout.slots[slot].variable) else {
            continue;
        };
        let values = most_values(observed, slot);
        if values > 1 && is_settled(observed, seat, &rules, slot) {
            slots.push((decides, values, slot));
        }
    }
    slots.sort_unstable();
    told_apart(observed, &slots)
}

/// So many values from 0 on are enough to tell all apart that a slot may hold.
fn most_values(observed: &Observed, slot: SlotId) -> i128 {
    match observed.foresight.values(slot) {
        Some(values) if values.len() < 2 => 1,
        Some(values) => values.iter().max().map_or(1, |most| most + 1),
        None => observed.layout.slots[slot].scalar.hi + 1,
    }
}

/// How far the values of each of some slots are told apart: those that come first have their share
/// of all ways before the others, and what they do not need is left to these.
fn told_apart(observed: &Observed, slots: &[(Decides, i128, SlotId)]) -> Vec<Settled> {
    let mut ways = MOST_WAYS;
    let mut settled = Vec::new();
    for (done, (decides, values, slot)) in slots.iter().enumerate() {
        let rest = slots[done..].iter();
        let alike = rest.filter(|(other, ..)| other == decides).count() as u32;
        let told_apart = root(ways, alike).min(*values);
        ways /= told_apart.max(1);
        let at = &observed.layout.slots[*slot];
        settled.push(Settled {
            slot: *slot,
            scalar: at.scalar,
            offset: at.offset as usize,
            told_apart,
        });
    }
    settled.retain(|one| one.told_apart > 1);
    settled
}

/// The largest number whose power is not more.
fn root(number: i128, degree: u32) -> i128 {
    let fits = |root: &i128| root.checked_pow(degree).is_some_and(|all| all <= number);
    (1..=number).take_while(fits).last().unwrap_or(1)
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

/// What a variable decides; what matters most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Decides {
    /// Where a rule reads and writes.
    Place,
    /// Whether a rule can fire.
    Enabling,
}

/// The variables that decide something.
#[derive(Default)]
struct Deciding {
    places: Read,
    guards: Read,
}

impl Deciding {
    fn of(observed: &Observed, rules: &[RuleId]) -> Deciding {
        let mut deciding = Deciding::default();
        for rule in rules {
            let rule = &observed.model.rules[*rule];
            walk_expr(&mut deciding, &rule.guard);
            walk_expr(&mut deciding.guards, &rule.guard);
            walk_block(&mut deciding, &rule.body);
        }
        deciding
    }

    fn what(&self, variable: VarId) -> Option<Decides> {
        if self.places.variables.contains(&variable) {
            Some(Decides::Place)
        } else {
            let is_asked = self.guards.variables.contains(&variable);
            is_asked.then_some(Decides::Enabling)
        }
    }
}

/// Indices and numbers of channels decide about places.
impl Visitor for Deciding {
    fn place(&mut self, place: &Place) {
        for step in &place.path {
            if let Projection::Index(index) = step {
                walk_expr(&mut self.places, index);
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
            walk_expr(&mut self.places, channel);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Channel(
            ChannelStmt::Send { channel, .. } | ChannelStmt::Receive { channel, .. },
        ) = &stmt.kind
        {
            walk_expr(&mut self.places, channel);
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
