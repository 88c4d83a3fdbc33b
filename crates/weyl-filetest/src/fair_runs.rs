//! An oracle for temporal properties under fairness: the whole unreduced product of the system with
//! the observer of bad runs, and the plainest algorithms on it. It shares the interpreter and the
//! translation of formulas with weyl, and no search.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use weyl_ir::Temporal;
use weyl_system::Fairness;
use weyl_system::{Batch, Conditions, Interpreter, Outcome, Program, System};
use weyl_temporal::{Claim, Marks, Observer, ObserverEdge, translate};

/// Whoever must be treated fairly: a process by its kind and number, or an instance of a rule.
type Unit = (u64, u64);

/// All states of a system, with all its steps.
pub struct Graph<'p> {
    program: &'p Program,
    states: Vec<State>,
    initial: Vec<usize>,
}

struct State {
    bytes: Vec<u8>,
    steps: Vec<(usize, BTreeSet<Unit>)>,
    enabled: BTreeSet<Unit>,
    /// Nothing can happen here.
    is_end: bool,
}

impl<'p> Graph<'p> {
    /// `None` if there are more states than allowed.
    pub fn new(program: &'p Program, most: usize) -> Option<Graph<'p>> {
        let mut interpreter = Interpreter::new(program);
        let mut batch = Batch::default();
        interpreter.initial(&mut batch);
        let mut numbers = Numbers::default();
        let initial = targets(&batch).map(|state| numbers.of(state)).collect();
        let mut states = Vec::new();
        while let Some(bytes) = numbers.states.get(states.len()).cloned() {
            if states.len() == most {
                return None;
            }
            states.push(State::new(program, &mut interpreter, bytes, &mut numbers));
        }
        Some(Graph {
            program,
            states,
            initial,
        })
    }

    /// Whether a fair run violates a temporal property, or makes it meaningless.
    pub fn violates(&self, temporal: &Temporal, fairness: Fairness) -> bool {
        let interpreter = Interpreter::new(self.program);
        let first = temporal.atoms.first();
        let instances = first.map_or(1, |atom| interpreter.instances(*atom));
        (0..instances).any(|instance| {
            let product = Product::new(self, temporal, instance);
            product.is_none_or(|product| product.has_fair_run(fairness))
        })
    }
}

#[derive(Default)]
struct Numbers {
    states: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl Numbers {
    fn of(&mut self, state: &[u8]) -> usize {
        if let Some(number) = self.numbers.get(state) {
            return *number;
        }
        self.numbers.insert(state.to_vec(), self.states.len());
        self.states.push(state.to_vec());
        self.states.len() - 1
    }
}

fn targets(batch: &Batch) -> impl Iterator<Item = &[u8]> {
    batch.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Some(state),
        Outcome::Fault(_) | Outcome::Excluded => None,
    })
}

impl State {
    fn new(
        program: &Program,
        interpreter: &mut Interpreter<'_>,
        bytes: Vec<u8>,
        numbers: &mut Numbers,
    ) -> State {
        let mut batch = Batch::default();
        interpreter.successors(&bytes, &mut batch);
        let actors = if program.model.has_processes() {
            interpreter.actors(&bytes)
        } else {
            Vec::new()
        };
        let (mut steps, mut enabled, mut is_end) = (Vec::new(), BTreeSet::new(), true);
        for (number, (firing, outcome)) in batch.iter().enumerate() {
            let acting: BTreeSet<Unit> = match actors.get(number) {
                Some(processes) => {
                    let units = processes.iter();
                    units
                        .map(|(kind, at)| (u64::from(*kind), u64::from(*at)))
                        .collect()
                }
                None => BTreeSet::from([(u64::from(firing.rule.as_u32()), firing.instance)]),
            };
            if let Outcome::Excluded = outcome {
                continue;
            }
            is_end = false;
            enabled.extend(&acting);
            if let Outcome::State { state, .. } = outcome {
                steps.push((numbers.of(state), acting));
            }
        }
        State {
            bytes,
            steps,
            enabled,
            is_end,
        }
    }
}

struct Edge<'g> {
    target: usize,
    marks: Marks,
    acting: Option<&'g BTreeSet<Unit>>,
}

struct Node<'g> {
    edges: Vec<Edge<'g>>,
    enabled: &'g BTreeSet<Unit>,
}

/// The system watched by the observer of bad runs; everything can be reached.
struct Product<'g> {
    nodes: Vec<Node<'g>>,
    all_marks: Marks,
    /// The observer may come to an end, or to a state that accepts whatever follows: no fair run
    /// has to follow, since where all of them fail the formula was false before.
    ends: bool,
}

/// Whether an observer accepts everything from a state on.
fn accepts_everything(observer: &Observer, state: usize) -> bool {
    let watcher = &observer.states[state];
    let mut edges = watcher.edges.iter();
    let goes_round = edges.any(|edge| {
        let guard = &edge.guard;
        let is_always_open = guard.all.is_empty() && guard.none.is_empty();
        edge.target == state && is_always_open && edge.marks == observer.all_marks()
    });
    watcher.is_end || goes_round
}

fn observer(claim: &Claim) -> Observer {
    match claim {
        Claim::Formula(formula) => {
            let automaton = translate(&formula.clone().negated());
            Observer::from(&automaton.expect("random formulas are small"))
        }
        Claim::Never(observer) => observer.clone(),
        Claim::Branching(_) => unreachable!("no formula of linear time"),
    }
}

fn is_open(edge: &ObserverEdge, values: &[bool]) -> bool {
    let (mut all, mut none) = (edge.guard.all.iter(), edge.guard.none.iter());
    all.all(|atom| values[*atom]) && none.all(|atom| !values[*atom])
}

