//! Runs without fairness are as short as they can be: no way to a bad component is shorter, and no
//! way round from where the shortest ways come to. By tables of all distances, and trying all
//! edges.

use crate::ask::TemporalVerdict;
use crate::case::{self, Case, Taste};
use crate::dice::Dice;
use crate::oracle::Product;
use crate::with_case;
use weyl_system::Fairness;

const CASES: u64 = 6000;

const FAR: usize = usize::MAX / 8;

/// All distances, after R. Floyd and S. Warshall.
struct Distances(Vec<Vec<usize>>);

impl Distances {
    fn new(product: &Product) -> Distances {
        let count = product.nodes.len();
        let mut table = vec![vec![FAR; count]; count];
        for (at, edges) in product.edges.iter().enumerate() {
            edges.iter().for_each(|edge| table[at][edge.to] = 1);
            table[at][at] = 0;
        }
        for by in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let way = table[from][by] + table[by][to];
                    table[from][to] = table[from][to].min(way);
                }
            }
        }
        Distances(table)
    }

    fn between(&self, from: usize, to: usize) -> usize {
        self.0[from][to]
    }

    fn are_together(&self, one: usize, other: usize) -> bool {
        self.between(one, other) < FAR && self.between(other, one) < FAR
    }

    /// The shortest way round from a node that meets what is missing, and takes an edge at least.
    fn round(&self, product: &Product, (at, end): (usize, usize), missing: Option<u64>) -> usize {
        if missing == Some(0) {
            return self.between(at, end);
        }
        let wanted = missing.unwrap_or(product.all_marks);
        let mut best = FAR;
        for (from, edges) in product.edges.iter().enumerate() {
            for edge in edges
                .iter()
                .filter(|edge| edge.marks & wanted != 0 || wanted == 0)
            {
                let there = self.between(at, from) + 1;
                if there < best && self.between(edge.to, end) < FAR {
                    let rest = wanted & !edge.marks;
                    best = best.min(there + self.round(product, (edge.to, end), Some(rest)));
                }
            }
        }
        best
    }
}

/// The lengths of the way there and of the way round.
fn shortest(product: &Product) -> Option<(usize, usize)> {
    let distances = Distances::new(product);
    let count = product.nodes.len();
    let is_bad = |node: usize| {
        let members = (0..count).map(|other| distances.are_together(node, other));
        let members: Vec<bool> = members.collect();
        let mut inner = product.inner_edges(&members).peekable();
        inner.peek().is_some()
            && inner.fold(0, |marks, edge| marks | edge.marks) == product.all_marks
    };
    let bad = (0..count).filter(|node| is_bad(*node));
    let lengths = bad.map(|node| {
        let starts = 0..product.starts;
        let there = starts.map(|start| distances.between(start, node)).min();
        (
            there.unwrap_or(FAR),
            distances.round(product, (node, node), None),
        )
    });
    lengths.min()
}

fn assert_shortest(case: &Case, threads: usize) -> bool {
    let product = Product::new(case, 0);
    if !product.ends_in.is_empty() {
        return false;
    }
    let found = match case.explore_on(threads).verdict {
        TemporalVerdict::Violated(run) => {
            let there = run.back.expect("nothing else is bad");
            Some((there, run.steps.len() - there))
        }
        TemporalVerdict::Holds => None,
        TemporalVerdict::Unknown => panic!("nothing is unknown"),
    };
    assert_eq!(found, shortest(&product));
    found.is_some()
}

#[test]
fn ways_there_and_ways_round_are_shortest() {
    let taste = Taste {
        max_states: 14,
        max_degree: 2,
        ..Taste::PLAIN
    };
    let mut violated = 0;
    for seed in 0..CASES {
        let case = case::case(&mut Dice::new(seed), taste).under(Fairness::None);
        let is_violated = with_case(&case, || assert_shortest(&case, 1 + seed as usize % 2));
        violated += u64::from(is_violated);
    }
    assert!(violated > CASES / 8, "{violated}");
}
