//! How the capacity of states grows.
//!
//! What a Promela model creates while it runs can't always be bounded from its text. The first
//! layout is small; where a run needs more, everything starts over with a larger one, up to SPIN's
//! limit.

use weyl_ir::{Capacity, Table};

/// Twice as much of what is full, if there can be more.
pub(crate) fn doubled(capacity: Capacity, full: Table) -> Option<Capacity> {
    capacity.with(full, |size| size.max(1) * 2)
}

/// A little more of what is full.
pub(crate) fn one_more(capacity: Capacity, full: Table) -> Option<Capacity> {
    capacity.with(full, |size| size + 1 + size / 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_grows_up_to_the_limit() {
        let mut capacity = Capacity {
            processes: 0,
            channels: 100,
        };
        capacity = doubled(capacity, Table::Processes).expect("more processes");
        assert_eq!((capacity.processes, capacity.channels), (2, 100));
        capacity = doubled(capacity, Table::Channels).expect("more channels");
        capacity = doubled(capacity, Table::Channels).expect("more channels");
        assert_eq!((capacity.processes, capacity.channels), (2, 255));
        assert_eq!(doubled(capacity, Table::Channels), None);
    }

    #[test]
    fn little_by_little_capacity_reaches_the_limit_too() {
        let more = |size: &Capacity| one_more(*size, Table::Processes);
        let sizes = std::iter::successors(Some(Capacity::LEAST), more);
        let sizes: Vec<u32> = sizes.map(|capacity| capacity.processes).collect();
        assert_eq!(sizes[13..18], [14, 15, 16, 18, 20]);
        assert_eq!(sizes.last(), Some(&255));
    }
}
