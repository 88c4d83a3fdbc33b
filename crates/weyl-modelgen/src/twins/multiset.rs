//! A multiset of scalars; the twin counts the occurrences of each value.

use super::{Common, Dialect, action, assign, declared, invariant, rule, var};
use crate::dice::Dice;
use crate::syntax::{BinaryOp, Binder, Clause, Decl, Expr, Item, Rule, Stmt, TypeExpr};

struct Bag {
    dialect: Dialect,
    capacity: i64,
    values: Vec<Expr>,
    element: TypeExpr,
    common: Common,
}

pub fn items(dice: &mut Dice, dialect: Dialect) -> Vec<Item> {
    let (values, element) = elements(dice);
    let capacity = dice.between(1, 4);
    let common = Common {
        limit: dice.between(1, 3),
    };
    let bag = Bag {
        dialect,
        capacity,
        values,
        element,
        common,
    };
    let mut rules = vec![bag.start(dice), bag.put(dice)];
    (0..dice.between(2, 5)).for_each(|_| rules.push(bag.rule(dice)));
    (0..dice.between(0, 2)).for_each(|_| rules.push(bag.property(dice)));
    declared(bag.decls(), rules)
}

fn elements(dice: &mut Dice) -> (Vec<Expr>, TypeExpr) {
    if dice.chance(50) {
        let members: Vec<String> = ["Ask", "Grant", "Refuse"]
            .iter()
            .take(dice.between(2, 3) as usize)
            .map(|name| (*name).to_owned())
            .collect();
        return (
            members.iter().map(Expr::name).collect(),
            TypeExpr::Enum(members),
        );
    }
    let (low, high) = (dice.between(-1, 1), dice.between(2, 3));
    (
        (low..=high).map(Expr::Int).collect(),
        TypeExpr::range(low, high),
    )
}

impl Bag {
    fn decls(&self) -> Vec<Decl> {
        let element = TypeExpr::named("Message");
        let sugared = TypeExpr::Multiset(
            Box::new(Expr::Int(self.capacity)),
            Box::new(element.clone()),
        );
        let plain = TypeExpr::array(element.clone(), TypeExpr::range(0, self.capacity));
        let mut decls = vec![
            Decl::Type("Message".to_owned(), self.element.clone()),
            var("net", self.dialect.pick(sugared, plain)),
            var("last", element),
        ];
        decls.extend(self.common.decls());
        decls
    }

    fn any_value(&self, dice: &mut Dice) -> Expr {
        dice.pick(&self.values).cloned().unwrap_or(Expr::Int(0))
    }

    /// How many elements have the value.
    fn count(&self, value: Expr) -> Expr {
        let own = Expr::name("net").at(Expr::name("m"));
        let test = Box::new(own.equals(value.clone()));
        let sugared = Expr::MultisetCount {
            element: "m".to_owned(),
            multiset: Box::new(Expr::name("net")),
            test,
        };
        self.dialect.pick(sugared, Expr::name("net").at(value))
    }

    /// How many elements there are.
    fn total(&self) -> Expr {
        let test = Box::new(Expr::Bool(true));
        let sugared = Expr::MultisetCount {
            element: "m".to_owned(),
            multiset: Box::new(Expr::name("net")),
            test,
        };
        let counts = self
            .values
            .iter()
            .map(|value| Expr::name("net").at(value.clone()));
        let plain = counts
            .reduce(|sum, count| sum.with(BinaryOp::Add, count))
            .unwrap_or(Expr::Int(0));
        self.dialect.pick(sugared, plain)
    }

    /// Adding to a full multiset is an error.
    fn add(&self, value: Expr) -> Vec<Stmt> {
        let net = Expr::name("net");
        let full = self.total().equals(Expr::Int(self.capacity));
        let first = Clause {
            condition: full,
            body: vec![Stmt::Error("full".to_owned())],
        };
        let count = net.clone().at(value.clone());
        let plain = vec![
            Stmt::If {
                first,
                others: Vec::new(),
                otherwise: None,
            },
            Stmt::Assign(count.clone(), count.with(BinaryOp::Add, Expr::Int(1))),
        ];
        self.dialect
            .pick(vec![Stmt::MultisetAdd(value, net)], plain)
    }

