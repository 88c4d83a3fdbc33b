//! The table of static errors in `docs/promela-errors.md`, made from the cases.

use crate::{Case, diagnostics};
use std::collections::HashMap;
use std::fmt::Write;

const HEAD: &str = "# Static errors of Promela models: SPIN and weyl\n\n\
    What both say about small models that one of them rejects. The models are in\n\
    `crates/weyl-promela/tests/static.txt`; this page is made from them by\n\
    `WEYL_BLESS=1 cargo test -p weyl-promela --test static`, with SPIN 6.5.2 installed. The codes are\n\
    explained in [diagnostics.md](diagnostics.md), the differences in\n\
    [spin-compatibility.md](spin-compatibility.md#what-is-accepted).\n";

/// The first code that belongs to a topic, and its title; as the table at the top of
/// `docs/diagnostics.md`.
const TOPICS: [(&str, &str); 4] = [
    ("W0721", "Grammar, labels, inlines"),
    ("W0741", "Names"),
    ("W0761", "Types, constants and sizes"),
    ("W0781", "Statements, processes, claims"),
];

const ACCEPTED: &str = "Accepted by weyl only";
const NOTHING: &str = "accepted";

/// The whole page; `spin` tells what SPIN says of a case.
pub fn page(cases: &[Case], mut spin: impl FnMut(&Case) -> String) -> String {
    let mut rows: Vec<(&str, String, String)> = Vec::new();
    for case in cases.iter().filter(|case| case.verdict != "accepted") {
        let (topic, code, said) = weyl(case);
        let theirs = match case.verdict {
            "stricter" => NOTHING.to_string(),
            _ => spin(case),
        };
        let row = format!("| {} | {} | {said} |", cell(case.name), cell(&theirs));
        rows.push((topic, code, row));
    }
    let mut page = HEAD.to_string();
    for topic in TOPICS.iter().map(|topic| topic.1).chain([ACCEPTED]) {
        let mut own: Vec<_> = rows.iter().filter(|row| row.0 == topic).collect();
        own.sort_by_key(|row| &row.1);
        // Writing to a string can't fail.
        let _ = write!(
            page,
            "\n## {topic}\n\n| model | SPIN | weyl |\n| --- | --- | --- |\n"
        );
        own.iter()
            .for_each(|row| page = format!("{page}{}\n", row.2));
    }
    page
}

/// The topic of a case, its code, and what weyl says.
fn weyl(case: &Case) -> (&'static str, String, String) {
    let (rejected, found) = diagnostics(case.text);
    let Some(first) = found.first().filter(|_| rejected) else {
        let reason = case.reason.unwrap_or_default();
        return (
            ACCEPTED,
            String::new(),
            format!("{NOTHING}: {}", cell(reason)),
        );
    };
    let code = first.code.to_string();
    let topics = TOPICS.iter().rev();
    let topic = topics.clone().find(|topic| *topic.0 <= *code);
    let topic = topic.map_or(TOPICS[0].1, |topic| topic.1);
    let said = format!("{code}: {}", cell(&first.message));
    (topic, code, said)
}

/// What SPIN printed, without the place and what it read last.
pub fn spin_message(printed: &str) -> String {
    let lines = || printed.lines().map(str::trim);
    let line = lines().find(|line| line.contains("Error: "));
    let line = line.or_else(|| lines().find(|line| !line.is_empty() && !line.starts_with("ltl ")));
    let line = line.unwrap_or("no message");
    let message = line.rsplit_once("Error: ").map_or(line, |parts| parts.1);
    let ends = [
        "\tsaw",
        " statement separator",
        " near '",
        ", saw",
        ", statement",
    ];
    let end = ends.iter().filter_map(|end| message.find(end)).min();
    let message = &message[..end.unwrap_or(message.len())];
    message.trim().trim_end_matches(',').to_string()
}

/// What SPIN says of each case by the page as it is, for machines without SPIN.
pub fn spin_column(page: &str) -> HashMap<String, String> {
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        Some((cells.next()?.to_string(), cells.next()?.to_string()))
    });
    rows.collect()
}

pub fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
