//! Slices against the programs that they are slices of, by brute force and by definition: both are
//! explored with the interpreter, and compared state by state.

mod agree;
mod explored;
mod handmade;
mod random;
mod texts;
mod ultralog;
