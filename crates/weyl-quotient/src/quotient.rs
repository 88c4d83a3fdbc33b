//! The quotient: the system whose states are representatives of orbits.

use weyl_permutation::Permutation;
use weyl_system::{Batch, Canonical, Concrete, Layer, Meter, Renaming, System};

/// A system in which every state that a step leads to is replaced by the representative of its
/// orbit. Firings are those of the representatives: none is merged with another.
#[derive(Clone)]
pub struct Quotient<S, C> {
    system: S,
    canonical: C,
    scratch: Vec<u8>,
    meter: Meter,
}

impl<S: System, C: Canonical> Quotient<S, C> {
    pub fn new(system: S, canonical: C) -> Quotient<S, C> {
        Quotient {
            scratch: vec![0; system.state_size()],
            system,
            canonical,
            meter: Meter::default(),
        }
    }

    /// What representatives cost: a piece of work is one representative.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Replaces all states of a batch; `renamed` is told how.
    fn represent_all(
        &mut self,
        source: Option<&[u8]>,
        batch: &mut Batch,
        mut renamed: impl FnMut(&C),
    ) {
        let (canonical, scratch) = (&mut self.canonical, &mut self.scratch);
        let begun = self.meter.begin();
        let mut states = 0;
        if let Some(source) = source {
            canonical.start_from(source);
        }
        batch.replace_states(source, |state| {
            let moves = canonical.replace(state, scratch);
            renamed(canonical);
            states += 1;
            moves
        });
        self.meter.end(begun, states);
    }
}

impl<S: System, C: Canonical> Layer for Quotient<S, C> {
    type Inside = S;

    fn inside(&self) -> &S {
        &self.system
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.system
    }

    fn steps(
        &mut self,
        source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        take(&mut self.system, batch);
        self.represent_all(source, batch, |_| {});
    }
}

/// A quotient of a system that renames would have to compose: there is none.
impl<S: Concrete, C: Canonical> Renaming for Quotient<S, C> {
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>) {
        renamings.clear();
        self.system.initial(batch);
        self.represent_all(None, batch, |canonical| {
            renamings.push(canonical.permutation())
        });
    }

    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    ) {
        renamings.clear();
        self.system.successors(state, batch);
        self.represent_all(Some(state), batch, |canonical| {
            renamings.push(canonical.permutation());
        });
    }
}
