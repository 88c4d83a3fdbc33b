//! Which states belong to the levels up to the one that is being expanded.
//!
//! Indices are handed out to threads in chunks, so that those of a level are not in a row. But when
//! a level begins nobody adds states: what will be stored from then on gets an index that nobody
//! has, or one that some thread has in hand.

use crate::store::StateIndex;
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    bound: u32,
    in_hand: Vec<Range<u32>>,
}

impl Earlier {
    /// Before the first state of a level is expanded.
    pub fn new(bound: usize, in_hand: impl Iterator<Item = Range<u32>>) -> Earlier {
        Earlier {
            bound: u32::try_from(bound).unwrap_or(u32::MAX),
            in_hand: in_hand.filter(|range| !range.is_empty()).collect(),
        }
    }

    /// Whether a state was stored before the level began.
    pub fn contains(&self, state: StateIndex) -> bool {
        let index = state.as_u32();
        index < self.bound && !self.in_hand.iter().any(|range| range.contains(&index))
    }
}
