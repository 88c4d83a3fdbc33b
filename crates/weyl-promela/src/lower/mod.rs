//! From the resolved tree to the program representation.
//!
//! Each proctype becomes a kind of process: a sort whose names are its process numbers, an array of control
//! locations over that sort, an array for each local variable, and one rule for each way out of each control
//! state, with the process as parameter. Creation and death are ordinary statements.

mod automaton;
mod desugar;
mod exprs;
mod initial;
mod marks;
mod messages;
mod never;
mod numbering;
mod observers;
mod pc_value;
mod print;
mod processes;
mod rules;
mod storage;
mod temporal;
mod text;
mod trace;

use crate::resolved::{ProctypeId, Program};
use automaton::Automaton;
use cranelift_entity::SecondaryMap;
pub use numbering::Numbering;
use processes::Kind;
use std::rc::Rc;
use storage::Storage;
use temporal::Atom;
use trace::Trace;
use weyl_ir::{Interleaving, Model, Temporal};
use weyl_source::{Diagnostics, SourceMap};

/// How many processes and channels a state has room for; a model that turns out to need more is lowered
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub processes: u32,
    pub channels: u32,
}

impl Default for Room {
    fn default() -> Room {
        Room {
            processes: 8,
            channels: 8,
        }
    }
}

/// A model, and what is said of its runs.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub model: Model,
    /// `ltl` blocks and never claims in the order of the text, what labels say, and formulas from outside.
    pub temporal: Vec<Temporal>,
    pub numbering: Numbering,
}

/// Lowers a program. What is reported as an error leaves the result without meaning.
pub(crate) fn lower(
    program: &Program,
    sources: &SourceMap,
    room: Room,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut lowering = Lowering {
        program,
        sources,
        room,
        model: Model::default(),
        storage: Storage::default(),
        kinds: SecondaryMap::new(),
        automata: SecondaryMap::new(),
        numbering: Numbering::default(),
        trace: None,
        atoms: Vec::new(),
    };
    lowering.declare();
    lowering.build_rules();
    lowering.build_start();
    lowering.model.interleaving = Some(lowering.interleaving());
    let temporal = lowering.temporal(diagnostics);
    Lowered {
        model: lowering.model,
        temporal,
        numbering: lowering.numbering,
    }
}

struct Lowering<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    room: Room,
    model: Model,
    storage: Storage,
    kinds: SecondaryMap<ProctypeId, Option<Kind>>,
    automata: SecondaryMap<ProctypeId, Option<Rc<Automaton>>>,
    numbering: Numbering,
    trace: Option<Trace>,
    atoms: Vec<Atom>,
}

impl Lowering<'_> {
    fn interleaving(&self) -> Interleaving {
        Interleaving {
            kinds: self.process_kinds(),
            process_count: self.storage.process_count(),
            channels: self.storage.fixed_channels.clone(),
            pool: self.storage.pool(),
        }
    }
}
