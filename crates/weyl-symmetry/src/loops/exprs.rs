//! Expressions: what they read, and what is known of their values.

use super::Walk;
use super::access::{Access, AccessKind};
use super::place::{Base, Known, Slot, Spot, Step};
use crate::pin::Dependence;
use std::collections::BTreeSet;
use weyl_ir::fallible::Fallible;
use weyl_ir::{
    ChannelExpr, Domain, Expr, ExprKind, LocalKind, NameExpr, Place, ProcessExpr, Projection, Root,
    UnionExpr,
};
use weyl_source::Span;

impl<'m> Walk<'m, '_> {
    /// Evaluates an expression: all that it reads, in any of its branches.
    pub(super) fn expr(&mut self, expr: &'m Expr) {
        if !self.loops.is_empty() && self.fallible(|fallible| fallible.expr(expr)) {
            self.may_fail(expr.span);
        }
        self.reads(expr);
    }

    pub(super) fn fallible<T>(&self, ask: impl FnOnce(&Fallible<'_>) -> T) -> T {
        let frame = self.frame();
        let is_known = |local| {
            let slot = Slot {
                frame: frame.id,
                local,
            };
            let flow = self.flow.as_ref();
            flow.is_some_and(|flow| flow.values.contains_key(&slot))
        };
        ask(&Fallible {
            model: self.model,
            locals: frame.locals,
            is_defined: &is_known,
            is_always_defined: &|_| false,
            present: None,
        })
    }

    fn reads(&mut self, expr: &'m Expr) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Process(ProcessExpr::Timeout) => {}
            ExprKind::Read(place) | ExprKind::IsUndefined(place) => self.read(place),
            ExprKind::Same(left, right) => {
                self.read(left);
                self.read(right);
            }
            ExprKind::Unary(_, value)
            | ExprKind::Union(UnionExpr::Inject { value, .. })
            | ExprKind::Union(UnionExpr::Project { value, .. })
            | ExprKind::Union(UnionExpr::IsMember { value, .. })
            | ExprKind::Truncate { value, .. }
            | ExprKind::Name(NameExpr::NumberOf(value))
            | ExprKind::Name(NameExpr::NameAt(value))
            | ExprKind::Channel(ChannelExpr::Ask { number: value, .. })
            | ExprKind::Process(ProcessExpr::Enabled(value)) => self.reads(value),
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel, fields, ..
            }) => {
                self.reads(channel);
                fields.iter().flatten().for_each(|field| self.reads(field));
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => {
                self.reads(left);
                self.reads(right);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.reads(condition);
                self.reads(then);
                self.reads(otherwise);
            }
            ExprKind::Quantified { binding, body, .. } | ExprKind::Count { binding, body } => {
                let variable = self.bind_variable(binding);
                self.reads(body);
                if let Some(flow) = &mut self.flow {
                    flow.forget(variable);
                }
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments, expr.span),
        }
    }

    pub(super) fn domain(&mut self, domain: &'m Domain) {
        match domain {
            Domain::Type(_) => {}
            Domain::Steps { from, to, by } => {
                for bound in [from, to, by] {
                    self.expr(bound);
                }
            }
            Domain::Positions(set) => self.read(set),
        }
    }

    /// What the value of an expression is, if that can't change.
    pub(super) fn known(&self, expr: &Expr) -> Option<Known> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(Known::Constant(*value)),
            ExprKind::Read(place) => self.known_at(place),
            // Names stay apart when they become values of a union, and back.
            ExprKind::Union(UnionExpr::Inject { value, .. } | UnionExpr::Project { value, .. }) => {
                let known = self.known(value);
                known.filter(|known| matches!(known, Known::Bound(_)))
            }
            ExprKind::Union(UnionExpr::IsMember { .. })
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => None,
        }
    }

    pub(super) fn known_at(&self, place: &Place) -> Option<Known> {
        let Root::Local(local) = place.root else {
            return None;
        };
        if !place.path.is_empty() {
            return None;
        }
        let slot = self.slot(local);
        match self.frame().locals[local].kind {
            LocalKind::Bound => Some(Known::Bound(slot)),
            LocalKind::Value => self.flow.as_ref()?.values.get(&slot).copied(),
            LocalKind::Reference => None,
        }
    }

    /// What a place may be. Its indices are evaluated.
    pub(super) fn spots(&mut self, place: &'m Place) -> BTreeSet<Spot> {
        if !self.loops.is_empty() && self.fallible(|ask| ask.place(place)) {
            self.may_fail(place.span);
        }
        let mut spots = self.roots(place);
        for step in &place.path {
            let step = match step {
                Projection::Field(field) => Step::Field(*field),
                Projection::Index(index) | Projection::Element(index) => {
                    self.reads(index);
                    Step::Part(self.known(index))
                }
            };
            let longer = spots.into_iter().map(|mut spot| {
                spot.path.push(step);
                spot
            });
            spots = longer.collect();
        }
        spots
    }

    /// The one place that it is, if that is known. Elements of multisets change their positions.
    pub(super) fn only_spot(&self, place: &Place) -> Option<Spot> {
        let mut spot = match place.root {
            Root::Variable(variable) => Spot::of(Base::Variable(variable)),
            Root::Local(local) => {
                let slot = self.slot(local);
                match self.frame().locals[local].kind {
                    LocalKind::Value | LocalKind::Bound => Spot::of(Base::Local(slot)),
                    LocalKind::Reference => {
                        let spots = self.flow.as_ref()?.references.get(&slot)?;
                        spots.first().filter(|_| spots.len() == 1)?.clone()
                    }
                }
            }
        };
        for step in &place.path {
            spot.path.push(match step {
                Projection::Field(field) => Step::Field(*field),
                Projection::Index(index) => Step::Part(Some(self.known(index)?)),
                Projection::Element(_) => return None,
            });
        }
        spot.is_fixed().then_some(spot)
    }

    fn roots(&mut self, place: &Place) -> BTreeSet<Spot> {
        let local = match place.root {
            Root::Variable(variable) => {
                return BTreeSet::from([Spot::of(Base::Variable(variable))]);
            }
            Root::Local(local) => local,
        };
        let slot = self.slot(local);
        if self.frame().locals[local].kind != LocalKind::Reference {
            return BTreeSet::from([Spot::of(Base::Local(slot))]);
        }
        self.access(Spot::of(Base::Local(slot)), AccessKind::Read, place.span);
        let flow = self.flow.as_ref();
        let spots = flow.and_then(|flow| flow.references.get(&slot));
        spots.cloned().unwrap_or_default()
    }

    pub(super) fn read(&mut self, place: &'m Place) {
        let spots = self.spots(place);
        self.touch(spots, AccessKind::Read, place.span);
    }

    pub(super) fn touch(&mut self, spots: BTreeSet<Spot>, kind: AccessKind, span: Span) {
        for spot in spots {
            self.access(spot, kind, span);
        }
    }

    pub(super) fn access(&mut self, spot: Spot, kind: AccessKind, span: Span) {
        if self.is_bound(&spot) {
            return;
        }
        let moment = self.next_moment();
        let Some(flow) = &self.flow else { return };
        let access = Access {
            spot,
            kind,
            span,
            moment,
            before: flow.written.clone(),
            branch: self.branch.clone(),
            apart: self.apart.clone(),
        };
        if access.is_read() || matches!(kind, AccessKind::Update(_)) {
            self.check_leftovers(&access);
        }
        if !self.loops.is_empty() {
            self.accesses.push(access);
        }
    }

    /// Bound variables are never written.
    fn is_bound(&self, spot: &Spot) -> bool {
        match spot.base {
            Base::Variable(_) => false,
            Base::Local(slot) => self.bound_at.contains_key(&slot),
        }
    }

    /// What a loop left behind depends on its last turn.
    fn check_leftovers(&mut self, access: &Access) {
        let flow = self.flow.iter().flat_map(|flow| &flow.leftovers);
        let met = flow.filter(|leftover| leftover.spot.may_meet(&access.spot));
        let met: Vec<_> = met
            .map(|leftover| (leftover.by, leftover.written))
            .collect();
        for (by, written) in met {
            let because = Dependence::Conflict {
                first: written,
                second: access.touch(),
            };
            let (over, sorts) = (self.done[by].over, self.done[by].sorts.clone());
            self.blame(over, sorts, because);
        }
    }
}
