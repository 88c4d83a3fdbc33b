//! Limits hold in every phase: a model that spends its time there, ended in time; the same by
//! signals; memory of the process; address space that is not there.

mod process;
mod schemas;

use process::{Ended, Running, run, scratch};
use schemas::valid;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use weyl_permutation::random::Random;
use weyl_report::Printed;

/// What a pipe holds.
const PIPE: usize = 64 << 10;

/// A model that keeps weyl busy in one phase, and not for long before it.
struct Busy {
    name: &'static str,
    text: String,
    options: &'static [&'static str],
    /// The phase, as it is told.
    phase: &'static str,
}

impl Busy {
    fn with(&self, more: &[&str]) -> Vec<String> {
        let file = scratch(self.name, &self.text);
        let options = self.options.iter().chain(more);
        let options = options.map(|option| option.to_string());
        [file].into_iter().chain(options).collect()
    }
}

/// Rules that no two names can change places in: each relates three of them at random.
fn tangled_rules() -> String {
    let mut text = "byte a[200];\nactive proctype P() { do\n".to_string();
    let mut random = Random::new(1);
    for _ in 0..40_000 {
        let [x, y, z] = [0; 3].map(|_| random.below(200));
        text += &format!(":: a[{x}] == a[{y}] + 1 -> a[{z}] = a[{x}]\n");
    }
    text + "od }\n"
}

const ENDLESS: &str = "\
var n: 0..2000000000; a: array [0..3] of 0..4294967295;
startstate n := 0; for i: 0..3 do a[i] := 0; end; end;
rule n < 2000000000 ==> n := n + 1; a[n % 4] := n; end;
rule n < 2000000000 ==> n := n + 1; a[n % 3] := n; end;";

/// One step of a billion turns.
const LONG_STEP: &str = "\
byte x; int i;
active proctype P() { d_step { do :: i < 2000000000 -> i++ :: else -> break od; x = 1 } }";

/// Soon explored; the interpreter takes its time to compare both systems.
const TO_COMPARE: &str = "\
byte a[3]; byte n[3];
active [3] proctype P() { do :: n[_pid] < 19 -> n[_pid]++ :: a[_pid] = 1 - a[_pid] od }";

/// Many assertions that fail after runs that are long to replay.
fn long_runs() -> String {
    let mut text = "int n; active proctype P() {\n".to_string();
    text += "  do :: n < 20000 -> n++ :: else -> break od;\n  do\n";
    for number in 0..200 {
        text += &format!("  :: n = 20000; assert(n + {number} == 0)\n");
    }
    text + "  od }\n"
}

/// Long to lower and to lay out.
fn many_statements() -> String {
    let statements = "  x = 1;\n".repeat(200_000);
    format!("byte x;\ninit {{\n{statements}}}\n")
}

/// Short to read and long to compile: each rule has thousands of statements when calls are put in.
fn many_calls() -> String {
    let mut text = "var x: 0..6;\nprocedure f0(); begin x := (x + 1) % 7; end;\n".to_string();
    for level in 1..12 {
        let call = format!("f{}();", level - 1);
        text += &format!("procedure f{level}(); begin {call} {call} end;\n");
    }
    text += "startstate x := 0; end;\n";
    for number in 0..200 {
        text += &format!("rule \"{number}\" x = {} ==> f11(); end;\n", number % 7);
    }
    text
}

fn busy() -> Vec<Busy> {
    let busy = |phase, name, text: &str, options| Busy {
        name,
        text: text.to_string(),
        options,
        phase,
    };
    let off = &["--symmetry", "off"];
    vec![
        busy("preparing", "many-statements.pml", &many_statements(), &[]),
        busy("symmetry", "tangled.pml", &tangled_rules(), &[]),
        busy("compiling", "many-calls.m", &many_calls(), off),
        busy("searching", "endless.m", ENDLESS, &[]),
        busy("searching", "long-step.pml", LONG_STEP, &[]),
        busy("writing", "long-runs.pml", &long_runs(), &["--keep-going"]),
    ]
}

