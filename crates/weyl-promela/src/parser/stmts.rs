//! Statements.

use super::recovery::ends_sequence;
use super::{Parsed, Parser};
use crate::ast::{Block, Exclusive, Ident, Place, Stmt, StmtKind, StringLiteral};
use crate::codes;
use crate::token::Kind;
use weyl_source::{Diagnostic, Span};

impl Parser<'_> {
    /// `{ statements }`
    pub(super) fn block(&mut self, what: &str) -> Parsed<Block> {
        let start = self.expect(Kind::LeftBrace, &format!("`{{` of {what}"))?;
        let statements = self.nested(Self::sequence)?;
        if self.peek() != Kind::RightBrace {
            let message = format!("expected `;` or `}}`, found {}", self.describe());
            let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message)
                .label(start, format!("{what} starts here"));
            return Err(self.report(diagnostic));
        }
        let end = self.advance();
        Ok(Block {
            statements,
            span: start.to(end),
        })
    }

    /// Statements up to what ends their sequence. Broken ones are reported and left out.
    fn sequence(&mut self) -> Parsed<Vec<Stmt>> {
        let mut statements = Vec::new();
        let errors = self.errors;
        while !ends_sequence(self.peek()) {
            let before = self.cursor.position();
            let mut closed = false;
            match self.step() {
                Ok(statement) => {
                    // The text of an inline ends in `}`, which implies a separator.
                    closed = matches!(statement.kind, StmtKind::Inline { .. });
                    statements.push(statement);
                }
                Err(_) => {
                    self.skip_statement();
                    if self.cursor.position() == before {
                        self.advance();
                    }
                }
            }
            if !self.separators() && !closed && !ends_sequence(self.peek()) {
                self.unexpected("`;` or `->`");
                self.skip_statement();
                self.separators();
            }
        }
        if statements.is_empty() && self.errors == errors {
            let message = "a sequence has at least one statement";
            self.error(codes::EMPTY_SEQUENCE, message);
        }
        Ok(statements)
    }

    pub(super) fn separators(&mut self) -> bool {
        let mut any = false;
        while self.accept(Kind::Semicolon) || self.accept(Kind::Arrow) {
            any = true;
        }
        any
    }

    /// A declaration, an access claim, or a statement with or without `unless`.
    fn step(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        if let Some(kind) = self.declaration_step()? {
            return Ok(self.unlabelled(kind, start));
        }
        let body = self.nested(Self::statement)?;
        if self.peek() != Kind::Unless {
            return Ok(body);
        }
        let at = self.advance();
        let escape = self.nested(Self::statement)?;
        self.unless(body, escape, at)
    }

    fn declaration_step(&mut self) -> Parsed<Option<StmtKind>> {
        match self.peek() {
            Kind::Mtype if self.at_mtype_definition() => Err(self.error(
                codes::UNEXPECTED_TOKEN,
                "the names of an mtype are declared outside processes",
            )),
            Kind::Typedef | Kind::Inline => {
                let message = format!("{} belongs outside processes", self.describe());
                Err(self.error(codes::UNEXPECTED_TOKEN, message))
            }
            Kind::Xr | Kind::Xs => self.exclusive().map(Some),
            _ if self.at_declaration() => self.declaration().map(StmtKind::Declaration).map(Some),
            _ => Ok(None),
        }
    }

    fn unlabelled(&self, kind: StmtKind, start: Span) -> Stmt {
        Stmt {
            labels: Vec::new(),
            kind,
            span: start.to(self.previous_span()),
        }
    }

    fn exclusive(&mut self) -> Parsed<StmtKind> {
        let mode = match self.peek() {
            Kind::Xr => Exclusive::Receive,
            _ => Exclusive::Send,
        };
        self.advance();
        let mut channels = vec![self.place()?];
        while self.accept(Kind::Comma) {
            channels.push(self.place()?);
        }
        Ok(StmtKind::Exclusive { mode, channels })
    }

    /// Labels move from the guarded block to the whole. A loop keeps its own: it has an entry of
    /// its own. Other places for labels have no state of their own.
    fn unless(&mut self, mut body: Stmt, escape: Stmt, at: Span) -> Parsed<Stmt> {
        let is_loop = |statement: &Stmt| matches!(statement.kind, StmtKind::Do(_));
        let grouped = matches!(
            body.kind,
            StmtKind::Block(_) | StmtKind::Atomic(_) | StmtKind::DStep(_) | StmtKind::Inline { .. }
        );
        let misplaced = body.labels.first().filter(|_| !grouped && !is_loop(&body));
        let escaping = escape.labels.first().filter(|_| !is_loop(&escape));
        if let Some(label) = misplaced.or(escaping) {
            let diagnostic = self
                .misplaced(label)
                .label(at, "of this `unless`")
                .hint("write `label: { statement unless statement }`");
            self.report(diagnostic);
        }
        let labels = if grouped {
            std::mem::take(&mut body.labels)
        } else {
            Vec::new()
        };
        let span = body.span.to(escape.span);
        Ok(Stmt {
            labels,
            kind: StmtKind::Unless {
                body: Box::new(body),
                escape: Box::new(escape),
            },
            span,
        })
    }

    fn misplaced(&self, label: &Ident) -> Diagnostic {
        let message = format!("the label `{}` cannot stand here", label.name);
        Diagnostic::error(codes::MISPLACED_LABEL, label.span, message)
    }

    /// SPIN wants the label of a block in front of it. A loop is fine: it has an entry of its own.
    fn check_first_label(&mut self, block: &Block) {
        let Some(first) = block.statements.first() else {
            return;
        };
        let Some(label) = first.labels.first() else {
            return;
        };
        if !matches!(first.kind, StmtKind::Do(_)) {
            let diagnostic = self
                .misplaced(label)
                .hint("put the label in front of the block: `label: { .. }`");
            self.report(diagnostic);
        }
    }

    pub(super) fn inner_block(&mut self, what: &str) -> Parsed<Block> {
        let block = self.block(what)?;
        self.check_first_label(&block);
        Ok(block)
    }

    /// Labels and one statement.
    fn statement(&mut self) -> Parsed<Stmt> {
        let mut labels = Vec::new();
        while self.at_label() {
            labels.push(self.ident("a label")?);
            self.advance();
            if self.at_declaration() || matches!(self.peek(), Kind::Xr | Kind::Xs) {
                return Err(self.error(
                    codes::LABEL_BEFORE_DECLARATION,
                    "a label must stand in front of a statement",
                ));
            }
        }
        let start = self.span();
        let ends = ends_sequence(self.peek())
            || matches!(self.peek(), Kind::Semicolon | Kind::Arrow | Kind::Unless);
        if let Some(label) = labels.last().filter(|_| ends) {
            let span = label.span;
            return Ok(Stmt {
                labels,
                kind: StmtKind::Nothing,
                span,
            });
        }
        let kind = self.statement_kind()?;
        Ok(Stmt {
            labels,
            kind,
            span: start.to(self.previous_span()),
        })
    }

    fn at_label(&self) -> bool {
        let proctype = |name: &str| self.proctypes.contains(name);
        self.peek() == Kind::Ident
            && self.peek_at(1) == Kind::Colon
            && !proctype(&self.token().text)
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        match self.peek() {
            Kind::Ident => self.named_statement(),
            Kind::If => self.selection(Kind::Fi).map(StmtKind::If),
            Kind::Do => self.selection(Kind::Od).map(StmtKind::Do),
            Kind::For => self.for_statement(),
            Kind::Select => self.select(),
            Kind::Atomic => {
                self.advance();
                self.inner_block("the atomic sequence")
                    .map(StmtKind::Atomic)
            }
            Kind::DStep => {
                self.advance();
                self.inner_block("the d_step").map(StmtKind::DStep)
            }
            Kind::LeftBrace => self.inner_block("the block").map(StmtKind::Block),
            Kind::Else => {
                self.advance();
                Ok(StmtKind::Else)
            }
            Kind::Break => {
                self.advance();
                Ok(StmtKind::Break)
            }
            Kind::Goto => {
                self.advance();
                self.ident("a label").map(StmtKind::Goto)
            }
            Kind::CCode | Kind::CDecl | Kind::CState | Kind::CTrack => {
                self.embedded_c();
                Ok(StmtKind::Nothing)
            }
            _ => self.function_statement(),
        }
    }

    fn function_statement(&mut self) -> Parsed<StmtKind> {
        match self.peek() {
            Kind::Assert => {
                self.advance();
                self.full_expr().map(StmtKind::Assert)
            }
            Kind::Printf => self.print(),
            Kind::Printm => self.print_mtype(),
            Kind::SetPriority => {
                self.advance();
                self.expect(Kind::LeftParen, "`(`")?;
                let process = self.expr()?;
                self.expect(Kind::Comma, "`,`")?;
                let priority = self.expr()?;
                self.expect(Kind::RightParen, "`)`")?;
                Ok(StmtKind::SetPriority { process, priority })
            }
            Kind::Return => self.return_statement(),
            _ => self.full_expr().map(StmtKind::Condition),
        }
    }

    /// A statement that starts with a name: a call, an assignment, a channel operation, or a
    /// condition.
    fn named_statement(&mut self) -> Parsed<StmtKind> {
        if self.peek_at(1) == Kind::LeftParen {
            return self.call(None);
        }
        let before = self.cursor.position();
        let place = self.place()?;
        if let Some(kind) = self.channel_statement(&place)? {
            return Ok(kind);
        }
        match self.peek() {
            Kind::Becomes => {
                self.advance();
                self.assignment(place)
            }
            Kind::PlusPlus => {
                self.advance();
                Ok(StmtKind::Increment(place))
            }
            Kind::MinusMinus => {
                self.advance();
                Ok(StmtKind::Decrement(place))
            }
            _ => {
                self.cursor.go_to(before);
                self.full_expr().map(StmtKind::Condition)
            }
        }
    }

    fn assignment(&mut self, target: Place) -> Parsed<StmtKind> {
        let inline = self.peek() == Kind::Ident && self.peek_at(1) == Kind::LeftParen;
        if inline {
            return self.call(Some(target));
        }
        let value = self.full_expr()?;
        Ok(StmtKind::Assign { target, value })
    }

    /// `if :: .. fi` or `do :: .. od`
    fn selection(&mut self, close: Kind) -> Parsed<Vec<Block>> {
        let start = self.advance();
        let mut options = Vec::new();
        // SPIN takes a line end after `if` for nothing; so does this.
        while self.peek() == Kind::Option {
            let at = self.advance();
            let statements = self.nested(Self::sequence)?;
            options.push(Block {
                statements,
                span: at.to(self.previous_span()),
            });
        }
        if options.is_empty() {
            return Err(self.unexpected("`::`"));
        }
        if self.peek() != close {
            let word = if close == Kind::Fi { "fi" } else { "od" };
            let message = format!("expected `::` or `{word}`, found {}", self.describe());
            let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message)
                .label(start, "of the construct that starts here");
            return Err(self.report(diagnostic));
        }
        self.advance();
        self.warn_option_labels(&options);
        Ok(options)
    }

    /// SPIN complains about these labels and then accepts them.
    fn warn_option_labels(&mut self, options: &[Block]) {
        for option in options {
            let first = option.statements.first();
            let first = first.filter(|first| !matches!(first.kind, StmtKind::Do(_)));
            if let Some(label) = first.and_then(|first| first.labels.first()) {
                let message = format!(
                    "the label `{}` names only one of several options",
                    label.name
                );
                self.diagnostics.push(
                    Diagnostic::warning(codes::MISPLACED_LABEL, label.span, message)
                        .hint("put the label in front of the `if` or `do`"),
                );
            }
        }
    }

    fn print(&mut self) -> Parsed<StmtKind> {
        self.advance();
        self.expect(Kind::LeftParen, "`(` of `printf`")?;
        let raw = self.token().text.clone();
        let span = self.expect(Kind::Text, "the format, a string")?;
        let mut arguments = Vec::new();
        if self.accept(Kind::Comma) {
            arguments = self.arguments(Kind::RightParen)?;
        }
        self.expect(Kind::RightParen, "`,` or `)`")?;
        Ok(StmtKind::Print {
            format: StringLiteral { raw, span },
            arguments,
        })
    }

    fn print_mtype(&mut self) -> Parsed<StmtKind> {
        self.advance();
        self.expect(Kind::LeftParen, "`(` of `printm`")?;
        let value = self.expr()?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(StmtKind::PrintMtype(value))
    }
}
