//! Kinds of processes that are not permuted at all, and why: for people.

use super::births::{Unplaced, places};
use super::{StaticProcesses, Witness, start, static_processes};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::Model;
use weyl_source::Span;

/// A kind whose processes stay where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmovedKind {
    pub title: String,
    pub because: Unmoved,
    /// How many there are, if that is known.
    pub count: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// How many there are, or when they come, depends on the execution; the statements that create
    /// them.
    CreatedLate(Vec<Span>),
    /// Some are there from the start, and others are created by these statements.
    Mixed(Vec<Span>),
    /// It depends on a choice between these statements which of them are created.
    Choice(Vec<Span>),
    /// Others may be created between them, and take the next number; where the sequence that
    /// creates them may have to wait.
    Between(Vec<Span>),
    /// They are created by processes of a kind that are not all there at once.
    Creators(String),
    /// There may be more processes than there can be.
    TooMany,
    /// Each could be told by who creates it, but this shows in which order they came, or who went.
    Seen(Witness),
    /// Each could be told by who creates it, but not those of another kind.
    Others(String),
    /// Each could be told by who creates it, but for the order in which processes are removed.
    Removed,
    /// Which numbers they get depends on who has ended before; where the sequence that creates them
    /// may have to wait.
    NumberedLate(Vec<Span>),
}

/// All such kinds of a model; with what sees that processes have ended, if anything does.
pub fn unmoved_kinds(model: &Model, witness: Option<&Witness>) -> Vec<UnmovedKind> {
    if !model.has_processes() {
        return Vec::new();
    }
    let found = static_processes(model);
    let uncertain = found.processes.iter().filter(|process| process.needs_stay);
    let uncertain: BTreeSet<u32> = uncertain.map(|process| process.kind).collect();
    let late = late_kinds(model, &found, witness);
    let kinds = model.processes().numbered_kinds();
    let foreseen = |kind: u32| {
        let own = found.processes.iter();
        own.filter(|process| process.kind == kind).count()
    };
    let counts = places(model, &found);
    let late_ones = |kind: u32| found.late.get(&kind).map_or(0, Vec::len);
    let count = |kind: u32| match counts.get(&kind) {
        Some(Err(Unplaced::Mixed)) => {
            let foreseen = found.foreseen.get(&kind).copied();
            foreseen.map(|foreseen| foreseen + late_ones(kind))
        }
        Some(placed) => placed.ok(),
        None => Some(foreseen(kind)),
    };
    let unmoved = kinds.filter_map(|(number, _)| {
        let is_numbered_late = uncertain.contains(&number) && foreseen(number) > 1;
        let because = match late.get(&number) {
            Some(because) => because.clone(),
            None if is_numbered_late => Unmoved::NumberedLate(waits(model, &found)),
            None => return None,
        };
        let title = title(model, number);
        Some(UnmovedKind {
            title,
            because,
            count: count(number).filter(|count| *count > 1),
        })
    });
    unmoved.collect()
}

fn waits(model: &Model, found: &StaticProcesses) -> Vec<Span> {
    let waits = found.waits.iter().map(|rule| model.rules[*rule].span);
    waits.collect::<BTreeSet<Span>>().into_iter().collect()
}

fn title(model: &Model, kind: u32) -> String {
    let kind = model.processes().kind(kind);
    model.sorts[kind.sort].name.clone()
}

/// Kinds of which several processes may be created in ways that are not foreseen.
fn late_kinds(
    model: &Model,
    found: &StaticProcesses,
    witness: Option<&Witness>,
) -> BTreeMap<u32, Unmoved> {
    let places = places(model, found);
    let unplaced = places.iter().find(|(_, placed)| placed.is_err());
    let beginning = start::beginning(model);
    let first = beginning.iter().flat_map(|(_, first)| first);
    let first: BTreeSet<u32> = first.map(|process| process.kind).collect();
    let because = |kind: u32, placed: &Result<usize, Unplaced>| {
        let rules = found.late.get(&kind).into_iter().flatten();
        let spans: BTreeSet<Span> = rules.map(|rule| model.rules[*rule].span).collect();
        let spans = || spans.iter().copied().collect();
        match (placed, unplaced, witness) {
            (Err(Unplaced::Again), ..) => Unmoved::CreatedLate(spans()),
            (Err(Unplaced::Mixed), ..) if first.contains(&kind) => Unmoved::Mixed(spans()),
            (Err(Unplaced::Mixed), ..) if !found.choice.is_empty() => {
                let choice = found.choice.iter().map(|rule| model.rules[*rule].span);
                Unmoved::Choice(choice.collect())
            }
            (Err(Unplaced::Mixed), ..) => Unmoved::Between(waits(model, found)),
            (Err(Unplaced::Creators(creators)), ..) => Unmoved::Creators(title(model, *creators)),
            (Err(Unplaced::TooMany), ..) => Unmoved::TooMany,
            (Ok(_), Some((other, _)), _) => Unmoved::Others(title(model, *other)),
            (Ok(_), None, Some(witness)) => Unmoved::Seen(witness.clone()),
            (Ok(_), None, None) => Unmoved::Removed,
        }
    };
    let several = places.iter().filter(|(_, placed)| **placed != Ok(1));
    several
        .map(|(kind, placed)| (*kind, because(*kind, placed)))
        .collect()
}
