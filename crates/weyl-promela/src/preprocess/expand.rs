//! Macro expansion, after Prosser's algorithm (the one behind the C standard's text).
//!
//! Every token carries the set of macros that it must not be expanded by: those whose expansion it
//! stems from. A macro therefore never expands itself, directly or through others, and expansion
//! ends.

use super::hide_set::HideSet;
use super::lines::PpToken;
use super::macros::{Macro, Macros};
use super::paste;
use crate::codes;
use crate::token::Kind;
use std::sync::Arc;
use weyl_budget::go_on;
use weyl_source::{Diagnostic, Diagnostics};

/// Arguments whose own expansion contains calls with arguments, and so on.
const MAX_NESTING: usize = 100;
/// Bytes of a token that cost as much as another token: `#` and `##` make tokens of any length.
const LONG_TOKEN: usize = 64;

/// So many names that a token is hidden from are looked at in the time of one step.
const NAMES_PER_STEP: usize = 32;

#[derive(Default)]
pub struct Expanded {
    pub tokens: Vec<PpToken>,
    /// The text grew beyond the limit; the rest is missing.
    pub truncated: bool,
}

/// What expansion may still cost.
pub struct Budget {
    /// Tokens that are looked at, over all nested arguments.
    pub steps: usize,
    /// Tokens that macros make; long ones count more than once.
    pub made: usize,
}

/// Expands a text completely, as far as the budget allows.
pub fn expand(
    tokens: Vec<PpToken>,
    macros: &Macros,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> Expanded {
    let mut expander = Expander {
        macros,
        diagnostics,
        budget,
        nesting: 0,
        truncated: false,
    };
    let tokens = expander.run(tokens);
    Expanded {
        tokens,
        truncated: expander.truncated,
    }
}

pub(super) struct Expander<'a> {
    macros: &'a Macros,
    pub(super) diagnostics: &'a mut Diagnostics,
    budget: &'a mut Budget,
    nesting: usize,
    truncated: bool,
}

impl Expander<'_> {
    pub(super) fn run(&mut self, mut input: Vec<PpToken>) -> Vec<PpToken> {
        input.reverse();
        let mut output = Vec::new();
        while let Some(token) = input.pop() {
            go_on();
            if !self.step(&token) {
                break;
            }
            if token.kind != Kind::Ident || token.hidden.contains(&token.text) {
                output.push(token);
                continue;
            }
            match self.macros.get(&token.text) {
                Some(definition) => self.apply(definition, token, &mut input, &mut output),
                None => output.push(token),
            }
        }
        output
    }

    /// Counts one token, and what it takes to look at it; false when a limit is reached.
    fn step(&mut self, token: &PpToken) -> bool {
        let cost = 1 + token.hidden.len() / NAMES_PER_STEP;
        match self.budget.steps.checked_sub(cost) {
            Some(rest) => self.budget.steps = rest,
            None => self.give_up(token),
        }
        !self.truncated
    }

    /// Counts what a use of a macro is replaced by: nothing, when a limit is reached.
    fn pay(&mut self, name: &PpToken, body: Vec<PpToken>) -> Vec<PpToken> {
        let lengths = body.iter().map(|token| token.text.len() / LONG_TOKEN);
        let cost = body.len() + lengths.sum::<usize>();
        match self.budget.made.checked_sub(cost) {
            Some(rest) => self.budget.made = rest,
            None => self.give_up(name),
        }
        if self.truncated { Vec::new() } else { body }
    }

    fn give_up(&mut self, token: &PpToken) {
        if self.truncated {
            return;
        }
        self.truncated = true;
        let message = "macros expand to more text than weyl reads";
        let hint = "where each macro uses the next one twice, the text doubles each time";
        let diagnostic = Diagnostic::error(codes::EXPANSION_TOO_LARGE, token.span, message);
        self.diagnostics.push(diagnostic.hint(hint));
    }

    fn apply(
        &mut self,
        definition: &Macro,
        name: PpToken,
        input: &mut Vec<PpToken>,
        output: &mut Vec<PpToken>,
    ) {
        self.warn_glued(&name);
        let Some(parameters) = &definition.parameters else {
            let hidden = name.hidden.with(name.text.clone());
            let body = self.substitute(definition, &[], &[], &name);
            push_result(self.pay(&name, body), &name, &hidden, input);
            return;
        };
        // A function-like macro without its arguments is an ordinary name.
        if input.last().map(|token| token.kind) != Some(Kind::LeftParen) {
            output.push(name);
            return;
        }
        let Some((arguments, close)) = collect_arguments(input) else {
            self.argument_error(&name, definition, "its arguments are never closed by `)`");
            return;
        };
        let arguments = fit_arguments(arguments, parameters.len(), definition.variadic);
        if arguments.len() != parameters.len() {
            let message = format!(
                "it has {} parameters and gets {} arguments",
                parameters.len(),
                arguments.len()
            );
            self.argument_error(&name, definition, &message);
            return;
        }
        let common = name.hidden.intersection(&close.hidden);
        let hidden = common.with(name.text.clone());
        let body = self.substitute(definition, parameters, &arguments, &name);
        push_result(self.pay(&name, body), &name, &hidden, input);
    }

    fn warn_glued(&mut self, name: &PpToken) {
        if name.glued {
            let message = format!("SPIN does not expand `{}` right behind `..`", name.text);
            self.diagnostics.push(
                Diagnostic::warning(codes::RANGE_MACRO, name.span, message)
                    .hint("put a space behind `..`: the C preprocessor reads `0..N` as one number"),
            );
        }
    }

    fn argument_error(&mut self, name: &PpToken, definition: &Macro, message: &str) {
        let message = format!("the macro `{}` is used wrongly: {message}", name.text);
        self.diagnostics.push(
            Diagnostic::error(codes::MACRO_ARGUMENTS, name.span, message)
                .label(definition.span, "the macro is defined here"),
        );
    }

    /// The argument as it replaces a parameter that stands beside neither `#` nor `##`.
    pub(super) fn expand_argument(&mut self, argument: &[PpToken]) -> Vec<PpToken> {
        if self.nesting >= MAX_NESTING {
            return argument.to_vec();
        }
        self.nesting += 1;
        let result = self.run(argument.to_vec());
        self.nesting -= 1;
        result
    }

    fn substitute(
        &mut self,
        definition: &Macro,
        parameters: &[Arc<str>],
        arguments: &[Vec<PpToken>],
        name: &PpToken,
    ) -> Vec<PpToken> {
        paste::Substitution {
            definition,
            parameters,
            arguments,
            name,
        }
        .run(self)
    }
}

