//! The way of a process that creates others, followed alone.
//!
//! The walk takes the only rule that can be next, with what is known of the state; several that
//! lead to one location are taken together, and what they leave different is unknown. At the end of
//! a turn, and wherever the process may have to wait, all other processes may have moved: what
//! their rules write is unknown from there on. A channel may make it wait but does not choose: a
//! rule that is the only possible one is taken however uncertain its guard.

use super::StaticProcess;
use super::evaluate::Scope;
use super::execute::set_local;
use super::facts::Facts;
use super::inhabitants::{Inhabitant, newcomers};
use super::memory::{Address, Memory, Value};
use std::collections::BTreeSet;
use weyl_ir::{Model, PropertyKind, Root, Rule, RuleId, Then, Type};

/// Longer ways are not followed to their end.
const MAX_STEPS: usize = 100_000;

/// Several rules may be next, or nothing is known any more.
struct Undecided;

/// Where a walk ended.
pub(super) struct Walked {
    pub created: Vec<StaticProcess>,
    /// Rules that the process may come to later; they create nothing that could be foreseen.
    pub ahead: BTreeSet<RuleId>,
    /// Where it was given up since several may be next: these.
    pub choice: Vec<RuleId>,
    /// Where it may have to wait though it would go on alone, beside others.
    pub waits: BTreeSet<RuleId>,
}

pub(super) struct Walk<'a, 'm> {
    model: &'m Model,
    facts: &'a Facts<'m>,
    memory: Memory<'m>,
    walker: Inhabitant,
    others: Vec<Inhabitant>,
    /// How many processes there are, or would be if none had ended.
    count: u32,
    /// Whether some process may have ended.
    is_uncertain: bool,
    created: Vec<StaticProcess>,
    waits: BTreeSet<RuleId>,
}

/// The rules of a location that may be next.
#[derive(Default)]
struct Choice {
    rules: Vec<RuleId>,
    /// The level of a rule that can be taken for certain, and the groups of all such rules.
    level: Option<u32>,
    groups: BTreeSet<u32>,
}

/// What the rest of the way depends on. Whoever comes back to such a moment goes in circles; which
/// ones are kept, those after 1, 2, 4, … steps, is from R. P. Brent, "An improved Monte Carlo
/// factorization algorithm" (1980).
struct Moment<'m> {
    memory: Memory<'m>,
    created: usize,
    is_alone: bool,
    is_uncertain: bool,
}

impl<'a, 'm> Walk<'a, 'm> {
    /// The way of a process from the initial state, in which the others are there too.
    pub fn new(
        model: &'m Model,
        facts: &'a Facts<'m>,
        memory: Memory<'m>,
        walker: Inhabitant,
        others: Vec<Inhabitant>,
    ) -> Walk<'a, 'm> {
        Walk {
            model,
            facts,
            memory,
            walker,
            count: others.len() as u32 + 1,
            others,
            is_uncertain: false,
            created: Vec::new(),
            waits: BTreeSet::new(),
        }
    }

    pub fn run(mut self) -> Walked {
        let mut is_alone = false;
        let mut location = self.location();
        let mut earlier: Option<Moment<'m>> = None;
        let mut choice = Vec::new();
        for steps in 0..MAX_STEPS {
            let Some(at) = location else { break };
            match self.step(at, is_alone) {
                Ok(alone) => is_alone = alone,
                Err(Undecided) => {
                    choice = self.several(at);
                    break;
                }
            }
            location = self.location();
            if earlier
                .as_ref()
                .is_some_and(|moment| self.is_back(moment, is_alone))
            {
                break;
            }
            if steps.is_power_of_two() {
                earlier = Some(self.moment(is_alone));
            }
        }
        let kind = self.walker.kind;
        let ahead = match (location, self.is_gone()) {
            (Some(at), _) => self.facts.ahead(self.model, kind, at),
            (None, true) => BTreeSet::new(),
            (None, false) => self.facts.rules_of(kind).collect(),
        };
        Walked {
            created: self.created,
            ahead,
            choice,
            waits: self.waits,
        }
    }

    /// The rules that may be next, if there are several, and nobody else creates processes.
    fn several(&mut self, at: usize) -> Vec<RuleId> {
        let (model, facts) = (self.model, self.facts);
        let mut rules = self.others.iter().map(|other| other.rules(model, facts));
        if rules.any(|rules| !facts.created_by(rules).is_empty()) {
            return Vec::new();
        }
        let rules = self.choice(at).rules;
        if rules.len() > 1 { rules } else { Vec::new() }
    }

