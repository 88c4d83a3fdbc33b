//! Every model answers what its header says, whatever the executor, the number of threads and the
//! order of search.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::ExitCode;
use weyl::expectations::blessed;
use weyl_check::{Executor, MURPHI, PROMELA};
use weyl_explore::{Order, Storing};
use weyl_filetest::fixtures::{self, same};
use weyl_filetest::{Answer, Expectations, Options, Verdict, models};
use weyl_ir::FrontEnd;
use weyl_system::Fairness;

fn answers_its_header(
    language: &'static dyn FrontEnd,
    path: &Path,
    expected: &Expectations,
) -> Result<()> {
    let options = Options::from_header(language, &expected.options)?;
    let answer = Answer::of_file(path, &options)?;
    if std::env::var_os("WEYL_BLESS").is_some() {
        bless(language, path, &answer)?;
        return Ok(());
    }
    let verdict = expected.verdict.context("the header expects no verdict")?;
    // Where SPIN has no counts to compare with, the header may do without them.
    let has_counts = expected.full.states.is_some() || expected.not_for_spin.is_none();
    let (states, transitions) = if has_counts {
        (expected.full.states, expected.full.transitions)
    } else {
        (Some(answer.states), Some(answer.transitions))
    };
    let mut violated: Vec<&str> = expected.violated.iter().map(String::as_str).collect();
    violated.sort_unstable();
    let wanted = outline(verdict, states, transitions, &violated);
    let (states, transitions) = (Some(answer.states), Some(answer.transitions));
    let found = outline(
        answer.verdict,
        states,
        transitions,
        &answer.violated_names(),
    );
    same("the header and the answer:", &wanted, &found)?;
    answers_the_same_otherwise(path, &options, &answer)
}

/// What headers say, a line each.
fn outline(
    verdict: Verdict,
    states: Option<u64>,
    transitions: Option<u64>,
    violated: &[&str],
) -> String {
    let counts = format!("states {states:?}\ntransitions {transitions:?}");
    format!("{verdict:?}\n{counts}\nviolated {violated:?}")
}

fn bless(language: &dyn FrontEnd, path: &Path, answer: &Answer) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let counts = [
        ("full-states", vec![answer.states.to_string()]),
        ("full-transitions", vec![answer.transitions.to_string()]),
    ];
    let blessed = blessed(&text, language.language().comment, &counts)?;
    Ok(std::fs::write(path, blessed)?)
}

fn answers_the_same_otherwise(path: &Path, options: &Options, answer: &Answer) -> Result<()> {
    let name = path.display();
    let interpreted = Options {
        executor: Executor::Interpreter,
        ..options.clone()
    };
    let threaded = [2, 5].map(|threads| Options {
        threads,
        ..options.clone()
    });
    for options in [interpreted].iter().chain(&threaded) {
        let other = Answer::of_file(path, options)?;
        ensure!(
            other == *answer,
            "{name}: {other:?}, not {answer:?}: {options:?}"
        );
    }
    let depth_first = Options {
        order: Order::DepthFirst,
        ..options.clone()
    };
    let other = Answer::of_file(path, &depth_first)?;
    let counts = |answer: &Answer| (answer.verdict, answer.states, answer.transitions);
    ensure!(
        counts(&other) == counts(answer),
        "{name}, depth first: {other:?}"
    );
    ensure!(
        other.violated_names() == answer.violated_names(),
        "{name}: {other:?}"
    );
    finds_the_same_by_fingerprints(path, options)
}

/// The same states, the same violations with runs of the same lengths, and never a claim that a
/// property holds.
fn finds_the_same_by_fingerprints(path: &Path, options: &Options) -> Result<()> {
    let exact = Options {
        safety_only: true,
        fairness: Fairness::None,
        fair_rules: Vec::new(),
        ..options.clone()
    };
    let compact = Options {
        storing: Storing::Compact,
        threads: 2,
        ..exact.clone()
    };
    let mut expected = Answer::of_file(path, &exact)?;
    if expected.verdict == Verdict::Holds {
        expected.verdict = Verdict::Inconclusive;
    }
    let found = Answer::of_file(path, &compact)?;
    let name = path.display();
    ensure!(
        found == expected,
        "{name}, fingerprints: {found:?}, not {expected:?}"
    );
    Ok(())
}

fn main() -> ExitCode {
    let suite = |folder: &str, least: usize, language: &'static dyn FrontEnd| {
        let models = models(folder).expect("the models can be read");
        let test = move |path: &Path, expected: &Expectations| {
            answers_its_header(language, path, expected)
        };
        fixtures::suite(folder, least, models, test)
    };
    fixtures::run(vec![
        suite("murphi", 20, MURPHI),
        // One trap of the language each.
        suite("promela-small", 150, PROMELA),
        suite("promela", 25, PROMELA),
    ])
}
