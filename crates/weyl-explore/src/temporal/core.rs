//! The states of the observer in which a bad run can go round for ever.
//!
//! A circle of the product goes round in one strongly connected component of the observer, and
//! takes all of its acceptance marks there. Elsewhere nobody needs to look for circles: an observer
//! that waits for something to go wrong and then watches has its circles where it watches.

use super::product::Met;
use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use rapidhash::fast::RandomState;
use weyl_temporal::{Marks, Observer, components};

/// So many places beside each state have a number of their own; more are numbered as they come.
const ROW: u32 = 16;

pub(super) struct Core {
    /// For each state of the observer its component, where that can accept.
    component: Vec<Option<usize>>,
    /// For each place its number among those beside a state where circles are.
    slots: Vec<Option<u32>>,
    /// How many there are.
    width: u32,
}

impl Core {
    pub fn new(met: &Met<'_>) -> Core {
        let component = accepting(&met.question.observer);
        let mut width = 0;
        let slots = (0..met.places()).map(|place| {
            let slot = component[met.state_of(place) as usize].map(|_| width);
            width += u32::from(slot.is_some());
            slot
        });
        Core {
            slots: slots.collect(),
            component,
            width,
        }
    }

    /// Whether no run is bad but for where it comes to.
    pub fn is_empty(&self) -> bool {
        self.width == 0
    }

    pub fn contains(&self, place: u32) -> bool {
        self.slots[place as usize].is_some()
    }

    /// Whether an edge of the observer may belong to a circle.
    pub fn is_inner(&self, from: u32, to: usize) -> bool {
        let component = self.component[from as usize];
        component.is_some() && component == self.component[to]
    }

    pub fn numbers(&self) -> Numbers {
        if self.width <= ROW {
            Numbers::Rows(self.width as usize)
        } else {
            Numbers::Set(IndexSet::default())
        }
    }

    fn slot(&self, place: u32) -> u32 {
        self.slots[place as usize].expect("circles are looked for in the core")
    }
}

/// The components of an observer that have an edge and all marks, ends left out.
fn accepting(observer: &Observer) -> Vec<Option<usize>> {
    let goes_on = |state: usize| {
        let edges = observer.states[state].edges.iter();
        let edges = edges.filter(move |_| !observer.states[state].is_end);
        edges.filter(|edge| !observer.states[edge.target].is_end)
    };
    let count = observer.states.len();
    let component = components(count, |state| goes_on(state).map(|edge| edge.target));
    let mut marks: Vec<Option<Marks>> = vec![None; count];
    for state in 0..count {
        for edge in goes_on(state).filter(|edge| component[edge.target] == component[state]) {
            *marks[component[state]].get_or_insert(0) |= edge.marks;
        }
    }
    let accepts = |component: &usize| marks[*component] == Some(observer.all_marks());
    component
        .into_iter()
        .map(|one| Some(one).filter(accepts))
        .collect()
}

/// Numbers for nodes in the core.
pub(super) enum Numbers {
    /// So many for each state.
    Rows(usize),
    Set(IndexSet<(StateIndex, u32), RandomState>),
}

impl Numbers {
    #[inline]
    pub fn of(&mut self, core: &Core, state: StateIndex, place: u32) -> usize {
        match self {
            Numbers::Rows(width) => state.index() * *width + core.slot(place) as usize,
            Numbers::Set(set) => set.insert_full((state, place)).0,
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Numbers::Rows(_) => 0,
            Numbers::Set(set) => set.capacity() * (8 + 2 * size_of::<usize>()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_temporal::{parse, translate};

    fn observer(formula: &str) -> Observer {
        let (formula, _) = parse(formula).unwrap();
        Observer::from(&translate(&formula.negated()).unwrap()).with_ends()
    }

    /// How many states of the observer of a formula can't be on a bad circle, and how many can.
    fn split(formula: &str) -> (usize, usize) {
        let component = accepting(&observer(formula));
        let inside = component.iter().flatten().count();
        (component.len() - inside, inside)
    }

    #[test]
    fn who_waits_does_not_accept() {
        assert_eq!(split("[] <> a"), (1, 1));
        assert_eq!(split("[] (a -> <> b)"), (1, 1));
        assert_eq!(split("<> a"), (0, 1));
        assert_eq!(split("[] a").1, 0);
    }
}
