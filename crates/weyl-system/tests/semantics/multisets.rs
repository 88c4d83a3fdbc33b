//! Multisets: adding, removing, counting; positions within a step, and the order at its end.

use crate::harness::{Source, check_bodies};

const DECLARATIONS: &str = "
    var bag : multiset [3] of 0..9 undefinable
    var other : multiset [3] of 0..9 undefinable
    var n : 0..9";

#[test]
fn elements_are_added_and_removed() {
    check_bodies(
        DECLARATIONS,
        "t.0 : value 0..9, k.1 : bound 0..2",
        &[
            ("", "bag=<> other=<> n=0"),
            (
                "n := 2; add n to bag; n := 5; add n to bag; n := 3; add n to bag;",
                "bag=<5 3 2> other=<> n=3",
            ),
            (
                "n := 2; add n to bag; add n to bag;",
                "bag=<2 2> other=<> n=2",
            ),
            ("add t.0 to bag; add n to bag;", "bag=<0 _> other=<> n=0"),
            (
                "add n to bag; add n to bag; add n to bag; add n to bag;",
                "full (3) at add n to bag;",
            ),
            (
                "add n to bag; add n to bag; add n to bag; remove 1 from bag; add n to bag;",
                "bag=<0 0 0> other=<> n=0",
            ),
            ("add n to bag; remove 0 from bag;", "bag=<> other=<> n=0"),
            ("remove 0 from bag;", "empty position at 0"),
            ("add n to bag; remove 1 from bag;", "empty position at 1"),
            (
                "add n to bag; remove 0 from bag; remove 0 from bag;",
                "empty position at 0",
            ),
            ("remove 3 from bag;", "empty position at 3"),
            ("remove -1 from bag;", "empty position at -1"),
            ("remove MAX from bag;", "empty position at MAX"),
            (
                "remove 4294967295 from bag;",
                "empty position at 4294967295",
            ),
            ("remove MIN from bag;", "empty position at MIN"),
            ("n := bag[#0];", "empty position at 0"),
            ("bag[#4294967295] := 1;", "empty position at 4294967295"),
            (
                "add n to bag; n := bag[#0]; bag[#0] := 4;",
                "bag=<4> other=<> n=0",
            ),
            ("add t.0 to bag; n := bag[#0];", "undefined at bag[#0]"),
            (
                "n := 7; add n to bag; add bag[#0] to bag; add bag[#0] to other;",
                "bag=<7 7> other=<7> n=7",
            ),
            ("add n to bag; clear bag;", "bag=<> other=<> n=0"),
            ("add n to bag; undefine bag;", "bag=<> other=<> n=0"),
        ],
    );
}

#[test]
fn positions_stay_within_a_step() {
    check_bodies(
        DECLARATIONS,
        "k.0 : bound 0..2, t.1 : value 0..9",
        &[
            (
                "n := 2; add n to bag; n := 5; add n to bag; n := bag[#0];",
                "bag=<5 2> other=<> n=2",
            ),
            (
                "n := 2; add n to bag; n := 5; add n to bag; remove 0 from bag; n := bag[#1];",
                "bag=<5> other=<> n=5",
            ),
            (
                "n := 2; add n to bag; n := 5; add n to bag; remove 0 from bag; n := 1; add n to bag; n := bag[#0];",
                "bag=<5 1> other=<> n=1",
            ),
            (
                "add n to bag; add n to bag; for k.0 in positions(bag) { bag[#k.0] := plus(k.0, 1); }",
                "bag=<2 1> other=<> n=0",
            ),
            (
                "add n to bag; for k.0 in positions(bag) { n := plus(n, 1); if lt(n, 3) { add n to bag; } }",
                "bag=<2 1 0> other=<> n=3",
            ),
            (
                "add n to bag; add n to bag; for k.0 in positions(bag) { n := plus(n, 1); if eq(k.0, 0) { remove 1 from bag; } }",
                "bag=<0> other=<> n=1",
            ),
            (
                "for k.0 in positions(bag) { error \"never\"; }",
                "bag=<> other=<> n=0",
            ),
        ],
    );
}

#[test]
fn a_loop_over_positions_stays_with_its_multiset() {
    let declarations = "var bags : array [0..1] of multiset [2] of 0..9 var i : 0..1 var n : 0..9";
    check_bodies(
        declarations,
        "k.0 : bound 0..1",
        &[
            (
                "add n to bags[0]; add n to bags[0]; for k.0 in positions(bags[i]) { i := 1; n := plus(n, 1); }",
                "bags=[<0 0> <>] i=1 n=2",
            ),
            (
                "n := 1; add n to bags[0]; n := 0; add n to bags[0]; remove all k.0 in positions(bags[bags[0][#1]]) when true;",
                "bags=[<> <>] i=0 n=0",
            ),
            (
                "for k.0 in positions(bags[div(1, i)]) { }",
                "division by zero at div(1, i)",
            ),
        ],
    );
}