/// The nodes of a product that were met: states of the system with states of the observer.
#[derive(Default)]
struct Met {
    nodes: Vec<(usize, usize)>,
    numbers: HashMap<(usize, usize), usize>,
}

impl Met {
    fn number(&mut self, node: (usize, usize)) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }
}

impl<'g> Product<'g> {
    /// `None` if an atom fails somewhere.
    fn new(graph: &'g Graph<'_>, temporal: &Temporal, instance: u64) -> Option<Product<'g>> {
        let observer = observer(&temporal.claim);
        // It can accept in no other way.
        let is_terminal = observer.clone().with_ends().is_terminal();
        let mut interpreter = Interpreter::new(graph.program);
        let mut met = Met::default();
        for start in &graph.initial {
            met.number((*start, 0));
        }
        let mut product = Product {
            nodes: Vec::new(),
            all_marks: observer.all_marks(),
            ends: false,
        };
        while let Some(&(state, watcher)) = met.nodes.get(product.nodes.len()) {
            let watcher = &observer.states[watcher];
            product.ends |= watcher.is_end;
            let bytes = &graph.states[state].bytes;
            let atoms = temporal.atoms.iter();
            let values = atoms.map(|atom| interpreter.holds(*atom, instance, bytes).ok());
            let values: Vec<bool> = values.collect::<Option<_>>()?;
            let open = watcher.edges.iter().filter(|edge| is_open(edge, &values));
            let mut edges = Vec::new();
            for own in open {
                product.ends |= is_terminal && accepts_everything(&observer, own.target);
                let steps = graph.steps(state, temporal.repeats_ends).into_iter();
                edges.extend(steps.map(|(target, acting)| Edge {
                    target: met.number((target, own.target)),
                    marks: own.marks,
                    acting,
                }));
            }
            let enabled = &graph.states[state].enabled;
            product.nodes.push(Node { edges, enabled });
        }
        Some(product)
    }

    fn has_fair_run(&self, fairness: Fairness) -> bool {
        self.ends || self.has_fair_cycle(&(0..self.nodes.len()).collect(), fairness)
    }

    /// Whether a bad run can go round fairly inside some nodes.
    fn has_fair_cycle(&self, inside: &BTreeSet<usize>, fairness: Fairness) -> bool {
        let mut components = self.components(inside).into_iter();
        components.any(|component| {
            let marks = self.inner_edges(&component).map(|edge| edge.marks);
            let marks = marks.reduce(|all, marks| all | marks);
            marks == Some(self.all_marks) && self.goes_round_fairly(&component, fairness)
        })
    }

    fn inner_edges(&self, component: &BTreeSet<usize>) -> impl Iterator<Item = &Edge<'g>> {
        let edges = component.iter().flat_map(|node| &self.nodes[*node].edges);
        edges.filter(|edge| component.contains(&edge.target))
    }

    /// Whether a run that goes everywhere in a component is fair; under strong fairness it may have
    /// to avoid some of it.
    fn goes_round_fairly(&self, component: &BTreeSet<usize>, fairness: Fairness) -> bool {
        let acting = self.inner_edges(component).filter_map(|edge| edge.acting);
        let acting: BTreeSet<&Unit> = acting.flatten().collect();
        let is_enabled = |node: &usize, unit: &Unit| self.nodes[*node].enabled.contains(unit);
        let enabled = component.iter();
        let enabled: BTreeSet<&Unit> = enabled.flat_map(|node| self.nodes[*node].enabled).collect();
        let mut idle = enabled.difference(&acting);
        match fairness {
            Fairness::None => true,
            Fairness::Weak => !idle.any(|unit| component.iter().all(|node| is_enabled(node, unit))),
            Fairness::Strong => idle.next().is_none_or(|unit| {
                let rest = component.iter().filter(|node| !is_enabled(node, unit));
                self.has_fair_cycle(&rest.copied().collect(), fairness)
            }),
        }
    }

    /// Sets of nodes that reach each other inside some nodes: for each node what it reaches, and
    /// what reaches it.
    fn components(&self, inside: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let mut backward: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for node in inside {
            for edge in &self.nodes[*node].edges {
                backward.entry(edge.target).or_default().push(*node);
            }
        }
        let forward = |node: usize| -> Vec<usize> {
            let edges = self.nodes[node].edges.iter();
            edges.map(|edge| edge.target).collect()
        };
        let backward = |node: usize| backward.get(&node).cloned().unwrap_or_default();
        let mut left = inside.clone();
        let mut components = Vec::new();
        while let Some(first) = left.first().copied() {
            let ahead = reached(first, &left, forward);
            let component = reached(first, &ahead, backward);
            left.retain(|node| !component.contains(node));
            components.push(component);
        }
        components
    }
}

impl Graph<'_> {
    /// The steps of a state, with who acts in them; one that is at an end may stay there.
    fn steps(&self, state: usize, repeats_ends: bool) -> Vec<(usize, Option<&BTreeSet<Unit>>)> {
        let own = &self.states[state];
        if own.is_end && repeats_ends {
            vec![(state, None)]
        } else {
            own.steps
                .iter()
                .map(|(to, acting)| (*to, Some(acting)))
                .collect()
        }
    }
}

fn reached(
    first: usize,
    inside: &BTreeSet<usize>,
    next: impl Fn(usize) -> Vec<usize>,
) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([first]);
    let mut pending = vec![first];
    while let Some(node) = pending.pop() {
        for target in next(node) {
            if inside.contains(&target) && reached.insert(target) {
                pending.push(target);
            }
        }
    }
    reached
}
