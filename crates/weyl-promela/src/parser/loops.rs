//! `for` and `select`.

use super::{Parsed, Parser};
use crate::ast::{Block, StmtKind};
use crate::token::Kind;

impl Parser<'_> {
    pub(super) fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        self.expect(Kind::LeftParen, "`(` of the loop")?;
        let variable = self.place()?;
        if self.at_word("in") {
            self.advance();
            let collection = self.place()?;
            self.expect(Kind::RightParen, "`)` of the loop")?;
            let body = self.for_body()?;
            return Ok(StmtKind::ForIn {
                variable,
                collection,
                body,
            });
        }
        self.expect(Kind::Colon, "`:` or `in`")?;
        let from = self.expr()?;
        self.expect(Kind::DotDot, "`..`")?;
        let to = self.expr()?;
        self.expect(Kind::RightParen, "`)` of the loop")?;
        let body = self.for_body()?;
        Ok(StmtKind::For {
            variable,
            from,
            to,
            body,
        })
    }

    fn for_body(&mut self) -> Parsed<Block> {
        self.separators();
        self.block("the body of the loop")
    }

    pub(super) fn select(&mut self) -> Parsed<StmtKind> {
        self.advance();
        self.expect(Kind::LeftParen, "`(` of `select`")?;
        let variable = self.place()?;
        self.expect(Kind::Colon, "`:`")?;
        let from = self.expr()?;
        self.expect(Kind::DotDot, "`..`")?;
        let to = self.expr()?;
        self.expect(Kind::RightParen, "`)` of `select`")?;
        Ok(StmtKind::Select {
            variable,
            from,
            to,
            inlined: !self.calls.is_empty(),
        })
    }
}
