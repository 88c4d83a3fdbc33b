//! Sequences that nobody sees the inside of: `d_step { f[0] = 0; f[1] = 0 }` is one rule.
//!
//! After a step that the process itself goes on from, a step that always can be made follows in the
//! same turn: the location between is in no state that others see. If nothing else leads there, and
//! no condition asks for it, both are one rule. A process never stands there in a state that is
//! stored, which is a fact that symmetries stand on, as where else it never stands.

use crate::discovery::bodies::footprints::is_sure_assignment;
use crate::discovery::bodies::reached::{Reached, Standing, standing};
use crate::discovery::bodies::seen::seen_variables;
use crate::discovery::bodies::{Body, Code};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Model, Place, Root, Rule, StmtKind};

/// Makes one rule of each sequence.
pub(crate) fn fuse(model: &Model, bodies: &mut Vec<Body<'_>>, reached: &mut Reached) {
    if model.processes().have_priorities() {
        return;
    }
    let next = followers(model, bodies, reached);
    let seconds: BTreeSet<usize> = next.values().copied().collect();
    for first in next.keys().filter(|first| !seconds.contains(first)) {
        let mut last = first;
        while let Some(second) = next.get(last) {
            join(bodies, *first, *second, reached);
            last = second;
        }
    }
    let mut number = 0..;
    bodies.retain(|_| number.next().is_none_or(|at: usize| !seconds.contains(&at)));
    for (id, body) in (0..).zip(bodies) {
        body.id = id;
    }
}

pub(super) fn rule_of<'b>(body: &'b Body<'_>) -> Option<&'b Rule> {
    match &body.code {
        Code::Rule { rule, .. } => Some(rule),
        Code::Function { .. } | Code::Property { .. } => None,
    }
}

/// For each rule that is always followed by another one, that one. Rules that follow each other in
/// a circle are never reached.
fn followers(model: &Model, bodies: &[Body<'_>], reached: &Reached) -> BTreeMap<usize, usize> {
    let seen = seen_variables(bodies);
    let ways = Ways::new(bodies);
    let follower = |(first, body): (usize, &Body<'_>)| {
        let rule = rule_of(body).filter(|rule| goes_on(rule))?;
        let at = standing(rule)?;
        let between = (at.0, at.1, rule.control.as_ref()?.to?);
        let second = ways.only_through(between)?;
        let is_hidden = !seen.contains(&at.0) && !reached.is_beginning(between);
        let follows = is_hidden && between != at && always_follows(model, &bodies[second]);
        follows.then_some((first, second))
    };
    bodies.iter().enumerate().filter_map(follower).collect()
}

/// The rules from and to each place where a process may stand.
#[derive(Default)]
struct Ways {
    from: BTreeMap<Standing, Vec<usize>>,
    into: BTreeMap<Standing, usize>,
}

impl Ways {
    fn new(bodies: &[Body<'_>]) -> Ways {
        let mut ways = Ways::default();
        for (number, body) in bodies.iter().enumerate() {
            let rule = rule_of(body);
            let Some((rule, at)) = rule.and_then(|rule| Some((rule, standing(rule)?))) else {
                continue;
            };
            ways.from.entry(at).or_default().push(number);
            if let Some(to) = rule.control.as_ref().and_then(|control| control.to) {
                *ways.into.entry((at.0, at.1, to)).or_default() += 1;
            }
        }
        ways
    }

    /// The only rule from a place, if only one leads there.
    fn only_through(&self, at: Standing) -> Option<usize> {
        let is_alone = self.into.get(&at) == Some(&1);
        match self.from.get(&at)?[..] {
            [only] if is_alone => Some(only),
            _ => None,
        }
    }
}

/// Whether the process itself goes on after a rule that has nothing to do with messages.
pub(super) fn goes_on(rule: &Rule) -> bool {
    let is_message = |kind: &StmtKind| matches!(kind, StmtKind::Channel(_));
    let goes_on = rule.turn.is_some_and(|turn| turn.then.is_alone());
    goes_on && !rule.body.iter().any(|stmt| is_message(&stmt.kind))
}

/// Whether a rule can always fire, and only assigns what is known without it.
fn always_follows(model: &Model, body: &Body<'_>) -> bool {
    let Some(rule) = rule_of(body) else {
        return false;
    };
    let fallible = Fallible::by_types(model, body.locals);
    let mut locals = Locals::default();
    walk_block(&mut locals, &rule.body);
    let is_sure = |stmt| is_sure_assignment(&fallible, stmt);
    rule.guard.as_constant() == Some(1) && !locals.are_there && rule.body.iter().all(is_sure)
}

#[derive(Default)]
struct Locals {
    are_there: bool,
}

impl Visitor for Locals {
    fn place(&mut self, place: &Place) {
        self.are_there |= matches!(place.root, Root::Local(_));
    }
}

fn join(bodies: &mut [Body<'_>], first: usize, second: usize, reached: &mut Reached) {
    let Code::Rule {
        origin,
        rule: follower,
        ..
    } = &bodies[second].code
    else {
        return;
    };
    let (origin, follower) = (*origin, follower.clone());
    reached.pass(standing(&follower));
    if let Code::Rule {
        rule, followers, ..
    } = &mut bodies[first].code
    {
        followers.push(origin);
        rule.body.extend(follower.body.iter().cloned());
        if let (Some(control), Some(next)) = (&mut rule.control, &follower.control) {
            control.to = next.to;
        }
        if let (Some(turn), Some(next)) = (&mut rule.turn, follower.turn) {
            turn.then = next.then;
        }
    }
}
