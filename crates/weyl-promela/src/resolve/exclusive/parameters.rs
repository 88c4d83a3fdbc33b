//! Parameters that stand for one global channel, whoever creates the process.

use super::channels::{name, replaced_in, same_channel_always};
use crate::resolved::{
    Expr, ExprKind, LocalId, Place, Proctype, ProctypeId, Program, Run, Type, VariableRef,
    each_expr,
};
use std::collections::{HashMap, HashSet};

pub struct Parameters {
    /// The channel of a parameter; `None` where it may be different ones, or is not known.
    channels: HashMap<(ProctypeId, LocalId), Option<Place>>,
}

impl Parameters {
    /// `replaced` are the globals that do not keep their channels.
    pub fn of(program: &Program, replaced: &HashSet<VariableRef>) -> Parameters {
        let mut parameters = Parameters {
            channels: HashMap::new(),
        };
        for proctype in program.proctypes.values() {
            each_expr(&proctype.body, &mut |expr| {
                if let ExprKind::Run(run) = &expr.kind {
                    parameters.enter(program, replaced, run);
                }
            });
        }
        parameters.forget_what_changes(program);
        parameters
    }

    fn enter(&mut self, program: &Program, replaced: &HashSet<VariableRef>, run: &Run) {
        let Some(proctype) = program.proctypes.get(run.proctype) else {
            return;
        };
        if !is_plain(proctype) {
            return;
        }
        for (parameter, argument) in proctype.parameters.iter().zip(&run.arguments) {
            let channel = channel_of(argument)
                .filter(|place| same_channel_always(program, place, replaced))
                .cloned();
            let known = self.channels.entry((run.proctype, *parameter));
            let known = known.or_insert_with(|| channel.clone());
            let written = |place: &Option<Place>| place.as_ref().map(|one| name(program, one));
            if written(known) != written(&channel) {
                *known = None;
            }
        }
    }

    /// A process that is active from the start has 0 for each parameter, and a parameter that is
    /// assigned may become another channel.
    fn forget_what_changes(&mut self, program: &Program) {
        for (id, proctype) in program.proctypes.iter() {
            let active = program.instances.iter().any(|one| one.proctype == id);
            let changed = replaced_in(proctype);
            self.channels.retain(|(of, parameter), _| {
                *of != id || !active && !changed.contains(&VariableRef::Local(*parameter))
            });
        }
    }

    /// A place of a proctype, or the global channel that it stands for.
    pub fn behind(&self, proctype: ProctypeId, place: &Place) -> Place {
        let known = match place.variable {
            VariableRef::Local(local) if place.index.is_none() && place.fields.is_empty() => {
                self.channels.get(&(proctype, local)).cloned().flatten()
            }
            VariableRef::Local(_) | VariableRef::Global(_) => None,
        };
        Place {
            span: place.span,
            ..known.unwrap_or_else(|| place.clone())
        }
    }
}

/// Whether arguments and parameters are one to one: structures come in parts.
fn is_plain(proctype: &Proctype) -> bool {
    let parameters = proctype.parameters.iter();
    let mut types = parameters.filter_map(|id| proctype.locals.get(*id).map(|local| local.ty));
    !types.any(|ty| matches!(ty, Type::Struct(_)))
}

fn channel_of(argument: &Expr) -> Option<&Place> {
    match &argument.kind {
        ExprKind::Read(place) if place.ty == Type::Channel => Some(place),
        _ => None,
    }
}
