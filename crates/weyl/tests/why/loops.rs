//! Loops that go through names in their order.

use crate::{assert_said, file, json, models, said, weyl};

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
    // In a large type it is the same: there is nothing to be mended but the counting.
    let wide = file("wide-counter.pml", &loops("int"));
    assert_said(
        &wide,
        &["counts: it goes through process numbers in their order (without it: S3, order 6)"],
    );
    assert!(!said(&wide).contains("ask again"), "{}", said(&wide));
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

/// Two that take the next number after all that they see.
const BAKERY: &str = "
proctype P@() { byte j, m; do :: j = 0; m = 0;
do :: j < 2 -> if :: m < n[j] -> m = n[j] :: else fi;
j++
:: j == 2 -> break od;
m < 6;
n[@] = m + 1;
n[@] = 0 od }
";

#[test]
fn a_loop_before_what_computes_with_its_result_is_blamed() {
    let text: String = ["0", "1"].map(|own| BAKERY.replace('@', own)).concat();
    let text = format!("byte n[2];{text}init {{ atomic {{ run P0(); run P1() }} }}\n");
    let model = file("bakery-loop.pml", &text);
    let counts =
        "`j++` counts: it goes through process numbers in their order (without it: S2, order 2)";
    assert_said(&model, &[counts]);
    assert!(!said(&model).contains("not alike"), "{}", said(&model));
}

/// A counter of data goes through nobody's numbers, also where it vanishes with what it is compared
/// with.
#[test]
fn counters_of_data_are_not_blamed() {
    let by_number = file(
        "counter-of-data.pml",
        "byte n;\nactive [3] proctype P() { do\n:: _pid == 2 && n < 4 -> n++\n:: n > 0 -> n-- od }\n",
    );
    let of_each = file(
        "counters-of-data.pml",
        "byte bal[3];\nactive [3] proctype T() { do\n:: bal[_pid] = 1\n\
         :: bal[_pid] > 0 -> bal[_pid]--\n:: assert(bal[2] < 250) od }\n",
    );
    for (model, line) in [(by_number, "line 3: "), (of_each, "line 5: ")] {
        let said = said(&model);
        assert!(!said.contains("counts"), "{said}");
        assert!(said.contains(line), "{said}");
    }
}

/// A loop that is part of one step is blamed, not an element that one of its turns mentions.
#[test]
fn a_loop_inside_of_a_step_is_blamed() {
    let text = "byte number[3];\nactive [3] proctype P() { byte max, i;\ndo\n:: d_step { max = 0;\n\
                for (i : 0 .. 2) {\nif :: number[i] > max -> max = number[i] :: else fi };\n\
                i = 0 };\nmax < 5;\nnumber[_pid] = max + 1;\nnumber[_pid] = 0\nod }\n";
    let model = file("maximum.pml", text);
    assert_said(
        &model,
        &["line 5: `i++` counts: it goes through process numbers in their order (without it: S3"],
    );
    assert!(!said(&model).contains("number[2]"), "{}", said(&model));
}

/// What a loop computes is told by the loop, wherever it is assigned.
#[test]
fn a_largest_number_is_computed_by_a_loop() {
    let scan = "max = 0; i = 0;\ndo\n:: i < 3 -> if :: number[i] > max -> max = number[i] :: else \
                fi;\ni++\n:: else -> break\nod";
    let steps = [
        format!("d_step {{ {scan};\nnumber[@] = 1 + max }}"),
        format!("atomic {{ {scan};\nnumber[@] = 1 + max; max = 0; i = 0 }}"),
        format!("d_step {{ {scan} }};\nmax < 5; number[@] = 1 + max"),
    ];
    let copy = |step: &str, own: u32| {
        let step = step.replace('@', &own.to_string());
        format!("proctype P_{own}() {{ byte max, i; do :: {step};\nnumber[{own}] = 0 od }}\n")
    };
    for (at, step) in steps.iter().enumerate() {
        let own = step.replace('@', "_pid");
        let family = format!(
            "active [3] proctype P() {{ byte max, i; do :: {own};\nnumber[_pid] = 0 od }}\n"
        );
        let copies: String = (0..3).map(|own| copy(step, own)).collect();
        let runs = "init { atomic { run P_0(); run P_1(); run P_2() } }\n";
        for (kind, text) in [("family", family), ("copies", format!("{copies}{runs}"))] {
            let text = format!("byte number[3];\n{text}");
            let model = file(&format!("largest-{kind}-{at}.pml"), &text);
            let counts = "line 5: `i++` counts: it goes through process numbers in their order \
                          (without it: S3, order 6)";
            assert_said(&model, &[counts]);
            let answer = json(&model);
            let breaks = answer["families"][0]["breaks"].as_array().expect("breaks");
            assert_eq!(breaks.len(), 1, "{answer:#}");
        }
    }
}

