//! Processes that take turns: their kinds, their channels, and the turns of rules.

use super::VerifyError;
use super::body::Body;
use crate::{
    ChannelPool, Domain, ExprKind, FixedChannel, Interleaving, Model, Place, ProcessKind,
    Projection, Root, Rule, SortId, Turn, Type, TypeId, VarId, Variable,
};
use weyl_source::Span;

/// Process numbers are at most this: there is a table of them.
const MOST_PROCESSES: u32 = 1 << 16;

pub(super) fn check(model: &Model, interleaving: &Interleaving) -> Vec<VerifyError> {
    let mut checker = Checker {
        model,
        errors: Vec::new(),
    };
    checker.check(interleaving);
    checker.errors
}

struct Checker<'a> {
    model: &'a Model,
    errors: Vec<VerifyError>,
}

impl<'a> Checker<'a> {
    fn check(&mut self, interleaving: &'a Interleaving) {
        let count = interleaving.process_count;
        if let Some((variable, ty)) = self.variable(count)
            && !matches!(ty, Type::Range { .. })
        {
            let message = "the number of processes must be an integer";
            self.error(variable.span, message);
        }
        for kind in &interleaving.kinds {
            self.kind(kind);
        }
        for (number, channel) in (1..).zip(&interleaving.channels) {
            self.channel(number, channel);
        }
        if let Some(pool) = &interleaving.pool {
            self.pool(pool, interleaving.channels.len());
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(VerifyError {
            within: "interleaving".to_string(),
            message: message.into(),
            span,
        });
    }

    /// A variable and its type.
    fn variable(&mut self, id: VarId) -> Option<(&'a Variable, &'a Type)> {
        let model = self.model;
        let Some(variable) = model.variables.get(id) else {
            self.error(Span::default(), format!("there is no {id}"));
            return None;
        };
        // A variable without a type has been reported.
        let has_type = model.types.contains(variable.ty);
        has_type.then(|| (variable, model.types.get(variable.ty)))
    }

    fn kind(&mut self, kind: &ProcessKind) {
        let (model, name) = (self.model, &kind.name);
        if model.sorts.get(kind.sort).is_none() {
            self.error(Span::default(), format!("there is no {}", kind.sort));
        }
        if let Some(priority) = kind.priority {
            self.priority(kind, priority);
        }
        let Some((variable, ty)) = self.variable(kind.location) else {
            return;
        };
        if !variable.undefinable {
            let message = format!("the locations of {name:?} must be undefinable");
            self.error(variable.span, message);
        }
        let locations = over_sort(model, ty, kind.sort);
        let Some(locations) = locations.map(|element| model.types.get(element)) else {
            let message = format!("the locations of {name:?} must be an array over its sort");
            return self.error(variable.span, message);
        };
        let Type::Enum { variants, .. } = locations else {
            let message = format!("the locations of {name:?} must be an enumeration");
            return self.error(variable.span, message);
        };
        let copies = kind.copies.iter();
        let firsts = copies.clone().map(|copy| copy.first.max(copy.process));
        if firsts
            .chain([kind.first])
            .any(|first| first > MOST_PROCESSES)
        {
            let message = format!("the processes of {name:?} have numbers above {MOST_PROCESSES}");
            self.error(variable.span, message);
        }
        let mut locations = copies.map(|copy| copy.location as usize);
        if locations.any(|location| location >= variants.len()) {
            let message = format!("a copy of {name:?} begins behind all locations");
            self.error(variable.span, message);
        }
        let mut labelled = kind.labels.iter().map(|(location, _)| *location as usize);
        if labelled.any(|location| location >= variants.len()) {
            let message = format!("a label of {name:?} stands behind all locations");
            self.error(variable.span, message);
        }
        if !kind.labels.is_sorted_by_key(|(location, _)| *location) {
            let message = format!("the labels of {name:?} are not in the order of locations");
            self.error(variable.span, message);
        }
        if kind.may_end.len() != variants.len() {
            let message = format!("{name:?} does not say of each location whether it may end");
            self.error(variable.span, message);
        }
    }

    fn priority(&mut self, kind: &ProcessKind, priority: VarId) {
        let model = self.model;
        let Some((variable, ty)) = self.variable(priority) else {
            return;
        };
        let priorities = over_sort(model, ty, kind.sort);
        if !priorities.is_some_and(|element| model.types.is_integer(element)) {
            let message = format!(
                "the priorities of {:?} must be an array of integers over its sort",
                kind.name
            );
            self.error(variable.span, message);
        }
    }

    fn channel(&mut self, number: u32, channel: &FixedChannel) {
        let model = self.model;
        let Some((variable, ty)) = self.variable(channel.variable) else {
            return;
        };
        let problem = match channel.element {
            None if is_channel(ty) => return,
            None => "is not a channel",
            Some(at) => {
                if let Type::Array { index, element } = ty
                    && is_channel(model.types.get(*element))
                {
                    let size = model.scalar_range(*index).map_or(0, |range| range.len());
                    if u128::from(at) < size {
                        return;
                    }
                    "has no such element"
                } else {
                    "is not an array of channels"
                }
            }
        };
        let message = format!("channel {number}: {} {problem}", variable.name);
        self.error(variable.span, message);
    }

    fn pool(&mut self, pool: &ChannelPool, fixed: usize) {
        let model = self.model;
        if pool.first as usize <= fixed {
            self.error(Span::default(), "the pool begins among the fixed channels");
        }
        let Some((variable, shape_of)) = self.variable(pool.shape_of) else {
            return;
        };
        let Some((lo, index, element)) = self.range_array(shape_of) else {
            let message = "the shapes of channels must be an array over a range";
            return self.error(variable.span, message);
        };
        if lo != i128::from(pool.first) {
            let message = format!("the pool begins at {}, its array at {lo}", pool.first);
            self.error(variable.span, message);
        }
        let shapes = Type::range(0, pool.shapes.len() as i128);
        if *model.types.get(element) != shapes {
            let message = format!("a channel has one of {} shapes or none", pool.shapes.len());
            self.error(variable.span, message);
        }
        for counter in &pool.counters {
            let _ = self.variable(*counter);
        }
        for shape in &pool.shapes {
            let Some((variable, ty)) = self.variable(*shape) else {
                continue;
            };
            let fits = |(_, other, element)| other == index && is_channel(model.types.get(element));
            if !self.range_array(ty).is_some_and(fits) {
                let message = "a shape must be an array of channels over the numbers of the pool";
                self.error(variable.span, message);
            }
        }
    }

    /// Of an array over a range: where it begins, its index, its elements.
    fn range_array(&self, ty: &Type) -> Option<(i128, TypeId, TypeId)> {
        let Type::Array { index, element } = ty else {
            return None;
        };
        let Type::Range { lo, .. } = self.model.types.get(*index) else {
            return None;
        };
        Some((*lo, *index, *element))
    }
}

/// The elements of an array over a sort.
fn over_sort(model: &Model, ty: &Type, sort: SortId) -> Option<TypeId> {
    let Type::Array { index, element } = ty else {
        return None;
    };
    (*model.types.get(*index) == Type::Id(sort)).then_some(*element)
}

fn is_channel(ty: &Type) -> bool {
    matches!(ty, Type::Channel { .. })
}

impl<'a> Body<'a> {
    pub(super) fn turn(&mut self, rule: &'a Rule, turn: &Turn, interleaving: &Interleaving) {
        let Some(kind) = interleaving.kinds.get(turn.kind as usize) else {
            let message = format!("there is no kind {} of processes", turn.kind);
            return self.error(rule.span, message);
        };
        if !self.is_acting(rule, kind) {
            let message = format!("the first parameter must be a process of {:?}", kind.name);
            return self.error(rule.span, message);
        }
        let Some(control) = &rule.control else {
            return self.error(rule.span, "a turn needs a control location");
        };
        if !is_own_location(rule, kind, &control.location) {
            let message = "the control location must be that of the acting process";
            self.error(control.location.span, message);
        }
    }

    /// Whether the first parameter ranges over the processes of the kind.
    fn is_acting(&self, rule: &Rule, kind: &ProcessKind) -> bool {
        let types = &self.context.model.types;
        let domain = rule.parameters.first().map(|parameter| &parameter.domain);
        let Some(Domain::Type(ty)) = domain else {
            return false;
        };
        types.contains(*ty) && *types.get(*ty) == Type::Id(kind.sort)
    }
}

/// Whether a place is the kind's location at the rule's first parameter.
fn is_own_location(rule: &Rule, kind: &ProcessKind, location: &Place) -> bool {
    let process = rule.parameters.first().map(|parameter| parameter.local);
    let is_process = |place: &Place| match place.root {
        Root::Local(local) => place.path.is_empty() && Some(local) == process,
        Root::Variable(_) => false,
    };
    let [Projection::Index(index)] = &location.path[..] else {
        return false;
    };
    location.root == Root::Variable(kind.location)
        && matches!(&index.kind, ExprKind::Read(place) if is_process(place))
}
