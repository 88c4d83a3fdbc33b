//! Random systems: the searches against the slow one, for all numbers of threads.

use crate::ask::{Exploration, LivenessResult, Task};
use crate::dice::Dice;
use crate::explicit::{Explicit, To, Truth};
use crate::oracle::{self, Expected, key};
use crate::random::{self, Taste};
use crate::{property, run, task};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use weyl_explore::Order;
use weyl_system::{Deadlock, Run, Violation, ViolationKind};

fn random_task(dice: &mut Dice) -> Task {
    let modes = [Deadlock::Off, Deadlock::Stuck, Deadlock::Stuttering];
    Task {
        invariants: vec![property(0), property(1)],
        covers: vec![property(2), property(3)],
        liveness: [4, 5].map(property).to_vec(),
        deadlock: modes[dice.roll(3) as usize],
        keep_going: dice.once_in(2),
        ..task()
    }
}

fn is_deadlock(system: &Explicit, mode: Deadlock, state: u32) -> bool {
    let mut steps = system.states[state as usize].iter();
    match mode {
        Deadlock::Off => false,
        Deadlock::Stuck => steps.next().is_none(),
        Deadlock::Stuttering => steps.all(|(_, to)| *to == To::State(state)),
    }
}

/// The run must end where the violation can be seen.
fn assert_shown(system: &Explicit, task: &Task, violation: &Violation) {
    let (_, end) = oracle::replay(system, &violation.run);
    let truth = |property: u32, instance: usize| match end {
        To::State(state) => system.properties[property as usize][instance][state as usize],
        other => panic!("the run of {violation:?} ends with {other:?}"),
    };
    let is_shown = match &violation.kind {
        ViolationKind::Fault(fault) => end == To::Fault(fault.span.start as usize),
        ViolationKind::Invariant { property, instance } => {
            truth(property.as_u32(), *instance as usize) == Truth::No
        }
        ViolationKind::StateFault { property, fault } => {
            let property = property.as_u32();
            let place = fault.span.start as usize;
            let instances = system.properties[property as usize].len();
            (0..instances).any(|instance| truth(property, instance) == Truth::Fault(place))
        }
        ViolationKind::Deadlock => {
            matches!(end, To::State(state) if is_deadlock(system, task.deadlock, state))
        }
    };
    assert!(is_shown, "{violation:?} is not shown by its run");
}

fn lengths<'v>(
    violations: impl IntoIterator<Item = &'v Violation>,
) -> BTreeMap<oracle::Key, usize> {
    let violations = violations.into_iter();
    violations.map(|v| (key(v), v.run.steps.len())).collect()
}

fn assert_liveness(system: &Explicit, expected: &Expected, explored: &Exploration, exact: bool) {
    let hopeless = |run: &Run, property: usize, instance: usize| match oracle::replay(system, run) {
        (_, To::State(state)) => {
            !oracle::reaches(system, state, &system.properties[property][instance])
        }
        _ => false,
    };
    for (number, results) in explored.liveness.iter().enumerate() {
        // Where it can't be evaluated, that is the answer.
        let fault = ("state fault", Some(4 + number as u32), None);
        if expected.violations.contains_key(&fault) {
            let is_unknown = |result: &LivenessResult| *result == LivenessResult::Unknown;
            assert!(results.iter().all(is_unknown));
            continue;
        }
        for (instance, result) in results.iter().enumerate() {
            let distance = expected
                .liveness
                .get(number)
                .map(|nearest| nearest[instance]);
            match (result, distance) {
                (LivenessResult::Unknown, None) | (LivenessResult::Holds, Some(None)) => {}
                (LivenessResult::Violated(run), Some(Some(distance))) => {
                    assert!(hopeless(run, 4 + number, instance));
                    assert!(!exact || run.steps.len() == distance);
                }
                other => panic!("property {number}, instance {instance}: {other:?}"),
            }
        }
    }
}

/// The violations that answer a question: a cover that was hit is hit, wherever else it can't be
/// evaluated.
fn answering(expected: &Expected) -> BTreeMap<oracle::Key, usize> {
    let is_hit = |property: Option<u32>| {
        let cover = property.and_then(|property| property.checked_sub(2));
        cover.is_some_and(|cover| matches!(expected.covers.get(cover as usize), Some(Some(_))))
    };
    let all = expected.violations.iter();
    let answering =
        all.filter(|((class, property, _), _)| *class != "state fault" || !is_hit(*property));
    answering.map(|(key, length)| (*key, *length)).collect()
}

fn assert_covers(system: &Explicit, expected: &Expected, explored: &Exploration, exact: bool) {
    for (number, (hit, distance)) in explored.covers.iter().zip(&expected.covers).enumerate() {
        assert_eq!(hit.is_some(), distance.is_some(), "cover {number}");
        let Some(run) = hit else { continue };
        let (_, To::State(state)) = oracle::replay(system, run) else {
            panic!("the run to a cover ends without a state");
        };
        let mut instances = system.properties[2 + number].iter();
        assert!(instances.any(|table| table[state as usize] == Truth::Yes));
        assert!(!exact || Some(run.steps.len()) == *distance);
    }
}

fn assert_counts(expected: &Expected, explored: &Exploration) {
    assert_eq!(explored.states, expected.states());
    assert_eq!(explored.transitions, expected.transitions);
    assert_eq!(explored.fired, expected.fired);
    assert_eq!(explored.complete, expected.complete);
    assert_eq!(explored.limit, None);
}

