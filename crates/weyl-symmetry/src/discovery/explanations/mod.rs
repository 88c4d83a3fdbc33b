//! For people: why names can't change places ([`difference`]), all that keeps a family of them
//! from it ([`families`], by [`causes`] and [`words`]), what the static channel diagram is worth
//! ([`validity`]), and pictures of the program ([`picture`])
//! and of its names ([`relations`]).

pub(crate) mod causes;
pub(crate) mod difference;
pub(crate) mod families;
pub(crate) mod mended;
pub(crate) mod obstacles;
pub(crate) mod operations;
pub(crate) mod picture;
pub(crate) mod relations;
mod renamed;
pub(crate) mod validity;
pub(crate) mod values;
pub(crate) mod wide;
pub(crate) mod words;
