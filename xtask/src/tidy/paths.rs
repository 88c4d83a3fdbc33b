//! Every file and folder that a document names exists.
//!
//! A path is what stands between backticks, has a slash, and either ends with one, has an
//! extension, or begins with something that exists. It may begin at the root, in `crates/`, beside
//! the document, in a crate or its sources, or in the folder of the path that was named before.

use anyhow::Result;
use std::path::{Path, PathBuf};

pub struct Places {
    root: PathBuf,
    /// Where paths may begin.
    bases: Vec<PathBuf>,
}

impl Places {
    pub fn new(root: &Path) -> Result<Places> {
        let mut bases = vec![root.to_path_buf(), root.join("crates")];
        for entry in std::fs::read_dir(root.join("crates"))? {
            let folder = entry?.path();
            bases.push(folder.join("src"));
            bases.push(folder);
        }
        let root = root.to_path_buf();
        Ok(Places { root, bases })
    }

    pub fn check(&self, name: &str, text: &str) -> Vec<String> {
        let beside = self.root.join(name);
        let beside = beside.parent().unwrap_or(&self.root);
        // Of the path before, and those above it.
        let mut before: Vec<PathBuf> = Vec::new();
        let mut complaints = Vec::new();
        for (line, code) in codes(text) {
            let bases = self.bases.iter().chain(&before);
            let bases: Vec<&Path> = bases.map(PathBuf::as_path).chain([beside]).collect();
            if !is_path(code) || !has_end(code) && !begins_somewhere(code, &bases) {
                continue;
            }
            let mut last = None;
            for path in alternatives(code) {
                let mut found = bases.iter().map(|base| base.join(&path));
                match found.find(|path| path.exists()) {
                    Some(found) => last = Some(self.folders(&found)),
                    None => complaints.push(format!("{name}:{line}: there is no `{path}`")),
                }
            }
            before = last.unwrap_or(before);
        }
        complaints
    }

    /// A folder, or that of a file, and those above it as far as the workspace reaches.
    fn folders(&self, path: &Path) -> Vec<PathBuf> {
        let folders = path.ancestors().filter(|path| path.is_dir());
        let inside = folders.take_while(|folder| *folder != self.root);
        inside.map(Path::to_path_buf).collect()
    }
}

/// What stands between backticks outside of blocks of code, with the numbers of the lines.
fn codes(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_fenced = false;
    for (line, number) in text.lines().zip(1..) {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            let inside = line.split('`').skip(1).step_by(2);
            found.extend(inside.map(|code| (number, code)));
        }
    }
    found
}

fn is_path(code: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./{},".contains(c);
    code.contains('/')
        && code.starts_with(|c: char| c.is_ascii_alphanumeric())
        && code.chars().all(is_plain)
}

/// Whether it can only be meant as a path.
fn has_end(code: &str) -> bool {
    let last = code.rsplit('/').next().unwrap_or_default();
    let extension = last.rsplit_once('.').map(|(_, extension)| extension);
    last.is_empty() || extension.is_some_and(|is| is.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn begins_somewhere(code: &str, bases: &[&Path]) -> bool {
    let first = code.split('/').next().unwrap_or_default();
    bases.iter().any(|base| base.join(first).exists())
}

/// `a/{b,c}.rs` is two paths.
fn alternatives(code: &str) -> Vec<String> {
    let Some((before, rest)) = code.split_once('{') else {
        return vec![code.to_string()];
    };
    let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
    let one = |choice: &str| format!("{before}{choice}{after}");
    inside.split(',').map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        let places = Places::new(&crate::tidy::root()).expect("the workspace");
        places.check("docs/page.md", text)
    }

    #[test]
    fn what_exists_is_found_from_all_places() {
        let text = "`xtask/src/` `weyl-ir/src/{expr,stmt}.rs` `decisions/002-dependencies.md` \
                    `layout/action.rs` `crates/weyl-ir`";
        assert_eq!(complaints(text), Vec::<String>::new());
        assert_eq!(
            complaints("`xtask/src/main.rs`, then `tidy/`"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let found = complaints("a\n`weyl-ir/src/none.rs` and `weyl-ir/src/{expr,other}.rs`");
        let expected = [
            "docs/page.md:2: there is no `weyl-ir/src/none.rs`",
            "docs/page.md:2: there is no `weyl-ir/src/other.rs`",
        ];
        assert_eq!(found, expected);
        assert_eq!(complaints("`nowhere/`").len(), 1);
        assert_eq!(complaints("`crates/weyl-none`").len(), 1);
    }

    #[test]
    fn other_code_is_no_path() {
        let text =
            "`a / b` `/` `//` `x/y` `--flag/other` `@1/12:5` `words.rs`\n```\n`no/where.rs`\n```";
        assert_eq!(complaints(text), Vec::<String>::new());
    }
}
