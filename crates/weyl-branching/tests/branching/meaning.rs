//! What formulas mean, by definition and slowly.
//!
//! Fixpoints are iterated from the bottom or the top, each time anew. Path formulas are guessed:
//! a node is a state with the truth of each temporal part of the formula (O. Lichtenstein and
//! A. Pnueli, 1985), and units keep their names: a node also knows what each is called now.

use crate::graphs::Small;
use std::collections::{BTreeSet, HashMap};
use weyl_branching::Fairness;
use weyl_temporal::branching::{Formula, Path, Steps};

pub type Truth = Vec<bool>;

pub struct Meaning<'g> {
    pub graph: &'g Small,
    pub fairness: Fairness,
}

impl Meaning<'_> {
    pub fn holding(&self, formula: &Formula) -> Truth {
        self.with(formula, &mut Vec::new())
    }

    fn each(&self, holds: impl Fn(usize) -> bool) -> Truth {
        (0..self.graph.steps.len()).map(holds).collect()
    }

    fn with(&self, formula: &Formula, values: &mut Vec<(u32, Truth)>) -> Truth {
        match formula {
            Formula::True => self.each(|_| true),
            Formula::False => self.each(|_| false),
            Formula::Proposition(number) => {
                self.each(|state| self.graph.labels[*number as usize].contains(state as u32))
            }
            Formula::Not(one) => {
                let one = self.with(one, values);
                self.each(|state| !one[state])
            }
            Formula::And(one, other) => {
                let (one, other) = (self.with(one, values), self.with(other, values));
                self.each(|state| one[state] && other[state])
            }
            Formula::Or(one, other) => {
                let (one, other) = (self.with(one, values), self.with(other, values));
                self.each(|state| one[state] || other[state])
            }
            Formula::Variable(variable) => {
                let inner = values.iter().rev().find(|(known, _)| known == variable);
                inner.expect("it is bound").1.clone()
            }
            Formula::Least(variable, body) => self.fixpoint(*variable, body, false, values),
            Formula::Greatest(variable, body) => self.fixpoint(*variable, body, true, values),
            Formula::Can(steps, then) => {
                let then = self.with(then, values);
                self.each(|state| self.seen(state, *steps).iter().any(|to| then[*to]))
            }
            Formula::Must(steps, then) => {
                let then = self.with(then, values);
                self.each(|state| self.seen(state, *steps).iter().all(|to| then[*to]))
            }
            Formula::Exists(path) => self.some_run(path),
            Formula::Every(path) => {
                let bad = self.some_run(&(**path).clone().negated());
                self.each(|state| !bad[state])
            }
        }
    }

    fn fixpoint(
        &self,
        variable: u32,
        body: &Formula,
        start: bool,
        values: &mut Vec<(u32, Truth)>,
    ) -> Truth {
        let mut value = self.each(|_| start);
        loop {
            values.push((variable, value.clone()));
            let next = self.with(body, values);
            values.pop();
            if next == value {
                return value;
            }
            value = next;
        }
    }

    fn seen(&self, state: usize, wanted: Steps) -> Vec<usize> {
        let ways = self.graph.ways(state).into_iter();
        let seen = ways.filter(|step| match wanted {
            Steps::All => true,
            Steps::Of(set) => step.action.is_some_and(|action| set >> action & 1 == 1),
        });
        seen.map(|step| step.target as usize).collect()
    }

    fn some_run(&self, path: &Path) -> Truth {
        let guesses = Guesses::new(self, path);
        let names: Vec<u32> = (0..self.graph.units).collect();
        self.each(|state| guesses.begins(path, state, &names))
    }
}

struct Guesses<'m> {
    graph: &'m Small,
    /// Until, release, next; a guess is a bit for each.
    temporal: Vec<Path>,
    states: Vec<(Formula, Truth)>,
    nodes: Vec<Node>,
    numbers: HashMap<Node, usize>,
    /// From which nodes there are runs that count.
    good: BTreeSet<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    state: usize,
    /// What each unit is called here.
    names: Vec<u32>,
    guess: u32,
}

