//! Statements.

use super::access::{AccessKind, Update, Written};
use super::place::{Base, Known, Slot, Spot};
use super::{Done, Loop, MOST_MOMENTS, Walk};
use crate::pin::Dependence;
use crate::sorts::ordered_sorts;
use std::collections::BTreeSet;
use std::rc::Rc;
use weyl_ir::{
    BinaryOp, Binding, Block, ChannelStmt, Comparison, Domain, Expr, ExprKind, MessageField,
    MultisetStmt, Place, PutItem, Stmt, StmtKind, UnaryOp,
};
use weyl_source::Span;

impl<'m> Walk<'m, '_> {
    pub(super) fn block(&mut self, block: &'m Block) {
        for stmt in block {
            if self.moment > MOST_MOMENTS {
                return self.give_up(stmt.span);
            }
            if self.flow.is_none() {
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'m Stmt) {
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise),
            StmtKind::For { binding, body } => self.for_loop(binding, body, stmt.span),
            StmtKind::While { condition, body } => self.while_body(condition, body, stmt.span),
            StmtKind::Assert { condition, .. } => self.assert(condition, stmt.span),
            StmtKind::Error { .. } | StmtKind::Refute { .. } => self.may_fail(stmt.span),
            // All turns may hit, in any order. Where a turn that finds no room is cut short, it
            // shows whose turn that was.
            StmtKind::Hit { .. } => self.may_fail(stmt.span),
            StmtKind::Assume { condition } => self.expr(condition),
            StmtKind::Return => self.leave(stmt.span),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                let result = result.as_ref().map(|place| (self.spots(place), place.span));
                self.call(*function, arguments, stmt.span);
                if let Some((spots, span)) = result {
                    self.may_fail(stmt.span);
                    self.write(spots, Written::Unknown, span);
                }
            }
            StmtKind::Assign { to, value } => self.assign(to, value, stmt.span),
            StmtKind::Copy { to, from } => self.copy(to, from, stmt.span),
            StmtKind::Undefine(place) => self.write_place(place, Written::Undefined, stmt.span),
            StmtKind::Clear(place) => self.write_place(place, Written::Least, stmt.span),
            StmtKind::Put(items) => items.iter().for_each(|item| match item {
                PutItem::Text(_) => {}
                PutItem::Value(value) | PutItem::Number(value, _) => self.expr(value),
                PutItem::Place(place) => self.read(place),
            }),
            StmtKind::Bind { local, place } => {
                let spots = self.spots(place);
                let slot = self.slot(*local);
                self.write(
                    BTreeSet::from([Spot::of(Base::Local(slot))]),
                    Written::Unknown,
                    stmt.span,
                );
                if let Some(flow) = &mut self.flow {
                    flow.references.insert(slot, spots);
                }
            }
            StmtKind::Multiset(of) => self.multiset(of, stmt.span),
            StmtKind::Channel(of) => {
                self.channel(of, stmt.span);
                self.all_depend(&Dependence::Call { at: stmt.span });
            }
            StmtKind::Reserve { count, .. } => {
                self.expr(count);
                self.all_depend(&Dependence::Call { at: stmt.span });
            }
        }
    }

    fn multiset(&mut self, of: &'m MultisetStmt, at: Span) {
        match of {
            MultisetStmt::Add { set, element } => {
                self.read(element);
                let spots = self.spots(set);
                if self.whiles > 0 {
                    self.write(spots, Written::Unknown, at)
                } else {
                    let add = AccessKind::Update(Update::MultisetAdd);
                    self.touch(spots, add, at);
                }
            }
            MultisetStmt::Remove { set, position } => {
                self.may_fail(at);
                self.expr(position);
                let known = self.known(position);
                let mut spots = self.spots(set).into_iter().collect::<Vec<_>>();
                for spot in &mut spots {
                    spot.path.push(super::place::Step::Part(known));
                }
                self.write(spots.into_iter().collect(), Written::Unknown, at);
            }
            MultisetStmt::RemoveWhere { binding, condition } => {
                let variable = self.bind_variable(binding);
                self.expr(condition);
                if let Domain::Positions(set) = &binding.domain {
                    self.write_place(set, Written::Unknown, at);
                }
                self.forget(variable);
            }
        }
    }

    /// Models with channels have processes, which are pinned altogether; here only locals matter.
    fn channel(&mut self, of: &'m ChannelStmt, at: Span) {
        match of {
            ChannelStmt::Send {
                channel, message, ..
            } => {
                self.expr(channel);
                message.iter().for_each(|field| self.expr(field));
            }
            ChannelStmt::Receive {
                channel, fields, ..
            } => {
                self.expr(channel);
                for field in fields {
                    match field {
                        MessageField::Any => {}
                        MessageField::Equal(value) => self.expr(value),
                        MessageField::Into(local) => {
                            let spot = Spot::of(Base::Local(self.slot(*local)));
                            self.write(BTreeSet::from([spot]), Written::Unknown, at);
                        }
                    }
                }
            }
        }
    }

    fn copy(&mut self, to: &'m Place, from: &'m Place, at: Span) {
        self.read(from);
        if self.is_itself(to, from) {
            return;
        }
        if self.fallible(|ask| !ask.is_within(from.ty, to.ty)) {
            self.may_fail(at);
        }
        let written = self.held(from);
        self.write_place(to, written, at);
    }

    fn assign(&mut self, to: &'m Place, value: &'m Expr, span: Span) {
        if let Some(update) = self.update(to, value) {
            return self.apply_update(to, value, update, span);
        }
        self.expr(value);
        let from = if let ExprKind::Read(from) = &value.kind {
            Some(from)
        } else {
            None
        };
        if from.is_some_and(|from| self.is_itself(to, from)) {
            return;
        }
        if self.fallible(|ask| ask.place(to) || ask.store(to.ty, value)) {
            self.may_fail(span);
        }
        let written = match (self.known(value), from) {
            (Some(known), _) => Written::Value(known),
            (None, Some(from)) => self.held(from),
            (None, None) => Written::Unknown,
        };
        self.write_place(to, written, span);
    }

    /// Whether two places are one, and to copy the one to the other changes nothing.
    fn is_itself(&self, to: &Place, from: &Place) -> bool {
        let to = self.only_spot(to);
        to.is_some() && to == self.only_spot(from)
    }

    /// What a copy of a place writes.
    fn held(&mut self, from: &Place) -> Written {
        if let Some(known) = self.known_at(from) {
            return Written::Value(known);
        }
        let Some(spot) = self.only_spot(from) else {
            return Written::Unknown;
        };
        let known = self.sources.iter().position(|other| *other == spot);
        Written::Copied(known.unwrap_or_else(|| {
            self.sources.push(spot);
            self.sources.len() - 1
        }))
    }

    fn write_place(&mut self, place: &'m Place, value: Written, span: Span) {
        let spots = self.spots(place);
        self.write(spots, value, span);
    }

    pub(super) fn write(&mut self, spots: BTreeSet<Spot>, value: Written, span: Span) {
        self.touch(spots.clone(), AccessKind::Write(value), span);
        let moment = self.moment;
        let Some(flow) = &mut self.flow else { return };
        for spot in &spots {
            if let Base::Local(slot) = spot.base {
                flow.values.remove(&slot);
            }
        }
        if let [spot] = spots.iter().collect::<Vec<_>>()[..] {
            flow.note_written(spot, moment);
            if let (Base::Local(slot), true, Written::Value(known)) =
                (spot.base, spot.path.is_empty(), value)
            {
                flow.values.insert(slot, known);
            }
        }
    }

    pub(super) fn forget(&mut self, variable: Slot) {
        if let Some(flow) = &mut self.flow {
            flow.forget(variable);
        }
    }

    /// What happens in `walk` happens only on some ways.
    pub(super) fn in_branch(&mut self, walk: impl FnOnce(&mut Self)) {
        let branch = self.branch.clone();
        self.enter_branch();
        walk(self);
        self.branch = branch;
    }

    fn enter_branch(&mut self) {
        let number = self.next_moment();
        Rc::make_mut(&mut self.branch).push(number);
    }

    fn conditional(&mut self, condition: &'m Expr, then: &'m Block, otherwise: &'m Block) {
        self.expr(condition);
        let before = self.flow.clone();
        let differ = self.differ_if(condition, true);
        self.in_branch(|walk| walk.knowing(differ, then));
        let after_then = std::mem::replace(&mut self.flow, before);
        let differ = self.differ_if(condition, false);
        self.in_branch(|walk| walk.knowing(differ, otherwise));
        let after_otherwise = std::mem::take(&mut self.flow);
        // Where one way left the function, the rest happens only on the other.
        if after_then.is_none() != after_otherwise.is_none() {
            self.enter_branch();
        }
        self.flow = super::flow::Flow::join(after_then, after_otherwise);
    }

    fn knowing(&mut self, differ: Vec<(Slot, Slot)>, block: &'m Block) {
        let apart = self.apart.clone();
        if !differ.is_empty() {
            Rc::make_mut(&mut self.apart).extend(differ);
        }
        self.block(block);
        self.apart = apart;
    }

    /// Bound variables that have different values if the condition is as given.
    fn differ_if(&self, condition: &Expr, truth: bool) -> Vec<(Slot, Slot)> {
        let kind = &condition.kind;
        if let ExprKind::Unary(UnaryOp::Not, value) = kind {
            return self.differ_if(value, !truth);
        }
        if let ExprKind::Binary(BinaryOp::Compare(comparison), left, right) = kind {
            let differ = if truth {
                Comparison::NotEqual
            } else {
                Comparison::Equal
            };
            return match (self.known(left), self.known(right)) {
                (Some(Known::Bound(one)), Some(Known::Bound(two))) if *comparison == differ => {
                    vec![(one, two)]
                }
                _ => Vec::new(),
            };
        }
        let ((ExprKind::And(left, right), true) | (ExprKind::Or(left, right), false)) =
            (kind, truth)
        else {
            return Vec::new();
        };
        let mut pairs = self.differ_if(left, truth);
        pairs.extend(self.differ_if(right, truth));
        pairs
    }

    fn for_loop(&mut self, binding: &'m Binding, body: &'m Block, span: Span) {
        let sorts = ordered_sorts(self.model, &binding.domain);
        if self.fallible(|ask| ask.binding(binding)) {
            self.may_fail(span);
        }
        let variable = self.bind_variable(binding);
        if sorts.is_empty() {
            return self.body(variable, body, span);
        }
        let start = self.next_moment();
        self.loops.push(Loop {
            number: self.done.len(),
            over: span,
            variable,
            sorts: sorts.clone(),
            start,
            first_access: self.accesses.len(),
            first_failure: self.failures.len(),
            first_frame: super::FrameId(self.frame_count),
            steady: BTreeSet::new(),
        });
        self.done.push(Done { over: span, sorts });
        self.turns(binding, variable, body, span);
        self.forget(variable);
    }

    fn turns(&mut self, binding: &'m Binding, variable: Slot, body: &'m Block, span: Span) {
        self.in_branch(|walk| {
            walk.repeated(span, &mut |walk| {
                walk.occupied(binding, variable);
                walk.block(body);
                walk.forget(variable);
            });
        });
        self.finish_loop();
    }

    /// A position counts only if it is occupied when its turn comes.
    fn occupied(&mut self, binding: &'m Binding, variable: Slot) {
        if let Domain::Positions(set) = &binding.domain {
            let spots = self.spots(set).into_iter().map(|mut spot| {
                let own = super::place::Step::Part(Some(Known::Bound(variable)));
                spot.path.push(own);
                spot
            });
            let spots = spots.collect();
            self.touch(spots, AccessKind::Read, set.span);
        }
    }

    fn leave(&mut self, at: Span) {
        for number in self.frame().loops..self.loops.len() {
            self.depends(number, Dependence::Return { at });
        }
        let flow = std::mem::take(&mut self.flow);
        let last = self.frames.len() - 1;
        let returned = std::mem::take(&mut self.frames[last].returned);
        self.frames[last].returned = super::flow::Flow::join(returned, flow);
    }
}
