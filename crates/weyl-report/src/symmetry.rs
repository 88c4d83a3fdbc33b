//! The symmetry of a model, as text and as JSON.

use crate::ChannelDrawing;
use crate::quantity::counted;
use serde::Serialize;
use weyl_check::SymmetryReport;
use weyl_source::{SourceMap, Span};
use weyl_symmetry::{Distinction, GroupDescription, ReasonKind};

/// Generators that are written out; the rest is counted.
const SHOWN: usize = 12;
/// Names of an orbit that are written out.
const SHOWN_NAMES: usize = 12;

pub fn render_symmetry(report: &SymmetryReport, model: &str, sources: &SourceMap) -> String {
    let mut text = format!("symmetry of {model}\n\n");
    text.push_str(&group_text(&report.group));
    for (property, group) in &report.restricted {
        let GroupDescription {
            structure, order, ..
        } = group;
        text.push_str(&format!(
            "\n  with `{property}`: {structure}, order {order}\n"
        ));
    }
    if let Some(diagram) = &report.channels {
        let group = diagram.automorphisms();
        text.push_str(&format!(
            "\n  static channel diagram: {}, order {}\n",
            group.structure(),
            group.order()
        ));
    }
    if !report.distinctions.is_empty() {
        text.push_str("\n  why not more\n");
        let together = report
            .distinctions
            .chunk_by(|a, b| (&a.one, &a.because) == (&b.one, &b.because));
        for distinctions in together {
            text.push_str(&distinction_text(distinctions, sources));
        }
    }
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

/// The static channel diagram, drawn with the orbits of its own group.
pub fn draw_channels(report: &SymmetryReport, format: Drawing) -> Option<String> {
    let diagram = report.channels.as_ref()?;
    let group = diagram.automorphisms();
    let orbits = group.orbits();
    let drawing = ChannelDrawing {
        model: &report.model,
        diagram,
        orbits: &orbits,
    };
    Some(match format {
        Drawing::Dot => drawing.to_dot(),
        Drawing::Svg => drawing.to_svg(),
    })
}

/// How a diagram is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    Dot,
    Svg,
}

fn group_text(group: &GroupDescription) -> String {
    let mut text = format!(
        "  group       {}\n  order       {}\n",
        group.structure, group.order
    );
    if group.moves_data_alone {
        text.push_str("              and symmetries that move data values alone\n");
    }
    let orbits: Vec<String> = group.orbits.iter().map(|orbit| orbit_text(orbit)).collect();
    text.push_str(&lines("orbits", &orbits));
    text.push_str(&lines("generators", &group.generators));
    text
}

fn orbit_text(orbit: &[String]) -> String {
    let shown: Vec<&str> = orbit.iter().take(SHOWN_NAMES).map(String::as_str).collect();
    match orbit.len() > SHOWN_NAMES {
        true => format!("{} … ({} names)", shown.join(" "), orbit.len()),
        false => shown.join(" "),
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
fn distinction_text(distinctions: &[Distinction], sources: &SourceMap) -> String {
    let Some(Distinction { one, because, .. }) = distinctions.first() else {
        return String::new();
    };
    let others: Vec<&str> = distinctions.iter().map(|d| d.other.as_str()).collect();
    let others = others.join(", ");
    let Some(reason) = because else {
        return format!("    {one} and {others}: no single statement tells them apart\n");
    };
    let what = match reason.kind {
        ReasonKind::Rule => format!("`{}`", reason.name),
        ReasonKind::Function => format!("the function `{}`", reason.name),
        ReasonKind::Property => format!("the property `{}`", reason.name),
        ReasonKind::Fact if reason.name.is_empty() => "their types or ranges".to_string(),
        ReasonKind::Fact => format!("the value of `{}`", reason.name),
    };
    let place = place(reason.span, sources);
    format!("    {one} and {others}: {what}{place}\n")
}

fn place(span: Span, sources: &SourceMap) -> String {
    match span.is_empty() {
        true => String::new(),
        false => format!(", line {}", sources.position(span).line),
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
    seconds: f64,
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

#[derive(Serialize)]
struct DiagramJson {
    vertices: usize,
    edges: usize,
}

pub fn render_symmetry_json(report: &SymmetryReport, model: &str, sources: &SourceMap) -> String {
    let restricted = report.restricted.iter();
    let properties = restricted.map(|(property, group)| PropertyGroupJson {
        property,
        symmetry: group_json(group),
    });
    let distinctions = report.distinctions.iter();
    let distinctions = distinctions.map(|distinction| distinction_json(distinction, sources));
    crate::json::printed(&SymmetryReportJson {
        weyl: env!("CARGO_PKG_VERSION"),
        model,
        symmetry: group_json(&report.group),
        properties: properties.collect(),
        distinctions: distinctions.collect(),
        diagram: report.size.map(|size| DiagramJson {
            vertices: size.vertices,
            edges: size.edges,
        }),
        seconds: report.time.as_secs_f64(),
    })
}

fn distinction_json<'a>(distinction: &'a Distinction, sources: &SourceMap) -> DistinctionJson<'a> {
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
