//! How the capacity of states grows.
//!
//! What a Promela model creates while it runs can't always be bounded from its text. The first layout is
//! small; where a run needs more, everything starts over with a larger one, up to SPIN's limit.

use weyl_ir::Capacity;
use weyl_system::{Fault, FaultKind};

/// Twice as much of what was missing when the fault happened, if there can be more.
pub(crate) fn doubled(capacity: Capacity, fault: &Fault) -> Option<Capacity> {
    larger(capacity, fault, |size| size.max(1) * 2)
}

/// A little more of what was missing when the fault happened.
pub(crate) fn one_more(capacity: Capacity, fault: &Fault) -> Option<Capacity> {
    larger(capacity, fault, |size| size + 1 + size / 16)
}

fn larger(capacity: Capacity, fault: &Fault, more: impl Fn(u32) -> u32) -> Option<Capacity> {
    match fault.kind {
        FaultKind::TableFull { table } => capacity.with(table, more),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_ir::Table;
    use weyl_source::Span;

    #[test]
    fn capacity_grows_up_to_the_limit() {
        let full = |table| Fault::new(FaultKind::TableFull { table }, Span::default());
        let (processes, channels) = (full(Table::Processes), full(Table::Channels));
        let mut capacity = Capacity {
            processes: 0,
            channels: 100,
        };
        capacity = doubled(capacity, &processes).expect("more processes");
        assert_eq!((capacity.processes, capacity.channels), (2, 100));
        capacity = doubled(capacity, &channels).expect("more channels");
        capacity = doubled(capacity, &channels).expect("more channels");
        assert_eq!((capacity.processes, capacity.channels), (2, 255));
        assert_eq!(doubled(capacity, &channels), None);
        let other = Fault::new(FaultKind::DivisionByZero, Span::default());
        assert_eq!(doubled(capacity, &other), None);
    }

    #[test]
    fn little_by_little_capacity_reaches_the_limit_too() {
        let table = Table::Processes;
        let full = Fault::new(FaultKind::TableFull { table }, Span::default());
        let sizes = std::iter::successors(Some(Capacity::LEAST), |size| one_more(*size, &full));
        let sizes: Vec<u32> = sizes.map(|capacity| capacity.processes).collect();
        assert_eq!(sizes[13..18], [14, 15, 16, 18, 20]);
        assert_eq!(sizes.last(), Some(&255));
    }
}
