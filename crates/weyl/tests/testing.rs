//! `weyl test`: expectations in headers and in `weyl.toml`, exit codes, what is told where.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

/// A folder of its own with nothing in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("testing")
        .join(name);
    // It may not be there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(arguments);
    for variable in [
        "CLICOLOR_FORCE",
        "GITHUB_ACTIONS",
        "GITLAB_CI",
        "TF_BUILD",
        "TEAMCITY_VERSION",
    ] {
        command.env_remove(variable);
    }
    command
}

fn weyl(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("weyl starts")
}

/// The exit code, and both streams.
fn ran(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = weyl(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(&output.stdout), text(&output.stderr))
}

fn json(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let mut all = vec!["test", "--json"];
    all.extend(arguments);
    let (code, stdout, _) = ran(folder, &all);
    (code, valid(Printed::Test, &stdout))
}

fn tests(answer: &Value) -> &[Value] {
    answer["tests"].as_array().expect("tests")
}

const COUNTER: &str = "\
// weyl: verdict=holds states=3 order=2
byte x;
active [2] proctype P() {
    x++
}
";

/// What goes wrong when the other process was there already is on line 5.
fn with_assertion(limit: u8) -> String {
    COUNTER
        .replace("x++", &format!("x++;\n    assert(x < {limit})"))
        .replace("states=3", "states=6")
}

const WRONG: &str = "// weyl: verdict=holds\nbyte x;\nactive proctype P() { y = 1 }\n";

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
    std::fs::remove_file(folder.join("weyl.toml")).expect("a file");
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

/// Thirty models, one of which has a bug on line 5.
fn thirty(name: &str) -> PathBuf {
    let folder = folder(name);
    for number in 0..30 {
        let limit = if number == 17 { 2 } else { 3 };
        let name = format!("model-{number:02}.pml");
        write(&folder, &name, &with_assertion(limit));
    }
    folder
}

#[test]
fn services_mark_the_line_of_the_bug() {
    let folder = thirty("annotations");
    let marked = |arguments: &[&str], begin: &str| {
        let (code, stdout, stderr) = ran(&folder, arguments);
        assert_eq!(code, 1, "{stdout}");
        let all = format!("{stdout}{stderr}");
        let lines = all.lines().filter(|line| line.starts_with(begin));
        let lines: Vec<String> = lines.map(str::to_string).collect();
        assert_eq!(lines.len(), 1, "{all}");
        lines[0].clone()
    };
    let line = marked(&["test", "--annotate", "github"], "::error ");
    assert!(line.contains("file=model-17.pml,line=5,"), "{line}");
    assert!(
        line.contains("::verdict: violated, expected holds; ") && line.contains("; x < 2: "),
        "{line}"
    );
    let line = marked(&["test", "--annotate", "github", "--json"], "::error ");
    assert!(line.contains("file=model-17.pml,line=5,"), "{line}");
    let line = marked(&["test", "--annotate", "azure", "--quiet"], "##vso[");
    assert!(
        line.contains("sourcepath=model-17.pml;linenumber=5;"),
        "{line}"
    );
    let line = marked(
        &["test", "--annotate", "teamcity"],
        "##teamcity[inspection ",
    );
    assert!(line.contains("file='model-17.pml' line='5'"), "{line}");
}

