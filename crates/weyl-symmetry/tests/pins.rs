//! Each law by a program that breaks it and a near twin that does not.

use std::collections::BTreeSet;
use weyl_ir::{Model, SortId};
use weyl_symmetry::{Cause, Dependence, TouchKind, declared, pins};

const DECLARATIONS: &str = r#"
model "laws"
sort P { p1 p2 p3 }
sort Q { q1 q2 }
sort One { only }
type Loc = enum { a b }
type U = union { P, Loc }
type Msg = record { to : P, size : 0..3 }
type Net = multiset [4] of Msg
type Bag = multiset [4] of 0..3
var own : array [P] of 0..3 undefinable
var flag : array [P] of bool
var table : array [P] of array [P] of bool
var side : array [Q] of 0..3
var who : P undefinable
var either : U undefinable
var by_either : array [U] of bool
var n : 0..9
var m : 0..9
var b : bool
var pair : record { left : 0..3, right : 0..3 }
var net : Net
var bag : Bag
var boxes : array [P] of Net
"#;

const LOCALS: &str =
    "p.0 : bound P, q.1 : bound P, k.2 : bound 0..3, i.3 : bound 0..3, t.4 : value 0..9,
    line.5 : reference 0..3, msg.6 : value Msg, u.7 : bound U, x.8 : bound Q, w.9 : value P,
    c.10 : bound P, only.11 : bound One, mail.12 : reference Msg, j.13 : bound 0..3";

fn model(functions: &str, body: &str) -> Model {
    let text = format!(
        "{DECLARATIONS}\n{functions}\nstart \"init\" {{ }}\n\
         rule \"step\" locals {LOCALS} for c.10 in P, j.13 in positions(net) {{ {body} }}"
    );
    weyl_ir::text::read(&text).unwrap_or_else(|errors| panic!("{body}\n{errors:?}"))
}

fn pinned(model: &Model) -> String {
    let sorts: BTreeSet<SortId> = pins(model).iter().map(|pin| pin.sort).collect();
    let names = sorts.iter().map(|sort| model.sorts[*sort].name.as_str());
    names.collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    check_with("", cases);
}

fn check_with(functions: &str, cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        assert_eq!(pinned(&model(functions, body)), *expected, "{body}");
    }
}

#[test]
fn constants_and_numbers_show_who_a_name_is() {
    check(&[
        ("who := c.10;", ""),
        ("who := P::p2;", "P"),
        ("if eq(who, P::p2) { n := 0; }", "P"),
        ("if eq(who, c.10) { n := 0; }", ""),
        ("either := inject<U>(0, P::p1);", "P"),
        ("either := U::0;", "P"),
        ("either := U::3;", ""),
        ("either := inject<U>(0, c.10);", ""),
        ("n := number_of(c.10);", "P"),
        ("who := name_at<P>(n);", "P"),
        ("for only.11 in One { n := number_of(only.11); }", ""),
        ("clear own;", ""),
        ("clear w.9;", "P"),
        ("undefine w.9;", ""),
        ("clear msg.6;", "P"),
        ("clear net;", ""),
        ("put number_of(c.10);", "P"),
        ("put c.10;", ""),
    ]);
}

#[test]
fn variables_that_start_as_the_first_name_pin_it() {
    let text = |undefinable: &str| {
        format!("model \"m\" sort P {{ a b }} var x : P {undefinable} start \"s\" {{ }}")
    };
    let read = |undefinable| weyl_ir::text::read(&text(undefinable)).expect("it is right");
    assert_eq!(pinned(&read("")), "P");
    assert_eq!(pinned(&read("undefinable")), "");
}

#[test]
fn quantifiers_that_end_early_must_not_fail() {
    check(&[
        ("b := exists(p.0 in P, flag[p.0]);", ""),
        ("b := exists(p.0 in P, eq(own[p.0], 1));", "P"),
        ("b := exists(all p.0 in P, eq(own[p.0], 1));", ""),
        ("b := forall(p.0 in P, eq(div(n, m), 1));", "P"),
        (
            "b := forall(k.2 in positions(net), eq(net[#k.2].size, 1));",
            "P",
        ),
        (
            "b := forall(all k.2 in positions(net), eq(net[#k.2].size, 1));",
            "",
        ),
        ("b := forall(k.2 in positions(bag), eq(bag[#k.2], 1));", ""),
    ]);
}

