//! Lines that are filled up to a width, and never beyond it.

use crate::style::paint;
use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Between entries that stand side by side.
const GAP: usize = 3;

/// How much further the rest of an entry is indented that takes several lines.
const HANGING: usize = 2;

/// A piece of text in some styles, kept together where it fits into a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    letters: Vec<(Style, char)>,
}

impl Entry {
    pub(crate) fn plain(text: impl AsRef<str>) -> Entry {
        Entry::default().and(Style::new(), text)
    }

    pub(crate) fn and(mut self, style: Style, text: impl AsRef<str>) -> Entry {
        self.letters
            .extend(text.as_ref().chars().map(|letter| (style, letter)));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(crate) fn width(&self) -> usize {
        self.letters
            .iter()
            .map(|(_, letter)| columns(*letter))
            .sum()
    }

    /// What fits into the first line and into all others, which have less room.
    fn lines(&self, first: usize, others: usize) -> Vec<Vec<(Style, char)>> {
        let mut lines = Vec::new();
        let mut rest = &self.letters[..];
        let mut room = first;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(break_at(rest, room.max(1)));
            lines.push(line.to_vec());
            let spaces = after.iter().take_while(|(_, letter)| *letter == ' ');
            rest = &after[spaces.count()..];
            room = others;
        }
        lines
    }
}

fn columns(letter: char) -> usize {
    letter.width().unwrap_or(0)
}

/// How many letters come into a line: up to the last space if there is one in its second half.
fn break_at(letters: &[(Style, char)], room: usize) -> usize {
    let mut used = 0;
    let fitting = letters.iter().take_while(|(_, letter)| {
        used += columns(*letter);
        used <= room
    });
    let fitting = fitting.count().max(1);
    if fitting == letters.len() || letters[fitting].1 == ' ' {
        return fitting;
    }
    let space = letters[..fitting].iter().rposition(|(_, l)| *l == ' ');
    match space {
        Some(space) if 2 * space >= fitting => space,
        _ => fitting,
    }
}

/// Letters with the codes for their styles.
fn painted(letters: &[(Style, char)]) -> String {
    let runs = letters.chunk_by(|a, b| a.0 == b.0);
    let runs = runs.map(|run| {
        let text: String = run.iter().map(|(_, letter)| letter).collect();
        if run[0].0 == Style::new() {
            text
        } else {
            paint(run[0].0, &text)
        }
    });
    runs.collect()
}

/// Entries side by side, each line indented; an entry is broken only if it is longer than a line.
pub(crate) fn flow(
    entries: impl IntoIterator<Item = Entry>,
    indent: usize,
    width: usize,
) -> String {
    spaced(entries, GAP, indent, width)
}

/// The same with another gap.
pub(crate) fn spaced(
    entries: impl IntoIterator<Item = Entry>,
    gap: usize,
    indent: usize,
    width: usize,
) -> String {
    let mut text = String::new();
    let mut column = 0;
    for entry in entries.into_iter().filter(|entry| !entry.is_empty()) {
        if column > 0 && column + gap + entry.width() <= width {
            text.push_str(&" ".repeat(gap));
            column += gap;
        } else {
            text.push_str(if column > 0 { "\n" } else { "" });
            text.push_str(&" ".repeat(indent));
            column = indent;
        }
        let room = width.saturating_sub(column);
        let others = width.saturating_sub(indent + HANGING);
        for (number, line) in entry.lines(room, others).iter().enumerate() {
            if number > 0 {
                text.push_str(&format!("\n{}", " ".repeat(indent + HANGING)));
                column = indent + HANGING;
            }
            text.push_str(&painted(line));
            column += line
                .iter()
                .map(|(_, letter)| columns(*letter))
                .sum::<usize>();
        }
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

/// A sentence in lines of a width: the first is indented by one number, the others by another. What
/// is longer than a line by itself is broken where the line ends.
pub(crate) fn wrapped(text: &str, first: usize, others: usize, width: usize) -> String {
    painted_paragraph(Style::new(), text, first, others, width)
}

/// The same in a style.
pub(crate) fn painted_paragraph(
    style: Style,
    text: &str,
    first: usize,
    others: usize,
    width: usize,
) -> String {
    let mut lines = vec![String::new()];
    let mut room = width.saturating_sub(first).max(1);
    for word in text.split_whitespace() {
        for piece in pieces(word, width.saturating_sub(others).max(1)) {
            let is_empty = lines.last().is_none_or(String::is_empty);
            let needed = piece.width() + usize::from(!is_empty);
            if needed > room && !is_empty {
                lines.push(piece.clone());
                room = width.saturating_sub(others).max(1);
                room = room.saturating_sub(piece.width());
                continue;
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(if is_empty { "" } else { " " });
                line.push_str(&piece);
            }
            room = room.saturating_sub(needed);
        }
    }
    let indents = std::iter::once(first).chain(std::iter::repeat(others));
    let lines = lines.iter().zip(indents);
    lines
        .map(|(line, indent)| {
            let line = painted(&Entry::default().and(style, line).letters);
            format!("{}{line}\n", " ".repeat(indent))
        })
        .collect()
}

/// A word in pieces that fit into a line.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        if pieces.last().is_some_and(|last| last.width() >= width) {
            pieces.push(String::new());
        }
        if let Some(last) = pieces.last_mut() {
            last.push(letter);
        }
    }
    pieces
}

