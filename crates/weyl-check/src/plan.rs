//! Which explorations answer a request, each under a group that preserves what is asked in it.
//!
//! Invariants, assertions, deadlock and covers are asked under the whole group: all instances of an
//! invariant must hold, and some instance of a cover. AG EF p is asked instance by instance: an instance
//! that mentions names is explored under the stabiliser of these, one instance for each orbit. That one
//! stands for its orbit if the group keeps the set of initial states (Emerson and Sistla, Theorem 4.2); otherwise every
//! instance is explored. Properties that the group does not keep are explored apart, under groups of their own; where such a group is
//! almost the whole one, everything is.

use crate::Indices;
use crate::profile::Profile;
use crate::selection::{Assertions, Selection};
use crate::symmetry::Found;
use crate::temporal::{self, TemporalPart};
use std::collections::{HashMap, HashSet};
use weyl_explore::{Deadlock, Exploration, LivenessQuestion, TemporalVerdict};
use weyl_ir::visit::{Visitor, walk_expr};
use weyl_ir::{Expr, ExprKind, Model, NameId, Property, PropertyId, RuleId, Type};
use weyl_permutation::Permutation;
use weyl_symmetry::{SymmetryGroup, moved_value};
use weyl_system::{Conditions, Interpreter, Program};
use weyl_temporal::Observer;

/// One exploration.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub selection: Selection,
    pub liveness: Vec<LivenessQuestion>,
    /// Where it is about a temporal property: nothing else is asked then.
    pub temporal: Option<TemporalPart>,
    pub group: SymmetryGroup,
}

/// A group that is smaller by up to this factor serves for everything: an exploration under the larger one would save less than
/// it costs.
const NOT_WORTH_IT: u32 = 4;

impl Part {
    /// Asks what another part asks too, under its group, which is in this one.
    fn take_in(&mut self, other: Part) {
        self.group = other.group;
        self.selection.add(other.selection);
        self.liveness.extend(other.liveness);
    }
}

/// An exploration and what came of it.
#[derive(Debug)]
pub(crate) struct Explored {
    pub part: Part,
    pub exploration: Exploration,
    pub profile: Profile,
}

impl Explored {
    /// Whether another part can't be explored after this one. Each temporal property is asked about, whatever became of others.
    pub fn ends(&self, next: &Part) -> bool {
        match next.temporal {
            Some(_) => self.exploration.limit.is_some(),
            None => !self.exploration.is_exhausted(),
        }
    }

    /// Whether another part need not be explored: it is about another instance of a temporal property that is violated.
    pub fn settles(&self, next: &Part) -> bool {
        let (Some(own), Some(next)) = (&self.part.temporal, &next.temporal) else {
            return false;
        };
        let verdict = self.exploration.temporal.as_ref();
        let holds = verdict.is_some_and(|(verdict, _)| *verdict == TemporalVerdict::Holds);
        own.temporal.name == next.temporal.name && !holds && self.exploration.limit.is_none()
    }
}

/// What temporal properties are searched with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planning<'a> {
    /// For each temporal property.
    pub observers: &'a [Observer],
    pub fair_rules: &'a [RuleId],
    pub indices: Indices,
}

/// The explorations in order; there is at least one.
pub(crate) fn plan(
    program: &Program,
    selection: &Selection,
    found: Option<&Found>,
    planning: Planning<'_>,
) -> Vec<Part> {
    let states = selection.without_temporal();
    let mut parts = match states.asks_anything() || selection.temporal.is_empty() {
        true => plan_states(program, &states, found),
        false => Vec::new(),
    };
    for (number, temporal) in selection.temporal.iter().enumerate() {
        let claim = found.map(|found| (found, &found.claims[number]));
        let watched = (temporal, &planning.observers[number]);
        let more = temporal::plan(program, selection, watched, claim, planning);
        parts.extend(more);
    }
    parts
}

/// Those that ask about states.
fn plan_states(program: &Program, selection: &Selection, found: Option<&Found>) -> Vec<Part> {
    let model = &program.model;
    let group = match found {
        Some(found) => found.group.clone(),
        None => SymmetryGroup::trivial(model),
    };
    let restricted = found.map_or(&[][..], |found| &found.restricted);
    let own_group = |id: &PropertyId| restricted.iter().find(|(other, _)| other == id);
    let mut first = Part {
        selection: selection.without(&|id| own_group(&id).is_some()),
        liveness: Vec::new(),
        temporal: None,
        group: group.clone(),
    };
    let liveness = std::mem::take(&mut first.selection.liveness);
    let mut others = apart(selection, restricted);
    let is_almost_whole =
        |part: &Part| group.group().order() <= part.group.group().order() * NOT_WORTH_IT;
    if let Some(at) = others.iter().position(is_almost_whole) {
        first.take_in(others.remove(at));
    }
    let shares = found.is_none_or(|found| found.keeps_starts);
    for id in liveness {
        let property = &model.properties[id];
        if group.is_trivial() || !mentions_names(model, property) {
            first.selection.liveness.push(id);
            first.liveness.push(LivenessQuestion::about_all(id));
        } else {
            others.extend(instance_by_instance(program, id, selection, &group, shares));
        }
    }
    if others.is_empty() || first.selection.asks_anything() {
        others.insert(0, first);
    }
    others
}