#[test]
fn positions_only_lead_to_their_elements() {
    check(&[
        (
            "n := count(k.2 in positions(net), eq(net[#k.2].to, c.10));",
            "",
        ),
        ("n := count(k.2 in positions(net), lt(k.2, 2));", "P"),
        ("n := count(k.2 in positions(bag), lt(k.2, 2));", ""),
        ("n := j.13;", "P"),
        ("n := net[#j.13].size;", ""),
        ("n := net[#0].size;", "P"),
        ("n := bag[#0];", ""),
        ("n := boxes[c.10][#j.13].size;", "P"),
        ("remove j.13 from net;", ""),
        ("remove 0 from net;", "P"),
        (
            "remove all k.2 in positions(net) when eq(net[#k.2].to, c.10);",
            "",
        ),
        (
            "for k.2 in positions(boxes[c.10]) { remove k.2 from boxes[c.10]; }",
            "",
        ),
    ]);
}

#[test]
fn a_position_is_not_used_after_another_element_may_have_come() {
    check(&[
        (
            "msg.6 <- net[#j.13]; remove j.13 from net; add msg.6 to net;",
            "",
        ),
        (
            "remove j.13 from net; add msg.6 to net; n := net[#j.13].size;",
            "P",
        ),
        (
            "add msg.6 to net; n := net[#j.13].size; remove j.13 from net;",
            "",
        ),
        (
            "bind mail.12 = net[#j.13]; remove j.13 from net; add msg.6 to net; n := mail.12.size;",
            "P",
        ),
        (
            "bind mail.12 = net[#j.13]; remove j.13 from net; add msg.6 to net;",
            "",
        ),
        (
            "remove j.13 from net; add msg.6 to net; n := count(k.2 in positions(net), eq(net[#k.2].to, c.10));",
            "",
        ),
    ]);
}

#[test]
fn turns_write_what_is_theirs() {
    check(&[
        ("for p.0 in P { own[p.0] := 1; }", ""),
        ("for p.0 in P { own[c.10] := own[p.0]; }", "P"),
        ("for p.0 in P { own[p.0] := own[c.10]; }", "P"),
        (
            "for p.0 in P { if ne(p.0, c.10) { own[p.0] := own[c.10]; } }",
            "",
        ),
        (
            "for p.0 in P { if eq(p.0, c.10) { own[p.0] := own[c.10]; } }",
            "P",
        ),
        (
            "for p.0 in P { for q.1 in P { table[p.0][q.1] := table[q.1][p.0]; } }",
            "P",
        ),
        (
            "for p.0 in P { for q.1 in P { table[p.0][q.1] := flag[p.0]; } }",
            "",
        ),
        (
            "for p.0 in P { for q.1 in P { table[p.0][q.1] := flag[q.1]; } }",
            "",
        ),
        (
            "for p.0 in P { table[p.0][c.10] := table[c.10][p.0]; }",
            "P",
        ),
        ("for p.0 in P { pair.left := pair.right; }", ""),
        ("for p.0 in P { pair.left := pair.right; clear pair; }", "P"),
        ("for p.0 in P { n := own[p.0]; }", "P"),
        ("for p.0 in P { n := m; }", ""),
        ("for p.0 in P { n := n; }", ""),
        ("for p.0 in P { n := m; m := own[p.0]; }", "P"),
        ("for p.0 in P { n := m; m := n; }", "P"),
        ("for i.3 in 0..3 { n := i.3; }", ""),
        ("for x.8 in Q { n := side[x.8]; }", "Q"),
        ("for u.7 in U { by_either[u.7] := true; }", ""),
        ("for u.7 in U { b := by_either[u.7]; }", "P"),
        (
            "for p.0 in P { by_either[inject<U>(0, p.0)] := flag[p.0]; }",
            "",
        ),
        ("for p.0 in P { bind line.5 = own[p.0]; line.5 := 2; }", ""),
        (
            "for p.0 in P { bind line.5 = own[who]; line.5 := own[p.0]; }",
            "P",
        ),
        // What was bound in an earlier loop is one place for all turns of a later one.
        (
            "bind line.5 = pair.left; for p.0 in P { bind line.5 = own[p.0]; } for p.0 in P { own[p.0] := line.5; }",
            "P",
        ),
        ("for k.2 in positions(net) { net[#k.2].size := 0; }", ""),
        ("for k.2 in positions(net) { n := net[#k.2].size; }", "P"),
        ("for k.2 in positions(bag) { n := bag[#k.2]; }", ""),
        ("for p.0 in P { assume flag[p.0]; own[p.0] := 1; }", ""),
        (
            "for p.0 in P { assert flag[p.0] \"no\"; own[p.0] := 1; }",
            "",
        ),
        ("for p.0 in P { if flag[p.0] { return; } }", "P"),
        ("for p.0 in P { put own[p.0]; }", ""),
    ]);
}

