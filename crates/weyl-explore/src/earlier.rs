//! Which states belong to the levels up to the one that is being expanded.
//!
//! Indices are handed out to threads in chunks, so that those of a level are not in a row. But when
//! a level begins nobody adds states: what will be stored from then on gets an index that nobody
//! has, or one that some thread has in hand.

use crate::checkpoint::{get_u32, get_u64, put_u32, put_u64};
use crate::store::StateIndex;
use std::io::{self, Read, Write};
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    bound: u32,
    in_hand: Vec<Range<u32>>,
    /// How many these are together.
    places_in_hand: usize,
}

impl Earlier {
    /// Before the first state of a level is expanded.
    pub fn new(bound: usize, in_hand: impl Iterator<Item = Range<u32>>) -> Earlier {
        let in_hand: Vec<Range<u32>> = in_hand.filter(|range| !range.is_empty()).collect();
        Earlier {
            bound: u32::try_from(bound).unwrap_or(u32::MAX),
            places_in_hand: in_hand.iter().map(|range| range.len()).sum(),
            in_hand,
        }
    }

    /// Whether a state was stored before the level began.
    pub fn contains(&self, state: StateIndex) -> bool {
        let index = state.as_u32();
        index < self.bound && !self.in_hand.iter().any(|range| range.contains(&index))
    }

    /// The number of a state among those that are stored from then on.
    #[inline(always)]
    pub fn place(&self, state: StateIndex) -> Option<usize> {
        let index = state.as_u32();
        if index >= self.bound {
            return Some(self.places_in_hand + (index - self.bound) as usize);
        }
        let mut before = 0;
        for range in &self.in_hand {
            if range.contains(&index) {
                return Some(before + (index - range.start) as usize);
            }
            before += range.len();
        }
        None
    }

    /// Larger than the place of every state below a bound.
    #[inline]
    pub fn places(&self, bound: usize) -> usize {
        self.places_in_hand + bound.saturating_sub(self.bound as usize)
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_u32(to, self.bound)?;
        put_u64(to, self.in_hand.len() as u64)?;
        for range in &self.in_hand {
            put_u32(to, range.start)?;
            put_u32(to, range.end)?;
        }
        Ok(())
    }

    pub fn read(from: &mut impl Read) -> io::Result<Earlier> {
        let bound = get_u32(from)?;
        let ranges = (0..get_u64(from)?).map(|_| Ok(get_u32(from)?..get_u32(from)?));
        let in_hand: Vec<Range<u32>> = ranges.collect::<io::Result<_>>()?;
        Ok(Earlier::new(bound as usize, in_hand.into_iter()))
    }
}
