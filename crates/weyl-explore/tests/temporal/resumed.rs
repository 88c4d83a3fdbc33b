//! Searches for bad runs that are interrupted and go on, against those that nobody disturbs: at
//! every quiet point, and by an alarm that rings in the middle.

use crate::case::{self, Case, Taste};
use crate::depot::{Files, Memory};
use crate::dice::Dice;
use crate::{each_fairness, with_case};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;
use weyl_explore::{Checkpoints, Exploration, Header, Order, Progress, Saving, Task, explore};
use weyl_ir::PropertyId;
use weyl_system::{Deadlock, Fairness, Finding, Question, Run};

/// Large enough for several looks.
const LARGE: Taste = Taste {
    max_states: 90,
    max_degree: 3,
    ..Taste::PLAIN
};

const NEVER: Duration = Duration::from_secs(10_000);

fn saving(task: &Task, checkpoints: Checkpoints) -> Task {
    Task {
        checkpoints: Some(Saving {
            checkpoints: Arc::new(checkpoints),
            facts: Vec::new(),
        }),
        ..task.clone()
    }
}

fn begin(task: &Task, depot: &Arc<Memory>, every: Duration) -> Task {
    let begun = Checkpoints::begin(depot.clone(), every, Header::default(), 3);
    saving(task, begun.unwrap())
}

fn search(case: &Case, task: &Task) -> Exploration {
    let graph = &case.graph;
    explore(graph, 1, task, graph.clone(), &Progress::default())
}

fn go_on(case: &Case, task: &Task, files: &Files, every: Duration) -> (Exploration, Files) {
    let depot = Arc::new(Memory::with(files.clone()));
    let task = saving(task, Checkpoints::resume(depot.clone(), every).unwrap());
    let explored = search(case, &task);
    let checkpoints = task.checkpoints.unwrap().checkpoints;
    assert_eq!(checkpoints.refusal(), None);
    (explored, depot.files())
}

fn length(finding: &Finding) -> Vec<usize> {
    let of = |run: &Run| run.steps.len();
    match finding {
        Finding::Violations(all) => all.iter().map(|one| of(&one.run)).collect(),
        Finding::Reached(run) | Finding::Lost { run, .. } => vec![of(run)],
        Finding::Bad(run) => vec![run.steps.len(), run.back.unwrap_or(0)],
        Finding::Fails(run) => vec![of(run)],
        Finding::Decided(_)
        | Finding::Holds
        | Finding::Unreachable
        | Finding::Settled
        | Finding::TooLarge
        | Finding::Unknown => Vec::new(),
    }
}

fn assert_same(plain: &Exploration, resumed: &Exploration) {
    let counts = |one: &Exploration| (one.states, one.transitions, one.depth, one.limit);
    assert_eq!(counts(resumed), counts(plain));
    assert_eq!(resumed.product_states, plain.product_states);
    assert_eq!(resumed.fired, plain.fired);
    for (resumed, plain) in resumed.findings.iter().zip(&plain.findings) {
        assert_eq!(length(resumed), length(plain), "{resumed:?} {plain:?}");
        let kind = std::mem::discriminant;
        assert_eq!(kind(resumed), kind(plain));
    }
}

/// The question of a case alone, or beside others about states.
fn task(case: &Case, dice: &mut Dice) -> Task {
    let mut questions = vec![Question::Temporal(case.task().question(0))];
    if dice.once_in(2) {
        questions.push(Question::Invariant(PropertyId::from_u32(0)));
        questions.push(Question::Deadlock(Deadlock::Stuck));
    }
    Task {
        keep_going: dice.once_in(2),
        ..case.task().task(questions, Order::BreadthFirst, 1)
    }
}

fn on(threads: usize, task: &Task) -> Task {
    Task {
        threads,
        ..task.clone()
    }
}

#[derive(Debug, Default)]
struct Seen {
    points: usize,
    violated: usize,
    holding: usize,
}

