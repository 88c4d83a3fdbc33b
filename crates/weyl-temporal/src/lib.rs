//! Temporal formulas over numbered propositions, and automata on infinite words that accept what
//! they describe.
//!
//! A formula ([`Formula`]) is read ([`parse`]) or built, brought into negation normal form and
//! simplified ([`rewrite`]), and translated ([`translate`]) to a generalised Büchi automaton whose
//! acceptance is on transitions ([`Automaton`]). What a formula says of a word that repeats
//! ([`Lasso`]) can also be evaluated directly: the translation is tested against that.

mod automaton;
pub mod branching;
mod buchi;
mod components;
mod evaluate;
mod formula;
pub mod grammar;
mod observer;
mod parse;
mod partition;
mod reduce;
mod rewrite;
mod translate;
mod write;

pub use automaton::{Automaton, Cube, Marks, Transition};
pub use buchi::{Buchi, BuchiState};
pub use components::components;
pub use evaluate::Lasso;
pub use formula::{Formula, MAX_PROPOSITIONS, Proposition};
pub use grammar::ParseError;
pub use observer::{Claim, Guard, Observer, ObserverEdge, ObserverState};
pub use parse::parse;
pub use translate::{TooLarge, translate};
