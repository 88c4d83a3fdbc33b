//! `undefine` and `clear`, on what can be undefined and on what can't.

use crate::harness::check_bodies;

#[test]
fn aggregates_are_undefined_and_cleared_part_by_part() {
    let declarations = "
        sort P { p q }
        type R = record { f : 2..3, bag : multiset [2] of 0..1, row : array [P] of bool }
        var r : R undefinable
        var firm : array [P] of 2..3
        var one : 0..1";
    check_bodies(
        declarations,
        "l.0 : value R",
        &[
            ("", "r={_ <> [_ _]} firm=[2 2] one=0"),
            ("clear r;", "r={2 <> [false false]} firm=[2 2] one=0"),
            (
                "add one to r.bag; clear r;",
                "r={2 <> [false false]} firm=[2 2] one=0",
            ),
            (
                "add one to r.bag; clear r.f;",
                "r={2 <0> [_ _]} firm=[2 2] one=0",
            ),
            (
                "clear r; add one to r.bag; undefine r;",
                "r={_ <> [_ _]} firm=[2 2] one=0",
            ),
            (
                "clear r; undefine r.row;",
                "r={2 <> [_ _]} firm=[2 2] one=0",
            ),
            (
                "clear r; undefine r.row[P::q];",
                "r={2 <> [false _]} firm=[2 2] one=0",
            ),
            (
                "clear r; undefine r.f; undefine r.f;",
                "r={_ <> [false false]} firm=[2 2] one=0",
            ),
            (
                "firm[P::p] := 3; firm[P::q] := 3; clear firm[P::q];",
                "r={_ <> [_ _]} firm=[3 2] one=0",
            ),
            (
                "add one to r.bag; undefine r.bag;",
                "r={_ <> [_ _]} firm=[2 2] one=0",
            ),
            (
                "clear l.0; r <- l.0; undefine l.0; r.f <- l.0.f;",
                "r={_ <> [false false]} firm=[2 2] one=0",
            ),
        ],
    );
}

#[test]
fn what_cannot_be_undefined_stays_so_behind_references() {
    let declarations = "
        type R = record { f : 0..3, bag : multiset [2] of 0..3 }
        var firm : 0..3
        var loose : 0..3 undefinable
        var pair : R
        var bags : multiset [2] of 0..3
        function forget (x.0) locals x.0 : reference 0..3 { undefine x.0; }
        function forget_all (x.0) locals x.0 : reference R { undefine x.0; }
        function forget_bag (x.0) locals x.0 : reference multiset [2] of 0..3 { undefine x.0; }
        function copy_undefined (x.0) locals x.0 : reference 0..3, y.1 : value 0..3 { x.0 <- y.1; }
        function vague () -> y.0 locals y.0 : value 0..3 { return; }";
    check_bodies(
        declarations,
        "r.0 : reference 0..3, t.1 : value 0..3",
        &[
            (
                "loose := 1; call forget(ref loose);",
                "firm=0 loose=_ pair={0 <>} bags=<>",
            ),
            ("call forget(ref firm);", "undefined at undefine x.0;"),
            ("call forget(ref pair.f);", "undefined at undefine x.0;"),
            ("call forget_all(ref pair);", "undefined at undefine x.0;"),
            (
                "add firm to pair.bag; call forget_bag(ref pair.bag);",
                "firm=0 loose=_ pair={0 <>} bags=<>",
            ),
            (
                "add firm to bags; call forget(ref bags[#0]);",
                "undefined at undefine x.0;",
            ),
            ("add t.1 to bags;", "undefined at add t.1 to bags;"),
            (
                "bind r.0 = firm; undefine r.0;",
                "undefined at undefine r.0;",
            ),
            ("bind r.0 = firm; r.0 <- t.1;", "undefined at r.0 <- t.1;"),
            (
                "bind r.0 = loose; r.0 <- t.1;",
                "firm=0 loose=_ pair={0 <>} bags=<>",
            ),
            (
                "t.1 := 2; bind r.0 = t.1; undefine r.0; firm := t.1;",
                "undefined at t.1",
            ),
            ("call copy_undefined(ref firm);", "undefined at x.0 <- y.1;"),
            (
                "loose := 1; call copy_undefined(ref loose);",
                "firm=0 loose=_ pair={0 <>} bags=<>",
            ),
            (
                "call vague() -> firm;",
                "undefined at call vague() -> firm;",
            ),
            (
                "loose := 1; call vague() -> loose;",
                "firm=0 loose=_ pair={0 <>} bags=<>",
            ),
        ],
    );
}

#[test]
fn sorts_without_names_have_no_values_but_places() {
    let declarations = "
        sort Nobody { }
        type Both = union { Nobody, enum { only } }
        var who : Nobody undefinable
        var rows : array [Nobody] of array [0..3] of bool
        var bag : multiset [1] of Nobody
        var both : Both";
    check_bodies(
        declarations,
        "o.0 : bound Nobody, l.1 : value Nobody, m.2 : value array [Nobody] of array [0..3] of bool",
        &[
            ("", "who=_ rows=[] bag=<> both=only"),
            ("clear rows; clear bag;", "who=_ rows=[] bag=<> both=only"),
            (
                "undefine who; who <- l.1;",
                "who=_ rows=[] bag=<> both=only",
            ),
            ("rows <- m.2;", "who=_ rows=[] bag=<> both=only"),
            ("who := l.1;", "undefined at l.1"),
            ("add l.1 to bag;", "undefined at add l.1 to bag;"),
            (
                "for o.0 in Nobody { who := o.0; }",
                "who=_ rows=[] bag=<> both=only",
            ),
            ("rows[who][0] := true;", "undefined at who"),
            ("who := project(0, both);", "no Nobody at project(0, both)"),
        ],
    );
}
