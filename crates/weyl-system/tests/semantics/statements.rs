//! Every kind of statement: the state it leads to, or its run-time error.

use crate::harness::check_bodies;

#[test]
fn assignments_check_the_type_of_the_target() {
    let declarations = "
        type L = enum { a b }
        var n : 1..4
        var row : array [0..1] of -2..2
        var l : L";
    check_bodies(
        declarations,
        "t.0 : value 0..9",
        &[
            ("", "n=1 row=[-2 -2] l=a"),
            ("n := 4; l := L::b; row[1] := 2;", "n=4 row=[-2 2] l=b"),
            ("n := 5;", "5 outside 1..4 at n := 5;"),
            ("n := 0;", "0 outside 1..4 at n := 0;"),
            ("n := MAX;", "MAX outside 1..4 at n := MAX;"),
            ("row[0] := MIN;", "MIN outside -2..2 at row[0] := MIN;"),
            ("row[2] := div(1, 0);", "index 2 outside 0..1 at 2"),
            ("row[1] := div(1, 0);", "division by zero at div(1, 0)"),
            ("n := plus(n, 1); n := plus(n, n);", "n=4 row=[-2 -2] l=a"),
            ("n := t.0;", "undefined at t.0"),
            ("t.0 := 3; n := t.0;", "n=3 row=[-2 -2] l=a"),
            ("t.0 := 10;", "10 outside 0..9 at t.0 := 10;"),
        ],
    );
}

#[test]
fn ranges_may_have_as_many_values_as_64_bits_have_codes() {
    let declarations = "
        var top : 0..18446744073709551614 undefinable
        var deep : MIN..-170141183460469231713240559642174554114";
    check_bodies(
        declarations,
        "",
        &[
            ("", "top=_ deep=MIN"),
            ("clear top;", "top=0 deep=MIN"),
            (
                "top := 18446744073709551614; deep := plus(MIN, 18446744073709551614);",
                "top=18446744073709551614 deep=-170141183460469231713240559642174554114",
            ),
            (
                "top := 18446744073709551615;",
                "18446744073709551615 outside 0..18446744073709551614 at top := 18446744073709551615;",
            ),
        ],
    );
}

#[test]
fn branches_and_loops_run_what_they_should() {
    let declarations = "sort P { p q } sort Nobody { } var n : 0..9 var m : 0..9";
    let locals = "i.0 : bound 0..9, p.1 : bound P, o.2 : bound Nobody, b.3 : bound bool";
    check_bodies(
        declarations,
        locals,
        &[
            ("if true { n := 1; } else { n := 2; }", "n=1 m=0"),
            ("if false { n := 1; } else { n := 2; }", "n=2 m=0"),
            ("if false { n := 1; }", "n=0 m=0"),
            (
                "if eq(n, 1) { n := 1; } else if eq(n, 0) { n := 5; } else { n := 6; }",
                "n=5 m=0",
            ),
            ("if eq(div(1, n), 0) { }", "division by zero at div(1, n)"),
            ("for p.1 in P { n := plus(n, 1); }", "n=2 m=0"),
            ("for o.2 in Nobody { error \"never\"; }", "n=0 m=0"),
            (
                "for b.3 in bool { m := n; n := plus(n, choose(b.3, 3, 1)); }",
                "n=4 m=1",
            ),
            (
                "for i.0 in steps(2, 8, 3) { n := i.0; m := plus(m, 1); }",
                "n=8 m=3",
            ),
            (
                "for i.0 in steps(8, 1, -3) { n := i.0; m := plus(m, 1); }",
                "n=2 m=3",
            ),
            (
                "for i.0 in steps(n, 3, 1) { n := plus(i.0, 1); m := plus(m, 1); }",
                "n=4 m=4",
            ),
            ("for i.0 in steps(1, 3, minus(n, 1)) { n := 5; }", "n=0 m=0"),
            ("for i.0 in steps(1, 3, n) { n := 5; }", "zero step at n"),
            (
                "for i.0 in steps(7, plus(n, 11), 1) { m := i.0; }",
                "10 outside 0..9 at 7, plus(n, 11)",
            ),
            (
                "for i.0 in 0..9 { if eq(i.0, 4) { return; } n := i.0; }",
                "n=3 m=0",
            ),
            (
                "while lt(n, 7) { n := plus(n, 2); m := plus(m, 1); }",
                "n=8 m=4",
            ),
            ("while false { error \"never\"; }", "n=0 m=0"),
            (
                "while true { if eq(n, 3) { return; } n := plus(n, 1); }",
                "n=3 m=0",
            ),
            (
                "while eq(div(1, n), 1) { }",
                "division by zero at div(1, n)",
            ),
            ("n := 1; return; n := 2;", "n=1 m=0"),
            ("if true { n := 1; return; } n := 2;", "n=1 m=0"),
        ],
    );
}

