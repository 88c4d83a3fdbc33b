//! The bodies of a program: ground rules, functions, ground properties. Parameters are put in where
//! they are few enough; what stays is bound.

pub(crate) mod defined;
pub(crate) mod footprints;
pub(crate) mod frozen;
pub(crate) mod fusing;
pub(crate) mod inlining;
pub(crate) mod locations;
pub(crate) mod operators;
pub(crate) mod places;
pub(crate) mod reached;
pub(crate) mod seen;
pub(crate) mod statics;
pub(crate) mod unrolling;

use crate::discovery::bodies::frozen::{Folding, Frozen};
use crate::discovery::bodies::inlining::Inlining;
use crate::discovery::bodies::reached::Reached;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::numbers::classes::BodyId;
use crate::ground::{Grounding, Valuation, valuations};
use cranelift_entity::EntityRef;
use weyl_ir::rewrite::{rewrite_block, rewrite_expr, rewrite_rule};
use weyl_ir::{
    Binding, Block, Domain, Expr, FunctionId, LocalId, Locals, Model, PropertyId, Rule, RuleId,
    Type,
};

/// Rules with more ground instances than this stay as they are.
const MOST_INSTANCES: usize = 1 << 12;

pub(crate) struct Body<'m> {
    pub id: BodyId,
    pub locals: &'m Locals,
    pub code: Code,
}

pub(crate) enum Code {
    Rule {
        origin: RuleId,
        /// Those that always follow it, and are part of it.
        followers: Vec<RuleId>,
        rule: Box<Rule>,
        valuation: Valuation,
    },
    Function {
        origin: FunctionId,
        block: Block,
    },
    Property {
        origin: PropertyId,
        valuation: Valuation,
        /// Parameters that were not put in.
        parameters: Vec<Binding>,
        /// Which instance, of a property whose instances are properties of their own.
        instance: Option<usize>,
        condition: Expr,
    },
}

/// All bodies that may run while names can be renamed, before frozen values are put in.
pub(crate) fn ground<'m>(model: &'m Model, statics: &Statics) -> Vec<Body<'m>> {
    let mut bodies = Bodies {
        model,
        statics,
        all: Vec::new(),
    };
    for (origin, rule) in &model.rules {
        bodies.rule(origin, rule);
    }
    for (origin, function) in &model.functions {
        let mut block = function.body.clone();
        let locals = &function.locals;
        rewrite_block(&mut Inlining { model, locals }, &mut block);
        bodies.push(&function.locals, Code::Function { origin, block });
    }
    for (origin, _) in &model.properties {
        bodies.property(origin);
    }
    bodies.all
}

