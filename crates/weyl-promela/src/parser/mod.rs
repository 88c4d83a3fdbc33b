//! Tokens to syntax tree: recursive descent with recovery.
//!
//! A syntax error is reported where it is found; the parser then skips to the next statement or unit
//! and goes on, so that one run shows several errors. Nesting is bounded, so that no input can exhaust
//! the stack here or in any later walk over the tree. Inlines are expanded here, token by token, as
//! SPIN does it.

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
use weyl_source::{Code, Diagnostic, Diagnostics, Span};

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
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// Height of the tallest expression inside the one that is being read.
    tallest: usize,
    /// Inside `ltl`, `->`, `U`, `[]` and the like are temporal operators.
    temporal: bool,
    /// In a formula from outside `G`, `F` and `R` are operators too, as in other tools; `ltl` blocks are SPIN's.
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

/// Parses a preprocessed model and the formulas given with it. The result is complete only if no error was
/// reported.
pub fn parse(tokens: Vec<Token>, formulas: Vec<Formula>, diagnostics: &mut Diagnostics) -> Model {
    let mut parser = Parser {
        tokens,
        at: 0,
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
    let formulas = formulas.into_iter();
    let formulas = formulas.filter_map(|formula| parser.outside_formula(formula).ok());
    let formulas = formulas.collect();
    Model { units, formulas }
}

impl Parser<'_> {
    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn peek(&self) -> Kind {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Kind {
        let token = self.tokens.get(self.at.saturating_add(ahead));
        token.map_or(Kind::EndOfFile, |token| token.kind)
    }

    fn span(&self) -> Span {
        let last = self.tokens.last().map(|token| token.span);
        let here = self.token().map(|token| token.span);
        here.or(last).unwrap_or_default()
    }

    /// The span of the token before this one; where a construct that has just been parsed ends.
    fn previous_span(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or_else(|| self.span(), |token| token.span)
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn accept(&mut self, kind: Kind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Span> {
        if self.peek() == kind {
            return Ok(self.advance());
        }
        Err(self.unexpected(what))
    }

    fn at_word(&self, word: &str) -> bool {
        self.token().is_some_and(|token| token.is_word(word))
    }

    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        match self.token() {
            Some(token) if token.kind == Kind::Ident => {
                let ident = Ident {
                    name: token.text.clone(),
                    span: token.span,
                };
                self.advance();
                Ok(ident)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn describe(&self) -> String {
        match self.token() {
            None => "the end of the file".to_string(),
            Some(token) => match token.kind {
                Kind::EndOfFile => "the end of the file".to_string(),
                Kind::Text => "a string".to_string(),
                Kind::Semicolon if token.text.is_empty() => "the end of the statement".to_string(),
                _ => format!("`{}`", token.text),
            },
        }
    }

    fn unexpected(&mut self, expected: &str) -> Reported {
        let message = format!("expected {expected}, found {}", self.describe());
        let mut diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message);
        let implied = |token: &Token| token.kind == Kind::Semicolon && token.text.is_empty();
        if self.token().is_some_and(implied) || self.after_implied() {
            diagnostic = diagnostic
                .hint("a line end closes a statement, as in SPIN: end the line with the operator");
        }
        self.report(diagnostic)
    }

    /// Whether the token before this one is a separator that stands in no text.
    fn after_implied(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.kind == Kind::Semicolon && token.text.is_empty())
    }

    fn error(&mut self, code: Code, message: impl Into<String>) -> Reported {
        let diagnostic = Diagnostic::error(code, self.span(), message);
        self.report(diagnostic)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let here = (self.calls.len(), self.at);
        if self.last_error != Some(here) && self.errors < MAX_ERRORS {
            self.errors += 1;
            let diagnostic = self.explain_origin(diagnostic);
            self.diagnostics.push(diagnostic);
        }
        self.last_error = Some(here);
        if self.errors >= MAX_ERRORS {
            self.at = self.tokens.len().saturating_sub(1);
        }
        Reported
    }

    /// Adds where a token out of a macro or an inline comes from.
    fn explain_origin(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let span = diagnostic.span;
        let origin = self.token().filter(|token| token.span == span);
        if let Some(origin) = origin.and_then(|token| token.origin) {
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
        self.at = self.tokens.len().saturating_sub(1);
        self.errors = MAX_ERRORS;
        reported
    }
}
