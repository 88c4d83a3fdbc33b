//! Whether a block writes all of a place, whatever happens: its scalars one by one, in loops over
//! all indices, or at once.

use super::items::plain_local;
use weyl_ir::{
    Block, Domain, LocalId, Model, Place, Projection, Root, Stmt, StmtKind, Type, TypeId, VarId,
};

/// Arrays that are written element by element have no more.
const MOST_ELEMENTS: u128 = 256;

/// A step of a path whose indices are locals or constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Field(u32),
    Local(LocalId),
    Constant(i128),
}

/// The steps of a place, if all its indices are locals or constants.
pub(super) fn steps(place: &Place) -> Option<Vec<Step>> {
    let steps = place.path.iter().map(|step| match step {
        Projection::Field(field) => Some(Step::Field(*field)),
        Projection::Index(index) => {
            let constant = index.as_constant().map(Step::Constant);
            constant.or_else(|| plain_local(index).map(Step::Local))
        }
        Projection::Element(_) => None,
    });
    steps.collect()
}

pub(super) struct Covering<'a> {
    pub model: &'a Model,
    pub variable: VarId,
}

impl Covering<'_> {
    /// Whether a block writes all that is at the end of a path.
    pub fn covers(&self, block: &[Stmt], path: &mut Vec<Step>, ty: TypeId) -> bool {
        if block.iter().any(|stmt| self.writes(stmt, path)) {
            return true;
        }
        match self.model.types.get(ty) {
            Type::Record(fields) => (0..).zip(fields).all(|(number, field)| {
                self.covers_part(block, path, Step::Field(number), field.ty)
            }),
            Type::Array { index, element } => {
                block
                    .iter()
                    .any(|stmt| self.fills(stmt, path, *index, *element))
                    || self.covers_elements(block, path, *index, *element)
            }
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_)
            | Type::Multiset { .. }
            | Type::Channel { .. } => false,
        }
    }

    fn covers_part(&self, block: &[Stmt], path: &mut Vec<Step>, step: Step, ty: TypeId) -> bool {
        path.push(step);
        let is_covered = self.covers(block, path, ty);
        path.pop();
        is_covered
    }

    /// Whether a statement writes a place that the path leads into.
    fn writes(&self, stmt: &Stmt, path: &[Step]) -> bool {
        let (StmtKind::Assign { to, .. }
        | StmtKind::Copy { to, .. }
        | StmtKind::Undefine(to)
        | StmtKind::Clear(to)) = &stmt.kind
        else {
            return false;
        };
        to.root == Root::Variable(self.variable)
            && steps(to).is_some_and(|written| path.starts_with(&written))
    }

    /// Whether a statement is a loop over all indices that writes the element of each.
    fn fills(&self, stmt: &Stmt, path: &mut Vec<Step>, index: TypeId, element: TypeId) -> bool {
        let StmtKind::For { binding, body } = &stmt.kind else {
            return false;
        };
        binding.domain == Domain::Type(index)
            && self.covers_part(body, path, Step::Local(binding.local), element)
    }

    fn covers_elements(
        &self,
        block: &[Stmt],
        path: &mut Vec<Step>,
        index: TypeId,
        element: TypeId,
    ) -> bool {
        let range = self.model.scalar_range(index);
        range
            .filter(|range| range.len() <= MOST_ELEMENTS)
            .is_some_and(|range| {
                let mut indices = range.lo..=range.hi;
                indices.all(|at| self.covers_part(block, path, Step::Constant(at), element))
            })
    }
}

/// Whether a block may end before its last statement.
pub(super) fn returns(block: &Block) -> bool {
    use weyl_ir::visit::{Visitor, walk_block};
    struct Returns(bool);
    impl Visitor for Returns {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0 |= matches!(stmt.kind, StmtKind::Return);
        }
    }
    let mut found = Returns(false);
    walk_block(&mut found, block);
    found.0
}
