//! How the time of one representative grows with the number of names, with and without references:
//! `cargo run --release -p weyl-quotient --example growth`.

use std::time::Instant;
use weyl_ir::text::read;
use weyl_ir::{Layout, Model};
use weyl_permutation::random::Random;
use weyl_quotient::{Precision, Representatives};
use weyl_symmetry::{given, read_generators};
use weyl_system::Canonical;

const WITHOUT: &str = "var l : array [P] of record { pc : 0..9, level : 0..9 } undefinable";
const WITH: &str = "var l : array [P] of record { pc : 0..3, next : P } undefinable \
                    var sees : array [P] of array [P] of bool var tail : P undefinable";

struct Case {
    layout: Layout,
    representatives: Representatives,
}

impl Case {
    fn new(names: usize, variables: &str) -> Case {
        let names: Vec<String> = (0..names).map(|n| format!("p{n}")).collect();
        let text = format!("sort P {{ {} }} {variables}", names.join(" "));
        let model: Model = read(&text).expect("a model");
        let layout = Layout::new(&model).expect("a layout");
        let cycles = format!("(p0 p1)\n({})", names.join(" "));
        let generators = read_generators(&model, &cycles).expect("generators");
        let group = given(&model, &layout, &generators).expect("symmetries");
        Case {
            representatives: Representatives::new(&model, &layout, &group, Precision::Exact),
            layout,
        }
    }

    fn state(&self, code: &mut dyn FnMut(u64) -> u64) -> Vec<u8> {
        let mut state = vec![0; self.layout.size];
        for slot in self.layout.slots.values() {
            let code = code(slot.scalar.codes() as u64);
            slot.scalar.store(&mut state, slot.offset as usize, code);
        }
        state
    }

    /// Nanoseconds for one representative, on average over the states.
    fn time(&mut self, states: &[Vec<u8>]) -> f64 {
        let mut image = vec![0; self.layout.size];
        let rounds = 20_000 / states.len();
        let begin = Instant::now();
        for _ in 0..rounds {
            for state in states {
                self.representatives.represent(state, &mut image);
            }
        }
        begin.elapsed().as_nanos() as f64 / (rounds * states.len()) as f64
    }
}

fn main() {
    println!("| names | no references: random | all alike | references: random | all alike |");
    println!("| --- | --- | --- | --- | --- |");
    for names in 2..=12 {
        let mut cells = Vec::new();
        for variables in [WITHOUT, WITH] {
            let mut case = Case::new(names, variables);
            let mut random = Random::new(names as u64);
            let states: Vec<Vec<u8>> = (0..200)
                .map(|_| case.state(&mut |codes| random.below(codes as usize) as u64))
                .collect();
            let alike = [case.state(&mut |_| 0)];
            cells.push(case.time(&states));
            cells.push(case.time(&alike));
        }
        let cells: Vec<String> = cells.iter().map(|ns| format!("{ns:.0} ns")).collect();
        println!("| {names} | {} |", cells.join(" | "));
    }
}
