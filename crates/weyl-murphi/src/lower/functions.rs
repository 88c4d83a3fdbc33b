//! Declarations of functions and procedures.

use super::Lowerer;
use super::body::{Effects, Origin, Return};
use crate::ast::{Function as Tree, Parameter as TreeParameter};
use crate::codes;
use crate::scope::{Access, Symbol};
use weyl_ir::{Function, FunctionId, LocalId, LocalKind, TypeId};
use weyl_source::{Diagnostic, Span};

/// What a caller has to know.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub parameters: Vec<Formal>,
    pub result: Option<TypeId>,
    pub span: Span,
    /// Known when the body has been lowered; until then (in the body itself) the worst is assumed.
    pub effects: Option<Effects>,
}

impl Signature {
    /// Whether a call only computes its result.
    pub fn is_pure(&self) -> bool {
        self.effects.as_ref().is_some_and(|effects| !effects.any())
    }

    /// Whether output is all that a call does besides.
    pub fn only_prints(&self) -> bool {
        self.effects
            .as_ref()
            .is_some_and(|effects| effects.prints && !effects.changes_something())
    }
}

#[derive(Clone, Debug)]
pub struct Formal {
    pub ty: TypeId,
    pub by_reference: bool,
    pub span: Span,
}

const PARAMETER: Access = Access::ReadOnly("it is a parameter that was not declared `var`");

impl Lowerer<'_> {
    pub(super) fn function(&mut self, tree: &Tree) {
        self.open_body(true);
        self.scopes.push();
        let depth = self.scopes.depth();
        let parameters = self.parameters(&tree.parameters);
        let result = tree.result.as_ref().map(|ty| self.ty(ty, None));
        let header = parameters.zip(result.map_or(Some(None), |result| result.map(Some)));
        let Some((parameters, result)) = header else {
            self.scopes.truncate(depth - 1);
            self.declare(&tree.name, Symbol::Broken);
            return;
        };
        let id = self.announce(tree, &parameters, result);
        self.declare_outside(tree, id);
        self.scopes.push();
        self.local_decls(&tree.decls);
        self.statements(&tree.body);
        self.scopes.truncate(depth - 1);
        self.finish(id, tree);
    }

    /// Enters the function into the model before its body is known, so that it can call itself.
    fn announce(
        &mut self,
        tree: &Tree,
        parameters: &[(LocalId, Formal)],
        result: Option<TypeId>,
    ) -> FunctionId {
        let result_local = result.map(|ty| self.local("result", ty, LocalKind::Value));
        self.body.returns = result_local.map_or(Return::Plain, Return::Into);
        let id = self.model.functions.push(Function {
            name: tree.name.name.clone(),
            parameters: parameters.iter().map(|(local, _)| *local).collect(),
            locals: Default::default(),
            result: result_local,
            body: Vec::new(),
            span: tree.name.span,
        });
        self.body.function = Some(id);
        self.signatures[id] = Signature {
            parameters: parameters
                .iter()
                .map(|(_, formal)| formal.clone())
                .collect(),
            result,
            span: tree.name.span,
            effects: None,
        };
        id
    }

    /// The function's name belongs to the scope around it, but is known inside.
    fn declare_outside(&mut self, tree: &Tree, id: FunctionId) {
        let inside = self.scopes.take_innermost();
        self.declare(&tree.name, Symbol::Function(id));
        self.scopes.restore(inside);
    }

    fn parameters(&mut self, trees: &[TreeParameter]) -> Option<Vec<(LocalId, Formal)>> {
        let mut parameters = Vec::new();
        let mut complete = true;
        for tree in trees {
            let ty = self.ty(&tree.ty, None);
            for name in &tree.names {
                let Some(ty) = ty else {
                    complete = false;
                    continue;
                };
                let (kind, access) = if tree.by_reference {
                    (LocalKind::Reference, Access::Writable)
                } else {
                    (LocalKind::Value, PARAMETER)
                };
                let local = self.local(&name.name, ty, kind);
                if tree.by_reference {
                    self.body
                        .origins
                        .insert(local, Origin::Parameter(parameters.len()));
                }
                self.declare(name, Symbol::Local(local, access));
                let formal = Formal {
                    ty,
                    by_reference: tree.by_reference,
                    span: name.span,
                };
                parameters.push((local, formal));
            }
        }
        complete.then_some(parameters)
    }

    fn finish(&mut self, id: FunctionId, tree: &Tree) {
        let body = std::mem::take(&mut self.body);
        if body.returns != Return::Plain && !body.returned {
            let message = format!("the function `{}` never returns a value", tree.name.name);
            let diagnostic = Diagnostic::warning(codes::NEVER_RETURNS, tree.name.span, message)
                .hint("to reach its end without `return` is a run-time error");
            self.report(diagnostic);
        }
        let mut effects = body.effects;
        close_over(&mut effects, &body.own_calls);
        self.signatures[id].effects = Some(effects);
        let function = &mut self.model.functions[id];
        function.locals = body.locals;
        function.body = body.block;
    }
}

/// What calls to itself add: a parameter that is handed on to a written parameter is written too.
fn close_over(effects: &mut Effects, own_calls: &[Vec<(usize, Origin)>]) {
    loop {
        let before = (effects.written_parameters.len(), effects.writes_state);
        for (parameter, origin) in own_calls.iter().flatten() {
            if !effects.written_parameters.contains(parameter) {
                continue;
            }
            match origin {
                Origin::Own => {}
                Origin::State => effects.writes_state = true,
                Origin::Parameter(number) => {
                    effects.written_parameters.insert(*number);
                }
            }
        }
        if before == (effects.written_parameters.len(), effects.writes_state) {
            return;
        }
    }
}
