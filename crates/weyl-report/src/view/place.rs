//! Places in sources, and what stands there.

use crate::diagnostics::fitting;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_source::{Sources, Span};

/// What is longer is quoted by its first line.
const QUOTED_LINES: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceView {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

/// Some lines of a source, and what in them is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuoteView {
    pub file: String,
    /// The number of the first line.
    pub line: usize,
    pub text: String,
    /// What is meant, in bytes of the text.
    pub start: usize,
    pub end: usize,
}

impl PlaceView {
    pub fn of(span: Span, sources: &Sources) -> Option<PlaceView> {
        if span == Span::default() {
            return None;
        }
        let position = sources.position(span);
        Some(PlaceView {
            file: sources.file(span.file).name.clone(),
            line: position.line,
            column: position.column,
        })
    }
}

impl QuoteView {
    /// The text under a span, or its first line if it is long.
    pub fn of(span: Span, sources: &Sources) -> Option<QuoteView> {
        if span.is_empty() {
            return None;
        }
        let file = sources.file(span.file);
        let range = fitting(&file.text, span);
        let quoted = &file.text[range.clone()];
        let shown = if quoted.lines().count() <= QUOTED_LINES {
            quoted.trim_end()
        } else {
            quoted.lines().next().unwrap_or_default().trim_end()
        };
        let before = file.text[..range.start].rfind('\n');
        let first = before.map_or(0, |at| at + 1);
        let end = range.start + shown.len();
        let after = file.text[end..].find('\n');
        let last = after.map_or(file.text.len(), |at| end + at);
        Some(QuoteView {
            file: file.name.clone(),
            line: file.text[..first].matches('\n').count() + 1,
            text: file.text[first..last].to_string(),
            start: range.start - first,
            end: end - first,
        })
    }
}
