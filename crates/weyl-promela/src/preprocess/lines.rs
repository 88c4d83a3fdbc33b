//! Logical lines of a file: directives and text, in preprocessor tokens.

use super::hide_set::HideSet;
use crate::codes;
use crate::token::{Kind, LexError};
use logos::Logos;
use std::sync::Arc;
use weyl_source::{Diagnostic, FileId, Span};

/// A token on its way through macro expansion.
#[derive(Clone, Debug)]
pub struct PpToken {
    pub kind: Kind,
    pub text: Arc<str>,
    pub span: Span,
    pub origin: Option<Span>,
    /// The line of the file on which the token, or the macro that it comes from, stands.
    pub file: FileId,
    pub line: usize,
    /// White space stands in front of it.
    pub space: bool,
    /// Set where the text is no token: reported only if it survives conditional compilation.
    pub error: Option<LexError>,
    /// It follows `NUMBER..` without a space: the C preprocessor takes all of it for one number.
    pub glued: bool,
    pub hidden: HideSet,
}

pub enum Line {
    /// The tokens behind `#`, never empty: the first is the `#`.
    Directive(Vec<PpToken>),
    Text(Vec<PpToken>),
}

/// Splits a file into logical lines.
pub fn split(text: &str, file: FileId) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut tokens: Vec<PpToken> = Vec::new();
    for token in tokenise(text, file) {
        if token.kind == Kind::Newline {
            push_line(&mut lines, &mut tokens);
        } else {
            tokens.push(token);
        }
    }
    push_line(&mut lines, &mut tokens);
    lines
}

fn push_line(lines: &mut Vec<Line>, tokens: &mut Vec<PpToken>) {
    let tokens = std::mem::take(tokens);
    match tokens.first().map(|token| token.kind) {
        Some(Kind::Hash) => lines.push(Line::Directive(tokens)),
        Some(_) => lines.push(Line::Text(tokens)),
        None => {}
    }
}

/// The tokens of a text, line ends included.
pub fn tokenise(text: &str, file: FileId) -> Vec<PpToken> {
    let mut tokens: Vec<PpToken> = Vec::new();
    let mut line = 1;
    let mut counted = 0;
    for (result, range) in Kind::lexer(text).spanned() {
        let skipped = text.get(counted..range.start).unwrap_or_default();
        line += skipped.matches('\n').count();
        let (kind, error) = match result {
            Ok(kind) => (kind, None),
            Err(error) => (Kind::EndOfFile, Some(error)),
        };
        let glued = kind == Kind::Ident && skipped.is_empty() && ends_in_range(&tokens);
        tokens.push(PpToken {
            kind,
            text: text.get(range.clone()).unwrap_or_default().into(),
            span: Span::new(file, range.clone()),
            origin: None,
            file,
            line,
            space: !skipped.is_empty(),
            error,
            glued,
            hidden: HideSet::default(),
        });
        let own = text.get(range.clone()).unwrap_or_default();
        line += own.matches('\n').count();
        counted = range.end;
    }
    tokens
}

/// Whether the last tokens are `NUMBER..` without white space.
fn ends_in_range(tokens: &[PpToken]) -> bool {
    match tokens {
        [.., number, dots] => {
            number.kind == Kind::Number && dots.kind == Kind::DotDot && !dots.space
        }
        _ => false,
    }
}

/// What is wrong with a piece of text that is no token.
pub fn describe(error: LexError, span: Span) -> Diagnostic {
    let (code, message) = match error {
        LexError::UnexpectedCharacter => (
            codes::UNEXPECTED_CHARACTER,
            "this character has no meaning here",
        ),
        LexError::UnterminatedComment => (
            codes::UNTERMINATED_COMMENT,
            "this comment is never closed by `*/`",
        ),
        LexError::UnterminatedString => (
            codes::UNTERMINATED_STRING,
            "this string is not closed on its line",
        ),
        LexError::BadCharacter => (
            codes::BAD_CHARACTER,
            "a character constant is one character between quotes",
        ),
    };
    Diagnostic::error(code, span, message)
}