/// Of a step with several statements the one is quoted that counts.
#[test]
fn what_counts_in_a_step_is_quoted() {
    let text = "byte n[3];\nactive [3] proctype P() { byte j;\nnext: if\n\
                :: d_step { j < 3 && (n[j] == 0 || n[j] == n[_pid]);\nj = j + 1 } goto next\n\
                :: j == 3 -> n[_pid] = 1; j = 0; goto next\nfi }\n";
    assert_said(
        &file("quoted-count.pml", text),
        &["line 5: `j = j + 1` counts: it goes through process numbers in their order"],
    );
}

/// A loop that sends to all others is blamed, and not what it sends.
#[test]
fn a_loop_over_channels_is_blamed() {
    let text = "chan q[3] = [1] of { byte };\nactive [3] proctype P() { byte i, x;\ndo\n\
                :: for (i : 0 .. 2) {\nif\n:: i == _pid -> skip\n:: else -> q[i]!_pid\nfi }\n\
                :: q[_pid]?x\nod }\n";
    let model = file("sends-to-all.pml", text);
    assert_said(
        &model,
        &["line 4: `i++` counts: it goes through process numbers in their order (without it: S3"],
    );
    assert!(!said(&model).contains("q[i]"), "{}", said(&model));
}

/// A counter in a large type makes numbers plain in several statements.
#[test]
fn a_counter_is_told_once() {
    let text = "chan q[3] = [3] of { int };\nproctype P(int p) { int i, t, s, front;\ndo\n\
                :: t = 10 * s + p;\nfor (i : 0 .. 2) { q[i]!t };\ns = 1 - s\n:: q[p]?front;\nif\n\
                :: front % 10 == p\n:: front % 10 != p -> s = 0\nfi\nod }\n\
                init { atomic { run P(0); run P(1); run P(2) } }\n";
    let model = file("told-once.pml", text);
    let text = said(&model);
    assert_eq!(text.matches("`i++` counts").count(), 1, "{text}");
}

/// A list in an array with the number of its elements.
#[test]
fn the_length_of_a_list_is_a_counter() {
    let text = "type M: enum { a, b };\nvar net: record count: 0..3; ar: array[0..2] of record \
                m: M; n: M; end; end;\nprocedure send(m: M; n: M);\nbegin\n\
                if net.count = 3 then error \"full\"; else\nnet.ar[net.count].m := m;\n\
                if isundefined(n) then undefine net.ar[net.count].n; else\n\
                net.ar[net.count].n := n; endif;\nnet.count := net.count + 1; endif;\nend;\n\
                ruleset m: M do rule \"send\" net.count < 3 ==> begin send(m, m); end; end;\n\
                rule \"take\" net.count > 0 ==> begin\nundefine net.ar[net.count - 1];\n\
                net.count := net.count - 1; end;\n\
                startstate begin undefine net; net.count := 0; end;\n";
    let model = file("list.m", text);
    assert_said(&model, &["the function `send` counts: it goes through"]);
    assert!(!said(&model).contains("not the same"), "{}", said(&model));
}
