//! Calls: pure ones stay in expressions, others become statements in front of them.

use super::body::{InFront, Mark};
use super::functions::{Formal, Signature};
use super::places::Operand;
use super::{Lowerer, coerce::Fit};
use crate::ast::{Expr as Tree, Ident};
use crate::codes;
use crate::scope::{Access, Symbol};
use weyl_ir::{Argument, Expr, ExprKind, FunctionId, Place, StmtKind, TypeId};
use weyl_source::{Diagnostic, Span};

/// An argument that has been evaluated but not yet handed over.
enum Prepared {
    Value(Expr),
    Content(Place),
    Reference(Place),
}

impl Lowerer<'_> {
    fn callee(&mut self, name: &Ident) -> Option<(FunctionId, Signature)> {
        let entry = self.resolve(&name.name, name.span)?;
        match entry.symbol {
            Symbol::Function(id) => Some((id, self.signatures[id].clone())),
            _ => self.wrong_kind(&name.name, name.span, &entry, "a function"),
        }
    }

    /// A call in an expression.
    pub(super) fn call_operand(
        &mut self,
        name: &Ident,
        arguments: &[Tree],
        span: Span,
    ) -> Option<Operand> {
        let (function, signature) = self.callee(name)?;
        let Some(ty) = signature.result else {
            self.no_result(name, &signature);
            return None;
        };
        let (function, signature) = self.silenced(function, signature);
        if signature.is_pure() && self.model.types.is_scalar(ty) {
            let arguments = self.arguments(function, &signature, arguments, span)?;
            let kind = ExprKind::Call {
                function,
                arguments,
            };
            return Some(Operand::Value(Expr::new(kind, ty, span)));
        }
        let result = self.call_into_temporary((function, &signature), ty, name, arguments, span)?;
        Some(Operand::Place(
            result,
            Access::ReadOnly("it is the result of a call"),
        ))
    }

    /// Where a call leaves its result, which may be undefined.
    pub(super) fn result_place(
        &mut self,
        name: &Ident,
        arguments: &[Tree],
        span: Span,
    ) -> Option<Place> {
        let (function, signature) = self.callee(name)?;
        let Some(ty) = signature.result else {
            self.no_result(name, &signature);
            return None;
        };
        let (function, signature) = self.silenced(function, signature);
        self.call_into_temporary((function, &signature), ty, name, arguments, span)
    }

    fn call_into_temporary(
        &mut self,
        (function, signature): (FunctionId, &Signature),
        ty: TypeId,
        name: &Ident,
        arguments: &[Tree],
        span: Span,
    ) -> Option<Place> {
        let is_possible = match self.body.in_front {
            InFront::Anything => true,
            InFront::Computation => signature.is_pure(),
            InFront::Nothing => false,
        };
        if !is_possible {
            return self.no_statement_here(name, signature, span);
        }
        let result = self.temporary(ty, span);
        self.emit_call(function, signature, arguments, Some(result.clone()), span)?;
        Some(result)
    }

    fn no_result(&mut self, name: &Ident, signature: &Signature) {
        let message = format!("`{}` is a procedure: it has no result", name.name);
        let diagnostic = Diagnostic::error(codes::NO_RESULT, name.span, message)
            .label(signature.span, "declared here");
        self.report(diagnostic);
    }

    /// What to call in this place: where no output is possible, the silent twin.
    fn silenced(&mut self, function: FunctionId, signature: Signature) -> (FunctionId, Signature) {
        if self.body.in_front == InFront::Anything || !signature.only_prints() {
            return (function, signature);
        }
        let twin = self.silent(function);
        (twin, self.signatures[twin].clone())
    }

    fn no_statement_here<T>(
        &mut self,
        name: &Ident,
        signature: &Signature,
        span: Span,
    ) -> Option<T> {
        let unchanged =
            "guards, properties, constants and the bodies of quantifiers must not change anything";
        let (reason, hint) = match &signature.effects {
            None => ("calls itself here", unchanged),
            Some(effects) if effects.covers => (
                "has a `cover`",
                "only steps hit a `cover`: call the function in the body of a rule",
            ),
            Some(effects) if effects.any() => ("has side effects", unchanged),
            Some(_) => (
                "has a result that is not simple",
                "write a function that calls it and returns what is asked here, a simple value",
            ),
        };
        let message = format!(
            "`{}` {reason}, which is not possible in this place",
            name.name
        );
        let diagnostic = Diagnostic::error(codes::SIDE_EFFECT, span, message)
            .label(signature.span, "declared here")
            .hint(hint);
        self.report(diagnostic);
        None
    }

    pub(super) fn emit_call(
        &mut self,
        function: FunctionId,
        signature: &Signature,
        arguments: &[Tree],
        result: Option<Place>,
        span: Span,
    ) -> Option<()> {
        let arguments = self.arguments(function, signature, arguments, span)?;
        self.emit(
            StmtKind::Call {
                function,
                arguments,
                result,
            },
            span,
        );
        Some(())
    }

    /// A call as a statement.
    pub(super) fn call_statement(
        &mut self,
        name: &Ident,
        arguments: &[Tree],
        span: Span,
    ) -> Option<()> {
        let built_in = ["multisetadd", "multisetremove"]
            .iter()
            .any(|word| name.name.eq_ignore_ascii_case(word));
        if built_in && self.scopes.lookup(&name.name).is_none() {
            return self.multiset_procedure(name, arguments, span);
        }
        let (function, signature) = self.callee(name)?;
        if signature.result.is_some() {
            let message = format!("`{}` is a function: its result is lost here", name.name);
            let diagnostic = Diagnostic::warning(codes::UNUSED_RESULT, span, message)
                .label(signature.span, "declared here")
                .hint("assign the result to a variable");
            self.report(diagnostic);
        }
        self.emit_call(function, &signature, arguments, None, span)
    }

    /// `x := f(…)`: the result goes straight where it belongs, if the types allow it. `None`: they
    /// do not, or there is an error; the caller goes the general way.
    pub(super) fn direct_result(
        &mut self,
        name: &Ident,
        target: &Place,
    ) -> Option<(FunctionId, Signature)> {
        let Some(Symbol::Function(function)) = self
            .scopes
            .lookup(&name.name)
            .map(|entry| entry.symbol.clone())
        else {
            return None;
        };
        let signature = self.signatures[function].clone();
        let fit = signature.result.and_then(|ty| self.fit(ty, target.ty))?;
        matches!(fit, Fit::Same | Fit::Integers).then_some((function, signature))
    }

    /// Evaluates the arguments from left to right.
    fn arguments(
        &mut self,
        function: FunctionId,
        signature: &Signature,
        trees: &[Tree],
        span: Span,
    ) -> Option<Vec<Argument>> {
        if trees.len() != signature.parameters.len() {
            let wanted = signature.parameters.len();
            let message = format!("{wanted} arguments are needed here, not {}", trees.len());
            let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, span, message)
                .label(signature.span, "declared here");
            self.report(diagnostic);
            return None;
        }
        let mut prepared = Some(Vec::new());
        for (tree, formal) in trees.iter().zip(&signature.parameters) {
            let mark = self.mark();
            let argument = self.argument(tree, formal);
            prepared = prepared.zip(argument).map(|(before, argument)| {
                let mut kept = self.keep_arguments(mark, before);
                kept.push(argument);
                kept
            });
        }
        let prepared = prepared?;
        self.note_call(function, signature, &prepared);
        Some(prepared.into_iter().map(hand_over).collect())
    }

    fn argument(&mut self, tree: &Tree, formal: &Formal) -> Option<Prepared> {
        if formal.by_reference {
            self.reference_argument(tree, formal)
        } else {
            self.value_argument(tree, formal)
        }
    }

    fn reference_argument(&mut self, tree: &Tree, formal: &Formal) -> Option<Prepared> {
        let place = match self.operand(tree)? {
            Operand::Place(place, Access::Writable) => place,
            Operand::Place(..) | Operand::Value(_) | Operand::Undefined(_) => {
                let message =
                    "this parameter is declared `var`: a variable that may be changed is needed";
                let diagnostic = Diagnostic::error(codes::REFERENCE_ARGUMENT, tree.span, message)
                    .label(formal.span, "declared here");
                self.report(diagnostic);
                return None;
            }
        };
        if place.ty == formal.ty {
            return Some(Prepared::Reference(place));
        }
        let message = format!(
            "this parameter is declared `var`: {} is needed, and this is {}",
            self.describe(formal.ty),
            self.describe(place.ty)
        );
        let diagnostic = Diagnostic::error(codes::REFERENCE_ARGUMENT, tree.span, message)
            .label(formal.span, "declared here");
        self.report(diagnostic);
        None
    }

    fn value_argument(&mut self, tree: &Tree, formal: &Formal) -> Option<Prepared> {
        match self.operand(tree)? {
            // A local that is never written stays undefined.
            Operand::Undefined(span) => Some(Prepared::Content(self.temporary(formal.ty, span))),
            Operand::Value(value) => self.coerce(value, formal.ty).map(Prepared::Value),
            Operand::Place(place, _) => {
                let Some(fit) = self.fit(place.ty, formal.ty) else {
                    return self.mismatch(place.ty, formal.ty, tree.span);
                };
                let scalar = self.model.types.is_scalar(place.ty);
                let copied = !scalar || !self.options.strict_undefined;
                match fit {
                    Fit::Same | Fit::Integers if copied => Some(Prepared::Content(place)),
                    _ => Some(Prepared::Value(self.apply(
                        fit,
                        Expr::read(place),
                        formal.ty,
                    ))),
                }
            }
        }
    }

    /// Statements of the newest argument must not change what the earlier ones were.
    fn keep_arguments(&mut self, mark: Mark, before: Vec<Prepared>) -> Vec<Prepared> {
        let mut kept: Vec<Prepared> = Vec::with_capacity(before.len());
        for argument in before.into_iter().rev() {
            kept.push(match argument {
                Prepared::Value(value) => Prepared::Value(self.keep_value(mark, value)),
                Prepared::Content(place) => Prepared::Content(self.keep_content(mark, place)),
                Prepared::Reference(place) => Prepared::Reference(self.keep_place(mark, place)),
            });
        }
        kept.reverse();
        kept
    }

    /// Takes over the effects of a call.
    fn note_call(&mut self, function: FunctionId, signature: &Signature, arguments: &[Prepared]) {
        let references =
            arguments
                .iter()
                .enumerate()
                .filter_map(|(number, argument)| match argument {
                    Prepared::Reference(place) => Some((number, self.origin(place))),
                    _ => None,
                });
        let references: Vec<_> = references.collect();
        if self.body.function == Some(function) {
            self.body.own_calls.push(references);
            return;
        }
        let Some(effects) = &signature.effects else {
            return;
        };
        self.body.effects.writes_state |= effects.writes_state;
        self.body.effects.assumes |= effects.assumes;
        self.body.effects.prints |= effects.prints;
        self.body.effects.covers |= effects.covers;
        for (number, origin) in references {
            if effects.written_parameters.contains(&number) {
                self.note_write(origin);
            }
        }
    }
}

fn hand_over(argument: Prepared) -> Argument {
    match argument {
        Prepared::Value(value) => Argument::Value(value),
        Prepared::Content(place) => Argument::Copy(place),
        Prepared::Reference(place) => Argument::Reference(place),
    }
}
