//! What is said of a process beside its statements: labels that mean something, priorities, the
//! condition of all its steps, and what others can't interrupt.

use super::words::{Word, words};
use super::{Quotation, Quoted, Statement};
use crate::processes::StaticProcess;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Expr, ExprKind, Model, ProcessKind, Rule, Then, text};
use weyl_source::Span;

/// Labels that begin like this mean something.
const MEANINGFUL: [&str; 3] = ["end", "progress", "accept"];

/// A statement of nothing but a mark, which is like others of its sort alone.
fn mark(quoted: Quoted, sort: &str, text: &str, span: Span) -> Statement {
    Statement {
        words: vec![Word {
            text: format!("#{sort}"),
            role: String::new(),
        }],
        quotation: Quotation {
            text: text.to_string(),
            span,
            quoted,
        },
    }
}

/// What is said of all steps of a kind.
pub(super) fn of_kind(
    model: &Model,
    kind: &ProcessKind,
    processes: &[&StaticProcess],
    rules: &[&Rule],
) -> Vec<Statement> {
    let priority = priority(kind, processes);
    let priority = priority.map(|number| {
        let text = format!("priority {number}");
        mark(Quoted::Clause, &text, &text, Span::default())
    });
    let condition = condition(rules).map(|(rule, condition)| {
        let text = text::print_expr(model, &rule.locals, condition);
        let mut of_condition = mark(Quoted::Condition, "provided", &text, condition.span);
        of_condition.words.extend(words(&text));
        of_condition
    });
    priority.into_iter().chain(condition).collect()
}

/// The priority of all of its processes in the beginning.
fn priority(kind: &ProcessKind, processes: &[&StaticProcess]) -> Option<i128> {
    let of = |process: &&StaticProcess| {
        let mut initial = process.initial.iter();
        let found = initial.find(|(variable, _)| Some(*variable) == kind.priority);
        found.map(|(_, number)| *number)
    };
    let mut all = processes.iter().map(of);
    let first = all.next()?;
    first.filter(|_| all.all(|other| other == first))
}

/// The condition of all steps: what their guards begin with, in another place than theirs.
pub(crate) fn condition<'r>(rules: &[&'r Rule]) -> Option<(&'r Rule, &'r Expr)> {
    let mut of_rules: BTreeMap<Span, BTreeSet<Span>> = BTreeMap::new();
    let begun = rules.iter().map(|rule| (*rule, first(&rule.guard)));
    let begun = begun.filter(|(rule, first)| !first.span.is_empty() && first.span != rule.span);
    let begun: Vec<(&Rule, &Expr)> = begun.collect();
    for (rule, first) in &begun {
        of_rules.entry(first.span).or_default().insert(rule.span);
    }
    let all: BTreeSet<Span> = rules.iter().map(|rule| rule.span).collect();
    let (common, _) = of_rules.into_iter().max_by_key(|(_, own)| own.len())?;
    // Statements in the middle of a `d_step` are not asked.
    let own = begun.iter().filter(|(_, first)| first.span == common);
    let own: BTreeSet<Span> = own.map(|(rule, _)| rule.span).collect();
    let is_apart = |span: &Span| common.end <= span.start;
    let is_common = own.len() * 2 > all.len() && own.iter().all(is_apart);
    begun
        .into_iter()
        .find(|(_, first)| is_common && first.span == common)
}

/// The labels of places that mean something, each before the first statement there; and where a
/// sequence begins that others do not interrupt.
pub(super) struct Marks<'m> {
    labels: BTreeMap<i128, Vec<&'m str>>,
    is_alone: bool,
}

impl<'m> Marks<'m> {
    pub fn new(kind: &'m ProcessKind) -> Marks<'m> {
        let mut labels: BTreeMap<i128, Vec<&str>> = BTreeMap::new();
        for (location, label) in &kind.labels {
            labels.entry((*location).into()).or_default().push(label);
        }
        Marks {
            labels,
            is_alone: false,
        }
    }

    /// What stands before a statement; the next one is asked next.
    pub fn before(&mut self, rules: &[&Rule]) -> Vec<Statement> {
        let mut found = Vec::new();
        for rule in rules {
            let from = rule.control.as_ref().map(|control| control.from);
            let labels = from.and_then(|from| self.labels.remove(&from));
            let marks = labels.unwrap_or_default().into_iter().filter_map(|label| {
                let sort = MEANINGFUL.iter().find(|sort| label.starts_with(**sort))?;
                Some(mark(Quoted::Label, sort, label, rule.span))
            });
            found.extend(marks);
        }
        let was_alone = self.is_alone;
        let turns = || rules.iter().filter_map(|rule| rule.turn);
        self.is_alone = turns().any(|turn| turn.then.is_alone());
        if self.is_alone && !was_alone {
            let surely = turns().any(|turn| turn.then == Then::ItselfSurely);
            let text = if surely { "d_step" } else { "atomic" };
            let span = rules.first().map_or(Span::default(), |rule| rule.span);
            found.push(mark(Quoted::Clause, text, text, span));
        }
        found
    }
}

fn first(guard: &Expr) -> &Expr {
    if let ExprKind::And(first, _) = &guard.kind {
        first
    } else {
        guard
    }
}
