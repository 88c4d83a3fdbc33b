//! Constants, types and variables.

use super::Lowerer;
use crate::ast::{Decl, Expr, Ident, TypeExpr};
use crate::codes;
use crate::scope::{Access, Symbol};
use weyl_ir::{LocalKind, TypeId, Variable};
use weyl_source::Diagnostic;

impl Lowerer<'_> {
    pub(super) fn global(&mut self, decl: &Decl) {
        match decl {
            Decl::Const(names, value) => self.constants(names, value, true),
            Decl::Type(names, ty) => self.types(names, ty),
            Decl::Var(decl) => {
                let ty = self.ty(&decl.ty, None);
                for name in &decl.names {
                    let symbol = ty.map_or(Symbol::Broken, |ty| self.variable(name, ty));
                    self.declare(name, symbol);
                }
            }
        }
    }

    fn variable(&mut self, name: &Ident, ty: TypeId) -> Symbol {
        Symbol::Variable(self.model.variables.push(Variable {
            name: name.name.clone(),
            ty,
            undefinable: true,
            hidden: false,
            span: name.span,
        }))
    }

    /// Declarations at the head of a rule or function.
    pub(super) fn local_decls(&mut self, decls: &[Decl]) {
        for decl in decls {
            match decl {
                Decl::Const(names, value) => self.constants(names, value, false),
                Decl::Type(names, ty) => self.types(names, ty),
                Decl::Var(decl) => {
                    let ty = self.ty(&decl.ty, None);
                    for name in &decl.names {
                        let local = ty.map(|ty| self.local(&name.name, ty, LocalKind::Value));
                        let symbol = local.map_or(Symbol::Broken, |local| {
                            Symbol::Local(local, Access::Writable)
                        });
                        self.declare(name, symbol);
                    }
                }
            }
        }
    }

    fn constants(&mut self, names: &[Ident], value: &Expr, global: bool) {
        let constant = self.constant(value);
        for name in names {
            let given = if global {
                self.take_override(&name.name)
            } else {
                None
            };
            let symbol = match (constant, given) {
                (Some((value, ty)), None) => Symbol::Constant { value, ty },
                (Some((_, ty)), Some(given)) => self.overridden(name, given, ty),
                (None, _) => Symbol::Broken,
            };
            self.declare(name, symbol);
        }
    }

    fn take_override(&mut self, name: &str) -> Option<i128> {
        // The last one given wins, as on a command line.
        let value = self
            .overrides
            .iter()
            .rev()
            .find(|(given, _)| given == name)?
            .1;
        self.overrides.retain(|(given, _)| given != name);
        Some(value)
    }

    fn overridden(&mut self, name: &Ident, value: i128, ty: TypeId) -> Symbol {
        let fits = self
            .model
            .scalar_range(ty)
            .is_none_or(|range| range.contains(value));
        if fits {
            return Symbol::Constant { value, ty };
        }
        let message = format!(
            "{value} is no value for the constant `{}`: it is {}",
            name.name,
            self.describe(ty)
        );
        self.report(Diagnostic::error(codes::TYPE_MISMATCH, name.span, message));
        Symbol::Broken
    }

    fn types(&mut self, names: &[Ident], ty: &TypeExpr) {
        let first = names.first().map(|name| name.name.as_str());
        let id = self.ty(ty, first);
        for name in names {
            self.declare(name, id.map_or(Symbol::Broken, Symbol::Type));
        }
    }

    /// The value of a constant expression.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<(i128, TypeId)> {
        let value = self.pure(|lowerer| lowerer.value(expr))?;
        if let Some(constant) = self.settled(&value) {
            return Some((constant, value.ty));
        }
        if super::fold::fails(&value) {
            self.error(
                codes::CONSTANT_ARITHMETIC,
                expr.span,
                "this constant cannot be computed",
            )
        } else {
            self.error(codes::NOT_CONSTANT, expr.span, "a constant is needed here")
        }
    }

    pub(super) fn constant_integer(&mut self, expr: &Expr) -> Option<i128> {
        let (value, ty) = self.constant(expr)?;
        self.require_integer(ty, expr.span)?;
        Some(value)
    }
}
