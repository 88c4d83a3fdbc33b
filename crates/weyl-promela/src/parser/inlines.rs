//! Inlines: their text is put in at each call, parameters replaced by the tokens of the arguments.
//!
//! As in SPIN the result is a block, so that what it declares is its own; everything else is plain
//! substitution. A name in the inline's text means what it means at the call.

use super::{Parsed, Parser, Reported};
use crate::ast::{Ident, Inline, Place, StmtKind};
use crate::codes;
use crate::separators;
use crate::token::{Kind, Token};
use std::sync::Arc;
use weyl_source::{Cursor, Diagnostic, Span};

/// Tokens that all inlines of a model may expand to.
pub const MAX_TOKENS: usize = 1_000_000;

#[derive(Clone)]
pub struct Definition {
    name: Ident,
    parameters: Vec<Ident>,
    /// With its braces.
    body: Arc<[Token]>,
}

/// An inline that is being expanded.
pub struct Call {
    pub name: Arc<str>,
    pub span: Span,
    /// Where `return` puts its value.
    target: Option<Place>,
}

impl Parser<'_> {
    pub(super) fn inline(&mut self) -> Parsed<Inline> {
        let start = self.advance();
        let name = self.ident("the name of the inline")?;
        self.expect(Kind::LeftParen, "`(` of the parameters")?;
        let mut parameters = Vec::new();
        while self.peek() != Kind::RightParen {
            parameters.push(self.ident("the name of a parameter")?);
            if !self.accept(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RightParen, "`,` or `)`")?;
        let body = self.inline_body()?;
        let span = start.to(self.previous_span());
        let definition = Definition {
            name: name.clone(),
            parameters: parameters.clone(),
            body: body.into(),
        };
        if let Some(old) = self.inlines.insert(name.name.clone(), definition) {
            let message = format!("the inline `{}` is defined twice", name.name);
            let diagnostic = Diagnostic::error(codes::REDECLARED, name.span, message)
                .label(old.name.span, "defined here before");
            self.report(diagnostic);
        }
        Ok(Inline {
            name,
            parameters,
            span,
        })
    }

    fn inline_body(&mut self) -> Parsed<Vec<Token>> {
        let start = self.cursor.position();
        if self.peek() != Kind::LeftBrace {
            return Err(self.unexpected("`{` of the inline"));
        }
        self.skip_braces();
        let body = self.cursor.since(start).to_vec();
        if body.last().map(|token| token.kind) != Some(Kind::RightBrace) {
            return Err(self.unexpected("`}` of the inline"));
        }
        Ok(body)
    }

    /// `name(arguments)`, or `target = name(arguments)`.
    pub(super) fn call(&mut self, target: Option<Place>) -> Parsed<StmtKind> {
        let name = self.ident("the name of an inline")?;
        let Some(definition) = self.inlines.get(&name.name).cloned() else {
            return Err(self.unknown_inline(&name));
        };
        self.advance();
        let arguments = self.call_arguments()?;
        let call = name.span.to(self.previous_span());
        if arguments.len() != definition.parameters.len() {
            return Err(self.wrong_count(&definition, arguments.len(), call));
        }
        if self.calls.iter().any(|outer| outer.name == name.name) {
            let message = format!("the inline `{}` calls itself", name.name);
            let diagnostic = Diagnostic::error(codes::RECURSIVE_INLINE, call, message);
            return Err(self.report(diagnostic));
        }
        let tokens = substitute(&definition, &arguments);
        let Some(rest) = self.budget.checked_sub(tokens.len()) else {
            let message = "inlines expand to more text than weyl reads";
            return Err(self.error(codes::EXPANSION_TOO_LARGE, message));
        };
        self.budget = rest;
        self.expand(name, tokens, call, target)
    }

    fn expand(
        &mut self,
        name: Ident,
        tokens: Vec<Token>,
        call: Span,
        target: Option<Place>,
    ) -> Parsed<StmtKind> {
        let inner = Cursor::new(separators::in_body(tokens));
        let outer = std::mem::replace(&mut self.cursor, inner);
        self.calls.push(Call {
            name: name.name.clone(),
            span: call,
            target,
        });
        let body = self.nested(|parser| {
            let body = parser.inner_block("the inline")?;
            parser.expect(Kind::EndOfFile, "the end of the inline")?;
            Ok(body)
        });
        self.calls.pop();
        self.cursor = outer;
        let body = body?;
        Ok(StmtKind::Inline { name, call, body })
    }

    fn unknown_inline(&mut self, name: &Ident) -> Reported {
        let message = format!("there is no inline `{}` defined before this", name.name);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        let diagnostic = match crate::suggest::closest(&name.name, self.inlines.keys()) {
            Some(known) => diagnostic.hint(format!("did you mean `{known}`?")),
            None => diagnostic.hint("an inline must be defined before it is used"),
        };
        self.report(diagnostic)
    }

    fn wrong_count(&mut self, definition: &Definition, found: usize, call: Span) -> Reported {
        let message = format!(
            "the inline `{}` has {} parameters and gets {found} arguments",
            definition.name.name,
            definition.parameters.len(),
        );
        let diagnostic = Diagnostic::error(codes::INLINE_ARGUMENTS, call, message)
            .label(definition.name.span, "defined here");
        self.report(diagnostic)
    }

    /// The tokens of each argument, up to and with the `)`.
    fn call_arguments(&mut self) -> Parsed<Vec<Vec<Token>>> {
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let token = self.token().clone();
            match token.kind {
                Kind::EndOfFile | Kind::Semicolon | Kind::LeftBrace => {
                    return Err(self.unexpected("`)` of the call"));
                }
                Kind::RightParen if depth == 0 => break,
                Kind::LeftParen => depth += 1,
                Kind::RightParen => depth -= 1,
                _ => {}
            }
            self.advance();
            match arguments.last_mut() {
                Some(last) if token.kind != Kind::Comma || depth > 0 => last.push(token),
                _ => arguments.push(Vec::new()),
            }
        }
        if arguments.len() == 1 && arguments.iter().all(Vec::is_empty) {
            arguments.clear();
        }
        if arguments.iter().any(Vec::is_empty) {
            return Err(self.error(
                codes::INLINE_ARGUMENTS,
                "an argument of the inline is missing",
            ));
        }
        self.advance();
        Ok(arguments)
    }

    pub(super) fn return_statement(&mut self) -> Parsed<StmtKind> {
        let at = self.advance();
        let value = self.full_expr()?;
        match self.calls.last().and_then(|call| call.target.clone()) {
            Some(target) => Ok(StmtKind::Assign { target, value }),
            None => {
                let diagnostic = Diagnostic::error(
                    codes::RETURN_OUTSIDE,
                    at,
                    "there is no place for the value of this `return`",
                )
                .hint("call the inline as `variable = name(..)`");
                Err(self.report(diagnostic))
            }
        }
    }
}

/// The text of the inline with its parameters replaced, and an end.
fn substitute(definition: &Definition, arguments: &[Vec<Token>]) -> Vec<Token> {
    let mut output = Vec::with_capacity(definition.body.len() + 1);
    for token in definition.body.iter() {
        let parameter = definition
            .parameters
            .iter()
            .position(|name| token.kind == Kind::Ident && name.name == token.text);
        match parameter.and_then(|at| arguments.get(at)) {
            Some(argument) => output.extend(replace(token, argument)),
            None => output.push(token.clone()),
        }
    }
    let end = output.last().map(|token| token.span).unwrap_or_default();
    output.push(Token {
        kind: Kind::EndOfFile,
        text: "".into(),
        span: end,
        origin: None,
        newline: false,
    });
    output
}

/// An argument stands where the parameter stood, and knows where it was written.
fn replace<'t>(parameter: &'t Token, argument: &'t [Token]) -> impl Iterator<Item = Token> + 't {
    argument.iter().enumerate().map(|(at, token)| Token {
        span: parameter.span,
        origin: Some(token.span),
        newline: at == 0 && parameter.newline,
        ..token.clone()
    })
}
