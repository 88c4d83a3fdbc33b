//! Formulas of branching time about random programs: what they mean by definition, on a graph that
//! the interpreter alone has found, is what weyl says with symmetry and without. All runs that it
//! shows were executed and evaluated, or it would complain.

mod graphs;
#[path = "../../../weyl-branching/tests/branching/meaning.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod meaning;

use anyhow::{Context, Result, ensure};
use graphs::Small;
use meaning::Meaning;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{MURPHI, PROMELA, Reductions, SymmetrySource};
use weyl_filetest::{
    Answer, DECLARED, DISCOVERED, Options, Verdict, loaded_with, parallel, random_seeds,
};
use weyl_ir::{Capacity, FrontEnd};
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, Topology, ctl_formula, formula, mu_formula, murphi,
    murphi_topology, promela, promela_topology,
};
use weyl_system::Fairness;
use weyl_temporal::Claim;
use weyl_temporal::grammar::Logic;

/// Random programs in one run of each test; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 120;
const FORMULAS: u64 = 4;
/// Larger programs are left out: the definition takes time.
const MOST_STATES: usize = 150;

const KINDS: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

struct Case {
    name: String,
    language: &'static dyn FrontEnd,
    text: String,
    formulas: Vec<(Logic, String)>,
}

#[derive(Default)]
struct Counts {
    holding: AtomicU64,
    violated: AtomicU64,
    reduced: AtomicU64,
    /// Quantifiers that are kept leave more symmetry.
    decomposed: AtomicU64,
    /// Fairness makes a difference.
    fair: AtomicU64,
}

/// Whose quotient is explored, what else is reduced, and whether quantifiers are kept.
type Way = (SymmetrySource, Reductions, bool);

const WAYS: [Way; 7] = [
    (SymmetrySource::Off, Reductions::NONE, false),
    (SymmetrySource::Off, Reductions::NONE, true),
    (DISCOVERED, Reductions::NONE, false),
    (DISCOVERED, Reductions::NONE, true),
    (DECLARED, Reductions::NONE, false),
    (DECLARED, Reductions::NONE, true),
    (DISCOVERED, Reductions::ALL, true),
];

fn answer(
    case: &Case,
    number: usize,
    fairness: Fairness,
    (symmetry, reductions, keeps_quantifiers): Way,
) -> Result<Answer> {
    let options = Options {
        symmetry,
        reductions,
        keeps_quantifiers,
        fairness,
        max_states: Some(3_000),
        branching: vec![case.formulas[number].clone()],
        ..Options::from_header(case.language, &[])?
    };
    let answer = Answer::of_text(&case.name, &case.text, &options);
    answer.with_context(|| format!("{} under {fairness:?}", case.formulas[number].1))
}

/// Whether all initial states satisfy it, by definition.
fn by_definition(graph: &Small, claim: &Claim, fairness: Fairness) -> Option<bool> {
    let Claim::Branching(branching) = claim else {
        return None;
    };
    let fairness = match fairness {
        Fairness::None => weyl_branching::Fairness::None,
        Fairness::Weak => weyl_branching::Fairness::Weak,
        Fairness::Strong => weyl_branching::Fairness::Strong,
    };
    let holding = Meaning { graph, fairness }.holding(&branching.formula);
    Some(graph.initial.iter().all(|state| holding[*state]))
}

fn agrees(case: &Case, counts: &Counts) -> Result<()> {
    let (name, text) = (&case.name, &case.text);
    let loaded = loaded_with(case.language, name, text, &case.formulas, Capacity::MOST)?;
    for (number, temporal) in loaded.temporal.iter().enumerate() {
        let Some(graph) = Small::new(&loaded.program, temporal, MOST_STATES) else {
            continue;
        };
        let mut truths = Vec::new();
        for (kind, fairness) in KINDS.into_iter().enumerate() {
            // Pure fixpoints know no fairness, and say so.
            if kind > 0 && (case.formulas[number].0 == Logic::Mu || graph.units > 4) {
                continue;
            }
            let Some(expected) = by_definition(&graph, &temporal.claim, fairness) else {
                continue;
            };
            truths.push(expected);
            let wanted = if expected {
                Verdict::Holds
            } else {
                Verdict::Violated
            };
            let mut states = Vec::new();
            for way in WAYS {
                let ours = answer(case, number, fairness, way)?;
                ensure!(
                    ours.verdict == wanted,
                    "{name}: {} under {fairness:?} is {wanted:?}, but {ours:?}: {way:?}",
                    case.formulas[number].1
                );
                states.push(ours.states);
            }
            let is_reduced = states.iter().any(|count| *count < states[0]);
            counts.reduced.fetch_add(u64::from(is_reduced), Relaxed);
            let is_decomposed = states[3] < states[2] || states[5] < states[4];
            counts
                .decomposed
                .fetch_add(u64::from(is_decomposed), Relaxed);
            let count = if expected {
                &counts.holding
            } else {
                &counts.violated
            };
            count.fetch_add(1, Relaxed);
        }
        let differs = truths.iter().any(|truth| *truth != truths[0]);
        counts.fair.fetch_add(u64::from(differs), Relaxed);
    }
    Ok(())
}

