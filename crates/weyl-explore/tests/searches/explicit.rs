//! A system written down state by state.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use weyl_ir::{PropertyId, RuleId, Table};
use weyl_source::{FileId, Span};
use weyl_system::{Batch, Concrete, Conditions, Fault, FaultKind, Firing, System};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    State(u32),
    /// Fails at this place.
    Fault(usize),
    Excluded,
}

/// What an instance of a property says about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    Fault(usize),
}

/// The rule of each step, and where it leads; the instance of a step is its place in the list.
pub type Steps = Vec<(u32, To)>;

#[derive(Clone, Debug, Default)]
pub struct Explicit {
    pub initial: Steps,
    pub states: Vec<Steps>,
    /// By property, instance, state.
    pub properties: Vec<Vec<Vec<Truth>>>,
    /// States that may be the last of a run.
    pub ends: Vec<u32>,
    /// How long it takes to find successors, so that more than one thread is worth while.
    pub delay: Duration,
    /// The threads that asked for successors, if these take their time.
    pub threads: Arc<Mutex<HashSet<ThreadId>>>,
}

/// Where a table is full.
pub const FULL_TABLE: usize = 999;

pub fn fault(place: usize) -> Box<Fault> {
    let span = Span::new(FileId::default(), place..place + 1);
    // Places below 100 have one kind, others another.
    let kind = match place {
        0..100 => FaultKind::DivisionByZero,
        FULL_TABLE => FaultKind::TableFull {
            table: Table::Processes,
        },
        _ => FaultKind::Undefined,
    };
    Fault::new(kind, span)
}

impl Explicit {
    /// A system with one initial state, 0, whose steps are all of rule 0.
    pub fn from_edges(states: u32, edges: &[(u32, To)]) -> Explicit {
        let mut system = Explicit {
            initial: vec![(0, To::State(0))],
            states: vec![Vec::new(); states as usize],
            ..Explicit::default()
        };
        for (from, to) in edges {
            system.states[*from as usize].push((0, *to));
        }
        system
    }

    /// A tree of three levels, with 221 steps from each state that has any, and a chain of as many
    /// states.
    pub fn wide_and_narrow() -> [Explicit; 2] {
        let states = 1 + 221 + 221 * 221;
        let tree: Vec<_> = (1..states)
            .map(|to| ((to - 1) / 221, To::State(to)))
            .collect();
        let chain: Vec<_> = (1..states).map(|to| (to - 1, To::State(to))).collect();
        [tree, chain].map(|edges| Explicit::from_edges(states, &edges))
    }

    /// Adds a property by the states where its instances hold.
    pub fn with_property(mut self, instances: &[&[u32]]) -> Explicit {
        let truth = |holds: bool| if holds { Truth::Yes } else { Truth::No };
        let states = 0..self.states.len() as u32;
        let table = |holding: &&[u32]| {
            states
                .clone()
                .map(|s| truth(holding.contains(&s)))
                .collect()
        };
        self.properties.push(instances.iter().map(table).collect());
        self
    }

    pub fn number(state: &[u8]) -> u32 {
        u32::from_be_bytes(state.try_into().unwrap())
    }

    fn fill(steps: &Steps, batch: &mut Batch) {
        batch.clear();
        for (instance, (rule, to)) in (0..).zip(steps) {
            let firing = Firing {
                rule: RuleId::from_u32(*rule),
                instance,
            };
            match to {
                To::State(state) => {
                    batch.push_state(firing, &state.to_be_bytes());
                }
                To::Fault(place) => batch.push_fault(firing, &fault(*place)),
                To::Excluded => batch.push_excluded(firing),
            }
        }
    }
}

impl System for Explicit {
    fn state_size(&self) -> usize {
        4
    }

    fn packed_size(&self) -> usize {
        3
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(&state[1..]);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state[0] = 0;
        state[1..].copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        Explicit::fill(&self.initial, batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        if !self.delay.is_zero() {
            let started = Instant::now();
            while started.elapsed() < self.delay {}
            self.threads.lock().unwrap().insert(thread::current().id());
        }
        Explicit::fill(&self.states[Explicit::number(state) as usize], batch);
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.ends.contains(&Explicit::number(state))
    }
}

impl Concrete for Explicit {}

impl Conditions for Explicit {
    fn instances(&self, property: PropertyId) -> u64 {
        self.properties[property.as_u32() as usize].len() as u64
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        let table = &self.properties[property.as_u32() as usize][instance as usize];
        match table[Explicit::number(state) as usize] {
            Truth::Yes => Ok(true),
            Truth::No => Ok(false),
            Truth::Fault(place) => Err(fault(place)),
        }
    }
}
