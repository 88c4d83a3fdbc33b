//! Aliases: names for places and values.
//!
//! A place whose path cannot change (fields, constants, bound variables) is simply put in for the
//! alias. Another place is bound to a reference when the alias is met, and a value is computed
//! then.

use super::Lowerer;
use super::places::Operand;
use crate::ast::AliasDecl;
use crate::scope::{Access, Symbol};
use weyl_ir::{Place, StmtKind};

const ALIAS: Access = Access::ReadOnly("it is an alias for a value");

impl Lowerer<'_> {
    /// An alias at the head of statements, declared in the innermost scope.
    pub(super) fn bind_alias(&mut self, alias: &AliasDecl) {
        let operand = self.operand(&alias.value);
        let symbol = operand.and_then(|operand| self.alias_symbol(operand));
        self.declare_alias(alias, symbol);
    }

    fn declare_alias(&mut self, alias: &AliasDecl, symbol: Option<Symbol>) {
        let symbol = symbol.unwrap_or(Symbol::Broken);
        for name in &alias.names {
            self.declare(name, symbol.clone());
        }
    }

    fn alias_symbol(&mut self, operand: Operand) -> Option<Symbol> {
        match operand {
            Operand::Undefined(span) => self.undefined_value(span),
            operand => Some(match self.fixed_alias(&operand) {
                Some(symbol) => symbol,
                None => self.evaluated_alias(operand),
            }),
        }
    }

    /// An alias that can be put in wherever it is used, if it is one.
    fn fixed_alias(&self, operand: &Operand) -> Option<Symbol> {
        match operand {
            Operand::Place(place, access) if self.is_stable(place) => {
                Some(Symbol::Place(place.clone(), *access))
            }
            Operand::Value(value) => value.as_constant().map(|constant| Symbol::Constant {
                value: constant,
                ty: value.ty,
            }),
            _ => None,
        }
    }

    /// Binds or computes the alias now.
    fn evaluated_alias(&mut self, operand: Operand) -> Symbol {
        match operand {
            Operand::Place(place, access) => {
                let (local, bind) = self.reference(place);
                self.body.block.push(bind);
                Symbol::Local(local, access)
            }
            Operand::Value(value) => {
                let span = value.span;
                let place = self.temporary(value.ty, span);
                let symbol = match place.root {
                    weyl_ir::Root::Local(local) => Symbol::Local(local, ALIAS),
                    weyl_ir::Root::Variable(_) => Symbol::Broken,
                };
                self.emit(StmtKind::Assign { to: place, value }, span);
                symbol
            }
            Operand::Undefined(_) => Symbol::Broken,
        }
    }

    /// An alias around rules, as guards and properties see it: put in as an expression.
    /// Hands back what the bodies have to bind first.
    pub(super) fn substitute_alias(&mut self, alias: &AliasDecl) -> Option<PendingAlias> {
        let operand = self.pure(|lowerer| lowerer.computed_operand(&alias.value));
        let fixed = operand
            .as_ref()
            .and_then(|operand| self.fixed_alias(operand));
        let is_fixed = fixed.is_some();
        let symbol = match operand.clone() {
            Some(Operand::Undefined(span)) => self.undefined_value(span),
            Some(Operand::Place(place, access)) => Some(Symbol::Place(place, access)),
            Some(Operand::Value(value)) => Some(Symbol::Value(value)),
            None => None,
        };
        self.declare_alias(alias, fixed.or(symbol));
        let depth = self.scopes.depth();
        let names = alias.names.iter().map(|name| name.name.clone()).collect();
        let operand = operand.filter(|_| !is_fixed)?;
        Some(PendingAlias {
            depth,
            names,
            operand,
        })
    }

    /// Binds the aliases around a rule at the start of its body, one statement each. Those that the
    /// body does not use are taken out again afterwards by [`Lowerer::drop_unused`].
    pub(super) fn bind_pending(&mut self, pending: Vec<PendingAlias>) {
        for PendingAlias {
            depth,
            names,
            operand,
        } in pending
        {
            let symbol = self.evaluated_alias(operand);
            for name in names {
                self.scopes.replace(depth, &name, symbol.clone());
            }
        }
    }

    /// An alias that is not used is not evaluated either: it could fail.
    pub(super) fn drop_unused(&mut self, count: usize) {
        let used = &self.body.used;
        let mut at = 0;
        self.body.block.retain(|stmt| {
            at += 1;
            let local = match &stmt.kind {
                StmtKind::Bind { local, .. } => Some(*local),
                StmtKind::Assign {
                    to:
                        Place {
                            root: weyl_ir::Root::Local(local),
                            ..
                        },
                    ..
                } => Some(*local),
                _ => None,
            };
            at > count || local.is_none_or(|local| used.contains(&local))
        });
    }
}

/// An alias around rules that a body has to evaluate before it starts.
#[derive(Clone, Debug)]
pub struct PendingAlias {
    depth: usize,
    names: Vec<String>,
    operand: Operand,
}
