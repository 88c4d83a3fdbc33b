//! Multisets: their elements are reached by variables that range over them.

use super::Lowerer;
use super::places::Operand;
use crate::ast::{Expr as Tree, ExprKind as TreeKind, Ident, Selection};
use crate::codes;
use crate::scope::Symbol;
use weyl_ir::{
    Binding, Domain, Expr, ExprKind, LocalKind, MultisetStmt, Place, StmtKind, Type, TypeId,
};
use weyl_source::{Diagnostic, Span};

impl Lowerer<'_> {
    /// The position that an index into a multiset stands for.
    pub(super) fn position(&mut self, index: &Tree, multiset: TypeId) -> Option<Expr> {
        if let TreeKind::Name(name) = &index.kind {
            let entry = self.resolve(name, index.span)?;
            if let Symbol::Position(local, ty) = entry.symbol {
                if ty == multiset {
                    self.body.used.insert(local);
                    let ty = self.body.locals[local].ty;
                    return Some(Expr::read(Place::local(local, ty, index.span)));
                }
                let message = format!("`{name}` names an element of another multiset");
                let diagnostic = Diagnostic::error(codes::NOT_AN_ELEMENT, index.span, message)
                    .label(entry.span, "declared here");
                self.report(diagnostic);
                return None;
            }
        }
        let diagnostic = Diagnostic::error(
            codes::NOT_AN_ELEMENT,
            index.span,
            "this does not name an element of a multiset",
        )
        .hint("name one with `choose`, `MultisetCount` or `MultisetRemovePred`");
        self.report(diagnostic);
        None
    }

    /// A designator that must be a multiset.
    pub(super) fn multiset(&mut self, tree: &Tree) -> Option<Place> {
        let operand = self.operand(tree)?;
        match operand {
            Operand::Place(place, _)
                if matches!(self.model.types.get(place.ty), Type::Multiset { .. }) =>
            {
                Some(place)
            }
            _ => {
                let ty = self.operand_type(&operand)?;
                let message = format!(
                    "a multiset is needed here, but this is {}",
                    self.describe(ty)
                );
                self.error(codes::NOT_A_MULTISET, tree.span, message)
            }
        }
    }

    /// A multiset that is going to be changed.
    fn multiset_target(&mut self, tree: &Tree) -> Option<Place> {
        let place = self.target(tree)?;
        if matches!(self.model.types.get(place.ty), Type::Multiset { .. }) {
            return Some(place);
        }
        let message = format!(
            "a multiset is needed here, but this is {}",
            self.describe(place.ty)
        );
        self.error(codes::NOT_A_MULTISET, tree.span, message)
    }

    /// Opens a scope with a variable over the elements.
    pub(super) fn bind_position(
        &mut self,
        variable: &Ident,
        set: Option<Place>,
    ) -> Option<Binding> {
        self.scopes.push();
        let binding = set.and_then(|set| {
            let &Type::Multiset { capacity, .. } = self.model.types.get(set.ty) else {
                return None;
            };
            let positions = Type::range(0, i128::from(capacity) - 1);
            let ty = self.model.types.intern(positions);
            let local = self.local(&variable.name, ty, LocalKind::Bound);
            self.declare(variable, Symbol::Position(local, set.ty));
            Some(Binding {
                local,
                domain: Domain::Positions(set),
            })
        });
        if binding.is_none() {
            self.declare(variable, Symbol::Broken);
        }
        binding
    }

    /// The binding and the condition of `(i: m, p)`.
    fn selection(&mut self, selection: &Selection, set: Option<Place>) -> Option<(Binding, Expr)> {
        let binding = self.bind_position(&selection.variable, set);
        let condition = self.pure(|lowerer| lowerer.boolean(&selection.predicate));
        self.scopes.pop();
        Some((binding?, condition?))
    }

    pub(super) fn multiset_count(&mut self, selection: &Selection, span: Span) -> Option<Expr> {
        let set = self.multiset(&selection.multiset);
        let (binding, body) = self.selection(selection, set)?;
        let kind = ExprKind::Count {
            binding: Box::new(binding),
            body: Box::new(body),
        };
        Some(Expr::new(kind, self.integer, span))
    }

    pub(super) fn multiset_remove_where(
        &mut self,
        selection: &Selection,
        span: Span,
    ) -> Option<()> {
        let set = self.multiset_target(&selection.multiset);
        if let Some(set) = &set {
            self.note_write(self.origin(set));
        }
        let (binding, condition) = self.selection(selection, set)?;
        self.emit(
            StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, condition }),
            span,
        );
        Some(())
    }

    /// `MultisetAdd` and `MultisetRemove`, unless the model has procedures of these names.
    pub(super) fn multiset_procedure(
        &mut self,
        name: &Ident,
        arguments: &[Tree],
        span: Span,
    ) -> Option<()> {
        let [item, set] = arguments else {
            let message = format!("`{}` takes 2 arguments, not {}", name.name, arguments.len());
            return self.error(codes::ARGUMENT_COUNT, span, message);
        };
        if name.name.eq_ignore_ascii_case("multisetadd") {
            self.multiset_add(item, set, span)
        } else {
            let set = self.multiset_target(set)?;
            let position = self.position(item, set.ty)?;
            self.note_write(self.origin(&set));
            self.emit(
                StmtKind::Multiset(MultisetStmt::Remove { set, position }),
                span,
            );
            Some(())
        }
    }

    fn multiset_add(&mut self, item: &Tree, set: &Tree, span: Span) -> Option<()> {
        let operand = self.operand(item);
        let mark = self.mark();
        let set = self.multiset_target(set);
        let (operand, set) = (operand?, set?);
        let &Type::Multiset { element, .. } = self.model.types.get(set.ty) else {
            return None;
        };
        self.note_write(self.origin(&set));
        let element = match operand {
            Operand::Place(place, _) if place.ty == element => self.keep_content(mark, place),
            Operand::Undefined(_) => self.temporary(element, span),
            other => {
                let copy = self.temporary(element, item.span);
                self.store(copy.clone(), other, item.span)?;
                copy
            }
        };
        self.emit(StmtKind::Multiset(MultisetStmt::Add { set, element }), span);
        Some(())
    }
}
