//! Where the time of a run goes: a wrapper that measures the executor, and the sums for the report.
//!
//! Each part is measured where it is done (see [`weyl_system::Meter`]). What is left of the
//! threads' time is the search itself: the store of visited states, queues, and waiting.

use std::ops::AddAssign;
use std::sync::Arc;
use weyl_ir::PropertyId;
use weyl_system::{Batch, Conditions, Fault, Layer, Meter, MeterTotals, System, Transparent};

/// One kind of work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// How many pieces of it were done.
    pub pieces: u64,
    /// All threads together, estimated from samples.
    pub seconds: f64,
}

impl Work {
    pub(crate) fn of(totals: &MeterTotals) -> Work {
        Work {
            pieces: totals.pieces(),
            seconds: totals.time().as_secs_f64(),
        }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.pieces += other.pieces;
        self.seconds += other.seconds;
    }
}

/// Where the time of a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Profile {
    /// From the text of the model to the beginning of the first exploration.
    pub setup_seconds: f64,
    /// Compiling the model to machine code, which is a part of that; none where it is interpreted.
    pub compile_seconds: Option<f64>,
    /// Trying symmetries out on steps, which is another part; none where there are none.
    pub certificate_seconds: Option<f64>,
    /// Of all explorations, times the number of threads.
    pub thread_seconds: f64,
    /// Firings of rules.
    pub executor: Work,
    /// Representatives of states.
    pub representatives: Work,
    /// States packed for the store, and unpacked from it.
    pub packing: Work,
    /// Conditions of properties on states.
    pub properties: Work,
}

impl Profile {
    /// The store, queues, and waiting: all that is not measured by itself.
    pub fn search_seconds(&self) -> f64 {
        let parts = [
            self.executor,
            self.representatives,
            self.packing,
            self.properties,
        ];
        let measured: f64 = parts.iter().map(|work| work.seconds).sum();
        (self.thread_seconds - measured).max(0.0)
    }

    /// The part of the threads' time.
    pub fn share(&self, seconds: f64) -> f64 {
        seconds / self.thread_seconds.max(seconds).max(1e-9)
    }
}

impl AddAssign for Profile {
    fn add_assign(&mut self, other: Profile) {
        self.setup_seconds += other.setup_seconds;
        self.thread_seconds += other.thread_seconds;
        self.executor += other.executor;
        self.representatives += other.representatives;
        self.packing += other.packing;
        self.properties += other.properties;
    }
}

/// An executor that is measured.
#[derive(Clone)]
pub(crate) struct Measured<S> {
    system: S,
    executor: Meter,
    packing: Meter,
    properties: Meter,
}

/// What a [`Measured`] has counted, to be read when it is gone.
pub(crate) struct Measurements {
    executor: Arc<MeterTotals>,
    packing: Arc<MeterTotals>,
    properties: Arc<MeterTotals>,
}

impl Measurements {
    pub fn profile(&self) -> Profile {
        Profile {
            executor: Work::of(&self.executor),
            packing: Work::of(&self.packing),
            properties: Work::of(&self.properties),
            ..Profile::default()
        }
    }
}

impl<S> Measured<S> {
    pub fn new(system: S) -> Measured<S> {
        Measured {
            system,
            executor: Meter::default(),
            packing: Meter::default(),
            properties: Meter::default(),
        }
    }

    pub fn measurements(&self) -> Measurements {
        Measurements {
            executor: self.executor.totals(),
            packing: self.packing.totals(),
            properties: self.properties.totals(),
        }
    }
}

impl<S: System> Layer for Measured<S> {
    type Inside = S;

    fn inside(&self) -> &S {
        &self.system
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.system
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        let begun = self.packing.begin();
        self.system.pack(state, packed);
        self.packing.end(begun, 1);
    }

    fn pack_all(&self, states: &[u8], packed: &mut [u8]) {
        let begun = self.packing.begin();
        self.system.pack_all(states, packed);
        let count = states.len() / self.system.state_size().max(1);
        self.packing.end(begun, count as u64);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        let begun = self.packing.begin();
        self.system.unpack(packed, state);
        self.packing.end(begun, 1);
    }

    fn steps(
        &mut self,
        source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        if source.is_none() {
            return take(&mut self.system, batch);
        }
        let begun = self.executor.begin();
        take(&mut self.system, batch);
        self.executor.end(begun, batch.len() as u64);
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>>
    where
        S: Conditions,
    {
        let begun = self.properties.begin();
        let holds = self.system.holds(property, instance, state);
        self.properties.end(begun, 1);
        holds
    }
}

impl<S: System> Transparent for Measured<S> {}
