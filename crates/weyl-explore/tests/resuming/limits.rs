//! Limits: what they cut short is done again by whoever goes on.

use crate::depot::{Files, Memory};
use crate::dice::Dice;
use crate::explicit::Explicit;
use crate::random::{self, Taste};
use crate::states::questions;
use crate::{NEVER, assert_same, begin, go_on, go_on_in, search, task};
use std::sync::Arc;
use weyl_explore::{Limits, Parents, Storing, Task};

fn system(dice: &mut Dice) -> Explicit {
    let taste = Taste {
        states: 200,
        max_degree: 5,
        ..Taste::small(dice)
    };
    random::system(dice, taste)
}

fn random_task(dice: &mut Dice, storing: Storing) -> Task {
    let liveness = storing != Storing::Compact && dice.once_in(2);
    Task {
        keep_going: dice.once_in(2),
        storing,
        parents: match storing {
            Storing::Compact => [Parents::None, Parents::Memory][dice.roll(2) as usize].clone(),
            _ => Parents::Memory,
        },
        ..task(questions(dice, liveness))
    }
}

/// One limit after the other, each a little larger, and then none; how many ended a search.
fn in_portions(seed: u64, limits: &[Limits]) -> usize {
    println!("seed {seed}");
    let mut dice = Dice::new(seed);
    let storing = [Storing::Exact, Storing::Tree, Storing::Compact][seed as usize % 3];
    let system = system(&mut dice);
    let whole = random_task(&mut dice, storing);
    let plain = search(&system, &whole);
    let depot = Arc::new(Memory::default());
    let (mut files, mut cut) = (None, 0);
    for (number, limits) in limits.iter().enumerate() {
        let task = Task {
            limits: *limits,
            threads: 1 + number % 2,
            ..whole.clone()
        };
        let (explored, kept) = match &files {
            None => {
                let task = begin(&task, &depot, NEVER);
                (search(&system, &task), depot.files())
            }
            Some(files) => {
                let depot = Arc::new(Memory::with(Files::clone(files)));
                let resumed = go_on_in(&system, &task, &depot, NEVER).unwrap();
                (resumed.0, depot.files())
            }
        };
        if explored.limit.is_none() {
            assert_same(&plain, &explored, storing != Storing::Compact);
            return cut;
        }
        cut += 1;
        files = Some(kept);
    }
    let (resumed, _) = go_on(&system, &whole, &files.unwrap(), NEVER).unwrap();
    assert_same(&plain, &resumed, storing != Storing::Compact);
    cut
}

#[test]
fn states_are_limited() {
    let limits = |states| Limits {
        states: Some(states),
        ..Limits::default()
    };
    let cut: usize = (0..200)
        .map(|seed| {
            let first = 1 + seed % 40;
            let all: Vec<Limits> = (0..4).map(|number| limits(first + number * 17)).collect();
            in_portions(seed, &all)
        })
        .sum();
    assert!(cut > 200, "{cut}");
}

#[test]
fn depth_is_limited() {
    let limits = |depth| Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let cut: usize = (1000..1200)
        .map(|seed| in_portions(seed, &[limits(0), limits(1), limits(2), limits(5)]))
        .sum();
    assert!(cut > 200, "{cut}");
}
