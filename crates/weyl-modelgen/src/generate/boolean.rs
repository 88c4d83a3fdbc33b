//! Boolean expressions.

use std::rc::Rc;

use super::Generator;
use super::scope::{Access, Symbol};
use super::types::{Shape, Ty, range};
use crate::syntax::{BinaryOp, Binder, Expr};

const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
];

impl Generator {
    pub fn boolean(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.boolean_leaf();
        }
        let made = match self.dice.below(20) {
            0..4 => Some(self.comparison(depth)),
            4..7 => self.equality(depth),
            7..11 => Some(self.connective(depth)),
            11 => Some(self.boolean(depth - 1).negated()),
            12..14 => self.definedness(depth),
            14..16 => self.quantifier(depth),
            16 => self.aggregate_equality(),
            17 => self
                .pure_call(|ty| matches!(ty.shape, Shape::Boolean), depth - 1)
                .map(|(call, _)| call),
            18 => Some(self.boolean_choice(depth)),
            _ => None,
        };
        made.unwrap_or_else(|| self.boolean_leaf())
    }

    fn boolean_leaf(&mut self) -> Expr {
        let places = self.readable(|ty| matches!(ty.shape, Shape::Boolean));
        let place = self
            .dice
            .pick(&places)
            .cloned()
            .filter(|_| self.dice.chance(70));
        if let Some((expr, _)) = place.and_then(|place| self.read(&place)) {
            return expr;
        }
        match self.dice.below(6) {
            0 => Expr::Bool(true),
            1 => Expr::Bool(false),
            2 | 3 => self.comparison(0),
            _ => self.equality(0).unwrap_or(Expr::Bool(true)),
        }
    }

    fn comparison(&mut self, depth: u32) -> Expr {
        let depth = depth.saturating_sub(1);
        let op = *self.dice.pick(&COMPARISONS).unwrap_or(&BinaryOp::Equal);
        let (left, right) = (self.integer(depth), self.integer(depth));
        left.expr.with(op, right.expr)
    }

    /// Equality of two values of one enumeration, scalarset or of two booleans.
    fn equality(&mut self, depth: u32) -> Option<Expr> {
        let depth = depth.saturating_sub(1);
        let types: Vec<Ty> = self
            .types
            .enums
            .iter()
            .chain(&self.types.scalarsets)
            .cloned()
            .collect();
        let ty = self
            .dice
            .pick(&types)
            .cloned()
            .unwrap_or_else(|| self.types.boolean.clone());
        let op = if self.dice.chance(65) {
            BinaryOp::Equal
        } else {
            BinaryOp::NotEqual
        };
        let places = self.readable(|found| Rc::ptr_eq(found, &ty));
        let place = self.dice.pick(&places).cloned()?;
        if place.symbol.partial && !self.may_fail() {
            let expr = self.designator(&place)?;
            let right = self.value(&ty, depth)?;
            return Some(expr.clone().undefined().negated().and(expr.with(op, right)));
        }
        let (left, _) = self.read(&place)?;
        Some(left.with(op, self.value(&ty, depth)?))
    }

    fn connective(&mut self, depth: u32) -> Expr {
        let op = match self.dice.below(5) {
            0 | 1 => BinaryOp::And,
            2 | 3 => BinaryOp::Or,
            _ => BinaryOp::Implies,
        };
        let left = self.boolean(depth - 1);
        left.with(op, self.boolean(depth - 1))
    }

    fn boolean_choice(&mut self, depth: u32) -> Expr {
        let test = self.boolean(depth - 1);
        let yes = self.boolean(depth - 1);
        Expr::if_else(test, yes, self.boolean(depth - 1))
    }

    /// `isundefined`, alone or before a read that it makes safe.
    fn definedness(&mut self, depth: u32) -> Option<Expr> {
        let places = self
            .scope
            .places(|symbol, ty| ty.is_scalar() && symbol.partial);
        let place = self.dice.pick(&places).cloned()?;
        let expr = self.designator(&place)?;
        let undefined = expr.clone().undefined();
        if self.dice.chance(30) {
            return Some(undefined);
        }
        let value = self.value(&place.ty, depth - 1)?;
        Some(match self.dice.below(3) {
            0 => undefined.or(expr.equals(value)),
            1 => undefined.negated().and(expr.equals(value)),
            _ => undefined
                .negated()
                .with(BinaryOp::Implies, expr.equals(value)),
        })
    }

    /// Equality of records or arrays without undefined leaves.
    fn aggregate_equality(&mut self) -> Option<Expr> {
        let aggregates = self.options.undefined_aggregates;
        let places = self
            .scope
            .places(|symbol, ty| !ty.is_scalar() && (aggregates || !symbol.partial));
        let place = self.dice.pick(&places).cloned()?;
        let left = self.designator(&place)?;
        let right = self.value(&place.ty, 0)?;
        let op = if self.dice.chance(60) {
            BinaryOp::Equal
        } else {
            BinaryOp::NotEqual
        };
        Some(left.with(op, right))
    }

    /// Instances of a scalarset quantifier are all evaluated by weyl and not by Rumur: such a body
    /// must not be able to fail.
    fn quantifier(&mut self, depth: u32) -> Option<Expr> {
        let (binder, ty) = self.quantifier_domain();
        let before = self.safe;
        self.safe |= ty.is_scalarset();
        let mark = self.scope.mark();
        self.scope.push(Symbol {
            name: binder.name.clone(),
            ty,
            access: Access::Fixed,
            partial: false,
        });
        let body = self.boolean(depth - 1);
        self.scope.leave(&mark);
        self.safe = before;
        let universal = self.dice.chance(50);
        Some(Expr::Quantified {
            universal,
            binder,
            body: Box::new(body),
        })
    }

    fn quantifier_domain(&mut self) -> (Binder, Ty) {
        let name = self.inner_name("q");
        if self.dice.chance(20) {
            let (low, high) = (self.dice.between(0, 1), self.dice.between(2, 3));
            let step = if self.dice.chance(40) {
                Some(Expr::Int(2))
            } else {
                None
            };
            return (
                Binder::span(name, Expr::Int(low), Expr::Int(high), step),
                range(low, high),
            );
        }
        let ty = self.types.index(&mut self.dice);
        (Binder::over(name, ty.expr()), ty)
    }

    /// A condition that holds in most states.
    pub fn likely(&mut self) -> Expr {
        let first = self.boolean(2);
        let second = self.boolean(2);
        first.or(second).or(self.boolean(1))
    }

    /// A condition that fails in few states. Rumur goes no further from a state that violates an
    /// invariant, so a program with weaker ones would often have no states.
    pub fn very_likely(&mut self) -> Expr {
        let first = self.likely();
        let second = self.unlikely().negated();
        first.or(second)
    }

    /// A condition that holds in few states.
    pub fn unlikely(&mut self) -> Expr {
        let first = self.boolean(2);
        let second = self.boolean(1);
        first.and(second).and(self.boolean(1))
    }
}
