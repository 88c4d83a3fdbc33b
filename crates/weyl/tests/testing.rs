//! `weyl test`: expectations in headers and in `weyl.toml`, exit codes, what is told where.

mod schemas;
mod suite;

use schemas::valid;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use suite::{COUNTER, WRONG, folder, ran, read, with_assertion, write};
use weyl_report::Printed;

fn json(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let mut all = vec!["test", "--json"];
    all.extend(arguments);
    let (code, stdout, _) = ran(folder, &all);
    (code, valid(Printed::Test, &stdout))
}

fn tests(answer: &Value) -> &[Value] {
    answer["tests"].as_array().expect("tests")
}

#[test]
fn one_of_thirty_models_has_a_bug() {
    let folder = folder("thirty");
    for number in 0..30 {
        write(
            &folder,
            &format!("model-{number:02}.pml"),
            &with_assertion(3),
        );
    }
    let (code, stdout, stderr) = ran(&folder, &["test"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("30 as expected in"), "{stdout}");
    assert!(
        stdout.lines().all(|line| line.chars().count() <= 80),
        "{stdout}"
    );
    write(&folder, "model-17.pml", &with_assertion(2));
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(
        stdout.contains("29 as expected, 1 not as expected in"),
        "{stdout}"
    );
    assert!(
        stdout.contains("failed model-17.pml:5\n  verdict: violated, expected holds\n"),
        "{stdout}"
    );
    let (code, answer) = json(&folder, &[]);
    assert_eq!((code, &answer["outcome"]), (1, &Value::from("failed")));
    let failed: Vec<&Value> = tests(&answer)
        .iter()
        .filter(|test| test["outcome"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["span"]["line"], 5);
    assert_eq!(failed[0]["span"]["file"], "model-17.pml");
    assert_eq!(failed[0]["report"]["verdict"], "violated");
}

#[test]
fn everything_that_is_expected_is_compared() {
    let folder = folder("compared");
    let cases = [
        ("verdict=violated", "verdict: holds, expected violated"),
        ("states=4", "states: 3, expected 4"),
        ("transitions=9", "transitions: 3, expected 9"),
        ("verdict=holds order=6", "order: 2, expected 6"),
        ("verdict=holds structure=S3", "structure: S2, expected S3"),
        ("full-states=3", "full-states: 7, expected 3"),
        ("full-transitions=3", "full-transitions: 8, expected 3"),
        ("verdict=holds violated=x", "violated: expected x"),
        ("order=6", "order: 2, expected 6"),
        ("because=nobody", "because: expected nobody"),
        ("error=W0741", "error: holds, expected W0741"),
    ];
    for (header, complaint) in cases {
        let text = COUNTER.replace("verdict=holds states=3 order=2", header);
        write(&folder, "m.pml", &text);
        let (code, stdout, stderr) = ran(&folder, &["test", "m.pml"]);
        assert_eq!((code, stderr.as_str()), (1, ""), "{header}: {stdout}");
        assert!(stdout.contains(complaint), "{header}: {stdout}");
        assert!(stdout.contains("failed m.pml:1\n"), "{header}: {stdout}");
    }
}

#[test]
fn counts_of_declared_symmetry_are_those_of_scalarsets() {
    let folder = folder("declared");
    let model = "-- weyl: verdict=holds declared-states=3 declared-order=2 full-states=4\n\
        type P: scalarset(2);\nvar a: array [P] of boolean;\n\
        startstate for i: P do a[i] := false end end;\n\
        ruleset i: P do rule a[i] := !a[i] end end;\n";
    write(&folder, "m.m", model);
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 0, "{stdout}");
    write(
        &folder,
        "m.m",
        &model.replace("declared-states=3", "declared-states=4"),
    );
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(
        stdout.contains("declared-states: 3, expected 4"),
        "{stdout}"
    );
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let folder = folder("wrong");
    let cases = [
        ("// byte x;\n// weyl: verdit=holds\n", "W0030", "m.pml:2:10"),
        ("// weyl: states=many\n", "W0030", "m.pml:1:10"),
        ("// weyl: options=\"--ltl 'x\"\n", "W0030", "m.pml:1:10"),
        ("byte x;\n", "W0031", "help: `weyl test --bless MODEL`"),
    ];
    for (text, code, place) in cases {
        write(&folder, "m.pml", text);
        let (exit, stdout, stderr) = ran(&folder, &["test", "m.pml"]);
        assert_eq!(exit, 2, "{text}: {stdout}");
        assert!(
            stderr.contains(code) && stderr.contains(place),
            "{text}: {stderr}"
        );
    }
    let (exit, _, stderr) = ran(&folder, &["test", "missing.pml"]);
    assert!(exit == 2 && stderr.contains("W0002"), "{stderr}");
    let (exit, _, stderr) = ran(&folder, &["test", "weyl.toml"]);
    assert!(exit == 2 && stderr.contains("W0002"), "{stderr}");
    write(&folder, "m.txt", COUNTER);
    let (exit, _, stderr) = ran(&folder, &["test", "m.txt"]);
    assert!(exit == 2 && stderr.contains("W0001"), "{stderr}");
    let (exit, _, stderr) = ran(&folder, &["test"]);
    assert!(exit == 2 && stderr.contains("W0031"), "{stderr}");
    assert_eq!(ran(&folder, &["test", "--bles"]).0, 2);
}

#[test]
fn a_refused_model_is_an_error_unless_that_is_expected() {
    let folder = folder("refused");
    write(&folder, "good.pml", COUNTER);
    write(&folder, "m.pml", WRONG);
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 2, "{stdout}");
    assert!(stdout.contains("error m.pml:3\n  W0741"), "{stdout}");
    assert!(
        stdout.contains("1 as expected, 1 not readable in"),
        "{stdout}"
    );
    write(
        &folder,
        "m.pml",
        &WRONG.replace("verdict=holds", "error=W0741"),
    );
    assert_eq!(ran(&folder, &["test"]).0, 0);
    write(
        &folder,
        "m.pml",
        &WRONG.replace("verdict=holds", "error=W0742"),
    );
    assert_eq!(ran(&folder, &["test"]).0, 1);
    write(
        &folder,
        "m.pml",
        &COUNTER.replace("order=2", "options=\"--no-such-option\""),
    );
    assert_eq!(ran(&folder, &["test"]).0, 2);
}

