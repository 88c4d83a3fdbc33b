//! Loops over numbers whose turns can be taken in any order: every turn writes only what its own
//! number indexes, and mentions nothing of that variable elsewhere, but in other fields, and
//! nothing can fail. Loops over names of a sort are another matter: they take all turns whatever
//! happens, and what breaks them pins the sort ([`crate::loops`]).

use crate::positions::plain_local;
use weyl_ir::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{
    Binding, Block, Domain, LocalId, Place, Projection, PutItem, Root, Stmt, StmtKind, Type,
};

pub(crate) fn is_independent(fallible: &Fallible<'_>, binding: &Binding, body: &Block) -> bool {
    if let Domain::Type(ty) = &binding.domain
        && matches!(fallible.model.types.get(*ty), Type::Id(_) | Type::Union(_))
    {
        return true;
    }
    let mut turn = Turn {
        variable: binding.local,
        fallible,
        written: Vec::new(),
        mentioned: Vec::new(),
        is_simple: true,
    };
    walk_block(&mut turn, body);
    turn.is_simple && turn.are_apart()
}

struct Turn<'a> {
    variable: LocalId,
    fallible: &'a Fallible<'a>,
    written: Vec<Place>,
    /// Those that are written, too.
    mentioned: Vec<Place>,
    is_simple: bool,
}

impl Turn<'_> {
    /// At which step of a place the number of the turn is the index.
    fn own_step(&self, place: &Place) -> Option<usize> {
        let is_own = |step: &Projection| match step {
            Projection::Index(index) => plain_local(index) == Some(self.variable),
            Projection::Field(_) | Projection::Element(_) => false,
        };
        place.path.iter().position(is_own)
    }

    fn are_apart(&self) -> bool {
        self.written.iter().all(|written| {
            let Some(own) = self.own_step(written) else {
                return false;
            };
            let mentioned = self.mentioned.iter();
            let mut others = mentioned.filter(|other| other.root == written.root);
            matches!(written.root, Root::Variable(_))
                && others.all(|other| {
                    self.own_step(other) == Some(own) && same_before(written, other, own)
                        || is_elsewhere(written, other)
                })
        })
    }
}

/// Whether two places take different fields somewhere: then they have no part in common.
fn is_elsewhere(one: &Place, two: &Place) -> bool {
    let mut pairs = one.path.iter().zip(&two.path);
    pairs.any(|pair| matches!(pair, (Projection::Field(a), Projection::Field(b)) if a != b))
}

/// Whether two places take the same fields up to a step.
fn same_before(one: &Place, two: &Place, steps: usize) -> bool {
    let pairs = one.path[..steps].iter().zip(&two.path[..steps]);
    pairs.into_iter().all(|(a, b)| match a {
        Projection::Field(a) => matches!(b, Projection::Field(b) if a == b),
        Projection::Index(a) => {
            let a = a.as_constant();
            a.is_some() && matches!(b, Projection::Index(b) if a == b.as_constant())
        }
        Projection::Element(_) => false,
    })
}

impl Visitor for Turn<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        let fallible = self.fallible;
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let may_fail =
                    fallible.place(to) || fallible.expr(value) || fallible.store(to.ty, value);
                self.is_simple &= !may_fail;
                self.written.push(to.clone());
            }
            StmtKind::Copy { to, from } => {
                let may_fail = fallible.place(to)
                    || fallible.place(from)
                    || !fallible.is_within(from.ty, to.ty);
                self.is_simple &= !may_fail;
                self.written.push(to.clone());
            }
            StmtKind::Clear(place) | StmtKind::Undefine(place) => {
                self.is_simple &= !fallible.place(place);
                self.written.push(place.clone());
            }
            StmtKind::If { condition, .. } => self.is_simple &= !fallible.expr(condition),
            StmtKind::For { binding, .. } => self.is_simple &= !fallible.binding(binding),
            StmtKind::Put(items) => {
                self.is_simple &= !items.iter().any(|item| match item {
                    PutItem::Text(_) => false,
                    PutItem::Value(value) | PutItem::Number(value, _) => fallible.expr(value),
                    PutItem::Place(place) => fallible.place(place),
                });
            }
            StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => self.is_simple = false,
        }
    }

    /// Whatever is mentioned may be read: as a value, in a comparison of records, as the domain of
    /// a count.
    fn place(&mut self, place: &Place) {
        self.mentioned.push(place.clone());
    }
}
