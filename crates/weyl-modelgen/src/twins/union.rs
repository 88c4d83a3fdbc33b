//! A union of a scalarset and an enumeration; the twin numbers the members of both in one range.

use super::{Common, Dialect, action, assign, declared, invariant, rule, var};
use crate::dice::Dice;
use crate::syntax::{BinaryOp, Binder, Case, Clause, Decl, Expr, Item, Rule, Stmt, TypeExpr};

const MEMBERS: [&str; 3] = ["Home", "Nobody", "Broken"];

struct Joint {
    dialect: Dialect,
    nodes: i64,
    members: Vec<String>,
    common: Common,
}

pub fn items(dice: &mut Dice, dialect: Dialect) -> Vec<Item> {
    let nodes = dice.between(2, 3);
    let members = MEMBERS
        .iter()
        .take(dice.between(1, 3) as usize)
        .map(|name| (*name).to_owned())
        .collect();
    let joint = Joint {
        dialect,
        nodes,
        members,
        common: Common {
            limit: dice.between(1, 2),
        },
    };
    let mut rules = vec![joint.start(dice)];
    (0..dice.between(3, 6)).for_each(|_| rules.push(joint.rule(dice)));
    (0..dice.between(0, 2)).for_each(|_| rules.push(joint.property(dice)));
    declared(joint.decls(), rules)
}

fn named(name: &str) -> TypeExpr {
    TypeExpr::named(name)
}

impl Joint {
    fn decls(&self) -> Vec<Decl> {
        let mut decls = match self.dialect {
            Dialect::Sugared => self.sugared_types(),
            Dialect::Plain => self.plain_types(),
        };
        decls.extend([
            var("owner", named("Place")),
            var("node", named("Node")),
            var("sent", TypeExpr::array(named("Node"), named("Place"))),
            var("seen", TypeExpr::array(named("Place"), named("boolean"))),
        ]);
        decls.extend(self.common.decls());
        decls
    }

    fn sugared_types(&self) -> Vec<Decl> {
        vec![
            Decl::Type(
                "Node".to_owned(),
                TypeExpr::Scalarset(Box::new(Expr::Int(self.nodes))),
            ),
            Decl::Type("Extra".to_owned(), TypeExpr::Enum(self.members.clone())),
            Decl::Type(
                "Place".to_owned(),
                TypeExpr::Union(vec![named("Node"), named("Extra")]),
            ),
        ]
    }

    fn plain_types(&self) -> Vec<Decl> {
        let last = self.nodes + self.members.len() as i64 - 1;
        let numbered = self.members.iter().zip(self.nodes..);
        let mut decls: Vec<Decl> = numbered
            .map(|(name, number)| Decl::Const(name.clone(), Expr::Int(number)))
            .collect();
        decls.extend([
            Decl::Type("Node".to_owned(), TypeExpr::range(0, self.nodes - 1)),
            Decl::Type("Extra".to_owned(), TypeExpr::range(self.nodes, last)),
            Decl::Type("Place".to_owned(), TypeExpr::range(0, last)),
        ]);
        decls
    }

    fn any_member(&self, dice: &mut Dice) -> Expr {
        dice.pick(&self.members).map_or(Expr::Int(0), Expr::name)
    }

    fn is_node(&self, place: Expr) -> Expr {
        let plain = place.clone().with(BinaryOp::Less, Expr::Int(self.nodes));
        self.dialect
            .pick(Expr::IsMember(Box::new(place), named("Node")), plain)
    }

    fn is_extra(&self, place: Expr) -> Expr {
        let plain = place
            .clone()
            .with(BinaryOp::GreaterEqual, Expr::Int(self.nodes));
        self.dialect
            .pick(Expr::IsMember(Box::new(place), named("Extra")), plain)
    }

    fn start(&self, dice: &mut Dice) -> Rule {
        let own = Expr::name("i");
        let owner = if dice.chance(50) {
            own.clone()
        } else {
            self.any_member(dice)
        };
        let sent = if dice.chance(50) {
            own.clone()
        } else {
            self.any_member(dice)
        };
        let mut body = vec![
            assign("node", own),
            assign("owner", owner),
            each(
                "j",
                "Node",
                Stmt::Assign(Expr::name("sent").at(Expr::name("j")), sent),
            ),
            each(
                "u",
                "Place",
                Stmt::Assign(Expr::name("seen").at(Expr::name("u")), Expr::Bool(false)),
            ),
        ];
        body.extend(self.common.start(dice));
        let rules = vec![Rule::Start(action("start", body))];
        Rule::Ruleset {
            params: vec![Binder::over("i", named("Node"))],
            rules,
        }
    }

