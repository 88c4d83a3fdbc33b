//! The reduced program that is explored instead of the one that was written, and what was done to
//! get it.
//!
//! All questions of a check are asked about one reduced program: a reduction is left out where one
//! question does not allow it. Two explorations would cost more than the larger one of them. Only
//! slices are made one by one, where no question needs the whole program ([`portions`]).

mod idle_names;
mod ordering;
mod portions;

pub(crate) use idle_names::without_idle_names;
pub(crate) use ordering::{forbids_parts, ordered};
pub(crate) use portions::portions;

use crate::ask::Asked;
use crate::failure::Failure;
use crate::reading::verified;
use crate::{Request, SymmetrySource, codes};
use std::collections::HashSet;
use weyl_explore::Parts;
use weyl_ir::layout::PathStep;
use weyl_ir::{Layout, Model, PropertyId, Temporal, VarId};
use weyl_reduction::slice::{Wanted, slice};
use weyl_reduction::{Aim, forget_hidden, live, merge};
use weyl_source::Diagnostic;
use weyl_system::{Fairness, Program};
use weyl_temporal::Claim;

/// What became of a reduction that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// As on the list of `--reduce`.
    pub name: &'static str,
    pub effect: Effect,
    /// For these properties, where others were asked about another program.
    pub about: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// So many scalars of a state are kept, of so many.
    Sliced { kept: usize, of: usize },
    /// So many variables have their defaults where they are dead.
    Reset { variables: usize },
    /// So many locations of processes are not seen any more.
    Merged { locations: usize },
    /// Of some states a part of the steps was taken; for some questions it was left out.
    Ordered {
        parts: Parts,
        left_out: Option<String>,
    },
    /// There was nothing to reduce.
    Nothing,
    /// It was left out.
    LeftOut(String),
}

impl Reduction {
    /// Whether something else is explored because of it.
    pub fn is_done(&self) -> bool {
        match self.effect {
            Effect::Sliced { .. }
            | Effect::Reset { .. }
            | Effect::Merged { .. }
            | Effect::Ordered { .. } => true,
            Effect::Nothing | Effect::LeftOut(_) => false,
        }
    }

    /// Whether runs need not be shortest, in steps of the program as it was written.
    pub fn lengthens_runs(&self) -> bool {
        match self.effect {
            Effect::Merged { .. } | Effect::Ordered { .. } => true,
            Effect::Sliced { .. } | Effect::Reset { .. } | Effect::Nothing | Effect::LeftOut(_) => {
                false
            }
        }
    }
}

/// Slots by their variables and where they are in these: so they are known in every program that
/// the slice is turned into.
pub(crate) type KeptSlots = HashSet<(VarId, Vec<PathStep>)>;

/// What was done, and to what it led.
pub(crate) struct Reduced {
    /// `None` if nothing was changed.
    pub program: Option<Program>,
    /// What is kept where a part of the program is gone.
    pub kept: Option<KeptSlots>,
    /// Whether steps are gone with it: runs may stay where they are while those go on.
    pub idles: bool,
    pub reductions: Vec<Reduction>,
    pub warning: Option<Diagnostic>,
}

pub(crate) fn reduce(
    program: &Program,
    asked: &Asked,
    request: &Request,
) -> Result<Reduced, Failure> {
    let mut pass = Pass {
        asked,
        request,
        seen: seen(asked),
        written: &program.model,
        reduced: None,
        kept: None,
        idles: false,
        reductions: Vec::new(),
    };
    if request.reductions.slice {
        pass.slice(&program.layout);
    }
    let kept = pass.forget_hidden();
    if request.reductions.live {
        pass.live();
    }
    if request.reductions.merge {
        pass.merge();
    }
    let reduced = pass.reduced.map(|model| {
        let model = verified(model)?;
        Ok::<_, Failure>(Program::new(model, program.limits)?)
    });
    Ok(Reduced {
        program: reduced.transpose()?,
        kept: pass.kept,
        idles: pass.idles,
        reductions: pass.reductions,
        warning: hidden_state(&program.model, &kept),
    })
}

/// All properties that are evaluated in states.
fn seen(asked: &Asked) -> Vec<PropertyId> {
    let claims = asked.claims().into_iter().flat_map(|(atoms, _)| atoms);
    asked.properties().into_iter().chain(claims).collect()
}

/// A program on its way through all reductions.
struct Pass<'a> {
    asked: &'a Asked,
    request: &'a Request,
    seen: Vec<PropertyId>,
    written: &'a Model,
    reduced: Option<Model>,
    kept: Option<KeptSlots>,
    /// Whether steps are gone.
    idles: bool,
    reductions: Vec<Reduction>,
}

