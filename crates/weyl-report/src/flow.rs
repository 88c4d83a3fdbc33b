//! Lines that are filled with entries up to a width.

use unicode_width::UnicodeWidthStr;

const GAP: &str = "   ";

/// A piece of text and how wide it is on a terminal, colours not counted.
pub(crate) struct Entry {
    pub text: String,
    pub width: usize,
}

impl Entry {
    pub(crate) fn plain(text: String) -> Entry {
        Entry {
            width: text.width(),
            text,
        }
    }
}

/// Entries side by side, each line indented; an entry is never broken.
pub(crate) fn flow(
    entries: impl IntoIterator<Item = Entry>,
    indent: usize,
    width: usize,
) -> String {
    let margin = " ".repeat(indent);
    let mut text = String::new();
    let mut column = 0;
    for entry in entries {
        if column == 0 {
            text.push_str(&margin);
            column = indent;
        } else if column + GAP.len() + entry.width <= width {
            text.push_str(GAP);
            column += GAP.len();
        } else {
            text.push('\n');
            text.push_str(&margin);
            column = indent;
        }
        text.push_str(&entry.text);
        column += entry.width;
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

/// A sentence in lines of a width: the first is indented by one number, the others by another. What
/// is longer than a line by itself is broken where the line ends.
pub(crate) fn wrapped(text: &str, first: usize, others: usize, width: usize) -> String {
    let mut lines = vec![" ".repeat(first)];
    let mut room = width.saturating_sub(first).max(1);
    let mut is_empty = true;
    for word in text.split_whitespace() {
        for piece in pieces(word, width.saturating_sub(others).max(1)) {
            let needed = piece.width() + usize::from(!is_empty);
            if needed > room && !is_empty {
                lines.push(" ".repeat(others));
                room = width.saturating_sub(others).max(1);
                is_empty = true;
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(if is_empty { "" } else { " " });
                line.push_str(&piece);
            }
            room = room.saturating_sub(piece.width() + usize::from(!is_empty));
            is_empty = false;
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
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
    fn entries_fill_lines_and_are_not_broken() {
        let entries = ["a = 1", "bb = 22", "a very long entry", "c = 3"];
        let entries = entries.map(|entry| Entry::plain(entry.to_string()));
        let text = flow(entries, 2, 18);
        assert_eq!(text, "  a = 1   bb = 22\n  a very long entry\n  c = 3\n");
    }

    #[test]
    fn nothing_takes_no_line() {
        assert_eq!(flow([], 2, 18), "");
    }

    #[test]
    fn sentences_are_wrapped() {
        let text = wrapped("a sentence that is too long", 2, 4, 14);
        assert_eq!(text, "  a sentence\n    that is\n    too long\n");
        let text = wrapped("abcdefghij k", 0, 2, 6);
        assert_eq!(text, "abcd\n  efgh\n  ij k\n");
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
