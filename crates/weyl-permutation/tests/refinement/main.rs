//! The refinement engine against all permutations, against known groups, and against nauty.

mod all_permutations;
mod dreadnaut;
mod families;
mod known_groups;
mod nauty;
mod sample;
