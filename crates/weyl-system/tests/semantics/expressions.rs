//! Every kind of expression: its value, or its run-time error.

use crate::harness::{Source, with_extremes};

const DECLARATIONS: &str = "
    model \"expressions\"
    sort P { p q }
    sort Nobody { }
    type L = enum { a b c }
    type U = union { P, Nobody, L }
    type R = record { f : 0..7, g : array [0..1] of bool }
    var n : 0..7
    var u : 0..7 undefinable
    var r : R undefinable
    var s : R undefinable
    var row : array [2..4] of 0..7
    var edge : array [MAX..MAX] of bool
    var low : array [-1..1] of bool
    var none : array [Nobody] of bool
    var big : 0..18446744073709551614 undefinable
    var far : MIN..-170141183460469231731687303715884105720 undefinable
    var who : U undefinable
    function twice (x.0) -> y.1 locals x.0 : value 0..7, y.1 : value 0..15 {
      y.1 := times(2, x.0);
      return;
    }
    function vague () -> y.0 locals y.0 : value 0..15 { return; }
    function lost () -> y.0 locals y.0 : value 0..15 { y.0 := 1; }
    function is_f (x.0) -> y.1 locals x.0 : reference R, y.1 : value bool {
      y.1 := undefined(x.0.f);
      return;
    }
    start \"s\" locals i.0 : bound 0..3, j.1 : bound -5..5, p.2 : bound P, o.3 : bound Nobody,
        w.4 : bound 0..18446744073709551614
    {
      n := 3;
      row[3] := 5;
      r.f := 6;
      r.g[1] := true;
      s.f := 6;
      big := 18446744073709551614;
      far := MIN;
      who := U::q;
      put ";

fn check(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        let source = Source::new(&format!("{DECLARATIONS} {expression}; }}"));
        let (output, outcome) = source.fire_start();
        let shown = if output.is_empty() { outcome } else { output };
        assert_eq!(shown, with_extremes(expected), "{expression}");
    }
}

#[test]
fn arithmetic_is_that_of_integers() {
    check(&[
        ("plus(2, 3)", "5"),
        ("minus(2, 3)", "-1"),
        ("times(-4, 3)", "-12"),
        ("negate(3)", "-3"),
        ("div(7, 2)", "3"),
        ("div(-7, 2)", "-3"),
        ("div(7, -2)", "-3"),
        ("div(-7, -2)", "3"),
        ("rem(7, 2)", "1"),
        ("rem(-7, 2)", "-1"),
        ("rem(7, -2)", "1"),
        ("rem(-7, -2)", "-1"),
        ("div(0, -5)", "0"),
        ("plus(n, row[3])", "8"),
        ("plus(big, 1)", "18446744073709551615"),
        (
            "times(big, shr(big, 1))",
            "170141183460469231694793815568465002498",
        ),
        ("times(big, big)", "overflow at times(big, big)"),
        ("plus(far, MAX)", "-1"),
    ]);
}

#[test]
fn arithmetic_fails_beyond_128_bits_only() {
    check(&[
        ("plus(MAX, 0)", "MAX"),
        ("plus(MAX, 1)", "overflow at plus(MAX, 1)"),
        ("plus(MIN, -1)", "overflow at plus(MIN, -1)"),
        ("plus(MIN, MAX)", "-1"),
        ("minus(MIN, 1)", "overflow at minus(MIN, 1)"),
        ("minus(-1, MIN)", "MAX"),
        ("minus(0, MIN)", "overflow at minus(0, MIN)"),
        ("negate(MAX)", "-170141183460469231731687303715884105727"),
        ("negate(MIN)", "overflow at negate(MIN)"),
        ("times(MIN, 1)", "MIN"),
        ("times(MIN, -1)", "overflow at times(MIN, -1)"),
        ("times(MAX, 2)", "overflow at times(MAX, 2)"),
        ("div(MIN, 1)", "MIN"),
        ("div(MIN, -1)", "overflow at div(MIN, -1)"),
        ("rem(MIN, -1)", "0"),
        ("rem(MIN, MAX)", "-1"),
        ("rem(MAX, MIN)", "MAX"),
        ("div(1, 0)", "division by zero at div(1, 0)"),
        (
            "rem(1, minus(n, 3))",
            "division by zero at rem(1, minus(n, 3))",
        ),
        ("div(MIN, 0)", "division by zero at div(MIN, 0)"),
        ("minus(plus(MAX, 1), 1)", "overflow at plus(MAX, 1)"),
    ]);
}

