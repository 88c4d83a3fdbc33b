//! Messages: arguments of `run` and send, patterns of receive and poll.

use super::Resolver;
use crate::ast::{self, PatternKind};
use crate::codes;
use crate::resolved::{
    ChannelInitId, Expr, ExprKind, FieldStep, Initial, Pattern, Place, Poll, ProctypeId, Type,
    VariableRef,
};
use cranelift_entity::EntityRef;
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

/// A send, and the uses of inlines that lead to it.
pub struct Sent {
    fields: usize,
    span: Span,
    calls: Vec<(Arc<str>, Span)>,
}

impl Resolver<'_> {
    /// Values to pass on, structures split into their fields.
    pub(super) fn arguments(&mut self, arguments: &[ast::Expr]) -> Vec<Expr> {
        let mut values = Vec::new();
        for argument in arguments {
            match self.structure(argument) {
                Some(place) => {
                    let leaves = self.split(place);
                    values.extend(leaves.into_iter().map(|leaf| Expr {
                        ty: leaf.ty,
                        span: leaf.span,
                        kind: ExprKind::Read(leaf),
                    }));
                }
                None => values.push(self.expr(argument)),
            }
        }
        values
    }

    /// The place of a whole structure, if that is what an expression is.
    fn structure(&mut self, expr: &ast::Expr) -> Option<Place> {
        let ast::ExprKind::Place(place) = &expr.kind else {
            return None;
        };
        self.structure_place(place)
    }

    fn structure_place(&mut self, place: &ast::Place) -> Option<Place> {
        let variable = self.variable(&place.root.name.name)?;
        let Type::Struct(_) = self.variable_data(variable)?.ty else {
            return None;
        };
        let resolved = self.place(place, false)?;
        matches!(resolved.ty, Type::Struct(_)).then_some(resolved)
    }

    /// Number and mtypes of the arguments of `run`.
    pub(super) fn check_arguments(&mut self, id: ProctypeId, arguments: &[Expr], span: Span) {
        let Some(proctype) = self.program.proctypes.get(id) else {
            return;
        };
        let (name, declared) = (proctype.name.clone(), proctype.span);
        let parameters = proctype.parameters.clone();
        let locals = proctype.locals.clone();
        let mut wanted = Vec::new();
        for parameter in parameters {
            if let Some(local) = locals.get(parameter) {
                self.message_fields(local.ty, local.span, &mut wanted);
            }
        }
        if wanted.len() != arguments.len() {
            let message = format!(
                "`{name}` takes {} arguments and gets {}",
                wanted.len(),
                arguments.len()
            );
            let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, span, message)
                .label(declared, "declared here");
            return self.report(diagnostic);
        }
        for (ty, argument) in wanted.into_iter().zip(arguments) {
            self.check_mtype(ty, argument);
        }
    }

    /// Both sides are mtypes, but different ones.
    pub(super) fn check_mtype(&mut self, wanted: Type, value: &Expr) {
        let (Type::Mtype(wanted), Type::Mtype(found)) = (wanted, value.ty) else {
            return;
        };
        if wanted != found {
            let (wanted, found) = (self.mtype_name(wanted), self.mtype_name(found));
            let message = format!("this is of type `{found}`, but `{wanted}` is wanted");
            self.error(codes::MTYPE_MISMATCH, value.span, message);
        }
    }

    pub(super) fn poll(
        &mut self,
        channel: &ast::Place,
        random: bool,
        patterns: &[ast::Pattern],
        span: Span,
    ) -> Option<Poll> {
        self.program.features.random_receive |= random;
        let patterns = self.patterns(patterns);
        let channel = self.channel(channel)?;
        self.check_message(&channel, patterns.len(), span);
        Some(Poll {
            channel,
            random,
            patterns,
        })
    }

    pub(super) fn patterns(&mut self, patterns: &[ast::Pattern]) -> Vec<Pattern> {
        let mut resolved = Vec::new();
        for pattern in patterns {
            match &pattern.kind {
                PatternKind::Constant(value) => {
                    resolved.push(Pattern::Match(super::places::number(*value, pattern.span)))
                }
                PatternKind::Eval(expr) => {
                    self.forbid_run(expr, "`eval`");
                    resolved.push(Pattern::Match(self.expr(expr)));
                }
                PatternKind::Place(place) => self.pattern_place(place, &mut resolved),
            }
        }
        self.check_repeated(&resolved);
        resolved
    }

    fn pattern_place(&mut self, place: &ast::Place, out: &mut Vec<Pattern>) {
        let name = &*place.root.name.name;
        if let Some((value, ty)) = self.constant(name) {
            out.push(Pattern::Match(Expr {
                kind: ExprKind::Constant(value),
                ty,
                span: place.span,
            }));
        } else if name == "_" {
            out.push(Pattern::Discard(place.span));
        } else if name == "_pid" && !self.body.is_trace() {
            out.push(self.receive_own_number(place.span));
        } else if super::names::PREDEFINED.contains(&name) {
            self.read_only(name, place.span);
        } else if let Some(whole) = self.structure_place(place) {
            let leaves = self.split(whole);
            out.extend(leaves.into_iter().map(Pattern::Store));
        } else if let Some(place) = self.scalar_place(place) {
            out.push(Pattern::Store(place));
        }
    }

    pub(super) fn read_only(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` cannot be assigned");
        self.error(codes::READ_ONLY, span, message);
    }

    /// SPIN cannot receive two fields of one message into one variable.
    fn check_repeated(&mut self, patterns: &[Pattern]) {
        let plain = |pattern: &Pattern| match pattern {
            Pattern::Store(place) if place.fields.is_empty() && place.index.is_none() => {
                Some((place.variable, place.span))
            }
            _ => None,
        };
        let stores: Vec<_> = patterns.iter().filter_map(plain).collect();
        for (at, (variable, span)) in stores.iter().enumerate() {
            let before = stores.iter().take(at).find(|(other, _)| other == variable);
            if let Some((_, first)) = before {
                let diagnostic = Diagnostic::error(
                    codes::REPEATED_TARGET,
                    *span,
                    "this variable takes two fields of one message",
                )
                .label(*first, "it is received into here already")
                .hint("use `_` for the field that is not needed");
                self.report(diagnostic);
            }
        }
    }

    /// The initialiser of a channel that is always made by one and the same.
    fn static_channel(&self, place: &Place) -> Option<ChannelInitId> {
        let mut data = self.root(place.variable)?;
        for FieldStep { field, .. } in &place.fields {
            let Type::Struct(id) = data.ty else {
                return None;
            };
            let fields = &self.program.typedefs.get(id)?.fields;
            data = fields.get(field.index())?.clone();
        }
        match data.initial {
            Initial::Channel(id) => Some(id),
            _ => None,
        }
    }

    /// Compares the number of fields with what the declaration of the channel says. The variable
    /// may hold another channel when the statement runs, so this is only a warning.
    pub(super) fn check_message(&mut self, channel: &Place, found: usize, span: Span) {
        let Some(init) = self.static_channel(channel) else {
            return;
        };
        let Some(init) = self.program.channels.get(init) else {
            return;
        };
        let (wanted, declared) = (init.fields.len(), init.span);
        if wanted != found {
            let plural = if found == 1 { "" } else { "s" };
            let message =
                format!("{found} field{plural}, but messages of this channel have {wanted}");
            let diagnostic = Diagnostic::warning(codes::MESSAGE_FIELDS, span, message)
                .label(declared, "declared here");
            self.report(diagnostic);
        }
    }

    pub(super) fn remember_send(&mut self, fields: usize, span: Span) {
        self.sends.push(Sent {
            fields,
            span,
            calls: self.body.calls.clone(),
        });
    }

    /// Messages that no channel of the model can take, wherever it is declared.
    pub(super) fn check_sends(&mut self) {
        let longest = self.longest_message;
        for Sent {
            fields,
            span,
            calls,
        } in std::mem::take(&mut self.sends)
        {
            if fields > longest {
                let message =
                    format!("{fields} fields, but no channel of the model has more than {longest}");
                let diagnostic = Diagnostic::error(codes::MESSAGE_FIELDS, span, message);
                self.report(super::inside_calls(diagnostic, &calls));
            }
        }
    }

    /// Warns about mtypes that differ from those of the channel's declaration.
    pub(super) fn check_message_types(&mut self, channel: &Place, arguments: &[Expr]) {
        let init = self.static_channel(channel);
        let Some(init) = init.and_then(|init| self.program.channels.get(init)) else {
            return;
        };
        let fields = init.fields.clone();
        for (ty, argument) in fields.into_iter().zip(arguments) {
            if let (Type::Mtype(wanted), Type::Mtype(found)) = (ty, argument.ty)
                && wanted != found
            {
                let (wanted, found) = (self.mtype_name(wanted), self.mtype_name(found));
                let message = format!("a `{found}` is sent where the channel has a `{wanted}`");
                self.warn(codes::MTYPE_MISMATCH, argument.span, message);
            }
        }
    }

    /// Whether a place is a local variable or a part of one.
    pub(super) fn is_local(place: &Place) -> bool {
        matches!(place.variable, VariableRef::Local(_))
    }
}