/// Within a time that a quiet machine does not need; a loaded one may take longer, but not work
/// longer.
fn assert_in_time(ended: &Ended, seconds: f64, what: &str) {
    let Ended { wall, worked, .. } = ended;
    let is_in_time = *wall < seconds || (*worked < seconds && *wall < seconds + 8.0);
    assert!(is_in_time, "{what}: {wall} s, of which {worked} s at work");
}

fn answer(ended: &Ended, what: &str) -> Value {
    let text = String::from_utf8_lossy(&ended.stdout);
    assert!(!text.is_empty(), "{what}: {}", ended.stderr);
    valid(Printed::Check, &text)
}

/// What was violated before may be known.
fn assert_inconclusive(ended: &Ended, limit: &str, what: &str) {
    let answer = answer(ended, what);
    let is_violated = ended.code == Some(1) && answer["verdict"] == "violated";
    let is_inconclusive = ended.code == Some(3) && answer["verdict"] == "inconclusive";
    let is_right = is_inconclusive || is_violated && what.contains("long-runs");
    assert!(is_right, "{what}: {answer:#} {}", ended.stderr);
    assert_eq!(answer["limit"], limit, "{what}: {answer:#}");
    assert!(answer["phase"].is_string(), "{what}: {answer:#}");
}

/// A slow machine does not come so far.
fn assert_not_later(phase: &Value, wanted: &str) {
    let phases = "reading preparing symmetry compiling searching judging comparing writing";
    let phases: Vec<&str> = phases.split(' ').collect();
    let place = |phase: &str| phases.iter().position(|one| *one == phase);
    let phase = phase.as_str().and_then(place).expect("a phase");
    assert!(
        Some(phase) <= place(wanted),
        "{} for {wanted}",
        phases[phase]
    );
}

#[test]
fn the_time_limit_holds_in_every_phase() {
    for busy in busy() {
        let ended = run(&busy.with(&["--max-time", "1s", "--json"]));
        assert_in_time(&ended, 2.0, busy.name);
        assert_inconclusive(&ended, "time", busy.name);
        assert_not_later(&answer(&ended, busy.name)["phase"], busy.phase);
    }
}

/// The library has no watchdog: work ends by itself.
#[test]
fn the_time_limit_holds_in_the_library() {
    let limit = Duration::from_millis(500);
    for (name, text) in [
        ("tangled.pml", tangled_rules()),
        ("many-statements.pml", many_statements()),
    ] {
        let begun = Instant::now();
        let check = weyl::Check::text(name, &text).max_time(limit);
        let error = check.run().expect_err("nothing to report");
        assert!(error.is_limit(), "{error}");
        let text = error.to_string();
        let first = format!("inconclusive {name}: the time limit was reached");
        assert!(text.starts_with(&first), "{text}");
        assert!(begun.elapsed() < limit + Duration::from_secs(6), "{text}");
    }
    let begun = Instant::now();
    let report = weyl::Check::text("endless.m", ENDLESS)
        .max_time(limit)
        .run();
    let report = report.expect("a report");
    assert_eq!(report.outcome(), weyl::Conclusion::Inconclusive);
    assert!(report.view().states > 1_000);
    assert!(begun.elapsed() < limit + Duration::from_secs(6));
}

/// Without the time for it, there is no comparison; the verdict is there all the same.
#[test]
fn the_time_limit_holds_for_comparisons() {
    let options = ["--self-check", "--max-time", "1s", "--json"];
    let file = scratch("to-compare.pml", TO_COMPARE);
    let options = options.into_iter().map(str::to_string);
    let arguments: Vec<String> = [file].into_iter().chain(options).collect();
    let ended = run(&arguments);
    assert_in_time(&ended, 2.0, "to-compare.pml");
    let answer = answer(&ended, "to-compare.pml");
    assert!(matches!(ended.code, Some(0 | 3)), "{answer:#}");
    assert_eq!(answer["self_check"]["orbits"], Value::Null, "{answer:#}");
}

