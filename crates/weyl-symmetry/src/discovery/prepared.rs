//! From a model to terms: what all of discovery starts from.

use super::assumed::Assumptions;
use super::bodies::defined::Defined;
use super::bodies::frozen::Frozen;
use super::bodies::reached::Reached;
use super::bodies::statics::Statics;
use super::bodies::{self, Body};
use super::numbers;
use super::numbers::classes::Classes;
use super::numbers::inference::inert_variables;
use super::removed::Removed;
use super::renamings::shown::{Shown, States};
use super::terms;
use super::terms::build::Sources;
use super::terms::program::GroundProgram;
use crate::{Cause, Fact, Pin, pins_by_order};
use std::collections::BTreeSet;
use weyl_ir::{Layout, Model, SortId, VarId};

pub(super) struct Prepared {
    pub program: GroundProgram,
    pub classes: Classes,
    /// Variables of processes that stay where they are.
    pub inert: BTreeSet<VarId>,
    pub facts: Vec<Fact>,
    pub shown: Shown,
}

/// What discovery starts from.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub beginnings: &'a [Vec<u8>],
    pub statics: &'a Statics,
    pub trust_loops: bool,
    /// As if nothing kept the names of sorts where they are.
    pub ignores_pins: bool,
    /// As if these parts were written differently.
    pub without: Option<&'a Removed>,
}

/// From the model to terms.
pub(super) fn prepare(subject: Subject<'_>, with_starts: bool) -> Prepared {
    let Subject {
        model,
        layout,
        beginnings,
        statics,
        trust_loops,
        ignores_pins,
        without,
    } = subject;
    let pinned = if ignores_pins {
        BTreeSet::new()
    } else {
        pinned_sorts(model, trust_loops)
    };
    let (bodies, frozen, reached) = steps(subject);
    let defined = Defined::new(layout, &bodies, beginnings);
    // Restriction 2 of the static channel diagram is about all values in the beginning.
    let inert = if with_starts {
        BTreeSet::new()
    } else {
        inert(subject, &bodies)
    };
    let classes = numbers::inference::infer(subject, &bodies, &inert);
    let sources = Sources {
        inert: &inert,
        model,
        layout,
        statics,
        classes: &classes,
        frozen: &frozen,
        defined: &defined,
        reached: &reached,
        pinned: &pinned,
        beginnings,
        with_starts,
        without,
    };
    let (program, real) = terms::build::build(sources, &bodies);
    let assumptions = Assumptions {
        model,
        layout,
        statics,
        classes: &classes,
        frozen: &frozen,
        defined: &defined,
        reached: &reached,
        real: &real,
    };
    let states = States {
        model,
        layout,
        classes: &classes,
        frozen: &frozen,
        inert: &inert,
    };
    Prepared {
        shown: if with_starts {
            Shown::default()
        } else {
            Shown::new(states, &program)
        },
        program,
        // Nobody stands on the symmetries of a diagram that is only shown.
        facts: if with_starts {
            Vec::new()
        } else {
            assumptions.facts()
        },
        classes,
        inert,
    }
}

/// What may happen once everything is there.
fn steps(subject: Subject<'_>) -> (Vec<Body<'_>>, Frozen<'_>, Reached) {
    let Subject {
        model,
        layout,
        beginnings,
        statics,
        without,
        ..
    } = subject;
    let mut bodies = bodies::ground(model, statics);
    let frozen = Frozen::new(model, layout, statics, beginnings, &bodies);
    let frozen = match without {
        Some(removed) => frozen.without(removed),
        None => frozen,
    };
    bodies::fold_frozen(model, &mut bodies, &frozen);
    if let Some(removed) = without {
        removed.take_out(&mut bodies);
    }
    let mut reached = bodies::reached::drop_dead(model, layout, beginnings, &mut bodies);
    bodies::make_one_of_sequences(model, &mut bodies, &mut reached);
    (bodies, frozen, reached)
}

/// Variables of processes that stay where they are.
fn inert(subject: Subject<'_>, bodies: &[Body<'_>]) -> BTreeSet<VarId> {
    let mut inert = inert_variables(subject.model, bodies);
    let tied = subject.without.map(Removed::tied).unwrap_or_default();
    inert.retain(|variable| !tied.contains(variable));
    inert
}

/// Sorts in whose loops, multisets or quantifiers the order of names may show. What else tells
/// names apart is in the diagram.
fn pinned_sorts(model: &Model, trust_loops: bool) -> BTreeSet<SortId> {
    if model.has_processes() {
        let is_kind = |sort: &SortId| model.processes().kind_of_sort(*sort).is_some();
        return model.sorts.keys().filter(|sort| !is_kind(sort)).collect();
    }
    let pins = order_pins(model, trust_loops);
    pins.into_iter().map(|pin| pin.sort).collect()
}

/// What shows an order of names, and is not trusted.
pub(super) fn order_pins(model: &Model, trust_loops: bool) -> Vec<Pin> {
    let found = pins_by_order(model).into_iter();
    let counts = |pin: &Pin| !(trust_loops && matches!(pin.cause, Cause::Loop { .. }));
    found.filter(counts).collect()
}
