//! Facts about whole programs that several readers of it need.

use crate::visit::{Visitor, walk_block, walk_model};
use crate::{
    Argument, BinaryOp, ChannelStmt, Domain, Expr, ExprKind, Function, FunctionId, LocalId,
    LocalKind, Model, MultisetStmt, Place, PropertyId, Root, Stmt, StmtKind,
};
use cranelift_entity::SecondaryMap;
use std::collections::BTreeSet;
use weyl_source::Span;

/// What a call of a function does besides computing a result, in what it calls included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It writes a variable of the state or a channel, prints, reports a failure or a hit and goes
    /// on, asks for room, or may end the step by `Assume`.
    pub outside: bool,
    /// The reference parameters, by position, that it may write through.
    pub written_parameters: BTreeSet<usize>,
}

impl Effects {
    pub fn is_pure(&self) -> bool {
        !self.outside && self.written_parameters.is_empty()
    }
}

/// The effects of every function: the least solution over the call graph.
pub fn effects(model: &Model) -> SecondaryMap<FunctionId, Effects> {
    let mut known: SecondaryMap<FunctionId, Effects> = SecondaryMap::new();
    loop {
        let mut changed = false;
        for (id, function) in &model.functions {
            let found = EffectFinder::run(function, &known);
            changed |= found != known[id];
            known[id] = found;
        }
        if !changed {
            return known;
        }
    }
}

/// Which functions may be called in expressions: those without effects. A function may write its
/// own locals, also through references to them.
pub fn pure_functions(model: &Model) -> SecondaryMap<FunctionId, bool> {
    let effects = effects(model);
    let mut pure = SecondaryMap::new();
    for id in model.functions.keys() {
        pure[id] = effects[id].is_pure();
    }
    pure
}

/// The loops without a static bound, in the order of the program. Symbolic engines can't unroll
/// them.
pub fn unbounded_loops(model: &Model) -> Vec<Span> {
    struct Loops(Vec<Span>);
    impl Visitor for Loops {
        fn stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::While { .. } = stmt.kind {
                self.0.push(stmt.span);
            }
        }
    }
    let mut loops = Loops(Vec::new());
    walk_model(&mut loops, model);
    loops.0
}

/// `place + constant`, `constant + place` or `place - constant`: the place and what is added to it.
pub fn sum_with_constant(value: &Expr) -> Option<(&Place, i128)> {
    let ExprKind::Binary(op, left, right) = &value.kind else {
        return None;
    };
    if let BinaryOp::Add = op
        && let (ExprKind::Read(place), ExprKind::Constant(constant))
        | (ExprKind::Constant(constant), ExprKind::Read(place)) = (&left.kind, &right.kind)
    {
        return Some((place, *constant));
    }
    if let BinaryOp::Subtract = op
        && let (ExprKind::Read(place), ExprKind::Constant(constant)) = (&left.kind, &right.kind)
    {
        return Some((place, constant.checked_neg()?));
    }
    None
}

/// All places that a statement may write by itself, or hand to somebody who may: references,
/// arguments, results.
pub fn written_places(stmt: &Stmt) -> Vec<&Place> {
    match &stmt.kind {
        StmtKind::Assign { to: place, .. }
        | StmtKind::Copy { to: place, .. }
        | StmtKind::Undefine(place)
        | StmtKind::Clear(place)
        | StmtKind::Bind { place, .. }
        | StmtKind::Multiset(MultisetStmt::Add { set: place, .. })
        | StmtKind::Multiset(MultisetStmt::Remove { set: place, .. }) => vec![place],
        StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, .. }) => match &binding.domain {
            Domain::Positions(set) => vec![set],
            Domain::Type(_) | Domain::Steps { .. } => Vec::new(),
        },
        StmtKind::Call {
            arguments, result, ..
        } => {
            let handed = arguments.iter().filter_map(|argument| match argument {
                Argument::Reference(place) => Some(place),
                Argument::Value(_) | Argument::Copy(_) => None,
            });
            handed.chain(result).collect()
        }
        // Channels are known by number, and messages are stored in locals of their own.
        StmtKind::Channel(ChannelStmt::Send { .. } | ChannelStmt::Receive { .. })
        | StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::While { .. }
        | StmtKind::Assert { .. }
        | StmtKind::Error { .. }
        | StmtKind::Refute { .. }
        | StmtKind::Hit { .. }
        | StmtKind::Assume { .. }
        | StmtKind::Return
        | StmtKind::Reserve { .. }
        | StmtKind::Put(_) => Vec::new(),
    }
}

