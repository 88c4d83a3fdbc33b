//! The reader: its state, and the moves that all parts of the grammar are made of.
//!
//! It goes over the text twice. First come sorts, types, variables and the heads of functions;
//! then, with all labels known, everything that has expressions in it. An error ends the
//! declaration that it is in; the reading goes on with the next one.

use super::codes;
use super::lex::{Lexeme, Token};
use super::origin::{Origin, Originals};
use super::value_names::ValueNames;
use super::words::{ITEMS, unquoted};
use crate::{FunctionId, Locals, Lowered, Model, SortId, Temporal, Type, TypeId, VarId};
use cranelift_entity::SecondaryMap;
use std::collections::HashMap;
use weyl_source::{Code, Cursor, Diagnostic, Span};

/// How deep expressions, statements and types may nest: the reader recurses. Front ends nest
/// operators up to 500 deep.
const MAX_DEPTH: u32 = 600;

/// What was read, or what is wrong.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

#[derive(Clone, Copy, Debug)]
pub(super) enum TypeLabel {
    Sort(SortId),
    Type(TypeId),
}

pub(super) struct Reader<'t> {
    cursor: Cursor<Lexeme<'t>>,
    depth: u32,
    pub originals: Originals<'t>,
    /// Of the declaration or statement that is being read, where the text says it.
    pub within: Option<Origin>,
    pub model: Model,
    pub temporal: Vec<Temporal>,
    pub types: HashMap<String, TypeLabel>,
    pub type_depths: SecondaryMap<TypeId, u32>,
    pub value_names: ValueNames,
    pub variables: HashMap<String, VarId>,
    pub functions: HashMap<String, FunctionId>,
    /// Of the rule, function or property that is being read.
    pub locals: Locals,
}

/// Reads a text of which the tokens are known.
pub(super) fn read<'t>(
    lexemes: Vec<Lexeme<'t>>,
    originals: Originals<'t>,
) -> Result<Lowered, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut reader = Reader::new(lexemes, originals);
    let mut deferred = Vec::new();
    while reader.peek().token != Token::End {
        let outcome = reader.declaration();
        deferred.extend(reader.settle(outcome, &mut diagnostics).flatten());
    }
    for (body, at) in deferred {
        reader.cursor.go_to(at);
        reader.depth = 0;
        let outcome = reader.body(body);
        reader.settle(outcome, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        Ok(Lowered {
            model: reader.model,
            temporal: reader.temporal,
            numbers: None,
        })
    } else {
        Err(diagnostics)
    }
}

impl<'t> Reader<'t> {
    fn new(lexemes: Vec<Lexeme<'t>>, originals: Originals<'t>) -> Reader<'t> {
        Reader {
            cursor: Cursor::new(lexemes),
            depth: 0,
            originals,
            within: None,
            model: Model::default(),
            temporal: Vec::new(),
            types: HashMap::new(),
            type_depths: SecondaryMap::new(),
            value_names: ValueNames::default(),
            variables: HashMap::new(),
            functions: HashMap::new(),
            locals: Locals::new(),
        }
    }

    /// Keeps what went wrong and goes to the next declaration.
    fn settle<T>(&mut self, outcome: Read<T>, diagnostics: &mut Vec<Diagnostic>) -> Option<T> {
        let kept = outcome.map_err(|diagnostic| diagnostics.push(*diagnostic));
        self.depth = 0;
        self.skip_to_declaration();
        kept.ok()
    }

    pub(super) fn skip_to_declaration(&mut self) {
        while !self.is_at_declaration() {
            self.advance();
        }
    }

    pub(super) fn is_at_declaration(&self) -> bool {
        let next = self.peek();
        next.token == Token::End || next.token == Token::Reserved && ITEMS.contains(&next.text)
    }

    pub(super) fn position(&self) -> usize {
        self.cursor.position()
    }

    pub(super) fn peek(&self) -> Lexeme<'t> {
        self.ahead(0)
    }

    /// The token after some others; the last one is `End` for ever.
    pub(super) fn ahead(&self, distance: usize) -> Lexeme<'t> {
        *self.cursor.ahead(distance)
    }

    pub(super) fn advance(&mut self) -> Lexeme<'t> {
        let next = self.peek();
        self.cursor.advance();
        next
    }

    /// From a first token to the one before the next.
    pub(super) fn span_from(&self, first: Span) -> Span {
        first.to(self.cursor.previous_span())
    }

    pub(super) fn fail<T>(&self, code: Code, span: Span, message: impl Into<String>) -> Read<T> {
        Err(Box::new(Diagnostic::error(code, span, message)))
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        let next = self.peek();
        let found = match next.token {
            Token::Word | Token::Reserved | Token::Number | Token::Origin => {
                format!("`{}`", next.text)
            }
            token => token.describe().to_string(),
        };
        let message = format!("wanted {wanted}, found {found}");
        self.fail(codes::SYNTAX, next.span, message)
    }

    pub(super) fn is_at(&self, token: Token) -> bool {
        self.peek().token == token
    }

    pub(super) fn eat(&mut self, token: Token) -> bool {
        self.cursor.accept(token)
    }

    pub(super) fn expect(&mut self, token: Token) -> Read<Lexeme<'t>> {
        if self.is_at(token) {
            Ok(self.advance())
        } else {
            self.unexpected(token.describe())
        }
    }

    /// A word of the grammar, reserved or not.
    pub(super) fn is_at_word(&self, word: &str) -> bool {
        let next = self.peek();
        matches!(next.token, Token::Word | Token::Reserved) && next.text == word
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.is_at_word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }

    pub(super) fn label(&mut self) -> Read<Lexeme<'t>> {
        if self.is_at(Token::Word) {
            Ok(self.advance())
        } else {
            self.unexpected("a label")
        }
    }

    pub(super) fn string(&mut self) -> Read<String> {
        let lexeme = self.expect(Token::String)?;
        match unquoted(lexeme.text) {
            Some(text) => Ok(text),
            None => self.fail(codes::LITERAL, lexeme.span, "an escape that does not exist"),
        }
    }

    /// A word, or a string in place of one.
    pub(super) fn name(&mut self) -> Read<String> {
        match self.peek().token {
            Token::Word => Ok(self.advance().text.to_string()),
            Token::String => self.string(),
            _ => self.unexpected("a name"),
        }
    }

    pub(super) fn number<N: TryFrom<i128>>(&mut self) -> Read<N> {
        let lexeme = self.expect(Token::Number)?;
        let value = lexeme.text.parse::<i128>().ok();
        match value.and_then(|value| N::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => {
                let message = format!("{} is out of range here", lexeme.text);
                self.fail(codes::LITERAL, lexeme.span, message)
            }
        }
    }

    /// Things separated by commas, up to a closing sign.
    pub(super) fn list<T>(
        &mut self,
        close: Token,
        mut one: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut list = Vec::new();
        while !self.eat(close) {
            list.push(one(self)?);
            if !self.eat(Token::Comma) {
                self.expect(close)?;
                break;
            }
        }
        Ok(list)
    }

    /// One level deeper.
    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail(codes::DEPTH, self.peek().span, "this nests too deep");
        }
        self.depth += 1;
        let outcome = inside(self);
        self.depth -= 1;
        outcome
    }

    pub(super) fn bool_type(&mut self) -> TypeId {
        self.model.types.intern(Type::Bool)
    }

    pub(super) fn int_type(&mut self) -> TypeId {
        self.model.types.intern(Type::Int)
    }
}
