//! What somebody else may look at, or may write: items that are left alone.

use super::items::{ItemId, ItemSet, Items, Mention};
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    Argument, Binding, Expr, ExprKind, LocalId, Model, Place, PropertyId, PropertyKind, Rule, Stmt,
    StmtKind,
};

/// Items that are mentioned where nobody follows them.
pub(super) struct Pins<'a> {
    items: &'a Items,
    /// Locals with processes whose items are followed here.
    followed: Vec<Option<LocalId>>,
    pub pinned: ItemSet,
}

impl<'a> Pins<'a> {
    pub fn new(items: &'a Items) -> Pins<'a> {
        Pins {
            items,
            followed: Vec::new(),
            pinned: ItemSet::new(),
        }
    }

    /// All that is mentioned outside of rules: in functions, in properties that are seen, in what
    /// is assumed of all states, and where order is complete.
    pub fn outside_of_rules(&mut self, model: &Model, seen: &[PropertyId]) {
        self.followed.clear();
        for function in model.functions.values() {
            walk_block(self, &function.body);
        }
        for (id, property) in &model.properties {
            let is_always_seen = match property.kind {
                PropertyKind::Assumption | PropertyKind::Events => true,
                PropertyKind::Invariant
                | PropertyKind::Cover
                | PropertyKind::Liveness
                | PropertyKind::Atom
                | PropertyKind::Shown => false,
            };
            if is_always_seen || seen.contains(&id) {
                self.property(&property.parameters, &property.condition);
            }
        }
    }

    fn property(&mut self, parameters: &[Binding], condition: &Expr) {
        for binding in parameters {
            weyl_ir::visit::walk_binding(self, binding);
        }
        walk_expr(self, condition);
    }

    /// What a rule mentions of processes that are not in some locals.
    pub fn rule(&mut self, rule: &Rule, followed: Vec<Option<LocalId>>) {
        self.followed = followed;
        walk_rule(self, rule);
    }

    fn pin(&mut self, place: &Place) {
        if let Mention::Of { items, .. } | Mention::OfAnybody(items) = self.items.mention(place) {
            self.pin_all(items);
        }
    }

    pub fn pin_all(&mut self, items: impl IntoIterator<Item = ItemId>) {
        self.pinned.extend(items);
    }

    /// Nobody knows what becomes of a place behind a reference.
    fn arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            match argument {
                Argument::Reference(place) => self.pin(place),
                Argument::Value(_) | Argument::Copy(_) => {}
            }
        }
    }
}

impl Visitor for Pins<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Bind { place, .. } = &stmt.kind {
            self.pin(place);
        }
        if let StmtKind::Call { arguments, .. } = &stmt.kind {
            self.arguments(arguments);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { arguments, .. } = &expr.kind {
            self.arguments(arguments);
        }
    }

    fn place(&mut self, place: &Place) {
        match self.items.mention(place) {
            Mention::Nothing => {}
            Mention::Of { process, .. } if self.followed.contains(&process) => {}
            Mention::Of { items, .. } | Mention::OfAnybody(items) => self.pin_all(items),
        }
    }
}
