//! From words and signs to a tree, by precedence climbing.

use super::tokens::{Token, Tokens, operator};
use super::tree::{Binary, Kind, Runs, Tree, Unary};
use super::{Atoms, Dialect, ParseError, Problem};
use std::ops::Range;

/// Deeper nesting is refused, so that no input can exhaust the stack.
const MAX_DEPTH: usize = 200;

/// What is written in a row makes a tree as high as the row is long.
const MAX_HEIGHT: usize = 1_000;

/// Reads a formula.
pub fn read(text: &str, dialect: &Dialect<'_>) -> Result<Tree, ParseError> {
    let mut reader = Reader {
        tokens: Tokens::new(text, dialect)?,
        atoms: dialect.atoms,
        at: 0,
        depth: 0,
        bound: Vec::new(),
    };
    let whole = reader.level(0)?;
    match reader.peek() {
        None => Ok(whole),
        Some(_) => Err(reader.cannot_follow()),
    }
}

struct Reader<'r> {
    tokens: Tokens<'r>,
    atoms: Atoms,
    at: usize,
    depth: usize,
    /// Variables that are known here.
    bound: Vec<&'r str>,
}

type Read<T> = Result<T, ParseError>;

impl<'r> Reader<'r> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at)
    }

    fn word(&self) -> &'r str {
        self.tokens.word(self.at)
    }

    fn wrong(&self, problem: Problem, message: impl Into<String>) -> ParseError {
        ParseError::new(self.tokens.place(self.at), problem, message)
    }

    fn cannot_follow(&self) -> ParseError {
        let message = format!("`{}` can't follow here", self.word());
        self.wrong(Problem::Syntax, message)
    }

    /// The text from one token up to another.
    fn place(&self, tokens: Range<usize>) -> Range<usize> {
        let start = self.tokens.place(tokens.start).start;
        start
            ..self
                .tokens
                .place(tokens.end.saturating_sub(1))
                .end
                .max(start)
    }

    fn tree(&self, kind: Kind, start: usize) -> Tree {
        Tree::new(kind, self.place(start..self.at))
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(Problem::TooLarge, "the formula is nested too deeply"));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn binary(&self, level: usize) -> Option<Binary> {
        match self.peek() {
            Some(Token::Binary(op)) if op.level() == level => Some(op),
            _ => None,
        }
    }

    fn level(&mut self, level: usize) -> Read<Tree> {
        if level > Binary::Until.level() {
            return self.operand();
        }
        if level == Binary::And.level() || level == Binary::Or.level() {
            return self.chain(level);
        }
        let start = self.at;
        let mut left = self.level(level + 1)?;
        let mut length = 0;
        while let Some(op) = self.binary(level) {
            let operator = self.tokens.place(self.at);
            self.at += 1;
            length += 1;
            self.check_length(length)?;
            let next = if op.groups_right() { level } else { level + 1 };
            let right = self.nested(|reader| reader.level(next))?;
            left = self.joined(op, left, right, start);
            if op.is_temporal() {
                left.run = Some(operator);
            }
        }
        Ok(left)
    }

    /// `a && b && …`: neighbours that are atoms become one.
    fn chain(&mut self, level: usize) -> Read<Tree> {
        let start = self.at;
        let mut parts = vec![self.level(level + 1)?];
        let mut chained = None;
        while let Some(op) = self.binary(level) {
            self.at += 1;
            let right = self.nested(|reader| reader.level(level + 1))?;
            chained = Some(op);
            match parts.last_mut() {
                Some(last) if self.merges() && last.is_atom() && right.is_atom() => {
                    last.place.end = right.place.end;
                }
                _ => parts.push(right),
            }
            self.check_length(parts.len())?;
        }
        let mut parts = parts.into_iter();
        let Some(mut left) = parts.next() else {
            return Err(self.cannot_follow());
        };
        for right in parts {
            let op = chained.unwrap_or(Binary::And);
            let place = left.place.start..right.place.end;
            left = Tree::new(Kind::Binary(op, Box::new(left), Box::new(right)), place);
        }
        if chained.is_some() {
            left.place = self.place(start..self.at);
        }
        Ok(left)
    }

    fn check_length(&self, length: usize) -> Read<()> {
        if length > MAX_HEIGHT {
            return Err(self.wrong(Problem::TooLarge, "the formula is too large"));
        }
        Ok(())
    }

    fn merges(&self) -> bool {
        self.atoms != Atoms::Names
    }

    fn joined(&self, op: Binary, left: Tree, right: Tree, start: usize) -> Tree {
        if self.merges() && !op.is_temporal() && left.is_atom() && right.is_atom() {
            return self.tree(Kind::Atom, start);
        }
        self.tree(Kind::Binary(op, Box::new(left), Box::new(right)), start)
    }

    fn operand(&mut self) -> Read<Tree> {
        let start = self.at;
        let Some(token) = self.peek() else {
            return Err(self.wrong(Problem::Syntax, "a formula is missing"));
        };
        match token {
            Token::Not if self.is_formula(start..self.end_of_atom(start)) => {
                let one = self.below()?;
                Ok(self.tree(Kind::Not(Box::new(one)), start))
            }
            Token::Unary(op) => self.unary(None, op),
            Token::Both(runs, op) => self.unary(Some(runs), op),
            Token::Runs(runs) => self.runs(runs),
            Token::Binder { is_greatest } => self.fixpoint(is_greatest),
            Token::Modal { is_must, is_whole } => self.modal(is_must, is_whole),
            Token::Quantifier { is_forall }
                if self.is_formula(start..self.tokens.closing(start)) =>
            {
                self.quantified(is_forall)
            }
            Token::Open
                if self.word() == "(" && self.is_formula(start..self.tokens.closing(start)) =>
            {
                self.group()
            }
            Token::Bound => self.variable(),
            Token::Not | Token::Quantifier { .. } | Token::Open | Token::Text => self.atom(),
            Token::Binary(_) | Token::Do | Token::End | Token::Close => {
                let message = format!("`{}` is no formula", self.word());
                Err(self.wrong(Problem::Syntax, message))
            }
        }
    }

    /// Whether some tokens are more than an atom.
    fn is_formula(&self, tokens: Range<usize>) -> bool {
        self.atoms == Atoms::Names || self.tokens.has_operators(tokens)
    }

    /// What stands behind an operator that is in front of it.
    fn below(&mut self) -> Read<Tree> {
        self.at += 1;
        self.nested(Self::operand)
    }

    fn unary(&mut self, runs: Option<Runs>, op: Unary) -> Read<Tree> {
        let start = self.at;
        let one = self.below()?;
        let mut path = self.tree(Kind::Unary(op, Box::new(one)), start);
        path.run = Some(self.tokens.place(start));
        Ok(match runs {
            Some(runs) => self.tree(Kind::Runs(runs, Box::new(path)), start),
            None => path,
        })
    }

    fn runs(&mut self, runs: Runs) -> Read<Tree> {
        let start = self.at;
        self.at += 1;
        let path = self.group()?;
        Ok(self.tree(Kind::Runs(runs, Box::new(path)), start))
    }

    fn group(&mut self) -> Read<Tree> {
        let start = self.at;
        let close = if self.word() == "(" { ")" } else { "]" };
        self.at += 1;
        let mut inner = self.nested(|reader| reader.level(0))?;
        if self.word() != close {
            return Err(match self.peek() {
                None => self.wrong(Problem::Syntax, format!("a `{close}` is missing")),
                Some(_) => self.cannot_follow(),
            });
        }
        self.at += 1;
        // What stands for a text keeps its place.
        if !matches!(inner.kind, Kind::Atom | Kind::Variable) {
            inner.place = self.place(start..self.at);
        }
        Ok(inner)
    }

    fn fixpoint(&mut self, is_greatest: bool) -> Read<Tree> {
        let start = self.at;
        let variable = self.tokens.place(start + 1);
        self.bound.push(self.tokens.word(start + 1));
        self.at += 3;
        let body = self.nested(|reader| reader.level(0));
        self.bound.pop();
        let kind = Kind::Fixpoint {
            is_greatest,
            variable,
            body: Box::new(body?),
        };
        Ok(self.tree(kind, start))
    }

    fn modal(&mut self, is_must: bool, is_whole: bool) -> Read<Tree> {
        let start = self.at;
        let actions = if is_whole {
            None
        } else {
            Some(self.actions(is_must)?)
        };
        let then = Box::new(self.below()?);
        let kind = Kind::Modal {
            is_must,
            actions,
            then,
        };
        Ok(self.tree(kind, start))
    }

    /// What is between the brackets of a modality, up to the closing one.
    fn actions(&mut self, is_must: bool) -> Read<Range<usize>> {
        let (open, close) = if is_must { ("[", "]") } else { ("<", ">") };
        let first = self.at + 1;
        let mut depth = 0;
        loop {
            depth += usize::from(self.word() == open);
            depth -= usize::from(self.word() == close);
            if depth == 0 {
                break;
            }
            self.at += 1;
            if self.peek().is_none() {
                return Err(self.wrong(Problem::Syntax, format!("a `{close}` is missing")));
            }
        }
        Ok(self.place(first..self.at))
    }

    fn quantified(&mut self, is_forall: bool) -> Read<Tree> {
        let start = self.at;
        while !matches!(self.peek(), None | Some(Token::Do)) {
            self.at += 1;
        }
        if self.peek().is_none() {
            return Err(self.wrong(Problem::Syntax, "a `do` is missing"));
        }
        let header = self.place(start + 1..self.at);
        self.at += 1;
        let body = Box::new(self.nested(|reader| reader.level(0))?);
        let ends = match self.peek() {
            Some(Token::End) => self.is_end_of(is_forall),
            Some(Token::Close) | None => false,
            Some(_) => return Err(self.cannot_follow()),
        };
        self.at += usize::from(ends);
        let kind = Kind::Quantified {
            is_forall,
            header,
            body,
        };
        Ok(self.tree(kind, start))
    }

    fn is_end_of(&self, is_forall: bool) -> bool {
        self.word() == "end" || (self.word() == "endforall") == is_forall
    }

    fn variable(&mut self) -> Read<Tree> {
        if self.bound.contains(&self.word()) {
            let start = self.at;
            self.at += 1;
            return Ok(self.tree(Kind::Variable, start));
        }
        // Another part of the formula binds it.
        match operator(self.word()) {
            Some(Token::Unary(op)) => self.unary(None, op),
            _ => self.atom(),
        }
    }

    /// Where what begins at a token ends, if it is an atom.
    fn end_of_atom(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            match self.tokens.get(at) {
                Some(Token::Open | Token::Quantifier { .. }) => {
                    let close = self.tokens.closing(at);
                    let ends = matches!(self.tokens.get(close), Some(Token::End))
                        || matches!(self.tokens.get(at), Some(Token::Open));
                    at = close + usize::from(ends);
                }
                Some(Token::Not | Token::Text | Token::Bound) => at += 1,
                Some(Token::Unary(_) | Token::Both(..) | Token::Runs(_))
                    if matches!(self.tokens.get(start), Some(Token::Not)) =>
                {
                    at += 1;
                }
                Some(Token::Binder { .. } | Token::Modal { .. })
                    if matches!(self.tokens.get(start), Some(Token::Not)) =>
                {
                    at += 1;
                }
                _ => return at.min(self.tokens.tokens.len()),
            }
        }
    }

    fn atom(&mut self) -> Read<Tree> {
        let start = self.at;
        if self.atoms == Atoms::Names {
            let is_name = |c: char| c.is_alphabetic() || matches!(c, '_' | '{');
            if !self.word().starts_with(is_name) && !matches!(self.word(), "0" | "1") {
                let message = format!("`{}` is no formula", self.word());
                return Err(self.wrong(Problem::Syntax, message));
            }
            self.at += 1;
            return Ok(self.tree(Kind::Atom, start));
        }
        let end = self.end_of_atom(start);
        if self.tokens.is_left_open(start..end) {
            self.at = end;
            return Err(self.wrong(Problem::Syntax, "a bracket is not closed"));
        }
        let inside = start + 1..end;
        if self.tokens.has_operators(inside.clone()) {
            self.at = self.tokens.operator(inside);
            return Err(self.no_value());
        }
        self.at = end.max(start + 1);
        Ok(self.tree(Kind::Atom, start))
    }

    fn no_value(&self) -> ParseError {
        let word = self.word();
        if self.bound.contains(&word) {
            let message = format!("`{word}` is a set of states here, not a value");
            self.wrong(Problem::VariableInExpression, message)
        } else {
            let message = format!("`{word}` can't stand inside of an expression");
            self.wrong(Problem::OperatorInExpression, message)
        }
    }
}
