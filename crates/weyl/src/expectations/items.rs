//! The items of a header, with where they stand.

use std::ops::Range;

/// `key=value`, `key="value with spaces"`, or `tag`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub key: String,
    pub value: String,
    /// In bytes of the whole text.
    pub range: Range<usize>,
}

/// A header that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WrongHeader {
    /// What is wrong, in bytes of the whole text.
    pub range: Range<usize>,
    pub message: String,
}

/// What follows `weyl:` in a comment line of any of our languages.
pub fn header(line: &str) -> Option<&str> {
    let comment = line
        .strip_prefix("--")
        .or_else(|| line.strip_prefix("//"))?;
    let items = comment.trim_start().strip_prefix("weyl:")?;
    Some(items.trim())
}

/// All items of a text, in order.
pub fn header_items(text: &str) -> Result<Vec<Item>, WrongHeader> {
    let mut all = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(items) = header(line) {
            // The items end where the line does, but for white space.
            let at = start + line.trim_end().len() - items.len();
            line_items(text, at..at + items.len(), &mut all)?;
        }
        start += line.len();
    }
    Ok(all)
}

fn line_items(text: &str, line: Range<usize>, all: &mut Vec<Item>) -> Result<(), WrongHeader> {
    let mut at = line.start;
    while at < line.end {
        let rest = &text[at..line.end];
        let item = item(rest).ok_or_else(|| WrongHeader {
            range: at..line.end,
            message: "a quote is not closed".to_string(),
        })?;
        let (length, key, value) = item;
        all.push(Item {
            key: key.to_string(),
            value: value.to_string(),
            range: at..at + length,
        });
        let behind = &text[at + length..line.end];
        at = line.end - behind.trim_start().len();
    }
    Ok(())
}

/// The first item of a text: its length, key and value. `None` if it has no end.
fn item(text: &str) -> Option<(usize, &str, &str)> {
    let end = text.find([' ', '\t', '=']).unwrap_or(text.len());
    let (key, rest) = text.split_at(end);
    if let Some(quoted) = rest.strip_prefix("=\"") {
        let length = quoted.find('"')?;
        return Some((end + length + 3, key, &quoted[..length]));
    }
    let Some(plain) = rest.strip_prefix('=') else {
        return Some((end.max(1), key, ""));
    };
    let length = plain.find([' ', '\t']).unwrap_or(plain.len());
    Some((end + 1 + length, key, &plain[..length]))
}

/// Where the items of a header begin, by their keys.
pub fn places_of(text: &str) -> Vec<(String, usize)> {
    let items = header_items(text).unwrap_or_default().into_iter();
    items.map(|item| (item.key, item.range.start)).collect()
}
