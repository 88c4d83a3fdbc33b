//! Marks that have no place in finished code: unfinished parts, ignored tests, undocumented `unsafe`.

/// Spelt in pieces, so that this file does not complain about itself.
const UNFINISHED: [(&str, &str); 5] = [
    ("to", "do!("),
    ("unimpl", "emented!("),
    ("TO", "DO"),
    ("FIX", "ME"),
    ("#[ign", "ore"),
];

/// The only crates that may use `unsafe`, each block with its SAFETY note.
const UNSAFE_ALLOWED: [&str; 2] = ["crates/weyl-explore/src/store", "crates/weyl-native/"];

pub fn check(name: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let numbered = lines.iter().enumerate();
    let complaints = numbered.filter_map(|(index, line)| {
        let what = complaint(name, line, &note_before(&lines[..index]))?;
        Some(format!("{name}:{}: {what}", index + 1))
    });
    complaints.collect()
}

/// The comment right before a line, and what it stands in: a statement may begin a line earlier.
fn note_before(lines: &[&str]) -> String {
    let is_comment = |line: &&&str| line.trim_start().starts_with("//");
    let statement = lines.last().filter(|line| line.trim_end().ends_with('='));
    let above = lines.len() - statement.map_or(0, |_| 1);
    let comment = lines[..above].iter().rev().take_while(is_comment);
    comment.copied().collect()
}

fn complaint(name: &str, line: &str, before: &str) -> Option<String> {
    let unfinished = UNFINISHED.iter().map(|(a, b)| format!("{a}{b}"));
    if let Some(mark) = unfinished.into_iter().find(|mark| line.contains(mark)) {
        return Some(format!("`{mark}` is left in the code"));
    }
    let is_opened = line.contains(concat!("uns", "afe {"));
    if !is_opened {
        return None;
    }
    if !UNSAFE_ALLOWED.iter().any(|folder| name.starts_with(folder)) {
        return Some("unsafe code is allowed in the store and the native executor only".into());
    }
    (!before.contains("SAFETY:")).then(|| "an unsafe block without a SAFETY note".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_marks_are_found() {
        let text = format!("fn f() {{ {}do!() }}", "to");
        assert_eq!(check("a.rs", &text).len(), 1);
    }

    #[test]
    fn unsafe_needs_the_right_place_and_a_note() {
        let block = format!("{} {{ }}", concat!("uns", "afe"));
        assert_eq!(check("crates/weyl-ir/src/a.rs", &block).len(), 1);
        assert_eq!(check("crates/weyl-native/src/a.rs", &block).len(), 1);
        let noted = format!("// SAFETY: nothing happens\n{block}");
        assert!(check("crates/weyl-native/src/a.rs", &noted).is_empty());
    }
}
