//! Formulas of branching time. Their temporal part is read before macros are expanded; each atom
//! becomes tokens of its own, with the values of quantifiers put in.
//!
//! Words that the model or a macro mentions are no operators ([`weyl_temporal::grammar`]).

use super::lines::{PpToken, tokenise};
use super::{Preprocessor, condition};
use crate::token::{Kind, Token};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use weyl_ir::formulas;
use weyl_source::{Diagnostic, FileId, Span};
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::grammar::{self, Atoms, Dialect, Logic};

/// Values of all quantifiers of one formula; more are refused.
const MAX_COPIES: usize = 1_000;

/// A formula over expressions, which are its atoms in the order of their numbers.
pub struct Branching {
    pub formula: Formula,
    pub atoms: Vec<Atom>,
}

pub struct Atom {
    /// As it is written, with the values of variables.
    pub name: Arc<str>,
    pub tokens: Vec<Token>,
    pub span: Span,
}

/// What is wrong was said.
pub struct Reported;

/// Where a formula stands, and in which logic.
pub struct Place {
    pub file: FileId,
    pub range: Range<usize>,
    pub logic: Logic,
}

impl Preprocessor<'_> {
    pub fn branching(&mut self, at: &Place, names: &HashSet<Arc<str>>) -> Option<Branching> {
        let whole = self.sources.file(at.file).text.clone();
        let text = without_comments(&alone(&whole, &at.range));
        let is_declared = |word: &str| names.contains(word) || self.macros.contains(word);
        let dialect = Dialect {
            logic: at.logic,
            atoms: Atoms::Expressions {
                single_signs: false,
            },
            is_declared: &is_declared,
        };
        let tree = match grammar::read(&text, &dialect) {
            Ok(tree) => tree,
            Err(error) => {
                self.diagnostics.push(formulas::diagnostic(at.file, &error));
                return None;
            }
        };
        let mut lowering = Lowering {
            text: &text,
            file: at.file,
            preprocessor: self,
            atoms: Vec::new(),
            bound: Vec::new(),
        };
        let formula = grammar::lower(&text, &tree, &mut lowering);
        let atoms = lowering.atoms;
        match formula {
            Ok(formula) => Some(Branching { formula, atoms }),
            Err(grammar::Failure::Formula(error)) => {
                self.diagnostics.push(formulas::diagnostic(at.file, &error));
                None
            }
            Err(grammar::Failure::Model(Reported)) => None,
        }
    }
}

/// The text up to the end of a part, with nothing but spaces before it: places stay the same.
fn alone(text: &str, place: &Range<usize>) -> String {
    let mut alone = " ".repeat(place.start);
    alone.push_str(&text[place.clone()]);
    alone
}

/// With spaces for comments.
fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut clean = String::with_capacity(text.len());
    while let Some(at) = ["/*", "//"]
        .iter()
        .filter_map(|begin| rest.find(begin))
        .min()
    {
        let comment = &rest[at..];
        let end = if comment.starts_with("/*") {
            comment.find("*/").map(|end| end + 2)
        } else {
            comment.find('\n')
        };
        let end = end.unwrap_or(comment.len());
        clean.push_str(&rest[..at]);
        clean.push_str(&" ".repeat(end));
        rest = &comment[end..];
    }
    clean.push_str(rest);
    clean
}

/// A variable of a quantifier with a value.
struct Bound {
    name: String,
    value: i64,
}

struct Lowering<'l, 'p, 's> {
    text: &'l str,
    file: FileId,
    preprocessor: &'p mut Preprocessor<'s>,
    atoms: Vec<Atom>,
    bound: Vec<Bound>,
}

