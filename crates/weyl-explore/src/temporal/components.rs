//! Strongly connected components of what is known of the product, in memory, without recursion (the
//! path-based algorithm of H. Gabow, 2000, with the marks of components as in J.-M. Couvreur,
//! On-the-fly verification of linear temporal logic, 1999).
//!
//! Nodes that may still belong to a larger component are open; the roots are the oldest nodes of
//! the components known so far, on the path of the search. An edge to an open node joins the
//! components after that node to one, with the marks of all edges between them. What is not
//! expanded has no edges: a component that is bad without them is bad for good.
//!
//! All edges of a node are looked at when it is entered, so that the memory of all of them is asked
//! for at once.

use super::core::{Core, Numbers};
use super::dead::Dead;
use super::product::{Met, Node};
use super::reached::Reached;
use crate::account::Account;
use crate::graph::{Eyes, Row, StateGraph, Stop};
use crate::store::{StateIndex, Store};
use cranelift_entity::EntityRef;
use weyl_store::Quota;
use weyl_system::Conditions;
use weyl_temporal::Marks;

/// Visits between two looks at the clock and the accounts.
const VISITS: u64 = 4096;

const UNSEEN: u32 = 0;
const CLOSED: u32 = u32::MAX;

/// What is known of the product.
#[derive(Clone, Copy)]
pub(super) struct Known<'s, 'q> {
    pub graph: &'s StateGraph,
    pub met: &'s Met<'q>,
    pub core: &'s Core,
    pub reached: &'s Reached,
    /// Other nodes to begin with.
    pub roots: &'s [Node],
    pub quota: &'s Quota,
}

/// A node on the path.
struct Frame {
    number: usize,
    /// Where those of its edges begin that were not taken.
    first: usize,
}

/// An edge that was not taken when its node was entered.
#[derive(Clone, Copy)]
struct Ahead {
    node: Node,
    number: usize,
    marks: Marks,
}

struct Root {
    order: u32,
    /// Where its nodes begin among those that are open.
    first: usize,
    /// Of the edges inside.
    marks: Marks,
    /// Of the edge to it.
    entry: Marks,
    is_circle: bool,
}

/// An edge of the observer that a node may take inside of its component.
#[derive(Clone, Copy)]
struct Choice {
    /// Where it leads, before the step renames.
    place: u32,
    marks: Marks,
}

pub(super) struct Search<'s, 'a, 'q, S, T> {
    known: Known<'s, 'q>,
    eyes: &'s mut Eyes<'a, S, T>,
    /// Where several search: which components are complete, and in which order this one goes.
    dead: Option<(&'s Dead, usize)>,
    numbers: Numbers,
    /// When each node was met, by number.
    order: Vec<u32>,
    met: u32,
    frames: Vec<Frame>,
    ahead: Vec<Ahead>,
    choices: Vec<Choice>,
    open_edges: Vec<u32>,
    roots: Vec<Root>,
    open: Vec<(Node, usize)>,
    account: Account,
    visits: u64,
    accepting: Vec<Vec<Node>>,
}

impl<'s, 'a, 'q, S: Conditions, T: Store> Search<'s, 'a, 'q, S, T> {
    pub fn new(known: Known<'s, 'q>, eyes: &'s mut Eyes<'a, S, T>) -> Self {
        Search {
            numbers: known.core.numbers(),
            known,
            eyes,
            dead: None,
            order: Vec::new(),
            met: 0,
            frames: Vec::new(),
            ahead: Vec::new(),
            choices: Vec::new(),
            open_edges: Vec::new(),
            roots: Vec::new(),
            open: Vec::new(),
            account: Account::default(),
            visits: 0,
            accepting: Vec::new(),
        }
    }

    /// One of several that tell each other which components are complete.
    pub fn among(self, dead: &'s Dead, number: usize) -> Self {
        Search {
            dead: Some((dead, number)),
            ..self
        }
    }

    /// The nodes of each component that has all marks; one of several ends with the first.
    pub fn run(mut self) -> Result<Vec<Vec<Node>>, Stop> {
        let searched = self.search();
        let released = self.account.settle(self.known.quota, 0);
        searched?;
        released?;
        Ok(self.accepting)
    }

    fn search(&mut self) -> Result<(), Stop> {
        let Known { core, reached, .. } = self.known;
        let bound = reached.bound();
        if let Numbers::Rows(width) = self.numbers {
            let bytes = width * bound * size_of::<u32>();
            self.account.settle(self.known.quota, bytes)?;
            self.order = vec![UNSEEN; width * bound];
        }
        for at in 0..bound {
            let state = match self.dead {
                None => at,
                Some((dead, own)) => dead.turn(at, bound, own),
            };
            let vertex = StateIndex::new(state);
            for place in reached.of(vertex).filter(|place| core.contains(*place)) {
                if self.is_over() {
                    return Ok(());
                }
                self.search_from(Node { vertex, place })?;
            }
        }
        for root in self.known.roots {
            self.search_from(*root)?;
        }
        if let Some((dead, _)) = self.dead {
            dead.end();
        }
        Ok(())
    }

    /// Whether another one has shown all that there is to show.
    fn is_over(&self) -> bool {
        self.dead.is_some_and(|(dead, _)| dead.is_over())
    }

    fn search_from(&mut self, node: Node) -> Result<(), Stop> {
        let number = self.number(node);
        if self.order_of(number) == UNSEEN {
            self.enter(node, number, 0)?;
        }
        while !self.frames.is_empty() && !self.is_over() {
            self.advance()?;
        }
        Ok(())
    }

