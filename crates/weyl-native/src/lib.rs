//! The native executor: a program compiled to machine code with Cranelift, behind the same trait as
//! the interpreter.
//!
//! Machine code knows only what goes well. Whatever else comes about (a run-time error, a failed
//! assertion, a number beyond 64 bits, a step that takes too long) ends it with one answer, *give
//! up*, and the interpreter does the work again from the state before. So errors, their places and
//! their order are the interpreter's own, and what is compiled stays small: no error is ever
//! described in machine code. What can't be compiled at all gives up at once.

mod channels;
mod code;
mod compile;
mod context;
mod executor;
mod number;
mod packing;
mod runtime;
mod translate;
mod turns;

pub use executor::{Native, Unavailable};
