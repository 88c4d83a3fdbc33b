//! Whether parts of steps are looked for in a level: it costs time to look.
//!
//! After so many states without a part, or where parts save nothing, they are looked for in every
//! so manieth level alone. Counts of levels do not depend on threads.

use crate::Parts;

const FRUITLESS: u64 = 2_000;
const LOOK_EVERY: u64 = 16;

#[derive(Debug, Default)]
pub(crate) struct Trials {
    /// How many levels were expanded.
    expanded: u64,
    /// Parts of steps up to the last state that had one.
    fruitful: Parts,
}

impl Trials {
    /// Whether to look for parts in the next level: `parts` are those so far, which may be in vain.
    pub fn tries(&mut self, parts: Parts, is_vain: bool) -> bool {
        if parts.part > self.fruitful.part {
            self.fruitful = parts;
        }
        let fruitless = parts.tried() - self.fruitful.tried();
        let is_fruitful = fruitless < FRUITLESS && !is_vain;
        let tries = is_fruitful || self.expanded.is_multiple_of(LOOK_EVERY);
        self.expanded += 1;
        tries
    }
}