    fn start(&self, dice: &mut Dice) -> Rule {
        let net = Expr::name("net");
        let zero = Stmt::Assign(net.clone().at(Expr::name("m")), Expr::Int(0));
        let binder = Binder::over("m", TypeExpr::named("Message"));
        let empty = if dice.chance(50) {
            Stmt::Undefine(net)
        } else {
            Stmt::Clear(net)
        };
        let mut body = vec![self.dialect.pick(
            empty,
            Stmt::For {
                binder,
                body: vec![zero],
            },
        )];
        if dice.chance(40) {
            body.extend(self.add(self.any_value(dice)));
        }
        body.push(assign("last", self.any_value(dice)));
        body.extend(self.common.start(dice));
        Rule::Start(action("start", body))
    }

    /// Adds any value, where there is room or (rarely) in any case.
    fn put(&self, dice: &mut Dice) -> Rule {
        let room = self.total().with(BinaryOp::Less, Expr::Int(self.capacity));
        let guard = self.common.guard(dice);
        let guard = if dice.chance(85) {
            room.and(guard)
        } else {
            guard
        };
        let mut body = self.add(Expr::name("v"));
        if dice.chance(50) {
            body.push(self.common.advance(dice));
        }
        let params = vec![Binder::over("v", TypeExpr::named("Message"))];
        Rule::Ruleset {
            params,
            rules: vec![rule("put", guard, body)],
        }
    }

    fn rule(&self, dice: &mut Dice) -> Rule {
        match dice.below(6) {
            0..3 => self.take(dice),
            3 => self.purge(dice),
            4 => self.observe(dice),
            _ => self.common.own_rule(dice),
        }
    }

    /// Takes one element out, whichever, or of a given value only.
    fn take(&self, dice: &mut Dice) -> Rule {
        let own = self
            .dialect
            .pick(Expr::name("net").at(Expr::name("m")), Expr::name("v"));
        let wanted = self.any_value(dice);
        let common = self.common.guard(dice);
        let guard = if dice.chance(50) {
            own.clone().equals(wanted).and(common)
        } else {
            common
        };
        let mut body = vec![assign("last", own)];
        if dice.chance(40) {
            body.push(self.common.advance(dice));
        }
        let count = Expr::name("net").at(Expr::name("v"));
        let fewer = Stmt::Assign(
            count.clone(),
            count.clone().with(BinaryOp::Subtract, Expr::Int(1)),
        );
        body.push(self.dialect.pick(
            Stmt::MultisetRemove("m".to_owned(), Expr::name("net")),
            fewer,
        ));
        match self.dialect {
            Dialect::Sugared => {
                let rules = vec![rule("take", guard, body)];
                Rule::Choose {
                    element: "m".to_owned(),
                    multiset: Expr::name("net"),
                    rules,
                }
            }
            Dialect::Plain => {
                let present = count.with(BinaryOp::Greater, Expr::Int(0));
                let params = vec![Binder::over("v", TypeExpr::named("Message"))];
                Rule::Ruleset {
                    params,
                    rules: vec![rule("take", present.and(guard), body)],
                }
            }
        }
    }

    /// Removes all elements of one value.
    fn purge(&self, dice: &mut Dice) -> Rule {
        let value = if dice.chance(50) {
            Expr::name("last")
        } else {
            self.any_value(dice)
        };
        let test = Expr::name("net").at(Expr::name("m")).equals(value.clone());
        let sugared = Stmt::MultisetRemovePred {
            element: "m".to_owned(),
            multiset: Expr::name("net"),
            test,
        };
        let plain = Stmt::Assign(Expr::name("net").at(value), Expr::Int(0));
        let guard = self.common.guard(dice);
        rule("purge", guard, vec![self.dialect.pick(sugared, plain)])
    }

    fn observe(&self, dice: &mut Dice) -> Rule {
        let counted = if dice.chance(70) {
            self.count(self.any_value(dice))
        } else {
            self.total()
        };
        let guard = counted.with(
            BinaryOp::GreaterEqual,
            Expr::Int(dice.between(0, self.capacity)),
        );
        rule("observe", guard, vec![self.common.advance(dice)])
    }

    fn property(&self, dice: &mut Dice) -> Rule {
        let bound = Expr::Int(dice.between(self.capacity - 1, self.capacity));
        if dice.chance(50) {
            return invariant("total", self.total().with(BinaryOp::LessEqual, bound));
        }
        let counted = self
            .count(self.any_value(dice))
            .with(BinaryOp::LessEqual, bound);
        invariant("count", counted.or(self.common.guard(dice)))
    }
}
