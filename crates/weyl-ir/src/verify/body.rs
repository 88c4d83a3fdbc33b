//! The body of one rule, function or property: what is in scope at the point that is looked at.

use super::VerifyError;
use super::items::Context;
use crate::analysis::Binds;
use crate::visit::walk_block;
use crate::{Block, LocalId, LocalKind, Locals, Place, Root, Type, TypeId};
use std::collections::BTreeSet;
use weyl_source::Span;

pub(super) struct Body<'a> {
    pub context: &'a Context<'a>,
    pub locals: &'a Locals,
    pub errors: Vec<VerifyError>,
    within: String,
    /// The bound variables that have a value here.
    pub bound: BTreeSet<LocalId>,
    /// The references that are bound on every way to here; `None` where no way leads.
    pub references: Option<BTreeSet<LocalId>>,
    /// The references that may stand for a bound variable.
    read_only: BTreeSet<LocalId>,
}

impl<'a> Body<'a> {
    pub(super) fn new(context: &'a Context<'a>, locals: &'a Locals, within: String) -> Body<'a> {
        let mut body = Body {
            context,
            locals,
            errors: Vec::new(),
            within,
            bound: BTreeSet::new(),
            references: Some(BTreeSet::new()),
            read_only: BTreeSet::new(),
        };
        body.check_locals();
        body
    }

    fn check_locals(&mut self) {
        let types = &self.context.model.types;
        for (id, local) in self.locals {
            let problem = match types.contains(local.ty) {
                false => "its type does not exist",
                true if *types.get(local.ty) == Type::Int => "integers can't be stored",
                true if self.context.facts[local.ty].has_channel => "a channel can't be a local",
                true if local.kind == LocalKind::Bound && !types.is_scalar(local.ty) => {
                    "a bound variable must be a scalar"
                }
                true => continue,
            };
            self.error(Span::default(), format!("{id} ({}): {problem}", local.name));
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(VerifyError {
            within: self.within.clone(),
            message: message.into(),
            span,
        });
    }

    pub(super) fn describe(&self, ty: TypeId) -> String {
        self.context.model.describe_type(ty)
    }

    /// Whether a value of one type can be stored where the other is: run-time checks aside.
    pub(super) fn fits(&self, value: TypeId, target: TypeId) -> bool {
        let types = &self.context.model.types;
        value == target || types.is_integer(value) && types.is_integer(target)
    }

    /// The statements of the body.
    pub(super) fn statements(&mut self, block: &'a Block) {
        let mut binds = Binds(Vec::new());
        walk_block(&mut binds, block);
        let mut known = usize::MAX;
        while known != self.read_only.len() {
            known = self.read_only.len();
            for (local, place) in &binds.0 {
                if self.is_read_only(place) {
                    self.read_only.insert(*local);
                }
            }
        }
        self.block(block);
    }

    pub(super) fn is_read_only(&self, place: &Place) -> bool {
        let Root::Local(local) = place.root else {
            return false;
        };
        let kind = self.locals.get(local).map(|local| local.kind);
        kind == Some(LocalKind::Bound) || self.read_only.contains(&local)
    }

    pub(super) fn bind_reference(&mut self, local: LocalId) {
        if let Some(references) = &mut self.references {
            references.insert(local);
        }
    }

    /// Whether a local has something to refer to here.
    pub(super) fn is_available(&self, local: LocalId, kind: LocalKind) -> bool {
        match kind {
            LocalKind::Value => true,
            LocalKind::Bound => self.bound.contains(&local),
            LocalKind::Reference => {
                let references = self.references.as_ref();
                references.is_none_or(|references| references.contains(&local))
            }
        }
    }
}
