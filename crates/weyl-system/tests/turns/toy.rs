//! Processes small enough to be drawn: one number that all share, and tables for everything else.

use weyl_ir::{RuleId, Then, Turn};
use weyl_permutation::random::Random;
use weyl_system::Transition;

pub const PROCESSES: usize = 3;
pub const LOCATIONS: u8 = 3;
pub const NUMBERS: u8 = 3;
/// Where a process is that is not there.
pub const GONE: u8 = LOCATIONS;

/// A state: the shared number, then the location of each process.
pub type State = Vec<u8>;

/// What a guard says, by the shared number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    True,
    False,
    Timeout,
    /// It can't be evaluated.
    Fails,
}

/// What a body does, by the shared number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// The number becomes this one.
    Writes(u8),
    /// The same, and an assertion fails.
    Asserts(u8),
    Fails,
    /// There is no such step.
    Assumes,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub transition: Transition,
    pub guards: [Guard; NUMBERS as usize],
    pub bodies: [Body; NUMBERS as usize],
    /// Where the process goes.
    pub to: u8,
    /// The message that it offers, or takes.
    pub message: u8,
}

/// For each process and each location the rules that leave it.
#[derive(Clone, Debug)]
pub struct Toy {
    pub rules: [[Vec<Rule>; LOCATIONS as usize]; PROCESSES],
    pub priorities: Option<[i128; PROCESSES]>,
}

impl Toy {
    pub fn new(seed: u64) -> Toy {
        let mut dice = Random::new(seed);
        let mut next = 0;
        let rules = std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                let count = dice.below(4);
                let mut level = 0;
                let rules = (0..count).map(|_| {
                    level += u32::from(dice.once_in(4));
                    next += 1;
                    Rule::new(&mut dice, RuleId::from_u32(next), level)
                });
                rules.collect()
            })
        });
        let has_priorities = dice.once_in(2);
        Toy {
            rules,
            priorities: has_priorities.then(|| std::array::from_fn(|_| dice.below(2) as i128)),
        }
    }

    pub fn states() -> impl Iterator<Item = State> {
        let places = u32::from(LOCATIONS + 1);
        let count = u32::from(NUMBERS) * places.pow(PROCESSES as u32);
        (0..count).map(move |code| {
            let mut rest = code / u32::from(NUMBERS);
            let mut state = vec![(code % u32::from(NUMBERS)) as u8];
            for _ in 0..PROCESSES {
                state.push((rest % places) as u8);
                rest /= places;
            }
            state
        })
    }

    /// The rules that leave the location of a process.
    pub fn leaving(&self, process: usize, state: &[u8]) -> &[Rule] {
        let own = self.rules[process].get(usize::from(state[process + 1]));
        own.map_or(&[], Vec::as_slice)
    }
}

impl Rule {
    fn new(dice: &mut Random, rule: RuleId, level: u32) -> Rule {
        let role = dice.below(5);
        let turn = Turn {
            kind: 0,
            otherwise: dice.once_in(5),
            level,
            group: dice.once_in(4).then(|| dice.below(2) as u32),
            then: match dice.below(10) {
                0..4 => Then::Anybody,
                4..7 => Then::Itself,
                7..9 => Then::Along,
                _ => Then::ItselfSurely,
            },
        };
        Rule {
            transition: Transition {
                rule,
                turn,
                receives: role == 0,
                sends: role == 1,
                waits: false,
            },
            guards: std::array::from_fn(|_| match dice.below(20) {
                0..11 => Guard::True,
                11..17 => Guard::False,
                17..19 => Guard::Timeout,
                _ => Guard::Fails,
            }),
            bodies: std::array::from_fn(|_| match dice.below(20) {
                0..16 => Body::Writes(number(dice)),
                16..18 => Body::Asserts(number(dice)),
                18 => Body::Fails,
                _ => Body::Assumes,
            }),
            to: dice.below(usize::from(GONE) + 1) as u8,
            message: dice.below(2) as u8,
        }
    }
}

fn number(dice: &mut Random) -> u8 {
    dice.below(NUMBERS.into()) as u8
}
