//! Questions about runs, beside the levels of a breadth first search: after each of them the graph
//! has the steps of its states. Where nobody asks about all states, the questions lead: only states
//! whose steps they need are expanded.

use crate::LimitKind;
use crate::breadth_first::Expander;
use crate::checkpoint::{BlockReader, BlockWriter, Written, damaged, get_u64, put_u64};
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::{Kind, StateIndex, Store};
use crate::temporal::BadRuns;
use std::collections::HashSet;
use std::io;
use weyl_system::{Conditions, Renaming};

pub(crate) struct Beside<'k, 'a, 'q, S, R, T: Store + 'a> {
    known: &'k mut OnTheFly<'a, S, R, T>,
    runs: &'k mut [(usize, BadRuns<'q>)],
    pub leads: bool,
    /// How often all questions have gone on.
    passes: u64,
}

impl<'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store> Beside<'k, 'a, 'q, S, R, T> {
    pub fn new(
        known: &'k mut OnTheFly<'a, S, R, T>,
        runs: &'k mut [(usize, BadRuns<'q>)],
        leads: bool,
    ) -> Self {
        Beside {
            known,
            runs,
            leads,
            passes: 0,
        }
    }

    /// How many questions wait for more levels.
    pub fn open(&self) -> usize {
        let open = self.runs.iter().filter(|(_, one)| !one.is_idle());
        open.count()
    }

    /// The states whose steps are needed, each once.
    pub fn needed(&self) -> Vec<StateIndex> {
        let open = self.runs.iter();
        let needed = open.flat_map(|(_, one)| one.needed(&self.known.graph));
        let mut needed: Vec<StateIndex> = needed.collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// Before the first level is expanded.
    pub fn begin(&mut self, expanders: &mut [Expander<'a, S, R, T>]) -> Result<(), LimitKind> {
        let begun = if self.leads {
            self.each(|one, known| one.begin(known))
        } else {
            Ok(())
        };
        self.lend_segments(expanders);
        begun
    }

    /// A level was expanded; where the questions lead, until steps are missing.
    pub fn advance(&mut self, expanders: &mut [Expander<'a, S, R, T>]) -> Result<(), LimitKind> {
        if self.open() == 0 {
            return Ok(());
        }
        self.take_back_segments(expanders);
        let mut advanced = self.each(|one, known| one.advance(known));
        while self.leads && advanced.is_ok() && self.open() > 0 && self.needed().is_empty() {
            advanced = self.each(|one, known| one.advance(known));
        }
        self.lend_segments(expanders);
        advanced
    }

    /// Tables that are full are found by those who expand.
    fn each(
        &mut self,
        mut work: impl FnMut(&mut BadRuns<'q>, &mut OnTheFly<'a, S, R, T>) -> Result<(), Stop>,
    ) -> Result<(), LimitKind> {
        // Where a limit was reached others have gone on already.
        for (_, one) in self.runs.iter_mut() {
            if one.passes == self.passes {
                work(one, self.known).or_else(|stop| stop.limit().map_or(Ok(()), Err))?;
                one.passes += 1;
            }
        }
        self.passes += 1;
        Ok(())
    }

    pub fn lend_segments(&mut self, expanders: &mut [Expander<'a, S, R, T>]) {
        for (number, expander) in expanders.iter_mut().enumerate() {
            if let Some(log) = &mut expander.worker.log {
                log.segment = self.known.graph.take_segment(number);
            }
        }
    }

    /// What was found becomes known.
    pub fn take_back_segments(&mut self, expanders: &mut [Expander<'a, S, R, T>]) {
        for (number, expander) in expanders.iter_mut().enumerate() {
            if let Some(log) = &mut expander.worker.log {
                let segment = std::mem::take(&mut log.segment);
                self.known.graph.put_back(number, segment);
            }
        }
    }

    /// There will be checkpoints.
    pub fn will_be_saved(&mut self) {
        self.known.graph.will_be_saved();
    }

    /// Writes what is new in the graph, without the steps of some states.
    pub fn save_steps(
        &mut self,
        without: &HashSet<StateIndex>,
        written: &mut Written,
        to: &mut BlockWriter,
    ) -> io::Result<()> {
        self.known.graph.save(without, written, to)
    }

    /// Writes how far the questions have come.
    pub fn save(&self, to: &mut BlockWriter) -> io::Result<()> {
        self.known.save_counts(to)?;
        put_u64(to, self.passes)?;
        put_u64(to, self.runs.len() as u64)?;
        self.runs.iter().try_for_each(|(_, one)| one.write(to))
    }

    /// Puts back what a log has of the graph.
    pub fn put_back(&mut self, kind: Kind, from: &mut BlockReader) -> io::Result<()> {
        self.known.put_back(kind, from)
    }

    /// As it was, from what [`Beside::save`] wrote.
    pub fn begin_again(
        &mut self,
        expanders: &mut [Expander<'a, S, R, T>],
        (from, written): (&mut BlockReader, &mut Written),
    ) -> io::Result<()> {
        self.known.graph.are_written(written);
        if !self.known.graph.is_below(self.known.store.index_bound()) {
            return Err(damaged("a state is not there"));
        }
        self.known.put_back_counts(from)?;
        self.passes = get_u64(from)?;
        if get_u64(from)? != self.runs.len() as u64 {
            return Err(damaged("something else is asked"));
        }
        for (_, one) in self.runs.iter_mut() {
            one.begin_again(self.known, from)?;
        }
        self.lend_segments(expanders);
        Ok(())
    }
}
