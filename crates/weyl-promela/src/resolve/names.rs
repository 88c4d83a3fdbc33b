//! Names that are visible everywhere, and the search for a name from the inside to the outside.

use super::Resolver;
use crate::ast::Ident;
use crate::codes;
use crate::resolved::{
    GlobalId, Mtype, MtypeId, ProctypeId, Type, TypedefId, Variable, VariableRef,
};
use crate::suggest;
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

/// SPIN numbers the names of an mtype in one byte.
const MAX_MTYPE: usize = 255;

/// Names that the language gives a meaning; they cannot be declared.
pub const PREDEFINED: [&str; 6] = ["_", "_p", "_pid", "_last", "_nr_pr", "_priority"];

#[derive(Clone, Copy, Debug)]
pub enum Global {
    Variable(GlobalId),
    Constant(MtypeId, i64),
    Typedef(TypedefId),
    Proctype(ProctypeId),
    Inline,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub global: Global,
    pub span: Span,
    /// The unit that declares it.
    unit: usize,
}

#[derive(Default)]
pub struct Names {
    globals: HashMap<Arc<str>, Entry>,
    mtypes: HashMap<Option<Arc<str>>, MtypeId>,
}

impl Names {
    pub fn proctype(&self, name: &str) -> Option<ProctypeId> {
        match self.globals.get(name)?.global {
            Global::Proctype(id) => Some(id),
            _ => None,
        }
    }
}

impl Resolver<'_> {
    /// A global name declared before the present unit, or by it.
    pub(super) fn global(&self, name: &str) -> Option<Entry> {
        let entry = self.names.globals.get(name)?;
        (entry.unit <= self.unit).then_some(*entry)
    }

    /// Enters a global name; false if it is taken.
    pub(super) fn enter(&mut self, name: &Ident, global: Global) -> bool {
        let before = self.names.globals.get(&name.name).map(|entry| entry.span);
        if before.is_some() || PREDEFINED.contains(&&*name.name) {
            self.redeclared(name, before);
            return false;
        }
        let entry = Entry {
            global,
            span: name.span,
            unit: self.unit,
        };
        self.names.globals.insert(name.name.clone(), entry);
        true
    }

    pub(super) fn declare_inline(&mut self, name: &Ident) {
        self.enter(name, Global::Inline);
    }

    /// The mtype of a name; a subtype that is only used has no constants.
    pub(super) fn mtype(&mut self, name: Option<&Ident>) -> MtypeId {
        let key = name.map(|name| name.name.clone());
        if let Some(id) = self.names.mtypes.get(&key) {
            return *id;
        }
        let id = self.program.mtypes.push(Mtype {
            name: key.clone(),
            constants: Vec::new(),
        });
        self.names.mtypes.insert(key, id);
        id
    }

    /// The last name gets the smallest number; a second declaration goes on behind the first.
    pub(super) fn declare_mtype(&mut self, mtype: &crate::ast::Mtype) {
        let id = self.mtype(mtype.subtype.as_ref());
        for name in mtype.names.iter().rev() {
            let value = self.program.mtypes[id].constants.len() + 1;
            if value > MAX_MTYPE {
                let message = format!("an mtype has at most {MAX_MTYPE} names");
                self.error(codes::TOO_MANY_MTYPES, mtype.span, message);
                return;
            }
            if self.enter(name, Global::Constant(id, value as i64)) {
                self.program.mtypes[id].constants.push(name.name.clone());
            }
        }
    }

    /// The variable that a name means, if it means one.
    pub(super) fn variable(&self, name: &str) -> Option<VariableRef> {
        if let Some(local) = self.body.local(name) {
            return Some(VariableRef::Local(local));
        }
        match self.global(name)?.global {
            Global::Variable(id) => Some(VariableRef::Global(id)),
            _ => None,
        }
    }

    pub(super) fn variable_data(&self, variable: VariableRef) -> Option<&Variable> {
        match variable {
            VariableRef::Global(id) => self.program.globals.get(id),
            VariableRef::Local(id) => self.body.locals.get(id),
        }
    }

    /// Reports a name that means nothing, or something else than wanted.
    pub(super) fn unknown(&mut self, name: &Ident, wanted: &str) {
        if let Some(entry) = self.global(&name.name) {
            let what = describe(entry.global);
            let message = format!("expected {wanted}, but `{}` is {what}", name.name);
            let diagnostic = Diagnostic::error(codes::WRONG_KIND, name.span, message)
                .label(entry.span, "declared here");
            return self.report(diagnostic);
        }
        let message = format!("`{}` is not declared", name.name);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        if let Some(later) = self.names.globals.get(&name.name) {
            diagnostic = diagnostic
                .label(later.span, "declared here, too late")
                .hint("move the declaration in front of the first use");
        } else if let Some(known) = self.suggestion(&name.name) {
            diagnostic = diagnostic.hint(format!("did you mean `{known}`?"));
        }
        self.report(diagnostic);
    }

    fn suggestion(&self, name: &str) -> Option<String> {
        let globals = self.names.globals.iter();
        let visible = globals.filter(|(_, entry)| {
            entry.unit <= self.unit
                && matches!(entry.global, Global::Variable(_) | Global::Constant(..))
        });
        let names = visible.map(|(name, _)| name);
        suggest::closest(name, names.chain(self.body.visible_names()))
    }

    /// An mtype constant as a value.
    pub(super) fn constant(&self, name: &str) -> Option<(i64, Type)> {
        match self.global(name)?.global {
            Global::Constant(id, value) => Some((value, Type::Mtype(id))),
            _ => None,
        }
    }

    pub(super) fn mtype_name(&self, id: MtypeId) -> String {
        let name = self
            .program
            .mtypes
            .get(id)
            .and_then(|mtype| mtype.name.clone());
        match name {
            Some(name) => format!("mtype:{name}"),
            None if id.index() < self.program.mtypes.len() => "mtype".to_string(),
            None => "an unknown mtype".to_string(),
        }
    }
}

fn describe(global: Global) -> &'static str {
    match global {
        Global::Variable(_) => "a variable",
        Global::Constant(..) => "a constant of an mtype",
        Global::Typedef(_) => "a typedef",
        Global::Proctype(_) => "a proctype",
        Global::Inline => "an inline",
    }
}
