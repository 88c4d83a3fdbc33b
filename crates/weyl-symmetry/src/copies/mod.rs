//! Kinds of processes that are written several times: for people.
//!
//! Statements are compared as they are called in runs, word by word: two are alike if they differ
//! in names and numbers alone. What the statements of two kinds have in common, in their order, is
//! a longest common subsequence (R. A. Wagner and M. J. Fischer, "The string-to-string correction
//! problem", 1974); a name that stands for several others is a difference. Numbers are told apart
//! by what they are numbers of.

mod declarations;
mod marks;
mod rules;
mod words;

pub(crate) use marks::condition;
pub use rules::copies_of_rules;

use crate::processes::{StaticProcess, removals, static_processes};
use declarations::{Declaration, declarations};
use marks::Marks;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Model, ProcessKind, Rule};
use weyl_source::Span;
use words::{Word, words};

/// Two kinds of which one is almost a copy of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearCopies {
    /// Whether they are rules of a participant, and no processes.
    pub are_rules: bool,
    /// Whether they are created one by one.
    pub are_run_apart: bool,
    pub one: String,
    pub other: String,
    /// Names and numbers of the first, and what the other has in their places.
    pub renamed: Vec<(String, String)>,
    /// Local variables that are not declared alike, by what the first calls them if it has them.
    pub declared: Vec<(String, Counterparts<Span>)>,
    /// Statements without a counterpart, beside those in their place.
    pub differences: Vec<Counterparts<Quotation>>,
}

/// What stands in the same place of two kinds; one of them may have nothing there.
pub type Counterparts<T> = (Option<T>, Option<T>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    pub text: String,
    pub span: Span,
    pub quoted: Quoted,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted {
    /// A statement, as it is called in runs.
    Statement,
    /// A label, with where it leads to.
    Label,
    /// A priority, or what makes one step of several.
    Clause,
    /// What all steps ask (`provided`), as the program has it.
    Condition,
}

impl Quoted {
    const ALL: [Quoted; 4] = [
        Quoted::Condition,
        Quoted::Clause,
        Quoted::Label,
        Quoted::Statement,
    ];
}

/// Shorter kinds are like each other by chance.
const FEWEST_STATEMENTS: usize = 2;
/// Longer ones are not compared.
const MOST_STATEMENTS: usize = 400;

/// A statement of a process, or something else in its text.
#[derive(Clone, Debug)]
struct Statement {
    words: Vec<Word>,
    quotation: Quotation,
}

impl Statement {
    fn is_mark(&self) -> bool {
        self.quotation.quoted != Quoted::Statement
    }
}

struct Kind {
    title: String,
    declarations: Vec<Declaration>,
    statements: Vec<Statement>,
}

impl Kind {
    /// Whether it creates processes of the other one.
    fn creates(&self, other: &Kind) -> bool {
        let mut statements = self.statements.iter();
        statements.any(|statement| {
            let mut pairs = statement.words.windows(2);
            pairs.any(|pair| pair[0].text == "run" && pair[1].text == other.title)
        })
    }
}

/// Each kind beside the first that it is almost a copy of.
pub fn near_copies(model: &Model) -> Vec<NearCopies> {
    let mut found = Vec::new();
    let mut originals: Vec<Kind> = Vec::new();
    for kind in kinds(model) {
        match originals.iter().find_map(|one| compared(one, &kind)) {
            Some(copies) => found.push(NearCopies {
                are_run_apart: are_run_apart(model, [&copies.one, &copies.other]),
                ..copies
            }),
            None => originals.push(kind),
        }
    }
    found
}

/// Whether others may come between the statements that create processes of two kinds.
fn are_run_apart(model: &Model, titles: [&str; 2]) -> bool {
    let creates = |rule: &&Rule| {
        let run = |title: &&str| rule.name.strip_prefix(&format!("run {title}")).is_some();
        titles.iter().any(run)
    };
    let creations = model.rules.values().filter(creates);
    let ends = creations.filter(|rule| rule.turn.is_some_and(|turn| !turn.then.is_alone()));
    // The last one of a sequence that is atomic is its end.
    ends.count() > 1
}

fn kinds(model: &Model) -> Vec<Kind> {
    let removals = removals(model);
    let processes = static_processes(model).processes;
    let of_kind = |number: u32| -> Vec<&StaticProcess> {
        let processes = processes.iter();
        processes.filter(|process| process.kind == number).collect()
    };
    let kinds = model.processes().numbered_kinds();
    let kinds = kinds.map(|(number, kind)| {
        let rules = model.rules.iter();
        let own = rules.filter(|(id, rule)| {
            rule.turn.is_some_and(|turn| turn.kind == number) && !removals.contains(id)
        });
        // Of several texts of one kind the first stands for all.
        let mut begins = kind.copies.iter().map(|copy| i128::from(copy.location));
        let end = begins.nth(1).unwrap_or(i128::MAX);
        let own = own.filter(|(_, rule)| {
            let control = rule.control.as_ref();
            control.is_none_or(|control| control.from < end)
        });
        let own: Vec<&Rule> = own.map(|(_, rule)| rule).collect();
        let mut text = marks::of_kind(model, kind, &of_kind(number), &own);
        text.extend(statements(kind, own));
        Kind {
            title: model.sorts[kind.sort].name.clone(),
            declarations: declarations(model, kind),
            statements: text,
        }
    });
    let sizes = FEWEST_STATEMENTS..=MOST_STATEMENTS;
    kinds
        .filter(|kind| sizes.contains(&size(&kind.statements)))
        .collect()
}

/// Without what is no statement.
fn size(statements: &[Statement]) -> usize {
    let proper = statements.iter().filter(|statement| !statement.is_mark());
    proper.count()
}

/// In the order of the source, each once.
fn statements(kind: &ProcessKind, own: Vec<&Rule>) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut marks = Marks::new(kind);
    let mut places: BTreeMap<(Span, &str), Vec<&Rule>> = BTreeMap::new();
    for rule in own {
        places
            .entry((rule.span, &rule.name))
            .or_default()
            .push(rule);
    }
    for ((span, name), rules) in places {
        statements.extend(marks.before(&rules));
        statements.push(Statement {
            words: words(name),
            quotation: Quotation {
                text: name.to_string(),
                span,
                quoted: Quoted::Statement,
            },
        });
    }
    statements
}

