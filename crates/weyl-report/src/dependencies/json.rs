//! What properties depend on, as JSON.

use super::line;
use crate::view::{SCHEMA_VERSION, VERSION};
use schemars::JsonSchema;
use serde::Serialize;
use weyl_check::{Because, DependenciesReport, Link, VariableReport};
use weyl_source::Sources;

#[derive(Serialize, JsonSchema)]
pub struct DependenciesJson<'a> {
    weyl: &'a str,
    /// The version of this form.
    schema: &'a str,
    model: &'a str,
    /// What is asked about.
    properties: &'a [String],
    variables: Vec<VariableJson<'a>>,
    /// Which variables depend on which.
    dependences: Vec<DependenceJson<'a>>,
    /// How many rules there are.
    rules: usize,
    /// Those that are left out, for all parameters or for some.
    gone: Vec<GoneJson<'a>>,
    symmetry: SliceGroupJson<'a>,
    /// Instances of the properties that change places.
    permutable: &'a [Vec<String>],
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct VariableJson<'a> {
    name: &'a str,
    /// How many scalars it has, and how many of them are kept.
    slots: usize,
    kept: usize,
    /// From one of these to what a property sees; empty if nothing is kept.
    chain: Vec<LinkJson<'a>>,
}

/// What is kept is needed for the next in the chain; the last is seen by the property.
#[derive(Serialize, JsonSchema)]
struct LinkJson<'a> {
    name: &'a str,
    /// seen, decides, multiset or everything.
    because: &'static str,
    property: Option<&'a str>,
    /// The rule that decides about the next.
    step: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct DependenceJson<'a> {
    of: &'a str,
    on: &'a str,
    /// A rule that makes it so.
    step: &'a str,
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct GoneJson<'a> {
    rule: &'a str,
    line: Option<usize>,
    /// For all parameters.
    whole: bool,
}

/// Of what is left.
#[derive(Serialize, JsonSchema)]
struct SliceGroupJson<'a> {
    order: &'a str,
    structure: &'a str,
    generators: &'a [String],
    orbits: &'a [Vec<String>],
}

pub fn render_dependencies_json(
    report: &DependenciesReport,
    model: &str,
    sources: &Sources,
) -> String {
    let variables = report.variables.iter();
    let variables = variables.map(|variable| variable_json(variable, sources));
    let name = |number: usize| report.variables[number].name.as_str();
    let dependences = report.dependences.iter().map(|one| DependenceJson {
        of: name(one.of),
        on: name(one.on),
        step: &one.step,
        line: line(one.span, sources),
    });
    let gone = report.gone.iter().map(|rule| GoneJson {
        rule: &rule.name,
        line: line(rule.span, sources),
        whole: rule.is_whole,
    });
    crate::view::printed(&DependenciesJson {
        weyl: VERSION,
        schema: SCHEMA_VERSION,
        model,
        properties: &report.properties,
        variables: variables.collect(),
        dependences: dependences.collect(),
        rules: report.rules,
        gone: gone.collect(),
        symmetry: SliceGroupJson {
            order: &report.group.order,
            structure: &report.group.structure,
            generators: &report.group.generators,
            orbits: &report.group.orbits,
        },
        permutable: &report.permutable,
        seconds: report.time.as_secs_f64(),
    })
}

fn variable_json<'a>(variable: &'a VariableReport, sources: &Sources) -> VariableJson<'a> {
    let chain = variable.chain.iter();
    VariableJson {
        name: &variable.name,
        slots: variable.slots,
        kept: variable.kept,
        chain: chain.map(|link| link_json(link, sources)).collect(),
    }
}

fn link_json<'a>(link: &'a Link, sources: &Sources) -> LinkJson<'a> {
    let (because, property, step, span) = match &link.because {
        Because::Seen { property } => ("seen", Some(property.as_str()), None, None),
        Because::Decides { step, span } => ("decides", None, Some(step.as_str()), Some(*span)),
        Because::Multiset => ("multiset", None, None, None),
        Because::Everything => ("everything", None, None, None),
    };
    LinkJson {
        name: &link.name,
        because,
        property,
        step,
        line: span.and_then(|span| line(span, sources)),
    }
}
