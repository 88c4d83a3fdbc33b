//! Fills lines with words, each as far as it goes.

use super::blocks::Paragraph;
use super::width;

/// The lines of a paragraph. A word that is wider than a line has one of its own.
pub fn fill(paragraph: &Paragraph, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = paragraph.first.clone();
    let mut is_empty = true;
    for word in &paragraph.words {
        if !is_empty && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::replace(&mut line, paragraph.hanging.clone()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_never_wider() {
        let paragraph = Paragraph {
            lines: 0..1,
            first: "- ".to_string(),
            hanging: "  ".to_string(),
            words: ["ab", "cd", "efghijkl", "m", "n"]
                .map(String::from)
                .to_vec(),
        };
        assert_eq!(fill(&paragraph, 7), ["- ab cd", "  efghijkl", "  m n"]);
        assert_eq!(fill(&paragraph, 6), ["- ab", "  cd", "  efghijkl", "  m n"]);
    }
}
