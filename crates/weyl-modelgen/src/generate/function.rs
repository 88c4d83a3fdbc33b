//! Functions and procedures, and calls of them.

use std::rc::Rc;

use super::Generator;
use super::scope::{Access, Symbol};
use super::types::{Ty, range};
use crate::syntax::{BinaryOp, Clause, Expr, Function, Param, Stmt};

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub params: Vec<Formal>,
    pub result: Option<Ty>,
    /// Writes nothing but its own locals.
    pub pure: bool,
    /// Never raises a run-time error.
    pub safe: bool,
}

#[derive(Clone, Debug)]
pub struct Formal {
    pub name: String,
    pub ty: Ty,
    pub by_reference: bool,
    pub partial: bool,
}

impl Generator {
    pub fn may_call(&self, signature: &Signature) -> bool {
        (signature.pure || !self.in_pure) && (signature.safe || !self.safe)
    }

    /// A call inside an expression: of a function that only computes.
    pub fn pure_call(&mut self, wanted: impl Fn(&Ty) -> bool, depth: u32) -> Option<(Expr, Ty)> {
        let fits = |sig: &&Signature| {
            sig.pure && self.may_call(sig) && sig.result.as_ref().is_some_and(&wanted)
        };
        let callable: Vec<Signature> = self.signatures.iter().filter(fits).cloned().collect();
        let signature = self.dice.pick(&callable).cloned()?;
        let arguments = self.arguments(&signature, depth)?;
        Some((Expr::Call(signature.name, arguments), signature.result?))
    }

    pub fn arguments(&mut self, signature: &Signature, depth: u32) -> Option<Vec<Expr>> {
        signature
            .params
            .iter()
            .map(|formal| self.argument(formal, depth))
            .collect()
    }

    fn argument(&mut self, formal: &Formal, depth: u32) -> Option<Expr> {
        if !formal.by_reference {
            return self.value(&formal.ty, depth.min(1));
        }
        let places = self.writable(|place| {
            Rc::ptr_eq(&place.ty, &formal.ty) && place.symbol.partial == formal.partial
        });
        let place = self.dice.pick(&places).cloned()?;
        self.designator(&place)
    }

    pub fn function(&mut self) -> Function {
        let pure = self.dice.chance(60);
        let recursive = self.dice.chance(25);
        let safe = self.dice.chance(70);
        let result = if pure || self.dice.chance(40) {
            Some(self.result_type(pure))
        } else {
            None
        };
        let shadows = may_shadow(result.as_ref());
        let mut params: Vec<Formal> = (0..self.dice.between(0, 2))
            .map(|_| self.formal(pure, shadows))
            .collect();
        for position in 1..params.len() {
            if params[..position]
                .iter()
                .any(|other| other.name == params[position].name)
            {
                params[position].name = self.fresh("p");
            }
        }
        if recursive {
            let ty = range(0, self.dice.between(1, 3));
            params.insert(
                0,
                Formal {
                    name: self.fresh("depth"),
                    ty,
                    by_reference: false,
                    partial: false,
                },
            );
        }
        let name = self.fresh(if result.is_some() {
            "compute"
        } else {
            "perform"
        });
        let signature = Signature {
            name,
            params,
            result,
            pure,
            safe,
        };
        let function = self.function_text(&signature, recursive);
        self.signatures.push(signature);
        function
    }

    fn result_type(&mut self, pure: bool) -> Ty {
        if pure && self.dice.chance(10) {
            let returnable = |global: &&Symbol| {
                !global.partial && !global.ty.is_scalar() && global.ty.name.is_some()
            };
            let types: Vec<Ty> = self
                .globals
                .iter()
                .filter(returnable)
                .map(|global| global.ty.clone())
                .collect();
            if let Some(ty) = self.dice.pick(&types) {
                return ty.clone();
            }
        }
        let ty = self.types.scalar(&mut self.dice);
        if ty.is_scalarset() {
            self.types.boolean.clone()
        } else {
            ty
        }
    }

