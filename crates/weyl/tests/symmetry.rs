//! Symmetry on the command line: what is used, what is refused, and what a user reads.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/murphi")
}

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(models()).arg("check").args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = weyl(&[arguments, &["--json"]].concat());
    valid(Printed::Check, &text(&output.stdout))
}

/// Exit code 2, with a code in the message.
fn assert_refused(arguments: &[&str], code: &str, part: &str) {
    let output = weyl(arguments);
    let said = text(&output.stderr);
    let said = said.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(
        said.contains(code) && said.contains(part),
        "{arguments:?}: {said}"
    );
    assert!(output.stdout.is_empty(), "{arguments:?}: a partial result");
}

fn generators(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file of generators");
    path.display().to_string()
}

#[test]
fn scalarsets_are_used_without_being_asked() {
    // What tables take may depend on which threads take part.
    let reduced = json(&["peterson-3.m", "--threads", "1"]);
    assert_eq!(
        (&reduced["states"], &reduced["transitions"]),
        (&172.into(), &516.into())
    );
    let symmetry = &reduced["symmetry"];
    assert_eq!(symmetry["order"], "6");
    assert_eq!(symmetry["structure"], "S3");
    assert_eq!(symmetry["proved"], true);
    assert_eq!(symmetry["generators"][0], "(Proc_1 Proc_2)");
    assert_eq!(reduced["explorations"][0]["symmetry"]["order"], "6");
    let declared = json(&["peterson-3.m", "--symmetry", "scalarset", "--threads", "1"]);
    let mut declared = declared.with_times_of(&reduced);
    // Other generators of the same group.
    declared["symmetry"]["generators"] = symmetry["generators"].clone();
    assert_eq!(reduced, declared);
    let full = json(&["peterson-3.m", "--symmetry", "off"]);
    assert_eq!(full["states"], 882);
    assert!(full["symmetry"].is_null());
}

trait WithTimes {
    fn with_times_of(self, other: &Value) -> Value;
}

impl WithTimes for Value {
    /// The answer with the times of another run: they never agree.
    fn with_times_of(mut self, other: &Value) -> Value {
        self["seconds"] = other["seconds"].clone();
        self["profile"] = other["profile"].clone();
        let spent = other["explorations"][0]["representatives"].clone();
        self["explorations"][0]["representatives"] = spent;
        self
    }
}

/// The run is one of the model itself: `weyl simulate` walks through it.
#[test]
fn runs_are_in_the_models_own_names() {
    let answer = json(&["broken-lock-4.m"]);
    assert_eq!(answer["verdict"], "violated");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken-lock.json");
    std::fs::write(&path, answer.to_string()).expect("a file");
    let mut simulate = Command::new(env!("CARGO_BIN_EXE_weyl"));
    simulate
        .current_dir(models())
        .args(["simulate", "broken-lock-4.m", "--trace"]);
    let walked = simulate.arg(&path).output().expect("weyl starts");
    let shown = text(&walked.stdout);
    assert_eq!(
        walked.status.code(),
        Some(1),
        "{shown}{}",
        text(&walked.stderr)
    );
    assert_eq!(shown.matches("] = Critical\n").count(), 2, "{shown}");
}

#[test]
fn the_self_check_compares_states_and_orbits() {
    let check = ["german-3.m", "--self-check", "--reduce", "symmetry"];
    let answer = json(&check);
    assert_eq!(answer["self_check"]["states"], 58_104);
    assert_eq!(answer["self_check"]["orbits"], answer["states"]);
    let all = json(&["german-3.m", "--self-check"]);
    assert_eq!(all["self_check"]["orbits"], answer["states"]);
    let fast = json(&[&check[..], &["--representative", "fast"]].concat());
    assert_eq!(fast["self_check"]["orbits"], answer["states"]);
    assert!(fast["states"].as_u64() >= answer["states"].as_u64());
    let shown = text(&weyl(&["peterson-3.m", "--self-check"]).stdout);
    assert!(shown.contains("they have 172 orbits"), "{shown}");
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(words.join(" ").contains("verdicts agree"), "{shown}");
}

