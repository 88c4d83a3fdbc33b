//! Graphs of larger scale whose groups are known. The times are printed (`--nocapture`); the tests
//! of speed are in the orders of growth, not in seconds of a shared machine.

use crate::families::{binary_tree, complete, hard, hub, hypercube, ring, torus};
use crate::sample::{Sample, permutation};
use std::time::Instant;
use weyl_permutation::random::Random;
use weyl_permutation::refinement::{Automorphisms, automorphisms, canonical_form, is_automorphism};

pub fn decimal_logarithm(found: &Automorphisms) -> f64 {
    found
        .order_factors()
        .iter()
        .map(|&factor| (factor as f64).log10())
        .sum()
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| (factor as f64).log10()).sum()
}

pub fn large() -> Vec<(&'static str, Sample, f64)> {
    vec![
        ("hub, 1000 processes of 3", hub(1000, 3), factorial(1000)),
        ("hub, 200 processes of 30", hub(200, 30), factorial(200)),
        (
            "binary tree, 4096 leaves",
            binary_tree(12),
            4095.0 * 2f64.log10(),
        ),
        (
            "hypercube of dimension 10",
            hypercube(10),
            1024f64.log10() + factorial(10),
        ),
        ("complete graph of 200", complete(200), factorial(200)),
        ("ring of 2000", ring(2000), 4000f64.log10()),
        ("torus, 30 by 30", torus(30), 7200f64.log10()),
    ]
}

#[test]
pub fn large_graphs_have_their_groups() {
    for (name, sample, expected) in large() {
        let graph = sample.graph();
        let start = Instant::now();
        let found = automorphisms(&graph);
        let group_time = start.elapsed();
        let start = Instant::now();
        let form = canonical_form(&graph);
        let form_time = start.elapsed();
        println!("{name:28} group {group_time:>12.2?}   canonical form {form_time:>12.2?}");
        assert!(
            (decimal_logarithm(&found) - expected).abs() < 1e-6,
            "{name}"
        );
        assert!(
            (decimal_logarithm(&form.automorphisms) - expected).abs() < 1e-6,
            "{name}"
        );
        let generators = found.generators().iter().step_by(100);
        for generator in generators {
            let dense = generator
                .to_permutation(graph.degree())
                .expect("a permutation");
            assert!(is_automorphism(&graph, &dense), "{name}");
        }
    }
}

#[test]
fn generators_of_a_hub_exchange_two_processes() {
    let found = automorphisms(&hub(300, 3).graph());
    assert_eq!(found.generators().len(), 299);
    let supports = found
        .generators()
        .iter()
        .map(|generator| generator.moves().len());
    assert_eq!(supports.max(), Some(6));
}

#[test]
fn renamed_graphs_have_one_form_and_different_ones_have_many() {
    let dice = &mut Random::new(5);
    let mut forms = Vec::new();
    let samples = hard().into_iter();
    let large = large().into_iter().map(|(name, sample, _)| (name, sample));
    for (name, sample) in samples.chain(large) {
        let form = canonical_form(&sample.graph());
        let renamed = sample.renamed(&permutation(dice, sample.degree()));
        let other = canonical_form(&renamed.graph());
        assert!(form.graph == other.graph, "{name}");
        assert!(forms.iter().all(|known| *known != form.graph), "{name}");
        forms.push(form.graph);
    }
}
