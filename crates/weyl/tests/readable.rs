//! What one can read: where processes are, what channels hold, lists, charts, explanations; and
//! several models at once.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use weyl_report::Printed;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    command.current_dir(folder).env_remove("CLICOLOR_FORCE");
    command.args(arguments).stdin(Stdio::null());
    command
}

fn weyl(arguments: &[&str]) -> Output {
    command(arguments).output().expect("weyl starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(arguments: &[&str]) -> Value {
    let output = weyl(arguments);
    valid(Printed::Check, &stdout(&output))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn model(name: &str, text: &str) -> String {
    let path = scratch(name);
    fs::write(&path, text).expect("a scratch file");
    path.display().to_string()
}

/// The run of the first property that has one.
fn first_run(answer: &Value) -> Vec<Value> {
    let properties = answer["properties"].as_array().expect("properties");
    let mut runs = properties
        .iter()
        .filter_map(|property| property["trace"]["steps"].as_array());
    runs.next().expect("a run").clone()
}

#[test]
fn steps_say_where_processes_come_to() {
    let steps = first_run(&json(&["check", "handshake.pml", "--json"]));
    let start = steps[0]["locations"].as_array().expect("locations");
    assert_eq!(start.len(), 2);
    assert_eq!(start[0]["proctype"], "Sender");
    assert_eq!(start[0]["text"], "line 7: c!3");
    assert_eq!(start[0]["span"]["line"], 7);
    let last = &steps[6]["locations"][0];
    assert_eq!(
        (&last["process"], &last["ended"]),
        (&0.into(), &true.into())
    );
}

#[test]
fn locations_have_labels_and_are_told_apart() {
    let text = "byte x;\nactive proctype P() {\nagain: x = 1; x = 2; x = 1;\n  if :: x > 0 -> goto again :: x > 1 :: else fi;\nwait: x == 9 }\n";
    let path = model("labels.pml", text);
    let steps = first_run(&json(&["check", &path, "--json", "--ltl", "[] (x < 2)"]));
    let at = |step: usize| steps[step]["locations"][0]["text"].clone();
    assert_eq!(at(0), "again, line 3: x = 1");
    assert_eq!(steps[0]["locations"][0]["labels"][0], "again");
    let text = "byte x;\nactive proctype P() { x = 1; x = 1; x = 2; assert(false) }\n";
    let path = model("alike.pml", text);
    let steps = first_run(&json(&["check", &path, "--json"]));
    let at = |step: usize| steps[step]["locations"][0]["text"].clone();
    assert_eq!(at(0), "line 2, column 23: x = 1");
    assert_eq!(at(1), "line 2, column 30: x = 1");
    assert_eq!(at(2), "line 2: x = 2");
}

#[test]
fn channels_are_shown_once_and_by_name() {
    let text = "chan q = [2] of { byte }; chan r = [1] of { byte };\n\
                proctype P(chan c) { c!5; c!7; assert(false) }\n\
                init { chan own = [1] of { chan }; own!r; run P(q); r = q }\n";
    let steps = first_run(&json(&["check", &model("names.pml", text), "--json"]));
    let start = steps[0]["changes"].as_object().expect("changes");
    assert_eq!(start["q"], "[]");
    assert_eq!(start["r"], "[]");
    assert_eq!(start["init[0]:own"], "[]");
    assert_eq!(start.len(), 4, "{start:?}");
    let find = |path: &str| {
        let mut values = steps.iter().map(|step| step["changes"][path].clone());
        values.rfind(|value| !value.is_null())
    };
    assert_eq!(find("P[1]:c"), Some("q".into()));
    assert_eq!(find("q"), Some("[5][7]".into()));
    let moved = "active proctype P() { r = q; r!1; assert(false) }";
    let text = format!("chan q = [2] of {{ byte }}; chan r = [1] of {{ byte }};\n{moved}\n");
    let steps = first_run(&json(&["check", &model("moved.pml", &text), "--json"]));
    assert_eq!(steps[1]["changes"]["r (variable)"], "q");
    assert_eq!(steps[2]["changes"]["q"], "[1]");
}

#[test]
fn bytes_that_hold_mtypes_are_shown_by_name() {
    let text = "mtype = { red, green };\nbyte kept = red; byte mixed = red; chan c = [1] of { byte };\n\
                active proctype P() { byte got; c!green; c?got; mixed = 7; kept = got; assert(false) }\n";
    let steps = first_run(&json(&["check", &model("mtypes.pml", text), "--json"]));
    assert_eq!(steps[0]["changes"]["kept"], "red");
    assert_eq!(steps[0]["changes"]["mixed"], "2");
    assert_eq!(steps[1]["changes"]["c"], "[green]");
    assert_eq!(steps[2]["changes"]["P[0]:got"], "green");
    assert_eq!(steps[4]["changes"]["kept"], "green");
}

#[test]
fn properties_are_listed() {
    let listed = stdout(&weyl(&["check", "--list", "troubles.m"]));
    assert!(
        listed.starts_with("7 properties of troubles.m\n"),
        "{listed}"
    );
    assert!(
        listed.contains("  six             cover     line 31\n"),
        "{listed}"
    );
    let listed = json(&["check", "--list", "macros.pml", "--json"]);
    let names = listed["properties"].as_array().expect("properties");
    let names: Vec<&str> = names
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["run-time error", "invalid end state", "ends"]);
    let chosen = stdout(&weyl(&[
        "check",
        "--list",
        "troubles.m",
        "--property",
        "six",
    ]));
    assert!(chosen.starts_with("1 property of troubles.m\n"), "{chosen}");
    assert_eq!(code(&weyl(&["check", "--list", "wrong.m"])), 2);
}

#[test]
fn several_models_are_checked_at_once() {
    let few = ["--max-states", "1000"];
    let cases: [(&[&str], i32, &str); 4] = [
        (&["holds.m", "bag.m"], 1, "2 models: 1 holds, 1 violated\n"),
        (
            &["holds.m", "counter.m"],
            3,
            "2 models: 1 holds, 1 inconclusive\n",
        ),
        (&["holds.m", "holds.m"], 0, "2 models: 2 hold\n"),
        (
            &["race.m", "wrong.m", "holds.m"],
            2,
            "3 models: 1 holds, 1 violated, 1 wrong\n",
        ),
    ];
    for (models, expected, summary) in cases {
        let output = weyl(&[&["check"], models, &few].concat());
        assert_eq!(code(&output), expected, "{models:?}");
        let text = stdout(&output);
        assert!(text.ends_with(summary), "{text}");
        if models[0] == "holds.m" {
            assert!(text.starts_with("holds holds.m  4 states, "), "{text}");
        }
    }
    let answer = json(&["check", "holds.m", "race.m", "wrong.m", "--json"]);
    assert_eq!(answer["verdict"], "error");
    let verdict = |number: usize| answer["reports"][number]["verdict"].clone();
    assert_eq!(verdict(0), "holds");
    assert_eq!(verdict(1), "violated");
    assert_eq!(verdict(2), "error");
}

/// Who checks one of them must know which, wherever models stand: it would start others for ever.
#[test]
fn several_models_may_stand_behind_a_double_dash() {
    let output = weyl(&["--verbose", "check", "holds.m", "--", "holds.m", "bag.m"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).ends_with("3 models: 2 hold, 1 violated\n"));
    let folder = scratch("dashes");
    fs::create_dir_all(&folder).expect("a folder");
    for name in ["a.pml", "-b.pml"] {
        fs::write(folder.join(name), "init { skip }").expect("a file");
    }
    let mut dashes = command(&["check", "a.pml", "--", "-b.pml"]);
    let output = dashes.current_dir(&folder).output().expect("weyl starts");
    let text = stdout(&output);
    for name in ["holds a.pml", "holds -b.pml"] {
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    let beyond = weyl(&["check", "holds.m", "bag.m", "--only", "2"]);
    assert_eq!((code(&beyond), stdout(&beyond).as_str()), (2, ""));
}

#[test]
fn folders_stand_for_the_models_in_them() {
    let folder = scratch("a-folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("inner")).expect("a folder");
    fs::create_dir_all(folder.join("none")).expect("a folder");
    let text = "var x: boolean; startstate x := true end; rule x := !x end;";
    for name in ["b.m", "inner/a.m", ".hidden.m", "notes.txt"] {
        fs::write(folder.join(name), text).expect("a file");
    }
    let name = folder.display().to_string();
    let output = weyl(&["check", &name]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.ends_with("\n2 models: 2 hold\n"), "{text}");
    assert!(text.find("b.m") < text.find("a.m"), "{text}");
    let none = weyl(&["check", &folder.join("none").display().to_string()]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("W0002"), "{}", stderr(&none));
    let graph = weyl(&["check", &name, "--graph", "states.dot"]);
    assert_eq!(code(&graph), 2);
    assert!(
        stderr(&graph).contains("several models"),
        "{}",
        stderr(&graph)
    );
}

#[test]
fn standard_input_is_a_model() {
    let piped = |arguments: &[&str]| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/holds.m");
        let mut command = command(arguments);
        command.stdin(File::open(path).expect("a model"));
        command.output().expect("weyl starts")
    };
    let output = piped(&["check", "-", "--language", "murphi"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("holds -\n"),
        "{}",
        stdout(&output)
    );
    let both = piped(&["check", "race.m", "-", "--language", "murphi"]);
    assert!(stdout(&both).ends_with("2 models: 1 holds, 1 violated\n"));
    for wrong in [
        &["check", "-"][..],
        &["check", "-", "-", "--language", "murphi"],
    ] {
        let output = piped(wrong);
        assert_eq!(code(&output), 2, "{wrong:?}");
        assert!(stderr(&output).contains("W0001"), "{wrong:?}");
    }
}

#[test]
fn codes_are_explained() {
    let output = weyl(&["explain", "w12"]);
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    assert!(
        text.starts_with("W0012: a formula that cannot be read\n"),
        "{text}"
    );
    assert!(text.contains("    weyl formula "), "{text}");
    assert!(!text.contains("```") && !text.contains("W0013"), "{text}");
    assert!(stdout(&weyl(&["explain"])).contains("W0201: "));
    let unknown = weyl(&["explain", "W5555"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("error[W0001]"));
}

#[test]
fn runs_show_the_variables_that_are_wanted() {
    let text = stdout(&weyl(&["check", "race.m", "--vars", "taken"]));
    assert!(text.contains("        taken = false\n"), "{text}");
    assert!(!text.contains("place[Process_1]  ="), "{text}");
    assert!(text.contains("(no change of what is shown)"), "{text}");
    let steps = first_run(&json(&["check", "race.m", "--hide", "place", "--json"]));
    let start = steps[0]["changes"].as_object().expect("changes");
    assert_eq!(start.keys().collect::<Vec<_>>(), ["taken"]);
    assert_eq!(steps[0]["hidden"], 2);
    let walk = [
        "simulate",
        "handshake.pml",
        "--seed",
        "1",
        "--vars",
        "Receiver:v,log",
    ];
    let text = stdout(&weyl(&walk));
    assert!(text.contains("log = []   Receiver[1]:v = 0\n"), "{text}");
    assert!(!text.contains("sum = 3"), "{text}");
    for command in ["check", "simulate"] {
        let output = weyl(&[command, "race.m", "--vars", "taken,nothing"]);
        assert_eq!(code(&output), 2);
        let said = stderr(&output);
        assert!(
            said.contains("error[W0018]: no variable is called `nothing`"),
            "{said}"
        );
        assert!(said.contains("place, taken"), "{said}");
    }
}

#[test]
fn expressions_are_shown_along_runs() {
    let expressions = ["--expr", "len(log) + sum", "--expr", "sum > 2", "--json"];
    let steps = first_run(&json(
        &[&["check", "handshake.pml"], &expressions[..]].concat(),
    ));
    assert_eq!(steps[0]["values"]["len(log) + sum"], "0");
    assert_eq!(steps[0]["values"]["sum > 2"], "false");
    assert!(steps[1]["values"].is_null(), "it has not changed");
    assert_eq!(steps[3]["values"]["len(log) + sum"], "3");
    assert_eq!(steps[3]["values"]["sum > 2"], "true");
    assert_eq!(steps[4]["values"]["len(log) + sum"], "4");
    let text = stdout(&weyl(&[
        "check",
        "race.m",
        "--expr",
        "taken & place[1] = Inside",
    ]));
    assert!(text.is_empty(), "scalarsets have no numbers: {text}");
    let exists = "exists p: Process do place[p] = Inside end";
    for command in ["check", "simulate"] {
        let text = stdout(&weyl(&[command, "race.m", "--expr", exists]));
        assert!(text.contains(&format!("{exists} = false")), "{text}");
    }
}

/// What is shown is not asked: the group is the same.
#[test]
fn expressions_break_no_symmetry() {
    let text = "byte turn; byte n;\nactive [3] proctype P() { do :: turn == 0 -> turn = _pid + 1 :: \
                turn == _pid + 1 -> turn = 0; n++ ; assert(n < 4) od }\n";
    let path = model("turns.pml", text);
    let order = |more: &[&str]| {
        let answer = json(&[&["check", &path, "--json"], more].concat());
        (
            answer["symmetry"]["order"].clone(),
            answer["states"].clone(),
        )
    };
    let plain = order(&[]);
    assert_eq!(order(&["--expr", "turn * 7 + 1"]), plain);
    assert_ne!(plain.0, "1");
}

#[test]
fn expressions_that_make_no_sense_are_refused() {
    for (model, expression) in [
        ("handshake.pml", "<> (sum > 2)"),
        ("handshake.pml", "nothing + 1"),
        ("handshake.pml", "sum +"),
        ("race.m", "G taken"),
        ("race.m", "nothing"),
        ("race.m", "place"),
    ] {
        let output = weyl(&["check", model, "--expr", expression]);
        assert_eq!(code(&output), 2, "{expression}: {}", stdout(&output));
        assert!(stderr(&output).contains("error[W"), "{expression}");
    }
}

#[test]
fn charts_have_four_formats() {
    let written = |name: &str| {
        let path = scratch(name);
        let _ = fs::remove_file(&path);
        let file = path.display().to_string();
        let arguments = ["check", "handshake.pml", "--quiet", "--chart", &file];
        assert_eq!(code(&weyl(&arguments)), 1);
        fs::read_to_string(&path).expect("a chart")
    };
    let chart = written("chart.mmd");
    let expected = "sequenceDiagram\n    participant p0 as Sender[0]\n    participant p1 as Receiver[1]\n    \
                    p0->>p1: c?3\n    Note over p1: log!3,3\n    Note over p1: log?3,3\n    p0->>p1: c?4\n";
    assert_eq!(chart, expected);
    let chart = written("chart.puml");
    assert!(chart.starts_with("@startuml\n") && chart.ends_with("@enduml\n"));
    assert!(chart.contains("p0 -> p1 : c?3\n"), "{chart}");
    let chart = written("chart.txt");
    assert!(chart.contains("o-------c?3------->"), "{chart}");
    let chart = written("chart.svg");
    assert_eq!(chart.matches("marker-end").count(), 2, "{chart}");
    assert!(chart.ends_with("</svg>\n"), "{chart}");
    for (path, error) in [("chart.png", "W0001"), ("/no/such/folder/a.svg", "W0002")] {
        let refused = weyl(&["check", "handshake.pml", "--chart", path]);
        assert_eq!(code(&refused), 2);
        assert!(stderr(&refused).contains(error), "{}", stderr(&refused));
    }
}

#[test]
fn limits_say_how_large_they_were_and_what_would_help() {
    let text = stdout(&weyl(&["check", "counter.m", "--max-depth", "7"]));
    assert!(
        text.starts_with("inconclusive counter.m: the depth limit of 7 was reached\n"),
        "{text}"
    );
    assert!(text.contains("`--max-depth` allows longer runs"), "{text}");
    assert!(!text.contains("states/s"), "{text}");
    let answer = json(&["check", "counter.m", "--max-depth", "7", "--json"]);
    assert_eq!(answer["limits"]["depth"], 7);
}
