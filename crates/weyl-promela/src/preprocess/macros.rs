//! Macro definitions.

use super::lines::PpToken;
use crate::codes;
use crate::token::Kind;
use std::collections::HashMap;
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

#[derive(Clone, Debug)]
pub struct Macro {
    pub span: Span,
    /// `None` for an object-like macro.
    pub parameters: Option<Vec<Arc<str>>>,
    /// The last parameter takes all remaining arguments.
    pub variadic: bool,
    pub body: Vec<PpToken>,
}

#[derive(Default)]
pub struct Macros {
    by_name: HashMap<Arc<str>, Macro>,
}

impl Macros {
    pub fn get(&self, name: &str) -> Option<&Macro> {
        self.by_name.get(name)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub fn remove(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// Adds a definition; gives back the one that it replaces if they differ.
    pub fn define(&mut self, name: Arc<str>, definition: Macro) -> Option<Macro> {
        let new = signature(&definition);
        let old = self.by_name.insert(name, definition)?;
        (signature(&old) != new).then_some(old)
    }
}

/// What must agree for a repeated definition to be harmless.
fn signature(definition: &Macro) -> (Option<Vec<Arc<str>>>, Vec<Arc<str>>) {
    let body = definition.body.iter().map(|token| token.text.clone());
    (definition.parameters.clone(), body.collect())
}

/// Reads what follows `#define`.
pub fn parse_definition(tokens: &[PpToken]) -> Result<(Arc<str>, Macro), Option<Span>> {
    let (name, rest) = tokens.split_first().ok_or(None)?;
    if name.kind != Kind::Ident {
        return Err(Some(name.span));
    }
    let mut definition = Macro {
        span: name.span,
        parameters: None,
        variadic: false,
        body: rest.to_vec(),
    };
    if let Some((open, rest)) = rest.split_first()
        && open.kind == Kind::LeftParen
        && !open.space
    {
        let used =
            parse_parameters(rest, &mut definition).map_err(|at| Some(at.unwrap_or(open.span)))?;
        definition.body = rest.get(used..).unwrap_or_default().to_vec();
    }
    Ok((name.text.clone(), definition))
}

/// Reads `a, b)` or `a, ...)`; gives the number of tokens read.
fn parse_parameters(tokens: &[PpToken], definition: &mut Macro) -> Result<usize, Option<Span>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let mut at = 0;
    if kind(at) == Some(Kind::RightParen) {
        definition.parameters = Some(names);
        return Ok(1);
    }
    loop {
        match tokens.get(at) {
            Some(token) if token.kind == Kind::Ident => names.push(token.text.clone()),
            Some(token) if token.kind == Kind::DotDot && kind(at + 1) == Some(Kind::Dot) => {
                names.push("__VA_ARGS__".into());
                definition.variadic = true;
                at += 1;
            }
            other => return Err(other.map(|token| token.span)),
        }
        at += 1;
        match kind(at) {
            Some(Kind::RightParen) => break,
            Some(Kind::Comma) if !definition.variadic => at += 1,
            _ => return Err(tokens.get(at).map(|token| token.span)),
        }
    }
    definition.parameters = Some(names);
    Ok(at + 1)
}

/// The warning about a macro whose second definition differs.
pub fn redefined(name: &str, span: Span, old: Span) -> Diagnostic {
    let message = format!("the macro `{name}` is defined again with another text");
    Diagnostic::warning(codes::MACRO_REDEFINED, span, message)
        .label(old, "defined here before")
        .hint("the new definition counts from here on; `#undef` it first if that is meant")
}
