//! Permutations of finitely many points, groups given by generators, and the automorphisms of
//! coloured directed graphs. Knows nothing of programs, states or languages.

pub mod cycles;
pub mod disjoint_sets;
pub mod group;
pub mod permutation;
pub mod random;
pub mod refinement;

pub use disjoint_sets::DisjointSets;
pub use group::Group;
pub use permutation::{Permutation, Point};
