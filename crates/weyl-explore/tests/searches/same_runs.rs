//! The run that is shown is a matter of the system alone: that along the least parents.

use crate::ask::{Exploration, Task};
use crate::dice::Dice;
use crate::explicit::{Explicit, To};
use crate::{property, run, task};
use std::time::Duration;
use weyl_explore::{Storing, fingerprint};

const LAYERS: u32 = 5;
const WIDTH: u32 = 300;

fn layer(state: u32) -> u32 {
    state.div_ceil(WIDTH)
}

fn below(dice: &mut Dice, bound: u32) -> u32 {
    dice.roll(u64::from(bound)) as u32
}

/// From one state to layers of many, each with some steps into the next one and one back.
fn layered(dice: &mut Dice) -> Explicit {
    let states = 1 + LAYERS * WIDTH;
    let mut edges = Vec::new();
    for from in 0..states {
        let next = 1 + layer(from) * WIDTH;
        let count = if from == 0 { WIDTH } else { 4 };
        for step in 0..count {
            if next < states {
                let to = if from == 0 { step } else { below(dice, WIDTH) };
                edges.push((from, To::State(next + to)));
            }
        }
        edges.push((from, To::State(below(dice, from.saturating_sub(WIDTH) + 1))));
    }
    let bad: Vec<u32> = (0..40).map(|_| states - 1 - below(dice, WIDTH)).collect();
    let good: Vec<u32> = (0..states).filter(|state| !bad.contains(state)).collect();
    let hit: Vec<u32> = (0..40)
        .map(|_| 1 + 2 * WIDTH + below(dice, WIDTH))
        .collect();
    let system = Explicit::from_edges(states, &edges);
    Explicit {
        // So that more than one thread is worth while.
        delay: Duration::from_micros(4),
        ..system.with_property(&[&good]).with_property(&[&hit])
    }
}

fn successors(system: &Explicit, state: u32) -> impl Iterator<Item = u32> {
    let steps = system.states[state as usize].iter();
    steps.filter_map(|(_, to)| match to {
        To::State(state) => Some(*state),
        To::Fault(_) | To::Excluded => None,
    })
}

/// The states of each distance from the first one.
fn levels(system: &Explicit) -> Vec<Vec<u32>> {
    let mut is_known = vec![false; system.states.len()];
    let mut levels = Vec::new();
    let mut level = vec![0];
    while !level.is_empty() {
        for state in &level {
            is_known[*state as usize] = true;
        }
        let next = level.iter().flat_map(|state| successors(system, *state));
        let mut next: Vec<u32> = next.filter(|to| !is_known[*to as usize]).collect();
        next.sort_unstable();
        next.dedup();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels
}

/// The way to a state along the least of all that lead on; and whether that is not always the
/// first.
fn least_way(system: &Explicit, to: u32) -> (Vec<u32>, bool) {
    let levels = levels(system);
    let depth = levels.iter().position(|level| level.contains(&to)).unwrap();
    let (mut way, mut is_other) = (vec![to], false);
    for level in levels[..depth].iter().rev() {
        let leads = |state: &&u32| successors(system, **state).any(|to| to == way[0]);
        let parents: Vec<u32> = level.iter().filter(leads).copied().collect();
        let least = parents.iter().copied().min_by_key(|state| {
            let packed = &state.to_be_bytes()[1..];
            let [a, b, c, d, ..] = fingerprint(packed);
            ([a, b, c, d], *state)
        });
        is_other |= least != parents.first().copied();
        way.insert(0, least.unwrap());
    }
    (way, is_other)
}

/// The states of the shortest runs that were found: to a violation and to a cover.
fn ways(system: &Explicit, explored: &Exploration) -> [Vec<u32>; 2] {
    let [violation] = &explored.violations[..] else {
        panic!("{} violations", explored.violations.len());
    };
    let cover = explored.covers[0].as_ref().unwrap();
    [&violation.run, cover].map(|run| {
        let mut way = vec![0];
        for firing in &run.steps {
            let steps = &system.states[way[way.len() - 1] as usize];
            let (_, To::State(next)) = steps[firing.instance as usize] else {
                panic!("no step to a state");
            };
            way.push(next);
        }
        way
    })
}

#[test]
fn runs_are_the_same_for_any_number_of_threads() {
    let mut others = 0;
    for seed in 9300..9312 {
        let system = layered(&mut Dice::new(seed));
        for (threads, storing) in [
            (1, Storing::Exact),
            (2, Storing::Tree),
            (4, Storing::Exact),
            (4, Storing::Tree),
        ] {
            let task = Task {
                invariants: vec![property(0)],
                covers: vec![property(1)],
                keep_going: true,
                threads,
                storing,
                ..task()
            };
            for way in ways(&system, &run(&system, &task)) {
                let (expected, is_other) = least_way(&system, way[way.len() - 1]);
                assert_eq!(way, expected, "seed {seed}, {threads} threads");
                others += usize::from(is_other);
            }
        }
    }
    // The first way of a single thread is another one.
    assert!(others > 20, "{others}");
}
