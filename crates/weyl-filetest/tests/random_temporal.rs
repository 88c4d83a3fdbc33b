//! SPIN agrees with weyl on random formulas and random never claims about random Promela programs.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{PROMELA, SymmetrySource};
use weyl_filetest::{Answer, DISCOVERED, Options, Verdict, parallel, random_seeds, spin};
use weyl_modelgen::{PromelaOptions, formula, never_claim, promela, promela_topology};
use weyl_system::Fairness;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 60;

/// Larger programs are left out.
const MAX_STATES: u64 = 5_000;

/// A failed assertion would end SPIN's search.
const SMALL: PromelaOptions = PromelaOptions {
    process_types: 2,
    statements: 2,
    failing_assertions: false,
};

/// How many properties were compared.
#[derive(Default)]
struct Counts {
    holding: AtomicU64,
    violated: AtomicU64,
    saved_by_fairness: AtomicU64,
}

/// A program with formulas, or with a never claim.
struct Case {
    name: String,
    text: String,
    /// Where a run ends, or a process has a `provided` clause, SPIN's search for fair runs misses
    /// some.
    has_spin_fairness: bool,
}

fn claims(seed: u64, atoms: &[String]) -> String {
    match seed % 3 {
        0 => never_claim(seed, atoms),
        _ => (0..4).fold(String::new(), |text, number| {
            let formula = formula(seed * 4 + number, atoms, false);
            format!("{text}ltl f{number} {{ {formula} }}\n")
        }),
    }
}

const FOREVER: &str = "active proctype Forever() { do :: skip; skip od }\n";

/// SPIN counts the claim among the processes (`_nr_pr`).
fn random_case(seed: u64) -> Option<Case> {
    let program = promela(seed, &SMALL);
    let text = program.text.replace("_nr_pr", "3");
    let is_endless = seed % 2 == 1;
    let forever = if is_endless { FOREVER } else { "" };
    let is_traced = text.contains("trace {");
    (!is_traced).then(|| Case {
        name: format!("random-{seed}"),
        has_spin_fairness: is_endless && !text.contains("provided"),
        text: text + forever + &claims(seed, program.atoms()),
    })
}

fn symmetric_case(seed: u64) -> Case {
    let topology = promela_topology(seed);
    Case {
        name: format!("topology-{seed}"),
        text: topology.text + &claims(seed, &topology.atoms),
        has_spin_fairness: false,
    }
}

fn answer(text: &str, symmetry: SymmetrySource, fairness: Fairness) -> Result<Answer> {
    let options = Options {
        max_states: Some(MAX_STATES),
        symmetry,
        fairness,
        ..Options::from_header(PROMELA, &[])?
    };
    Answer::of_text("random", text, &options)
}

fn is_complete(answer: &Answer) -> bool {
    let mut verdicts = answer.temporal.iter();
    verdicts.all(|(_, verdict)| *verdict != Verdict::Inconclusive)
}

fn compare(case: &Case, folder: &Path, counts: &Counts) -> Result<()> {
    let plain = answer(&case.text, SymmetrySource::Off, Fairness::None)?;
    if !is_complete(&plain) {
        return Ok(());
    }
    let reduced = answer(&case.text, DISCOVERED, Fairness::None)?;
    // What is known where a limit is reached may be enough, and with symmetry something else is.
    if !is_complete(&reduced) {
        return Ok(());
    }
    ensure!(
        reduced.temporal == plain.temporal,
        "{}: {plain:?}, with symmetry {reduced:?}",
        case.name
    );
    let fair = answer(&case.text, DISCOVERED, Fairness::Weak)?;
    let own = folder.join(&case.name);
    std::fs::create_dir(&own)?;
    let path = own.join("model.pml");
    std::fs::write(&path, &case.text)?;
    let spin = spin::TemporalChecker::compile(&path, &own, &["-DNFAIR=3"])?;
    for ((property, ours), (_, fairly)) in plain.temporal.iter().zip(&fair.temporal) {
        agrees(case, &spin, property, *ours, &["-a"])?;
        if case.has_spin_fairness {
            agrees(case, &spin, property, *fairly, &["-a", "-f"])?;
        }
        counts.note(*ours, *fairly);
    }
    Ok(())
}

fn agrees(
    case: &Case,
    spin: &spin::TemporalChecker,
    property: &str,
    ours: Verdict,
    options: &[&str],
) -> Result<()> {
    let which: &[&str] = match property {
        "never" => &[],
        formula => &["-N", formula],
    };
    let theirs = spin.finds_error(&[options, which].concat())?;
    ensure!(
        theirs.is_none_or(|found| found == (ours == Verdict::Violated)),
        "{}: `{property}` is {ours:?}; with {options:?} SPIN finds an error: {theirs:?}",
        case.name
    );
    Ok(())
}

impl Counts {
    fn are_enough(self, programs: u64) {
        let holding = self.holding.into_inner();
        let violated = self.violated.into_inner();
        let saved = self.saved_by_fairness.into_inner();
        println!("{holding} hold, {saved} under fairness only, {violated} are violated");
        assert!(programs < PROGRAMS || (holding >= programs && violated >= programs / 2));
    }

    fn note(&self, ours: Verdict, fair: Verdict) {
        let count = match (ours, fair) {
            (Verdict::Holds, _) => &self.holding,
            (_, Verdict::Holds) => &self.saved_by_fairness,
            _ => &self.violated,
        };
        count.fetch_add(1, Relaxed);
    }
}

#[test]
fn spin_agrees_on_random_temporal_properties() {
    if !spin::is_installed() {
        eprintln!("skipped: spin or cc is not installed");
        return;
    }
    let seeds = random_seeds(PROGRAMS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counts = Counts::default();
    let random = seeds.iter().filter_map(|seed| random_case(*seed));
    let symmetric = seeds.iter().step_by(4).map(|seed| symmetric_case(*seed));
    let cases: Vec<Case> = random.chain(symmetric).collect();
    parallel::for_each(&cases, |case| {
        compare(case, folder.path(), &counts).with_context(|| case.text.clone())
    });
    counts.are_enough(seeds.len() as u64);
}
