//! States on disk: the same answers as in memory, clear words where there is no disk, and nothing
//! left in the folder however the process ends.

mod process;
mod schemas;

use process::{Ended, Running, run, scratch};
use schemas::valid;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use weyl_report::Printed;

/// A cube of states, whose far corner is bad, and a step of which fails on the way there.
const CUBE: &str = "\
var x: 0..89; y: 0..89; z: 0..89;
startstate x := 0; y := 0; z := 0; end;
rule x < 89 ==> x := x + 1; end;
rule y < 89 ==> y := y + 1; end;
rule z < 89 ==> z := z + 1; end;
rule x = 9 & y = 0 & z = 0 ==> assert x != 9 \"early\"; end;
invariant \"corner\" x + y + z < 265;
invariant \"all\" x + y + z < 1000;
cover \"middle\" x = 45 & y = 45 & z = 45;";

/// Less than the states of the cube need, beside the process itself.
const LITTLE: &str = "20M";

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder");
    folder
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("the folder").next().is_none()
}

fn arguments(model: &str, disk: Option<&Path>, more: &[&str]) -> Vec<String> {
    let mut all = vec![model.to_string(), "--json".to_string()];
    all.extend(["--symmetry", "off", "--threads", "1"].map(String::from));
    if let Some(disk) = disk {
        let options = ["--max-memory", LITTLE, "--spill"].map(String::from);
        all.extend(options);
        all.push(disk.display().to_string());
    }
    all.extend(more.iter().map(|option| option.to_string()));
    all
}

fn answer(ended: &Ended) -> Value {
    valid(Printed::Check, &String::from_utf8_lossy(&ended.stdout))
}

#[test]
fn a_search_larger_than_memory_says_the_same() {
    let (cube, disk) = (scratch("cube-same.m", CUBE), folder("spill-same"));
    for more in [&["--keep-going"][..], &["--property", "corner"]] {
        let plain = run(&arguments(&cube, None, more));
        let spilled = run(&arguments(&cube, Some(&disk), more));
        assert_eq!((plain.code, spilled.code), (Some(1), Some(1)));
        let (plain, spilled) = (answer(&plain), answer(&spilled));
        for field in [
            "verdict",
            "states",
            "transitions",
            "depth",
            "complete",
            "limit",
        ] {
            assert_eq!(spilled[field], plain[field], "{field}");
        }
        assert_eq!(spilled["properties"], plain["properties"]);
        assert_eq!(spilled["coverage"], plain["coverage"]);
        assert_eq!(plain["disk"], Value::Null);
        assert!(spilled["disk"]["bytes"].as_u64() > Some(1 << 20));
        assert!(is_empty(&disk));
    }
}

#[test]
fn where_memory_is_enough_nothing_is_written() {
    let (cube, disk) = (scratch("cube-enough.m", CUBE), folder("spill-enough"));
    let disk = disk.display().to_string();
    let more = ["--property", "early", "--spill", &disk];
    let answer = answer(&run(&arguments(&cube, None, &more)));
    assert_eq!(answer["disk"]["bytes"], 0);
    assert_eq!(answer["verdict"], "violated");
}

#[test]
fn a_place_that_is_none_is_refused() {
    let cube = scratch("cube-refused.m", CUBE);
    let disk = folder("spill-refused");
    let nowhere = disk.join("nowhere");
    let refused = |disk: &Path, more: &[&str], why: &str| {
        let ended = run(&arguments(&cube, Some(disk), more));
        let text = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert_eq!(ended.code, Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    };
    refused(&nowhere, &[], "No such file or directory");
    refused(Path::new(&cube), &[], "Not a directory");
    refused(&disk, &["--store", "compact"], "keeps whole states");
    refused(&disk, &["--graph", "graph.dot"], "does not keep");
    let dfs = ["--search", "dfs"];
    refused(&disk, &dfs, "level by level");
    assert!(is_empty(&disk));
}

#[test]
fn what_was_left_over_is_removed() {
    let (cube, disk) = (scratch("cube-left.m", CUBE), folder("spill-left"));
    fs::write(disk.join(".weyl-spill-1-0"), "rows").expect("a file");
    fs::write(disk.join("other"), "of somebody else").expect("a file");
    let ended = run(&arguments(&cube, Some(&disk), &["--max-states", "10"]));
    assert_eq!(ended.code, Some(3));
    let left = fs::read_dir(&disk).expect("the folder");
    let left: Vec<_> = left
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["other"]);
}

/// Files that may not grow are as good as a disk that is full.
#[test]
fn a_full_disk_ends_the_search_with_what_it_has() {
    let (cube, disk) = (scratch("cube-full.m", CUBE), folder("spill-full"));
    let mut command = Command::new("sh");
    let script = "ulimit -f 400; exec \"$@\"";
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_weyl"), "check"]);
    command.args(arguments(&cube, Some(&disk), &["--keep-going"]));
    let ended = Running::of(command).end();
    let answer = answer(&ended);
    assert_eq!(ended.code, Some(1), "{answer}");
    assert_eq!(answer["limit"], "disk");
    assert_eq!(answer["disk"]["failure"], "File too large");
    let verdicts = answer["properties"].as_array().expect("properties").iter();
    let verdicts: Vec<_> = verdicts
        .map(|one| (&one["name"], &one["verdict"]))
        .collect();
    let early = (&Value::from("assertions"), &Value::from("violated"));
    assert!(verdicts.contains(&early) || verdicts.iter().any(|(_, v)| *v == "violated"));
    let all = (&Value::from("all"), &Value::from("inconclusive"));
    assert!(verdicts.contains(&all), "{verdicts:?}");
    assert!(is_empty(&disk));
}

#[test]
fn whatever_signal_ends_it_nothing_is_left() {
    let (cube, disk) = (scratch("cube-signal.m", CUBE), folder("spill-signal"));
    for (signal, code) in [("INT", Some(3)), ("TERM", Some(3)), ("KILL", None)] {
        let more = ["--property", "all"];
        let running = Running::start(&arguments(&cube, Some(&disk), &more));
        running.wait_until_it_has_worked(Duration::from_millis(900));
        let ended = running.end_by(signal);
        // It may be over already.
        if ended.code != Some(0) {
            assert_eq!(ended.code, code, "{signal}");
        }
        assert!(is_empty(&disk), "{signal}");
    }
}

#[test]
fn questions_about_runs_end_at_the_memory_limit() {
    let model = format!("{CUBE}\nliveness \"corner is met\" x = 89 & y = 89 & z = 89;");
    let (cube, disk) = (scratch("cube-runs.m", &model), folder("spill-runs"));
    let more = ["--property", "corner is met"];
    let ended = run(&arguments(&cube, Some(&disk), &more));
    assert_eq!(ended.code, Some(3));
    assert_eq!(answer(&ended)["limit"], "memory");
    let mut text = arguments(&cube, Some(&disk), &more);
    text.retain(|option| option != "--json");
    let ended = run(&text);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(text.contains("`--safety-only`"), "{text}");
}