fn check_breadth_first(system: &Explicit, task: &Task) -> Expected {
    let expected = oracle::search(system, task);
    let mut kinds: Option<Vec<ViolationKind>> = None;
    for threads in [1, 2, 4] {
        let task = Task {
            threads,
            ..task.clone()
        };
        let explored = run(system, &task);
        assert_counts(&expected, &explored);
        assert_eq!(explored.depth, expected.depth());
        assert_eq!(lengths(&explored.violations), answering(&expected));
        assert_eq!(explored.violations.len(), answering(&expected).len());
        for violation in &explored.violations {
            assert_shown(system, &task, violation);
        }
        assert_covers(system, &expected, &explored, true);
        assert_liveness(system, &expected, &explored, true);
        let found = explored.violations.into_iter().map(|v| v.kind).collect();
        assert_eq!(kinds.get_or_insert_with(|| Vec::clone(&found)), &found);
    }
    expected
}

#[test]
fn breadth_first_agrees_with_the_slow_search_on_small_systems() {
    let mut verdicts = BTreeSet::new();
    for seed in 0..600 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste::small(&mut dice);
        let system = random::system(&mut dice, taste);
        let expected = check_breadth_first(&system, &random_task(&mut dice));
        verdicts.extend(expected.violations.keys().map(|key| key.0));
    }
    assert_eq!(
        verdicts.len(),
        4,
        "all kinds of violations occur: {verdicts:?}"
    );
}

#[test]
fn breadth_first_agrees_with_the_slow_search_on_wide_systems() {
    let mut most_threads = 0;
    for seed in 1000..1030 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste {
            states: 1500 + dice.roll(1500) as u32,
            max_degree: 4 + dice.roll(3),
            faults: [0, 400, 4000][dice.roll(3) as usize],
            exclusions: 9,
            violations: [0, 300, 3000][dice.roll(3) as usize],
            property_faults: [0, 2000][dice.roll(2) as usize],
            goals: 1000,
        };
        let system = Explicit {
            delay: Duration::from_micros(20),
            ..random::system(&mut dice, taste)
        };
        check_breadth_first(&system, &random_task(&mut dice));
        most_threads = most_threads.max(system.threads.lock().unwrap().len());
    }
    assert!(
        most_threads > 4,
        "threads were at work beside the first: {most_threads}"
    );
}

#[test]
fn depth_first_explores_the_same_states() {
    for seed in 2000..2400 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste {
            // Which states are asked about a cover depends on the order.
            property_faults: 0,
            ..Taste::small(&mut dice)
        };
        let system = random::system(&mut dice, taste);
        let task = Task {
            keep_going: true,
            order: Order::DepthFirst,
            ..random_task(&mut dice)
        };
        let (expected, explored) = (oracle::search(&system, &task), run(&system, &task));
        assert_counts(&expected, &explored);
        assert!(explored.depth >= expected.depth());
        let found: BTreeSet<_> = explored.violations.iter().map(key).collect();
        assert!(found.iter().eq(expected.violations.keys()));
        for violation in &explored.violations {
            assert_shown(&system, &task, violation);
        }
        assert_covers(&system, &expected, &explored, false);
        assert_liveness(&system, &expected, &explored, false);
    }
}

#[test]
fn depth_first_finds_a_violation_if_there_is_one() {
    for seed in 3000..3300 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste {
            property_faults: 0,
            ..Taste::small(&mut dice)
        };
        let system = random::system(&mut dice, taste);
        let task = Task {
            keep_going: false,
            order: Order::DepthFirst,
            ..random_task(&mut dice)
        };
        let (expected, explored) = (oracle::search(&system, &task), run(&system, &task));
        assert_eq!(
            explored.violations.is_empty(),
            expected.violations.is_empty()
        );
        assert_eq!(explored.complete, explored.violations.is_empty());
        for violation in &explored.violations {
            assert_shown(&system, &task, violation);
        }
    }
}

#[test]
fn graphs_are_the_same_for_all_threads_and_orders() {
    for seed in 4000..4060 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let mut taste = Taste::small(&mut dice);
        taste.states *= 20;
        let system = random::system(&mut dice, taste);
        let graphs = [1, 2, 4, 0].map(|threads| {
            let order = [Order::DepthFirst, Order::BreadthFirst][usize::from(threads > 0)];
            let task = Task {
                threads,
                order,
                graph: true,
                keep_going: true,
                ..task()
            };
            let explored = run(&system, &task);
            let graph = explored.graph.expect("the graph was asked for");
            assert_eq!(graph.states.len() as u64, explored.states);
            graph
        });
        for graph in &graphs[1..] {
            assert_eq!(graph.states, graphs[0].states);
            assert_eq!(graph.initial, graphs[0].initial);
            assert_eq!(graph.edges, graphs[0].edges);
        }
        let number = |vertex: u32| Explicit::number(&graphs[0].states[vertex as usize]);
        for edge in &graphs[0].edges {
            let step = &system.states[number(edge.from) as usize][edge.firing.instance as usize];
            assert_eq!(
                *step,
                (edge.firing.rule.as_u32(), To::State(number(edge.to)))
            );
        }
    }
}
