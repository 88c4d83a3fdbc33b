//! Why there is not more symmetry, and pictures of the group: what people read and see.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

fn models(name: &str) -> String {
    format!("{}/../../models/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn file(name: &str, text: &str) -> String {
    let path = temporary(name);
    std::fs::write(&path, text).expect("a model");
    path.display().to_string()
}

fn said(model: &str) -> String {
    let output = weyl(&["symmetry", model]);
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(model: &str) -> Value {
    let output = weyl(&["symmetry", model, "--json"]);
    valid(Printed::Symmetry, &String::from_utf8_lossy(&output.stdout))
}

/// Whatever the lines are wrapped at.
fn assert_said(model: &str, sentences: &[&str]) {
    let text = said(model);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for sentence in sentences {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

/// A family that ends, so that SPIN's order of removal is there too.
const COMPARED: &str = "
byte flag[4]; byte last;
active [4] proctype P() {
    flag[_pid] = 1;
    if :: _pid < last :: else fi;
    last = _pid
}";

#[test]
fn all_statements_that_break_a_family_are_told_in_order() {
    let model = file(
        "breaks.pml",
        "byte flag[3]; byte turn;\n\
         active [3] proctype P() {\n\
         do\n\
         :: flag[_pid] == 0 -> flag[_pid] = 1\n\
         :: flag[_pid] == 1 -> flag[(_pid + 1) % 3] = 0\n\
         :: turn == 1 -> turn = _pid\n\
         od }\n",
    );
    let answer = json(&model);
    let family = &answer["families"][0];
    assert_eq!(
        (&family["name"], &family["complete"]),
        (&"P".into(), &true.into())
    );
    assert_eq!(family["present"]["order"], "1");
    assert_eq!(family["possible"]["structure"], "S3");
    assert_eq!(family["gain"], "6");
    let breaks = family["breaks"].as_array().expect("breaks");
    let lines: Vec<u64> = breaks
        .iter()
        .filter_map(|one| one["line"].as_u64())
        .collect();
    assert_eq!(lines, [5, 6], "{family:#}");
    // Without the neighbour one process is still told apart, without that one there is a ring.
    assert_eq!(breaks[0]["without"]["order"], "2", "{family:#}");
    assert_eq!(breaks[1]["without"]["structure"], "C3", "{family:#}");
    let words = [
        "computes with process numbers",
        "mentions one of them",
        "6 times fewer states",
    ];
    assert_said(&model, &words);
}

#[test]
fn a_comparison_is_named_and_the_end_of_processes_is_not() {
    let model = file("compared.pml", COMPARED);
    assert_said(&model, &["line 5: `_pid < last` compares process numbers"]);
    let text = said(&model);
    assert!(
        !text.contains("-end-") && !text.contains("youngest"),
        "{text}"
    );
}

#[test]
fn who_sees_the_end_of_processes_is_named() {
    let model = file(
        "seen.pml",
        "byte n;\nactive [2] proctype P() { n++ }\n\
         active proctype Q() { _nr_pr == 1 }\n",
    );
    assert_said(
        &model,
        &[
            "processes that have ended are removed, the youngest first, and they can't stay: line 3",
            "(without it: S2, order 2)",
        ],
    );
}

#[test]
fn counters_and_wide_numbers_are_told_apart() {
    let loops = |ty: &str| {
        format!(
            "bit on[3];\nactive [3] proctype P() {{ do :: on[_pid] = 1 od }}\n\
             active proctype Q() {{\n{ty} i;\ndo\n:: i < 3 -> on[i] = 0;\ni++\n:: else -> i = 0\nod }}\n"
        )
    };
    let narrow = file("counter.pml", &loops("byte"));
    assert_said(
        &narrow,
        &["counts: it goes through process numbers in their order"],
    );
    let wide = file("wide-counter.pml", &loops("int"));
    assert_said(
        &wide,
        &["because of `Q:i` (line 4): computed values in a type of more than 512"],
    );
    // The counter shows once its numbers are names.
    assert_said(&wide, &["do not show yet: mend these and ask again"]);
    assert!(!said(&narrow).contains("ask again"));
}

/// In whatever type it is computed.
#[test]
fn what_is_computed_with_parameters_is_a_computation() {
    let model = file(
        "grid.pml",
        "bit cell[9]; int base;\n\
         proctype P(int x; int y) {\n\
         do :: cell[base * 4 + x * 3 + y] = 1 :: cell[base * 4 + x * 3 + y] = 0 od }\n\
         init { atomic { run P(0, 0); run P(0, 1); run P(1, 1) } do :: base = 1 - base od }\n",
    );
    assert_said(
        &model,
        &["line 3: `cell[base * 4 + x * 3 + y] = 1` computes with process numbers"],
    );
}

/// A message with two kinds of contents in one field.
#[test]
fn numbers_of_channels_that_are_other_messages_are_told() {
    let model = file(
        "mixed.pml",
        "mtype = { stop, go };\n\
         chan one = [1] of { chan };\n\
         chan other = [1] of { chan };\n\
         proctype P(chan c) { chan x; do :: c!stop :: c!c :: c?x;\n\
         if :: x != stop && x != go -> x!c :: else fi od }\n\
         init { atomic { run P(one); run P(other) } }\n",
    );
    assert_said(
        &model,
        &[
            "line 4: `c!stop` sends or receives 2 where channels are sent, too, and that is the \
           number of other",
        ],
    );
}

#[test]
fn statements_for_one_process_are_told_together() {
    let model = file(
        "leader.pml",
        "byte x;\nactive [3] proctype P() {\ndo\n:: _pid == 0 -> x = 1;\nx = 2;\nx = 3\n\
         :: x = 0\nod }\n",
    );
    assert_said(
        &model,
        &["only P:0 can get to", "S2 on 3 processes", "the same of"],
    );
}

#[test]
fn models_without_like_processes_say_so() {
    let alone = file("alone.pml", "byte x; active proctype P() { x = 1 }\n");
    assert_said(&alone, &["no two processes are of one kind"]);
    let late = file(
        "late.pml",
        "byte x;\nproctype P() { x++ }\n\
         active proctype Q() { do :: run P() :: break od }\n",
    );
    assert_said(
        &late,
        &["it is not certain that each `run P` (line 3) is executed once"],
    );
}

/// Two processes that create one each, with something more.
fn with_children(name: &str, child: &str, rest: &str) -> String {
    let text =
        format!("byte x;\n{child}\nactive [2] proctype P() {{ x = 2; run C(); x = 3 }}\n{rest}\n");
    file(name, &text)
}

#[test]
fn what_keeps_children_from_moving_is_named() {
    let plain = "proctype C() { x = 1; L: x = 0 }";
    let cases = [
        (
            "proctype C() priority 3 { x = 1 }",
            "",
            "can be seen: processes have priorities",
        ),
        (
            plain,
            "active proctype M() { do :: C@L -> x = 4 od }",
            "can be seen: line 4, this looks at numbers of processes",
        ),
        (
            "proctype C() { x = _pid }",
            "",
            "can be seen: line 2, this looks at numbers of processes",
        ),
        (
            "proctype C() { chan c = [1] of { byte }; c!1 }",
            "",
            "can be seen: local channels go with their process",
        ),
        (
            "active proctype C() { x = 1 }",
            "",
            "some are there from the start, and others are created later (line 3)",
        ),
        (
            plain,
            "proctype D() { x = 5 }\nactive [2] proctype Q() { do :: run D() :: break od }",
            "together with those of `D`",
        ),
    ];
    for (number, (child, rest, because)) in cases.into_iter().enumerate() {
        let model = with_children(&format!("children-{number}.pml"), child, rest);
        let text = said(&model);
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let (_, own) = text.split_once("C: its processes stay").expect(&text);
        let own = own
            .split_once(": its processes")
            .map_or(own, |(own, _)| own);
        assert!(own.contains(because), "{because}: {own}");
        assert!(!own.contains("executed once"), "{own}");
    }
}

#[test]
fn children_of_processes_that_are_created_one_by_one_say_so() {
    let model = file(
        "one-by-one.pml",
        "byte x;\nproctype C() { x = 1 }\nproctype P() { x = 2; run C() }\n\
         init { run P(); run P() }\n",
    );
    let said = [
        "the `P` that create them are not all there at once; `atomic` around each `run P` helps",
        "others may be created between them and take the next number",
    ];
    assert_said(&model, &said);
}

#[test]
fn children_that_are_alone_of_their_kind_are_not_told() {
    let model = file(
        "only-child.pml",
        "byte x;\nproctype C() { x = 1 }\nproctype D() { x = _pid }\n\
         active proctype P() { x = 2; if :: run C() :: x = 3 fi; do :: run D() od }\n",
    );
    let text = said(&model);
    assert!(text.contains("D: its processes stay"), "{text}");
    assert!(!text.contains("C: its processes stay"), "{text}");
}

#[test]
fn what_only_some_do_is_blamed_before_what_all_do() {
    let model = file(
        "only-first.pml",
        "bool a[3]; byte x;\nactive [3] proctype P() {\natomic {\nif\n\
         :: _pid == 0 -> a[_pid] = true\n:: else -> skip\nfi };\n\
         do :: x = 1; a[_pid] = false od }\n",
    );
    assert_said(&model, &["line 5: only P:0 can get to `_pid == 0"]);
    let text = said(&model);
    assert!(!text.contains("line 8"), "{text}");
}

#[test]
fn copies_with_variables_of_their_own_are_told_step_by_step() {
    let model = file(
        "own-variables.pml",
        "bit want_a, want_b; byte inside;\n\
         active proctype A() { do ::\nwant_a = 1;\n!want_b;\ninside++; inside--;\nwant_a = 0\nod }\n\
         active proctype B() { do ::\nwant_b = 1;\n!want_a;\ninside++; inside--;\nwant_b = 0\nod }\n",
    );
    let said = [
        "line 3: `want_a = 1` and `want_b = 1` (line 9), the same step of two copies, are not alike",
        "line 4: `!want_b` and `!want_a` (line 10), the same step of two copies, are not alike",
    ];
    assert_said(&model, &said);
    let lines: Vec<Value> = json(&model)["families"][0]["breaks"]
        .as_array()
        .expect("breaks")
        .iter()
        .map(|one| one["line"].clone())
        .collect();
    assert_eq!(lines, [3, 4, 6]);
}

#[test]
fn children_that_could_move_are_no_reason() {
    let model = file(
        "could-move.pml",
        "byte x;\nproctype C() { x = 1 }\n\
         active [2] proctype P() { x = _pid; if :: _pid < x :: else fi; run C() }\n",
    );
    assert_said(&model, &["`_pid < x` compares process numbers"]);
    assert!(
        !said(&model).contains("its processes stay"),
        "{}",
        said(&model)
    );
    let output = weyl(&["symmetry", &model, "--termination", "spin"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("`--termination spin`"), "{text}");
}

#[test]
fn near_copies_are_named() {
    let model = file(
        "copies.pml",
        "bit want_a, want_b; byte turn;\n\
         active proctype A() {\ndo\n:: want_a = 1;\nturn = 2;\n(!want_b || turn == 1);\nwant_a = 0\nod }\n\
         active proctype B() {\ndo\n:: want_b = 1;\nturn = 1;\n(!want_a || turn == 2);\nskip;\nwant_b = 0\nod }\n",
    );
    let answer = json(&model);
    let copies = &answer["copies"][0];
    assert_eq!(copies["kinds"], serde_json::json!(["A", "B"]));
    let lines = copies["lines"].as_array().expect("lines");
    assert!(lines.contains(&serde_json::json!([null, 14])), "{copies:#}");
    assert_said(
        &model,
        &[
            "`A` and `B` are copies but for",
            "`skip` (line 14), which one alone has",
        ],
    );
    let unlike = json(&models("promela/load-balancer-3-6-2.pml"));
    assert_eq!(unlike["copies"], serde_json::json!([]));
}

#[test]
fn near_copies_are_quoted_with_their_declarations() {
    let model = file(
        "quoted.pml",
        "byte f[2], turn;\n\
         active proctype A() { int k; byte only;\ndo\n:: f[0] = 1;\nturn = 0;\nk = 1;\nf[0] = 0\nod }\n\
         active proctype B() { byte k;\ndo\n:: f[1] = 1;\nturn = turn - 1;\nk = 1;\nf[1] = 0\nod }\n",
    );
    let copies = &json(&model)["copies"][0];
    let pair = serde_json::json!([["turn = 0", "turn = turn - 1"]]);
    assert_eq!(copies["statements"], pair, "{copies:#}");
    assert_eq!(copies["declared"], serde_json::json!(["k", "only"]));
    assert_said(
        &model,
        &[
            "the names `f[0]`/`f[1]`, and the local variables `k` (line 2 / line 9), `only` (line 2,",
            "`turn = 0` (line 5) / `turn = turn - 1` (line 12)",
            "if they mean the same: written alike",
        ],
    );
}

/// Two participants, and a third that sees another bound.
const WRITTEN_OUT: &str = "
var a, b, c: boolean; n: 0..3;
rule \"a on\" !a & n < 3 ==> begin a := true; n := n + 1; end;
rule \"a off\" a ==> begin a := false; n := n - 1; end;
rule \"b on\" !b & n < 3 ==> begin b := true; n := n + 1; end;
rule \"b off\" b ==> begin b := false; n := n - 1; end;
startstate a := false; b := false; c := false; n := 0; end;
";

#[test]
fn rules_that_are_written_out_are_copies() {
    assert_said(
        &file("written-out.m", WRITTEN_OUT),
        &[
            "`a on …` and `b on …` are copies but for the names `a`/`b`",
            "a `ruleset` over it, would make them one",
        ],
    );
    let unlike = WRITTEN_OUT
        .replace("!b", "n = 0 | !b")
        .replace("b ==>", "b & a ==>");
    assert_eq!(
        json(&file("unlike.m", &unlike))["copies"],
        serde_json::json!([])
    );
}

#[test]
fn comparisons_of_indices_are_told_as_such() {
    let text = "type P: 0..3;\nvar f: array[P] of boolean; m: P;\nruleset i: P do\n\
        rule \"a\" i < m & !f[i] ==> begin f[i] := true; m := i; end;\n\
        rule \"b\" f[i] ==> begin f[i] := false; end;\nend;\n\
        startstate begin for i: P do f[i] := false; end; m := 3; end;\n";
    assert_said(&file("less.m", text), &["line 4: `a` compares indices"]);
    let text = "byte w;\nproctype P(byte k) { do :: w < k -> w++ :: w = 0 od }\n\
        init { atomic { run P(20); run P(20); run P(30) } }\n";
    let said = "line 2: `w < k` compares numbers that tell processes apart";
    assert_said(&file("bounds.pml", text), &[said]);
}

#[test]
fn pins_of_scalarsets_are_told_with_what_they_cost() {
    assert_said(
        &models("murphi/msi-3.m"),
        &[
            "Cache: all 3 names are told apart; without what follows S3, order 6: 6 times fewer",
            "line 37: the turns of a loop may depend on each other",
        ],
    );
}

/// A model with many loops of one kind.
fn looping() -> String {
    let mut text = String::from("type P: scalarset(3);\nvar last: P; n: array [P] of 0..3;\n");
    for number in 0..30 {
        text.push_str(&format!(
            "rule \"r{number}\" true ==> begin for p: P do if n[p] = 1 then last := p; end; end; end;\n"
        ));
    }
    text.push_str("startstate begin for p: P do n[p] := 0; last := p; end; end;\n");
    file("loops.m", &text)
}

#[test]
fn a_warning_is_shown_once_for_each_cause() {
    let model = looping();
    let warnings = |more: &[&str]| {
        let output = weyl(&[&["symmetry", &model], more].concat());
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        (text.matches("warning[W0006]").count(), text)
    };
    let (count, text) = warnings(&[]);
    assert_eq!(count, 1, "{text}");
    assert!(text.contains("the same in 29 more places"), "{text}");
    let (count, text) = warnings(&["--verbose"]);
    assert_eq!(count, 30, "{text}");
}

#[test]
fn no_line_is_wider_than_the_paper() {
    for model in [
        "families/ring-200.pml",
        "families/tree-8.pml",
        "promela/three-tiered.pml",
    ] {
        for line in said(&models(model)).lines() {
            assert!(line.chars().count() <= 100, "{model}: {line}");
        }
    }
}

/// The sets of labels that have one colour in a picture, without the colour of what is alone.
fn coloured(svg: &str) -> BTreeSet<BTreeSet<String>> {
    let mut sets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in svg.lines().filter(|line| line.starts_with("<g><title>")) {
        let between = |start: &str, end: &str| {
            let from = line.find(start).expect(start) + start.len();
            let to = line[from..].find(end).expect(end);
            line[from..from + to].to_string()
        };
        let label = between("<title>", ": ");
        let label = label.trim_end_matches(':').to_string();
        let name = between("dy=\"0.35em\">", "</text>");
        assert!(name.starts_with(&label), "{line}");
        sets.entry(between("fill=\"", "\""))
            .or_default()
            .insert(name);
    }
    sets.remove("#f2f2f2");
    sets.into_values().collect()
}

#[test]
fn the_colours_of_the_picture_are_the_orbits_of_the_group() {
    let murphi = models("murphi/peterson-3.m");
    let names = [
        "promela/load-balancer-3-6-2.pml",
        "promela/three-tiered.pml",
        "families/ring-both-ways-12.pml",
        "families/clique-200.pml",
    ];
    let all = names.map(models).into_iter().chain([murphi]);
    for (number, model) in all.enumerate() {
        let path = temporary(&format!("orbits-{number}.svg"));
        let drawn = path.display().to_string();
        let output = weyl(&["symmetry", &model, "--json", "--svg", &drawn]);
        let answer = valid(Printed::Symmetry, &String::from_utf8_lossy(&output.stdout));
        let svg = std::fs::read_to_string(&path).expect("a picture");
        let orbits = answer["symmetry"]["orbits"]
            .as_array()
            .expect("orbits")
            .iter();
        let orbits = orbits.map(|orbit| {
            let names = orbit.as_array().expect("names").iter();
            names
                .map(|name| name.as_str().expect("a name").to_string())
                .collect()
        });
        let orbits: BTreeSet<BTreeSet<String>> = orbits.collect();
        assert!(!orbits.is_empty());
        assert_eq!(coloured(&svg), orbits, "{model}");
        let structure = answer["symmetry"]["structure"].as_str().expect("a name");
        assert!(svg.contains(&format!("{structure}, order ")), "{model}");
    }
}

#[test]
fn broken_ties_are_drawn() {
    let model = file("compared-drawn.pml", COMPARED);
    let [svg, dot] = ["ties.svg", "ties.dot"].map(temporary);
    let [svg_path, dot_path] = [&svg, &dot].map(|path| path.display().to_string());
    let output = weyl(&["symmetry", &model, "--svg", &svg_path, "--dot", &dot_path]);
    assert!(output.status.success());
    let svg = std::fs::read_to_string(svg).expect("a picture");
    assert_eq!(svg.matches("class=\"broken\"").count(), 3, "{svg}");
    assert!(svg.contains(">line 5"), "{svg}");
    let dot = std::fs::read_to_string(dot).expect("a picture");
    assert_eq!(dot.matches("style=dashed, color").count(), 3, "{dot}");
}

#[test]
fn a_check_says_what_symmetry_gained() {
    let check = |model: &str| {
        let output = weyl(&["check", model]);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let reduced = check(&models("murphi/peterson-3.m"));
    assert!(
        reduced.contains("172 states (6 to 1 at most), "),
        "{reduced}"
    );
    let whole = check(&file(
        "alone-checked.pml",
        "byte x; active proctype P() { x = 1 }\n",
    ));
    assert!(
        !whole.contains("to 1 at most") && !whole.contains("symmetry"),
        "{whole}"
    );
}

/// Where it might hold other numbers that it never holds.
const NOTHING_MERGED: &str = "
byte who, n;
active [2] proctype P() {
    do
    :: who == _pid && n < 4 -> n = n + 2
    :: n == 5 -> who = _pid
    od
}
";

#[test]
fn a_group_that_merges_nothing_is_not_told() {
    let model = file("nothing-merged.pml", NOTHING_MERGED);
    let output = weyl(&["check", &model]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("symmetry"), "{text}");
    assert!(!text.contains("to 1 at most"), "{text}");
    let merged = |model: &str, more: &[&str]| {
        let output = weyl(&[&["check", model, "--json"], more].concat());
        let answer = valid(Printed::Check, &String::from_utf8_lossy(&output.stdout));
        answer["symmetry"]["merged"].clone()
    };
    assert_eq!(merged(&model, &[]), false);
    assert_eq!(merged(&model, &["--executor", "interpreter"]), false);
    let other = NOTHING_MERGED.replace("n == 5", "n == 4");
    let other = file("something-merged.pml", &other);
    assert_eq!(merged(&other, &[]), true);
    // Nobody knows what is beyond.
    assert_eq!(merged(&model, &["--max-states", "2"]), Value::Null);
}

/// Two proctypes that are alike, with something said of the first alone.
fn marked_copies(name: &str, head: &str, first: &str, rest: &str) -> String {
    let text = format!(
        "byte s = 1, x, y;\n\
         active proctype A() {head} {{ {first} }}\n\
         active proctype B() {rest} {{ do :: s > 0 -> s--; s++ od }}\n"
    );
    file(name, &text)
}

#[test]
fn near_copies_differ_in_labels_and_clauses() {
    let plain = "do :: s > 0 -> s--; s++ od";
    let labelled = |label: &str| format!("{label}: {plain}");
    let cases = [
        (
            "",
            labelled("end_a"),
            "",
            "the label `end_a` (line 2), which one alone has",
        ),
        (
            "",
            labelled("progress"),
            "",
            "the label `progress` (line 2), which one alone has",
        ),
        (
            "",
            labelled("accept"),
            "",
            "the label `accept` (line 2), which one alone has",
        ),
        (
            "",
            "do :: atomic { s > 0 -> s-- }; s++ od".to_string(),
            "",
            "`atomic` (line 2), which one alone has",
        ),
        (
            "priority 2",
            plain.to_string(),
            "priority 3",
            "`priority 2` / `priority 3`",
        ),
        (
            "provided (x == 0)",
            plain.to_string(),
            "",
            "`provided (x == 0)` (line 2), which one alone has",
        ),
    ];
    for (number, (head, first, rest, but)) in cases.into_iter().enumerate() {
        let model = marked_copies(&format!("marked-{number}.pml"), head, &first, rest);
        assert_said(&model, &[&format!("`A` and `B` are copies but for {but}")]);
    }
    // Labels without a meaning are names.
    let model = marked_copies("marked-not.pml", "", &labelled("L"), "");
    assert_said(&model, &["`A` and `B` are copies"]);
    assert!(!said(&model).contains("copies but for"), "{}", said(&model));
}

/// All must be looked at, in some order.
#[test]
fn loops_over_numbers_are_blamed_and_not_what_is_in_them() {
    let counts = "counts: it goes through process numbers in their order (without it: S3, order 6)";
    let scans = [
        ("for", "for (i : 0 .. 2) {\n!f[i] || i == _pid\n}"),
        (
            "do",
            "i = 0;\ndo\n:: i < 3 -> (!f[i] || i == _pid);\ni = i + 1\n:: i == 3 -> break\nod",
        ),
    ];
    for (name, scan) in scans {
        let text = format!(
            "bool f[3];\nactive [3] proctype P() {{ byte i; do :: f[_pid] = 1;\n{scan};\n\
             f[_pid] = 0 od }}\n"
        );
        let model = file(&format!("scan-{name}.pml"), &text);
        assert_said(&model, &[counts]);
        let answer = json(&model);
        let breaks = answer["families"][0]["breaks"].as_array().expect("breaks");
        assert_eq!(breaks.len(), 1, "{answer:#}");
    }
    let one = |own: u32| {
        format!(
            "active proctype P{own}() {{ byte j; do :: f[{own}] = 1;\nj = 0;\ndo\n\
             :: j < 3 && (j == {own} || !f[j]) ->\nj = j + 1\n:: j == 3 -> break\nod;\n\
             f[{own}] = 0 od }}\n"
        )
    };
    let text: String = (0..3).map(one).collect();
    let model = file("scan-copies.pml", &format!("bool f[3];\n{text}"));
    let counted = format!("line 6: `j = j + 1` {counts}");
    assert_said(&model, &[&counted]);
    assert!(!said(&model).contains("not alike"), "{}", said(&model));
}

#[test]
fn copies_beside_a_family_are_named() {
    let one = |own: u32, others: &str| {
        format!("active proctype P{own}() {{ do :: f[{own}] = 1; {others}; f[{own}] = 0 od }}\n")
    };
    let all = ["!f[1] && !f[2]", "!f[0] && !f[2]", "!f[0]"];
    let text: String = (0..)
        .zip(all)
        .map(|(own, others)| one(own, others))
        .collect();
    let model = file("beside.pml", &format!("bool f[3];\n{text}"));
    assert_said(
        &model,
        &[
            "`P0` and `P2` are copies but for the names `f[0]`/`f[2]`, and `!f[1] && !f[2]` (line 2) / `!f[0]` (line 4)",
        ],
    );
    let short = file(
        "short.pml",
        "byte m;\nactive proctype A() { (m == 1); m = m + 1 }\n\
         active proctype B() { (m == 1); m = m - 1 }\n",
    );
    assert_said(
        &short,
        &["`A` and `B` are copies but for `m = m + 1` (line 2) / `m = m - 1` (line 3)"],
    );
}

#[test]
fn rules_of_one_participant_alone_are_told() {
    let text = WRITTEN_OUT.replace("!b & n < 3", "!b & n < 3 & !a");
    let text = text.replace(
        "startstate",
        "rule \"a more\" a ==> begin c := a; end;\n\
         rule \"b more\" b ==> begin c := b; end;\nstartstate",
    );
    assert_said(
        &file("uneven.m", &text),
        &[
            "`a on` (line 3) / `b on` (line 5)",
            "if they mean the same: written alike",
        ],
    );
}

#[test]
fn ends_are_not_named_beside_others() {
    let model = file(
        "ends-beside.pml",
        "byte turn;\nactive [3] proctype P() { turn < _pid; turn = _pid; _nr_pr < 3 }\n",
    );
    let text = said(&model);
    assert!(text.contains("compares process numbers"), "{text}");
    assert!(!text.contains("youngest first"), "{text}");
}

#[test]
fn causes_are_called_what_they_are() {
    let cases = [
        (
            "byte turn;\nactive [3] proctype P() provided (turn != 2 || _pid == 2) {\n\
             do :: turn = _pid od }\n",
            "`turn = _pid` may be executed under a condition that is not the same for all: \
             `provided (turn != 2 || _pid == 2)`",
        ),
        (
            "chan q = [3] of { byte };\nbool g[4];\nactive [3] proctype P() {\n\
             do :: q!!_pid :: q?eval(_pid) -> g[_pid] = !g[_pid] od }\n",
            "`q!!_pid` sorts messages by process numbers",
        ),
        (
            "typedef Node { byte st };\nNode n[3];\nactive [3] proctype P() {\ndo\n\
             :: n[_pid].st == 0 -> n[_pid].st = 1\n\
             :: n[_pid].st == 1 && n[0].st == 1 -> n[_pid].st = 0\nod }\n",
            "`n[_pid].st == 1 && n[0].st == 1` mentions one of them: n[0]",
        ),
        (
            "mtype = { red, green, blue };\nmtype cur = red;\n\
             active proctype A() { do :: cur == red -> cur = green od }\n\
             active proctype B() { do :: cur == green -> cur = blue od }\n\
             active proctype C() { do :: cur == blue -> cur = green od }\n",
            "mentions one of them: cur=green",
        ),
    ];
    for (number, (text, said)) in cases.into_iter().enumerate() {
        assert_said(&file(&format!("called-{number}.pml"), text), &[said]);
    }
}

#[test]
fn a_search_that_ended_early_promises_no_gain() {
    let model = file(
        "early.pml",
        "byte n;\nactive [4] proctype P() { n = 1; assert(n == 0) }\n",
    );
    let output = weyl(&["check", &model]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("violated"), "{text}");
    assert!(!text.contains("to 1 at most"), "{text}");
}

#[test]
fn copies_that_are_run_one_by_one_are_told_what_helps() {
    let text = "byte s = 1;\nproctype A() { do :: s > 0 -> s--; s++ od }\n\
                proctype B() { do :: s > 0 -> s--; s++ od }\ninit { run A(); run B() }\n";
    assert_said(
        &file("run-copies.pml", text),
        &[
            "`A` and `B` are copies",
            "`atomic` around all `run`s makes one kind of copies",
        ],
    );
}

#[test]
fn an_xr_that_several_formulas_break_is_told_once() {
    let model = file(
        "xr.pml",
        "chan c = [1] of { byte };\nactive proctype S() { c!1 }\n\
         active proctype P() { xr c; byte x; c?x }\n\
         ltl a { [] (len(c) < 2) }\nltl b { [] (len(c) < 3) }\n",
    );
    let output = weyl(&["symmetry", &model]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.matches("warning[W0780]").count(), 1, "{text}");
}

#[test]
fn many_copies_are_counted() {
    let one = |own: u32| {
        format!("active proctype P{own}() {{ byte k{own}; k{own} = s; s = k{own}; s = 0 }}\n")
    };
    let text: String = (0..11).map(one).collect();
    let model = file("many-copies.pml", &format!("byte s;\n{text}"));
    assert_said(&model, &["… and 2 more pairs of copies"]);
}
