//! Values that never change, and numbers that are no names.

use crate::{assert_said, file, json, said};

/// What is computed is no process number, but there is room for all of them in an `int`.
#[test]
fn numbers_in_large_types_are_told() {
    let model = |ty: &str| {
        format!(
            "bit on[3];\n{ty} last = 200;\n\
             active [3] proctype P() {{ do :: last = _pid :: last == _pid -> on[_pid] = 1 od }}\n\
             active proctype Q() {{ byte i; do :: i < 2 -> i++ :: last = i + 200; i = 0 od }}\n"
        )
    };
    let wide = file("wide-computed.pml", &model("int"));
    assert_said(
        &wide,
        &["because of `last` (line 2): computed values in a type of more than 512"],
    );
    let without = &json(&wide)["families"][0]["breaks"][0]["without"];
    assert_eq!(without["structure"], "S3");
    let mended = model("int").replace("last = i + 200", "last = 200");
    let mended = json(&file("wide-mended.pml", &mended));
    let orbit = mended["symmetry"]["orbits"][0].as_array().map(Vec::len);
    assert_eq!(orbit, Some(3), "{mended:#}");
}

/// What goes on from itself, or from a name, is computed with names in any type.
#[test]
fn what_is_computed_with_names_is_told_where_it_is_computed() {
    let model = |next: &str| {
        format!(
            "int turn; bit on[3];\nactive [3] proctype P() {{ do\n:: turn == _pid -> on[_pid] = 1;\n\
             on[_pid] = 0;\nturn = {next}\nod }}\n"
        )
    };
    for (at, next) in ["(turn + 1) % 3", "(_pid + 1) % 3"].iter().enumerate() {
        let path = file(&format!("next-turn-{at}.pml"), &model(next));
        let said = said(&path);
        assert_said(&path, &[&format!("line 5: `turn = {next}` computes with")]);
        assert!(!said.contains("plain numbers"), "{said}");
    }
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
        &[
            "line 3: `cell[base * 4 + x * 3 + y] = 1` computes with numbers that tell processes apart",
        ],
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

/// A ring of processes.
const RING: &str = "proctype P(chan i, o) { byte x; i?x;\no!x }\n\
                    init { atomic { run P(q[0], q[1]); run P(q[1], q[2]); run P(q[2], q[0]) } }\n";

#[test]
fn traces_are_named_and_what_a_ring_would_have_without_them() {
    let text =
        format!("chan q[3] = [2] of {{ byte }};\nnotrace {{ do :: q[0]?2 -> break od }}\n{RING}");
    assert_said(
        &file("notrace-ring.pml", &text),
        &[
            "line 2: the property `notrace` mentions one of them: q[0] (without it: C3, order 3)",
            "the value of `P:o` never changes and is not the same for all: q[1], q[2], q[0]",
        ],
    );
}

#[test]
fn what_variables_begin_with_is_named() {
    let model = |first: &str| {
        format!(
            "bool fork[3];\nproctype P(byte l, r) {{\nbyte first = {first};\n\
             byte second = (l < r -> r : l);\ndo\n:: atomic {{ !fork[first] -> fork[first] = true }};\n\
             atomic {{ !fork[second] -> fork[second] = true }};\nfork[first] = false;\n\
             fork[second] = false\nod }}\n\
             init {{ atomic {{ run P(0, 1); run P(1, 2); run P(2, 0) }} }}\n"
        )
    };
    let compared = file("begins.pml", &model("(l < r -> l : r)"));
    assert_said(
        &compared,
        &[
            "line 3: what `P:first` begins with is computed",
            "line 4: what `P:second` begins with is computed",
            "without what lines 3, 4 say: C3, order 3",
        ],
    );
    // That it begins with one of them is no reason.
    let plain = file("begins-plain.pml", &model("l"));
    assert!(!said(&plain).contains("`P:first`"), "{}", said(&plain));
    let mended = model("l").replace("(l < r -> r : l)", "r");
    let answer = json(&file("begins-mended.pml", &mended));
    assert_eq!(answer["families"][0]["present"]["structure"], "C3");
}

#[test]
fn values_that_differ_are_told_as_such() {
    let weights = "byte w[3] = { 1, 1, 2 };\nbyte turn;\nactive [3] proctype P() {\ndo\n\
                   :: turn < w[_pid] -> turn++\n:: turn > 0 -> turn--\nod }\n";
    assert_said(
        &file("weights.pml", weights),
        &["line 1: the value of `w` never changes and is not the same for all: 1, 1, 2 (line 5:"],
    );
    let steps = "byte t;\nproctype P(byte k) {\ndo\n:: t < 5 -> t = t + k\n:: t > 4 -> t = 0\nod }\n\
                 init { atomic { run P(1); run P(1); run P(2) } }\n";
    assert_said(
        &file("steps.pml", steps),
        &["line 2: the value of `P:k` never changes and is not the same for all: 1, 1, 2"],
    );
}

/// Neighbours that are computed are a ring; what breaks it is told first.
#[test]
fn neighbours_that_are_computed_are_a_ring() {
    let model = |first: &str, second: &str| {
        format!(
            "bool fork[3];\nproctype P(byte i) {{\nbyte l = i;\nbyte r = (i + 1) % 3;\n\
             byte first = {first};\nbyte second = {second};\ndo\n\
             :: atomic {{ !fork[first] -> fork[first] = true }};\n\
             atomic {{ !fork[second] -> fork[second] = true }};\nfork[l] = false;\n\
             fork[r] = false\nod }}\ninit {{ atomic {{ run P(0); run P(1); run P(2) }} }}\n"
        )
    };
    let compared = model("(l < r -> l : r)", "(l < r -> r : l)");
    assert_said(
        &file("computed-ring.pml", &compared),
        &[
            "line 4: the value of `P:r` never changes and is not the same for all: 1, 2, 0",
            "line 5: what `P:first` begins with is computed",
            "without what lines 5, 6 say: C3, order 3",
        ],
    );
    let mended = json(&file("computed-ring-mended.pml", &model("l", "r")));
    assert_eq!(mended["symmetry"]["structure"], "C3");
}
