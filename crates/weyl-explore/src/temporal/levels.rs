//! The product, level by level, beside the levels of the system: which nodes there are, and where
//! the observer goes from them.
//!
//! A level has three parts. *Looking*: the atoms that the observer asks about are evaluated in the
//! new nodes. *Expanding*: the steps of the states where it goes on are found, by whoever explores
//! the system. *Spreading*: what the steps lead to is added to the nodes that were reached. Looking
//! and spreading are done by all threads, and all places beside a state are taken at once. Which
//! nodes a level has depends on the system alone.

use super::crew::{Rest, share};
use super::product::{Evaluates, Met, Node, Product};
use super::reached::{Places, Reached};
use crate::account::Account;
use crate::graph::{Eyes, OnTheFly, StateGraph, Stop, Tracked};
use crate::store::{StateIndex, Store};
use weyl_ir::PropertyId;
use weyl_system::{Conditions, Renaming};

/// Some nodes of one state.
type Nodes = (StateIndex, Places);

/// What was seen first, in an order that does not depend on when that was: of several the one with
/// the least rank, and then with the least state.
#[derive(Debug)]
struct Least<K, W> {
    key: (K, Box<[u8]>),
    what: W,
}

impl<K: Ord, W> Least<K, W> {
    fn note(known: &mut Option<Least<K, W>>, rank: K, state: &[u8], what: impl FnOnce() -> W) {
        let is_less = |known: &Least<K, W>| (&rank, state) < (&known.key.0, &*known.key.1);
        if known.as_ref().is_none_or(is_less) {
            let (key, what) = ((rank, state.into()), what());
            *known = Some(Least { key, what });
        }
    }

    fn merge(known: &mut Option<Least<K, W>>, other: Option<Least<K, W>>) {
        if let Some(Least { key, what }) = other {
            Least::note(known, key.0, &key.1, || what);
        }
    }
}

/// What a level brought, beside its nodes.
#[derive(Debug, Default)]
pub(super) struct Sight {
    /// The observer comes to its end here.
    end: Option<Least<u32, Node>>,
    /// Of several the one about the first property.
    fault: Option<Least<PropertyId, Stop>>,
}

impl Sight {
    /// Where the observer comes to its end.
    pub fn end(&self) -> Option<Node> {
        self.end.as_ref().map(|end| end.what)
    }

    /// Where an atom makes no sense.
    pub fn fault(&self) -> Option<&Stop> {
        self.fault.as_ref().map(|fault| &fault.what)
    }

    fn note_end(&mut self, node: Node, eyes: &mut impl Evaluates) {
        let state = eyes.state(node.vertex);
        Least::note(&mut self.end, node.place, state, || node);
    }

    fn merge(&mut self, other: Sight) {
        Least::merge(&mut self.end, other.end);
        Least::merge(&mut self.fault, other.fault);
    }
}

pub(super) struct Levels<'q> {
    pub met: Met<'q>,
    pub reached: Reached,
    /// The nodes of the last level that nobody has looked at.
    arrived: Vec<Nodes>,
    /// Where the observer goes from the nodes of the last level, before steps are taken: only where
    /// it goes on.
    open: Vec<Nodes>,
    account: Account,
    /// How many nodes were reached.
    pub nodes: u64,
    /// How far the last level is from the first.
    pub steps: u64,
}

impl<'q> Levels<'q> {
    pub fn new(met: Met<'q>) -> Levels<'q> {
        Levels {
            reached: Reached::new(met.places()),
            met,
            arrived: Vec::new(),
            open: Vec::new(),
            account: Account::default(),
            nodes: 0,
            steps: 0,
        }
    }

    /// Whether there is no further level.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// The states whose steps are needed for the next level.
    pub fn needed<'l>(&'l self, graph: &'l StateGraph) -> impl Iterator<Item = StateIndex> + 'l {
        let states = self.open.iter().map(|(state, _)| *state);
        states.filter(|state| !graph.is_expanded(*state))
    }

    /// The first level.
    pub fn begin<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<Sight, Stop> {
        Product::new(known, &mut self.met).begin()?;
        self.reserve(known);
        for beginning in &self.met.beginnings {
            let Node { vertex, place } = beginning.node;
            let mut places = Vec::new();
            Places::add(&mut places, place);
            let new = self.reached.add(vertex, places[0]);
            if new.bits != 0 {
                self.arrived.push((vertex, new));
            }
        }
        self.look(known)
    }

    /// The next level; steps that are not known are found here and now.
    pub fn advance<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<Sight, Stop> {
        let needed: Vec<StateIndex> = self.needed(&known.graph).collect();
        for state in needed {
            known.expand(state)?;
        }
        self.reserve(known);
        self.spread(known)?;
        if !self.arrived.is_empty() {
            self.steps += 1;
        }
        self.look(known)
    }

    /// Makes room for all states that are stored.
    pub fn reserve<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &OnTheFly<'_, S, R, T>,
    ) {
        let bound = known.store.index_bound();
        self.reached.reserve(bound);
        self.met.labels.reserve(bound);
    }

