//! Rules as transitions of processes, with what decides whether they are tried: computed once for a
//! program.

use weyl_ir::visit::{Visitor, walk_rule};
use weyl_ir::{ChannelStmt, Expr, ExprKind, Model, ProcessExpr, Rule, RuleId, StmtKind, Turn};

/// A rule that leaves a location of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    pub rule: RuleId,
    pub turn: Turn,
    /// Whether it takes a message.
    pub receives: bool,
    /// Whether it sends one.
    pub sends: bool,
    /// Whether it may wait for a `timeout`, its own or that of whom it asks about.
    pub waits: bool,
}

impl AsRef<Transition> for Transition {
    fn as_ref(&self) -> &Transition {
        self
    }
}

/// For each kind of process and each location the transitions that leave it, in the order in which
/// they are tried.
pub(crate) fn transitions(model: &Model) -> Vec<Vec<Vec<Transition>>> {
    let mut rules = model.rules.values();
    let anybody_waits = rules.any(|rule| Asks::of(rule).timeout);
    let transition = |id: RuleId| {
        let rule = &model.rules[id];
        let asks = Asks::of(rule);
        Some(Transition {
            rule: id,
            turn: rule.turn?,
            receives: has(rule, |stmt| matches!(stmt, ChannelStmt::Receive { .. })),
            sends: has(rule, |stmt| matches!(stmt, ChannelStmt::Send { .. })),
            // What a guard asks of other rules is theirs too: `enabled` of a process that waits.
            waits: asks.timeout || asks.enabled && anybody_waits,
        })
    };
    let at = |rules: Vec<RuleId>| rules.into_iter().filter_map(transition).collect();
    let kinds = model.processes().rules_by_location().into_iter();
    kinds
        .map(|locations| locations.into_iter().map(at).collect())
        .collect()
}

/// Whether a rule's body has such a statement.
fn has(rule: &Rule, is_meant: fn(&ChannelStmt) -> bool) -> bool {
    let mut stmts = rule.body.iter();
    stmts.any(|stmt| matches!(&stmt.kind, StmtKind::Channel(stmt) if is_meant(stmt)))
}

/// What a rule asks about others.
#[derive(Default)]
struct Asks {
    timeout: bool,
    enabled: bool,
}

impl Asks {
    fn of(rule: &Rule) -> Asks {
        let mut asks = Asks::default();
        walk_rule(&mut asks, rule);
        asks
    }
}

impl Visitor for Asks {
    fn expr(&mut self, expr: &Expr) {
        self.timeout |= matches!(expr.kind, ExprKind::Process(ProcessExpr::Timeout));
        self.enabled |= matches!(expr.kind, ExprKind::Process(ProcessExpr::Enabled(_)));
    }
}
