//! Who must be treated fairly, and what renamings do to them.

use crate::failure::{Failure, nowhere};
use crate::{Request, codes};
use std::collections::HashMap;
use weyl_explore::Tracked;
use weyl_ir::layout::{name, point};
use weyl_ir::{Binding, Locals, Model, RuleId, SortId, TypeId};
use weyl_permutation::Permutation;
use weyl_symmetry::moved_value;
use weyl_system::{
    Batch, Fairness, Firing, Interpreter, Outcome, Program, Question, System, TemporalQuestion,
};

/// The rules whose instances are treated fairly, where there are no processes: those that were
/// named, or all.
pub(crate) fn fair_rules(model: &Model, request: &Request) -> Result<Vec<RuleId>, Failure> {
    if model.has_processes() && !request.fair_rules.is_empty() {
        let message = "fairness is to processes where there are some, not to rules";
        return Err(Failure::input(nowhere(codes::UNKNOWN_RULE, message)));
    }
    if request.fairness == Fairness::None || model.has_processes() {
        return Ok(Vec::new());
    }
    for wanted in &request.fair_rules {
        if model.rules.values().all(|rule| rule.name != *wanted) {
            let message = format!("there is no rule `{wanted}` to be fair to");
            let names = model.rules.values().map(|rule| format!("`{}`", rule.name));
            let names: Vec<String> = names.collect();
            let hint = format!("the rules are {}", names.join(", "));
            return Err(Failure::input(
                nowhere(codes::UNKNOWN_RULE, message).hint(hint),
            ));
        }
    }
    let is_meant =
        |name: &String| request.fair_rules.is_empty() || request.fair_rules.contains(name);
    let rules = model.rules.iter();
    let fair = rules.filter(|(_, rule)| is_meant(&rule.name));
    Ok(fair.map(|(id, _)| id).collect())
}

/// Valuations of parameters by number, and how renamings move them.
#[derive(Clone, Debug)]
pub(crate) struct Instances {
    types: Vec<TypeId>,
    values: Vec<Vec<i128>>,
    numbers: HashMap<Vec<i128>, u32>,
}

impl Instances {
    pub fn new(
        program: &Program,
        parameters: &[Binding],
        locals: &Locals,
        count: u64,
    ) -> Instances {
        let values = (0..count).map(|number| program.parameter_values(parameters, number));
        let values: Vec<Vec<i128>> = values.collect();
        Instances {
            types: parameters.iter().map(|of| locals[of.local].ty).collect(),
            numbers: values.iter().cloned().zip(0..).collect(),
            values,
        }
    }

    /// Those of a question, if it follows them.
    fn followed(program: &Program, question: &TemporalQuestion) -> Option<Instances> {
        let count = question.followed?;
        let property = &program.model.properties[*question.atoms.first()?];
        let (parameters, locals) = (&property.parameters, &property.locals);
        Some(Instances::new(program, parameters, locals, count.into()))
    }

    pub fn image(&self, model: &Model, number: u32, by: &Permutation) -> u32 {
        let moved = self.types.iter().zip(&self.values[number as usize]);
        let moved = moved.map(|(ty, value)| moved_value(model, by, *ty, *value));
        let image = self.numbers.get(&moved.collect::<Vec<_>>());
        image.copied().unwrap_or(number)
    }
}

impl Instances {
    /// For each instance the first of its orbit under the group of some permutations.
    pub fn orbits(&self, model: &Model, generators: &[Permutation]) -> Vec<u32> {
        let mut orbits: Vec<Option<u32>> = vec![None; self.values.len()];
        for first in 0..self.values.len() as u32 {
            let mut pending = vec![first];
            while let Some(at) = pending.pop() {
                if orbits[at as usize].is_none() {
                    orbits[at as usize] = Some(first);
                    let images = generators.iter().map(|by| self.image(model, at, by));
                    pending.extend(images);
                }
            }
        }
        orbits.into_iter().flatten().collect()
    }
}

#[derive(Clone)]
enum Who {
    Nobody,
    /// For each kind of process its sort and the number of its first unit.
    Processes(Vec<(SortId, u32)>),
    /// Rules with the numbers of their first units.
    Rules(HashMap<RuleId, (u32, Instances)>),
}

/// The units of fairness of a program.
#[derive(Clone)]
pub(crate) struct Units<'p> {
    interpreter: Interpreter<'p>,
    who: Who,
    count: u32,
    /// Of questions that follow their instances, by the places of these.
    instances: HashMap<usize, Instances>,
    /// Of families of questions of branching time, by the places of these and their numbers.
    families: HashMap<(usize, usize), Instances>,
}

