//! Two programs with the same rules, one beside the other: whatever one does the other does, with
//! the same rules by the same processes, messages, output, failures, ends and properties. The pairs
//! of states that are met are then a bisimulation, by definition.

use anyhow::{Context, Result, ensure};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use weyl_ir::{Model, PropertyId, RuleId};
use weyl_system::{
    Batch, Conditions, ExecutionLimits, Firing, Interpreter, Message, Outcome, Program, System,
};

/// What both have in common, and how many states each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub before: usize,
    pub after: usize,
    /// All states were looked at.
    pub is_complete: bool,
}

/// What a step does that others notice.
#[derive(Clone, Debug, PartialEq)]
struct Label {
    rule: RuleId,
    /// Who acts, by kind and number: all of them, or the first.
    actors: Vec<(u32, u32)>,
    /// What each rule prints and sends, where it is asked.
    details: Vec<(Firing, String, Vec<Message>)>,
    fault: Option<String>,
    is_excluded: bool,
}

impl Label {
    /// What is left of it where paths through a turn that come to the same are one path.
    fn coarse(&self) -> (RuleId, Option<(u32, u32)>, Option<String>, bool) {
        let actor = self.actors.first().copied();
        (self.rule, actor, self.fault.clone(), self.is_excluded)
    }
}

struct Step {
    label: Label,
    to: Option<Vec<u8>>,
}

struct Side<'p> {
    interpreter: Interpreter<'p>,
    has_details: bool,
}

impl Side<'_> {
    fn initial(&mut self) -> Vec<Step> {
        let mut batch = Batch::default();
        self.interpreter.initial(&mut batch);
        let nobody = vec![Vec::new(); batch.len()];
        self.steps(None, &batch, nobody)
    }

    fn successors(&mut self, state: &[u8]) -> Vec<Step> {
        let mut batch = Batch::default();
        self.interpreter.successors(state, &mut batch);
        let has_processes = self.interpreter.program().model.has_processes();
        let actors = if has_processes {
            self.interpreter.actors(state)
        } else {
            vec![Vec::new(); batch.len()]
        };
        self.steps(Some(state), &batch, actors)
    }

    fn steps(
        &mut self,
        from: Option<&[u8]>,
        batch: &Batch,
        actors: Vec<Vec<(u32, u32)>>,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        for ((firing, outcome), mut actors) in batch.iter().zip(actors) {
            let (fault, to, is_excluded) = match outcome {
                Outcome::State { state, .. } => (None, Some(state.to_vec()), false),
                Outcome::Fault(fault) => (Some(format!("{fault:?}")), None, false),
                Outcome::Excluded => (None, None, true),
            };
            if !self.interpreter.program().model.has_processes() {
                actors.push((u32::MAX, firing.instance as u32));
            }
            let label = Label {
                rule: firing.rule,
                actors,
                details: self.details(from, firing),
                fault,
                is_excluded,
            };
            steps.push(Step { label, to });
        }
        steps
    }

    fn details(
        &mut self,
        from: Option<&[u8]>,
        firing: Firing,
    ) -> Vec<(Firing, String, Vec<Message>)> {
        let from = from.filter(|_| self.has_details);
        let fired = from.and_then(|from| self.interpreter.fire(from, firing));
        let steps = fired.map(|fired| fired.microsteps).unwrap_or_default();
        let details = steps.into_iter();
        details
            .map(|step| (step.firing, step.output, step.messages))
            .collect()
    }

    /// All that is asked of a state.
    fn answers(&mut self, state: &[u8], seen: &[PropertyId]) -> (bool, Vec<String>) {
        let mut answers = Vec::new();
        for property in seen {
            for instance in 0..self.interpreter.instances(*property) {
                let holds = self.interpreter.holds(*property, instance, state);
                answers.push(format!("{holds:?}"));
            }
        }
        (self.interpreter.may_end(state), answers)
    }
}

