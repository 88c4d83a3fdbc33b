//! Statements that tell names apart.

use crate::{COMPARED, assert_said, file, json, models, said, weyl};

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

/// What is promised comes when somebody makes the mend.
#[test]
fn promises_are_kept() {
    let model = |guard: &str, scan: &str| {
        format!(
            "byte flag[3]; byte turn;\nactive [3] proctype P() {{\ndo\n\
             :: {guard} -> flag[_pid] = 1\n\
             :: flag[_pid] == 1 -> flag[{scan}] = 0\nod }}\n"
        )
    };
    let broken = json(&file(
        "promised.pml",
        &model("turn < _pid", "(_pid + 1) % 3"),
    ));
    let breaks = broken["families"][0]["breaks"].as_array().expect("breaks");
    let without = |line: u64| {
        let own = breaks.iter().find(|one| one["line"] == line);
        own.expect("a break")["without"]["structure"].clone()
    };
    let present = |name: &str, text: &str| {
        let answer = json(&file(name, text));
        answer["symmetry"]["structure"].clone()
    };
    let mended = present("kept-guard.pml", &model("turn == 0", "(_pid + 1) % 3"));
    assert_eq!(without(4), mended, "{broken:#}");
}

#[test]
fn lines_of_included_files_name_them() {
    file("included.h", "\n#define less(a, b) \\\n    a < b\n");
    let model = file(
        "including.pml",
        "#include \"included.h\"\nbyte last;\nactive [3] proctype P() {\ndo\n\
         :: less(last, _pid) -> last = _pid\n:: last = 0\nod }\n",
    );
    let text = said(&model);
    let compares = text.lines().find(|line| line.contains("compares"));
    let compares = compares.expect(&text);
    assert!(
        compares.contains("line 5:") || compares.contains("line 3 of included.h:"),
        "{text}"
    );
}

/// A process that is the only one of its kind has nothing that is not the same for all.
#[test]
fn statements_of_one_process_mention() {
    let text = "mtype = { ack, err };\n\
                proctype T(chan i, o) { do :: i?ack -> o!ack :: i?err -> o!ack od }\n\
                init { chan a = [1] of { mtype }; chan b = [1] of { mtype };\n\
                atomic { run T(a, b); run T(b, a) };\nb!err\n}\n";
    assert_said(
        &file("mentions-alone.pml", text),
        &["line 5: `b!err` mentions one of them: init[0]:b (without it: S2, order 2)"],
    );
}

#[test]
fn declarations_behind_statements_are_named() {
    let text = "chan q = [3] of { byte };\nbool w[3];\n\
                inline next() { byte id;\nq?id; w[id] = false }\n\
                active [3] proctype P() { do\n:: q!_pid; w[_pid] = true\n\
                :: atomic { nempty(q) ->\nDECLARED; q?own; w[own] = false }\n\
                :: atomic { nempty(q) -> next() } od }\n";
    let behind = file("declared.pml", &text.replace("DECLARED", "byte own"));
    assert_said(
        &behind,
        &[
            "line 3: the declaration `byte id` stands behind statements",
            "the same of 1 more statement, the last one in line 8",
        ],
    );
    let first = text.replace("inline next() { byte id;\n", "inline next() {\n");
    let first = first.replace("DECLARED; ", "");
    let first = first.replace("proctype P() {", "proctype P() { byte id, own;");
    let mended = json(&file("declared-first.pml", &first));
    assert_eq!(mended["symmetry"]["structure"], "S3");
}

/// What is counted or compared at a place that is found by computing is data.
#[test]
fn data_at_computed_places_is_not_counted() {
    let text = "byte fork[5] = 2;\nactive [5] proctype P() { do\n\
                :: atomic { fork[_pid] == 2;\nfork[(_pid + 1) % 5]--;\nfork[(_pid + 4) % 5]-- }\n\
                :: fork[(_pid + 1) % 5] < 2 -> fork[(_pid + 1) % 5]++\nod }\n";
    let model = file("computed-places.pml", text);
    let computes = "line 4: `fork[(_pid + 1) % 5]--` computes with process numbers";
    assert_said(&model, &[computes]);
    let waits = "byte waits[5] = 1;\nactive [5] proctype P() { do\n:: waits[_pid] == 1;\n\
                 waits[(_pid + 1) % 5] > 0;\nwaits[(_pid + 1) % 5]--\nod }\n";
    let waiting = file("waiting-places.pml", waits);
    let computes = "line 4: `waits[(_pid + 1) % 5] > 0` computes with process numbers";
    assert_said(&waiting, &[computes]);
    let said = said(&model);
    assert!(
        !said.contains("counts") && !said.contains("compares"),
        "{said}"
    );
    assert!(!said.contains("line 3: "), "{said}");
}

/// What joins arrays is not to blame where something passes on between their elements; and the same
/// is said once of all that it joins.
#[test]
fn what_passes_on_is_blamed_and_not_what_joins() {
    let text = "var req, has: array [0..3] of boolean; tk: array [0..3] of boolean; idle: boolean;\n\
                ruleset u: 0..3 do\n\
                rule \"ask\" !req[u] ==> begin req[u] := true; if idle then tk[0] := true; end; \
                idle := false; end;\n\
                rule \"take\" tk[u] ==> begin has[u] := req[u]; tk[u] := false; end;\n\
                rule \"use\" has[u] ==> begin has[u] := false; req[u] := false; \
                idle := !exists v: 0..3 do req[v] end; end;\n\
                rule \"pass\" tk[u] & !has[u] ==> begin tk[(u + 1) % 4] := true; end;\nend;\n\
                startstate begin for u: 0..3 do req[u] := false; has[u] := false; tk[u] := false; end; \
                idle := true; end;\n";
    let model = file("token.m", text);
    let said = said(&model);
    assert_said(
        &model,
        &[
            "req[], has[], tk[]: all 4 indices are told apart",
            "line 3: `ask` mentions one of them: tk[0]",
            "line 6: `pass` computes with indices",
        ],
    );
    assert!(!said.contains("joins"), "{said}");
    assert_eq!(said.matches("`pass`").count(), 1, "{said}");
}

/// A rule that is not there for all of them.
#[test]
fn a_rule_for_some_names_them() {
    let text = "var on: array [0..4] of boolean;\n\
                ruleset u: 0..2 do rule \"on\" !on[u] ==> begin on[u] := true; end; end;\n\
                ruleset u: 0..4 do rule \"off\" on[u] ==> begin on[u] := false; end; end;\n\
                startstate begin for u: 0..4 do on[u] := true; end; end;\n";
    assert_said(
        &file("rule-for-some.m", text),
        &["line 2: `on` is for on[0], on[1], on[2] alone"],
    );
}

/// Channels of processes that are created stay where they are, and that is said.
#[test]
fn channels_of_created_processes_are_named() {
    let text = "proctype P() { chan c = [1] of { byte }; byte x; do\n:: c!1\n:: c?x\nod }\n\
                init { atomic { run P(); run P(); run P() } }\n";
    assert_said(
        &file("created-channels.pml", text),
        &["line 2: `c!1` uses a channel that is declared inside of a process"],
    );
}
