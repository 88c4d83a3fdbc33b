//! Prose and comments are at most a hundred columns wide.

use crate::wrap::{WIDTH, too_wide};
use anyhow::Result;

pub fn check(name: &str, text: &str) -> Result<Vec<String>> {
    let complaint = |line| {
        format!("{name}:{line}: wider than {WIDTH} columns, which `cargo xtask wrap` can mend")
    };
    let lines = too_wide(name, text)?;
    Ok(lines.into_iter().map(complaint).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(name: &str, text: &str) -> usize {
        check(name, text).expect("it can be read").len()
    }

    #[test]
    fn wide_prose_is_named_by_its_lines() {
        let wide = "ab ".repeat(40);
        let text = format!("fn f() {{}}\n// {wide}\n// ab\n// {wide}\n");
        let complaints = check("a.rs", &text).expect("Rust");
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].starts_with("a.rs:2: ") && complaints[1].starts_with("a.rs:4: "));
    }

    #[test]
    fn a_hundred_columns_are_allowed() {
        let line = "abcd ".repeat(20);
        assert_eq!((line.trim().len(), count("a.md", line.trim())), (99, 0));
        assert_eq!(count("a.md", &format!("{line}a")), 1);
    }

    #[test]
    fn what_cannot_be_wrapped_is_no_fault() {
        let wide = "ab ".repeat(40);
        assert_eq!(
            count("a.md", &format!("| {wide} |\n\n    {wide}\n\n# {wide}")),
            0
        );
        assert_eq!(count("a.md", &format!("[link]({})", "a".repeat(120))), 0);
        assert_eq!(count("a.rs", &format!("const A: &str = \"{wide}\";")), 0);
    }
}
