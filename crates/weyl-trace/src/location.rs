//! Where processes are: the place in the text that a control location stands for.

use crate::record::Process;
use std::collections::HashMap;
use weyl_ir::{Model, ProcessKind, Root, Rule, StmtKind};
use weyl_source::Span;

/// Where a process is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub process: Process,
    pub place: Place,
}

/// A control location of a kind of processes, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The labels that stand there.
    pub labels: Vec<String>,
    /// The statements that may come next, as they are written; none where nothing can come.
    pub statements: Vec<String>,
    /// Whether there is nothing left to do but to vanish.
    pub is_end: bool,
    /// Of the first of them.
    pub span: Option<Span>,
    /// Where other locations with the same labels and the same first statement are: who shows one
    /// of them must tell it from these.
    pub alike: Vec<Span>,
    /// The number of the location, if another one has the same text at the same place.
    pub number: Option<u32>,
}

/// The locations of all kinds of processes.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// By kind, then by location.
    kinds: Vec<Vec<Place>>,
}

impl Places {
    pub(crate) fn new(model: &Model) -> Places {
        let processes = model.processes();
        let leaving = processes.rules_by_location();
        let kinds = processes.kinds().iter().zip(leaving);
        let kinds = kinds.map(|(kind, leaving)| {
            let rules = leaving.iter().enumerate();
            let places = rules.map(|(location, rules)| {
                let rules = rules.iter().map(|rule| &model.rules[*rule]);
                place(kind, location, &rules.collect::<Vec<&Rule>>())
            });
            told_apart(places.collect())
        });
        Places {
            kinds: kinds.collect(),
        }
    }

    pub(crate) fn get(&self, kind: u32, location: i128) -> Option<&Place> {
        let places = self.kinds.get(kind as usize)?;
        places.get(usize::try_from(location).ok()?)
    }
}

fn place(kind: &ProcessKind, location: usize, leaving: &[&Rule]) -> Place {
    let labels = kind.labels.iter();
    let labels = labels.filter(|(at, _)| *at as usize == location);
    let mut statements: Vec<String> = Vec::new();
    for rule in leaving {
        if !statements.contains(&rule.name) {
            statements.push(rule.name.clone());
        }
    }
    Place {
        labels: labels.map(|(_, label)| label.clone()).collect(),
        is_end: leaving.iter().all(|rule| is_end(rule, kind)),
        statements,
        span: leaving.first().map(|rule| rule.span),
        alike: Vec::new(),
        number: None,
    }
}

/// Whether a process is gone after a rule, or would be, where those that have ended stay.
fn is_end(rule: &Rule, kind: &ProcessKind) -> bool {
    let leads_nowhere = rule
        .control
        .as_ref()
        .is_some_and(|control| control.to.is_none());
    let never_fires = rule.guard.as_constant() == Some(0) && rule.body.is_empty();
    let mut statements = rule.body.iter();
    leads_nowhere && never_fires
        || statements.any(|statement| {
            let StmtKind::Undefine(place) = &statement.kind else {
                return false;
            };
            place.root == Root::Variable(kind.location)
        })
}

/// With what tells each from others that are written alike.
fn told_apart(mut places: Vec<Place>) -> Vec<Place> {
    let mut groups: HashMap<(Vec<String>, Option<String>), Vec<usize>> = HashMap::new();
    for (number, place) in places.iter().enumerate() {
        let text = (place.labels.clone(), place.statements.first().cloned());
        groups.entry(text).or_default().push(number);
    }
    for group in groups.values().filter(|group| group.len() > 1) {
        let spans: Vec<Option<Span>> = group.iter().map(|number| places[*number].span).collect();
        for (at, number) in group.iter().enumerate() {
            let others = spans[..at].iter().chain(&spans[at + 1..]);
            let place = &mut places[*number];
            place.number = others
                .clone()
                .any(|span| *span == spans[at])
                .then_some(*number as u32);
            place.alike = others.flatten().copied().collect();
        }
    }
    places
}