    fn number(&mut self, node: Node) -> usize {
        let number = self.numbers.of(self.known.core, node.vertex, node.place);
        if number >= self.order.len() {
            self.order.resize(number + 1, UNSEEN);
        }
        number
    }

    #[inline]
    fn order_of(&self, number: usize) -> u32 {
        match self.order[number] {
            UNSEEN if self.dead.is_some_and(|(dead, _)| dead.contains(number)) => CLOSED,
            order => order,
        }
    }

    /// Visits a node for the first time.
    fn enter(&mut self, node: Node, number: usize, entry: Marks) -> Result<(), Stop> {
        self.look_around()?;
        let row = self.known.graph.row(node.vertex);
        let row = match row {
            Some(row) if self.choose(node)? => row,
            // There is no way on from here.
            Some(_) | None => {
                self.close(number);
                return Ok(());
            }
        };
        self.met += 1;
        self.order[number] = self.met;
        self.roots.push(Root {
            order: self.met,
            first: self.open.len(),
            marks: 0,
            entry,
            is_circle: false,
        });
        self.open.push((node, number));
        let first = self.ahead.len();
        self.frames.push(Frame { number, first });
        self.look_ahead(node, row);
        if self.dead.is_some_and(|(_, own)| own % 2 == 1) {
            self.ahead[first..].reverse();
        }
        Ok(())
    }

    /// Lists the edges of the observer that may belong to a circle; whether there are any. Where
    /// atoms make no sense nobody goes on.
    fn choose(&mut self, node: Node) -> Result<bool, Stop> {
        let Known { met, core, .. } = self.known;
        self.choices.clear();
        match met.choices(node, self.eyes, &mut self.open_edges) {
            Ok(()) => {}
            Err(Stop::NotEvaluable { .. }) => return Ok(false),
            Err(stop) => return Err(stop),
        }
        let state = met.state_of(node.place);
        for choice in &self.open_edges {
            let edge = &met.observer_state(node.place).edges[*choice as usize];
            if core.is_inner(state, edge.target) {
                self.choices.push(Choice {
                    place: met.place_after(node.place, edge.target),
                    marks: edge.marks,
                });
            }
        }
        Ok(!self.choices.is_empty())
    }

    /// Takes the edges of a node to open nodes, and keeps those to nodes that were not seen.
    fn look_ahead(&mut self, node: Node, row: Row) {
        let Known { graph, met, .. } = self.known;
        for at in 0..self.choices.len() {
            let choice = self.choices[at];
            if row.may_repeat(met.question.repeats) {
                let target = Node {
                    place: choice.place,
                    ..node
                };
                self.look_at(target, choice.marks);
            }
            for step in 0..row.count() {
                let target = if met.follows() {
                    let step = graph.step(node.vertex, step);
                    Node {
                        vertex: step.target,
                        place: met.renamed(choice.place, graph, step.renaming),
                    }
                } else {
                    Node {
                        vertex: graph.target(row, step),
                        place: choice.place,
                    }
                };
                self.look_at(target, choice.marks);
            }
        }
    }

    #[inline]
    fn look_at(&mut self, node: Node, marks: Marks) {
        let number = self.number(node);
        match self.order_of(number) {
            UNSEEN => self.ahead.push(Ahead {
                node,
                number,
                marks,
            }),
            CLOSED => {}
            order => self.join(order, marks),
        }
    }

    /// Takes the next edge of the last node on the path, or leaves it.
    fn advance(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        if self.ahead.len() == frame.first {
            self.leave();
            return Ok(());
        }
        let Some(ahead) = self.ahead.pop() else {
            return Ok(());
        };
        match self.order_of(ahead.number) {
            UNSEEN => self.enter(ahead.node, ahead.number, ahead.marks)?,
            CLOSED => {}
            order => self.join(order, ahead.marks),
        }
        Ok(())
    }

    /// An edge to an open node: all components from there on are one.
    fn join(&mut self, order: u32, mut marks: Marks) {
        while let Some(root) = self.roots.pop() {
            if root.order > order {
                marks |= root.marks | root.entry;
                continue;
            }
            return self.roots.push(Root {
                marks: marks | root.marks,
                is_circle: true,
                ..root
            });
        }
    }

    /// All edges of a node were taken; if it is a root, its component is complete.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let order = self.order[frame.number];
        let Some(root) = self.roots.pop_if(|root| root.order == order) else {
            return;
        };
        if root.is_circle && root.marks == self.known.met.question.observer.all_marks() {
            let members = self.open[root.first..].iter().map(|(node, _)| *node);
            self.accepting.push(members.collect());
            if let Some((dead, _)) = self.dead {
                dead.end();
            }
        }
        for at in root.first..self.open.len() {
            self.close(self.open[at].1);
        }
        self.open.truncate(root.first);
    }

    fn close(&mut self, number: usize) {
        self.order[number] = CLOSED;
        if let Some((dead, _)) = self.dead {
            dead.add(number);
        }
    }

    fn look_around(&mut self) -> Result<(), Stop> {
        self.visits += 1;
        if !self.visits.is_multiple_of(VISITS) {
            return Ok(());
        }
        self.eyes.watch.go_on()?;
        let accepting: usize = self.accepting.iter().map(Vec::capacity).sum();
        let bytes = self.numbers.bytes()
            + self.order.capacity() * size_of::<u32>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.ahead.capacity() * size_of::<Ahead>()
            + self.roots.capacity() * size_of::<Root>()
            + self.open.capacity() * size_of::<(Node, usize)>()
            + accepting * size_of::<Node>();
        Ok(self.account.settle(self.known.quota, bytes)?)
    }
}