impl Lowering<'_, '_, '_> {
    fn span(&self, place: &Range<usize>) -> Span {
        Span::new(self.file, place.clone())
    }

    /// The tokens of a part, with values for variables.
    fn tokens(&self, place: &Range<usize>) -> Vec<PpToken> {
        let text = alone(self.text, place);
        let mut tokens: Vec<PpToken> = tokenise(&text, self.file).collect();
        tokens.retain(|token| token.kind != Kind::Newline);
        // All of it is on one line: who parses it looks at line ends.
        for token in &mut tokens {
            token.line = 1;
            let mut inner = self.bound.iter().rev();
            let is_word = token.kind == Kind::Ident;
            if let Some(bound) = inner.find(|bound| is_word && *bound.name == *token.text) {
                token.kind = Kind::Number;
                token.text = bound.value.to_string().into();
            }
        }
        tokens
    }

    /// The text of a part, with values for variables.
    fn name(&self, place: &Range<usize>) -> Arc<str> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = self.text[place.clone()].split_whitespace().collect();
        let text = words.join(" ");
        let mut name = String::new();
        let mut rest = &*text;
        while let Some(first) = rest.chars().next() {
            let end = if is_part(first) {
                rest.find(|c| !is_part(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (word, behind) = rest.split_at(end);
            let mut inner = self.bound.iter().rev();
            match inner.find(|bound| bound.name == word) {
                Some(bound) => name.push_str(&bound.value.to_string()),
                None => name.push_str(word),
            }
            rest = behind;
        }
        name.into()
    }

    fn refuse<T>(&mut self, place: &Range<usize>, message: &str) -> Result<T, Reported> {
        let span = self.span(place);
        let error = Diagnostic::error(formulas::codes::BAD_QUANTIFIER, span, message);
        let error = error.hint("write it with constants: `forall i: 1 .. 3 do P[i]@label end`");
        self.preprocessor.diagnostics.push(error);
        Err(Reported)
    }

    /// `i: 1 .. N`: the variable, its first value and its last.
    fn header(&mut self, place: &Range<usize>) -> Result<(String, i64, i64), Reported> {
        let written = &self.text[place.clone()];
        let colon = written.find(':').map(|at| place.start + at);
        let dots = written.find("..").map(|at| place.start + at);
        let (Some(colon), Some(dots)) = (colon, dots) else {
            return self.refuse(place, "a variable and its values are missing here");
        };
        let name = self.text[place.start..colon].trim().to_string();
        if name.is_empty() || colon > dots {
            return self.refuse(place, "a variable and its values are missing here");
        }
        let first = self.constant(&(colon + 1..dots))?;
        let last = self.constant(&(dots + 2..place.end))?;
        Ok((name, first, last))
    }

    fn constant(&mut self, place: &Range<usize>) -> Result<i64, Reported> {
        let tokens = self.tokens(place);
        let Preprocessor {
            macros,
            diagnostics,
            ..
        } = &mut *self.preprocessor;
        let has_words = tokens
            .iter()
            .any(|token| token.kind == Kind::Ident && !macros.contains(&token.text));
        match condition::evaluate(&tokens, macros, diagnostics) {
            Ok(value) if !has_words => Ok(value),
            Ok(_) | Err(_) => self.refuse(place, "this is no constant"),
        }
    }
}

impl grammar::Model for Lowering<'_, '_, '_> {
    type Error = Reported;

    fn atom(&mut self, place: Range<usize>) -> Result<Formula, Reported> {
        let name = self.name(&place);
        let known = self.atoms.iter().position(|atom| atom.name == name);
        let number = match known {
            Some(known) => known,
            None => {
                let span = self.span(&place);
                let end = Span::new(self.file, place.end..place.end);
                let tokens = self.tokens(&place);
                let tokens = self.preprocessor.expanded(tokens, end);
                self.atoms.push(Atom { name, tokens, span });
                self.atoms.len() - 1
            }
        };
        Ok(Formula::Proposition(number as u32))
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, Reported> {
        let span = self.span(&place);
        let message = "modalities of some steps are not known yet: `<>` and `[]` are about all";
        let error = Diagnostic::error(formulas::codes::UNKNOWN_ACTION, span, message);
        self.preprocessor.diagnostics.push(error);
        Err(Reported)
    }

    fn values(&mut self, place: Range<usize>) -> Result<usize, Reported> {
        let (_, first, last) = self.header(&place)?;
        let count = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        if count > MAX_COPIES {
            return self.refuse(&place, "these are too many values");
        }
        Ok(count)
    }

    fn bind(&mut self, place: Range<usize>, value: usize) {
        let (name, first) = match self.header(&place) {
            Ok((name, first, _)) => (name, first),
            Err(Reported) => (String::new(), 0),
        };
        let value = first.saturating_add(value as i64);
        self.bound.push(Bound { name, value });
    }

    fn unbind(&mut self) {
        self.bound.pop();
    }
}

/// `ctl name { … }` and `mu name { … }` in a model: they are taken out of its tokens.
pub struct Block {
    pub name: Token,
    pub place: Place,
    /// From the first word to the last brace.
    pub span: Span,
}

/// Takes all blocks out.
pub fn take_blocks(tokens: &mut Vec<Token>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at + 2 < tokens.len() {
        let found = block_at(&tokens[at..]);
        match found {
            Some((block, length)) => {
                blocks.push(block);
                tokens.drain(at..at + length);
            }
            None => at += 1,
        }
    }
    blocks
}

/// A block that begins here, with the number of its tokens.
fn block_at(tokens: &[Token]) -> Option<(Block, usize)> {
    let logic = match &*tokens[0].text {
        "ctl" => Logic::Branching,
        "mu" => Logic::Mu,
        _ => return None,
    };
    let has_form = tokens[0].kind == Kind::Ident
        && tokens[1].kind == Kind::Ident
        && tokens[2].kind == Kind::LeftBrace;
    if !has_form {
        return None;
    }
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        match token.kind {
            Kind::LeftBrace => depth += 1,
            Kind::RightBrace => depth -= 1,
            _ => return false,
        }
        depth == 0
    })?;
    let (open, close) = (&tokens[2].span, &tokens[end].span);
    let is_in_text = open.file == close.file && open.range().end <= close.range().start;
    let block = Block {
        name: tokens[1].clone(),
        place: Place {
            file: open.file,
            range: open.range().end..close.range().start,
            logic,
        },
        span: tokens[0].span.to(*close),
    };
    is_in_text.then_some((block, end + 1))
}
