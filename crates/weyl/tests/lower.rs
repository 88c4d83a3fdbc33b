//! `weyl lower`, and texts as models: what is printed, what is answered, what is refused.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

/// A folder with copies of some models.
fn folder(name: &str, copied: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("lower")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    for model in copied {
        std::fs::copy(models().join(model), folder.join(model)).expect("a model");
    }
    folder
}

fn weyl(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Lowers a model into a text beside it.
fn lowered(folder: &Path, arguments: &[&str]) -> String {
    let output = weyl(folder, &[&["lower"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    std::fs::write(folder.join("text.weyl"), &printed).expect("a text");
    printed
}

fn json(folder: &Path, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = weyl(folder, &[&["check"], arguments, &["--json"]].concat());
    let said = text(&output.stdout);
    (valid(Printed::Check, &said), output.status.code())
}

fn assert_refused(folder: &Path, arguments: &[&str], code: &str, part: &str) {
    let output = weyl(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(
        said.contains(code) && said.contains(part),
        "{arguments:?}: {said}"
    );
    assert!(output.stdout.is_empty(), "{arguments:?}: a partial result");
}

#[test]
fn a_text_answers_what_its_model_does_and_names_the_same_lines() {
    let models = ["troubles.m", "handshake.pml", "macros.pml", "settings.h"];
    let folder = folder("same", &models);
    for model in &models[..3] {
        let printed = lowered(&folder, &[model]);
        assert!(
            printed.contains(&format!("source {model:?}\n")),
            "{printed}"
        );
        let wanted = json(&folder, &[model, "--keep-going"]);
        let found = json(&folder, &["text.weyl", "--keep-going"]);
        assert_eq!(found.1, wanted.1, "{model}");
        let parts = ["states", "transitions", "depth", "properties", "unreached"];
        for part in parts {
            assert_eq!(found.0[part], wanted.0[part], "{model}: {part}");
        }
    }
}

#[test]
fn without_its_source_a_text_speaks_of_itself() {
    let folder = folder("alone", &["race.m"]);
    let printed = lowered(&folder, &["race.m"]);
    std::fs::remove_file(folder.join("race.m")).expect("it was there");
    let (answer, code) = json(&folder, &["text.weyl"]);
    assert_eq!(code, Some(1));
    let properties = answer["properties"].as_array().expect("properties");
    let violated = properties.iter().find(|one| one["verdict"] == "violated");
    let span = &violated.expect("a violation")["span"];
    assert_eq!(span["file"], "text.weyl");
    let line = span["line"].as_u64().expect("a line") as usize;
    let there = printed.lines().nth(line - 1).expect("a line of the text");
    assert!(there.starts_with("invariant "), "{there}");
}

#[test]
fn a_bare_text_says_nothing_of_its_source() {
    let folder = folder("bare", &["race.m"]);
    let printed = lowered(&folder, &["race.m", "--bare"]);
    assert!(!printed.contains("source ") && !printed.contains('@'));
    assert_eq!(json(&folder, &["text.weyl"]).1, Some(1));
}

#[test]
fn formulas_are_about_the_atoms_of_a_text() {
    let folder = folder("formulas", &[]);
    let model = "var n : 0..3 start \"s\" { n := 0; } rule \"up\" when lt(n, 3) { n := plus(n, 1); } \
                 atom \"full\" { eq(n, 3) } temporal \"filled\" atoms 0 repeats_ends { eventually(0) }";
    std::fs::write(folder.join("n.weyl"), model).expect("a text");
    let (answer, code) = json(&folder, &["n.weyl", "--property", "filled"]);
    assert_eq!((code, &answer["states"]), (Some(0), &Value::from(4)));
    assert_eq!(json(&folder, &["n.weyl", "--ltl", "[] full"]).1, Some(1));
    assert_eq!(json(&folder, &["n.weyl", "--ltl", "<> [] full"]).1, Some(0));
    let unknown = ["check", "n.weyl", "--ltl", "[] empty"];
    assert_refused(&folder, &unknown, "W0903", "there is no atom `empty`");
}

#[test]
fn a_text_has_the_room_that_it_was_lowered_with() {
    let folder = folder("room", &[]);
    let model = "byte n;\nproctype P() { skip }\n\
                 init { do :: n < 20 -> n++ :: n == 20 -> break od; run P(); run P() }\n";
    std::fs::write(folder.join("late.pml"), model).expect("a model");
    lowered(&folder, &["late.pml", "--capacity", "2"]);
    let (answer, code) = json(&folder, &["text.weyl"]);
    assert_eq!(code, Some(1));
    assert!(
        answer.to_string().contains("there are too many processes"),
        "{answer:#}"
    );
    lowered(&folder, &["late.pml", "--capacity", "3"]);
    assert_eq!(json(&folder, &["text.weyl"]).1, Some(0));
}

#[test]
fn what_has_no_meaning_is_refused() {
    let folder = folder("refused", &["race.m", "wrong.m", "handshake.pml"]);
    let model = "byte n; active proctype P() { n = 1 }\nltl one { <> (n == 1) }\n";
    std::fs::write(folder.join("one.pml"), model).expect("a model");
    lowered(&folder, &["one.pml"]);
    for (name, wrong) in [
        ("syntax.weyl", "var x : bool rule \"r\" { x := ; }"),
        ("types.weyl", "var x : bool rule \"r\" { x := 1; }"),
    ] {
        std::fs::write(folder.join(name), wrong).expect("a text");
    }
    let cases: [(&[&str], &str, &str); 10] = [
        (&["check", "syntax.weyl"], "W0902", "wanted an expression"),
        (&["lower", "types.weyl"], "W0908", "rule \"r\""),
        (&["lower", "wrong.m"], "W0", "wrong.m"),
        (&["check", "text.weyl", "-D", "N=3"], "W0001", "`-D`"),
        (
            &["check", "text.weyl", "--trail", "t"],
            "W0001",
            "`--trail`",
        ),
        (
            &["check", "text.weyl", "--strict-undefined"],
            "W0001",
            "`--strict-undefined`",
        ),
        (
            &["check", "text.weyl", "--fair", "x"],
            "W0013",
            "not to rules",
        ),
        (
            &["lower", "race.m", "--loop-limit", "5"],
            "W0001",
            "`--loop-limit`",
        ),
        (
            &["lower", "race.m", "--capacity", "5"],
            "W0001",
            "no capacity",
        ),
        (
            &["lower", "handshake.pml", "--capacity", "256"],
            "W0001",
            "at most 255",
        ),
    ];
    for (arguments, code, part) in cases {
        assert_refused(&folder, arguments, code, part);
    }
}

#[test]
fn the_language_can_be_said() {
    let folder = folder("language", &["race.m"]);
    lowered(&folder, &["race.m"]);
    std::fs::rename(folder.join("text.weyl"), folder.join("text")).expect("another name");
    assert_eq!(json(&folder, &["text", "--language", "ir"]).1, Some(1));
    assert_eq!(json(&folder, &["text"]).1, Some(2));
}
