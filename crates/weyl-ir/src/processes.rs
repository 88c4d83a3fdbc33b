//! Who lives in a model: the processes that take turns, and the channels that they share.
//!
//! [`Interleaving`](crate::Interleaving) is how this is written down, for those who make models,
//! print and verify them. All others ask here. Where every rule is a step by itself, there are no
//! kinds of processes and no channels, so that most questions need no case of their own.

use crate::{
    ChannelPool, FixedChannel, Interleaving, Model, NameId, ProcessKind, Rule, RuleId, SortId,
    VarId,
};
use cranelift_entity::EntityRef;

impl Model {
    /// Whether the rules are the transitions of processes; otherwise every rule is a step by
    /// itself.
    #[inline]
    pub fn has_processes(&self) -> bool {
        self.interleaving.is_some()
    }

    #[inline]
    pub fn processes(&self) -> Processes<'_> {
        Processes { model: self }
    }
}

/// The processes and channels of a model.
#[derive(Clone, Copy, Debug)]
pub struct Processes<'m> {
    model: &'m Model,
}

impl<'m> Processes<'m> {
    #[inline]
    fn written(self) -> Option<&'m Interleaving> {
        self.model.interleaving.as_ref()
    }

    /// All kinds; the number of a kind is its place.
    #[inline]
    pub fn kinds(self) -> &'m [ProcessKind] {
        self.written().map_or(&[], |of| &of.kinds)
    }

    #[inline]
    pub fn numbered_kinds(self) -> impl Iterator<Item = (u32, &'m ProcessKind)> + Clone {
        (0..).zip(self.kinds())
    }

    /// The kind with a number; the model has it.
    #[inline]
    pub fn kind(self, number: u32) -> &'m ProcessKind {
        &self.kinds()[number as usize]
    }

    /// The kind of the process that a rule is a transition of.
    #[inline]
    pub fn kind_of_rule(self, rule: &Rule) -> Option<&'m ProcessKind> {
        self.kinds().get(rule.turn?.kind as usize)
    }

    /// The kind whose processes are the names of a sort, and its number.
    #[inline]
    pub fn kind_of_sort(self, sort: SortId) -> Option<(u32, &'m ProcessKind)> {
        self.numbered_kinds().find(|(_, kind)| kind.sort == sort)
    }

    /// The kind whose processes have their locations in a variable, and its number.
    #[inline]
    pub fn kind_located_in(self, variable: VarId) -> Option<(u32, &'m ProcessKind)> {
        let mut kinds = self.numbered_kinds();
        kinds.find(|(_, kind)| kind.location == variable)
    }

    /// The variables with the locations, one for each kind.
    pub fn locations(self) -> impl Iterator<Item = VarId> {
        self.kinds().iter().map(|kind| kind.location)
    }

    /// How many processes of a kind there can be.
    pub fn room(self, kind: &ProcessKind) -> u32 {
        self.model.sorts[kind.sort].names.len() as u32
    }

    /// The number of a name in the sort of its process's kind.
    pub fn index_of(self, kind: &ProcessKind, process: NameId) -> u32 {
        (process.index() - self.model.name_of(kind.sort, 0).index()) as u32
    }

    /// The variable with the number of processes.
    #[inline]
    pub fn count(self) -> Option<VarId> {
        self.written().map(|of| of.process_count)
    }

    /// Whether some process may have to wait for another one of greater priority.
    pub fn have_priorities(self) -> bool {
        self.kinds().iter().any(|kind| kind.priority.is_some())
    }

    /// For each kind and each location the rules that leave it, in the order in which they are
    /// tried.
    pub fn rules_by_location(self) -> Vec<Vec<Vec<RuleId>>> {
        let kinds = self.kinds().iter();
        let locations = kinds.map(|kind| vec![Vec::new(); kind.may_end.len()]);
        let mut leaving: Vec<Vec<Vec<RuleId>>> = locations.collect();
        for (id, rule) in &self.model.rules {
            if let (Some(control), Some(turn)) = (&rule.control, rule.turn)
                && let Ok(from) = usize::try_from(control.from)
                && let Some(kind) = leaving.get_mut(turn.kind as usize)
                && let Some(rules) = kind.get_mut(from)
            {
                rules.push(id);
            }
        }
        leaving
    }

    /// The channels that are always there: number n is at n − 1.
    #[inline]
    pub fn fixed_channels(self) -> &'m [FixedChannel] {
        self.written().map_or(&[], |of| &of.channels)
    }

    pub fn numbered_channels(self) -> impl Iterator<Item = (i128, &'m FixedChannel)> {
        (1..).zip(self.fixed_channels())
    }

    /// The channels that come and go.
    #[inline]
    pub fn channel_pool(self) -> Option<&'m ChannelPool> {
        self.written()?.pool.as_ref()
    }

    /// The variables that hold the messages of channels that come and go, one for each shape.
    pub fn pooled_storages(self) -> &'m [VarId] {
        self.channel_pool().map_or(&[], |pool| &pool.shapes)
    }
}
