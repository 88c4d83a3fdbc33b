//! Expressions. Every value that is assigned or sent comes from a small set, so that state spaces
//! stay small; no expression divides by zero or leaves an array.

use super::process::Generator;
use super::syntax::Expr;
use super::world::{Type, Variable};

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    pub fn number(&mut self, low: i64, high: i64) -> Expr {
        Expr::leaf(self.dice.between(low, high).to_string())
    }

    /// The variable, or an element of it.
    pub fn access(&mut self, variable: &Variable) -> Expr {
        let Some(size) = variable.size else {
            return Expr::leaf(format!("{}{}", variable.name, variable.field));
        };
        let index = self.index(size);
        Expr::Index(variable.name.clone(), Box::new(index), variable.field)
    }

    /// An index that is in range whatever the state.
    pub fn index(&mut self, size: usize) -> Expr {
        let last = i64::try_from(size).unwrap_or(1) - 1;
        if self.dice.chance(50) || !size.is_power_of_two() {
            return self.number(0, last);
        }
        let bits: Vec<Variable> = self.visible(|it| it.typ == Type::Bit && it.size.is_none());
        match self.dice.pick(&bits).cloned() {
            Some(bit) if size == 2 && self.dice.chance(50) => self.access(&bit),
            _ => {
                let operand = self.scalar();
                Expr::binary("&", operand, Expr::leaf(last.to_string()))
            }
        }
    }

    pub fn visible(&self, wanted: impl Fn(&Variable) -> bool) -> Vec<Variable> {
        let all = self.scope.variables.iter();
        all.filter(|it| wanted(it)).cloned().collect()
    }

    fn scalar(&mut self) -> Expr {
        let scalars = self.visible(|it| it.typ.is_number() && it.size.is_none());
        match self.dice.pick(&scalars).cloned() {
            Some(variable) if self.dice.chance(85) => self.access(&variable),
            _ => self.own_number(),
        }
    }

    /// The number of the acting process; a trace has none.
    fn own_number(&self) -> Expr {
        Expr::leaf(if self.in_trace { "1" } else { "_pid" })
    }

    fn atom(&mut self) -> Expr {
        let variables = self.visible(|it| it.typ.is_number());
        match self.dice.below(12) {
            0 | 1 => self.number(0, 3),
            2 if !self.in_inline => self.own_number(),
            3 if self.dice.chance(50) => Expr::leaf("_nr_pr"),
            4 => self.length().unwrap_or_else(|| Expr::leaf("1")),
            5 if self.scope.macros => Expr::leaf("LIMIT"),
            _ => match self.dice.pick(&variables).cloned() {
                Some(variable) => self.access(&variable),
                None => self.number(0, 2),
            },
        }
    }

    /// A value out of a small set.
    pub fn value(&mut self, typ: Type) -> Expr {
        if typ == Type::Mtype {
            return self.message_name();
        }
        let first = self.atom();
        match self.dice.below(14) {
            0..=3 => self.number(0, 2),
            4..=6 => {
                let operator = *self.dice.pick(&["+", "+", "*", "-"]).unwrap_or(&"+");
                let second = self.atom();
                let modulus = self.number(2, 3);
                Expr::binary("%", Expr::binary(operator, first, second), modulus)
            }
            7 => {
                let condition = self.condition();
                let second = self.number(0, 2);
                Expr::Conditional(Box::new([condition, first, second]))
            }
            8 => Expr::binary("&", Expr::unary("~", first), Expr::leaf("3")),
            9 => Expr::binary(">>", first, Expr::leaf("1")),
            10 => Expr::binary(
                "&",
                Expr::binary("<<", first, Expr::leaf("1")),
                Expr::leaf("3"),
            ),
            11 => Expr::unary("!", first),
            12 if typ == Type::Short => Expr::unary("-", Expr::binary("&", first, Expr::leaf("1"))),
            12 => Expr::binary("/", first, Expr::leaf("2")),
            _ => first,
        }
    }

    pub fn message_name(&mut self) -> Expr {
        let variables = self.visible(|it| it.typ == Type::Mtype);
        match self.dice.pick(&variables).cloned() {
            Some(variable) if self.dice.chance(30) => self.access(&variable),
            _ => self.message_constant(),
        }
    }

    pub fn message_constant(&mut self) -> Expr {
        Expr::leaf(*self.dice.pick(&["ma", "mb", "mc"]).unwrap_or(&"ma"))
    }

    /// A condition without `full`, `empty` and the like, fit to stand anywhere.
    pub fn condition(&mut self) -> Expr {
        match self.dice.below(12) {
            0 => Expr::unary("!", self.atom()),
            1 => {
                let (left, right) = (self.comparison(), self.comparison());
                Expr::binary("&&", left, right)
            }
            2 => {
                let (left, right) = (self.comparison(), self.comparison());
                Expr::binary("||", left, right)
            }
            3 => self.poll().unwrap_or_else(|| Expr::leaf("true")),
            4 => self.name_comparison(),
            5 => self.atom(),
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Expr {
        let operator = *self.dice.pick(&COMPARISONS).unwrap_or(&"==");
        let left = self.atom();
        let right = if self.dice.chance(80) {
            self.number(0, 2)
        } else {
            self.atom()
        };
        Expr::binary(operator, left, right)
    }

    fn name_comparison(&mut self) -> Expr {
        let operator = if self.dice.chance(50) { "==" } else { "!=" };
        let (left, right) = (self.message_name(), self.message_constant());
        Expr::binary(operator, left, right)
    }
}
