//! Properties that hold for a reason that their author did not mean.
//!
//! Three kinds are looked for. An implication whose left side never holds says nothing: what is on
//! the left is watched along with the search ([`implications`]). What is true by its structure
//! alone is no statement about the model ([`truth`]). And a comparison with a value that nobody
//! ever gives to anything is always answered in the same way ([`values`]).

mod implications;
mod truth;
mod values;

use crate::ask::Asked;
use crate::failure::Failure;
use implications::Sides;
use weyl_ir::{Expr, Model, PropertyId, Temporal};
use weyl_source::{Sources, Span};
use weyl_system::{Program, Question};
use weyl_temporal::{Claim, Proposition, translate};

/// What is said of a property that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub message: String,
    pub span: Span,
}

impl Note {
    /// Whether another one is about a part of the same text.
    pub(crate) fn is_explained_by(&self, other: &Note) -> bool {
        let (own, part) = (self.span, other.span);
        own.file == part.file && own.start <= part.start && part.end <= own.end
    }
}

/// The left side of an implication, and the property that it is a part of.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// A property of the model that some state satisfies if the left side ever holds.
    pub property: PropertyId,
    /// The name of the property with the implication.
    pub of: String,
    pub span: Span,
}

impl Watched {
    /// What is said if no state satisfies it.
    pub fn note(&self, sources: &Sources) -> Note {
        let text = one_line(sources.text(self.span));
        Note {
            message: format!("`{text}` never holds: what it implies is not asked of any state"),
            span: self.span,
        }
    }
}

/// All left sides of implications in what is asked. Those in conditions on states become properties
/// of the program.
pub(crate) fn watch(
    program: Program,
    asked: &Asked,
    sources: &Sources,
) -> Result<(Program, Vec<Watched>), Failure> {
    let mut watching = Watching {
        model: program.model.clone(),
        sources,
        found: Vec::new(),
    };
    for question in &asked.questions {
        if let Question::Invariant(property) = question {
            let name = program.model.properties[*property].name.clone();
            watching.condition(*property, &name);
        } else if let Some(temporal) = question.temporal() {
            watching.temporal(&asked.temporal[temporal.number]);
        }
    }
    let found = watching.found;
    if watching.model.properties.len() == program.model.properties.len() {
        return Ok((program, found));
    }
    Ok((Program::new(watching.model, program.limits)?, found))
}

struct Watching<'s> {
    /// With what is watched.
    model: Model,
    sources: &'s Sources,
    found: Vec<Watched>,
}

impl Watching<'_> {
    /// The implications in the condition of a property.
    fn condition(&mut self, property: PropertyId, name: &str) {
        let of = self.model.properties[property].clone();
        for (condition, span) in implications::of_condition(&of.condition, self.sources) {
            let watching = implications::property(&of, condition, span);
            let property = self.model.properties.push(watching);
            self.add(property, name, span);
        }
    }

    fn temporal(&mut self, of: &Temporal) {
        let Sides { always, left } = implications::of_claim(&of.claim);
        let atom = |proposition: Proposition| of.atoms.get(usize::from(proposition)).copied();
        for property in always.into_iter().filter_map(atom) {
            self.condition(property, &of.name);
        }
        for property in left.into_iter().filter_map(atom) {
            let span = self.model.properties[property].span;
            self.add(property, &of.name, span);
        }
    }

    fn add(&mut self, property: PropertyId, name: &str, span: Span) {
        self.found.push(Watched {
            property,
            of: name.to_string(),
            span,
        });
    }
}

/// What can be said of a property without a search.
pub(crate) fn notes(model: &Model, asked: &Asked, question: &Question) -> Vec<Note> {
    let conditions = question.properties().iter();
    let conditions = conditions.map(|property| &model.properties[*property].condition);
    let mut notes: Vec<Note> = conditions
        .flat_map(|condition| values::never_given(model, condition))
        .collect();
    notes.extend(no_statement(model, asked, question).map(|span| Note {
        message: "it is true whatever variables hold: no model could violate it".to_string(),
        span,
    }));
    notes
}

/// Where a property is written that is true by its structure alone.
fn no_statement(model: &Model, asked: &Asked, question: &Question) -> Option<Span> {
    if let Question::Invariant(property) = question {
        let property = &model.properties[*property];
        return truth::is_always_true(&property.condition).then_some(property.span);
    }
    let temporal = &asked.temporal[question.temporal()?.number];
    is_always_true(model, temporal).then_some(temporal.span)
}

fn is_always_true(model: &Model, temporal: &Temporal) -> bool {
    let Claim::Formula(formula) = &temporal.claim else {
        return false;
    };
    let atoms = temporal.atoms.iter();
    let atoms = atoms.map(|atom| &model.properties[*atom].condition);
    let atoms: Vec<&Expr> = atoms.collect();
    let formula = truth::with_opposites(formula, &atoms);
    let opposite = formula.map(|formula| translate(&formula.negated()));
    opposite.is_some_and(|of| of.is_ok_and(|automaton| automaton.is_empty()))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
