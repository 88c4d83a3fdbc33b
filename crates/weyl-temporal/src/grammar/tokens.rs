//! The words and signs of a formula, and which of them are operators.

use super::tree::{Binary, Runs, Unary};
use super::{Atoms, Dialect, Logic, ParseError, Problem};
use std::collections::BTreeSet;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Binary(Binary),
    Not,
    Unary(Unary),
    /// `AX` and the like.
    Both(Runs, Unary),
    /// `A` or `E` before a bracket.
    Runs(Runs),
    /// `mu` or `nu` before a variable.
    Binder {
        is_greatest: bool,
    },
    /// `[]` or `<>`, or what begins a modality with actions.
    Modal {
        is_must: bool,
        is_whole: bool,
    },
    /// `forall` or `exists`.
    Quantifier {
        is_forall: bool,
    },
    Do,
    End,
    Open,
    Close,
    /// A word that some fixpoint binds.
    Bound,
    /// Part of an atom.
    Text,
}

impl Token {
    /// Whether it can't be in an atom.
    fn is_operator(self) -> bool {
        match self {
            Token::Binary(op) => op.is_temporal(),
            Token::Unary(_)
            | Token::Both(..)
            | Token::Runs(_)
            | Token::Binder { .. }
            | Token::Modal { .. }
            | Token::Bound => true,
            Token::Not
            | Token::Quantifier { .. }
            | Token::Do
            | Token::End
            | Token::Open
            | Token::Close
            | Token::Text => false,
        }
    }
}

/// Longer signs before those that they begin with.
const SIGNS: [&str; 17] = [
    "<->", "<=>", "->", "=>", "||", "\\/", "&&", "/\\", "[]", "<>", "<=", ">=", "==", "!=", ":=",
    "::", "..",
];

#[derive(Debug)]
pub(super) struct Tokens<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token>,
    pub places: Vec<Range<usize>>,
    /// For what opens: what closes it.
    closing: Vec<Option<usize>>,
    /// How many operators there are before each.
    operators: Vec<usize>,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str, dialect: &Dialect<'_>) -> Result<Tokens<'t>, ParseError> {
        let places = places(text)?;
        let classified = Classifier::new(text, &places, dialect).tokens();
        let mut operators = vec![0];
        for token in &classified {
            operators.push(operators[operators.len() - 1] + usize::from(token.is_operator()));
        }
        Ok(Tokens {
            text,
            closing: closing(&classified),
            tokens: classified,
            places,
            operators,
        })
    }

    pub fn get(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    pub fn word(&self, at: usize) -> &'t str {
        self.places
            .get(at)
            .map_or("", |place| &self.text[place.clone()])
    }

    /// The place of a token; that behind the last one is the end.
    pub fn place(&self, at: usize) -> Range<usize> {
        let end = self.text.len();
        self.places.get(at).cloned().unwrap_or(end..end)
    }

    /// Where what opens at a token is closed; the end of the text if it never is.
    pub fn closing(&self, at: usize) -> usize {
        self.closing[at].unwrap_or(self.tokens.len())
    }

    /// Whether a bracket of a part is never closed.
    pub fn is_left_open(&self, mut within: Range<usize>) -> bool {
        within.any(|at| self.tokens[at] == Token::Open && self.closing[at].is_none())
    }

    pub fn has_operators(&self, within: Range<usize>) -> bool {
        let end = within.end.min(self.tokens.len());
        self.operators[within.start] < self.operators[end]
    }

    /// The first operator of a part that has one.
    pub fn operator(&self, within: Range<usize>) -> usize {
        let mut places = within.clone();
        let found = places.find(|at| self.get(*at).is_some_and(Token::is_operator));
        found.unwrap_or(within.start)
    }
}

