//! Kinds of processes that are written several times: for people.
//!
//! Statements are compared as they are called in runs, word by word: two are alike if they differ
//! in names and numbers alone. What the statements of two kinds have in common, in their order, is
//! a longest common subsequence (R. A. Wagner and M. J. Fischer, "The string-to-string correction
//! problem", 1974); a name that stands for several others is a difference.

use crate::processes::removals;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Model, RuleId};
use weyl_source::Span;

/// Two kinds of which one is almost a copy of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearCopies {
    pub one: String,
    pub other: String,
    /// Names and numbers of the first, and what the other has in their places.
    pub renamed: Vec<(String, String)>,
    /// Statements without a counterpart, beside those in their place.
    pub differences: Vec<(Option<Span>, Option<Span>)>,
}

/// Shorter kinds are like each other by chance.
const FEWEST_STATEMENTS: usize = 3;
/// Longer ones are not compared.
const MOST_STATEMENTS: usize = 400;

/// A statement of a process.
#[derive(Clone, Debug)]
struct Statement {
    words: Vec<String>,
    span: Span,
}

struct Kind {
    title: String,
    statements: Vec<Statement>,
}

/// Each kind beside the first that it is almost a copy of.
pub fn near_copies(model: &Model) -> Vec<NearCopies> {
    let mut found = Vec::new();
    let mut originals: Vec<Kind> = Vec::new();
    for kind in kinds(model) {
        match originals.iter().find_map(|one| compared(one, &kind)) {
            Some(copies) => found.push(copies),
            None => originals.push(kind),
        }
    }
    found
}

fn kinds(model: &Model) -> Vec<Kind> {
    let removals = removals(model);
    let kinds = model
        .processes()
        .numbered_kinds()
        .map(|(number, kind)| Kind {
            title: model.sorts[kind.sort].name.clone(),
            statements: statements(model, number, &removals),
        });
    let sizes = FEWEST_STATEMENTS..=MOST_STATEMENTS;
    kinds
        .filter(|kind| sizes.contains(&kind.statements.len()))
        .collect()
}

/// In the order of the source, each once.
fn statements(model: &Model, kind: u32, removals: &BTreeSet<RuleId>) -> Vec<Statement> {
    let rules = model.rules.iter();
    let own = rules.filter(|(id, rule)| {
        rule.turn.is_some_and(|turn| turn.kind == kind) && !removals.contains(id)
    });
    let own: BTreeSet<(Span, &str)> = own.map(|(_, rule)| (rule.span, &*rule.name)).collect();
    let statements = own.into_iter().map(|(span, name)| Statement {
        words: words(name),
        span,
    });
    statements.collect()
}

/// Names, numbers, and every other letter by itself.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for letter in text.chars() {
        let is_wordlike = letter.is_alphanumeric() || letter == '_';
        match words.last_mut() {
            Some(last) if is_open && is_wordlike => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => words.push(letter.to_string()),
        }
        is_open = is_wordlike;
    }
    words
}

fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

fn is_alike(one: &Statement, other: &Statement) -> bool {
    let mut pairs = one.words.iter().zip(&other.words);
    one.words.len() == other.words.len() && pairs.all(|(a, b)| a == b || (is_name(a) && is_name(b)))
}

/// What two kinds have in common, if that is most of them.
fn compared(one: &Kind, other: &Kind) -> Option<NearCopies> {
    let (ours, theirs) = (&one.statements, &other.statements);
    let common = common(ours, theirs);
    let renaming = renaming(&common, ours, theirs);
    let is_kept = |(a, b): &&(usize, usize)| {
        let mut pairs = ours[*a].words.iter().zip(&theirs[*b].words);
        pairs.all(|(one, other)| renaming.get(one) == Some(other))
    };
    let kept: Vec<(usize, usize)> = common.iter().filter(is_kept).copied().collect();
    let is_number = |word: &str| word.starts_with(|letter: char| letter.is_numeric());
    let is_kept_but_for_numbers = |(a, b): &&(usize, usize)| {
        let mut pairs = ours[*a].words.iter().zip(&theirs[*b].words);
        pairs.all(|(one, other)| {
            is_number(one) && is_number(other) || renaming.get(one) == Some(other)
        })
    };
    let alike = common.iter().filter(is_kept_but_for_numbers).count();
    // Three in four must be there again, and every second with its numbers.
    let all = ours.len().max(theirs.len());
    if alike * 4 < all * 3 || kept.len() * 2 < all {
        return None;
    }
    let renamed = renaming.into_iter().filter(|(one, other)| one != other);
    Some(NearCopies {
        one: one.title.clone(),
        other: other.title.clone(),
        renamed: renamed.collect(),
        differences: differences(&kept, ours, theirs),
    })
}

