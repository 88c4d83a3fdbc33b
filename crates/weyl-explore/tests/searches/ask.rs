//! Questions by kind, and answers by kind, as tests like to have them.

use weyl_explore::{Coverage, Graph, LimitKind, Limits, Order, Parents, Progress, Storing};
use weyl_ir::{PropertyId, Table};
use weyl_system::{
    Assertions, Conditions, Deadlock, Finding, LivenessQuestion, Question, Run, Unreduced,
    Violation,
};

#[derive(Clone, Debug)]
pub struct Task {
    pub invariants: Vec<PropertyId>,
    pub covers: Vec<PropertyId>,
    pub liveness: Vec<PropertyId>,
    pub deadlock: Deadlock,
    pub keep_going: bool,
    pub growing: Vec<Table>,
    pub order: Order,
    pub storing: Storing,
    pub parents: Parents,
    pub threads: usize,
    pub limits: Limits,
    pub graph: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LivenessResult {
    Holds,
    Violated(Run),
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Exploration {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub limit: Option<LimitKind>,
    pub complete: bool,
    pub omission: Option<f64>,
    pub coverage: Option<Coverage>,
    pub full_table: Option<Table>,
    pub violations: Vec<Violation>,
    pub covers: Vec<Option<Run>>,
    /// For each property one for each instance.
    pub liveness: Vec<Vec<LivenessResult>>,
    pub fired: Vec<u64>,
    pub bytes: u64,
    pub graph: Option<Graph>,
}

impl Task {
    fn questions(&self, system: &impl Conditions) -> Vec<Question> {
        let invariants = self.invariants.iter().copied().map(Question::Invariant);
        let faults = [
            Question::Assertions(Assertions::All),
            Question::RunTimeErrors,
        ];
        let deadlock = match self.deadlock {
            Deadlock::Off => None,
            mode => Some(Question::Deadlock(mode)),
        };
        let covers = self.covers.iter().copied().map(Question::Cover);
        let liveness = self.liveness.iter().flat_map(|property| {
            let instances = 0..system.instances(*property);
            instances.map(|instance| {
                Question::Liveness(LivenessQuestion {
                    property: *property,
                    instances: Some(vec![instance]),
                })
            })
        });
        let questions = invariants.chain(faults).chain(deadlock);
        questions.chain(covers).chain(liveness).collect()
    }
}

pub fn explore<S: Conditions + weyl_system::Concrete>(
    system: &S,
    rules: usize,
    task: &Task,
    progress: &Progress,
) -> Exploration {
    let questions = task.questions(system);
    let whole = weyl_explore::Task {
        questions: questions.clone(),
        keep_going: task.keep_going,
        growing: task.growing.clone(),
        order: task.order,
        storing: task.storing,
        parents: task.parents.clone(),
        threads: task.threads,
        limits: task.limits,
        process_memory: None,
        graph: task.graph,
        parts: false,
        spill: None,
    };
    let explored =
        weyl_explore::explore(&Unreduced::new(system.clone()), rules, &whole, (), progress);
    let mut answer = Exploration {
        states: explored.states,
        transitions: explored.transitions,
        depth: explored.depth,
        limit: explored.limit,
        complete: explored.complete,
        omission: explored.omission,
        coverage: explored.coverage,
        full_table: explored.full_table,
        violations: Vec::new(),
        covers: Vec::new(),
        liveness: vec![Vec::new(); task.liveness.len()],
        fired: explored.fired,
        bytes: explored.bytes,
        graph: explored.graph,
    };
    for (question, finding) in questions.iter().zip(explored.findings) {
        answer.note(task, question, finding);
    }
    answer
}

impl Exploration {
    fn note(&mut self, task: &Task, question: &Question, finding: Finding) {
        let covers = self.covers.len();
        if let Question::Cover(_) = question {
            self.covers.push(None);
        }
        let liveness = match question {
            Question::Liveness(LivenessQuestion { property, .. }) => {
                let mut asked = task.liveness.iter();
                asked.position(|own| own == property)
            }
            _ => None,
        };
        let mut result = LivenessResult::Unknown;
        match finding {
            Finding::Holds => result = LivenessResult::Holds,
            Finding::Violations(violations) => {
                for violation in violations {
                    if !self.violations.contains(&violation) {
                        self.violations.push(violation);
                    }
                }
            }
            Finding::Reached(run) => self.covers[covers] = Some(run),
            Finding::Lost { run, .. } => result = LivenessResult::Violated(run),
            Finding::Unreachable | Finding::Unknown => {}
            Finding::Bad(_)
            | Finding::Settled
            | Finding::Decided(_)
            | Finding::Fails(_)
            | Finding::TooLarge => panic!("no question is about runs"),
        }
        if let Some(at) = liveness {
            self.liveness[at].push(result);
        }
    }
}
