//! The replacement text of one use of a macro: parameters, `#` and `##`.

use super::expand::Expander;
use super::lines::{self, PpToken};
use super::macros::Macro;
use crate::codes;
use crate::token::Kind;
use std::sync::Arc;
use weyl_source::Diagnostic;

pub struct Substitution<'a> {
    pub definition: &'a Macro,
    pub parameters: &'a [Arc<str>],
    pub arguments: &'a [Vec<PpToken>],
    pub name: &'a PpToken,
}

impl Substitution<'_> {
    pub fn run(&self, expander: &mut Expander) -> Vec<PpToken> {
        let body = &self.definition.body;
        let mut output: Vec<PpToken> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let next = body.get(at + 1);
            if token.kind == Kind::Hash
                && self.definition.parameters.is_some()
                && let Some(argument) = next.and_then(|next| self.argument(next))
            {
                output.push(self.stringize(token, argument));
                at += 2;
                continue;
            }
            if token.kind == Kind::Paste
                && at > 0
                && let Some(right) = next
            {
                self.paste(right, &mut output, expander);
                at += 2;
                continue;
            }
            let pasted = next.is_some_and(|next| next.kind == Kind::Paste);
            self.plain(token, pasted, &mut output, expander);
            at += 1;
        }
        output.retain(|token| !is_placeholder(token));
        output
    }

    fn argument(&self, token: &PpToken) -> Option<&[PpToken]> {
        let at = self
            .parameters
            .iter()
            .position(|name| token.kind == Kind::Ident && *name == token.text)?;
        self.arguments.get(at).map(Vec::as_slice)
    }

    /// A token of the body that is neither an operator nor its right operand.
    fn plain(
        &self,
        token: &PpToken,
        pasted: bool,
        output: &mut Vec<PpToken>,
        expander: &mut Expander,
    ) {
        match self.argument(token) {
            Some([]) if pasted => output.push(self.placeholder(token)),
            Some(argument) if pasted => output.extend(spaced(argument.to_vec(), token)),
            Some(argument) => {
                let expanded = expander.expand_argument(argument);
                output.extend(spaced(expanded, token));
            }
            None => output.push(self.body_token(token)),
        }
    }

    /// A token of the macro's text: it stands where the macro is used, and comes from the
    /// definition.
    fn body_token(&self, token: &PpToken) -> PpToken {
        PpToken {
            span: self.name.span,
            origin: Some(token.span),
            glued: false,
            ..token.clone()
        }
    }

    /// What an empty argument leaves beside `##`.
    fn placeholder(&self, token: &PpToken) -> PpToken {
        PpToken {
            kind: Kind::EndOfFile,
            text: "".into(),
            ..self.body_token(token)
        }
    }

    fn paste(&self, right: &PpToken, output: &mut Vec<PpToken>, expander: &mut Expander) {
        let right = match self.argument(right) {
            Some([]) => vec![self.placeholder(right)],
            Some(argument) => argument.to_vec(),
            None => vec![self.body_token(right)],
        };
        let Some(left) = output.pop() else {
            output.extend(right);
            return;
        };
        let mut right = right.into_iter();
        let Some(first) = right.next() else {
            output.push(left);
            return;
        };
        match self.join(&left, &first) {
            Some(token) => output.push(token),
            None => {
                self.report(&left, &first, expander);
                output.push(left);
                output.push(first);
            }
        }
        output.extend(right);
    }

    /// The one token that two make; a comma before empty `__VA_ARGS__` disappears (a GNU habit).
    fn join(&self, left: &PpToken, right: &PpToken) -> Option<PpToken> {
        if left.kind == Kind::Comma && self.definition.variadic && is_placeholder(right) {
            return Some(right.clone());
        }
        if is_placeholder(left) {
            return Some(right.clone());
        }
        if is_placeholder(right) {
            return Some(left.clone());
        }
        let text = format!("{}{}", left.text, right.text);
        let tokens: Vec<PpToken> = lines::tokenise(&text, left.file).collect();
        match tokens.as_slice() {
            [one] if one.error.is_none() && *one.text == *text => Some(PpToken {
                kind: one.kind,
                text: one.text.clone(),
                glued: false,
                ..left.clone()
            }),
            _ => None,
        }
    }

    fn report(&self, left: &PpToken, right: &PpToken, expander: &mut Expander) {
        if left.kind == Kind::Comma && self.definition.variadic {
            return;
        }
        let message = format!("`{}` and `{}` make no token", left.text, right.text);
        expander.diagnostics.push(
            Diagnostic::error(codes::BAD_PASTE, self.name.span, message)
                .label(self.definition.span, "by `##` in this macro"),
        );
    }

    fn stringize(&self, hash: &PpToken, argument: &[PpToken]) -> PpToken {
        let mut text = String::from("\"");
        for (at, token) in argument.iter().enumerate() {
            if at > 0 && token.space {
                text.push(' ');
            }
            let quoted = matches!(token.kind, Kind::Text | Kind::Character);
            for character in token.text.chars() {
                if character == '"' || (character == '\\' && quoted) {
                    text.push('\\');
                }
                text.push(character);
            }
        }
        text.push('"');
        PpToken {
            kind: Kind::Text,
            text: text.into(),
            ..self.body_token(hash)
        }
    }
}

fn is_placeholder(token: &PpToken) -> bool {
    token.kind == Kind::EndOfFile && token.error.is_none()
}

/// An argument takes over the white space in front of its parameter.
fn spaced(mut tokens: Vec<PpToken>, parameter: &PpToken) -> Vec<PpToken> {
    if let Some(first) = tokens.first_mut() {
        first.space = parameter.space;
    }
    tokens
}
