//! Scalars that are defined in all states: all beginnings define them, and nothing makes them
//! undefined. Told part by part: all scalars that fields lead to in the same way are one.

use crate::discovery::bodies::frozen::value_in;
use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::inference::spot_of;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::analysis::written_places;
use weyl_ir::layout::Slot;
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Layout, LeafStep, Place, Projection, Root, Stmt, StmtKind, VarId};

/// What may be undefined: parts of variables, with all that is inside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defined {
    lost: BTreeMap<VarId, BTreeSet<Vec<LeafStep>>>,
}

impl Defined {
    pub fn new(layout: &Layout, bodies: &[Body<'_>], beginnings: &[Vec<u8>]) -> Defined {
        let mut defined = Defined::default();
        for body in bodies {
            match &body.code {
                Code::Rule { rule, .. } => walk_rule(&mut defined, rule),
                Code::Function { block, .. } => walk_block(&mut defined, block),
                Code::Property { .. } => {}
            }
        }
        for slot in layout.slots.values() {
            let is_there = |state: &[u8]| slot.presence.is_none_or(|of| of.holds(state));
            let is_undefined = |state: &Vec<u8>| is_there(state) && value_in(slot, state).is_none();
            if let Some(spot) = spot_of(slot)
                && defined.is_kept(slot.variable, &spot.path)
                && beginnings.iter().any(is_undefined)
            {
                defined.lose(slot.variable, spot.path);
            }
        }
        defined
    }

    fn lose(&mut self, variable: VarId, path: Vec<LeafStep>) {
        self.lost.entry(variable).or_default().insert(path);
    }

    fn is_kept(&self, variable: VarId, path: &[LeafStep]) -> bool {
        let lost = self.lost.get(&variable);
        !lost.is_some_and(|lost| (0..=path.len()).any(|steps| lost.contains(&path[..steps])))
    }

    /// Whether what a place holds is defined, if that is one scalar of a variable.
    pub fn contains(&self, place: &Place) -> bool {
        match place.root {
            Root::Variable(variable) => self.is_kept(variable, &shape(place)),
            Root::Local(_) => false,
        }
    }

    pub fn contains_slot(&self, slot: &Slot) -> bool {
        spot_of(slot).is_some_and(|spot| self.is_kept(slot.variable, &spot.path))
    }
}

fn shape(place: &Place) -> Vec<LeafStep> {
    let steps = place.path.iter().map(|step| match step {
        Projection::Field(field) => LeafStep::Field(*field),
        Projection::Index(_) => LeafStep::Index,
        Projection::Element(_) => LeafStep::Element,
    });
    steps.collect()
}

/// What may become undefined; what is stored by an assignment is defined.
impl Visitor for Defined {
    fn stmt(&mut self, stmt: &Stmt) {
        if matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Clear(_)) {
            return;
        }
        for place in written_places(stmt) {
            if let Root::Variable(variable) = place.root {
                self.lose(variable, shape(place));
            }
        }
    }
}
