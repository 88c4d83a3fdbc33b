//! Layers: systems around others. Forwarding is written once, here.

use crate::{Batch, Concrete, Conditions, Fault, Renaming, System};
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;

/// A system around another one. What a layer does not say is what the system inside says.
pub trait Layer: Clone + Send {
    type Inside: System;

    fn inside(&self) -> &Self::Inside;

    fn inside_mut(&mut self) -> &mut Self::Inside;

    #[inline]
    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        self.inside().pack(state, packed);
    }

    #[inline]
    fn pack_all(&self, states: &[u8], packed: &mut [u8]) {
        self.inside().pack_all(states, packed);
    }

    #[inline]
    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        self.inside().unpack(packed, state);
    }

    /// The steps from a state, or the beginnings if there is none: `take` brings those of the
    /// system inside into the batch.
    fn steps(
        &mut self,
        source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut Self::Inside, &mut Batch),
    );

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>>
    where
        Self::Inside: Conditions,
    {
        self.inside_mut().holds(property, instance, state)
    }
}

/// A layer that leaves the states which steps lead to as they are, each in its place: what renamed
/// them inside renames them outside.
pub trait Transparent: Layer {}

impl<L: Layer> System for L {
    fn state_size(&self) -> usize {
        self.inside().state_size()
    }

    fn packed_size(&self) -> usize {
        self.inside().packed_size()
    }

    #[inline]
    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        Layer::pack(self, state, packed);
    }

    #[inline]
    fn pack_all(&self, states: &[u8], packed: &mut [u8]) {
        Layer::pack_all(self, states, packed);
    }

    #[inline]
    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        Layer::unpack(self, packed, state);
    }

    fn initial(&mut self, batch: &mut Batch) {
        self.steps(None, batch, |inside, batch| inside.initial(batch));
    }

    #[inline]
    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.steps(Some(state), batch, |inside, batch| {
            inside.successors(state, batch);
        });
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.inside_mut().may_end(state)
    }
}

impl<L: Layer> Conditions for L
where
    L::Inside: Conditions,
{
    fn instances(&self, property: PropertyId) -> u64 {
        self.inside().instances(property)
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        Layer::holds(self, property, instance, state)
    }
}

impl<L: Transparent> Renaming for L
where
    L::Inside: Renaming,
{
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>) {
        self.steps(None, batch, |inside, batch| {
            inside.renamed_initial(batch, renamings);
        });
    }

    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    ) {
        self.steps(Some(state), batch, |inside, batch| {
            inside.renamed_successors(state, batch, renamings);
        });
    }
}

impl<L: Transparent> Concrete for L where L::Inside: Concrete {}

/// The system as it is, for those who ask for renamings: there are none. A system that renames is
/// not [`Concrete`], and a layer that changes states is not [`Transparent`], so neither can be
/// taken for this:
///
/// ```compile_fail
/// use weyl_system::{Layer, Unreduced};
///
/// fn forgets_renamings<Q: Layer>(quotient: Q) {
///     Unreduced::new(quotient);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Unreduced<S>(S);

impl<S: Concrete> Unreduced<S> {
    pub fn new(system: S) -> Unreduced<S> {
        Unreduced(system)
    }
}

impl<S: Concrete> Layer for Unreduced<S> {
    type Inside = S;

    fn inside(&self) -> &S {
        &self.0
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.0
    }

    fn steps(
        &mut self,
        _source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        take(&mut self.0, batch);
    }
}

impl<S: Concrete> Renaming for Unreduced<S> {
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>) {
        renamings.clear();
        self.0.initial(batch);
    }

    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    ) {
        renamings.clear();
        self.0.successors(state, batch);
    }
}
