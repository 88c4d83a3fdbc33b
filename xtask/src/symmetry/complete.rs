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
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, murphi, murphi_topology, promela, promela_topology,
};

/// Where the models of the suite are.
const SUITE: [&str; 2] = ["models", "crates/weyl-filetest/tests/discovery"];

const SUITE_NAME: &str = "the suite";

/// What is compared beside the models of the suite, and how far models are explored.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    pub folders: &'a [PathBuf],
    /// Without the models of the suite.
    pub alone: bool,
    /// So many random programs of each sort.
    pub random: u64,
    pub states: usize,
    pub seconds: u64,
}

/// A text to be compared.
struct Subject {
    collection: &'static str,
    /// Its path, if it has one: others may be included.
    name: String,
    text: String,
    language: Language,
}

/// Texts may be nested deeply, and the readers with them.
const STACK: usize = 1 << 29;

/// What came of a model.
enum Answer {
    Compared(Vec<Comparison>),
    /// Why not.
    Skipped(String),
}

/// Compares all models; an error if a group is wrong. Returns the tables.
pub fn run(extent: &Extent<'_>) -> Result<String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, || compare_all(extent))?.join() {
            Ok(table) => table,
            Err(panic) => resume_unwind(panic),
        }
    })
}

fn compare_all(extent: &Extent<'_>) -> Result<String> {
    let own = SUITE.iter().filter(|_| !extent.alone);
    let own: Vec<PathBuf> = own.map(|folder| root().join(folder)).collect();
    let mut subjects = read(SUITE_NAME, &own)?;
    subjects.extend(read("given folders", extent.folders)?);
    subjects.extend((0..extent.random).flat_map(random));
    let mut counts = Counts::default();
    for subject in subjects {
        let answer = answer(&subject, extent);
        counts.add(&subject, answer);
    }
    let wrong = counts.wrong;
    ensure!(wrong == 0, "{wrong} groups are wrong");
    Ok(format!("{}\n\n{}", counts.table(), counts.listed()))
}

fn read(collection: &'static str, folders: &[PathBuf]) -> Result<Vec<Subject>> {
    let subject = |model: Model| {
        let text = std::fs::read(&model.path)?;
        Ok(Subject {
            collection,
            name: model.path.display().to_string(),
            text: String::from_utf8_lossy(&text).into_owned(),
            language: model.language,
        })
    };
    find(folders)?.into_iter().map(subject).collect()
}

/// The random programs of a seed.
fn random(seed: u64) -> [Subject; 4] {
    let small = PromelaOptions {
        process_types: 2,
        statements: 2,
        failing_assertions: true,
    };
    let subject = |kind: &str, language, text| Subject {
        collection: "random programs",
        name: format!("{kind} {seed}"),
        text,
        language,
    };
    let (murphi_text, promela_text) = (
        murphi(seed, &MurphiOptions::default()).text,
        promela(seed, &small).text,
    );
    [
        subject("Murphi program", Language::Murphi, murphi_text),
        subject("Promela program", Language::Promela, promela_text),
        subject("Murphi graph", Language::Murphi, murphi_topology(seed).text),
        subject(
            "Promela graph",
            Language::Promela,
            promela_topology(seed).text,
        ),
    ]
}

fn answer(subject: &Subject, extent: &Extent<'_>) -> Answer {
    let time = Duration::from_secs(extent.seconds);
    let budget = Budget::default().until(Instant::now(), Some(time));
    match budget.limiting(|| compared(subject, extent.states)) {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Answer::Skipped("refused".to_string()),
        Err(_) => Answer::Skipped("takes too long".to_string()),
    }
}

fn compared(subject: &Subject, states: usize) -> Result<Answer> {
    let language = match subject.language {
        Language::Murphi => MURPHI,
        Language::Promela => PROMELA,
    };
    let expected = Expectations::parse(&subject.text)?;
    let options = Options {
        symmetry: DISCOVERED,
        ..Options::from_header(language, &expected.options)?
    };
    let model = Symmetric::of_text(&subject.name, &subject.text, &options)?;
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
    /// Models of the suite in which something was not found.
    differences: Vec<Vec<String>>,
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
    fn add(&mut self, subject: &Subject, answer: Answer) {
        let language = match subject.language {
            Language::Murphi => "Murphi",
            Language::Promela => "Promela",
        };
        let row = self.rows.entry((subject.collection, language));
        let row = row.or_default();
        let name = Path::new(&subject.name);
        let name = name.strip_prefix(root()).unwrap_or(name).display();
        match answer {
            Answer::Skipped(why) => {
                println!("{name}: {why}");
                *row.skipped.entry(why).or_default() += 1;
            }
            Answer::Compared(comparisons) => {
                row.compared += 1;
                let mut all = comparisons.iter();
                row.symmetric += usize::from(all.any(|one| one.found.to_string() != "1"));
                for one in &comparisons {
                    println!("{name}{}", line(one));
                    *row.groups.entry(one.outcome).or_default() += 1;
                    if subject.collection == SUITE_NAME && one.outcome != Outcome::Same {
                        self.differences.push(difference(&name.to_string(), one));
                    }
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

    /// The differences in the suite, those of one kind together.
    fn listed(&self) -> String {
        let mut rows = self.differences.clone();
        rows.sort_by(|one, other| one.last().cmp(&other.last()));
        table(&["model", "found", "all", "difference"], rows)
    }
}

/// A row for a group that was not found.
fn difference(name: &str, comparison: &Comparison) -> Vec<String> {
    let Comparison {
        property,
        found,
        all,
        outcome,
        ..
    } = comparison;
    let short = name.strip_prefix(SUITE[1]).unwrap_or(name);
    let short = short.trim_start_matches('/');
    let property = property.iter().map(|name| format!(" with `{name}`"));
    let title = format!("{short}{}", property.collect::<String>());
    vec![
        title,
        found.to_string(),
        all.to_string(),
        outcome.to_string(),
    ]
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