    /// Records and arrays are passed by value only to functions that write nothing: Rumur passes
    /// them without a copy.
    fn formal(&mut self, pure: bool, shadows: bool) -> Formal {
        let by_reference = !pure && self.dice.chance(60);
        let ty = if by_reference {
            self.types_in_use()
        } else {
            None
        };
        let ty = match ty {
            Some(ty) => ty,
            None if pure => self.types.any(&mut self.dice),
            None => self.types.scalar(&mut self.dice),
        };
        let anonymous = ty.name.is_none() && !ty.is_scalar();
        let ty = if anonymous {
            self.types.boolean.clone()
        } else {
            ty
        };
        let shadow = shadows && self.dice.chance(8);
        let name = if shadow {
            self.global_name("p")
        } else {
            self.fresh("p")
        };
        Formal {
            name,
            ty,
            by_reference,
            partial: by_reference && self.dice.chance(15),
        }
    }

    fn types_in_use(&mut self) -> Option<Ty> {
        let places = self.writable(|place| place.ty.name.is_some());
        self.dice.pick(&places).map(|place| place.ty.clone())
    }

    fn function_text(&mut self, signature: &Signature, recursive: bool) -> Function {
        let before = signature.pure.then(|| self.scope.freeze());
        let mark = self.scope.mark();
        signature
            .params
            .iter()
            .for_each(|formal| self.enter_formal(formal));
        self.in_pure = signature.pure;
        self.safe = signature.safe;
        self.result = Some(signature.result.clone());
        let (locals, body) = self.with_locals(may_shadow(signature.result.as_ref()), |generator| {
            generator.function_body(signature, recursive)
        });
        self.result = None;
        self.safe = false;
        self.in_pure = false;
        self.scope.leave(&mark);
        if let Some(before) = before {
            self.scope.thaw(before);
        }
        let params = signature.params.iter().map(formal_text).collect();
        let result = signature.result.as_ref().map(|ty| ty.expr());
        Function {
            name: signature.name.clone(),
            params,
            result,
            locals,
            body,
        }
    }

    fn enter_formal(&mut self, formal: &Formal) {
        let access = if formal.by_reference {
            Access::Writable
        } else {
            Access::ReadOnly
        };
        let symbol = Symbol {
            name: formal.name.clone(),
            ty: formal.ty.clone(),
            access,
            partial: formal.partial,
        };
        self.scope.push(symbol);
    }

    fn function_body(&mut self, signature: &Signature, recursive: bool) -> Vec<Stmt> {
        let mut body = self.block(2, 2);
        if recursive {
            body.extend(self.recursion(signature));
        }
        if let Some(ty) = &signature.result {
            // A function whose end can be reached is an error: rare, and only where errors are
            // wanted.
            let value = self.value(ty, 2).or_else(|| self.constant(ty));
            if !self.may_fail() {
                body.push(Stmt::Return(value));
            }
        }
        body
    }

    /// `if depth > 0 then … f(depth - 1, …) … endif`
    fn recursion(&mut self, signature: &Signature) -> Option<Stmt> {
        let (counter, rest) = signature.params.split_first()?;
        let counter = Expr::name(&counter.name);
        let mut arguments = vec![counter.clone().with(BinaryOp::Subtract, Expr::Int(1))];
        for formal in rest {
            arguments.push(self.argument(formal, 1)?);
        }
        let call = Expr::Call(signature.name.clone(), arguments.clone());
        let statement = match &signature.result {
            Some(_) => Stmt::Return(Some(call)),
            None => Stmt::Call(signature.name.clone(), arguments),
        };
        let condition = counter.with(BinaryOp::Greater, Expr::Int(0));
        let condition = if self.dice.chance(50) {
            condition.and(self.boolean(1))
        } else {
            condition
        };
        let first = Clause {
            condition,
            body: vec![statement],
        };
        Some(Stmt::If {
            first,
            others: Vec::new(),
            otherwise: None,
        })
    }
}

/// A record or array that a function returns is a global variable, which has to stay visible.
fn may_shadow(result: Option<&Ty>) -> bool {
    result.is_none_or(|ty| ty.is_scalar())
}

fn formal_text(formal: &Formal) -> Param {
    Param {
        name: formal.name.clone(),
        ty: formal.ty.expr(),
        by_reference: formal.by_reference,
    }
}
