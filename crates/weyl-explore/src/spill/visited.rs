//! All states of earlier levels, as segments whose sizes fall by half at least (a log-structured
//! merge tree): a state is written again at most as often as the number of states can be halved.

use super::merge::{Members, merged};
use super::scratch::Disk;
use super::segment::{Segment, Shape};
use crate::LimitKind;
use crate::watch::Watch;
use std::sync::Arc;

/// So many levels may stand as they were found.
const MOST_RUNS: usize = 6;

/// Segments that were found together.
type Run = Vec<Arc<Segment>>;

#[derive(Debug)]
pub(super) struct Visited {
    shape: Shape,
    block_bytes: usize,
    /// The oldest first.
    runs: Vec<Run>,
}

fn rows(run: &Run) -> u64 {
    run.iter().map(|segment| segment.rows()).sum()
}

impl Visited {
    pub fn new(shape: Shape, block_bytes: usize) -> Visited {
        Visited {
            shape,
            block_bytes,
            runs: Vec::new(),
        }
    }

    pub fn members(&self) -> Members {
        Members::of(self.runs.iter().flatten())
    }

    /// The same with some segments more.
    pub fn members_and(&self, more: &[Arc<Segment>]) -> Members {
        Members::of(self.runs.iter().flatten().chain(more))
    }

    pub fn bytes(&self) -> usize {
        let segments = self.runs.iter().flatten();
        segments.map(|segment| segment.bytes()).sum()
    }

    /// Adds the states of a level.
    pub fn add(
        &mut self,
        level: &[Arc<Segment>],
        disk: &Arc<Disk>,
        watch: &Watch<'_>,
    ) -> Result<(), LimitKind> {
        if !level.is_empty() {
            self.runs.push(level.to_vec());
        }
        if self.runs.len() <= MOST_RUNS {
            return Ok(());
        }
        let mut from = self.runs.len() - 1;
        let mut together = rows(&self.runs[from]);
        while from > 0 && rows(&self.runs[from - 1]) <= 2 * together {
            from -= 1;
            together += rows(&self.runs[from]);
        }
        let segments: Vec<_> = self.runs[from..].iter().flatten().cloned().collect();
        if segments.len() > 1 {
            let tape = disk.tape()?;
            let segment = merged(&segments, (&tape, self.shape, self.block_bytes), watch)?;
            self.runs.truncate(from);
            self.runs.push(segment.into_iter().collect());
        }
        Ok(())
    }
}