/// On the quotient by all of S4 there is one state, which some process with the token always
/// satisfies.
#[test]
fn instances_of_liveness_are_told_apart() {
    let answer = json(&["hopping-token-4.m"]);
    assert_eq!(answer["verdict"], "holds");
    let apart = &answer["explorations"][1];
    assert_eq!(apart["properties"][0], "everybody can have the token");
    assert_eq!(
        (&apart["states"], &apart["symmetry"]["order"]),
        (&2.into(), &"6".into())
    );
}

#[test]
fn a_loop_that_depends_on_its_order_pins_the_scalarset() {
    let answer = json(&["msi-3.m"]);
    assert_eq!(answer["symmetry"]["structure"], "S2");
    assert_eq!(answer["diagnostics"][0]["code"], "W0006");
    assert_eq!(answer["diagnostics"][0]["severity"], "warning");
    let trusted = json(&["msi-3.m", "--trust-loops"]);
    assert_eq!(trusted["symmetry"]["structure"], "S3 × S2");
    assert_eq!(trusted["symmetry"]["proved"], false);
    let shown = text(&weyl(&["msi-3.m", "--trust-loops"]).stdout);
    assert!(shown.contains("not proved"), "{shown}");
}

#[test]
fn generators_from_a_file_are_checked() {
    let rotation = generators("rotation.txt", "(Proc_1 Proc_2 Proc_3)\n");
    let answer = json(&["peterson-3.m", "--symmetry", &rotation]);
    assert_eq!(answer["symmetry"]["structure"], "C3");
    let states = answer["states"].as_u64().expect("states");
    assert!((172..882).contains(&states), "{states}");
    let unknown = generators("unknown.txt", "(Proc_1 Proc_9)\n");
    assert_refused(&["peterson-3.m", "--symmetry", &unknown], "W0007", "Proc_9");
    let broken = generators("unbalanced.txt", "(Proc_1 Proc_2");
    assert_refused(
        &["peterson-3.m", "--symmetry", &broken],
        "W0007",
        "never closed",
    );
    let caches = generators("caches.txt", "(Cache_1 Cache_2)");
    assert_refused(
        &["msi-3.m", "--symmetry", &caches],
        "W0008",
        "permutation 1",
    );
    let mixed = generators("mixed.txt", "(Cache_1 Data_1)");
    assert_refused(&["msi-3.m", "--symmetry", &mixed], "W000", "Data_1");
    assert_refused(
        &["peterson-3.m", "--symmetry", "no-such-file"],
        "W0002",
        "no-such-file",
    );
}

#[test]
fn generators_of_promela_models_are_checked() {
    let mutex = promela("mutex-5.pml");
    let two = generators("two-processes.txt", "(Process:1 Process:2)\n");
    let alone = ["--reduce", "symmetry"];
    let answer = json(&[&[&mutex, "--symmetry", &two, "--self-check"], &alone[..]].concat());
    assert_eq!(answer["symmetry"]["structure"], "S2");
    assert_eq!(answer["states"], 77);
    let tiers = promela("three-tiered.pml");
    let clients = "(Client:2 Client:3)(client_back[1] client_back[2])";
    let clients = generators("clients.txt", clients);
    let answer = json(&[&tiers, "--symmetry", &clients]);
    assert_eq!(answer["symmetry"]["order"], "2");
    let without_channels = generators("no-channels.txt", "(Client:2 Client:3)");
    assert_refused(
        &[&tiers, "--symmetry", &without_channels],
        "W0008",
        "it does not keep `server!(kind), back`",
    );
    let kinds = generators("kinds.txt", "(Client:1 Client:2)");
    assert_refused(&[&tiers, "--symmetry", &kinds], "W0008", "permutation 1");
}

#[test]
fn options_without_a_meaning_are_refused() {
    let off = ["peterson-3.m", "--symmetry", "off"];
    let promela = "../promela/dekker.pml";
    assert_refused(&[promela, "--trust-loops"], "W0001", "no scalarsets");
    assert_refused(&[promela, "--symmetry", "scalarset"], "W0001", "scalarset");
    assert_refused(
        &[&off[..], &["--trust-loops"]].concat(),
        "W0001",
        "--trust-loops",
    );
    assert_refused(
        &["peterson-3.m", "--reduce", "none", "--self-check"],
        "W0001",
        "--self-check",
    );
    assert_refused(
        &[&off[..], &["--representative", "fast"]].concat(),
        "W0001",
        "--representative",
    );
}

