//! Discovery: the group of all renamings that map the text of a program onto itself.
//!
//! Rules are grounded, frozen values put in ([`bodies`], [`frozen`]); numbers that belong together are found
//! ([`inference`], [`classes`]); the program becomes terms over names ([`build`]), these a graph ([`diagram`]); its automorphisms
//! are the generators, each of which is checked against the terms again ([`certificate`]).

mod bodies;
mod build;
mod certificate;
mod classes;
mod defined;
mod diagram;
mod frozen;
mod independence;
mod inference;
mod naming;
mod places;
mod program;
mod statics;
mod terms;
mod universe;

use crate::{Cause, SymmetryGroup, pins};
use build::Sources;
use defined::Defined;
use diagram::Diagram;
use frozen::Frozen;
use statics::Statics;
use std::collections::BTreeSet;
use weyl_ir::{Layout, Model, SortId};

/// What was found.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The model, with a naming of all that the group moves.
    pub model: Model,
    pub group: SymmetryGroup,
    pub size: DiagramSize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramSize {
    pub vertices: usize,
    pub edges: usize,
}

/// A generator does not keep what the program says: a bug.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("a symmetry that was found does not keep `{0}`")]
pub struct Unsound(String);

/// Finds the group of a model. `starts` are its initial states, in the layout of the model.
pub fn discover(model: &Model, layout: &Layout, starts: &[Vec<u8>]) -> Result<Discovery, Unsound> {
    let statics = Statics::default();
    let pinned = pinned_sorts(model);
    let mut bodies = bodies::ground(model, &statics);
    let frozen = Frozen::new(model, layout, starts, &statics, &bodies);
    bodies::fold_frozen(model, &mut bodies, &frozen);
    let defined = Defined::new(model, &bodies, &frozen);
    let classes = inference::infer(model, &bodies);
    let sources = Sources {
        model,
        layout,
        statics: &statics,
        classes: &classes,
        frozen: &frozen,
        defined: &defined,
        pinned: &pinned,
    };
    let program = build::build(sources, &bodies);
    let diagram = Diagram::new(&program);
    let generators = diagram.automorphisms();
    for generator in &generators {
        if let Some(root) = certificate::broken_root(&program, generator) {
            return Err(Unsound(program.roots[root].name.clone()));
        }
    }
    let (named, generators) = naming::name(model, &classes, &statics, &program, &generators);
    Ok(Discovery {
        group: SymmetryGroup::of_proved(&named, generators),
        model: named,
        size: DiagramSize {
            vertices: diagram.vertices(),
            edges: diagram.edges(),
        },
    })
}

/// Sorts in whose loops, multisets or quantifiers the order of names may show. What else tells names apart is in the diagram.
fn pinned_sorts(model: &Model) -> BTreeSet<SortId> {
    if let Some(interleaving) = &model.interleaving {
        let is_kind = |sort: &SortId| interleaving.kinds.iter().any(|kind| kind.sort == *sort);
        return model.sorts.keys().filter(|sort| !is_kind(sort)).collect();
    }
    let shows = |cause: &Cause| match cause {
        Cause::FirstDecides { .. }
        | Cause::Position { .. }
        | Cause::StalePosition { .. }
        | Cause::Loop { .. }
        | Cause::Processes => true,
        Cause::Constant { .. }
        | Cause::Number { .. }
        | Cause::Arithmetic { .. }
        | Cause::Cleared { .. }
        | Cause::StartsAsFirst { .. } => false,
    };
    let found = pins(model).into_iter().filter(|pin| shows(&pin.cause));
    found.map(|pin| pin.sort).collect()
}
