//! The table of properties: name, kind, verdict, note.

use crate::flow::{folded, one_line, painted_paragraph};
use crate::quantity::counted;
use crate::run::parameters;
use crate::style::{BAD, FAINT, GOOD, OPEN, paint};
use crate::view::{PropertyView, TraceView, UndecidedView, VerdictView, View};
use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// How far the table is indented, and what stands between its columns.
const INDENT: usize = 2;
const KIND: usize = 8;
const VERDICT: usize = 12;

pub(crate) fn verdict_style(verdict: VerdictView) -> Style {
    match verdict {
        VerdictView::Holds => GOOD,
        VerdictView::Violated => BAD,
        VerdictView::Inconclusive => OPEN,
    }
}

pub(crate) fn table(report: &View, width: usize) -> String {
    let most = width.saturating_sub(2 * INDENT + KIND + 2 + VERDICT);
    let names = report.properties.iter().map(|p| one_line(&p.name).width());
    let names = names.filter(|name| *name <= most.min(width / 2)).max();
    let column = names.unwrap_or(0).max(KIND);
    let rows = report.properties.iter();
    rows.map(|property| row(property, &note(property, report), column, width))
        .collect()
}

/// A name that is too long stands in lines of its own; so does a note.
fn row(property: &PropertyView, note: &str, column: usize, width: usize) -> String {
    let name = one_line(&property.name);
    let (before, name) = if name.width() > column {
        (folded(&name, INDENT, width), String::new())
    } else {
        (String::new(), name)
    };
    let padding = " ".repeat(column - name.width());
    let kind = property.kind.word();
    let word = property.verdict.word();
    let start = INDENT + column + 2 + KIND + 2 + VERDICT + 2;
    let verdict = paint(verdict_style(property.verdict), word);
    let row = format!("  {name}{padding}  {kind:KIND$}  {verdict}");
    if note.is_empty() {
        return format!("{before}{row}\n");
    }
    if start + note.width() <= width {
        let gap = " ".repeat(VERDICT - word.len() + 2);
        return format!("{before}{row}{gap}{}\n", paint(FAINT, note));
    }
    let note = painted_paragraph(FAINT, note, 2 * INDENT, 2 * INDENT, width);
    format!("{before}{row}\n{note}")
}

fn note(property: &PropertyView, report: &View) -> String {
    let steps = |trace: &TraceView| counted(trace.len() as u64, "step");
    let trace = property.trace.as_ref();
    match property.verdict {
        VerdictView::Holds => match trace {
            Some(trace) => format!("reached in {}", steps(trace)),
            None => String::new(),
        },
        VerdictView::Violated => match (trace, property.exhausted) {
            (Some(trace), _) => violated_note(trace, &parameters(&property.parameters)),
            (None, None) => String::new(),
            (None, states) => format!("in none of {}", counted(states.unwrap_or(0), "state")),
        },
        VerdictView::Inconclusive => undecided_note(property, report).to_string(),
    }
}

fn violated_note(trace: &TraceView, instance: &str) -> String {
    let Some(length) = trace.cycle_length() else {
        let steps = counted(trace.len() as u64, "step");
        return format!("after {steps}{instance}");
    };
    match trace.len() - length {
        0 => format!("a cycle of {}{instance}", counted(length as u64, "step")),
        before => {
            let before = counted(before as u64, "step");
            format!("{before}, then a cycle of {length}{instance}")
        }
    }
}

fn undecided_note(property: &PropertyView, report: &View) -> &'static str {
    match property.undecided {
        Some(UndecidedView::Ended) => "the search ended at a violation",
        Some(UndecidedView::Omission) => "not violated in any stored state",
        Some(UndecidedView::NoWayOn) => "steps fail, and no other leads on",
        Some(UndecidedView::TooLarge) => "the formula is too large",
        Some(UndecidedView::NotReplayed) => "found, but not replayed in time",
        Some(UndecidedView::Limit) | None if !is_begun(property, report) => "not begun",
        Some(UndecidedView::Limit) | None => "not violated so far",
    }
}

/// Whether some state was explored for it.
fn is_begun(property: &PropertyView, report: &View) -> bool {
    let mut explorations = report.explorations.iter();
    let own = explorations.find(|one| one.properties.contains(&property.name));
    own.is_none_or(|one| one.states > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::plain;
    use crate::view::{ExplorationView, KindView, Pairs};
    use weyl_explore::{LimitKind, Phase, Progress};

    fn property(name: &str) -> PropertyView {
        PropertyView {
            name: name.to_string(),
            kind: KindView::Temporal,
            verdict: VerdictView::Inconclusive,
            undecided: Some(UndecidedView::Limit),
            message: None,
            span: None,
            parameters: Pairs::default(),
            trace: None,
            searched: None,
            exhausted: None,
            quote: None,
            evidence: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn exploration(property: &str, states: u64) -> ExplorationView {
        ExplorationView {
            properties: vec![property.to_string()],
            states,
            transitions: states,
            product_states: None,
            automaton_states: None,
            indices: None,
            products: Vec::new(),
            symmetry: None,
            representatives: None,
        }
    }

    fn view(names: [&str; 2]) -> View {
        let progress = Progress::default();
        let mut view = View::unfinished("m", LimitKind::Time, Phase::Searching, &progress);
        view.properties = names.map(property).to_vec();
        view.explorations = vec![exploration(names[0], 7), exploration(names[1], 0)];
        view
    }

    #[test]
    fn what_was_not_begun_is_said_so() {
        let text = plain(&table(&view(["one", "two"]), 80));
        let expected = "  one       temporal  inconclusive  not violated so far\n  \
                        two       temporal  inconclusive  not begun\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_names_and_notes_have_lines_of_their_own() {
        let long = "[] (a very long formula that nobody wants to cut in the middle -> <> done)";
        let text = plain(&table(&view([long, "two"]), 44));
        assert!(text.lines().all(|line| line.width() <= 44), "{text}");
        let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(words.contains(long), "{text}");
        assert!(words.contains("not violated so far"), "{text}");
    }
}
