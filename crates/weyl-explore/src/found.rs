//! What a search has found so far: one example of each distinct violation, and the covers that were
//! hit.

use crate::ViolationKind;
use crate::store::StateIndex;
use weyl_ir::Table;
use weyl_system::FaultKind;

/// Where the run to something found ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    State(StateIndex),
    /// At a firing that leads to no state.
    Firing {
        /// None for a firing of an initial rule.
        parent: Option<StateIndex>,
        /// The place of the firing in its batch.
        step: u32,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub kind: ViolationKind,
    pub end: End,
    /// The state that shows it. Of several in one level the least is kept, so that the choice does not
    /// depend on which thread came first.
    state: Box<[u8]>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub violations: Vec<Finding>,
    /// For each cover of the task.
    pub covers: Vec<Option<StateIndex>>,
}

impl Found {
    pub fn new(covers: usize) -> Found {
        Found {
            violations: Vec::new(),
            covers: vec![None; covers],
        }
    }

    pub fn has(&self, kind: &ViolationKind) -> bool {
        self.violations.iter().any(|f| is_same(&f.kind, kind))
    }

    /// Whether the layout of states proved too small in one of these tables.
    pub fn has_full_table(&self, tables: &[Table]) -> bool {
        let mut kinds = self.violations.iter().map(|finding| &finding.kind);
        kinds.any(|kind| match kind {
            ViolationKind::Fault(fault) => match fault.kind {
                FaultKind::TableFull { table } => tables.contains(&table),
                _ => false,
            },
            _ => false,
        })
    }

    pub fn report(&mut self, kind: ViolationKind, end: End, state: &[u8]) {
        let known = self.violations.iter_mut();
        match known.into_iter().find(|f| is_same(&f.kind, &kind)) {
            Some(finding) if *finding.state <= *state => {}
            Some(finding) => *finding = Finding::new(kind, end, state),
            None => self.violations.push(Finding::new(kind, end, state)),
        }
    }

    /// Takes over what was found elsewhere in the same level.
    pub fn absorb(&mut self, other: &mut Found) {
        for finding in other.violations.drain(..) {
            self.report(finding.kind, finding.end, &finding.state);
        }
        for (hit, other) in self.covers.iter_mut().zip(&mut other.covers) {
            *hit = hit.or(other.take());
        }
    }

    /// The violations in an order that does not depend on when they were found.
    pub fn sorted_violations(mut self) -> Vec<Finding> {
        self.violations.sort_by_cached_key(|finding| {
            let (rank, property, fault) = match &finding.kind {
                ViolationKind::Invariant { property, .. } => (0, Some(*property), None),
                ViolationKind::Fault(fault) => (1, None, Some(fault)),
                ViolationKind::StateFault { property, fault } => (2, Some(*property), Some(fault)),
                ViolationKind::Deadlock => (3, None, None),
            };
            let place = fault.map(|fault| (fault.span, format!("{:?}", fault.kind)));
            (rank, property, place)
        });
        self.violations
    }
}

impl Finding {
    fn new(kind: ViolationKind, end: End, state: &[u8]) -> Finding {
        Finding {
            kind,
            end,
            state: state.into(),
        }
    }
}

/// Whether two violations count as one: details such as the value that was out of range do not matter, nor why a
/// property can't be evaluated.
fn is_same(a: &ViolationKind, b: &ViolationKind) -> bool {
    use ViolationKind::{Deadlock, Fault, Invariant, StateFault};
    match (a, b) {
        (Invariant { property: a, .. }, Invariant { property: b, .. }) => a == b,
        (Fault(a), Fault(b)) => a.is_like(b),
        (StateFault { property: a, .. }, StateFault { property: b, .. }) => a == b,
        (Deadlock, Deadlock) => true,
        _ => false,
    }
}
