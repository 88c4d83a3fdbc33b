//! The oracle of completeness on small models whose symmetries are known.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::completeness::{Comparison, Outcome, Skipped, compare, compare_permutations};
use weyl_filetest::{DISCOVERED, Options, parallel};
use weyl_permutation::{Group, Permutation, Point};

const STATES: usize = 500;

/// Models, the orders of what is found and of all that there is, and why these differ.
const EXPECTED: &[(&str, u32, u32, Outcome)] = &[
    ("discovery/alias-at-number.m", 2, 2, Outcome::Same),
    ("discovery/atomic-resets-all.pml", 6, 6, Outcome::Same),
    ("discovery/atomic-sends.pml", 1, 1, Outcome::Same),
    ("discovery/channel-passing.pml", 6, 6, Outcome::Same),
    ("discovery/condition-in-sum.m", 6, 6, Outcome::Same),
    ("discovery/copied-array.m", 2, 2, Outcome::Same),
    ("discovery/counted-before.pml", 2, 2, Outcome::Same),
    // Two rules do what one does for the other element.
    ("discovery/repeated-rule.m", 1, 2, Outcome::Coincidence),
    // Nobody counts as far as to where the assertion tells processes apart.
    ("discovery/assertion.pml", 1, 2, Outcome::Unreachable),
    // Processes that are at places where they never are.
    (
        "discovery/dead-end-location.pml",
        1,
        2,
        Outcome::Unreachable,
    ),
    // A process is never seen inside, but somebody asks.
    ("discovery/atomic-seen-inside.pml", 1, 6, Outcome::Loss),
    // A number that a dead variable is set back to.
    ("discovery/set-back.pml", 2, 6, Outcome::Loss),
    // A loop whose turns are in order; the exchange also turns the values round.
    ("discovery/seen-while-counted.m", 1, 2, Outcome::Loss),
];

fn path(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    tests.join(name)
}

fn symmetric(path: &Path) -> Result<Symmetric> {
    let is_murphi = path.extension().is_some_and(|extension| extension == "m");
    let language = if is_murphi { MURPHI } else { PROMELA };
    let options = Options {
        symmetry: DISCOVERED,
        ..Options::from_header(language, &[])?
    };
    let text = std::fs::read_to_string(path)?;
    Symmetric::of_text(&path.display().to_string(), &text, &options)
}

fn of_program(model: &Symmetric) -> Result<Comparison> {
    let compared = compare(model, STATES).map_err(|why| anyhow::anyhow!("{why}"))?;
    compared.into_iter().next().context("a program has a group")
}

#[test]
fn known_models_have_their_answers() {
    parallel::for_each(EXPECTED, |(name, found, all, outcome)| {
        let compared = of_program(&symmetric(&path(name))?)?;
        let orders = (compared.found.to_string(), compared.all.to_string());
        anyhow::ensure!(
            orders == (found.to_string(), all.to_string()) && compared.outcome == *outcome,
            "{name}: {compared:?}"
        );
        Ok(())
    });
}

/// The permutation that exchanges two names of a model.
fn exchange(model: &Symmetric, one: u32, other: u32) -> Permutation {
    let names = model.program.model.name_count() as u32;
    let image = |point: u32| match point {
        _ if point == one => other,
        _ if point == other => one,
        _ => point,
    };
    let images = (0..names).map(|point| Point::from_u32(image(point)));
    Permutation::from_images(images.collect()).expect("an exchange is a permutation")
}

/// Processes change places, and what belongs to them stays.
#[test]
fn a_wrong_group_is_told() -> Result<()> {
    let model = symmetric(&path("discovery/assertion.pml"))?;
    let wrong = exchange(&model, 0, 1);
    let compared = compare_permutations(&model, None, &[wrong], STATES).expect("it is small");
    assert_eq!(compared.outcome, Outcome::Wrong, "{compared:?}");
    assert!(compared.others[0].contains("P:0"), "{compared:?}");
    Ok(())
}

/// By definition: each permutation of the names of declared sorts is applied to all states.
#[test]
fn all_permutations_of_declared_names_are_counted() -> Result<()> {
    let names = [
        "discovery/room-not-taken.m",
        "../../../models/murphi/msi-3.m",
    ];
    for name in names {
        let model = symmetric(&path(name))?;
        let sorts = model.program.model.sorts.values();
        let mut first = 0;
        let mut exchanges = Vec::new();
        for sort in sorts {
            let last = first + sort.names.len() as u32;
            exchanges.extend((first + 1..last).map(|other| exchange(&model, first, other)));
            first = last;
        }
        let group = Group::new(first as usize, exchanges).expect("all have the same degree");
        let is_right = |one: &Permutation| -> Result<bool, Skipped> {
            let compared = compare_permutations(&model, None, std::slice::from_ref(one), STATES)?;
            Ok(compared.outcome != Outcome::Wrong)
        };
        let mut right = 0;
        for one in group.elements() {
            right += u32::from(is_right(&one).expect("it is small"));
        }
        assert_eq!(
            of_program(&model)?.all.to_string(),
            right.to_string(),
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn what_is_too_large_is_left_out() -> Result<()> {
    let model = symmetric(&path("discovery/channel-passing.pml"))?;
    assert_eq!(compare(&model, 20).err(), Some(Skipped::ManyStates));
    Ok(())
}
