//! A system written down state by state, with who acts in each step and how it renames.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use weyl_explore::Tracked;
use weyl_ir::{PropertyId, RuleId, Table};
use weyl_permutation::{Permutation, Point};
use weyl_source::{FileId, Span};
use weyl_system::{Batch, Conditions, Cut, Fault, FaultKind, Firing, Renaming, System};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    State(u32),
    /// Something fails on the way, and the step goes on all the same.
    FailingOnTheWay(u32),
    Fault,
    TableFull,
    Excluded,
}

impl To {
    /// The state that it leads to, if there is one.
    pub fn state(self) -> Option<u32> {
        match self {
            To::State(state) | To::FailingOnTheWay(state) => Some(state),
            To::Fault | To::TableFull | To::Excluded => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    Faulty,
}

#[derive(Clone, Debug)]
pub struct Move {
    pub to: To,
    /// The units that act.
    pub acting: Vec<u32>,
    /// The images of all points by the permutation that took the state reached to the one that is
    /// there.
    pub renaming: Vec<u32>,
}

/// Firings are numbered by their places in the lists of moves.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// What is renamed: the first units, and all instances if there are as many.
    pub points: u32,
    pub units: u32,
    pub initial: Vec<Move>,
    pub moves: Vec<Vec<Move>>,
    /// By state, instance and atom.
    pub labels: Vec<Vec<Vec<Truth>>>,
    /// How many questions are answered before the alarm rings.
    pub patience: Option<Arc<AtomicU32>>,
}

pub fn firing(number: usize) -> Firing {
    Firing {
        rule: RuleId::from_u32(0),
        instance: number as u64,
    }
}

fn fault(kind: FaultKind) -> Box<Fault> {
    Fault::new(kind, Span::new(FileId::default(), 0..1))
}

pub fn full_table() -> Box<Fault> {
    fault(FaultKind::TableFull {
        table: Table::Processes,
    })
}

impl Graph {
    pub fn instances(&self) -> u32 {
        self.labels.first().map_or(1, Vec::len) as u32
    }

    /// The moves of a state that happen: all but those into excluded states.
    pub fn happening(&self, state: u32) -> impl Iterator<Item = &Move> {
        let moves = self.moves[state as usize].iter();
        moves.filter(|one| one.to != To::Excluded)
    }

    pub fn is_enabled(&self, state: u32, unit: u32) -> bool {
        self.happening(state).any(|one| one.acting.contains(&unit))
    }

    fn number(state: &[u8]) -> u32 {
        u32::from_be_bytes(state.try_into().unwrap())
    }

    fn alarm_rings(&self) -> bool {
        let one_less = |left: u32| left.checked_sub(1);
        let patience = self.patience.as_ref();
        patience.is_some_and(|left| left.fetch_update(Relaxed, Relaxed, one_less).is_err())
    }

    fn fill(&self, moves: &[Move], batch: &mut Batch) {
        batch.clear();
        if self.alarm_rings() {
            return batch.cut_off(Cut::Spent);
        }
        for (number, one) in moves.iter().enumerate() {
            let firing = firing(number);
            match one.to {
                To::State(state) => batch.push_state(firing, &state.to_be_bytes()),
                To::FailingOnTheWay(state) => {
                    batch.push_failure(firing, *fault(FaultKind::ChannelFull));
                    batch.push_state(firing, &state.to_be_bytes());
                }
                To::Fault => batch.push_fault(firing, &fault(FaultKind::DivisionByZero)),
                To::TableFull => batch.push_fault(firing, &full_table()),
                To::Excluded => batch.push_excluded(firing),
            }
        }
    }

    fn renamings(&self, moves: &[Move], renamings: &mut Vec<Permutation>) {
        renamings.clear();
        if self.points == 0 {
            return;
        }
        let to_states = moves.iter().filter(|one| one.to.state().is_some());
        renamings.extend(to_states.map(|one| {
            let images = one.renaming.iter().map(|image| Point::from_u32(*image));
            Permutation::from_images(images.collect()).unwrap()
        }));
    }
}

impl System for Graph {
    fn state_size(&self) -> usize {
        4
    }

    fn packed_size(&self) -> usize {
        4
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(&(!Graph::number(state)).to_be_bytes());
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(&(!Graph::number(packed)).to_be_bytes());
    }

    fn initial(&mut self, batch: &mut Batch) {
        self.fill(&self.initial, batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.fill(&self.moves[Graph::number(state) as usize], batch);
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl Conditions for Graph {
    fn instances(&self, _property: PropertyId) -> u64 {
        u64::from(Graph::instances(self))
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        if self.alarm_rings() {
            return Err(fault(FaultKind::Interrupted));
        }
        let labels = &self.labels[Graph::number(state) as usize];
        match labels[instance as usize][property.as_u32() as usize] {
            Truth::Yes => Ok(true),
            Truth::No => Ok(false),
            Truth::Faulty => Err(fault(FaultKind::Undefined)),
        }
    }
}

impl Renaming for Graph {
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>) {
        self.fill(&self.initial, batch);
        self.renamings(&self.initial, renamings);
    }

    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    ) {
        let moves = &self.moves[Graph::number(state) as usize];
        self.fill(moves, batch);
        self.renamings(moves, renamings);
    }
}

impl Tracked for Graph {
    fn units(&self) -> u32 {
        self.units
    }

    fn acting(&mut self, state: &[u8], batch: &Batch, acting: &mut Vec<Vec<u32>>) {
        acting.clear();
        let moves = &self.moves[Graph::number(state) as usize];
        let firings = batch.iter().map(|(firing, _)| firing.instance as usize);
        acting.extend(firings.map(|number| moves[number].acting.clone()));
    }

    fn unit_image(&self, unit: u32, by: &Permutation) -> u32 {
        if unit < self.points {
            by.image(Point::from_u32(unit)).as_u32()
        } else {
            unit
        }
    }

    fn instance_image(&self, _: usize, instance: u32, by: &Permutation) -> u32 {
        by.image(Point::from_u32(instance)).as_u32()
    }
}
