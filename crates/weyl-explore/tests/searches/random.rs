//! Random systems from a seed.

use super::dice::Dice;
use super::explicit::{Explicit, Steps, To, Truth};

/// How a system looks. The numbers say "once in so many", 0 for never.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    pub states: u32,
    pub max_degree: u64,
    pub faults: u64,
    pub exclusions: u64,
    pub violations: u64,
    pub property_faults: u64,
    /// Once in so many states a liveness condition holds.
    pub goals: u64,
}

impl Taste {
    /// A small system of some kind.
    pub fn small(dice: &mut Dice) -> Taste {
        let choices = [0, 3, 10, 30, 100];
        let mut choose = || choices[dice.roll(choices.len() as u64) as usize];
        Taste {
            faults: choose(),
            exclusions: choose(),
            violations: choose(),
            property_faults: choose() * 3,
            goals: choose() + 2,
            states: 1 + dice.roll(60) as u32,
            max_degree: 1 + dice.roll(4),
        }
    }
}

fn step(dice: &mut Dice, taste: Taste, from: u32) -> To {
    if dice.once_in(taste.faults) {
        return To::Fault(if dice.once_in(2) { 7 } else { 100 } + dice.roll(3) as usize);
    }
    if dice.once_in(taste.exclusions) {
        return To::Excluded;
    }
    match dice.roll(12) {
        0 => To::State(from),
        1..=4 => To::State((from + 1) % taste.states),
        _ => To::State(dice.roll(u64::from(taste.states)) as u32),
    }
}

fn steps(dice: &mut Dice, taste: Taste, from: u32) -> Steps {
    let count = dice.roll(taste.max_degree + 1);
    let step = |_| (dice.roll(4) as u32, step(dice, taste, from));
    (0..count).map(step).collect()
}

fn table(dice: &mut Dice, taste: Taste, exceptions: u64, usual: Truth) -> Vec<Truth> {
    let unusual = if usual == Truth::Yes {
        Truth::No
    } else {
        Truth::Yes
    };
    let truth = |_| {
        if dice.once_in(taste.property_faults) {
            Truth::Fault(200 + dice.roll(2) as usize)
        } else if dice.once_in(exceptions) {
            unusual
        } else {
            usual
        }
    };
    (0..taste.states).map(truth).collect()
}

/// Properties 0 and 1 are meant as invariants, 2 and 3 as covers, 4 and 5 for liveness; the second
/// of each pair has three instances.
pub fn system(dice: &mut Dice, taste: Taste) -> Explicit {
    let initial = 1 + dice.roll(2);
    let mut first = |_| (0, step(dice, taste, 0));
    let mut system = Explicit {
        initial: (0..initial).map(&mut first).collect(),
        ..Explicit::default()
    };
    system.states = (0..taste.states)
        .map(|from| steps(dice, taste, from))
        .collect();
    let kinds = [
        (taste.violations, Truth::Yes),
        (40, Truth::No),
        (taste.goals, Truth::No),
    ];
    for (exceptions, usual) in kinds {
        for instances in [1, 3] {
            let mut one = |_| table(dice, taste, exceptions, usual);
            system
                .properties
                .push((0..instances).map(&mut one).collect());
        }
    }
    system
}