/// Several explorations have one clock.
#[test]
fn explorations_share_their_time() {
    let mut text = ENDLESS.to_string();
    for number in 0..5 {
        text += &format!("liveness \"{number}\" n = {number};\n");
    }
    let ended = run(&[
        scratch("several.m", &text),
        "--max-time".to_string(),
        "1s".to_string(),
        "--json".to_string(),
    ]);
    assert_in_time(&ended, 2.0, "several.m");
    assert_inconclusive(&ended, "time", "several.m");
}

/// A comparison that is interrupted has not found anything.
#[test]
fn signals_are_answered_while_systems_are_compared() {
    let file = scratch("to-compare-long.pml", TO_COMPARE);
    let running = Running::start(&[&file, "--self-check", "--json"].map(str::to_string));
    running.wait_until_it_has_worked(Duration::from_millis(700));
    let ended = running.end_by("INT");
    assert_in_time(&ended, 0.75, "comparing");
    let answer = answer(&ended, "comparing");
    assert!(matches!(ended.code, Some(0 | 3)), "{answer:#}");
    assert_eq!(answer["self_check"]["orbits"], Value::Null, "{answer:#}");
}

#[test]
fn signals_are_answered_in_every_phase() {
    for signal in ["INT", "TERM"] {
        for busy in busy() {
            let what = format!("{} {signal}", busy.name);
            let running = Running::start(&busy.with(&["--json"]));
            running.wait_until_it_has_worked(Duration::from_millis(700));
            let ended = running.end_by(signal);
            assert_in_time(&ended, 0.75, &what);
            assert_inconclusive(&ended, "interrupted", &what);
        }
    }
}

/// Where nobody reads, an answer can't be given; that is no reason to stay.
#[test]
fn signals_are_answered_where_nobody_reads() {
    let violated = scratch("nobody-reads.pml", "active proctype P() { assert(false) }");
    let endless = scratch("nobody-reads.m", ENDLESS);
    for model in [violated, endless] {
        let (_reader, mut writer) = std::io::pipe().expect("a pipe");
        writer.write_all(&[0; PIPE]).expect("room in the pipe");
        let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
        command.args(["check", &model, "--json"]).stdout(writer);
        let running = Running::beside(command);
        std::thread::sleep(Duration::from_millis(500));
        let ended = running.end_by("INT");
        assert_in_time(&ended, 1.15, &model);
        assert_eq!(ended.code, Some(3), "{model}: {}", ended.stderr);
    }
}

/// A pipe with a name, where there are such.
fn named_pipe(name: &str) -> Option<String> {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from the last time.
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status();
    let is_made = made.is_ok_and(|status| status.success());
    is_made.then(|| pipe.display().to_string())
}

/// A model that is written for ever is larger than any.
#[test]
fn reading_ends_where_writing_does_not() {
    let Some(pipe) = named_pipe("endless.pml") else {
        return;
    };
    let mut writer = Command::new("sh");
    let mut writer = writer
        .args(["-c", "yes 'byte x;' > \"$0\"", &pipe])
        .spawn()
        .expect("a shell");
    let ended = run(&[&pipe, "--json"].map(str::to_string));
    // The writer may have ended with its reader.
    let _ = writer.kill();
    writer.wait().expect("a child");
    assert_in_time(&ended, 4.0, &pipe);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("W0002"), "{}", ended.stderr);
}

/// A model that nobody writes: reading waits for ever.
#[test]
fn reading_can_be_ended() {
    let Some(pipe) = named_pipe("nobody-writes.pml") else {
        return;
    };
    let ended = run(&[&pipe, "--max-time", "1s", "--json"].map(str::to_string));
    assert_in_time(&ended, 2.0, "a pipe");
    assert_inconclusive(&ended, "time", "a pipe");
    let running = Running::start(&[&pipe, "--json"].map(str::to_string));
    std::thread::sleep(Duration::from_millis(300));
    let ended = running.end_by("TERM");
    assert_in_time(&ended, 0.75, "a pipe");
    assert_inconclusive(&ended, "interrupted", "a pipe");
}

