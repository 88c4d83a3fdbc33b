//! Permutations of finitely many points, groups given by generators, and the automorphisms of
//! coloured directed graphs. Knows nothing of programs, states or languages.

pub mod permutation;

pub use permutation::{Permutation, Point};
