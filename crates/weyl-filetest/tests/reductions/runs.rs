//! Formulas about a part of a program, asked by themselves: what the rest does is not explored, and
//! whether it goes on for ever, ends, or is treated fairly has a say all the same.

use crate::{Counts, MOST_STATES, Said, drawn, fairness};
use anyhow::{Context, Result, ensure};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Effect, Executor, MURPHI, PROMELA, Reductions, Report, SymmetrySource, Verdict};
use weyl_filetest::{Options, parallel, random_seeds, report_of_text};
use weyl_ir::FrontEnd;
use weyl_modelgen::{Beside, formula, murphi_beside, promela_beside};
use weyl_system::Fairness;

/// Random programs of each language in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

struct Case {
    name: String,
    seed: u64,
    text: String,
    formula: String,
    fairness: Fairness,
    fair_rules: Vec<String>,
    language: &'static dyn FrontEnd,
}

/// What became of slices.
#[derive(Default)]
struct Slices {
    used: AtomicU64,
    /// The whole program was asked again.
    unconfirmed: AtomicU64,
    /// A run of the slice was enough.
    confirmed: AtomicU64,
    /// There were more states than the limit.
    cut: AtomicU64,
}

impl Slices {
    fn note(&self, report: &Report) {
        let slice = report.reductions.iter().find(|one| one.name == "slice");
        let is_violated = matches!(report.properties[0].verdict, Verdict::Violated(_));
        match slice.map(|one| &one.effect) {
            Some(Effect::Sliced { .. }) => {
                self.used.fetch_add(1, Relaxed);
                self.confirmed.fetch_add(u64::from(is_violated), Relaxed);
            }
            Some(Effect::LeftOut(reason)) if reason.contains("not confirmed") => {
                self.unconfirmed.fetch_add(1, Relaxed);
            }
            _ => {}
        }
    }
}

impl Case {
    fn options(&self) -> Result<Options> {
        Ok(Options {
            max_states: Some(MOST_STATES),
            fairness: self.fairness,
            fair_rules: self.fair_rules.clone(),
            formulas: vec![self.formula.clone()],
            ..Options::from_header(self.language, &[])?
        })
    }
}

fn compare(case: &Case, counts: &Counts, slices: &Slices) -> Result<()> {
    let written = report_of_text(&case.name, &case.text, &case.options()?)?;
    let wanted = Said::of(&written);
    if wanted.rows.iter().any(|(_, said)| said == "is open") {
        return Ok(());
    }
    let alone = Reductions {
        slice: true,
        ..Reductions::NONE
    };
    let alone = (SymmetrySource::Off, alone);
    let others = drawn(case.seed).into_iter().filter(|one| *one != alone);
    for (number, (symmetry, reductions)) in [alone].into_iter().chain(others).enumerate() {
        let options = Options {
            symmetry,
            reductions,
            threads: [1, 2, 4][(case.seed as usize + number) % 3],
            executor: if (case.seed + number as u64).is_multiple_of(4) {
                Executor::Interpreter
            } else {
                Executor::Best
            },
            ..case.options()?
        };
        let report = report_of_text(&case.name, &case.text, &options)?;
        let said = Said::of(&report);
        // A formula alone is answered when all states are there, which may be more than a search
        // along runs has seen when it finds one.
        if reductions.por && !report.complete && said.rows.iter().all(|(_, said)| said == "is open")
        {
            slices.cut.fetch_add(1, Relaxed);
            continue;
        }
        ensure!(
            said == wanted,
            "{}: {symmetry:?}, {reductions:?}, {:?}: {said:?}, as it was written {wanted:?}",
            case.name,
            case.fairness
        );
        slices.note(&report);
        counts.compared.fetch_add(1, Relaxed);
        let is_smaller = report.statistics.states < written.statistics.states;
        counts.smaller.fetch_add(u64::from(is_smaller), Relaxed);
    }
    let is_violated = wanted.rows.iter().any(|(_, said)| said == "is violated");
    counts.violated.fetch_add(u64::from(is_violated), Relaxed);
    Ok(())
}

fn cases(language: &'static dyn FrontEnd, make: fn(u64) -> Beside) -> Vec<Case> {
    let seeds = random_seeds(PROGRAMS).into_iter();
    let cases = seeds.map(|seed| {
        let Beside { text, .. } = make(seed);
        let atoms = make(seed).atoms(seed);
        let fairness = fairness(seed / 2);
        let is_to_one = fairness != Fairness::None && seed.is_multiple_of(3);
        let fair_rules = is_to_one && !language.language().has_processes;
        Case {
            name: format!("beside-{seed}"),
            seed,
            formula: formula(seed, &atoms, seed.is_multiple_of(7)),
            text,
            fairness,
            fair_rules: fair_rules.then(|| "r00".to_string()).into_iter().collect(),
            language,
        }
    });
    cases.collect()
}

fn compare_all(cases: &[Case]) {
    let (counts, slices) = (Counts::default(), Slices::default());
    parallel::for_each(cases, |case| {
        compare(case, &counts, &slices)
            .with_context(|| format!("{}\nformula {}", case.text, case.formula))
    });
    let [used, confirmed, unconfirmed] =
        [&slices.used, &slices.confirmed, &slices.unconfirmed].map(|one| one.load(Relaxed));
    println!("{counts:?}; {used} slices, {confirmed} runs completed, {unconfirmed} not confirmed");
    let programs = cases.len() as u64;
    let cut = slices.cut.load(Relaxed);
    assert!(cut <= 8 + programs / 20, "{cut} comparisons were cut");
    if programs >= PROGRAMS {
        assert!(used >= programs / 2 && confirmed >= programs / 4);
        assert!(unconfirmed >= programs / 50 && unconfirmed < used);
    }
}

#[test]
fn parts_of_promela_programs() {
    compare_all(&cases(PROMELA, promela_beside));
}

#[test]
fn parts_of_murphi_programs() {
    compare_all(&cases(MURPHI, murphi_beside));
}
