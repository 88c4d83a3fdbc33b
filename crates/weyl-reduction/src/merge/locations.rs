//! Which locations of processes somebody looks at: `P@L`, labels that mark progress, properties.

use super::locality::conditions;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, Model, Place, Processes, PropertyId, Root, Rule, Stmt,
    StmtKind,
};
use weyl_symmetry::written_elsewhere;

/// For each kind of process, what is asked about its locations.
pub(super) struct Seen {
    kinds: Vec<Asked>,
}

#[derive(Clone, Default)]
struct Asked {
    /// Whether a process is at one of these.
    locations: BTreeSet<i128>,
    /// Something else, or it may be moved by others.
    everything: bool,
}

impl Seen {
    pub fn new(model: &Model, seen: &[PropertyId]) -> Seen {
        let processes = model.processes();
        let mut looks = Looks {
            processes,
            kinds: vec![Asked::default(); processes.kinds().len()],
            understood: Vec::new(),
        };
        for rule in model.rules.values() {
            walk_expr(&mut looks, &rule.guard);
            walk_block(&mut looks, &rule.body);
        }
        for function in model.functions.values() {
            walk_block(&mut looks, &function.body);
        }
        for condition in conditions(model, seen) {
            walk_expr(&mut looks, condition);
        }
        let elsewhere = written_elsewhere(model);
        for (asked, kind) in looks.kinds.iter_mut().zip(processes.kinds()) {
            asked.everything |= elsewhere.contains(&kind.location);
        }
        Seen { kinds: looks.kinds }
    }

    /// Whether nobody sees that the process of a rule goes from one location to another.
    pub fn is_unseen(&self, kind: u32, rule: &Rule) -> bool {
        let asked = &self.kinds[kind as usize];
        let ends = rule.control.as_ref();
        let ends = ends.and_then(|control| Some([control.from, control.to?]));
        let is_asked = |location: &i128| asked.locations.contains(location);
        !asked.everything && ends.is_some_and(|ends| !ends.iter().any(is_asked))
    }
}

struct Looks<'m> {
    processes: Processes<'m>,
    kinds: Vec<Asked>,
    /// Places to come of which all is said: compared with a constant, or stored to.
    understood: Vec<*const Place>,
}

impl Looks<'_> {
    fn kind_at(&self, place: &Place) -> Option<u32> {
        let Root::Variable(variable) = place.root else {
            return None;
        };
        let (kind, _) = self.processes.kind_located_in(variable)?;
        Some(kind)
    }
}

impl Visitor for Looks<'_> {
    /// A process is created, or ends: it is nowhere before or after.
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { to, .. } | StmtKind::Undefine(to) | StmtKind::Clear(to) =
            &stmt.kind
        {
            self.understood.push(to);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Binary(BinaryOp::Compare(comparison), left, right) = &expr.kind
            && let Comparison::Equal | Comparison::NotEqual = comparison
            && let (ExprKind::Read(place), ExprKind::Constant(location))
            | (ExprKind::Constant(location), ExprKind::Read(place)) = (&left.kind, &right.kind)
            && let Some(kind) = self.kind_at(place)
        {
            self.kinds[kind as usize].locations.insert(*location);
            self.understood.push(place);
        }
        // Whether a process is there at all.
        if let ExprKind::IsUndefined(place) = &expr.kind {
            self.understood.push(place);
        }
    }

    fn place(&mut self, place: &Place) {
        let mut understood = self.understood.iter();
        let known = understood.position(|of| std::ptr::eq(*of, place));
        match (known, self.kind_at(place)) {
            (Some(known), _) => {
                self.understood.swap_remove(known);
            }
            (None, Some(kind)) => self.kinds[kind as usize].everything = true,
            (None, None) => {}
        }
    }
}
