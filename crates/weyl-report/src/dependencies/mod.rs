//! What properties depend on, as text, as JSON and as a drawing.

mod json;

pub(crate) use json::DependenciesJson;
pub use json::render_dependencies_json;

use crate::flow::{one_line, some_of, truncated, wrapped};
use crate::picture::{Picture, PictureVertex, Shape};
use crate::quantity::{self, counted};
use std::collections::BTreeSet;
use weyl_check::{Because, DependenciesReport, Link, VariableReport};
use weyl_source::{Sources, Span};

/// Names in a list; the rest is counted.
const SHOWN: usize = 24;
/// Orbits of instances that are written out.
const SHOWN_ORBITS: usize = 8;
/// Where what is said begins.
const COLUMN: usize = 12;

/// For people, in lines of this width.
pub fn render_dependencies(
    report: &DependenciesReport,
    model: &str,
    sources: &Sources,
    width: usize,
) -> String {
    let model = one_line(model);
    let mut text = wrapped(&format!("dependencies in {model}"), 0, 2, width) + "\n";
    for (number, property) in report.properties.iter().enumerate() {
        let heading = if number == 0 { "property" } else { "" };
        text.push_str(&row(heading, property, width));
    }
    text.push_str(&row("kept", &kept_text(report), width));
    let left_out = names(report, |variable| variable.kept == 0);
    if !left_out.is_empty() {
        let all = some_of(&left_out, SHOWN, ", ");
        text.push_str(&row("left out", &all, width));
    }
    text.push_str(&row("steps", &steps_text(report), width));
    text.push_str(&why_text(report, sources, width));
    text.push_str(&permutable_text(report, width));
    text.push_str(&format!("\n  {:.3} s\n", report.time.as_secs_f64()));
    text
}

fn row(heading: &str, said: &str, width: usize) -> String {
    let said = wrapped(said, COLUMN, COLUMN, width);
    format!("  {heading:<9} {}", said.trim_start())
}

fn names(report: &DependenciesReport, wanted: impl Fn(&VariableReport) -> bool) -> Vec<String> {
    let variables = report.variables.iter();
    let variables = variables.filter(|variable| variable.slots > 0 && wanted(variable));
    variables.map(|variable| variable.name.clone()).collect()
}

fn kept_text(report: &DependenciesReport) -> String {
    let variables = report.variables.iter();
    let kept = variables
        .clone()
        .map(|variable| variable.kept)
        .sum::<usize>();
    let slots = variables.map(|variable| variable.slots).sum::<usize>();
    let all = names(report, |variable| variable.kept > 0);
    if kept == slots {
        return "everything".to_string();
    }
    let list = some_of(&all, SHOWN, ", ");
    let (kept, slots) = (
        quantity::count(kept as u64),
        counted(slots as u64, "scalar"),
    );
    format!("{list}: {kept} of {slots}")
}

fn steps_text(report: &DependenciesReport) -> String {
    let gone = report.gone.iter().filter(|rule| rule.is_whole).count();
    let in_part = report.gone.len() - gone;
    let all = counted(report.rules as u64, "rule");
    let stay = quantity::count((report.rules - gone) as u64);
    let part = match in_part {
        0 => String::new(),
        1 => ", 1 of them for some parameters only".to_string(),
        some => format!(", {some} of them for some parameters only"),
    };
    if report.gone.is_empty() {
        return format!("all of {all} stay");
    }
    format!("{stay} of {all} stay{part}")
}

