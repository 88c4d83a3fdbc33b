//! The naming: which plain numbers are names.

use super::VerifyError;
use crate::{FixedChannel, Leaf, Model, NameId, Naming, Numbering, NumberingId, Type, TypeId};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_source::Span;

/// How far apart the numbers of a numbering may lie: tables have an entry for all between them.
pub const MAX_NUMBERING_SPAN: u128 = 1 << 16;

pub(super) fn check(model: &Model) -> Vec<VerifyError> {
    let mut checker = Checker {
        model,
        errors: Vec::new(),
    };
    checker.check(&model.naming);
    checker.errors
}

struct Checker<'a> {
    model: &'a Model,
    errors: Vec<VerifyError>,
}

impl Checker<'_> {
    fn check(&mut self, naming: &Naming) {
        for (id, numbering) in &naming.numberings {
            self.numbering(id, numbering);
        }
        for (leaf, numbering) in &naming.values {
            self.values(leaf, *numbering);
        }
        for ((leaf, name), numbering) in &naming.values_at {
            self.name(*name);
            self.values(leaf, *numbering);
        }
        for (leaf, numbering) in &naming.indices {
            self.indices(leaf, *numbering);
        }
        self.channels(&naming.channels);
    }

    fn error(&mut self, message: impl Into<String>) {
        self.errors.push(VerifyError {
            within: "naming".to_string(),
            message: message.into(),
            span: Span::default(),
        });
    }

    /// Whether there is such a name.
    fn name(&mut self, name: NameId) -> bool {
        let exists = name.index() < self.model.name_count();
        if !exists {
            self.error(format!("there is no {name}"));
        }
        exists
    }

    fn numbering(&mut self, id: NumberingId, numbering: &Numbering) {
        let mut seen = BTreeSet::new();
        for name in numbering.values() {
            if self.name(*name) && !seen.insert(*name) {
                self.error(format!("{id}: {name} has two numbers"));
            }
        }
        let ends = numbering.first_key_value().zip(numbering.last_key_value());
        if ends.is_some_and(|((lo, _), (hi, _))| hi.abs_diff(*lo) >= MAX_NUMBERING_SPAN) {
            self.error(format!("{id}: its numbers lie too far apart"));
        }
    }

    /// The type of a leaf, if it exists.
    fn leaf(&mut self, leaf: &Leaf) -> Option<TypeId> {
        let ty = self.model.leaf_type(leaf);
        if ty.is_none() {
            self.error(format!(
                "{}: there is no such part of it",
                self.called(leaf)
            ));
        }
        ty
    }

    fn called(&self, leaf: &Leaf) -> String {
        let variable = self.model.variables.get(leaf.variable);
        variable.map_or_else(
            || leaf.variable.to_string(),
            |variable| variable.name.clone(),
        )
    }

    fn values(&mut self, leaf: &Leaf, numbering: NumberingId) {
        if let Some(ty) = self.leaf(leaf) {
            self.numbers(leaf, ty, numbering);
        }
    }

    fn indices(&mut self, leaf: &Leaf, numbering: NumberingId) {
        let Some(ty) = self.leaf(leaf) else {
            return;
        };
        let Type::Array { index, .. } = self.model.types.get(ty) else {
            return self.error(format!("{}: only arrays have indices", self.called(leaf)));
        };
        self.numbers(leaf, *index, numbering);
    }

    /// Whether numbers of a type can have these names.
    fn numbers(&mut self, leaf: &Leaf, ty: TypeId, numbering: NumberingId) {
        let called = self.called(leaf);
        let Some(numbers) = self.model.naming.numberings.get(numbering) else {
            return self.error(format!("{called}: there is no {numbering}"));
        };
        let types = &self.model.types;
        if !matches!(
            types.get(ty),
            Type::Bool | Type::Range { .. } | Type::Enum { .. }
        ) {
            return self.error(format!("{called}: only plain numbers are named"));
        }
        let range = self.model.scalar_range(ty);
        let outside = numbers
            .keys()
            .find(|n| !range.is_some_and(|r| r.contains(**n)));
        if let Some(outside) = outside {
            self.error(format!("{called}: {outside} is no value that it can have"));
        }
    }

    fn channels(&mut self, channels: &BTreeMap<u32, NameId>) {
        let mut types = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (number, name) in channels {
            let Some(channel) = self.model.fixed_channel(i128::from(*number)) else {
                self.error(format!("there is no channel {number}"));
                continue;
            };
            if !self.name(*name) {
                continue;
            }
            if !seen.insert(*name) {
                self.error(format!("{name} is two channels"));
            }
            let sort = self.model.sort_of(*name);
            if let Some(ty) = self.channel_type(channel)
                && *types.entry(sort).or_insert(ty) != ty
            {
                self.error(format!(
                    "channel {number} has another type than others of {sort}"
                ));
            }
        }
    }

    /// Its own, or that of the elements of its array.
    fn channel_type(&self, channel: FixedChannel) -> Option<TypeId> {
        let ty = self.model.leaf_type(&Leaf::new(channel.variable))?;
        if let Type::Array { element, .. } = self.model.types.get(ty) {
            return Some(*element);
        }
        Some(ty)
    }
}
