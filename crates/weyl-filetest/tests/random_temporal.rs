//! SPIN agrees with weyl on random formulas and random never claims about random Promela programs.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Language, SymmetrySource};
use weyl_explore::Fairness;
use weyl_filetest::{Answer, DISCOVERED, Options, Verdict, parallel, random_seeds, spin};
use weyl_modelgen::{PromelaOptions, formula, never_claim, promela};

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

/// The program with formulas, or with a never claim.
fn with_claims(seed: u64) -> String {
    let program = promela(seed, &SMALL);
    let atoms = program.atoms();
    let claims = match seed % 3 {
        0 => never_claim(seed, atoms),
        _ => (0..4).fold(String::new(), |text, number| {
            let formula = formula(seed * 4 + number, atoms, false);
            format!("{text}ltl f{number} {{ {formula} }}\n")
        }),
    };
    program.text + &claims
}

fn answer(text: &str, symmetry: SymmetrySource, fairness: Fairness) -> Result<Answer> {
    let options = Options {
        max_states: Some(MAX_STATES),
        symmetry,
        fairness,
        ..Options::from_header(Language::Promela, &[])?
    };
    Answer::of_text("random", text, &options)
}

fn compare(seed: u64, text: &str, folder: &Path, counts: &Counts) -> Result<()> {
    let plain = answer(text, SymmetrySource::Off, Fairness::None)?;
    let is_complete = |answer: &Answer| {
        let mut verdicts = answer.temporal.iter();
        verdicts.all(|(_, verdict)| *verdict != Verdict::Inconclusive)
    };
    if !is_complete(&plain) {
        return Ok(());
    }
    let reduced = answer(text, DISCOVERED, Fairness::None)?;
    ensure!(
        reduced.temporal == plain.temporal,
        "seed {seed}: {plain:?}, with symmetry {reduced:?}"
    );
    let weak = answer(text, DISCOVERED, Fairness::Weak)?;
    let own = folder.join(format!("seed-{seed}"));
    std::fs::create_dir(&own)?;
    let path = own.join("model.pml");
    std::fs::write(&path, text)?;
    let spin = spin::TemporalChecker::compile(&path, &own, &[])?;
    for ((name, ours), (_, fair)) in plain.temporal.iter().zip(&weak.temporal) {
        let of_claim = if name == "never" {
            vec![]
        } else {
            vec!["-N", name.as_str()]
        };
        let theirs = spin.finds_error(&[&["-a"], of_claim.as_slice()].concat())?;
        let about = format!("seed {seed}: `{name}` is {ours:?}, SPIN finds an error: {theirs}");
        ensure!(theirs == (*ours == Verdict::Violated), about);
        let fairly = spin.finds_error(&[&["-a", "-f"], of_claim.as_slice()].concat())?;
        if fairly != (*fair == Verdict::Violated) {
            println!(
                "FAIR seed {seed}: `{name}` is {fair:?} (unfair {ours:?}), SPIN: {fairly}\n{text}"
            );
        }
        counts.note(*ours, *fair);
    }
    Ok(())
}

impl Counts {
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
    parallel::for_each(&seeds, |seed| {
        let text = with_claims(*seed);
        if text.contains("trace {") || text.contains("_nr_pr") {
            return Ok(());
        }
        compare(*seed, &text, folder.path(), &counts).with_context(|| text)
    });
    println!(
        "{:?} {:?} {:?}",
        counts.holding, counts.violated, counts.saved_by_fairness
    );
}
