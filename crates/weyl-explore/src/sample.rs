//! Whether parts of steps save states: a sample of what they leave out, looked for some levels
//! later. Where nearly all of it was reached in another way, parts cost time and save next to
//! nothing.
//!
//! Which states are in the sample is a matter of these states alone, and levels do not depend on
//! threads, so that the decision does not either.

use crate::checkpoint::{get_bytes, get_flag, get_u64, put_bytes, put_flag, put_u64};
use crate::store::fingerprint;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::mem;
use weyl_system::{Batch, System};

/// Of so many states that had a part one is in the sample.
const ONE_IN: u8 = 8;
/// Levels after which the states are looked for.
pub(crate) const AGE: usize = 8;
/// So many states decide.
const ENOUGH: u64 = 256;
/// Where more than this share of them was reached, parts save nothing that counts.
const VAIN: (u64, u64) = (17, 20);

/// States that were left out, packed, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Sample(Vec<u8>);

impl Sample {
    /// Adds what was left out of the steps of a state.
    pub fn add(&mut self, system: &impl System, state: &[u8], batch: &Batch) {
        if !fingerprint(state)[0].is_multiple_of(ONE_IN) {
            return;
        }
        for left_out in batch.left_out() {
            let at = self.0.len();
            self.0.resize(at + system.packed_size(), 0);
            system.pack(left_out, &mut self.0[at..]);
        }
    }

    /// Packed states, one after the other.
    pub fn states(&self) -> &[u8] {
        &self.0
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the states of another one.
    pub fn append(&mut self, states: &[u8]) {
        self.0.extend_from_slice(states);
    }
}

/// What became of samples.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    looked_for: u64,
    reached: u64,
    is_vain: bool,
}

impl Tally {
    pub fn add(&mut self, is_reached: bool) {
        self.looked_for += 1;
        self.reached += u64::from(is_reached);
    }

    /// Whether parts are in vain; decided anew when so many states were looked for.
    pub fn is_vain(&mut self) -> bool {
        if self.looked_for >= ENOUGH {
            self.is_vain = self.reached * VAIN.1 > self.looked_for * VAIN.0;
            (self.looked_for, self.reached) = (0, 0);
        }
        self.is_vain
    }
}

/// Samples that wait, and what became of others.
#[derive(Debug, Default)]
pub(crate) struct Yield {
    waiting: VecDeque<Vec<Sample>>,
    tally: Tally,
}

impl Yield {
    /// Takes over the samples of a level.
    pub fn take<'s>(&mut self, samples: impl Iterator<Item = &'s mut Sample>) {
        self.waiting.push_back(samples.map(mem::take).collect());
    }

    /// Looks for samples that are old enough; whether parts are in vain.
    pub fn is_vain(
        &mut self,
        packed_size: usize,
        mut is_stored: impl FnMut(&[u8]) -> bool,
    ) -> bool {
        while self.waiting.len() > AGE {
            let samples = self.waiting.pop_front().unwrap_or_default();
            let states = samples
                .iter()
                .flat_map(|sample| sample.0.chunks_exact(packed_size.max(1)));
            for state in states {
                self.tally.add(is_stored(state));
            }
        }
        self.tally.is_vain()
    }

    /// What waited and what became of the rest.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, self.tally.looked_for)?;
        put_u64(to, self.tally.reached)?;
        put_flag(to, self.tally.is_vain)?;
        put_u64(to, self.waiting.len() as u64)?;
        for samples in &self.waiting {
            put_u64(to, samples.len() as u64)?;
            for sample in samples {
                put_bytes(to, &sample.0)?;
            }
        }
        Ok(())
    }

    pub fn read(from: &mut impl Read) -> io::Result<Yield> {
        let tally = Tally {
            looked_for: get_u64(from)?,
            reached: get_u64(from)?,
            is_vain: get_flag(from)?,
        };
        let mut waiting = VecDeque::new();
        for _ in 0..get_u64(from)? {
            let count = get_u64(from)?;
            let samples = (0..count).map(|_| get_bytes(from).map(Sample));
            waiting.push_back(samples.collect::<io::Result<_>>()?);
        }
        Ok(Yield { waiting, tally })
    }

    pub fn bytes(&self) -> usize {
        let samples = self.waiting.iter().flatten();
        samples.map(|sample| sample.0.capacity()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yields(levels: &[&[u8]], stored: &[u8]) -> Vec<bool> {
        let mut saved = Yield::default();
        let told = levels.iter().map(|level| {
            let mut sample = Sample(level.repeat(ENOUGH as usize / 4));
            saved.take(std::iter::once(&mut sample));
            saved.is_vain(1, |state| stored.contains(&state[0]))
        });
        told.collect()
    }

    /// Four states in each level; what counts is what became of them some levels later.
    #[test]
    fn what_was_reached_all_the_same_was_left_out_in_vain() {
        let levels = vec![&[1, 2, 3, 4][..]; AGE + 3];
        let last = |stored: &[u8]| *yields(&levels, stored).last().unwrap();
        assert!(last(&[1, 2, 3, 4]));
        assert!(!last(&[1, 2, 3]));
        let early = &levels[..AGE];
        assert!(yields(early, &[1, 2, 3, 4]).iter().all(|is_vain| !is_vain));
    }

    #[test]
    fn it_may_change() {
        let levels: Vec<&[u8]> = (0..3 * AGE)
            .map(|at| if at < AGE { &[1][..] } else { &[2] })
            .collect();
        let told: Vec<bool> = yields(
            &levels.iter().map(|level| &level[..]).collect::<Vec<_>>(),
            &[1],
        );
        assert!(told.contains(&true) && !told[told.len() - 1]);
    }
}
