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
    fn names_stay_on_their_line() {
        assert_eq!(one_line("a\nb\tc é\u{1b}"), "a b c é ");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        assert_eq!(truncated("abcdef", 6), "abcdef");
        assert_eq!(truncated("abcdef", 5), "abcd…");
    }
}
