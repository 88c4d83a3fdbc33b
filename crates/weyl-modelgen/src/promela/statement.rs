//! Statements without statements inside.

use super::process::Generator;
use super::syntax::{Expr, Kind, Stmt};
use super::world::{Place, Type};

impl Generator {
    /// A statement that is always executable and has no effect on control.
    pub fn assignment(&mut self) -> Stmt {
        let variables = self.visible(|it| it.writable);
        let Some(variable) = self.dice.pick(&variables).cloned() else {
            return Stmt::text("skip");
        };
        let target = self.access(&variable);
        if variable.typ.wraps_early() && variable.size.is_none() && self.dice.chance(25) {
            let operator = if self.dice.chance(50) { "++" } else { "--" };
            return Stmt::text(format!("{target}{operator}"));
        }
        if variable.typ == Type::Byte && self.scope.macros && self.dice.chance(25) {
            return Stmt::text(format!("advance({target})"));
        }
        let mut value = self.value(variable.typ);
        if variable.size.is_some() && variable.typ.is_binary() {
            // SPIN keeps arrays of bits as arrays of bytes and does not truncate.
            value = Expr::binary("&", value, Expr::leaf("1"));
        }
        Stmt::assign(target, value)
    }

    /// A statement that never blocks.
    pub fn free_statement(&mut self) -> Stmt {
        match self.dice.below(20) {
            0 => Stmt::text("skip"),
            1 | 2 => self.print_statement(),
            3 | 4 => self.assertion(),
            5 => self.redirect().unwrap_or_else(|| Stmt::text("true")),
            6 | 7 => self.inline_call(),
            _ => self.assignment(),
        }
    }

    fn print_statement(&mut self) -> Stmt {
        if self.dice.chance(50) {
            return Stmt::text("printf(\"here\\n\")");
        }
        Stmt::around("printf(\"%d\\n\", ", self.value(Type::Byte), ")")
    }

    fn assertion(&mut self) -> Stmt {
        let condition = if self.options.failing_assertions && self.dice.chance(35) {
            self.condition()
        } else {
            let length = self.length().unwrap_or_else(|| Expr::leaf("_nr_pr"));
            Expr::binary("<=", length, Expr::leaf("10"))
        };
        Stmt::around("assert(", condition, ")")
    }

    fn inline_call(&mut self) -> Stmt {
        let bytes = self.visible(|it| it.writable && it.typ == Type::Byte && it.size.is_none());
        let inlines = self.scope.inlines.clone();
        match (
            self.dice.pick(&inlines).cloned(),
            self.dice.pick(&bytes).cloned(),
        ) {
            (Some(inline), Some(byte)) => {
                Stmt::text(format!("{inline}({}{})", byte.name, byte.field))
            }
            _ => self.assignment(),
        }
    }

    /// A statement that can block.
    pub fn blocking_statement(&mut self) -> Stmt {
        let found = match self.dice.below(10) {
            0..=3 => self.receive(),
            4..=6 => self.send(),
            7 => self.occupancy().map(Stmt::expression),
            _ => None,
        };
        found.unwrap_or_else(|| Stmt::expression(self.condition()))
    }

    pub fn simple_statement(&mut self, place: Place) -> Stmt {
        let free = if place.depth == 0 { 75 } else { 65 };
        if place.step || self.dice.chance(free) {
            self.free_statement()
        } else {
            self.blocking_statement()
        }
    }

    /// A statement fit for the beginning of an option. With `quiet`, no channel is named in a way
    /// that SPIN refuses beside an `else`.
    pub fn guard(&mut self, place: Place, quiet: bool) -> Stmt {
        match self.dice.below(20) {
            0..=6 if !quiet => self.blocking_statement(),
            7 if !place.step => Stmt::text("timeout"),
            8..=9 => self.free_statement(),
            10 => Stmt::text("true"),
            _ => Stmt::expression(self.condition()),
        }
    }

    /// A counted step: `x < 2 -> x++`.
    pub fn counted(&mut self) -> Vec<Stmt> {
        let bytes = self.visible(|it| it.writable && it.typ == Type::Byte);
        let Some(byte) = self.dice.pick(&bytes).cloned() else {
            return vec![Stmt::text("skip")];
        };
        let access = self.access(&byte);
        let guard = Stmt::expression(Expr::binary("<", access.clone(), Expr::leaf("2")));
        vec![guard, Stmt::text(format!("{access}++"))]
    }

    pub fn leave(&mut self, place: Place) -> Stmt {
        if place.in_loop && self.dice.chance(60) {
            Stmt::text("break")
        } else if !place.step {
            Kind::Goto(String::new()).into()
        } else {
            Stmt::text("skip")
        }
    }
}
