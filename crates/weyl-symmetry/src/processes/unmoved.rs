//! Kinds of processes that are not permuted at all, and why: for people.

use super::static_processes;
use std::collections::BTreeSet;
use weyl_ir::Model;
use weyl_source::Span;

/// A kind whose processes stay where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmovedKind {
    pub title: String,
    pub because: Unmoved,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// How many there are, or when they come, depends on the execution; the statements that create
    /// them.
    CreatedLate(Vec<Span>),
    /// Which numbers they get depends on who has ended before.
    NumberedLate,
}

/// All such kinds of a model.
pub fn unmoved_kinds(model: &Model) -> Vec<UnmovedKind> {
    if !model.has_processes() {
        return Vec::new();
    }
    let found = static_processes(model);
    let uncertain = found.processes.iter().filter(|process| process.needs_stay);
    let uncertain: BTreeSet<u32> = uncertain.map(|process| process.kind).collect();
    let is_several = |kind: u32| {
        let own = found.processes.iter();
        own.filter(|process| process.kind == kind).count() > 1
    };
    let kinds = model.processes().numbered_kinds();
    let unmoved = kinds.filter_map(|(number, kind)| {
        let because = if found.dynamic_kinds.contains(&number) {
            let rules = found.late.get(&number).into_iter().flatten();
            let places: BTreeSet<Span> = rules.map(|rule| model.rules[*rule].span).collect();
            Unmoved::CreatedLate(places.into_iter().collect())
        } else if uncertain.contains(&number) && is_several(number) {
            Unmoved::NumberedLate
        } else {
            return None;
        };
        let title = model.sorts[kind.sort].name.clone();
        Some(UnmovedKind { title, because })
    });
    unmoved.collect()
}
