//! Where parsing goes on after an error.

use super::Parser;
use crate::token::Kind;

/// Tokens that begin a unit and nothing else.
fn starts_unit(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Active
            | Kind::Proctype
            | Kind::DProctype
            | Kind::Init
            | Kind::Never
            | Kind::Trace
            | Kind::Notrace
            | Kind::Ltl
            | Kind::Typedef
            | Kind::Inline
    )
}

/// Tokens that end a sequence of statements.
pub fn ends_sequence(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RightBrace | Kind::Option | Kind::Fi | Kind::Od | Kind::EndOfFile
    )
}

impl Parser<'_> {
    /// Skips to the separator behind the broken statement, or to what ends its sequence. Constructs
    /// that open on the way are skipped as a whole.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0usize;
        loop {
            let kind = self.peek();
            match kind {
                Kind::EndOfFile => return,
                _ if starts_unit(kind) => return,
                Kind::Semicolon | Kind::Arrow if open == 0 => return,
                Kind::Option if open == 0 => return,
                Kind::LeftBrace | Kind::If | Kind::Do => open += 1,
                Kind::RightBrace | Kind::Fi | Kind::Od => match open.checked_sub(1) {
                    Some(rest) => open = rest,
                    None => return,
                },
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips to where the next unit starts; always moves.
    pub(super) fn skip_unit(&mut self) {
        let mut open = 0usize;
        loop {
            match self.peek() {
                Kind::EndOfFile => return,
                Kind::LeftBrace => open += 1,
                Kind::RightBrace => open = open.saturating_sub(1),
                _ => {}
            }
            self.advance();
            let kind = self.peek();
            let boundary = matches!(kind, Kind::Semicolon | Kind::Mtype | Kind::Chan);
            if starts_unit(kind) || (open == 0 && boundary) {
                return;
            }
        }
    }

    /// Skips behind the `}` that closes a `{` at which the parser stands.
    pub(super) fn skip_braces(&mut self) {
        let mut open = 0usize;
        loop {
            match self.peek() {
                Kind::EndOfFile => return,
                Kind::LeftBrace => open += 1,
                Kind::RightBrace => open = open.saturating_sub(1),
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }
}
