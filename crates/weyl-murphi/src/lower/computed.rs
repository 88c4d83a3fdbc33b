//! Expressions that take statements to compute, where no statement can stand.
//!
//! A call whose result is a record or an array leaves it in a local, and that takes a statement.
//! Guards, properties and the bodies of quantifiers have none. There the smallest expression with a
//! simple value around the call becomes a function of its own, and a call of that function: what is
//! around it stays an expression that everybody can look into. The locals that it mentions are its
//! parameters.

use super::Lowerer;
use super::body::InFront;
use super::functions::Signature;
use super::places::Operand;
use crate::ast::Expr as Tree;
use crate::codes;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::rewrite::{Rewriter, rewrite_block, rewrite_expr};
use weyl_ir::{
    Argument, Block, Expr, ExprKind, Function, Local, LocalId, LocalKind, Locals, Place, Root,
    Stmt, StmtKind,
};
use weyl_source::{Diagnostic, Span};

impl Lowerer<'_> {
    /// An operand that is a value where it took statements that can't stand here.
    pub(super) fn computed_operand(&mut self, tree: &Tree) -> Option<Operand> {
        if self.body.in_front == InFront::Anything {
            return self.operand(tree);
        }
        let first = self.body.locals.len();
        let mut operand = None;
        let block = self.block(|lowerer| {
            operand = lowerer.with_in_front(InFront::Computation, |lowerer| lowerer.operand(tree));
        });
        let operand = operand?;
        if block.is_empty() {
            return Some(operand);
        }
        let ty = self.operand_type(&operand)?;
        if !self.model.types.is_scalar(ty) {
            return self.needs_a_simple_value(tree.span);
        }
        let value = self.read(operand)?;
        Some(Operand::Value(self.function_of(block, value, first)))
    }

    fn needs_a_simple_value<T>(&mut self, span: Span) -> Option<T> {
        let message = format!(
            "`{}` is not simple: the result of a call can't be kept in this place",
            self.quote(span)
        );
        let diagnostic = Diagnostic::error(codes::SIDE_EFFECT, span, message)
            .hint("write the call wherever a part of its result is used");
        self.report(diagnostic);
        None
    }

    /// A call of a new function that executes the block and returns the value. Locals from the
    /// first on belong to it alone.
    fn function_of(&mut self, block: Block, value: Expr, first: usize) -> Expr {
        let (ty, span) = (self.storage(value.ty), value.span);
        let mut moved = Moved {
            from: &self.body.locals,
            first,
            locals: Locals::new(),
            numbers: BTreeMap::new(),
        };
        let (mut body, mut value) = (block, value);
        rewrite_block(&mut moved, &mut body);
        rewrite_expr(&mut moved, &mut value);
        let (free, arguments) = moved.handed_over(span);
        let mut locals = moved.locals;
        let result = locals.push(Local {
            name: "result".to_string(),
            ty,
            kind: LocalKind::Value,
        });
        let to = Place::local(result, ty, span);
        body.push(Stmt::new(StmtKind::Assign { to, value }, span));
        body.push(Stmt::new(StmtKind::Return, span));
        let function = self.model.functions.push(Function {
            name: "computed".to_string(),
            parameters: free,
            locals,
            result: Some(result),
            body,
            span,
        });
        self.signatures[function] = Signature {
            span,
            effects: Some(Default::default()),
            ..Signature::default()
        };
        self.forget_locals(first);
        let kind = ExprKind::Call {
            function,
            arguments,
        };
        Expr::new(kind, ty, span)
    }

    /// Locals that live in a function now.
    fn forget_locals(&mut self, first: usize) {
        let is_kept = |local: &LocalId| local.index() < first;
        self.body.origins.retain(|local, _| is_kept(local));
        self.body.used.retain(is_kept);
        let kept = self.body.locals.values().take(first).cloned();
        self.body.locals = kept.collect();
    }
}

/// Takes what is moved to a function to the locals there.
struct Moved<'a> {
    from: &'a Locals,
    first: usize,
    locals: Locals,
    numbers: BTreeMap<LocalId, LocalId>,
}

impl Moved<'_> {
    fn local(&mut self, old: LocalId) -> LocalId {
        let Moved {
            from,
            first,
            locals,
            numbers,
        } = self;
        *numbers.entry(old).or_insert_with(|| {
            let mut local = from[old].clone();
            if old.index() < *first && local.kind == LocalKind::Bound {
                local.kind = LocalKind::Value;
            }
            locals.push(local)
        })
    }

    /// The parameters, and what they stand for. What nobody reads may be undefined.
    fn handed_over(&self, span: Span) -> (Vec<LocalId>, Vec<Argument>) {
        let free = self.numbers.iter();
        let free = free.filter(|(old, _)| old.index() < self.first);
        let handed = free.map(|(old, new)| {
            let place = Place::local(*old, self.from[*old].ty, span);
            let argument = match self.from[*old].kind {
                LocalKind::Reference => Argument::Reference(place),
                LocalKind::Value | LocalKind::Bound => Argument::Copy(place),
            };
            (*new, argument)
        });
        handed.unzip()
    }
}

impl Rewriter for Moved<'_> {
    fn place(&mut self, place: &mut Place) {
        if let Root::Local(local) = place.root {
            place.root = Root::Local(self.local(local));
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Bind { local, .. } = &mut stmt.kind {
            *local = self.local(*local);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Quantified { binding, .. } | ExprKind::Count { binding, .. } =
            &mut expr.kind
        {
            binding.local = self.local(binding.local);
        }
    }
}
