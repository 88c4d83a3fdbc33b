//! Whatever the input is, loading it ends with diagnostics or a valid program.

mod common;

use common::load_text;
use proptest::prelude::*;
use weyl_ir::ReadOptions;

/// Models to mutate: between them they have every construct.
const MODELS: &[&str] = &[
    include_str!("robustness/ring.m"),
    include_str!("robustness/network.m"),
    include_str!("robustness/everything.m"),
];

/// Pieces of text that mean something to the parser.
const PIECES: &[&str] = &[
    "const",
    "type",
    "var",
    "rule",
    "ruleset",
    "startstate",
    "function",
    "procedure",
    "begin",
    "end",
    "endif",
    "endrule",
    "if",
    "then",
    "elsif",
    "else",
    "for",
    "do",
    "to",
    "by",
    "while",
    "switch",
    "case",
    "alias",
    "clear",
    "undefine",
    "put",
    "return",
    "error",
    "assert",
    "assume",
    "cover",
    "liveness",
    "invariant",
    "forall",
    "exists",
    "isundefined",
    "ismember",
    "choose",
    "multiset",
    "MultisetAdd",
    "MultisetCount",
    "scalarset",
    "union",
    "record",
    "array",
    "of",
    "enum",
    "boolean",
    "real",
    "true",
    "false",
    "undefined",
    ":=",
    "..",
    "==>",
    "->",
    "<=",
    "!=",
    "=",
    "&",
    "|",
    "^",
    "~",
    "<<",
    ">>",
    "!",
    "+",
    "-",
    "*",
    "/",
    "%",
    "?",
    ":",
    ";",
    ",",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "0",
    "1",
    "3",
    "09",
    "1.5",
    "18446744073709551615",
    "x",
    "y",
    "P",
    "f",
    "\"s\"",
    "\"",
    "/*",
    "--",
    "\n",
    "≔",
];

fn check(text: &str) {
    for strict_undefined in [false, true] {
        let options = ReadOptions {
            strict_undefined,
            ..ReadOptions::default()
        };
        let (model, diagnostics, _, file) = load_text(text, &options);
        assert_eq!(model.is_none(), diagnostics.has_errors());
        for diagnostic in diagnostics.iter() {
            let labels = diagnostic.labels.iter().map(|label| label.span);
            for span in labels.chain([diagnostic.span]) {
                assert_eq!(span.file, file);
                assert!(text.get(span.range()).is_some(), "{diagnostic:?}");
            }
        }
        if let Some(model) = model {
            assert_eq!(weyl_ir::verify(&model), Ok(()), "{text}");
        }
    }
}

#[test]
fn the_models_are_valid() {
    for model in MODELS {
        let (loaded, diagnostics, ..) = load_text(model, &ReadOptions::default());
        assert!(
            loaded.is_some(),
            "{:#?}",
            diagnostics.iter().collect::<Vec<_>>()
        );
        check(model);
    }
}

/// A position that does not split a character.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

fn model() -> impl Strategy<Value = String> {
    (0..MODELS.len()).prop_map(|number| MODELS[number].to_string())
}

fn position() -> impl Strategy<Value = f64> {
    0.0..1.0
}

fn at(text: &str, position: f64) -> usize {
    boundary(text, (position * text.len() as f64) as usize)
}

/// Where the names, keywords and numbers of a text are.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (character.is_ascii_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn truncated(text in model(), end in position()) {
        check(&text[..at(&text, end)]);
    }

    #[test]
    fn with_a_part_missing(text in model(), start in position(), length in 1usize..40) {
        let start = at(&text, start);
        let end = boundary(&text, start + length).max(start);
        check(&format!("{}{}", &text[..start], &text[end..]));
    }

    #[test]
    fn with_pieces_inserted(text in model(), places in prop::collection::vec((position(), 0..PIECES.len()), 1..5)) {
        let mut text = text;
        for (place, piece) in places {
            let place = at(&text, place);
            text.insert_str(place, &format!(" {} ", PIECES[piece]));
        }
        check(&text);
    }

    #[test]
    fn with_words_exchanged(text in model(), first in 0usize..400, second in 0usize..400) {
        let mut words: Vec<&str> = text.split(' ').collect();
        let count = words.len();
        words.swap(first % count, second % count);
        check(&words.join(" "));
    }

    /// The syntax mostly survives this: it is for the checks behind it.
    #[test]
    fn with_names_replaced(text in model(), pairs in prop::collection::vec((0usize..1000, 0usize..1000), 1..4)) {
        let mut text = text;
        for (target, source) in pairs {
            let words = words(&text);
            let replacement = text[words[source % words.len()].clone()].to_string();
            text.replace_range(words[target % words.len()].clone(), &replacement);
        }
        check(&text);
    }

    #[test]
    fn spliced(one in model(), other in model(), cut in position(), start in position()) {
        check(&format!("{}{}", &one[..at(&one, cut)], &other[at(&other, start)..]));
    }

    #[test]
    fn token_soup(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let words: Vec<&str> = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        check(&words.join(" "));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&String::from_utf8_lossy(&bytes));
    }
}
