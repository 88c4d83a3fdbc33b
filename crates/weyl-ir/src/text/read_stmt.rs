//! The reader: statements.

use super::lex::Token;
use super::reader::{Read, Reader};
use super::words::{NOTATIONS, meaning};
use crate::{Block, MultisetStmt, Notation, PropertyId, PutItem, Stmt, StmtKind};

impl Reader<'_> {
    pub(super) fn block(&mut self) -> Read<Block> {
        self.expect(Token::LeftBrace)?;
        let mut block = Block::new();
        while !self.eat(Token::RightBrace) {
            block.push(self.nested(|reader| reader.stmt())?);
        }
        Ok(block)
    }

    /// A statement, behind its origin if it has one.
    fn stmt(&mut self) -> Read<Stmt> {
        let outer = self.within;
        self.enter()?;
        let stmt = self.stmt_itself()?;
        self.within = outer;
        Ok(stmt)
    }

    fn stmt_itself(&mut self) -> Read<Stmt> {
        let first = self.peek();
        let kind = match (first.token, first.text) {
            (Token::Reserved, "if") => self.if_stmt()?,
            (Token::Reserved, "for") => {
                self.advance();
                let binding = self.binding()?;
                let body = self.block()?;
                StmtKind::For { binding, body }
            }
            (Token::Reserved, "while") => {
                self.advance();
                let condition = self.expr()?;
                let body = self.block()?;
                StmtKind::While { condition, body }
            }
            (Token::Reserved, keyword) => {
                let kind = self.simple_stmt(keyword)?;
                self.expect(Token::Semicolon)?;
                kind
            }
            (Token::Word, _) if self.ahead(1).token == Token::LeftParen => {
                let kind = self.message_stmt()?;
                self.expect(Token::Semicolon)?;
                kind
            }
            _ => {
                let kind = self.store()?;
                self.expect(Token::Semicolon)?;
                kind
            }
        };
        let span = self.inherited(self.span_from(first.span));
        Ok(Stmt::new(kind, span))
    }

    fn if_stmt(&mut self) -> Read<StmtKind> {
        self.advance();
        let condition = self.expr()?;
        let then = self.block()?;
        let otherwise = match self.eat_word("else") {
            true if self.is_at_if() => vec![self.nested(|reader| reader.stmt())?],
            true => self.block()?,
            false => Block::new(),
        };
        Ok(StmtKind::If {
            condition,
            then,
            otherwise,
        })
    }

    /// Whether an `if` comes next, or its origin.
    fn is_at_if(&self) -> bool {
        let next = self.ahead(usize::from(self.is_at(Token::Origin)));
        next.token == Token::Reserved && next.text == "if"
    }

    /// `place := value` or `place <- place`.
    fn store(&mut self) -> Read<StmtKind> {
        let to = self.place()?;
        if self.eat(Token::Assign) {
            let value = self.expr()?;
            return Ok(StmtKind::Assign { to, value });
        }
        if self.eat(Token::LeftArrow) {
            let from = self.place()?;
            return Ok(StmtKind::Copy { to, from });
        }
        self.unexpected("`:=` or `<-`")
    }

    fn property_number(&mut self) -> Read<PropertyId> {
        let number: u32 = self.number()?;
        // The greatest number is reserved; no model has so many properties.
        Ok(PropertyId::from_u32(number.min(u32::MAX - 1)))
    }

    /// A statement that begins with a keyword and ends with a semicolon.
    fn simple_stmt(&mut self, keyword: &str) -> Read<StmtKind> {
        let known = [
            "undefine", "clear", "assert", "error", "refute", "hit", "assume", "call", "return",
            "put", "bind", "add", "remove",
        ];
        if !known.contains(&keyword) {
            return self.unexpected("a statement");
        }
        self.advance();
        match keyword {
            "undefine" => self.place().map(StmtKind::Undefine),
            "clear" => self.place().map(StmtKind::Clear),
            "assert" => {
                let condition = self.expr()?;
                let message = self.string()?;
                let goes_on = self.eat_word("goes_on");
                Ok(StmtKind::Assert {
                    condition,
                    message,
                    goes_on,
                })
            }
            "error" => self.string().map(|message| StmtKind::Error { message }),
            "refute" => {
                let property = self.property_number()?;
                let message = self.string()?;
                Ok(StmtKind::Refute { property, message })
            }
            "hit" => {
                let property = self.property_number()?;
                Ok(StmtKind::Hit { property })
            }
            "assume" => self.expr().map(|condition| StmtKind::Assume { condition }),
            "call" => self.call_stmt(),
            "put" => self.put(),
            "bind" => {
                let raw = self.raw_local()?;
                let local = self.resolve(&raw)?;
                self.expect(Token::Equals)?;
                let place = self.place()?;
                Ok(StmtKind::Bind { local, place })
            }
            "add" => {
                let element = self.place()?;
                self.expect_word("to")?;
                let set = self.place()?;
                Ok(StmtKind::Multiset(MultisetStmt::Add { set, element }))
            }
            "remove" => self.remove(),
            _ => Ok(StmtKind::Return),
        }
    }

    fn call_stmt(&mut self) -> Read<StmtKind> {
        let function = self.function()?;
        let arguments = self.arguments()?;
        let result = if self.eat(Token::RightArrow) {
            Some(self.place()?)
        } else {
            None
        };
        Ok(StmtKind::Call {
            function,
            arguments,
            result,
        })
    }

    fn put(&mut self) -> Read<StmtKind> {
        let mut items = Vec::new();
        while !self.is_at(Token::Semicolon) {
            let item = match self.peek().token {
                Token::String => PutItem::Text(self.string()?),
                _ if self.eat_word("copy") => PutItem::Place(self.place()?),
                _ => self.put_value()?,
            };
            items.push(item);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        Ok(StmtKind::Put(items))
    }

    /// An expression; behind an integer may stand how it is written.
    fn put_value(&mut self) -> Read<PutItem> {
        let value = self.expr()?;
        if self.eat_word("as") {
            return Ok(PutItem::Number(value, Notation::As(self.ty()?)));
        }
        if !self.eat_word("in") {
            return Ok(PutItem::Value(value));
        }
        match meaning(NOTATIONS, self.peek().text) {
            Some(notation) => {
                self.advance();
                Ok(PutItem::Number(value, notation))
            }
            None => self.unexpected("a notation of numbers"),
        }
    }

    fn remove(&mut self) -> Read<StmtKind> {
        if self.eat_word("all") {
            let binding = self.binding()?;
            self.expect_word("when")?;
            let condition = self.expr()?;
            return Ok(StmtKind::Multiset(MultisetStmt::RemoveWhere {
                binding,
                condition,
            }));
        }
        let position = self.expr()?;
        self.expect_word("from")?;
        let set = self.place()?;
        Ok(StmtKind::Multiset(MultisetStmt::Remove { set, position }))
    }
}
