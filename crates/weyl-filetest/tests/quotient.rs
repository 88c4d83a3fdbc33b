//! The quotient against the unreduced system: on every Murphi model, on sizes whose quotients are
//! known from the literature, and on random programs. Verdicts, the number of orbits, and every run
//! are compared by the self-check.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Executor, MURPHI};
use weyl_explore::Order;
use weyl_filetest::{
    Answer, Compared, DECLARED, Expectations, Options, Verdict, expectations, models,
    models_folder, parallel, random_seeds,
};
use weyl_modelgen::{MurphiOptions, murphi};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 300;

/// Of larger random programs only verdicts are compared, as far as they go.
const MOST_STATES: u64 = 20_000;

fn compared(path: &Path, options: &Options) -> Result<Compared> {
    let text = std::fs::read_to_string(path)?;
    let options = Options {
        symmetry: DECLARED,
        ..options.clone()
    };
    Compared::of_text(&path.display().to_string(), &text, &options)
}

fn agrees_with_its_header((path, expected): &(PathBuf, Expectations)) -> Result<()> {
    let options = Options::from_header(MURPHI, &expected.options)?;
    let compared = compared(path, &options)?;
    let name = path.display();
    let wanted = (expected.declared.states, expected.declared.order.clone());
    let has_symmetry = compared.order != "1";
    ensure!(
        !has_symmetry || wanted == (compared.orbits, Some(compared.order.clone())),
        "{name}: the header says {wanted:?}, the quotient has {compared:?}"
    );
    ensure!(
        has_symmetry || wanted == (None, None),
        "{name}: the header says {wanted:?}, the model has no symmetry"
    );
    Ok(())
}

/// The executor, threads and the order of search change nothing.
fn is_the_same_otherwise((path, expected): &(PathBuf, Expectations)) -> Result<()> {
    let options = Options {
        symmetry: DECLARED,
        ..Options::from_header(MURPHI, &expected.options)?
    };
    let answer = Answer::of_file(path, &options)?;
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
            other == answer,
            "{name}: {other:?}, not {answer:?}: {options:?}"
        );
    }
    let depth_first = Options {
        order: Order::DepthFirst,
        ..options
    };
    let other = Answer::of_file(path, &depth_first)?;
    let counts = |answer: &Answer| (answer.verdict, answer.states, answer.transitions);
    ensure!(
        counts(&other) == counts(&answer),
        "{name}, depth first: {other:?}"
    );
    Ok(())
}

#[test]
fn quotients_do_not_depend_on_the_search() {
    let models = models("murphi").expect("the models can be read");
    let symmetric = models
        .into_iter()
        .filter(|(_, header)| header.declared.states.is_some());
    let symmetric: Vec<_> = symmetric.collect();
    assert!(symmetric.len() >= 12, "symmetric models are missing");
    parallel::for_each(&symmetric, is_the_same_otherwise);
}

#[test]
fn every_murphi_model_agrees_with_its_quotient() {
    let models = models("murphi").expect("the models can be read");
    let quick: Vec<_> = models.into_iter().filter(|(_, e)| !e.slow).collect();
    let symmetric = quick.iter().filter(|(_, e)| e.declared.states.is_some());
    assert!(symmetric.count() >= 12, "symmetric models are missing");
    parallel::for_each(&quick, agrees_with_its_header);
}

/// Peterson's protocol and two-phase commit, with sizes computed elsewhere.
#[test]
fn known_quotients_come_out() {
    let known = [
        ("peterson-3", 3, 172),
        ("peterson-3", 4, 1_132),
        ("peterson-3", 5, 6_770),
        ("two-phase-commit-3", 3, 80),
        ("two-phase-commit-3", 5, 314),
        ("two-phase-commit-3", 7, 920),
    ];
    parallel::for_each(&known, |(model, size, orbits)| {
        let models = models("murphi")?;
        let mut models = models.iter();
        let found = models.find(|(path, _)| path.file_stem().is_some_and(|stem| stem == *model));
        let (path, expected) = found.context("the model is missing")?;
        let options = Options {
            constants: vec![("N".to_string(), *size)],
            ..Options::from_header(MURPHI, &expected.options)?
        };
        let compared = compared(path, &options)?;
        ensure!(
            compared.orbits == Some(*orbits),
            "{model}, N = {size}: {compared:?}"
        );
        Ok(())
    });
}

/// Quotients of systems that are too large to be explored as a whole in a test.
#[test]
fn large_quotients_are_finished() {
    let known = [
        ("peterson-3", "N", 6, 35_159),
        ("peterson-3", "N", 7, 163_298),
        ("mcs-lock-4", "N", 5, 2_083),
        ("german-3", "NODES", 5, 131_112),
    ];
    parallel::for_each(&known, |(model, constant, size, orbits)| {
        let path = models_folder("murphi").join(model).with_extension("m");
        let expected = expectations(&path)?;
        let options = Options {
            constants: vec![(constant.to_string(), *size)],
            symmetry: DECLARED,
            ..Options::from_header(MURPHI, &expected.options)?
        };
        let answer = Answer::of_file(&path, &options)?;
        ensure!(
            answer.states == *orbits,
            "{model}, {constant} = {size}: {answer:?}"
        );
        ensure!(answer.verdict == Verdict::Holds, "{model}: {answer:?}");
        Ok(())
    });
}

#[test]
fn random_programs_agree_with_their_quotients() {
    let seeds = random_seeds(PROGRAMS);
    let reduced = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let program = murphi(*seed, &MurphiOptions::default());
        let options = Options {
            max_states: Some(MOST_STATES),
            symmetry: DECLARED,
            ..Options::from_header(MURPHI, &[])?
        };
        let compared = Compared::of_text(&format!("seed {seed}"), &program.text, &options);
        let compared = compared.with_context(|| program.text)?;
        let is_reduced = compared
            .orbits
            .is_some_and(|orbits| orbits < compared.full_states);
        reduced.fetch_add(u64::from(is_reduced), Relaxed);
        Ok(())
    });
    let (reduced, all) = (reduced.into_inner(), seeds.len() as u64);
    println!("{reduced} of {all} programs have fewer orbits than states");
    assert!(all < 100 || reduced * 10 > all, "{reduced} of {all}");
}
