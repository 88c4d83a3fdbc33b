//! Temporal properties of random programs under fairness: an oracle on the unreduced product agrees
//! with weyl, and all ways to an answer agree with each other.

use anyhow::{Context, Result, ensure};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Executor, Indices, MURPHI, PROMELA, SymmetrySource};
use weyl_filetest::fair_runs::Graph;
use weyl_filetest::{
    Answer, DECLARED, DISCOVERED, Options, Verdict, loaded, parallel, random_seeds,
};
use weyl_ir::{Capacity, FrontEnd};
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, Topology, formula, murphi, murphi_topology, promela,
    promela_topology,
};
use weyl_system::Fairness;

/// Random programs in one run of each test; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 48;
/// The first of them: what only strong fairness saves is rare, and among these.
const FIRST: u64 = 120;

/// Larger programs are left out.
const MOST_STATES: usize = 300;

const FORMULAS: u64 = 3;

const KINDS: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

/// A program with formulas about it.
struct Case {
    name: String,
    language: &'static dyn FrontEnd,
    text: String,
    formulas: Vec<String>,
}

#[derive(Default)]
struct Counts {
    holding: AtomicU64,
    violated: AtomicU64,
    saved_by_fairness: AtomicU64,
    saved_by_strong_fairness: AtomicU64,
    reduced: AtomicU64,
}

impl Counts {
    fn note(&self, [plain, weak, strong]: [Verdict; 3]) {
        let count = match (plain, weak, strong) {
            (Verdict::Holds, _, _) => &self.holding,
            (_, Verdict::Holds, _) => &self.saved_by_fairness,
            (_, _, Verdict::Holds) => &self.saved_by_strong_fairness,
            _ => &self.violated,
        };
        count.fetch_add(1, Relaxed);
    }

    fn are_at_least(&self, [holding, violated, weak, strong, reduced]: [u64; 5]) {
        let counts = [
            (&self.holding, holding),
            (&self.violated, violated),
            (&self.saved_by_fairness, weak),
            (&self.saved_by_strong_fairness, strong),
            (&self.reduced, reduced),
        ];
        let counts = counts.map(|(count, least)| (count.load(Relaxed), least));
        println!("holding, violated, saved by weak and by strong fairness, reduced: {counts:?}");
        assert!(counts.iter().all(|(count, least)| count >= least));
    }
}

/// How an answer is found.
#[derive(Clone, Copy, Debug)]
struct Way {
    symmetry: SymmetrySource,
    indices: Indices,
    executor: Executor,
}

const PLAIN: Way = Way {
    symmetry: SymmetrySource::Off,
    indices: Indices::Cheapest,
    executor: Executor::Interpreter,
};

const QUOTIENT: Way = Way {
    symmetry: DISCOVERED,
    ..PLAIN
};

fn answer(case: &Case, number: usize, fairness: Fairness, way: Way) -> Result<Answer> {
    let options = Options {
        symmetry: way.symmetry,
        indices: way.indices,
        executor: way.executor,
        fairness,
        max_states: Some(1_000),
        formulas: vec![case.formulas[number].clone()],
        ..Options::from_header(case.language, &[])?
    };
    let answer = Answer::of_text(&case.name, &case.text, &options);
    answer.with_context(|| format!("{} under {fairness:?}: {way:?}", case.formulas[number]))
}

/// Of one formula, whatever the kind of fairness: the oracle agrees with weyl on the unreduced
/// system and on the quotient.
fn agrees_with_the_oracle(case: &Case, counts: &Counts) -> Result<()> {
    let loaded = loaded(
        case.language,
        &case.name,
        &case.text,
        &case.formulas,
        Capacity::MOST,
    )?;
    let Some(graph) = Graph::new(&loaded.program, MOST_STATES) else {
        return Ok(());
    };
    for (number, temporal) in loaded.temporal.iter().enumerate() {
        let mut verdicts = [Verdict::Holds; 3];
        for (verdict, fairness) in verdicts.iter_mut().zip(KINDS) {
            if graph.violates(temporal, fairness) {
                *verdict = Verdict::Violated;
            }
            for way in [PLAIN, QUOTIENT] {
                let ours = answer(case, number, fairness, way)?.verdict;
                ensure!(
                    ours == *verdict,
                    "{}: {} under {fairness:?} is {verdict:?}, but {ours:?}: {way:?}",
                    case.name,
                    case.formulas[number]
                );
            }
        }
        counts.note(verdicts);
    }
    Ok(())
}

/// A random formula about a random Murphi program: of a member of a scalarset, or of none.
fn murphi_formula(seed: u64, atoms: &weyl_modelgen::Atoms) -> String {
    let sets: Vec<&String> = atoms.open.keys().collect();
    let set = sets.get(seed as usize % sets.len().max(1));
    let quantifier = ["forall", "exists", "forall", ""][seed as usize % 4];
    match set {
        Some(set) if !quantifier.is_empty() => {
            let closed = atoms.closed.iter().take(1);
            let open: Vec<String> = atoms.open[*set].iter().chain(closed).cloned().collect();
            format!("{quantifier} who: {set} do {}", formula(seed, &open, true))
        }
        _ => formula(seed, &atoms.closed, true),
    }
}

fn murphi_case(seed: u64) -> Case {
    let options = MurphiOptions {
        state_bits: 8,
        varied_spelling: false,
        ..MurphiOptions::default()
    };
    let program = murphi(seed, &options);
    let atoms = program.atoms();
    let seeds = seed * FORMULAS..(seed + 1) * FORMULAS;
    Case {
        name: format!("Murphi program of seed {seed}"),
        language: MURPHI,
        text: program.text.clone(),
        formulas: seeds.map(|seed| murphi_formula(seed, &atoms)).collect(),
    }
}