impl Pass<'_> {
    fn model(&self) -> &Model {
        self.reduced.as_ref().unwrap_or(self.written)
    }

    fn note(&mut self, name: &'static str, effect: Effect) {
        self.reductions.push(Reduction {
            name,
            effect,
            about: Vec::new(),
        });
    }

    /// What SPIN has no states for is no state, whatever is reduced; the hidden variables that are.
    fn forget_hidden(&mut self) -> Vec<VarId> {
        if !self.written.variables.values().any(|one| one.hidden) {
            return Vec::new();
        }
        let found = forget_hidden(self.model());
        if !found.forgotten.is_empty() {
            self.reduced = Some(found.model);
        }
        found.kept
    }

    fn slice(&mut self, layout: &Layout) {
        if let Some(reason) = portions::needs_everything(self.written, self.asked, self.request) {
            // Where everything is asked nobody expects that something is left out.
            if !self.request.properties.is_empty() {
                self.note("slice", Effect::LeftOut(reason));
            }
            return;
        }
        let found = slice(self.written, layout, &Wanted::properties(self.seen.clone()));
        if found.is_everything() {
            return self.note("slice", Effect::Nothing);
        }
        let counting = self.asked.temporal.iter().find(|one| counts_steps(one));
        if let Some(counting) = counting.filter(|_| !found.has_all_steps()) {
            let reason = format!("`{}` may count steps", counting.name);
            return self.note("slice", Effect::LeftOut(reason));
        }
        self.idles = !found.has_all_steps();
        let slots = layout.slots.iter();
        let kept = slots.filter(|(slot, _)| found.keeps(*slot));
        let kept: KeptSlots = kept.map(|(_, of)| (of.variable, of.path.clone())).collect();
        let (count, of) = (kept.len(), layout.slots.len());
        self.reduced = Some(found.model);
        self.kept = Some(kept);
        self.note("slice", Effect::Sliced { kept: count, of });
    }

    fn live(&mut self) {
        let aim = match self.request.symmetry {
            SymmetrySource::Off => Aim::States,
            SymmetrySource::Discovered { .. }
            | SymmetrySource::Declared { .. }
            | SymmetrySource::File(_) => Aim::Symmetry,
        };
        let found = live(self.model(), &self.seen, aim);
        if found.resets.is_empty() {
            return self.note("live", Effect::Nothing);
        }
        if self.request.graph {
            let reason = "a state graph shows all values".to_string();
            return self.note("live", Effect::LeftOut(reason));
        }
        let variables = found.resets.variables.len();
        self.reduced = Some(found.model);
        self.note("live", Effect::Reset { variables });
    }

    fn merge(&mut self) {
        let Some(found) = merge(self.model(), &self.seen) else {
            return self.note("merge", Effect::Nothing);
        };
        if let Some(reason) = forbids_merging(self.asked, self.request) {
            return self.note("merge", Effect::LeftOut(reason));
        }
        let locations = found.locations;
        self.reduced = Some(found.model);
        self.note("merge", Effect::Merged { locations });
    }
}

/// Who counts steps, or asks who could make one.
fn forbids_merging(asked: &Asked, request: &Request) -> Option<String> {
    let counting = asked.temporal.iter().find(|one| counts_steps(one));
    if let Some(counting) = counting {
        return Some(format!("`{}` may count steps", counting.name));
    }
    let branching = |one: &&Temporal| matches!(one.claim, Claim::Branching(_));
    if let Some(branching) = asked.temporal.iter().find(branching) {
        return Some(format!("`{}` is of branching time", branching.name));
    }
    let reason = if request.fairness != Fairness::None && !asked.temporal.is_empty() {
        "fairness asks who could act"
    } else if request.limits.depth.is_some() {
        "`--max-depth` counts steps"
    } else if request.graph {
        "a state graph shows every step"
    } else if request.shortest {
        "runs are to be shortest"
    } else if !request.witnesses.is_empty() {
        "a witness is a shortest run"
    } else {
        return None;
    };
    Some(reason.to_string())
}

fn counts_steps(temporal: &Temporal) -> bool {
    !temporal.ignores_repetitions()
}

/// Said once, of the first of them.
fn hidden_state(model: &Model, kept: &[VarId]) -> Option<Diagnostic> {
    let variable = &model.variables[*kept.first()?];
    let message = format!(
        "the hidden variable `{}` is a part of the state: it is read in another turn than it is \
         written in",
        variable.name
    );
    let others = match kept.len() {
        1 => "",
        _ => " (others too)",
    };
    let message = message + others;
    let hint = "SPIN leaves it out, and may miss states and violations";
    let warning = Diagnostic::warning(codes::HIDDEN_STATE, variable.span, message);
    Some(warning.hint(hint))
}
