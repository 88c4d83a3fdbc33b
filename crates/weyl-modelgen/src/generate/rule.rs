//! Rules, start states and properties.

use super::Generator;
use super::scope::{Access, Step, Symbol};
use super::types::{Shape, Ty, range, scalarset_leaves};
use crate::syntax::{Action, Binder, Expr, Property, PropertyKind, Rule, Stmt, TypeExpr};

impl Generator {
    /// A rule, or a ruleset or an alias around rules.
    pub fn rule(&mut self, nesting: u32) -> Rule {
        match self.dice.below(20) {
            0..8 if nesting > 0 => self.ruleset(nesting - 1),
            8 | 9 if nesting > 0 => self.rule_alias(nesting - 1),
            _ => self.simple_rule(),
        }
    }

    fn rules(&mut self, nesting: u32) -> Vec<Rule> {
        let count = if self.dice.chance(25) { 2 } else { 1 };
        (0..count).map(|_| self.rule(nesting)).collect()
    }

    fn ruleset(&mut self, nesting: u32) -> Rule {
        let mark = self.scope.mark();
        let count = if self.dice.chance(30) { 2 } else { 1 };
        let params = (0..count).map(|_| self.rule_param()).collect();
        let rules = self.rules(nesting);
        self.scope.leave(&mark);
        Rule::Ruleset { params, rules }
    }

    /// A parameter that shadows a variable makes Rumur write C that does not compile, and a counted
    /// domain (`i := 0 to 2`) makes it crash.
    fn rule_param(&mut self) -> Binder {
        let name = self.fresh("r");
        let (binder, ty) = match self.dice.below(10) {
            0 | 1 => (Binder::over(&name, TypeExpr::range(0, 2)), range(0, 2)),
            2 | 3 => self.over_scalar(&name),
            _ => {
                let ty = self.types.index(&mut self.dice);
                (Binder::over(&name, ty.expr()), ty)
            }
        };
        self.scope.push(Symbol {
            name,
            ty,
            access: Access::Fixed,
            partial: false,
        });
        binder
    }

    /// Around properties Rumur takes counted domains. A negative bound around `liveness` is not C.
    fn counted_param(&mut self) -> Binder {
        let name = self.fresh("r");
        let (low, high) = (self.dice.between(0, 1), self.dice.between(1, 3));
        let step = if self.dice.chance(40) {
            Some(Expr::Int(2))
        } else {
            None
        };
        let binder = Binder::span(&name, Expr::Int(low), Expr::Int(high), step);
        self.scope.push(Symbol {
            name,
            ty: range(low, high),
            access: Access::Fixed,
            partial: false,
        });
        binder
    }

    fn over_scalar(&mut self, name: &str) -> (Binder, Ty) {
        let ty = self.types.scalar(&mut self.dice);
        (Binder::over(name, ty.expr()), ty)
    }

    fn rule_alias(&mut self, nesting: u32) -> Rule {
        self.safe = true;
        let made = self.alias();
        self.safe = false;
        let Some((mut alias, mut symbol)) = made else {
            return self.simple_rule();
        };
        alias.name = self.fresh("a");
        symbol.name.clone_from(&alias.name);
        let mark = self.scope.mark();
        self.scope.push(symbol);
        let rules = self.rules(nesting);
        self.scope.leave(&mark);
        Rule::Alias {
            aliases: vec![alias],
            rules,
        }
    }

    fn simple_rule(&mut self) -> Rule {
        let guard = if self.dice.chance(75) {
            Some(self.guard())
        } else {
            None
        };
        let action = self.action("rule ", true, |generator| {
            let first = generator.assignment();
            let rest = generator.block(2, 2);
            first.into_iter().chain(rest).collect()
        });
        Rule::Simple { guard, action }
    }

    /// A rule that may give a place any value of its type: it makes the rest of the program meet
    /// more states.
    pub fn stir(&mut self) -> Option<Rule> {
        let places = self.writable(|place| place.ty.is_scalar());
        let place = self.dice.pick(&places).cloned()?;
        let mark = self.scope.mark();
        let mut params = vec![self.param_over(place.ty.clone())];
        for step in &place.steps {
            if let Step::Element(index) = step {
                params.push(self.param_over(index.clone()));
            }
        }
        let guard = Some(self.guard()).filter(|_| self.dice.chance(60));
        self.fixed_indices = true;
        let target = self.designator(&place);
        self.fixed_indices = false;
        let value = params.first().map(|param| Expr::name(&param.name))?;
        let action = Action {
            name: Some(self.fresh("stir ")),
            locals: Vec::new(),
            body: vec![Stmt::Assign(target?, value)],
        };
        self.scope.leave(&mark);
        Some(Rule::Ruleset {
            params,
            rules: vec![Rule::Simple { guard, action }],
        })
    }

    fn guard(&mut self) -> Expr {
        if self.dice.chance(40) {
            let first = self.boolean(2);
            return first.or(self.boolean(1));
        }
        self.boolean(3)
    }

    fn action(
        &mut self,
        prefix: &str,
        shadows: bool,
        body: impl FnOnce(&mut Generator) -> Vec<Stmt>,
    ) -> Action {
        let name = self.fresh(prefix);
        let name = Some(name).filter(|_| self.dice.chance(85));
        let mark = self.scope.mark();
        let (locals, body) = self.with_locals(shadows, body);
        self.scope.leave(&mark);
        Action { name, locals, body }
    }

