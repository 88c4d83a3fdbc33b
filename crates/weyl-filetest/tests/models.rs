//! Every model answers what its header says, whatever the executor, the number of threads and the order of search.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use weyl_check::{Executor, MURPHI, PROMELA};
use weyl_explore::{Order, Storing};
use weyl_filetest::{Answer, Expectations, Options, Verdict, models, parallel};
use weyl_ir::FrontEnd;

fn answers_its_header(
    language: &'static dyn FrontEnd,
    (path, expected): &(PathBuf, Expectations),
) -> Result<()> {
    let options = Options::from_header(language, &expected.options)?;
    let answer = Answer::of_file(path, &options)?;
    if std::env::var_os("WEYL_BLESS").is_some() {
        bless(path, &answer)?;
        return Ok(());
    }
    let name = path.display();
    let verdict = expected
        .verdict
        .with_context(|| format!("{name} expects no verdict"))?;
    ensure!(answer.verdict == verdict, "{name}: {answer:?}");
    // Where SPIN has no counts to compare with, the header may do without them.
    let has_counts = expected.states.is_some() || expected.not_for_spin.is_none();
    let counts = (Some(answer.states), Some(answer.transitions));
    ensure!(
        !has_counts || counts == (expected.states, expected.transitions),
        "{name}: {answer:?}"
    );
    let mut violated = expected.violated.clone();
    violated.sort();
    ensure!(answer.violated_names() == violated, "{name}: {answer:?}");
    answers_the_same_otherwise(path, &options, &answer)
}

fn bless(path: &Path, answer: &Answer) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let blessed = Expectations::bless(&text, answer.states, answer.transitions);
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

/// The same states, the same violations with runs of the same lengths, and never a claim that a property holds.
fn finds_the_same_by_fingerprints(path: &Path, options: &Options) -> Result<()> {
    let exact = Options {
        safety_only: true,
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

#[test]
fn every_murphi_model_answers_its_header() {
    let models = models("murphi").expect("the models can be read");
    assert!(models.len() >= 20, "models are missing");
    parallel::for_each(&models, |model| answers_its_header(MURPHI, model));
}

/// One trap of the language each.
#[test]
fn every_small_promela_model_answers_its_header() {
    let models = models("promela-small").expect("the models can be read");
    assert!(models.len() >= 150, "models are missing");
    parallel::for_each(&models, |model| answers_its_header(PROMELA, model));
}

#[test]
fn every_promela_model_answers_its_header() {
    let models = models("promela").expect("the models can be read");
    assert!(models.len() >= 25, "models are missing");
    parallel::for_each(&models, |model| answers_its_header(PROMELA, model));
}
