//! States in which processes are still being created stand for themselves. Nothing is lost: what is
//! over stays over, so two states that are equivalent under a group once it is, or equal before,
//! have equivalent successors.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use weyl_ir::Layout;
use weyl_ir::layout::ScalarShape;
use weyl_permutation::Permutation;
use weyl_symmetry::{Creator, FactTable};
use weyl_system::Canonical;

/// Where it can be seen that a process may still create others.
#[derive(Clone, Debug)]
struct Watched {
    offset: usize,
    scalar: ScalarShape,
    codes: BTreeSet<u64>,
}

/// Looks whether states agree with what was taken for granted when symmetries were found. A state
/// that does not is a bug of weyl; the first is kept.
#[derive(Debug)]
pub struct Watch {
    facts: FactTable,
    found: OnceLock<Vec<u8>>,
}

impl Watch {
    pub fn new(facts: FactTable) -> Watch {
        let found = OnceLock::new();
        Watch { facts, found }
    }

    /// A state that contradicts the facts.
    pub fn contradiction(&self) -> Option<&[u8]> {
        self.found.get().map(Vec::as_slice)
    }

    fn look(&self, state: &[u8]) {
        if !self.facts.agrees(state) {
            self.found.get_or_init(|| state.to_vec());
        }
    }
}

/// Representatives of the states in which all static processes are there; others are left as they
/// are.
#[derive(Clone, Debug)]
pub struct Settled<C> {
    canonical: C,
    watched: Vec<Watched>,
    names: usize,
    was_early: bool,
    watch: Option<Arc<Watch>>,
}

impl<C: Canonical> Settled<C> {
    pub fn new(canonical: C, names: usize, layout: &Layout, creators: &[Creator]) -> Settled<C> {
        let watched = creators.iter().filter_map(|creator| {
            let mut slots = layout.slots.values();
            let slot = slots.find(|slot| {
                slot.variable == creator.location && slot.index_names.first() == Some(&creator.name)
            })?;
            let codes = creator.before.iter();
            Some(Watched {
                offset: slot.offset as usize,
                scalar: slot.scalar,
                codes: codes.filter_map(|at| slot.scalar.encode(*at)).collect(),
            })
        });
        Settled {
            canonical,
            watched: watched.collect(),
            names,
            was_early: false,
            watch: None,
        }
    }

    /// The same, which looks at every state that is expanded.
    pub fn watched_by(mut self, watch: &Arc<Watch>) -> Settled<C> {
        self.watch = Some(watch.clone());
        self
    }

    fn is_early(&self, state: &[u8]) -> bool {
        self.watched.iter().any(|at| {
            let code = at.scalar.load(state, at.offset);
            at.codes.contains(&code)
        })
    }
}

impl<C: Canonical> Canonical for Settled<C> {
    fn start_from(&mut self, source: &[u8]) {
        if !self.is_early(source) {
            if let Some(watch) = &self.watch {
                watch.look(source);
            }
            self.canonical.start_from(source);
        }
    }

    fn represent(&mut self, state: &[u8], representative: &mut [u8]) {
        self.was_early = self.is_early(state);
        if self.was_early {
            representative.copy_from_slice(state)
        } else {
            self.canonical.represent(state, representative)
        }
    }

    fn replace(&mut self, state: &mut [u8], scratch: &mut [u8]) -> bool {
        self.was_early = self.is_early(state);
        !self.was_early && self.canonical.replace(state, scratch)
    }

    fn permutation(&self) -> Permutation {
        if self.was_early {
            Permutation::identity(self.names)
        } else {
            self.canonical.permutation()
        }
    }
}
