//! The reader: functions after their heads, rules and properties; locals.

use super::codes;
use super::lex::Token;
use super::read_items::Deferred;
use super::reader::{Read, Reader};
use super::words::{LOCAL_KINDS, meaning};
use crate::{Binding, Control, Expr, Local, LocalId, Locals, Property, PropertyKind, Rule};
use weyl_source::Span;

/// A local as it is written: `label.number`.
#[derive(Clone, Debug)]
pub(super) struct RawLocal {
    label: String,
    number: u32,
    span: Span,
}

impl Reader<'_> {
    pub(super) fn body(&mut self, body: Deferred) -> Read<()> {
        self.within = None;
        match body {
            Deferred::Function(id, origin) => {
                self.within = origin;
                self.locals = self.model.functions[id].locals.clone();
                self.model.functions[id].body = self.block()?;
            }
            Deferred::Start => {
                let rule = self.rule()?;
                self.model.starts.push(rule);
            }
            Deferred::Rule => {
                let rule = self.rule()?;
                self.model.rules.push(rule);
            }
            Deferred::Symmetry => {
                let permutation = self.symmetry()?;
                self.model.claimed_symmetries.push(permutation);
            }
            Deferred::Property(kind) => {
                let property = self.property(kind)?;
                self.model.properties.push(property);
            }
            Deferred::Temporal => {
                let temporal = self.temporal()?;
                self.temporal.push(temporal);
            }
        }
        self.end_of_declaration(())
    }

    fn rule(&mut self) -> Read<Rule> {
        let keyword = self.advance();
        let name = self.string()?;
        let span = self.head_span(keyword.span)?;
        self.locals_clause()?;
        let parameters = self.parameters_clause()?;
        let control = if self.eat_word("at") {
            Some(self.control()?)
        } else {
            None
        };
        let turn = if self.eat_word("turn") {
            Some(self.turn()?)
        } else {
            None
        };
        let guard = if self.eat_word("when") {
            self.expr()?
        } else {
            Expr::constant(1, self.bool_type(), span)
        };
        let body = self.block()?;
        Ok(Rule {
            name,
            parameters,
            locals: std::mem::take(&mut self.locals),
            control,
            turn,
            guard,
            body,
            span,
        })
    }

    /// The span of a declaration of which the head was read: its origin, if that follows, or the
    /// head itself.
    pub(super) fn head_span(&mut self, first: Span) -> Read<Span> {
        let own = self.span_from(first);
        self.enter()?;
        Ok(self.inherited(own))
    }

    fn property(&mut self, kind: PropertyKind) -> Read<Property> {
        let keyword = self.advance();
        let name = self.string()?;
        let span = self.head_span(keyword.span)?;
        self.locals_clause()?;
        let parameters = self.parameters_clause()?;
        self.expect(Token::LeftBrace)?;
        let condition = self.expr()?;
        self.expect(Token::RightBrace)?;
        Ok(Property {
            name,
            kind,
            parameters,
            locals: std::mem::take(&mut self.locals),
            condition,
            span,
        })
    }

    fn control(&mut self) -> Read<Control> {
        let location = self.place()?;
        let from = self.value(location.ty)?;
        let to = if self.eat(Token::RightArrow) {
            Some(self.value(location.ty)?)
        } else {
            None
        };
        let process = if self.eat_word("by") {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(Control {
            process,
            location,
            from,
            to,
        })
    }

    fn parameters_clause(&mut self) -> Read<Vec<Binding>> {
        let mut parameters = Vec::new();
        if self.eat_word("for") {
            parameters.push(self.binding()?);
            while self.eat(Token::Comma) {
                parameters.push(self.binding()?);
            }
        }
        Ok(parameters)
    }

    /// Declares the locals of what follows.
    pub(super) fn locals_clause(&mut self) -> Read<()> {
        self.locals = Locals::new();
        if self.eat_word("locals") {
            self.local()?;
            while self.eat(Token::Comma) {
                self.local()?;
            }
        }
        Ok(())
    }

    fn local(&mut self) -> Read<()> {
        let raw = self.raw_local()?;
        if raw.number as usize != self.locals.len() {
            let message = format!("the next local has number {}", self.locals.len());
            return self.fail(codes::DECLARED, raw.span, message);
        }
        let name = if self.eat(Token::Equals) {
            self.string()?
        } else {
            raw.label
        };
        self.expect(Token::Colon)?;
        let Some(kind) = meaning(LOCAL_KINDS, self.peek().text) else {
            return self.unexpected("`value`, `bound` or `reference`");
        };
        self.advance();
        let ty = self.ty()?;
        self.locals.push(Local { name, ty, kind });
        Ok(())
    }

    pub(super) fn raw_local(&mut self) -> Read<RawLocal> {
        let label = self.label()?;
        self.expect(Token::Dot)?;
        let number = self.number()?;
        Ok(RawLocal {
            label: label.text.to_string(),
            number,
            span: self.span_from(label.span),
        })
    }

    /// The local that is meant: number and label must agree.
    pub(super) fn resolve(&self, raw: &RawLocal) -> Read<LocalId> {
        let id = LocalId::from_u32(raw.number.min(u32::MAX - 1));
        let known = self.locals.get(id).map(super::labels::local_label);
        match known {
            Some(label) if label == raw.label => Ok(id),
            _ => {
                let message = format!("there is no local `{}.{}`", raw.label, raw.number);
                self.fail(codes::UNKNOWN, raw.span, message)
            }
        }
    }
}
