//! Positions of multisets. Between steps elements lie in the order of their contents, which a
//! permutation of names changes: a position may be used to reach the element that was found there,
//! and for nothing else.

use crate::pin::{Cause, Pins};
use crate::sorts::content_sorts;
use crate::stale;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::visit::{Visitor, walk_binding, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    Binding, ChannelStmt, Domain, Expr, ExprKind, LocalId, LocalKind, Locals, Model, MultisetStmt,
    Place, Projection, Root, Stmt, StmtKind, TypeId, UnionExpr,
};

pub(crate) fn find<'m>(model: &'m Model, pins: &mut Pins<'m>) {
    for function in model.functions.values() {
        check(model, &function.locals, pins, &|visitor| {
            walk_block(visitor, &function.body);
        });
        stale::find(model, &function.locals, &[], &function.body, pins);
    }
    for rule in model.starts.values().chain(model.rules.values()) {
        check(model, &rule.locals, pins, &|visitor| {
            walk_rule(visitor, rule)
        });
        stale::find(model, &rule.locals, &rule.parameters, &rule.body, pins);
    }
    for property in model.properties.values() {
        check(model, &property.locals, pins, &|visitor| {
            for binding in &property.parameters {
                walk_binding(visitor, binding);
            }
            walk_expr(visitor, &property.condition);
        });
    }
}

fn check<'m>(
    model: &'m Model,
    locals: &'m Locals,
    pins: &mut Pins<'m>,
    walk: &dyn Fn(&mut Positions<'m, '_>),
) {
    let mut visitor = Positions {
        model,
        locals,
        pins,
        sets: BTreeMap::new(),
        binds: BTreeMap::new(),
        proper: BTreeSet::new(),
        is_collecting: true,
    };
    walk(&mut visitor);
    visitor.is_collecting = false;
    walk(&mut visitor);
}

struct Positions<'m, 'a> {
    model: &'m Model,
    locals: &'m Locals,
    pins: &'a mut Pins<'m>,
    /// The multiset whose positions a bound variable ranges over.
    sets: BTreeMap<LocalId, Place>,
    /// How often a reference is bound.
    binds: BTreeMap<LocalId, u32>,
    /// Expressions that reach an element, by their address.
    proper: BTreeSet<*const Expr>,
    is_collecting: bool,
}

impl Positions<'_, '_> {
    fn leak(&mut self, set: TypeId, at: &Expr) {
        let cause = Cause::Position { at: at.span };
        self.pins.pin_all(content_sorts(self.model, set), &cause);
    }

    /// A position that reaches into a multiset, which lies behind the first `steps` of the place.
    fn reach(&mut self, place: &Place, steps: usize, position: &Expr) {
        let set = plain_local(position).and_then(|local| self.sets.get(&local));
        let path = &place.path[..steps];
        if set.is_some_and(|set| set.root == place.root && self.is_same_path(&set.path, path))
            && self.is_fixed_root(place.root)
        {
            self.proper.insert(position);
        } else {
            let ty = prefix_type(self.model, self.locals, place, steps);
            ty.into_iter().for_each(|ty| self.leak(ty, position));
        }
    }

    /// Whether two paths lead to the same part, whenever they are followed.
    fn is_same_path(&self, one: &[Projection], two: &[Projection]) -> bool {
        let same = |(a, b): (&Projection, &Projection)| match a {
            Projection::Field(a) => matches!(b, Projection::Field(b) if a == b),
            Projection::Index(a) => {
                matches!(b, Projection::Index(b) if self.is_same_value(a, b))
            }
            Projection::Element(a) => {
                matches!(b, Projection::Element(b) if self.is_same_value(a, b))
            }
        };
        one.len() == two.len() && one.iter().zip(two).all(same)
    }

    fn is_same_value(&self, one: &Expr, two: &Expr) -> bool {
        if let (ExprKind::Constant(a), ExprKind::Constant(b)) = (&one.kind, &two.kind) {
            return a == b;
        }
        if let (ExprKind::Union(a), ExprKind::Union(b)) = (&one.kind, &two.kind)
            && let (
                UnionExpr::Inject { member, value },
                UnionExpr::Inject {
                    member: other,
                    value: with,
                },
            ) = (a, b)
        {
            return member == other && self.is_same_value(value, with);
        }
        plain_local(one).is_some_and(|local| {
            plain_local(two) == Some(local) && self.locals[local].kind == LocalKind::Bound
        })
    }

    /// A reference that is bound again may lead elsewhere.
    fn is_fixed_root(&self, root: Root) -> bool {
        match root {
            Root::Variable(_) => true,
            Root::Local(local) => self.binds.get(&local).is_none_or(|count| *count < 2),
        }
    }
}

impl Visitor for Positions<'_, '_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Bind { local, .. } => {
                if self.is_collecting {
                    *self.binds.entry(*local).or_default() += 1;
                }
            }
            StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
                if !self.is_collecting {
                    self.reach(set, set.path.len(), position);
                }
            }
            // Positions in their places, expressions and bindings are looked at there.
            StmtKind::Multiset(MultisetStmt::Add { .. } | MultisetStmt::RemoveWhere { .. })
            | StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Channel(ChannelStmt::Send { .. } | ChannelStmt::Receive { .. }) => {}
        }
    }

    fn binding(&mut self, binding: &Binding) {
        if let Domain::Positions(set) = &binding.domain {
            self.sets.insert(binding.local, set.clone());
        }
    }

    fn place(&mut self, place: &Place) {
        if self.is_collecting {
            return;
        }
        for (steps, step) in place.path.iter().enumerate() {
            if let Projection::Element(position) = step {
                self.reach(place, steps, position);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if self.is_collecting || self.proper.contains(&std::ptr::from_ref(expr)) {
            return;
        }
        let set = plain_local(expr).and_then(|local| self.sets.get(&local));
        if let Some(ty) = set.map(|set| set.ty) {
            self.leak(ty, expr);
        }
    }
}

/// The local whose value the expression is.
pub(crate) fn plain_local(expr: &Expr) -> Option<LocalId> {
    let ExprKind::Read(place) = &expr.kind else {
        return None;
    };
    match place.root {
        Root::Local(local) => place.path.is_empty().then_some(local),
        Root::Variable(_) => None,
    }
}

/// The type of what the first steps of a place lead to.
pub(crate) fn prefix_type(
    model: &Model,
    locals: &Locals,
    place: &Place,
    steps: usize,
) -> Option<TypeId> {
    let mut ty = match place.root {
        Root::Variable(variable) => model.variables[variable].ty,
        Root::Local(local) => locals[local].ty,
    };
    for step in &place.path[..steps] {
        ty = model.types.get(ty).part(step)?;
    }
    Some(ty)
}