#[test]
fn bits_are_those_of_twos_complement() {
    check(&[
        ("bit_and(12, 10)", "8"),
        ("bit_or(12, 10)", "14"),
        ("bit_xor(12, 10)", "6"),
        ("bit_and(-1, 10)", "10"),
        ("bit_or(-8, 3)", "-5"),
        ("bit_xor(-1, 0)", "-1"),
        ("bit_not(0)", "-1"),
        ("bit_not(MIN)", "MAX"),
        ("bit_not(MAX)", "MIN"),
        ("shl(3, 2)", "12"),
        ("shl(-3, 2)", "-12"),
        ("shl(1, 126)", "85070591730234615865843651857942052864"),
        ("shl(-1, 127)", "MIN"),
        ("shl(0, 127)", "0"),
        ("shl(1, 127)", "overflow at shl(1, 127)"),
        ("shl(2, 126)", "overflow at shl(2, 126)"),
        ("shl(-2, 127)", "overflow at shl(-2, 127)"),
        ("shl(1, 128)", "overflow at shl(1, 128)"),
        ("shl(0, 128)", "overflow at shl(0, 128)"),
        ("shl(1, -1)", "overflow at shl(1, -1)"),
        ("shl(1, 4294967296)", "overflow at shl(1, 4294967296)"),
        ("shl(1, MIN)", "overflow at shl(1, MIN)"),
        ("shr(12, 2)", "3"),
        ("shr(-12, 3)", "-2"),
        ("shr(-1, 127)", "-1"),
        ("shr(MAX, 126)", "1"),
        ("shr(MAX, 127)", "0"),
        ("shr(MAX, 128)", "0"),
        ("shr(MIN, 1000)", "-1"),
        ("shr(1, -1)", "overflow at shr(1, -1)"),
        ("shr(1, 4294967296)", "overflow at shr(1, 4294967296)"),
    ]);
}

#[test]
fn comparisons_are_strict() {
    check(&[
        ("lt(2, 3)", "true"),
        ("lt(3, 3)", "false"),
        ("le(3, 3)", "true"),
        ("le(4, 3)", "false"),
        ("gt(MAX, MIN)", "true"),
        ("gt(3, 3)", "false"),
        ("ge(3, 3)", "true"),
        ("ge(MIN, MAX)", "false"),
        ("eq(n, 3)", "true"),
        ("ne(n, 3)", "false"),
        ("eq(L::b, L::b)", "true"),
        ("eq(P::p, P::q)", "false"),
        ("eq(U::q, inject<U>(0, P::q))", "true"),
        ("eq(true, false)", "false"),
        ("eq(u, u)", "undefined at u"),
        ("lt(1, u)", "undefined at u"),
        ("lt(div(1, 0), u)", "division by zero at div(1, 0)"),
        ("lt(u, div(1, 0))", "undefined at u"),
    ]);
}

#[test]
fn logic_stops_where_it_is_decided() {
    check(&[
        ("not(true)", "false"),
        ("not(false)", "true"),
        ("and(true, false)", "false"),
        ("and(true, true, true)", "true"),
        ("and(false, eq(u, 1))", "false"),
        ("and(true, eq(u, 1))", "undefined at u"),
        ("and(eq(u, 1), false)", "undefined at u"),
        ("or(true, eq(u, 1))", "true"),
        ("or(false, eq(u, 1))", "undefined at u"),
        ("or(eq(u, 1), true)", "undefined at u"),
        ("or(false, false)", "false"),
        ("choose(true, 1, u)", "1"),
        ("choose(false, u, 2)", "2"),
        ("choose(true, u, 2)", "undefined at u"),
        ("choose(eq(u, 1), 1, 2)", "undefined at u"),
        ("choose(false, L::a, L::c)", "c"),
    ]);
}