#[test]
fn assertions_errors_and_assumptions_end_the_step() {
    check_bodies(
        "var n : 0..9",
        "",
        &[
            ("assert true \"fine\"; n := 1;", "n=1"),
            (
                "assert eq(n, 1) \"one\";",
                "assertion \"one\" at assert eq(n, 1) \"one\";",
            ),
            (
                "assert eq(div(1, n), 1) \"\";",
                "division by zero at div(1, n)",
            ),
            ("error \"bad\";", "error \"bad\" at error \"bad\";"),
            ("n := 1; assume eq(n, 1);", "n=1"),
            ("n := 1; assume eq(n, 0);", "nothing"),
            ("assume false; error \"never\";", "nothing"),
            ("assume eq(div(1, n), 1);", "division by zero at div(1, n)"),
            ("put div(1, n);", "division by zero at div(1, n)"),
        ],
    );
}

#[test]
fn copies_are_part_by_part_and_checked_between_ranges() {
    let declarations = "
        type R = record { f : 0..3, g : array [bool] of 0..3 }
        var one : R undefinable
        var two : R undefinable
        var small : 0..1
        var wide : 0..9 undefinable";
    check_bodies(
        declarations,
        "l.0 : value R",
        &[
            (
                "one.f := 1; one.g[true] := 2; two <- one;",
                "one={1 [_ 2]} two={1 [_ 2]} small=0 wide=_",
            ),
            (
                "clear two; two <- one;",
                "one={_ [_ _]} two={_ [_ _]} small=0 wide=_",
            ),
            (
                "clear two; two.g <- one.g;",
                "one={_ [_ _]} two={0 [_ _]} small=0 wide=_",
            ),
            (
                "clear one; one <- one;",
                "one={0 [0 0]} two={_ [_ _]} small=0 wide=_",
            ),
            (
                "l.0.f := 3; one <- l.0;",
                "one={3 [_ _]} two={_ [_ _]} small=0 wide=_",
            ),
            (
                "wide := 1; small <- wide;",
                "one={_ [_ _]} two={_ [_ _]} small=1 wide=1",
            ),
            (
                "wide := 2; small <- wide;",
                "2 outside 0..1 at small <- wide;",
            ),
            ("small <- wide;", "undefined at small <- wide;"),
            (
                "wide <- small;",
                "one={_ [_ _]} two={_ [_ _]} small=0 wide=0",
            ),
            (
                "wide := 3; wide <- one.f;",
                "one={_ [_ _]} two={_ [_ _]} small=0 wide=_",
            ),
        ],
    );
}

#[test]
fn all_turns_over_names_are_taken_even_if_some_fail() {
    let text = "
        model \"turns\"
        sort P { p q r }
        var x : array [P] of 0..2
        var n : 0..4
        start \"init\" locals p.0 : bound P { for p.0 in P { n := plus(n, 1); } }
        rule \"both\" locals p.0 : bound P, a.1 : bound P, c.2 : bound P for a.1 in P, c.2 in P {
          for p.0 in P {
            assert ne(p.0, a.1) \"not a\";
            n := plus(n, 1);
            x[p.0] := choose(eq(p.0, c.2), 3, 1);
          }
        }";
    let source = crate::harness::Source::new(text);
    let found = source.steps();
    let of = |instance: usize| {
        let prefix = format!("both {instance}: ");
        let mine = found.iter().filter_map(|line| line.strip_prefix(&prefix));
        let mut kinds: Vec<&str> = mine.filter_map(|line| line.split(" at ").next()).collect();
        kinds.sort_unstable();
        kinds.join(", ")
    };
    // The turn of a ends at its assertion; that of c, another one, at the value 3; the sum of the
    // second turn that gets there overflows and ends nothing.
    assert_eq!(of(0), "5 outside 0..4, assertion \"not a\"");
    assert_eq!(of(1), "3 outside 0..2, 5 outside 0..4, assertion \"not a\"");
    assert_eq!(of(2), of(1));
    assert_eq!(of(3), of(1));
}
