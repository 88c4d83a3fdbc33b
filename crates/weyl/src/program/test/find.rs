//! The tests in files and folders.

use super::case::{Case, Origin, Places, no_test};
use super::{manifest, options};
use crate::expectations::{Expectations, KEYS, WrongHeader, places_of};
use crate::input::{add_model, sources};
use crate::language::by_ending;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;
use weyl_check::{
    Failure, nothing_expected, unreadable_file, wrong_command_line, wrong_expectations,
};
use weyl_report::{OutcomeView, PlaceView, TestView};
use weyl_source::{FileId, Sources, Span};

/// The name of files with expectations.
pub const MANIFEST: &str = "weyl.toml";

#[derive(Default)]
pub struct Found {
    pub cases: Vec<Case>,
    pub wrong: Vec<Wrong>,
}

/// What can't be read.
pub struct Wrong {
    pub view: TestView,
    pub failure: Failure,
    pub sources: Sources,
}

/// Who asks for what is so, and what is expected already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Expected,
    /// Models that are named and expect nothing too: they are about to.
    Everything,
}

pub fn found(paths: &[PathBuf], wanted: Wanted) -> Found {
    let mut found = Found::default();
    for path in paths {
        if path.is_dir() {
            found.look_into(path);
        } else if path.file_name().is_some_and(|name| name == MANIFEST) {
            found.add_manifest(path);
        } else {
            found.add_named(path, wanted);
        }
    }
    if found.cases.is_empty() && found.wrong.is_empty() {
        let all: Vec<String> = paths
            .iter()
            .map(|path| format!("`{}`", path.display()))
            .collect();
        let message = format!("no model in {} says what is expected of it", all.join(", "));
        found.refuse(&all.join(", "), nothing_expected(&message), sources(), None);
    }
    found
}

impl Found {
    /// Those whose names contain a text.
    pub fn select(&mut self, part: &str) {
        self.cases.retain(|case| case.name.contains(part));
        if self.cases.is_empty() && self.wrong.is_empty() {
            let message = format!("the name of no test contains `{part}`");
            self.refuse(part, wrong_command_line(&message, None), sources(), None);
        }
    }

    /// Hidden folders are nobody's models; links to folders are not followed.
    fn look_into(&mut self, folder: &Path) {
        let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
        let is_shown = |name: &std::ffi::OsStr| !name.to_string_lossy().starts_with('.');
        let walk =
            walk.filter_entry(move |entry| entry.depth() == 0 || is_shown(entry.file_name()));
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) if entry.file_name() == MANIFEST => self.add_manifest(entry.path()),
                Ok(entry) if by_ending(entry.path()).is_ok() && entry.path().is_file() => {
                    self.add_model(&without_dot(entry.path()), None);
                }
                Ok(_) => {}
                Err(error) => {
                    let name = error.path().unwrap_or(folder).display().to_string();
                    let failure = unreadable_file(&format!("cannot read `{name}`: {error}"));
                    self.refuse(&name, failure, sources(), None);
                }
            }
        }
    }

    fn add_named(&mut self, path: &Path, wanted: Wanted) {
        match by_ending(path) {
            Ok(_) => self.add_model(path, Some(wanted)),
            Err(failure) => {
                self.refuse(&path.display().to_string(), failure, sources(), None);
            }
        }
    }

    /// Nothing is expected of most models in folders; one that is named must say something.
    fn add_model(&mut self, path: &Path, named: Option<Wanted>) {
        let name = path.display().to_string();
        let mut sources = sources();
        let file = match add_model(&mut sources, path) {
            Ok(file) => file,
            Err(failure) => return self.refuse(&name, failure, sources, None),
        };
        let text = &sources.file(file).text;
        if !Expectations::are_in(text) && named != Some(Wanted::Everything) {
            if named.is_some() {
                let message = format!("nothing is expected of `{name}`");
                self.refuse(&name, nothing_expected(&message), sources, None);
            }
            return;
        }
        match Expectations::parse(text).and_then(|expected| with_fitting_options(expected, text)) {
            Ok(expected) if expected.are_none() && named != Some(Wanted::Everything) => {
                let message = format!("nothing is expected of `{name}`");
                self.refuse(&name, nothing_expected(&message), sources, None);
            }
            Ok(expected) => self.cases.push(Case {
                places: places(&sources, file),
                name,
                model: path.to_path_buf(),
                options: Vec::new(),
                expected,
                origin: Origin::Header,
            }),
            Err(WrongHeader { range, message }) => {
                let span = Span::new(file, range);
                let failure = wrong_expectations(span, &message, &keys());
                self.refuse(&name, failure, sources, Some(span));
            }
        }
    }

    fn add_manifest(&mut self, path: &Path) {
        let path = without_dot(path);
        let name = path.display().to_string();
        let mut sources = sources();
        let file = match add_model(&mut sources, &path) {
            Ok(file) => file,
            Err(failure) => return self.refuse(&name, failure, sources, None),
        };
        match manifest::cases(&path, &sources, file) {
            Ok(cases) => self.cases.extend(cases),
            Err((span, message)) => {
                let failure = wrong_expectations(span, &message, &manifest::keys());
                self.refuse(&name, failure, sources, Some(span));
            }
        }
    }

    fn refuse(&mut self, name: &str, failure: Failure, sources: Sources, span: Option<Span>) {
        let first = failure.diagnostics().iter().next();
        let message = first.map(|diagnostic| diagnostic.message.clone());
        let view = TestView {
            message,
            span: span.and_then(|span| PlaceView::of(span, &sources)),
            ..no_test(name, OutcomeView::Error)
        };
        self.wrong.push(Wrong {
            view,
            failure,
            sources,
        });
    }
}

/// Options that ask for a check of this model.
fn with_fitting_options(expected: Expectations, text: &str) -> Result<Expectations, WrongHeader> {
    const KEY: &str = "options";
    let Err(message) = options::fit(&expected.options) else {
        return Ok(expected);
    };
    let mut places = places_of(text).into_iter();
    let at = places.find(|(key, _)| key == KEY);
    let at = at.map_or(0, |(_, at)| at);
    Err(WrongHeader {
        range: at..at + KEY.len(),
        message,
    })
}

fn keys() -> String {
    format!("a header can say {}", KEYS.join(", "))
}

/// `./a.m` is called `a.m`.
fn without_dot(path: &Path) -> PathBuf {
    let shorter = path.strip_prefix(".").unwrap_or(path);
    shorter.to_path_buf()
}

fn places(sources: &Sources, file: FileId) -> Places {
    let text = &sources.file(file).text;
    let place = |offset: usize| {
        let position = sources.file(file).position(offset);
        PlaceView {
            file: sources.file(file).name.clone(),
            line: position.line,
            column: position.column,
        }
    };
    let items = places_of(text).into_iter();
    let items: Vec<(String, PlaceView)> = items.map(|(key, at)| (key, place(at))).collect();
    Places {
        otherwise: items.first().map_or(place(0), |(_, first)| first.clone()),
        items,
    }
}
