//! Every combination of reductions says the same as the model as it was written: the verdict of
//! each property, the assertions that fail, the rules that are reached; and every run replays
//! there, or there would be no verdict.

#[path = "reductions/runs.rs"]
mod runs;
#[path = "reductions/runs_aimed.rs"]
mod runs_aimed;

use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Executor, MURPHI, PROMELA, Reductions, Report, SymmetrySource};
use weyl_filetest::{DISCOVERED, Options, models, parallel, random_seeds, report_of_text};
use weyl_ir::FrontEnd;
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, formula, murphi, murphi_layers, never_claim, promela,
    promela_families, promela_orders, promela_wirings, promela_work,
};
use weyl_system::Fairness;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

/// Larger programs are left out.
const MOST_STATES: u64 = 20_000;

/// Each model draws so many combinations of reductions; `WEYL_SLOW` has all of them.
const DRAWN: u64 = 4;

/// What must not depend on reductions.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    /// Names and verdicts; a name may have several rows, of which symmetry may leave out some.
    rows: BTreeSet<(String, String)>,
}

impl Said {
    fn of(report: &Report) -> Said {
        let verdict = |row: &weyl_check::PropertyResult| match row.verdict {
            weyl_check::Verdict::Holds => "holds",
            weyl_check::Verdict::Violated(_) => "is violated",
            weyl_check::Verdict::Inconclusive(_) => "is open",
        };
        let rows = report.properties.iter();
        let rows = rows.map(|row| (row.name.clone(), verdict(row).to_string()));
        Said {
            rows: rows.collect(),
        }
    }
}

/// Statements that were never executed.
fn unreached(report: &Report) -> BTreeSet<(Option<String>, String)> {
    let unreached = report.unreached();
    let unreached = unreached.map(|rule| (rule.process.clone(), rule.name.clone()));
    unreached.collect()
}

/// All combinations but the one that reduces nothing.
fn combinations() -> Vec<(SymmetrySource, Reductions)> {
    let mut all = Vec::new();
    for symmetry in [SymmetrySource::Off, DISCOVERED] {
        for number in 0..16 {
            let reductions = Reductions {
                slice: number & 1 != 0,
                live: number & 2 != 0,
                merge: number & 4 != 0,
                por: number & 8 != 0,
            };
            all.push((symmetry, reductions));
        }
    }
    all.retain(|one| *one != (SymmetrySource::Off, Reductions::NONE));
    all
}

fn is_slow() -> bool {
    std::env::var_os("WEYL_SLOW").is_some()
}

fn drawn(seed: u64) -> Vec<(SymmetrySource, Reductions)> {
    let all = combinations();
    if is_slow() || all.len() as u64 <= DRAWN {
        return all;
    }
    let first = (seed % all.len() as u64) as usize;
    let round = all.iter().cycle().skip(first);
    let step = 1 + (seed / 7 % 2) as usize;
    round.step_by(step).take(DRAWN as usize).copied().collect()
}

struct Case {
    name: String,
    seed: u64,
    text: String,
    language: &'static dyn FrontEnd,
    options: Vec<String>,
    /// As the header has it, if nothing is said.
    fairness: Option<Fairness>,
    max_states: Option<u64>,
}

impl Case {
    fn options(&self) -> Result<Options> {
        let options = Options::from_header(self.language, &self.options)?;
        Ok(Options {
            max_states: self.max_states.or(options.max_states),
            fairness: self.fairness.unwrap_or(options.fairness),
            ..options
        })
    }
}

/// How many comparisons were made, and in how many of them there were fewer states.
#[derive(Default)]
struct Counts {
    compared: AtomicU64,
    smaller: AtomicU64,
    violated: AtomicU64,
}

fn compare(case: &Case, counts: &Counts) -> Result<()> {
    let written = report_of_text(&case.name, &case.text, &case.options()?)?;
    if !written.complete {
        return Ok(());
    }
    let wanted = Said::of(&written);
    for (number, (symmetry, reductions)) in drawn(case.seed).into_iter().enumerate() {
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
        let how = format!("{}: {symmetry:?}, {reductions:?}", case.name);
        ensure!(
            said == wanted,
            "{how}: {said:?}, as it was written {wanted:?}"
        );
        if symmetry == SymmetrySource::Off {
            let (ours, theirs) = (unreached(&report), unreached(&written));
            ensure!(ours == theirs, "{how}: unreached {ours:?}, not {theirs:?}");
        }
        counts.compared.fetch_add(1, Relaxed);
        let is_smaller = report.statistics.states < written.statistics.states;
        counts.smaller.fetch_add(u64::from(is_smaller), Relaxed);
    }
    let is_violated = wanted.rows.iter().any(|(_, said)| said == "is violated");
    counts.violated.fetch_add(u64::from(is_violated), Relaxed);
    Ok(())
}

