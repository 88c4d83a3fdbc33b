//! Multisets and unions, which Rumur lacks: each random program against a twin that does without
//! them.

use anyhow::{Context, Result, ensure};
use weyl_check::MURPHI;
use weyl_filetest::{Answer, Options, parallel};
use weyl_modelgen::murphi_twins;

const PAIRS: u64 = 300;

#[test]
fn twins_have_the_same_states_and_verdicts() {
    let seeds: Vec<u64> = (0..PAIRS).collect();
    parallel::for_each(&seeds, |seed| {
        let (sugared, plain) = murphi_twins(*seed);
        compare(&sugared, &plain).with_context(|| format!("seed {seed}\n{sugared}\n{plain}"))
    });
}

/// Transitions are left out: `choose` fires once for each element, the twin once for each value.
fn compare(sugared: &str, plain: &str) -> Result<()> {
    let options = Options::from_header(MURPHI, &[])?;
    let with_sugar = Answer::of_text("sugared.m", sugared, &options)?;
    let without = Answer::of_text("plain.m", plain, &options)?;
    ensure!(
        (with_sugar.states, with_sugar.verdict) == (without.states, without.verdict),
        "{with_sugar:?}\n{without:?}"
    );
    ensure!(with_sugar.violated_names() == without.violated_names());
    Ok(())
}
