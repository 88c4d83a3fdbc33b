//! Colours.

use anstyle::{AnsiColor, Style};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const VALUE: Style = AnsiColor::Cyan.on_default();

pub(crate) fn paint(style: Style, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{style}{text}{style:#}")
}

pub fn emphasised(text: &str) -> String {
    paint(BOLD, text)
}

pub fn faint(text: &str) -> String {
    paint(FAINT, text)
}

/// The text without its colours.
pub fn plain(text: &str) -> String {
    let mut kept = String::new();
    let mut is_code = false;
    for character in text.chars() {
        match character {
            '\u{1b}' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            other => kept.push(other),
        }
    }
    kept
}