fn is_alike(one: &Statement, other: &Statement) -> bool {
    let mut pairs = one.words.iter().zip(&other.words);
    one.words.len() == other.words.len()
        && pairs.all(|(a, b)| a.text == b.text || (a.is_name() && b.is_name()))
}

/// Whether statements have as many words, each as the one in its place.
fn have_one_shape(ours: &[Statement], theirs: &[Statement]) -> bool {
    let lengths = |of: &[Statement]| -> Vec<usize> {
        let proper = of.iter().filter(|statement| !statement.is_mark());
        proper.map(|statement| statement.words.len()).collect()
    };
    lengths(ours) == lengths(theirs)
}

/// What two kinds have in common, if that is most of them.
fn compared(one: &Kind, other: &Kind) -> Option<NearCopies> {
    let (ours, theirs) = (&one.statements, &other.statements);
    let common = common(ours, theirs);
    let pairs = |(a, b): &(usize, usize)| ours[*a].words.iter().zip(&theirs[*b].words);
    let renaming = Renaming::new(common.iter().flat_map(pairs));
    let is_kept = |at: &&(usize, usize)| pairs(at).all(|(one, other)| renaming.has(one, other));
    let kept: Vec<(usize, usize)> = common.iter().filter(is_kept).copied().collect();
    let is_kept_but_for_numbers = |at: &&(usize, usize)| {
        let are_numbers = |one: &Word, other: &Word| one.is_number() && other.is_number();
        pairs(at).all(|(one, other)| are_numbers(one, other) || renaming.has(one, other))
    };
    let is_proper = |(a, _): &&(usize, usize)| !ours[*a].is_mark();
    let alike = common.iter().filter(is_proper);
    let alike = alike.filter(is_kept_but_for_numbers).count();
    let all = size(ours).max(size(theirs));
    let proper = kept.iter().filter(is_proper);
    let is_same = |at: &&(usize, usize)| pairs(at).any(|(one, other)| one.is_same_name(other));
    let is_much = if all == FEWEST_STATEMENTS {
        have_one_shape(ours, theirs) && proper.clone().any(|at| is_same(&at))
    } else {
        is_most(alike, proper.count(), all)
    };
    let is_creation = one.creates(other) || other.creates(one);
    (is_much && !is_creation).then(|| NearCopies {
        are_rules: false,
        are_run_apart: false,
        one: one.title.clone(),
        other: other.title.clone(),
        declared: declarations::differences(&one.declarations, &other.declarations, |name| {
            renaming.of_name(name)
        }),
        differences: differences(&kept, ours, theirs),
        renamed: renaming.told(),
    })
}

