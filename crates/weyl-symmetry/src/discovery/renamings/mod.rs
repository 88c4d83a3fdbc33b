//! Renamings that keep a program: found on its graph ([`diagram`]), checked on its terms
//! ([`certificate`]), or given by somebody ([`given`]); what they do to rules ([`rule_orbits`]) and
//! to temporal properties ([`claims`]).

pub(crate) mod certificate;
pub(crate) mod claims;
pub(crate) mod diagram;
pub(crate) mod given;
pub(crate) mod rule_orbits;
pub(crate) mod shown;
