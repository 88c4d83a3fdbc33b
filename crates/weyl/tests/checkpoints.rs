//! Checks that are killed and go on: the answer of one that nobody disturbs, wherever the kill was;
//! and clear words where a checkpoint can't be used.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use weyl_report::Printed;

/// A place for checkpoints that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A model in a file of its own.
fn scratch(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a scratch file");
    path.display().to_string()
}

fn model(name: &str) -> String {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    models.join(name).display().to_string()
}

fn weyl(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(words).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(words: &[&str]) -> Output {
    weyl(words).output().expect("weyl runs")
}

fn answer(output: &Output) -> Value {
    valid(Printed::Check, &String::from_utf8_lossy(&output.stdout))
}

/// What must be the same.
fn told(answer: &Value) -> BTreeMap<String, Value> {
    let fields = [
        "verdict",
        "states",
        "transitions",
        "depth",
        "complete",
        "limit",
    ];
    let mut told: BTreeMap<String, Value> = fields
        .into_iter()
        .map(|field| (field.to_string(), answer[field].clone()))
        .collect();
    let properties = answer["properties"].as_array().expect("properties");
    for property in properties {
        let run = &property["trace"]["steps"];
        let length = run.as_array().map_or(0, Vec::len);
        let name = property["name"].as_str().expect("a name").to_string();
        told.insert(format!("{name}: verdict"), property["verdict"].clone());
        told.insert(format!("{name}: length"), length.into());
    }
    told
}

/// A model with options, as somebody checks it.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    model: &'static str,
    options: &'static [&'static str],
}

const CASES: [Case; 6] = [
    Case {
        name: "exact",
        model: "promela/peterson-4.pml",
        options: &["--store", "exact", "--reduce", "none"],
    },
    Case {
        name: "compact",
        model: "promela/lamport-fast.pml",
        options: &["--store", "compact", "--reduce", "none", "--safety-only"],
    },
    Case {
        name: "trees",
        model: "promela/three-tiered.pml",
        options: &["--reduce", "none"],
    },
    Case {
        name: "symmetry",
        model: "promela/sort-7.pml",
        options: &["--reduce", "symmetry", "-D", "N=5"],
    },
    Case {
        name: "partial-order",
        model: "promela/load-balancer-3-6-2.pml",
        options: &["--reduce", "por"],
    },
    Case {
        name: "temporal",
        model: "promela/peterson-3.pml",
        options: &[
            "--reduce",
            "none",
            "--ltl",
            "[] <> (critical == 1)",
            "--fairness",
            "weak",
        ],
    },
];

impl Case {
    fn words<'w>(&'w self, model: &'w str, threads: &'w str) -> Vec<&'w str> {
        let mut words = vec!["check", model, "--json", "--threads", threads];
        words.extend(self.options);
        words
    }
}

/// When a process is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// After so much of the time that it takes undisturbed.
    After(f64),
    /// As soon as a checkpoint is being written, after so many others.
    InTheWrite(u32),
}

/// Waits for the moment, unless the process ends before it.
fn wait_for(moment: Moment, child: &mut Child, usual: Duration, saved: &Path) {
    let began = Instant::now();
    let (mut seen, mut is_there) = (0, false);
    while child.try_wait().expect("weyl runs").is_none() {
        match moment {
            Moment::After(part) if began.elapsed() >= usual.mul_f64(part) => return,
            Moment::After(_) => thread::sleep(Duration::from_micros(200)),
            Moment::InTheWrite(others) => {
                let is_now = saved.join("search-0.new").exists();
                seen += u32::from(is_now && !is_there);
                is_there = is_now;
                if seen > others {
                    return;
                }
            }
        }
    }
}

fn states_saved(saved: &Path) -> u64 {
    fs::metadata(saved.join("search-0.log")).map_or(0, |log| log.len())
}

/// Kills a check, and what goes on with it as often as there are moments; then lets it end.
fn killed(case: Case, threads: [&str; 2], moments: &[Moment], tag: &str) -> Vec<u64> {
    let model = model(case.model);
    let began = Instant::now();
    let plain = answer(&run(&case.words(&model, threads[0])));
    let usual = began.elapsed();
    let saved = folder(&format!("killed-{}-{tag}", case.name));
    let name = saved.display().to_string();
    let mut words = case.words(&model, threads[0]);
    words.extend(["--checkpoint", &name, "--every", "10ms"]);
    let mut logs = Vec::new();
    for moment in moments {
        let mut child = weyl(&words).spawn().expect("weyl starts");
        wait_for(*moment, &mut child, usual, &saved);
        // It may have ended.
        let _ = child.kill();
        let ended = child.wait_with_output().expect("weyl ends");
        if ended.status.code().is_some() {
            let told_now = told(&answer(&ended));
            assert_eq!(told_now, told(&plain), "{} {moment:?}", case.name);
            return logs;
        }
        logs.push(states_saved(&saved));
        if saved.join("run").exists() {
            words = vec!["resume", &name, "--threads", threads[1], "--every", "10ms"];
        }
    }
    let resumed = run(&words);
    let said = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(
        resumed
            .status
            .code()
            .is_some_and(|code| code < 2 || code == 3),
        "{said}"
    );
    let resumed = answer(&resumed);
    assert_eq!(told(&resumed), told(&plain), "{} {moments:?}", case.name);
    assert!(!saved.exists(), "nothing is left");
    logs
}

