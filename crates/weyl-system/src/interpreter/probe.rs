//! For whoever tries the system out on states of his own making: one guard alone, what was read,
//! and how much work it was.

use super::Interpreter;
use super::shadow::Shadow;
use crate::Firing;

impl Interpreter<'_> {
    /// Whether a rule can fire in a state; not if that can't be said.
    pub fn guard_holds(&mut self, state: &[u8], firing: Firing) -> bool {
        let Some(command) = self.rule(firing.rule) else {
            return false;
        };
        if firing.instance >= command.valuations.count {
            return false;
        }
        self.begin(command, state);
        self.values = command.valuations.values(firing.instance);
        let holds = self.valuation_is_enabled(command);
        self.machine.noted.clear();
        holds == Ok(true)
    }

    /// From now on it is noted which scalars of the state are read.
    pub fn watch_reads(&mut self) {
        self.machine.memory.record(&self.program.layout);
    }

    /// The offsets of all that was read since, in the order of reading.
    pub fn take_reads(&mut self) -> Vec<u32> {
        self.machine.memory.end_record(Shadow::looked_at)
    }

    /// Everything is interrupted when so much more work is done: rules tried, turns of loops,
    /// values of bound variables. Unlike time, work is the same on every machine.
    pub fn allow_work(&mut self, more: u64) {
        self.machine.most_work = self.machine.work.saturating_add(more);
    }

    /// The work up to now.
    pub fn work(&self) -> u64 {
        self.machine.work
    }
}