/// How to ask is no expectation, and another error than the expected one is a difference.
#[test]
fn a_test_expects_something() {
    let folder = folder("nothing");
    for header in ["", "slow", "options=\"--deadlock off\""] {
        let text = COUNTER.replace("verdict=holds states=3 order=2", header);
        assert_ne!(text, COUNTER);
        write(&folder, "m.pml", &text);
        assert_eq!(ran(&folder, &["test", "--slow"]).0, 2, "{header}");
    }
    write(&folder, "m.pml", "init { skip }");
    write(&folder, "weyl.toml", "[[check]]\nmodel = \"m.pml\"\n");
    assert_eq!(ran(&folder, &["test"]).0, 2);
    fs::remove_file(folder.join("weyl.toml")).expect("a file");
    write(
        &folder,
        "m.pml",
        "// weyl: error=W0742\ninit { byte x; x = y }",
    );
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert!(
        code == 1 && stdout.contains("error: W0741, expected W0742"),
        "{stdout}"
    );
}

#[test]
fn a_limit_is_no_answer_unless_that_is_expected() {
    let folder = folder("limit");
    let limited = COUNTER.replace("order=2", "options=\"--max-states 2\"");
    write(&folder, "m.pml", &limited);
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 3, "{stdout}");
    assert!(
        stdout.contains("limit m.pml:1\n  the limit of 2 states was reached"),
        "{stdout}"
    );
    let expected = limited.replace("verdict=holds states=3", "verdict=inconclusive");
    write(&folder, "m.pml", &expected);
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 0, "{stdout}");
    write(&folder, "m.pml", COUNTER);
    let (code, stdout, _) = ran(&folder, &["test", "--max-time", "0ms"]);
    assert_eq!(code, 3, "{stdout}");
}

#[test]
fn slow_ones_are_left_out_and_names_select() {
    let folder = folder("slow");
    write(&folder, "a.pml", COUNTER);
    write(
        &folder,
        "b.pml",
        &COUNTER.replace("states=3", "states=4 slow"),
    );
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains("1 skipped"), "{stdout}");
    assert_eq!(ran(&folder, &["test", "--slow"]).0, 1);
    assert_eq!(ran(&folder, &["test", "--slow", "--filter", "a."]).0, 0);
    assert_eq!(
        ran(&folder, &["test", "--slow", "--filter", "nothing"]).0,
        2
    );
}