/// A longest common subsequence, as pairs of places.
fn common(ours: &[Statement], theirs: &[Statement]) -> Vec<(usize, usize)> {
    let mut longest = vec![vec![0u32; theirs.len() + 1]; ours.len() + 1];
    for a in (0..ours.len()).rev() {
        for b in (0..theirs.len()).rev() {
            longest[a][b] = if is_alike(&ours[a], &theirs[b]) {
                longest[a + 1][b + 1] + 1
            } else {
                longest[a + 1][b].max(longest[a][b + 1])
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < ours.len() && b < theirs.len() {
        if is_alike(&ours[a], &theirs[b]) {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if longest[a + 1][b] >= longest[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// For each word what mostly stands in its place.
fn renaming(
    common: &[(usize, usize)],
    ours: &[Statement],
    theirs: &[Statement],
) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<&String, BTreeMap<&String, usize>> = BTreeMap::new();
    for (a, b) in common {
        for (one, other) in ours[*a].words.iter().zip(&theirs[*b].words) {
            *counts.entry(one).or_default().entry(other).or_insert(0) += 1;
        }
    }
    let most = counts.into_iter().filter_map(|(one, others)| {
        let (other, _) = others.into_iter().max_by_key(|(_, count)| *count)?;
        Some((one.clone(), other.clone()))
    });
    most.collect()
}

/// The statements between those that are kept, side by side.
fn differences(
    kept: &[(usize, usize)],
    ours: &[Statement],
    theirs: &[Statement],
) -> Vec<(Option<Span>, Option<Span>)> {
    let ends = kept.iter().copied().chain([(ours.len(), theirs.len())]);
    let mut found = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (next_a, next_b) in ends {
        for number in 0..(next_a - a).max(next_b - b) {
            let span = |of: &[Statement], at: usize, end: usize| {
                let at = at + number;
                (at < end).then(|| of[at].span)
            };
            found.push((span(ours, a, next_a), span(theirs, b, next_b)));
        }
        (a, b) = (next_a + 1, next_b + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(title: &str, statements: &[&str]) -> Kind {
        let statements = statements.iter().enumerate().map(|(at, text)| Statement {
            words: words(text),
            span: Span {
                start: at as u32,
                end: at as u32 + 1,
                ..Span::default()
            },
        });
        Kind {
            title: title.to_string(),
            statements: statements.collect(),
        }
    }

    #[test]
    fn copies_with_other_names() {
        let one = kind("P", &["want0 = 1", "turn = 1", "!want1", "want0 = 0"]);
        let other = kind("Q", &["want1 = 1", "turn = 1", "!want0", "want1 = 0"]);
        let copies = compared(&one, &other).expect("copies");
        let swapped = [("want0", "want1"), ("want1", "want0")];
        let swapped = swapped.map(|(a, b)| (a.to_string(), b.to_string()));
        assert_eq!(copies.renamed, swapped);
        assert_eq!(copies.differences, []);
    }

    #[test]
    fn one_statement_more() {
        let one = kind("P", &["a = 1", "b = a", "c!b", "goto L"]);
        let other = kind("Q", &["a = 1", "skip", "b = a", "c!b", "goto L"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(copies.differences.len(), 1);
        assert_eq!(copies.differences[0].0, None);
        assert_eq!(copies.differences[0].1.map(|span| span.start), Some(1));
    }

    #[test]
    fn a_name_for_two_names_is_a_difference() {
        let one = kind("P", &["a = 1", "x = a", "y = a", "z = a"]);
        let other = kind("Q", &["a = 1", "x = a", "y = a", "z = b"]);
        let copies = compared(&one, &other).expect("copies");
        let lines = [(Some(3), Some(3))];
        let found = copies.differences.iter();
        let found = found.map(|(a, b)| (a.map(|a| a.start), b.map(|b| b.start)));
        assert_eq!(found.collect::<Vec<_>>(), lines);
    }

    #[test]
    fn statements_of_one_shape_are_no_copies() {
        let one = kind("P", &["a = 1", "b = a", "c = a", "d = a"]);
        let other = kind("Q", &["a = 1", "b = a", "d = c", "e = b"]);
        let same = kind("R", &["a = 2", "b = a", "d = a", "e = a"]);
        assert_eq!(compared(&one, &other), None);
        assert!(compared(&one, &same).is_some());
    }

    #[test]
    fn senders_are_no_receivers() {
        let one = kind("P", &["c!a", "c!b", "c!d", "goto L"]);
        let other = kind("Q", &["c?a", "c?b", "c?d", "goto L"]);
        assert_eq!(compared(&one, &other), None);
    }
}