fn is_slow() -> bool {
    std::env::var_os("WEYL_SLOW").is_some()
}

/// A few kills in each model, or fifty; spread over the run and into the writes.
fn kills(case: Case) {
    let count = if is_slow() { 50 } else { 3 };
    let mut logs = Vec::new();
    for number in 0..count {
        let part = (f64::from(number) + 0.5) / f64::from(count);
        let moment = match number % 3 {
            1 => Moment::InTheWrite(number / 3),
            _ => Moment::After(part),
        };
        let moments = [moment, Moment::After(part / 2.0)];
        let moments = &moments[..1 + usize::from(number % 5 == 4)];
        let threads = [["1", "2"], ["2", "1"], ["1", "1"], ["2", "2"]][number as usize % 4];
        logs.push(killed(case, threads, moments, &number.to_string()));
    }
    println!("{}: bytes of the log at the kills: {logs:?}", case.name);
    assert!(
        logs.iter().any(|logs| !logs.is_empty()),
        "nothing was killed"
    );
}

#[test]
fn killed_with_plain_states() {
    kills(CASES[0]);
}

#[test]
fn killed_with_fingerprints() {
    kills(CASES[1]);
}

#[test]
fn killed_with_trees() {
    kills(CASES[2]);
}

#[test]
fn killed_under_symmetry() {
    kills(CASES[3]);
}

#[test]
fn killed_with_partial_order() {
    kills(CASES[4]);
}

#[test]
fn killed_with_a_temporal_property() {
    kills(CASES[5]);
}

const CUBE: &str = "\
var x: 0..39; y: 0..39; z: 0..39;
startstate x := 0; y := 0; z := 0; end;
rule x < 39 ==> x := x + 1; end;
rule y < 39 ==> y := y + 1; end;
rule z < 39 ==> z := z + 1; end;
invariant \"corner\" x + y + z < 115;";

