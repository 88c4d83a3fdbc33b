//! The symmetry of a model, as text and as JSON.

use crate::quantity::{self, counted};
use cranelift_entity::EntityRef;
use serde::Serialize;
use weyl_check::{Certificate, SymmetryReport};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::group::Group;
use weyl_permutation::{Permutation, Point};
use weyl_source::{Sources, Span};
use weyl_symmetry::{ChannelDiagram, Distinction, GroupDescription, Reason, Validity, VertexId};

/// Generators that are written out; the rest is counted.
const SHOWN: usize = 12;
/// Names of an orbit that are written out.
const SHOWN_NAMES: usize = 12;

pub fn render_symmetry(report: &SymmetryReport, model: &str, sources: &Sources) -> String {
    let mut text = format!("symmetry of {model}\n\n");
    text.push_str(&group_text(&report.group));
    for (property, group) in &report.restricted {
        let GroupDescription {
            structure, order, ..
        } = group;
        let order = quantity::order(&order.to_string());
        text.push_str(&format!(
            "\n  with `{property}`: {structure}, order {order}\n"
        ));
    }
    if report.stays {
        text.push_str(
            "\n  processes that have ended stay; `--termination spin` removes them as SPIN does\n",
        );
    }
    text.push_str(&channels_text(report, sources));
    if !report.distinctions.is_empty() {
        text.push_str("\n  why not more\n");
        let together = report
            .distinctions
            .chunk_by(|a, b| (&a.one, &a.because) == (&b.one, &b.because));
        for distinctions in together {
            text.push_str(&distinction_text(distinctions, sources));
        }
    }
    text.push_str(&certificate_text(&report.certificate));
    if let Some(size) = report.size {
        text.push_str(&format!(
            "\n  {:.3} s; the program diagram has {} vertices and {}\n",
            report.time.as_secs_f64(),
            size.vertices,
            counted(size.edges as u64, "edge"),
        ));
    }
    text
}

/// The group of the static channel diagram, and what is valid of it in the sense of its authors.
fn channels_text(report: &SymmetryReport, sources: &Sources) -> String {
    let Some(diagram) = &report.channels else {
        return String::new();
    };
    let group = diagram.automorphisms();
    let (structure, order) = (group.structure(), order_of(&group));
    let mut text = format!("\n  static channel diagram: {structure}, order {order}\n");
    let Some(validity) = &report.validity else {
        return text;
    };
    let all = validity.generators.len();
    let invalid: Vec<_> = violations(report, validity, sources).collect();
    if all > 0 {
        let valid = all - invalid.len();
        let generators = counted(all as u64, "generator");
        text.push_str(&format!(
            "    {valid} of {generators} satisfy Restrictions 1 and 2\n"
        ));
    }
    for (generator, restriction, why) in invalid.iter().take(SHOWN) {
        text.push_str(&format!(
            "    {generator}: Restriction {restriction}, {why}\n"
        ));
    }
    if !invalid.is_empty() {
        let largest = &validity.largest;
        let (structure, order) = (largest.structure(), order_of(largest));
        text.push_str(&format!(
            "    the largest group that does: {structure}, order {order}\n"
        ));
    }
    text
}

fn order_of(group: &Group) -> String {
    quantity::order(&group.order().to_string())
}

/// Generators of the diagram that are not valid, the restriction that each violates, and where.
fn violations<'a>(
    report: &'a SymmetryReport,
    validity: &'a Validity,
    sources: &'a Sources,
) -> impl Iterator<Item = (String, u8, String)> + 'a {
    validity
        .generators
        .iter()
        .filter_map(|(generator, violation)| {
            let violation = violation.as_ref()?;
            let why = match &violation.reason {
                Some(reason) => reason_text(reason, sources),
                None => "it moves a process that may end or is created late".to_string(),
            };
            Some((
                generator_text(report, generator),
                violation.restriction,
                why,
            ))
        })
}

fn generator_text(report: &SymmetryReport, generator: &Permutation) -> String {
    let label = |point: Point| match &report.channels {
        Some(diagram) => diagram.label(&report.model, VertexId::new(point.index())),
        None => String::new(),
    };
    write_cycles(generator, &label)
}

fn group_text(group: &GroupDescription) -> String {
    let mut text = format!(
        "  group       {}\n  order       {}\n",
        group.structure,
        quantity::order(&group.order.to_string())
    );
    if group.moves_data_alone {
        text.push_str("              and symmetries that move data values alone\n");
    }
    let orbits: Vec<String> = group.orbits.iter().map(|orbit| orbit_text(orbit)).collect();
    text.push_str(&lines("orbits", &orbits));
    text.push_str(&lines("generators", &group.generators));
    text
}

/// What stands behind the group; `--json` has all of it.
fn certificate_text(certificate: &Certificate) -> String {
    let Certificate {
        generators,
        facts,
        tried,
    } = certificate;
    if generators.is_empty() {
        return String::new();
    }
    let cut = if tried.is_cut {
        ", then the time limit was reached"
    } else {
        ""
    };
    format!(
        "\n  certificate {} on {}, tried out on {}{cut}\n",
        counted(generators.len() as u64, "generator"),
        counted(facts.len() as u64, "fact"),
        counted(tried.triples, "step"),
    )
}

fn orbit_text(orbit: &[String]) -> String {
    let shown: Vec<&str> = orbit.iter().take(SHOWN_NAMES).map(String::as_str).collect();
    if orbit.len() > SHOWN_NAMES {
        format!("{} … ({} names)", shown.join(" "), orbit.len())
    } else {
        shown.join(" ")
    }
}

