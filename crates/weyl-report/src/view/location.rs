//! Where processes are.

use super::PlaceView;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_source::{Sources, Span};
use weyl_trace::{Location, Place};

/// More statements that may come next are counted.
const SHOWN_STATEMENTS: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LocationView {
    pub process: u64,
    pub proctype: String,
    /// The labels that stand there.
    pub labels: Vec<String>,
    /// The statements that may come next; none where nothing can come.
    pub statements: Vec<String>,
    pub span: Option<PlaceView>,
    /// Whether there is nothing left to do.
    pub ended: bool,
    /// The same for people, in words that no other location of the proctype has.
    pub text: String,
}

impl LocationView {
    pub fn of(location: &Location, sources: &Sources) -> LocationView {
        let place = &location.place;
        LocationView {
            process: location.process.number,
            proctype: location.process.kind.clone(),
            labels: place.labels.clone(),
            statements: place.statements.clone(),
            span: place.span.and_then(|span| PlaceView::of(span, sources)),
            ended: place.is_end,
            text: text(place, sources),
        }
    }

    /// As in Promela: `P[2]`.
    pub fn name(&self) -> String {
        format!("{}[{}]", self.proctype, self.process)
    }

    /// Label and line, without statements.
    pub fn brief(&self) -> String {
        let line = self.span.as_ref().filter(|_| !self.ended);
        let line = line.map_or("end".to_string(), |place| place.line.to_string());
        match &self.labels[..] {
            [] => line,
            labels => format!("{line} ({})", labels.join(", ")),
        }
    }
}

/// `critical, line 7: x++`; with the column where the same is written twice in a line, and with the
/// number of the location where that is not enough.
fn text(place: &Place, sources: &Sources) -> String {
    let labels = place.labels.iter().cloned();
    let number = place.number.map(|number| format!("location {number}"));
    if place.is_end {
        let end = ["its end".to_string()];
        return labels
            .chain(end)
            .chain(number)
            .collect::<Vec<String>>()
            .join(", ");
    }
    let line = place.span.map(|span| line(span, place, sources));
    let at: Vec<String> = labels.chain(line).chain(number).collect();
    format!("{}: {}", at.join(", "), alternatives(&place.statements))
}

fn line(span: Span, place: &Place, sources: &Sources) -> String {
    let own = sources.position(span);
    let is_same_line = |other: &Span| {
        other.file == span.file && *other != span && sources.position(*other).line == own.line
    };
    if place.alike.iter().any(is_same_line) {
        format!("line {}, column {}", own.line, own.column)
    } else {
        format!("line {}", own.line)
    }
}

fn alternatives(statements: &[String]) -> String {
    let hidden = statements.len().saturating_sub(SHOWN_STATEMENTS);
    let shown = &statements[..statements.len() - hidden];
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    match hidden {
        0 => shown.join(" or "),
        1 => format!("{} or 1 other", shown.join(" or ")),
        more => format!("{} or {more} others", shown.join(" or ")),
    }
}
