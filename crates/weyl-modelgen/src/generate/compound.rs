//! Statements with bodies.

use std::rc::Rc;

use super::Generator;
use super::scope::{Access, Step, Symbol};
use super::types::{Shape, Ty, range};
use crate::syntax::{Alias, BinaryOp, Binder, Case, Clause, Decl, Expr, Stmt};

impl Generator {
    pub fn compound_statement(&mut self, depth: u32) -> Option<Stmt> {
        match self.dice.below(20) {
            0..6 => Some(self.conditional(depth)),
            6..9 => self.switch(depth),
            9..13 => Some(self.loop_over_type(depth)),
            13..15 => Some(self.counted_loop(depth)),
            15 => self.sweep(),
            16 | 17 => self.alias_statement(depth),
            18 => self.early_return(),
            _ => Some(self.while_loop(depth)),
        }
    }

    fn conditional(&mut self, depth: u32) -> Stmt {
        let first = self.clause(depth);
        let extra = self.dice.between(0, 3) - 1;
        let others = (0..extra).map(|_| self.clause(depth)).collect();
        let otherwise = if self.dice.chance(45) {
            Some(self.block(2, depth - 1))
        } else {
            None
        };
        Stmt::If {
            first,
            others,
            otherwise,
        }
    }

    fn clause(&mut self, depth: u32) -> Clause {
        Clause {
            condition: self.boolean(2),
            body: self.block(2, depth - 1),
        }
    }

    fn switch(&mut self, depth: u32) -> Option<Stmt> {
        let places = self.readable(|_| true);
        let place = self.dice.pick(&places).cloned()?;
        let (subject, ty) = self.read(&place)?;
        let mut values = self.case_values(&ty);
        self.dice.shuffle(&mut values);
        values.truncate(self.dice.between(1, 4) as usize);
        let mut cases = Vec::new();
        while let Some(value) = values.pop() {
            let second = values.pop().filter(|_| self.dice.chance(30));
            let values = std::iter::once(value).chain(second).collect();
            cases.push(Case {
                values,
                body: self.block(2, depth - 1),
            });
        }
        let otherwise = if self.dice.chance(50) {
            Some(self.block(1, depth - 1))
        } else {
            None
        };
        if cases.is_empty() {
            None
        } else {
            Some(Stmt::Switch {
                subject,
                cases,
                otherwise,
            })
        }
    }

    fn case_values(&mut self, ty: &Ty) -> Vec<Expr> {
        match &ty.shape {
            Shape::Boolean => vec![Expr::Bool(true), Expr::Bool(false)],
            Shape::Range(low, high) => (*low..=*high).map(Expr::Int).collect(),
            Shape::Enum(members) => members.iter().map(Expr::name).collect(),
            _ => self.constant(ty).into_iter().collect(),
        }
    }

    fn loop_over_type(&mut self, depth: u32) -> Stmt {
        let mut ty = self.types.index(&mut self.dice);
        if ty.is_scalarset() && !self.options.order_dependent_loops {
            ty = self.types.boolean.clone();
        }
        let binder = Binder::over(self.inner_name("i"), ty.expr());
        let body = self.loop_body(&binder, ty, depth);
        Stmt::For { binder, body }
    }

    fn loop_body(&mut self, binder: &Binder, ty: Ty, depth: u32) -> Vec<Stmt> {
        let mark = self.scope.mark();
        self.scope.push(Symbol {
            name: binder.name.clone(),
            ty,
            access: Access::Fixed,
            partial: false,
        });
        let body = self.block(2, depth - 1);
        self.scope.leave(&mark);
        body
    }

    /// Bounds are ordered by their intervals: Rumur counts downwards where the first one is larger.
    fn counted_loop(&mut self, depth: u32) -> Stmt {
        let low = self.dice.between(-1, 2);
        let span = self.dice.between(0, 3);
        let step = self.dice.between(1, 2);
        let name = self.inner_name("k");
        let binder = match self.dice.below(4) {
            0 => Binder::span(
                name,
                Expr::Int(low + span),
                Expr::Int(low),
                Some(Expr::Int(-step)),
            ),
            1 => Binder::span(
                name,
                Expr::Int(low),
                Expr::Int(low + span),
                Some(Expr::Int(step)),
            ),
            2 if !self.while_counters.contains(&name) => self.dynamic_span(name, low, span),
            _ => Binder::span(name, Expr::Int(low), Expr::Int(low + span), None),
        };
        let body = self.loop_body(&binder, range(low, low + span), depth);
        Stmt::For { binder, body }
    }

    fn dynamic_span(&mut self, name: String, low: i64, span: i64) -> Binder {
        let before = std::mem::replace(&mut self.safe, true);
        let bound = self.integer_between(low, low + span, 1);
        self.safe = before;
        let bound = if super::names::mentions(&bound, &name) {
            Expr::Int(low)
        } else {
            bound
        };
        Binder::span(name, Expr::Int(low), bound, None)
    }

