//! `weyl man`: a page for the program and one for each of its commands, made of the same
//! declarations as help.

use crate::input::reason;
use crate::program::answer::with_files;
use crate::program::exit::Exit;
use crate::program::flags::Flags;
use crate::program::notes::{self, Notes};
use crate::program::output::Outputs;
use crate::program::screen::Screen;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};
use std::fs;
use std::io;
use std::path::Path;
use weyl_check::{Failure, bug_report, unreadable_file};

const FOLDER: &str = "FOLDER";

pub fn run(folder: &Path, screen: &Screen) -> Exit {
    with_files(vec![written(folder)], Exit::Holds, screen)
}

fn written(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let name = folder.display();
        unreadable_file(&format!("cannot make `{name}`: {}", reason(&error)))
    })?;
    let pages = pages().map_err(|error| bug_report(&error.to_string()))?;
    for (name, page) in pages {
        let path = folder.join(name);
        Outputs::tried(&[(FOLDER, Some(&path))], &[])?.write(FOLDER, &page)?;
    }
    Ok(())
}

/// Pages with the names of their files.
fn pages() -> io::Result<Vec<(String, String)>> {
    let mut program = Flags::command().disable_help_subcommand(true);
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    let mut pages = vec![page(program)?];
    for command in commands {
        pages.push(page(command)?);
    }
    Ok(pages)
}

fn page(mut command: Command) -> io::Result<(String, String)> {
    let notes = notes::of(command.get_name());
    let head = head(&mut command);
    let has_commands = command.has_subcommands();
    let man = Man::new(command);
    let mut text = Vec::new();
    head.to_writer(&mut text)?;
    man.render_description_section(&mut text)?;
    if let Some(notes) = notes.filter(|notes| !notes.before.is_empty()) {
        let mut more = Roff::new();
        more.control("PP", []).text([roman(notes.before)]);
        more.to_writer(&mut text)?;
    }
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = notes {
        noted(notes).to_writer(&mut text)?;
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((man.get_filename(), text))
}

/// Title, name and usage. Without a date: the same program writes the same pages.
fn head(command: &mut Command) -> Roff {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_string();
    let name = command.get_display_name().unwrap_or("weyl").to_string();
    let version = command.get_version().unwrap_or_default();
    let about = command.get_about().map(ToString::to_string);
    let mut roff = Roff::new();
    // An empty date has to be quoted, or the version would be taken for one.
    let rest = format!("1 \"\" \"weyl {version}\" weyl");
    roff.control(format!("TH {name} {rest}"), []);
    // Command lines are not torn apart by hyphens, nor stretched.
    roff.control("nh", []).control("ad", ["l"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {}", about.unwrap_or_default()))]);
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(usage)]);
    roff
}

fn noted(notes: &Notes) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for (number, (line, what)) in notes.examples.iter().enumerate() {
        if number > 0 {
            roff.control("PP", []);
        }
        roff.text([bold(*line)]);
        roff.control("RS", ["4"]);
        roff.text([roman(*what)]);
        roff.control("RE", []);
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in notes.exits {
        roff.control("TP", ["4"]);
        roff.text([bold(*code)]);
        roff.text([roman(*meaning)]);
    }
    if !notes.after.is_empty() {
        roff.control("PP", []);
        roff.text([roman(notes.after)]);
    }
    documents(notes, &mut roff);
    roff
}

/// Where to read more.
fn documents(notes: &Notes, roff: &mut Roff) {
    roff.control("SH", ["DOCUMENTS"]);
    if notes.documents.is_empty() {
        roff.text([roman("README.md in the source of weyl.")]);
    } else {
        let names = notes.documents.iter();
        let names: Vec<String> = names.map(|name| format!("docs/{name}")).collect();
        roff.text([roman(names.join(", ")), roman(" in the source of weyl.")]);
    }
    roff.text([
        roman("What a diagnostic code means is told by "),
        bold("weyl explain"),
        roman("."),
    ]);
    if notes.command != "weyl" {
        roff.control("SH", ["SEE ALSO"]);
        roff.text([italic("weyl"), roman("(1)")]);
    }
}
