//! What CI services read: annotations, JUnit, SARIF.

mod suite;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::{COUNTER, WRONG, command, folder, ran, read, with_assertion, write};

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

/// What cargo calls machines like this one.
fn host() -> String {
    let output = Command::new(env!("CARGO")).arg("-vV").output();
    let text = String::from_utf8(output.expect("cargo starts").stdout).expect("UTF-8");
    let mut lines = text.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_string()
}

/// The official schema, as it lies beside the types that are made of it.
fn official_schema() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline"]);
    // What other machines need was never downloaded.
    cargo.args(["--filter-platform", &host()]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let text = output.expect("cargo starts").stdout;
    let metadata: Value = serde_json::from_slice(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let own = packages.iter().find(|one| one["name"] == "serde-sarif");
    let manifest = own.and_then(|own| own["manifest_path"].as_str());
    let schema = Path::new(manifest.expect("a manifest")).with_file_name("src/schema.json");
    let text = std::fs::read_to_string(schema).expect("a schema");
    let mut schema: Value = serde_json::from_str(&text).expect("JSON");
    // Its pattern for languages has a bracket too many.
    for holder in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][holder]["properties"]["language"];
        language["pattern"] = "".into();
    }
    schema
}

/// Valid by the official schema, read by the types that are made of it, and what these do not say.
fn sarif(folder: &Path, name: &str) -> serde_sarif::sarif::Run {
    let text = read(folder, name);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&official_schema()).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&answer)
        .map(|one| one.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
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
