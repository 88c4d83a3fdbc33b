//! Directives: `#include`, `#define`, conditions and the rest.

use super::lines::PpToken;
use super::{Preprocessor, condition, macros};
use crate::codes;
use crate::token::Kind;
use weyl_source::{Diagnostic, Span};

/// One `#if` that is still open.
struct Condition {
    span: Span,
    /// The text around it is compiled.
    outer: bool,
    /// The text of the present branch is compiled.
    active: bool,
    /// Some branch has been compiled already.
    taken: bool,
    seen_else: bool,
}

/// The open conditions of one file, innermost last.
#[derive(Default)]
pub struct Conditions {
    stack: Vec<Condition>,
}

impl Conditions {
    pub fn active(&self) -> bool {
        self.stack.last().is_none_or(|condition| condition.active)
    }

    pub fn open(&self) -> Vec<Span> {
        self.stack.iter().map(|condition| condition.span).collect()
    }

    fn push(&mut self, span: Span, value: bool) {
        let outer = self.active();
        self.stack.push(Condition {
            span,
            outer,
            active: outer && value,
            taken: value,
            seen_else: false,
        });
    }
}

impl Preprocessor<'_> {
    pub(super) fn directive(&mut self, tokens: &[PpToken], conditions: &mut Conditions) {
        let Some((word, rest)) = tokens.get(1..).and_then(<[PpToken]>::split_first) else {
            return;
        };
        if self.conditional(word, rest, conditions) || !conditions.active() {
            return;
        }
        self.flush();
        match &*word.text {
            "define" => self.define(word, rest),
            "undef" => self.undefine(word, rest),
            "include" => self.include_directive(word, rest),
            "error" => {
                let text = self.joined(rest);
                self.error(codes::ERROR_DIRECTIVE, word.span, text);
            }
            // Line markers of a text that has been preprocessed already, and hints to compilers.
            "pragma" | "ident" | "line" | "warning" => {}
            _ if word.kind == Kind::Number => {}
            _ => {
                let message = format!("`#{}` is no directive", word.text);
                self.error(codes::BAD_DIRECTIVE, word.span, message);
            }
        }
    }

    /// Handles the directives that also count where the text is left out.
    fn conditional(&mut self, word: &PpToken, rest: &[PpToken], open: &mut Conditions) -> bool {
        match &*word.text {
            "if" => {
                let value = open.active() && self.evaluate(word, rest);
                open.push(word.span, value);
            }
            "ifdef" | "ifndef" => {
                let defined = open.active() && self.is_defined(word, rest);
                open.push(word.span, defined == (&*word.text == "ifdef"));
            }
            "elif" => self.elif(word, rest, open),
            "else" => self.else_branch(word, open),
            "endif" => {
                if open.stack.pop().is_none() {
                    self.unmatched(word);
                }
            }
            _ => return false,
        }
        true
    }

    fn elif(&mut self, word: &PpToken, rest: &[PpToken], open: &mut Conditions) {
        let Some(condition) = open.stack.last_mut() else {
            return self.unmatched(word);
        };
        if condition.seen_else {
            self.unmatched(word);
        } else if condition.taken || !condition.outer {
            condition.active = false;
        } else {
            let value = self.evaluate(word, rest);
            condition.active = value;
            condition.taken = value;
        }
    }

    fn else_branch(&mut self, word: &PpToken, open: &mut Conditions) {
        match open.stack.last_mut() {
            Some(condition) if !condition.seen_else => {
                condition.seen_else = true;
                condition.active = condition.outer && !condition.taken;
                condition.taken = true;
            }
            _ => self.unmatched(word),
        }
    }

    fn unmatched(&mut self, word: &PpToken) {
        let message = format!("`#{}` without an `#if` that it belongs to", word.text);
        self.error(codes::UNMATCHED_CONDITION, word.span, message);
    }

    fn is_defined(&mut self, word: &PpToken, rest: &[PpToken]) -> bool {
        match rest.first() {
            Some(name) if name.kind == Kind::Ident => self.macros.contains(&name.text),
            _ => {
                let message = format!("`#{}` needs the name of a macro", word.text);
                self.error(codes::BAD_DIRECTIVE, word.span, message);
                false
            }
        }
    }

    fn evaluate(&mut self, word: &PpToken, rest: &[PpToken]) -> bool {
        match condition::evaluate(rest, &self.macros, self.diagnostics) {
            Ok(value) => value != 0,
            Err(problem) => {
                let span = problem.span.unwrap_or(word.span);
                self.error(codes::BAD_DIRECTIVE, span, problem.message);
                false
            }
        }
    }

    fn define(&mut self, word: &PpToken, rest: &[PpToken]) {
        match macros::parse_definition(rest) {
            Ok((name, _)) if &*name == "defined" => {
                self.error(
                    codes::BAD_DIRECTIVE,
                    word.span,
                    "`defined` cannot be a macro",
                );
            }
            Ok((name, definition)) => {
                let span = definition.span;
                if let Some(old) = self.macros.define(name.clone(), definition) {
                    self.diagnostics
                        .push(macros::redefined(&name, span, old.span));
                }
            }
            Err(span) => {
                let diagnostic = Diagnostic::error(
                    codes::BAD_DIRECTIVE,
                    span.unwrap_or(word.span),
                    "this macro definition cannot be read",
                )
                .hint("write `#define NAME text` or `#define NAME(a, b) text`");
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn undefine(&mut self, word: &PpToken, rest: &[PpToken]) {
        match rest.first() {
            Some(name) if name.kind == Kind::Ident => self.macros.remove(&name.text),
            _ => self.error(
                codes::BAD_DIRECTIVE,
                word.span,
                "`#undef` needs the name of a macro",
            ),
        }
    }

    fn include_directive(&mut self, word: &PpToken, rest: &[PpToken]) {
        let name = match rest.first().map(|token| token.kind) {
            Some(Kind::Text) => rest
                .first()
                .map(|token| token.text.trim_matches('"').to_string()),
            Some(Kind::Less) => {
                let text = self.joined(rest);
                let inner = text
                    .strip_prefix('<')
                    .and_then(|text| text.strip_suffix('>'));
                inner.map(str::to_string)
            }
            _ => None,
        };
        match name {
            Some(name) => self.include(&name, word.span),
            None => self.error(
                codes::BAD_DIRECTIVE,
                word.span,
                "`#include` needs a file name in quotes",
            ),
        }
    }

    /// The text from the first to the last of some tokens of one line.
    fn joined(&self, tokens: &[PpToken]) -> String {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.sources.text(first.span.to(last.span)).to_string(),
            _ => String::new(),
        }
    }
}
