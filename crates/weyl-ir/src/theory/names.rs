//! Names of sorts, by their numbers.

use crate::Expr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameExpr {
    /// The number of a name in its sort.
    NumberOf(Box<Expr>),
    /// The name with a number in the sort; an error if there is none.
    NameAt(Box<Expr>),
}
