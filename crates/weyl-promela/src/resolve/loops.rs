//! `for` and `select`.

use super::Resolver;
use crate::ast;
use crate::codes;
use crate::resolved::{
    Block, Initial, Place, SelectForm, StmtKind, Type, TypedefId, Variable, VariableRef, Visibility,
};
use weyl_source::{Diagnostic, Span};

/// SPIN spells out a `select` over at most so many values and one.
const MAX_SPELT_OUT: i64 = 32;

/// No name that a model can use.
const MESSAGE_COUNTER: &str = "messages seen";

impl Resolver<'_> {
    pub(super) fn counted(&mut self, kind: &ast::StmtKind, span: Span) -> Option<StmtKind> {
        match kind {
            ast::StmtKind::For {
                variable,
                from,
                to,
                body,
            } => {
                let target = self.loop_variable(variable);
                self.check_range(from, to);
                let (from, to) = (self.expr(from), self.expr(to));
                let body = self.loop_body(body);
                Some(StmtKind::For {
                    variable: target?,
                    from,
                    to,
                    body,
                })
            }
            ast::StmtKind::ForIn {
                variable,
                collection,
                body,
            } => self.for_in(variable, collection, body),
            ast::StmtKind::Select {
                variable,
                from,
                to,
                inlined,
            } => {
                let target = self.loop_variable(variable);
                self.check_range(from, to);
                let form = select_form(variable, from, to, *inlined);
                let (from, to) = (self.expr(from), self.expr(to));
                Some(StmtKind::Select {
                    variable: target?,
                    from,
                    to,
                    form,
                })
            }
            _ => {
                self.error(codes::FOR_VARIABLE, span, "this is no loop");
                None
            }
        }
    }

    fn loop_body(&mut self, body: &ast::Block) -> Block {
        self.body.loops.push(self.body.region);
        let body = self.inner_block(body);
        self.body.loops.pop();
        body
    }

    /// A plain variable, neither array nor field nor channel.
    fn loop_variable(&mut self, variable: &ast::Place) -> Option<Place> {
        let place = self.scalar_place(variable)?;
        let plain = variable.fields.is_empty() && variable.root.index.is_none();
        if !plain || place.ty == Type::Channel {
            self.error(
                codes::FOR_VARIABLE,
                variable.span,
                "the variable of a loop must be a plain one",
            );
        }
        Some(place)
    }

    fn check_range(&mut self, from: &ast::Expr, to: &ast::Expr) {
        let bounds = (self.try_fold(from), self.try_fold(to));
        if let (Some(first), Some(last)) = bounds
            && first > last
        {
            let message = format!("the range from {first} to {last} is empty");
            self.error(codes::EMPTY_RANGE, from.span.to(to.span), message);
        }
    }

    fn for_in(
        &mut self,
        variable: &ast::Place,
        collection: &ast::Place,
        body: &ast::Block,
    ) -> Option<StmtKind> {
        let over = self.place(collection, true);
        let target = self.place(variable, false);
        if let Some(Type::Struct(id)) = target.as_ref().map(|target| target.ty) {
            let fields = over.as_ref().and_then(|over| self.messages(over, id));
            let counter = self.message_counter(collection.span);
            let body = self.loop_body(body);
            if fields.is_none() && over.is_some() {
                self.bad_collection(collection.span);
            }
            fields?;
            let fields = self.split(target?);
            return Some(StmtKind::ForMessage {
                counter,
                channel: over?,
                fields,
                body,
            });
        }
        let target = self.loop_variable(variable);
        let size = over.as_ref().and_then(|over| self.whole_array(over));
        let body = self.loop_body(body);
        if size.is_none() && over.is_some() {
            self.bad_collection(collection.span);
        }
        Some(StmtKind::ForIndex {
            variable: target?,
            size: size?,
            body,
        })
    }

    /// The hidden variable that counts messages: one for all such loops of a scope, as in SPIN,
    /// where it keeps its value behind the loop.
    fn message_counter(&mut self, span: Span) -> Place {
        let known = self.body.scopes.last();
        let known = known.and_then(|scope| scope.get(MESSAGE_COUNTER).copied());
        let local = known.unwrap_or_else(|| {
            let local = self.body.locals.push(Variable {
                name: MESSAGE_COUNTER.into(),
                ty: Type::Byte,
                size: None,
                initial: Initial::Zero,
                visibility: Visibility::Plain,
                span,
                nested: self.body.nested(),
            });
            self.body.enter(MESSAGE_COUNTER.into(), local);
            local
        });
        Place {
            variable: VariableRef::Local(local),
            index: None,
            fields: Vec::new(),
            ty: Type::Byte,
            span,
        }
    }

    fn bad_collection(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(
            codes::FOR_VARIABLE,
            span,
            "`in` needs an array, or a buffered channel of structures",
        )
        .hint("a loop over a channel needs a variable of the structure's type");
        self.report(diagnostic);
    }

    fn whole_array(&self, over: &Place) -> Option<u32> {
        if over.index.is_some() || !over.fields.is_empty() {
            return None;
        }
        self.root(over.variable)?.size
    }

    /// Whether a place is a buffered channel whose messages are structures of one type.
    fn messages(&self, over: &Place, id: TypedefId) -> Option<()> {
        let data = self.root(over.variable)?;
        let Initial::Channel(init) = data.initial else {
            return None;
        };
        let init = self.program.channels.get(init)?;
        let single = over.fields.is_empty() && init.capacity > 0;
        (single && init.structure == Some(id)).then_some(())
    }
}

fn select_form(
    variable: &ast::Place,
    from: &ast::Expr,
    to: &ast::Expr,
    inlined: bool,
) -> SelectForm {
    let constant = |expr: &ast::Expr| match expr.kind {
        ast::ExprKind::Constant(value) => Some(value),
        _ => None,
    };
    let simple = variable.root.name.name.chars().all(char::is_alphanumeric);
    match (constant(from), constant(to)) {
        (Some(from), Some(to)) if simple && !inlined && to - from <= MAX_SPELT_OUT => {
            SelectForm::Options
        }
        _ => SelectForm::Loop,
    }
}