#[test]
fn copies_of_multisets_are_whole() {
    check_bodies(
        DECLARATIONS,
        "t.0 : value 0..9, l.1 : value multiset [3] of 0..9",
        &[
            (
                "n := 4; add n to bag; add t.0 to bag; other <- bag;",
                "bag=<4 _> other=<4 _> n=4",
            ),
            ("n := 4; add n to bag; bag <- bag;", "bag=<4> other=<> n=4"),
            (
                "n := 4; add n to bag; other <- bag; bag <- other;",
                "bag=<4> other=<4> n=4",
            ),
            (
                "n := 4; add n to bag; add n to other; add n to other; bag <- other;",
                "bag=<4 4> other=<4 4> n=4",
            ),
            ("n := 4; add n to bag; bag <- other;", "bag=<> other=<> n=4"),
            (
                "n := 4; add n to l.1; add n to l.1; bag <- l.1;",
                "bag=<4 4> other=<> n=4",
            ),
            (
                "add n to bag; add n to bag; remove 0 from bag; other <- bag; n := other[#1];",
                "bag=<0> other=<0> n=0",
            ),
        ],
    );
    check_bodies(
        "type R = record { b : multiset [1] of bool } var r : R var s : array [bool] of R var t : bool",
        "",
        &[
            ("add t to r.b; r <- r;", "r={<false>} s=[{<>} {<>}] t=false"),
            (
                "add t to s[true].b; s <- s; r <- s[true];",
                "r={<false>} s=[{<>} {<false>}] t=false",
            ),
        ],
    );
}

#[test]
fn counting_and_removing_ask_every_element() {
    let three = "n := 2; add n to bag; n := 5; add n to bag; n := 2; add n to bag;";
    let after = |rest: &str, expected: &str| {
        let body = format!("{three} {rest}");
        check_bodies(
            DECLARATIONS,
            "k.0 : bound 0..2, j.1 : bound 0..2, t.2 : value 0..9",
            &[(&body, expected)],
        );
    };
    let count = |condition: &str| format!("n := count(k.0 in positions(bag), {condition});");
    after(&count("true"), "bag=<5 2 2> other=<> n=3");
    after(&count("false"), "bag=<5 2 2> other=<> n=0");
    after(&count("eq(bag[#k.0], 2)"), "bag=<5 2 2> other=<> n=2");
    after(
        &count("eq(div(1, minus(bag[#k.0], 5)), 0)"),
        "division by zero at div(1, minus(bag[#k.0], 5))",
    );
    after(
        "n := count(k.0 in positions(other), true);",
        "bag=<5 2 2> other=<> n=0",
    );
    after(
        "remove 0 from bag; n := count(k.0 in positions(bag), true);",
        "bag=<5 2> other=<> n=2",
    );
    let remove = |condition: &str| format!("remove all k.0 in positions(bag) when {condition};");
    after(&remove("eq(bag[#k.0], 2)"), "bag=<5> other=<> n=2");
    after(&remove("true"), "bag=<> other=<> n=2");
    after(&remove("false"), "bag=<5 2 2> other=<> n=2");
    after(&remove("eq(k.0, 1)"), "bag=<2 2> other=<> n=2");
    after(
        &remove("eq(div(4, minus(bag[#k.0], 5)), 0)"),
        "division by zero at div(4, minus(bag[#k.0], 5))",
    );
    // Those with a duplicate: each of the two sees the other.
    after(
        &remove("gt(count(j.1 in positions(bag), eq(bag[#j.1], bag[#k.0])), 1)"),
        "bag=<5> other=<> n=2",
    );
}

#[test]
fn elements_with_multisets_are_ordered_by_them() {
    check_bodies(
        "type R = record { f : bool, b : multiset [2] of 0..9 } var bag : multiset [2] of R var n : 0..9",
        "e.0 : value R",
        &[
            (
                "e.0.f := true; n := 1; add n to e.0.b; n := 2; add n to e.0.b; add e.0 to bag;",
                "bag=<{true <2 1>}> n=2",
            ),
            (
                "e.0.f := true; n := 1; add n to e.0.b; add e.0 to bag; n := 2; add n to e.0.b; add e.0 to bag; remove 1 from e.0.b;",
                "bag=<{true <2 1>} {true <1>}> n=2",
            ),
            (
                "e.0.f := true; add e.0 to bag; add n to bag[#0].b; add e.0 to bag; remove 0 from bag;",
                "bag=<{true <>}> n=0",
            ),
        ],
    );
}

#[test]
fn the_order_of_adding_does_not_show_in_the_next_state() {
    let add = |value: u32| format!("n := {value}; add n to bag;");
    let orders = [
        [1, 4, 7],
        [1, 7, 4],
        [4, 1, 7],
        [4, 7, 1],
        [7, 1, 4],
        [7, 4, 1],
    ];
    let states = orders.map(|order| {
        let body: String = order.map(add).concat();
        let text = format!("model \"m\" {DECLARATIONS} start \"s\" {{ {body} n := 0; }}");
        Source::new(&text).first()
    });
    assert!(states.iter().all(|state| *state == states[0]));
}
