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

impl Line {
    pub fn tokens(&self) -> &[PpToken] {
        match self {
            Line::Directive(tokens) | Line::Text(tokens) => tokens,
        }
    }
}

/// Splits a file into logical lines, one by one: who has read enough leaves the rest. No line has
/// more tokens than are allowed; a longer one is cut.
pub fn split(text: &str, file: FileId, most: usize) -> impl Iterator<Item = Line> {
    let mut tokens = tokenise(text, file).peekable();
    std::iter::from_fn(move || {
        while tokens
            .next_if(|token| token.kind == Kind::Newline)
            .is_some()
        {}
        let first = tokens.next()?;
        let is_directive = first.kind == Kind::Hash;
        let rest = std::iter::from_fn(|| tokens.next_if(|token| token.kind != Kind::Newline));
        let line = std::iter::once(first).chain(rest).take(most).collect();
        Some(if is_directive {
            Line::Directive(line)
        } else {
            Line::Text(line)
        })
    })
}

/// The tokens of a text, line ends included.
pub fn tokenise(text: &str, file: FileId) -> impl Iterator<Item = PpToken> {
    let mut line = 1;
    let mut counted = 0;
    let mut range_operator = RangeOperator::default();
    Kind::lexer(text).spanned().map(move |(result, range)| {
        let skipped = text.get(counted..range.start).unwrap_or_default();
        line += skipped.matches('\n').count();
        let (kind, error) = match result {
            Ok(kind) => (kind, None),
            Err(error) => (Kind::EndOfFile, Some(error)),
        };
        let space = !skipped.is_empty();
        let glued = range_operator.glues(kind, space);
        let token = PpToken {
            kind,
            text: text.get(range.clone()).unwrap_or_default().into(),
            span: Span::new(file, range.clone()),
            origin: None,
            file,
            line,
            space,
            error,
            glued,
            hidden: HideSet::default(),
        };
        line += token.text.matches('\n').count();
        counted = range.end;
        token
    })
}

/// Whether the last tokens are `NUMBER..` without white space.
#[derive(Default)]
enum RangeOperator {
    #[default]
    Elsewhere,
    BehindNumber,
    BehindDots,
}

impl RangeOperator {
    /// Whether a token is glued to it.
    fn glues(&mut self, kind: Kind, space: bool) -> bool {
        let before = std::mem::replace(
            self,
            match (&self, kind) {
                (_, Kind::Number) => RangeOperator::BehindNumber,
                (RangeOperator::BehindNumber, Kind::DotDot) if !space => RangeOperator::BehindDots,
                _ => RangeOperator::Elsewhere,
            },
        );
        kind == Kind::Ident && !space && matches!(before, RangeOperator::BehindDots)
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
        LexError::StrayCommentEnd => {
            let message = "this closes no comment and is ignored, as in SPIN";
            return Diagnostic::warning(codes::STRAY_COMMENT_END, span, message)
                .hint("comments do not nest: the first `*/` ends all of it");
        }
    };
    Diagnostic::error(code, span, message)
}
