//! The paragraphs of a Markdown text, as far as this project writes it: paragraphs, items of lists
//! and quotations can be filled; code, tables, headings and all else that depends on its lines
//! can't.

use std::ops::Range;

/// Text whose line ends mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    pub lines: Range<usize>,
    /// What its first line begins with: blanks and the mark of an item.
    pub first: String,
    /// What the other lines begin with.
    pub hanging: String,
    pub words: Vec<String>,
}

/// What the beginning of a line makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Blank,
    Fence,
    /// A mark of so many characters, with the blank behind it.
    Item(usize),
    Quotation,
    /// Something whose lines stay as they are.
    Fixed,
    Text,
}

fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count()
}

fn start(line: &str) -> Start {
    let text = line.trim_start();
    let marks = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - marks.len();
    let is_rule = |sign: char| text.len() >= 3 && text.chars().all(|c| c == sign);
    match text.as_bytes() {
        [] => Start::Blank,
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => Start::Fence,
        [b'-' | b'*' | b'+', b' ', ..] => Start::Item(2),
        _ if digits > 0 && (marks.starts_with(". ") || marks.starts_with(") ")) => {
            Start::Item(digits + 2)
        }
        [b'>', b' ', ..] => Start::Quotation,
        [b'|' | b'>' | b'<' | b'#', ..] => Start::Fixed,
        [b'[', ..] if text.contains("]: ") => Start::Fixed,
        _ if ['-', '=', '*', '_'].into_iter().any(is_rule) => Start::Fixed,
        _ => Start::Text,
    }
}

/// Whether a line that begins with a word would no longer be text.
fn begins_a_block(word: &str) -> bool {
    start(&format!("{word} word")) != Start::Text || start(word) != Start::Text
}

/// All paragraphs, in their order.
pub fn paragraphs(lines: &[&str]) -> Vec<Paragraph> {
    let mut found = Vec::new();
    // Where the text of the items begins that are open.
    let mut items: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let indented = indentation(line);
        let kind = start(line);
        if kind != Start::Blank {
            items.retain(|item| *item <= indented);
        }
        let inside = items.last().copied().unwrap_or_default();
        match kind {
            Start::Blank | Start::Fixed => at += 1,
            Start::Fence => at = after_fence(lines, at),
            // Code, or something that somebody put in place.
            Start::Item(_) | Start::Text if indented >= inside + 4 => at += 1,
            Start::Text if indented != inside => at += 1,
            Start::Item(mark) => {
                items.push(indented + mark);
                at = paragraph(lines, at, indented + mark, &mut found);
            }
            Start::Quotation => at = quotation(lines, at, indented + 2, &mut found),
            Start::Text => at = paragraph(lines, at, indented, &mut found),
        }
    }
    found
}

/// The line after a block of code.
fn after_fence(lines: &[&str], at: usize) -> usize {
    let fence: String = lines[at].trim_start().chars().take(3).collect();
    let mut inside = lines[at + 1..].iter();
    let inside = inside.position(|line| line.trim_start().starts_with(&fence));
    inside.map_or(lines.len(), |inside| at + inside + 2)
}

/// Reads the paragraph that begins in a line, and says where the next begins.
fn paragraph(lines: &[&str], at: usize, prefix: usize, found: &mut Vec<Paragraph>) -> usize {
    let is_more = |line: &str| {
        start(line) == Start::Text && indentation(line) == prefix && !has_heading(line)
    };
    let more = lines[at + 1..].iter().take_while(|line| is_more(line));
    let end = at + 1 + more.count();
    let first = &lines[at][..prefix];
    found.extend(text(lines, at..end, first, &" ".repeat(prefix)));
    end
}

/// Whether a line begins with words that name what follows, as in `*Invariant:* it halts`.
fn has_heading(line: &str) -> bool {
    let inside = line.trim_start().strip_prefix('*');
    let name = inside.and_then(|inside| inside.split_once(":*"));
    name.is_some_and(|(name, _)| !name.is_empty() && !name.contains('*'))
}

/// Reads lines that begin with `> `.
fn quotation(lines: &[&str], at: usize, prefix: usize, found: &mut Vec<Paragraph>) -> usize {
    let mark = &lines[at][..prefix];
    let rest = lines[at..].iter();
    let inside = rest.map_while(|line| line.strip_prefix(mark));
    let inside: Vec<&str> = inside.collect();
    let end = at + inside.len();
    if inside.iter().all(|line| start(line) == Start::Text) {
        found.extend(text(lines, at..end, mark, mark));
    }
    end
}

