//! The search tree: generators of the automorphism group, its order, and the canonical leaf.
//!
//! McKay and Piperno, "Practical graph isomorphism, II" (2014), give the frame: a node is an
//! ordered equitable partition, its children individualise the vertices of one cell, leaves are
//! labellings. Two leaves that give the same labelled graph differ by an automorphism, and all
//! automorphisms arise so. The search goes down one *first path* and then up along it. At each of
//! its nodes the vertices of the target cell are tried, one of each orbit of the automorphisms
//! known so far, all of which fix the path above the node. When a node is done these orbits are
//! those of the whole stabiliser of that path, so the order of the group is the product of the
//! orbits of the chosen vertices (Schreier's chain of stabilisers, for free).
//!
//! A subtree is left as soon as it has shown an automorphism with the first leaf: it is the image
//! of what was seen already. That mostly happens long before a leaf (see `trace`). If a canonical
//! form is wanted, subtrees are searched also for the leaf with the least trace and then the least
//! graph.
//!
//! Deviations: no group is kept beyond generators and orbits (nauty and Traces keep a Schreier
//! structure to prune off the first path: here the generators that fix the path do), and the cells
//! to choose from are taken where the latest splits were.

use super::automorphism::{Automorphism, Checker};
use super::graph::Graph;
use super::orbits::Orbits;
use super::partition::Cell;
use super::subtree::Siblings;
use super::trace::{Leaf, References};
use super::walk::Walk;
use crate::Point;
use cranelift_entity::EntityRef;
use std::cmp::Ordering;

pub(super) struct Search<'g> {
    walk: Walk<'g>,
    checker: Checker,
    first: Leaf,
    /// The canonical leaf so far, if one is wanted.
    best: Option<Leaf>,
    pub generators: Vec<Automorphism>,
    pub orbits: Orbits,
    /// The sizes of the orbits of the vertices chosen on the first path, from its end to its
    /// beginning.
    pub orbit_sizes: Vec<usize>,
}

/// What a visit to a child came to.
enum Visit {
    /// Nothing there, or nothing left there.
    Done,
    /// There is something below; the vertex is the most promising child.
    Inner(Point),
    /// The node at the level is to go on with its next child.
    Return(usize),
}