/// Puts the values of frozen variables in.
pub(crate) fn fold_frozen(model: &Model, bodies: &mut [Body<'_>], frozen: &Frozen<'_>) {
    let mut folding = Folding { model, frozen };
    for body in bodies {
        match &mut body.code {
            Code::Rule { rule, .. } => rewrite_rule(&mut folding, rule),
            Code::Function { block, .. } => rewrite_block(&mut folding, block),
            Code::Property { condition, .. } => rewrite_expr(&mut folding, condition),
        }
    }
}

/// Makes one rule of what nobody sees the inside of.
pub(crate) fn make_one_of_sequences(
    model: &Model,
    bodies: &mut Vec<Body<'_>>,
    reached: &mut Reached,
) {
    fusing::fuse(model, bodies, reached);
    unrolling::unroll(model, bodies, reached);
}

struct Bodies<'a, 'm> {
    model: &'m Model,
    statics: &'a Statics,
    all: Vec<Body<'m>>,
}

impl Code {
    /// What was put in for parameters.
    pub fn valuation(&self) -> &[(LocalId, i128)] {
        match self {
            Code::Rule { valuation, .. } | Code::Property { valuation, .. } => valuation,
            Code::Function { .. } => &[],
        }
    }
}

impl<'m> Bodies<'_, 'm> {
    fn push(&mut self, locals: &'m Locals, code: Code) {
        let id = self.all.len() as BodyId;
        self.all.push(Body { id, locals, code });
    }

    fn rule(&mut self, origin: RuleId, rule: &'m Rule) {
        for valuation in self.instances(rule) {
            if self.statics.is_before(self.model, rule, &valuation) {
                continue;
            }
            let mut ground = rule.clone();
            let is_left =
                |binding: &Binding| valuation.iter().all(|(local, _)| *local != binding.local);
            ground.parameters.retain(is_left);
            let model = self.model;
            let mut grounding = Grounding {
                model,
                valuation: &valuation,
            };
            let locals = &rule.locals;
            rewrite_rule(&mut Inlining { model, locals }, &mut ground);
            rewrite_rule(&mut grounding, &mut ground);
            let rule_code = Code::Rule {
                origin,
                followers: Vec::new(),
                rule: Box::new(ground),
                valuation,
            };
            self.push(&rule.locals, rule_code);
        }
    }

    /// Of the processes of a kind, only those that are there; nothing is put in where that is not
    /// known.
    fn instances(&self, rule: &Rule) -> Vec<Valuation> {
        let nothing = vec![Valuation::new()];
        if let Some(turn) = rule.turn {
            let Some(processes) = self.statics.of_kind(turn.kind) else {
                return nothing;
            };
            let sort = self.sort_start(rule);
            let first = rule.parameters.first().map(|binding| binding.local);
            let put_in = processes.iter().filter_map(|name| {
                let number = i128::from(name.as_u32()) - sort?;
                first.map(|local| vec![(local, number)])
            });
            return put_in.collect();
        }
        match valuations(self.model, &rule.parameters) {
            Some(all) if all.len() <= MOST_INSTANCES => all,
            _ => nothing,
        }
    }

    /// The number of the first name of the sort that a rule's first parameter ranges over.
    fn sort_start(&self, rule: &Rule) -> Option<i128> {
        let Domain::Type(ty) = &rule.parameters.first()?.domain else {
            return None;
        };
        let Type::Id(sort) = self.model.types.get(*ty) else {
            return None;
        };
        Some(self.model.name_of(*sort, 0).index() as i128)
    }

    fn property(&mut self, origin: PropertyId) {
        let property = &self.model.properties[origin];
        let all = valuations(self.model, &property.parameters)
            .filter(|all| all.len() <= MOST_INSTANCES)
            .unwrap_or_else(|| vec![Valuation::new()]);
        for (number, valuation) in all.into_iter().enumerate() {
            let mut condition = property.condition.clone();
            let mut grounding = Grounding {
                model: self.model,
                valuation: &valuation,
            };
            let (model, locals) = (self.model, &property.locals);
            rewrite_expr(&mut Inlining { model, locals }, &mut condition);
            rewrite_expr(&mut grounding, &mut condition);
            let is_left =
                |binding: &&Binding| valuation.iter().all(|(local, _)| *local != binding.local);
            let parameters = property.parameters.iter().filter(is_left).cloned();
            let code = Code::Property {
                origin,
                parameters: parameters.collect(),
                instance: self.is_apart(origin, &valuation).then_some(number),
                valuation,
                condition,
            };
            self.push(&property.locals, code);
        }
    }

    /// Whether an instance is a property of its own that mentions numbers which only classes make
    /// names: these stay where they are. (What mentions names of sorts is explored apart, under
    /// fewer symmetries.)
    fn is_apart(&self, origin: PropertyId, valuation: &Valuation) -> bool {
        let property = &self.model.properties[origin];
        let is_number =
            |(local, _): &(LocalId, i128)| self.model.types.is_integer(property.locals[*local].ty);
        property.kind == weyl_ir::PropertyKind::Liveness && valuation.iter().any(is_number)
    }
}