#[test]
fn equal_writes_and_sums_may_meet() {
    check(&[
        ("for p.0 in P { if flag[p.0] { b := true; } }", ""),
        ("for p.0 in P { b := flag[p.0]; }", "P"),
        (
            "for p.0 in P { if flag[p.0] { b := true; } else { b := false; } }",
            "P",
        ),
        ("for p.0 in P { if b { b := false; } }", "P"),
        ("for p.0 in P { who := c.10; }", ""),
        ("for p.0 in P { who := p.0; }", "P"),
        ("for p.0 in P { undefine who; }", ""),
        ("for p.0 in P { n := plus(n, 1); }", ""),
        ("for p.0 in P { n := minus(n, 2); }", ""),
        ("for p.0 in P { n := plus(n, 1); m := n; }", "P"),
        (
            "for p.0 in P { if flag[p.0] { n := plus(n, 1); } else { n := plus(n, 2); } }",
            "P",
        ),
        ("for p.0 in P { n := plus(n, own[p.0]); }", "P"),
        ("for p.0 in P { n := plus(m, 1); }", "P"),
        ("for p.0 in P { b := or(b, flag[p.0]); }", ""),
        ("for p.0 in P { b := and(b, flag[p.0]); }", ""),
        ("for p.0 in P { b := or(b, eq(own[p.0], 1)); }", "P"),
        (
            "for p.0 in P { b := or(b, flag[p.0]); b := and(b, flag[p.0]); }",
            "P",
        ),
        (
            "for p.0 in P { t.4 := 0; while lt(t.4, 3) { t.4 := plus(t.4, 1); n := plus(n, 1); } }",
            "P",
        ),
    ]);
}

#[test]
fn locals_are_private_to_a_turn_that_writes_them_first() {
    check(&[
        ("for p.0 in P { t.4 := own[p.0]; own[p.0] := t.4; }", ""),
        ("for p.0 in P { own[p.0] := t.4; t.4 := own[p.0]; }", "P"),
        (
            "for p.0 in P { if flag[p.0] { t.4 := 1; } own[p.0] := t.4; }",
            "P",
        ),
        (
            "for p.0 in P { if flag[p.0] { t.4 := 1; } else { t.4 := 2; } own[p.0] := t.4; }",
            "",
        ),
        ("for p.0 in P { t.4 := own[p.0]; } n := t.4;", "P"),
        ("for p.0 in P { t.4 := own[p.0]; } t.4 := 1; n := t.4;", ""),
        (
            "for i.3 in 0..3 { n := t.4; for p.0 in P { t.4 := own[p.0]; } }",
            "P",
        ),
        (
            "for i.3 in 0..3 { t.4 := 0; n := t.4; for p.0 in P { t.4 := own[p.0]; } }",
            "",
        ),
        ("for p.0 in P { w.9 := p.0; own[w.9] := 1; }", ""),
        ("for p.0 in P { w.9 := who; own[w.9] := own[p.0]; }", "P"),
    ]);
}

