//! A trace as an automaton over the sends and receives on the channels that it names.
//!
//! Its position is a variable of the state, which the observers move on; where a process has sent
//! or received is of no interest. The property is complete at the end of the trace and at its `end`
//! labels.

use super::Lowering;
use super::automaton::{Automaton, ElementId, Node};
use super::numbering::Counting;
use super::processes::assign;
use crate::resolved::{
    Block as PromelaBlock, LabelId, Pattern, Place, Proctype, ProctypeKind, Stmt, StmtKind,
    each_statement,
};
use std::collections::HashMap;
use weyl_ir::{
    BinaryOp as Op, Block, Comparison, Expr as IrExpr, ExprKind as IrExprKind, FunctionId,
    Place as IrPlace, Property, PropertyId, PropertyKind, Stmt as IrStmt, Type as IrType, VarId,
};
use weyl_source::Span;

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Send,
    Receive,
}

/// A way on from a position of the trace.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub direction: Direction,
    pub channel: Place,
    pub patterns: Vec<Pattern>,
    pub target: u32,
    pub span: Span,
}

/// The trace of a model.
pub(super) struct Trace {
    pub is_negated: bool,
    pub position: VarId,
    pub property: PropertyId,
    /// The channels that it mentions events on.
    pub named: Vec<(Direction, Place)>,
    /// The ways on from each position, in the order of the text.
    pub events: Vec<Vec<Event>>,
    pub start: u32,
    pub end: u32,
    pub span: Span,
    /// The functions that processes call, by direction and number of fields.
    pub observers: HashMap<(Direction, usize), FunctionId>,
}

impl Trace {
    pub fn watches(&self, direction: Direction) -> bool {
        self.named.iter().any(|(named, _)| *named == direction)
    }
}

impl Lowering<'_> {
    pub(super) fn declare_trace(&mut self) {
        let program = self.program;
        let mut proctypes = program.proctypes.values();
        let trace =
            proctypes.find(|of| matches!(of.kind, ProctypeKind::Trace | ProctypeKind::Notrace));
        self.trace = trace.map(|trace| self.new_trace(trace));
    }

    fn new_trace(&mut self, trace: &Proctype) -> Trace {
        let is_special = |label: LabelId| {
            let of = &trace.labels[label];
            of.is_end() || of.is_progress() || of.is_accept()
        };
        let body = super::desugar::block(&trace.body);
        let counting = Counting {
            is_special: &is_special,
        };
        let automaton = Automaton::new(&body, &counting);
        let (positions, numbers) = positions(&automaton);
        let name = format!("{} position", trace.name);
        let variants = (0..positions.len()).map(|at| format!("s{at}")).collect();
        let ty = self.model.types.intern(IrType::Enum { name, variants });
        let position = self.add_variable(format!("{}:_pc", trace.name), ty, false, Span::default());
        let ends = positions.iter().filter(|element| {
            let labels = &automaton.elements[**element].labels;
            **element == 0 || labels.iter().any(|label| trace.labels[*label].is_end())
        });
        let ends: Vec<u32> = ends.map(|element| numbers[element]).collect();
        let condition = self.is_at_one_of(position, &ends, trace.span);
        let property = self.model.properties.push(Property {
            name: trace.name.to_string(),
            kind: PropertyKind::Events,
            parameters: Vec::new(),
            locals: weyl_ir::Locals::new(),
            condition,
            span: trace.span,
        });
        let events = positions.iter().map(|at| events(&automaton, *at, &numbers));
        Trace {
            is_negated: trace.kind == ProctypeKind::Notrace,
            position,
            property,
            named: named(&body),
            events: events.collect(),
            start: numbers[&automaton.start],
            end: numbers[&0],
            span: trace.span,
            observers: HashMap::new(),
        }
    }

    /// Puts the trace at its start.
    pub(super) fn start_trace(&mut self, into: &mut Block) {
        if let Some(trace) = &self.trace {
            let (position, start, span) = (trace.position, trace.start, trace.span);
            into.push(self.move_trace(position, start, span));
        }
    }

    pub(super) fn move_trace(&mut self, position: VarId, to: u32, span: Span) -> IrStmt {
        let place = IrPlace::variable(position, self.model.variables[position].ty, span);
        let to = IrExpr::constant(i128::from(to), place.ty, span);
        assign(place, to, span)
    }

    pub(super) fn is_at_one_of(&mut self, position: VarId, numbers: &[u32], span: Span) -> IrExpr {
        let place = IrPlace::variable(position, self.model.variables[position].ty, span);
        let tests = numbers.iter().map(|number| {
            let there = IrExpr::constant(i128::from(*number), place.ty, span);
            self.binary(
                Op::Compare(Comparison::Equal),
                IrExpr::read(place.clone()),
                there,
                span,
            )
        });
        let tests = tests.collect();
        self.any(tests, span)
    }

    pub(super) fn any(&mut self, tests: Vec<IrExpr>, span: Span) -> IrExpr {
        let boolean = self.boolean();
        let either = |one: IrExpr, other: IrExpr| {
            IrExpr::new(
                IrExprKind::Or(Box::new(one), Box::new(other)),
                boolean,
                span,
            )
        };
        let any = tests.into_iter().reduce(either);
        any.unwrap_or_else(|| self.truth_constant(false, span))
    }
}

