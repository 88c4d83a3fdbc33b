//! States in which processes are still being created stand for themselves. Nothing is lost: what is over stays over, so two states
//! that are equivalent under a group once it is, or equal before, have equivalent successors.

use std::collections::BTreeSet;
use weyl_ir::Layout;
use weyl_ir::layout::ScalarShape;
use weyl_permutation::Permutation;
use weyl_symmetry::Creator;
use weyl_system::Canonical;

/// Where it can be seen that a process may still create others.
#[derive(Clone, Debug)]
struct Watched {
    offset: usize,
    scalar: ScalarShape,
    codes: BTreeSet<u64>,
}

/// Representatives of the states in which all static processes are there; others are left as they are.
#[derive(Clone, Debug)]
pub struct Settled<C> {
    canonical: C,
    watched: Vec<Watched>,
    names: usize,
    was_early: bool,
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
        }
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
            self.canonical.start_from(source);
        }
    }

    fn represent(&mut self, state: &[u8], representative: &mut [u8]) {
        self.was_early = self.is_early(state);
        match self.was_early {
            true => representative.copy_from_slice(state),
            false => self.canonical.represent(state, representative),
        }
    }

    fn permutation(&self) -> Permutation {
        match self.was_early {
            true => Permutation::identity(self.names),
            false => self.canonical.permutation(),
        }
    }
}
