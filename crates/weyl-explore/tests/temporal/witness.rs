//! Runs that were found, walked again and judged by definition.

use crate::ask::TemporalExploration;
use crate::case::Case;
use crate::graph::{Graph, Move, To, firing};
use crate::oracle::Product;
use std::collections::BTreeSet;
use weyl_system::Firing;
use weyl_system::{Fairness, LassoRun, Repeats, Run};

/// States one after the other; each has a move to the next, or stays.
#[derive(Clone, Debug)]
struct Walk<'g> {
    graph: &'g Graph,
    repeats: Repeats,
    states: Vec<u32>,
    moves: Vec<Option<&'g Move>>,
}

impl<'g> Walk<'g> {
    fn new(case: &'g Case, start: Firing) -> Walk<'g> {
        let start = &case.graph.initial[start.instance as usize];
        let state = start.to.state().expect("the run begins in a state");
        Walk {
            graph: &case.graph,
            repeats: case.repeats,
            states: vec![state],
            moves: Vec::new(),
        }
    }

    fn last(&self) -> u32 {
        self.states[self.states.len() - 1]
    }

    fn step(&mut self, step: Option<Firing>) {
        let state = self.last();
        let Some(fired) = step else {
            let goes_on = self.graph.happening(state).next().is_some();
            match self.repeats {
                Repeats::Nothing => panic!("no state repeats"),
                Repeats::Ends => assert!(!goes_on, "{state} can go on"),
                Repeats::Everything => {}
            }
            self.states.push(state);
            return self.moves.push(None);
        };
        let number = fired.instance as usize;
        assert_eq!(fired, firing(number));
        let taken = &self.graph.moves[state as usize][number];
        let to = taken.to.state().expect("the step leads to a state");
        self.states.push(to);
        self.moves.push(Some(taken));
    }

    /// Whether the steps from a place on, repeated for ever, are fair.
    fn is_fair(&self, back: usize, fairness: Fairness) -> bool {
        let round = back..self.moves.len();
        (0..self.graph.units).all(|unit| {
            let enabled = |at: usize| self.graph.is_enabled(self.states[at], unit);
            let acts = |at: usize| self.moves[at].is_some_and(|one| one.acting.contains(&unit));
            let acts = round.clone().any(acts);
            match fairness {
                Fairness::None => true,
                Fairness::Weak => acts || !round.clone().all(enabled),
                Fairness::Strong => acts || !round.clone().any(enabled),
            }
        })
    }

    /// The walk as a graph of its own, in which nothing else can happen.
    fn alone(&self, back: Option<usize>) -> Graph {
        let count = self.moves.len() + usize::from(back.is_none());
        let step = |at: usize| Move {
            to: To::State(at as u32),
            acting: Vec::new(),
            renaming: Vec::new(),
        };
        let next = |at: usize| match (at + 1 < count, back) {
            (true, _) => vec![step(at + 1)],
            (false, Some(back)) => vec![step(back)],
            (false, None) => Vec::new(),
        };
        let labels = self.states[..count].iter();
        let labels = labels.map(|state| self.graph.labels[*state as usize].clone());
        Graph {
            initial: vec![step(0)],
            moves: (0..count).map(next).collect(),
            labels: labels.collect(),
            ..Graph::default()
        }
    }
}

/// What the observer says of a walk that ends, or goes round.
fn watched(case: &Case, walk: &Walk, back: Option<usize>, instance: u32) -> Product {
    let alone = Case {
        graph: walk.alone(back),
        repeats: Repeats::Nothing,
        ..case.clone()
    };
    Product::new(&alone, instance)
}

fn assert_ends(case: &Case, walk: &Walk, instance: u32) {
    let last = walk.moves.len() as u32;
    let product = watched(case, walk, None, instance);
    assert!(product.ends_in.contains(&last), "it does not end");
}

/// A run of a graph with renamings goes round in the concrete graph when a concrete state comes
/// back.
pub fn assert_is_bad(concrete: &Case, run: &LassoRun) {
    let instance = run.instance;
    let mut walk = Walk::new(concrete, run.start);
    let there = run.back.unwrap_or(run.steps.len());
    run.steps[..there].iter().for_each(|step| walk.step(*step));
    if run.back.is_none() {
        return assert_ends(concrete, &walk, instance);
    }
    let round = &run.steps[there..];
    assert!(!round.is_empty());
    let mut begun = vec![walk.last()];
    let back = loop {
        round.iter().for_each(|step| walk.step(*step));
        let again = begun.iter().position(|state| *state == walk.last());
        begun.push(walk.last());
        if let Some(turns) = again {
            break there + turns * round.len();
        }
    };
    assert!(walk.is_fair(back, concrete.fairness), "it is not fair");
    let product = watched(concrete, &walk, Some(back), instance);
    assert!(
        product.has_bad_circle(Fairness::None),
        "the observer does not accept it"
    );
}

/// The run closes in the graph that was searched, with the instance that is followed.
pub fn assert_closes(case: &Case, run: &LassoRun) {
    assert!(case.instances.contains(&run.instance));
    let mut walk = Walk::new(case, run.start);
    run.steps.iter().for_each(|step| walk.step(*step));
    let Some(back) = run.back else {
        return;
    };
    assert_eq!(walk.states[back], walk.last(), "it does not close");
    if case.follows_instances {
        let start = run.start.instance as usize;
        let mut followed = vec![case.graph.initial[start].renaming[run.instance as usize]];
        for (at, taken) in walk.moves.iter().enumerate() {
            let after = taken.map(|one| one.renaming[followed[at] as usize]);
            followed.push(after.unwrap_or(followed[at]));
        }
        assert_eq!(followed[back], followed[walk.moves.len()]);
    }
}

/// The way there meets no node twice; each service of the round is no farther than all nodes, with
/// all names of the unit it is for.
pub fn assert_is_short(case: &Case, explored: &TemporalExploration, run: &LassoRun) {
    let nodes = explored.product_states as usize;
    let there = run.back.unwrap_or(run.steps.len());
    assert!(there < nodes, "{there} steps through {nodes} nodes");
    let sets = case.observer.sets as usize;
    let services = match case.fairness {
        Fairness::None => 0,
        Fairness::Weak | Fairness::Strong => (case.graph.units * case.graph.units) as usize,
    };
    let round = run.steps.len() - there;
    assert!(round <= (sets + services + 1) * nodes);
}

/// The state that a run to a failure comes to, by all steps but the last few.
pub fn state_after(case: &Case, run: &Run, left_out: usize) -> u32 {
    let mut walk = Walk::new(case, run.start);
    let steps = &run.steps[..run.steps.len() - left_out];
    steps.iter().for_each(|step| walk.step(Some(*step)));
    walk.last()
}

/// How many states of the graph the nodes of a product have.
pub fn states_of(product: &Product) -> usize {
    let states: BTreeSet<u32> = product.nodes.iter().map(|(state, _)| *state).collect();
    states.len()
}
