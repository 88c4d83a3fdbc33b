//! Programs from texts.

use anyhow::{Context, Result, ensure};
use weyl_ir::{Capacity, Expr, ExprKind, FrontEnd, Locals, Model, Place, Property, PropertyId};
use weyl_ir::{PropertyKind, ReadOptions, Type, TypeId, VarId, load, verify};
use weyl_source::{Sources, Span};
use weyl_system::{ExecutionLimits, Program};

pub const MURPHI: &dyn FrontEnd = &weyl_murphi::Murphi;
pub const PROMELA: &dyn FrontEnd = &weyl_promela::Promela;

pub fn model(language: &dyn FrontEnd, text: &str) -> Result<Model> {
    model_with(language, text, &[])
}

/// With other values of constants.
pub fn model_with(
    language: &dyn FrontEnd,
    text: &str,
    constants: &[(&str, i128)],
) -> Result<Model> {
    let mut sources = Sources::default();
    let file = sources.add("model".to_string(), text.to_string());
    let capacity = Capacity {
        processes: 4,
        channels: 4,
    };
    let constants = constants
        .iter()
        .map(|(name, value)| (name.to_string(), *value));
    let options = ReadOptions {
        constants: constants.collect(),
        ..ReadOptions::default()
    };
    let (lowered, diagnostics) = load(language, &mut sources, file, &options, capacity);
    let lowered = lowered.with_context(|| format!("refused: {diagnostics:?}"))?;
    Ok(lowered.model)
}

pub fn program(model: Model) -> Result<Program> {
    let verified = verify(&model);
    ensure!(verified.is_ok(), "not verified: {verified:?}");
    Ok(Program::new(model, ExecutionLimits::default())?)
}

/// A property that sees all of a variable, if that can be compared.
pub fn about(model: &mut Model, variable: VarId) -> Option<PropertyId> {
    let ty = model.variables[variable].ty;
    let truth = model
        .types
        .ids()
        .find(|ty| *model.types.get(*ty) == Type::Bool)?;
    let holds_containers = model.types.ids().any(|part| {
        let is_container = matches!(
            model.types.get(part),
            Type::Multiset { .. } | Type::Channel { .. }
        );
        is_container && contains(model, ty, part)
    });
    if holds_containers {
        return None;
    }
    let place = Place::variable(variable, ty, Span::default());
    let same = ExprKind::Same(place.clone(), place);
    Some(model.properties.push(Property {
        name: format!("about {}", model.variables[variable].name),
        kind: PropertyKind::Invariant,
        parameters: Vec::new(),
        locals: Locals::new(),
        condition: Expr::new(same, truth, Span::default()),
        span: Span::default(),
    }))
}

fn contains(model: &Model, ty: TypeId, part: TypeId) -> bool {
    if ty == part {
        return true;
    }
    if let Type::Array { element, .. } = model.types.get(ty) {
        return contains(model, *element, part);
    }
    if let Type::Record(fields) = model.types.get(ty) {
        return fields.iter().any(|field| contains(model, field.ty, part));
    }
    false
}
