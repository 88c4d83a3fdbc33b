//! The symmetry of a model, as text and as JSON.

mod channels;
mod how;
mod json;
mod read;
mod why;

pub(crate) use json::SymmetryReportJson;
pub use json::render_symmetry_json;
pub use read::{SymmetryAnswer, read_symmetry};

use crate::flow::{one_line, some_of, truncated, wrapped};
use crate::quantity::{self, counted};
use channels::channels_text;
use weyl_check::{Certificate, SymmetryReport};
use weyl_permutation::group::Group;
use weyl_source::{Sources, Span};
use weyl_symmetry::{GroupDescription, Reason};
use why::why_text;

/// Generators that are written out; the rest is counted.
const SHOWN: usize = 12;
/// Names of an orbit that are written out.
const SHOWN_NAMES: usize = 12;
/// Where what is said about a group begins.
const COLUMN: usize = 14;

/// For people, in lines of this width.
pub fn render_symmetry(
    report: &SymmetryReport,
    model: &str,
    sources: &Sources,
    width: usize,
) -> String {
    let model = one_line(model);
    let mut text = wrapped(&format!("symmetry of {model}"), 0, 2, width) + "\n";
    text.push_str(&group_text(&report.group, width));
    for (property, group) in &report.restricted {
        let GroupDescription {
            structure, order, ..
        } = group;
        let order = quantity::order(order);
        let said = format!("with `{property}`: {structure}, order {order}");
        text.push('\n');
        text.push_str(&wrapped(&said, 2, 4, width));
    }
    if report.stays {
        let said = "processes that have ended stay; `--termination spin` removes them as SPIN does";
        text.push('\n');
        text.push_str(&wrapped(said, 2, 4, width));
    }
    text.push_str(&why_text(report, sources, width));
    text.push_str(&channels_text(report, sources, width));
    text.push_str(&certificate_text(&report.certificate));
    if let Some(size) = report.size {
        text.push_str(&format!(
            "\n  {:.3} s; the program diagram has {} vertices and {}\n",
            report.time.as_secs_f64(),
            quantity::count(size.vertices as u64),
            counted(size.edges as u64, "edge"),
        ));
    }
    text
}

fn group_text(group: &GroupDescription, width: usize) -> String {
    let mut text = format!(
        "  group       {}\n  order       {}\n",
        truncated(&group.structure, width.saturating_sub(COLUMN)),
        quantity::order(&group.order)
    );
    if group.moves_data_alone {
        text.push_str("              and symmetries that move data values alone\n");
    }
    let orbits = group.orbits.iter();
    let orbits: Vec<String> = orbits
        .map(|orbit| some_of(orbit, SHOWN_NAMES, " "))
        .collect();
    text.push_str(&lines("orbits", &orbits, width));
    text.push_str(&lines("generators", &group.generators, width));
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

fn lines(heading: &str, rows: &[String], width: usize) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().take(SHOWN).enumerate() {
        let heading = if number == 0 { heading } else { "" };
        // Long cycles are in the JSON.
        let row = truncated(row, (width.saturating_sub(COLUMN)) * 3);
        let row = wrapped(&row, COLUMN, COLUMN, width);
        text.push_str(&format!("  {heading:<11} {}", row.trim_start()));
    }
    if rows.len() > SHOWN {
        text.push_str(&format!(
            "              … and {} more\n",
            rows.len() - SHOWN
        ));
    }
    text
}

/// A part of a program, and where it is.
fn reason_text(reason: &Reason, sources: &Sources) -> String {
    let name = how::statement(&reason.name);
    let shown = Reason {
        name,
        ..reason.clone()
    };
    format!("{shown}{}", place(reason.span, sources))
}

fn place(span: Span, sources: &Sources) -> String {
    if span.is_empty() {
        String::new()
    } else {
        format!(", line {}", sources.position(span).line)
    }
}

fn order_of(group: &Group) -> String {
    quantity::order(&group.order().to_string())
}
