//! From the resolved tree to the program representation.
//!
//! Each proctype becomes a kind of process: a sort whose names are its process numbers, an array of control
//! locations over that sort, an array for each local variable, and one rule for each way out of each control
//! state, with the process as parameter. Creation and death are ordinary statements.

mod automaton;
mod desugar;
mod exprs;
mod initial;
mod messages;
mod numbering;
mod observers;
mod pc_value;
mod print;
mod processes;
mod rules;
mod storage;
mod text;
mod trace;

use crate::resolved::{ProctypeId, ProctypeKind, Program};
use automaton::Automaton;
use cranelift_entity::SecondaryMap;
pub use numbering::Numbering;
use processes::Kind;
use std::rc::Rc;
use storage::Storage;
use trace::Trace;
use weyl_ir::{Interleaving, Model};
use weyl_source::{SourceMap, Span};

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

/// A model, and what was in its text that is not part of it.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub model: Model,
    /// Properties that safety does not decide: `ltl` blocks, never claims.
    pub not_checked: Vec<(String, Span)>,
    pub numbering: Numbering,
}

pub(crate) fn lower(program: &Program, sources: &SourceMap, room: Room) -> Lowered {
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
    };
    lowering.declare();
    lowering.build_rules();
    lowering.build_start();
    lowering.model.interleaving = Some(lowering.interleaving());
    Lowered {
        model: lowering.model,
        not_checked: not_checked(program),
        numbering: lowering.numbering,
    }
}

fn not_checked(program: &Program) -> Vec<(String, Span)> {
    let formulas = program.formulas.iter();
    let formulas = formulas.map(|formula| (formula.name.to_string(), formula.span));
    let claims = program.proctypes.values();
    let claims = claims.filter(|proctype| proctype.kind == ProctypeKind::Never);
    let claims = claims.map(|proctype| ("never".to_string(), proctype.span));
    formulas.chain(claims).collect()
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
