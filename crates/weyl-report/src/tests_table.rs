//! Tests for people: a table, what is not as expected, and a summary.

use crate::flow::painted_paragraph;
use crate::quantity::{count, counted, order, seconds};
use crate::style::{BAD, BOLD, FAINT, GOOD, OPEN, paint};
use crate::view::{OutcomeView, TestView, TestsView};
use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Nobody needs more than that for the name of a file.
const LONGEST_NAME: usize = 72;

/// Verdict, states, order, time, and what is between them.
const NUMBERS: usize = 12 + 1 + 11 + 1 + 7 + 1 + 8;

/// All but the name.
const OTHERS: usize = 7 + 2 + 2 + NUMBERS;

/// Tests in lines of a width.
pub fn render_tests(tests: &TestsView, width: usize) -> String {
    let mut text = paint(FAINT, &head(width)) + "\n";
    let mut folder = "";
    for test in &tests.tests {
        let own = folder_of(&test.model);
        if own != folder {
            text.push_str(&painted_paragraph(BOLD, own, 0, 2, width));
            folder = own;
        }
        text.push_str(&row(test, width));
        text.push('\n');
    }
    for test in tests.tests.iter().filter(|test| test.outcome.is_bad()) {
        text.push('\n');
        text.push_str(&complaints(test));
    }
    text.push('\n');
    text.push_str(&summary(tests));
    text
}

/// Columns that a name has.
fn room(width: usize) -> usize {
    width.saturating_sub(OTHERS).clamp(12, LONGEST_NAME)
}

fn head(width: usize) -> String {
    let (name, room) = ("model", room(width));
    let others = format!(
        "{:<12} {:>11} {:>7} {:>8}",
        "verdict", "states", "order", "time"
    );
    format!("{:<7}  {name:<room$}  {others}", "")
}

fn row(test: &TestView, width: usize) -> String {
    let outcome = paint(style(test.outcome), &format!("{:<7}", test.outcome.word()));
    let verdict = test.verdict.map_or("", |verdict| verdict.word());
    let states = test.states.map(count).unwrap_or_default();
    let group = test.order.as_deref().map(order).unwrap_or_default();
    let time = match test.outcome {
        OutcomeView::Skipped => "slow".to_string(),
        _ => short_time(test.seconds),
    };
    let others = format!("{verdict:<12} {states:>11} {group:>7} {time:>8}");
    // Numbers that are too long take the room of the name.
    let room = room(width).saturating_sub(others.width().saturating_sub(NUMBERS));
    let name = test.name.strip_prefix(folder_of(&test.model));
    let name = shortened(name.unwrap_or(&test.name), room.max(4));
    let padding = " ".repeat(room.saturating_sub(name.width()));
    format!("{outcome}  {name}{padding}  {others}")
}

fn short_time(amount: f64) -> String {
    match amount {
        _ if amount < 120.0 => seconds(amount),
        _ if amount < 7200.0 => format!("{:.1} min", amount / 60.0),
        _ => format!("{:.1} h", amount / 3600.0),
    }
}

/// With what parts it from the name.
fn folder_of(model: &str) -> &str {
    let end = model.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    &model[..end]
}

/// The end of a path says more than its beginning.
fn shortened(name: &str, room: usize) -> String {
    if name.width() <= room {
        return name.to_string();
    }
    let mut kept = Vec::new();
    let mut left = room - 1;
    for character in name.chars().rev() {
        let width = character.width().unwrap_or(0);
        if width > left {
            break;
        }
        left -= width;
        kept.push(character);
    }
    let end: String = kept.into_iter().rev().collect();
    format!("…{end}")
}

fn style(outcome: OutcomeView) -> Style {
    match outcome {
        OutcomeView::Passed | OutcomeView::Blessed => GOOD,
        OutcomeView::Skipped => FAINT,
        OutcomeView::Limit => OPEN,
        OutcomeView::Failed | OutcomeView::Error | OutcomeView::Bug => BAD,
    }
}

fn complaints(test: &TestView) -> String {
    let place = match &test.span {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => test.model.clone(),
    };
    let word = paint(style(test.outcome), test.outcome.word());
    let mut text = format!("{} {}\n", word, paint(BOLD, &place));
    if test.name != test.model {
        text.push_str(&format!("  {}\n", test.name));
    }
    if let Some(message) = &test.message {
        text.push_str(&format!("  {message}\n"));
    }
    for difference in &test.differences {
        text.push_str(&format!("  {}\n", difference.line()));
    }
    for property in test.violations() {
        let name = &property.name;
        let steps = property.trace.as_ref().map_or(0, |trace| trace.len());
        let message = property.message.as_deref().unwrap_or("it is violated");
        let steps = counted(steps as u64, "step");
        text.push_str(&format!("  {name}: {message}, after {steps}\n"));
    }
    text
}

fn summary(tests: &TestsView) -> String {
    let words = [
        (OutcomeView::Passed, "as expected"),
        (OutcomeView::Blessed, "blessed"),
        (OutcomeView::Failed, "not as expected"),
        (OutcomeView::Error, "not readable"),
        (OutcomeView::Bug, "ended by a bug in weyl"),
        (OutcomeView::Limit, "ended by a limit"),
        (OutcomeView::Skipped, "skipped (--slow runs them)"),
    ];
    let parts = words.into_iter().filter_map(|(outcome, word)| {
        let number = tests.number_of(outcome);
        (number > 0).then(|| paint(style(outcome), &format!("{number} {word}")))
    });
    let parts: Vec<String> = parts.collect();
    let time = seconds(tests.seconds);
    format!("{} in {time}\n", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use crate::view::{DifferenceView, PlaceView, VerdictView};

    pub fn test(name: &str, outcome: OutcomeView) -> TestView {
        TestView {
            name: name.to_string(),
            model: name.to_string(),
            options: Vec::new(),
            outcome,
            differences: Vec::new(),
            message: None,
            span: None,
            verdict: Some(VerdictView::Inconclusive),
            states: Some(123_456_789),
            order: Some("479001600000000000".to_string()),
            seconds: 3_725.0,
            report: None,
        }
    }

    #[test]
    fn rows_fit() {
        let long = "a-name-".repeat(12) + "model≔.pml";
        for name in ["a.m", &long, "models/a.m"] {
            let text = plain(&row(&test(name, OutcomeView::Passed), 80));
            assert_eq!((text.width(), head(80).width()), (80, 80), "{text}");
            assert!(text.contains("inconclusive 123,456,789 4.79e17"), "{text}");
            let wide = TestView {
                order: Some("7".repeat(40_000)),
                states: Some(u64::MAX / 1_000_000),
                ..test(name, OutcomeView::Passed)
            };
            let text = plain(&row(&wide, 80));
            assert_eq!(text.width(), 80, "{text}");
        }
    }

    #[test]
    fn what_differs_is_told_with_its_place() {
        let failed = TestView {
            differences: vec![DifferenceView {
                what: "states".to_string(),
                expected: "12".to_string(),
                found: "13".to_string(),
            }],
            span: Some(PlaceView {
                file: "a.m".to_string(),
                line: 7,
                column: 1,
            }),
            ..test("a.m", OutcomeView::Failed)
        };
        let tests = vec![failed, test("b.m", OutcomeView::Passed)];
        let text = plain(&render_tests(&TestsView::of(tests, 0.5), 80));
        assert!(
            text.contains("failed a.m:7\n  states: 13, expected 12\n"),
            "{text}"
        );
        assert!(
            text.ends_with("1 as expected, 1 not as expected in 0.50 s\n"),
            "{text}"
        );
    }
}
