//! Units: proctypes, claims, properties, types.

use super::{Parsed, Parser};
use crate::ast::{
    Active, Expr, Ident, Init, Ltl, Mtype, Never, Outside, Proctype, Said, Trace, TypeKind,
    Typedef, Unit,
};
use crate::codes;
use crate::preprocess::{self, Branching, Formula};
use crate::token::{Kind, Token};
use weyl_source::Cursor;

impl Parser<'_> {
    pub(super) fn units(&mut self) -> Vec<Unit> {
        let mut units = Vec::new();
        loop {
            while self.accept(Kind::Semicolon) || self.accept(Kind::Arrow) {}
            if self.peek() == Kind::EndOfFile {
                return units;
            }
            if self.at_embedded_c() {
                self.embedded_c();
                continue;
            }
            let before = self.cursor.position();
            match self.unit() {
                Ok(unit) => units.push(unit),
                Err(_) => {
                    self.nesting = 0;
                    self.temporal = false;
                    if self.cursor.position() == before || !self.at_unit() {
                        self.skip_unit();
                    }
                }
            }
        }
    }

    fn at_unit(&self) -> bool {
        matches!(
            self.peek(),
            Kind::Active | Kind::Proctype | Kind::Init | Kind::Never | Kind::Ltl | Kind::Typedef
        )
    }

    fn unit(&mut self) -> Parsed<Unit> {
        match self.peek() {
            Kind::Active | Kind::Proctype | Kind::DProctype => self
                .proctype()
                .map(|proctype| Unit::Proctype(Box::new(proctype))),
            Kind::Init => self.init().map(Unit::Init),
            Kind::Never => self.never().map(Unit::Never),
            Kind::Trace | Kind::Notrace => self.trace().map(Unit::Trace),
            Kind::Ltl => self.ltl().map(Unit::Ltl),
            Kind::Typedef => self.typedef().map(Unit::Typedef),
            Kind::Inline => self.inline().map(Unit::Inline),
            Kind::Mtype if self.at_mtype_definition() => self.mtype().map(Unit::Mtype),
            _ if self.at_declaration() => self.declaration().map(Unit::Globals),
            Kind::Xr | Kind::Xs => Err(self.error(
                codes::EXCLUSIVE_ACCESS,
                "`xr` and `xs` belong into the process that uses the channel",
            )),
            _ => Err(self.unexpected("a proctype, a property or a declaration")),
        }
    }

    fn proctype(&mut self) -> Parsed<Proctype> {
        let active = self.active()?;
        let deterministic = self.peek() == Kind::DProctype;
        if !deterministic && self.peek() != Kind::Proctype {
            return Err(self.unexpected("`proctype`"));
        }
        self.advance();
        let name = self.ident("the name of the proctype")?;
        self.proctypes.insert(name.name.clone());
        self.expect(Kind::LeftParen, "`(` of the parameters")?;
        let parameters = self.declarations(Kind::RightParen)?;
        self.expect(Kind::RightParen, "`)` of the parameters")?;
        let priority = self.priority()?;
        let provided = self.provided()?;
        let body = self.block("the body of the proctype")?;
        Ok(Proctype {
            name,
            deterministic,
            active,
            parameters,
            priority,
            provided,
            body,
        })
    }

    fn active(&mut self) -> Parsed<Active> {
        if !self.accept(Kind::Active) {
            return Ok(Active::No);
        }
        if !self.accept(Kind::LeftBracket) {
            return Ok(Active::One);
        }
        let count = self.expr()?;
        self.expect(Kind::RightBracket, "`]`")?;
        Ok(Active::Many(count))
    }

    pub(super) fn priority(&mut self) -> Parsed<Option<Expr>> {
        if !self.accept(Kind::Priority) {
            return Ok(None);
        }
        self.constant("the priority, a number").map(Some)
    }

    fn provided(&mut self) -> Parsed<Option<Expr>> {
        if !self.accept(Kind::Provided) {
            return Ok(None);
        }
        self.expect(Kind::LeftParen, "`(` of the provided clause")?;
        let condition = self.full_expr()?;
        self.expect(Kind::RightParen, "`)` of the provided clause")?;
        Ok(Some(condition))
    }

    fn init(&mut self) -> Parsed<Init> {
        let span = self.advance();
        let priority = self.priority()?;
        let body = self.block("the body of `init`")?;
        Ok(Init {
            priority,
            body,
            span,
        })
    }

    fn never(&mut self) -> Parsed<Never> {
        let span = self.advance();
        let name = match self.peek() {
            Kind::Ident => Some(self.ident("a name")?),
            _ => None,
        };
        let body = self.block("the body of the claim")?;
        Ok(Never { name, body, span })
    }

    fn trace(&mut self) -> Parsed<Trace> {
        let negated = self.peek() == Kind::Notrace;
        let span = self.advance();
        let body = self.block("the body of the trace")?;
        Ok(Trace {
            negated,
            body,
            span,
        })
    }

    fn ltl(&mut self) -> Parsed<Ltl> {
        let start = self.advance();
        let name = match self.peek() {
            Kind::Ident => Some(self.ident("a name")?),
            _ => None,
        };
        self.expect(Kind::LeftBrace, "`{` of the formula")?;
        self.temporal = true;
        let formula = self.full_expr();
        self.temporal = false;
        let formula = formula?;
        self.accept(Kind::Semicolon);
        let end = self.expect(Kind::RightBrace, "`}` of the formula")?;
        Ok(Ltl {
            name,
            formula,
            span: start.to(end),
        })
    }

    /// What the model declares is known by now.
    pub(super) fn outside(&mut self, given: Formula) -> Parsed<Outside> {
        let said = match given.said {
            preprocess::Said::Linear(tokens) => Said::Linear(self.whole_formula(tokens)?),
            preprocess::Said::Branching(Branching { formula, atoms }) => {
                let atoms = atoms.into_iter().map(|atom| {
                    let name = Ident {
                        name: atom.name,
                        span: atom.span,
                    };
                    Ok((name, self.whole_formula(atom.tokens)?))
                });
                let atoms = atoms.collect::<Parsed<Vec<(Ident, Expr)>>>()?;
                Said::Branching { formula, atoms }
            }
        };
        let name = Ident {
            name: given.name,
            span: given.named,
        };
        Ok(Outside {
            name,
            said,
            span: given.span,
        })
    }

    /// A formula that is all of a text.
    fn whole_formula(&mut self, tokens: Vec<Token>) -> Parsed<Expr> {
        self.cursor = Cursor::new(tokens);
        (self.nesting, self.last_error) = (0, None);
        (self.temporal, self.outside) = (true, true);
        let formula = self.full_expr();
        (self.temporal, self.outside) = (false, false);
        let formula = formula?;
        self.accept(Kind::Semicolon);
        self.expect(Kind::EndOfFile, "an operator or the end of the formula")?;
        Ok(formula)
    }

    fn typedef(&mut self) -> Parsed<Typedef> {
        self.advance();
        let name = self.ident("the name of the type")?;
        self.expect(Kind::LeftBrace, "`{` of the fields")?;
        let fields = self.declarations(Kind::RightBrace)?;
        if fields.is_empty() {
            return Err(self.error(codes::EMPTY_SEQUENCE, "a typedef has at least one field"));
        }
        self.expect(Kind::RightBrace, "`}` of the fields")?;
        Ok(Typedef { name, fields })
    }

    /// `mtype = {`, `mtype {`, `mtype:sub = {`
    pub(super) fn at_mtype_definition(&self) -> bool {
        let subtype = if self.peek_at(1) == Kind::Colon { 2 } else { 0 };
        let becomes = usize::from(self.peek_at(1 + subtype) == Kind::Becomes);
        self.peek_at(1 + subtype + becomes) == Kind::LeftBrace
    }

    fn mtype(&mut self) -> Parsed<Mtype> {
        let start = self.span();
        let subtype = match self.type_name()?.kind {
            TypeKind::Mtype(subtype) => subtype,
            _ => None,
        };
        self.accept(Kind::Becomes);
        self.expect(Kind::LeftBrace, "`{` of the names")?;
        let mut names = vec![self.ident("a name")?];
        loop {
            while self.accept(Kind::Comma) {}
            if self.peek() == Kind::RightBrace {
                break;
            }
            names.push(self.ident("a name or `}`")?);
        }
        let span = start.to(self.advance());
        Ok(Mtype {
            subtype,
            names,
            span,
        })
    }
}
