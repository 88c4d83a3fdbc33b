//! A store of trees finds what a store of plain states finds.

use crate::ask::{Exploration, Task};
use crate::dice::Dice;
use crate::explicit::Explicit;
use crate::random::{self, Taste};
use crate::{property, run, task};
use weyl_explore::{LimitKind, Limits, Order, Storing};
use weyl_ir::PropertyId;
use weyl_system::{Batch, Concrete, Conditions, Deadlock, Fault, System};

/// A system whose packed states are eight words with three bits of the number of the state each,
/// and one more byte: nearly all parts of trees are shared.
#[derive(Clone)]
struct Spread(Explicit);

const WORDS: usize = 8;

impl System for Spread {
    fn state_size(&self) -> usize {
        self.0.state_size()
    }

    fn packed_size(&self) -> usize {
        4 * WORDS + 1
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        let number = u32::from_be_bytes(state.try_into().unwrap());
        for (at, word) in packed.chunks_mut(4).enumerate() {
            let digit = number >> (3 * at) & 7;
            word.copy_from_slice(&digit.to_le_bytes()[..word.len()]);
        }
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        let digits = packed.chunks(4).map(|word| u32::from(word[0]));
        let number = (0..).zip(digits).map(|(at, digit)| digit << (3 * at));
        state.copy_from_slice(&number.sum::<u32>().to_be_bytes());
    }

    fn initial(&mut self, batch: &mut Batch) {
        self.0.initial(batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.0.successors(state, batch);
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.0.may_end(state)
    }
}

impl Conditions for Spread {
    fn instances(&self, property: PropertyId) -> u64 {
        self.0.instances(property)
    }

    fn holds(&mut self, p: PropertyId, instance: u64, state: &[u8]) -> Result<bool, Box<Fault>> {
        self.0.holds(p, instance, state)
    }
}

impl Concrete for Spread {}

fn tasks() -> impl Iterator<Item = Task> {
    let ways = [
        (Order::BreadthFirst, 1),
        (Order::BreadthFirst, 3),
        (Order::DepthFirst, 1),
    ];
    ways.into_iter().map(|(order, threads)| Task {
        invariants: vec![property(0), property(1)],
        covers: vec![property(2), property(3)],
        liveness: vec![property(4)],
        deadlock: Deadlock::Stuck,
        keep_going: true,
        order,
        threads,
        ..task()
    })
}

fn lengths(explored: &Exploration) -> Vec<usize> {
    let violations = explored.violations.iter();
    let mut lengths: Vec<_> = violations.map(|found| found.run.steps.len()).collect();
    lengths.sort_unstable();
    lengths
}

#[test]
fn trees_find_what_plain_states_find() {
    for seed in 7000..7150 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste::small(&mut dice);
        let system = Spread(random::system(&mut dice, taste));
        for plain in tasks() {
            let tree = Task {
                storing: Storing::Tree,
                ..plain.clone()
            };
            let (plain, tree) = (run(&system, &plain), run(&system, &tree));
            assert_eq!(tree.states, plain.states);
            assert_eq!(tree.transitions, plain.transitions);
            assert_eq!((tree.depth, tree.complete), (plain.depth, plain.complete));
            assert_eq!(lengths(&tree), lengths(&plain));
            assert_eq!(tree.liveness, plain.liveness);
            assert_eq!((tree.limit, tree.omission), (None, None));
        }
    }
}

/// Whatever memory there is: it is never exceeded, and its end is no error.
#[test]
fn a_limit_of_memory_ends_the_search() {
    let [wide, _] = Explicit::wide_and_narrow();
    let system = Spread(wide);
    for memory in (5_000..400_000).step_by(19_997) {
        for plain in tasks() {
            let limited = Task {
                storing: Storing::Tree,
                invariants: Vec::new(),
                covers: Vec::new(),
                liveness: Vec::new(),
                limits: Limits {
                    memory: Some(memory),
                    ..Limits::default()
                },
                ..plain
            };
            let explored = run(&system, &limited);
            assert_eq!(explored.limit, Some(LimitKind::Memory), "{memory}");
            assert!(explored.bytes <= memory && !explored.complete);
        }
    }
}
