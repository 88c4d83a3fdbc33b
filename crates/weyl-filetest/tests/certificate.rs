//! The checker of symmetries must refuse what is none: permutations and facts that are wrong on
//! purpose, tried out on states that are drawn. No search is made, so depth does not matter.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use weyl_budget::Budget;
use weyl_check::{Effort, Generator, MURPHI, PROMELA, generators};
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::{DISCOVERED, Options, expectations, parallel};
use weyl_ir::layout::point;
use weyl_ir::{NameId, Sort, SortId};
use weyl_permutation::{Permutation, Point};
use weyl_symmetry::{Fact, Held};

fn almost_symmetric() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discovery");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

fn model(path: &Path) -> Result<Symmetric> {
    let is_murphi = path.extension().is_some_and(|extension| extension == "m");
    let language = if is_murphi { MURPHI } else { PROMELA };
    let expected = expectations(path)?;
    let options = Options {
        symmetry: DISCOVERED,
        ..Options::from_header(language, &expected.options)?
    };
    let text = std::fs::read_to_string(path)?;
    Symmetric::of_text(&path.display().to_string(), &text, &options)
}

/// The exchange of two points.
fn transposition(degree: usize, one: Point, two: Point) -> Permutation {
    let images = (0..degree).map(|number| {
        let point = Point::from_u32(number as u32);
        match () {
            () if point == one => two,
            () if point == two => one,
            () => point,
        }
    });
    Permutation::from_images(images.collect()).expect("an exchange is a permutation")
}

/// Whether a name is a process that is there from the beginning, or one of a declared sort.
fn is_there(model: &Symmetric, sort: SortId, name: NameId) -> bool {
    let program = &model.program.model;
    if !program.has_processes() {
        return !program.sorts[sort].span.is_empty();
    }
    let Some((_, kind)) = program.processes().kind_of_sort(sort) else {
        return false;
    };
    let mut slots = model.program.layout.slots.values();
    let slot = slots.find(|slot| slot.variable == kind.location && slot.index_names == [name]);
    slot.is_some_and(|slot| {
        let mut states = model.beginnings.iter();
        !model.beginnings.is_empty()
            && states.all(|state| {
                let code = slot.scalar.load(state, slot.offset as usize);
                slot.scalar.decode(code).is_some()
            })
    })
}

/// Exchanges of neighbours of one sort that no symmetry takes to each other.
fn wrong_exchanges(model: &Symmetric) -> Vec<(String, Permutation)> {
    let program = &model.program.model;
    let degree = program.name_count();
    let orbits = model.group.group().orbits();
    let mut wrong = Vec::new();
    for (sort, Sort { names, .. }) in &program.sorts {
        for index in 1..names.len() {
            let pair = [index - 1, index].map(|at| program.name_of(sort, at));
            let points = pair.map(point);
            let counts = |name: &NameId| is_there(model, sort, *name) && model.shows(*name);
            let are_there = pair.iter().all(counts);
            if are_there && !orbits.same(points[0], points[1]) {
                let written = format!("({} {})", names[index - 1], names[index]);
                wrong.push((written, transposition(degree, points[0], points[1])));
            }
        }
    }
    wrong
}

#[test]
fn exchanges_that_are_no_symmetries_are_refused() {
    let (tried, accepted) = (AtomicU64::new(0), AtomicU64::new(0));
    parallel::for_each(&almost_symmetric(), |path| {
        let model = model(path)?;
        for (written, permutation) in wrong_exchanges(&model) {
            let generator = Generator {
                permutation,
                properties: Vec::new(),
            };
            tried.fetch_add(1, Relaxed);
            if model
                .certify_generators(&[generator], Effort::THOROUGH)
                .is_ok()
            {
                let file = path.file_name().unwrap_or_default();
                println!("{}: {written} is accepted", file.display());
                accepted.fetch_add(1, Relaxed);
            }
        }
        Ok(())
    });
    let (tried, accepted) = (tried.into_inner(), accepted.into_inner());
    println!("{accepted} of {tried} exchanges are accepted");
    assert!(tried >= 20 && accepted == 0, "{accepted} of {tried}");
}

/// What is known of a scalar without a fact of its own: that it is as in a beginning.
fn wrong_facts(model: &Symmetric) -> Vec<Fact> {
    let layout = &model.program.layout;
    let locations: Vec<_> = model.program.model.processes().locations().collect();
    let slots = layout.slots.values();
    let slots = slots.filter(|slot| locations.contains(&slot.variable));
    let facts = slots.filter_map(|slot| {
        let start = model.beginnings.first()?;
        let code = slot.scalar.load(start, slot.offset as usize);
        let value = slot.scalar.decode(code)?;
        Some(Fact {
            variable: slot.variable,
            path: slot.path.clone(),
            held: Held {
                undefined: false,
                values: Some([value].into()),
            },
            process_at: None,
        })
    });
    facts.collect()
}

/// A location that counts as frozen is not kept by the steps of its process.
#[test]
fn facts_that_steps_do_not_keep_are_refused() -> Result<()> {
    let name = "label-of-both.pml";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discovery");
    let mut model = model(&path.join(name))?;
    let wrong = wrong_facts(&model);
    ensure!(wrong.len() == 3, "three processes have locations");
    model.certify(Effort::RUN).context("as it was found")?;
    for fact in wrong {
        let known = std::mem::replace(&mut model.facts, vec![fact.clone()]);
        let refusal = model.certify(Effort::RUN).err();
        let refusal = refusal.with_context(|| format!("{fact:?} is accepted"))?;
        ensure!(format!("{refusal}").contains("what is known"), "{refusal}");
        model.facts = known;
    }
    Ok(())
}

/// A cut is no difference.
#[test]
fn a_budget_that_is_spent_is_said_and_refuses_nothing() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/murphi/test-and-set-5.m");
    let model = model(&path)?;
    let spent = Budget::stopped_by(&Arc::new(AtomicBool::new(true)));
    let generators = generators([(&model.group, Vec::new())].into_iter());
    ensure!(!generators.is_empty(), "it has symmetry");
    let tried = model.certify_until(&generators, Effort::RUN, Some(&spent))?;
    ensure!(tried.is_cut && tried.triples == 0, "{tried:?}");
    let tried = model.certify_until(&generators, Effort::RUN, None)?;
    ensure!(!tried.is_cut && tried.triples > 0, "{tried:?}");
    Ok(())
}
