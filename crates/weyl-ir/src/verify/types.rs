//! Types, one after the other: each is made of earlier ones.

use super::VerifyError;
use crate::{Model, Type, TypeId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::HashSet;
use weyl_source::Span;

/// How deep types may nest: readers of types recurse.
pub const MAX_TYPE_DEPTH: u32 = 100;

/// The most values that a range may have: one code is left for "undefined".
const MAX_RANGE: u128 = u64::MAX as u128;

/// The most messages that a channel may hold.
const MAX_CHANNEL_CAPACITY: u32 = 65_535;

/// What later checks ask about a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeFacts {
    depth: u32,
    /// Whether each scalar outside of multisets has a least value.
    pub has_least: bool,
    pub has_multiset: bool,
    pub has_channel: bool,
}

pub(super) type AllFacts = SecondaryMap<TypeId, TypeFacts>;

/// The facts of all types; `None` if they can't be relied on.
pub(super) fn check(model: &Model, errors: &mut Vec<VerifyError>) -> Option<AllFacts> {
    let mut checker = TypeChecker {
        model,
        errors,
        facts: AllFacts::new(),
    };
    for ty in model.types.ids() {
        if let Some(facts) = checker.check(ty) {
            checker.facts[ty] = facts;
        }
    }
    let facts = checker.facts;
    errors.is_empty().then_some(facts)
}

struct TypeChecker<'a> {
    model: &'a Model,
    errors: &'a mut Vec<VerifyError>,
    facts: AllFacts,
}