#[test]
fn the_service_in_which_it_runs_is_known() {
    let folder = thirty("detected");
    let output = |variable: &str, arguments: &[&str]| {
        let mut command = command(&folder, arguments);
        let output = command.env(variable, "true").output().expect("weyl starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(output("GITHUB_ACTIONS", &["test"]).contains("\n::error file=model-17.pml"));
    assert!(output("TF_BUILD", &["test"]).contains("\n##vso["));
    assert!(!output("GITHUB_ACTIONS", &["test", "--annotate", "off"]).contains("::error"));
    let quality = folder.join("gl-code-quality-report.json");
    output("GITLAB_CI", &["test"]);
    assert!(!quality.exists());
    output("GITLAB_CI", &["test", "--annotate", "auto"]);
    let text = read(&folder, "gl-code-quality-report.json");
    let entries: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(entries.as_array().map(Vec::len), Some(1), "{entries:#}");
    assert_eq!(entries[0]["location"]["path"], "model-17.pml");
    assert_eq!(entries[0]["location"]["lines"]["begin"], 5);
    assert_eq!(entries[0]["severity"], "major");
    assert_eq!(entries[0]["fingerprint"].as_str().map(str::len), Some(16));
}

/// The only child with this name, and these attributes.
fn element<'t>(
    document: &'t roxmltree::Document<'_>,
    tag: &str,
    name: &str,
) -> roxmltree::Node<'t, 't> {
    let mut all = document.descendants().filter(|node| node.has_tag_name(tag));
    let found = all.find(|node| node.attribute("name") == Some(name));
    found.unwrap_or_else(|| panic!("no {tag} {name}"))
}

#[test]
fn junit_is_read_back() {
    let folder = thirty("junit");
    write(&folder, "wrong.pml", WRONG);
    write(&folder, "slow.pml", &COUNTER.replace("order=2", "slow"));
    let limited = COUNTER.replace("order=2", "options=\"--max-states 2\"");
    write(&folder, "limited.pml", &limited);
    assert_eq!(ran(&folder, &["test", "--junit", "j.xml"]).0, 2);
    let text = read(&folder, "j.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let suites = document.root_element();
    assert!(suites.has_tag_name("testsuites"));
    let count = |name: &str| suites.attribute(name).and_then(|text| text.parse().ok());
    assert_eq!(count("tests"), Some(33));
    assert_eq!(
        (count("failures"), count("errors"), count("skipped")),
        (Some(1), Some(2), Some(1))
    );
    let failed = element(&document, "testcase", "model-17.pml");
    assert_eq!(
        (failed.attribute("file"), failed.attribute("line")),
        (Some("model-17.pml"), Some("5"))
    );
    let failure = failed.first_element_child().expect("a failure");
    assert!(failure.has_tag_name("failure"));
    assert_eq!(
        failure.attribute("message"),
        Some("verdict: violated, expected holds; states: 5, expected 6")
    );
    let why = element(&document, "testcase", "wrong.pml").first_element_child();
    let why = why.expect("an error");
    assert!(
        why.has_tag_name("error")
            && why
                .attribute("message")
                .is_some_and(|text| text.starts_with("W0741"))
    );
    assert!(
        element(&document, "testcase", "model-00.pml")
            .first_element_child()
            .is_none()
    );
}

#[test]
fn junit_has_a_case_for_each_property_of_a_check() {
    let folder = folder("check-junit");
    write(&folder, "m.pml", &with_assertion(2));
    assert_eq!(
        ran(&folder, &["check", "m.pml", "--junit", "j.xml", "--quiet"]).0,
        1
    );
    let text = read(&folder, "j.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let case = element(&document, "testcase", "x < 2");
    assert_eq!(
        (case.attribute("file"), case.attribute("line")),
        (Some("m.pml"), Some("5"))
    );
    assert!(
        case.first_element_child()
            .is_some_and(|node| node.has_tag_name("failure"))
    );
    write(&folder, "m.pml", WRONG);
    assert_eq!(
        ran(&folder, &["check", "m.pml", "--junit", "j.xml", "--quiet"]).0,
        2
    );
    assert!(read(&folder, "j.xml").contains("<error message=\"W0741"));
}

/// Read by the types that are made of the official schema, and what they do not say of it.
fn sarif(folder: &Path, name: &str) -> serde_sarif::sarif::Run {
    let text = read(folder, name);
    let read: serde_sarif::sarif::Sarif = serde_json::from_str(&text).expect("SARIF");
    assert_eq!(serde_json::to_value(&read.version).expect("JSON"), "2.1.0");
    let run = read.runs.into_iter().next().expect("a run");
    let rules = run.tool.driver.rules.clone().unwrap_or_default();
    for result in run.results.iter().flatten() {
        let index = usize::try_from(result.rule_index.expect("an index")).expect("a number");
        assert_eq!(Some(&rules[index].id), result.rule_id.as_ref());
        assert!(result.message.text.is_some());
        let flows = result.code_flows.iter().flatten();
        let steps = flows
            .flat_map(|flow| &flow.thread_flows)
            .flat_map(|flow| &flow.locations);
        let own = result.locations.iter().flatten();
        let inner = steps.filter_map(|step| step.location.as_ref());
        for place in own
            .chain(inner)
            .filter_map(|place| place.physical_location.as_ref())
        {
            let file = place
                .artifact_location
                .as_ref()
                .and_then(|at| at.uri.as_ref());
            assert!(
                file.is_some_and(|uri| !uri.contains([' ', '\\'])),
                "{place:?}"
            );
            let region = place.region.as_ref().expect("a region");
            assert!(region.start_line >= Some(1) && region.start_column >= Some(1));
        }
    }
    run
}

fn line_of(result: &serde_sarif::sarif::Result) -> Option<i64> {
    let place = result
        .locations
        .as_ref()?
        .first()?
        .physical_location
        .as_ref()?;
    place.region.as_ref()?.start_line
}

#[test]
fn sarif_has_the_run_as_a_code_flow() {
    let folder = thirty("sarif");
    assert_eq!(ran(&folder, &["test", "--sarif", "s.json"]).0, 1);
    let run = sarif(&folder, "s.json");
    let results = run.results.expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(line_of(&results[0]), Some(5));
    assert_eq!(results[0].rule_id.as_deref(), Some("weyl/safety"));
    let flows = results[0].code_flows.as_ref().expect("code flows");
    let steps = &flows[0].thread_flows[0].locations;
    assert_eq!(steps.len(), 4);
    let last = steps[3]
        .location
        .as_ref()
        .and_then(|place| place.message.as_ref());
    let last = last.and_then(|message| message.text.as_deref());
    assert!(
        last.is_some_and(|text| text.ends_with("assert(x < 2)")),
        "{last:?}"
    );
}

#[test]
fn sarif_tells_of_checks_and_of_errors() {
    let folder = folder("check-sarif");
    write(&folder, "a model.pml", &with_assertion(2));
    let arguments = ["check", "a model.pml", "--sarif", "s.json", "--quiet"];
    assert_eq!(ran(&folder, &arguments).0, 1);
    let run = sarif(&folder, "s.json");
    assert_eq!(
        run.results
            .iter()
            .flatten()
            .map(line_of)
            .collect::<Vec<_>>(),
        [Some(5)]
    );
    assert!(read(&folder, "s.json").contains("\"uri\": \"a%20model.pml\""));
    write(&folder, "a model.pml", WRONG);
    assert_eq!(ran(&folder, &arguments).0, 2);
    let run = sarif(&folder, "s.json");
    let results = run.results.expect("results");
    assert_eq!(results[0].rule_id.as_deref(), Some("W0741"));
    assert_eq!(line_of(&results[0]), Some(3));
    write(&folder, "m.pml", &COUNTER.replace("states=3", "states=4"));
    assert_eq!(ran(&folder, &["test", "m.pml", "--sarif", "s.json"]).0, 1);
    let run = sarif(&folder, "s.json");
    let results = run.results.expect("results");
    assert_eq!(results[0].rule_id.as_deref(), Some("weyl/expectation"));
    assert_eq!(line_of(&results[0]), Some(1));
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

#[test]
fn models_behind_two_dashes_are_checked_once() {
    let folder = folder("dashes");
    for name in ["a.pml", "-b.pml"] {
        write(&folder, name, COUNTER);
    }
    let (code, text) = within_time(&folder, &["check", "a.pml", "--", "-b.pml"]);
    assert_eq!(code, 0, "{text}");
    for name in ["holds a.pml", "holds -b.pml"] {
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    assert_eq!(
        within_time(&folder, &["check", "a.pml", "--only", "7"]).0,
        2
    );
}