fn symmetry(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.arg("symmetry").args(arguments);
    command.output().expect("weyl starts")
}

fn promela(name: &str) -> String {
    format!("{}/../../models/promela/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Donaldson, Miller and Calder print 864; their generators generate a group of order 432.
#[test]
fn the_load_balancer_has_the_group_of_the_paper() {
    let answer = symmetry(&[&promela("load-balancer-3-6-2.pml"), "--json"]);
    assert!(answer.status.success());
    let answer = valid(Printed::Symmetry, &text(&answer.stdout));
    assert_eq!(answer["symmetry"]["order"], "432");
    assert_eq!(answer["symmetry"]["structure"], "(S3 ≀ S2) × S3");
    let generators = answer["symmetry"]["generators"].as_array().map(Vec::len);
    assert_eq!(generators, Some(7));
    assert_eq!(answer["distinctions"].as_array().map(Vec::len), Some(0));
}

#[test]
fn what_breaks_a_symmetry_has_a_line() {
    let answer = symmetry(&[&promela("three-tiered.pml")]);
    let text = String::from_utf8_lossy(&answer.stdout);
    assert!(text.contains("order       8\n"), "{text}");
    let why =
        "Client: D4 on 6 processes; without what follows S6, order 720: 90 times fewer states";
    assert!(text.contains(why), "{text}");
    for (value, without) in [("server", "S2 × S4"), ("kind", "S3 ≀ S2")] {
        let line = format!("line 15: the value of `Client:{value}` never changes");
        let rest = text.split_once(&line).expect(&line).1;
        let (_, rest) = rest.split_once("(without it: ").expect("a promise");
        assert!(rest.starts_with(without), "{text}");
    }
}

#[test]
fn channels_are_drawn() {
    let svg = Path::new(env!("CARGO_TARGET_TMPDIR")).join("channels.svg");
    let path = svg.display().to_string();
    let asked = ["--diagram", "scd", "--svg", &path];
    let answer = symmetry(&[&[&*promela("email-3.pml")], &asked[..]].concat());
    assert!(answer.status.success());
    let drawn = std::fs::read_to_string(&svg).expect("it was written");
    assert!(drawn.starts_with("<svg") && drawn.contains("mailbox[1]"));
    let murphi = format!(
        "{}/../../models/murphi/peterson-3.m",
        env!("CARGO_MANIFEST_DIR")
    );
    let refused = symmetry(&[&[&*murphi], &asked[..]].concat());
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn programs_are_drawn() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [svg, dot] = ["program.svg", "program.dot"].map(|name| folder.join(name));
    let [svg_path, dot_path] = [&svg, &dot].map(|path| path.display().to_string());
    let model = format!(
        "{}/../../models/murphi/test-and-set-5.m",
        env!("CARGO_MANIFEST_DIR")
    );
    let drawing = ["--diagram", "program", "--svg", &svg_path];
    let answer = symmetry(&[&[&*model], &drawing[..], &["--dot", &dot_path]].concat());
    assert!(answer.status.success(), "{}", text(&answer.stderr));
    let said = text(&answer.stdout);
    let drawn = std::fs::read_to_string(&dot).expect("it was written");
    assert!(
        drawn.contains("label=\"Proc_1\"") && said.contains("program diagram"),
        "{drawn}"
    );
    let drawn = std::fs::read_to_string(&svg).expect("it was written");
    assert!(drawn.contains("Proc_1: 5 alike"), "{drawn}");
    let large = promela("../families/hypercube-3.pml");
    let refused = symmetry(&[&large, "--diagram", "program", "--svg", &svg_path]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--dot"));
}

#[test]
fn automorphisms_of_the_channel_diagram_are_judged() {
    let said = |model: &str| {
        let answer = symmetry(&[&promela(model)]);
        text(&answer.stdout)
    };
    let balancer = said("load-balancer-3-6-2.pml");
    assert!(
        balancer
            .contains("7 of 7 generators keep statements and initial values (Restrictions 1 and 2"),
        "{balancer}"
    );
    let peterson = said("../families/peterson-12.pml");
    let starts = "(Process:0 Process:1): the initial value of `last`, line 8 (Restriction 2)";
    assert!(peterson.contains(starts), "{peterson}");
    assert!(
        peterson.contains("the largest group that does: S11, order 39,916,800"),
        "{peterson}"
    );
    let tiers = said("three-tiered.pml");
    assert!(tiers.contains("the value of `Client:kind`"), "{tiers}");
    assert!(tiers.contains("(Restriction 2)"), "{tiers}");
    let ring = said("../families/ring-both-ways-12.pml");
    assert!(
        ring.contains("and 10 others: `token[(_pid + 1) % N]; "),
        "{ring}"
    );
}

#[test]
fn processes_that_have_ended_may_stay() {
    let folder = format!(
        "{}/../weyl-filetest/tests/discovery/",
        env!("CARGO_MANIFEST_DIR")
    );
    let unseen = format!("{folder}processes-end-unseen.pml");
    let auto = text(&weyl(&[&unseen]).stdout);
    assert!(auto.contains("symmetry: S3, order 6"), "{auto}");
    assert!(auto.contains("processes that have ended stay"), "{auto}");
    assert!(!auto.contains("never"), "{auto}");
    assert_eq!(json(&[&unseen])["symmetry"]["termination"], "stay");
    let spin = text(&weyl(&[&unseen, "--termination", "spin"]).stdout);
    assert!(
        !spin.contains("symmetry:") && !spin.contains("stay"),
        "{spin}"
    );
    let seen = format!("{folder}processes-end-seen.pml");
    assert_refused(&[&seen, "--termination", "stay"], "W0011", "_nr_pr == 3");
    assert_refused(
        &["peterson-3.m", "--termination", "stay"],
        "W0001",
        "Murphi",
    );
}

/// Each of these could see whether processes that have ended stay.
#[test]
fn who_could_see_that_processes_stay_is_said() {
    let cases = [
        (
            "active [2] proctype P() { skip } active proctype Q() { _nr_pr == 1 }",
            "_nr_pr == 1",
        ),
        (
            "active [2] proctype P() { skip } active proctype Q() { do :: !enabled(0) od }",
            "`enabled`",
        ),
        (
            "active [2] proctype P() { byte v; v = 1 } active proctype Q() { do :: P[0]:v == 1 od }",
            "P[0]:v",
        ),
        (
            "active [2] proctype P() { L: skip } active proctype Q() { do :: P@L od }",
            "P@L",
        ),
        (
            "active [2] proctype P() { chan c = [1] of { byte }; c!1 }",
            "local channels",
        ),
        ("active [2] proctype P() priority 2 { skip }", "priorities"),
        (
            "byte n; proctype P() { n = _pid } init { run P(); run P() }",
            "numbers of processes",
        ),
        (
            "active proctype P() { run Q(); do :: run Q(); break :: break od } proctype Q() { skip }",
            "created late",
        ),
        (
            "chan c = [1] of { bit }; trace { c!1 } active proctype P() { c!1 }",
            "a trace",
        ),
        ("byte n; active [2] proctype P() { n = _last }", "_last"),
    ];
    for (number, (text, because)) in cases.into_iter().enumerate() {
        let path = generators(&format!("ends-{number}.pml"), text);
        assert_refused(&[&path, "--termination", "stay"], "W0011", because);
        let auto = weyl(&[&path, "--max-states", "500"]);
        assert!(!self::text(&auto.stdout).contains("stay"), "{text}");
    }
}

/// Room for processes that are certain to be created, though not among the first states.
#[test]
fn processes_that_come_late_are_foreseen() {
    let text = "bool f[3]; short k;\n\
                proctype P(byte i) { do :: f[i] = true :: f[i] = false od }\n\
                init { do :: k < 3000 -> k++ :: k == 3000 -> break od;\n\
                       run P(0); run P(1); run P(2) }\n";
    let path = generators("late.pml", text);
    let output = Command::new(env!("CARGO_BIN_EXE_weyl"))
        .args(["symmetry", &path])
        .output()
        .expect("weyl runs");
    let said = self::text(&output.stdout);
    assert!(said.contains("orbits      P:1 P:2 P:3"), "{said}");
}

/// Every check tries its generators out on some states: here the last name that a loop sees wins,
/// and the user said that it does not matter.
#[test]
fn a_word_that_is_not_true_is_noticed() {
    let model = generators(
        "last-wins.m",
        "type P: scalarset(3);\n\
         var on: array [P] of boolean; last: P;\n\
         ruleset p: P do rule \"on\" !on[p] ==> begin on[p] := true; end; end;\n\
         rule \"look\" true ==> begin for p: P do if on[p] then last := p; end; end; end;\n\
         startstate begin for p: P do on[p] := false; end; end;\n",
    );
    assert_refused(&[&model, "--trust-loops"], "W0008", "`--trust-loops`");
    let output = weyl(&[&model, "--deadlock", "off"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// What stands behind the symmetries is the same in every run, with any number of threads.
#[test]
fn a_certificate_says_what_was_tried() {
    let certificate = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
        command
            .current_dir(models())
            .args(["symmetry", name, "--json"]);
        let output = command.output().expect("weyl starts");
        let answer = valid(Printed::Symmetry, &text(&output.stdout));
        answer["certificate"].clone()
    };
    let first = certificate("../promela/mutex-5.pml");
    let generators = first["generators"].as_array().expect("generators");
    assert_eq!(generators.len(), 4, "{first:#}");
    let facts = first["facts"].as_array().expect("facts");
    assert!(
        !facts.is_empty() && facts.iter().all(Value::is_string),
        "{first:#}"
    );
    let (tried, fired) = (first["tried"].as_u64(), first["fired"].as_u64());
    assert!(
        tried >= Some(100) && fired > tried.map(|tried| tried / 4),
        "{first:#}"
    );
    assert_eq!(first["complete"], true);
    assert_eq!(certificate("../promela/mutex-5.pml"), first);
    let tried = |threads: &str| {
        let answer = json(&["../promela/mutex-5.pml", "--threads", threads]);
        answer["symmetry"]["tried"].clone()
    };
    assert!(tried("1").as_u64() >= Some(100));
    assert_eq!(tried("1"), tried("2"));
}

/// A `byte` that holds 0 and 1 alone has values that change places, and no state has them; here two
/// places may be exchanged, and other values can't get there.
const HARDLY_USED: &str = "byte a[3]; byte n = 3;
init { a[0] = 1; a[1] = 1; run P() }
proctype P() { do
:: a[0] == 1 && a[2] == 0 -> atomic { a[0] = 0; a[2] = 1; n = n - 1; n = n + 1 }
:: a[2] == 1 && a[0] == 0 -> atomic { a[2] = 0; a[0] = 1; n = n - 1; n = n + 1 } od }
";

/// Twenty values that are sent, kept, and never told apart.
const HANDED_ON: &str = "chan q = [3] of { byte }; byte x, y;
active proctype S() { byte v; do :: select (v : 0 .. 20); q!v od }
active proctype R() { do :: q?x :: y = x od }
";

#[test]
fn values_that_no_state_holds_are_not_moved() {
    let of = |name: &str, text: &str| {
        let model = generators(name, text);
        let common = ["--safety-only", "--keep-going", "--reduce", "symmetry"];
        json(&[&[&*model], &common[..]].concat())
    };
    let hardly = of("hardly-used.pml", HARDLY_USED);
    assert_eq!(hardly["symmetry"]["order"], "2");
    assert_eq!(hardly["symmetry"]["moves_data_alone"], false);
    let handed_on = of("handed-on.pml", HANDED_ON);
    assert_eq!(handed_on["symmetry"]["moves_data_alone"], true);
    // Patterns of seven values that are alike or not; 94 million states as it is written.
    assert_eq!(handed_on["states"], 349);
}