impl TypeChecker<'_> {
    fn error(&mut self, ty: TypeId, message: impl Into<String>) {
        self.errors.push(VerifyError {
            within: format!("type {}", ty.index()),
            message: message.into(),
            span: Span::default(),
        });
    }

    fn check(&mut self, ty: TypeId) -> Option<TypeFacts> {
        let model = self.model;
        let parts = components(model.types.get(ty));
        if !parts.iter().all(|part| self.is_component(ty, *part)) {
            return None;
        }
        let depth = parts.iter().map(|part| self.facts[*part].depth).max();
        let depth = depth.unwrap_or(0) + 1;
        if depth > MAX_TYPE_DEPTH {
            self.error(ty, "it nests too deep");
        }
        let facts = match model.types.get(ty) {
            Type::Bool | Type::Int => scalar(true),
            Type::Range { lo, hi, names } => {
                self.value_names(ty, *lo, *hi, names);
                self.range(ty, *lo, *hi)
            }
            Type::Enum { variants, .. } => self.enumeration(ty, variants),
            Type::Id(sort) => match model.sorts.get(*sort) {
                Some(sort) => scalar(!sort.names.is_empty()),
                None => {
                    self.error(ty, format!("there is no {sort}"));
                    scalar(true)
                }
            },
            Type::Union(members) => self.union(ty, members),
            Type::Array { index, element } => self.array(ty, *index, *element),
            Type::Record(fields) => {
                let names = fields.iter().map(|field| field.name.as_str());
                self.distinct(ty, names, "a field");
                self.without_channels(ty, &parts);
                TypeFacts {
                    has_least: parts.iter().all(|part| self.facts[*part].has_least),
                    has_multiset: parts.iter().any(|part| self.facts[*part].has_multiset),
                    ..TypeFacts::default()
                }
            }
            Type::Multiset { capacity, .. } => {
                self.without_channels(ty, &parts);
                self.multiset(ty, *capacity)
            }
            Type::Channel { capacity, fields } => self.channel(ty, *capacity, fields),
        };
        Some(TypeFacts { depth, ..facts })
    }

    /// A component is an earlier type, and not the type of arithmetic.
    fn is_component(&mut self, ty: TypeId, part: TypeId) -> bool {
        let problem = match part.index() < ty.index() {
            true if *self.model.types.get(part) == Type::Int => "integers can't be stored",
            true => return true,
            false => "a component must be an earlier type",
        };
        self.error(ty, problem);
        false
    }

    fn range(&mut self, ty: TypeId, lo: i128, hi: i128) -> TypeFacts {
        if hi < lo {
            self.error(ty, "the range is empty");
        } else if hi.abs_diff(lo) >= MAX_RANGE {
            self.error(ty, "the range has more than 2^64 - 1 values");
        }
        scalar(true)
    }

    /// Names can be looked up by value, and equal namings are equal.
    fn value_names(&mut self, ty: TypeId, lo: i128, hi: i128, names: &[(i128, String)]) {
        if !names.iter().all(|(value, _)| lo <= *value && *value <= hi) {
            self.error(ty, "a value outside the range has a name");
        }
        if !names.is_sorted_by(|(one, _), (other, _)| one < other) {
            self.error(ty, "the named values do not increase");
        }
    }

    fn enumeration(&mut self, ty: TypeId, variants: &[String]) -> TypeFacts {
        if variants.is_empty() {
            self.error(ty, "the enumeration has no variants");
        }
        self.distinct(ty, variants.iter().map(String::as_str), "a variant");
        scalar(true)
    }

    fn union(&mut self, ty: TypeId, members: &[TypeId]) -> TypeFacts {
        let model = self.model;
        let is_named = |member: &TypeId| {
            let member = model.types.get(*member);
            matches!(member, Type::Id(_) | Type::Enum { .. })
        };
        if !members.iter().all(is_named) {
            self.error(ty, "the members of a union are sorts and enumerations");
        }
        let distinct: HashSet<TypeId> = members.iter().copied().collect();
        if distinct.len() < members.len() {
            self.error(ty, "a member of the union is repeated");
        }
        scalar(members.iter().any(|member| self.facts[*member].has_least))
    }

    fn array(&mut self, ty: TypeId, index: TypeId, element: TypeId) -> TypeFacts {
        if !self.model.types.is_scalar(index) {
            self.error(ty, "the index of an array must be a scalar type");
        }
        let element = self.facts[element];
        let is_empty = !self.facts[index].has_least;
        TypeFacts {
            has_least: is_empty || element.has_least,
            ..element
        }
    }

    fn multiset(&mut self, ty: TypeId, capacity: u32) -> TypeFacts {
        if capacity == 0 {
            self.error(ty, "the multiset has no room for any element");
        }
        TypeFacts {
            has_multiset: true,
            ..scalar(true)
        }
    }

    fn channel(&mut self, ty: TypeId, capacity: u32, fields: &[TypeId]) -> TypeFacts {
        if capacity > MAX_CHANNEL_CAPACITY {
            self.error(ty, "the channel has room for more than 65535 messages");
        }
        if fields.is_empty() {
            self.error(ty, "the messages have no fields");
        }
        let model = self.model;
        let is_range = |field: &TypeId| matches!(model.types.get(*field), Type::Range { .. });
        if !fields.iter().all(is_range) {
            self.error(ty, "the fields of a message are integer ranges");
        }
        TypeFacts {
            has_channel: true,
            ..scalar(true)
        }
    }

    /// Channels are variables or elements of arrays.
    fn without_channels(&mut self, ty: TypeId, parts: &[TypeId]) {
        if parts.iter().any(|part| self.facts[*part].has_channel) {
            self.error(ty, "a channel can't be part of a record or a multiset");
        }
    }

    fn distinct<'a>(&mut self, ty: TypeId, names: impl Iterator<Item = &'a str>, what: &str) {
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(name) {
                self.error(ty, format!("{what} is repeated: {name}"));
            }
        }
    }
}

fn scalar(has_least: bool) -> TypeFacts {
    TypeFacts {
        has_least,
        ..TypeFacts::default()
    }
}

fn components(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Bool | Type::Int | Type::Range { .. } | Type::Enum { .. } | Type::Id(_) => vec![],
        Type::Union(members) => members.clone(),
        Type::Array { index, element } => vec![*index, *element],
        Type::Record(fields) => fields.iter().map(|field| field.ty).collect(),
        Type::Multiset { element, .. } => vec![*element],
        Type::Channel { fields, .. } => fields.clone(),
    }
}