#[test]
fn places_are_read_and_indices_checked() {
    check(&[
        ("n", "3"),
        ("u", "undefined at u"),
        ("row[3]", "5"),
        ("row[2]", "0"),
        ("row[n]", "5"),
        ("row[1]", "index 1 outside 2..4 at 1"),
        ("row[plus(n, 2)]", "index 5 outside 2..4 at plus(n, 2)"),
        ("row[MIN]", "index MIN outside 2..4 at MIN"),
        ("row[MAX]", "index MAX outside 2..4 at MAX"),
        ("row[u]", "undefined at u"),
        (
            "row[4294967298]",
            "index 4294967298 outside 2..4 at 4294967298",
        ),
        ("edge[MAX]", "false"),
        ("edge[0]", "index 0 outside MAX..MAX at 0"),
        ("edge[MIN]", "index MIN outside MAX..MAX at MIN"),
        ("low[-1]", "false"),
        ("low[MAX]", "index MAX outside -1..1 at MAX"),
        ("r.f", "6"),
        ("r.g[1]", "true"),
        ("r.g[0]", "undefined at r.g[0]"),
        ("r.g[2]", "index 2 outside 0..1 at 2"),
        ("big", "18446744073709551614"),
        ("far", "MIN"),
    ]);
}

#[test]
fn undefined_values_can_be_asked_for_and_compared() {
    check(&[
        ("undefined(u)", "true"),
        ("undefined(n)", "false"),
        ("undefined(r.f)", "false"),
        ("undefined(r.g[0])", "true"),
        ("undefined(row[0])", "index 0 outside 2..4 at 0"),
        ("undefined(row[u])", "undefined at u"),
        ("same(u, u)", "true"),
        ("same(u, n)", "false"),
        ("same(n, n)", "true"),
        ("same(n, row[3])", "false"),
        ("same(r, r)", "true"),
        ("same(r, s)", "false"),
        ("same(r.f, s.f)", "true"),
        ("same(r.g, s.g)", "false"),
        ("same(r.g[0], s.g[1])", "true"),
        ("same(none, none)", "true"),
        ("same(row[0], u)", "index 0 outside 2..4 at 0"),
    ]);
}

#[test]
fn members_of_unions_are_told_apart() {
    check(&[
        ("who", "q"),
        ("inject<U>(2, L::b)", "b"),
        ("inject<U>(0, P::p)", "p"),
        ("project(0, who)", "q"),
        ("project(2, inject<U>(2, L::c))", "c"),
        ("project(2, who)", "no L at project(2, who)"),
        ("project(1, who)", "no Nobody at project(1, who)"),
        ("project(0, U::a)", "no P at project(0, U::a)"),
        ("is_member(0, who)", "true"),
        ("is_member(1, who)", "false"),
        ("is_member(2, who)", "false"),
        ("is_member(2, U::a)", "true"),
        ("is_member(0, U::p)", "true"),
    ]);
}

#[test]
fn quantifiers_stop_early_or_look_at_everything() {
    check(&[
        ("forall(i.0 in 0..3, lt(i.0, 4))", "true"),
        ("forall(i.0 in 0..3, lt(i.0, 3))", "false"),
        ("exists(i.0 in 0..3, eq(i.0, 3))", "true"),
        ("exists(i.0 in 0..3, eq(i.0, 4))", "false"),
        ("forall(o.3 in Nobody, false)", "true"),
        ("exists(o.3 in Nobody, true)", "false"),
        ("forall(all o.3 in Nobody, eq(u, 1))", "true"),
        ("exists(i.0 in 0..3, eq(div(6, minus(2, i.0)), 3))", "true"),
        (
            "exists(all i.0 in 0..3, eq(div(6, minus(2, i.0)), 3))",
            "division by zero at div(6, minus(2, i.0))",
        ),
        (
            "exists(i.0 in 0..3, eq(div(6, minus(2, i.0)), 7))",
            "division by zero at div(6, minus(2, i.0))",
        ),
        ("forall(i.0 in 0..3, ne(div(6, minus(2, i.0)), 3))", "false"),
        (
            "forall(all i.0 in 0..3, ne(div(6, minus(2, i.0)), 3))",
            "division by zero at div(6, minus(2, i.0))",
        ),
        ("forall(all i.0 in 0..3, ge(i.0, 1))", "false"),
        ("exists(all i.0 in 0..3, le(i.0, 0))", "true"),
        (
            "exists(all p.2 in P, exists(i.0 in 0..3, eq(p.2, P::q)))",
            "true",
        ),
        ("exists(w.4 in 0..18446744073709551614, gt(w.4, 2))", "true"),
        (
            "forall(w.4 in 0..18446744073709551614, lt(w.4, 2))",
            "false",
        ),
    ]);
}

