//! Unions: disjoint sums of scalar types.

use crate::Expr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnionExpr {
    /// A value of a union's member (by position in the union), as a value of the union.
    Inject {
        member: u32,
        value: Box<Expr>,
    },
    /// The value of a union as a value of the member; an error if it belongs to another one.
    Project {
        member: u32,
        value: Box<Expr>,
    },
    IsMember {
        member: u32,
        value: Box<Expr>,
    },
}
