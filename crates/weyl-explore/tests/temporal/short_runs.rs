//! Runs are short, whatever way the search took.

use crate::ask::TemporalVerdict;
use crate::case::Case;
use crate::graph::{Graph, Move, To, Truth, firing};
use weyl_system::{Fairness, LassoRun, Repeats};
use weyl_temporal::{Guard, Observer, ObserverEdge, ObserverState};

fn accepting(guard: Guard, marks: u64) -> ObserverEdge {
    ObserverEdge {
        guard,
        marks,
        target: 0,
    }
}

/// The unit 0 acts in all steps; the only atom holds in some states, and the observer wants it
/// again and again.
fn case(edges: &[&[u32]], holds_in: &[u32], fairness: Fairness) -> Case {
    let step = |to: u32| Move {
        to: To::State(to),
        acting: vec![0],
        renaming: Vec::new(),
    };
    let truth = |state| {
        if holds_in.contains(&state) {
            Truth::Yes
        } else {
            Truth::No
        }
    };
    let wanted = Guard {
        all: vec![0],
        none: Vec::new(),
    };
    let moves = edges.iter().map(|to| to.iter().copied().map(step));
    Case {
        graph: Graph {
            points: 0,
            units: 1,
            initial: vec![step(0)],
            moves: moves.map(Iterator::collect).collect(),
            labels: (0..edges.len() as u32)
                .map(|state| vec![vec![truth(state)]])
                .collect(),
            patience: None,
        },
        observer: Observer {
            states: vec![ObserverState {
                edges: vec![accepting(Guard::default(), 0), accepting(wanted, 1)],
                is_end: false,
            }],
            sets: 1,
        },
        atoms: 1,
        instances: vec![0],
        follows_instances: false,
        evaluates_all: false,
        repeats: Repeats::Nothing,
        fairness,
    }
}

fn run(case: &Case) -> LassoRun {
    match case.explore().verdict {
        TemporalVerdict::Violated(run) => run,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_way_to_a_circle_is_a_shortest_one_through_what_was_met() {
    for fairness in crate::case::FAIRNESS {
        let ways: [&[u32]; 5] = [&[1, 2], &[2, 4], &[3], &[4], &[4]];
        let run = run(&case(&ways, &[4], fairness));
        assert_eq!(run.back, Some(2), "{fairness:?}");
        assert_eq!(run.steps[..2], [Some(firing(0)), Some(firing(1))]);
    }
}

#[test]
fn the_way_round_leaves_out_what_it_does_not_need() {
    let detour: [&[u32]; 5] = [&[1, 4], &[2], &[3], &[4], &[0]];
    let run = run(&case(&detour, &[4], Fairness::None));
    assert_eq!(run.back, Some(0));
    assert_eq!(run.steps, [Some(firing(1)), Some(firing(0))]);
}
