//! The program representation: typed guarded-command programs over finite types.
//!
//! A program is ⟨variables, rules, initial rules⟩ (the guarded-command programs of Saïdi,
//! *Discovering symmetries*; the `ℓ: B → A: ℓ'` skeletons of Emerson and Sistla are rules with a
//! [`Control`]). Front ends lower to it; executors, the symmetry analysis and symbolic engines read
//! it. Expressions are pure and yield a value or an error; statements are structured; every type is
//! finite.

pub mod analysis;
pub mod arithmetic;
mod erase;
mod expr;
pub mod fallible;
pub mod formulas;
mod front_end;
mod ids;
pub mod interval;
pub mod layout;
mod model;
mod naming;
mod parameters;
mod place;
mod processes;
pub mod rewrite;
mod stmt;
pub mod structure;
mod temporal;
pub mod text;
mod theory;
mod types;
pub mod verify;
pub mod visit;

pub use erase::{erase_spans, erase_spans_of_expr, erase_spans_of_rule};
pub use expr::{
    BinaryOp, Binding, Comparison, Domain, Evaluation, Expr, ExprKind, Quantifier, UnaryOp,
};
pub use front_end::{
    Capacity, Definitions, FormulaFile, FrontEnd, Language, Lowered, Parsed, ReadOptions,
    StatementNumbers, load,
};
pub use ids::{FunctionId, LocalId, NameId, PropertyId, RuleId, SortId, TypeId, VarId};
pub use layout::Layout;
pub use model::{
    ChannelPool, Control, FixedChannel, Function, Interleaving, KindCopy, Local, LocalKind, Locals,
    Model, ProcessKind, Property, PropertyKind, Rule, Sort, Then, Turn, Variable,
};
pub use naming::{Leaf, LeafStep, Naming, Numbering, NumberingId};
pub use parameters::{Series, Valuations};
pub use place::{Place, Projection, Root};
pub use processes::Processes;
pub use stmt::{Argument, Block, Notation, PutItem, Stmt, StmtKind};
pub use structure::Structure;
pub use temporal::Temporal;
pub use text::Ir;
pub use theory::{
    ChannelExpr, ChannelQuestion, ChannelStmt, MessageField, MultisetStmt, NameExpr, ProcessExpr,
    Table, UnionExpr,
};
pub use types::{Field, ScalarRange, Type, Types};
pub use verify::{VerifyError, verify, verify_temporal};