/// A text that is printed as it is, in lines of a width.
pub(crate) fn folded(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent).max(1);
    let lines = Entry::plain(text).lines(room, room);
    let lines = lines.iter();
    lines
        .map(|line| format!("{}{}\n", " ".repeat(indent), painted(line)))
        .collect()
}

/// The first names of a list; where there are more, the last one and how many there are.
pub(crate) fn some_of(names: &[String], most: usize, between: &str) -> String {
    match names {
        [first @ .., last] if names.len() > most => {
            let first = first[..most.saturating_sub(1)].join(between);
            format!("{first}{between}… {last} ({} names)", names.len())
        }
        _ => names.join(between),
    }
}

/// A name that stays on its line: line breaks, tabs and the like become spaces.
pub(crate) fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

/// At most `width` columns of a text; what is cut off is marked.
pub(crate) fn truncated(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut kept = String::new();
    for character in text.chars() {
        if kept.width() + 1 >= width {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_fill_lines() {
        let entries = ["a = 1", "bb = 22", "a long entry", "c = 3"];
        let text = flow(entries.map(Entry::plain), 2, 18);
        assert_eq!(text, "  a = 1   bb = 22\n  a long entry\n  c = 3\n");
    }

    #[test]
    fn entries_are_broken_where_they_are_longer_than_a_line() {
        let entries = [
            "a = 1",
            "some words that are long",
            "abcdefghijklmnopqrst",
            "z",
        ];
        let text = flow(entries.map(Entry::plain), 2, 14);
        let expected = "  a = 1\n  some words\n    that are\n    long   z\n";
        let without = flow(
            ["a = 1", "some words that are long", "z"].map(Entry::plain),
            2,
            14,
        );
        assert_eq!(without, expected);
        assert!(text.lines().all(|line| line.width() <= 14), "{text}");
        assert!(text.contains("  abcdefghijkl\n    mnopqrst"), "{text}");
    }

    #[test]
    fn nothing_takes_no_line() {
        assert_eq!(flow([], 2, 18), "");
    }

    #[test]
    fn styles_survive_a_break() {
        let bold = Style::new().bold();
        let text = flow([Entry::plain("ab ").and(bold, "cdefgh")], 0, 6);
        assert_eq!(crate::style::plain(&text), "ab cde\n  fgh\n");
        assert_eq!(text.matches(&bold.to_string()).count(), 2, "{text:?}");
    }

    #[test]
    fn sentences_are_wrapped() {
        let text = wrapped("a sentence that is too long", 2, 4, 14);
        assert_eq!(text, "  a sentence\n    that is\n    too long\n");
        let text = wrapped("abcdefghij k", 0, 2, 6);
        assert_eq!(text, "abcd\n  efgh\n  ij k\n");
    }

    #[test]
    fn what_was_printed_is_folded() {
        assert_eq!(folded("ab  cd ef", 2, 8), "  ab  cd\n  ef\n");
    }

    #[test]
    fn long_lists_end_with_their_last_name() {
        let names: Vec<String> = (0..400).map(|number| number.to_string()).collect();
        assert_eq!(some_of(&names, 4, ", "), "0, 1, 2, … 399 (400 names)");
        assert_eq!(some_of(&names[..4], 4, ", "), "0, 1, 2, 3");
    }

    #[test]
    fn names_stay_on_their_line() {
        assert_eq!(one_line("a\nb\tc é\u{1b}"), "a b c é ");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        assert_eq!(truncated("abcdef", 6), "abcdef");
        assert_eq!(truncated("abcdef", 5), "abcd…");
    }
}
