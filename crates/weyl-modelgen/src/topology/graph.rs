//! Small directed graphs with coloured nodes, and their automorphisms by brute force.

use crate::dice::Dice;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct Graph {
    pub size: usize,
    pub arcs: BTreeSet<(usize, usize)>,
    /// Nodes of different colours never change places.
    pub colours: Vec<usize>,
}

impl Graph {
    fn new(size: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut arcs = BTreeSet::new();
        for (from, to) in edges.into_iter().filter(|(from, to)| from != to) {
            arcs.extend([(from, to), (to, from)]);
        }
        Graph {
            size,
            arcs,
            colours: vec![0; size],
        }
    }

    /// Rings, stars, trees, cliques, hypercubes, bipartite graphs, unions of two, and anything; of
    /// 2 to 6 nodes (hypercubes: 4 or 8), numbered in any order.
    pub fn random(dice: &mut Dice) -> Graph {
        let size = dice.between(2, 6) as usize;
        let all = move || (0..size).flat_map(move |one| (0..one).map(move |two| (one, two)));
        let mut graph = match dice.below(9) {
            0 => Graph::new(size, (0..size).map(|node| (node, (node + 1) % size))),
            1 => Graph::one_way_ring(size),
            2 => Graph::new(size, (1..size).map(|node| (0, node))),
            3 => Graph::new(size, (1..size).map(|node| ((node - 1) / 2, node))),
            4 => Graph::new(size, all()),
            5 => Graph::hypercube(if dice.chance(80) { 2 } else { 3 }),
            6 => Graph::new(size, all().filter(|(one, two)| (one + two) % 2 == 1)),
            7 => Graph::new(
                size,
                all().filter(|(one, two)| (*one < size / 2) == (*two < size / 2)),
            ),
            _ => {
                let edges: Vec<_> = all().filter(|_| dice.chance(50)).collect();
                Graph::new(size, edges)
            }
        };
        graph.renumber(dice);
        graph
    }

    fn one_way_ring(size: usize) -> Graph {
        Graph {
            arcs: (0..size).map(|node| (node, (node + 1) % size)).collect(),
            ..Graph::new(size, [])
        }
    }

    fn hypercube(dimension: usize) -> Graph {
        let size = 1 << dimension;
        let edges =
            (0..size).flat_map(|node| (0..dimension).map(move |bit| (node, node ^ (1 << bit))));
        Graph::new(size, edges)
    }

    fn renumber(&mut self, dice: &mut Dice) {
        let mut numbers: Vec<usize> = (0..self.size).collect();
        dice.shuffle(&mut numbers);
        let arcs = self.arcs.iter();
        self.arcs = arcs
            .map(|(from, to)| (numbers[*from], numbers[*to]))
            .collect();
    }

    /// The neighbours that a node sends to.
    pub fn out(&self, node: usize) -> Vec<usize> {
        let arcs = self.arcs.iter().filter(|(from, _)| *from == node);
        arcs.map(|(_, to)| *to).collect()
    }

    /// Whether every node sends to as many as every other.
    pub fn is_regular(&self) -> bool {
        (0..self.size).all(|node| self.out(node).len() == self.out(0).len())
    }

    pub fn is_automorphism(&self, images: &[usize]) -> bool {
        let keeps_colours =
            (0..self.size).all(|node| self.colours[images[node]] == self.colours[node]);
        let mut arcs = self.arcs.iter();
        keeps_colours && arcs.all(|(from, to)| self.arcs.contains(&(images[*from], images[*to])))
    }

    /// How many automorphisms there are.
    pub fn automorphisms(&self) -> u64 {
        self.extensions(&mut Vec::new())
    }

    /// How many automorphisms begin with these images.
    fn extensions(&self, images: &mut Vec<usize>) -> u64 {
        let node = images.len();
        if node == self.size {
            return 1;
        }
        let mut found = 0;
        for image in 0..self.size {
            let has = |one, two| self.arcs.contains(&(one, two));
            let is_alike = |earlier: usize| {
                has(earlier, node) == has(images[earlier], image)
                    && has(node, earlier) == has(image, images[earlier])
            };
            let fits = !images.contains(&image)
                && self.colours[image] == self.colours[node]
                && (0..node).all(is_alike);
            if fits {
                images.push(image);
                found += self.extensions(images);
                images.pop();
            }
        }
        found
    }
}
