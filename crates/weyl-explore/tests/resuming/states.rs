//! Questions about states, interrupted at every quiet point.

use crate::depot::Memory;
use crate::dice::Dice;
use crate::parting::Parting;
use crate::random::{self, Taste};
use crate::{NEVER, assert_same, begin, go_on, property, search, task};
use std::sync::Arc;
use std::time::Duration;
use weyl_explore::{Parents, Storing, Task};
use weyl_system::{Assertions, Concrete, Conditions, Deadlock, LivenessQuestion, Question};

const MODES: [Deadlock; 3] = [Deadlock::Off, Deadlock::Stuck, Deadlock::Stuttering];

pub fn questions(dice: &mut Dice, liveness: bool) -> Vec<Question> {
    let mut questions = vec![
        Question::Assertions(Assertions::All),
        Question::RunTimeErrors,
        Question::Invariant(property(0)),
        Question::Cover(property(2)),
    ];
    if dice.once_in(2) {
        questions.push(Question::Invariant(property(1)));
        questions.push(Question::Cover(property(3)));
    }
    let mode = MODES[dice.roll(3) as usize];
    if mode != Deadlock::Off {
        questions.push(Question::Deadlock(mode));
    }
    if liveness {
        for number in [4, 5] {
            questions.push(Question::Liveness(LivenessQuestion {
                property: property(number),
                instances: None,
            }));
        }
    }
    questions
}

/// How often that happened which must happen sometimes.
#[derive(Debug, Default)]
pub struct Seen {
    pub points: usize,
    pub complete: usize,
    pub violated: usize,
    pub parts: u64,
}

pub fn at_every_point(
    system: &(impl Conditions + Concrete),
    task: &Task,
    same_runs: bool,
    seen: &mut Seen,
) {
    let plain = search(system, task);
    for threads in [1, 2] {
        let depot = Arc::new(Memory::default());
        let saved = Task {
            threads,
            ..begin(task, &depot, Duration::ZERO)
        };
        let undisturbed = search(system, &saved);
        assert_same(&plain, &undisturbed, same_runs);
        let points = depot.kept.lock().unwrap().clone();
        seen.points += points.len();
        let step = (points.len() / 25).max(1);
        for (number, files) in points.iter().enumerate().step_by(step) {
            println!("{threads} threads, point {number} of {}", points.len());
            let threads = 1 + (number + threads) % 2;
            let task = Task {
                threads,
                ..task.clone()
            };
            let every = if number % 3 == 0 {
                Duration::ZERO
            } else {
                NEVER
            };
            let (resumed, checkpoints) = go_on(system, &task, files, every).unwrap();
            assert_same(&plain, &resumed, same_runs);
            assert!(checkpoints.kept().resumed_from.is_some());
            assert_eq!(checkpoints.kept().failure, None);
        }
    }
    seen.complete += usize::from(plain.is_exhausted());
    seen.violated += usize::from(!plain.is_exhausted());
    seen.parts += plain.parts.part;
}

fn small_systems(storing: Storing, parents: Parents, seeds: std::ops::Range<u64>) {
    let mut seen = Seen::default();
    let keeps_states = storing != Storing::Compact;
    for seed in seeds {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste::small(&mut dice);
        let system = random::system(&mut dice, taste);
        let liveness = keeps_states && parents == Parents::Memory && dice.once_in(2);
        let task = Task {
            keep_going: dice.once_in(2),
            storing,
            parents: parents.clone(),
            ..task(questions(&mut dice, liveness))
        };
        at_every_point(&system, &task, keeps_states, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.points > 1_000 && seen.complete > 10 && seen.violated > 10);
}

#[test]
fn small_systems_with_plain_states() {
    small_systems(Storing::Exact, Parents::Memory, 0..150);
}

#[test]
fn small_systems_with_trees() {
    small_systems(Storing::Tree, Parents::Memory, 1000..1150);
}

#[test]
fn small_systems_with_fingerprints() {
    small_systems(Storing::Compact, Parents::Memory, 2000..2150);
}

#[test]
fn small_systems_without_parents() {
    small_systems(Storing::Compact, Parents::None, 3000..3150);
    small_systems(Storing::Exact, Parents::None, 4000..4150);
}

/// Steps are left out, and samples say whether that is worth while.
#[test]
fn steps_are_left_out_as_if_nothing_had_happened() {
    let mut seen = Seen::default();
    for seed in 0..6 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let states = 4_000 + dice.roll(4_000) as u32;
        let system = Parting {
            parts: 1 + dice.roll(8) as u32,
            ..Parting::random(&mut dice, states)
        };
        let storing = [Storing::Exact, Storing::Tree, Storing::Compact][seed as usize % 3];
        let task = Task {
            parts: true,
            storing,
            keep_going: dice.once_in(2),
            ..task(vec![
                Question::Invariant(property(0)),
                Question::RunTimeErrors,
                Question::Cover(property(1)),
            ])
        };
        at_every_point(&system, &task, storing != Storing::Compact, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.points > 1_000 && seen.parts > 1_000);
}
