//! How many processes and channels a state has room for.
//!
//! What a Promela model creates while it runs can't always be bounded from its text. The first layout is
//! small; where a run needs more, everything starts over with a larger one, up to SPIN's limit.

use weyl_ir::Table;
use weyl_promela::LoadOptions;
use weyl_system::{Fault, FaultKind};

/// SPIN's limit of processes, and of channels.
const MOST: u32 = 255;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub(crate) processes: u32,
    pub(crate) channels: u32,
}

impl Room {
    pub fn most() -> Room {
        Room {
            processes: MOST,
            channels: MOST,
        }
    }

    /// For one process that is created, and one channel.
    pub(crate) fn least() -> Room {
        Room {
            processes: 1,
            channels: 1,
        }
    }

    /// What there could be more room for.
    pub(crate) fn growing(self) -> Vec<Table> {
        let sizes = [
            (Table::Processes, self.processes),
            (Table::Channels, self.channels),
        ];
        let growing = sizes.iter().filter(|(_, size)| *size < MOST);
        growing.map(|(table, _)| *table).collect()
    }

    /// Whether a fault means that there is too little room, and there could be more.
    pub(crate) fn is_too_little(self, fault: &Fault) -> bool {
        self.grown(fault).is_some()
    }

    /// Twice as much of what was missing when the fault happened.
    pub(crate) fn grown(self, fault: &Fault) -> Option<Room> {
        self.larger(fault, |size| size.max(1) * 2)
    }

    /// A little more of what was missing when the fault happened.
    pub(crate) fn one_more(self, fault: &Fault) -> Option<Room> {
        self.larger(fault, |size| size + 1 + size / 16)
    }

    fn larger(self, fault: &Fault, more: impl Fn(u32) -> u32) -> Option<Room> {
        let more = |size: u32| more(size).min(MOST);
        let FaultKind::TableFull { table } = fault.kind else {
            return None;
        };
        let grown = match table {
            Table::Processes => Room {
                processes: more(self.processes),
                ..self
            },
            Table::Channels => Room {
                channels: more(self.channels),
                ..self
            },
        };
        (grown != self).then_some(grown)
    }
}

impl Default for Room {
    fn default() -> Room {
        let options = LoadOptions::default();
        Room {
            processes: options.processes,
            channels: options.channels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_source::Span;

    #[test]
    fn room_grows_up_to_the_limit() {
        let full = |table| Fault::new(FaultKind::TableFull { table }, Span::default());
        let (processes, channels) = (full(Table::Processes), full(Table::Channels));
        let mut room = Room {
            processes: 0,
            channels: 100,
        };
        room = room.grown(&processes).expect("more processes");
        assert_eq!((room.processes, room.channels), (2, 100));
        room = room.grown(&channels).expect("more channels");
        room = room.grown(&channels).expect("more channels");
        assert_eq!((room.processes, room.channels), (2, MOST));
        assert_eq!(room.grown(&channels), None);
        let other = Fault::new(FaultKind::DivisionByZero, Span::default());
        assert_eq!(room.grown(&other), None);
    }

    #[test]
    fn little_by_little_room_reaches_the_limit_too() {
        let full = Fault::new(
            FaultKind::TableFull {
                table: Table::Processes,
            },
            Span::default(),
        );
        let sizes = std::iter::successors(Some(Room::least()), |room| room.one_more(&full));
        let sizes: Vec<u32> = sizes.map(|room| room.processes).collect();
        assert_eq!(sizes[13..18], [14, 15, 16, 18, 20]);
        assert_eq!(sizes.last(), Some(&MOST));
    }
}
