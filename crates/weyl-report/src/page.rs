//! A page of documentation on a terminal: headings in bold, paragraphs wrapped, examples as they
//! are.

use crate::flow::{Entry, flow, painted_paragraph, wrapped};
use crate::style::{BOLD, VALUE};

/// Markdown for people who read it on a terminal.
pub fn render_page(page: &str, width: usize) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    let mut is_code = false;
    for line in page.trim_end().lines() {
        if line.starts_with("```") {
            end_paragraph(&mut paragraph, &mut text, width);
            is_code = !is_code;
        } else if is_code {
            let line = Entry::default().and(VALUE, line);
            text.push_str(&code_line(line, width));
        } else if let Some(heading) = line.strip_prefix("## ") {
            text.push_str(&painted_paragraph(BOLD, heading, 0, 2, width));
        } else if line.trim().is_empty() {
            end_paragraph(&mut paragraph, &mut text, width);
            text.push('\n');
        } else if line.starts_with('|') {
            end_paragraph(&mut paragraph, &mut text, width);
            let row = line.trim_matches('|').replace('|', ":");
            text.push_str(&wrapped(&row, 0, 4, width));
        } else {
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    end_paragraph(&mut paragraph, &mut text, width);
    text
}

fn code_line(line: Entry, width: usize) -> String {
    const INDENT: usize = 4;
    if line.is_empty() {
        return "\n".to_string();
    }
    flow([line], INDENT, width)
}

fn end_paragraph(paragraph: &mut String, text: &mut String, width: usize) {
    if paragraph.trim().is_empty() {
        return;
    }
    let (indent, hanging) = if paragraph.starts_with("- ") {
        (0, 2)
    } else {
        (0, 0)
    };
    text.push_str(&wrapped(&without_links(paragraph), indent, hanging, width));
    paragraph.clear();
}

/// `[a](b)` → `a (b)`.
fn without_links(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some((name, after)) = rest[open + 1..].split_once("](") else {
            break;
        };
        let Some((target, after)) = after.split_once(')') else {
            break;
        };
        kept.push_str(&rest[..open]);
        kept.push_str(&format!("{name} ({target})"));
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::plain;

    #[test]
    fn pages_are_wrapped_and_examples_kept() {
        let page = "## W0001: wrong\n\nA long line that\ngoes on, see [here](a.md).\n\n```sh\na  b\n\nc\n```\n";
        let text = plain(&render_page(page, 24));
        let expected =
            "W0001: wrong\n\nA long line that goes\non, see here (a.md).\n\n    a  b\n\n    c\n";
        assert_eq!(text, expected);
    }
}
