//! Which integer variables and message fields only ever hold names of one mtype: they are shown by
//! these, as if they had been declared so. Nothing else depends on it.
//!
//! Values flow from constants and variables into variables and fields of messages. Where something
//! else than an mtype comes in, a holder is mixed; 0, which all begin with, is nobody's name.

use super::rules::each_run_of;
use crate::resolved::{
    ChannelInitId, Expr, ExprKind, GlobalId, Initial, LocalId, MtypeId, Pattern, Place, ProctypeId,
    Program, Run, Stmt, StmtKind, Type, Variable, VariableRef, each_statement,
};
use std::collections::{HashMap, HashSet};

/// What holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    Global(GlobalId),
    Local(ProctypeId, LocalId),
    Field(ChannelInitId, usize),
}

/// What it ever holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Only what it begins with.
    Nothing,
    Only(MtypeId),
    Mixed,
}

impl Held {
    pub fn join(self, other: Held) -> Held {
        match (self, other) {
            (Held::Nothing, one) | (one, Held::Nothing) => one,
            (Held::Only(one), Held::Only(two)) if one == two => self,
            (Held::Only(_) | Held::Mixed, Held::Only(_) | Held::Mixed) => Held::Mixed,
        }
    }
}

/// Where values come from.
enum Source {
    Known(Held),
    Place(Spot),
}

/// Where they go.
#[derive(Clone, Copy)]
enum Spot {
    Holder(Holder),
    /// A field of the messages of all channels.
    AnyField(usize),
}

pub(super) struct HeldValues {
    found: HashMap<Holder, Held>,
}

impl HeldValues {
    pub fn new(program: &Program) -> HeldValues {
        let mut found = HashMap::new();
        // Without constants there is nothing to find.
        if program.mtypes.is_empty() {
            return HeldValues { found };
        }
        let flows = Flows::of(program);
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for (target, source) in &flows.list {
                let new = flows.value(&found, source);
                for holder in flows.holders(*target) {
                    let old = found.entry(holder).or_insert(Held::Nothing);
                    let joined = old.join(new);
                    grows |= joined != *old;
                    *old = joined;
                }
            }
        }
        HeldValues { found }
    }

    pub fn of(&self, holder: Holder) -> Held {
        self.found.get(&holder).copied().unwrap_or(Held::Nothing)
    }
}

struct Flows<'a> {
    program: &'a Program,
    /// Variables that statements set.
    assigned: HashSet<Holder>,
    list: Vec<(Spot, Source)>,
}

