//! A run that a path formula accepts, through the product: the shortest way to where one can stay,
//! and from there round, past all that is missing.

use crate::Fairness;
use crate::evaluate::SearchedPath;
use crate::evidence::Run;
use crate::fair_parts::{Part, Threads};
use crate::graph::{Graph, is_enabled};
use crate::product::{Edge, Product};
use std::collections::{HashMap, VecDeque};
use weyl_temporal::Cube;
use weyl_temporal::branching::Formula;

/// A run, with what must hold where so that it is accepted.
pub(crate) struct Accepted {
    pub run: Run,
    pub claims: Vec<Vec<Formula>>,
}

/// A run from a state from which there is one.
pub(crate) fn accepted_run<G: Graph>(
    graph: &G,
    found: &SearchedPath,
    fairness: Fairness,
    state: u32,
) -> Accepted {
    let product = found.product(graph);
    let start = product.first_node(state);
    let good = |node: u32| found.searched.good.contains(node);
    let way = way(&product, start, good, |node| {
        found.searched.core.contains(node)
    });
    let middle = way.last().map_or(start, |edge| edge.target);
    let mut taken = Taken::new(&product, start);
    taken.follow(&way);
    if fairness == Fairness::None && accepts_all(&product, middle) {
        return taken.run(found, None);
    }
    let back = taken.edges.len();
    let circle = Circle::new(&product, found, fairness, middle);
    taken.follow(&circle.edges());
    taken.run(found, Some(back))
}

/// Whether the automaton accepts whatever comes.
fn accepts_all<G: Graph>(product: &Product<'_, G>, node: u32) -> bool {
    let at = product.automaton_state(node);
    product.automaton.states[at].iter().any(|transition| {
        transition.target == at
            && transition.label == Cube::default()
            && transition.marks == product.automaton.all_marks()
    })
}

/// What was walked.
struct Taken<'t, G> {
    product: &'t Product<'t, G>,
    start: u32,
    edges: Vec<(u32, Edge)>,
}

impl<'t, G: Graph> Taken<'t, G> {
    fn new(product: &'t Product<'t, G>, start: u32) -> Self {
        Taken {
            product,
            start,
            edges: Vec::new(),
        }
    }

    fn follow(&mut self, edges: &[Edge]) {
        for edge in edges {
            let from = self
                .edges
                .last()
                .map_or(self.start, |(_, edge)| edge.target);
            self.edges.push((from, *edge));
        }
    }

    /// As a run of the graph. One that need not go on ends with the last state that is looked at.
    fn run(&self, found: &SearchedPath, back: Option<usize>) -> Accepted {
        let product = self.product;
        let mut run = Run {
            states: Vec::new(),
            steps: Vec::new(),
            back,
            claims: Vec::new(),
        };
        let mut claims = Vec::new();
        for (from, edge) in &self.edges {
            let transitions = &product.automaton.states[product.automaton_state(*from)];
            let label = transitions[edge.transition as usize].label;
            run.states.push(product.state(*from));
            run.steps.push(edge.number);
            claims.push(found.observer.claims(label));
        }
        if back.is_none() {
            run.steps.pop();
        }
        if run.states.is_empty() {
            run.states.push(product.state(self.start));
            claims.push(Vec::new());
        }
        Accepted { run, claims }
    }
}

/// A shortest way through some nodes to a goal, which the first node may be.
fn way<G: Graph>(
    product: &Product<'_, G>,
    start: u32,
    may_pass: impl Fn(u32) -> bool,
    is_goal: impl Fn(u32) -> bool,
) -> Vec<Edge> {
    let mut came_by: HashMap<u32, (u32, Edge)> = HashMap::new();
    let mut pending = VecDeque::from([start]);
    while let Some(node) = pending.pop_front() {
        weyl_budget::go_on();
        if is_goal(node) {
            return way_back(&came_by, start, node);
        }
        for edge in product.edges(node) {
            let target = edge.target;
            if target != start && may_pass(target) && !came_by.contains_key(&target) {
                came_by.insert(target, (node, edge));
                pending.push_back(target);
            }
        }
    }
    unreachable!("a good node leads to where a run can stay")
}

fn way_back(came_by: &HashMap<u32, (u32, Edge)>, start: u32, end: u32) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut at = end;
    while at != start {
        let (from, edge) = came_by[&at];
        edges.push(edge);
        at = from;
    }
    edges.reverse();
    edges
}

/// A way round in a fair part with all marks.
struct Circle<'c, G> {
    product: &'c Product<'c, G>,
    part: Part,
    threads: Threads,
    fairness: Fairness,
    /// Where it begins.
    start: usize,
}

