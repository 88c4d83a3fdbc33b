//! What a search has found so far: one example of each distinct violation, and the covers that were
//! hit.

use crate::store::StateIndex;
use weyl_ir::Table;
use weyl_system::{FaultKind, Firing, ViolationKind};

/// Where the run to something found ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    State(StateIndex),
    /// At a firing, wherever it leads.
    Firing {
        /// None for a firing of an initial rule.
        parent: Option<StateIndex>,
        firing: Firing,
    },
}

/// What speaks against something.
#[derive(Clone, Debug)]
pub(crate) enum Evidence {
    Violation(ViolationKind),
    /// The observer of a question, known by its place in the task, comes to its end.
    BadPrefix {
        question: usize,
        instance: u32,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    pub evidence: Evidence,
    pub end: End,
    /// The state that shows it. Of several in one level the least is kept, so that the choice does
    /// not depend on which thread came first.
    pub state: Box<[u8]>,
}

/// Where a cover was hit.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub end: End,
    /// As of a sighting. One state may hit it at several firings: then it is the first.
    pub state: Box<[u8]>,
}

impl Hit {
    /// The state that shows it.
    pub fn state(&self) -> &[u8] {
        &self.state
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub sightings: Vec<Sighting>,
    /// For each cover of the task.
    pub covers: Vec<Option<Hit>>,
}

impl Found {
    pub fn new(covers: usize) -> Found {
        Found {
            sightings: Vec::new(),
            covers: vec![None; covers],
        }
    }

    /// How much was found.
    pub fn count(&self) -> usize {
        self.sightings.len() + self.covers.iter().flatten().count()
    }

    pub fn has(&self, evidence: &Evidence) -> bool {
        self.sightings
            .iter()
            .any(|seen| is_same(&seen.evidence, evidence))
    }

    /// The table in which the layout of states proved too small, if it is one of these.
    pub fn full_table(&self, tables: &[Table]) -> Option<Table> {
        let evidence = self.sightings.iter().map(|seen| &seen.evidence);
        let full = evidence.filter_map(|evidence| match evidence {
            Evidence::Violation(ViolationKind::Fault(fault)) => match fault.kind {
                FaultKind::TableFull { table } => Some(table),
                _ => None,
            },
            _ => None,
        });
        full.into_iter().find(|table| tables.contains(table))
    }

    pub fn report(&mut self, evidence: Evidence, end: End, state: &[u8]) {
        let mut known = self.sightings.iter_mut();
        match known.find(|seen| is_same(&seen.evidence, &evidence)) {
            Some(seen) if *seen.state <= *state => {}
            Some(seen) => *seen = Sighting::new(evidence, end, state),
            None => self.sightings.push(Sighting::new(evidence, end, state)),
        }
    }

    /// A cover was hit, by a firing from a state or by a state.
    pub fn hit(&mut self, cover: usize, end: End, state: &[u8]) {
        let known = self.covers[cover].as_ref();
        if known.is_none_or(|hit| *state < *hit.state) {
            let state = state.into();
            self.covers[cover] = Some(Hit { end, state });
        }
    }

    /// Takes over what was found elsewhere in the same level.
    pub fn absorb(&mut self, other: &mut Found) {
        for seen in other.sightings.drain(..) {
            self.report(seen.evidence, seen.end, &seen.state);
        }
        for (cover, other) in other.covers.iter_mut().enumerate() {
            if let Some(Hit { end, state }) = other.take() {
                self.hit(cover, end, &state);
            }
        }
    }

    /// What was seen in an order that does not depend on when it was found.
    pub fn sorted(mut self) -> Vec<Sighting> {
        self.sightings.sort_by_cached_key(|seen| {
            let (rank, number, fault) = match &seen.evidence {
                Evidence::Violation(kind) => match kind {
                    ViolationKind::Invariant { property, .. } => (0, property.as_u32(), None),
                    ViolationKind::Fault(fault) => (1, 0, Some(fault)),
                    ViolationKind::StateFault { property, fault } => {
                        (2, property.as_u32(), Some(fault))
                    }
                    ViolationKind::Deadlock => (3, 0, None),
                },
                Evidence::BadPrefix { question, .. } => (4, *question as u32, None),
            };
            let place = fault.map(|fault| (fault.span, format!("{:?}", fault.kind)));
            (rank, number, place)
        });
        self.sightings
    }
}

impl Sighting {
    /// The state that shows it.
    pub fn state(&self) -> &[u8] {
        &self.state
    }

    fn new(evidence: Evidence, end: End, state: &[u8]) -> Sighting {
        Sighting {
            evidence,
            end,
            state: state.into(),
        }
    }
}

/// Whether two count as one: details such as the value that was out of range do not matter, nor why
/// a property can't be evaluated.
fn is_same(a: &Evidence, b: &Evidence) -> bool {
    use ViolationKind::{Deadlock, Fault, Invariant, StateFault};
    match (a, b) {
        (Evidence::BadPrefix { question: a, .. }, Evidence::BadPrefix { question: b, .. }) => {
            a == b
        }
        (Evidence::Violation(a), Evidence::Violation(b)) => match (a, b) {
            (Invariant { property: a, .. }, Invariant { property: b, .. }) => a == b,
            (Fault(a), Fault(b)) => a.is_like(b),
            (StateFault { property: a, .. }, StateFault { property: b, .. }) => a == b,
            (Deadlock, Deadlock) => true,
            _ => false,
        },
        _ => false,
    }
}
