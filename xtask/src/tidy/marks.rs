//! Marks that have no place in finished code: unfinished parts, ignored tests, undocumented
//! `unsafe`.

/// Spelt in pieces, so that this file does not complain about itself.
const UNFINISHED: [(&str, &str); 5] = [
    ("to", "do!("),
    ("unimpl", "emented!("),
    ("TO", "DO"),
    ("FIX", "ME"),
    ("#[ign", "ore"),
];

/// The only places that may use `unsafe`, each block with its SAFETY note.
const UNSAFE_ALLOWED: [&str; 3] = [
    "crates/weyl-store/",
    "crates/weyl-native/",
    "crates/weyl/src/program/allocator.rs",
];

pub fn check(name: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let numbered = lines.iter().enumerate();
    let complaints = numbered.filter_map(|(index, line)| {
        let what = complaint(name, line, &lines[..index])?;
        Some(format!("{name}:{}: {what}", index + 1))
    });
    complaints.collect()
}

fn complaint(name: &str, line: &str, before: &[&str]) -> Option<String> {
    let unfinished = UNFINISHED.iter().map(|(a, b)| format!("{a}{b}"));
    if let Some(mark) = unfinished.into_iter().find(|mark| line.contains(mark)) {
        return Some(format!("`{mark}` is left in the code"));
    }
    let is_opened = line.contains(concat!("uns", "afe {"));
    if !is_opened {
        return None;
    }
    if !UNSAFE_ALLOWED.iter().any(|folder| name.starts_with(folder)) {
        return Some(
            "unsafe code is allowed in the store, the native executor and the allocator only"
                .into(),
        );
    }
    let mut comment = before.iter().rev().map(|line| line.trim_start());
    let is_noted = comment
        .by_ref()
        .take_while(|line| line.starts_with("//"))
        .any(|line| line.contains("SAFETY:"));
    (!is_noted).then(|| "an unsafe block without a SAFETY note".into())
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
        let long = format!("// SAFETY: nothing\n// happens\n{block}");
        assert!(check("crates/weyl-store/src/a.rs", &long).is_empty());
        let elsewhere = format!("// SAFETY: nothing happens\nfn f() {{}}\n{block}");
        assert_eq!(check("crates/weyl-store/src/a.rs", &elsewhere).len(), 1);
    }
}
