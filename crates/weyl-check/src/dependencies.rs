//! `weyl dependencies`: what a property depends on, what is left of a model for it, and what can
//! change places there. (Saïdi, *Discovering symmetries*, section 5: dependency graphs, and
//! predicates that are permutable.)

use crate::Request;
use crate::ask::Asked;
use crate::failure::{Failure, wrong_command_line};
use crate::limits::limited;
use crate::reading::{capacity, read, verified};
use crate::symmetry::discovered;
use std::time::{Duration, Instant};
use weyl_explore::{Phase, Progress};
use weyl_ir::layout::{Layout, PathStep, SlotId};
use weyl_ir::{Model, PropertyId, PropertyKind, RuleId, Type, TypeId, VarId};
use weyl_reduction::slice::{Reason, Slice, Step, Wanted, slice};
use weyl_source::{Diagnostics, FileId, Sources, Span};
use weyl_symmetry::{GroupDescription, Wanted as WantedSymmetry};
use weyl_system::{Conditions, Interpreter, Program, Question};

/// What a property depends on.
#[derive(Clone, Debug)]
pub struct DependenciesReport {
    pub properties: Vec<String>,
    pub variables: Vec<VariableReport>,
    /// Which variables depend on which, by number.
    pub dependences: Vec<DependenceReport>,
    /// How many rules there are.
    pub rules: usize,
    pub gone: Vec<GoneRule>,
    /// Of the slice, as far as it takes instances of the properties to instances.
    pub group: GroupDescription,
    /// Instances of the properties that change places.
    pub permutable: Vec<Vec<String>>,
    /// What all of it took.
    pub time: Duration,
    pub warnings: Diagnostics,
}

#[derive(Clone, Debug)]
pub struct VariableReport {
    pub name: String,
    /// Scalars of it.
    pub slots: usize,
    pub kept: usize,
    /// From one of its kept scalars to what a property sees.
    pub chain: Vec<Link>,
}

/// Why something is kept.
#[derive(Clone, Debug)]
pub struct Link {
    pub name: String,
    pub because: Because,
}

#[derive(Clone, Debug)]
pub enum Because {
    /// A property, or an assumption of the model, sees it.
    Seen {
        property: String,
    },
    /// A step that decides about the next link (or must stay in any case) reads it or writes it,
    /// too.
    Decides {
        step: String,
        span: Span,
    },
    /// It lies in the same multiset as the next link.
    Multiset,
    Everything,
}

#[derive(Clone, Debug)]
pub struct DependenceReport {
    pub of: usize,
    pub on: usize,
    pub step: String,
    pub span: Span,
}

/// A rule that is left out, or of which some instances are.
#[derive(Clone, Debug)]
pub struct GoneRule {
    pub name: String,
    pub span: Span,
    pub is_whole: bool,
}

