//! Processes that have ended may stay where nobody sees it: every verdict is the same as if they
//! were removed.

use anyhow::{Context, Result, ensure};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{PROMELA, SymmetrySource, Termination};
use weyl_filetest::{Answer, Options, Verdict, models, parallel, program, random_seeds};
use weyl_ir::Capacity;
use weyl_modelgen::{PromelaOptions, promela};
use weyl_symmetry::{may_end, staying};

/// Larger models are left out.
const MOST_STATES: u64 = 30_000;
const STATES_OF_RANDOM: u64 = 5_000;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 400;

/// Whether processes end, can stay unseen, and the verdicts with and without them are the same.
fn is_unseen(name: &str, text: &str, options: &Options) -> Result<bool> {
    let model = program(PROMELA, name, text, Capacity::MOST)?.model;
    if !may_end(&model) || staying(&model).is_err() {
        return Ok(false);
    }
    let [spin, stay] = [Termination::Spin, Termination::Stay].map(|termination| {
        let options = Options {
            symmetry: SymmetrySource::Off,
            termination,
            ..options.clone()
        };
        Answer::of_text(name, text, &options)
    });
    let (spin, stay) = (spin?, stay?);
    if spin.verdict == Verdict::Inconclusive || stay.verdict == Verdict::Inconclusive {
        return Ok(false);
    }
    ensure!(
        (spin.verdict, spin.violated_names()) == (stay.verdict, stay.violated_names()),
        "{spin:?} if they are removed, {stay:?} if they stay"
    );
    Ok(true)
}

#[test]
fn verdicts_of_models_are_the_same() {
    let all = models("promela").expect("the models can be read");
    let small = models("promela-small").expect("the models can be read");
    let all = all.into_iter().chain(small);
    let is_small = |states: Option<u64>| states.is_none_or(|states| states <= MOST_STATES);
    let all: Vec<_> = all
        .filter(|(_, expected)| is_small(expected.states))
        .collect();
    let compared = AtomicU64::new(0);
    parallel::for_each(&all, |(path, expected)| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        let options = Options {
            max_states: Some(MOST_STATES * 2),
            ..Options::from_header(PROMELA, &expected.options)?
        };
        let is_unseen = is_unseen(&name, &text, &options).context(name)?;
        compared.fetch_add(u64::from(is_unseen), Relaxed);
        Ok(())
    });
    let compared = compared.into_inner();
    println!("{compared} models were compared");
    assert!(compared >= 20, "only {compared} models were compared");
}

#[test]
fn verdicts_of_random_programs_are_the_same() {
    let small = PromelaOptions {
        process_types: 2,
        statements: 2,
        failing_assertions: true,
    };
    let seeds = random_seeds(PROGRAMS);
    let compared = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let text = promela(*seed, &small).text;
        let options = Options {
            max_states: Some(STATES_OF_RANDOM),
            ..Options::from_header(PROMELA, &[])?
        };
        let is_unseen = is_unseen(&format!("seed {seed}"), &text, &options);
        let is_unseen = is_unseen.with_context(|| text)?;
        compared.fetch_add(u64::from(is_unseen), Relaxed);
        Ok(())
    });
    let (compared, all) = (compared.into_inner(), seeds.len() as u64);
    println!("{compared} of {all} programs were compared");
    assert!(all < 100 || compared * 20 >= all, "{compared} of {all}");
}
