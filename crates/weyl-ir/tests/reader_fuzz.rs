//! The reader on texts that are no programs: it answers, it never panics, and what it accepts has a text
//! of its own that it accepts again.

use proptest::prelude::*;
use weyl_ir::erase_spans;
use weyl_ir::text::{print, read};

const FIXTURES: [&str; 5] = [
    include_str!("fixtures/mutex.weyl"),
    include_str!("fixtures/network.weyl"),
    include_str!("fixtures/arithmetic.weyl"),
    include_str!("fixtures/processes.weyl"),
    include_str!("fixtures/naming.weyl"),
];

const TOKENS: &[&str] = &[
    "model",
    "sort",
    "type",
    "var",
    "function",
    "start",
    "rule",
    "invariant",
    "locals",
    "at",
    "when",
    "bool",
    "int",
    "enum",
    "union",
    "array",
    "record",
    "multiset",
    "of",
    "true",
    "false",
    "if",
    "else",
    "for",
    "while",
    "assert",
    "error",
    "assume",
    "call",
    "return",
    "put",
    "bind",
    "add",
    "remove",
    "copy",
    "ref",
    "all",
    "x",
    "P",
    "i.0",
    "value",
    "bound",
    "reference",
    "undefinable",
    "names",
    "in",
    "as",
    "octal",
    "steps",
    "positions",
    "and",
    "eq",
    "not",
    "choose",
    "inject",
    "project",
    "count",
    "forall",
    "same",
    "channel",
    "any",
    "into",
    "interleaving",
    "naming",
    "values",
    "indices",
    "by",
    "processes",
    "process",
    "ends",
    "pool",
    "turn",
    "level",
    "group",
    "then",
    "send",
    "receive",
    "reserve",
    "timeout",
    "can_receive",
    "0",
    "1",
    "-1",
    "340282366920938463463374607431768211456",
    "\"s\"",
    "\"\\u{110000}\"",
    "{",
    "}",
    "(",
    ")",
    "[",
    "[#",
    "]",
    "<",
    ">",
    "<-",
    "->",
    ":=",
    "::",
    ":",
    ";",
    ",",
    "=",
    "..",
    ".",
    "é",
    "\"",
    "//",
];

/// Reads a text; if it is one, it must survive the round trip.
fn exercise(text: &str) {
    let Ok(mut model) = read(text) else { return };
    let printed = print(&model);
    let mut again = read(&printed).expect("what is printed can be read");
    erase_spans(&mut model);
    erase_spans(&mut again);
    assert_eq!(again, model);
}

#[derive(Clone, Debug)]
enum Change {
    Delete(usize, usize),
    Insert(usize, usize),
    Swap(usize, usize),
    Duplicate(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        (at(), 1..4usize).prop_map(|(at, len)| Change::Delete(at, len)),
        (at(), 0..TOKENS.len()).prop_map(|(at, token)| Change::Insert(at, token)),
        (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
        (at(), 1..30usize).prop_map(|(at, len)| Change::Duplicate(at, len)),
    ]
}

fn apply<'t>(words: &mut Vec<&'t str>, change: &Change) {
    let len = words.len();
    if len == 0 {
        return;
    }
    match *change {
        Change::Delete(at, count) => {
            let at = at % len;
            words.drain(at..(at + count).min(len));
        }
        Change::Insert(at, token) => words.insert(at % len, TOKENS[token]),
        Change::Swap(a, b) => words.swap(a % len, b % len),
        Change::Duplicate(at, count) => {
            let at = at % len;
            let copy: Vec<&'t str> = words[at..(at + count).min(len)].to_vec();
            words.splice(at..at, copy);
        }
    }
}

/// A text cut at spaces and around signs, so that changes hit single tokens.
fn words(text: &str) -> Vec<&str> {
    let text = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    text.flat_map(|piece| {
        let cut = piece
            .trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_')
            .len();
        [&piece[..cut], &piece[cut..]]
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mutated_fixtures(fixture in 0..FIXTURES.len(), changes in prop::collection::vec(change(), 1..6)) {
        let mut words = words(FIXTURES[fixture]);
        for change in &changes {
            apply(&mut words, change);
        }
        exercise(&words.concat());
    }

    #[test]
    fn token_soup(tokens in prop::collection::vec(0..TOKENS.len(), 0..60)) {
        let words: Vec<&str> = tokens.iter().map(|token| TOKENS[*token]).collect();
        exercise(&words.join(" "));
    }

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        exercise(&text);
    }

    #[test]
    fn cut_fixtures(fixture in 0..FIXTURES.len(), at in any::<prop::sample::Index>()) {
        let text = FIXTURES[fixture];
        let at = at.index(text.len());
        exercise(text.get(..at).unwrap_or_default());
    }
}