impl<'g> Search<'g> {
    pub fn new(graph: &'g Graph, is_of_interest: impl Fn(Point) -> bool + 'g) -> Search<'g> {
        let mut walk = Walk::new(graph, is_of_interest);
        while let Some(cell) = walk.target() {
            walk.go_first(last_member(&walk, cell));
        }
        Search {
            checker: Checker::new(graph.degree()),
            first: walk.leaf(),
            best: None,
            generators: Vec::new(),
            orbits: Orbits::new(graph.degree()),
            orbit_sizes: Vec::new(),
            walk,
        }
    }

    /// Automorphisms that move vertices of interest: choices among others are not varied.
    pub fn find_automorphisms(&mut self) {
        let levels = 0..self.first.chosen.len();
        let of_interest: Vec<usize> = levels.filter(|&l| self.walk.is_of_interest(l)).collect();
        for level in of_interest.into_iter().rev() {
            self.vary(level);
        }
    }

    /// All automorphisms, and the order of the vertices in a canonical labelling.
    pub fn find_canonical_order(&mut self) -> Vec<Point> {
        self.best = Some(self.first.clone());
        for level in (0..self.first.chosen.len()).rev() {
            self.vary(level);
        }
        self.best.take().unwrap_or_default().order
    }

    /// Tries the children of a node of the first path, beside the one on the path. The order of the
    /// first leaf lists them in spite of all that refinement does to the partition; its end has
    /// those that the path chose next, which are exchanged most easily.
    fn vary(&mut self, level: usize) {
        self.walk.return_to(level);
        let Some(cell) = self.walk.target() else {
            return;
        };
        let chosen = self.first.chosen[level];
        let mut tried = vec![chosen];
        self.orbits.set_mark(chosen.index(), true);
        for position in (cell.index()..self.walk.partition.end(cell)).rev() {
            if self.orbits.size(chosen.index()) == self.walk.partition.len(cell) {
                break;
            }
            let vertex = self.first.order[position];
            if !self.orbits.is_marked(vertex.index()) {
                self.explore(level, vertex);
                self.orbits.set_mark(vertex.index(), true);
                tried.push(vertex);
            }
        }
        self.orbit_sizes.push(self.orbits.size(chosen.index()));
        for vertex in tried {
            self.orbits.set_mark(vertex.index(), false);
        }
    }

    /// Searches the subtree of one child of the node at a level of the first path, depth first.
    fn explore(&mut self, base: usize, child: Point) {
        let mut open: Vec<Siblings> = Vec::new();
        let mut next = Some(child);
        loop {
            match next.map(|vertex| self.visit(base, child, vertex)) {
                Some(Visit::Inner(promising)) => {
                    open.push(Siblings::new(promising));
                    next = Some(promising);
                    continue;
                }
                Some(Visit::Return(level)) => {
                    self.walk.return_to(level);
                    open.truncate(level - base);
                }
                Some(Visit::Done) => {}
                None => {
                    open.pop();
                    self.walk.return_to(base + open.len());
                }
            }
            let Some(siblings) = open.last_mut() else {
                return;
            };
            next = siblings.next(&self.walk, base, &self.generators);
        }
    }

    /// Goes to a child of the present node, which lies below `child` of the node at level `base`.
    fn visit(&mut self, base: usize, child: Point, vertex: Point) -> Visit {
        let references = References {
            first: &self.first,
            best: self.best.as_ref(),
        };
        if !self.walk.go(vertex, references) {
            return Visit::Done;
        }
        let standing = self.walk.standing();
        if standing.equals_first && standing.strays_from_first == 0 {
            let moves = self.walk.moves_since(base, &self.first);
            if self.adopt(moves) {
                return Visit::Return(base);
            }
        }
        if standing.versus_best.is_eq()
            && standing.strays_from_best == 0
            && let Some(level) = self.match_best(base, child)
        {
            return Visit::Return(level);
        }
        match self.walk.target() {
            Some(cell) => Visit::Inner(self.promising(cell)),
            None => self.visit_leaf(base, child),
        }
    }

    fn visit_leaf(&mut self, base: usize, child: Point) -> Visit {
        let parent = Visit::Return(self.walk.level() - 1);
        let Some(best) = &self.best else {
            return parent;
        };
        match self.versus(best) {
            Ordering::Greater => parent,
            Ordering::Less => {
                self.best = Some(self.walk.becomes_best());
                parent
            }
            Ordering::Equal => self.match_best(base, child).map_or(parent, Visit::Return),
        }
    }

    /// Where to go on if the present node is the image of a node on the best path: the subtree in
    /// which the paths part is the image of another one.
    fn match_best(&mut self, base: usize, child: Point) -> Option<usize> {
        let best = self.best.as_ref()?;
        let pairs = best.chosen.iter().zip(self.walk.chosen());
        let common = pairs.take_while(|(one, other)| one == other).count();
        let moves = self.walk.moves_since(base, best);
        let is_automorphism = self.adopt(moves);
        let is_child_known = is_automorphism && self.orbits.is_marked(child.index());
        is_automorphism.then_some(if is_child_known { base } else { common })
    }

    /// The present leaf and the best one: by trace, then by labelled graph.
    fn versus(&self, best: &Leaf) -> Ordering {
        let versus_best = self.walk.standing().versus_best;
        let depth = || self.walk.level().cmp(&best.chosen.len());
        let graph = self.walk.graph;
        versus_best.then_with(depth).then_with(|| {
            let rows = self.walk.partition.order().iter().zip(&best.order);
            let mut rows = rows.map(|(&here, &there)| {
                let place = |vertex: Point| self.walk.partition.position(vertex) as u32;
                let best_place = |vertex: Point| best.position[vertex.index()];
                row(graph, here, place).cmp(&row(graph, there, best_place))
            });
            rows.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// Takes a map into the group if it is an automorphism.
    fn adopt(&mut self, moves: Vec<(Point, Point)>) -> bool {
        let Some(automorphism) = self.checker.check(self.walk.graph, moves) else {
            return false;
        };
        for (from, to) in automorphism.moves() {
            self.orbits.unite(from.index(), to.index());
        }
        self.generators.push(automorphism);
        true
    }

    /// The child that makes the map from the first path close its cycles: if possible the vertex
    /// that the first path chose, else what is still missing at the far end of the chain of images
    /// that leads to it.
    fn promising(&self, cell: Cell) -> Point {
        let partition = &self.walk.partition;
        let chosen = self.first.chosen.get(self.walk.level());
        let chosen = chosen.filter(|_| self.walk.standing().equals_first);
        let mut at = chosen.copied();
        while let Some(vertex) = at {
            let home = partition.cell_of(vertex);
            if home == cell {
                return vertex;
            }
            let is_image = partition.is_singleton(home);
            at = is_image.then(|| self.first.order[home.index()]);
        }
        last_member(&self.walk, cell)
    }
}

fn last_member(walk: &Walk, cell: Cell) -> Point {
    let members = walk.partition.members(cell);
    members[members.len() - 1]
}

/// The neighbours of a vertex under a labelling, as a list that can be compared.
fn row(graph: &Graph, vertex: Point, place: impl Fn(Point) -> u32) -> (usize, Vec<u32>) {
    let mut places = Vec::new();
    for run in graph.runs(vertex) {
        let begin = places.len();
        places.extend(
            graph
                .run(vertex, run)
                .iter()
                .map(|&neighbour| place(neighbour)),
        );
        places[begin..].sort_unstable();
    }
    (graph.class(vertex).index(), places)
}