fn places(text: &str) -> Result<Vec<Range<usize>>, ParseError> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first == '{' {
            let Some(end) = rest.find('}') else {
                return Err(missing(text, "a `}` is missing"));
            };
            end + 1
        } else if first == '"' {
            let Some(end) = rest[1..].find('"') else {
                return Err(missing(text, "a `\"` is missing"));
            };
            end + 2
        } else {
            let mut signs = SIGNS.iter();
            let sign = signs.find(|sign| rest.starts_with(**sign));
            sign.map_or(first.len_utf8(), |sign| sign.len())
        };
        places.push(at..at + length);
        at += length;
    }
    Ok(places)
}

fn missing(text: &str, message: &str) -> ParseError {
    ParseError::new(text.len()..text.len(), Problem::Syntax, message)
}

/// Brackets, and quantifiers with their ends.
fn closing(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closing = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let is_quantifier = |at: usize| matches!(tokens[at], Token::Quantifier { .. });
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open | Token::Quantifier { .. } => open.push(at),
            Token::End => {
                if let Some(quantifier) = open.pop_if(|last| is_quantifier(*last)) {
                    closing[quantifier] = Some(at);
                }
            }
            Token::Close => {
                // Quantifiers inside may end without a word.
                while let Some(last) = open.pop() {
                    closing[last] = Some(at);
                    if !is_quantifier(last) {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    closing
}

struct Classifier<'c> {
    text: &'c str,
    places: &'c [Range<usize>],
    dialect: &'c Dialect<'c>,
    /// Words that fixpoints bind.
    bound: BTreeSet<&'c str>,
    /// Whether a formula may begin at the next token.
    is_before: bool,
    /// Modalities that are open close with these, at this place.
    closes: Option<usize>,
}

impl<'c> Classifier<'c> {
    fn new(text: &'c str, places: &'c [Range<usize>], dialect: &'c Dialect<'c>) -> Self {
        let mut classifier = Classifier {
            text,
            places,
            dialect,
            bound: BTreeSet::new(),
            is_before: true,
            closes: None,
        };
        let binders = (0..places.len()).filter(|at| classifier.is_binder(*at));
        classifier.bound = binders.map(|at| classifier.word(at + 1)).collect();
        classifier
    }

    fn word(&self, at: usize) -> &'c str {
        self.places
            .get(at)
            .map_or("", |place| &self.text[place.clone()])
    }

    fn is_mu(&self) -> bool {
        self.dialect.logic == Logic::Mu
    }

    fn is_binder(&self, at: usize) -> bool {
        let is_name = self
            .word(at + 1)
            .starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_binder = matches!(self.word(at), "mu" | "nu");
        self.is_mu() && is_binder && is_name && matches!(self.word(at + 2), "." | "..")
    }

    fn tokens(mut self) -> Vec<Token> {
        let tokens = (0..self.places.len()).map(|at| {
            let token = self.token(at);
            let follows_binder = at >= 2 && self.is_binder(at - 2);
            let closes = self.closes.take_if(|closes| *closes == at).is_some();
            self.is_before = closes
                || follows_binder
                || match token {
                    Token::Binary(_)
                    | Token::Not
                    | Token::Unary(_)
                    | Token::Both(..)
                    | Token::Do
                    | Token::Open => true,
                    Token::Modal { is_whole, .. } => is_whole,
                    Token::Runs(_)
                    | Token::Binder { .. }
                    | Token::Quantifier { .. }
                    | Token::End
                    | Token::Close
                    | Token::Bound
                    | Token::Text => false,
                };
            token
        });
        tokens.collect()
    }

    fn token(&mut self, at: usize) -> Token {
        // The actions of a modality are one text.
        if self.closes.is_some() {
            return Token::Text;
        }
        self.sign(at).unwrap_or_else(|| self.named(at))
    }

    fn sign(&mut self, at: usize) -> Option<Token> {
        let is_single = match self.dialect.atoms {
            Atoms::Names => true,
            Atoms::Expressions { single_signs } => single_signs,
        };
        Some(match self.word(at) {
            "<->" | "<=>" => Token::Binary(Binary::Equivalent),
            "->" | "=>" => Token::Binary(Binary::Implies),
            "||" | "\\/" => Token::Binary(Binary::Or),
            "&&" | "/\\" => Token::Binary(Binary::And),
            "|" if is_single => Token::Binary(Binary::Or),
            "&" if is_single => Token::Binary(Binary::And),
            "!" | "~" => Token::Not,
            sign @ ("[]" | "<>") if self.is_mu() => Token::Modal {
                is_must: sign == "[]",
                is_whole: true,
            },
            "[]" => Token::Unary(Unary::Always),
            "<>" => Token::Unary(Unary::Eventually),
            sign @ ("[" | "<") if self.is_mu() && self.is_before && !self.is_after_runs(at) => {
                self.closes = self.end_of_actions(at);
                Token::Modal {
                    is_must: sign == "[",
                    is_whole: false,
                }
            }
            "(" | "[" => Token::Open,
            ")" | "]" => Token::Close,
            _ => return None,
        })
    }

    fn is_after_runs(&self, at: usize) -> bool {
        at > 0 && matches!(self.word(at - 1), "A" | "E")
    }

    /// The bracket that closes a modality.
    fn end_of_actions(&self, at: usize) -> Option<usize> {
        let (open, close) = match self.word(at) {
            "[" => ("[", "]"),
            _ => ("<", ">"),
        };
        let mut depth = 0;
        (at..self.places.len()).find(|at| {
            let word = self.word(*at);
            depth += usize::from(word == open);
            depth -= usize::from(word == close && depth > 0);
            depth == 0
        })
    }

    fn named(&self, at: usize) -> Token {
        let word = self.word(at);
        // Fields, labels and the like.
        let is_part = at > 0
            && matches!(self.word(at - 1), "." | "@" | ":" | "::")
            && !(at >= 3 && self.is_binder(at - 3));
        if is_part {
            return Token::Text;
        }
        if self.bound.contains(word) {
            return Token::Bound;
        }
        if self.is_binder(at) {
            return Token::Binder {
                is_greatest: word == "nu",
            };
        }
        if self.dialect.atoms != Atoms::Names {
            match word {
                "forall" => return Token::Quantifier { is_forall: true },
                "exists" => return Token::Quantifier { is_forall: false },
                "do" => return Token::Do,
                "end" | "endforall" | "endexists" => return Token::End,
                _ => {}
            }
        }
        if (self.dialect.is_declared)(word) {
            return Token::Text;
        }
        self.operator(at).unwrap_or(Token::Text)
    }

    fn operator(&self, at: usize) -> Option<Token> {
        operator(self.word(at)).or_else(|| {
            let is_applied = matches!(self.word(at + 1), "(" | "[");
            let token = match self.word(at) {
                "A" if is_applied => Token::Runs(Runs::Every),
                "E" if is_applied => Token::Runs(Runs::Some),
                "AX" => Token::Both(Runs::Every, Unary::Next),
                "EX" => Token::Both(Runs::Some, Unary::Next),
                "AF" => Token::Both(Runs::Every, Unary::Eventually),
                "EF" => Token::Both(Runs::Some, Unary::Eventually),
                "AG" => Token::Both(Runs::Every, Unary::Always),
                "EG" => Token::Both(Runs::Some, Unary::Always),
                _ => return None,
            };
            (self.dialect.logic != Logic::Linear).then_some(token)
        })
    }
}

/// The letters of linear time.
pub(super) fn operator(word: &str) -> Option<Token> {
    Some(match word {
        "X" => Token::Unary(Unary::Next),
        "G" => Token::Unary(Unary::Always),
        "F" => Token::Unary(Unary::Eventually),
        "U" => Token::Binary(Binary::Until),
        "V" | "R" => Token::Binary(Binary::Release),
        "W" => Token::Binary(Binary::Unless),
        _ => return None,
    })
}
