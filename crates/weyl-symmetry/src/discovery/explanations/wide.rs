//! Which variable is to blame where numbers are no names since there may be too many of them.

use super::words::How;
use crate::discovery::numbers::classes::{Base, ClassId, Classes, MOST_NUMBERS, Spot};
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_expr, walk_rule};
use weyl_ir::{Expr, ExprKind, Model, Place, Projection, Root, Stmt, StmtKind, VarId};

/// A variable with too many numbers, which a statement about these variables has to do with; what
/// finds elements of the place comes first. Of all that hold such numbers the one is named that is
/// computed and finds something, as far as there is one.
pub(super) fn wide(
    model: &Model,
    classes: &Classes,
    mentioned: &BTreeSet<VarId>,
    place: Option<VarId>,
) -> Option<How> {
    let spots = classes.spots();
    let is_mentioned =
        |spot: &Spot| matches!(spot.base, Base::Variable(of) if mentioned.contains(&of));
    let is_at_place = |spot: &Spot| spot.is_index && place.map(Base::Variable) == Some(spot.base);
    let is_nameless =
        |(spot, class): &&(&Spot, ClassId)| is_mentioned(spot) && classes.numbers(*class).is_none();
    let nameless: Vec<&(&Spot, ClassId)> = spots.iter().filter(is_nameless).collect();
    let at_place = nameless.iter().filter(|(spot, _)| is_at_place(spot));
    let mut some: BTreeSet<ClassId> = at_place.map(|(_, class)| *class).collect();
    if some.is_empty() {
        some.extend(nameless.iter().map(|(_, class)| *class));
    }
    let own = spots.iter().filter(|(_, class)| some.contains(class));
    let wide = own.filter_map(|(spot, _)| wide_variable(model, spot));
    let uses = Uses::of(model);
    let variable = wide.max_by_key(|of| {
        let is_computed = uses.computed.contains(of);
        let rank = (is_computed && uses.indices.contains(of), is_computed);
        // The first of those that are alike.
        (rank, std::cmp::Reverse(*of))
    })?;
    let declared = &model.variables[variable];
    Some(How::Wide {
        variable: declared.name.clone(),
        at: declared.span,
    })
}

/// The variable of a spot with a large type.
fn wide_variable(model: &Model, spot: &Spot) -> Option<VarId> {
    let Base::Variable(variable) = spot.base else {
        return None;
    };
    let ty = model.part_type(model.variables[variable].ty, &spot.path)?;
    let range = model.scalar_range(ty).filter(|_| !spot.is_index)?;
    (range.len() > MOST_NUMBERS).then_some(variable)
}

/// What rules do with variables.
#[derive(Default)]
struct Uses {
    /// Those that something computed is stored in.
    computed: BTreeSet<VarId>,
    /// Those that find elements of arrays.
    indices: BTreeSet<VarId>,
}

impl Uses {
    fn of(model: &Model) -> Uses {
        let mut uses = Uses::default();
        for rule in model.rules.values() {
            walk_rule(&mut uses, rule);
        }
        uses
    }
}

impl Visitor for Uses {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { to, value } = &stmt.kind
            && let Root::Variable(variable) = to.root
            && has_operation(value)
        {
            self.computed.insert(variable);
        }
    }

    fn place(&mut self, place: &Place) {
        for step in &place.path {
            if let Projection::Index(at) = step {
                let mut reads = Reads::default();
                walk_expr(&mut reads, at);
                self.indices.extend(reads.0);
            }
        }
    }
}

#[derive(Default)]
struct Reads(BTreeSet<VarId>);

impl Visitor for Reads {
    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.0.insert(variable);
        }
    }
}

pub(super) fn has_operation(value: &Expr) -> bool {
    #[derive(Default)]
    struct Operation(bool);
    impl Visitor for Operation {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Binary(..));
        }
    }
    let mut operation = Operation::default();
    walk_expr(&mut operation, value);
    operation.0
}