impl<'p> Units<'p> {
    /// For the questions of a job, which agree on fairness.
    pub fn new(program: &'p Program, questions: &[Question], fair_rules: &[RuleId]) -> Units<'p> {
        let mut fairness = questions.iter().map(Question::fairness);
        let fairness = fairness
            .find(|one| *one != Fairness::None)
            .unwrap_or_default();
        let followed = questions.iter().enumerate();
        let instances = followed.filter_map(|(place, question)| {
            let instances = Instances::followed(program, question.temporal()?)?;
            Some((place, instances))
        });
        let instances = instances.collect();
        let mut count = 0;
        let who = match (fairness, program.model.has_processes()) {
            (Fairness::None, _) => Who::Nobody,
            (_, true) => {
                let processes = program.model.processes();
                let kinds = processes.kinds().iter().map(|kind| {
                    let first = count;
                    count += processes.room(kind);
                    (kind.sort, first)
                });
                Who::Processes(kinds.collect())
            }
            (_, false) => {
                let rules = fair_rules.iter().map(|id| {
                    let rule = &program.model.rules[*id];
                    let own = program.rules[*id].count;
                    let instances = Instances::new(program, &rule.parameters, &rule.locals, own);
                    let first = count;
                    count += own as u32;
                    (*id, (first, instances))
                });
                Who::Rules(rules.collect())
            }
        };
        Units {
            interpreter: Interpreter::new(program),
            who,
            count,
            instances,
            families: families(program, questions),
        }
    }

    fn model(&self) -> &'p Model {
        &self.interpreter.program().model
    }

    fn of_rule(rules: &HashMap<RuleId, (u32, Instances)>, firing: Firing) -> Vec<u32> {
        let rule = rules.get(&firing.rule);
        rule.map(|(first, _)| first + firing.instance as u32)
            .into_iter()
            .collect()
    }

    /// Whether a run that repeats some states is fair, by what fairness means: `firings[k]` leads
    /// from `states[k]` to the next.
    pub fn are_treated_fairly(
        &mut self,
        states: &[Vec<u8>],
        firings: &[Firing],
        fairness: Fairness,
    ) -> bool {
        let count = self.count as usize;
        let (mut acts, mut enabled) = (vec![false; count], vec![0; count]);
        for (number, state) in states.iter().enumerate() {
            let mut batch = Batch::default();
            self.interpreter.successors(state, &mut batch);
            let mut acting = Vec::new();
            self.acting(state, &batch, &mut acting);
            let mut can = vec![false; count];
            for ((firing, outcome), units) in batch.iter().zip(&acting) {
                // What an assumption excludes can't happen.
                let is_excluded = matches!(outcome, Outcome::Excluded);
                for unit in units.iter().filter(|_| !is_excluded) {
                    can[*unit as usize] = true;
                    acts[*unit as usize] |= firings.get(number) == Some(&firing);
                }
            }
            for (enabled, can) in enabled.iter_mut().zip(can) {
                *enabled += usize::from(can);
            }
        }
        acts.iter()
            .zip(enabled)
            .all(|(acts, enabled)| match fairness {
                Fairness::None => true,
                Fairness::Weak => *acts || enabled < states.len(),
                Fairness::Strong => *acts || enabled == 0,
            })
    }
}

fn families(program: &Program, questions: &[Question]) -> HashMap<(usize, usize), Instances> {
    let mut families = HashMap::new();
    for (place, question) in questions.iter().enumerate() {
        let Some(question) = question.branching() else {
            continue;
        };
        for (number, family) in question.branching.families.iter().enumerate() {
            let atom = &program.model.properties[question.atoms[family.atom as usize]];
            let (parameters, locals) = (&atom.parameters, &atom.locals);
            let count = family.instances.into();
            let instances = Instances::new(program, parameters, locals, count);
            families.insert((place, number), instances);
        }
    }
    families
}

impl Tracked for Units<'_> {
    fn units(&self) -> u32 {
        self.count
    }

    fn acting(&mut self, state: &[u8], batch: &Batch, acting: &mut Vec<Vec<u32>>) {
        acting.clear();
        match &self.who {
            Who::Nobody => {}
            Who::Processes(kinds) => {
                let turns = self.interpreter.actors(state).into_iter();
                let unit = |(kind, index): (u32, u32)| kinds[kind as usize].1 + index;
                acting.extend(turns.map(|turn| turn.into_iter().map(unit).collect::<Vec<u32>>()));
            }
            Who::Rules(rules) => {
                let firings = batch.iter().map(|(firing, _)| Self::of_rule(rules, firing));
                acting.extend(firings);
            }
        }
    }

    fn unit_image(&self, unit: u32, by: &Permutation) -> u32 {
        let model = self.model();
        match &self.who {
            Who::Nobody => unit,
            Who::Processes(kinds) => {
                let own = kinds.iter().rev().find(|(_, first)| *first <= unit);
                own.map_or(unit, |(sort, first)| {
                    let index = (unit - first) as usize;
                    let image = name(by.image(point(model.name_of(*sort, index))));
                    let zero = model.name_of(*sort, 0).as_u32();
                    first + image.as_u32() - zero
                })
            }
            Who::Rules(rules) => {
                let own = rules.values();
                let own = own.filter(|(first, _)| *first <= unit);
                let own = own.max_by_key(|(first, _)| *first);
                own.map_or(unit, |(first, instances)| {
                    first + instances.image(model, unit - first, by)
                })
            }
        }
    }

    fn family_image(&self, question: usize, family: usize, instance: u32, by: &Permutation) -> u32 {
        let instances = self.families.get(&(question, family));
        instances.map_or(instance, |of| of.image(self.model(), instance, by))
    }

    fn instance_image(&self, question: usize, instance: u32, by: &Permutation) -> u32 {
        let instances = self.instances.get(&question);
        instances.map_or(instance, |of| of.image(self.model(), instance, by))
    }
}