/// A paragraph, if no line break in it is meant: two blanks or a backslash at the end of a line.
fn text(lines: &[&str], range: Range<usize>, first: &str, hanging: &str) -> Option<Paragraph> {
    let inside = &lines[range.clone()];
    let is_broken = |line: &&str| line.ends_with("  ") || line.ends_with('\\');
    if inside.iter().any(is_broken) {
        return None;
    }
    let texts: Vec<&str> = inside.iter().map(|line| &line[first.len()..]).collect();
    Some(Paragraph {
        lines: range,
        first: first.to_string(),
        hanging: hanging.to_string(),
        words: words(&texts.join(" ")),
    })
}

/// What may stand on different lines. Code and links are not torn apart, and what would begin a
/// list or the like stays with the word before.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(word_end(rest));
        match words.last_mut().filter(|_| begins_a_block(word)) {
            Some(before) => *before = format!("{before} {word}"),
            None => words.push(word.to_string()),
        }
        rest = behind.trim_start();
    }
    words
}

/// Where the first word ends.
fn word_end(text: &str) -> usize {
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let whole = match next {
            ' ' => return at,
            '`' => code_end(&text[at..]),
            '[' => link_end(&text[at..]),
            _ => None,
        };
        at += whole.unwrap_or(next.len_utf8());
    }
    at
}

/// How long the code is that a text begins with.
fn code_end(text: &str) -> Option<usize> {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let inside = text[ticks..].find(&text[..ticks])?;
    Some(inside + 2 * ticks)
}

/// How long the link is that a text begins with.
fn link_end(text: &str) -> Option<usize> {
    let middle = text.find("](")?;
    let is_one = !text[1..middle].contains(['[', ']']);
    let end = text[middle..].find(')').filter(|_| is_one)?;
    Some(middle + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Range<usize>, usize)> {
        let lines: Vec<&str> = text.lines().collect();
        let paragraphs = paragraphs(&lines).into_iter();
        paragraphs.map(|one| (one.lines, one.words.len())).collect()
    }

    #[test]
    fn paragraphs_end_at_blank_lines_items_and_fixed_lines() {
        assert_eq!(found("a b\nc\n\nd"), [(0..2, 3), (3..4, 1)]);
        assert_eq!(found("a\n- b\n  c\n- d"), [(0..1, 1), (1..3, 2), (3..4, 1)]);
        assert_eq!(found("a\n| b |\n# c\nd"), [(0..1, 1), (3..4, 1)]);
        assert_eq!(found("1. a\n   b\n\n   c"), [(0..2, 2), (3..4, 1)]);
        assert_eq!(found("- a\n  - b\n    c"), [(0..1, 1), (1..3, 2)]);
    }

    #[test]
    fn code_and_what_is_put_in_place_is_no_paragraph() {
        assert_eq!(found("```\na\n\nb\n```\nc"), [(5..6, 1)]);
        assert_eq!(found("a\n\n    b\n  c\nd"), [(0..1, 1), (4..5, 1)]);
        assert_eq!(found("- a\n  ```\n  b\n  ```"), [(0..1, 1)]);
        assert_eq!(found("a  \nb"), []);
        assert_eq!(found("[a]: b c\n---\n>"), []);
    }

    #[test]
    fn quotations_and_named_parts_are_paragraphs_of_their_own() {
        assert_eq!(found("a\n> b c\n> d\ne"), [(0..1, 1), (1..3, 3), (3..4, 1)]);
        assert_eq!(found("> - a\n> b"), []);
        assert_eq!(found("a\n*Invariant:* b\nc"), [(0..1, 1), (1..3, 3)]);
        assert_eq!(found("a\n*b* c: *d*"), [(0..2, 4)]);
    }

    #[test]
    fn code_links_and_signs_are_not_torn_off() {
        let all = |text: &str| words(text);
        assert_eq!(all("a `b c` d"), ["a", "`b c`", "d"]);
        assert_eq!(all("a (`` b ` c ``), d"), ["a", "(`` b ` c ``),", "d"]);
        assert_eq!(all("[a b](c d) e"), ["[a b](c d)", "e"]);
        assert_eq!(all("[a b] c"), ["[a", "b]", "c"]);
        assert_eq!(all("a - b 1. c | d"), ["a -", "b 1.", "c |", "d"]);
        assert_eq!(all("a ` b"), ["a", "`", "b"]);
    }
}
