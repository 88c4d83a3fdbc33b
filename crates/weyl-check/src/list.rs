//! The properties of a model, without checking them.

use crate::ask::Asked;
use crate::reading::read;
use crate::{Failure, Kind, Request};
use weyl_ir::{Capacity, Model};
use weyl_source::{FileId, Sources, Span};
use weyl_system::{LivenessQuestion, Question};

/// A property that can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedProperty {
    /// What `--property` calls it.
    pub name: String,
    pub kind: Kind,
    /// Where it is written, if it is.
    pub span: Option<Span>,
}

/// All properties that a request asks about, in the order of the answer.
pub fn list(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
) -> Result<Vec<ListedProperty>, Failure> {
    let loaded = read(sources, file, &request.model)?.load(Capacity::default())?;
    let asked = Asked::new(&loaded.program, &loaded.temporal, request)?;
    let model = &loaded.program.model;
    let questions = asked.questions.iter();
    let listed = questions.map(|question| {
        let (kind, span) = kind_and_span(question, &asked, model);
        ListedProperty {
            name: asked.name(model, question),
            kind,
            span: span.filter(|span| *span != Span::default()),
        }
    });
    Ok(listed.collect())
}

fn kind_and_span(question: &Question, asked: &Asked, model: &Model) -> (Kind, Option<Span>) {
    let written = |property| Some(model.properties[property].span);
    match question {
        Question::Invariant(property) | Question::Events(property) => {
            (Kind::Safety, written(*property))
        }
        Question::Assertions(_) | Question::RunTimeErrors | Question::Deadlock(_) => {
            (Kind::Safety, None)
        }
        Question::Cover(property) => (Kind::Cover, written(*property)),
        Question::Liveness(LivenessQuestion { property, .. }) => {
            (Kind::Liveness, written(*property))
        }
        Question::Branching(one) => (Kind::Branching, Some(asked.temporal[one.number].span)),
        Question::Temporal(one) => (Kind::Temporal, Some(asked.temporal[one.number].span)),
    }
}