fn lines(heading: &str, rows: &[String]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().take(SHOWN).enumerate() {
        let heading = if number == 0 { heading } else { "" };
        text.push_str(&format!("  {heading:<11} {row}\n"));
    }
    if rows.len() > SHOWN {
        text.push_str(&format!(
            "              … and {} more\n",
            rows.len() - SHOWN
        ));
    }
    text
}

/// Names that the same part of the program tells from the first.
fn distinction_text(distinctions: &[Distinction], sources: &Sources) -> String {
    let Some(Distinction { one, because, .. }) = distinctions.first() else {
        return String::new();
    };
    let others: Vec<&str> = distinctions.iter().map(|d| d.other.as_str()).collect();
    let others = others.join(", ");
    let Some(reason) = because else {
        return format!("    {one} and {others}: no single statement tells them apart\n");
    };
    let reason = reason_text(reason, sources);
    format!("    {one} and {others}: {reason}\n")
}

/// A part of a program, and where it is.
fn reason_text(reason: &Reason, sources: &Sources) -> String {
    format!("{reason}{}", place(reason.span, sources))
}

fn place(span: Span, sources: &Sources) -> String {
    if span.is_empty() {
        String::new()
    } else {
        format!(", line {}", sources.position(span).line)
    }
}

#[derive(Serialize)]
struct SymmetryReportJson<'a> {
    weyl: &'a str,
    model: &'a str,
    symmetry: GroupJson<'a>,
    /// With those properties that only some of the symmetries keep.
    properties: Vec<PropertyGroupJson<'a>>,
    distinctions: Vec<DistinctionJson<'a>>,
    diagram: Option<DiagramJson>,
    channels: Option<ChannelsJson>,
    certificate: CertificateJson<'a>,
    seconds: f64,
}

/// What stands behind the symmetries: generators with all that they move, what was taken for
/// granted, on how many triples of a rule, a generator and a state they were tried out.
#[derive(Serialize)]
struct CertificateJson<'a> {
    generators: &'a [String],
    facts: &'a [String],
    tried: u64,
    /// How many of them were steps that led somewhere.
    fired: u64,
    complete: bool,
}

#[derive(Serialize)]
struct GroupJson<'a> {
    order: &'a str,
    structure: &'a str,
    generators: &'a [String],
    orbits: &'a [Vec<String>],
    moves_data_alone: bool,
}

#[derive(Serialize)]
struct PropertyGroupJson<'a> {
    property: &'a str,
    symmetry: GroupJson<'a>,
}

#[derive(Serialize)]
struct DistinctionJson<'a> {
    names: [&'a str; 2],
    because: Option<&'a str>,
    line: Option<usize>,
}

/// The static channel diagram: the group of its automorphisms, and of those that satisfy both
/// restrictions.
#[derive(Serialize)]
struct ChannelsJson {
    order: String,
    structure: String,
    valid_order: Option<String>,
    valid_structure: Option<String>,
    violations: Vec<ViolationJson>,
}

#[derive(Serialize)]
struct ViolationJson {
    generator: String,
    restriction: u8,
    because: String,
}

#[derive(Serialize)]
struct DiagramJson {
    vertices: usize,
    edges: usize,
}

pub fn render_symmetry_json(report: &SymmetryReport, model: &str, sources: &Sources) -> String {
    let restricted = report.restricted.iter();
    let properties = restricted.map(|(property, group)| PropertyGroupJson {
        property,
        symmetry: group_json(group),
    });
    let distinctions = report.distinctions.iter();
    let distinctions = distinctions.map(|distinction| distinction_json(distinction, sources));
    crate::view::printed(&SymmetryReportJson {
        weyl: env!("CARGO_PKG_VERSION"),
        model,
        symmetry: group_json(&report.group),
        properties: properties.collect(),
        distinctions: distinctions.collect(),
        diagram: report.size.map(|size| DiagramJson {
            vertices: size.vertices,
            edges: size.edges,
        }),
        channels: report
            .channels
            .as_ref()
            .map(|diagram| channels_json(report, diagram, sources)),
        certificate: CertificateJson {
            generators: &report.certificate.generators,
            facts: &report.certificate.facts,
            tried: report.certificate.tried.triples,
            fired: report.certificate.tried.fired,
            complete: !report.certificate.tried.is_cut,
        },
        seconds: report.time.as_secs_f64(),
    })
}

fn channels_json(
    report: &SymmetryReport,
    diagram: &ChannelDiagram,
    sources: &Sources,
) -> ChannelsJson {
    let group = diagram.automorphisms();
    let largest = report.validity.as_ref().map(|validity| &validity.largest);
    let violations = report
        .validity
        .iter()
        .flat_map(|validity| violations(report, validity, sources));
    let violations = violations.map(|(generator, restriction, because)| ViolationJson {
        generator,
        restriction,
        because,
    });
    ChannelsJson {
        order: group.order().to_string(),
        structure: group.structure().to_string(),
        valid_order: largest.map(|group| group.order().to_string()),
        valid_structure: largest.map(|group| group.structure().to_string()),
        violations: violations.collect(),
    }
}

fn distinction_json<'a>(distinction: &'a Distinction, sources: &Sources) -> DistinctionJson<'a> {
    let reason = distinction.because.as_ref();
    let span = reason.map(|reason| reason.span);
    let span = span.filter(|span| !span.is_empty());
    DistinctionJson {
        names: [&distinction.one, &distinction.other],
        because: reason.map(|reason| reason.name.as_str()),
        line: span.map(|span| sources.position(span).line),
    }
}

fn group_json(group: &GroupDescription) -> GroupJson<'_> {
    GroupJson {
        order: &group.order,
        structure: &group.structure,
        generators: &group.generators,
        orbits: &group.orbits,
        moves_data_alone: group.moves_data_alone,
    }
}
