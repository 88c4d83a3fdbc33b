//! Components of the product, depth first and without recursion.
//!
//! Nodes that may still belong to a larger component are open; the roots are the oldest nodes of
//! the components known so far, on the path of the search. An edge to an open node joins the
//! components after that node to one, with the marks of all edges between them. Without fairness a
//! component is a violation as soon as it has all marks; with fairness it is decided when it is
//! complete.

use super::fair_part::{Component, fair_part};
use super::product::{Node, Product};
use crate::account::Account;
use crate::graph::{Stop, Tracked};
use crate::store::Store;
use std::sync::atomic::Ordering::Relaxed;
use weyl_system::{Conditions, Fairness, Renaming};
use weyl_temporal::Marks;

/// Visits between two looks at the clock and the accounts.
const VISITS: u64 = 1024;

const UNSEEN: u32 = 0;
const CLOSED: u32 = u32::MAX;

pub(super) enum Found {
    /// The observer came to its end.
    End(Node),
    /// A bad run goes round in it.
    Circle(Component),
}

pub(super) enum Ending {
    Exhausted,
    /// Some nodes were not visited because of their depth.
    Cut,
    Found(Found),
}

/// A node on the path, with what is left of its edges: those for the open edges of the observer,
/// each with all steps.
struct Frame {
    node: Node,
    first_choice: usize,
    choice: usize,
    step: u32,
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

struct Search<'s, 'k, 'a, 'q, S, R, T: Store + 'a> {
    product: &'s mut Product<'k, 'a, 'q, S, R, T>,
    most_steps: Option<u64>,
    /// When each node was met.
    order: Vec<u32>,
    met: u32,
    frames: Vec<Frame>,
    choices: Vec<u32>,
    roots: Vec<Root>,
    open: Vec<Node>,
    account: Account,
    visits: u64,
    is_cut: bool,
}

/// Searches paths of at most so many steps.
pub(super) fn search<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    most_steps: Option<u64>,
) -> Result<Ending, Stop> {
    let mut search = Search {
        product,
        most_steps,
        order: Vec::new(),
        met: 0,
        frames: Vec::new(),
        choices: Vec::new(),
        roots: Vec::new(),
        open: Vec::new(),
        account: Account::default(),
        visits: 0,
        is_cut: false,
    };
    let found = search.run();
    let released = search.account.settle(search.product.known.quota, 0);
    let ending = match found? {
        Some(found) => Ending::Found(found),
        None if search.is_cut => Ending::Cut,
        None => Ending::Exhausted,
    };
    released?;
    Ok(ending)
}

impl<S: Renaming + Conditions, R: Tracked, T: Store> Search<'_, '_, '_, '_, S, R, T> {
    fn run(&mut self) -> Result<Option<Found>, Stop> {
        self.product.begin()?;
        for number in 0..self.product.met.beginnings.len() {
            let node = self.product.met.beginnings[number].node;
            if self.order_of(node) != UNSEEN {
                continue;
            }
            let mut found = self.enter(node, 0)?;
            while found.is_none() && !self.frames.is_empty() {
                found = self.advance()?;
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn order_of(&self, node: Node) -> u32 {
        self.order.get(node as usize).copied().unwrap_or(UNSEEN)
    }

    /// Visits a node for the first time.
    fn enter(&mut self, node: Node, entry: Marks) -> Result<Option<Found>, Stop> {
        if self.product.observer_state(node).is_end {
            return Ok(Some(Found::End(node)));
        }
        let depth = self.frames.len() as u64;
        if self.most_steps.is_some_and(|most| depth > most) {
            self.is_cut = true;
            return Ok(None);
        }
        self.product.met.deepest = self.product.met.deepest.max(depth);
        self.look_around()?;
        self.met += 1;
        self.order
            .resize(self.product.len().max(self.order.len()), UNSEEN);
        self.order[node as usize] = self.met;
        self.roots.push(Root {
            order: self.met,
            first: self.open.len(),
            marks: 0,
            entry,
            is_circle: false,
        });
        self.open.push(node);
        let first_choice = self.choices.len();
        self.product.choices(node, &mut self.choices)?;
        let mut open = self.choices[first_choice..].iter();
        if open.any(|choice| self.product.ends(node, *choice)) {
            return Ok(Some(Found::End(node)));
        }
        if self.choices.len() > first_choice {
            self.product.known.expand(self.product.vertex(node))?;
        }
        self.frames.push(Frame {
            node,
            first_choice,
            choice: first_choice,
            step: 0,
        });
        Ok(None)
    }

    /// Takes the next edge of the last node on the path, or leaves it.
    fn advance(&mut self) -> Result<Option<Found>, Stop> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(None);
        };
        let node = frame.node;
        let steps = self.product.step_count(self.product.vertex(node));
        if frame.step == steps {
            frame.step = 0;
            frame.choice += 1;
        }
        if frame.choice >= self.choices.len() || steps == 0 {
            return self.leave(node);
        }
        let (choice, step) = (self.choices[frame.choice], frame.step);
        frame.step += 1;
        let edge = self.product.edge(node, choice, step);
        let target = self.product.target(node, &edge);
        match self.order_of(target) {
            UNSEEN => self.enter(target, edge.marks),
            CLOSED => Ok(None),
            order => self.join(order, edge.marks),
        }
    }

    /// An edge to an open node: all components from there on are one.
    fn join(&mut self, order: u32, mut marks: Marks) -> Result<Option<Found>, Stop> {
        while let Some(root) = self.roots.pop() {
            if root.order > order {
                marks |= root.marks | root.entry;
                continue;
            }
            marks |= root.marks;
            let first = root.first;
            self.roots.push(Root {
                marks,
                is_circle: true,
                ..root
            });
            let is_accepting = marks == self.product.question().observer.all_marks();
            if is_accepting && self.product.fairness() == Fairness::None {
                let component = Component::new(self.product, &self.open[first..])?;
                return Ok(Some(Found::Circle(component)));
            }
            break;
        }
        Ok(None)
    }

    /// All edges of a node were taken; if it is a root, its component is complete.
    fn leave(&mut self, node: Node) -> Result<Option<Found>, Stop> {
        if let Some(frame) = self.frames.pop() {
            self.choices.truncate(frame.first_choice);
        }
        let order = self.order_of(node);
        let Some(root) = self.roots.pop_if(|root| root.order == order) else {
            return Ok(None);
        };
        let members = self.open.split_off(root.first);
        for member in &members {
            self.order[*member as usize] = CLOSED;
        }
        let is_accepting = root.marks == self.product.question().observer.all_marks();
        if self.product.fairness() == Fairness::None || !root.is_circle || !is_accepting {
            return Ok(None);
        }
        let component = Component::new(self.product, &members)?;
        let fair = fair_part(self.product, component)?;
        Ok(fair.map(Found::Circle))
    }

    fn look_around(&mut self) -> Result<(), Stop> {
        self.visits += 1;
        if !self.visits.is_multiple_of(VISITS) {
            return Ok(());
        }
        self.product.known.show_progress();
        let progress = self.product.known.watch.progress;
        progress.frontier.store(self.frames.len() as u64, Relaxed);
        progress.depth.store(self.product.met.deepest, Relaxed);
        self.product.known.watch.go_on()?;
        let bytes = self.product.bytes()
            + self.order.capacity() * 4
            + self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * 4
            + self.roots.capacity() * size_of::<Root>()
            + self.open.capacity() * 4;
        Ok(self.account.settle(self.product.known.quota, bytes)?)
    }
}
