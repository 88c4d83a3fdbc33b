//! Claims of exclusive access that do not hold, next to what SPIN's verifier says of them.
//!
//! `exclusive.txt` holds small models. The first line of each is its name, the second who warns:
//! `both` weyl and SPIN's verifier, `neither`, only `weyl`, or only `spin`; `refused` is a model
//! that SPIN does not read. Where the two differ the reason follows. Lines with `%>` have weyl's
//! warnings: the lines of the claim and of what breaks it, and the message. SPIN's side was found
//! with `spin -a` and `pan -e` of SPIN 6.5.2, built with `-DSAFETY`.

use weyl_ir::ReadOptions;
use weyl_promela::codes;
use weyl_source::{Diagnostic, Diagnostics, Sources, Span};

struct Case {
    name: &'static str,
    who: &'static str,
    reason: Option<&'static str>,
    warnings: Vec<&'static str>,
    text: String,
}

fn cases() -> Vec<Case> {
    let table = include_str!("exclusive.txt");
    table.split("%% ").skip(1).map(case).collect()
}

fn case(entry: &'static str) -> Case {
    let (name, rest) = entry.split_once("\n%= ").expect("a second line");
    let (line, rest) = rest.split_once('\n').expect("a model");
    let (who, reason) = match line.split_once(": ") {
        Some((who, reason)) => (who, Some(reason)),
        None => (line, None),
    };
    let (warnings, text): (Vec<&str>, Vec<&str>) =
        rest.lines().partition(|line| line.starts_with("%> "));
    Case {
        name,
        who,
        reason,
        warnings: warnings.iter().map(|line| &line[3..]).collect(),
        text: text.join("\n"),
    }
}

/// All diagnostics of a model, which has no errors.
fn diagnostics(text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", text);
    let mut found = Diagnostics::default();
    let options = ReadOptions::default();
    let program = weyl_promela::parse(&mut sources, file, &options, &mut found);
    assert!(program.is_some(), "{text}: {found:?}");
    (sources, found.into_vec())
}

fn lines(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let line = |span: Span| {
        let file = sources.file(span.file);
        file.position(span.range().start).line
    };
    let labels = diagnostic.labels.iter().map(|label| label.span);
    let spans = std::iter::once(diagnostic.span).chain(labels);
    let lines: Vec<String> = spans.map(|span| line(span).to_string()).collect();
    lines.join(" ")
}

#[test]
fn claims_that_do_not_hold_get_a_warning() {
    for case in cases() {
        let (sources, found) = diagnostics(&case.text);
        let shown: Vec<String> = found
            .iter()
            .map(|one| format!("{} {}: {}", one.code, lines(&sources, one), one.message))
            .collect();
        assert_eq!(shown, case.warnings, "{}", case.name);
    }
}

#[test]
fn the_warnings_say_what_follows_and_are_no_errors() {
    for case in cases() {
        for diagnostic in diagnostics(&case.text).1 {
            assert!(!diagnostic.is_error(), "{}", case.name);
            assert_eq!(diagnostic.code, codes::BROKEN_CLAIM, "{}", case.name);
            let hint = diagnostic.hint.expect("a hint");
            assert!(hint.contains("weyl does not rely on the claim"), "{hint}");
        }
    }
}

#[test]
fn every_difference_from_spin_has_a_reason() {
    let mut agreed = 0;
    for case in cases() {
        let warns = !case.warnings.is_empty();
        let differs = match case.who {
            "both" | "neither" => false,
            "weyl" | "spin" | "refused" => true,
            other => panic!("{}: `{other}` is nobody", case.name),
        };
        let weyl_warns = matches!(case.who, "both" | "weyl") || case.who == "refused" && warns;
        assert_eq!(weyl_warns, warns, "{}", case.name);
        assert_eq!(differs, case.reason.is_some(), "{}", case.name);
        agreed += u32::from(!differs);
    }
    assert!(agreed >= 70, "{agreed}");
}
