//! Who interferes with whom: a row for each point, made when it is first asked for.

use super::channels::Channels;
use super::conflicts::{Condition, conditions};
use super::effects::{Effects, Observed};
use super::seats::Seats;
use super::turns::{Outlook, outlooks};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use weyl_ir::structure::SlotSet;
use weyl_ir::{Layout, Model, PropertyId, Structure};

/// A set of futures.
type Futures = Box<[u64]>;

/// With more points nobody looks for what commutes.
const MOST_POINTS: usize = 1 << 14;

/// Which futures interfere with the turns of a point, and when.
#[derive(Debug)]
pub(super) struct Row {
    pub always: Futures,
    pub sometimes: Vec<(Condition, Futures)>,
}

#[derive(Debug)]
pub(super) struct Table {
    pub seats: Seats,
    pub outlooks: Vec<Outlook>,
    futures: Vec<Effects>,
    pub channels: Channels,
    count: SlotSet,
    rows: Vec<OnceLock<Row>>,
    /// Whether turns of a point write what a question sees.
    visible: Vec<bool>,
}

impl Table {
    /// `seen` are the properties that are asked about. `None` if it would be too large.
    pub fn new(model: &Model, layout: &Layout, seen: &[PropertyId]) -> Option<Table> {
        let seats = Seats::new(model, layout);
        if seats.points > MOST_POINTS {
            return None;
        }
        let structure = Structure::of(model, layout);
        let seen = seen.iter().map(|property| structure.seen_by(*property));
        let visible = seen.fold(SlotSet::default(), |all, slots| all.union(&slots));
        let observed = Observed::new(model, layout, structure);
        let (outlooks, futures) = outlooks(&observed, &seats);
        let is_visible = |outlook: &Outlook| {
            let turn = &outlook.turn;
            let slots = |channel: u32| &observed.channels.all[channel as usize].slots;
            turn.writes.intersects(&visible)
                || turn.operated().any(|of| slots(of).intersects(&visible))
                || turn.ends && observed.count.intersects(&visible)
        };
        let visible = outlooks.iter().map(is_visible).collect();
        Some(Table {
            rows: (0..seats.points).map(|_| OnceLock::new()).collect(),
            seats,
            outlooks,
            futures,
            count: observed.count,
            channels: observed.channels,
            visible,
        })
    }

    pub fn is_visible(&self, point: usize) -> bool {
        self.visible[point]
    }

    pub fn row(&self, point: usize) -> &Row {
        self.rows[point].get_or_init(|| self.make_row(point))
    }

    fn make_row(&self, point: usize) -> Row {
        let words = self.futures.len().div_ceil(64);
        let empty = || vec![0; words].into_boxed_slice();
        let mut rows: BTreeMap<Condition, Futures> = BTreeMap::new();
        let turn = &self.outlooks[point].turn;
        for (number, later) in self.futures.iter().enumerate() {
            for condition in conditions(turn, later, &self.channels, &self.count) {
                let row = rows.entry(condition).or_insert_with(empty);
                row[number / 64] |= 1 << (number % 64);
            }
        }
        Row {
            always: rows.remove(&Condition::Always).unwrap_or_else(empty),
            sometimes: rows.into_iter().collect(),
        }
    }
}
