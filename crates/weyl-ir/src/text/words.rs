//! The words of the text form.

use crate::{
    BinaryOp, ChannelQuestion, Comparison, LocalKind, Notation, PropertyKind, Table, Then, UnaryOp,
};

/// Words that are no labels; as names they are written in quotes.
pub(super) const RESERVED: &[&str] = &[
    "model",
    "sort",
    "type",
    "var",
    "function",
    "start",
    "rule",
    "invariant",
    "assumption",
    "cover",
    "liveness",
    "events",
    "atom",
    "shown",
    "temporal",
    "source",
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
    "true",
    "false",
    "undefine",
    "clear",
    "if",
    "else",
    "for",
    "while",
    "assert",
    "error",
    "refute",
    "hit",
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
    "interleaving",
    "symmetry",
    "naming",
    "channel",
    "any",
    "into",
    "counters",
];

/// The words that begin a declaration.
pub(super) const ITEMS: &[&str] = &[
    "model",
    "sort",
    "type",
    "var",
    "function",
    "start",
    "rule",
    "invariant",
    "assumption",
    "cover",
    "liveness",
    "events",
    "atom",
    "shown",
    "temporal",
    "source",
    "interleaving",
    "symmetry",
    "naming",
];

pub(super) const PROPERTIES: &[(&str, PropertyKind)] = &[
    ("invariant", PropertyKind::Invariant),
    ("assumption", PropertyKind::Assumption),
    ("cover", PropertyKind::Cover),
    ("liveness", PropertyKind::Liveness),
    ("events", PropertyKind::Events),
    ("atom", PropertyKind::Atom),
    ("shown", PropertyKind::Shown),
];

pub(super) const LOCAL_KINDS: &[(&str, LocalKind)] = &[
    ("value", LocalKind::Value),
    ("bound", LocalKind::Bound),
    ("reference", LocalKind::Reference),
];

pub(super) const UNARY: &[(&str, UnaryOp)] = &[
    ("not", UnaryOp::Not),
    ("negate", UnaryOp::Negate),
    ("bit_not", UnaryOp::BitNot),
];

pub(super) const BINARY: &[(&str, BinaryOp)] = &[
    ("plus", BinaryOp::Add),
    ("minus", BinaryOp::Subtract),
    ("times", BinaryOp::Multiply),
    ("div", BinaryOp::Divide),
    ("rem", BinaryOp::Remainder),
    ("bit_and", BinaryOp::BitAnd),
    ("bit_or", BinaryOp::BitOr),
    ("bit_xor", BinaryOp::BitXor),
    ("shl", BinaryOp::ShiftLeft),
    ("shr", BinaryOp::ShiftRight),
    ("lt", BinaryOp::Compare(Comparison::Less)),
    ("le", BinaryOp::Compare(Comparison::LessEqual)),
    ("gt", BinaryOp::Compare(Comparison::Greater)),
    ("ge", BinaryOp::Compare(Comparison::GreaterEqual)),
    ("eq", BinaryOp::Compare(Comparison::Equal)),
    ("ne", BinaryOp::Compare(Comparison::NotEqual)),
];

/// The words for the low bits of an integer, and whether they have a sign.
pub(super) const TRUNCATIONS: &[(&str, bool)] = &[("truncate", false), ("truncate_signed", true)];

pub(super) const QUESTIONS: &[(&str, ChannelQuestion)] = &[
    ("length", ChannelQuestion::Length),
    ("is_empty", ChannelQuestion::IsEmpty),
    ("is_full", ChannelQuestion::IsFull),
    ("can_send", ChannelQuestion::CanSend),
];

/// How a message is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub random: bool,
    pub poll: bool,
}

const fn look(random: bool, poll: bool) -> Look {
    Look { random, poll }
}

pub(super) const LOOKS: &[(&str, Look)] = &[
    ("can_receive", look(false, false)),
    ("can_receive_random", look(true, false)),
    ("poll", look(false, true)),
    ("poll_random", look(true, true)),
];

/// The words for sending, and whether the message is sorted in.
pub(super) const SENDS: &[(&str, bool)] = &[("send", false), ("send_sorted", true)];

/// How a message is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reception {
    pub random: bool,
    pub keep: bool,
}

const fn reception(random: bool, keep: bool) -> Reception {
    Reception { random, keep }
}

pub(super) const RECEPTIONS: &[(&str, Reception)] = &[
    ("receive", reception(false, false)),
    ("receive_random", reception(true, false)),
    ("peek", reception(false, true)),
    ("peek_random", reception(true, true)),
];

pub(super) const TABLES: &[(&str, Table)] = &[
    ("processes", Table::Processes),
    ("channels", Table::Channels),
];

/// The notations that are no types.
pub(super) const NOTATIONS: &[(&str, Notation)] = &[
    ("decimal", Notation::Decimal),
    ("hexadecimal", Notation::Hexadecimal),
    ("octal", Notation::Octal),
    ("character", Notation::Character),
];

pub(super) const THENS: &[(&str, Then)] = &[
    ("anybody", Then::Anybody),
    ("itself", Then::Itself),
    ("itself_surely", Then::ItselfSurely),
    ("along", Then::Along),
];

/// The longest chain of conjunctions or disjunctions: they nest to the left.
pub(super) const MAX_CHAIN: usize = 1000;

/// What a word means.
pub(super) fn meaning<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    let entry = table.iter().find(|(known, _)| *known == word);
    entry.map(|(_, meaning)| *meaning)
}

/// The word for a meaning: the tables are complete.
pub(super) fn word<T: PartialEq>(table: &[(&'static str, T)], meaning: T) -> &'static str {
    let entry = table.iter().find(|(_, known)| *known == meaning);
    entry.map_or("", |(word, _)| word)
}

/// Whether a name can stand in the text as it is.
pub(super) fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
        && !RESERVED.contains(&name)
}

/// A name: as it is, or in quotes.
pub(super) fn name(name: &str) -> String {
    if is_plain(name) {
        name.to_string()
    } else {
        quoted(name)
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The inverse of [`quoted`]; `None` for an escape that does not exist.
pub(super) fn unquoted(token: &str) -> Option<String> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        let plain = match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => unicode_escape(&mut chars)?,
                c @ ('"' | '\\') => c,
                _ => return None,
            },
            c => c,
        };
        text.push(plain);
    }
    Some(text)
}

fn unicode_escape(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let rest = chars.as_str().strip_prefix('{')?;
    let (digits, after) = rest.split_once('}')?;
    *chars = after.chars();
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}