const FUNCTIONS: &str = r#"
function send (to.0, size.1)
  locals to.0 : value P, size.1 : value 0..3, msg.2 : value Msg, k.3 : bound 0..3
{
  assert lt(count(k.3 in positions(net), true), 4) "room";
  msg.2.to := to.0;
  msg.2.size <- size.1;
  add msg.2 to net;
}
function mail (to.0)
  locals to.0 : value P, msg.1 : value Msg, k.2 : bound 0..3
{
  assert lt(count(k.2 in positions(boxes[to.0]), true), 3) "room";
  msg.1.to := to.0;
  add msg.1 to boxes[to.0];
}
function drop (line.0) locals line.0 : reference 0..3 { line.0 := 0; }
function found (to.0) -> r.1 locals to.0 : value P, r.1 : value bool {
  if flag[to.0] { r.1 := true; return; }
  r.1 := false;
  return;
}
function some () -> r.1 locals p.0 : bound P, r.1 : value bool {
  r.1 := false;
  for p.0 in P { if flag[p.0] { r.1 := true; } }
  return;
}
function last () -> r.1 locals p.0 : bound P, r.1 : value 0..3 {
  r.1 := 0;
  for p.0 in P { r.1 := own[p.0]; }
  return;
}
function again (to.0) locals to.0 : value P { if flag[to.0] { call again(to.0); } }
"#;

#[test]
fn calls_are_followed() {
    check_with(
        FUNCTIONS,
        &[
            ("for p.0 in P { if flag[p.0] { call mail(p.0); } }", ""),
            ("for p.0 in P { if flag[p.0] { call mail(c.10); } }", ""),
            ("for p.0 in P { if flag[p.0] { call send(p.0, 1); } }", ""),
            (
                "for p.0 in P { call send(p.0, 1); call send(c.10, 1); }",
                "",
            ),
            ("for p.0 in P { call send(p.0, 1); n := plus(n, 1); }", ""),
            (
                "for p.0 in P { call send(p.0, 1); if flag[p.0] { n := plus(n, 1); } }",
                "P",
            ),
            (
                "for p.0 in P { call send(p.0, 1); assert flag[p.0] \"x\"; }",
                "P",
            ),
            (
                "for p.0 in P { assert flag[p.0] \"x\"; call send(p.0, 1); }",
                "",
            ),
            (
                "for p.0 in P { msg.6.to := p.0; add msg.6 to net; call send(p.0, 1); }",
                "P",
            ),
            ("for p.0 in P { msg.6.to := p.0; add msg.6 to net; }", ""),
            ("for p.0 in P { add msg.6 to net; msg.6.to := p.0; }", "P"),
            (
                "for p.0 in P { msg.6.to := p.0; add msg.6 to net; add msg.6 to net; }",
                "P",
            ),
            ("for p.0 in P { call drop(ref own[p.0]); }", ""),
            ("for p.0 in P { call drop(ref own[c.10]); }", ""),
            (
                "for p.0 in P { own[p.0] := own[c.10]; call drop(ref own[c.10]); }",
                "P",
            ),
            ("for p.0 in P { if call found(p.0) { own[p.0] := 1; } }", ""),
            ("for p.0 in P { call found(p.0) -> b; }", "P"),
            ("b := call some();", ""),
            ("n := call last();", "P"),
            ("call again(c.10);", ""),
            ("for p.0 in P { call again(p.0); }", "P"),
        ],
    );
}

#[test]
fn conflicts_name_both_accesses() {
    let model = model("", "for p.0 in P { own[p.0] := 1; n := own[c.10]; }");
    let found = pins(&model);
    let [pin] = &found[..] else {
        panic!("{found:?}")
    };
    let Cause::Loop {
        because: Dependence::Conflict { first, second },
        ..
    } = &pin.cause
    else {
        panic!("{pin:?}")
    };
    assert_eq!(
        (first.kind, second.kind),
        (TouchKind::Written, TouchKind::Read)
    );
    let explanation = pin.explain(&model);
    assert_eq!(explanation.notes.len(), 3);
    assert!(explanation.message.contains('P'));
}

#[test]
fn processes_are_no_scalarsets() {
    let text = include_str!("../../weyl-ir/tests/fixtures/processes.weyl");
    let model = weyl_ir::text::read(text).expect("it is right");
    let sorts = model.sorts.values().filter(|sort| sort.names.len() > 1);
    let all: Vec<&str> = sorts.map(|sort| sort.name.as_str()).collect();
    assert_eq!(pinned(&model), all.join(" "));
}

/// All permutations of each sort that nothing pins.
#[test]
fn declared_sorts_are_symmetric() {
    let order = |body: &str| {
        let declared = declared(&model("", body), false);
        declared.group.order().to_string()
    };
    assert_eq!(order("who := c.10;"), "12");
    assert_eq!(order("who := P::p2;"), "2");
}