#[test]
fn files_that_options_name_lie_beside_the_model() {
    let folder = folder("beside");
    fs::create_dir_all(folder.join("sub/headers")).expect("a folder");
    let text = "// weyl: verdict=violated options=\"-I headers\" states=99\n#include \"a.h\"\ninit { assert(N == 2) }\n";
    write(&folder, "sub/m.pml", text);
    write(&folder, "sub/headers/a.h", "#define N 1\n");
    let (code, answer) = json(&folder, &["sub"]);
    assert_eq!(code, 1, "{answer:#}");
    let test = &tests(&answer)[0];
    assert_eq!(test["verdict"], "violated", "{test:#}");
    let property = &test["report"]["properties"][0];
    assert_eq!(property["span"]["file"], "sub/m.pml", "{property:#}");
}

#[test]
fn blessed_headers_say_what_is_so() {
    let folder = folder("bless");
    let wrong =
        "// A counter.\n// weyl: verdict=holds states=9 full-states=1 order=2 // not an item\n";
    write(&folder, "strange.pml", wrong);
    assert_eq!(ran(&folder, &["test", "--bless"]).0, 2);
    assert_eq!(read(&folder, "strange.pml"), wrong);
    fs::remove_file(folder.join("strange.pml")).expect("a file");
    let header = "// weyl: verdict=holds states=9 full-states=1 order=2\n// weyl: transitions=7\n";
    let body = with_assertion(2);
    let (_, body) = body.split_once('\n').expect("a header");
    write(&folder, "old.pml", &format!("{header}{body}"));
    write(
        &folder,
        "new.m",
        "var x: boolean; startstate x := false end; rule x := !x end;\n",
    );
    write(&folder, "good.pml", COUNTER);
    assert_eq!(ran(&folder, &["test"]).0, 1);
    let (code, stdout, stderr) = ran(
        &folder,
        &["test", "--bless", "old.pml", "new.m", "good.pml"],
    );
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("1 as expected, 2 blessed in"), "{stdout}");
    let blessed = read(&folder, "old.pml");
    assert!(
        blessed.starts_with("// weyl: verdict=violated states="),
        "{blessed}"
    );
    assert!(blessed.contains("violated=\"x < 2\""), "{blessed}");
    assert!(blessed.ends_with(body), "{blessed}");
    assert!(read(&folder, "new.m").starts_with("-- weyl: verdict=holds states=2\nvar x"));
    assert_eq!(read(&folder, "good.pml"), COUNTER);
    let (code, stdout, _) = ran(&folder, &["test"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains("3 as expected"), "{stdout}");
}

