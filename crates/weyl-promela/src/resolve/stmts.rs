//! Statements.

use super::Resolver;
use super::body::Region;
use super::places::number;
use crate::ast::{self, Declaration};
use crate::codes;
use crate::resolved::{Block, Exclusive, Expr, Initial, LocalId, Origin, Stmt, StmtKind, Type};
use weyl_budget::go_on;
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// A block of its own scope.
    pub(super) fn block(&mut self, block: &ast::Block) -> Block {
        self.body.open_scope();
        let resolved = self.sequence(block);
        self.body.close_scope();
        resolved
    }

    /// A block that is not the body itself: declarations in it are statements.
    pub(super) fn inner_block(&mut self, block: &ast::Block) -> Block {
        self.body.at_start = false;
        self.block(block)
    }

    pub(super) fn sequence(&mut self, block: &ast::Block) -> Block {
        let mut statements = Vec::new();
        for statement in &block.statements {
            self.statement_into(statement, &mut statements);
        }
        Block {
            statements,
            span: block.span,
        }
    }

    fn statement_into(&mut self, statement: &ast::Stmt, out: &mut Vec<Stmt>) {
        match &statement.kind {
            ast::StmtKind::Declaration(declaration) => {
                self.declare_locals(declaration, statement.span, out);
            }
            _ => out.extend(self.statement(statement)),
        }
    }

    fn statement(&mut self, statement: &ast::Stmt) -> Option<Stmt> {
        go_on();
        let labels = statement.labels.iter();
        let labels = labels.map(|label| self.next_label(label)).collect();
        let claim = matches!(statement.kind, ast::StmtKind::Exclusive { .. });
        self.check_claim_statement(statement);
        if !claim {
            self.body.at_start = false;
        }
        let kind = self.statement_kind(statement)?;
        Some(Stmt {
            labels,
            kind,
            span: statement.span,
            origin: self.origin(),
        })
    }

    fn origin(&self) -> Origin {
        match self.body.calls.first() {
            None => Origin::Written,
            Some((name, call)) => Origin::Inlined {
                name: name.clone(),
                call: *call,
            },
        }
    }

    fn guard(&mut self, expr: &ast::Expr) -> Expr {
        if self.body.is_claim() {
            self.observed(expr)
        } else {
            self.expr(expr)
        }
    }

    fn statement_kind(&mut self, statement: &ast::Stmt) -> Option<StmtKind> {
        let span = statement.span;
        Some(match &statement.kind {
            ast::StmtKind::Declaration(_) => return None,
            ast::StmtKind::Exclusive { mode, channels } => self.exclusive(*mode, channels, span),
            ast::StmtKind::Assign { target, value } => return self.assign(target, value),
            ast::StmtKind::Increment(place) => StmtKind::Increment(self.counter(place)?),
            ast::StmtKind::Decrement(place) => StmtKind::Decrement(self.counter(place)?),
            ast::StmtKind::Send {
                channel,
                sorted,
                arguments,
            } => return self.send(channel, *sorted, arguments, span),
            ast::StmtKind::Receive {
                channel,
                random,
                keep,
                patterns,
            } => return self.receive(channel, (*random, *keep), patterns, span),
            ast::StmtKind::Condition(expr) => {
                self.check_condition_runs(expr);
                self.check_d_step_expr(expr);
                StmtKind::Condition(self.guard(expr))
            }
            ast::StmtKind::Nothing => StmtKind::Nothing,
            ast::StmtKind::Else => StmtKind::Else,
            ast::StmtKind::Assert(expr) => {
                self.check_value_runs(expr);
                self.check_d_step_expr(expr);
                StmtKind::Assert(self.guard(expr))
            }
            ast::StmtKind::Print { format, arguments } => self.print(format, arguments),
            ast::StmtKind::PrintMtype(value) => StmtKind::PrintMtype(self.expr(value)),
            ast::StmtKind::SetPriority { process, priority } => {
                self.program.features.priorities = true;
                StmtKind::SetPriority {
                    process: self.expr(process),
                    priority: self.expr(priority),
                }
            }
            ast::StmtKind::Goto(label) => StmtKind::Goto(self.goto(label)?),
            ast::StmtKind::Break => {
                self.check_break(span);
                StmtKind::Break
            }
            _ => return self.compound(statement),
        })
    }

    fn compound(&mut self, statement: &ast::Stmt) -> Option<StmtKind> {
        Some(match &statement.kind {
            ast::StmtKind::If(options) => StmtKind::If(self.options(options)),
            ast::StmtKind::Do(options) => {
                self.body.loops.push(self.body.region);
                let options = self.options(options);
                self.body.loops.pop();
                StmtKind::Do(options)
            }
            ast::StmtKind::For { .. }
            | ast::StmtKind::ForIn { .. }
            | ast::StmtKind::Select { .. } => return self.counted(&statement.kind, statement.span),
            ast::StmtKind::Atomic(block) => StmtKind::Atomic(self.inner_block(block)),
            ast::StmtKind::DStep(block) => self.d_step(block),
            ast::StmtKind::Block(block) => StmtKind::Block(self.inner_block(block)),
            ast::StmtKind::Unless { body, escape } => {
                return self.unless(body, escape, statement.span);
            }
            ast::StmtKind::Inline { name, call, body } => {
                self.body.calls.push((name.name.clone(), *call));
                let body = self.inner_block(body);
                self.body.calls.pop();
                StmtKind::Inline {
                    name: name.name.clone(),
                    call: *call,
                    body,
                }
            }
            _ => return None,
        })
    }

    fn unless(&mut self, body: &ast::Stmt, escape: &ast::Stmt, span: Span) -> Option<StmtKind> {
        self.program.features.unless = true;
        if self.body.region.is_some() {
            self.error(
                codes::D_STEP_STATEMENT,
                span,
                "`unless` has no effect inside a d_step",
            );
        }
        let body = self.statement(body)?;
        let escape = self.statement(escape)?;
        Some(StmtKind::Unless {
            body: Box::new(body),
            escape: Box::new(escape),
        })
    }

    fn d_step(&mut self, block: &ast::Block) -> StmtKind {
        let outer: Region = self.body.region;
        if outer.is_none() {
            self.body.region = Some(self.body.next_region);
            self.body.next_region += 1;
        }
        let block = self.inner_block(block);
        self.body.region = outer;
        StmtKind::DStep(block)
    }

    fn check_break(&mut self, span: Span) {
        match self.body.loops.last() {
            None => self.error(codes::MISPLACED_BREAK, span, "there is no loop to break"),
            Some(region) if *region != self.body.region => {
                let diagnostic =
                    Diagnostic::error(codes::D_STEP_JUMP, span, "this jump leads out of a d_step")
                        .hint("use `atomic` instead of `d_step`");
                self.report(diagnostic);
            }
            Some(_) => {}
        }
    }

    /// Names of a declaration become locals; what the declaration does is a statement, unless it is
    /// part of the creation of the process.
    fn declare_locals(&mut self, declaration: &Declaration, span: Span, out: &mut Vec<Stmt>) {
        if self.body.is_claim() {
            self.error(
                codes::CLAIM_STATEMENT,
                span,
                "a never claim has no variables of its own",
            );
        }
        if self.body.is_trace() {
            self.not_an_event(span, "a trace has no variables of its own");
        }
        for variable in &declaration.variables {
            let data = self.variable_of(declaration, variable);
            let (ty, initial) = (data.ty, data.initial.clone());
            let local = self.enter_local(&variable.name, data);
            if self.body.at_start {
                continue;
            }
            let value = self.late_value(ty, initial, variable.name.span);
            if let Some(data) = self.body.locals.get_mut(local) {
                data.initial = Initial::Later;
            }
            out.push(Stmt {
                labels: Vec::new(),
                kind: StmtKind::Initialise { local, value },
                span,
                origin: self.origin(),
            });
        }
    }

    fn late_value(&mut self, ty: Type, initial: Initial, span: Span) -> Option<Expr> {
        match initial {
            Initial::Channel(_) | Initial::List(_) => {
                let diagnostic = Diagnostic::error(
                    codes::BAD_INITIALISER,
                    span,
                    "this initialiser works only at the start of a process",
                )
                .hint("move the declaration to the top of the process");
                self.report(diagnostic);
                None
            }
            Initial::Value(value) => Some(value),
            _ if matches!(ty, Type::Struct(_)) => None,
            _ => Some(number(0, span)),
        }
    }

    pub(super) fn enter_local(
        &mut self,
        name: &ast::Ident,
        data: crate::resolved::Variable,
    ) -> LocalId {
        let predefined = super::names::PREDEFINED.contains(&&*name.name);
        let local = self.body.local(&name.name);
        let before = match local {
            Some(local) => self.body.locals.get(local).map(|local| local.span),
            None => self.global(&name.name).map(|entry| entry.span),
        };
        if before.is_some() || predefined {
            self.redeclared(name, before);
        }
        let local = self.body.locals.push(data);
        self.body.enter(name.name.clone(), local);
        local
    }

    fn send(
        &mut self,
        channel: &ast::Place,
        sorted: bool,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<StmtKind> {
        self.program.features.sorted_send |= sorted;
        for argument in arguments {
            self.forbid_run(argument, "a message");
        }
        if self.body.is_trace() {
            return self.send_event(channel, arguments, span);
        }
        let arguments = self.arguments(arguments);
        let channel = self.channel(channel)?;
        self.remember_send(arguments.len(), span);
        self.check_message(&channel, arguments.len(), span);
        self.check_message_types(&channel, &arguments);
        Some(StmtKind::Send {
            channel,
            sorted,
            arguments,
        })
    }

    fn receive(
        &mut self,
        channel: &ast::Place,
        (random, keep): (bool, bool),
        patterns: &[ast::Pattern],
        span: Span,
    ) -> Option<StmtKind> {
        self.program.features.random_receive |= random;
        let patterns = self.patterns(patterns);
        let channel = self.channel(channel)?;
        self.check_message(&channel, patterns.len(), span);
        if self.body.is_trace() {
            self.check_event(&channel, &patterns);
        }
        Some(StmtKind::Receive {
            channel,
            random,
            keep,
            patterns,
        })
    }

    fn exclusive(&mut self, mode: Exclusive, channels: &[ast::Place], span: Span) -> StmtKind {
        self.program.features.exclusive_access = true;
        self.body.exclusive.get_or_insert(span);
        let mut places = Vec::new();
        for channel in channels {
            // An array of channels is claimed as a whole.
            let Some(place) = self.place(channel, true) else {
                continue;
            };
            if place.ty != Type::Channel {
                let message = "exclusive access is to a channel";
                self.error(codes::EXCLUSIVE_ACCESS, channel.span, message);
            }
            if !Self::is_local(&place) {
                self.claim_exclusive(mode, &place);
            }
            places.push(place);
        }
        StmtKind::Exclusive {
            mode,
            channels: places,
        }
    }
}
