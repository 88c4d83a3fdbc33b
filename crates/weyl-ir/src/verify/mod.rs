//! The verifier: what every executor, analysis and translation may take for granted.
//!
//! It collects all errors of a model. A model passes if:
//!
//! - **Types.** Components come before what is made of them (so no type is recursive) and nest at
//!   most [`MAX_TYPE_DEPTH`] deep. Ranges are not empty and have at most 2^64 − 1 values; their
//!   names are by increasing values, all of the range; enumerations have a variant, and no variant
//!   twice; the members of a union are `Id` or `Enum` types, none twice; an array's index is a
//!   finite scalar type; field names of a record differ; a multiset has room for an element. `Int`
//!   is a component of nothing and the type of no variable or local. A channel holds at most 255
//!   messages; they have a field, and all fields are ranges. Channels are variables or elements of
//!   arrays: no record, multiset or local has one in it.
//! - **Variables** have a value to start from: where one can't be undefined, its scalars have a
//!   least value.
//! - **Places.** The root exists; each step of the path fits the type before it; `ty` is the type
//!   at the end. Indices are of the index type, or integers where that is a range; positions are
//!   integers.
//! - **Expressions.** Operands have the types that the operator wants, and `ty` is the type of the
//!   result: `Int` for arithmetic, counts, numbers of names and lengths, boolean for comparisons
//!   and the other questions about channels and processes. Numbers of channels and processes, and
//!   what fields of messages are compared with, are integers. Names have numbers, and numbers give
//!   names of the sort that `ty` is. From 1 to 64 low bits are kept. Order is for integers;
//!   equality is for two values of one type, or two integers. Constants belong to their type. What
//!   is read is a scalar. `Same` compares two places of one type without multisets or channels.
//!   Member numbers exist. Calls in expressions are of pure functions with a scalar result.
//! - **Bound variables** are of kind `Bound`, have the type of their domain (a range for `Steps`,
//!   `0 ..= capacity − 1` for `Positions`), are mentioned only where they are bound, are not bound
//!   again there, and are never written, not through references either.
//! - **References** are bound on every way to where they are mentioned, to places of their type.
//! - **Arguments** are as many as the parameters; values fit the type, references have it.
//! - **Statements.** `Assign` stores scalars that fit (the same type, or two integers); `Copy` is
//!   between equal types without channels, or integers; multiset operations are on multisets,
//!   elements have the element type; conditions are boolean; `Undefine` is not for variables that
//!   can't be undefined; `Clear` is for types with a least value; what is put in a notation is an
//!   integer, and the type that it is shown as a range. Fields of a message that is sent are
//!   integers; those that are received go to locals of kind `Value` with a range as type.
//! - **Functions.** Parameters are distinct locals of kind `Value` or `Reference`; the result is
//!   another one of kind `Value`.
//! - **Rules.** Parameters over `Steps` have constants as bounds, and `by` is not 0. The guard is
//!   boolean, and the constant true for initial rules, which have no control. The control location
//!   is part of a variable and an enumeration; `from` and `to` are variants of it; the process is a
//!   name.
//! - **Turns.** All rules of a model with an interleaving have a turn, no others, and no initial
//!   rules. Its kind exists; the first parameter ranges over all names of the kind's sort; the
//!   control location is there, and is the kind's at that parameter.
//! - **Interleaving.** The number of processes is in an integer variable. The locations of a kind
//!   are an array of an enumeration over its sort and can be undefined; `may_end` has an entry for
//!   each location. Fixed channels are variables that are channels, or elements of variables that
//!   are arrays of channels. The pool's numbers come after theirs; its arrays have one index type,
//!   a range from `first` on; `shape_of` is of `0 ..= shapes.len()`, shapes are of channels.
//!   Without an interleaving there is nothing about channels by number, `Timeout`, `Enabled`, or
//!   `Reserve`.
//! - **Naming.** Names exist, and have one number in a numbering; its numbers lie less than
//!   [`MAX_NUMBERING_SPAN`] apart. What is named are values of plain scalars (boolean, ranges,
//!   enumerations) and indices of arrays over such types, which exist and can have these values.
//!   Channels exist, have different names, and one type where their names are of one sort.
//! - **Properties** are boolean.

mod bindings;
mod body;
mod calls;
mod exprs;
mod items;
mod messages;
mod naming;
mod places;
mod processes;
mod stmts;
mod temporal;
mod types;

pub use naming::MAX_NUMBERING_SPAN;
pub use temporal::verify_temporal;
pub use types::MAX_TYPE_DEPTH;

use crate::Model;
use crate::analysis::effects;
use weyl_source::Span;

/// Something that no front end may produce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{within}: {message}")]
pub struct VerifyError {
    /// The declaration that it is in, such as `rule "enter"`.
    pub within: String,
    pub message: String,
    /// Where it is, as far as known.
    pub span: Span,
}

/// Checks a model; the list of the module's description.
pub fn verify(model: &Model) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    // Everything else looks types up: it needs a table in order.
    if let Some(facts) = types::check(model, &mut errors) {
        let context = items::Context {
            model,
            facts,
            effects: effects(model),
        };
        context.check(&mut errors);
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}
