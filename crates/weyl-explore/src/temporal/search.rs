//! Components of the product, depth first and without recursion.
//!
//! Nodes that may still belong to a larger component are open; the roots are the oldest nodes of the components known so far, on the
//! path of the search. An edge to an open node joins the components after that node to one, with the marks of all edges between
//! them. Without fairness a component is a violation as soon as it has all marks; with fairness it is decided when it
//! is complete.

use super::Tracked;
use super::known::{Stop, Vertex};
use super::product::{Node, Product};
use super::threads::{Component, fair_part};
use crate::account::Account;
use crate::{Fairness, LimitKind, ViolationKind};
use std::sync::atomic::Ordering::Relaxed;
use weyl_system::{Conditions, Firing, Renaming};
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

pub(super) struct Failed {
    pub at: Vertex,
    pub step: Option<Firing>,
    pub kind: ViolationKind,
}

pub(super) enum Ending {
    Exhausted,
    /// Some nodes were not visited because of their depth.
    Cut,
    Limit(LimitKind),
    Found(Found),
    Failed(Failed),
}

impl From<Stop> for Ending {
    fn from(stop: Stop) -> Ending {
        match stop {
            Stop::Limit(limit) => Ending::Limit(limit),
            Stop::Failure { at, step, kind } => Ending::Failed(Failed {
                at,
                step,
                kind: *kind,
            }),
        }
    }
}

/// A node on the path, with what is left of its edges: those for the open edges of the observer, each with all steps.
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

struct Search<'s, 'a, S, R> {
    product: &'s mut Product<'a, S, R>,
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

pub(super) fn search<S: Renaming + Conditions, R: Tracked>(
    product: &mut Product<'_, S, R>,
) -> Ending {
    let mut search = Search {
        product,
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
    match search.run() {
        Ok(Some(found)) => Ending::Found(found),
        Ok(None) if search.is_cut => Ending::Cut,
        Ok(None) => Ending::Exhausted,
        Err(stop) => stop.into(),
    }
}

impl<S: Renaming + Conditions, R: Tracked> Search<'_, '_, S, R> {
    fn run(&mut self) -> Result<Option<Found>, Stop> {
        self.product.begin()?;
        for number in 0..self.product.beginnings.len() {
            let node = self.product.beginnings[number].node;
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
        if self
            .product
            .task
            .limits
            .depth
            .is_some_and(|limit| depth > limit)
        {
            self.is_cut = true;
            return Ok(None);
        }
        self.product.deepest = self.product.deepest.max(depth);
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
        let ends = |choice: &u32| {
            let edge = &self.product.observer_state(node).edges[*choice as usize];
            self.product.task.observer.states[edge.target].is_end
        };
        if self.choices[first_choice..].iter().any(ends) {
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
        let steps = self.product.known.step_count(self.product.vertex(node));
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
            let is_accepting = marks == self.product.task.observer.all_marks();
            if is_accepting && self.product.task.fairness == Fairness::None {
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
        let is_accepting = root.marks == self.product.task.observer.all_marks();
        if self.product.task.fairness == Fairness::None || !root.is_circle || !is_accepting {
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
        progress.depth.store(self.product.deepest, Relaxed);
        self.product.known.watch.go_on()?;
        let bytes = self.product.bytes()
            + self.order.capacity() * 4
            + self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * 4
            + self.roots.capacity() * size_of::<Root>()
            + self.open.capacity() * 4;
        Ok(self.account.settle(self.product.known.budget(), bytes)?)
    }
}
