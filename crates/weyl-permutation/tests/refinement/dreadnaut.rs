//! nauty agrees on the orders and orbits of groups: of random graphs and of hard ones.

use crate::families::hard;
use crate::known_groups::{decimal_logarithm, large};
use crate::nauty::{Program, ask, is_installed};
use crate::sample::{Sample, permutation};
use cranelift_entity::EntityRef;
use std::time::Instant;
use weyl_permutation::Point;
use weyl_permutation::random::Random;
use weyl_permutation::refinement::{automorphisms, canonical_form};

const SAMPLES: usize = 150;

fn compare(name: &str, sample: &Sample, program: Program) {
    let theirs = ask(sample, program).expect("an answer in time");
    let graph = sample.graph();
    for ours in [automorphisms(&graph), canonical_form(&graph).automorphisms] {
        let order = decimal_logarithm(&ours);
        assert!(
            (order - theirs.order).abs() < 1e-6,
            "{name}: 10^{order}, nauty 10^{}",
            theirs.order
        );
        let vertices = 0..sample.degree();
        let representatives =
            vertices.map(|vertex| ours.representative(Point::new(vertex)).index());
        assert_eq!(
            representatives.collect::<Vec<usize>>(),
            theirs.representatives,
            "{name}"
        );
    }
}

fn is_skipped() -> bool {
    let is_missing = !is_installed();
    if is_missing {
        eprintln!("skipped: dreadnaut is not installed");
    }
    is_missing
}

/// Several copies of small random parts, some joined to a common vertex: symmetry of many kinds.
fn random_parts(dice: &mut Random) -> Sample {
    let mut sample = Sample::plain(1);
    let kinds: Vec<Sample> = (0..1 + dice.below(3))
        .map(|_| random_sparse(dice))
        .collect();
    for _ in 0..1 + dice.below(8) {
        let begin = sample.degree();
        sample = sample.beside(&kinds[dice.below(kinds.len())]);
        if dice.below(2) == 0 {
            sample.edges.push((0, begin, 1));
        }
    }
    sample.renamed(&permutation(dice, sample.degree()))
}

fn random_sparse(dice: &mut Random) -> Sample {
    let degree = 1 + dice.below(12);
    let mut sample = Sample::plain(degree);
    let colours = 1 + dice.below(3);
    for _ in 0..dice.below(3 * degree) {
        let (from, to) = (dice.below(degree), dice.below(degree));
        sample.edges.push((from, to, dice.below(colours) as u32));
    }
    sample
}

/// Vertices joined if the sum or the difference of their numbers is in a random set.
fn random_circulant(dice: &mut Random) -> Sample {
    let degree = 4 + dice.below(30);
    let steps: Vec<usize> = (0..1 + dice.below(4))
        .map(|_| 1 + dice.below(degree - 1))
        .collect();
    let is_sum = dice.below(2) == 0;
    Sample::joining(degree, |one, other| {
        let distance = other - one;
        let sum = (one + other) % degree;
        steps.contains(&distance)
            || steps.contains(&(degree - distance))
            || is_sum && steps.contains(&sum)
    })
}

/// Traces gets the ones with many parts, on which nauty may take forever.
#[test]
fn nauty_agrees_on_random_graphs() {
    if is_skipped() {
        return;
    }
    let dice = &mut Random::new(6);
    for _ in 0..SAMPLES {
        let parts = random_parts(dice);
        compare(&format!("{parts:?}"), &parts, Program::Traces);
        let sparse = random_sparse(dice);
        compare(&format!("{sparse:?}"), &sparse, Program::Nauty);
        let circulant = random_circulant(dice);
        compare(&format!("{circulant:?}"), &circulant, Program::Nauty);
    }
}

#[test]
fn nauty_agrees_on_hard_graphs() {
    if is_skipped() {
        return;
    }
    for (name, sample) in hard() {
        compare(name, &sample, Program::Nauty);
        compare(name, &sample, Program::Traces);
    }
}

/// A table of times, where it is asked for:
/// `WEYL_TIMES=1 cargo test --release -p weyl-permutation --test refinement times -- --nocapture`.
#[test]
fn times_beside_nauty() {
    if std::env::var_os("WEYL_TIMES").is_none() || is_skipped() {
        return;
    }
    println!(
        "{:28} {:>10} {:>10} {:>10} {:>10}",
        "milliseconds", "group", "form", "nauty", "Traces"
    );
    let large = large().into_iter().map(|(name, sample, _)| (name, sample));
    for (name, sample) in large.chain(hard()) {
        let graph = sample.graph();
        let group = milliseconds(|| drop(automorphisms(&graph)));
        let form = milliseconds(|| drop(canonical_form(&graph)));
        let [nauty, traces] = [Program::Nauty, Program::Traces].map(|program| {
            let answer = ask(&sample, program);
            answer.map_or("–".to_string(), |answer| {
                format!("{:.0}", 1e3 * answer.seconds)
            })
        });
        println!("{name:28} {group:10.2} {form:10.2} {nauty:>10} {traces:>10}");
    }
}

/// The median of three.
fn milliseconds(work: impl Fn()) -> f64 {
    let mut times = [0; 3].map(|_| {
        let start = Instant::now();
        work();
        1e3 * start.elapsed().as_secs_f64()
    });
    times.sort_unstable_by(f64::total_cmp);
    times[1]
}
