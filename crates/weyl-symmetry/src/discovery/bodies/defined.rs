//! Variables that are defined in all states: all starts define them, and nothing makes them
//! undefined.

use crate::discovery::bodies::frozen::Frozen;
use crate::discovery::bodies::{Body, Code};
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Model, Root, Stmt, StmtKind, VarId};

#[derive(Clone, Debug, Default)]
pub(crate) struct Defined {
    variables: BTreeSet<VarId>,
}

impl Defined {
    pub fn new(model: &Model, bodies: &[Body<'_>], frozen: &Frozen<'_>) -> Defined {
        let mut losses = Losses::default();
        for body in bodies {
            match &body.code {
                Code::Rule { rule, .. } => walk_rule(&mut losses, rule),
                Code::Function { block, .. } => walk_block(&mut losses, block),
                Code::Property { .. } => {}
            }
        }
        let is_kept =
            |variable: &VarId| !losses.0.contains(variable) && frozen.starts_defined(*variable);
        Defined {
            variables: model.variables.keys().filter(is_kept).collect(),
        }
    }

    pub fn contains(&self, variable: VarId) -> bool {
        self.variables.contains(&variable)
    }
}

/// Variables that may become undefined; what is stored by an assignment is defined.
#[derive(Default)]
struct Losses(BTreeSet<VarId>);

impl Visitor for Losses {
    fn stmt(&mut self, stmt: &Stmt) {
        if matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Clear(_)) {
            return;
        }
        for place in written_places(stmt) {
            if let Root::Variable(variable) = place.root {
                self.0.insert(variable);
            }
        }
    }
}
