//! A wrapper of the system that leaves out faults which nobody asked about (`--property`).
//!
//! A step that fails leads to no state, whether its failure is reported or not: muting a fault changes
//! no reachable state and no other verdict.

use weyl_system::{Batch, Fault, Layer, System, Transparent};

#[derive(Clone)]
pub(crate) struct Muted<S, F> {
    system: S,
    is_wanted: F,
}

impl<S, F> Muted<S, F> {
    pub(crate) fn new(system: S, is_wanted: F) -> Muted<S, F> {
        Muted { system, is_wanted }
    }
}

impl<S, F> Layer for Muted<S, F>
where
    S: System,
    F: Fn(&Fault) -> bool + Clone + Send,
{
    type Inside = S;

    fn inside(&self) -> &S {
        &self.system
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.system
    }

    fn steps(
        &mut self,
        _source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        take(&mut self.system, batch);
        batch.exclude_faults(|fault| !(self.is_wanted)(fault));
    }
}

impl<S, F> Transparent for Muted<S, F>
where
    S: System,
    F: Fn(&Fault) -> bool + Clone + Send,
{
}