fn promela_case(seed: u64) -> Case {
    let options = PromelaOptions {
        process_types: 2,
        statements: 2,
        failing_assertions: seed.is_multiple_of(2),
    };
    let program = promela(seed, &options);
    let seeds = seed * FORMULAS..(seed + 1) * FORMULAS;
    let formulas = seeds.map(|seed| formula(seed, program.atoms(), true));
    Case {
        name: format!("Promela program of seed {seed}"),
        language: PROMELA,
        formulas: formulas.collect(),
        text: program.text.clone(),
    }
}

/// A formula about each node, or about some node: these are written out for all nodes, so they are
/// short.
fn node_formula(seed: u64) -> String {
    let atoms = ["x[i] = 0", "x[i] = 1", "x[i] = 2", "last[i] = i"].map(str::to_string);
    let number = seed as usize / 2;
    match number % 3 {
        0 => {
            let modality = ["[] <>", "<> []", "[]", "<>"][number / 3 % 4];
            format!("exists i: N do {modality} ({})", atoms[number % 4])
        }
        _ => format!("forall i: N do {}", formula(seed, &atoms, true)),
    }
}

fn topology_case(language: &'static dyn FrontEnd, seed: u64, topology: &Topology) -> Case {
    let seeds = seed * FORMULAS..(seed + 1) * FORMULAS;
    let formulas = seeds.map(|seed| match (language == MURPHI, seed % 2) {
        (true, 0) => node_formula(seed),
        _ => formula(seed, &topology.atoms, language == MURPHI),
    });
    Case {
        name: format!("topology of seed {seed}"),
        language,
        formulas: formulas.collect(),
        text: topology.text.clone(),
    }
}

fn promela_topology_case(seed: u64) -> Case {
    topology_case(PROMELA, seed, &promela_topology(seed))
}

fn murphi_topology_case(seed: u64) -> Case {
    topology_case(MURPHI, seed, &murphi_topology(seed))
}

const WAYS: [Way; 6] = [
    Way {
        executor: Executor::Best,
        ..PLAIN
    },
    QUOTIENT,
    Way {
        executor: Executor::Best,
        indices: Indices::Fixed,
        ..QUOTIENT
    },
    Way {
        indices: Indices::Followed,
        ..QUOTIENT
    },
    Way {
        symmetry: DECLARED,
        indices: Indices::Fixed,
        ..PLAIN
    },
    Way {
        symmetry: DECLARED,
        indices: Indices::Followed,
        executor: Executor::Best,
    },
];

/// Of each formula and kind of fairness the unreduced system and two more ways, in turn, have the
/// same verdict; runs that violate it were replayed, or weyl would complain.
fn all_ways_agree(case: &Case, counts: &Counts) -> Result<()> {
    for number in 0..case.formulas.len() {
        let mut verdicts = [Verdict::Holds; 3];
        for (kind, (verdict, fairness)) in verdicts.iter_mut().zip(KINDS).enumerate() {
            let plain = answer(case, number, fairness, PLAIN)?;
            if plain.verdict == Verdict::Inconclusive {
                return Ok(());
            }
            let others = WAYS.iter().skip((number + kind) % 3).step_by(3);
            let others = others.map(|way| answer(case, number, fairness, *way));
            let answers: Vec<Answer> = [Ok(plain)]
                .into_iter()
                .chain(others)
                .collect::<Result<_>>()?;
            *verdict = answers[0].verdict;
            let all: Vec<Verdict> = answers.iter().map(|answer| answer.verdict).collect();
            ensure!(
                all.iter().all(|other| other == verdict),
                "{}: {} under {fairness:?}: {all:?}",
                case.name,
                case.formulas[number]
            );
            let is_reduced = answers
                .iter()
                .any(|answer| answer.states < answers[0].states);
            counts.reduced.fetch_add(u64::from(is_reduced), Relaxed);
        }
        counts.note(verdicts);
    }
    Ok(())
}

fn check_all(make: fn(u64) -> Case, check: fn(&Case, &Counts) -> Result<()>, least: [u64; 5]) {
    let seeds = random_seeds(PROGRAMS);
    let counts = Counts::default();
    parallel::for_each(&seeds, |seed| {
        let case = make(FIRST + *seed);
        check(&case, &counts).with_context(|| case.text)
    });
    counts.are_at_least(if seeds.len() as u64 == PROGRAMS {
        least
    } else {
        [0; 5]
    });
}

#[test]
fn the_oracle_agrees_on_random_murphi_programs() {
    check_all(murphi_case, agrees_with_the_oracle, [10, 25, 6, 1, 0]);
}

#[test]
fn the_oracle_agrees_on_random_promela_programs() {
    check_all(promela_case, agrees_with_the_oracle, [20, 18, 0, 0, 0]);
}

#[test]
fn the_oracle_agrees_on_murphi_topologies() {
    check_all(
        murphi_topology_case,
        agrees_with_the_oracle,
        [8, 8, 0, 0, 0],
    );
}

#[test]
fn the_oracle_agrees_on_promela_topologies() {
    check_all(
        promela_topology_case,
        agrees_with_the_oracle,
        [3, 6, 0, 0, 0],
    );
}

#[test]
fn all_ways_agree_on_random_murphi_programs() {
    check_all(murphi_case, all_ways_agree, [10, 25, 6, 1, 25]);
}

#[test]
fn all_ways_agree_on_murphi_topologies() {
    check_all(murphi_topology_case, all_ways_agree, [12, 15, 2, 1, 8]);
}

#[test]
fn all_ways_agree_on_promela_topologies() {
    check_all(promela_topology_case, all_ways_agree, [8, 12, 2, 0, 10]);
}
