//! Embedded C: one clear refusal, then on with the rest.

use super::Parser;
use crate::codes;
use crate::token::Kind;
use weyl_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn at_embedded_c(&self) -> bool {
        matches!(
            self.peek(),
            Kind::CCode | Kind::CDecl | Kind::CExpr | Kind::CState | Kind::CTrack
        )
    }

    /// Refuses embedded C, once for the whole model, and skips it.
    pub(super) fn embedded_c(&mut self) {
        if !self.embedded_c {
            self.embedded_c = true;
            let message = format!("weyl does not run embedded C code: {}", self.describe());
            let diagnostic = Diagnostic::error(codes::EMBEDDED_C, self.span(), message)
                .hint("say it in Promela: weyl never runs foreign code");
            self.report(diagnostic);
        }
        self.advance();
        while self.accept(Kind::Text) {}
        if self.peek() == Kind::LeftBracket {
            while !matches!(self.peek(), Kind::LeftBrace | Kind::EndOfFile) {
                self.advance();
            }
        }
        if self.peek() == Kind::LeftBrace {
            self.skip_braces();
        }
    }
}
