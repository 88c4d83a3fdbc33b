//! Several questions at once, about runs and about states: each is answered as if it were alone,
//! and the system is explored once.

use crate::ask::{TemporalExploration, TemporalVerdict, answer};
use crate::case::{self, Case, FAIRNESS, Taste};
use crate::dice::Dice;
use crate::graph::{Graph, To, Truth};
use crate::oracle::{Product, is_open, repeats_at};
use crate::quotients;
use crate::with_case;
use crate::witness::{assert_closes, assert_is_bad};
use std::collections::{BTreeSet, VecDeque};
use weyl_explore::{Exploration, Order, Progress, explore};
use weyl_ir::PropertyId;
use weyl_system::{Assertions, Deadlock, Finding, Question, Violation};

const CASES: u64 = 2000;

/// The same graph with other observers, fairness and all.
fn siblings(dice: &mut Dice, taste: Taste) -> Vec<Case> {
    let first = case::case(dice, taste);
    let mut cases = vec![first.clone()];
    for _ in 0..3 {
        let mut other = case::case(dice, taste);
        while other.atoms > first.atoms {
            other = case::case(dice, taste);
        }
        cases.push(Case {
            graph: first.graph.clone(),
            ..other
        });
    }
    cases
        .into_iter()
        .map(|case| case.under(FAIRNESS[dice.roll(3) as usize]))
        .collect()
}

/// All states that can be reached.
fn reachable(graph: &Graph) -> BTreeSet<u32> {
    let mut reached = BTreeSet::new();
    let mut pending: Vec<u32> = graph.initial.iter().filter_map(|m| m.to.state()).collect();
    while let Some(state) = pending.pop() {
        if reached.insert(state) {
            let moves = graph.moves[state as usize].iter();
            pending.extend(moves.filter_map(|one| one.to.state()));
        }
    }
    reached
}

/// The least number of steps after which the observer is at an end, by a search of its own.
fn steps_to_an_end(case: &Case) -> Option<usize> {
    let Case {
        graph, observer, ..
    } = case;
    let starts = graph.initial.iter().filter_map(|one| one.to.state());
    let mut pending: VecDeque<(u32, usize, usize)> = starts.map(|state| (state, 0, 0)).collect();
    let mut seen: BTreeSet<(u32, usize)> = BTreeSet::new();
    while let Some((state, at, steps)) = pending.pop_front() {
        if !seen.insert((state, at)) {
            continue;
        }
        if observer.states[at].is_end {
            return Some(steps);
        }
        let labels = &graph.labels[state as usize][0];
        let edges = observer.states[at].edges.iter();
        for edge in edges.filter(|edge| is_open(&edge.guard, labels) == Some(true)) {
            if observer.states[edge.target].is_end {
                return Some(steps);
            }
            if repeats_at(graph, state, case.repeats) {
                pending.push_back((state, edge.target, steps + 1));
            }
            let next = graph.happening(state).filter_map(|one| one.to.state());
            pending.extend(next.map(|next| (next, edge.target, steps + 1)));
        }
    }
    None
}

fn assert_answer(case: &Case, explored: &TemporalExploration, order: Order) {
    let product = Product::new(case, 0);
    let is_violated = product.is_violated(case.fairness);
    match &explored.verdict {
        TemporalVerdict::Unknown => panic!("nothing is unknown"),
        TemporalVerdict::Holds => assert!(!is_violated, "it does not hold"),
        TemporalVerdict::Violated(run) => {
            assert!(is_violated, "it holds");
            assert_closes(case, run);
            assert_is_bad(case, run);
            if case.observer.is_terminal() && order == Order::BreadthFirst {
                let fewest = steps_to_an_end(case);
                assert_eq!(Some(run.steps.len()), fewest, "not the shortest");
            }
        }
    }
}

/// Questions about states: one invariant, faults, deadlock.
fn about_states() -> Vec<Question> {
    vec![
        Question::Invariant(PropertyId::from_u32(0)),
        Question::Assertions(Assertions::All),
        Question::RunTimeErrors,
        Question::Deadlock(Deadlock::Stuck),
    ]
}

fn is_false_somewhere(graph: &Graph) -> bool {
    let states = reachable(graph);
    let mut labels = states
        .iter()
        .map(|state| graph.labels[*state as usize][0][0]);
    labels.any(|truth| truth == Truth::No)
}

fn violations(explored: &Exploration) -> usize {
    let findings = explored.findings.iter();
    let found = findings.map(|finding| match finding {
        Finding::Violations(found) => found.len(),
        _ => 0,
    });
    found.sum()
}

/// How many moves the reachable states have that are counted.
fn transitions(graph: &Graph) -> u64 {
    let states = reachable(graph);
    let moves = states
        .iter()
        .flat_map(|state| &graph.moves[*state as usize]);
    let counted = moves.filter(|one| !matches!(one.to, To::Fault | To::TableFull));
    counted.count() as u64
}

