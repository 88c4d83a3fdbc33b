//! Multisets of bounded size. Their elements lie at positions, in an order that means nothing.

use crate::{Binding, Expr, Place};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MultisetStmt {
    /// Adds what the element place holds; an error if the multiset is full.
    Add { set: Place, element: Place },
    /// Empties a position; an error if it is empty already.
    Remove { set: Place, position: Expr },
    /// Empties every position that satisfies the condition; the binding ranges over the positions,
    /// and all are asked before any is emptied.
    RemoveWhere { binding: Binding, condition: Expr },
}
