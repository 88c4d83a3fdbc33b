//! E of a path formula: the product of the graph with the automaton of the formula, and its
//! strongly connected components (J.-M. Couvreur, *On-the-fly verification of linear temporal
//! logic*, 1999), all of them: a component is closed when everything that it leads to is known, so
//! that one search says from which nodes a run is accepted.

use crate::Fairness;
use crate::fair_parts::{Part, fair_parts};
use crate::graph::{Graph, Step, step_or_repetition, steps_with_repetition};
use crate::states::StateSet;
use weyl_temporal::{Automaton, Marks};

/// A node is a state with a state of the automaton, as one number.
#[derive(Debug)]
pub(crate) struct Product<'p, G> {
    pub graph: &'p G,
    pub automaton: &'p Automaton,
    /// What each state is for the automaton.
    pub letters: &'p [u64],
}

/// An edge of the product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub target: u32,
    /// Of the graph, and its number.
    pub step: Step,
    pub number: u32,
    /// The number of the automaton's transition.
    pub transition: u32,
    pub marks: Marks,
}

impl<G: Graph> Product<'_, G> {
    fn width(&self) -> u32 {
        self.automaton.states.len() as u32
    }

    pub fn node_count(&self) -> usize {
        self.letters.len() * self.automaton.states.len()
    }

    pub fn first_node(&self, state: u32) -> u32 {
        state * self.width()
    }

    pub fn state(&self, node: u32) -> u32 {
        node / self.width()
    }

    pub fn automaton_state(&self, node: u32) -> usize {
        (node % self.width()) as usize
    }

    /// The first edge that is not before the one with these numbers.
    fn edge_from(&self, node: u32, mut number: u32, transition: u32) -> Option<Edge> {
        let (state, at) = (self.state(node), self.automaton_state(node));
        let transitions = &self.automaton.states[at];
        let mut from = transition as usize;
        while number < steps_with_repetition(self.graph, state) {
            let rest = transitions.iter().enumerate().skip(from);
            let letter = self.letters[state as usize];
            let mut open = rest.filter(|(_, transition)| transition.label.holds(letter));
            if let Some((place, transition)) = open.next() {
                let step = step_or_repetition(self.graph, state, number);
                return Some(Edge {
                    target: step.target * self.width() + transition.target as u32,
                    step,
                    number,
                    transition: place as u32,
                    marks: transition.marks,
                });
            }
            number += 1;
            from = 0;
        }
        None
    }

    pub fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        let mut next = (0, 0);
        std::iter::from_fn(move || {
            let edge = self.edge_from(node, next.0, next.1)?;
            next = (edge.number, edge.transition + 1);
            Some(edge)
        })
    }
}

/// From which nodes there are runs that count.
#[derive(Debug)]
pub(crate) struct Searched {
    /// A run that is accepted, and fair, begins here.
    pub good: StateSet,
    /// Nodes among which such runs can stay: connected parts of them are fair and have all marks.
    pub core: StateSet,
}

impl Searched {
    /// Searches everything that can be reached where the automaton begins in any state.
    pub fn new<G: Graph>(product: &Product<'_, G>, fairness: Fairness) -> Searched {
        let mut search = Search {
            product,
            fairness,
            order: vec![UNSEEN; product.node_count()],
            met: 0,
            frames: Vec::new(),
            roots: Vec::new(),
            open: Vec::new(),
            found: Searched {
                good: StateSet::none(product.node_count()),
                core: StateSet::none(product.node_count()),
            },
        };
        for state in 0..product.letters.len() as u32 {
            search.search_from(product.first_node(state));
        }
        search.found
    }
}

const UNSEEN: u32 = 0;
const CLOSED: u32 = u32::MAX;

/// A node on the path, and the edge to be taken next.
struct Frame {
    node: u32,
    number: u32,
    transition: u32,
}

/// What is known of a component that is not complete.
struct Root {
    order: u32,
    /// Where its nodes begin among the open ones.
    first: usize,
    marks: Marks,
    /// The marks of the edge that led to it.
    entry: Marks,
    is_circle: bool,
    leads_to_good: bool,
}

struct Search<'s, G> {
    product: &'s Product<'s, G>,
    fairness: Fairness,
    order: Vec<u32>,
    met: u32,
    frames: Vec<Frame>,
    roots: Vec<Root>,
    open: Vec<u32>,
    found: Searched,
}

impl<G: Graph> Search<'_, G> {
    fn search_from(&mut self, node: u32) {
        if self.order[node as usize] == UNSEEN {
            self.enter(node, 0);
        }
        while let Some(frame) = self.frames.last_mut() {
            weyl_budget::go_on();
            let edge = self
                .product
                .edge_from(frame.node, frame.number, frame.transition);
            let Some(edge) = edge else {
                self.leave();
                continue;
            };
            frame.number = edge.number;
            frame.transition = edge.transition + 1;
            match self.order[edge.target as usize] {
                UNSEEN => self.enter(edge.target, edge.marks),
                CLOSED => self.note_good(edge.target),
                order => self.join(order, edge.marks),
            }
        }
    }

    fn enter(&mut self, node: u32, entry: Marks) {
        self.met += 1;
        self.order[node as usize] = self.met;
        self.roots.push(Root {
            order: self.met,
            first: self.open.len(),
            marks: 0,
            entry,
            is_circle: false,
            leads_to_good: false,
        });
        self.open.push(node);
        self.frames.push(Frame {
            node,
            number: 0,
            transition: 0,
        });
    }

    fn note_good(&mut self, closed: u32) {
        if let Some(root) = self.roots.last_mut() {
            root.leads_to_good |= self.found.good.contains(closed);
        }
    }

    /// An edge to an open node: all components from there on are one.
    fn join(&mut self, order: u32, mut marks: Marks) {
        let mut leads_to_good = false;
        while let Some(mut root) = self.roots.pop() {
            marks |= root.marks;
            leads_to_good |= root.leads_to_good;
            if root.order > order {
                marks |= root.entry;
                continue;
            }
            root.marks = marks;
            root.leads_to_good = leads_to_good;
            root.is_circle = true;
            return self.roots.push(root);
        }
    }

    /// All edges of a node were taken; if it is a root, its component is complete.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let order = self.order[frame.node as usize];
        let Some(root) = self.roots.pop_if(|root| root.order == order) else {
            return;
        };
        let members = self.open.split_off(root.first);
        for node in &members {
            self.order[*node as usize] = CLOSED;
        }
        let accepts = root.is_circle && root.marks == self.product.automaton.all_marks();
        let is_good = (accepts && self.note_core(&members)) || root.leads_to_good;
        if is_good {
            for node in members {
                self.found.good.insert(node);
            }
            self.note_good(frame.node);
        }
    }

    /// Where in a component with all marks runs can stay; whether there is such a place.
    fn note_core(&mut self, members: &[u32]) -> bool {
        if self.fairness == Fairness::None {
            for node in members {
                self.found.core.insert(*node);
            }
            return true;
        }
        let parts = fair_parts(
            self.product,
            Part::new(self.product, members),
            self.fairness,
        );
        for node in parts.iter().flat_map(|part| &part.nodes) {
            self.found.core.insert(*node);
        }
        !parts.is_empty()
    }
}