#[test]
fn questions_that_are_asked_together_are_answered_as_if_alone() {
    let (mut shared, mut ended_early) = (0, 0);
    for seed in 0..CASES {
        let dice = &mut Dice::new(seed);
        let cases = siblings(dice, Taste::PLAIN);
        let orders = [Order::BreadthFirst, Order::BreadthFirst, Order::DepthFirst];
        let order = orders[dice.roll(3) as usize];
        let threads = 1 + dice.roll(3) as usize;
        let with_states = !dice.once_in(3);
        let mut questions: Vec<Question> = (0..)
            .zip(&cases)
            .map(|(number, case)| Question::Temporal(case.task().question(number)))
            .collect();
        if with_states {
            questions.extend(about_states());
        }
        let keep_going = dice.once_in(2);
        let task = weyl_explore::Task {
            keep_going,
            ..cases[0].task().task(questions, order, threads)
        };
        let graph = &cases[0].graph;
        let explored = explore(graph, 1, &task, graph.clone(), &Progress::default());
        for (place, case) in cases.iter().enumerate() {
            with_case(case, || {
                assert_answer(case, &answer(&explored, place), order)
            });
        }
        assert!(explored.states <= reachable(graph).len() as u64);
        if with_states && keep_going {
            shared += 1;
            assert!(explored.complete);
            assert_eq!(explored.states, reachable(graph).len() as u64);
            assert_eq!(explored.transitions, transitions(graph), "each step once");
            let is_violated = matches!(&explored.findings[4], Finding::Violations(_));
            assert_eq!(is_violated, is_false_somewhere(graph));
        }
        ended_early += usize::from(with_states && !keep_going && violations(&explored) > 0);
    }
    assert!(shared > 500 && ended_early > 300, "{shared} {ended_early}");
}

/// What is violated elsewhere leaves questions about states to be answered, and the other way
/// round.
#[test]
fn a_bad_state_ends_no_search_for_other_states() {
    let mut compared = 0;
    for seed in 0..CASES {
        let dice = &mut Dice::new(seed);
        let cases = siblings(dice, Taste::PLAIN);
        let alone = cases[0].task().task(about_states(), Order::BreadthFirst, 2);
        let graph = &cases[0].graph;
        let progress = Progress::default();
        let apart = explore(graph, 1, &alone, graph.clone(), &progress);
        let mut questions = about_states();
        let temporal = (0..)
            .zip(&cases)
            .map(|(number, case)| Question::Temporal(case.task().question(number)));
        questions.extend(temporal);
        let together = weyl_explore::Task { questions, ..alone };
        let together = explore(graph, 1, &together, graph.clone(), &progress);
        let kinds = |finding: &Finding| match finding {
            Finding::Violations(found) => {
                let length = |violation: &Violation| violation.run.steps.len();
                format!("{:?}", found.iter().map(length).collect::<Vec<_>>())
            }
            other => format!("{other:?}"),
        };
        for place in 0..apart.findings.len() {
            compared += 1;
            assert_eq!(
                kinds(&apart.findings[place]),
                kinds(&together.findings[place]),
                "seed {seed}, question {place}"
            );
        }
    }
    assert!(compared > 4000);
}

/// On a quotient: a search for states fills the graph, and each question follows its own instances
/// and units through the renamings of the same steps.
fn compare_on_quotients(follows_instances: bool) {
    let (mut violated, mut holding) = (0, 0);
    for seed in 0..CASES {
        let dice = &mut Dice::new(seed);
        let taste = quotients::taste(dice, follows_instances);
        let mut cases = siblings(dice, taste);
        if follows_instances {
            let asked = cases.into_iter().map(|case| quotients::asked(dice, case));
            cases = asked.collect();
        }
        let temporal = (0..)
            .zip(&cases)
            .map(|(number, case)| Question::Temporal(case.task().question(number)));
        let questions = about_states().into_iter().chain(temporal).collect();
        let threads = 1 + dice.roll(3) as usize;
        let task = weyl_explore::Task {
            keep_going: dice.once_in(2),
            ..cases[0]
                .task()
                .task(questions, Order::BreadthFirst, threads)
        };
        let graph = &cases[0].graph;
        let explored = explore(graph, 1, &task, graph.clone(), &Progress::default());
        for (place, case) in (about_states().len()..).zip(&cases) {
            let concrete = quotients::concrete(case);
            let mut products = concrete.iter().map(|(_, product)| product);
            let expected = products.any(|product| product.is_violated(case.fairness));
            let found = answer(&explored, place);
            with_case(case, || {
                assert_eq!(quotients::is_violated(&found), expected, "seed {seed}");
                if let TemporalVerdict::Violated(run) = &found.verdict {
                    assert_closes(case, run);
                }
            });
            violated += usize::from(expected);
            holding += usize::from(!expected);
        }
    }
    assert!(violated > 1000 && holding > 1000, "{violated} {holding}");
}

#[test]
fn questions_share_a_quotient() {
    compare_on_quotients(false);
}

#[test]
fn questions_that_follow_instances_share_a_quotient() {
    compare_on_quotients(true);
}
