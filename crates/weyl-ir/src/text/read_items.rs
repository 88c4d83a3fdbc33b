//! The reader: declarations without expressions, and the heads of functions.

use super::codes;
use super::lex::{Lexeme, Token};
use super::origin::Origin;
use super::read_body::RawLocal;
use super::reader::{Read, Reader, TypeLabel};
use super::words::{PROPERTIES, meaning};
use crate::{Function, FunctionId, PropertyKind, Sort, Variable};

/// What is read when all labels are known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deferred {
    /// The part after the head, and the origin that stands there.
    Function(FunctionId, Option<Origin>),
    Start,
    Rule,
    Symmetry,
    Property(PropertyKind),
    Temporal,
}

impl<'t> Reader<'t> {
    pub(super) fn declaration(&mut self) -> Read<Option<(Deferred, usize)>> {
        let (start, keyword) = (self.position(), self.peek());
        if !self.is_at_declaration() {
            self.advance();
            let message = format!("wanted a declaration, found `{}`", keyword.text);
            return self.fail(codes::SYNTAX, keyword.span, message);
        }
        self.advance();
        self.within = None;
        let later = match keyword.text {
            // It is open already.
            "source" => {
                self.string()?;
                return self.end_of_declaration(None);
            }
            "model" => {
                self.model.name = self.string()?;
                return self.end_of_declaration(None);
            }
            "sort" => return self.sort().and_then(|()| self.end_of_declaration(None)),
            "type" => {
                return self
                    .type_item()
                    .and_then(|()| self.end_of_declaration(None));
            }
            "var" => return self.variable().and_then(|()| self.end_of_declaration(None)),
            "interleaving" => {
                let read = self.interleaving(keyword);
                return read.and_then(|()| self.end_of_declaration(None));
            }
            "naming" => {
                let read = self.naming(keyword);
                return read.and_then(|()| self.end_of_declaration(None));
            }
            "function" => {
                let function = self.function_head(keyword)?;
                let body = Deferred::Function(function, self.within);
                let body = (body, self.position());
                self.skip_to_declaration();
                return Ok(Some(body));
            }
            "start" => Some(Deferred::Start),
            "rule" => Some(Deferred::Rule),
            "symmetry" => Some(Deferred::Symmetry),
            "temporal" => Some(Deferred::Temporal),
            word => meaning(PROPERTIES, word).map(Deferred::Property),
        };
        self.skip_to_declaration();
        Ok(later.map(|later| (later, start)))
    }

    pub(super) fn end_of_declaration<T>(&self, outcome: T) -> Read<T> {
        if self.is_at_declaration() {
            Ok(outcome)
        } else {
            self.unexpected("a declaration")
        }
    }

    /// A label and the name that goes with it.
    fn labelled(&mut self) -> Read<(Lexeme<'t>, String)> {
        let label = self.label()?;
        let name = if self.eat(Token::Equals) {
            self.string()?
        } else {
            label.text.to_string()
        };
        Ok((label, name))
    }

    pub(super) fn repeated<T>(&self, label: Lexeme<'_>) -> Read<T> {
        let message = format!("`{}` is declared already", label.text);
        self.fail(codes::DECLARED, label.span, message)
    }

    fn sort(&mut self) -> Read<()> {
        let (label, name) = self.labelled()?;
        let names = self.names()?;
        let span = self.head_span(label.span)?;
        let id = self.model.sorts.push(Sort { name, names, span });
        match self
            .types
            .insert(label.text.to_string(), TypeLabel::Sort(id))
        {
            Some(_) => self.repeated(label),
            None => Ok(()),
        }
    }

    /// `type label = T`, or a type alone: then the type has its place in the table from here on.
    fn type_item(&mut self) -> Read<()> {
        let first = self.peek();
        if first.token != Token::Word || self.ahead(1).token != Token::Equals {
            return self.ty().map(|_| ());
        }
        self.advance();
        self.advance();
        let ty = self.type_named(first.text)?;
        let label = first.text.to_string();
        match self.types.insert(label, TypeLabel::Type(ty)) {
            Some(_) => self.repeated(first),
            None => Ok(()),
        }
    }

    fn variable(&mut self) -> Read<()> {
        let (label, name) = self.labelled()?;
        self.expect(Token::Colon)?;
        let ty = self.ty()?;
        let undefinable = self.eat_word("undefinable");
        let hidden = self.eat_word("hidden");
        let span = self.head_span(label.span)?;
        let id = self.model.variables.push(Variable {
            name,
            ty,
            undefinable,
            hidden,
            span,
        });
        match self.variables.insert(label.text.to_string(), id) {
            Some(_) => self.repeated(label),
            None => Ok(()),
        }
    }

    fn function_head(&mut self, keyword: Lexeme<'_>) -> Read<FunctionId> {
        let (label, name) = self.labelled()?;
        self.expect(Token::LeftParen)?;
        let parameters = self.list(Token::RightParen, |reader| reader.raw_local())?;
        let result = if self.eat(Token::RightArrow) {
            Some(self.raw_local()?)
        } else {
            None
        };
        let own = keyword.span.to(label.span);
        self.enter()?;
        let span = self.inherited(own);
        self.locals_clause()?;
        let resolve = |raw: &RawLocal| self.resolve(raw);
        let parameters = parameters.iter().map(resolve).collect::<Read<_>>()?;
        let result = result.as_ref().map(resolve).transpose()?;
        let id = self.model.functions.push(Function {
            name,
            parameters,
            locals: std::mem::take(&mut self.locals),
            result,
            body: Vec::new(),
            span,
        });
        match self.functions.insert(label.text.to_string(), id) {
            Some(_) => self.repeated(label),
            None => Ok(id),
        }
    }
}