    fn rule(&self, dice: &mut Dice) -> Rule {
        match dice.below(7) {
            0 => self.over("Node", self.claim(dice)),
            1 => rule(
                "release",
                self.common.guard(dice),
                vec![assign("owner", self.any_member(dice))],
            ),
            2 => self.over("Place", self.visit(dice)),
            3 => self.narrow(dice),
            4 => self.over("Node", self.send(dice)),
            5 => self.dispatch(dice),
            _ => self.common.own_rule(dice),
        }
    }

    fn over(&self, ty: &str, inner: Rule) -> Rule {
        Rule::Ruleset {
            params: vec![Binder::over("i", named(ty))],
            rules: vec![inner],
        }
    }

    /// A value of the scalarset goes into the union.
    fn claim(&self, dice: &mut Dice) -> Rule {
        let owner = Expr::name("owner");
        let free = match dice.below(3) {
            0 => owner.equals(self.any_member(dice)),
            1 => self.is_extra(owner),
            _ => owner.with(BinaryOp::NotEqual, Expr::name("i")),
        };
        rule(
            "claim",
            free.and(self.common.guard(dice)),
            vec![assign("owner", Expr::name("i"))],
        )
    }

    /// An array that the union indexes.
    fn visit(&self, dice: &mut Dice) -> Rule {
        let seen = Expr::name("seen").at(Expr::name("i"));
        let guard = seen.clone().negated().and(self.common.guard(dice));
        let mut body = vec![Stmt::Assign(seen, Expr::Bool(true))];
        if dice.chance(40) {
            body.push(assign("owner", Expr::name("i")));
        }
        rule("visit", guard, body)
    }

    /// A value of the union goes into the scalarset: an error where it is no member, unless tested.
    fn narrow(&self, dice: &mut Dice) -> Rule {
        let guard = self.common.guard(dice);
        let guard = if dice.chance(85) {
            self.is_node(Expr::name("owner")).and(guard)
        } else {
            guard
        };
        rule(
            "narrow",
            guard,
            vec![
                assign("node", Expr::name("owner")),
                self.common.advance(dice),
            ],
        )
    }

    fn send(&self, dice: &mut Dice) -> Rule {
        let sent = Expr::name("sent").at(Expr::name("i"));
        let value = match dice.below(3) {
            0 => Expr::name("owner"),
            1 => self.any_member(dice),
            _ => Expr::name("node"),
        };
        let guard = sent
            .clone()
            .with(BinaryOp::NotEqual, Expr::name("owner"))
            .or(self.common.guard(dice));
        rule("send", guard, vec![Stmt::Assign(sent, value)])
    }

    fn dispatch(&self, dice: &mut Dice) -> Rule {
        let values = vec![self.any_member(dice)];
        let cases = vec![Case {
            values,
            body: vec![self.common.advance(dice)],
        }];
        let first = Clause {
            condition: self.is_node(Expr::name("owner")),
            body: vec![self.common.advance(dice)],
        };
        let otherwise = Some(vec![Stmt::If {
            first,
            others: Vec::new(),
            otherwise: None,
        }]);
        let body = vec![Stmt::Switch {
            subject: Expr::name("owner"),
            cases,
            otherwise,
        }];
        rule("dispatch", self.common.guard(dice), body)
    }

    fn property(&self, dice: &mut Dice) -> Rule {
        let own = Expr::name("u");
        let seen = Expr::name("seen").at(own.clone());
        let (universal, body) = match dice.below(3) {
            0 => (
                true,
                seen.with(
                    BinaryOp::Implies,
                    self.is_node(own.clone()).or(self.is_extra(own)),
                ),
            ),
            1 => (false, seen.negated().or(Expr::name("owner").equals(own))),
            _ => (
                true,
                seen.negated()
                    .or(self.is_extra(own))
                    .or(self.common.guard(dice)),
            ),
        };
        let binder = Binder::over("u", named("Place"));
        invariant(
            "places",
            Expr::Quantified {
                universal,
                binder,
                body: Box::new(body),
            },
        )
    }
}

fn each(name: &str, ty: &str, statement: Stmt) -> Stmt {
    Stmt::For {
        binder: Binder::over(name, named(ty)),
        body: vec![statement],
    }
}
