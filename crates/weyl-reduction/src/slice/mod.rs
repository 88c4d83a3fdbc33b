//! Slicing: a program in which only that happens which may have a say in certain properties.
//!
//! (The cone of influence, on slots of the state: Clarke, Grumberg and Peled, *Model checking*,
//! 13.1; for guarded commands and their symmetry Saïdi, *Discovering symmetries*, 5.2 and 5.3.)
//! [`Cone`](cone::Cone) finds the slots to keep, [`Part`](part::Part) says what of a rule stays for
//! them, [`prune`] writes it down.
//!
//! What a slice is: its steps are steps of the program, those that are gone write nothing that is
//! kept and are needed by nobody. So a state of the program and the state of the slice that agree
//! in what is kept can do the same, but for steps of the program that change nothing of that. From
//! this follows:
//!
//! - Runs to a state are the same, up to such steps, and a run of the slice is one of the program,
//!   step by step, with the same rules and parameters. Invariants, `cover` and AG EF have the same
//!   answer.
//! - The slice does not see that the program may do nothing but such steps for ever. Other
//!   questions about infinite runs have the same answer only where no rule is gone
//!   ([`Slice::has_all_steps`]).
//! - Deadlocks, failed assertions, run-time errors elsewhere: nothing is said about them.
//!
//! A step that fails leads nowhere: of a rule that stays all statements stay that may fail.

mod cone;
mod defined;
mod failing;
mod graph;
mod outline;
mod part;
mod prune;
mod reason;

pub use graph::Dependence;
pub use reason::{Reason, Step};

use cone::Cone;
use cranelift_entity::EntityRef;
use weyl_ir::layout::{Layout, SlotId};
use weyl_ir::{Model, PropertyId, RuleId, Structure, Valuations};

/// What a slice is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// All their instances.
    pub properties: Vec<PropertyId>,
    /// Rules that stay as steps, whatever they write: those that fairness is about.
    pub rules: Vec<RuleId>,
}

impl Wanted {
    pub fn properties(properties: impl IntoIterator<Item = PropertyId>) -> Wanted {
        Wanted {
            properties: properties.into_iter().collect(),
            rules: Vec::new(),
        }
    }
}

/// A rule of which no instance is left, or not all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    pub rule: RuleId,
    pub is_whole: bool,
    /// The instances that are gone, where they are told apart.
    pub instances: Vec<u64>,
}

/// A program for some questions.
#[derive(Clone, Debug)]
pub struct Slice {
    /// All tables are those of the program that it is a slice of, with the same numbers. What is
    /// not kept is never written by a rule.
    pub model: Model,
    /// For each slot why it is kept, if it is.
    reasons: Vec<Option<Reason>>,
    /// What is left out, by rule.
    pub gone: Vec<Gone>,
    /// Which variables depend on which in the whole program.
    pub dependences: Vec<Dependence>,
    is_everything: bool,
}

impl Slice {
    /// Why a slot is kept; `None` if it is not.
    pub fn reason(&self, slot: SlotId) -> Option<&Reason> {
        self.reasons[slot.index()].as_ref()
    }

    pub fn keeps(&self, slot: SlotId) -> bool {
        self.reason(slot).is_some()
    }

    /// From a kept slot to what is asked about: the slots that it is kept for, one for the other.
    pub fn chain(&self, slot: SlotId) -> Vec<(SlotId, Reason)> {
        let link = |slot: SlotId| Some((slot, *self.reason(slot)?));
        std::iter::successors(link(slot), |(_, reason)| link(reason.about()?)).collect()
    }

    /// Whether it is the whole program.
    pub fn is_everything(&self) -> bool {
        self.is_everything
    }

    /// Whether no step is gone: then questions about all runs have the same answer, too.
    pub fn has_all_steps(&self) -> bool {
        self.gone.is_empty()
    }
}

/// The slice of a program for some of its properties. The model must have passed
/// [`weyl_ir::verify`]; the layout is its own.
pub fn slice(model: &Model, layout: &Layout, wanted: &Wanted) -> Slice {
    let (structure, statements) = Structure::with_statements(model, layout);
    let cone = Cone::of(model, layout, (&structure, &statements), wanted);
    let mut sliced = model.clone();
    let mut gone = Vec::new();
    for part in &cone.parts {
        let instances = prune::prune(part, &cone, &mut sliced);
        if let Step::Rule(rule) = part.step
            && !instances.is_empty()
        {
            let is_whole = part.stays.iter().all(Option::is_none);
            gone.push(Gone {
                rule,
                is_whole,
                instances,
            });
        }
    }
    Slice {
        is_everything: sliced == *model,
        dependences: graph::dependences(layout, &cone.parts),
        model: sliced,
        reasons: cone.kept.into_reasons(),
        gone,
    }
}

/// How many instances of a property are told apart.
fn property_instances(model: &Model, property: PropertyId) -> u64 {
    let parameters = &model.properties[property].parameters;
    let valuations = Valuations::new(model, parameters);
    valuations.map_or(1, |all| all.count.clamp(1, 1 << 14))
}
