//! Tokens to syntax tree: recursive descent with recovery.
//!
//! A syntax error is reported where it is found; the parser then skips to the next statement,
//! declaration or rule and goes on, so that one run shows several errors. Nesting is bounded, so
//! that no input can exhaust the stack here or in any later walk over the tree.

mod decls;
mod exprs;
mod formulas;
mod primaries;
mod recovery;
mod rules;
mod stmts;
mod types;

use crate::ast::{Declared, Expr, Ident, Item, Quantifier};
use crate::codes;
use crate::lexer::{Lexeme, Token, tokenise};
use std::collections::HashSet;
use weyl_source::{Code, Cursor, Diagnostic, Diagnostics, FileId, Span};

/// Statements, rules, types and expressions nested in each other.
const MAX_NESTING: usize = 100;
/// Levels of an expression tree; long chains of `&`, `|` and the like are balanced and count
/// little.
pub const MAX_HEIGHT: u16 = 250;
/// Branches on the way to a statement: each `elsif` and `case` of a block of them becomes a level
/// of the program.
const MAX_BRANCHES: usize = 400;
/// After so many syntax errors the rest is unlikely to help anybody.
const MAX_ERRORS: usize = 20;

/// The error has been reported; the caller skips ahead or passes it on.
#[derive(Clone, Copy, Debug)]
pub struct Reported;
pub type Parsed<T> = Result<T, Reported>;

pub struct Parser<'a> {
    text: &'a str,
    cursor: Cursor<Lexeme>,
    nesting: usize,
    branches: usize,
    /// Functions that the text has declared so far: they win over built-in words.
    functions: HashSet<String>,
    /// Names that a formula may mention, those that its quantifiers bind included.
    names: HashSet<String>,
    /// What the text is, for messages about its end.
    text_is: &'static str,
    errors: usize,
    /// Where the last error was reported: one error a token is enough.
    last_error: Option<usize>,
    diagnostics: &'a mut Diagnostics,
}

/// Words that people bring from other languages, with what Murphi has instead.
const INFIX: [(&str, &str); 5] = [
    ("and", "&"),
    ("or", "|"),
    ("mod", "%"),
    ("div", "/"),
    ("xor", "^"),
];
const PREFIX: [(&str, &str); 3] = [("not", "!"), ("elseif", "elsif"), ("elif", "elsif")];

fn foreign_word(
    text: &str,
    words: &[(&'static str, &'static str)],
) -> Option<(&'static str, &'static str)> {
    let mut words = words.iter();
    words
        .find(|(word, _)| text.eq_ignore_ascii_case(word))
        .copied()
}

/// Parses a whole model. The items are complete only if no error was reported.
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Vec<Item> {
    Parser::new(text, file, diagnostics).items()
}

/// Parses a temporal formula over what a model declares.
pub fn parse_formula(
    text: &str,
    file: FileId,
    declared: &Declared,
    diagnostics: &mut Diagnostics,
) -> Parsed<Expr> {
    let mut parser = Parser {
        functions: declared.functions.clone(),
        names: declared.names.clone(),
        text_is: "formula",
        ..Parser::new(text, file, diagnostics)
    };
    parser.whole_formula()
}

/// Parses what stands between a quantifier and `do`.
pub fn parse_quantifiers(
    text: &str,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Parsed<Vec<Quantifier>> {
    let mut parser = Parser {
        text_is: "quantifier",
        ..Parser::new(text, file, diagnostics)
    };
    let quantifiers = parser.quantifiers()?;
    match parser.peek() {
        Token::EndOfFile => Ok(quantifiers),
        _ => Err(parser.unexpected("`do`")),
    }
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, file: FileId, diagnostics: &'a mut Diagnostics) -> Parser<'a> {
        Parser {
            text,
            cursor: Cursor::new(tokenise(text, file, diagnostics)),
            nesting: 0,
            branches: 0,
            functions: HashSet::new(),
            names: HashSet::new(),
            text_is: "file",
            errors: 0,
            last_error: None,
            diagnostics,
        }
    }
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.cursor.kind()
    }

    fn peek_at(&self, ahead: usize) -> Token {
        self.cursor.ahead(ahead).token
    }

    fn span(&self) -> Span {
        self.cursor.span()
    }

    fn previous_span(&self) -> Span {
        self.cursor.previous_span()
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn advance(&mut self) -> Span {
        self.cursor.advance()
    }

    fn accept(&mut self, kind: Token) -> bool {
        self.cursor.accept(kind)
    }

    fn expect(&mut self, token: Token, what: &str) -> Parsed<Span> {
        if self.peek() == token {
            return Ok(self.advance());
        }
        Err(self.unexpected(what))
    }

    /// Whether the present token is an identifier that reads as a word, in any case.
    fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Ident && self.slice(self.span()).eq_ignore_ascii_case(word)
    }

    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let span = self.expect(Token::Ident, what)?;
        Ok(Ident {
            name: self.slice(span).to_string(),
            span,
        })
    }

    fn semicolons(&mut self) -> bool {
        let mut any = false;
        while self.accept(Token::Semicolon) {
            any = true;
        }
        any
    }

    fn describe(&self) -> String {
        match self.peek() {
            Token::EndOfFile => format!("the end of the {}", self.text_is),
            Token::String => "a string".to_string(),
            _ => format!("`{}`", self.slice(self.span())),
        }
    }

    fn unexpected(&mut self, expected: &str) -> Reported {
        let message = format!("expected {expected}, found {}", self.describe());
        let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message);
        let diagnostic = self.with_spelling(diagnostic);
        self.report(diagnostic)
    }

    /// Adds how Murphi spells a word of other languages that stands here or just before.
    fn with_spelling(&self, diagnostic: Diagnostic) -> Diagnostic {
        let here = foreign_word(self.slice(self.span()), &INFIX);
        let before = || foreign_word(self.slice(self.previous_span()), &PREFIX);
        match here.or_else(before) {
            Some((word, own)) => diagnostic.hint(format!("`{word}` is written `{own}`")),
            None => diagnostic,
        }
    }

    fn error(&mut self, code: Code, message: impl Into<String>) -> Reported {
        let diagnostic = Diagnostic::error(code, self.span(), message);
        self.report(diagnostic)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.last_error != Some(self.cursor.position()) && self.errors < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
            self.errors += 1;
        }
        self.last_error = Some(self.cursor.position());
        if self.errors >= MAX_ERRORS {
            self.cursor.go_to_end();
        }
        Reported
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
        let message = "this is nested too deeply";
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, self.span(), message)
            .hint("split it: move parts into functions, constants or aliases");
        let reported = self.report(diagnostic);
        // Each of the levels outside would complain about the rest.
        self.cursor.go_to_end();
        self.errors = MAX_ERRORS;
        reported
    }

    /// `end` or the long form that belongs to the construct.
    fn end_of(&mut self, long: &[Token], what: &str, opened: Span) -> Parsed<Span> {
        let token = self.peek();
        if token == Token::End || long.contains(&token) {
            return Ok(self.advance());
        }
        if !recovery::is_end(token) {
            let message = format!("expected `end` of this {what}, found {}", self.describe());
            let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message)
                .label(opened, format!("the {what} starts here"));
            return Err(self.report(diagnostic));
        }
        let message = format!("{} does not close this {what}", self.describe());
        let diagnostic = Diagnostic::error(codes::WRONG_END, self.span(), message)
            .label(opened, format!("the {what} starts here"))
            .hint("close it with `end`");
        self.report(diagnostic);
        Ok(self.advance())
    }
}