/// Puts the result of an expansion back in front of the input, to be looked at again.
fn push_result(body: Vec<PpToken>, name: &PpToken, hidden: &HideSet, input: &mut Vec<PpToken>) {
    let first = body.len().checked_sub(1);
    for (at, mut token) in body.into_iter().rev().enumerate() {
        token.hidden = token.hidden.union(hidden);
        token.file = name.file;
        token.line = name.line;
        if Some(at) == first {
            token.space = name.space;
        }
        input.push(token);
    }
}

type Arguments = (Vec<Vec<PpToken>>, PpToken);

/// Takes `( a, b )` from the end of the reversed input; nothing if it is never closed.
fn collect_arguments(input: &mut Vec<PpToken>) -> Option<Arguments> {
    input.pop();
    let mut arguments = vec![Vec::new()];
    let mut depth = 0usize;
    while let Some(token) = input.pop() {
        match token.kind {
            Kind::RightParen if depth == 0 => return Some((arguments, token)),
            Kind::Comma if depth == 0 => {
                arguments.push(Vec::new());
                continue;
            }
            Kind::LeftParen => depth += 1,
            Kind::RightParen => depth -= 1,
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(token);
        }
    }
    None
}

/// `F()` has no argument or one empty one, as the macro needs; `...` takes the rest with its
/// commas.
fn fit_arguments(
    mut arguments: Vec<Vec<PpToken>>,
    wanted: usize,
    variadic: bool,
) -> Vec<Vec<PpToken>> {
    if wanted == 0 && arguments.len() == 1 && arguments.iter().all(Vec::is_empty) {
        arguments.clear();
    }
    if variadic && arguments.len() + 1 == wanted {
        arguments.push(Vec::new());
    }
    if variadic && arguments.len() > wanted {
        let rest = arguments.split_off(wanted.saturating_sub(1));
        let mut joined: Vec<PpToken> = Vec::new();
        for (at, part) in rest.into_iter().enumerate() {
            if at > 0
                && let Some(before) = joined.last().or(part.first()).cloned()
            {
                joined.push(PpToken {
                    kind: Kind::Comma,
                    text: ",".into(),
                    space: false,
                    ..before
                });
            }
            joined.extend(part);
        }
        arguments.push(joined);
    }
    arguments
}
