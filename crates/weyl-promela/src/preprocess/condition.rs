//! The constant expressions of `#if` and `#elif`.

use super::expand::{Budget, expand};
use super::lines::PpToken;
use super::macros::Macros;
use crate::token::{Kind, character_value};
use weyl_source::{Diagnostics, Span};

/// Parentheses and signs nested in a condition.
const MAX_NESTING: usize = 100;
/// Tokens that a condition may expand to.
const MAX_TOKENS: usize = 100_000;

pub struct Problem {
    pub span: Option<Span>,
    pub message: &'static str,
}

/// The value of a condition. Names that are no macros are 0, as in C.
pub fn evaluate(
    tokens: &[PpToken],
    macros: &Macros,
    diagnostics: &mut Diagnostics,
) -> Result<i64, Problem> {
    let resolved = resolve_defined(tokens, macros);
    let mut budget = Budget {
        steps: MAX_TOKENS,
        made: MAX_TOKENS,
    };
    let expanded = expand(resolved, macros, &mut budget, diagnostics);
    let mut reader = Reader {
        tokens: &expanded.tokens,
        at: 0,
        nesting: 0,
    };
    let value = reader.conditional()?;
    match reader.tokens.get(reader.at) {
        None => Ok(value),
        Some(_) => Err(reader.problem("this does not belong to the condition")),
    }
}

/// Replaces `defined X` and `defined(X)` by 0 or 1, before macros are expanded.
fn resolve_defined(tokens: &[PpToken], macros: &Macros) -> Vec<PpToken> {
    let mut output = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let behind = tokens.get(at + 1..).unwrap_or_default();
        let found = match behind {
            _ if &*token.text != "defined" => None,
            [open, name, close, ..]
                if open.kind == Kind::LeftParen && close.kind == Kind::RightParen =>
            {
                Some((name, 4))
            }
            [name, ..] if name.kind == Kind::Ident => Some((name, 2)),
            _ => None,
        };
        let Some((name, used)) = found else {
            output.push(token.clone());
            at += 1;
            continue;
        };
        let value = if macros.contains(&name.text) {
            "1"
        } else {
            "0"
        };
        output.push(PpToken {
            kind: Kind::Number,
            text: value.into(),
            ..token.clone()
        });
        at += used;
    }
    output
}

struct Reader<'a> {
    tokens: &'a [PpToken],
    at: usize,
    nesting: usize,
}

/// Binary operators from loosest to tightest.
const LEVELS: &[&[Kind]] = &[
    &[Kind::Or],
    &[Kind::And],
    &[Kind::Bar],
    &[Kind::Caret],
    &[Kind::Ampersand],
    &[Kind::Equal, Kind::NotEqual],
    &[
        Kind::Less,
        Kind::LessEqual,
        Kind::Greater,
        Kind::GreaterEqual,
    ],
    &[Kind::ShiftLeft, Kind::ShiftRight],
    &[Kind::Plus, Kind::Minus],
    &[Kind::Star, Kind::Slash, Kind::Percent],
];

impl Reader<'_> {
    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn accept(&mut self, kind: Kind) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn problem(&self, message: &'static str) -> Problem {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        Problem {
            span: token.map(|token| token.span),
            message,
        }
    }

    fn conditional(&mut self) -> Result<i64, Problem> {
        if self.nesting >= MAX_NESTING {
            return Err(self.problem("this condition is nested too deeply"));
        }
        self.nesting += 1;
        let condition = self.binary(0)?;
        let mut value = condition;
        if self.accept(Kind::Query) {
            let yes = self.conditional()?;
            if !self.accept(Kind::Colon) {
                return Err(self.problem("expected `:` of this condition"));
            }
            let no = self.conditional()?;
            value = if condition != 0 { yes } else { no };
        }
        self.nesting -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Result<i64, Problem> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.peek().filter(|kind| operators.contains(kind)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(operator, left, right).ok_or_else(|| self.problem("division by zero"))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64, Problem> {
        let start = self.at;
        while matches!(
            self.peek(),
            Some(Kind::Bang | Kind::Minus | Kind::Plus | Kind::Tilde)
        ) {
            self.at += 1;
        }
        let signs: Vec<Kind> = self
            .tokens
            .get(start..self.at)
            .unwrap_or_default()
            .iter()
            .map(|token| token.kind)
            .collect();
        let mut value = self.primary()?;
        for sign in signs.iter().rev() {
            value = match sign {
                Kind::Bang => i64::from(value == 0),
                Kind::Minus => value.wrapping_neg(),
                Kind::Tilde => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<i64, Problem> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(self.problem("this condition ends too early"));
        };
        let value = match token.kind {
            Kind::Number => token.text.parse().unwrap_or(i64::MAX),
            Kind::Character => character_value(&token.text),
            Kind::Ident => 0,
            Kind::LeftParen => {
                self.at += 1;
                let value = self.conditional()?;
                if self.peek() != Some(Kind::RightParen) {
                    return Err(self.problem("expected `)` in this condition"));
                }
                value
            }
            _ => return Err(self.problem("a condition cannot contain this")),
        };
        self.at += 1;
        Ok(value)
    }
}

/// C arithmetic on 64 bits; `None` for a division by zero.
fn apply(operator: Kind, left: i64, right: i64) -> Option<i64> {
    let shift = u32::try_from(right).unwrap_or(0).min(63);
    Some(match operator {
        Kind::Or => i64::from(left != 0 || right != 0),
        Kind::And => i64::from(left != 0 && right != 0),
        Kind::Bar => left | right,
        Kind::Caret => left ^ right,
        Kind::Ampersand => left & right,
        Kind::Equal => i64::from(left == right),
        Kind::NotEqual => i64::from(left != right),
        Kind::Less => i64::from(left < right),
        Kind::LessEqual => i64::from(left <= right),
        Kind::Greater => i64::from(left > right),
        Kind::GreaterEqual => i64::from(left >= right),
        Kind::ShiftLeft => left.wrapping_shl(shift),
        Kind::ShiftRight => left.wrapping_shr(shift),
        Kind::Plus => left.wrapping_add(right),
        Kind::Minus => left.wrapping_sub(right),
        Kind::Star => left.wrapping_mul(right),
        Kind::Slash if right != 0 => left.wrapping_div(right),
        Kind::Percent if right != 0 => left.wrapping_rem(right),
        _ => return None,
    })
}
