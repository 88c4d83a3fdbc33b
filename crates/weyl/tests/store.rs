//! The options about what is stored, and what the memory limit is worth.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use std::{fs, thread};
use weyl_report::Printed;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    command.current_dir(models).arg("check").args(arguments);
    command.stdin(Stdio::null());
    command
}

fn weyl(arguments: &[&str]) -> (Output, i32) {
    let output = command(arguments).output().expect("weyl starts");
    let code = output.status.code().expect("an exit code");
    (output, code)
}

fn json(arguments: &[&str]) -> (Value, i32) {
    let (output, code) = weyl(&[arguments, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    (valid(Printed::Check, &text), code)
}

#[test]
fn fingerprints_do_not_prove_that_a_property_holds() {
    let (exact, code) = json(&["holds.m", "--safety-only"]);
    assert_eq!(code, 0);
    assert_eq!(exact["store"], "exact");
    assert_eq!(exact["omission_probability"], Value::Null);
    let (answer, code) = json(&["holds.m", "--safety-only", "--store", "compact"]);
    assert_eq!(
        (code, &answer["verdict"]),
        (3, &Value::from("inconclusive"))
    );
    assert_eq!(answer["store"], "compact");
    assert_eq!(answer["states"], exact["states"]);
    assert_eq!(answer["limit"], Value::Null);
    let probability = answer["omission_probability"].as_f64();
    assert!(probability.is_some_and(|p| p > 0.0 && p < 1e-15));
    for property in answer["properties"].as_array().expect("properties") {
        assert_eq!(property["verdict"], "inconclusive");
    }
    let (text, _) = weyl(&["holds.m", "--safety-only", "--store", "compact"]);
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    let headline =
        "inconclusive holds.m: no violation was found; a state was left out with probability";
    assert!(text.starts_with(headline), "{text}");
}

#[test]
fn fingerprints_find_violations_with_runs() {
    for search in [&["--search", "dfs"][..], &["--threads", "2"]] {
        for symmetry in ["auto", "off"] {
            let options = [&["race.m", "--symmetry", symmetry], search].concat();
            let (exact, _) = json(&options);
            for stored in STORED {
                let (answer, code) = json(&[&options[..], *stored].concat());
                assert_eq!((code, &answer["verdict"]), (1, &Value::from("violated")));
                assert_eq!(answer["omission_probability"], Value::Null);
                let run = |answer: &Value| {
                    let properties = answer["properties"].as_array().cloned();
                    let mut properties = properties.unwrap_or_default().into_iter();
                    let violated = properties.find(|p| p["verdict"] == "violated");
                    violated.map(|p| p["trace"]["steps"].as_array().map(Vec::len))
                };
                assert!(run(&answer).flatten().is_some_and(|steps| steps > 1));
                assert_eq!(run(&answer), run(&exact), "{stored:?}");
            }
        }
    }
}

/// Where states and their parents are.
const STORED: &[&[&str]] = &[
    &["--store", "compact"],
    &["--store", "compact", "--parents", "memory"],
    &["--store", "compact", "--parents", "disk"],
    &["--store", "bits", "--parents", "memory"],
    &["--store", "bits", "--parents", "disk=."],
    &["--store", "exact", "--parents", "none"],
    &["--store", "exact", "--parents", "disk"],
    &["--parents", "none"],
];

#[test]
fn bits_tell_what_they_probably_left_out() {
    let bits = ["holds.m", "--safety-only", "--store", "bits"];
    let (answer, code) = json(&bits);
    assert_eq!(
        (code, &answer["verdict"]),
        (3, &Value::from("inconclusive"))
    );
    assert_eq!(
        (&answer["store"], &answer["threads"]),
        (&"bits".into(), &1.into())
    );
    let (exact, _) = json(&["holds.m", "--safety-only"]);
    assert_eq!(answer["states"], exact["states"]);
    assert_eq!(exact["bits"], Value::Null);
    let number = |name: &str| answer["bits"][name].as_f64().expect("a number");
    assert!(number("hash_factor") > 1e6 && (0.0..1e-9).contains(&number("omitted")));
    let (text, _) = weyl(&bits);
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(
        text.contains("of the states were left out, as far as can be told"),
        "{text}"
    );
    // What they leave out depends on the order, and the run is searched for again.
    let several = [&bits[..], &["--threads", "2"]].concat();
    let (refused, code) = json(&several);
    assert_eq!(
        (code, &refused["diagnostics"][0]["code"]),
        (2, &"W0001".into())
    );
    for parents in ["memory", "disk"] {
        let (answer, code) = json(&[&several[..], &["--parents", parents]].concat());
        assert_eq!((code, &answer["states"]), (3, &exact["states"]));
    }
    let narrow = ["--max-memory", "40M", "--parents", "memory"];
    let (answer, code) = json(&[&bits[..], &narrow].concat());
    assert_eq!(code, 3, "{answer:#}");
}

#[test]
fn parents_need_a_folder_and_a_question_about_states() {
    let missing = ["race.m", "--parents", "disk=no/such/folder"];
    let (answer, code) = json(&missing);
    assert_eq!(code, 2);
    let message = answer["diagnostics"][0]["message"]
        .as_str()
        .expect("a message");
    assert!(message.contains("no/such/folder"), "{message}");
    for parents in ["none", "disk"] {
        let (answer, code) = json(&["holds.m", "--parents", parents]);
        assert_eq!(
            (code, &answer["diagnostics"][0]["code"]),
            (2, &"W0010".into())
        );
        let (answer, code) = json(&["holds.m", "--parents", parents, "--safety-only"]);
        assert_eq!((code, &answer["verdict"]), (0, &"holds".into()));
    }
    for wrong in ["disk=", "elsewhere"] {
        let (_, code) = weyl(&["race.m", "--parents", wrong]);
        assert_eq!(code, 2, "{wrong}");
    }
}

/// All that was known was explored: nothing ends the other explorations.
#[test]
fn fingerprints_serve_every_exploration() {
    let verdicts = |answer: &Value| {
        let properties = answer["properties"].as_array().cloned();
        let properties = properties.unwrap_or_default().into_iter();
        let named = properties.map(|p| (p["name"].clone(), p["verdict"] == "violated"));
        named.collect::<Vec<_>>()
    };
    let some = ["--property", "in range", "--property", "first low"];
    for which in [&some[..], &["--keep-going"]] {
        let options = [&["places.m", "--safety-only"], which].concat();
        let (exact, code) = json(&options);
        assert_eq!(code, 1);
        let (answer, code) = json(&[&options[..], &["--store", "compact"]].concat());
        assert_eq!(code, 1);
        let apart = |answer: &Value| answer["explorations"][1]["states"].as_u64();
        assert!(apart(&exact).is_some_and(|states| states > 1), "{exact:#}");
        assert_eq!(apart(&answer), apart(&exact));
        assert_eq!(verdicts(&answer), verdicts(&exact));
    }
}

#[test]
fn fingerprints_are_for_safety_alone() {
    for model in ["holds.m", "crowd.pml"] {
        let (answer, code) = json(&[model, "--store", "compact"]);
        let is_refused = code == 2 && answer["diagnostics"][0]["code"] == "W0010";
        assert_eq!(is_refused, model == "holds.m", "{model}: {answer:#}");
    }
    for only in ["light", "dark again"] {
        let (answer, code) = json(&["holds.m", "--store", "compact", "--property", only]);
        assert_eq!(code, 2);
        assert_eq!(answer["diagnostics"][0]["code"], "W0010");
        assert!(answer["diagnostics"][0]["span"]["line"].is_u64());
    }
    for option in [&["--graph", "never-written.dot"][..], &["--self-check"]] {
        let all = [&["race.m", "--store", "compact"], option].concat();
        let (answer, code) = json(&all);
        assert_eq!(code, 2, "{option:?}");
        assert_eq!(answer["diagnostics"][0]["code"], "W0001");
    }
}

/// Two billion states of 260 bytes.
const LARGE: &str = "\
var n: 0..2000000000; a: array [0..63] of 0..4294967295;
startstate n := 0; for i: 0..63 do a[i] := 0; end; end;
rule n < 2000000000 ==> n := n + 1; a[n % 64] := n; end;
rule n < 2000000000 ==> n := n + 1; a[n % 63] := n; end;";

/// The most memory that the process had, as its own system saw it; none where it does not tell.
fn peak_of(arguments: &[&str]) -> (Option<u64>, i32) {
    let mut child = command(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("weyl starts");
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = None;
    loop {
        let now = fs::read_to_string(&status).ok();
        let now = now.and_then(|text| high_water(&text));
        peak = peak.max(now);
        if let Some(ended) = child.try_wait().expect("weyl runs") {
            return (peak, ended.code().expect("not killed"));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// What the machine takes is what the limit says, within a twentieth, beside what the program
/// itself needs.
#[test]
fn the_memory_limit_is_that_of_the_process() {
    let large = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.m");
    fs::write(&large, LARGE).expect("a scratch file");
    let large = large.display().to_string();
    let (base, code) = peak_of(&[&large, "--max-states", "1000"]);
    assert_eq!(code, 3);
    let Some(base) = base else { return };
    const LIMIT: u64 = 120 << 20;
    let ways = [
        &["--threads", "1"][..],
        &["--threads", "2"],
        &["--search", "dfs"],
        &["--threads", "2", "--store", "compact", "--max-time", "2s"],
        &["--store", "bits", "--max-time", "2s"],
    ];
    for way in ways {
        let (peak, code) = peak_of(&[&[large.as_str(), "--max-memory", "120M"], way].concat());
        assert_eq!(code, 3, "{way:?}");
        let peak = peak.expect("as before");
        let most = base + LIMIT + LIMIT / 20;
        assert!(peak <= most, "{way:?}: {peak} of {most}, base {base}");
        let is_filled = way.contains(&"--store") || peak > LIMIT / 2;
        assert!(is_filled, "{way:?}: only {peak}");
    }
}