impl Guesses<'_> {
    fn new<'m>(meaning: &'m Meaning<'m>, path: &Path) -> Guesses<'m> {
        let mut guesses = Guesses {
            graph: meaning.graph,
            temporal: Vec::new(),
            states: Vec::new(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
            good: BTreeSet::new(),
        };
        guesses.collect(meaning, path);
        let names: Vec<u32> = (0..meaning.graph.units).collect();
        for state in 0..meaning.graph.steps.len() {
            for guess in 0..1 << guesses.temporal.len() {
                guesses.number(Node {
                    state,
                    names: names.clone(),
                    guess,
                });
            }
        }
        let edges = guesses.edges();
        guesses.good = guesses.find_good(&edges, meaning.fairness);
        guesses
    }

    fn collect(&mut self, meaning: &Meaning<'_>, path: &Path) {
        match path {
            Path::State(state) => {
                let truth = meaning.holding(state);
                self.states.push((state.clone(), truth));
            }
            Path::Not(one) => self.collect(meaning, one),
            Path::And(one, other) | Path::Or(one, other) => {
                self.collect(meaning, one);
                self.collect(meaning, other);
            }
            Path::Next(one) => {
                self.collect(meaning, one);
                self.temporal.push(path.clone());
            }
            Path::Until(one, other) | Path::Release(one, other) => {
                self.collect(meaning, one);
                self.collect(meaning, other);
                self.temporal.push(path.clone());
            }
        }
    }

    fn guessed(&self, node: &Node, path: &Path) -> bool {
        let place = self.temporal.iter().position(|known| known == path);
        node.guess >> place.expect("it was collected") & 1 == 1
    }

    fn truth(&self, node: &Node, path: &Path) -> bool {
        match path {
            Path::State(state) => {
                let known = self.states.iter().find(|(known, _)| known == state);
                known.expect("it was collected").1[node.state]
            }
            Path::Not(one) => !self.truth(node, one),
            Path::And(one, other) => self.truth(node, one) && self.truth(node, other),
            Path::Or(one, other) => self.truth(node, one) || self.truth(node, other),
            Path::Next(_) | Path::Until(..) | Path::Release(..) => self.guessed(node, path),
        }
    }

    /// Whether guesses before and behind a step fit.
    fn fit(&self, from: &Node, to: &Node) -> bool {
        self.temporal.iter().all(|path| {
            let expected = match path {
                Path::Next(one) => self.truth(to, one),
                Path::Until(one, other) => {
                    self.truth(from, other) || self.truth(from, one) && self.guessed(to, path)
                }
                Path::Release(one, other) => {
                    self.truth(from, other) && (self.truth(from, one) || self.guessed(to, path))
                }
                _ => unreachable!("the others are not guessed"),
            };
            expected == self.guessed(from, path)
        })
    }

    /// With the units that act, by the names that they have for ever. New nodes are found.
    fn edges(&mut self) -> Vec<Vec<(usize, u32)>> {
        let mut edges = Vec::new();
        while edges.len() < self.nodes.len() {
            let from = self.nodes[edges.len()].clone();
            let mut own = Vec::new();
            for step in self.graph.ways(from.state) {
                let after = |name: &u32| match step.renaming {
                    0 => *name,
                    number => self.graph.renamings[number as usize - 1][*name as usize],
                };
                let acting = self.units_in(step.acting, &from.names);
                let names: Vec<u32> = from.names.iter().map(after).collect();
                for guess in 0..1 << self.temporal.len() {
                    let to = Node {
                        state: step.target as usize,
                        names: names.clone(),
                        guess,
                    };
                    if self.fit(&from, &to) {
                        own.push((self.number(to), acting));
                    }
                }
            }
            edges.push(own);
        }
        edges
    }

    fn units_in(&self, called: u32, names: &[u32]) -> u32 {
        let units = (0..).zip(names);
        units.map(|(unit, name)| (called >> name & 1) << unit).sum()
    }

    fn number(&mut self, node: Node) -> usize {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        self.numbers.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn find_good(&self, edges: &[Vec<(usize, u32)>], fairness: Fairness) -> BTreeSet<usize> {
        let all_units = (1u32 << self.graph.units) - 1;
        let enabled = |node: usize| {
            let node = &self.nodes[node];
            self.units_in(self.graph.enabled(node.state), &node.names)
        };
        // Under strong fairness: who acts for ever; the others are not enabled any more.
        let choices = match fairness {
            Fairness::Strong => (0..=all_units).collect(),
            Fairness::None | Fairness::Weak => vec![all_units],
        };
        let mut core = BTreeSet::new();
        for acting_for_ever in choices {
            let stays =
                |node: usize| fairness != Fairness::Strong || enabled(node) & !acting_for_ever == 0;
            let inside = |node: usize| {
                let edges = edges[node]
                    .iter()
                    .filter(move |(to, _)| stays(node) && stays(*to));
                edges.copied()
            };
            let reach: Vec<BTreeSet<usize>> = (0..edges.len())
                .map(|node| {
                    reached(inside(node).map(|edge| edge.0), |at| {
                        inside(at).map(|edge| edge.0).collect()
                    })
                })
                .collect();
            for node in (0..edges.len()).filter(|node| reach[*node].contains(node)) {
                let members: Vec<usize> = reach[node]
                    .iter()
                    .copied()
                    .filter(|other| reach[*other].contains(&node))
                    .collect();
                let inner = members.iter().flat_map(|at| inside(*at));
                let inner = inner.filter(|(to, _)| members.contains(to));
                let acting = inner.fold(0, |all, (_, acting)| all | acting);
                let disabled = members.iter().fold(0, |all, at| all | !enabled(*at));
                let is_fair = match fairness {
                    Fairness::None => true,
                    Fairness::Weak => (acting | disabled) & all_units == all_units,
                    Fairness::Strong => acting & acting_for_ever == acting_for_ever,
                };
                if is_fair && self.keeps_promises(&members) {
                    core.insert(node);
                }
            }
        }
        let from = (0..edges.len()).filter(|node| {
            let onward = |at: usize| edges[at].iter().map(|edge| edge.0).collect();
            let on = reached(edges[*node].iter().map(|edge| edge.0), onward);
            core.contains(node) || on.iter().any(|to| core.contains(to))
        });
        from.collect()
    }

    /// What is guessed to come does, and what is guessed never to end does not.
    fn keeps_promises(&self, members: &[usize]) -> bool {
        self.temporal.iter().all(|path| {
            members.iter().any(|at| {
                let node = &self.nodes[*at];
                match path {
                    Path::Until(_, other) => !self.guessed(node, path) || self.truth(node, other),
                    Path::Release(_, other) => self.guessed(node, path) || !self.truth(node, other),
                    _ => true,
                }
            })
        })
    }

    fn begins(&self, path: &Path, state: usize, names: &[u32]) -> bool {
        self.nodes.iter().enumerate().any(|(number, node)| {
            let here = node.state == state && node.names == names;
            here && self.truth(node, path) && self.good.contains(&number)
        })
    }
}

/// Everything that can be reached, the beginning included.
fn reached(
    from: impl Iterator<Item = usize>,
    onward: impl Fn(usize) -> Vec<usize>,
) -> BTreeSet<usize> {
    let mut all: BTreeSet<usize> = from.collect();
    let mut pending: Vec<usize> = all.iter().copied().collect();
    while let Some(at) = pending.pop() {
        pending.extend(onward(at).into_iter().filter(|to| all.insert(*to)));
    }
    all
}

/// CTL by the definition of its operators as fixpoints, A as well as E.
pub fn ctl(graph: &Small, formula: &Formula) -> Truth {
    let each =
        |holds: &dyn Fn(usize) -> bool| -> Truth { (0..graph.steps.len()).map(holds).collect() };
    match formula {
        Formula::Not(one) => ctl(graph, one).into_iter().map(|holds| !holds).collect(),
        Formula::And(one, other) => {
            let (one, other) = (ctl(graph, one), ctl(graph, other));
            each(&|state| one[state] && other[state])
        }
        Formula::Or(one, other) => {
            let (one, other) = (ctl(graph, one), ctl(graph, other));
            each(&|state| one[state] || other[state])
        }
        Formula::Exists(path) | Formula::Every(path) => {
            let some = matches!(formula, Formula::Exists(_));
            let next = |set: &Truth, state: usize| {
                let ways = graph.ways(state);
                let mut ways = ways.iter().map(|step| set[step.target as usize]);
                if some {
                    ways.any(|to| to)
                } else {
                    ways.all(|to| to)
                }
            };
            match &**path {
                Path::Next(one) => {
                    let one = ctl_state(graph, one);
                    each(&|state| next(&one, state))
                }
                Path::Until(one, other) => {
                    let (one, other) = (ctl_state(graph, one), ctl_state(graph, other));
                    let mut z = each(&|_| false);
                    for _ in 0..graph.steps.len() {
                        z = each(&|state| other[state] || one[state] && next(&z, state));
                    }
                    z
                }
                Path::Release(one, other) => {
                    let (one, other) = (ctl_state(graph, one), ctl_state(graph, other));
                    let mut z = each(&|_| true);
                    for _ in 0..graph.steps.len() {
                        z = each(&|state| other[state] && (one[state] || next(&z, state)));
                    }
                    z
                }
                _ => unreachable!("it is CTL"),
            }
        }
        _ => Meaning {
            graph,
            fairness: Fairness::None,
        }
        .holding(formula),
    }
}

fn ctl_state(graph: &Small, path: &Path) -> Truth {
    let joined = match path {
        Path::State(state) => state.clone(),
        Path::Or(one, other) => match (&**one, &**other) {
            (Path::State(one), Path::State(other)) => one.clone().or(other.clone()),
            _ => unreachable!("it is CTL"),
        },
        _ => unreachable!("it is CTL"),
    };
    ctl(graph, &joined)
}
