//! The graph that a graph with renamings is a quotient of (a voltage graph and its derived graph).
//!
//! The concrete state (b, g) is what g makes of the state b: its unit g(i) is the unit i of b. A
//! step from b to c with the renaming π leads from (b, g) to (c, gπ⁻¹): what was the unit i of b is
//! the unit π(i) of c.

use crate::case::{Case, permutations};
use crate::graph::{Graph, Move, To, Truth};

fn inverse(images: &[u32]) -> Vec<u32> {
    let place = |image: u32| images.iter().position(|other| *other == image).unwrap() as u32;
    (0..images.len() as u32).map(place).collect()
}

fn image(images: &[u32], point: u32) -> u32 {
    images.get(point as usize).copied().unwrap_or(point)
}

struct Derivation<'a> {
    base: &'a Graph,
    group: Vec<Vec<u32>>,
}

impl Derivation<'_> {
    fn state(&self, base: u32, element: &[u32]) -> u32 {
        let mut group = self.group.iter();
        let number = group.position(|other| other == element).unwrap();
        base * self.group.len() as u32 + number as u32
    }

    fn one_move(&self, one: &Move, element: &[u32]) -> Move {
        let back = inverse(&one.renaming);
        let after: Vec<u32> = back.iter().map(|point| image(element, *point)).collect();
        let to = match one.to {
            To::State(state) => To::State(self.state(state, &after)),
            To::FailingOnTheWay(state) => To::FailingOnTheWay(self.state(state, &after)),
            other => other,
        };
        let acting = one.acting.iter().map(|unit| image(element, *unit));
        Move {
            to,
            acting: acting.collect(),
            renaming: Vec::new(),
        }
    }

    fn moves(&self, moves: &[Move], element: &[u32]) -> Vec<Move> {
        moves
            .iter()
            .map(|one| self.one_move(one, element))
            .collect()
    }

    /// Those of all concrete instances, which are renamed if there are as many as points.
    fn labels(&self, state: usize, element: &[u32]) -> Vec<Vec<Truth>> {
        let labels = &self.base.labels[state];
        if self.base.instances() != self.base.points {
            return labels.clone();
        }
        let back = inverse(element);
        let label = |instance: &u32| labels[*instance as usize].clone();
        back.iter().map(label).collect()
    }

    fn graph(&self) -> Graph {
        let base = self.base;
        let states = 0..base.moves.len();
        let pairs = states.flat_map(|state| self.group.iter().map(move |of| (state, of)));
        let labels = |(state, element): (usize, &Vec<u32>)| self.labels(state, element);
        let moves = |(state, of): (usize, &Vec<u32>)| self.moves(&base.moves[state], of);
        let identity: Vec<u32> = (0..base.points).collect();
        Graph {
            points: 0,
            units: base.units,
            initial: self.moves(&base.initial, &identity),
            moves: pairs.clone().map(moves).collect(),
            labels: pairs.map(labels).collect(),
            patience: None,
        }
    }
}

/// The same question about one instance of the derived graph.
pub fn derived(case: &Case, instance: u32) -> Case {
    let derivation = Derivation {
        base: &case.graph,
        group: permutations(case.graph.points),
    };
    Case {
        graph: derivation.graph(),
        instances: vec![instance],
        follows_instances: false,
        ..case.clone()
    }
}
