//! Statements without bodies, and the choice between all kinds.

use std::rc::Rc;

use super::Generator;
use super::scope::{Access, Place};
use super::types::Ty;
use crate::syntax::{Clause, Expr, Property, PropertyKind, Stmt};

impl Generator {
    pub fn block(&mut self, most: i64, depth: u32) -> Vec<Stmt> {
        let count = self.dice.between(1, most);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    pub fn statement(&mut self, depth: u32) -> Stmt {
        let simple = depth == 0 || self.dice.chance(55);
        let made = if simple {
            self.simple_statement()
        } else {
            self.compound_statement(depth)
        };
        made.or_else(|| self.assignment())
            .unwrap_or_else(|| Stmt::PutText("nothing to write".to_owned()))
    }

    fn simple_statement(&mut self) -> Option<Stmt> {
        match self.dice.below(40) {
            0..3 => self.clear(),
            3..6 => self.undefine(),
            6..10 => self.call_statement(),
            10..13 => self.call_assignment(),
            13 => Some(self.put()),
            14 => self.claim(),
            15..18 => self.copy(),
            _ => None,
        }
    }

    /// Places that statements may write here.
    pub fn writable(&self, wanted: impl Fn(&Place) -> bool) -> Vec<Place> {
        let mut places = self
            .scope
            .places(|symbol, _| symbol.access == Access::Writable);
        places.retain(|place| wanted(place));
        places
    }

    pub fn assignment(&mut self) -> Option<Stmt> {
        let places = self.writable(|place| place.ty.is_scalar());
        let place = self.dice.pick(&places).cloned()?;
        let target = self.designator(&place)?;
        let value = self.value(&place.ty, 2)?;
        Some(Stmt::Assign(target, value))
    }

    fn copy(&mut self) -> Option<Stmt> {
        let places = self.writable(|place| !place.ty.is_scalar());
        let place = self.dice.pick(&places).cloned()?;
        let target = self.designator(&place)?;
        let aggregates = self.options.undefined_aggregates && place.symbol.partial;
        let sources = self
            .scope
            .places(|symbol, ty| Rc::ptr_eq(ty, &place.ty) && (aggregates || !symbol.partial));
        let source = self.dice.pick(&sources).cloned()?;
        let value = self.designator(&source)?;
        Some(Stmt::Assign(target, value))
    }

    fn clear(&mut self) -> Option<Stmt> {
        let places = self.writable(|place| !place.ty.holds_scalarset());
        let place = self.dice.pick(&places).cloned()?;
        Some(Stmt::Clear(self.designator(&place)?))
    }

    fn undefine(&mut self) -> Option<Stmt> {
        let places = self.writable(|place| place.symbol.partial);
        let place = self.dice.pick(&places).cloned()?;
        Some(Stmt::Undefine(self.designator(&place)?))
    }

    fn put(&mut self) -> Stmt {
        if self.dice.chance(50) {
            Stmt::PutText("step\\n".to_owned())
        } else {
            Stmt::Put(self.integer(1).expr)
        }
    }

    /// An assertion, an assumption, or an error in an unlikely case; never in what a guard may
    /// call.
    fn claim(&mut self) -> Option<Stmt> {
        if self.safe || self.in_pure {
            return None;
        }
        let message = self.fresh("claim ");
        if self.dice.chance(40) {
            let first = Clause {
                condition: self.unlikely(),
                body: vec![Stmt::Error(message)],
            };
            return Some(Stmt::If {
                first,
                others: Vec::new(),
                otherwise: None,
            });
        }
        let kind = if self.dice.chance(65) {
            PropertyKind::Assert
        } else {
            PropertyKind::Assume
        };
        let message = Some(message).filter(|_| self.dice.chance(60));
        let message_first = self.dice.chance(30);
        Some(Stmt::Property(Property {
            kind,
            condition: self.likely(),
            message,
            message_first,
        }))
    }

    fn call_statement(&mut self) -> Option<Stmt> {
        let callable: Vec<_> = self
            .signatures
            .iter()
            .filter(|sig| self.may_call(sig))
            .cloned()
            .collect();
        let signature = self.dice.pick(&callable).cloned()?;
        let arguments = self.arguments(&signature, 1)?;
        Some(Stmt::Call(signature.name, arguments))
    }

    /// A call that may write is the whole right-hand side, and no index on the left reads what it
    /// writes: the order of evaluation stays unobservable.
    fn call_assignment(&mut self) -> Option<Stmt> {
        let callable: Vec<_> = self
            .signatures
            .iter()
            .filter(|sig| self.may_call(sig) && sig.result.is_some())
            .cloned()
            .collect();
        let signature = self.dice.pick(&callable).cloned()?;
        let result: Ty = signature.result.clone()?;
        let places = self.writable(|place| Rc::ptr_eq(&place.ty, &result));
        let place = self.dice.pick(&places).cloned()?;
        self.fixed_indices = true;
        let target = self.designator(&place);
        self.fixed_indices = false;
        let arguments = self.arguments(&signature, 1)?;
        Some(Stmt::Assign(target?, Expr::Call(signature.name, arguments)))
    }
}
