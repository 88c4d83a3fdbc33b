//! Why there is not more symmetry, and pictures of the group: what people read and see.

mod copies;
mod creation;
mod gains;
mod loops;
mod pictures;
#[path = "../schemas/mod.rs"]
mod schemas;
mod statements;
mod values;

use schemas::valid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

fn models(name: &str) -> String {
    format!("{}/../../models/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn file(name: &str, text: &str) -> String {
    let path = temporary(name);
    std::fs::write(&path, text).expect("a model");
    path.display().to_string()
}

fn said(model: &str) -> String {
    let output = weyl(&["symmetry", model]);
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(model: &str) -> Value {
    let output = weyl(&["symmetry", model, "--json"]);
    valid(Printed::Symmetry, &String::from_utf8_lossy(&output.stdout))
}

/// Whatever the lines are wrapped at.
fn assert_said(model: &str, sentences: &[&str]) {
    let text = said(model);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for sentence in sentences {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

/// A family that ends, so that SPIN's order of removal is there too.
const COMPARED: &str = "
byte flag[4]; byte last;
active [4] proctype P() {
    flag[_pid] = 1;
    if :: _pid < last :: else fi;
    last = _pid
}";