const MANIFEST: &str = "\
# Locks of all sizes.
[[check]]
model = \"count.m\"
constants = { N = [2, 3], M = [0, 1] }   # four
properties = [\"small\", \"deadlock\"]
verdict = \"holds\"
states = [3, 3, 3, 3, 4, 4, 4, 4]

[[check]]
model = \"count.m\"
name = \"too far\"
options = \"-D N=9\"
verdict = \"violated\" # one more
violated = [\"small\"]
";

const COUNT: &str = "\
const N: 1; M: 0;
var x: 0..10;
startstate x := 0 end;
rule x < N ==> x := x + 1 end;
rule x > 0 ==> x := x - 1 end;
invariant \"small\" x + M < 9;
";

#[test]
fn a_file_of_tests_has_every_combination() {
    let folder = folder("manifest");
    write(&folder, "count.m", COUNT);
    write(&folder, "weyl.toml", MANIFEST);
    let (code, stdout, stderr) = ran(&folder, &["test"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("9 as expected"), "{stdout}");
    assert!(stdout.contains("count.m N=2 M=1 deadlock"), "{stdout}");
    assert!(stdout.contains("count.m too far"), "{stdout}");
    let wrong = MANIFEST.replace("[3, 3, 3, 3, 4, 4, 4, 4]", "[3, 3, 3, 3, 4, 4, 5, 4]");
    let wrong = wrong
        .replace("\"holds\"\n", "\"violated\"\n")
        .replace("violated\" #", "holds\" #");
    write(&folder, "weyl.toml", &wrong);
    let (code, answer) = json(&folder, &["weyl.toml"]);
    assert_eq!(code, 1);
    let states = &tests(&answer)[6];
    assert_eq!(states["differences"][1]["what"], "states", "{states:#}");
    assert_eq!(states["span"]["file"], "weyl.toml", "{states:#}");
    assert_eq!(states["span"]["line"], 6, "{states:#}");
    assert_eq!(
        tests(&answer)[8]["options"],
        serde_json::json!(["-D", "N=9"])
    );
    let (code, stdout, stderr) = ran(&folder, &["test", "--bless"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let blessed = read(&folder, "weyl.toml");
    let holds = ["\"holds\""; 8].join(", ");
    let expected = MANIFEST.replace("verdict = \"holds\"", &format!("verdict = [{holds}]"));
    assert_eq!(blessed, expected);
    assert_eq!(ran(&folder, &["test"]).0, 0);
}

#[test]
fn a_wrong_file_of_tests_is_refused_where_it_is_wrong() {
    let folder = folder("wrong-manifest");
    write(&folder, "count.m", COUNT);
    let cases = [
        ("[[check]\n", "weyl.toml:1:"),
        ("tests = 1\n", "weyl.toml:1:1"),
        ("check = 1\n", "weyl.toml:1:"),
        ("[[check]]\nverdict = \"holds\"\n", "weyl.toml:1:1"),
        ("[[check]]\nmodel = 1.5\n", "weyl.toml:2:"),
        (
            "[[check]]\nmodel = \"count.m\"\nverdit = \"holds\"\n",
            "weyl.toml:3:1",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nverdict = \"maybe\"\n",
            "weyl.toml:3:1",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nstates = [1, 2]\n",
            "weyl.toml:3:",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nconstants = 3\n",
            "weyl.toml:3:",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nconstants = { N = [] }\n",
            "weyl.toml:3:",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nspin = \"no\"\n",
            "weyl.toml:3:1",
        ),
        (
            "[[check]]\nmodel = \"count.m\"\nstates = -1\n",
            "weyl.toml:3:1",
        ),
    ];
    for (text, place) in cases {
        write(&folder, "weyl.toml", text);
        let (code, stdout, stderr) = ran(&folder, &["test"]);
        assert_eq!(code, 2, "{text}: {stdout}{stderr}");
        assert!(
            stderr.contains("W0030") && stderr.contains(place),
            "{text}: {stderr}"
        );
    }
    write(
        &folder,
        "weyl.toml",
        "[[check]]\nmodel = \"missing.m\"\nverdict = \"holds\"\n",
    );
    assert_eq!(ran(&folder, &["test"]).0, 2);
    write(&folder, "weyl.toml", "");
    assert_eq!(ran(&folder, &["test"]).0, 2);
}

#[test]
fn our_own_models_are_as_they_say() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let (code, stdout, stderr) = ran(&models, &["test"]);
    let complaints = stdout.lines().skip_while(|line| !line.is_empty());
    let complaints: Vec<&str> = complaints.collect();
    assert_eq!((code, stderr.as_str()), (0, ""), "{complaints:#?}");
    assert!(
        stdout
            .lines()
            .filter(|line| line.starts_with("ok "))
            .count()
            > 370,
        "{stdout}"
    );
}

#[test]
fn files_never_overwrite_what_is_read() {
    let folder = folder("overwritten");
    write(&folder, "m.pml", COUNTER);
    for option in ["--junit", "--sarif"] {
        let (code, _, stderr) = ran(&folder, &["test", option, "m.pml"]);
        assert!(code == 2 && stderr.contains("W0020"), "{stderr}");
        let (code, _, stderr) = ran(&folder, &["test", option, "no/such/folder"]);
        assert!(code == 2 && stderr.contains("W0002"), "{stderr}");
    }
    assert_eq!(read(&folder, "m.pml"), COUNTER);
}

/// `weyl` under `timeout`, which ends all processes that it started: these inputs once made it
/// start itself without end.
fn within_time(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=1", "20", env!("CARGO_BIN_EXE_weyl")]);
    let output = command.args(arguments).current_dir(folder).output();
    let output = output.expect("timeout is there");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("an exit code");
    (code, String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn options_ask_for_a_check_of_one_model() {
    let folder = folder("other-options");
    write(&folder, "other.pml", COUNTER);
    for options in [
        "--",
        "--deadlock off --",
        "other.pml",
        "--list",
        "--help",
        "--only 0",
    ] {
        let header = format!(
            "// weyl: verdict=holds options=\"{options}\"\nactive proctype P() {{ skip }}\n"
        );
        write(&folder, "x.pml", &header);
        let (code, text) = within_time(&folder, &["test", "x.pml"]);
        assert_eq!(code, 2, "{options}: {text}");
        assert!(
            text.contains("error[W0030]") && text.contains("x.pml:1:24"),
            "{options}: {text}"
        );
        let check = format!("[[check]]\nmodel = \"other.pml\"\noptions = \"{options}\"\n");
        write(&folder, "weyl.toml", &check);
        let (code, text) = within_time(&folder, &["test", "weyl.toml"]);
        assert_eq!(code, 2, "{options}: {text}");
        assert!(text.contains("weyl.toml:3:11"), "{options}: {text}");
    }
}
