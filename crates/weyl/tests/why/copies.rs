//! Proctypes and rules that are written several times.

use crate::{assert_said, file, json, models, said};
use serde_json::Value;

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
fn many_copies_are_counted() {
    let one = |own: u32| {
        format!("active proctype P{own}() {{ byte k{own}; k{own} = s; s = k{own}; s = 0 }}\n")
    };
    let text: String = (0..11).map(one).collect();
    let model = file("many-copies.pml", &format!("byte s;\n{text}"));
    assert_said(&model, &["… and 2 more pairs of copies"]);
}

#[test]
fn near_copies_that_are_run_one_by_one_are_told_what_helps() {
    let text = "byte s = 1, x, y;\nproctype A() { do :: s > 0 -> s--; x = 1; y = y + 1; x = 0; s++ od }\n\
                proctype B() { do :: s > 0 -> s--; x = 1; y = y - 1; x = 0; s++ od }\n\
                init { run A(); run B() }\n";
    assert_said(
        &file("run-near-copies.pml", text),
        &["`atomic` around all `run`s makes one kind of copies"],
    );
    let together = text.replace("run A(); run B()", "atomic { run A(); run B() }");
    let model = file("run-near-copies-at-once.pml", &together);
    assert!(!said(&model).contains("around all"), "{}", said(&model));
}

/// Copies that go through all others, with what they do before and after in one step.
#[test]
fn copies_are_not_blamed_for_their_own_numbers() {
    let one = |own: u32| {
        format!(
            "active proctype P{own}() {{ byte j; do :: d_step {{ f[{own}] = 1; j = 0 }};\ndo\n\
             :: d_step {{ j < 3 && (j == {own} || !f[j]); j = j + 1 }}\n\
             :: d_step {{ j == 3; j = 0 }}; break\nod;\nf[{own}] = 0 od }}\n"
        )
    };
    let text: String = (0..3).map(one).collect();
    let model = file("own-numbers.pml", &format!("bool f[3];\n{text}"));
    let text = said(&model);
    assert!(text.contains("in their order"), "{text}");
    assert!(!text.contains("not alike"), "{text}");
    let breaks = &json(&model)["families"][0]["breaks"];
    assert_eq!(breaks.as_array().map(Vec::len), Some(1), "{breaks:#}");
}

#[test]
fn copies_that_compute_with_their_own_variables_are_told_step_by_step() {
    let text = "int c = 1, x1, x2;\n\
                active proctype A() { do ::\nc < 200; x1 = c;\nx1 = x1 + c;\nc = x1 od }\n\
                active proctype B() { do ::\nc < 200; x2 = c;\nx2 = x2 + c;\nc = x2 od }\n";
    let model = file("own-computed.pml", text);
    assert!(
        !said(&model).contains("is not the same for all"),
        "{}",
        said(&model)
    );
    assert_said(&model, &["the same step of two copies, are not alike"]);
}

#[test]
fn where_an_inline_is_called_is_no_difference() {
    let text = "bit c = 1; byte n;\ninline swap(a, b) { atomic { t = a; a = b; b = t } }\n\
                active proctype A() { bit l, t;\ndo :: swap(c, l);\nl == 1;\nn = n + 1;\n\
                swap(c, l) od }\nactive proctype B() { bit l, t;\ndo :: swap(c, l);\nl == 1;\n\
                n = n - 1;\nswap(c, l) od }\n";
    let copies = &json(&file("called-elsewhere.pml", text))["copies"][0];
    assert_eq!(copies["renamed"], serde_json::json!([]), "{copies:#}");
    let pair = serde_json::json!([["n = n + 1", "n = n - 1"]]);
    assert_eq!(copies["statements"], pair, "{copies:#}");
}
