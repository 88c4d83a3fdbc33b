//! Proctypes, `init`, claims and traces.

use super::Resolver;
use super::body::Body;
use super::names::Global;
use crate::ast::{self, Active, Declaration, Unit};
use crate::codes;
use crate::resolved::{Block, Expr, Initial, Instance, Proctype, ProctypeId, ProctypeKind};
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

/// SPIN numbers processes in one byte and keeps one number for itself.
const MAX_PROCESSES: i64 = 255;

/// What the heads of the four kinds of bodies have in common.
struct Head<'u> {
    name: Arc<str>,
    span: Span,
    kind: ProctypeKind,
    parameters: &'u [Declaration],
    priority: Option<&'u ast::Expr>,
    provided: Option<&'u ast::Expr>,
    body: &'u ast::Block,
}

fn head(unit: &Unit, at: usize) -> Option<Head<'_>> {
    let plain = |name: Arc<str>, span, kind, body| Head {
        name,
        span,
        kind,
        parameters: &[],
        priority: None,
        provided: None,
        body,
    };
    Some(match unit {
        Unit::Proctype(proctype) => Head {
            name: proctype.name.name.clone(),
            span: proctype.name.span,
            kind: ProctypeKind::Proctype {
                deterministic: proctype.deterministic,
            },
            parameters: &proctype.parameters,
            priority: proctype.priority.as_ref(),
            provided: proctype.provided.as_ref(),
            body: &proctype.body,
        },
        Unit::Init(init) => Head {
            priority: init.priority.as_ref(),
            ..plain("init".into(), init.span, ProctypeKind::Init, &init.body)
        },
        Unit::Never(never) => {
            let given = never.name.as_ref().map(|name| name.name.clone());
            let name = given.unwrap_or_else(|| match at {
                0 => "never".into(),
                _ => format!("never_{at}").into(),
            });
            plain(name, never.span, ProctypeKind::Never, &never.body)
        }
        Unit::Trace(trace) => {
            let (name, kind) = if trace.negated {
                ("notrace", ProctypeKind::Notrace)
            } else {
                ("trace", ProctypeKind::Trace)
            };
            plain(name.into(), trace.span, kind, &trace.body)
        }
        _ => return None,
    })
}

