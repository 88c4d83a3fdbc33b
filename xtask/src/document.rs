//! Parts of a document that are written by programs, each between two marks.

use anyhow::{Context, Result};
use std::path::Path;

/// Replaces the part of a document between two marks.
pub fn write_part(path: &Path, name: &str, part: &str) -> Result<()> {
    let old = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(std::fs::write(path, replace_part(&old, name, part)?)?)
}

pub fn replace_part(document: &str, name: &str, part: &str) -> Result<String> {
    let mark = |end: &str| format!("<!-- {name}:{end} -->");
    let (begin, end) = (mark("begin"), mark("end"));
    let missing = |mark: &str| format!("the document has no mark {mark}");
    let split = document.split_once(&begin);
    let (before, rest) = split.with_context(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).with_context(|| missing(&end))?;
    Ok(format!("{before}{begin}\n{part}\n{end}{after}"))
}

/// A table in Markdown.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |words: Vec<String>| format!("| {} |", words.join(" | "));
    let titles = head.iter().map(|title| title.to_string()).collect();
    let rule = format!("|{}", " --- |".repeat(head.len()));
    let rows = rows.into_iter().map(line);
    let lines: Vec<String> = [line(titles), rule].into_iter().chain(rows).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# R\n<!-- bench:murphi:begin -->\nold\n<!-- bench:murphi:end -->\n\
        <!-- bench:promela:begin -->\nkept\n<!-- bench:promela:end -->\nlast\n";

    #[test]
    fn one_part_is_replaced_and_the_others_kept() {
        let new = replace_part(DOCUMENT, "bench:murphi", "new").expect("the marks are there");
        assert_eq!(new, DOCUMENT.replace("old", "new"));
    }

    #[test]
    fn missing_marks_are_an_error() {
        assert!(replace_part("# R\n", "bench:promela", "new").is_err());
    }
}
