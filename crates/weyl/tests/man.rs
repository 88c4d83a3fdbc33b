//! The man pages: what is in them, and that they can be shown on 80 columns. Rendering needs
//! `mandoc`; without it that part is left out, and `./test` says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use unicode_width::UnicodeWidthStr;

const COLUMNS: usize = 80;

const PAGES: [&str; 14] = [
    "weyl",
    "weyl-check",
    "weyl-compare",
    "weyl-completions",
    "weyl-dependencies",
    "weyl-explain",
    "weyl-formula",
    "weyl-lower",
    "weyl-man",
    "weyl-resume",
    "weyl-schema",
    "weyl-simulate",
    "weyl-symmetry",
    "weyl-test",
];

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).output().expect("weyl starts")
}

/// The pages in a folder of their own.
fn pages(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .join("man1");
    let _ = fs::remove_dir_all(&folder);
    let output = weyl(&["man", &folder.display().to_string()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    folder
}

fn mandoc(arguments: &[&str], page: &Path) -> Option<String> {
    let output = Command::new("mandoc").args(arguments).arg(page).output();
    output
        .ok()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Without what printers once made bold letters and lines of.
fn plain(rendered: &str) -> String {
    let mut text = String::new();
    for letter in rendered.chars() {
        match letter {
            '\u{8}' => {
                text.pop();
            }
            letter => text.push(letter),
        }
    }
    text
}

#[test]
fn every_command_has_a_page() {
    let folder = pages("man-names");
    let entries = fs::read_dir(&folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("a page").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut expected = PAGES.map(|page| format!("{page}.1"));
    expected.sort();
    assert_eq!(names, expected);
    let help = String::from_utf8_lossy(&weyl(&["--help"]).stdout).into_owned();
    let (_, commands) = help.split_once("Commands:").expect("commands");
    let (commands, _) = commands.split_once("\n\n").expect("an end of them");
    // All but `help`, and the program itself.
    assert_eq!(
        commands
            .trim()
            .lines()
            .filter(|line| line.starts_with("  "))
            .count()
            + 1,
        PAGES.len()
    );
}

#[test]
fn pages_say_how_commands_end_what_they_are_for_and_where_to_read_more() {
    let folder = pages("man-sections");
    for page in PAGES {
        let text = fs::read_to_string(folder.join(format!("{page}.1"))).expect("a page");
        let sections = [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXAMPLES",
            "\"EXIT STATUS\"",
            "DOCUMENTS",
        ];
        let mut rest = text.as_str();
        for section in sections {
            let found = rest.split_once(&format!("\n.SH {section}\n"));
            rest = found.unwrap_or_else(|| panic!("{page}: {section}")).1;
        }
        assert!(text.contains(&format!(
            ".TH {page} 1 \"\" \"weyl {}\"",
            env!("CARGO_PKG_VERSION")
        )));
        assert!(!text.contains("EXTRA"), "{page}");
    }
    let check = fs::read_to_string(folder.join("weyl-check.1")).expect("a page");
    for option in ["keep\\-going", "max\\-time", "property"] {
        assert!(
            check.contains(&format!("\\fB\\-\\-{option}\\fR")),
            "{option}"
        );
    }
    // What is hidden from help is hidden here.
    assert!(!check.contains("\\-\\-only"));
}

#[test]
fn pages_are_well_formed_and_fit_on_a_terminal() {
    let folder = pages("man-rendered");
    for page in PAGES {
        let path = folder.join(format!("{page}.1"));
        let Some(complaints) = mandoc(&["-T", "lint", "-W", "error"], &path) else {
            return;
        };
        assert_eq!(complaints, "", "{page}");
        let width = format!("width={COLUMNS}");
        let rendered = mandoc(&["-T", "utf8", "-O", &width], &path).expect("it ran before");
        let rendered = plain(&rendered);
        assert!(rendered.contains("EXIT STATUS"), "{page}");
        for line in rendered.lines() {
            assert!(line.width() <= COLUMNS, "{page}: {line}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-folder");
    fs::write(&file, "").expect("a file");
    let output = weyl(&["man", &file.join("man1").display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-folder"));
}