    /// Start states range over all scalarsets that some variable holds: there is no other way to
    /// name a member.
    pub fn start(&mut self) -> Rule {
        let mark = self.scope.mark();
        let globals = self.globals.clone();
        let mut held = Vec::new();
        globals
            .iter()
            .for_each(|global| scalarset_leaves(&global.ty, &mut held));
        let mut params: Vec<Binder> = held.into_iter().map(|ty| self.param_over(ty)).collect();
        if self.dice.chance(25) {
            params.push(self.rule_param());
        }
        let action = self.action("start ", false, |generator| {
            generator.initialisation(&globals)
        });
        self.scope.leave(&mark);
        let start = Rule::Start(action);
        if params.is_empty() {
            start
        } else {
            Rule::Ruleset {
                params,
                rules: vec![start],
            }
        }
    }

    fn param_over(&mut self, ty: Ty) -> Binder {
        let name = self.fresh("s");
        let binder = Binder::over(&name, ty.expr());
        self.scope.push(Symbol {
            name,
            ty,
            access: Access::Fixed,
            partial: false,
        });
        binder
    }

    fn initialisation(&mut self, globals: &[Symbol]) -> Vec<Stmt> {
        let mut body = Vec::new();
        for global in globals {
            let target = Expr::name(&global.name);
            match global.partial {
                true if self.dice.chance(50) => {}
                true if self.dice.chance(20) => body.push(Stmt::Undefine(target)),
                _ => body.extend(self.initialise(target, &global.ty)),
            }
        }
        body
    }

    /// Statements that define every leaf, from fixed values only.
    pub fn initialise(&mut self, target: Expr, ty: &Ty) -> Vec<Stmt> {
        if !ty.holds_scalarset() && self.dice.chance(if ty.is_scalar() { 10 } else { 40 }) {
            return vec![Stmt::Clear(target)];
        }
        match &ty.shape {
            Shape::Record(fields) => fields
                .iter()
                .flat_map(|(name, field)| self.initialise(target.clone().field(name), field))
                .collect(),
            Shape::Array { index, element } => {
                let name = self.fresh("each");
                let binder = Binder::over(&name, index.expr());
                let mark = self.scope.mark();
                let symbol = Symbol {
                    name: name.clone(),
                    ty: index.clone(),
                    access: Access::Fixed,
                    partial: false,
                };
                self.scope.push(symbol);
                let body = self.initialise(target.at(Expr::Name(name)), element);
                self.scope.leave(&mark);
                vec![Stmt::For { binder, body }]
            }
            _ => self
                .initial_value(ty)
                .map(|value| Stmt::Assign(target, value))
                .into_iter()
                .collect(),
        }
    }

    /// A literal or a parameter. Other variables are read only where a scalarset has no parameter:
    /// never in a start state, where they are not defined yet.
    fn initial_value(&mut self, ty: &Ty) -> Option<Expr> {
        let visible = self.scope.visible();
        let of_type = visible
            .iter()
            .filter(|symbol| Generator::same(&symbol.ty, ty));
        let fixed: Vec<String> = of_type
            .filter(|symbol| symbol.access == Access::Fixed)
            .map(|symbol| symbol.name.clone())
            .collect();
        let fixed = self.dice.pick(&fixed).map(Expr::name);
        fixed
            .filter(|_| ty.is_scalarset() || self.dice.chance(50))
            .or_else(|| self.constant(ty))
    }

    pub fn property(&mut self) -> Rule {
        let (kind, condition) = match self.dice.below(20) {
            0..4 => (PropertyKind::Invariant, self.sure_condition()),
            4..10 => (PropertyKind::Invariant, self.very_likely()),
            10 => (PropertyKind::Invariant, self.boolean(3)),
            11 => (PropertyKind::Assert, self.very_likely()),
            12 => (PropertyKind::Assume, self.sure_to_evaluate()),
            13..17 => (PropertyKind::Cover, self.boolean(2)),
            _ => (PropertyKind::Liveness, self.boolean(2)),
        };
        // Rumur writes a `cover` without a name into C without its quotes.
        let nameless =
            self.dice.chance(15) && !matches!(kind, PropertyKind::Cover | PropertyKind::Liveness);
        let message = self.fresh("property ");
        let message = Some(message).filter(|_| !nameless);
        let message_first = self.dice.chance(60);
        Rule::Property(Property {
            kind,
            condition,
            message,
            message_first,
        })
    }

    /// Properties in a ruleset talk about its parameter.
    pub fn properties(&mut self) -> Rule {
        if !self.dice.chance(25) {
            return self.property();
        }
        let mark = self.scope.mark();
        let params = vec![if self.dice.chance(25) {
            self.counted_param()
        } else {
            self.rule_param()
        }];
        let rules = vec![self.property()];
        self.scope.leave(&mark);
        Rule::Ruleset { params, rules }
    }

    /// Rumur counts a step whose end an assumption can't judge; weyl takes it for a step that
    /// failed.
    fn sure_to_evaluate(&mut self) -> Expr {
        self.safe = true;
        let condition = self.very_likely();
        self.safe = false;
        condition
    }

    /// An implication of which both sides are the same, or a disjunction with the negation.
    fn sure_condition(&mut self) -> Expr {
        self.safe = true;
        let condition = self.boolean(3);
        self.safe = false;
        if self.dice.chance(50) {
            return condition.clone().or(condition.negated());
        }
        condition
            .clone()
            .with(crate::syntax::BinaryOp::Implies, condition)
    }
}
