//! A comparison for people.

use crate::flow::truncated;
use crate::quantity::{count, order};
use crate::style::{BAD, BOLD, FAINT, OPEN, paint};
use crate::view::{ChangeView, ComparisonView, PartView, RowView, ValueView};

/// The columns: what, both values, how they changed.
const WHAT: usize = 24;
const VALUE: usize = 20;

/// In lines of 80 columns at most. Of several parts only those are shown that changed.
pub fn render_comparison(comparison: &ComparisonView) -> String {
    let files = comparison.files.each_ref().map(|file| end_of(file));
    let mut text = paint(BOLD, &line("", &files[0], &files[1], "")) + "\n";
    let is_alone = comparison.parts.len() == 1;
    let mut same = 0;
    for part in &comparison.parts {
        if is_alone || part.change() >= ChangeView::Other {
            text.push_str(&rows(part));
        } else {
            same += 1;
        }
    }
    if same > 0 {
        text.push_str(&format!(
            "{same} of {} are the same\n",
            comparison.parts.len()
        ));
    }
    text
}

fn rows(part: &PartView) -> String {
    let mut text = String::new();
    if !part.name.is_empty() {
        text.push_str(&format!("{}\n", paint(BOLD, &truncated(&part.name, 80))));
    }
    for row in &part.rows {
        text.push_str(&row_text(row));
        text.push('\n');
    }
    text
}

fn row_text(row: &RowView) -> String {
    let shown = row
        .values
        .each_ref()
        .map(|value| shown(&row.what, value.as_ref()));
    let text = line(&row.what, &shown[0], &shown[1], &change(row));
    match row.change {
        ChangeView::None => text,
        ChangeView::Cost => paint(FAINT, &text),
        ChangeView::Other => paint(OPEN, &text),
        ChangeView::Verdict => paint(BAD, &text),
    }
}

fn line(what: &str, one: &str, other: &str, change: &str) -> String {
    let (what, one, other) = (
        truncated(what, WHAT),
        truncated(one, VALUE),
        truncated(other, VALUE),
    );
    let text = format!("  {what:<WHAT$} {one:<VALUE$} {other:<VALUE$} {change}");
    text.trim_end().to_string()
}

/// The end of a path says more than its beginning.
fn end_of(file: &str) -> String {
    let length = file.chars().count();
    if length <= VALUE {
        return file.to_string();
    }
    let end: String = file.chars().skip(length + 1 - VALUE).collect();
    format!("…{end}")
}

fn shown(what: &str, value: Option<&ValueView>) -> String {
    match value {
        None => "-".to_string(),
        Some(ValueView::Count(number)) => count(*number),
        Some(ValueView::Amount(amount)) => format!("{amount:.3}"),
        Some(ValueView::Text(digits)) if what == "order" => order(digits),
        Some(ValueView::Text(text)) => text.clone(),
    }
}

/// `changed`, or how many times as much it is.
fn change(row: &RowView) -> String {
    let number = |value: &Option<ValueView>| match value {
        Some(ValueView::Count(number)) => Some(*number as f64),
        Some(ValueView::Amount(amount)) => Some(*amount),
        Some(ValueView::Text(_)) | None => None,
    };
    match (row.change, number(&row.values[0]), number(&row.values[1])) {
        (ChangeView::None, _, _) => String::new(),
        (_, Some(one), Some(other)) if one > 0.0 => format!("× {:.2}", other / one),
        _ => "changed".to_string(),
    }
}
