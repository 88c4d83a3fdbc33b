//! How fast the store and the searches are: `cargo run --release -p weyl-explore --example throughput`,
//! with a part of a name to measure only what is called so.

use std::env;
use std::time::Instant;
use weyl_explore::{
    Budget, Deadlock, Inserted, Limits, LivenessQuestion, Order, Origin, Progress, ShardedStore,
    Store, Task, explore,
};
use weyl_ir::{PropertyId, RuleId};
use weyl_system::{Batch, Fault, Firing, TransitionSystem};

/// Points of a box in three dimensions; each step adds 1 to a coordinate.
#[derive(Clone)]
struct Lattice {
    sides: [u32; 3],
}

impl TransitionSystem for Lattice {
    fn state_size(&self) -> usize {
        16
    }

    fn packed_size(&self) -> usize {
        16
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(state);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        batch.push_state(firing(0), &[0; 16]);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let mut next = [0; 16];
        for (rule, side) in self.sides.iter().enumerate() {
            next.copy_from_slice(state);
            let field = &mut next[4 * rule..4 * rule + 4];
            let moved = u32::from_le_bytes([field[0], field[1], field[2], field[3]]) + 1;
            if moved < *side {
                field.copy_from_slice(&moved.to_le_bytes());
                batch.push_state(firing(rule), &next);
            }
        }
    }

    fn instances(&self, _: PropertyId) -> u64 {
        1
    }

    fn holds(&mut self, _: PropertyId, _: u64, _: &[u8]) -> Result<bool, Box<Fault>> {
        Ok(true)
    }
}

fn firing(rule: usize) -> Firing {
    Firing {
        rule: RuleId::from_u32(rule as u32),
        instance: 0,
    }
}

/// Every state is inserted three times: a new one, and two that are known.
fn measure_store(states: u64) {
    if !is_wanted("store") {
        return;
    }
    let budget = Budget::new(&Limits::default());
    let store = ShardedStore::new(16, &budget);
    let started = Instant::now();
    let origin = Origin {
        parent: None.into(),
        step: 0,
    };
    let mut known = 0u64;
    for number in 0..3 * states {
        let (turn, number) = (number / states, number % states);
        let mut packed = [0; 16];
        packed[..8].copy_from_slice(&number.to_le_bytes());
        let is_known = matches!(store.insert(&packed, origin), Inserted::Known(_));
        known += u64::from(is_known);
        if turn == 0 && number + 1 == states {
            print_rate("store, new states", states, started);
        }
    }
    print_rate("store, all insertions", 3 * states, started);
    let bytes = store.bytes() as f64 / states as f64;
    println!("{:32} {bytes:.1} ({known} known)", "bytes a state");
}

fn is_wanted(what: &str) -> bool {
    env::args().nth(1).is_none_or(|part| what.contains(&part))
}

fn print_rate(what: &str, count: u64, since: Instant) {
    let rate = count as f64 / since.elapsed().as_secs_f64() / 1e6;
    println!("{what:32} {rate:.2} million a second");
}

fn measure_search(what: &str, system: &Lattice, change: impl FnOnce(&mut Task)) {
    let mut task = Task {
        invariants: Vec::new(),
        covers: Vec::new(),
        liveness: Vec::new(),
        deadlock: Deadlock::Off,
        keep_going: false,
        growing: Vec::new(),
        order: Order::BreadthFirst,
        threads: 1,
        limits: Limits::default(),
        graph: false,
    };
    change(&mut task);
    if !is_wanted(what) {
        return;
    }
    let started = Instant::now();
    let explored = explore(system, 3, &task, &Progress::default());
    let elapsed = started.elapsed();
    println!(
        "{what:32} {} states, {} transitions, depth {} in {elapsed:.2?}",
        explored.states, explored.transitions, explored.depth
    );
    print_rate("", explored.transitions, started);
}

fn main() {
    measure_store(4_000_000);
    let cube = Lattice {
        sides: [160, 160, 160],
    };
    for threads in [1, 2, 4] {
        let what = format!("cube, {threads} threads");
        measure_search(&what, &cube, |task| task.threads = threads);
    }
    measure_search("cube, depth first", &cube, |task| {
        task.order = Order::DepthFirst;
    });
    measure_search("cube, liveness", &cube, |task| {
        let property = PropertyId::from_u32(0);
        task.liveness.push(LivenessQuestion::about_all(property));
    });
    let shapes = [
        ("levels of 1 state", [100_000, 1, 1]),
        ("levels of 100 states", [10_000, 100, 1]),
        ("levels of 300 states", [10_000, 300, 1]),
        ("levels of 1000 states", [5_000, 1_000, 1]),
    ];
    for (what, sides) in shapes {
        for threads in [1, 2] {
            let what = format!("{what}, {threads} threads");
            measure_search(&what, &Lattice { sides }, |task| task.threads = threads);
        }
    }
}