impl Seen {
    fn note(&mut self, plain: &Exploration) {
        match plain.findings[0] {
            Finding::Bad(_) => self.violated += 1,
            Finding::Holds => self.holding += 1,
            _ => {}
        }
    }
}

fn at_every_point(case: &Case, task: &Task, seen: &mut Seen) {
    let plain = search(case, task);
    seen.note(&plain);
    let depot = Arc::new(Memory::default());
    let undisturbed = search(case, &begin(&on(2, task), &depot, Duration::ZERO));
    assert_same(&plain, &undisturbed);
    let points = depot.kept.lock().unwrap().clone();
    seen.points += points.len();
    let step = (points.len() / 15).max(1);
    for (number, files) in points.iter().enumerate().step_by(step) {
        let every = [NEVER, Duration::ZERO][number % 2];
        let (resumed, _) = go_on(case, &on(1 + number % 2, task), files, every);
        assert_same(&plain, &resumed);
    }
}

#[test]
fn every_quiet_point_will_do() {
    let mut seen = Seen::default();
    for seed in 0..150 {
        let mut dice = Dice::new(seed);
        let taste = [Taste::PLAIN, LARGE][seed as usize % 2];
        let case = case::case(&mut dice, taste);
        let task = task(&case, &mut dice);
        each_fairness(|fairness| {
            let case = case.under(fairness);
            let questions = task.questions.iter().cloned().map(|one| match one {
                Question::Temporal(_) => Question::Temporal(case.task().question(0)),
                other => other,
            });
            let task = Task {
                questions: questions.collect(),
                ..task.clone()
            };
            with_case(&case, || at_every_point(&case, &task, &mut seen));
        });
    }
    println!("{seen:?}");
    assert!(
        seen.points > 3_000 && seen.violated > 50 && seen.holding > 50,
        "{seen:?}"
    );
}

/// Atoms may make no sense, and things are followed through the renamings of a quotient.
#[test]
fn quotients_and_faults_are_as_they_were() {
    let mut seen = Seen::default();
    for seed in 0..250 {
        let mut dice = Dice::new(seed);
        let taste = Taste {
            max_states: 30,
            points: 1 + dice.roll(3) as u32,
            faulty_labels: [0, 40][dice.roll(2) as usize],
            follows_instances: dice.once_in(2),
            ..Taste::PLAIN
        };
        let case = case::case(&mut dice, taste);
        let fairness = case::FAIRNESS[dice.roll(3) as usize];
        let case = case.under(fairness);
        let task = task(&case, &mut dice);
        with_case(&case, || at_every_point(&case, &task, &mut seen));
    }
    println!("{seen:?}");
    assert!(
        seen.points > 1_000 && seen.violated > 20 && seen.holding > 20,
        "{seen:?}"
    );
}

/// It rings later and later, until nobody hears it.
#[test]
fn an_alarm_at_any_time_costs_nothing() {
    let mut rung = 0;
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let taste = [Taste::PLAIN, LARGE][seed as usize % 2];
        let fairness = [Fairness::None, Fairness::Weak][dice.roll(2) as usize];
        let case = case::case(&mut dice, taste).under(fairness);
        let task = task(&case, &mut dice);
        let plain = search(&case, &task);
        let mut patience = 1;
        loop {
            let mut alarmed = case.clone();
            alarmed.graph.patience = Some(Arc::new(AtomicU32::new(patience)));
            let depot = Arc::new(Memory::default());
            let interrupted = search(&alarmed, &begin(&task, &depot, NEVER));
            if interrupted.limit.is_none() {
                break;
            }
            rung += 1;
            let (resumed, _) = go_on(
                &case,
                &on(1 + patience as usize % 2, &task),
                &depot.files(),
                NEVER,
            );
            with_case(&case, || {
                println!("patience {patience}");
                assert_same(&plain, &resumed);
            });
            patience += 1 + patience / 12;
        }
    }
    println!("rung {rung} times");
    assert!(rung > 1_000, "{rung}");
}
