//! From the resolved tree to the program representation.
//!
//! Each proctype (or all copies of one, `copies.rs`) becomes a kind of process: a sort whose names
//! are its process numbers, an array of control locations over that sort, an array for each local
//! variable, and one rule for each way out of each control state, with the process as parameter.
//! Creation and death are ordinary statements.

mod automaton;
mod copies;
mod desugar;
mod exprs;
mod held_values;
mod initial;
mod local_channels;
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
use held_values::HeldValues;
use processes::Kind;
use std::rc::Rc;
use storage::Storage;
use temporal::Atom;
use trace::Trace;
use weyl_ir::{Capacity, Interleaving, Lowered, Model, StatementNumbers};
use weyl_source::{Diagnostics, Sources};

/// Lowers a program. What is reported as an error leaves the result without meaning.
pub(crate) fn lower(
    program: &Program,
    sources: &Sources,
    capacity: Capacity,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut lowering = Lowering {
        program,
        sources,
        capacity,
        model: Model::default(),
        storage: Storage::default(),
        kinds: SecondaryMap::new(),
        automata: SecondaryMap::new(),
        numbers: StatementNumbers::default(),
        trace: None,
        atoms: Vec::new(),
        held_values: HeldValues::new(program),
    };
    lowering.declare();
    lowering.build_rules();
    lowering.build_start();
    lowering.model.interleaving = Some(lowering.interleaving());
    let temporal = lowering.temporal(diagnostics);
    Lowered {
        model: lowering.model,
        temporal,
        numbers: Some(lowering.numbers),
    }
}

struct Lowering<'a> {
    program: &'a Program,
    sources: &'a Sources,
    capacity: Capacity,
    model: Model,
    storage: Storage,
    kinds: SecondaryMap<ProctypeId, Option<Kind>>,
    automata: SecondaryMap<ProctypeId, Option<Rc<Automaton>>>,
    numbers: StatementNumbers,
    trace: Option<Trace>,
    atoms: Vec<Atom>,
    held_values: HeldValues,
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
