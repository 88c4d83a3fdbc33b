//! Variables that conditions and statements mention.

use crate::discovery::bodies::{Body, Code};
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{Place, Root, VarId};

#[derive(Default)]
struct Seen(BTreeSet<VarId>);

impl Visitor for Seen {
    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.0.insert(variable);
        }
    }
}

pub(crate) fn seen_variables(bodies: &[Body<'_>]) -> BTreeSet<VarId> {
    let mut seen = Seen::default();
    for body in bodies {
        match &body.code {
            Code::Rule { rule, .. } => {
                walk_expr(&mut seen, &rule.guard);
                walk_block(&mut seen, &rule.body);
            }
            Code::Function { block, .. } => walk_block(&mut seen, block),
            Code::Property { condition, .. } => walk_expr(&mut seen, condition),
        }
    }
    seen.0
}
