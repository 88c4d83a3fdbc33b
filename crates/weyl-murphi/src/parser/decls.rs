//! Items of a model: sections of declarations, functions, rules.

use super::{Parsed, Parser, recovery};
use crate::ast::{AliasDecl, Decl, Function, Ident, Item, Parameter, TypeExpr, VarDecl};
use crate::codes;
use crate::lexer::Token;

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        loop {
            self.semicolons();
            let before = self.cursor.position();
            match self.peek() {
                Token::EndOfFile => return items,
                Token::Const | Token::Type | Token::Var => {
                    items.extend(self.section().into_iter().map(Item::Decl));
                }
                Token::Function | Token::Procedure => {
                    if let Ok(function) = self.function() {
                        items.push(Item::Function(function));
                    }
                }
                Token::Ident if self.at_word("externfun") || self.at_word("externproc") => {
                    self.error(
                        codes::EXTERNAL_FUNCTION,
                        "external functions are not supported",
                    );
                    self.skip_rule();
                }
                _ => match self.rule() {
                    Ok(rule) => items.push(Item::Rule(rule)),
                    Err(_) if self.cursor.position() == before => self.skip_rule(),
                    Err(_) => self.resume_at_rule(),
                },
            }
        }
    }

    /// After a broken rule: moves unless a rule or section starts right here.
    fn resume_at_rule(&mut self) {
        let token = self.peek();
        if !recovery::starts_rule(token) && !recovery::starts_section(token) {
            self.skip_rule();
        }
    }

    /// One `const`, `type` or `var` section.
    fn section(&mut self) -> Vec<Decl> {
        let keyword = self.peek();
        self.advance();
        let mut decls = Vec::new();
        while self.at_declaration() {
            match self.declaration(keyword) {
                Ok(decl) => {
                    decls.push(decl);
                    self.semicolons();
                }
                Err(_) => self.skip_declaration(),
            }
        }
        decls
    }

    /// Sections before the body of a rule or function.
    pub(super) fn local_decls(&mut self) -> Vec<Decl> {
        let mut decls = Vec::new();
        while matches!(self.peek(), Token::Const | Token::Type | Token::Var) {
            decls.extend(self.section());
        }
        decls
    }

    /// A name with `:` or `,` behind it; else the section is over and a statement starts.
    fn at_declaration(&self) -> bool {
        match self.peek() {
            Token::Ident => {
                let next = self.peek_at(1);
                let body = matches!(
                    next,
                    Token::Becomes | Token::OpenParen | Token::OpenBracket | Token::Dot
                );
                !body
                    && !self.at_word("choose")
                    && !self.at_word("externfun")
                    && !self.at_word("externproc")
                    || matches!(next, Token::Colon | Token::Comma)
            }
            Token::Colon => true,
            _ => false,
        }
    }

    fn declaration(&mut self, keyword: Token) -> Parsed<Decl> {
        let names = self.names()?;
        self.expect(Token::Colon, "`:`")?;
        match keyword {
            Token::Const => Ok(Decl::Const(names, self.expr()?)),
            Token::Type => Ok(Decl::Type(names, self.type_expr()?)),
            _ => Ok(Decl::Var(VarDecl {
                names,
                ty: self.type_expr()?,
            })),
        }
    }

    /// `a, b, c`, with a comma behind the last one if the writer likes.
    fn names(&mut self) -> Parsed<Vec<Ident>> {
        let mut names = Vec::new();
        while self.peek() == Token::Ident {
            names.push(self.ident("a name")?);
            if !self.accept(Token::Comma) {
                break;
            }
        }
        Ok(names)
    }

    /// The fields of a record.
    pub(super) fn fields(&mut self) -> Parsed<Vec<VarDecl>> {
        let mut fields = Vec::new();
        while matches!(self.peek(), Token::Ident | Token::Colon) {
            let names = self.names()?;
            self.expect(Token::Colon, "`:` and a type")?;
            let ty = self.type_expr()?;
            fields.push(VarDecl { names, ty });
            self.semicolons();
        }
        Ok(fields)
    }

    fn function(&mut self) -> Parsed<Function> {
        let start = self.advance();
        let name = self
            .ident("the function's name")
            .inspect_err(|_| self.skip_function())?;
        self.functions.insert(name.name.clone());
        let header = self.function_header();
        let (parameters, result) = header.inspect_err(|_| self.skip_function())?;
        let decls = self.local_decls();
        self.accept(Token::Begin);
        let body = self.stmts();
        let long = [Token::EndFunction, Token::EndProcedure];
        self.end_of(&long, "function", start)
            .inspect_err(|_| self.skip_function())?;
        self.semicolons();
        Ok(Function {
            name,
            parameters,
            result,
            decls,
            body,
        })
    }

    fn function_header(&mut self) -> Parsed<(Vec<Parameter>, Option<TypeExpr>)> {
        self.expect(Token::OpenParen, "`(`")?;
        let mut parameters = Vec::new();
        while self.peek() != Token::CloseParen {
            parameters.push(self.parameter()?);
            while self.accept(Token::Semicolon) || self.accept(Token::Comma) {}
        }
        self.expect(Token::CloseParen, "`)`")?;
        let result = if self.accept(Token::Colon) {
            Some(self.type_expr()?)
        } else {
            None
        };
        self.semicolons();
        Ok((parameters, result))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let by_reference = self.accept(Token::Var);
        if self.peek() != Token::Ident {
            return Err(self.unexpected("a parameter"));
        }
        let names = self.names()?;
        self.expect(Token::Colon, "`:` and the parameter's type")?;
        let ty = self.type_expr()?;
        Ok(Parameter {
            by_reference,
            names,
            ty,
        })
    }

    /// `a, b: e` of an alias list.
    pub(super) fn alias_decl(&mut self) -> Parsed<AliasDecl> {
        let names = self.names()?;
        self.expect(Token::Colon, "`:` and what the alias stands for")?;
        let value = self.expr()?;
        Ok(AliasDecl { names, value })
    }
}