/// Finds out what the properties that are asked for depend on.
pub fn dependencies(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<DependenciesReport, Failure> {
    limited(request, progress, || {
        report(sources, file, request, progress)
    })
}

fn report(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<DependenciesReport, Failure> {
    progress.enter(Phase::Reading);
    let read = read(sources, file, &request.model)?;
    progress.enter(Phase::Preparing);
    let loaded = read.load(capacity(&read, request, progress)?)?;
    let program = loaded.program;
    let asked = Asked::new(&program, &loaded.temporal, request)?;
    let started = Instant::now();
    let names = properties(&program.model, &asked)?;
    let (model, layout) = (&program.model, &program.layout);
    let questions = asked.questions.iter();
    let seen: Vec<PropertyId> = questions.flat_map(Question::properties).copied().collect();
    let sliced = slice(model, layout, &Wanted::properties(seen));
    progress.enter(Phase::Symmetry);
    let (group, permutable) = permutable(&program, &sliced, &asked, request)?;
    Ok(DependenciesReport {
        properties: names,
        variables: variables(model, layout, &sliced),
        dependences: dependences(model, &sliced),
        rules: model.rules.len(),
        gone: gone(model, &sliced),
        group,
        permutable,
        time: started.elapsed(),
        warnings: loaded.warnings,
    })
}

/// The names of what is asked; refuses what is about every step.
fn properties(model: &Model, asked: &Asked) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for question in &asked.questions {
        let name = asked.name(model, question);
        if question.properties().is_empty() {
            let message = format!("`{name}` depends on everything that happens");
            let hint = "invariants, covers, liveness and temporal formulas can be asked about";
            return Err(wrong_command_line(&message, Some(hint)));
        }
        names.push(name);
    }
    Ok(names)
}

/// The group of the slice that keeps all families of instances, and their orbits.
fn permutable(
    program: &Program,
    slice: &Slice,
    asked: &Asked,
    request: &Request,
) -> Result<(GroupDescription, Vec<Vec<String>>), Failure> {
    let sliced = Program::new(verified(with_atoms(slice, asked))?, program.limits)?;
    let interpreter = Interpreter::new(&sliced);
    let questions = asked.questions.iter();
    let claims: Vec<(Vec<PropertyId>, usize)> = questions
        .map(|question| {
            let atoms = question.properties().to_vec();
            let first = atoms.first().map(|atom| interpreter.instances(*atom));
            (atoms, first.unwrap_or(1) as usize)
        })
        .collect();
    drop(interpreter);
    let wanted = WantedSymmetry {
        claims: &claims,
        ..WantedSymmetry::default()
    };
    let (explored, found) = discovered(sliced, &wanted, request.termination)?;
    let program = &explored.program;
    let families = found.claims.iter().map(|claim| &claim.family);
    let group = families.min_by_key(|family| family.group().order());
    let group = group.unwrap_or(&found.group).describe(&program.model);
    let mut orbits = Vec::new();
    for ((atoms, _), claim) in claims.iter().zip(&found.claims) {
        let Some(atom) = atoms.first() else { continue };
        for first in 0..claim.orbits.len() as u32 {
            let members = (0..).zip(&claim.orbits);
            let members = members.filter(|(_, orbit)| **orbit == first);
            let members = members.map(|(instance, _)| instance_name(program, *atom, instance));
            orbits.push(members.collect::<Vec<String>>());
        }
    }
    orbits.retain(|orbit| orbit.len() > 1);
    Ok((group, orbits))
}

/// The slice with properties that say nothing by themselves: which of their instances is which does
/// not count then.
fn with_atoms(slice: &Slice, asked: &Asked) -> Model {
    let mut model = slice.model.clone();
    for property in asked.questions.iter().flat_map(Question::properties) {
        model.properties[*property].kind = PropertyKind::Atom;
    }
    model
}

/// An instance of a property, by the values of its parameters.
fn instance_name(program: &Program, property: PropertyId, instance: u64) -> String {
    let model = &program.model;
    let of = &model.properties[property];
    let values = program.parameter_values(&of.parameters, instance);
    let values = of.parameters.iter().zip(values).map(|(binding, value)| {
        let local = &of.locals[binding.local];
        format!("{} = {}", local.name, value_name(model, local.ty, value))
    });
    let values: Vec<String> = values.collect();
    format!("({})", values.join(", "))
}

fn value_name(model: &Model, ty: TypeId, value: i128) -> String {
    if let Some(name) = model.value_name(ty, value) {
        let sort = model.sort_of(name);
        let first = model.name_of(sort, 0);
        let number = (name.as_u32() - first.as_u32()) as usize;
        return model.sorts[sort].names[number].clone();
    }
    if let Type::Enum { variants, .. } = model.types.get(ty)
        && let Some(name) = usize::try_from(value).ok().and_then(|at| variants.get(at))
    {
        return name.clone();
    }
    value.to_string()
}

fn variables(model: &Model, layout: &Layout, slice: &Slice) -> Vec<VariableReport> {
    let variables = model.variables.iter();
    let reports = variables.map(|(id, variable)| {
        let slots = layout.slots.iter().filter(|(_, slot)| slot.variable == id);
        let slots: Vec<SlotId> = slots.map(|(id, _)| id).collect();
        let kept = slots.iter().filter(|slot| slice.keeps(**slot));
        let chains = kept.clone().map(|slot| slice.chain(*slot));
        let shortest = chains.min_by_key(Vec::len).unwrap_or_default();
        let links = shortest.into_iter().map(|(slot, reason)| Link {
            name: slot_name(model, layout, slot),
            because: because(model, reason),
        });
        VariableReport {
            name: variable.name.clone(),
            slots: slots.len(),
            kept: kept.count(),
            chain: links.collect(),
        }
    });
    reports.collect()
}

fn because(model: &Model, reason: Reason) -> Because {
    match reason {
        Reason::Seen(property) => Because::Seen {
            property: model.properties[property].name.clone(),
        },
        Reason::Decides { step, span, .. } => Because::Decides {
            step: step_name(model, step),
            span,
        },
        Reason::Multiset(_) => Because::Multiset,
        Reason::Everything => Because::Everything,
    }
}

fn step_name(model: &Model, step: Step) -> String {
    match step {
        Step::Rule(id) => model.rules[id].name.clone(),
        Step::Start(id) => model.starts[id].name.clone(),
    }
}

/// A variable with the indices and fields that lead to a slot.
fn slot_name(model: &Model, layout: &Layout, slot: SlotId) -> String {
    let slot = &layout.slots[slot];
    let mut name = model.variables[slot.variable].name.clone();
    let mut ty = model.variables[slot.variable].ty;
    for step in &slot.path {
        match *step {
            PathStep::Field(number) => {
                let Type::Record(fields) = model.types.get(ty) else {
                    break;
                };
                let field = &fields[number as usize];
                name.push_str(&format!(".{}", field.name));
                ty = field.ty;
            }
            PathStep::Index(index, value) => {
                name.push_str(&format!("[{}]", value_name(model, index, value)));
                let Type::Array { element, .. } = model.types.get(ty) else {
                    break;
                };
                ty = *element;
            }
            // Containers are kept as a whole.
            PathStep::Element(_) => break,
        }
    }
    name
}

fn dependences(model: &Model, slice: &Slice) -> Vec<DependenceReport> {
    let number = |variable: VarId| variable.as_u32() as usize;
    let all = slice.dependences.iter().map(|one| DependenceReport {
        of: number(one.of),
        on: number(one.on),
        step: step_name(model, one.step),
        span: one.span,
    });
    all.collect()
}

fn gone(model: &Model, slice: &Slice) -> Vec<GoneRule> {
    let rule = |id: RuleId| &model.rules[id];
    let gone = slice.gone.iter().map(|gone| GoneRule {
        name: rule(gone.rule).name.clone(),
        span: rule(gone.rule).span,
        is_whole: gone.is_whole,
    });
    gone.collect()
}