/// The same for each property by itself: what has no say in it may be left out.
fn compare_each(case: &Case, counts: &Counts) -> Result<()> {
    let written = report_of_text(&case.name, &case.text, &case.options()?)?;
    if !written.complete {
        return Ok(());
    }
    let is_about_states = |row: &&weyl_check::PropertyResult| {
        row.kind != weyl_check::Kind::Temporal && row.span.is_some()
    };
    let rows = written.properties.iter().filter(is_about_states);
    let names: BTreeSet<String> = rows.map(|row| row.name.clone()).collect();
    for name in names {
        let alone = Options {
            properties: vec![name],
            ..case.options()?
        };
        // A property may have no name of its own: an assertion that failed.
        let Ok(written) = report_of_text(&case.name, &case.text, &alone) else {
            continue;
        };
        for (symmetry, reductions) in drawn(case.seed) {
            let options = Options {
                symmetry,
                reductions,
                ..alone.clone()
            };
            let report = report_of_text(&case.name, &case.text, &options)?;
            let (said, wanted) = (Said::of(&report), Said::of(&written));
            let how = format!("{}: {symmetry:?}, {reductions:?}", case.name);
            ensure!(said == wanted, "{how}: {said:?}, not {wanted:?}");
            counts.compared.fetch_add(1, Relaxed);
            let is_smaller = report.statistics.states < written.statistics.states;
            let is_alone = symmetry == SymmetrySource::Off && !reductions.live;
            counts
                .smaller
                .fetch_add(u64::from(is_smaller && is_alone), Relaxed);
        }
    }
    Ok(())
}

fn compare_all(cases: &[Case]) -> Counts {
    let counts = Counts::default();
    parallel::for_each(cases, |case| {
        compare(case, &counts).with_context(|| case.text.clone())
    });
    println!("{counts:?}");
    counts
}

impl std::fmt::Debug for Counts {
    fn fmt(&self, into: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [compared, smaller, violated] =
            [&self.compared, &self.smaller, &self.violated].map(|count| count.load(Relaxed));
        write!(
            into,
            "{compared} comparisons, {smaller} with fewer states, {violated} violated programs"
        )
    }
}

fn fairness(seed: u64) -> Fairness {
    match seed % 6 {
        0 => Fairness::Weak,
        1 => Fairness::Strong,
        _ => Fairness::None,
    }
}

/// Formulas, every other time with one that counts steps, or a never claim.
fn claims(seed: u64, atoms: &[String]) -> String {
    if seed.is_multiple_of(9) {
        return never_claim(seed, atoms);
    }
    (0..3).fold(String::new(), |text, number| {
        let has_next = number == 2 && seed.is_multiple_of(5);
        let formula = formula(seed * 3 + number, atoms, has_next);
        format!("{text}ltl f{number} {{ {formula} }}\n")
    })
}

fn promela_case(name: &str, seed: u64, text: String) -> Case {
    let has_claims = text.contains("ltl ") || text.contains("never ");
    Case {
        name: format!("{name}-{seed}"),
        seed,
        text,
        language: PROMELA,
        options: Vec::new(),
        fairness: has_claims.then(|| fairness(seed)),
        max_states: Some(MOST_STATES),
    }
}

/// Local work between what others see.
#[test]
fn work_of_ones_own() {
    let seeds = random_seeds(PROGRAMS * 2);
    let cases = seeds.iter().map(|seed| {
        let work = promela_work(*seed);
        let text = work.text + &claims(*seed, &work.atoms);
        promela_case("work", *seed, text)
    });
    let cases: Vec<Case> = cases.collect();
    let counts = compare_all(&cases);
    let programs = seeds.len() as u64;
    assert!(programs < PROGRAMS || counts.smaller.load(Relaxed) >= programs / 2);
    assert!(programs < PROGRAMS || counts.violated.load(Relaxed) >= programs / 8);
}

/// Processes whose steps commute, or almost, and such that are told their channels and elements.
#[test]
fn orders_and_wirings() {
    let seeds = random_seeds(PROGRAMS);
    let orders = seeds.iter();
    let orders = orders.map(|seed| promela_case("orders", *seed, promela_orders(*seed)));
    let wirings = seeds.iter();
    let wirings = wirings.map(|seed| promela_case("wirings", *seed, promela_wirings(*seed)));
    let cases: Vec<Case> = orders.chain(wirings).collect();
    let counts = compare_all(&cases);
    let programs = seeds.len() as u64;
    assert!(programs < PROGRAMS || counts.smaller.load(Relaxed) >= programs);
    assert!(programs < PROGRAMS || counts.violated.load(Relaxed) >= programs / 8);
}

