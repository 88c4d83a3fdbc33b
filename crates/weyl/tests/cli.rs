//! The command line as scripts and people meet it: exit codes, JSON, text, files, streams.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use weyl_report::Printed;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder.join(name)
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(models()).args(arguments);
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

fn weyl(arguments: &[&str]) -> Output {
    command(arguments).output().expect("weyl starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The answer of `check --json` and its exit code.
fn json(arguments: &[&str]) -> (Value, i32) {
    let mut all = vec!["check"];
    all.extend(arguments);
    all.push("--json");
    let output = weyl(&all);
    let text = stdout(&output);
    (valid(Printed::Check, &text), code(&output))
}

fn property<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let properties = answer["properties"].as_array().expect("properties");
    let found = properties.iter().find(|property| property["name"] == name);
    found.unwrap_or_else(|| panic!("no property {name}: {answer:#}"))
}

fn names(answer: &Value) -> Vec<&str> {
    let properties = answer["properties"].as_array().expect("properties");
    properties
        .iter()
        .filter_map(|p| p["name"].as_str())
        .collect()
}

fn assert_is_profile(profile: &Value) {
    let mut shares = profile["search"]["share"].as_f64().expect("a share");
    for part in ["executor", "representatives", "packing", "properties"] {
        assert!(profile[part]["count"].is_u64(), "{part}: {profile:#}");
        assert!(profile[part]["seconds"].is_f64(), "{part}: {profile:#}");
        shares += profile[part]["share"].as_f64().expect("a share");
    }
    // Where a limit was reached before the search began there is nothing to share.
    let has_begun = profile["thread_seconds"].as_f64() > Some(0.0);
    assert_eq!(shares >= 0.99, has_begun, "{profile:#}");
    assert!(profile["setup_seconds"].is_f64() && profile["thread_seconds"].is_f64());
    assert!(profile["firings_per_second"].is_u64());
}

fn assert_is_answer(answer: &Value) {
    for field in ["states", "transitions", "depth", "threads"] {
        assert!(answer[field].is_u64(), "{field}: {answer:#}");
    }
    for field in ["seconds", "bytes_per_state"] {
        assert!(answer[field].is_f64(), "{field}: {answer:#}");
    }
    for field in ["properties", "explorations", "unreached", "diagnostics"] {
        assert!(answer[field].is_array(), "{field}: {answer:#}");
    }
    assert_is_profile(&answer["profile"]);
    assert_eq!(answer["weyl"], env!("CARGO_PKG_VERSION"));
    assert!(answer["model"].is_string());
    assert_is_symmetry(answer);
    let exploration = &answer["explorations"][0];
    assert_eq!(exploration["states"], answer["states"]);
    assert_eq!(exploration["transitions"], answer["transitions"]);
    assert_eq!(
        exploration["properties"].as_array().map(Vec::len),
        Some(names(answer).len())
    );
    for property in answer["properties"].as_array().expect("properties") {
        assert!(property["name"].is_string());
        assert!(
            ["safety", "cover", "liveness"].contains(&property["kind"].as_str().expect("a kind"))
        );
        assert_eq!(
            property["message"].is_string(),
            property["verdict"] == "violated"
        );
    }
}

/// The group has an order, a structure and generators, which are none exactly if it is trivial.
fn assert_is_symmetry(answer: &Value) {
    let symmetry = answer["symmetry"].as_object().expect("a group");
    let fields: Vec<&str> = symmetry.keys().map(String::as_str).collect();
    assert_eq!(
        fields,
        [
            "order",
            "structure",
            "generators",
            "moves_data_alone",
            "proved",
            "termination",
            "merged",
            "tried",
            "tried_all"
        ]
    );
    assert!(symmetry["tried"].is_u64(), "{answer:#}");
    assert_eq!(symmetry["tried_all"], true, "{answer:#}");
    let order: u64 = symmetry["order"]
        .as_str()
        .and_then(|order| order.parse().ok())
        .expect("an order");
    let generators = symmetry["generators"].as_array().expect("generators");
    assert!(generators.iter().all(Value::is_string), "{answer:#}");
    assert_eq!(generators.is_empty(), order == 1, "{answer:#}");
    assert_eq!(symmetry["structure"] == "1", order == 1, "{answer:#}");
    assert_eq!(symmetry["proved"], true);
}

fn trivial_group() -> Value {
    serde_json::json!({
        "order": "1", "structure": "1", "generators": [], "moves_data_alone": false,
        "proved": true, "termination": null, "merged": null, "tried": 0, "tried_all": true
    })
}

fn assert_is_error(answer: &Value, code: &str) {
    assert_eq!(answer["verdict"], "error", "{answer:#}");
    let first = &answer["diagnostics"][0];
    assert_eq!(first["code"], code, "{answer:#}");
    assert!(first["message"].is_string());
}

#[test]
fn a_model_that_holds() {
    let (answer, code) = json(&["holds.m"]);
    assert_is_answer(&answer);
    assert_eq!((code, answer["verdict"].as_str()), (0, Some("holds")));
    assert_eq!(answer["model"], "holds.m");
    assert_eq!(answer["symmetry"], trivial_group());
    let expected = [
        "dark at rest",
        "assertions",
        "run-time error",
        "deadlock",
        "light",
        "dark again",
    ];
    assert_eq!(names(&answer), expected);
    assert_eq!(
        (answer["states"].as_u64(), answer["transitions"].as_u64()),
        (Some(4), Some(4))
    );
    assert_eq!(answer["depth"], 3);
    assert_eq!(answer["unreached"][0]["rule"], "never");
    assert_eq!(
        property(&answer, "light")["trace"]["steps"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    assert!(answer["limit"].is_null());
}

#[test]
fn a_violated_invariant_has_a_run() {
    let (answer, code) = json(&["race.m"]);
    assert_is_answer(&answer);
    assert_eq!((code, answer["verdict"].as_str()), (1, Some("violated")));
    assert_eq!(answer["symmetry"]["order"], "2");
    assert_eq!(answer["symmetry"]["structure"], "S2");
    let generators = serde_json::json!(["(Process_1 Process_2)"]);
    assert_eq!(answer["symmetry"]["generators"], generators);
    let race = property(&answer, "one inside");
    assert_eq!(race["span"]["line"], 38);
    assert_eq!(race["span"]["file"], "race.m");
    assert_ne!(race["parameters"]["p"], race["parameters"]["q"]);
    let steps = race["trace"]["steps"].as_array().expect("steps");
    let rules: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["rule"].as_str())
        .collect();
    assert_eq!(rules, ["all outside", "look", "look", "enter", "enter"]);
    assert_eq!(steps[0]["changes"]["taken"], "false");
    assert_eq!(
        steps[0]["changes"].as_object().map(serde_json::Map::len),
        Some(3)
    );
    let p = steps[1]["parameters"]["p"].as_str().expect("a parameter");
    assert_eq!(steps[1]["changes"][format!("place[{p}]")], "Door");
    assert!(
        steps[3]["output"]
            .as_str()
            .expect("output")
            .starts_with("enters: ")
    );
    assert!(race["trace"]["cycle_start"].is_null());
    assert!(steps[1]["process"].is_null());
    assert!(steps[1]["span"]["line"].is_u64());
}

#[test]
fn keep_going_finds_every_trouble() {
    let (answer, code) = json(&["troubles.m", "--keep-going"]);
    assert_is_answer(&answer);
    assert_eq!((code, answer["states"].as_u64()), (1, Some(6)));
    assert_eq!(answer["symmetry"], trivial_group());
    let messages = [
        ("not three", "safety", "the invariant is false"),
        ("not four", "safety", "the invariant is false"),
        ("n is not one", "safety", "assertion failed: n is not one"),
        ("run-time error", "safety", "an undefined value is read"),
        ("deadlock", "safety", "no rule leads to another state"),
        ("six", "cover", "no reachable state satisfies it"),
        (
            "small",
            "liveness",
            "from here on no state that satisfies it can be reached",
        ),
    ];
    assert_eq!(names(&answer), messages.map(|(name, _, _)| name));
    for (name, kind, message) in messages {
        let property = property(&answer, name);
        let found = ["kind", "verdict", "message"].map(|field| property[field].as_str());
        assert_eq!(found, [Some(kind), Some("violated"), Some(message)]);
        assert_eq!(property["trace"].is_null(), name == "six");
    }
    assert_eq!(property(&answer, "small")["parameters"]["i"], "0");
    assert_eq!(property(&answer, "run-time error")["span"]["line"], 22);
}

#[test]
fn a_property_is_checked_alone() {
    let cases = [
        ("not three", 1),
        ("n is not one", 1),
        ("assertions", 1),
        ("run-time error", 1),
        ("deadlock", 1),
        ("six", 1),
        ("small", 1),
    ];
    for (name, expected) in cases {
        let (answer, code) = json(&["troubles.m", "--property", name]);
        assert_eq!(code, expected, "{name}: {answer:#}");
        let shown = if name == "assertions" {
            "n is not one"
        } else {
            name
        };
        assert_eq!(names(&answer), [shown]);
    }
    let (answer, code) = json(&["holds.m", "--property", "light", "--property", "deadlock"]);
    assert_eq!((code, names(&answer)), (0, vec!["deadlock", "light"]));
}

#[test]
fn properties_can_be_left_out() {
    let (answer, _) = json(&["holds.m", "--safety-only"]);
    assert_eq!(
        names(&answer),
        ["dark at rest", "assertions", "run-time error", "deadlock"]
    );
    let (answer, _) = json(&["holds.m", "--safety-only", "--deadlock", "off"]);
    assert_eq!(
        names(&answer),
        ["dark at rest", "assertions", "run-time error"]
    );
    for (left_out, option) in [("light", "--safety-only"), ("deadlock", "--deadlock=off")] {
        let (answer, code) = json(&["holds.m", option, "--property", left_out]);
        assert_eq!(code, 2);
        assert_is_error(&answer, "W0004");
    }
}

#[test]
fn limits_make_a_check_inconclusive() {
    let cases = [
        (["--max-states", "100"], "states"),
        (["--max-depth", "7"], "depth"),
        (["--max-memory", "10k"], "memory"),
        (["--max-time", "0"], "time"),
    ];
    for (limit, name) in cases {
        let (answer, code) = json(&["counter.m", limit[0], limit[1]]);
        assert_is_answer(&answer);
        assert_eq!(answer["symmetry"], trivial_group());
        assert_eq!(
            (code, answer["verdict"].as_str()),
            (3, Some("inconclusive")),
            "{name}"
        );
        assert_eq!(answer["limit"], name);
        assert_eq!(
            property(&answer, "in the corridor")["verdict"],
            "inconclusive"
        );
        assert!(answer["states"].as_u64() < Some(100_001), "{name}");
    }
    let text = stdout(&weyl(&["check", "counter.m", "--max-states", "100"]));
    assert!(
        text.starts_with("inconclusive counter.m: the limit of 100 states was reached\n"),
        "{text}"
    );
}

#[test]
fn counts_do_not_depend_on_threads_or_order() {
    for options in [["--threads", "1"], ["--threads", "3"], ["--search", "dfs"]] {
        let (answer, code) = json(&["counter.m", options[0], options[1], "-D", "LAST=999"]);
        assert_eq!(
            (code, answer["states"].as_u64()),
            (0, Some(1000)),
            "{options:?}"
        );
        assert_eq!(answer["transitions"], 1000);
    }
}

#[test]
fn errors_are_one_json_object_too() {
    let (answer, code) = json(&["wrong.m"]);
    assert_eq!(code, 2);
    assert_is_error(&answer, "W0201");
    assert_eq!(answer["diagnostics"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["diagnostics"][0]["span"]["line"], 3);
    assert_eq!(answer["model"], "wrong.m");
    let cases = [
        (vec!["missing.m"], "W0002"),
        (vec!["holds.m", "--property", "nothing"], "W0004"),
        (vec!["model.txt"], "W0001"),
        (vec!["missing.pml"], "W0002"),
        (vec!["handshake.pml", "--strict-undefined"], "W0001"),
        (vec!["handshake.pml", "--deadlock", "stuttering"], "W0001"),
        (vec!["handshake.pml", "--loop-limit", "5"], "W0001"),
        (vec!["holds.m", "--threads", "0"], "W0001"),
        (vec!["holds.m", "--no-such-option"], "W0001"),
        (vec!["holds.m", "-D", "LAST"], "W0001"),
    ];
    for (arguments, expected) in cases {
        let (answer, code) = json(&arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert_is_error(&answer, expected);
    }
}

#[test]
fn a_profile_says_where_the_time_went() {
    let text = stdout(&weyl(&["check", "holds.m", "--profile"]));
    for part in ["executor", "packing", "properties", "store and search"] {
        assert!(text.contains(part), "{text}");
    }
    let text = stdout(&weyl(&["check", "holds.m"]));
    assert!(!text.contains("store and search"), "{text}");
    // Without covers and implications, no run is looked for after the search.
    let (answer, _) = json(&["holds.m", "--property", "deadlock"]);
    let firings = &answer["profile"]["executor"]["count"];
    assert_eq!(*firings, answer["transitions"]);
}

#[test]
fn wrong_command_lines_are_refused() {
    let cases: &[&[&str]] = &[
        &[],
        &["check"],
        &["prove", "holds.m"],
        &["check", "holds.m", "--symmetry", "no-such-file"],
        &["check", "holds.m", "--symmetry", "off", "--trust-loops"],
        &["check", "holds.m", "--reduce", "none", "--self-check"],
        &["check", "holds.m", "--reduce", "none", "--symmetry", "auto"],
        &[
            "check",
            "holds.m",
            "--reduce",
            "live,merge",
            "--symmetry",
            "auto",
        ],
        &["check", "holds.m", "--reduce", "live,none"],
        &["check", "holds.m", "--reduce", "everything"],
        &[
            "check",
            "crowd.pml",
            "--reduce",
            "none",
            "--termination",
            "stay",
        ],
        &["check", "holds.m", "--search", "dfs", "--threads", "2"],
        &["check", "holds.m", "--threads", "5000"],
        &["check", "holds.m", "--language", "promela"],
        &["check", "holds.m", "--deadlock", "sometimes"],
        &["check", "holds.m", "--max-memory", "lots"],
        &["check", "holds.m", "--max-time", "-1s"],
        &["check", "holds.m", "--json", "--quiet"],
        &["check", "holds.m", "--msc"],
        &["check", "holds.m", "--profile", "--quiet"],
        &["check", "holds.m", "--trail", "holds.trail"],
        &["check", "handshake.pml", "--msc", "--json"],
        &["check", "handshake.pml", "-D", "=1"],
        &["check", "holds.m", "-D", "NOWHERE=1"],
        &["check", "holds.m", "wrong.m"],
        &["simulate", "holds.m", "--seed", "1", "--interactive"],
        &["simulate", "holds.m", "--steps", "3", "--trace", "x.json"],
        &["simulate", "holds.m", "--property", "light"],
        &["completions", "klingon"],
    ];
    for arguments in cases {
        let output = weyl(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    for (size, hint) in [("1", "`1M`"), ("512", "`512M` or `512G`")] {
        let output = weyl(&["check", "holds.m", "--max-memory", size]);
        assert_eq!(code(&output), 2, "{size}");
        assert!(stderr(&output).contains(hint), "{}", stderr(&output));
    }
    let output = weyl(&["check", "holds.m", "--symmetry", "no-such-file"]);
    assert!(stderr(&output).contains("error[W0002]: cannot read `no-such-file`"));
}

#[test]
fn symmetry_is_used_unless_it_is_off() {
    for mode in ["auto", "off"] {
        assert_eq!(code(&weyl(&["check", "holds.m", "--symmetry", mode])), 0);
    }
    let (by_default, _) = json(&["race.m", "--keep-going"]);
    let (off, code) = json(&["race.m", "--keep-going", "--symmetry", "off"]);
    assert_eq!((code, &off["symmetry"]), (1, &Value::Null));
    assert!(by_default["states"].as_u64() < off["states"].as_u64());
    for mode in ["auto", "scalarset"] {
        let (answer, code) = json(&["race.m", "--keep-going", "--symmetry", mode]);
        assert_eq!((code, &answer["states"]), (1, &by_default["states"]));
        assert_eq!(answer["symmetry"], by_default["symmetry"]);
    }
    let generators = scratch("swap.txt");
    std::fs::write(&generators, "(Process_1 Process_2)\n").expect("a scratch file");
    let generators = generators.display().to_string();
    let (answer, code) = json(&["race.m", "--keep-going", "--symmetry", &generators]);
    assert_eq!((code, &answer["states"]), (1, &by_default["states"]));
    assert_eq!(answer["symmetry"]["order"], "2");
}

#[test]
fn unreadable_models_are_refused() {
    let write = |name: &str, bytes: &[u8]| {
        let path = scratch(name);
        std::fs::write(&path, bytes).expect("a scratch file");
        path.display().to_string()
    };
    let folder = scratch("folder.m");
    std::fs::create_dir_all(&folder).expect("a folder");
    let cases = [
        (write("binary.m", &[0, 1, 2, 255, 254, 0]), "W0002"),
        (write("nul.m", b"\0\0\0"), "W01"),
        (folder.display().to_string(), "W0002"),
        ("missing.m".to_string(), "W0002"),
    ];
    for (path, expected) in cases {
        let output = weyl(&["check", &path]);
        assert_eq!(code(&output), 2, "{path}");
        assert!(
            stderr(&output).contains(expected),
            "{path}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty(), "{path}");
    }
}

#[test]
fn an_empty_model_has_no_states() {
    let path = scratch("empty.m");
    std::fs::write(&path, "").expect("a scratch file");
    let output = weyl(&["check", &path.display().to_string()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("0 states"), "{}", stdout(&output));
    assert!(stderr(&output).contains("warning"), "{}", stderr(&output));
}

#[test]
fn simulation_follows_its_seed() {
    let run = |seed: &str| weyl(&["simulate", "counter.m", "--seed", seed, "--steps", "5"]);
    assert_eq!(code(&run("1")), 0);
    assert_eq!(stdout(&run("1")), stdout(&run("1")));
    assert!(stdout(&run("1")).contains("     5  step"));
    let race = |seed: &str| {
        stdout(&weyl(&[
            "simulate", "race.m", "--seed", seed, "--steps", "30",
        ]))
    };
    let runs: Vec<String> = (1..8).map(|seed| race(&seed.to_string())).collect();
    assert!(runs.iter().any(|run| run != &runs[0]));
    assert!(runs.concat().contains("prints enters: "));
}

#[test]
fn simulation_ends_where_the_model_goes_wrong() {
    let codes: Vec<i32> = (0..40)
        .map(|seed| {
            code(&weyl(&[
                "simulate",
                "race.m",
                "--steps",
                "40",
                "--seed",
                &seed.to_string(),
            ]))
        })
        .collect();
    assert!(codes.contains(&1), "{codes:?}");
    assert!(codes.iter().all(|code| [0, 1].contains(code)), "{codes:?}");
}

#[test]
fn a_run_found_by_a_check_can_be_walked_through() {
    let answer = weyl(&["check", "troubles.m", "--keep-going", "--json"]);
    let path = scratch("troubles.json");
    std::fs::write(&path, &answer.stdout).expect("a scratch file");
    let path = path.display().to_string();
    let walk = |property: &str| {
        weyl(&[
            "simulate",
            "troubles.m",
            "--trace",
            &path,
            "--property",
            property,
        ])
    };
    for (property, expected) in [("not four", 1), ("n is not one", 1), ("deadlock", 0)] {
        let output = walk(property);
        assert_eq!(code(&output), expected, "{property}: {}", stdout(&output));
    }
    assert!(stdout(&walk("run-time error")).contains("an undefined value is read"));
    assert!(stdout(&walk("deadlock")).contains("to five"));
    assert_eq!(code(&walk("six")), 2);
    let other = weyl(&["simulate", "holds.m", "--trace", &path]);
    assert_eq!(code(&other), 2);
    assert!(
        stderr(&other).contains("does not fit the model"),
        "{}",
        stderr(&other)
    );
}

fn converse(model: &str, input: &str) -> Output {
    let mut child = command(&["simulate", model, "--interactive"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("weyl starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The conversation may be over before all is read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("weyl ends")
}

/// What a step of a Promela run is about.
fn step_summary(step: &Value) -> (&str, Option<u64>, bool) {
    let rule = step["rule"].as_str().expect("a rule");
    let continues = step["continues"].as_bool().expect("a flag");
    (rule, step["process"].as_u64(), continues)
}

#[test]
fn steps_of_processes_tell_who_acts_and_what_belongs_together() {
    let (answer, code) = json(&["handshake.pml"]);
    assert_eq!(code, 1);
    assert_eq!(names(&answer), ["run-time error", "invalid end state"]);
    let steps = &property(&answer, "invalid end state")["trace"]["steps"];
    let steps = steps.as_array().expect("steps");
    let first: Vec<_> = steps[1..6].iter().map(step_summary).collect();
    let expected = [
        ("c!3", Some(0), false),
        ("c?v", Some(1), true),
        ("sum = sum + v", Some(1), true),
        ("log!v, sum", Some(1), true),
        ("log?v, _", Some(1), false),
    ];
    assert_eq!(first, expected);
    assert_eq!(steps[1]["proctype"], "Sender");
    assert_eq!(steps[2]["changes"]["Receiver[1]:v"], "3");
    let message = &steps[4]["messages"][0];
    assert_eq!(
        (&message["channel"], &message["direction"]),
        (&"log".into(), &"sent".into())
    );
    assert_eq!(message["values"][1], "3");
}

#[test]
fn changes_and_messages_name_the_constants_of_mtypes() {
    let (answer, code) = json(&["colours.pml"]);
    assert_eq!(code, 1);
    let steps = &property(&answer, "plain == red")["trace"]["steps"];
    assert_eq!(steps[0]["changes"]["colour"], "red");
    assert_eq!(steps[0]["changes"]["size"], "0");
    let made = serde_json::json!({
        "channel": "Sender[0]:own", "direction": "received", "values": ["green"]
    });
    assert_eq!(steps[2]["messages"][0], made);
    let sent = serde_json::json!({
        "channel": "box", "direction": "sent", "values": ["green", "large", "1"]
    });
    assert_eq!(steps[3]["messages"][0], sent);
    // A byte that only ever holds constants of one mtype.
    assert_eq!(steps[5]["changes"]["plain"], "green");
}

#[test]
fn a_run_of_processes_can_be_walked_through() {
    let (answer, _) = json(&["handshake.pml"]);
    let path = scratch("handshake.json");
    std::fs::write(&path, answer.to_string()).expect("a file");
    let path = path.to_str().expect("a UTF-8 path");
    let output = weyl(&["simulate", "handshake.pml", "--trace", path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("+ 3  proc 1 (Receiver)  line 13 → 13  sum = sum + v"),
        "{text}"
    );
    assert!(text.contains("\n        line a → b: "), "{text}");
    assert!(text.ends_with("the end of the run\n"), "{text}");
}

#[test]
fn macros_come_from_files_and_from_the_command_line() {
    let (answer, code) = json(&["macros.pml", "--safety-only"]);
    assert_eq!((code, &answer["states"]), (0, &7.into()));
    let (answer, _) = json(&["macros.pml", "--safety-only", "-D", "STEPS=5"]);
    assert_eq!(answer["states"], 13);
    let (answer, code) = json(&["macros.pml", "--safety-only", "-D", "LATE"]);
    assert_eq!(code, 1);
    let failed = answer["properties"][0]["verdict"].as_str();
    assert_eq!(failed, Some("violated"));
    let counts = |answer: &Value| (answer["states"].as_u64(), answer["transitions"].as_u64());
    let (all, _) = json(&["macros.pml", "--safety-only", "-D", "LATE", "--keep-going"]);
    let only = ["macros.pml", "-D", "LATE", "--property", "run-time error"];
    let (muted, code) = json(&only);
    assert_eq!((code, counts(&muted)), (0, counts(&all)));
}

#[test]
fn temporal_properties_are_checked_beside_others() {
    let (answer, code) = json(&["macros.pml"]);
    assert_eq!((code, &answer["verdict"]), (0, &"holds".into()));
    assert_eq!(property(&answer, "ends")["verdict"], "holds");
    assert_eq!(property(&answer, "ends")["kind"], "temporal");
    let (answer, code) = json(&["macros.pml", "--property", "invalid end state"]);
    assert_eq!(
        (code, answer["explorations"].as_array().map(Vec::len)),
        (0, Some(1))
    );
    let (answer, code) = json(&["macros.pml", "--property", "ends"]);
    assert_eq!(
        (code, &answer["explorations"][0]["properties"][0]),
        (0, &"ends".into())
    );
}

#[test]
fn room_for_processes_grows_as_needed() {
    let (answer, code) = json(&["crowd.pml", "--threads", "1"]);
    assert_eq!((code, &answer["verdict"]), (0, &"holds".into()));
    let (answer, code) = json(&["crowd.pml", "-D", "MANY=255", "--keep-going"]);
    assert_eq!(code, 1);
    let row = property(&answer, "run-time error");
    assert_eq!(row["message"], "there are too many processes");
    let steps = row["trace"]["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 1 + 3 * 254 + 2);
}

#[test]
fn a_walk_by_hand() {
    let output = converse("holds.m", "1\n1\nu\nnonsense\n99\ns\nq\nnever read\n");
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    assert!(text.contains("   1  dark\n"), "{text}");
    assert!(text.contains(" start  dark"), "{text}");
    assert!(text.contains("     1  press"), "{text}");
    assert_eq!(code(&converse("holds.m", "")), 0);
    assert_eq!(code(&converse("holds.m", "1\n1\n1")), 0);
    assert_eq!(code(&converse("holds.m", "u\n\n\u{0}\n")), 0);
}

#[test]
fn completions_for_shells() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = weyl(&["completions", shell]);
        assert_eq!(code(&output), 0, "{shell}");
        let knows = stdout(&output).contains("max-states");
        // Scripts that know nothing ask weyl.
        let asks = stdout(&output).contains(&format!("weyl completions {shell} -"));
        assert!(knows != asks, "{shell}");
    }
    let output = weyl(&["completions", "bash", "--", "weyl check --max-st", "", ""]);
    assert_eq!(stdout(&output), "--max-states\n");
    let words = ["--", "weyl", "check", "--max-st"];
    for shell in ["zsh", "fish"] {
        let output = weyl(&[&["completions", shell, "--word", "2"], &words[..]].concat());
        assert!(stdout(&output).starts_with("--max-states"), "{shell}");
    }
}

#[test]
fn help_teaches_by_example() {
    for arguments in [
        vec!["--help"],
        vec!["check", "--help"],
        vec!["simulate", "--help"],
        vec!["lower", "--help"],
    ] {
        let output = weyl(&arguments);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("Examples:"), "{arguments:?}");
    }
    assert!(stdout(&weyl(&["check", "--help"])).contains("Exit codes:"));
    assert!(stdout(&weyl(&["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn small_state_graphs_are_drawn() {
    let path = scratch("holds.dot");
    let name = path.display().to_string();
    assert_eq!(code(&weyl(&["check", "holds.m", "--graph", &name])), 0);
    let graph = std::fs::read_to_string(&path).expect("a graph");
    assert!(graph.starts_with("digraph"), "{graph}");
    assert_eq!(graph.matches("lamp = ").count(), 4, "{graph}");
    assert_eq!(graph.matches(" -> ").count(), 4, "{graph}");
    assert_eq!(graph.matches("peripheries=2").count(), 1, "{graph}");
}

#[test]
fn runs_are_written_for_spin() {
    let path = scratch("handshake.trail");
    let name = path.display().to_string();
    assert_eq!(
        code(&weyl(&["check", "handshake.pml", "--trail", &name])),
        1
    );
    let trail = std::fs::read_to_string(&path).expect("a trail");
    // The sender has statements 0 to 2, the receiver an atomic sequence of 3 to 6.
    let expected = "1:0:0\n2:1:3\n3:1:4\n4:1:5\n5:1:7\n6:0:1\n7:1:8\n";
    assert_eq!(trail, expected);
    let arguments = ["check", "handshake.pml", "--trail", "/no/such/folder/x"];
    assert_eq!(code(&weyl(&arguments)), 2);
}

#[test]
fn without_a_violation_there_is_no_trail() {
    let path = scratch("crowd.trail");
    // What an earlier run of the tests has left.
    let _ = std::fs::remove_file(&path);
    let name = path.display().to_string();
    let output = weyl(&["check", "crowd.pml", "--deadlock", "off", "--trail", &name]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("W0009"), "{}", stderr(&output));
    assert!(!path.exists());
}

#[test]
fn state_graphs_have_three_formats() {
    let written = |name: &str| {
        let path = scratch(name);
        let arguments = ["check", "holds.m", "--graph", &path.display().to_string()];
        assert_eq!(code(&weyl(&arguments)), 0);
        std::fs::read_to_string(&path).expect("a graph")
    };
    let graph: Value = serde_json::from_str(&written("holds.json")).expect("JSON");
    let states = graph["states"].as_array().expect("states");
    let edges = graph["edges"].as_array().expect("edges");
    assert_eq!((states.len(), edges.len()), (4, 4));
    assert_eq!(states[0]["initial"], true);
    assert_eq!(states[0]["values"]["lamp"], "Off");
    assert_eq!(edges[0]["from"], 0);
    assert!(edges[0]["steps"][0]["rule"].is_string());
    let graph = written("holds.graphml");
    assert_eq!(graph.matches("<node ").count(), 4, "{graph}");
    assert_eq!(graph.matches("<edge ").count(), 4, "{graph}");
    assert!(graph.contains("lamp = Off"), "{graph}");
}

#[test]
fn state_graphs_may_be_large() {
    let path = scratch("counter.dot");
    let name = path.display().to_string();
    let (answer, code) = json(&["counter.m", "--graph", &name, "--max-states", "20000"]);
    assert_eq!(code, 3, "{answer}");
    let graph = std::fs::read_to_string(&path).expect("a graph");
    assert_eq!(graph.matches("[label=\"n = ").count(), 20_000);
}

#[test]
fn graphs_that_cannot_be_written_are_refused() {
    for (path, error, hint) in [
        ("/no/such/folder/x.dot", "W0002", ""),
        ("states.png", "W0001", ".graphml"),
    ] {
        let (answer, code) = json(&["holds.m", "--graph", path]);
        assert_eq!(code, 2);
        assert_is_error(&answer, error);
        let hinted = answer["diagnostics"][0]["hint"]
            .as_str()
            .unwrap_or_default();
        assert!(hinted.contains(hint), "{answer}");
    }
    let refused = weyl(&["check", "holds.m", "--dot", "states.dot"]);
    assert_eq!(code(&refused), 2);
    let said = stderr(&refused);
    assert!(said.contains("`--graph states.dot`"), "{said}");
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let escape = |arguments: &[&str]| stdout(&weyl(arguments)).contains('\u{1b}');
    assert!(!escape(&["check", "holds.m"]));
    assert!(escape(&["check", "holds.m", "--color", "always"]));
    assert!(!escape(&["check", "holds.m", "--color", "never"]));
    assert!(!escape(&[
        "check", "holds.m", "--color", "always", "--json"
    ]));
}

#[test]
fn quiet_is_quiet() {
    let output = weyl(&["check", "race.m", "--quiet"]);
    assert_eq!(code(&output), 1);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn a_reader_that_goes_away_does_no_harm() {
    for arguments in [
        ["check", "race.m", "--keep-going"],
        ["simulate", "counter.m", "--steps=50000"],
        ["completions", "bash", "--color=never"],
    ] {
        let mut child = command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("weyl starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("weyl ends");
        assert!([0, 1].contains(&code(&output)), "{arguments:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
fn nobody_can_see_an_empty_name() {
    let path = scratch("empty-name.m");
    let text = "var x: boolean; startstate \"\" begin x := true; end; invariant \" \" x;";
    std::fs::write(&path, text).expect("written");
    let (answer, _) = json(&[&path.display().to_string()]);
    assert_eq!(property(&answer, "invariant 1")["verdict"], "holds");
}

#[test]
fn too_many_instances_of_liveness_are_refused() {
    let path = scratch("liveness.m");
    let text = "var x: boolean; startstate begin x := true; end;
        ruleset i: 0..4000000000 do liveness x; end;";
    std::fs::write(&path, text).expect("written");
    let (answer, code) = json(&[&path.display().to_string()]);
    assert_eq!(code, 2);
    assert_is_error(&answer, "W0003");
}

#[test]
fn names_with_line_breaks_keep_the_table() {
    let path = scratch("line-breaks.m");
    let text = r#"var x: 0..1; startstate "a\nb" begin x := 0; end;
        rule "c\nd" begin x := 1; end; invariant "e\nf" x = 0;"#;
    std::fs::write(&path, text).expect("written");
    let report = stdout(&weyl(&["check", &path.display().to_string()]));
    for line in [
        "  e f             safety    violated",
        "e f",
        " start  a b",
        "     1  c d",
    ] {
        let found = report.lines().any(|found| found.starts_with(line));
        assert!(found, "{line:?} in {report}");
    }
}

/// Writes a model into a file of its own.
fn written(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

/// A single step that would take for ever obeys the limits too.
#[test]
fn a_step_without_end_is_cut_off() {
    let endless = [
        "var x: 0..1; startstate x := 0; end; \
         rule begin for i: 0..1099511627776 do x := 1 - x; end; end;",
        "var x: 0..1; startstate x := 0; end; \
         rule forall i: 0..1099511627776 do i >= 0 end ==> x := 1 - x; end;",
        "var x: 0..1; startstate x := 0; end; \
         ruleset a: 0..49999; b: 0..49999 do rule a + b = 99999 + x ==> x := 1 - x; end; end;",
    ];
    for (number, model) in endless.iter().enumerate() {
        let file = written(&format!("endless-{number}.m"), model);
        let checked = weyl(&["check", &file, "--max-time", "300ms"]);
        assert_eq!(code(&checked), 3, "{model}\n{}", stderr(&checked));
    }
}

#[test]
fn a_step_with_too_many_successors_is_cut_off() {
    let model = "var x: 0..99999999; startstate x := 0; end; \
                 ruleset a: 0..99999999 do rule begin x := a; end; end;";
    let file = written("wide.m", model);
    let checked = weyl(&["check", &file, "--max-memory", "20M"]);
    assert_eq!(code(&checked), 3, "{}", stderr(&checked));
    assert!(stdout(&checked).contains("memory"), "{}", stdout(&checked));
    let (answer, code) = json(&[&file, "--max-memory", "20M"]);
    assert_eq!((code, &answer["limit"]), (3, &"memory".into()));
}

/// What comes out does not depend on what fires the rules.
#[test]
fn both_executors_say_the_same() {
    for model in [
        "murphi/lock-order-deadlock.m",
        "promela/failed-assertions.pml",
    ] {
        let file = format!("{}/../../models/{model}", env!("CARGO_MANIFEST_DIR"));
        let report = |executor: &str| {
            let checked = weyl(&["check", &file, "--executor", executor, "--threads", "1"]);
            assert_eq!(code(&checked), 1, "{}", stderr(&checked));
            let text = stdout(&checked);
            let untimed = text.lines().filter(|line| !line.ends_with(" 1 thread"));
            untimed.map(str::to_string).collect::<Vec<String>>()
        };
        assert_eq!(report("native"), report("interpreter"), "{model}");
    }
    let wrong = weyl(&["check", "mutex.m", "--executor", "magic"]);
    assert_eq!(code(&wrong), 2);
}

#[test]
fn the_profile_says_what_executed_the_model() {
    let file = format!(
        "{}/../../models/murphi/peterson-3.m",
        env!("CARGO_MANIFEST_DIR")
    );
    let profile = |executor: &str| {
        stdout(&weyl(&[
            "check",
            &file,
            "--profile",
            "--executor",
            executor,
        ]))
    };
    assert!(profile("native").contains("for machine code"));
    assert!(profile("interpreter").contains("the model is interpreted"));
}

/// Runs are found again by firing: a limit that is reached then is a limit.
#[test]
fn a_time_limit_while_runs_are_written_down_is_a_limit() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless-while.m");
    let model = "var y: 0..60; startstate begin y := 0; end;\n\
                 rule \"a\" y < 60 ==> begin y := y + 1; end;\n\
                 rule \"loop\" begin while true do y := y; end; end;\n";
    std::fs::write(&path, model).expect("a model");
    let path = path.display().to_string();
    for limit in ["20ms", "60ms", "120ms", "250ms"] {
        let output = weyl(&[
            "check",
            &path,
            "--threads",
            "1",
            "--keep-going",
            "--max-time",
            limit,
        ]);
        let code = output.status.code();
        assert!(code == Some(1) || code == Some(3), "{limit}: {output:?}");
    }
}
