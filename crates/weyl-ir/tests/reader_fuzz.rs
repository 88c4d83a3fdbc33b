//! The reader on texts that are no programs: it answers, it never panics, and what it accepts has a
//! text of its own that it accepts again.

use proptest::prelude::*;
use std::path::Path;
use weyl_ir::text::{print_lowered, read_lowered};
use weyl_ir::{Lowered, erase_spans};
use weyl_source::Sources;

const FIXTURES: [&str; 6] = [
    include_str!("fixtures/mutex.weyl"),
    include_str!("fixtures/network.weyl"),
    include_str!("fixtures/arithmetic.weyl"),
    include_str!("fixtures/processes.weyl"),
    include_str!("fixtures/naming.weyl"),
    include_str!("fixtures/runs.weyl"),
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
    "source",
    "temporal",
    "atom",
    "atoms",
    "repeats_ends",
    "never",
    "state",
    "end",
    "on",
    "marks",
    "always",
    "until",
    "@1:1-2",
    "@:1-2",
    "@7/1:1-2",
    "@3:1-2:4",
    "@2:9-1",
    "@99999999999999999999:1-2",
    "@none",
    "@-",
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

/// The sources that texts speak of, but for one that was printed: that speaks of the text before.
const SOURCE: &str = include_str!("fixtures/runs.weyl");

fn read(name: &str, text: &str, before: &str) -> Option<(Lowered, Sources)> {
    let before = before.to_string();
    let mut sources = Sources::new(move |path| {
        if path == Path::new("text.weyl") {
            Some(before.clone())
        } else {
            Some(SOURCE.to_string())
        }
    });
    let file = sources.add_file(Path::new(name), text);
    let lowered = read_lowered(&mut sources, file).ok()?;
    Some((lowered, sources))
}

/// Reads a text; if it is one, it must survive the round trip: what was printed, with all origins
/// or without, is read and printed the same.
fn exercise(text: &str) {
    let Some((lowered, sources)) = read("text.weyl", text, "") else {
        return;
    };
    let printed = print_lowered(&lowered, Some(&sources));
    let (again, sources) = read("again.weyl", &printed, text).expect("what is printed can be read");
    assert_eq!(print_lowered(&again, Some(&sources)), printed);
    let bare = print_lowered(&lowered, None);
    let (again, _) = read("again.weyl", &bare, text).expect("what is printed can be read");
    assert_eq!(print_lowered(&again, None), bare);
    let (mut model, mut same) = (lowered.model, again.model);
    erase_spans(&mut model);
    erase_spans(&mut same);
    assert_eq!(same, model);
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
