//! The comments of a Rust file: lines that begin with `//`, `///` or `//!`, outside of literals.
//! Comments behind code are left alone.

use super::{Edit, WIDTH, markdown};
use anyhow::{Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

const MARKS: [&str; 3] = ["//!", "///", "//"];

pub fn edits(lines: &[&str]) -> Result<Vec<Edit>> {
    let literals = lines_of_literals(&lines.join("\n"))?;
    let comment = |at: usize| {
        if literals.contains(&at) {
            None
        } else {
            split(lines[at])
        }
    };
    let mut edits = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((prefix, _)) = comment(at) else {
            at += 1;
            continue;
        };
        let same = (at..lines.len()).map_while(|line| {
            let (own, text) = comment(line)?;
            (own == prefix).then_some(text)
        });
        let same: Vec<&str> = same.collect();
        edits.extend(group(prefix, &same, at));
        at += same.len();
    }
    Ok(edits)
}

/// The text of comments that follow each other, without what stands before it.
fn group(prefix: &str, texts: &[&str], at: usize) -> Vec<Edit> {
    let columns = WIDTH.saturating_sub(prefix.len() + 1);
    let edits = markdown(texts, columns).into_iter();
    let behind = |edit: Edit| Edit {
        lines: edit.lines.start + at..edit.lines.end + at,
        text: edit
            .text
            .iter()
            .map(|text| format!("{prefix} {text}"))
            .collect(),
    };
    edits.map(behind).collect()
}

/// The blanks and the mark of a comment, and its text. A comment without a blank behind its mark is
/// code that somebody took out, or a drawing.
fn split(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start_matches(' ');
    let mark = MARKS.into_iter().find(|mark| text.starts_with(mark))?;
    let (prefix, text) = line.split_at(line.len() - text.len() + mark.len());
    if text.is_empty() {
        Some((prefix, text))
    } else {
        Some((prefix, text.strip_prefix(' ')?))
    }
}

/// The lines, from 0 on, that begin inside of a literal.
fn lines_of_literals(text: &str) -> Result<BTreeSet<usize>> {
    let tokens: TokenStream = text.parse().map_err(|error| anyhow!("{error}"))?;
    let mut lines = BTreeSet::new();
    let mut pending = vec![tokens];
    while let Some(tokens) = pending.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => pending.push(group.stream()),
                TokenTree::Literal(literal) => {
                    let span = literal.span();
                    // Lines are counted from 1 there: these are the ones after the first.
                    lines.extend(span.start().line..span.end().line);
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_blanks_a_mark_and_a_text() {
        assert_eq!(split("    /// a b"), Some(("    ///", "a b")));
        assert_eq!(split("//!"), Some(("//!", "")));
        assert_eq!(split("//  a"), Some(("//", " a")));
        assert_eq!(split("//let x;"), None);
        assert_eq!(split("////"), None);
        assert_eq!(split("x // a"), None);
    }

    #[test]
    fn lines_that_begin_in_a_literal_are_known() {
        let text = "/// a\nf(\"b\n// c\nd\", 1);\n// e";
        let lines = lines_of_literals(text).expect("tokens");
        assert_eq!(lines, BTreeSet::from([2, 3]));
    }

    #[test]
    fn marks_of_two_kinds_are_two_comments() {
        let long = vec!["word"; 25].join(" ");
        let (one, two) = (format!("// {long}"), format!("/// {long}"));
        let found = edits(&[&one, &two, "fn f() {}"]).expect("tokens");
        let lines: Vec<_> = found.iter().map(|edit| edit.lines.clone()).collect();
        assert_eq!(lines, [0..1, 1..2]);
        assert!(found[1].text.iter().all(|line| line.starts_with("/// ")));
    }
}
