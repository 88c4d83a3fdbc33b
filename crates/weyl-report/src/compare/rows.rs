//! What is compared.

use super::Saved;
use crate::view::{
    ChangeView, FailureView, PropertyView, RowView, SymmetryView, TestView, ValueView, VerdictView,
    View,
};

type Pair = [Option<ValueView>; 2];

fn text(text: impl ToString) -> ValueView {
    ValueView::Text(text.to_string())
}

fn row(what: &str, values: Pair, change: ChangeView) -> RowView {
    let is_same = values[0] == values[1];
    RowView {
        what: what.to_string(),
        values,
        change: if is_same { ChangeView::None } else { change },
    }
}

/// Something that both say.
fn both<T>(one: &T, other: &T, value: impl Fn(&T) -> ValueView) -> Pair {
    [Some(value(one)), Some(value(other))]
}

pub fn check_rows(one: &View, other: &View) -> Vec<RowView> {
    let verdicts = both(one, other, |view| text(view.verdict.word()));
    let mut rows = vec![row("verdict", verdicts, ChangeView::Verdict)];
    rows.extend(properties(one, other));
    let count = |what: &str, number: fn(&View) -> u64| {
        let values = both(one, other, |view| ValueView::Count(number(view)));
        row(what, values, ChangeView::Other)
    };
    rows.push(count("states", |view| view.states));
    rows.push(count("transitions", |view| view.transitions));
    rows.push(count("depth", |view| view.depth));
    let group = |what: &str, value: fn(&SymmetryView) -> &String| {
        let of = |view: &View| view.symmetry.as_ref().map(|group| text(value(group)));
        row(what, [of(one), of(other)], ChangeView::Other)
    };
    rows.push(group("order", |group| &group.order));
    rows.push(group("structure", |group| &group.structure));
    let seconds = both(one, other, |view| ValueView::Amount(view.seconds));
    rows.push(row("seconds", seconds, ChangeView::Cost));
    let bytes = both(one, other, |view| ValueView::Count(view.bytes));
    rows.push(row("bytes", bytes, ChangeView::Cost));
    rows
}

/// By their names, and those of one name by their order. One that is there in one answer alone has
/// no other verdict.
fn properties(one: &View, other: &View) -> Vec<RowView> {
    let mut left: Vec<&PropertyView> = one.properties.iter().collect();
    let mut rows = Vec::new();
    for property in &other.properties {
        let same = left.iter().position(|old| old.name == property.name);
        let old = same.map(|at| left.remove(at));
        rows.push(property_row(old, Some(property)));
    }
    rows.extend(left.into_iter().map(|gone| property_row(Some(gone), None)));
    rows
}

fn property_row(one: Option<&PropertyView>, other: Option<&PropertyView>) -> RowView {
    let name = other.or(one).map_or("", |property| &property.name);
    let verdict = |of: Option<&PropertyView>| of.map(|property| property.verdict);
    verdict_row(name, verdict(one), verdict(other))
}

fn verdict_row(what: &str, one: Option<VerdictView>, other: Option<VerdictView>) -> RowView {
    let change = if one.is_some() && other.is_some() {
        ChangeView::Verdict
    } else {
        ChangeView::Other
    };
    let word = |verdict: Option<VerdictView>| verdict.map(|verdict| text(verdict.word()));
    row(what, [word(one), word(other)], change)
}

/// An answer beside an error, or two errors.
pub fn failure_rows(one: &Saved, other: &Saved) -> Vec<RowView> {
    let verdict = |saved: &Saved| {
        Some(match saved {
            Saved::Check(view) => text(view.verdict.word()),
            Saved::Failure(failure) => text(&failure.verdict),
            Saved::Tests(_) => return None,
        })
    };
    let why = |saved: &Saved| match saved {
        Saved::Failure(FailureView { diagnostics, .. }) => {
            let first = diagnostics.first();
            first.map(|one| text(format!("{} {}", one.code, one.message)))
        }
        Saved::Check(_) | Saved::Tests(_) => None,
    };
    vec![
        row(
            "verdict",
            [verdict(one), verdict(other)],
            ChangeView::Verdict,
        ),
        row("diagnostic", [why(one), why(other)], ChangeView::Other),
    ]
}

pub fn test_rows(one: Option<&TestView>, other: Option<&TestView>) -> Vec<RowView> {
    let pair =
        |value: fn(&TestView) -> Option<ValueView>| [one.and_then(value), other.and_then(value)];
    let verdict = |of: Option<&TestView>| of.and_then(|test| test.verdict);
    vec![
        verdict_row("verdict", verdict(one), verdict(other)),
        row(
            "outcome",
            pair(|test| Some(text(test.outcome.word()))),
            ChangeView::Other,
        ),
        row(
            "states",
            pair(|test| test.states.map(ValueView::Count)),
            ChangeView::Other,
        ),
        row(
            "order",
            pair(|test| test.order.as_ref().map(text)),
            ChangeView::Other,
        ),
        row(
            "seconds",
            pair(|test| Some(ValueView::Amount(test.seconds))),
            ChangeView::Cost,
        ),
    ]
}
