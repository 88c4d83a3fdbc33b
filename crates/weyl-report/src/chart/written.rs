//! Charts in the languages of programs that draw them: Mermaid and PlantUML.

use super::{Chart, Row};

pub(super) fn mermaid(chart: &Chart) -> String {
    let mut text = String::from("sequenceDiagram\n");
    for (number, (process, kind)) in chart.columns.iter().enumerate() {
        text.push_str(&format!("    participant p{number} as {kind}[{process}]\n"));
    }
    for row in &chart.rows {
        let label = mermaid_text(&row.label);
        text.push_str(&match ends(row) {
            (from, Some(to)) => format!("    p{from}->>p{to}: {label}\n"),
            (one, None) => format!("    Note over p{one}: {label}\n"),
        });
    }
    text
}

/// Some characters end a message, or begin the name of another one.
fn mermaid_text(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '#' => "#35;".to_string(),
        ';' => "#59;".to_string(),
        letter => letter.to_string(),
    });
    letters.collect()
}

pub(super) fn plant_uml(chart: &Chart) -> String {
    let mut text = String::from("@startuml\n");
    for (number, (process, kind)) in chart.columns.iter().enumerate() {
        text.push_str(&format!("participant \"{kind}[{process}]\" as p{number}\n"));
    }
    for row in &chart.rows {
        let label = &row.label;
        text.push_str(&match ends(row) {
            (from, Some(to)) => format!("p{from} -> p{to} : {label}\n"),
            (one, None) => format!("note over p{one} : {label}\n"),
        });
    }
    text + "@enduml\n"
}

/// Sender and receiver, or the one process that a row is about.
fn ends(row: &Row) -> (usize, Option<usize>) {
    match (row.from, row.to) {
        (Some(from), Some(to)) => (from, Some(to)),
        (one, other) => (one.or(other).unwrap_or(0), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_are_written_in_another_way() {
        assert_eq!(mermaid_text("a;b#c"), "a#59;b#35;c");
    }
}
