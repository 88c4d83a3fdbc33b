//! Questions about runs, beside the levels of a breadth first search: after each of them the graph
//! has the steps of its states. Where nobody asks about all states, the questions lead: only states
//! whose steps they need are expanded.

use crate::LimitKind;
use crate::breadth_first::Expander;
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::{StateIndex, Store};
use crate::temporal::BadRuns;
use weyl_system::{Conditions, Renaming};

pub(crate) struct Beside<'k, 'a, 'q, S, R, T: Store + 'a> {
    known: &'k mut OnTheFly<'a, S, R, T>,
    runs: &'k mut [(usize, BadRuns<'q>)],
    pub leads: bool,
}

impl<'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store> Beside<'k, 'a, 'q, S, R, T> {
    pub fn new(
        known: &'k mut OnTheFly<'a, S, R, T>,
        runs: &'k mut [(usize, BadRuns<'q>)],
        leads: bool,
    ) -> Self {
        Beside { known, runs, leads }
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
        for (_, one) in self.runs.iter_mut() {
            work(one, self.known).or_else(|stop| stop.limit().map_or(Ok(()), Err))?;
        }
        Ok(())
    }

    fn lend_segments(&mut self, expanders: &mut [Expander<'a, S, R, T>]) {
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
}