struct EffectFinder<'a> {
    function: &'a Function,
    known: &'a SecondaryMap<FunctionId, Effects>,
    /// What a write through a reference local would be.
    behind: SecondaryMap<LocalId, Effects>,
    effects: Effects,
}

impl<'a> EffectFinder<'a> {
    fn run(function: &'a Function, known: &'a SecondaryMap<FunctionId, Effects>) -> Effects {
        let mut finder = EffectFinder {
            function,
            known,
            behind: SecondaryMap::new(),
            effects: Effects::default(),
        };
        finder.trace_references();
        walk_block(&mut finder, &function.body);
        finder.effects
    }

    /// Where references may lead, whatever the order of the `Bind`s.
    fn trace_references(&mut self) {
        for (position, parameter) in self.function.parameters.iter().enumerate() {
            self.behind[*parameter].written_parameters.insert(position);
        }
        let mut binds = Binds(Vec::new());
        walk_block(&mut binds, &self.function.body);
        loop {
            let mut changed = false;
            for (local, place) in &binds.0 {
                let mut behind = self.behind[*local].clone();
                self.add_write(place, &mut behind);
                changed |= behind != self.behind[*local];
                self.behind[*local] = behind;
            }
            if !changed {
                return;
            }
        }
    }

    fn add_write(&self, place: &Place, effects: &mut Effects) {
        match place.root {
            Root::Variable(_) => effects.outside = true,
            Root::Local(local) => {
                let kind = self.function.locals.get(local).map(|local| local.kind);
                if kind == Some(LocalKind::Reference) {
                    let behind = &self.behind[local];
                    effects.outside |= behind.outside;
                    effects
                        .written_parameters
                        .extend(&behind.written_parameters);
                }
            }
        }
    }

    fn written(&mut self, place: &Place) {
        let mut effects = std::mem::take(&mut self.effects);
        self.add_write(place, &mut effects);
        self.effects = effects;
    }

    fn called(&mut self, function: FunctionId, arguments: &[Argument]) {
        let callee = &self.known[function];
        self.effects.outside |= callee.outside;
        for position in &callee.written_parameters {
            if let Some(Argument::Reference(place)) = arguments.get(*position) {
                self.written(place);
            }
        }
    }
}

impl Visitor for EffectFinder<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to: place, .. }
            | StmtKind::Copy { to: place, .. }
            | StmtKind::Undefine(place)
            | StmtKind::Clear(place)
            | StmtKind::Multiset(MultisetStmt::Add { set: place, .. })
            | StmtKind::Multiset(MultisetStmt::Remove { set: place, .. }) => self.written(place),
            StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, .. }) => {
                if let Domain::Positions(set) = &binding.domain {
                    self.written(set);
                }
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                self.called(*function, arguments);
                result.iter().for_each(|place| self.written(place));
            }
            StmtKind::Put(_)
            | StmtKind::Assume { .. }
            | StmtKind::Assert { goes_on: true, .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Channel(ChannelStmt::Send { .. })
            | StmtKind::Channel(ChannelStmt::Receive { .. })
            | StmtKind::Reserve { .. } => self.effects.outside = true,
            StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { goes_on: false, .. }
            | StmtKind::Error { .. }
            | StmtKind::Return
            | StmtKind::Bind { .. } => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call {
            function,
            arguments,
        } = &expr.kind
        {
            self.called(*function, arguments);
        }
    }
}

/// The covers that statements say are hit.
pub fn hit_by_steps(model: &Model) -> BTreeSet<PropertyId> {
    let mut hits = Hits(BTreeSet::new());
    walk_model(&mut hits, model);
    hits.0
}

struct Hits(BTreeSet<PropertyId>);

impl Visitor for Hits {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Hit { property } = stmt.kind {
            self.0.insert(property);
        }
    }
}

/// All `Bind`s of a block.
pub(crate) struct Binds(pub(crate) Vec<(LocalId, Place)>);

impl Visitor for Binds {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Bind { local, place } = &stmt.kind {
            self.0.push((*local, place.clone()));
        }
    }
}
