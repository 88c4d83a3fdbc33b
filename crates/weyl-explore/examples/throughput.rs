//! How fast the store and the searches are:
//! `cargo run --release -p weyl-explore --example throughput`, with a part of a name to measure
//! only what is called so.

use std::env;
use std::thread;
use std::time::Instant;
use weyl_explore::{Fingerprint, Limits, Order, Progress, Storing, Task, explore, fingerprint};
use weyl_ir::{PropertyId, RuleId};
use weyl_store::{Bytes, Inserted, Key, Links, Quota, RowSet};
use weyl_system::{
    Batch, Concrete, Conditions, Fault, Firing, LivenessQuestion, Question, System, Unreduced,
};

/// Points of a box in `D` dimensions, in states of at least four bytes for each; each step adds 1
/// to a coordinate.
#[derive(Clone)]
struct Lattice<const D: usize> {
    sides: [u32; D],
    size: usize,
}

impl<const D: usize> System for Lattice<D> {
    fn state_size(&self) -> usize {
        self.size
    }

    fn packed_size(&self) -> usize {
        self.size
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(state);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        batch.push_state(firing(0), &vec![0; self.size]);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let mut next = [0; 64];
        let next = &mut next[..self.size];
        next.copy_from_slice(state);
        for (rule, side) in self.sides.iter().enumerate() {
            let field = 4 * rule..4 * rule + 4;
            let here = &state[field.clone()];
            let moved = u32::from_le_bytes([here[0], here[1], here[2], here[3]]) + 1;
            if moved < *side {
                next[field.clone()].copy_from_slice(&moved.to_le_bytes());
                batch.push_state(firing(rule), next);
                next[field.clone()].copy_from_slice(here);
            }
        }
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl<const D: usize> Concrete for Lattice<D> {}

impl<const D: usize> Conditions for Lattice<D> {
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

/// All numbers below `states`, as states that have nothing to do with their order.
fn state(number: u64, size: usize) -> [u8; 64] {
    let mut state = [0; 64];
    let word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
    for at in (0..size).step_by(8) {
        state[at..at + 8].copy_from_slice(&word);
    }
    state
}

/// Every thread inserts its share of the states, and then all states of all threads.
fn measure_store(states: u64, size: usize, threads: u64) {
    let what = format!("store, {size} bytes, {threads} threads");
    if !is_wanted(&what) {
        return;
    }
    let quota = Quota::new(None, None);
    let content = Bytes {
        len: size,
        hash: |bytes| hash(&fingerprint(bytes)),
    };
    let set = RowSet::new(content, Links::Near, &quota);
    for turn in ["new", "known"] {
        let started = Instant::now();
        let share = |thread: u64| match turn {
            "new" => states * thread / threads..states * (thread + 1) / threads,
            _ => 0..states,
        };
        let (set, share) = (&set, &share);
        thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || insert(set, share(thread), size));
            }
        });
        let count: u64 = (0..threads).map(|t| share(t).end - share(t).start).sum();
        print_rate(&format!("{what}, {turn}"), count, started);
    }
    let bytes = |bytes: u64| bytes as f64 / states as f64;
    let (now, peak) = (bytes(set.bytes()), bytes(set.peak_bytes()));
    println!("{:40} {now:.1} (peak {peak:.1})", "bytes a state");
}

fn hash(fingerprint: &Fingerprint) -> u32 {
    let [.., a, b, c, d] = *fingerprint;
    u32::from_le_bytes([a, b, c, d])
}

fn insert(set: &RowSet<'_, Bytes>, numbers: std::ops::Range<u64>, size: usize) {
    const GROUP: u64 = 32;
    let mut writer = set.writer();
    for from in numbers.clone().step_by(GROUP as usize) {
        let group = from..numbers.end.min(from + GROUP);
        let keys: Vec<_> = group
            .map(|number| {
                let state = state(number, size);
                let fingerprint = fingerprint(&state[..size]);
                writer.expect(hash(&fingerprint));
                (fingerprint, state)
            })
            .collect();
        let key = |number: usize| {
            let (fingerprint, state) = &keys[number];
            let key = Key {
                hash: hash(fingerprint),
                key: &state[..size],
            };
            (key, None)
        };
        writer.insert_all(keys.len(), key, |_, inserted| {
            assert!(!matches!(inserted, Inserted::Full(_)));
        });
    }
}

fn is_wanted(what: &str) -> bool {
    env::args().nth(1).is_none_or(|part| what.contains(&part))
}

fn print_rate(what: &str, count: u64, since: Instant) {
    let rate = count as f64 / since.elapsed().as_secs_f64() / 1e6;
    println!("{what:40} {rate:.2} million a second");
}

fn measure_search<const D: usize>(what: &str, system: &Lattice<D>, change: impl FnOnce(&mut Task)) {
    let mut task = Task {
        questions: Vec::new(),
        keep_going: false,
        growing: Vec::new(),
        order: Order::BreadthFirst,
        storing: Storing::Exact,
        parents: weyl_explore::Parents::Memory,
        threads: 1,
        limits: Limits::default(),
        process_memory: None,
        graph: false,
        parts: false,
        spill: None,
        checkpoints: None,
    };
    change(&mut task);
    if !is_wanted(what) {
        return;
    }
    let started = Instant::now();
    let system = Unreduced::new(system.clone());
    let explored = explore(&system, D, &task, (), &Progress::default());
    let elapsed = started.elapsed();
    println!(
        "{what:40} {} states, {} transitions, depth {} in {elapsed:.2?}",
        explored.states, explored.transitions, explored.depth
    );
    print_rate("", explored.transitions, started);
    let bytes = explored.bytes as f64 / explored.states as f64;
    println!("{:40} {bytes:.1} bytes a state", "");
}

fn main() {
    for size in [16, 64] {
        for threads in [1, 2] {
            measure_store(8_000_000, size, threads);
        }
    }
    let cube = Lattice {
        sides: [160; 3],
        size: 16,
    };
    for threads in [1, 2] {
        let what = format!("cube, {threads} threads");
        measure_search(&what, &cube, |task| task.threads = threads);
        let wide = Lattice {
            sides: [9; 7],
            size: 48,
        };
        let what = format!("seven dimensions, {threads} threads");
        measure_search(&what, &wide, |task| task.threads = threads);
    }
    measure_search("cube, depth first", &cube, |task| {
        task.order = Order::DepthFirst;
    });
    measure_search("cube, fingerprints", &cube, |task| {
        task.storing = Storing::Compact;
    });
    measure_search("cube, liveness", &cube, |task| {
        let property = PropertyId::from_u32(0);
        let question = LivenessQuestion::about_all(property);
        task.questions.push(Question::Liveness(question));
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
            let system = Lattice { sides, size: 16 };
            measure_search(&what, &system, |task| task.threads = threads);
        }
    }
}