    fn spread<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let (open, graph) = (&self.open, &known.graph);
        let (met, reached) = (&self.met, &self.reached);
        let results = share(&mut known.eyes, open.len(), |eyes, rest| {
            let mut arrived = Vec::new();
            while let Some(part) = rest.take() {
                eyes.watch.go_on()?;
                for nodes in &open[part] {
                    spread_from(*nodes, met, graph, |state, places| {
                        let new = reached.add(state, places);
                        if new.bits != 0 {
                            arrived.push((state, new));
                        }
                    });
                }
            }
            Ok::<_, Stop>(arrived)
        });
        self.open.clear();
        for arrived in results {
            self.arrived.append(&mut arrived?);
        }
        Ok(())
    }

    fn look<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<Sight, Stop> {
        let (arrived, met) = (&self.arrived, &self.met);
        let results = share(&mut known.eyes, arrived.len(), |eyes, rest| {
            let mut look = Look::default();
            look.at_all(met, arrived, eyes, rest)?;
            Ok::<_, Stop>(look)
        });
        self.nodes += arrived
            .iter()
            .map(|(_, new)| u64::from(new.bits.count_ones()))
            .sum::<u64>();
        self.arrived.clear();
        let mut sight = Sight::default();
        for look in results {
            let mut look = look?;
            self.open.append(&mut look.open);
            sight.merge(look.sight);
        }
        self.settle(known)?;
        Ok(sight)
    }

    /// Charges what has grown.
    fn settle<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let lists = self.arrived.capacity() + self.open.capacity();
        let bytes = lists * size_of::<Nodes>() + self.reached.bytes() + self.met.labels.bytes();
        Ok(self.account.settle(known.quota, bytes)?)
    }

    /// Nothing is asked any more but runs to what was found.
    pub fn end<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &OnTheFly<'_, S, R, T>,
    ) {
        self.arrived = Vec::new();
        self.open = Vec::new();
        self.reached = Reached::new(self.met.places());
        self.met.labels.clear();
        // What is released was charged.
        let _ = self.account.settle(known.quota, 0);
    }
}

/// Calls for each step from a state, with the places that it leads to.
#[inline]
fn spread_from(
    (state, places): Nodes,
    met: &Met<'_>,
    graph: &StateGraph,
    mut to: impl FnMut(StateIndex, Places),
) {
    let Some(row) = graph.row(state) else {
        return;
    };
    if row.may_repeat(met.question.repeats) {
        to(state, places);
    }
    if !met.follows() {
        return (0..row.count()).for_each(|number| to(graph.target(row, number), places));
    }
    for number in 0..row.count() {
        let step = graph.step(state, number);
        let mut renamed = Vec::new();
        for place in places.iter() {
            Places::add(&mut renamed, met.renamed(place, graph, step.renaming));
        }
        renamed
            .into_iter()
            .for_each(|places| to(step.target, places));
    }
}

/// What one thread has seen of a level.
#[derive(Default)]
struct Look {
    open: Vec<Nodes>,
    sight: Sight,
    choices: Vec<u32>,
    goes: Vec<Places>,
}

impl Look {
    fn at_all<S: Conditions, T: Store>(
        &mut self,
        met: &Met<'_>,
        arrived: &[Nodes],
        eyes: &mut Eyes<'_, S, T>,
        rest: &Rest,
    ) -> Result<(), Stop> {
        while let Some(part) = rest.take() {
            eyes.watch.go_on()?;
            for (vertex, places) in &arrived[part] {
                for place in places.iter() {
                    let node = Node {
                        vertex: *vertex,
                        place,
                    };
                    self.at(met, node, eyes)?;
                }
                let goes = self.goes.drain(..);
                self.open.extend(goes.map(|places| (*vertex, places)));
            }
        }
        Ok(())
    }

    fn at(&mut self, met: &Met<'_>, node: Node, eyes: &mut impl Evaluates) -> Result<(), Stop> {
        if met.is_end(node.place) {
            self.sight.note_end(node, eyes);
            return Ok(());
        }
        match met.choices(node, eyes, &mut self.choices) {
            Ok(()) => {}
            Err(fault @ Stop::NotEvaluable { at, property, .. }) => {
                let state = eyes.state(at);
                Least::note(&mut self.sight.fault, property, state, || fault);
                return Ok(());
            }
            Err(stop) => return Err(stop),
        }
        for choice in &self.choices {
            if met.ends(node.place, *choice) {
                self.sight.note_end(node, eyes);
            }
            let edge = &met.observer_state(node.place).edges[*choice as usize];
            Places::add(&mut self.goes, met.place_after(node.place, edge.target));
        }
        Ok(())
    }
}
