//! What all processes may do, as far as the text of the program tells it.

use super::channels::Channels;
use super::effects::{Effects, Observed};
use super::seats::Seats;
use super::settled::{Settled, settled};
use super::turns::{Life, Outlook};
use weyl_budget::go_on;
use weyl_ir::structure::SlotSet;
use weyl_ir::{Layout, Model, PropertyId};

/// With more points nobody looks for what commutes.
const MOST_POINTS: usize = 1 << 14;

#[derive(Debug)]
pub(super) struct Table {
    pub seats: Seats,
    pub observed: Observed,
    /// What is settled of each seat.
    pub settled: Vec<Vec<Settled>>,
    pub outlooks: Vec<Outlook>,
    pub futures: Vec<Effects>,
    /// For each seat, all that may ever happen there.
    pub wholes: Vec<Effects>,
    /// What questions see.
    visible: SlotSet,
}

impl Table {
    /// `seen` are the properties that are asked about. `None` if it would be too large.
    pub fn new(model: &Model, layout: &Layout, seen: &[PropertyId]) -> Option<Table> {
        let seats = Seats::new(model, layout);
        if seats.points > MOST_POINTS {
            return None;
        }
        let observed = Observed::new(model, layout);
        let seen = seen.iter();
        let seen = seen.map(|property| observed.foresight.structure.seen_by(*property));
        let mut table = Table {
            visible: seen.fold(SlotSet::default(), |all, slots| all.union(&slots)),
            settled: seats
                .all
                .iter()
                .map(|seat| settled(&observed, seat))
                .collect(),
            seats,
            observed,
            outlooks: Vec::new(),
            futures: Vec::new(),
            wholes: Vec::new(),
        };
        table.live();
        Some(table)
    }

    fn live(&mut self) {
        let mut lives = Vec::new();
        let mut base = 0;
        for seat in &self.seats.all {
            go_on();
            let observed = &self.observed;
            let life = Life::new(observed, seat, |rule| observed.general(rule, seat), base);
            base += life.futures.len();
            self.wholes.push(life.whole());
            lives.push(life);
        }
        for (owner, mut life) in lives.into_iter().enumerate() {
            life.add_children(owner, &self.seats, &self.wholes);
            self.outlooks.extend(life.outlooks);
            self.futures.extend(life.futures);
        }
    }

    pub fn channels(&self) -> &Channels {
        &self.observed.channels
    }

    /// Whether a turn writes what a question sees.
    pub fn is_visible(&self, turn: &Effects) -> bool {
        let slots = |channel: u32| &self.channels().all[channel as usize].slots;
        turn.writes.intersects(&self.visible)
            || turn
                .operated()
                .any(|of| slots(of).intersects(&self.visible))
            || turn.ends && self.observed.count.intersects(&self.visible)
    }
}