#[test]
fn random_promela_programs() {
    let seeds = random_seeds(PROGRAMS);
    let random = seeds.iter().map(|seed| {
        let program = promela(*seed, &PromelaOptions::default());
        let is_traced = program.text.contains("trace {");
        let claims = if is_traced {
            String::new()
        } else {
            claims(*seed, program.atoms())
        };
        promela_case("random", *seed, program.text + &claims)
    });
    let families = seeds.iter().step_by(3);
    let families = families.map(|seed| promela_case("family", *seed, promela_families(*seed)));
    let cases: Vec<Case> = random.chain(families).collect();
    compare_all(&cases);
}

#[test]
fn random_murphi_programs() {
    let seeds = random_seeds(PROGRAMS);
    let cases = seeds.iter().map(|seed| Case {
        name: format!("random-{seed}"),
        seed: *seed,
        text: murphi(*seed, &MurphiOptions::default()).text,
        language: MURPHI,
        options: Vec::new(),
        fairness: None,
        max_states: Some(MOST_STATES),
    });
    let cases: Vec<Case> = cases.collect();
    compare_all(&cases);
}

/// Each is answered wrongly, or not at all, where one condition of a reduction is forgotten.
const AIMED: &[&str] = &[
    // A question about who can move: at the place that would be passed somebody can.
    "active proctype P() { byte x; do :: timeout; printf(\"%d\\n\", x) od } \
     ltl f { [] !enabled(0) }",
    // A turn without end that comes back sooner where a variable is forgotten.
    "active proctype P() priority 1 { short y; atomic { for (y : 0 .. 2) { y = 0 } } }",
    "byte g; active proctype P() provided (g != 1) { byte y = 1; \
     atomic { for (y : 0 .. 2) { select(y : 0 .. 1) } } }",
    // What fails in a step that would be merged, beside what others do before it.
    "byte g; active proctype P() { byte x, a[2]; g = 1; x = 3; a[x] = 1 } \
     active proctype Q() { g == 1 -> assert(g == 2) }",
    // A remote reference sees a local variable, and a label a place.
    "active proctype P() { byte x; do :: x = 1; x = 0 od } \
     active proctype Q() { assert(P:x == 0) }",
    "byte g; active proctype P() { byte x; do :: g = 1; here: x = 1; g = 0 od } \
     active proctype Q() { assert(!P@here) }",
    // A loop that touches nothing but locals keeps nobody from anything.
    "byte g; active proctype P() { bool b; do :: b = !b od } \
     active proctype Q() { g = 1; assert(g == 0) }",
    // A local variable that is dead on one way, and read on the other.
    "chan q = [1] of { byte }; active proctype P() { byte x = 2, y; q?x; \
     if :: y = x :: x = 0 :: q?y fi; assert(x < 2) } \
     active proctype Q() { q!2; q!1 }",
    // Fairness: the partner could be met now and then, not all the time.
    "chan r = [0] of { byte }; byte g; active proctype P() { byte x; \
     do :: r?x :: x = 1; x = 0 od } active proctype Q() { r!1; g = 1 } ltl f { <> (g == 1) }",
    // An escape sees the place between.
    "byte g; active proctype P() { byte x; { g = 1; x = 1; x = 2; g = 2 } unless { g == 3 }; \
     assert(x != 1) } active proctype Q() { g == 1 -> g = 3 }",
    // Both partners of a rendezvous go on.
    "chan r = [0] of { byte }; byte g; active proctype P() { byte x; r!1; x = 1; x++; g = x } \
     active proctype Q() { byte y; r?y; y = y + 2; g = y; assert(g != 2) }",
    // Where a process that never ends is, asked by another one.
    "chan r = [0] of { byte }; byte g; active proctype P() { byte x; do :: x = 0; here: r!x od } \
     active proctype Q() { r?0; if :: P@here -> g = 1 :: else fi; assert(g == 0) }",
    // A formula sees a local variable.
    "byte g; active proctype P() { byte x; g = 1; x = 1; x = 0; g = 2 } \
     ltl f { [] (P:x == 0) }",
    // What begins with local work and goes on in one turn.
    "byte g; active proctype P() { byte x; g = 1; atomic { x = 1; g = 2 } } \
     active proctype Q() { assert(g != 1) }",
    "byte g; active proctype P() { byte x; g = 1; d_step { x = 1; g = 2 } } \
     active proctype Q() { assert(g != 1) }",
    // Local work that ends at a label which somebody sees.
    "byte g; active proctype P() { byte x; g = 1; x = 1; here: g = 0 } \
     active proctype Q() { atomic { g == 1 -> assert(P@here) } }",
    // A choice of which one side looks at what others write.
    "byte g; active proctype P() { byte x; g = 1; if :: x = 1 :: g == 3 -> assert(false) fi } \
     active proctype Q() { g == 1 -> g = 3 }",
    // An escape that stands by itself between two steps.
    "byte g; active proctype P() { byte x; { x = 1; g = 1; x = 2; x = 3; g = 2 } unless { g == 3 }; \
     assert(x != 2) } active proctype Q() { atomic { g == 1 -> g = 3 } }",
    // Channels are looked at and written by others, too.
    "chan q = [2] of { byte }; active proctype P() { byte x; q!1; x = len(q); q!2 } \
     active proctype Q() { byte y; q?y; assert(P:x != 0) }",
    "chan q = [1] of { byte }; byte g; active proctype P() { byte x; g = 1; q!1; x = 1 } \
     active proctype Q() { atomic { g == 1 -> assert(len(q) == 1) } }",
    "chan q = [1] of { byte }; byte g; active proctype P() { byte x; g = 1; x = len(q); \
     assert(x == 0) } active proctype Q() { g == 1 -> q!1 }",
    // Who may go on depends on priorities.
    "byte g; active proctype P() priority 1 { byte x; g = 1; x = 1; x = 2; assert(g == 1) } \
     active proctype Q() priority 5 { g == 1 -> g = 2 }",
    // The number of processes, and who may end.
    "byte g; proctype C(byte k) { byte x; x = k; x = x + 1; g = x } \
     init { byte y; run C(1); y = 1; run C(2); y = 2; (_nr_pr == 1); assert(g != 3) }",
];

