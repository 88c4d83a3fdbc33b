//! Which channel a place is.

use crate::resolved::{
    ChannelInitId, Expr, ExprKind, Initial, Pattern, Place, Proctype, Program, Stmt, StmtKind,
    Type, Variable, VariableRef, each_statement,
};
use std::collections::HashSet;
use weyl_source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    None,
    /// An index is known only when the statement runs.
    Possible,
    Certain,
}

/// Whether a place is the channel that is claimed, or one of those.
pub fn overlap(claimed: &Place, used: &Place) -> Overlap {
    let fields = |place: &Place| {
        place
            .fields
            .iter()
            .map(|step| step.field)
            .collect::<Vec<_>>()
    };
    if claimed.variable != used.variable || fields(claimed) != fields(used) {
        return Overlap::None;
    }
    let pairs = indices(claimed).into_iter().zip(indices(used));
    let mut found = Overlap::Certain;
    for (claimed, used) in pairs {
        match (claimed, used.map(constant)) {
            // The whole array, or no array.
            (None, _) | (_, None) => {}
            (Some(claimed), Some(Some(used))) if constant(claimed) == Some(used) => {}
            (Some(_), Some(Some(_))) => return Overlap::None,
            (Some(_), Some(None)) => found = Overlap::Possible,
        }
    }
    found
}

fn indices(place: &Place) -> Vec<Option<&Expr>> {
    let fields = place.fields.iter().map(|step| step.index.as_deref());
    std::iter::once(place.index.as_deref())
        .chain(fields)
        .collect()
}

fn constant(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Constant(value) => Some(value),
        _ => None,
    }
}

/// Whether a place is a global channel, made before any process, that no statement replaces, and
/// all its indices are numbers.
pub fn same_channel_always(
    program: &Program,
    place: &Place,
    replaced: &HashSet<VariableRef>,
) -> bool {
    let known = indices(place)
        .into_iter()
        .flatten()
        .all(|index| constant(index).is_some());
    known && made_by(program, place).is_some() && !replaced.contains(&place.variable)
}

/// The declaration of a channel without capacity.
pub fn rendezvous(program: &Program, place: &Place) -> Option<Span> {
    let init = program.channels.get(made_by(program, place)?)?;
    (init.capacity == 0).then_some(init.span)
}

fn made_by(program: &Program, place: &Place) -> Option<ChannelInitId> {
    match declarations(program, place).last()?.initial {
        Initial::Channel(id) => Some(id),
        _ => None,
    }
}

/// The declarations of a global variable and of the fields on the way to a part of it.
fn declarations<'p>(program: &'p Program, place: &Place) -> Vec<&'p Variable> {
    let VariableRef::Global(global) = place.variable else {
        return Vec::new();
    };
    let mut found: Vec<&Variable> = program.globals.get(global).into_iter().collect();
    for step in &place.fields {
        if let Some(Type::Struct(id)) = found.last().map(|variable| variable.ty) {
            let typedef = program.typedefs.get(id);
            found.extend(typedef.and_then(|typedef| typedef.field(step.field)));
        }
    }
    found
}

/// A channel as it is written.
pub fn name(program: &Program, place: &Place) -> String {
    let declarations = declarations(program, place).into_iter();
    let part = |(variable, index): (&Variable, Option<&Expr>)| match index.map(constant) {
        None => variable.name.to_string(),
        Some(Some(index)) => format!("{}[{index}]", variable.name),
        Some(None) => format!("{}[..]", variable.name),
    };
    let parts: Vec<String> = declarations.zip(indices(place)).map(part).collect();
    parts.join(".")
}

/// The globals with channels that some statement writes to.
pub fn replaced(program: &Program) -> HashSet<VariableRef> {
    let written = program.proctypes.values().flat_map(replaced_in);
    written
        .filter(|variable| matches!(variable, VariableRef::Global(_)))
        .collect()
}

/// The variables with channels that a proctype writes to.
pub fn replaced_in(proctype: &Proctype) -> HashSet<VariableRef> {
    let mut found = HashSet::new();
    each_statement(&proctype.body, &mut |stmt| {
        found.extend(channels_written(stmt).iter().map(|place| place.variable));
    });
    found
}

/// The channels, or structures with channels, that a statement writes to.
fn channels_written(stmt: &Stmt) -> Vec<&Place> {
    let written: Vec<&Place> = match &stmt.kind {
        StmtKind::Assign { target, .. }
        | StmtKind::Increment(target)
        | StmtKind::Decrement(target) => vec![target],
        StmtKind::Receive { patterns, .. } => patterns.iter().filter_map(stored).collect(),
        StmtKind::For { variable, .. }
        | StmtKind::ForIndex { variable, .. }
        | StmtKind::Select { variable, .. } => vec![variable],
        StmtKind::ForMessage { fields, .. } => fields.iter().collect(),
        _ => Vec::new(),
    };
    let holds_channels = |place: &&Place| matches!(place.ty, Type::Channel | Type::Struct(_));
    written.into_iter().filter(holds_channels).collect()
}

fn stored(pattern: &Pattern) -> Option<&Place> {
    match pattern {
        Pattern::Store(place) => Some(place),
        Pattern::Match(_) | Pattern::Discard(_) => None,
    }
}
