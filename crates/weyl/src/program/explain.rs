//! `weyl explain`: what a diagnostic code means. The page of all codes is a part of the program.

use crate::program::answer::printed;
use crate::program::exit::Exit;
use crate::program::screen::Screen;
use weyl_check::wrong_command_line;
use weyl_report::render_page;
use weyl_source::Sources;

const PAGE: &str = include_str!("../../../../docs/diagnostics.md");
/// The codes of the text form have a page of their own.
const IR_PAGE: &str = include_str!("../../../../docs/ir.md");

pub fn run(code: Option<&str>, screen: &Screen) -> Exit {
    let Some(code) = code else {
        let text: String = headings().map(|heading| format!("{heading}\n")).collect();
        return printed(screen.print(&text), Exit::Holds, screen);
    };
    let code = normal(code);
    if let Some(section) = section(&code) {
        let text = render_page(section, screen.width());
        return printed(screen.print(&text), Exit::Holds, screen);
    }
    let message = format!("there is no diagnostic code `{code}`");
    let hint = "`weyl explain` without a code lists all of them";
    let failure = wrong_command_line(&message, Some(hint));
    screen.show_diagnostics(failure.diagnostics(), &Sources::default());
    (&failure).into()
}

/// `12` and `w0012` are `W0012`.
fn normal(code: &str) -> String {
    let digits = code.trim_start_matches(['W', 'w']);
    match digits.parse::<u16>() {
        Ok(number) => format!("W{number:04}"),
        Err(_) => code.to_string(),
    }
}

pub fn headings() -> impl Iterator<Item = &'static str> {
    let lines = PAGE.lines();
    lines.filter_map(|line| {
        line.strip_prefix("## ")
            .filter(|text| text.starts_with('W'))
    })
}

/// The part of the page that is about a code; of a code of the text form its line in the table.
fn section(code: &str) -> Option<&'static str> {
    let heading = format!("\n## {code}: ");
    let start = PAGE.find(&heading).map(|at| at + 1);
    if let Some(start) = start {
        let section = &PAGE[start..];
        let end = section[1..]
            .find("\n## ")
            .map_or(section.len(), |at| at + 2);
        return Some(&section[..end]);
    }
    let mut rows = IR_PAGE.lines();
    rows.find(|line| line.starts_with(&format!("| {code} |")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_section() {
        for (code, title) in weyl_check::CODES {
            let found = section(&code.to_string()).unwrap_or_default();
            assert!(found.contains(title), "{code}: {found}");
            assert_eq!(found.matches("\n## ").count(), 0, "{found}");
        }
        assert!(section("W0901").is_some());
        assert_eq!(section("W9999"), None);
    }

    #[test]
    fn codes_may_be_written_briefly() {
        for code in ["12", "W12", "w0012", "W0012"] {
            assert_eq!(normal(code), "W0012");
        }
    }
}
