//! Loops that count inside of `atomic` and `d_step`: `for (i : 0 .. 2) { ok = ok && f[i] }` is
//! `ok = ok && f[0] && f[1] && f[2]; i = 3`.
//!
//! From a rule behind which its process goes on, the walk follows what the process must do next, as
//! long as that is decided: by numbers that are known on the way (the counter), or by an `else` to
//! both sides of a condition that meet again. What comes out is one assignment for each variable,
//! of what it holds in the end in terms of what all held before. Nobody sees what was between, as
//! in a sequence ([`super::fusing`]).

mod memory;
mod simplify;

use crate::discovery::bodies::fusing::{goes_on, rule_of};
use crate::discovery::bodies::reached::{Reached, Standing, standing};
use crate::discovery::bodies::seen::seen_variables;
use crate::discovery::bodies::{Body, Code};
use memory::Memory;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Expr, Model, RuleId, Stmt, Then, Turn, VarId};

/// Steps that all walks of a program may take together.
const MOST_STEPS: usize = 1 << 14;

/// Conditions inside of each other.
const MOST_NESTED: usize = 32;

/// How often a walk is begun again because it came where others come too.
const MOST_TRIES: usize = 8;

/// Makes one rule of each rule and the counting loops behind it.
pub(crate) fn unroll(model: &Model, bodies: &mut Vec<Body<'_>>, reached: &mut Reached) {
    if model.processes().have_priorities() {
        return;
    }
    let mut walks = Walks::new(model, bodies, reached);
    let firsts = (0..bodies.len()).filter_map(|first| Some((first, walks.from(first)?)));
    let mut runs: BTreeMap<usize, Run> = firsts.collect();
    let inside: BTreeSet<Standing> = runs.values().flat_map(|run| run.passed.clone()).collect();
    let is_inside = |body: &Body<'_>| {
        let at = rule_of(body).and_then(standing);
        at.is_some_and(|at| inside.contains(&at))
    };
    runs.retain(|first, _| !is_inside(&bodies[*first]));
    let passed: BTreeSet<Standing> = runs.values().flat_map(|run| run.passed.clone()).collect();
    for (first, run) in runs {
        replace(&mut bodies[first], run);
    }
    for at in &passed {
        reached.pass(Some(*at));
    }
    bodies.retain(|body| {
        let at = rule_of(body).and_then(standing);
        at.is_none_or(|at| !passed.contains(&at))
    });
    for (id, body) in (0..).zip(bodies) {
        body.id = id;
    }
}

/// What a rule and all that must follow come to.
struct Run {
    body: Vec<Stmt>,
    end: End,
    /// Where the process only came by.
    passed: BTreeSet<Standing>,
    rules: Vec<RuleId>,
}

/// Where a walk is, and who goes on from there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct End {
    at: Standing,
    then: Then,
}

fn replace(body: &mut Body<'_>, run: Run) {
    if let Code::Rule {
        rule, followers, ..
    } = &mut body.code
    {
        followers.extend(run.rules);
        rule.body = run.body;
        if let (Some(control), Some(turn)) = (&mut rule.control, &mut rule.turn) {
            control.to = Some(run.end.at.2);
            turn.then = run.end.then;
        }
    }
}

struct Walks<'a, 'm> {
    model: &'a Model,
    bodies: &'a [Body<'m>],
    /// The rules from each place where a process may stand, and those that lead there.
    from: BTreeMap<Standing, Vec<usize>>,
    into: BTreeMap<Standing, Vec<usize>>,
    /// Locations that somebody looks at.
    seen: BTreeSet<VarId>,
    reached: &'a Reached,
    steps: usize,
    nested: usize,
}

/// A walk under way.
#[derive(Clone)]
struct Walk {
    end: End,
    memory: Memory,
    passed: BTreeSet<Standing>,
    rules: Vec<RuleId>,
}

