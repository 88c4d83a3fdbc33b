//! Programs with a multiset or a union, each with a twin that has neither.
//!
//! Both are built by the same code from the same choices, once in each dialect. They have the same
//! reachable states (up to the coding), the same depth and the same verdicts. Numbers of
//! transitions differ: `choose` runs over the elements of a multiset, and the twin over their
//! values.

mod multiset;
mod union;

use crate::dice::Dice;
use crate::print::{Style, print};
use crate::syntax::{
    Action, BinaryOp, Clause, Decl, Expr, Item, Model, Property, PropertyKind, Rule, Stmt,
};

/// A program that uses a multiset or a union, and its twin.
pub fn murphi_twins(seed: u64) -> (String, String) {
    let sugared = program(seed, Dialect::Sugared);
    let plain = program(seed, Dialect::Plain);
    (print(&sugared), print(&plain))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Sugared,
    Plain,
}

fn program(seed: u64, dialect: Dialect) -> Model {
    let mut dice = Dice::new(seed);
    let style = if dice.chance(50) {
        Style::plain()
    } else {
        Style::random(&mut dice)
    };
    let items = if dice.chance(50) {
        multiset::items(&mut dice, dialect)
    } else {
        union::items(&mut dice, dialect)
    };
    Model { items, style }
}

impl Dialect {
    fn pick<T>(self, sugared: T, plain: T) -> T {
        match self {
            Dialect::Sugared => sugared,
            Dialect::Plain => plain,
        }
    }
}

/// The variables that both kinds of programs have besides: `step: 0..limit` and `flag: boolean`.
struct Common {
    limit: i64,
}

impl Common {
    fn decls(&self) -> Vec<Decl> {
        let step = crate::syntax::TypeExpr::range(0, self.limit);
        vec![
            var("step", step),
            var("flag", crate::syntax::TypeExpr::named("boolean")),
        ]
    }

    fn start(&self, dice: &mut Dice) -> Vec<Stmt> {
        vec![
            assign("step", Expr::Int(0)),
            assign("flag", Expr::Bool(dice.chance(50))),
        ]
    }

    fn guard(&self, dice: &mut Dice) -> Expr {
        let value = Expr::Int(dice.between(0, self.limit));
        let ops = [
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::LessEqual,
            BinaryOp::Greater,
        ];
        let op = *dice.pick(&ops).unwrap_or(&BinaryOp::NotEqual);
        let compared = Expr::name("step").with(op, value);
        match dice.below(4) {
            0 => Expr::name("flag"),
            1 => Expr::name("flag").negated().or(compared),
            _ => compared,
        }
    }

    fn advance(&self, dice: &mut Dice) -> Stmt {
        match dice.below(4) {
            0 => assign("flag", Expr::name("flag").negated()),
            1 => assign("step", Expr::Int(dice.between(0, self.limit))),
            2 => {
                let body = vec![assign("step", Expr::Int(0))];
                let first = Clause {
                    condition: Expr::name("flag"),
                    body,
                };
                Stmt::If {
                    first,
                    others: Vec::new(),
                    otherwise: Some(vec![self.next_step()]),
                }
            }
            _ => self.next_step(),
        }
    }

    fn next_step(&self) -> Stmt {
        let next = Expr::name("step").with(BinaryOp::Add, Expr::Int(1));
        assign(
            "step",
            next.with(BinaryOp::Modulo, Expr::Int(self.limit + 1)),
        )
    }

    fn own_rule(&self, dice: &mut Dice) -> Rule {
        let guard = self.guard(dice);
        rule("advance", guard, vec![self.advance(dice)])
    }
}

fn var(name: &str, ty: crate::syntax::TypeExpr) -> Decl {
    Decl::Var(vec![name.to_owned()], ty)
}

fn assign(name: &str, value: Expr) -> Stmt {
    Stmt::Assign(Expr::name(name), value)
}

fn action(name: &str, body: Vec<Stmt>) -> Action {
    Action {
        name: Some(name.to_owned()),
        locals: Vec::new(),
        body,
    }
}

fn rule(name: &str, guard: Expr, body: Vec<Stmt>) -> Rule {
    Rule::Simple {
        guard: Some(guard),
        action: action(name, body),
    }
}

fn invariant(name: &str, condition: Expr) -> Rule {
    let message = Some(name.to_owned());
    Rule::Property(Property {
        kind: PropertyKind::Invariant,
        condition,
        message,
        message_first: true,
    })
}

fn declared(decls: Vec<Decl>, rules: Vec<Rule>) -> Vec<Item> {
    decls
        .into_iter()
        .map(Item::Decl)
        .chain(rules.into_iter().map(Item::Rule))
        .collect()
}
