//! Hidden variables that are no part of states.
//!
//! SPIN leaves `hidden` variables out of states, whatever they are for; where one is read that
//! another turn wrote, it misses states and errors. Here a hidden variable is forgotten between
//! turns if no turn reads it before it has written it ([`super::turns`]): in every state that
//! others see it then has its default, which nobody looks at. Others are variables like all.

use super::covering;
use super::defaults::{Aim, Defaults};
use super::turns::Turns;
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Model, PropertyId, Root, Stmt, VarId};
use weyl_symmetry::static_processes;

/// A model in which hidden variables are forgotten between turns.
#[derive(Clone, Debug)]
pub struct Forgotten {
    pub model: Model,
    /// Those that are.
    pub forgotten: Vec<VarId>,
    /// Those that are part of states although they are hidden: what they hold is looked at in a
    /// later turn. SPIN may miss states and errors there.
    pub kept: Vec<VarId>,
}

/// Forgets hidden variables between turns where nobody can tell. It holds for all properties.
pub fn forget_hidden(model: &Model) -> Forgotten {
    let hidden = model.variables.iter().filter(|(_, of)| of.hidden);
    let changing: Vec<VarId> = hidden
        .map(|(id, _)| id)
        .filter(|id| changes(model, *id))
        .collect();
    let mut reduced = model.clone();
    let mut forgotten = BTreeSet::new();
    let rules = model.starts.values().chain(model.rules.values());
    let returns = rules.into_iter().any(|rule| covering::returns(&rule.body));
    if !changing.is_empty() && model.has_processes() && !returns {
        let all: Vec<PropertyId> = model.properties.keys().collect();
        let turns = Turns::new(model, changing.iter().copied(), &all);
        let defaults = Defaults {
            model,
            classes: &super::numbers::classes(model, &static_processes(model)),
            aim: Aim::Symmetry,
            owner: None,
            must_exist: true,
        };
        forgotten = turns.forgettable(&defaults);
        turns.apply(&forgotten, &defaults, &mut reduced);
    }
    let (forgotten, kept) = changing.into_iter().partition(|id| forgotten.contains(id));
    Forgotten {
        model: reduced,
        forgotten,
        kept,
    }
}

/// Whether some rule or function may write a variable.
fn changes(model: &Model, variable: VarId) -> bool {
    struct Writes(VarId, bool);
    impl Visitor for Writes {
        fn stmt(&mut self, stmt: &Stmt) {
            let root = Root::Variable(self.0);
            self.1 |= written_places(stmt).iter().any(|place| place.root == root);
        }
    }
    let mut writes = Writes(variable, false);
    let functions = model.functions.values().map(|of| &of.body);
    let bodies = functions.chain(model.rules.values().map(|of| &of.body));
    bodies.for_each(|body| walk_block(&mut writes, body));
    writes.1
}
