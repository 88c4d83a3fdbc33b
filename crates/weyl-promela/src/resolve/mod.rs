//! Syntax tree to resolved tree: names, scopes, types, constants, and what SPIN rejects statically.
//!
//! Types, globals, mtypes and the heads of proctypes are entered first, in the order of the text; a
//! name is visible behind its declaration only. Then come the bodies of processes, then claims,
//! traces and formulas, which may speak about all of them. After an error the walk goes on with a
//! stand-in, so that one run reports several errors; the result is used only if there was none.

mod assign;
mod body;
mod channels;
mod constants;
mod decls;
mod events;
mod exclusive;
mod exprs;
mod formulas;
mod labels;
mod loops;
mod names;
mod own_number;
mod places;
mod print;
mod proctypes;
mod runs;
mod selections;
mod stmts;
mod types;

use crate::ast::{Ident, Model, Unit};
use crate::codes;
use crate::resolved::{Exclusive, Expr, ExprKind, GlobalId, ProctypeId, Program, Type};
use body::Body;
use names::Names;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use weyl_source::{Code, Diagnostic, Diagnostics, Span};

pub struct Resolver<'a> {
    program: Program,
    names: Names,
    /// The unit that is being resolved; names declared behind it are not visible.
    unit: usize,
    body: Body,
    /// Fields of the longest message of any channel.
    longest_message: usize,
    /// Sends whose length is compared with it, when all channels are known.
    sends: Vec<channels::Sent>,
    /// The proctype that each unit with a body has become.
    units: HashMap<usize, ProctypeId>,
    /// Who claims to be the only user of a global channel.
    exclusive: HashMap<(Exclusive, GlobalId), ProctypeId>,
    claim_names: HashSet<Arc<str>>,
    never_claims: usize,
    unnamed_formulas: usize,
    /// What was reported, without what explains it.
    said: HashSet<(Code, Span, String)>,
    diagnostics: &'a mut Diagnostics,
}

/// Resolves a model; the program is meaningful only if no error was reported.
pub fn resolve(model: &Model, diagnostics: &mut Diagnostics) -> Program {
    let mut resolver = Resolver {
        program: Program::default(),
        names: Names::default(),
        unit: 0,
        body: Body::default(),
        longest_message: 0,
        sends: Vec::new(),
        units: HashMap::new(),
        exclusive: HashMap::new(),
        claim_names: HashSet::new(),
        never_claims: 0,
        unnamed_formulas: 0,
        said: diagnostics.iter().map(gist).collect(),
        diagnostics,
    };
    resolver.declare(&model.units);
    resolver.bodies(&model.units);
    resolver.claims(&model.units);
    resolver.check_sends();
    resolver.blocks(&model.blocks);
    resolver.outside_formulas(&model.formulas);
    resolver.check_processes(&model.units);
    resolver.check_exclusive();
    resolver.program
}

impl Resolver<'_> {
    fn declare(&mut self, units: &[Unit]) {
        for (at, unit) in units.iter().enumerate() {
            self.unit = at;
            match unit {
                Unit::Mtype(mtype) => self.declare_mtype(mtype),
                Unit::Typedef(typedef) => self.declare_typedef(typedef),
                Unit::Globals(declaration) => self.declare_globals(declaration),
                Unit::Inline(inline) => self.declare_inline(&inline.name),
                Unit::Proctype(_) | Unit::Init(_) | Unit::Never(_) | Unit::Trace(_) => {
                    self.declare_proctype(unit);
                }
                Unit::Ltl(_) => {}
            }
        }
    }

    fn bodies(&mut self, units: &[Unit]) {
        for (at, unit) in units.iter().enumerate() {
            self.unit = at;
            if matches!(unit, Unit::Proctype(_) | Unit::Init(_)) {
                self.proctype_body(unit);
            }
        }
    }

    fn claims(&mut self, units: &[Unit]) {
        for (at, unit) in units.iter().enumerate() {
            self.unit = at;
            if matches!(unit, Unit::Never(_) | Unit::Trace(_)) {
                self.proctype_body(unit);
            }
        }
        // SPIN reads formulas behind everything else, wherever they stand.
        self.unit = usize::MAX;
        for unit in units {
            if let Unit::Ltl(ltl) = unit {
                self.property(ltl);
            }
        }
    }

    fn check_processes(&mut self, units: &[Unit]) {
        let has_process = !self.program.instances.is_empty();
        if has_process || self.diagnostics.has_errors() {
            return;
        }
        let span = units.iter().find_map(|unit| match unit {
            Unit::Proctype(proctype) => Some(proctype.name.span),
            _ => None,
        });
        let diagnostic = Diagnostic::error(
            codes::NO_PROCESS,
            span.unwrap_or_default(),
            "no process starts in this model",
        )
        .hint("add `init` or write `active` in front of a proctype");
        self.diagnostics.push(diagnostic);
    }

    /// Claims of exclusive access, when all that might break them is known.
    fn check_exclusive(&mut self) {
        if self.program.features.exclusive_access && !self.diagnostics.has_errors() {
            for diagnostic in exclusive::broken_claims(&self.program) {
                self.report(diagnostic);
            }
        }
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    fn warn(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(code, span, message));
    }

    /// Reports with the calls of inlines on the way; the same thing at the same place only once.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic = inside_calls(diagnostic, &self.body.calls);
        if self.said.insert(gist(&diagnostic)) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn redeclared(&mut self, name: &Ident, before: Option<Span>) {
        let message = format!("`{}` is declared already", name.name);
        let mut diagnostic = Diagnostic::error(codes::REDECLARED, name.span, message);
        if let Some(span) = before {
            diagnostic = diagnostic.label(span, "declared here before");
        }
        let diagnostic = diagnostic.hint("a name cannot be reused in inner scopes; choose another");
        self.report(diagnostic);
    }
}

/// A diagnostic with the uses of inlines that lead to it.
fn inside_calls(mut diagnostic: Diagnostic, calls: &[(Arc<str>, Span)]) -> Diagnostic {
    for (name, call) in calls.iter().rev() {
        diagnostic = diagnostic.label(*call, format!("in this use of `{name}`"));
    }
    diagnostic
}

/// What stands in for an expression that could not be resolved.
fn stand_in(span: Span) -> Expr {
    Expr {
        kind: ExprKind::Constant(0),
        ty: Type::Int,
        span,
    }
}

fn gist(diagnostic: &Diagnostic) -> (Code, Span, String) {
    let message = diagnostic.message.clone();
    (diagnostic.code, diagnostic.span, message)
}
