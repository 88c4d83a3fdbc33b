//! Local channels that are always there.
//!
//! A channel that a process declares is made with its process, and goes with it. Where the process
//! is there from the start and never ends, or is the oldest of all, so that nobody is left to see
//! it go, the channel is as good as a global one: it has the same number in every execution, and
//! can change places with others when processes do. Where that is true of all, there is no pool.

use super::Lowering;
use super::copies::Candidate;
use super::initial::channels_of;
use super::rules::control_states;
use super::storage::makers;
use crate::resolved::{LocalId, ProctypeId};
use weyl_ir::{Block, Place as IrPlace, Stmt as IrStmt, StmtKind as IrStmtKind};
use weyl_source::Span;

/// SPIN has no more.
const MOST_CHANNELS: usize = 255;

/// The end of every process.
const END: usize = 0;

impl Lowering<'_> {
    /// Gives each process of the beginning its channels, in the order in which SPIN numbers them,
    /// if all local channels are of such.
    pub(super) fn declare_local_channels(&mut self, candidates: &[Candidate]) {
        let makers = makers(self.program);
        let stay = |(id, _): &(ProctypeId, _)| {
            let of = candidates.iter().find(|candidate| candidate.id == *id);
            of.is_none_or(|of| self.keeps_its_channels(of))
        };
        if makers.is_empty() || !makers.iter().all(stay) {
            return;
        }
        let program = self.program;
        let instances = program.instances.iter();
        let processes = instances.flat_map(|of| (0..of.count).map(|_| of.proctype));
        let processes: Vec<(u32, ProctypeId)> = (0..).zip(processes).collect();
        let channels = processes.iter().flat_map(|(_, id)| {
            let locals = program.proctypes[*id].locals.values();
            locals.flat_map(|local| channels_of(program, local))
        });
        if channels.count() + self.storage.fixed_channels.len() > MOST_CHANNELS {
            return;
        }
        for (number, id) in processes {
            for (local, variable) in &program.proctypes[id].locals {
                let name = format!("{}[{number}]:{}", program.proctypes[id].name, variable.name);
                let first = self.declare_channels(&name, variable);
                self.storage.local_channels.insert((number, local), first);
            }
        }
    }

    fn keeps_its_channels(&self, candidate: &Candidate) -> bool {
        let is_oldest = candidate.numbers == (0..1);
        let automaton = self.automata[candidate.id].as_deref();
        let ends = automaton.is_none_or(|of| control_states(of).contains_key(&END));
        !candidate.is_created && (is_oldest || !ends)
    }

    /// Whether processes make channels that come and go.
    pub(super) fn has_pooled_channels(&self) -> bool {
        self.storage.local_channels.is_empty() && !makers(self.program).is_empty()
    }

    /// The number of the first channel that a variable of a process of the beginning has.
    pub(super) fn local_channel(&self, process: Option<i128>, local: LocalId) -> Option<u32> {
        let process = u32::try_from(process?).ok()?;
        self.storage.local_channels.get(&(process, local)).copied()
    }

    /// The channels of the oldest process are empty when it is gone.
    pub(super) fn empty_channels(&self, proctype: ProctypeId, span: Span) -> Block {
        let is_oldest = self.kinds[proctype]
            .as_ref()
            .is_some_and(|kind| kind.first == 0 && kind.own == (0..1));
        let locals = self.program.proctypes[proctype].locals.iter();
        let locals = locals.filter(|_| is_oldest);
        let channels = locals.flat_map(|(local, variable)| {
            let first = self.local_channel(Some(0), local).unwrap_or(0);
            let count = channels_of(self.program, variable).len() as u32;
            (first..first + count).filter(|number| *number > 0)
        });
        let mut variables: Vec<_> = channels
            .filter_map(|number| self.storage.fixed_channels.get(number as usize - 1))
            .map(|channel| channel.variable)
            .collect();
        variables.dedup();
        let clear = |variable| {
            let place = IrPlace::variable(variable, self.model.variables[variable].ty, span);
            IrStmt::new(IrStmtKind::Clear(place), span)
        };
        variables.into_iter().map(clear).collect()
    }
}
