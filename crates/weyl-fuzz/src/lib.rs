//! Hostile inputs for everything that weyl reads.
//!
//! An input is a pure function of target, seed and number, and of the models in the repository
//! (`make/`). It is tried in the process (`trial/`), in a child that may die of it (`worker.rs`,
//! `child.rs`). What fails is found in its batch (`culprit.rs`), shrunk (`shrink.rs`), and written
//! down (`campaign.rs`). See `docs/decisions/020-fuzzing.md`.

mod campaign;
mod child;
mod corpus;
mod culprit;
mod failure;
mod make;
mod pieces;
mod processor;
mod shrink;
mod summary;
mod target;
mod trial;
mod worker;

pub use campaign::{Campaign, Finding, run};
pub use summary::Summary;
pub use target::Target;
pub use worker::work;
