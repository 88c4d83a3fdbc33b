//! `weyl dependencies`: what is kept, why, and what can change places in it.

use std::path::Path;
use std::process::{Command, Output};
use weyl::Dependencies;

const ULTRALOG: &str = "murphi/ultralog.m";
const PROPERTY: &str = "an authority can be there again";

fn weyl(arguments: &[&str]) -> Output {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).current_dir(models);
    command.output().expect("weyl starts")
}

#[test]
fn ultralog_needs_no_agents() {
    let output = weyl(&["dependencies", ULTRALOG, "--property", PROPERTY]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    for line in [
        "  kept      up, root, authority: 7 of 11 scalars",
        "  left out  manager, agent",
        "  steps     5 of 7 rules stay",
        "    D4, order 8",
        "    so can the property's instances (e = 0) (e = 1)",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
}

#[test]
fn chains_end_at_the_property() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let asked = Dependencies::file(models.join(ULTRALOG)).property(PROPERTY);
    let found = asked.run().expect("an answer");
    for variable in &found.report().variables {
        assert_eq!(variable.chain.is_empty(), variable.kept == 0);
    }
    for line in found.text_within(80).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn what_is_about_every_step_has_no_slice() {
    for arguments in [
        &["dependencies", ULTRALOG][..],
        &["dependencies", ULTRALOG, "--property", "deadlock"],
        &["dependencies", ULTRALOG, "--property", "no such thing"],
    ] {
        let output = weyl(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
}