/// All but one of three, else three in four must be there again, and every second with its numbers.
fn is_most(alike: usize, kept: usize, all: usize) -> bool {
    let is_most = alike * 4 >= all * 3 && kept * 2 >= all;
    is_most || (kept >= 2 && kept + 1 >= all)
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

/// For each word what mostly stands in its place, both ways.
struct Renaming<'a> {
    forth: BTreeMap<&'a Word, &'a Word>,
    back: BTreeMap<&'a Word, &'a Word>,
}

impl<'a> Renaming<'a> {
    fn new(pairs: impl Iterator<Item = (&'a Word, &'a Word)> + Clone) -> Renaming<'a> {
        Renaming {
            forth: most_frequent(pairs.clone()),
            back: most_frequent(pairs.map(|(one, other)| (other, one))),
        }
    }

    fn has(&self, one: &Word, other: &Word) -> bool {
        self.forth.get(one) == Some(&other) && self.back.get(other) == Some(&one)
    }

    /// A name that is in no statement is called the same.
    fn of_name<'n>(&self, name: &'n str) -> &'n str
    where
        'a: 'n,
    {
        let pair = self.forth.iter().find(|(one, _)| one.text == name);
        pair.map_or(name, |(_, other)| &other.text)
    }

    fn told(&self) -> Vec<(String, String)> {
        let changed = self
            .forth
            .iter()
            .filter(|(one, other)| one.text != other.text && self.back.get(*other) == Some(*one));
        let told: BTreeSet<(String, String)> = changed
            .map(|(one, other)| (one.shown(), other.shown()))
            .collect();
        told.into_iter().collect()
    }
}

/// What stands most often in the place of each word; of several, what stands there in other roles.
fn most_frequent<'a>(
    pairs: impl Iterator<Item = (&'a Word, &'a Word)>,
) -> BTreeMap<&'a Word, &'a Word> {
    let mut counts: BTreeMap<&Word, BTreeMap<&Word, usize>> = BTreeMap::new();
    let mut in_any_role: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (one, other) in pairs {
        *counts.entry(one).or_default().entry(other).or_insert(0) += 1;
        *in_any_role.entry((&one.text, &other.text)).or_insert(0) += 1;
    }
    let most = counts.into_iter().filter_map(|(one, others)| {
        let in_any_role = |other: &'a Word| in_any_role.get(&(&*one.text, &*other.text)).copied();
        let (other, _) = others
            .into_iter()
            .max_by_key(|(other, count)| (*count, in_any_role(other)))?;
        Some((one, other))
    });
    most.collect()
}

/// What stands between statements that are kept: those of both side by side, and what is none by
/// itself.
fn differences(
    kept: &[(usize, usize)],
    ours: &[Statement],
    theirs: &[Statement],
) -> Vec<Counterparts<Quotation>> {
    let ends = kept.iter().copied().chain([(ours.len(), theirs.len())]);
    let mut found = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (next_a, next_b) in ends {
        found.extend(side_by_side(&ours[a..next_a], &theirs[b..next_b]));
        (a, b) = (next_a + 1, next_b + 1);
    }
    found
}

