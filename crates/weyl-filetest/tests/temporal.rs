//! Temporal properties: on every model with one, with and without symmetry, whatever becomes of
//! indices, the verdict is what the model says, and what SPIN says.

use anyhow::{Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use weyl_check::{Indices, MURPHI, PROMELA, SymmetrySource};
use weyl_filetest::{
    Answer, DECLARED, DISCOVERED, Options, Verdict, models, models_folder, parallel, spin,
};
use weyl_system::Fairness;

/// A formula that a Murphi model has in a comment, with what is said of it.
struct Said {
    path: PathBuf,
    formula: String,
    holds: bool,
    holds_under_weak_fairness: Option<bool>,
}

/// `-- ltl: F`, and in the next line what is so.
fn said(path: &Path, text: &str) -> Result<Vec<Said>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        let Some(formula) = pair[0].strip_prefix("-- ltl: ") else {
            continue;
        };
        let (holds, holds_under_weak_fairness) = match pair[1] {
            "-- holds" => (true, Some(true)),
            "-- violated" => (false, None),
            "-- holds under weak fairness" => (false, Some(true)),
            other => bail!("{}: what does `{other}` say?", path.display()),
        };
        found.push(Said {
            path: path.to_path_buf(),
            formula: formula.to_string(),
            holds,
            holds_under_weak_fairness,
        });
    }
    Ok(found)
}

fn all_said() -> Result<Vec<Said>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(models_folder("temporal"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "m") {
            all.extend(said(&path, &std::fs::read_to_string(&path)?)?);
        }
    }
    Ok(all)
}

const WAYS: [(SymmetrySource, Indices); 5] = [
    (SymmetrySource::Off, Indices::Cheapest),
    (DISCOVERED, Indices::Cheapest),
    (DISCOVERED, Indices::Fixed),
    (DISCOVERED, Indices::Followed),
    (DECLARED, Indices::Cheapest),
];

/// The one verdict that all ways come to.
fn verdict(said: &Said, fairness: Fairness) -> Result<Verdict> {
    let text = std::fs::read_to_string(&said.path)?;
    let name = said.path.display().to_string();
    let mut verdicts = BTreeMap::new();
    for (symmetry, indices) in WAYS {
        let options = Options {
            symmetry,
            indices,
            fairness,
            formulas: vec![said.formula.clone()],
            ..Options::from_header(MURPHI, &[])?
        };
        let answer = Answer::of_text(&name, &text, &options)?;
        verdicts.insert(format!("{symmetry:?} {indices:?}"), answer.verdict);
    }
    let first = verdicts.values().next().copied();
    let is_first = |verdict: &Verdict| Some(*verdict) == first;
    ensure!(
        verdicts.values().all(is_first),
        "{name}: {} under {fairness:?}: {verdicts:?}",
        said.formula
    );
    first.ok_or_else(|| anyhow::anyhow!("there is a way"))
}

#[test]
fn formulas_of_murphi_models_are_as_they_say() {
    let all = all_said().expect("the models can be read");
    assert!(all.len() >= 50, "models are missing");
    parallel::for_each(&all, |said| {
        let of = |fairness| verdict(said, fairness);
        let (all_runs, weak) = (of(Fairness::None)?, of(Fairness::Weak)?);
        let strong = of(Fairness::Strong)?;
        let about = format!("{}: {}", said.path.display(), said.formula);
        ensure!((all_runs == Verdict::Holds) == said.holds, "{about}");
        if let Some(holds) = said.holds_under_weak_fairness {
            ensure!((weak == Verdict::Holds) == holds, "{about}: weak fairness");
        }
        // There are fewer runs, and fewer again.
        let is_sound = |more: Verdict, fewer: Verdict| more != Verdict::Holds || fewer == more;
        ensure!(
            is_sound(all_runs, weak) && is_sound(weak, strong),
            "{about}"
        );
        Ok(())
    });
}

/// What is violated in each Promela model is in its header; each temporal property was given to
/// SPIN.
#[test]
fn temporal_properties_of_promela_models_are_as_spin_says() {
    let mut all = models("temporal").expect("the models can be read");
    all.extend(models("promela").expect("the models can be read"));
    all.retain(|(path, _)| path.extension().is_some_and(|extension| extension == "pml"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    parallel::for_each(&all, |(path, header)| {
        let options = |symmetry| -> Result<Options> {
            Ok(Options {
                symmetry,
                ..Options::from_header(PROMELA, &header.options)?
            })
        };
        let plain = Answer::of_file(path, &options(SymmetrySource::Off)?)?;
        let reduced = Answer::of_file(path, &options(DISCOVERED)?)?;
        let name = path.display();
        ensure!(
            plain.temporal == reduced.temporal,
            "{name}: {:?}, with symmetry {:?}",
            plain.temporal,
            reduced.temporal
        );
        if plain.temporal.is_empty() || header.not_for_spin.is_some() || !spin::is_installed() {
            return Ok(());
        }
        let own = folder.path().join(path.file_stem().unwrap_or_default());
        std::fs::create_dir(&own)?;
        for (property, verdict) in &plain.temporal {
            let theirs = spin::check_temporal(path, &own, property)?;
            ensure!(
                theirs.is_none_or(|violated| violated == (*verdict == Verdict::Violated)),
                "{name}: `{property}` is {verdict:?}, SPIN says violated: {theirs:?}"
            );
        }
        Ok(())
    });
}
