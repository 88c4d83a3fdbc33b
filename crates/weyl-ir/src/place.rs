//! Places: what can be read, written, or referred to.

use crate::{Expr, LocalId, TypeId, VarId};
use weyl_source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    Variable(VarId),
    /// A local; where its kind is `Reference`, the place that it was bound to.
    Local(LocalId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// A field of a record, by position.
    Field(u32),
    /// An element of an array; a value outside the index type is a run-time error.
    Index(Expr),
    /// An element of a multiset, by its position in the present step; an empty position is a
    /// run-time error.
    Element(Expr),
}

/// A root and a path from it. `ty` is the type at the end of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub root: Root,
    pub path: Vec<Projection>,
    pub ty: TypeId,
    pub span: Span,
}

impl Place {
    pub fn variable(variable: VarId, ty: TypeId, span: Span) -> Place {
        Place::of(Root::Variable(variable), ty, span)
    }

    pub fn local(local: LocalId, ty: TypeId, span: Span) -> Place {
        Place::of(Root::Local(local), ty, span)
    }

    fn of(root: Root, ty: TypeId, span: Span) -> Place {
        Place {
            root,
            path: Vec::new(),
            ty,
            span,
        }
    }

    /// The place one step further; `ty` is the type of the part.
    pub fn project(mut self, projection: Projection, ty: TypeId, span: Span) -> Place {
        self.path.push(projection);
        self.ty = ty;
        self.span = span;
        self
    }
}