fn side_by_side(ours: &[Statement], theirs: &[Statement]) -> Vec<Counterparts<Quotation>> {
    let quoted = |of: &[Statement], what: Quoted| -> Vec<Quotation> {
        let quotations = of.iter().map(|statement| &statement.quotation);
        let own = quotations.filter(|quotation| quotation.quoted == what);
        own.cloned().collect()
    };
    let mut found = Vec::new();
    for what in Quoted::ALL {
        let (ours, theirs) = (quoted(ours, what), quoted(theirs, what));
        for number in 0..ours.len().max(theirs.len()) {
            found.push((ours.get(number).cloned(), theirs.get(number).cloned()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(title: &str, statements: &[&str]) -> Kind {
        let statements = statements.iter().enumerate().map(|(at, text)| Statement {
            words: words(text),
            quotation: Quotation {
                text: text.to_string(),
                span: Span {
                    start: at as u32,
                    end: at as u32 + 1,
                    ..Span::default()
                },
                quoted: Quoted::Statement,
            },
        });
        Kind {
            title: title.to_string(),
            declarations: Vec::new(),
            statements: statements.collect(),
        }
    }

    fn text(of: &Option<Quotation>) -> &str {
        of.as_ref().map_or("", |of| &of.text)
    }

    fn quoted(copies: &NearCopies) -> Vec<(&str, &str)> {
        let pairs = copies.differences.iter();
        pairs.map(|(a, b)| (text(a), text(b))).collect()
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
    fn of_two_statements_one_must_be_about_the_same() {
        let one = kind("P", &["m == 1", "m = m + 1"]);
        let other = kind("Q", &["m == 1", "m = m - 1"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(quoted(&copies), [("m = m + 1", "m = m - 1")]);
        let unlike = kind("R", &["x == 2", "c!3"]);
        assert_eq!(compared(&one, &unlike), None);
    }

    #[test]
    fn creators_are_no_copies() {
        let one = kind("P", &["run Q(a)", "run R(b)", "x = 1"]);
        let other = kind("Q", &["run R(a)", "run S(b)", "x = 1"]);
        assert_eq!(compared(&one, &other), None);
    }

    #[test]
    fn one_statement_more() {
        let one = kind("P", &["a = 1", "b = a", "c!b", "goto L"]);
        let other = kind("Q", &["a = 1", "skip", "b = a", "c!b", "goto L"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(copies.differences.len(), 1);
        assert_eq!(copies.differences[0].0, None);
        let there = copies.differences[0].1.as_ref();
        assert_eq!(there.map(|there| there.span.start), Some(1));
    }

    #[test]
    fn a_name_for_two_names_is_a_difference() {
        let one = kind("P", &["a = 1", "x = a", "y = a", "z = a"]);
        let other = kind("Q", &["a = 1", "x = a", "y = a", "z = b"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(quoted(&copies), [("z = a", "z = b")]);
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

    #[test]
    fn numbers_are_renamed_where_they_stand() {
        let one = kind("P", &["f[0] = 1", "turn = 0", "f[0] = 0"]);
        let other = kind("Q", &["f[1] = 1", "turn = 1 - 1", "f[1] = 0"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(quoted(&copies), [("turn = 0", "turn = 1 - 1")]);
        assert_eq!(copies.renamed, [("f[0]".to_string(), "f[1]".to_string())]);
    }

    #[test]
    fn two_names_for_one_name_are_a_difference() {
        let one = kind("P", &["f[0] = 1", "f[0] = 2", "f[1] = 1"]);
        let other = kind("Q", &["f[1] = 1", "f[1] = 2", "f[1] = 1"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(quoted(&copies), [("f[1] = 1", "f[1] = 1")]);
    }

    /// Both statements about `turn` could be the one that is wrong: indices decide.
    #[test]
    fn what_numbers_are_elsewhere_decides() {
        let one = kind("P", &["f[0] = 2", "f[0] = 3", "turn == 0", "turn = 1"]);
        let other = kind("Q", &["f[1] = 2", "f[1] = 3", "turn == 1", "turn = 1"]);
        let copies = compared(&one, &other).expect("copies");
        assert_eq!(quoted(&copies), [("turn = 1", "turn = 1")]);
    }

    #[test]
    fn two_of_three_differ() {
        let one = kind("P", &["a = 1", "b = a", "c!b"]);
        let other = kind("Q", &["a = 1", "b!a", "c?b"]);
        assert_eq!(compared(&one, &other), None);
    }
}
