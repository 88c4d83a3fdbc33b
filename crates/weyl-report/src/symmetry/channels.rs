//! The static channel diagram in words.

use super::{SHOWN, order_of, reason_text};
use crate::flow::{truncated, wrapped};
use crate::quantity::counted;
use cranelift_entity::EntityRef;
use weyl_check::SymmetryReport;
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::{Permutation, Point};
use weyl_source::Sources;
use weyl_symmetry::{Validity, VertexId};

/// The group of the static channel diagram, and what is valid of it in the sense of its authors.
pub(super) fn channels_text(report: &SymmetryReport, sources: &Sources, width: usize) -> String {
    let Some(diagram) = &report.channels else {
        return String::new();
    };
    let group = diagram.automorphisms();
    let (structure, order) = (group.structure(), order_of(&group));
    let mut text = wrapped(
        &format!("static channel diagram: {structure}, order {order}"),
        2,
        4,
        width,
    );
    text.insert(0, '\n');
    let Some(validity) = &report.validity else {
        let said = "which of these are symmetries of the program was not looked at";
        text.push_str(&wrapped(said, 4, 6, width));
        return text;
    };
    let all = validity.generators.len();
    let invalid: Vec<_> = violations(report, validity, sources).collect();
    if all > 0 {
        let valid = all - invalid.len();
        let generators = counted(all as u64, "generator");
        let keep = if all == 1 { "keeps" } else { "keep" };
        let kept = format!("{valid} of {generators} {keep} statements and initial values");
        let of_authors = "(Restrictions 1 and 2 of the authors)";
        text.push_str(&wrapped(&format!("{kept} {of_authors}"), 4, 6, width));
    }
    text.push_str(&invalid_text(&invalid, width));
    if !invalid.is_empty() {
        let largest = &validity.largest;
        let (structure, order) = (largest.structure(), order_of(largest));
        let said = format!("the largest group that does: {structure}, order {order}");
        text.push_str(&wrapped(&said, 4, 6, width));
    }
    text
}

/// Generators that the same part of the program breaks are told together.
fn invalid_text(invalid: &[(String, u8, String)], width: usize) -> String {
    let mut together: Vec<(&(String, u8, String), usize)> = Vec::new();
    for one in invalid {
        let same = |(other, _): &&mut (&(String, u8, String), usize)| {
            (&other.1, &other.2) == (&one.1, &one.2)
        };
        match together.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => together.push((one, 0)),
        }
    }
    let shown = together.iter().take(SHOWN);
    let shown = shown.map(|((generator, restriction, why), others)| {
        let generator = truncated(generator, width * 2);
        let others = match others {
            0 => String::new(),
            others => format!(" and {}", counted(*others as u64, "other")),
        };
        let said = format!("{generator}{others}: {why} (Restriction {restriction})");
        wrapped(&said, 4, 6, width)
    });
    shown.collect()
}

/// Generators of the diagram that are not valid, the restriction that each violates, and where.
pub(super) fn violations<'a>(
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
