//! One rule for each way out of each control state.

use super::Lowering;
use super::automaton::{Automaton, Element, ElementId, Jump, Node, Transition};
use super::exprs::Body;
use super::processes::{Kind, assign};
use super::text::Writer;
use crate::resolved::{
    Expr, ExprKind, Initial, LabelId, Origin, Proctype, ProctypeId, Program, Property, Run, Stmt,
    StmtKind, Type, each_expr, walk,
};
use std::collections::{HashMap, HashSet};
use weyl_budget::go_on;
use weyl_ir::{
    BinaryOp as Op, Binding, Block, Comparison, Control, Domain, Expr as IrExpr, LocalKind,
    Place as IrPlace, Rule, RuleId, Stmt as IrStmt, StmtKind as IrKind, Then, Turn, Type as IrType,
};
use weyl_source::Span;

/// The control states that a process can be in, numbered; its end is among them.
pub(super) fn control_states(automaton: &Automaton) -> HashMap<ElementId, u32> {
    let mut found = HashMap::from([(automaton.start, 0)]);
    let mut pending = vec![automaton.start];
    while let Some(at) = pending.pop() {
        for transition in automaton.transitions(at) {
            let number = found.len() as u32;
            found.entry(transition.target).or_insert_with(|| {
                pending.push(transition.target);
                number
            });
        }
    }
    found
}

/// The proctypes that some `run` creates.
pub(super) fn created(program: &Program) -> HashSet<ProctypeId> {
    let mut found = HashSet::new();
    each_run(program, &mut |run| {
        found.insert(run.proctype);
    });
    found
}

/// The labels of a proctype that remote references mention.
pub(super) fn remote_labels(program: &Program, of: ProctypeId) -> HashSet<LabelId> {
    let mut found = HashSet::new();
    for proctype in program.proctypes.values() {
        let provided = proctype.provided.iter();
        let mut mention = |expr: &Expr| found.extend(label_of(expr, of));
        provided.for_each(|expr| walk(expr, &mut mention));
        each_expr(&proctype.body, &mut mention);
    }
    let formulas = program.formulas.iter().chain(&program.outside_formulas);
    for atom in formulas.flat_map(Property::atoms) {
        walk(atom, &mut |expr| found.extend(label_of(expr, of)));
    }
    found
}

/// The label of a proctype that an expression refers to.
fn label_of(expr: &Expr, of: ProctypeId) -> Option<LabelId> {
    match &expr.kind {
        ExprKind::RemoteLabel {
            proctype, label, ..
        } if *proctype == of => Some(*label),
        _ => None,
    }
}

/// Every `run` of a program.
pub(super) fn each_run(program: &Program, visit: &mut dyn FnMut(&Run)) {
    for proctype in program.proctypes.values() {
        each_run_of(proctype, visit);
    }
}

/// Every `run` of a proctype.
pub(super) fn each_run_of(proctype: &Proctype, visit: &mut dyn FnMut(&Run)) {
    each_expr(&proctype.body, &mut |expr| visit_run(expr, visit));
    for local in proctype.locals.values() {
        if let Initial::Value(value) = &local.initial {
            run_in(value, visit);
        }
    }
}

fn run_in(expr: &Expr, visit: &mut dyn FnMut(&Run)) {
    walk(expr, &mut |expr| visit_run(expr, visit));
}

fn visit_run(expr: &Expr, visit: &mut dyn FnMut(&Run)) {
    if let ExprKind::Run(run) = &expr.kind {
        visit(run);
    }
}

/// What a statement asks and does.
struct Step {
    guard: IrExpr,
    block: Block,
}

/// Whether as many parentheses are closed as are opened.
fn is_balanced(text: &str) -> bool {
    let count = |letter: char| text.matches(letter).count();
    count('(') == count(')') && count('[') == count(']') && !is_list(text)
}