/// For each variable that is kept, a short way to what is asked.
fn why_text(report: &DependenciesReport, sources: &Sources, width: usize) -> String {
    let kept = report.variables.iter();
    let kept: Vec<&VariableReport> = kept.filter(|one| !one.chain.is_empty()).collect();
    if kept.is_empty() {
        return String::new();
    }
    let mut text = "\n  why it is kept\n".to_string();
    for variable in kept.iter().take(SHOWN) {
        let part = match variable.kept {
            all if all == variable.slots => String::new(),
            some => format!(", {some} of {}", variable.slots),
        };
        let said = format!(
            "{}{part}: {}",
            variable.name,
            chain_text(&variable.chain, sources)
        );
        text.push_str(&wrapped(&said, 4, 6, width));
    }
    if kept.len() > SHOWN {
        text.push_str(&format!("    … and {} more\n", kept.len() - SHOWN));
    }
    text
}

fn chain_text(chain: &[Link], sources: &Sources) -> String {
    let ways = chain.iter().enumerate().map(|(number, link)| {
        let next = chain.get(number + 1).map(|link| &link.name);
        match &link.because {
            Because::Seen { property } => format!("`{property}` sees it"),
            Because::Decides { step, span } => {
                let at = place(*span, sources);
                match next {
                    Some(next) => format!("`{step}`{at} needs it for {next}"),
                    None => format!("`{step}`{at} needs it"),
                }
            }
            Because::Multiset => {
                let next = next.map_or("", String::as_str);
                format!("it lies in one multiset with {next}")
            }
            Because::Everything => "everything counts".to_string(),
        }
    });
    let ways: Vec<String> = ways.collect();
    ways.join("; ")
}

fn place(span: Span, sources: &Sources) -> String {
    line(span, sources).map_or(String::new(), |line| format!(" (line {line})"))
}

fn line(span: Span, sources: &Sources) -> Option<usize> {
    (!span.is_empty()).then(|| sources.position(span).line)
}

/// The group of what is left, and which instances it takes to which.
fn permutable_text(report: &DependenciesReport, width: usize) -> String {
    let group = &report.group;
    let order = quantity::order(&group.order);
    let mut text = "\n  what can change places in it\n".to_string();
    let structure = truncated(&group.structure, width.saturating_sub(30));
    text.push_str(&wrapped(
        &format!("{structure}, order {order}"),
        4,
        6,
        width,
    ));
    for orbit in group.orbits.iter().take(SHOWN_ORBITS) {
        text.push_str(&wrapped(&some_of(orbit, SHOWN, " "), 4, 6, width));
    }
    for orbit in report.permutable.iter().take(SHOWN_ORBITS) {
        let instances = some_of(orbit, SHOWN, " ");
        let said = format!("so can the property's instances {instances}");
        text.push_str(&wrapped(&said, 4, 6, width));
    }
    text
}

/// Variables, with arrows to those that they depend on: what is kept in one colour.
pub fn dependencies_picture(report: &DependenciesReport) -> Picture {
    let is_drawn = |variable: &VariableReport| variable.slots > 0;
    let drawn: Vec<usize> = (0..report.variables.len())
        .filter(|number| is_drawn(&report.variables[*number]))
        .collect();
    let place = |variable: usize| drawn.iter().position(|number| *number == variable);
    let kept = drawn
        .iter()
        .filter(|number| report.variables[**number].kept > 0);
    let kept = kept.count();
    let vertices = drawn.iter().map(|number| {
        let variable = &report.variables[*number];
        let is_kept = variable.kept > 0;
        let is_seen = variable.chain.len() == 1;
        PictureVertex {
            label: variable.name.clone(),
            shape: if is_seen { Shape::Box } else { Shape::Ellipse },
            is_dashed: !is_kept,
            orbit: is_kept.then_some(0),
            alike: if is_kept { kept } else { 1 },
        }
    });
    let edges = report.dependences.iter();
    let edges: BTreeSet<(usize, usize)> = edges
        .filter_map(|one| Some((place(one.of)?, place(one.on)?)))
        .collect();
    Picture {
        vertices: vertices.collect(),
        edges,
        title: report.properties.join(", "),
        ties: Vec::new(),
        legend: vec![
            "an arrow: depends on".to_string(),
            "a box: the property sees it; dashed: left out".to_string(),
        ],
    }
}