impl<'a> Flows<'a> {
    fn of(program: &'a Program) -> Flows<'a> {
        let mut flows = Flows {
            program,
            assigned: assigned(program),
            list: Vec::new(),
        };
        for (id, global) in &program.globals {
            flows.initial(None, Holder::Global(id), global);
        }
        for (id, proctype) in &program.proctypes {
            for (local, variable) in &proctype.locals {
                flows.initial(Some(id), Holder::Local(id, local), variable);
            }
            each_statement(&proctype.body, &mut |stmt| flows.statement(id, stmt));
        }
        flows.runs();
        flows
    }

    fn value(&self, found: &HashMap<Holder, Held>, source: &Source) -> Held {
        match source {
            Source::Known(held) => *held,
            Source::Place(spot) => {
                let holders = self.holders(*spot).into_iter();
                let held = holders.map(|holder| self.held(found, holder));
                held.fold(Held::Nothing, Held::join)
            }
        }
    }

    /// What is declared as an mtype holds that, whatever comes.
    fn held(&self, found: &HashMap<Holder, Held>, holder: Holder) -> Held {
        let declared = match holder {
            Holder::Global(id) => self.program.globals[id].ty,
            Holder::Local(proctype, id) => self.program.proctypes[proctype].locals[id].ty,
            Holder::Field(id, number) => self.program.channels[id].fields[number],
        };
        match declared {
            Type::Mtype(id) => Held::Only(id),
            Type::Bit | Type::Bool | Type::Pid | Type::Channel | Type::Struct(_) => Held::Mixed,
            Type::Byte | Type::Short | Type::Int | Type::Unsigned(_) => {
                found.get(&holder).copied().unwrap_or(Held::Nothing)
            }
        }
    }

    fn holders(&self, spot: Spot) -> Vec<Holder> {
        match spot {
            Spot::Holder(holder) => vec![holder],
            Spot::AnyField(number) => self.fields(number).collect(),
        }
    }

    /// A field of the messages of a channel; of all channels if it is not known which one it is.
    fn field(&self, within: ProctypeId, channel: &Place, number: usize) -> Spot {
        let own = holder(Some(within), channel);
        let own = own.filter(|holder| !self.assigned.contains(holder));
        let initial = own.map(|holder| match holder {
            Holder::Global(id) => &self.program.globals[id].initial,
            Holder::Local(proctype, id) => &self.program.proctypes[proctype].locals[id].initial,
            Holder::Field(..) => &Initial::Zero,
        });
        match initial {
            Some(Initial::Channel(init)) if number < self.program.channels[*init].fields.len() => {
                Spot::Holder(Holder::Field(*init, number))
            }
            _ => Spot::AnyField(number),
        }
    }

    /// The fields with a number.
    fn fields(&self, number: usize) -> impl Iterator<Item = Holder> {
        let channels = self.program.channels.iter();
        let channels = channels.filter(move |(_, channel)| number < channel.fields.len());
        channels.map(move |(id, _)| Holder::Field(id, number))
    }

    fn initial(&mut self, within: Option<ProctypeId>, holder: Holder, variable: &Variable) {
        match &variable.initial {
            Initial::Value(value) => self.flow(within, Spot::Holder(holder), value),
            Initial::List(_) => self.push(Spot::Holder(holder), Source::Known(Held::Mixed)),
            Initial::Zero | Initial::Parameter | Initial::Later | Initial::Channel(_) => {}
        }
    }

    fn push(&mut self, target: Spot, source: Source) {
        self.list.push((target, source));
    }

    /// The value of an expression goes somewhere.
    fn flow(&mut self, within: Option<ProctypeId>, target: Spot, value: &Expr) {
        let source = match (&value.kind, value.ty) {
            (_, Type::Mtype(id)) => Source::Known(Held::Only(id)),
            (ExprKind::Constant(0), _) => Source::Known(Held::Nothing),
            (ExprKind::Conditional(parts), _) => {
                let [_, then, otherwise] = &**parts;
                self.flow(within, target, then);
                return self.flow(within, target, otherwise);
            }
            (ExprKind::Read(place), _) => match holder(within, place) {
                Some(holder) => Source::Place(Spot::Holder(holder)),
                None => Source::Known(Held::Mixed),
            },
            _ => Source::Known(Held::Mixed),
        };
        self.push(target, source);
    }

    /// Something that is no name comes into a place.
    fn spoil(&mut self, within: ProctypeId, place: &Place) {
        if let Some(holder) = holder(Some(within), place) {
            self.push(Spot::Holder(holder), Source::Known(Held::Mixed));
        }
    }

    fn receive(&mut self, within: ProctypeId, from: Spot, place: &Place) {
        if let Some(holder) = holder(Some(within), place) {
            self.push(Spot::Holder(holder), Source::Place(from));
        }
    }

    fn statement(&mut self, within: ProctypeId, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Initialise { local, value } => {
                let target = Spot::Holder(Holder::Local(within, *local));
                let value = value.iter();
                value.for_each(|value| self.flow(Some(within), target, value));
            }
            StmtKind::Assign { target, value } => {
                if let Some(holder) = holder(Some(within), target) {
                    self.flow(Some(within), Spot::Holder(holder), value);
                }
            }
            StmtKind::Send {
                channel, arguments, ..
            } => {
                for (number, argument) in arguments.iter().enumerate() {
                    let to = self.field(within, channel, number);
                    self.flow(Some(within), to, argument);
                }
            }
            StmtKind::Receive {
                channel, patterns, ..
            } => {
                for (number, pattern) in patterns.iter().enumerate() {
                    if let Pattern::Store(place) = pattern {
                        let from = self.field(within, channel, number);
                        self.receive(within, from, place);
                    }
                }
            }
            StmtKind::ForMessage {
                fields,
                counter,
                channel,
                ..
            } => {
                self.spoil(within, counter);
                for (number, place) in fields.iter().enumerate() {
                    let from = self.field(within, channel, number);
                    self.receive(within, from, place);
                }
            }
            StmtKind::Increment(place) | StmtKind::Decrement(place) => self.spoil(within, place),
            StmtKind::For { variable, .. }
            | StmtKind::ForIndex { variable, .. }
            | StmtKind::Select { variable, .. } => self.spoil(within, variable),
            _ => {}
        }
    }

    /// Arguments go to parameters; those that are structures are not followed.
    fn runs(&mut self) {
        let program = self.program;
        for (id, proctype) in &program.proctypes {
            each_run_of(proctype, &mut |run| self.arguments(id, run));
        }
    }

    fn arguments(&mut self, within: ProctypeId, run: &Run) {
        let program = self.program;
        let called = &program.proctypes[run.proctype];
        let mut arguments = run.arguments.iter();
        for parameter in &called.parameters {
            let leaves = program.leaves(called.locals[*parameter].ty);
            let own: Vec<&Expr> = arguments.by_ref().take(leaves).collect();
            if let [argument] = own[..] {
                let target = Spot::Holder(Holder::Local(run.proctype, *parameter));
                self.flow(Some(within), target, argument);
            }
        }
    }
}

/// What a place belongs to; fields of structures are not followed.
fn holder(within: Option<ProctypeId>, place: &Place) -> Option<Holder> {
    if !place.fields.is_empty() {
        return None;
    }
    match place.variable {
        VariableRef::Global(id) => Some(Holder::Global(id)),
        VariableRef::Local(id) => Some(Holder::Local(within?, id)),
    }
}

/// The variables that statements set.
fn assigned(program: &Program) -> HashSet<Holder> {
    let mut found = HashSet::new();
    for (id, proctype) in &program.proctypes {
        each_statement(&proctype.body, &mut |stmt| {
            let places = match &stmt.kind {
                StmtKind::Assign { target, .. } => vec![target],
                StmtKind::Receive { patterns, .. } => {
                    let stored = patterns.iter().filter_map(|pattern| match pattern {
                        Pattern::Store(place) => Some(place),
                        Pattern::Match(_) | Pattern::Discard(_) => None,
                    });
                    stored.collect()
                }
                StmtKind::ForMessage { fields, .. } => fields.iter().collect(),
                _ => Vec::new(),
            };
            found.extend(
                places
                    .into_iter()
                    .filter_map(|place| holder(Some(id), place)),
            );
        });
    }
    found
}
