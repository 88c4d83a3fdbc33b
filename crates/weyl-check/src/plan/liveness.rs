//! AG EF p, instance by instance: an instance that mentions names is explored under the stabiliser
//! of these, one instance for each orbit. That one stands for its orbit if the group keeps the set
//! of initial states (Emerson and Sistla, Theorem 4.2); otherwise every instance is explored.

use std::collections::{HashMap, HashSet};
use weyl_ir::visit::{Visitor, walk_expr};
use weyl_ir::{Expr, ExprKind, Model, NameId, Property, Type};
use weyl_permutation::Permutation;
use weyl_symmetry::{SymmetryGroup, moved_value};
use weyl_system::{Conditions, Interpreter, LivenessQuestion, Program};

/// The questions that a question comes to, each with its group.
pub(super) fn parts(
    program: &Program,
    question: &LivenessQuestion,
    group: &SymmetryGroup,
    shares: bool,
) -> Vec<(LivenessQuestion, SymmetryGroup)> {
    let property = &program.model.properties[question.property];
    if group.is_trivial() || !mentions_names(&program.model, property) {
        return vec![(question.clone(), group.clone())];
    }
    let group = group.fixing(&constant_names(&program.model, property));
    let count = Interpreter::new(program).instances(question.property);
    let sharing = if shares {
        group.clone()
    } else {
        SymmetryGroup::trivial(&program.model)
    };
    let instances = representatives(program, property, count, &sharing);
    let parts = instances.into_iter().map(|(instance, names)| {
        let part = LivenessQuestion {
            property: question.property,
            instances: Some(vec![instance]),
        };
        (part, group.fixing(&names))
    });
    parts.collect()
}

/// One instance for each orbit, with the names that it mentions.
fn representatives(
    program: &Program,
    property: &Property,
    count: u64,
    group: &SymmetryGroup,
) -> Vec<(u64, Vec<NameId>)> {
    let model = &program.model;
    let values = |instance| program.parameter_values(&property.parameters, instance);
    let numbers: HashMap<Vec<i128>, u64> = (0..count).map(|i| (values(i), i)).collect();
    let types = property.parameters.iter();
    let types: Vec<_> = types.map(|b| property.locals[b.local].ty).collect();
    let image = |generator: &Permutation, instance: u64| {
        let moved = types.iter().zip(values(instance));
        let moved = moved.map(|(ty, value)| moved_value(model, generator, *ty, value));
        numbers.get(&moved.collect::<Vec<_>>()).copied()
    };
    let mut seen: HashSet<u64> = HashSet::new();
    let mut found = Vec::new();
    for instance in 0..count {
        if !seen.insert(instance) {
            continue;
        }
        let names = types.iter().zip(values(instance));
        let names = names.filter_map(|(ty, value)| model.value_name(*ty, value));
        found.push((instance, names.collect()));
        let mut pending = vec![instance];
        while let Some(at) = pending.pop() {
            let images = group.group().generators().iter();
            let images = images.filter_map(|generator| image(generator, at));
            pending.extend(images.filter(|image| seen.insert(*image)));
        }
    }
    found
}

fn mentions_names(model: &Model, property: &Property) -> bool {
    let mut parameters = property.parameters.iter();
    let is_name = |ty| matches!(model.types.get(ty), Type::Id(_) | Type::Union(_));
    parameters.any(|binding| is_name(property.locals[binding.local].ty))
        || !constant_names(model, property).is_empty()
}

pub(crate) fn constant_names(model: &Model, property: &Property) -> Vec<NameId> {
    struct Constants<'a> {
        model: &'a Model,
        found: Vec<NameId>,
    }
    impl Visitor for Constants<'_> {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Constant(value) = expr.kind {
                self.found.extend(self.model.value_name(expr.ty, value));
            }
        }
    }
    let mut constants = Constants {
        model,
        found: Vec::new(),
    };
    walk_expr(&mut constants, &property.condition);
    constants.found
}
