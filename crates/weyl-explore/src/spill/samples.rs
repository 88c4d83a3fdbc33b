//! Whether parts of steps save states, where states are on disk: the samples of `sample.rs`, looked
//! up with the states of their level.

use super::hand::look_up;
use super::level::Ignoring;
use super::merge::{Merge, Stretch, few};
use super::scratch::Disk;
use super::segment::{Segment, Shape, Writer};
use super::visited::Visited;
use crate::LimitKind;
use crate::sample::{AGE, Tally};
use crate::watch::Watch;
use std::collections::VecDeque;
use std::iter;
use std::mem;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Samples {
    shape: Shape,
    block_bytes: usize,
    /// Those of the level that was expanded last.
    newest: Vec<Arc<Segment>>,
    waiting: VecDeque<Vec<Arc<Segment>>>,
    tally: Tally,
}

impl Samples {
    pub fn new(shape: Shape, block_bytes: usize) -> Samples {
        Samples {
            shape,
            block_bytes,
            newest: Vec::new(),
            waiting: VecDeque::new(),
            tally: Tally::default(),
        }
    }

    /// Takes over those of a level, but for states whose part was not enough.
    pub fn take(
        &mut self,
        samples: Vec<Arc<Segment>>,
        ignoring: &Ignoring,
        disk: &Arc<Disk>,
        watch: &Watch<'_>,
    ) -> Result<(), LimitKind> {
        let samples = few(samples, disk, (self.shape, self.block_bytes), watch)?;
        if samples.is_empty() || ignoring.is_empty() {
            self.newest = samples;
            return Ok(());
        }
        let mut merge = Merge::new(iter::empty(), &samples, Stretch::default())?;
        let mut writer = Writer::new(&disk.tape()?, self.shape, self.block_bytes);
        while let Some((row, number)) = merge.least() {
            if !ignoring.has(number) {
                writer.push(row, number)?;
            }
            merge.pass()?;
        }
        self.newest = writer.finish()?.into_iter().collect();
        Ok(())
    }

    /// Looks for samples that are old enough; whether parts are in vain.
    pub fn are_vain(&mut self, visited: &Visited) -> Result<bool, LimitKind> {
        self.waiting.push_back(mem::take(&mut self.newest));
        while self.waiting.len() > AGE {
            let samples = self.waiting.pop_front().unwrap_or_default();
            let tally = &mut self.tally;
            look_up(&samples, visited.members(), |is_there| tally.add(is_there))?;
        }
        Ok(self.tally.is_vain())
    }
}