impl Resolver<'_> {
    /// Enters name, parameters and initial processes; the body comes later.
    pub(super) fn declare_proctype(&mut self, unit: &Unit) {
        let Some(head) = head(unit, self.never_claims) else {
            return;
        };
        let id = self.program.proctypes.next_key();
        self.check_claims(&head);
        if let Unit::Proctype(proctype) = unit {
            self.enter(&proctype.name, Global::Proctype(id));
        }
        self.open_body(&head, id);
        for declaration in head.parameters {
            self.declare_parameters(declaration);
        }
        let priority = head.priority.map_or(1, |priority| self.priority(priority));
        let body = std::mem::take(&mut self.body);
        self.program.proctypes.push(Proctype {
            name: head.name.clone(),
            kind: head.kind,
            parameters: body.locals.keys().collect(),
            locals: body.locals,
            labels: body.labels,
            provided: None,
            priority,
            body: Block {
                statements: Vec::new(),
                span: head.body.span,
            },
            span: head.span,
        });
        self.units.insert(self.unit, id);
        self.start(unit, id);
    }

    fn check_claims(&mut self, head: &Head) {
        match head.kind {
            ProctypeKind::Never => {
                self.never_claims += 1;
                self.claim_name(&head.name, head.span);
            }
            ProctypeKind::Trace | ProctypeKind::Notrace => {
                let before = self.program.proctypes.values().find(|other| {
                    matches!(other.kind, ProctypeKind::Trace | ProctypeKind::Notrace)
                });
                if let Some(before) = before.map(|before| before.span) {
                    let message = "a model has at most one trace or notrace";
                    let diagnostic = Diagnostic::error(codes::CLAIM_REDEFINED, head.span, message)
                        .label(before, "the first is here");
                    self.report(diagnostic);
                }
            }
            ProctypeKind::Proctype { .. } | ProctypeKind::Init => {}
        }
    }

    /// A fresh body with its labels and the outermost scope open.
    fn open_body(&mut self, head: &Head, id: ProctypeId) {
        self.body = Body {
            active: true,
            id: Some(id),
            kind: Some(head.kind),
            at_start: true,
            ..Body::default()
        };
        self.enter_labels(head.body);
        self.body.open_scope();
    }

    fn declare_parameters(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            if let Some(size) = &variable.size {
                self.error(codes::BAD_SIZE, size.span, "a parameter cannot be an array");
            }
            if variable.initialiser.is_some() {
                self.error(
                    codes::BAD_INITIALISER,
                    variable.name.span,
                    "a parameter gets its value from `run`",
                );
            }
            let mut data = self.variable_of(declaration, variable);
            data.initial = Initial::Parameter;
            data.size = None;
            self.enter_local(&variable.name, data);
        }
    }

    pub(super) fn priority(&mut self, priority: &ast::Expr) -> u8 {
        self.program.features.priorities = true;
        let value = self.fold(priority).unwrap_or(1);
        match u8::try_from(value) {
            Ok(value) if value > 0 => value,
            _ => {
                let message = "a priority is between 1 and 255";
                self.error(codes::BAD_SIZE, priority.span, message);
                1
            }
        }
    }

    /// The processes that exist from the start.
    fn start(&mut self, unit: &Unit, proctype: ProctypeId) {
        let count = match unit {
            Unit::Init(_) => 1,
            Unit::Proctype(unit) => match &unit.active {
                Active::No => 0,
                Active::One => 1,
                Active::Many(count) => self.process_count(count),
            },
            _ => 0,
        };
        if count > 0 {
            self.program.instances.push(Instance { proctype, count });
            let span = self.program.proctypes[proctype].span;
            self.limit_processes(count, span);
        }
    }

    /// Where there were few enough before, and are too many with some more.
    fn limit_processes(&mut self, more: u32, span: Span) {
        let instances = self.program.instances.iter();
        let total: i64 = instances.map(|one| i64::from(one.count)).sum();
        if total > MAX_PROCESSES && total - i64::from(more) <= MAX_PROCESSES {
            let message = format!("{total} processes begin, and there are at most {MAX_PROCESSES}");
            self.error(codes::BAD_SIZE, span, message);
        }
    }

    fn process_count(&mut self, count: &ast::Expr) -> u32 {
        let value = self.fold_size(count).unwrap_or(1);
        if !(0..=MAX_PROCESSES).contains(&value) {
            let message = format!("there are at most {MAX_PROCESSES} processes");
            self.error(codes::BAD_SIZE, count.span, message);
            return 1;
        }
        value as u32
    }

    /// Resolves a body whose head has been entered.
    pub(super) fn proctype_body(&mut self, unit: &Unit) {
        let (Some(id), Some(head)) = (self.units.get(&self.unit).copied(), head(unit, 0)) else {
            return;
        };
        self.open_body(&head, id);
        if let Some(entered) = self.program.proctypes.get(id) {
            self.body.locals = entered.locals.clone();
        }
        for (local, data) in self.body.locals.clone().iter() {
            self.body.enter(data.name.clone(), local);
        }
        let provided = head.provided.map(|provided| self.provided(provided));
        self.declare_own_number(head.body);
        // The collecting walk counts the body as block 0; the scope opened above is that block.
        let block = self.sequence(head.body);
        self.body.close_scope();
        let body = std::mem::take(&mut self.body);
        if let Some(proctype) = self.program.proctypes.get_mut(id) {
            proctype.locals = body.locals;
            proctype.labels = body.labels;
            proctype.provided = provided;
            proctype.body = block;
        }
    }

    fn provided(&mut self, condition: &ast::Expr) -> Expr {
        self.program.features.provided = true;
        let resolved = self.expr(condition);
        if super::runs::contains_run(condition) || Self::reads_local(&resolved) {
            let diagnostic = Diagnostic::error(
                codes::BAD_PROVIDED,
                condition.span,
                "a provided clause looks at globals and `_pid` only",
            )
            .hint("copy the value into a global, for example an array indexed by `_pid`");
            self.report(diagnostic);
        }
        resolved
    }
}