/// Five percent from 256 MB upwards, 16 MB below.
fn most(limit: u64) -> u64 {
    if limit >= 256 << 20 {
        limit + limit / 20
    } else {
        limit + (16 << 20)
    }
}

/// The limit is that of the process, whatever it is busy with and whatever it stores.
#[test]
fn the_memory_limit_is_that_of_the_process() {
    let liveness = format!("{ENDLESS}\nliveness \"again\" n = 7;\n");
    let symmetric = "\
type P: scalarset(4);
var n: 0..2000000000; a: array [P] of 0..4294967295;
startstate n := 0; for p: P do a[p] := 0; end; end;
ruleset p: P do rule n < 2000000000 ==> n := n + 1; a[p] := n; end; end;";
    // One state has more successors than there is room for.
    let wide = "\
var a: array[0..30000] of 0..255;
startstate for i: 0..30000 do a[i] := 0; end; end;
ruleset k: 0..30000 do rule a[k] := (a[k] + 1) % 255; end; end;";
    let ltl = ["--ltl", "G (n = 5 -> F (n = 3))"];
    let cases: [(&str, &str, &[&str]); 8] = [
        ("memory-wide.m", wide, &["--symmetry", "off"]),
        ("memory.m", ENDLESS, &["--threads", "1"]),
        ("memory.m", ENDLESS, &["--threads", "2"]),
        ("memory.m", ENDLESS, &["--search", "dfs"]),
        (
            "memory.m",
            ENDLESS,
            &["--threads", "2", "--store", "compact"],
        ),
        ("memory-liveness.m", &liveness, &["--threads", "2"]),
        ("memory-symmetric.m", symmetric, &["--threads", "2"]),
        ("memory.m", ENDLESS, &ltl),
    ];
    for (limit, text) in [(64 << 20, "64M"), (128 << 20, "128M")] {
        for (name, model, options) in cases {
            let options = [&["--max-memory", text, "--json"], options].concat();
            assert_within(limit, &scratch(name, model), &options);
        }
    }
}

fn assert_within(limit: u64, file: &str, options: &[&str]) {
    let what = format!("{file} {options:?}");
    let options = options.iter().map(|option| option.to_string());
    let arguments: Vec<String> = [file.to_string()].into_iter().chain(options).collect();
    let ended = run(&arguments);
    assert_inconclusive(&ended, "memory", &what);
    if let Some(peak) = ended.peak {
        assert!(peak <= most(limit), "{what}: {peak}");
    }
}

/// What is before a search keeps to it, too.
#[test]
fn the_memory_limit_holds_before_the_search() {
    let file = scratch("memory-tangled.pml", &tangled_rules());
    assert_within(40 << 20, &file, &["--max-memory", "40M", "--json"]);
    assert_within(64 << 20, &file, &["--max-memory", "64M", "--json"]);
}

/// Where the system refuses memory, there is an answer all the same.
#[test]
fn there_is_an_answer_without_memory() {
    let large = scratch(
        "large.pml",
        "byte a[300000]; active proctype P() { a[5] = 1 }",
    );
    let endless = scratch("without-memory.m", ENDLESS);
    let sizes = [40, 60, 80, 100, 150, 200, 300, 500, 800, 1_500];
    for megabytes in sizes {
        for model in [&large, &endless] {
            let mut shell = Command::new("sh");
            let limited = format!("ulimit -v {}; exec \"$@\"", megabytes << 10);
            shell.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_weyl"), "check"]);
            shell.args([model, "--json", "--max-time", "2s"]);
            let ended = Running::of(shell).end();
            let what = format!("{model} in {megabytes} MB");
            let answer = answer(&ended, &what);
            match ended.code {
                Some(3) => assert_eq!(answer["verdict"], "inconclusive", "{what}"),
                Some(0) => assert_eq!(answer["verdict"], "holds", "{what}"),
                code => panic!("{what}: {code:?} {}", ended.stderr),
            }
        }
    }
}
