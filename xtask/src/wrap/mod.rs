//! Prose at most a hundred columns wide: comments of Rust files and text of Markdown files.
//!
//! Both are paragraphs of Markdown ([`blocks`]); in a Rust file they stand behind `//`
//! ([`comments`]). Only a paragraph that is too wide is filled again ([`fill`]): what somebody
//! wrapped narrower on purpose stays. `cargo xtask wrap` writes, `cargo xtask tidy` complains.

mod blocks;
mod comments;
mod fill;

use crate::tidy::{markdown_files, root, rust_files};
use anyhow::{Context, Result};
use std::ops::Range;
use std::path::Path;

/// Columns of a line.
pub const WIDTH: usize = 100;

/// Some lines that are to be replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    /// Lines of the text, from 0 on.
    lines: Range<usize>,
    text: Vec<String>,
}

/// Wraps all files of the workspace that are too wide somewhere.
pub fn run() -> Result<()> {
    let root = root();
    let mut changed = 0;
    for file in rust_files(&root)?.into_iter().chain(markdown_files(&root)?) {
        let text = std::fs::read_to_string(&file)?;
        let name = file.strip_prefix(&root).unwrap_or(&file);
        let wrapped = wrapped(&name.display().to_string(), &text)?;
        if wrapped != text {
            std::fs::write(&file, wrapped)?;
            println!("wrap: {}", name.display());
            changed += 1;
        }
    }
    println!("wrap: {changed} files have changed");
    Ok(())
}

/// The lines of a file, from 1 on, that belong to a paragraph that is too wide.
pub fn too_wide(name: &str, text: &str) -> Result<Vec<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let edits = edits(name, &lines)?;
    let inside = edits.into_iter().flat_map(|edit| edit.lines);
    let wide = inside.filter(|line| width(lines[*line]) > WIDTH);
    Ok(wide.map(|line| line + 1).collect())
}

fn wrapped(name: &str, text: &str) -> Result<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut result = String::with_capacity(text.len());
    let mut next = 0;
    for edit in edits(name, &lines)? {
        let kept = &lines[next..edit.lines.start];
        let replaced = edit.text.iter().map(String::as_str);
        for line in kept.iter().copied().chain(replaced) {
            result.push_str(line);
            result.push('\n');
        }
        next = edit.lines.end;
    }
    match next {
        0 => Ok(text.to_string()),
        _ => {
            result.extend(lines[next..].iter().flat_map(|line| [line, "\n"]));
            Ok(result)
        }
    }
}

fn edits(name: &str, lines: &[&str]) -> Result<Vec<Edit>> {
    if Path::new(name).extension().is_some_and(|is| is == "rs") {
        comments::edits(lines).with_context(|| name.to_string())
    } else {
        Ok(markdown(lines, WIDTH))
    }
}

/// The paragraphs that are too wide, filled again.
fn markdown(lines: &[&str], width: usize) -> Vec<Edit> {
    let paragraphs = blocks::paragraphs(lines).into_iter();
    let edits = paragraphs.filter_map(|paragraph| {
        let old = &lines[paragraph.lines.clone()];
        if old.iter().all(|line| self::width(line) <= width) {
            return None;
        }
        let text = fill::fill(&paragraph, width);
        (text != old).then_some(Edit {
            lines: paragraph.lines,
            text,
        })
    });
    edits.collect()
}

/// Columns: characters, none of which is wider than others in this project.
fn width(line: &str) -> usize {
    line.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrap(name: &str, text: &str) -> String {
        let once = wrapped(name, text).expect("it can be read");
        let twice = wrapped(name, &once).expect("it can be read");
        assert_eq!(once, twice, "wrapping again changes something");
        assert!(too_wide(name, &once).expect("it can be read").is_empty());
        let words = |text: &str| {
            let words = text.split_whitespace().map(str::to_string);
            let words = words.filter(|word| !matches!(word.as_str(), "//" | "///" | "//!" | ">"));
            words.collect::<Vec<String>>()
        };
        assert_eq!(words(&once), words(text), "words were lost");
        once
    }

    fn words(count: usize) -> String {
        vec!["word"; count].join(" ")
    }

    #[test]
    fn a_paragraph_of_markdown_is_filled() {
        let text = format!("# A title\n\n{}\n{}\n\nEnd.\n", words(30), words(3));
        let expected = format!("# A title\n\n{}\n{}\n\nEnd.\n", words(20), words(13));
        assert_eq!(wrap("a.md", &text), expected);
        assert_eq!(too_wide("a.md", &text).expect("Markdown"), [3]);
    }

    #[test]
    fn what_is_narrow_enough_stays_as_it_is() {
        let text = "one\ntwo\n\n- three\n  four\n";
        assert_eq!(wrap("a.md", text), text);
    }

    #[test]
    fn comments_of_all_kinds_are_filled_and_code_is_not() {
        let long = words(25);
        let text = format!(
            "//! {long}\n\nfn f() {{\n    // {long}\n    /// {long}\n    let x = \"{long}\";\n}}\n"
        );
        let (inner, rest) = (words(18), words(7));
        let expected = format!(
            "//! {}\n//! {}\n\nfn f() {{\n    // {inner}\n    // {rest}\n    /// {inner}\n    /// {rest}\n    let x = \"{long}\";\n}}\n",
            words(19),
            words(6)
        );
        assert_eq!(wrap("a.rs", &text), expected);
    }

    #[test]
    fn comments_inside_strings_are_text() {
        let text = format!("const X: &str = \"\n// {}\n\";\n", words(40));
        assert_eq!(wrap("a.rs", &text), text);
    }

    #[test]
    fn a_list_hangs_and_tables_and_code_stay() {
        let long = words(25);
        let text = format!("- {long}\n- b\n\n```\n{long}\n```\n\n| {long} |\n");
        let expected = format!(
            "- {}\n  {}\n- b\n\n```\n{long}\n```\n\n| {long} |\n",
            words(19),
            words(6)
        );
        assert_eq!(wrap("a.md", &text), expected);
        let text = format!("/// {long}\n///\n/// ```\n/// {long}\n/// ```\nfn f() {{}}\n");
        assert_eq!(too_wide("a.rs", &text).expect("Rust"), [1]);
        assert!(wrap("a.rs", &text).contains(&format!("/// ```\n/// {long}\n/// ```\n")));
    }
}
