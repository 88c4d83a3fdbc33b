//! For people: why names can't change places ([`difference`]), what the static channel diagram is
//! worth ([`validity`]), and a picture of the program ([`picture`]).

pub(crate) mod difference;
pub(crate) mod picture;
pub(crate) mod validity;
