//! Whatever a model declares is found in its text: each symmetry of its scalarsets is what one of
//! those that are discovered does to their members.

use anyhow::{Context, Result, ensure};
use cranelift_entity::EntityRef;
use std::path::{Path, PathBuf};
use weyl_check::MURPHI;
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::{Options, expectations, models, parallel, random_seeds};
use weyl_ir::layout::name as name_of;
use weyl_modelgen::{MurphiOptions, murphi};
use weyl_permutation::Point;
use weyl_symmetry::declared;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 400;

fn is_found(name: &str, text: &str, options: &[String]) -> Result<()> {
    let options = Options::from_header(MURPHI, options)?;
    let found = Symmetric::of_text(name, text, &options)?;
    // The new names come behind those that are declared.
    let read = weyl_filetest::program(MURPHI, name, text, weyl_ir::Capacity::default())?;
    let declared = declared(&read.model, false).group;
    // What no state shows need not move.
    let members = (0..read.model.name_count()).map(Point::new);
    let members: Vec<Point> = members.filter(|name| found.shows(name_of(*name))).collect();
    for generator in declared.group().generators() {
        let images: Vec<Point> = members.iter().map(|name| generator.image(*name)).collect();
        let element = found.group.group().element_with(&members, &images);
        ensure!(
            element.is_some(),
            "{:?} is declared, and {:?} are found",
            declared.describe(&read.model).generators,
            found.generators()
        );
    }
    Ok(())
}

fn murphi_beside(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "m"))
        .collect()
}

#[test]
fn all_models_have_the_symmetry_that_they_declare() {
    let own = models("murphi").expect("the models can be read");
    let mut paths: Vec<PathBuf> = own.into_iter().map(|(path, _)| path).collect();
    paths.extend(murphi_beside("discovery"));
    assert!(paths.len() > 100, "models are missing");
    parallel::for_each(&paths, |path| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        is_found(&name, &text, &expectations(path)?.options).context(name)
    });
}

#[test]
fn random_programs_have_the_symmetry_that_they_declare() {
    parallel::for_each(&random_seeds(PROGRAMS), |seed| {
        let text = murphi(*seed, &MurphiOptions::default()).text;
        is_found("random", &text, &[]).with_context(|| format!("seed {seed}\n{text}"))
    });
}
