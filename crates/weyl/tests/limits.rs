//! Limits hold in every phase: a model that spends its time there, ended in time; the same by
//! signals; memory of the process; address space that is not there.

mod process;

use process::{Ended, Running, run, scratch};
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

/// A model that keeps weyl busy in one phase, and nearly nothing before it.
struct Busy {
    phase: &'static str,
    name: &'static str,
    text: String,
    options: &'static [&'static str],
}

impl Busy {
    fn arguments(&self) -> Vec<String> {
        let file = scratch(self.name, &self.text);
        let options = self.options.iter().map(|option| option.to_string());
        [file].into_iter().chain(options).collect()
    }
}

/// Inlines that call the next one twice: the text is short, what it stands for is not.
fn doubling_inlines() -> String {
    let mut text = "byte x;\ninline f0() { x++ }\n".to_string();
    for number in 1..20 {
        let inner = number - 1;
        text += &format!("inline f{number}() {{ f{inner}(); f{inner}() }}\n");
    }
    text + "active proctype P() { f19() }\n"
}

/// Rules that no two names can change places in: each relates three of them at random.
fn tangled_rules() -> String {
    let mut text = "byte a[200];\nactive proctype P() { do\n".to_string();
    let mut number = 1u64;
    for _ in 0..40_000 {
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (number >> 33) % 200
        };
        let (x, y, z) = (next(), next(), next());
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

/// The assertion fails after a run that is long to replay.
const LONG_RUN: &str = "\
int n; active proctype P() { do :: n < 1500000 -> n++ :: else -> break od; assert(n == 0) }";

/// Half a million states, by the interpreter, twice.
const TO_COMPARE: &str = "\
byte a[3]; byte n[3];
active [3] proctype P() { do :: n[_pid] < 79 -> n[_pid]++ :: a[_pid] = 1 - a[_pid] od }";

fn busy() -> Vec<Busy> {
    let busy = |phase, name, text: &str, options| Busy {
        phase,
        name,
        text: text.to_string(),
        options,
    };
    vec![
        busy("reading", "inlines.pml", &doubling_inlines(), &[]),
        busy("symmetry", "tangled.pml", &tangled_rules(), &[]),
        busy("searching", "endless.m", ENDLESS, &[]),
        busy("searching", "long-step.pml", LONG_STEP, &[]),
        busy("judging", "long-run.pml", LONG_RUN, &[]),
        busy("comparing", "to-compare.pml", TO_COMPARE, &["--self-check"]),
    ]
}

/// Within a second of a limit that a quiet machine needs nothing of; a loaded one may take longer,
/// but not work longer.
fn assert_in_time(ended: &Ended, seconds: f64, what: &str) {
    let Ended { wall, worked, .. } = ended;
    let is_in_time = *wall < seconds || (*worked < seconds && *wall < seconds + 8.0);
    assert!(is_in_time, "{what}: {wall} s, of which {worked} s at work");
}

fn answer(ended: &Ended, what: &str) -> Value {
    let text = String::from_utf8_lossy(&ended.stdout);
    let answer = serde_json::from_str(&text);
    answer.unwrap_or_else(|error| panic!("{what}: {error}\n{text}\n{}", ended.stderr))
}

#[test]
fn the_time_limit_holds_in_every_phase() {
    for busy in busy() {
        let limit = ["--max-time".to_string(), "1s".to_string()];
        let json = ["--json".to_string()];
        let arguments = [&busy.arguments()[..], &limit, &json].concat();
        let ended = run(&arguments);
        assert_eq!(ended.code, Some(3), "{}: {}", busy.name, ended.stderr);
        let answer = answer(&ended, busy.name);
        assert_eq!(answer["verdict"], "inconclusive", "{}", busy.name);
        let is_cut = answer["limit"] == "time" || answer["self_check"].is_object();
        assert!(is_cut, "{}: {answer:#}", busy.name);
        assert_in_time(&ended, 2.0, busy.name);
    }
}

#[test]
fn signals_are_answered_in_every_phase() {
    for signal in ["INT", "TERM"] {
        for busy in busy() {
            let what = format!("{} {signal}", busy.name);
            let arguments = [&busy.arguments()[..], &["--json".to_string()]].concat();
            let running = Running::start(&arguments);
            running.wait_until_it_has_worked(Duration::from_millis(700));
            let ended = running.end_by(signal);
            assert_eq!(ended.code, Some(3), "{what}: {}", ended.stderr);
            let answer = answer(&ended, &what);
            assert_eq!(answer["verdict"], "inconclusive", "{what}");
            assert_in_time(&ended, 0.75, &what);
        }
    }
}