    fn moment(&self, is_alone: bool) -> Moment<'m> {
        Moment {
            memory: self.memory.clone(),
            created: self.created.len(),
            is_alone,
            is_uncertain: self.is_uncertain,
        }
    }

    fn is_back(&self, earlier: &Moment<'m>, is_alone: bool) -> bool {
        earlier.created == self.created.len()
            && (earlier.is_alone, earlier.is_uncertain) == (is_alone, self.is_uncertain)
            && earlier.memory.has_same_variables(&self.memory)
    }

    fn location_value(&self) -> Value {
        let variable = self.facts.processes.kind(self.walker.kind).location;
        let Type::Array { element, .. } = self.model.types.get(self.model.variables[variable].ty)
        else {
            return Value::Unknown;
        };
        let root = Root::Variable(variable);
        let path = vec![self.walker.index];
        self.memory.read(&Address { root, path }, *element)
    }

    fn location(&self) -> Option<usize> {
        let location = self.location_value().known();
        location.and_then(|at| usize::try_from(at).ok())
    }

    fn is_gone(&self) -> bool {
        self.location_value() == Value::Undefined
    }

    /// One step; whether the process then goes on alone as long as it can.
    fn step(&mut self, at: usize, is_alone: bool) -> Result<bool, Undecided> {
        let rules = self.next_rules(at, is_alone)?;
        let (first, others) = rules.split_first().ok_or(Undecided)?;
        if others.is_empty() {
            return self.take(*first);
        }
        if !self.leads_to_one_place(&rules) {
            return Err(Undecided);
        }
        let before = self.memory.clone();
        let mut goes_on = self.take(*first)?;
        for rule in others {
            let after = std::mem::replace(&mut self.memory, before.clone());
            goes_on &= self.take(*rule)?;
            self.memory.join(&after);
        }
        Ok(goes_on)
    }

    /// Whether it makes no difference for the way which of the rules is taken.
    fn leads_to_one_place(&self, rules: &[RuleId]) -> bool {
        let target = |rule: &RuleId| self.model.rules[*rule].control.as_ref()?.to;
        let is_plain = |rule: &RuleId| {
            let facts = &self.facts.rules[*rule];
            facts.creates.is_empty() && !facts.ends && target(rule).is_some()
        };
        rules.iter().all(is_plain) && rules.iter().all(|rule| target(rule) == target(&rules[0]))
    }

    /// Takes a rule; whether the process then goes on alone as long as it can.
    fn take(&mut self, id: RuleId) -> Result<bool, Undecided> {
        let (facts, rule) = (&self.facts.rules[id], &self.model.rules[id]);
        if facts.ends && !facts.only_ends || rule.parameters.len() > 1 {
            return Err(Undecided);
        }
        if facts.creates.is_empty() {
            self.execute(rule)?;
        } else {
            let before = self.memory.clone();
            self.set_count(Value::Known(i128::from(self.count)));
            self.execute(rule)?;
            self.welcome(&before)?;
        }
        let then = rule.turn.map_or(Then::Anybody, |turn| turn.then);
        if then.is_alone() && facts.sends && !self.others.is_empty() {
            self.waits.insert(id);
        }
        Ok(then.is_alone() && !facts.sends && !self.facts.processes.have_priorities())
    }

    fn next_rules(&mut self, at: usize, is_alone: bool) -> Result<Vec<RuleId>, Undecided> {
        if is_alone {
            let choice = self.choice(at);
            if choice.level.is_some() {
                return Ok(choice.rules);
            }
            if !self.others.is_empty() {
                self.waits.extend(choice.rules);
            }
        }
        self.others_move()?;
        Ok(self.choice(at).rules)
    }

    /// The rules that may be taken at a location, as the interpreter would try them.
    fn choice(&mut self, at: usize) -> Choice {
        let mut choice = Choice::default();
        let facts = self.facts;
        let leaving = facts.leaving[self.walker.kind as usize].get(at);
        for id in leaving.into_iter().flatten() {
            let Some(turn) = self.model.rules[*id].turn else {
                continue;
            };
            if choice.level.is_some_and(|level| level != turn.level) {
                break;
            }
            let is_decided = turn
                .group
                .is_some_and(|group| choice.groups.contains(&group));
            if is_decided || turn.otherwise && choice.level.is_some() {
                continue;
            }
            match self.can_fire(*id) {
                Some(false) => {}
                None => choice.rules.push(*id),
                Some(true) => {
                    choice.rules.push(*id);
                    // An `else` is certain only if everything before it is out of question.
                    if !turn.otherwise || choice.rules.len() == 1 {
                        choice.level = Some(turn.level);
                        choice.groups.extend(turn.group);
                    }
                }
            }
        }
        choice
    }

    fn can_fire(&mut self, id: RuleId) -> Option<bool> {
        let guard = self.guard(id, self.walker);
        let mut properties = self.model.properties.values();
        let facts = &self.facts.rules[id];
        let may_be_excluded = facts.assumes
            || facts.sends
            || properties.any(|property| property.kind == PropertyKind::Assumption);
        match guard {
            Some(true) if may_be_excluded => None,
            guard => guard,
        }
    }

    /// What is known after any number of turns of the other processes.
    fn others_move(&mut self) -> Result<(), Undecided> {
        let (model, facts) = (self.model, self.facts);
        let others = self.others.clone();
        let movers = || {
            others
                .iter()
                .map(|other| (*other, other.rules(model, facts)))
        };
        for (other, rules) in movers() {
            if !facts.created_by(rules.iter().copied()).is_empty() {
                return Err(Undecided);
            }
            self.forget_what_changes(other, &rules);
        }
        for (other, rules) in movers() {
            let mut endings = rules.iter().filter(|rule| facts.rules[**rule].ends);
            self.is_uncertain |= endings.any(|rule| self.guard(*rule, other) != Some(false));
        }
        if self.is_uncertain {
            self.set_count(Value::Unknown);
        }
        Ok(())
    }

    /// Nothing is known of what the rules of a process write; the number of processes is looked at
    /// on its own.
    fn forget_what_changes(&mut self, process: Inhabitant, rules: &BTreeSet<RuleId>) {
        let count = self.facts.processes.count();
        for rule in rules {
            let facts = &self.facts.rules[*rule];
            let others = facts
                .writes
                .iter()
                .filter(|written| Some(**written) != count);
            others.for_each(|variable| self.memory.forget_root(Root::Variable(*variable)));
            for variable in &facts.own_writes {
                process.forget(self.model, &mut self.memory, *variable);
            }
        }
    }

    /// Whether a process can take a rule of its kind, as far as it is known.
    fn guard(&mut self, rule: RuleId, process: Inhabitant) -> Option<bool> {
        let model = self.model;
        let rule = &model.rules[rule];
        self.enter(rule, process);
        let locals = &rule.locals;
        let value = Scope { model, locals }.value(&self.memory, &rule.guard);
        value.map(|value| value != 0)
    }

    fn enter(&mut self, rule: &Rule, process: Inhabitant) {
        self.memory.enter_rule();
        if let Some(own) = rule.parameters.first() {
            set_local(&mut self.memory, own.local, process.index);
        }
    }

    fn set_count(&mut self, value: Value) {
        if let Some(count) = self.facts.processes.count() {
            self.memory.set(Root::Variable(count), value);
        }
    }

    fn execute(&mut self, rule: &'m Rule) -> Result<(), Undecided> {
        let scope = Scope {
            model: self.model,
            locals: &rule.locals,
        };
        self.enter(rule, self.walker);
        let executed = scope.block(&mut self.memory, &rule.body);
        executed.map_err(|_| Undecided)?;
        if let Some(control) = &rule.control
            && let Some(to) = control.to
        {
            let address = scope.address(&self.memory, &control.location);
            let address = address.ok_or(Undecided)?;
            self.memory
                .write(address, control.location.ty, Value::Known(to));
        }
        Ok(())
    }

    /// Notes the processes that a rule has created.
    fn welcome(&mut self, before: &Memory<'m>) -> Result<(), Undecided> {
        let new = newcomers(self.model, before, &self.memory);
        let new = new.ok_or(Undecided)?;
        for inhabitant in new {
            if inhabitant.number(self.model) != self.count {
                return Err(Undecided);
            }
            self.count += 1;
            let process = inhabitant.describe(self.model, &self.memory);
            self.created.push(StaticProcess {
                needs_stay: self.is_uncertain,
                ..process
            });
            self.others.push(inhabitant);
        }
        let count = self.facts.processes.count().map(Root::Variable);
        let counted = count.and_then(|count| self.memory.scalar(count).known());
        if counted != Some(i128::from(self.count)) {
            return Err(Undecided);
        }
        if self.is_uncertain {
            self.set_count(Value::Unknown);
        }
        Ok(())
    }
}