/// Whether it is several arguments of a macro: messages alone have parts without parentheses.
fn is_list(text: &str) -> bool {
    let mut depth = 0;
    let mut outside = text.chars().filter(|letter| {
        depth += i32::from("([{".contains(*letter)) - i32::from(")]}".contains(*letter));
        depth == 0
    });
    let is_message = text.contains(['!', '?']);
    !is_message && outside.any(|letter| letter == ',')
}

impl Lowering<'_> {
    pub(super) fn build_rules(&mut self) {
        let program = self.program;
        for id in program.proctypes.keys() {
            let Some(kind) = self.kinds[id].clone() else {
                continue;
            };
            let mut states: Vec<(ElementId, u32)> =
                kind.locations.iter().map(|(a, b)| (*a, *b)).collect();
            states.sort_by_key(|state| state.1);
            for (element, location) in states {
                self.rules_at(id, &kind, element, location);
            }
        }
    }

    fn rules_at(&mut self, id: ProctypeId, kind: &Kind, element: ElementId, location: u32) {
        if element == 0 {
            return self.death(id, kind, location);
        }
        let Some(automaton) = self.automata[id].clone() else {
            return;
        };
        for transition in automaton.transitions(element) {
            go_on();
            let number = automaton.statement_number(element, transition);
            let number = number.map(|number| kind.first_statement + number);
            let rule = self.rule(id, kind, &automaton, (element, location), transition);
            self.numbers.statements[rule] = number;
        }
    }

    /// A body for a rule of a process: its first local is the process.
    fn process_body(&mut self, id: ProctypeId, kind: &Kind) -> (Body, Binding) {
        let ty = self.model.types.intern(IrType::Id(kind.sort));
        let mut body = Body {
            proctype: Some(id),
            own: None,
            locals: weyl_ir::Locals::new(),
            runs: Vec::new(),
        };
        let own = self.add_local(&mut body, "process", ty, LocalKind::Bound);
        body.own = Some(own);
        let binding = Binding {
            local: own,
            domain: Domain::Type(ty),
        };
        (body, binding)
    }

    fn rule(
        &mut self,
        id: ProctypeId,
        kind: &Kind,
        automaton: &Automaton,
        (from, location): (ElementId, u32),
        transition: Transition,
    ) -> RuleId {
        let element = &automaton.elements[transition.element];
        let (mut body, binding) = self.process_body(id, kind);
        let mut step = match &element.node {
            Node::Step(stmt) => self.step(&mut body, stmt),
            _ => Step {
                guard: self.truth_constant(true, element.span),
                block: Block::new(),
            },
        };
        // A d_step is one step: whether the process may act is asked where it begins.
        if !automaton.continues_d_step(from, transition) {
            step.guard = self.provided(&body, step.guard);
        }
        let target = kind.locations.get(&transition.target).copied();
        let turn = Turn {
            kind: kind.number,
            otherwise: transition.is_else && transition.group.is_none(),
            level: transition.level,
            group: transition.group.map(|group| group as u32),
            then: then(automaton, transition),
        };
        let name = self.name(id, element);
        self.finish(
            body,
            binding,
            step,
            kind,
            (location, target),
            turn,
            (name, element.span),
        )
    }

    #[allow(clippy::too_many_arguments)]
    fn finish(
        &mut self,
        body: Body,
        binding: Binding,
        step: Step,
        kind: &Kind,
        (from, to): (u32, Option<u32>),
        turn: Turn,
        (name, span): (String, Span),
    ) -> RuleId {
        let mut block = step.block;
        if let Some(last) = self.storage.last {
            let place = IrPlace::variable(last, self.model.variables[last].ty, span);
            let own = self.own_number(&body, span);
            block.push(assign(place, own, span));
        }
        let process = self.own_name(&body, span);
        let at = process
            .clone()
            .map(|name| self.of_process(kind.location, name, span));
        let control = at.map(|location| Control {
            process,
            location,
            from: i128::from(from),
            to: to.map(i128::from),
        });
        self.model.rules.push(Rule {
            name,
            parameters: vec![binding],
            locals: body.locals,
            control,
            turn: Some(turn),
            guard: step.guard,
            body: block,
            span,
        })
    }

    /// A guard together with the `provided` clause of the process.
    fn provided(&mut self, body: &Body, guard: IrExpr) -> IrExpr {
        let program = self.program;
        let own = body.proctype.map(|id| &program.proctypes[id]);
        match own.and_then(|own| own.provided.as_ref()) {
            Some(provided) => {
                let provided = self.truth(body, provided);
                self.and(provided, guard)
            }
            None => guard,
        }
    }

    /// The youngest process can leave when it is at its end.
    fn death(&mut self, id: ProctypeId, kind: &Kind, location: u32) {
        let span = self.program.proctypes[id].span;
        let (body, binding) = self.process_body(id, kind);
        let own = self.own_number(&body, span);
        let one = self.number(1, span);
        let next = self.binary(Op::Add, own, one, span);
        let count = self.global_byte(self.storage.process_count(), span);
        let is_youngest = self.binary(Op::Compare(Comparison::Equal), next, count, span);
        let guard = self.provided(&body, is_youngest);
        let block = self.bury(&body, id, span);
        let turn = Turn {
            kind: kind.number,
            otherwise: false,
            level: 0,
            group: None,
            then: Then::Anybody,
        };
        let name = "-end-".to_string();
        let step = Step { guard, block };
        let rule = self.finish(
            body,
            binding,
            step,
            kind,
            (location, None),
            turn,
            (name, span),
        );
        let size = self.automata[id].as_ref().map_or(0, |of| of.size());
        self.numbers.statements[rule] = Some(kind.first_statement + size - 1);
    }

    /// How a step is called in runs.
    fn name(&self, id: ProctypeId, element: &Element) -> String {
        let writer = Writer {
            program: self.program,
            proctype: id,
        };
        match &element.node {
            Node::Step(stmt) => match &stmt.origin {
                // A statement may end inside of a macro's arguments.
                Origin::Written => match self.text(stmt.span) {
                    text if is_balanced(&text) => text,
                    cut => Some(writer.statement(stmt))
                        .filter(|text| !text.is_empty())
                        .unwrap_or(cut),
                },
                Origin::Derived => writer.statement(stmt),
                Origin::Inlined { name, call } => {
                    let line = self.sources.position(*call).line;
                    format!("{} (in {name}, line {line})", writer.statement(stmt))
                }
            },
            Node::Pass(Jump::To(label)) => {
                let label = &self.program.proctypes[id].labels[*label];
                format!("goto {}", label.name)
            }
            Node::Pass(Jump::Break) => "break".to_string(),
            Node::Pass(Jump::Join(word)) => (*word).to_string(),
            _ => self.text(element.span),
        }
    }

    /// What an assertion is called: its condition.
    pub(super) fn condition_text(&self, body: &Body, stmt: &Stmt, condition: &Expr) -> String {
        match (&stmt.origin, body.proctype) {
            (Origin::Inlined { .. }, Some(proctype)) => {
                let program = self.program;
                Writer { program, proctype }.expr(condition)
            }
            _ => bare(&self.text(condition.span)).to_string(),
        }
    }

    /// The text of a statement, on one line.
    pub(super) fn text(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        words.join(" ")
    }

    fn step(&mut self, body: &mut Body, stmt: &Stmt) -> Step {
        let span = stmt.span;
        let mut block = Block::new();
        let guard = match &stmt.kind {
            StmtKind::Condition(expr) => {
                if self.hoist(body, expr, &mut block) {
                    self.truth_constant(true, span)
                } else {
                    self.truth(body, expr)
                }
            }
            StmtKind::Send {
                channel,
                sorted,
                arguments,
            } => {
                block = self.send(body, channel, *sorted, arguments, span);
                self.can_send(body, channel, span)
            }
            StmtKind::Receive {
                channel,
                random,
                patterns,
                ..
            } => {
                block = self.receive(body, stmt);
                self.can_receive(body, channel, (*random, false), patterns, span)
            }
            _ => {
                self.effect(body, stmt, &mut block);
                self.truth_constant(true, span)
            }
        };
        Step { guard, block }
    }

    /// Creates the process of a `run` in an expression; whether there is one.
    fn hoist(&mut self, body: &mut Body, expr: &Expr, into: &mut Block) -> bool {
        let mut found = None;
        run_in(expr, &mut |run| {
            found.get_or_insert_with(|| run.clone());
        });
        if let Some(run) = &found {
            let number = self.spawn(body, run, expr.span, into);
            body.runs.push(number);
        }
        found.is_some()
    }

    /// Statements that can always be executed.
    fn effect(&mut self, body: &mut Body, stmt: &Stmt, into: &mut Block) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.hoist(body, value, into);
                let value = self.value(body, value);
                self.store(body, target, value, span, into);
            }
            StmtKind::Initialise { local, value } => self.late(body, *local, value.as_ref(), into),
            StmtKind::Discard(value) => {
                self.hoist(body, value, into);
            }
            StmtKind::Increment(place) => self.change(body, place, Op::Add, span, into),
            StmtKind::Decrement(place) => self.change(body, place, Op::Subtract, span, into),
            StmtKind::Assert(condition) => {
                self.hoist(body, condition, into);
                let message = self.condition_text(body, stmt, condition);
                let condition = self.truth(body, condition);
                let assert = IrKind::Assert {
                    condition,
                    message,
                    goes_on: true,
                };
                into.push(IrStmt::new(assert, span));
            }
            StmtKind::Print { format, arguments } => {
                self.print(body, format, arguments, span, into)
            }
            StmtKind::SetPriority { process, priority } => {
                let (process, priority) = (self.value(body, process), self.value(body, priority));
                into.extend(self.set_priority(&process, &priority, span));
            }
            StmtKind::PrintMtype(value) => self.print_mtype(body, value, into),
            _ => {}
        }
    }

    fn store(
        &mut self,
        body: &Body,
        target: &crate::resolved::Place,
        value: IrExpr,
        span: Span,
        into: &mut Block,
    ) {
        let value = self.stored(value, target.ty);
        let to = self.place(body, target);
        into.push(assign(to, value, span));
    }

    fn change(
        &mut self,
        body: &Body,
        place: &crate::resolved::Place,
        op: Op,
        span: Span,
        into: &mut Block,
    ) {
        let old = IrExpr::read(self.place(body, place));
        let one = self.number(1, span);
        let value = self.binary(op, old, one, span);
        self.store(body, place, value, span, into);
    }

    /// A declaration that is reached: of an array only the first element is set.
    fn late(
        &mut self,
        body: &mut Body,
        local: crate::resolved::LocalId,
        value: Option<&Expr>,
        into: &mut Block,
    ) {
        let program = self.program;
        let Some(proctype) = body.proctype else {
            return;
        };
        let variable = &program.proctypes[proctype].locals[local];
        if matches!(variable.ty, Type::Struct(_)) {
            return;
        }
        let span = variable.span;
        if let Some(value) = value {
            self.hoist(body, value, into);
        }
        let value = match value {
            Some(value) => self.value(body, value),
            None => self.number(0, span),
        };
        let place = crate::resolved::Place {
            variable: crate::resolved::VariableRef::Local(local),
            index: None,
            fields: Vec::new(),
            ty: variable.ty,
            span,
        };
        self.store(body, &place, value, span, into);
    }
}

/// An expression without the parentheses around all of it.
pub(super) fn bare(text: &str) -> &str {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let Some(inside) = inside else {
        return text;
    };
    let mut depth = 0i32;
    let is_balanced = inside.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    if is_balanced { inside.trim() } else { text }
}

pub(super) fn then(automaton: &Automaton, transition: Transition) -> Then {
    let target = &automaton.elements[transition.target];
    let stays_inside = transition.group.is_some() && target.d_step == transition.group;
    if stays_inside {
        return Then::ItselfSurely;
    }
    if automaton.goes_on_alone(transition.element) {
        Then::Itself
    } else {
        Then::Anybody
    }
}
