//! The verifier: what every executor, analysis and translation may take for granted.
//!
//! It collects all errors of a model. A model passes if:
//!
//! - **Types.** Components come before what is made of them (so no type is recursive) and nest at most
//!   [`MAX_TYPE_DEPTH`] deep. Ranges are not empty and have at most 2^64 − 1 values; enumerations have
//!   a variant, and no variant twice; the members of a union are `Id` or `Enum` types, none twice;
//!   an array's index is a finite scalar type; field names of a record differ; a multiset has room for
//!   an element. `Int` is a component of nothing and the type of no variable or local.
//! - **Variables** have a value to start from: where one can't be undefined, its scalars have a least
//!   value.
//! - **Places.** The root exists; each step of the path fits the type before it; `ty` is the type at the
//!   end. Indices are of the index type, or integers where that is a range; positions are integers.
//! - **Expressions.** Operands have the types that the operator wants, and `ty` is the type of the
//!   result: `Int` for arithmetic and counts, boolean for comparisons. Order is for integers; equality is
//!   for two values of one type, or two integers. Constants belong to their type. What is read is a
//!   scalar. `Same` compares two places of one type without multisets. Member numbers exist. Calls in
//!   expressions are of pure functions with a scalar result.
//! - **Bound variables** are of kind `Bound`, have the type of their domain (a range for `Steps`, `0 ..=
//!   capacity − 1` for `Positions`), are mentioned only where they are bound, are not bound again there,
//!   and are never written, not through references either.
//! - **References** are bound on every way to where they are mentioned, to places of their type.
//! - **Arguments** are as many as the parameters; values fit the type, references have it.
//! - **Statements.** `Assign` stores scalars that fit (the same type, or two integers); `Copy` is between
//!   equal types or integers; multiset operations are on multisets, elements have the element type;
//!   conditions are boolean; `Undefine` is not for variables that can't be undefined; `Clear` is for types
//!   with a least value.
//! - **Functions.** Parameters are distinct locals of kind `Value` or `Reference`; the result is another
//!   one of kind `Value`.
//! - **Rules.** Parameters over `Steps` have constants as bounds, and `by` is not 0. The guard is boolean, and
//!   the constant true for initial rules, which have no control. The control location is part of a
//!   variable and an enumeration; `from` and `to` are variants of it; the process is a name.
//! - **Properties** are boolean.

mod bindings;
mod body;
mod calls;
mod exprs;
mod items;
mod places;
mod stmts;
mod types;

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
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}
