//! Numbers that are names in disguise: which of them belong together ([`inference`], [`classes`]),
//! which are ever there ([`real`]), and which loops over them have no order ([`independence`]).

pub(crate) mod classes;
pub(crate) mod independence;
pub(crate) mod inference;
pub(crate) mod real;
