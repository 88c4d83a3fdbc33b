//! `cargo xtask symmetry --complete`: the group that is found in the text of each small model,
//! beside all symmetries of its explored graph.

use crate::document::table;
use crate::field::model::{Language, Model, find};
use crate::tidy::root;
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use weyl_budget::Budget;
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::completeness::{Comparison, Outcome, compare};
use weyl_filetest::{DISCOVERED, Expectations, Options};

/// Where the models of the suite are.
const SUITE: [&str; 2] = ["models", "crates/weyl-filetest/tests/discovery"];

/// How far models are explored.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub states: usize,
    pub seconds: u64,
}

/// Texts may be nested deeply, and the readers with them.
const STACK: usize = 1 << 29;

/// What came of a model.
enum Answer {
    Compared(Vec<Comparison>),
    /// Why not.
    Skipped(String),
}

/// Compares all models of the suite and of some folders; an error if a group is wrong. Returns the
/// table of counts.
pub fn run(folders: &[PathBuf], alone: bool, bounds: Bounds) -> Result<String> {
    thread::scope(|scope| {
        let work = || compare_all(folders, alone, bounds);
        let thread = thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work)?.join() {
            Ok(table) => table,
            Err(panic) => resume_unwind(panic),
        }
    })
}

fn compare_all(folders: &[PathBuf], alone: bool, bounds: Bounds) -> Result<String> {
    let own = SUITE.iter().filter(|_| !alone);
    let own: Vec<PathBuf> = own.map(|folder| root().join(folder)).collect();
    let mut counts = Counts::default();
    for model in find(&own)? {
        counts.add("the suite", &model, answer(&model, bounds));
    }
    for model in find(folders)? {
        counts.add("given folders", &model, answer(&model, bounds));
    }
    let wrong = counts.wrong;
    ensure!(wrong == 0, "{wrong} groups are wrong");
    Ok(counts.table())
}

fn answer(model: &Model, bounds: Bounds) -> Answer {
    let time = Duration::from_secs(bounds.seconds);
    let budget = Budget::default().until(Instant::now(), Some(time));
    match budget.limiting(|| compared(&model.path, model.language, bounds.states)) {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Answer::Skipped("refused".to_string()),
        Err(_) => Answer::Skipped("takes too long".to_string()),
    }
}

fn compared(path: &Path, language: Language, states: usize) -> Result<Answer> {
    let language = match language {
        Language::Murphi => MURPHI,
        Language::Promela => PROMELA,
    };
    let expected = Expectations::read(path)?;
    let options = Options {
        symmetry: DISCOVERED,
        ..Options::from_header(language, &expected.options)?
    };
    let text = std::fs::read_to_string(path)?;
    let model = Symmetric::of_text(&path.display().to_string(), &text, &options)?;
    Ok(match compare(&model, states) {
        Ok(comparisons) => Answer::Compared(comparisons),
        Err(why) => Answer::Skipped(why.to_string()),
    })
}

/// Models and groups by what came of them.
#[derive(Default)]
struct Counts {
    /// For each collection and language.
    rows: BTreeMap<(&'static str, &'static str), Row>,
    wrong: usize,
}

#[derive(Default)]
struct Row {
    compared: usize,
    /// Those with more than the identity.
    symmetric: usize,
    groups: BTreeMap<Outcome, usize>,
    skipped: BTreeMap<String, usize>,
}

impl Counts {
    fn add(&mut self, collection: &'static str, model: &Model, answer: Answer) {
        let language = match model.language {
            Language::Murphi => "Murphi",
            Language::Promela => "Promela",
        };
        let row = self.rows.entry((collection, language)).or_default();
        let name = model.path.strip_prefix(root()).unwrap_or(&model.path);
        match answer {
            Answer::Skipped(why) => {
                println!("{}: {why}", name.display());
                *row.skipped.entry(why).or_default() += 1;
            }
            Answer::Compared(comparisons) => {
                row.compared += 1;
                let mut all = comparisons.iter();
                row.symmetric += usize::from(all.any(|one| one.found.to_string() != "1"));
                for one in &comparisons {
                    println!("{}{}", name.display(), line(one));
                    *row.groups.entry(one.outcome).or_default() += 1;
                    self.wrong += usize::from(one.outcome == Outcome::Wrong);
                }
            }
        }
    }

    fn table(&self) -> String {
        let outcomes = [
            Outcome::Same,
            Outcome::Coincidence,
            Outcome::Unreachable,
            Outcome::Loss,
        ];
        let head = [
            "models of",
            "language",
            "compared",
            "with symmetry",
            "groups",
        ];
        let titles = outcomes.map(|outcome| outcome.to_string());
        let titles = titles.iter().map(String::as_str);
        let head: Vec<&str> = head
            .into_iter()
            .chain(titles)
            .chain(["not compared"])
            .collect();
        let rows = self.rows.iter().map(|((collection, language), row)| {
            let mut cells = vec![collection.to_string(), language.to_string()];
            let groups: usize = row.groups.values().sum();
            cells.extend([row.compared, row.symmetric, groups].map(|n| n.to_string()));
            let of = |outcome| row.groups.get(outcome).copied().unwrap_or_default();
            cells.extend(outcomes.iter().map(|outcome| of(outcome).to_string()));
            let skipped = row.skipped.iter().map(|(why, n)| format!("{n} {why}"));
            cells.push(skipped.collect::<Vec<_>>().join(", "));
            cells
        });
        table(&head, rows)
    }
}

/// A line for a group.
fn line(comparison: &Comparison) -> String {
    let Comparison {
        property,
        states,
        found,
        all,
        outcome,
        others,
        ..
    } = comparison;
    let property = property.iter().map(|name| format!(" with `{name}`"));
    let property: String = property.collect();
    let others = others.iter().map(|other| format!("\n    {other}"));
    let others: String = others.collect();
    format!("{property}: {outcome}, found {found} of {all}, {states} states{others}")
}
