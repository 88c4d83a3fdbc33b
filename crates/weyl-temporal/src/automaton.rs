//! Generalised Büchi automata with acceptance on transitions.

use crate::components::components;
use crate::evaluate::Lasso;
use std::collections::{BTreeMap, BTreeSet};

/// A conjunction of propositions and negated ones, each a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cube {
    pub positive: u64,
    pub negative: u64,
}

impl Cube {
    pub fn holds(self, letter: u64) -> bool {
        self.positive & !letter == 0 && self.negative & letter == 0
    }

    /// Whether everything that this allows is allowed by another.
    pub fn implies(self, other: Cube) -> bool {
        other.positive & !self.positive == 0 && other.negative & !self.negative == 0
    }
}

/// A set of acceptance sets, each a bit.
pub type Marks = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transition {
    pub label: Cube,
    /// The acceptance sets that it belongs to.
    pub marks: Marks,
    pub target: usize,
}

/// A word is accepted if some run on it, from the state 0, meets each acceptance set infinitely
/// often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The transitions of each state.
    pub states: Vec<Vec<Transition>>,
    /// How many acceptance sets there are.
    pub sets: u32,
}

impl Automaton {
    /// The acceptance sets, all of them.
    pub fn all_marks(&self) -> Marks {
        match self.sets {
            0 => 0,
            sets => Marks::MAX >> (Marks::BITS - sets),
        }
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, lasso: &Lasso) -> bool {
        let mut numbers: BTreeMap<(usize, usize), usize> = BTreeMap::from([((0, 0), 0)]);
        let mut product: Vec<Vec<(usize, Marks)>> = Vec::new();
        let mut pending = vec![(0, 0)];
        let mut next = 0;
        while let Some(&(state, position)) = pending.get(next) {
            next += 1;
            let letter = lasso.letters[position];
            let mut edges = Vec::new();
            for transition in &self.states[state] {
                if !transition.label.holds(letter) {
                    continue;
                }
                let to = (transition.target, lasso.next(position));
                let new = numbers.len();
                let number = *numbers.entry(to).or_insert(new);
                if number == new {
                    pending.push(to);
                }
                edges.push((number, transition.marks));
            }
            product.push(edges);
        }
        has_accepting_component(&product, self.all_marks())
    }

    /// Whether it accepts no word at all.
    pub fn is_empty(&self) -> bool {
        let states = self.states.iter();
        let graph: Vec<Vec<(usize, Marks)>> = states
            .map(|transitions| transitions.iter().map(|t| (t.target, t.marks)).collect())
            .collect();
        !has_accepting_component(&graph, self.all_marks())
    }

    /// Whether it accepts some word that begins with these letters.
    pub fn accepts_after(&self, letters: &[u64]) -> bool {
        let mut at = BTreeSet::from([0]);
        for letter in letters {
            let transitions = at.iter().flat_map(|state| &self.states[*state]);
            let open = transitions.filter(|transition| transition.label.holds(*letter));
            at = open.map(|transition| transition.target).collect();
        }
        let mut pending: Vec<usize> = at.iter().copied().collect();
        while let Some(state) = pending.pop() {
            let targets = self.states[state].iter().map(|edge| edge.target);
            pending.extend(targets.filter(|target| at.insert(*target)));
        }
        let reached = |(state, transitions): (usize, &Vec<Transition>)| {
            let reached = transitions.iter().filter(|_| at.contains(&state));
            reached.map(|edge| (edge.target, edge.marks)).collect()
        };
        let graph: Vec<Vec<(usize, Marks)>> = self.states.iter().enumerate().map(reached).collect();
        has_accepting_component(&graph, self.all_marks())
    }

    /// The words that two automata accept both.
    pub fn intersection(&self, other: &Automaton) -> Automaton {
        let mut numbers: BTreeMap<(usize, usize), usize> = BTreeMap::from([((0, 0), 0)]);
        let mut states = Vec::new();
        let mut pending = vec![(0, 0)];
        while let Some(&(one, two)) = pending.get(states.len()) {
            let mut transitions = Vec::new();
            for a in &self.states[one] {
                for b in &other.states[two] {
                    let label = Cube {
                        positive: a.label.positive | b.label.positive,
                        negative: a.label.negative | b.label.negative,
                    };
                    if label.positive & label.negative != 0 {
                        continue;
                    }
                    let to = (a.target, b.target);
                    let new = numbers.len();
                    let target = *numbers.entry(to).or_insert(new);
                    if target == new {
                        pending.push(to);
                    }
                    transitions.push(Transition {
                        label,
                        marks: a.marks | b.marks << self.sets,
                        target,
                    });
                }
            }
            states.push(transitions);
        }
        Automaton {
            states,
            sets: self.sets + other.sets,
        }
    }
}

/// Whether a component that can be reached from 0 has a circle with all marks.
fn has_accepting_component(graph: &[Vec<(usize, Marks)>], all: Marks) -> bool {
    let component = components(graph.len(), |state| graph[state].iter().map(|edge| edge.0));
    let mut marks: BTreeMap<usize, Marks> = BTreeMap::new();
    for (state, edges) in graph.iter().enumerate() {
        for (_, own) in edges
            .iter()
            .filter(|(to, _)| component[*to] == component[state])
        {
            *marks.entry(component[state]).or_insert(0) |= own;
        }
    }
    marks.values().any(|marks| *marks == all)
}

#[cfg(test)]
mod tests {
    use crate::{parse, translate};

    /// Whether no word that begins so satisfies the formula, whose propositions are `a` and `b`.
    fn is_bad(formula: &str, letters: &[u64]) -> bool {
        let (formula, names) = parse(formula).unwrap();
        assert_eq!(names[0], "a");
        !translate(&formula).unwrap().accepts_after(letters)
    }

    #[test]
    fn a_prefix_is_bad_if_nothing_can_save_it() {
        assert!(!is_bad("[] a", &[1, 1]));
        assert!(is_bad("[] a", &[1, 0]));
        assert!(is_bad("[] a", &[1, 0, 1]));
        assert!(!is_bad("<> a", &[0, 0]));
        assert!(!is_bad("[] (a -> X b)", &[0, 1]));
        assert!(is_bad("[] (a -> X b)", &[0, 1, 0]));
        assert!(!is_bad("[] (a -> X b)", &[0, 1, 2]));
        assert!(is_bad("a U b", &[1, 0]));
        assert!(!is_bad("[] <> a", &[0, 0, 0]));
        assert!(is_bad("[] (a || b) && <> [] ! b", &[0]));
        assert!(is_bad("a && ! a", &[]));
    }
}