    /// A loop over a scalarset whose iterations are independent: each writes its own element, and
    /// none reads the array.
    fn sweep(&mut self) -> Option<Stmt> {
        let arrays = self.writable(|place| match &place.ty.shape {
            Shape::Array { index, .. } => index.is_scalarset() && place.steps.is_empty(),
            _ => false,
        });
        let array = self.dice.pick(&arrays).cloned()?;
        let Shape::Array { index, .. } = &array.ty.shape else {
            return None;
        };
        let leaves =
            self.writable(|place| place.symbol.name == array.symbol.name && place.ty.is_scalar());
        let leaf = self.dice.pick(&leaves).cloned()?;
        let binder = Binder::over(self.fresh("n"), index.expr());
        let symbol = Symbol {
            name: binder.name.clone(),
            ty: index.clone(),
            access: Access::Fixed,
            partial: false,
        };
        let mark = self.scope.mark();
        self.scope.push(symbol);
        self.scope.hide(Some(array.symbol.name.clone()));
        let assigned =
            self.sweep_assignment(&binder.name, &array.symbol.name, &leaf.steps, &leaf.ty);
        self.scope.hide(None);
        self.scope.leave(&mark);
        Some(Stmt::For {
            binder,
            body: vec![assigned?],
        })
    }

    fn sweep_assignment(
        &mut self,
        own: &str,
        array: &str,
        steps: &[Step],
        ty: &Ty,
    ) -> Option<Stmt> {
        let mut target = Expr::name(array).at(Expr::name(own));
        for step in steps.iter().skip(1) {
            target = match step {
                Step::Field(name) => target.field(name),
                Step::Element(index) => target.at(self.constant(index)?),
            };
        }
        let value = self.value(ty, 1)?;
        Some(Stmt::Assign(target, value))
    }

    fn alias_statement(&mut self, depth: u32) -> Option<Stmt> {
        let (alias, symbol) = self.alias()?;
        let mark = self.scope.mark();
        self.scope.push(symbol);
        let body = self.block(2, depth - 1);
        self.scope.leave(&mark);
        Some(Stmt::Alias {
            aliases: vec![alias],
            body,
        })
    }

    /// An alias of a place, or of a value.
    pub fn alias(&mut self) -> Option<(Alias, Symbol)> {
        if self.dice.chance(20) {
            return self.value_alias();
        }
        let places = self
            .scope
            .places(|symbol, _| symbol.access != Access::Fixed);
        let place = self.dice.pick(&places).cloned()?;
        let target = self.designator(&place)?;
        let name = self.inner_name_outside("a", &target);
        let symbol = Symbol {
            name: name.clone(),
            ty: place.ty,
            ..place.symbol
        };
        Some((Alias { name, target }, symbol))
    }

    fn value_alias(&mut self) -> Option<(Alias, Symbol)> {
        let made = self.integer(1);
        let name = self.inner_name_outside("a", &made.expr);
        let ty = range(made.low, made.high);
        let symbol = Symbol {
            name: name.clone(),
            ty,
            access: Access::Fixed,
            partial: false,
        };
        Some((
            Alias {
                name,
                target: made.expr.with(BinaryOp::Add, Expr::Int(0)),
            },
            symbol,
        ))
    }

    fn early_return(&mut self) -> Option<Stmt> {
        let result = self.result.clone()?;
        let condition = self.boolean(2);
        let value = match result {
            Some(ty) => Some(self.value(&ty, 1)?),
            None => None,
        };
        let first = Clause {
            condition,
            body: vec![Stmt::Return(value)],
        };
        Some(Stmt::If {
            first,
            others: Vec::new(),
            otherwise: None,
        })
    }

    /// A loop that a counter of its own bounds. The `if` holds it and the counter's start together.
    fn while_loop(&mut self, depth: u32) -> Stmt {
        let name = self.fresh("turn");
        let turns = self.dice.between(1, 3);
        self.locals.push(Decl::Var(
            vec![name.clone()],
            crate::syntax::TypeExpr::range(0, turns),
        ));
        self.while_counters.push(name.clone());
        let counter = Expr::name(&name);
        let reset = Stmt::Assign(counter.clone(), Expr::Int(0));
        let bound = counter.clone().with(BinaryOp::Less, Expr::Int(turns));
        let mark = self.scope.mark();
        let ty = range(0, turns);
        self.scope.push(Symbol {
            name,
            ty,
            access: Access::ReadOnly,
            partial: false,
        });
        let condition = bound.and(self.boolean(1));
        let mut body = self.block(2, depth - 1);
        self.scope.leave(&mark);
        body.push(Stmt::Assign(
            counter.clone(),
            counter.with(BinaryOp::Add, Expr::Int(1)),
        ));
        let first = Clause {
            condition: Expr::Bool(true),
            body: vec![reset, Stmt::While { condition, body }],
        };
        Stmt::If {
            first,
            others: Vec::new(),
            otherwise: None,
        }
    }

    /// Whether two types are one and the same.
    pub fn same(left: &Ty, right: &Ty) -> bool {
        Rc::ptr_eq(left, right)
    }
}