fn random_formula(seed: u64, atoms: &[String]) -> (Logic, String) {
    match seed % 4 {
        3 => (Logic::Mu, mu_formula(seed, atoms)),
        _ => (Logic::Branching, ctl_formula(seed, atoms)),
    }
}

/// About a member of a scalarset, or of none; the quantifier may stand inside.
fn murphi_formula(seed: u64, atoms: &weyl_modelgen::Atoms) -> (Logic, String) {
    let sets: Vec<&String> = atoms.open.keys().collect();
    let Some(set) = sets.get(seed as usize % sets.len().max(1)) else {
        return random_formula(seed, &atoms.closed);
    };
    let closed = atoms.closed.iter().take(1);
    let open: Vec<String> = atoms.open[*set].iter().chain(closed).cloned().collect();
    let quantifier = ["forall", "exists"][seed as usize / 4 % 2];
    let inner = format!(
        "({quantifier} who: {set} do {} end)",
        ctl_formula(seed, &open)
    );
    match seed % 5 {
        0 => (Logic::Branching, inner),
        1 => (Logic::Branching, format!("AG {inner}")),
        2 => (Logic::Branching, format!("EF {inner}")),
        3 => (Logic::Branching, format!("E(G F {inner})")),
        _ => random_formula(seed, &atoms.closed),
    }
}

fn murphi_case(seed: u64) -> Case {
    let options = MurphiOptions {
        state_bits: 7,
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
        failing_assertions: false,
    };
    let program = promela(seed, &options);
    let seeds = seed * FORMULAS..(seed + 1) * FORMULAS;
    let formulas = seeds.map(|seed| random_formula(seed, program.atoms()));
    Case {
        name: format!("Promela program of seed {seed}"),
        language: PROMELA,
        formulas: formulas.collect(),
        text: program.text.clone(),
    }
}

fn topology_case(language: &'static dyn FrontEnd, seed: u64, topology: &Topology) -> Case {
    let seeds = seed * FORMULAS..(seed + 1) * FORMULAS;
    let nodes = ["x[i] = 0", "x[i] = 1", "x[i] = 2", "last[i] = i"].map(str::to_string);
    let formulas = seeds.map(|seed| match (language == MURPHI, seed % 3) {
        (true, 0) => {
            let inner = ctl_formula(seed, &nodes);
            (Logic::Branching, format!("AG forall i: N do {inner} end"))
        }
        _ => random_formula(seed, &topology.atoms),
    });
    Case {
        name: format!("topology of seed {seed}"),
        language,
        formulas: formulas.collect(),
        text: topology.text.clone(),
    }
}

fn check_all(make: fn(u64) -> Case, least: [u64; 5]) {
    let seeds = random_seeds(PROGRAMS);
    let counts = Counts::default();
    parallel::for_each(&seeds, |seed| {
        let case = make(*seed);
        agrees(&case, &counts).with_context(|| case.text)
    });
    let found = [
        &counts.holding,
        &counts.violated,
        &counts.reduced,
        &counts.fair,
        &counts.decomposed,
    ];
    let found = found.map(|count| count.load(Relaxed));
    println!("holding, violated, reduced, decided by fairness, decomposed: {found:?}");
    let are_enough = found
        .iter()
        .zip(least)
        .all(|(found, least)| *found >= least);
    assert!(are_enough || seeds.len() as u64 != PROGRAMS);
}

#[test]
fn random_murphi_programs() {
    check_all(murphi_case, [60, 60, 10, 1, 3]);
}

#[test]
fn random_promela_programs() {
    check_all(promela_case, [40, 40, 0, 0, 0]);
}

#[test]
fn murphi_topologies() {
    check_all(
        |seed| topology_case(MURPHI, seed, &murphi_topology(seed)),
        [20, 20, 5, 0, 0],
    );
}

#[test]
fn promela_topologies() {
    let make = |seed| topology_case(PROMELA, seed, &promela_topology(seed));
    check_all(make, [10, 10, 0, 0, 0]);
}

/// `A( … )` is what `--ltl` says, with fairness and without.
#[test]
fn linear_formulas_are_those_of_all_runs() {
    let seeds = random_seeds(PROGRAMS);
    let compared = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let topology = match seed % 2 {
            0 => (MURPHI as &'static dyn FrontEnd, murphi_topology(*seed)),
            _ => (PROMELA as &'static dyn FrontEnd, promela_topology(*seed)),
        };
        let (language, topology) = topology;
        let linear = formula(*seed, &topology.atoms, true);
        for fairness in KINDS {
            let options = Options {
                symmetry: DISCOVERED,
                fairness,
                max_states: Some(2_000),
                ..Options::from_header(language, &[])?
            };
            let runs = Options {
                formulas: vec![linear.clone()],
                ..options.clone()
            };
            let branching = Options {
                branching: vec![(Logic::Branching, format!("A({linear})"))],
                ..options
            };
            let runs = Answer::of_text("linear", &topology.text, &runs)?.verdict;
            let states = Answer::of_text("branching", &topology.text, &branching)?.verdict;
            let is_known = runs != Verdict::Inconclusive && states != Verdict::Inconclusive;
            ensure!(!is_known || runs == states, "{linear}\n{}", topology.text);
            compared.fetch_add(u64::from(is_known), Relaxed);
        }
        Ok(())
    });
    let compared = compared.into_inner();
    println!("{compared} compared");
    assert!(compared > seeds.len() as u64);
}