impl<'a, 'm> Walks<'a, 'm> {
    fn new(model: &'a Model, bodies: &'a [Body<'m>], reached: &'a Reached) -> Walks<'a, 'm> {
        let mut walks = Walks {
            model,
            bodies,
            from: BTreeMap::new(),
            into: BTreeMap::new(),
            seen: seen_variables(bodies),
            reached,
            steps: 0,
            nested: 0,
        };
        for (number, body) in bodies.iter().enumerate() {
            let Some((rule, at)) = rule_of(body).and_then(|rule| Some((rule, standing(rule)?)))
            else {
                continue;
            };
            walks.from.entry(at).or_default().push(number);
            let to = rule.control.as_ref().and_then(|control| control.to);
            if let Some(to) = to {
                let there = walks.into.entry((at.0, at.1, to)).or_default();
                there.push(number);
            }
        }
        walks
    }

    /// The run of a rule that leads to a choice which is decided.
    fn from(&mut self, first: usize) -> Option<Run> {
        let end = self.end_of(first)?;
        if self.from.get(&end.at)?.len() < 2 || !rule_of(&self.bodies[first]).is_some_and(goes_on) {
            return None;
        }
        let own = rule_of(&self.bodies[first]).and_then(standing)?;
        let mut stops = BTreeSet::from([own]);
        for _ in 0..MOST_TRIES {
            let run = self.run(first, end, &stops)?;
            let mut shared = self.shared(first, &run.passed);
            shared.extend(run.passed.get(&run.end.at));
            if shared.is_empty() {
                return (!run.passed.is_empty()).then_some(run);
            }
            stops.extend(shared);
        }
        None
    }

    /// Where a rule leads.
    fn end_of(&self, number: usize) -> Option<End> {
        let rule = rule_of(&self.bodies[number])?;
        let at = standing(rule)?;
        Some(End {
            at: (at.0, at.1, rule.control.as_ref()?.to?),
            then: rule.turn?.then,
        })
    }

    /// The places of a run to which others come as well. (Where it ends nobody only comes by.)
    fn shared(&self, first: usize, passed: &BTreeSet<Standing>) -> BTreeSet<Standing> {
        let is_of_run = |rule: &usize| {
            let at = rule_of(&self.bodies[*rule]).and_then(standing);
            *rule == first || at.is_some_and(|at| passed.contains(&at))
        };
        let is_shared = |at: &&Standing| {
            let into = self.into.get(at).into_iter().flatten();
            !into.copied().all(|rule| is_of_run(&rule))
        };
        passed.iter().filter(is_shared).copied().collect()
    }

    fn run(&mut self, first: usize, end: End, stops: &BTreeSet<Standing>) -> Option<Run> {
        let body = &self.bodies[first];
        let (before, memory) = Memory::after(self.model, body.locals, &rule_of(body)?.body);
        let mut walk = Walk {
            end,
            memory,
            passed: BTreeSet::new(),
            rules: Vec::new(),
        };
        while let Some(next) = self.advance(&walk, stops) {
            walk = next;
        }
        let mut body = before;
        body.extend(walk.memory.into_assignments()?);
        Some(Run {
            body,
            end: walk.end,
            passed: walk.passed,
            rules: walk.rules,
        })
    }

    /// What must come next, to where the walk is decided again; none where it ends.
    fn advance(&mut self, walk: &Walk, stops: &BTreeSet<Standing>) -> Option<Walk> {
        let at = walk.end.at;
        let is_over = !walk.end.then.is_alone() || stops.contains(&at);
        let is_seen = self.seen.contains(&at.0) || self.reached.is_beginning(at);
        self.steps += 1;
        if is_over || is_seen || self.steps > MOST_STEPS {
            return None;
        }
        let (last, cases) = self.choice(walk)?;
        if self.nested >= MOST_NESTED {
            return None;
        }
        let mut end = self.step(walk, last)?;
        for (condition, rule) in cases.iter().rev() {
            let side = self.step(walk, *rule)?;
            self.nested += 1;
            let met = self.meet(condition, [side, end], stops);
            self.nested -= 1;
            end = met?;
        }
        Some(end)
    }

    /// What the process can do where it stands, if that is decided: cases one after the other, and
    /// what is left.
    fn choice(&self, walk: &Walk) -> Option<(usize, Vec<(Expr, usize)>)> {
        let mut open = Vec::new();
        let mut level = None;
        for number in self.from.get(&walk.end.at)? {
            let body = &self.bodies[*number];
            let rule = rule_of(body)?;
            let turn = rule.turn?;
            let guard = walk
                .memory
                .condition(self.model, body.locals, &rule.guard)?;
            if *level.get_or_insert(turn.level) != turn.level {
                return None;
            }
            if guard.as_constant() != Some(0) {
                open.push((*number, guard, turn));
            }
        }
        let certain = open
            .iter()
            .position(|(_, guard, _)| guard.as_constant().is_some())?;
        let turns: Vec<Turn> = open.iter().map(|(.., turn)| *turn).collect();
        are_in_order(&turns).then_some(())?;
        let cases = open
            .drain(..certain)
            .map(|(number, guard, _)| (guard, number));
        let cases = cases.collect();
        Some((open[0].0, cases))
    }

    /// A walk after one rule.
    fn step(&self, walk: &Walk, number: usize) -> Option<Walk> {
        let body = &self.bodies[number];
        let Code::Rule {
            origin,
            followers,
            rule,
            ..
        } = &body.code
        else {
            return None;
        };
        let mut next = walk.clone();
        next.memory.run(self.model, body.locals, &rule.body)?;
        next.passed.insert(walk.end.at);
        next.came_by([*origin].iter().chain(followers));
        next.end = self.end_of(number)?;
        Some(next)
    }

    /// Both sides of a condition, to the first place where they are the same.
    fn meet(
        &mut self,
        condition: &Expr,
        sides: [Walk; 2],
        stops: &BTreeSet<Standing>,
    ) -> Option<Walk> {
        let mut ways = sides.map(|side| vec![side]);
        let mut side = 0;
        let mut ended = 0;
        while ended < 2 {
            if let Some([one, other]) = meeting(&ways) {
                let mut met = one.clone();
                met.memory = one.memory.or(self.model, condition, &other.memory)?;
                met.passed.extend(&other.passed);
                met.came_by(other.rules.iter());
                return Some(met);
            }
            let next = self.advance(&ways[side].last()?.clone(), stops);
            ended = if next.is_some() { 0 } else { ended + 1 };
            ways[side].extend(next);
            side = 1 - side;
        }
        None
    }
}

impl Walk {
    fn came_by<'r>(&mut self, rules: impl Iterator<Item = &'r RuleId>) {
        for rule in rules {
            if !self.rules.contains(rule) {
                self.rules.push(*rule);
            }
        }
    }
}

/// Where two ways come to the same place.
fn meeting(ways: &[Vec<Walk>; 2]) -> Option<[&Walk; 2]> {
    let [one, other] = ways;
    let mut pairs = one.iter().flat_map(|a| other.iter().map(move |b| [a, b]));
    pairs.find(|[a, b]| a.end == b.end)
}

/// Whether of several rules only the first that can fire is taken.
fn are_in_order(turns: &[Turn]) -> bool {
    let Some((first, others)) = turns.split_first() else {
        return true;
    };
    let is_of_group = |turn: &Turn| turn.group.is_some() && turn.group == first.group;
    let is_last_resort = others.len() == 1 && others[0].otherwise && !first.otherwise;
    is_last_resort || others.iter().all(is_of_group)
}
