//! Local variables of kinds of processes, side by side.

use super::Counterparts;
use std::collections::BTreeSet;
use weyl_ir::{Model, ProcessKind, Type, TypeId};
use weyl_source::Span;

/// A local variable of a process.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    name: String,
    ty: TypeId,
    span: Span,
}

/// The local variables of a kind: arrays with an element for each of its processes.
pub(super) fn declarations(model: &Model, kind: &ProcessKind) -> Vec<Declaration> {
    let title = format!("{}:", model.sorts[kind.sort].name);
    let of_weyl = |id| id == kind.location || Some(id) == kind.priority;
    let declared = model.variables.iter().filter(|(id, _)| !of_weyl(*id));
    let own = declared.filter_map(|(_, variable)| {
        let name = variable.name.strip_prefix(&title)?;
        let Type::Array { element, .. } = *model.types.get(variable.ty) else {
            return None;
        };
        Some(Declaration {
            name: name.to_string(),
            ty: element,
            span: variable.span,
        })
    });
    own.collect()
}

/// What only one of two kinds declares, or each with a type of its own.
pub(super) fn differences<'a>(
    ours: &'a [Declaration],
    theirs: &'a [Declaration],
    renamed: impl Fn(&'a str) -> &'a str,
) -> Vec<(String, Counterparts<Span>)> {
    let mut met = BTreeSet::new();
    let mut found = Vec::new();
    for one in ours {
        let name = renamed(&one.name);
        let other = theirs.iter().find(|other| other.name == name);
        met.insert(name);
        if other.is_none_or(|other| other.ty != one.ty) {
            let there = other.map(|other| other.span);
            found.push((one.name.clone(), (Some(one.span), there)));
        }
    }
    let alone = theirs.iter().filter(|other| !met.contains(&*other.name));
    found.extend(alone.map(|other| (other.name.clone(), (None, Some(other.span)))));
    found
}
