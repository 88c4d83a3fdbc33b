//! What other tools run: the scripts of the GitHub action and of the pre-commit hook, and the files
//! that declare them.

use saphyr::{LoadableYamlNode, Yaml};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use weyl_check::FRONT_ENDS;

const GOOD: &str =
    "// weyl: verdict=holds\nbyte x;\nactive proctype P() { x++; x++; assert(x < 3) }\n";
/// It is violated in its third line, where nothing else is said.
const BAD: &str =
    "// weyl: verdict=holds\nbyte x;\nactive proctype P() { x++; x++; assert(x < 2) }\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with a model in a folder whose name has a space.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("integrations")
        .join(name);
    // It may not be there.
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder)).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// The exit code of a script, and both streams.
fn ran(
    script: &str,
    folder: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (i32, String) {
    let mut command = Command::new(root().join("integrations").join(script));
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
    command.env("WEYL", env!("CARGO_BIN_EXE_weyl"));
    let output = command.envs(variables.iter().copied()).output();
    let output = output.expect("the script starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    (output.status.code().expect("an exit code"), text)
}

const ACTION: &str = "github-test";
const HOOK: &str = "pre-commit";

#[test]
fn all_as_expected_is_success() {
    let folder = folder("good", &[("my models/good.pml", GOOD)]);
    assert_eq!(ran(HOOK, &folder, &[], &[]).0, 0);
    let (code, text) = ran(ACTION, &folder, &[], &[]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("::error"), "{text}");
    assert!(folder.join("weyl.sarif").is_file());
}

#[test]
fn what_is_not_as_expected_is_marked_in_its_line() {
    let folder = folder("bad", &[("my models/bad.pml", BAD), ("good.pml", GOOD)]);
    let (code, text) = ran(HOOK, &folder, &[], &[]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("failed my models/bad.pml:3"), "{text}");
    let (code, text) = ran(ACTION, &folder, &[], &[("SARIF", "results.sarif")]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("::error file=my models/bad.pml,line=3"),
        "{text}"
    );
    let sarif = fs::read_to_string(folder.join("results.sarif")).expect("results");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(results.len(), 1);
    assert_eq!(place["region"]["startLine"], 3);
}

#[test]
fn paths_and_options_are_words_as_in_a_shell() {
    let folder = folder("words", &[("my models/bad.pml", BAD), ("good.pml", GOOD)]);
    let one = [("PATHS", "good.pml")];
    assert_eq!(ran(ACTION, &folder, &[], &one).0, 0);
    let both = [("PATHS", "good.pml 'my models/bad.pml'")];
    assert_eq!(ran(ACTION, &folder, &[], &both).0, 1);
    let filtered = [("OPTIONS", "--filter good --jobs 1")];
    assert_eq!(ran(ACTION, &folder, &[], &filtered).0, 0);
    assert_eq!(ran(HOOK, &folder, &["good.pml"], &[]).0, 0);
}

#[test]
fn what_cannot_be_read_is_another_exit_code() {
    let broken = [("good.pml", GOOD), ("weyl.toml", "[[check]]\nmodel = \n")];
    let folder = folder("broken", &broken);
    let (code, text) = ran(HOOK, &folder, &[], &[]);
    assert_eq!(code, 2, "{text}");
    let (code, text) = ran(ACTION, &folder, &[], &[]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("::error file=weyl.toml,line=2"), "{text}");
}

#[test]
fn a_missing_program_is_told() {
    let folder = folder("missing", &[("good.pml", GOOD)]);
    let (code, text) = ran(HOOK, &folder, &[], &[("WEYL", "no-such-weyl")]);
    assert_eq!(code, 2);
    assert!(text.contains("cargo install"), "{text}");
}

#[test]
fn the_key_of_a_built_program_is_that_of_its_sources() {
    let here = folder("key", &[]);
    fs::create_dir_all(&here).expect("a folder");
    let output = here.join("output");
    let written = output.display().to_string();
    let key = || {
        fs::write(&output, "").expect("a file");
        let (code, _) = ran("github-key", &here, &[], &[("GITHUB_OUTPUT", &written)]);
        assert_eq!(code, 0);
        fs::read_to_string(&output).expect("a key")
    };
    let first = key();
    assert!(
        first.starts_with("key=weyl-") && first.trim().len() > 64,
        "{first}"
    );
    assert_eq!(key(), first);
}

fn yaml(text: &str) -> Yaml<'_> {
    let mut documents = Yaml::load_from_str(text).expect("YAML");
    documents.remove(0)
}

#[test]
fn the_action_runs_what_is_there_and_names_what_it_is_given() {
    let text = fs::read_to_string(root().join("action.yml")).expect("an action");
    let action = yaml(&text);
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let steps = action["runs"]["steps"].as_vec().expect("steps");
    let mut scripts = Vec::new();
    for step in steps {
        let run = step.as_mapping_get("run").and_then(|run| run.as_str());
        let uses = step.as_mapping_get("uses").and_then(|uses| uses.as_str());
        assert!(run.is_some() != uses.is_some(), "{step:?}");
        if let Some(run) = run {
            assert_eq!(step["shell"].as_str(), Some("bash"));
            let script = run.split("integrations/").nth(1);
            scripts.extend(script.map(|script| script.trim_end_matches('"')));
        }
    }
    assert_eq!(scripts, ["github-key", ACTION]);
    for input in text.split("inputs.").skip(1) {
        let name: String = input.chars().take_while(char::is_ascii_lowercase).collect();
        assert!(action["inputs"].as_mapping_get(&name).is_some(), "{name}");
    }
}

#[test]
fn the_hook_looks_at_every_ending_of_models() {
    let text = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("hooks");
    let hooks = yaml(&text);
    let hook = &hooks[0];
    assert_eq!(hook["entry"].as_str(), Some("integrations/pre-commit"));
    assert_eq!(hook["pass_filenames"].as_bool(), Some(false));
    let endings = FRONT_ENDS
        .iter()
        .flat_map(|front_end| front_end.language().endings);
    let endings: Vec<&str> = endings.copied().collect();
    // What Promela models include is mostly called so.
    let expected = format!("(\\.({}|h)|(^|/)weyl\\.toml)$", endings.join("|"));
    assert_eq!(hook["files"].as_str(), Some(expected.as_str()));
}

/// Lines for debuggers would make it six times as large; who looks for time has them.
#[test]
fn what_is_installed_has_nothing_for_debuggers() {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let manifest: toml_edit::DocumentMut = text.parse().expect("TOML");
    let release = &manifest["profile"]["release"];
    assert_eq!(release["strip"].as_bool(), Some(true));
    assert!(release.get("debug").is_none());
    let profiling = &manifest["profile"]["profiling"];
    assert_eq!(profiling["inherits"].as_str(), Some("release"));
    assert_eq!(profiling["strip"].as_bool(), Some(false));
    assert_eq!(profiling["debug"].as_str(), Some("line-tables-only"));
}
