//! Expressions. Promela computes with 32-bit integers, and takes every number but 0 for true.

use super::Lowering;
use super::processes::Kind;
use crate::resolved::{
    BinaryOp, ChannelTest, Expr, ExprKind, FieldStep, Label, Pattern, Place, Poll, ProctypeId,
    Type, UnaryOp, VariableRef,
};
use weyl_ir::{
    BinaryOp as Op, ChannelExpr, ChannelQuestion, Comparison, Expr as IrExpr, ExprKind as IrKind,
    LocalId, NameExpr, Place as IrPlace, ProcessExpr, Projection, Type as IrType, TypeId,
    UnaryOp as IrUnary, VarId,
};
use weyl_source::Span;

/// The process that a piece of code belongs to, if it does, and the locals of the rule around it.
#[derive(Default)]
pub(super) struct Body {
    pub proctype: Option<ProctypeId>,
    /// The local that holds the acting process.
    pub own: Option<LocalId>,
    pub locals: weyl_ir::Locals,
    /// Where the results of `run` went, in the order of evaluation.
    pub runs: Vec<LocalId>,
}

impl Lowering<'_> {
    pub fn int(&mut self) -> TypeId {
        self.model.types.intern(IrType::Int)
    }

    pub fn boolean(&mut self) -> TypeId {
        self.model.types.intern(IrType::Bool)
    }

    pub fn number(&mut self, value: i128, span: Span) -> IrExpr {
        let int = self.int();
        IrExpr::constant(value, int, span)
    }

    pub fn binary(&mut self, op: Op, left: IrExpr, right: IrExpr, span: Span) -> IrExpr {
        let is_test = matches!(op, Op::Compare(_));
        let ty = if is_test { self.boolean() } else { self.int() };
        IrExpr::new(
            IrKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        )
    }

    pub fn truth_constant(&mut self, value: bool, span: Span) -> IrExpr {
        let boolean = self.boolean();
        IrExpr::constant(i128::from(value), boolean, span)
    }

    pub fn and(&mut self, left: IrExpr, right: IrExpr) -> IrExpr {
        let (boolean, span) = (self.boolean(), right.span);
        match (left.as_constant(), right.as_constant()) {
            (Some(1), _) => right,
            (_, Some(1)) => left,
            _ => IrExpr::new(IrKind::And(Box::new(left), Box::new(right)), boolean, span),
        }
    }

    pub fn not(&mut self, expr: IrExpr) -> IrExpr {
        let (boolean, span) = (self.boolean(), expr.span);
        IrExpr::new(IrKind::Unary(IrUnary::Not, Box::new(expr)), boolean, span)
    }

    pub fn choose(&mut self, condition: IrExpr, then: IrExpr, otherwise: IrExpr) -> IrExpr {
        let (int, span) = (self.int(), condition.span);
        let kind = IrKind::Conditional {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        IrExpr::new(kind, int, span)
    }

    pub fn truncate(&mut self, value: IrExpr, bits: u8, signed: bool) -> IrExpr {
        let (int, span) = (self.int(), value.span);
        let value = Box::new(value);
        IrExpr::new(
            IrKind::Truncate {
                bits,
                signed,
                value,
            },
            int,
            span,
        )
    }

    /// A value as a variable of a type keeps it.
    pub fn stored(&mut self, value: IrExpr, ty: Type) -> IrExpr {
        let (bits, signed) = match ty {
            Type::Bit | Type::Bool => (1, false),
            Type::Short => (16, true),
            Type::Int => (32, true),
            Type::Unsigned(bits) => (bits, false),
            _ => (8, false),
        };
        let (lo, hi) = ty.range().unwrap_or((0, 0));
        let fits = |value: i128| i128::from(lo) <= value && value <= i128::from(hi);
        match value.as_constant() {
            Some(constant) if fits(constant) => value,
            _ => self.truncate(value, bits, signed),
        }
    }

    pub fn value(&mut self, body: &Body, expr: &Expr) -> IrExpr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(value) => self.number(i128::from(*value), span),
            ExprKind::Read(place) => IrExpr::read(self.place(body, place)),
            ExprKind::Unary(UnaryOp::Negate, operand) => self.unary(body, IrUnary::Negate, operand),
            ExprKind::Unary(UnaryOp::Complement, operand) => {
                self.unary(body, IrUnary::BitNot, operand)
            }
            ExprKind::Binary(op, left, right) if arithmetic(*op).is_some() => {
                self.arithmetic(body, *op, left, right, span)
            }
            ExprKind::Conditional(parts) => {
                let condition = self.truth(body, &parts[0]);
                let (then, otherwise) = (self.value(body, &parts[1]), self.value(body, &parts[2]));
                self.choose(condition, then, otherwise)
            }
            ExprKind::Length(channel) => self.ask(body, ChannelQuestion::Length, channel, span),
            ExprKind::ProcessId => self.own_number(body, span),
            ExprKind::ProcessCount => self.global_byte(self.storage.process_count(), span),
            ExprKind::LastProcess => match self.storage.last {
                Some(last) => self.global_byte(last, span),
                None => self.number(0, span),
            },
            ExprKind::RemoteVariable { .. } => self.remote_variable(body, expr),
            ExprKind::Run(_) => self.run_result(body, span),
            ExprKind::GetPriority(process) => {
                let number = self.value(body, process);
                self.priority_of(&number, span)
            }
            ExprKind::OwnPriority => {
                let number = self.own_number(body, span);
                self.priority_of(&number, span)
            }
            ExprKind::PcValue(process) => {
                let number = self.value(body, process);
                self.state_of(&number, span)
            }
            _ => {
                let truth = self.truth(body, expr);
                let (one, zero) = (self.number(1, span), self.number(0, span));
                self.choose(truth, one, zero)
            }
        }
    }

    pub fn truth(&mut self, body: &Body, expr: &Expr) -> IrExpr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(value) => self.truth_constant(*value != 0, span),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let operand = self.truth(body, operand);
                self.not(operand)
            }
            ExprKind::Binary(op, left, right) if comparison(*op).is_some() => {
                let (left, right) = (self.value(body, left), self.value(body, right));
                let op = comparison(*op).unwrap_or(Op::Compare(Comparison::Equal));
                self.binary(op, left, right, span)
            }
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (self.truth(body, left), self.truth(body, right));
                self.and(left, right)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let (left, right) = (self.truth(body, left), self.truth(body, right));
                let boolean = self.boolean();
                IrExpr::new(IrKind::Or(Box::new(left), Box::new(right)), boolean, span)
            }
            ExprKind::Test(test, channel) => self.channel_test(body, *test, channel, span),
            ExprKind::Poll(poll) => self.poll(body, poll, span),
            ExprKind::Timeout => {
                let boolean = self.boolean();
                IrExpr::new(IrKind::Process(ProcessExpr::Timeout), boolean, span)
            }
            ExprKind::Enabled(process) => {
                let process = Box::new(self.value(body, process));
                let boolean = self.boolean();
                IrExpr::new(
                    IrKind::Process(ProcessExpr::Enabled(process)),
                    boolean,
                    span,
                )
            }
            ExprKind::RemoteLabel { .. } => self.remote_label(body, expr),
            ExprKind::NonProgress => {
                let progress = self.some_process_is_at(Label::is_progress, span);
                match progress.as_constant() {
                    Some(value) => self.truth_constant(value == 0, span),
                    None => self.not(progress),
                }
            }
            _ => {
                let value = self.value(body, expr);
                let zero = self.number(0, span);
                self.binary(Op::Compare(Comparison::NotEqual), value, zero, span)
            }
        }
    }

    fn unary(&mut self, body: &Body, op: IrUnary, operand: &Expr) -> IrExpr {
        let (value, int) = (self.value(body, operand), self.int());
        let span = operand.span;
        let value = IrExpr::new(IrKind::Unary(op, Box::new(value)), int, span);
        self.truncate(value, 32, true)
    }

    fn arithmetic(
        &mut self,
        body: &Body,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> IrExpr {
        let (left, mut right) = (self.value(body, left), self.value(body, right));
        let op = arithmetic(op).unwrap_or(Op::Add);
        if matches!(op, Op::ShiftLeft | Op::ShiftRight) {
            // What the machines that SPIN runs on do.
            let mask = self.number(31, span);
            right = self.binary(Op::BitAnd, right, mask, span);
        }
        let value = self.binary(op, left, right, span);
        match op {
            Op::Divide | Op::Remainder | Op::BitAnd | Op::BitOr | Op::BitXor | Op::ShiftRight => {
                value
            }
            _ => self.truncate(value, 32, true),
        }
    }

    pub fn global_byte(&mut self, variable: VarId, span: Span) -> IrExpr {
        let ty = self.model.variables[variable].ty;
        IrExpr::read(IrPlace::variable(variable, ty, span))
    }

    /// The name of the acting process.
    pub fn own_name(&mut self, body: &Body, span: Span) -> Option<IrExpr> {
        let own = body.own?;
        Some(IrExpr::read(IrPlace::local(own, body.locals[own].ty, span)))
    }

    pub fn own_number(&mut self, body: &Body, span: Span) -> IrExpr {
        let name = self.own_name(body, span);
        let kind = body.proctype.and_then(|id| self.kinds[id].clone());
        let (Some(name), Some(kind)) = (name, kind) else {
            return self.number(0, span);
        };
        let int = self.int();
        let index = IrExpr::new(IrKind::Name(NameExpr::NumberOf(Box::new(name))), int, span);
        let first = self.number(i128::from(kind.first), span);
        self.binary(Op::Add, index, first, span)
    }

    /// A place that belongs to a process: an element of an array over the processes of its kind.
    pub fn of_process(&mut self, variable: VarId, process: IrExpr, span: Span) -> IrPlace {
        let ty = self.model.variables[variable].ty;
        let IrType::Array { element, .. } = *self.model.types.get(ty) else {
            return IrPlace::variable(variable, ty, span);
        };
        let place = IrPlace::variable(variable, ty, span);
        place.project(Projection::Index(process), element, span)
    }

    fn root(&mut self, body: &Body, variable: VariableRef, span: Span) -> IrPlace {
        let of_local = match variable {
            VariableRef::Local(local) => body.proctype.map(|proctype| (proctype, local)),
            VariableRef::Global(_) => None,
        };
        if let Some(key) = of_local
            && let Some(variable) = self.storage.locals.get(&key).copied()
            && let Some(name) = self.own_name(body, span)
        {
            return self.of_process(variable, name, span);
        }
        let variable = match variable {
            VariableRef::Global(id) => self.storage.globals[id],
            VariableRef::Local(_) => None,
        };
        let variable = variable.unwrap_or_else(|| self.storage.process_count());
        let ty = self.model.variables[variable].ty;
        IrPlace::variable(variable, ty, span)
    }

    pub fn place(&mut self, body: &Body, place: &Place) -> IrPlace {
        let root = self.root(body, place.variable, place.span);
        let mut found = self.indexed(body, root, place.index.as_deref());
        for FieldStep { field, index } in &place.fields {
            let IrType::Record(fields) = self.model.types.get(found.ty) else {
                break;
            };
            let number = field.as_u32();
            let ty = fields[number as usize].ty;
            found = found.project(Projection::Field(number), ty, place.span);
            found = self.indexed(body, found, index.as_deref());
        }
        found
    }

    /// An element, where the place is an array. Without an index it is the first.
    fn indexed(&mut self, body: &Body, place: IrPlace, index: Option<&Expr>) -> IrPlace {
        let IrType::Array { element, .. } = *self.model.types.get(place.ty) else {
            return place;
        };
        let span = place.span;
        let index = match index {
            Some(index) => self.value(body, index),
            None => self.number(0, span),
        };
        place.project(Projection::Index(index), element, span)
    }

    fn ask(
        &mut self,
        body: &Body,
        question: ChannelQuestion,
        channel: &Place,
        span: Span,
    ) -> IrExpr {
        let number = Box::new(IrExpr::read(self.place(body, channel)));
        let ty = match question {
            ChannelQuestion::Length => self.int(),
            _ => self.boolean(),
        };
        IrExpr::new(
            IrKind::Channel(ChannelExpr::Ask { question, number }),
            ty,
            span,
        )
    }

    pub fn can_send(&mut self, body: &Body, channel: &Place, span: Span) -> IrExpr {
        self.ask(body, ChannelQuestion::CanSend, channel, span)
    }

    fn channel_test(
        &mut self,
        body: &Body,
        test: ChannelTest,
        channel: &Place,
        span: Span,
    ) -> IrExpr {
        let (question, is_negated) = match test {
            ChannelTest::Full => (ChannelQuestion::IsFull, false),
            ChannelTest::Empty => (ChannelQuestion::IsEmpty, false),
            ChannelTest::NotFull => (ChannelQuestion::IsFull, true),
            ChannelTest::NotEmpty => (ChannelQuestion::IsEmpty, true),
        };
        let answer = self.ask(body, question, channel, span);
        if is_negated { self.not(answer) } else { answer }
    }

    fn poll(&mut self, body: &Body, poll: &Poll, span: Span) -> IrExpr {
        let look = (poll.random, true);
        self.can_receive(body, &poll.channel, look, &poll.patterns, span)
    }

    /// Whether a message fits; `random`: any one will do.
    pub fn can_receive(
        &mut self,
        body: &Body,
        channel: &Place,
        (random, poll): (bool, bool),
        patterns: &[Pattern],
        span: Span,
    ) -> IrExpr {
        let channel = Box::new(IrExpr::read(self.place(body, channel)));
        let fields = patterns.iter().map(|pattern| match pattern {
            Pattern::Match(value) => Some(self.value(body, value)),
            Pattern::Store(_) | Pattern::Discard(_) => None,
        });
        let fields = fields.collect();
        let boolean = self.boolean();
        let kind = IrKind::Channel(ChannelExpr::CanReceive {
            channel,
            random,
            poll,
            fields,
        });
        IrExpr::new(kind, boolean, span)
    }

    /// What is true of one process of a kind: the one with the given number, or the one with the
    /// lowest; 0 if there is none.
    fn remote(
        &mut self,
        body: &Body,
        (proctype, pid): (ProctypeId, Option<&Expr>),
        span: Span,
        claim: &mut dyn FnMut(&mut Self, IrExpr) -> IrExpr,
    ) -> IrExpr {
        let zero = self.number(0, span);
        let Some(kind) = self.kinds[proctype].clone() else {
            return zero;
        };
        let Some(pid) = pid else {
            return kind.own.clone().rev().fold(zero, |otherwise, index| {
                let index = self.number(i128::from(index), span);
                let name = self.name_at(&kind, index, span);
                self.if_present(&kind, name, span, otherwise, claim)
            });
        };
        let number = self.value(body, pid);
        let (inside, name) = self.process_of_kind(&kind, number, span);
        let found = self.if_present(&kind, name, span, zero.clone(), claim);
        self.choose(inside, found, zero)
    }

    /// Whether a kind has room for a process with a number, and its name then.
    pub fn process_of_kind(&mut self, kind: &Kind, number: IrExpr, span: Span) -> (IrExpr, IrExpr) {
        let first = self.number(i128::from(kind.first), span);
        let index = self.binary(Op::Subtract, number, first, span);
        let (start, end) = (
            self.number(i128::from(kind.own.start), span),
            self.number(i128::from(kind.own.end), span),
        );
        let above = self.binary(
            Op::Compare(Comparison::GreaterEqual),
            index.clone(),
            start,
            span,
        );
        let below = self.binary(Op::Compare(Comparison::Less), index.clone(), end, span);
        let inside = self.and(above, below);
        (inside, self.name_at(kind, index, span))
    }

    pub fn name_at(&mut self, kind: &Kind, index: IrExpr, span: Span) -> IrExpr {
        let id_type = self.model.types.intern(IrType::Id(kind.sort));
        IrExpr::new(
            IrKind::Name(NameExpr::NameAt(Box::new(index))),
            id_type,
            span,
        )
    }

    /// The priority of the process with a number; 0 if there is none.
    fn priority_of(&mut self, number: &IrExpr, span: Span) -> IrExpr {
        let program = self.program;
        let mut found = self.number(0, span);
        for id in program.proctypes.keys() {
            let Some(kind) = self.kinds[id].clone() else {
                continue;
            };
            if let Some(variable) = kind.priority {
                let (inside, name) = self.process_of_kind(&kind, number.clone(), span);
                let mut claim = |lowering: &mut Self, name| {
                    IrExpr::read(lowering.of_process(variable, name, span))
                };
                let there = self.if_present(&kind, name, span, found.clone(), &mut claim);
                found = self.choose(inside, there, found);
            }
        }
        found
    }

    /// The claim about a process, or something else where there is none.
    pub fn if_present(
        &mut self,
        kind: &Kind,
        name: IrExpr,
        span: Span,
        otherwise: IrExpr,
        claim: &mut dyn FnMut(&mut Self, IrExpr) -> IrExpr,
    ) -> IrExpr {
        let location = self.of_process(kind.location, name.clone(), span);
        let boolean = self.boolean();
        let absent = IrExpr::new(IrKind::IsUndefined(location), boolean, span);
        let present = self.not(absent);
        let value = claim(self, name);
        self.choose(present, value, otherwise)
    }

    fn remote_label(&mut self, body: &Body, expr: &Expr) -> IrExpr {
        let ExprKind::RemoteLabel {
            proctype,
            pid,
            label,
        } = &expr.kind
        else {
            return self.truth_constant(false, expr.span);
        };
        let span = expr.span;
        let location = self.label_location(*proctype, *label);
        let (Some(kind), Some(location)) = (self.kinds[*proctype].clone(), location) else {
            return self.truth_constant(false, span);
        };
        let mut claim = |lowering: &mut Self, name: IrExpr| {
            let place = lowering.of_process(kind.location, name, span);
            let there = IrExpr::constant(i128::from(location), place.ty, span);
            let is_there = lowering.binary(
                Op::Compare(Comparison::Equal),
                IrExpr::read(place),
                there,
                span,
            );
            let (one, zero) = (lowering.number(1, span), lowering.number(0, span));
            lowering.choose(is_there, one, zero)
        };
        let value = self.remote(body, (*proctype, pid.as_deref()), span, &mut claim);
        let zero = self.number(0, span);
        self.binary(Op::Compare(Comparison::NotEqual), value, zero, span)
    }

    fn remote_variable(&mut self, body: &Body, expr: &Expr) -> IrExpr {
        let ExprKind::RemoteVariable {
            proctype,
            pid,
            local,
            index,
        } = &expr.kind
        else {
            return self.number(0, expr.span);
        };
        let span = expr.span;
        let variable = self.storage.locals.get(&(*proctype, *local)).copied();
        let Some(variable) = variable else {
            return self.number(0, span);
        };
        let mut claim = |lowering: &mut Self, name: IrExpr| {
            let place = lowering.of_process(variable, name, span);
            IrExpr::read(lowering.indexed(body, place, index.as_deref()))
        };
        self.remote(body, (*proctype, pid.as_deref()), span, &mut claim)
    }

    /// The number of the process that the `run` of this statement created.
    fn run_result(&mut self, body: &Body, span: Span) -> IrExpr {
        match body.runs.last() {
            Some(local) => IrExpr::read(IrPlace::local(*local, body.locals[*local].ty, span)),
            None => self.number(0, span),
        }
    }
}

fn arithmetic(op: BinaryOp) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Subtract => Op::Subtract,
        BinaryOp::Multiply => Op::Multiply,
        BinaryOp::Divide => Op::Divide,
        BinaryOp::Remainder => Op::Remainder,
        BinaryOp::BitAnd => Op::BitAnd,
        BinaryOp::BitXor => Op::BitXor,
        BinaryOp::BitOr => Op::BitOr,
        BinaryOp::ShiftLeft => Op::ShiftLeft,
        BinaryOp::ShiftRight => Op::ShiftRight,
        _ => return None,
    })
}

pub(super) fn comparison(op: BinaryOp) -> Option<Op> {
    Some(match op {
        BinaryOp::Less => Op::Compare(Comparison::Less),
        BinaryOp::LessEqual => Op::Compare(Comparison::LessEqual),
        BinaryOp::Greater => Op::Compare(Comparison::Greater),
        BinaryOp::GreaterEqual => Op::Compare(Comparison::GreaterEqual),
        BinaryOp::Equal => Op::Compare(Comparison::Equal),
        BinaryOp::NotEqual => Op::Compare(Comparison::NotEqual),
        _ => return None,
    })
}