/// A check that ends at a limit, in a folder.
fn limited(name: &str, limit: &[&str]) -> (String, PathBuf, Output) {
    let cube = scratch(&format!("{name}.m"), CUBE);
    let saved = folder(name);
    let place = saved.display().to_string();
    let mut words = vec!["check", &cube, "--checkpoint", &place];
    words.extend(limit);
    let ended = run(&words);
    (cube, saved, ended)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_limit_says_how_to_go_on() {
    for limit in [["--max-states", "9000"], ["--max-depth", "30"]] {
        let (cube, saved, ended) = limited("limited", &limit);
        assert_eq!(ended.status.code(), Some(3), "{}", stderr(&ended));
        let place = saved.display().to_string();
        let said = String::from_utf8_lossy(&ended.stdout).replace(['\n', ' '], "");
        let way = format!("`weyl resume {place}` goes on from").replace(' ', "");
        assert!(said.contains(&way), "{said}");
        let plain = answer(&run(&["check", &cube, "--json"]));
        let more = [limit[0], "100000"];
        let resumed = run(&["resume", &place, "--json", more[0], more[1]]);
        assert_eq!(resumed.status.code(), Some(1), "{}", stderr(&resumed));
        let resumed = answer(&resumed);
        assert_eq!(told(&resumed), told(&plain));
        assert!(resumed["checkpoint"]["resumed_from"].as_u64() > Some(1000));
        assert!(!saved.exists());
    }
}

#[test]
fn an_interruption_makes_a_checkpoint() {
    let saved = folder("interrupted");
    let place = saved.display().to_string();
    let model = model("promela/peterson-5.pml");
    let words = [
        "check",
        &model,
        "--reduce",
        "none",
        "--json",
        "--checkpoint",
        &place,
    ];
    for signal in ["INT", "TERM"] {
        let _ = fs::remove_dir_all(&saved);
        let child = weyl(&words).spawn().expect("weyl starts");
        thread::sleep(Duration::from_millis(1500));
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let ended = child.wait_with_output().expect("weyl ends");
        let told = answer(&ended);
        if ended.status.code() == Some(3) && told["states"].as_u64() > Some(0) {
            assert_eq!(told["limit"], "interrupted");
            assert_eq!(told["checkpoint"]["states"], told["states"]);
            let limited = ["resume", &place, "--json", "--max-states", "1000"];
            let resumed = answer(&run(&limited));
            assert_eq!(resumed["checkpoint"]["resumed_from"], told["states"]);
        }
    }
}

#[test]
fn what_differs_is_named() {
    let (cube, saved, _) = limited("differs", &["--max-states", "9000"]);
    let place = saved.display().to_string();
    let resume = || run(&["resume", &place]);
    fs::write(&cube, CUBE.replace("115", "116")).expect("a model");
    let refused = resume();
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("W0033"), "{}", stderr(&refused));
    assert!(
        stderr(&refused).contains("differs.m` differs"),
        "{}",
        stderr(&refused)
    );
    fs::write(&cube, CUBE).expect("a model");
    // A folder that another run has used.
    let other = run(&["check", &cube, "--checkpoint", &place]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("checkpoints of another run"));
    assert_eq!(
        run(&["resume", &place, "--max-states", "90000"])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(resume().status.code(), Some(2), "it is over");
}

/// One byte in each of many places of each file.
#[test]
fn a_changed_byte_is_refused_or_an_older_checkpoint_is_taken() {
    let (cube, saved, _) = limited("damaged", &["--max-states", "9000", "--every", "0s"]);
    let place = saved.display().to_string();
    let plain = answer(&run(&["check", &cube, "--json"]));
    let kept = folder("damaged-kept");
    copy(&saved, &kept);
    for name in ["run", "search-0", "search-0.log"] {
        let bytes = fs::read(kept.join(name)).expect("a file");
        for part in 0..6 {
            let _ = fs::remove_dir_all(&saved);
            copy(&kept, &saved);
            let mut changed = bytes.clone();
            changed[(bytes.len() - 1) * part / 5] ^= 0x10;
            fs::write(saved.join(name), changed).expect("a file");
            let resumed = run(&["resume", &place, "--json", "--max-states", "100000"]);
            let said = stderr(&resumed);
            if resumed.status.code() == Some(2) {
                assert!(said.contains("W0034"), "{said}");
            } else {
                assert!(said.contains("W0036"), "{name} {part}: {said}");
                assert_eq!(told(&answer(&resumed)), told(&plain));
            }
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a file");
    }
}

#[test]
fn what_cannot_be_saved_is_refused() {
    let cube = scratch("refused.m", CUBE);
    let saved = folder("refused");
    let place = saved.display().to_string();
    for options in [
        &["--search", "dfs"][..],
        &["--store", "bits"],
        &["--spill", "/var/tmp"],
        &["--parents", "disk"],
        &["--self-check"],
        &["--list"],
    ] {
        let mut words = vec!["check", &cube, "--checkpoint", &place];
        words.extend(options);
        let refused = run(&words);
        assert_eq!(refused.status.code(), Some(2), "{options:?}");
        assert!(stderr(&refused).contains("--checkpoint"), "{options:?}");
        assert!(!saved.exists(), "{options:?}");
    }
    let refused = run(&["check", &cube, &cube, "--checkpoint", &place]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert_eq!(
        run(&["check", &cube, "--every", "1s"]).status.code(),
        Some(2)
    );
}

#[test]
fn folders_that_are_none_are_told() {
    let cube = scratch("no-folder.m", CUBE);
    for place in ["/proc/nothing", "/dev/null"] {
        let refused = run(&["check", &cube, "--checkpoint", place]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(place), "{}", stderr(&refused));
    }
    let refused = run(&["resume", "/nowhere"]);
    assert_eq!(refused.status.code(), Some(2));
    let empty = folder("no-checkpoint");
    fs::create_dir_all(&empty).expect("a folder");
    let refused = run(&["resume", &empty.display().to_string()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("W0035"), "{}", stderr(&refused));
}

/// Files may have so many blocks of 512 bytes: the verdict is told all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_cost_the_verdict() {
    let cube = scratch("full.m", CUBE);
    let saved = folder("full");
    let place = saved.display().to_string();
    let weyl = env!("CARGO_BIN_EXE_weyl");
    let line =
        format!("ulimit -f 64; exec {weyl} check {cube} --checkpoint {place} --every 0s --json");
    let ended = Command::new("sh").args(["-c", &line]).output().expect("sh");
    assert_eq!(ended.status.code(), Some(1), "{}", stderr(&ended));
    assert!(stderr(&ended).contains("W0037"), "{}", stderr(&ended));
    let plain = answer(&run(&["check", &cube, "--json"]));
    assert_eq!(told(&answer(&ended)), told(&plain));
}

#[test]
fn one_process_uses_a_folder() {
    let (_, saved, _) = limited("busy", &["--max-states", "9000"]);
    let lock = fs::File::options()
        .write(true)
        .open(saved.join("lock"))
        .expect("a lock");
    lock.lock().expect("it is free");
    let refused = run(&["resume", &saved.display().to_string()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("another process"),
        "{}",
        stderr(&refused)
    );
}
