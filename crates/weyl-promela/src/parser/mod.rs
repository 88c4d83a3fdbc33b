//! Tokens to syntax tree: recursive descent with recovery.
//!
//! A syntax error is reported where it is found; the parser then skips to the next statement or
//! unit and goes on, so that one run shows several errors. Nesting is bounded, so that no input can
//! exhaust the stack here or in any later walk over the tree. Inlines are expanded here, token by
//! token, as SPIN does it.

mod channels;
mod decls;
mod embedded;
mod exprs;
mod inlines;
mod loops;
mod operators;
mod recovery;
mod stmts;
mod units;

use crate::ast::{Ident, Model};
use crate::codes;
use crate::preprocess::Formula;
use crate::token::{Kind, Token};
use inlines::Definition;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use weyl_source::{Code, Cursor, Diagnostic, Diagnostics, Span};

/// Statements and expressions nested in each other.
const MAX_NESTING: usize = 100;
/// Levels of an expression tree; chains of `&&` and `||` are balanced and count little.
const MAX_HEIGHT: usize = 250;
/// After so many syntax errors the rest is unlikely to help anybody.
const MAX_ERRORS: usize = 20;

/// The error has been reported; the caller skips ahead or passes it on.
#[derive(Clone, Copy, Debug)]
pub struct Reported;
pub type Parsed<T> = Result<T, Reported>;

pub struct Parser<'a> {
    cursor: Cursor<Token>,
    nesting: usize,
    /// Height of the tallest expression inside the one that is being read.
    tallest: usize,
    /// Inside `ltl`, `->`, `U`, `[]` and the like are temporal operators.
    temporal: bool,
    /// In a formula from outside `G`, `F` and `R` are operators too, as in other tools; `ltl`
    /// blocks are SPIN's.
    outside: bool,
    inlines: HashMap<Arc<str>, Definition>,
    /// Proctypes that the text has declared so far: `P:x` is then no label.
    proctypes: HashSet<Arc<str>>,
    calls: Vec<inlines::Call>,
    /// Tokens that inlines may still expand to.
    budget: usize,
    embedded_c: bool,
    errors: usize,
    /// Where the last error was reported: one error a token is enough.
    last_error: Option<(usize, usize)>,
    diagnostics: &'a mut Diagnostics,
}

/// Parses a preprocessed model and the formulas given with it. The result is complete only if no
/// error was reported.
pub fn parse(
    tokens: Vec<Token>,
    blocks: Vec<Formula>,
    formulas: Vec<Formula>,
    diagnostics: &mut Diagnostics,
) -> Model {
    let mut parser = Parser {
        cursor: Cursor::new(tokens),
        nesting: 0,
        tallest: 0,
        temporal: false,
        outside: false,
        inlines: HashMap::new(),
        proctypes: HashSet::new(),
        calls: Vec::new(),
        budget: inlines::MAX_TOKENS,
        embedded_c: false,
        errors: 0,
        last_error: None,
        diagnostics,
    };
    let units = parser.units();
    let mut outside = |formulas: Vec<Formula>| {
        let formulas = formulas.into_iter();
        let formulas = formulas.filter_map(|formula| parser.outside(formula).ok());
        formulas.collect()
    };
    Model {
        units,
        blocks: outside(blocks),
        formulas: outside(formulas),
    }
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        self.cursor.lexeme()
    }

    fn peek(&self) -> Kind {
        self.cursor.kind()
    }

    fn peek_at(&self, ahead: usize) -> Kind {
        self.cursor.ahead(ahead).kind
    }

    fn span(&self) -> Span {
        self.cursor.span()
    }

    fn previous_span(&self) -> Span {
        self.cursor.previous_span()
    }

    fn advance(&mut self) -> Span {
        self.cursor.advance()
    }

    fn accept(&mut self, kind: Kind) -> bool {
        self.cursor.accept(kind)
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Span> {
        if self.peek() == kind {
            return Ok(self.advance());
        }
        Err(self.unexpected(what))
    }

    fn at_word(&self, word: &str) -> bool {
        self.token().is_word(word)
    }

    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let name = self.token().text.clone();
        let span = self.expect(Kind::Ident, what)?;
        Ok(Ident { name, span })
    }

    fn describe(&self) -> String {
        let token = self.token();
        match token.kind {
            Kind::EndOfFile => "the end of the file".to_string(),
            Kind::Text => "a string".to_string(),
            Kind::Semicolon if token.text.is_empty() => "the end of the statement".to_string(),
            _ => format!("`{}`", token.text),
        }
    }

    fn unexpected(&mut self, expected: &str) -> Reported {
        let message = format!("expected {expected}, found {}", self.describe());
        let mut diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message);
        let implied = |token: &Token| token.kind == Kind::Semicolon && token.text.is_empty();
        if implied(self.token()) || self.cursor.before().is_some_and(implied) {
            diagnostic = diagnostic
                .hint("a line end closes a statement, as in SPIN: end the line with the operator");
        }
        self.report(diagnostic)
    }

    fn error(&mut self, code: Code, message: impl Into<String>) -> Reported {
        let diagnostic = Diagnostic::error(code, self.span(), message);
        self.report(diagnostic)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let here = (self.calls.len(), self.cursor.position());
        if self.last_error != Some(here) && self.errors < MAX_ERRORS {
            self.errors += 1;
            let diagnostic = self.explain_origin(diagnostic);
            self.diagnostics.push(diagnostic);
        }
        self.last_error = Some(here);
        if self.errors >= MAX_ERRORS {
            self.cursor.go_to_end();
        }
        Reported
    }

    /// Adds where a token out of a macro or an inline comes from.
    fn explain_origin(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let span = diagnostic.span;
        let token = self.token();
        if let Some(origin) = token.origin.filter(|_| token.span == span) {
            diagnostic = diagnostic.label(origin, "the text comes from here");
        }
        for call in self.calls.iter().rev() {
            diagnostic = diagnostic.label(call.span, format!("in this use of `{}`", call.name));
        }
        diagnostic
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    fn too_deep(&mut self) -> Reported {
        let diagnostic =
            Diagnostic::error(codes::TOO_DEEP, self.span(), "this is nested too deeply")
                .hint("split it: move parts into other statements or processes");
        let reported = self.report(diagnostic);
        // Each of the levels outside would complain about the rest.
        self.cursor.go_to_end();
        self.errors = MAX_ERRORS;
        reported
    }
}