/// Properties with groups of their own: those with the same group are explored together.
fn apart(selection: &Selection, restricted: &[(PropertyId, SymmetryGroup)]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (id, group) in restricted {
        let asked = selection.only(*id);
        if asked.properties().is_empty() {
            continue;
        }
        let is_same =
            |part: &&mut Part| part.group.group().generators() == group.group().generators();
        match parts.iter_mut().find(is_same) {
            Some(part) => part.selection.add(asked),
            None => parts.push(Part {
                selection: asked,
                liveness: Vec::new(),
                temporal: None,
                group: group.clone(),
            }),
        }
    }
    for part in &mut parts {
        let liveness = part.selection.liveness.iter();
        part.liveness = liveness
            .map(|id| LivenessQuestion::about_all(*id))
            .collect();
    }
    parts
}

fn instance_by_instance(
    program: &Program,
    id: PropertyId,
    selection: &Selection,
    group: &SymmetryGroup,
    shares: bool,
) -> Vec<Part> {
    let property = &program.model.properties[id];
    let constants = constant_names(&program.model, property);
    let group = group.fixing(&constants);
    let count = Interpreter::new(program).instances(id);
    let sharing = match shares {
        true => group.clone(),
        false => SymmetryGroup::trivial(&program.model),
    };
    let instances = representatives(program, property, count, &sharing);
    let parts = instances.into_iter().map(|(instance, names)| Part {
        selection: selection.only(id),
        liveness: vec![LivenessQuestion {
            property: id,
            instances: Some(vec![instance]),
        }],
        temporal: None,
        group: group.fixing(&names),
    });
    parts.collect()
}

/// One instance for each orbit, with the names that it mentions.
fn representatives(
    program: &Program,
    property: &Property,
    count: u64,
    group: &SymmetryGroup,
) -> Vec<(u64, Vec<NameId>)> {
    let model = &program.model;
    let values = |instance| program.parameter_values(&property.parameters, instance);
    let numbers: HashMap<Vec<i128>, u64> = (0..count).map(|i| (values(i), i)).collect();
    let types = property.parameters.iter();
    let types: Vec<_> = types.map(|b| property.locals[b.local].ty).collect();
    let image = |generator: &Permutation, instance: u64| {
        let moved = types.iter().zip(values(instance));
        let moved = moved.map(|(ty, value)| moved_value(model, generator, *ty, value));
        numbers.get(&moved.collect::<Vec<_>>()).copied()
    };
    let mut seen: HashSet<u64> = HashSet::new();
    let mut found = Vec::new();
    for instance in 0..count {
        if !seen.insert(instance) {
            continue;
        }
        let names = types.iter().zip(values(instance));
        let names = names.filter_map(|(ty, value)| model.value_name(*ty, value));
        found.push((instance, names.collect()));
        let mut pending = vec![instance];
        while let Some(at) = pending.pop() {
            let images = group.group().generators().iter();
            let images = images.filter_map(|generator| image(generator, at));
            pending.extend(images.filter(|image| seen.insert(*image)));
        }
    }
    found
}

fn mentions_names(model: &Model, property: &Property) -> bool {
    let mut parameters = property.parameters.iter();
    let is_name = |ty| matches!(model.types.get(ty), Type::Id(_) | Type::Union(_));
    parameters.any(|binding| is_name(property.locals[binding.local].ty))
        || !constant_names(model, property).is_empty()
}

pub(crate) fn constant_names(model: &Model, property: &Property) -> Vec<NameId> {
    struct Constants<'a> {
        model: &'a Model,
        found: Vec<NameId>,
    }
    impl Visitor for Constants<'_> {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Constant(value) = expr.kind {
                self.found.extend(self.model.value_name(expr.ty, value));
            }
        }
    }
    let mut constants = Constants {
        model,
        found: Vec::new(),
    };
    walk_expr(&mut constants, &property.condition);
    constants.found
}

impl Selection {
    /// Without some properties.
    fn without(&self, is_out: &dyn Fn(PropertyId) -> bool) -> Selection {
        let left = |list: &[PropertyId]| list.iter().copied().filter(|id| !is_out(*id)).collect();
        Selection {
            invariants: left(&self.invariants),
            covers: left(&self.covers),
            liveness: left(&self.liveness),
            events: left(&self.events),
            ..self.clone()
        }
    }

    /// One property and nothing else.
    fn only(&self, property: PropertyId) -> Selection {
        Selection {
            assertions: Assertions::Only(Vec::new()),
            has_assertions: false,
            run_time_errors: false,
            deadlock: Deadlock::Off,
            temporal: Vec::new(),
            ..self.without(&|id| id != property)
        }
    }

    fn add(&mut self, other: Selection) {
        self.invariants.extend(other.invariants);
        self.covers.extend(other.covers);
        self.liveness.extend(other.liveness);
        self.events.extend(other.events);
    }

    fn asks_anything(&self) -> bool {
        !self.properties().is_empty()
            || self.assertions != Assertions::Only(Vec::new())
            || self.run_time_errors
            || self.deadlock != Deadlock::Off
            || !self.temporal.is_empty()
    }
}
