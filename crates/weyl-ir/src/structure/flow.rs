//! What is known at one point of a body: the values of scalars, and which slots they may be copies
//! of.

use super::values::Values;
use crate::LocalId;
use crate::layout::{Located, SlotId};
use std::collections::{BTreeMap, BTreeSet};

/// More sources of one scalar are taken for looked at.
pub(super) const MOST_SOURCES: usize = 32;

/// What a scalar may hold: these values, as copies of these slots that nobody looked at, or
/// computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub values: Values,
    /// Ascending.
    pub sources: Vec<SlotId>,
}

impl Cell {
    pub fn computed(values: Values) -> Cell {
        let sources = Vec::new();
        Cell { values, sources }
    }

    pub fn join(&self, other: &Cell) -> Cell {
        let all = self.sources.iter().chain(&other.sources);
        let sources: BTreeSet<SlotId> = all.copied().collect();
        Cell {
            values: self.values.join(&other.values),
            sources: sources.into_iter().collect(),
        }
    }
}

/// What a place may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub at: Located,
    /// The flag of the position of a multiset around it.
    pub flag: Option<u32>,
}

/// One point of a body. Addresses are those of the interpreter: the state, then the frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    /// By offset; what is missing is as it was in the beginning.
    pub cells: BTreeMap<u32, Cell>,
    /// By the depth of the call.
    pub references: BTreeMap<(u32, LocalId), Vec<Target>>,
    /// What was written on all ways to here.
    pub must: BTreeSet<SlotId>,
}

impl Flow {
    /// What is known where two ways meet; `initial` is what a scalar holds in the beginning.
    pub fn join(mut self, other: Flow, initial: impl Fn(u32) -> Cell) -> Flow {
        for (offset, cell) in &mut self.cells {
            if !other.cells.contains_key(offset) {
                *cell = cell.join(&initial(*offset));
            }
        }
        for (offset, cell) in other.cells {
            let own = self.cells.remove(&offset);
            let own = own.unwrap_or_else(|| initial(offset));
            self.cells.insert(offset, own.join(&cell));
        }
        for (reference, targets) in other.references {
            let own = self.references.entry(reference).or_default();
            for target in targets {
                if !own.contains(&target) {
                    own.push(target);
                }
            }
        }
        self.must = self.must.intersection(&other.must).copied().collect();
        self
    }

    /// Forgets a frame at this address, and what was called at this depth.
    pub fn forget(&mut self, base: u32, depth: u32) {
        self.cells.split_off(&base);
        self.references.retain(|(frame, _), _| *frame < depth);
    }
}