/// The positions of a trace in the order of their numbers; its end is one, whether it can be
/// reached or not.
fn positions(automaton: &Automaton) -> (Vec<ElementId>, HashMap<ElementId, u32>) {
    let mut numbers = super::rules::control_states(automaton);
    let next = numbers.len() as u32;
    numbers.entry(0).or_insert(next);
    let mut positions: Vec<ElementId> = numbers.keys().copied().collect();
    positions.sort_by_key(|element| numbers[element]);
    (positions, numbers)
}

/// The channels of all events, those that are never waited for included.
fn named(body: &PromelaBlock) -> Vec<(Direction, Place)> {
    let mut named: Vec<(Direction, Place)> = Vec::new();
    each_statement(body, &mut |stmt| {
        if let Some(Event {
            direction, channel, ..
        }) = event(stmt, 0)
        {
            let is_known =
                |(of, known): &(Direction, Place)| *of == direction && is_same(known, &channel);
            if !named.iter().any(is_known) {
                named.push((direction, channel));
            }
        }
    });
    named
}

fn events(automaton: &Automaton, at: ElementId, numbers: &HashMap<ElementId, u32>) -> Vec<Event> {
    let transitions = automaton.transitions(at).into_iter();
    let events = transitions.filter_map(|transition| {
        let Node::Step(stmt) = &automaton.elements[transition.element].node else {
            return None;
        };
        event(stmt, numbers[&transition.target])
    });
    events.collect()
}

fn event(stmt: &Stmt, target: u32) -> Option<Event> {
    let (direction, channel, patterns) = match &stmt.kind {
        StmtKind::SendEvent { channel, patterns } => (Direction::Send, channel, patterns),
        StmtKind::Receive {
            channel, patterns, ..
        } => (Direction::Receive, channel, patterns),
        _ => return None,
    };
    Some(Event {
        direction,
        channel: channel.clone(),
        patterns: patterns.clone(),
        target,
        span: stmt.span,
    })
}

/// Whether two places are the same, wherever they are written.
fn is_same(one: &Place, other: &Place) -> bool {
    let constant = |index: Option<&crate::resolved::Expr>| index.map(|index| index.kind.clone());
    let indices = |place: &Place| {
        let fields = place.fields.iter();
        let fields = fields.map(|step| (Some(step.field), constant(step.index.as_deref())));
        let first = (None, constant(place.index.as_deref()));
        std::iter::once(first).chain(fields).collect::<Vec<_>>()
    };
    one.variable == other.variable && indices(one) == indices(other)
}
