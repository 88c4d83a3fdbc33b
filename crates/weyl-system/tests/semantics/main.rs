//! The semantics of the program representation, as the reference interpreter has it.

mod assumptions;
mod calls;
mod events;
mod expressions;
mod fixtures;
mod harness;
mod hits;
mod laws;
mod limits;
mod multisets;
mod output;
mod programs;
mod recording;
mod references;
mod rules;
mod statements;
mod undefined;
