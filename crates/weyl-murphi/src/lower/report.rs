//! Reporting, and types in words.

use super::Lowerer;
use crate::ast::Ident;
use crate::codes;
use crate::scope::{Entry, Symbol};
use weyl_ir::{Type, TypeId};
use weyl_source::{Code, Diagnostic, Span};

impl Lowerer<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.code, diagnostic.span)) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn error<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> Option<T> {
        self.report(Diagnostic::error(code, span, message));
        None
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: &Ident, symbol: Symbol) {
        let entry = Entry {
            symbol,
            span: name.span,
        };
        let Some(earlier) = self.scopes.declare(&name.name, entry) else {
            return;
        };
        let message = format!("`{}` is already declared in this scope", name.name);
        self.report(
            Diagnostic::error(codes::REDECLARED, name.span, message)
                .label(earlier.span, "first declared here"),
        );
    }

    /// What a name stands for.
    pub(super) fn resolve(&mut self, name: &str, span: Span) -> Option<Entry> {
        if let Some(entry) = self.scopes.lookup(name) {
            let broken = matches!(entry.symbol, Symbol::Broken);
            return Some(entry.clone()).filter(|_| !broken);
        }
        let message = format!("`{name}` is not declared");
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
        if let Some(later) = self.globals.get(name) {
            diagnostic = diagnostic
                .label(*later, "declared only here")
                .hint("move the declaration up: names are declared before they are used");
        } else if let Some(near) = self.scopes.suggestion(name) {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        None
    }

    pub(super) fn wrong_kind<T>(
        &mut self,
        name: &str,
        span: Span,
        entry: &Entry,
        wanted: &str,
    ) -> Option<T> {
        let message = format!(
            "`{name}` is {}, but {wanted} is needed here",
            entry.symbol.describe()
        );
        self.report(
            Diagnostic::error(codes::WRONG_KIND, span, message).label(entry.span, "declared here"),
        );
        None
    }

    /// A type as a user would say it.
    pub(super) fn describe(&self, ty: TypeId) -> String {
        match self.model.types.get(ty) {
            Type::Bool => "boolean".to_string(),
            Type::Int => "an integer".to_string(),
            Type::Range { lo, hi, .. } => format!("the range {lo}..{hi}"),
            Type::Enum { name, .. } => format!("the enumeration `{name}`"),
            Type::Id(sort) => format!("the scalarset `{}`", self.model.sorts[*sort].name),
            Type::Union(members) => {
                let members: Vec<String> = members.iter().map(|ty| self.member_name(*ty)).collect();
                format!("the union of {}", members.join(", "))
            }
            Type::Array { .. } => "an array".to_string(),
            Type::Record(_) => "a record".to_string(),
            Type::Multiset { .. } => "a multiset".to_string(),
            Type::Channel { .. } => "a channel".to_string(),
        }
    }

    fn member_name(&self, ty: TypeId) -> String {
        match self.model.types.get(ty) {
            Type::Enum { name, .. } => format!("`{name}`"),
            Type::Id(sort) => format!("`{}`", self.model.sorts[*sort].name),
            _ => self.describe(ty),
        }
    }

    /// The source text under a span, on one line.
    pub(super) fn quote(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        words.join(" ")
    }
}