#[test]
fn aimed() {
    let fairness = [None, Some(Fairness::Weak), Some(Fairness::Strong)];
    let mut cases = Vec::new();
    let places = (0..8).map(|place| {
        format!(
            "byte g, k = {place}; active proctype P() {{ byte x; g = 1; x = 1; x = 2; g = 2 }} \
             active proctype Q() {{ assert(pc_value(0) != k) }}"
        )
    });
    // What is asked is not known before it is asked.
    let chosen = (0..8).map(|place| {
        format!(
            "byte g, k; active proctype P() {{ byte x; g = 1; x = 1; x = 2; g = 2 }} \
             active proctype Q() {{ if :: k = {place} :: k = 200 fi; assert(pc_value(0) != k) }}"
        )
    });
    let texts = AIMED.iter().map(|text| text.to_string());
    let texts = texts.chain(places).chain(chosen);
    for (number, text) in texts.enumerate() {
        for fairness in fairness {
            let is_about_runs = text.contains("ltl ");
            for seed in 0..4 {
                let case = promela_case(&format!("aimed-{number}"), seed, text.to_string());
                cases.push(Case {
                    fairness: fairness.filter(|_| is_about_runs),
                    ..case
                });
            }
        }
    }
    compare_all(&cases);
}

/// Every property by itself.
#[test]
fn slices() {
    let seeds = random_seeds(PROGRAMS);
    let case = |name: &str, seed: u64, text: String| Case {
        name: format!("{name}-{seed}"),
        seed,
        text,
        language: MURPHI,
        options: Vec::new(),
        fairness: None,
        max_states: Some(MOST_STATES),
    };
    let random = seeds.iter().step_by(2).map(|seed| {
        let text = murphi(*seed, &MurphiOptions::default()).text;
        case("random", *seed, text)
    });
    let layers = seeds.iter().step_by(2);
    let layers = layers.map(|seed| case("layers", *seed, murphi_layers(*seed)));
    let cases: Vec<Case> = random.chain(layers).collect();
    let counts = Counts::default();
    parallel::for_each(&cases, |case| {
        compare_each(case, &counts).with_context(|| case.text.clone())
    });
    println!("{counts:?}");
    let programs = seeds.len() as u64;
    assert!(programs < PROGRAMS || counts.smaller.load(Relaxed) >= programs / 8);
}

#[test]
fn all_models() {
    let mut cases = Vec::new();
    for (language, folder) in [(PROMELA, "promela"), (MURPHI, "murphi")] {
        let language: &'static dyn FrontEnd = language;
        let models = models(folder).expect("the models can be read");
        let quick = models.into_iter().filter(|(_, expected)| !expected.slow);
        for (path, expected) in quick {
            let seed = path.as_os_str().as_encoded_bytes();
            let seed = seed.iter().fold(0u64, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
            });
            cases.push(Case {
                name: path.display().to_string(),
                seed: seed % 1_000,
                text: std::fs::read_to_string(&path).expect("a model"),
                language,
                options: expected.options,
                fairness: None,
                max_states: (!is_slow()).then_some(200_000),
            });
        }
    }
    assert!(cases.len() > 100, "models are missing");
    compare_all(&cases);
}