impl<'c, G: Graph> Circle<'c, G> {
    /// Parts that are connected make one part, which is as fair as they are.
    fn new(
        product: &'c Product<'c, G>,
        found: &SearchedPath,
        fairness: Fairness,
        start: u32,
    ) -> Self {
        let mut nodes = vec![start];
        let mut places: HashMap<u32, usize> = HashMap::from([(start, 0)]);
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            weyl_budget::go_on();
            next += 1;
            for edge in product.edges(node) {
                let is_core = found.searched.core.contains(edge.target);
                if is_core && !places.contains_key(&edge.target) {
                    places.insert(edge.target, nodes.len());
                    nodes.push(edge.target);
                }
            }
        }
        let reached = Part::new(product, &nodes);
        let component = reached.components();
        let members = nodes.iter().zip(&component);
        let members = members.filter(|(_, component_of)| **component_of == component[0]);
        let members: Vec<u32> = members.map(|(node, _)| *node).collect();
        let part = Part::new(product, &members);
        Circle {
            product,
            threads: Threads::new(product, &part),
            part,
            fairness,
            start: 0,
        }
    }

    fn edges(&self) -> Vec<Edge> {
        let mut taken: Vec<(usize, Edge)> = Vec::new();
        self.meet_marks(&mut taken);
        if self.fairness != Fairness::None {
            for unit in 0..self.product.graph.unit_count() {
                self.serve(unit, &mut taken);
            }
        }
        let at = self.end(&taken);
        if at != self.start || taken.is_empty() {
            let start = self.start;
            let home = self.walk((at, ()), |(), _| (), |to, (), (), _| to == start);
            taken.extend(home);
        }
        taken.into_iter().map(|(_, edge)| edge).collect()
    }

    fn end(&self, taken: &[(usize, Edge)]) -> usize {
        taken.last().map_or(self.start, |(to, _)| *to)
    }

    fn meet_marks(&self, taken: &mut Vec<(usize, Edge)>) {
        let mut missing = self.product.automaton.all_marks();
        while missing != 0 {
            let at = self.end(taken);
            let on = self.walk(
                (at, ()),
                |(), _| (),
                |_, (), (), edge| edge.marks & missing != 0,
            );
            taken.extend(on);
            let met = taken.iter().fold(0, |met, (_, edge)| met | edge.marks);
            missing &= !met;
        }
    }

    /// Goes on until the thread that begins as a unit at the start is treated fairly.
    fn serve(&self, unit: u32, taken: &mut Vec<(usize, Edge)>) {
        let graph = self.product.graph;
        let after = |unit: u32, edge: &Edge| graph.unit_after(unit, edge.step.renaming);
        if self.fairness == Fairness::Strong && self.threads.is_idle(self.start, unit) {
            return;
        }
        let is_served_at = |at: usize, unit: u32| {
            let state = self.product.state(self.part.nodes[at]);
            self.fairness == Fairness::Weak && !is_enabled(graph, unit, state)
        };
        let (mut at, mut name) = (self.start, unit);
        for (to, edge) in taken.iter() {
            if is_served_at(at, name) || graph.acts(name, edge.step.acting) {
                return;
            }
            (at, name) = (*to, after(name, edge));
        }
        if is_served_at(at, name) {
            return;
        }
        let on = self.walk(
            (at, name),
            |name, edge| after(*name, edge),
            |to, before, after, edge| {
                graph.acts(*before, edge.step.acting) || is_served_at(to, *after)
            },
        );
        taken.extend(on);
    }

    /// A shortest way, of one edge at least, to where an edge meets a goal, for somebody who
    /// carries something along.
    fn walk<C: Copy + Eq + std::hash::Hash>(
        &self,
        start: (usize, C),
        carry: impl Fn(&C, &Edge) -> C,
        is_goal: impl Fn(usize, &C, &C, &Edge) -> bool,
    ) -> Vec<(usize, Edge)> {
        type CameBy<C> = HashMap<(usize, C), ((usize, C), (usize, Edge))>;
        let mut came_by: CameBy<C> = HashMap::new();
        let mut pending = VecDeque::from([start]);
        while let Some(from) = pending.pop_front() {
            weyl_budget::go_on();
            for (target, edge) in self.part.edges(from.0) {
                let to = (*target as usize, carry(&from.1, edge));
                let is_end = is_goal(to.0, &from.1, &to.1, edge);
                if is_end {
                    let mut way = vec![(to.0, *edge)];
                    let mut at = from;
                    while at != start {
                        let (before, taken) = came_by[&at];
                        way.push(taken);
                        at = before;
                    }
                    way.reverse();
                    return way;
                }
                if to != start && !came_by.contains_key(&to) {
                    came_by.insert(to, (from, (to.0, *edge)));
                    pending.push_back(to);
                }
            }
        }
        unreachable!("a fair part has all that is missing")
    }
}
