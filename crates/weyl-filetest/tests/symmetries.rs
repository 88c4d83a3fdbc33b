//! The groups of models: those that are symmetric but for one thing, programs in the text form, and
//! families that are too large to explore.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use weyl_check::{Effort, FRONT_ENDS};
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::fixtures::{self, same};
use weyl_filetest::{Compared, DISCOVERED, Expectations, Options, expectations, models};

/// Larger models are not compared with their quotients.
const MOST_STATES: u64 = 60_000;

/// States on which generators must commute with steps.
const STATES_OF_MODELS: usize = 300;
const STATES_OF_FAMILIES: usize = 10;

fn options(path: &Path, expected: &Expectations) -> Result<Options> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut languages = FRONT_ENDS.into_iter();
    let language = languages.find(|one| one.language().endings.contains(&&*ending));
    let language = language.context("a model of no language")?;
    Ok(Options {
        symmetry: DISCOVERED,
        max_states: Some(MOST_STATES),
        ..Options::from_header(language, &expected.options)?
    })
}

fn order(expected: &Expectations) -> Result<&str> {
    let order = expected.counts.order.as_deref();
    order.context("the header says no order")
}

/// The order of the group that is left, what was left out, and why.
fn has_its_group(path: &Path, expected: &Expectations) -> Result<()> {
    let options = options(path, expected)?;
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)?;
    let model = Symmetric::of_text(&name, &text, &options)?;
    model.certify(Effort::THOROUGH)?;
    model.commutes(STATES_OF_MODELS)?;
    let compared = Compared::of_text(&name, &text, &options)?;
    if let Some(states) = expected.counts.states {
        ensure!(
            compared.orbits == Some(states),
            "{:?} orbits",
            compared.orbits
        );
    }
    let found = model.group.group().order().to_string();
    same("the order of the group:", order(expected)?, &found)
        .with_context(|| format!("{:?}", model.generators()))?;
    let reasons = model.distinctions.iter();
    let reasons = reasons.filter_map(|of| of.because.as_ref());
    let breaks = model.families.iter().flat_map(|family| &family.breaks);
    let reasons = reasons.chain(breaks.map(|one| &one.reason));
    let reasons: Vec<String> = reasons.map(|reason| reason.to_string()).collect();
    let is_said = |part: &String| reasons.iter().any(|reason| reason.contains(part));
    ensure!(
        expected.because.as_ref().is_none_or(is_said),
        "{:?} is not among {reasons:?}",
        expected.because
    );
    Ok(())
}

/// Of larger ones the group alone is known.
fn has_the_group_of_its_family(path: &Path, expected: &Expectations) -> Result<()> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)?;
    let options = options(path, expected)?;
    let model = Symmetric::with_most_capacity(&name, &text, &options)?;
    let found = model.group.order().to_string();
    same("the order of the group:", order(expected)?, &found)?;
    model.certify(Effort::RUN)?;
    model.commutes(STATES_OF_FAMILIES)
}

/// The models in a folder beside this file.
fn beside(folder: &str) -> Result<Vec<(PathBuf, Expectations)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut paths = Vec::new();
    for file in std::fs::read_dir(folder)? {
        paths.push(file?.path());
    }
    paths.sort();
    let read = |path: PathBuf| expectations(&path).map(|expected| (path, expected));
    paths.into_iter().map(read).collect()
}

fn main() -> ExitCode {
    let almost = beside("discovery").expect("the models can be read");
    let programs = beside("programs").expect("the models can be read");
    let families = models("families").expect("the models can be read");
    fixtures::run(vec![
        fixtures::suite("almost", 40, almost, has_its_group),
        // What no front end writes, in the text form: the laws of symmetry one by one.
        fixtures::suite("programs", 22, programs, has_its_group),
        fixtures::suite("families", 12, families, has_the_group_of_its_family),
    ])
}
