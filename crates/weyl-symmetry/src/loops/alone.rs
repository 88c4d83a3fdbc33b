//! Each loop looked at alone: what it does in any surroundings.
//!
//! The rule or function that a loop stands in is walked with nothing known of arguments, and no
//! call is followed but those in the loop itself. A loop against which nothing is found then is
//! independent of the order of its turns wherever it is executed: more knowledge finds less. So it
//! does not matter for it how much there is to look at in other places, nor whether others depend
//! on their order. What a reference parameter stands for is known to callers only: the loops of
//! such functions are left to the walk that comes from there.

use super::calls::Inner;
use super::{Follow, Walk};
use crate::pin::{Cause, Pins};
use crate::sorts::ordered_sorts;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Block, Function, FunctionId, LocalKind, Locals, Model, Rule, Stmt, StmtKind};
use weyl_source::Span;

/// What a loop may stand in.
#[derive(Clone, Copy)]
enum Home<'m> {
    Rule(&'m Rule),
    Function(FunctionId, &'m Function),
}

/// What is known of loops, whatever their surroundings.
#[derive(Debug, Default)]
pub(super) struct Alone {
    /// The loops that no order can be seen of, by where they are written. Several that are written
    /// in one place are all independent, or none of them counts as that.
    pub independent: BTreeSet<Span>,
    /// Functions that come to no other loop and do nothing to the locals of their callers.
    pub harmless: BTreeSet<FunctionId>,
}

impl Alone {
    pub fn of(model: &Model) -> Alone {
        let rules = model.starts.values().chain(model.rules.values());
        let functions = model.functions.iter();
        let functions = functions.map(|(id, function)| Home::Function(id, function));
        let (mut all, mut open) = (BTreeSet::new(), BTreeSet::new());
        for home in rules.map(Home::Rule).chain(functions) {
            let loops = home.loops(model);
            if !loops.is_empty() {
                open.extend(undecided(model, home, &loops));
                all.extend(loops);
            }
        }
        let is_harmless = |(id, function): &(FunctionId, &Function)| {
            let mut loops = Inner::of_call(model, *id).into_iter();
            !Home::Function(*id, function).has_references()
                && !loops.any(|(over, _)| open.contains(&over))
        };
        let harmless = model.functions.iter().filter(is_harmless);
        Alone {
            harmless: harmless.map(|(id, _)| id).collect(),
            independent: all.difference(&open).copied().collect(),
        }
    }
}

/// Those loops of a rule or function that are not understood alone.
fn undecided(model: &Model, home: Home<'_>, loops: &BTreeSet<Span>) -> BTreeSet<Span> {
    if home.has_references() {
        return loops.clone();
    }
    let mut open = blamed(model, home, Follow::None, loops);
    open.retain(|over| blamed(model, home, Follow::In(*over), loops).contains(over));
    open
}

/// The loops against which something is found; all of them where there is too much to look at.
fn blamed(model: &Model, home: Home<'_>, follow: Follow, loops: &BTreeSet<Span>) -> BTreeSet<Span> {
    let mut pins = Pins::new(model);
    let mut walk = Walk::new(model, &mut pins, home.locals());
    walk.follow = follow;
    match home {
        Home::Rule(rule) => walk.rule(rule),
        Home::Function(id, function) => {
            walk.frames[0].function = Some(id);
            walk.activation(function, function.span);
        }
    }
    if walk.gave_up.is_some() {
        return loops.clone();
    }
    let found = pins.finish().into_iter();
    let found = found.filter_map(|pin| match pin.cause {
        Cause::Loop { over, .. } => Some(over),
        Cause::Processes
        | Cause::Constant { .. }
        | Cause::Number { .. }
        | Cause::Arithmetic { .. }
        | Cause::Cleared { .. }
        | Cause::StartsAsFirst { .. }
        | Cause::FirstDecides { .. }
        | Cause::Position { .. }
        | Cause::StalePosition { .. } => None,
    });
    found.collect()
}

impl<'m> Home<'m> {
    fn locals(self) -> &'m Locals {
        match self {
            Home::Rule(rule) => &rule.locals,
            Home::Function(_, function) => &function.locals,
        }
    }

    fn body(self) -> &'m Block {
        match self {
            Home::Rule(rule) => &rule.body,
            Home::Function(_, function) => &function.body,
        }
    }

    fn has_references(self) -> bool {
        match self {
            Home::Rule(_) => false,
            Home::Function(_, function) => {
                let mut parameters = function.parameters.iter();
                parameters.any(|local| function.locals[*local].kind == LocalKind::Reference)
            }
        }
    }

    fn loops(self, model: &Model) -> BTreeSet<Span> {
        let mut loops = Loops {
            model,
            found: BTreeSet::new(),
        };
        walk_block(&mut loops, self.body());
        loops.found
    }
}

/// Loops over names.
struct Loops<'m> {
    model: &'m Model,
    found: BTreeSet<Span>,
}

impl Visitor for Loops<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::For { binding, .. } = &stmt.kind
            && !ordered_sorts(self.model, &binding.domain).is_empty()
        {
            self.found.insert(stmt.span);
        }
    }
}