/// Walks through both programs at once, as far as so many states.
pub fn lockstep(
    before: &Model,
    after: &Model,
    seen: &[PropertyId],
    (most, has_details): (usize, bool),
) -> Result<Counts> {
    let programs = [before, after]
        .map(|model| Program::new(model.clone(), ExecutionLimits::default()).context("no program"));
    let [one, two] = programs;
    let (one, two) = (one?, two?);
    let side = |program| Side {
        interpreter: Interpreter::new(program),
        has_details,
    };
    Lockstep {
        one: side(&one),
        two: side(&two),
        seen,
        reduced: HashMap::new(),
        queue: VecDeque::new(),
        most,
    }
    .run()
}

struct Lockstep<'p> {
    one: Side<'p>,
    two: Side<'p>,
    seen: &'p [PropertyId],
    /// The state beside each state.
    reduced: HashMap<Vec<u8>, Vec<u8>>,
    queue: VecDeque<Vec<u8>>,
    most: usize,
}

impl Lockstep<'_> {
    fn run(mut self) -> Result<Counts> {
        let (one, two) = (self.one.initial(), self.two.initial());
        self.pair(one, two)?;
        while let Some(state) = self.queue.pop_front() {
            if self.reduced.len() > self.most {
                self.queue.push_front(state);
                break;
            }
            let reduced = self.reduced[&state].clone();
            let answers = self.one.answers(&state, self.seen);
            ensure!(
                answers == self.two.answers(&reduced, self.seen),
                "properties or ends differ"
            );
            let (one, two) = (self.one.successors(&state), self.two.successors(&reduced));
            self.pair(one, two)?;
        }
        let after: HashSet<&Vec<u8>> = self.reduced.values().collect();
        Ok(Counts {
            before: self.reduced.len(),
            after: after.len(),
            is_complete: self.queue.is_empty(),
        })
    }

    /// Steps of both that belong together.
    fn pair(&mut self, one: Vec<Step>, two: Vec<Step>) -> Result<()> {
        let is_same = one.len() == two.len()
            && one
                .iter()
                .zip(&two)
                .all(|(one, two)| one.label == two.label);
        if is_same {
            for (one, two) in one.into_iter().zip(two) {
                self.meet(one.to, two.to)?;
            }
            return Ok(());
        }
        // Paths through a turn that come back to a state of the turn add nothing, and a state may
        // come back in one of them only: then there are more paths, to the same states.
        let labels = |steps: &[Step]| -> BTreeSet<String> {
            let labels = steps
                .iter()
                .map(|step| format!("{:?}", step.label.coarse()));
            labels.collect()
        };
        ensure!(labels(&one) == labels(&two), "{}", difference(&one, &two));
        for step in one.iter().filter(|step| step.to.is_some()) {
            self.meet(step.to.clone(), nearest(step, &two)?)?;
        }
        for step in two.iter().filter(|step| step.to.is_some()) {
            self.meet(nearest(step, &one)?, step.to.clone())?;
        }
        Ok(())
    }

    /// Two states that must do the same. Each state has one beside it.
    fn meet(&mut self, one: Option<Vec<u8>>, two: Option<Vec<u8>>) -> Result<()> {
        let (Some(one), Some(two)) = (one, two) else {
            return Ok(());
        };
        match self.reduced.get(&one) {
            Some(known) => ensure!(*known == two, "one state, two reduced ones"),
            None => {
                self.reduced.insert(one.clone(), two);
                self.queue.push_back(one);
            }
        }
        Ok(())
    }
}

/// Of the steps with the same label, where the one leads that comes to the most similar state.
fn nearest(step: &Step, others: &[Step]) -> Result<Option<Vec<u8>>> {
    let alike = others
        .iter()
        .filter(|other| other.label.coarse() == step.label.coarse() && other.to.is_some());
    let distance = |other: &&Step| {
        let pairs = other.to.iter().flatten().zip(step.to.iter().flatten());
        pairs.filter(|(a, b)| a != b).count()
    };
    let nearest = alike.min_by_key(distance).context("a step is missing")?;
    Ok(nearest.to.clone())
}

fn difference(one: &[Step], two: &[Step]) -> String {
    let labels = |steps: &[Step]| {
        let lines = steps.iter().map(|step| format!("  {:?}\n", step.label));
        lines.collect::<String>()
    };
    format!("steps differ:\n{}beside\n{}", labels(one), labels(two))
}
