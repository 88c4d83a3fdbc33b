//! Statements.

use super::{MAX_BRANCHES, Parsed, Parser, recovery};
use crate::CHAIN_LEVELS;
use crate::ast::{AliasDecl, Expr, ExprKind, PropertyKind, Stmt, StmtKind};
use crate::codes;
use crate::lexer::{Token, unquote};
use weyl_source::{Diagnostic, Span};

impl Parser<'_> {
    /// Statements up to what closes their block. Broken ones are reported and left out.
    pub(super) fn stmts(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            self.semicolons();
            if self.at_block_end() {
                return stmts;
            }
            let before = self.cursor.position();
            match self.nested(Self::stmt) {
                Ok(stmt) => {
                    stmts.push(stmt);
                    self.separator();
                }
                Err(_) => {
                    self.skip_statement();
                    if self.cursor.position() == before && !self.at_block_end() {
                        self.advance();
                    }
                }
            }
        }
    }

    fn at_block_end(&self) -> bool {
        let token = self.peek();
        recovery::is_end(token)
            || recovery::starts_rule(token)
            || recovery::starts_section(token)
            || matches!(
                token,
                Token::EndOfFile | Token::Else | Token::Elsif | Token::Case
            )
    }

    /// Between two statements there is a semicolon.
    fn separator(&mut self) {
        if self.semicolons() || self.at_block_end() {
            return;
        }
        let end = self.previous_span();
        let message = format!("expected `;` before {}", self.describe());
        let diagnostic = Diagnostic::error(codes::MISSING_SEMICOLON, self.span(), message)
            .label(end, "the statement ends here");
        let diagnostic = self.with_spelling(diagnostic);
        self.report(diagnostic);
        let statement = self.peek() == Token::Ident || recovery::starts_statement(self.peek());
        if !statement {
            self.skip_statement();
        }
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        let kind = self.stmt_kind(start)?;
        Ok(Stmt {
            kind,
            span: start.to(self.previous_span()),
        })
    }

    fn stmt_kind(&mut self, start: Span) -> Parsed<StmtKind> {
        match self.peek() {
            Token::Ident => self.assignment_or_call(),
            Token::If => self.if_stmt(start),
            Token::Switch => self.switch_stmt(start),
            Token::For => self.for_stmt(start),
            Token::While => self.while_stmt(start),
            Token::Alias => self.alias_stmt(start),
            Token::Clear => {
                self.advance();
                self.designator().map(StmtKind::Clear)
            }
            Token::Undefine => {
                self.advance();
                self.designator().map(StmtKind::Undefine)
            }
            Token::Error => {
                self.advance();
                let text = self.string("the message in quotes")?;
                Ok(StmtKind::Error(text))
            }
            Token::Put => self.put_stmt(),
            Token::Return => {
                self.advance();
                let value = if self.at_expr() {
                    Some(self.expr()?)
                } else {
                    None
                };
                Ok(StmtKind::Return(value))
            }
            Token::Assert | Token::Assume | Token::Cover | Token::Invariant | Token::Liveness => {
                let (kind, message, condition) = self.property()?;
                Ok(StmtKind::Property(kind, message, condition))
            }
            _ => Err(self.unexpected("a statement")),
        }
    }

    fn string(&mut self, what: &str) -> Parsed<String> {
        let span = self.expect(Token::String, what)?;
        Ok(unquote(self.slice(span)))
    }

    pub(super) fn optional_string(&mut self) -> Option<String> {
        (self.peek() == Token::String).then(|| {
            let span = self.advance();
            unquote(self.slice(span))
        })
    }

    fn assignment_or_call(&mut self) -> Parsed<StmtKind> {
        if self.peek_at(1) == Token::OpenParen {
            let name = self.ident("a name")?;
            let built_in = !self.functions.contains(&name.name);
            if built_in && name.name.eq_ignore_ascii_case("multisetremovepred") {
                return self.selection().map(StmtKind::MultisetRemovePredicate);
            }
            let arguments = self.arguments()?;
            return Ok(StmtKind::Call(name, arguments));
        }
        let target = self.designator()?;
        if self.peek() == Token::Equal {
            let diagnostic = Diagnostic::error(
                codes::UNEXPECTED_TOKEN,
                self.span(),
                "expected `:=`, found `=`",
            )
            .hint("`=` compares, `:=` assigns");
            return Err(self.report(diagnostic));
        }
        self.expect(Token::Becomes, "`:=`")?;
        Ok(StmtKind::Assign(target, self.expr()?))
    }

    /// A condition and the word behind it; a broken condition is replaced, so that the body is
    /// still parsed.
    fn condition(&mut self, word: Token, spelling: &str) -> Parsed<Expr> {
        let span = self.span();
        let condition = self.expr().and_then(|condition| {
            let colon = word == Token::Do && self.accept(Token::Colon);
            if !colon {
                self.expect(word, spelling)?;
            }
            Ok(condition)
        });
        match condition {
            Ok(condition) => Ok(condition),
            Err(_) if self.skip_to(word) => {
                self.advance();
                Ok(Expr {
                    kind: ExprKind::Boolean(true),
                    span,
                    height: 1,
                })
            }
            Err(reported) => Err(reported),
        }
    }

    /// The statements of a branch, by its place in a chain: each is one level deeper than the one
    /// before it, until a new block of levels begins.
    fn branch(&mut self, outside: usize, before: usize) -> Parsed<Vec<Stmt>> {
        self.branches = outside + before % CHAIN_LEVELS + 1;
        if self.branches > MAX_BRANCHES {
            return Err(self.too_deep());
        }
        Ok(self.stmts())
    }

    fn if_stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        let outside = self.branches;
        let mut clauses = Vec::new();
        self.advance();
        loop {
            let condition = self.condition(Token::Then, "`then`")?;
            let body = self.branch(outside, clauses.len())?;
            clauses.push((condition, body));
            if !self.accept(Token::Elsif) {
                break;
            }
        }
        let otherwise = if self.accept(Token::Else) {
            self.stmts()
        } else {
            Vec::new()
        };
        self.branches = outside;
        self.end_of(&[Token::EndIf], "if", start)?;
        Ok(StmtKind::If(clauses, otherwise))
    }

    fn switch_stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        let outside = self.branches;
        self.advance();
        let scrutinee = self.expr()?;
        let mut cases = Vec::new();
        while self.accept(Token::Case) {
            let mut values = Vec::new();
            while self.peek() != Token::Colon {
                values.push(self.expr()?);
                if !self.accept(Token::Comma) && self.peek() != Token::Colon {
                    return Err(self.unexpected("`,` or `:`"));
                }
            }
            self.advance();
            let body = self.branch(outside, cases.len())?;
            cases.push((values, body));
        }
        let otherwise = if self.accept(Token::Else) {
            self.stmts()
        } else {
            Vec::new()
        };
        self.branches = outside;
        self.end_of(&[Token::EndSwitch], "switch", start)?;
        Ok(StmtKind::Switch(scrutinee, cases, otherwise))
    }

    fn for_stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        self.advance();
        let header = self
            .quantifiers()
            .and_then(|quantifiers| self.expect_do().map(|()| quantifiers));
        let quantifiers = match header {
            Ok(quantifiers) => quantifiers,
            Err(_) if self.skip_to(Token::Do) => {
                self.advance();
                Vec::new()
            }
            Err(reported) => return Err(reported),
        };
        let body = self.stmts();
        self.end_of(&[Token::EndFor], "for", start)?;
        Ok(StmtKind::For(quantifiers, body))
    }

    fn while_stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        self.advance();
        let condition = self.condition(Token::Do, "`do`")?;
        let body = self.stmts();
        self.end_of(&[Token::EndWhile], "while", start)?;
        Ok(StmtKind::While(condition, body))
    }

    fn alias_stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        self.advance();
        let aliases = self.aliases()?;
        let body = self.stmts();
        self.end_of(&[Token::EndAlias], "alias", start)?;
        Ok(StmtKind::Alias(aliases, body))
    }

    /// `a: e; b: f do`
    pub(super) fn aliases(&mut self) -> Parsed<Vec<AliasDecl>> {
        let mut aliases = Vec::new();
        while matches!(self.peek(), Token::Ident | Token::Colon) {
            aliases.push(self.alias_decl()?);
            let separated = self.semicolons() || self.accept(Token::Comma);
            if !separated && self.peek() != Token::Ident {
                break;
            }
        }
        self.expect_do()?;
        Ok(aliases)
    }

    fn put_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        match self.optional_string() {
            Some(text) => Ok(StmtKind::PutText(text)),
            None => self.expr().map(StmtKind::PutValue),
        }
    }

    /// A property with its name on either side.
    pub(super) fn property(&mut self) -> Parsed<(PropertyKind, Option<String>, Expr)> {
        let kind = match self.peek() {
            Token::Assume => PropertyKind::Assume,
            Token::Cover => PropertyKind::Cover,
            Token::Liveness => PropertyKind::Liveness,
            _ => PropertyKind::Assert,
        };
        self.advance();
        let before = self.optional_string();
        let condition = self.expr()?;
        let name = before.or_else(|| self.optional_string());
        Ok((kind, name, condition))
    }
}
