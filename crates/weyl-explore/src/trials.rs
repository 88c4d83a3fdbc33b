//! Whether parts of steps are looked for in a level: it costs time to look.
//!
//! After so many states without a part, or where parts save nothing, they are looked for in every
//! so manieth level alone. Counts of levels do not depend on threads.

use crate::Parts;
use crate::checkpoint::{get_u64, put_u64};
use std::io::{self, Read, Write};

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

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, self.expanded)?;
        self.fruitful.write(to)
    }

    pub fn read(from: &mut impl Read) -> io::Result<Trials> {
        Ok(Trials {
            expanded: get_u64(from)?,
            fruitful: Parts::read(from)?,
        })
    }
}