#[test]
fn steps_go_up_and_down() {
    check(&[
        ("exists(j.1 in steps(-5, 5, 2), eq(j.1, 3))", "true"),
        ("exists(j.1 in steps(-5, 5, 2), eq(j.1, 4))", "false"),
        ("exists(j.1 in steps(5, -5, -3), eq(j.1, -4))", "true"),
        ("exists(j.1 in steps(5, -5, -3), eq(j.1, -5))", "false"),
        ("exists(j.1 in steps(n, n, 1), eq(j.1, 3))", "true"),
        ("exists(j.1 in steps(n, 2, 1), true)", "false"),
        ("exists(j.1 in steps(2, n, -1), true)", "false"),
        ("exists(j.1 in steps(0, 5, MAX), eq(j.1, 0))", "true"),
        ("forall(j.1 in steps(0, -5, MIN), eq(j.1, 0))", "true"),
        ("exists(j.1 in steps(n, 5, 0), true)", "zero step at 0"),
        ("exists(j.1 in steps(5, n, 0), true)", "zero step at 0"),
        (
            "exists(j.1 in steps(1, 5, minus(n, 3)), true)",
            "zero step at minus(n, 3)",
        ),
        (
            "exists(j.1 in steps(u, div(1, 0), 1), true)",
            "undefined at u",
        ),
        (
            "exists(j.1 in steps(1, div(1, 0), u), true)",
            "division by zero at div(1, 0)",
        ),
        ("exists(j.1 in steps(n, 9, 1), eq(j.1, 5))", "true"),
        (
            "exists(j.1 in steps(n, 9, 1), eq(j.1, 6))",
            "6 outside -5..5 at n, 9",
        ),
        ("exists(j.1 in steps(n, MAX, 1), eq(j.1, 4))", "true"),
        (
            "exists(j.1 in steps(n, MAX, 1), false)",
            "6 outside -5..5 at n, MAX",
        ),
        (
            "exists(j.1 in steps(negate(n), MAX, MAX), false)",
            "170141183460469231731687303715884105724 outside -5..5 at negate(n), MAX",
        ),
        (
            "forall(j.1 in steps(plus(n, minus(MAX, 3)), MIN, 1), false)",
            "true",
        ),
        (
            "forall(j.1 in steps(minus(MIN, minus(n, 3)), MAX, -1), false)",
            "true",
        ),
        (
            "forall(j.1 in steps(far, MAX, 1), false)",
            "MIN outside -5..5 at far, MAX",
        ),
    ]);
}

#[test]
fn calls_in_expressions_give_the_result_of_the_function() {
    check(&[
        ("call twice(3)", "6"),
        ("call twice(n)", "6"),
        ("call twice(copy n)", "6"),
        ("call twice(call twice(1))", "4"),
        ("call twice(8)", "8 outside 0..7 at 8"),
        (
            "call twice(call twice(4))",
            "8 outside 0..7 at call twice(4)",
        ),
        ("call twice(u)", "undefined at u"),
        ("call twice(copy u)", "undefined at x.0"),
        ("call twice(MAX)", "MAX outside 0..7 at MAX"),
        ("call vague()", "undefined at call vague()"),
        ("call lost()", "missing return at call lost()"),
        ("call is_f(ref r)", "false"),
    ]);
}
