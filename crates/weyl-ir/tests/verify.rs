//! The verifier: one small wrong program for each thing that it checks.

use cranelift_entity::EntityRef;
use weyl_ir::analysis::{effects, pure_functions, unbounded_loops};
use weyl_ir::text::read;
use weyl_ir::{
    Argument, Binding, ChannelStmt, Domain, Expr, ExprKind, Field, Function, FunctionId,
    Interleaving, Local, LocalId, LocalKind, Locals, MessageField, Model, Notation, Place,
    Projection, PutItem, Rule, RuleId, SortId, Stmt, StmtKind, Type, TypeId, VarId, Variable,
    verify,
};
use weyl_source::Span;

const PRELUDE: &str = r#"
sort P { p1 p2 }
sort Q { q1 }
type E = enum { a b }
type U = union { P, E }
type R = record { f : bool, n : 0..3 }
var b : bool undefinable
var n : 0..3 undefinable
var m : -5..5
var p : P undefinable
var q : Q undefinable
var e : E undefinable
var u : U undefinable
var r : R undefinable
var ap : array [P] of bool undefinable
var an : array [0..3] of bool undefinable
var ae : array [E] of bool undefinable
var au : array [U] of bool undefinable
var bag : multiset [2] of R undefinable
var bag2 : multiset [2] of R undefinable
function get (x.0, y.1) -> z.2 locals x.0 : value 0..3, y.1 : reference R, z.2 : value bool { z.2 := y.1.f; return; }
function put_it (y.0) locals y.0 : reference R { y.0.f := true; }
function whole () -> z.0 locals z.0 : value R { return; }
"#;

const LOCALS: &str = "locals i.0 : bound P, k.1 : bound 0..1, s.2 : bound 0..3, x.3 : value 0..3, \
                      rr.4 : reference R, rb.5 : reference bool, j.6 : bound bool, rs.7 : reference 0..3";

/// The messages about a text after the prelude.
fn complaints(item: &str) -> Vec<String> {
    let text = format!("{PRELUDE}{}", item.replace("LOCALS", LOCALS));
    match read(&text) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            let message = |d: &weyl_source::Diagnostic| format!("{} {}", d.code, d.message);
            diagnostics.iter().map(message).collect()
        }
    }
}

fn body_complaints(body: &str) -> Vec<String> {
    complaints(&format!("rule \"r\" LOCALS {{ {body} }}"))
}

#[track_caller]
fn assert_complaint(found: Vec<String>, expected: &str, about: &str) {
    let matches = |message: &&String| message.starts_with("W0908") && message.contains(expected);
    assert_eq!(
        found.iter().filter(matches).count(),
        found.len().max(1),
        "{about}: wanted only {expected:?}, got {found:?}"
    );
}

#[test]
fn right_statements_pass() {
    let bodies = [
        "",
        "n := m;",
        "n := plus(m, 1);",
        "n <- m;",
        "ap[p] := true; an[m] := true; ae[e] := true; au[u] := true; an[plus(n, 1)] := b;",
        "bind rr.4 = bag[#0]; rr.4.f := true;",
        "if b { bind rr.4 = r; } else { bind rr.4 = bag[#1]; } rr.4.n := 1;",
        "if b { bind rr.4 = r; } else { return; } rr.4.n := 1;",
        "if b { bind rr.4 = r; } else { error \"x\"; } rr.4.n := 1;",
        "for s.2 in 0..3 { bind rs.7 = s.2; x.3 := rs.7; } for s.2 in steps(n, 0, -1) { x.3 := s.2; }",
        "b := call get(m, ref r);",
        "call put_it(ref bag[#0]); call whole() -> r;",
        "b := eq(n, m); b := eq(n, 7); b := eq(e, E::a); b := eq(u, inject<U>(1, e));",
        "b := forall(i.0 in P, ap[i.0]); b := exists(i.0 in P, ap[i.0]);",
        "b := same(r, bag[#1]); b := same(n, n);",
        "x.3 := count(k.1 in positions(bag), bag[#k.1].f);",
        "remove all k.1 in positions(bag) when bag[#k.1].f; add r to bag; remove m from bag;",
        "bag <- bag2; clear r; undefine ap; put n, copy bag, \"x\";",
    ];
    for body in bodies {
        assert_eq!(body_complaints(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn wrong_statements_are_reported() {
    let cases = [
        // Assign, Copy, Undefine, Clear.
        ("b := n;", "wanted a value of boolean"),
        ("n := b;", "wanted a value of 0..3"),
        ("p := q;", "wanted a value of P"),
        ("u := p;", "wanted a value of union"),
        ("r := true;", "only scalars are assigned"),
        ("r <- bag;", "can't be copied"),
        ("p <- e;", "can't be copied"),
        ("undefine m;", "m can't be undefined"),
        ("for i.0 in P { i.0 := p; }", "never written"),
        (
            "for s.2 in 0..3 { bind rs.7 = s.2; rs.7 := 1; }",
            "never written",
        ),
        ("for s.2 in 0..3 { clear s.2; }", "never written"),
        // Conditions.
        ("if n { }", "wanted a boolean"),
        ("while p { }", "wanted a boolean"),
        ("assert n \"x\";", "wanted a boolean"),
        ("assume n;", "wanted a boolean"),
        // Places.
        ("ap[q] := true;", "wanted a value of P"),
        ("ap[0] := true;", "wanted a value of P"),
        ("an[p] := true;", "wanted a value of 0..3"),
        ("ae[n] := true;", "wanted a value of E"),
        ("au[p] := true;", "wanted a value of union"),
        ("bag[#p].f := true;", "wanted an integer"),
        ("b := r;", "not a scalar"),
        ("b := undefined(r);", "not a scalar"),
        // Scope of bound variables and references.
        ("ap[i.0] := true;", "not bound here"),
        ("for i.0 in P { } ap[i.0] := true;", "not bound here"),
        ("rr.4.f := true;", "not bound here"),
        ("if b { bind rr.4 = r; } rr.4.f := true;", "not bound here"),
        (
            "while b { bind rr.4 = r; } rr.4.f := true;",
            "not bound here",
        ),
        ("bind rr.4 = b;", "not of the reference's type"),
        ("bind x.3 = n;", "not a reference"),
        // Bindings.
        ("for x.3 in 0..3 { }", "not a bound variable"),
        ("for i.0 in Q { }", "type of its domain"),
        ("for i.0 in P { for i.0 in P { } }", "bound already"),
        ("for s.2 in steps(0, 4, 1) { }", "type of its domain"),
        ("for s.2 in steps(3, -1, -1) { }", "type of its domain"),
        ("for s.2 in steps(b, 3, 1) { }", "wanted an integer"),
        ("for i.0 in steps(0, 1, 1) { }", "type of its domain"),
        ("for s.2 in positions(bag) { }", "type of its domain"),
        ("for k.1 in positions(r) { }", "not a multiset"),
        // Operators.
        ("b := not(n);", "wanted a boolean"),
        ("n := negate(b);", "wanted an integer"),
        ("n := plus(p, 1);", "wanted an integer"),
        ("b := lt(p, p);", "wanted an integer"),
        ("b := lt(e, e);", "wanted an integer"),
        ("b := eq(p, q);", "wanted a value of P"),
        ("b := eq(n, b);", "wanted a value of 0..3"),
        ("b := and(b, n);", "wanted a boolean"),
        ("b := or(n, b);", "wanted a boolean"),
        ("b := choose(n, b, b);", "wanted a boolean"),
        ("n := choose<0..3>(b, n, m);", "wanted a value of 0..3"),
        ("n := 0..3::4;", "4 is not a value of 0..3"),
        ("p := P::2;", "2 is not a value of P"),
        ("u := U::4;", "4 is not a value of"),
        ("b := forall(i.0 in P, p);", "wanted a boolean"),
        ("n := count(s.2 in 0..3, b);", "only positions"),
        ("b := same(r, n);", "of one type"),
        ("b := same(bag, bag2);", "multisets can't be compared"),
        ("u := inject<U>(2, p);", "no member 2"),
        ("u := inject<U>(1, p);", "wanted a value of E"),
        ("p := inject<P>(0, p);", "not a union"),
        ("b := is_member(2, u);", "no member 2"),
        ("b := is_member(0, p);", "not a union"),
        // Calls.
        ("b := call get(n);", "takes 2 arguments, not 1"),
        ("b := call get(b, ref r);", "wanted a value of 0..3"),
        (
            "b := call get(copy b, ref r);",
            "does not fit the parameter",
        ),
        ("b := call get(ref n, ref r);", "kind of the parameter"),
        ("b := call get(n, copy r);", "kind of the parameter"),
        ("b := call get(n, ref b);", "not of the parameter's type"),
        ("b := call whole();", "no scalar result"),
        ("call put_it(ref r) -> b;", "has no result"),
        ("call whole() -> b;", "does not fit the place"),
        ("call whole() -> i.0;", "never written"),
        // Multisets.
        ("add n to bag;", "type of the elements"),
        ("add r to r;", "not a multiset"),
        ("remove p from bag;", "wanted an integer"),
        ("remove 0 from r;", "not a multiset"),
        ("remove all s.2 in 0..3 when b;", "only positions"),
        (
            "remove all k.1 in positions(bag) when n;",
            "wanted a boolean",
        ),
    ];
    for (body, expected) in cases {
        let found = body_complaints(body);
        let relevant = match body {
            // A bound variable outside of its scope is wrong twice.
            "call whole() -> i.0;" => found.into_iter().take(1).collect(),
            _ => found,
        };
        assert_complaint(relevant, expected, body);
    }
}

#[test]
fn wrong_declarations_are_reported() {
    let cases = [
        ("type -1..18446744073709551614", "more than 2^64 - 1"),
        ("type 4..3", "empty"),
        ("type X = enum { }", "no variants"),
        ("type X = enum { a a }", "repeated: a"),
        ("type union { P, P }", "repeated"),
        ("type multiset [0] of bool", "no room"),
        ("type array [int] of bool", "can't be stored"),
        ("type array [bool] of int", "can't be stored"),
        ("type record { a : bool, a : bool }", "repeated: a"),
        ("var i : int", "can't be stored"),
        ("sort None { } var i : None", "has no value"),
        ("sort None { } var i : array [bool] of None", "has no value"),
        (
            "sort None { } var i : None undefinable rule \"r\" { clear i; }",
            "no least value",
        ),
        ("rule \"r\" locals i.0 : value int { }", "can't be stored"),
        ("rule \"r\" locals i.0 : bound R { }", "must be a scalar"),
        ("rule \"r\" when n { }", "wanted a boolean"),
        (
            "rule \"r\" LOCALS for s.2 in steps(0, m, 1) { }",
            "must be constants",
        ),
        (
            "rule \"r\" LOCALS for s.2 in steps(0, 3, 0) { }",
            "can't be 0",
        ),
        (
            "rule \"r\" LOCALS for i.0 in P, i.0 in P { }",
            "bound already",
        ),
        (
            "rule \"r\" LOCALS for j.6 in bool when ap[i.0] { }",
            "not bound here",
        ),
        ("rule \"r\" at n 0 { }", "must be an enumeration"),
        ("rule \"r\" at e 2 { }", "no location 2"),
        ("rule \"r\" at e a -> 2 { }", "no location 2"),
        ("rule \"r\" at e a -> b by n { }", "must be a name"),
        (
            "rule \"r\" locals v.0 : value E at v.0 a { }",
            "part of a variable",
        ),
        ("start \"s\" when b { }", "must be true"),
        ("start \"s\" when false { }", "must be true"),
        ("start \"s\" at e a { }", "no control location"),
        ("invariant \"i\" { n }", "wanted a boolean"),
        ("cover \"i\" LOCALS { ap[i.0] }", "not bound here"),
        ("events \"i\" { n }", "wanted a boolean"),
        (
            "events \"i\" LOCALS for i.0 in P { ap[i.0] }",
            "has no parameters",
        ),
        ("shown \"i\" { ap }", "must be a scalar"),
        (
            "shown \"i\" LOCALS for i.0 in P { ap[i.0] }",
            "has no parameters",
        ),
        (
            "function f (a.0) locals a.0 : bound P { }",
            "a value or a reference",
        ),
        (
            "function f (a.0, a.0) locals a.0 : value P { }",
            "two parameters",
        ),
        (
            "function f (a.0) -> a.0 locals a.0 : value P { }",
            "can't be a parameter",
        ),
        (
            "function f () -> a.0 locals a.0 : reference P { }",
            "kind value",
        ),
        (
            "function f () -> a.0 locals a.0 : value bool { n := 1; } invariant \"i\" { call f() }",
            "f is not pure",
        ),
        (
            "function w (a.0) locals a.0 : reference P { undefine a.0; } \
             rule \"r\" LOCALS for i.0 in P { call w(ref i.0); }",
            "never written",
        ),
    ];
    for (item, expected) in cases {
        assert_complaint(complaints(item), expected, item);
    }
}

#[test]
fn several_errors_are_reported_together() {
    let found = body_complaints("b := n; if n { p := q; } ap[i.0] := true;");
    assert_eq!(found.len(), 4, "{found:?}");
}

/// A model with two kinds of processes and channels of all kinds; `ITEMS` is what a test is about.
const PROCESSES: &str = r#"
sort P { p1 p2 }
sort Q { q1 }
type L = enum { a b }
var b : bool
var n : 0..9
var m : -5..5
var pc : array [P] of L undefinable
var qc : array [Q] of L undefinable
var defined : array [P] of L
var numbers : array [P] of 0..9 undefinable
var c : channel [2] of 0..255, 0..1
var d : channel [2] of 0..255, 0..1
var cs : array [0..1] of channel [0] of 0..1
var kinds : array [4..6] of 0..1
var pooled : array [4..6] of channel [1] of 0..1
var wrong : array [4..7] of channel [1] of 0..1
"#;

const TURN: &str = "locals p.0 : bound P, x.1 : value 0..9, q.2 : bound Q, y.3 : value bool \
                    for p.0 in P at pc[p.0] a turn 0";

const INTERLEAVING: &str = "interleaving { processes n; process \"P\" of P first 0 at pc ends b; \
                            process \"Q\" of Q first 2 at qc; channel 1 = c; channel 2 = cs[1]; \
                            pool first 4 shape_of kinds shapes pooled; }";

/// The messages about items after the declarations above.
fn process_complaints(items: &str) -> Vec<String> {
    let items = items.replace("TURN", TURN);
    let items = items.replace("INTERLEAVING", INTERLEAVING);
    match read(&format!("{PROCESSES}{items}")) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            let message = |d: &weyl_source::Diagnostic| format!("{} {}", d.code, d.message);
            diagnostics.iter().map(message).collect()
        }
    }
}

#[test]
fn right_processes_pass() {
    let items = [
        "",
        "INTERLEAVING",
        "interleaving { processes m; }",
        "rule \"r\" { n := truncate(64, m); n := truncate_signed(1, n); n := number_of(P::p1); clear c; }",
        "rule \"r\" { pc[name_at<P>(n)] := L::a; }",
        "INTERLEAVING rule \"r\" TURN { send(n, m, plus(n, 1)); receive(1, any, into x.1, 3); clear cs; }",
        "INTERLEAVING rule \"r\" TURN when and(timeout(), enabled(n), can_receive(m, any, n)) { }",
        "INTERLEAVING rule \"r\" TURN else level 3 then itself { reserve(channels, length(1)); }",
        "INTERLEAVING start \"s\" { clear pooled; send(1, 1, 1); } cover \"c\" { can_send(1) }",
    ];
    for item in items {
        assert_eq!(process_complaints(item), Vec::<String>::new(), "{item}");
    }
}

#[test]
fn wrong_channels_and_messages_are_reported() {
    let cases = [
        ("type channel [65536] of 0..1", "more than 65535"),
        ("type channel [1] of 0..1, bool", "integer ranges"),
        ("type channel [1] of P", "integer ranges"),
        ("type channel [1] of int", "can't be stored"),
        (
            "type record { c : channel [1] of 0..1 }",
            "part of a record",
        ),
        (
            "type multiset [2] of channel [1] of 0..1",
            "part of a record",
        ),
        (
            "type record { c : array [bool] of channel [1] of 0..1 }",
            "part of a record",
        ),
        (
            "function f () locals c.0 : value channel [1] of 0..1 { }",
            "can't be a local",
        ),
        (
            "function f (c.0) locals c.0 : reference array [P] of channel [1] of 0..1 { }",
            "can't be a local",
        ),
        ("rule \"r\" { c <- d; }", "channels can't be copied"),
        ("rule \"r\" { cs <- cs; }", "channels can't be copied"),
        ("rule \"r\" { put copy c; }", "channels can't be printed"),
        ("rule \"r\" { put copy cs; }", "channels can't be printed"),
        ("cover \"c\" { same(c, d) }", "channels can't be compared"),
        ("rule \"r\" { n := c; }", "not a scalar"),
        (
            "rule \"r\" { n := truncate(0, n); }",
            "0 is not from 1 to 64",
        ),
        (
            "rule \"r\" { n := truncate(65, n); }",
            "65 is not from 1 to 64",
        ),
        ("rule \"r\" { n := truncate(8, b); }", "wanted an integer"),
        ("rule \"r\" { n := number_of(L::a); }", "only names"),
        (
            "rule \"r\" { pc[name_at<P>(b)] := L::a; }",
            "wanted an integer",
        ),
        (
            "rule \"r\" { n := name_at<0..9>(n); }",
            "0..9 is not a sort",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { send(b, 1); }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { send(1, b); }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { receive(b); }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { peek(1, b); }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { receive(1, into p.0); }",
            "is not a value",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { receive(1, into y.3); }",
            "not an integer range",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { reserve(processes, b); }",
            "wanted an integer",
        ),
        ("INTERLEAVING cover \"c\" { length(1) }", "wanted a boolean"),
        (
            "INTERLEAVING cover \"c\" { is_full(b) }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING cover \"c\" { enabled(b) }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING cover \"c\" { can_receive(b, any) }",
            "wanted an integer",
        ),
        (
            "INTERLEAVING cover \"c\" { can_receive(1, b) }",
            "wanted an integer",
        ),
        ("rule \"r\" { send(1, 1); }", "needs an interleaving"),
        (
            "rule \"r\" { assert b \"b\" goes_on; }",
            "needs an interleaving",
        ),
        (
            "rule \"r\" { refute 0 \"r\"; } events \"e\" { b }",
            "needs an interleaving",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { refute 0 \"r\"; } invariant \"i\" { b }",
            "property0 is no order of events",
        ),
        (
            "INTERLEAVING rule \"r\" TURN { refute 4294967295 \"r\"; } events \"e\" { b }",
            "property4294967294 is no order of events",
        ),
        (
            "INTERLEAVING function f () -> z.0 locals z.0 : value bool \
             { refute 0 \"r\"; return; } events \"e\" { call f() }",
            "f is not pure",
        ),
        ("rule \"r\" { receive(1, any); }", "needs an interleaving"),
        (
            "rule \"r\" { reserve(channels, 1); }",
            "needs an interleaving",
        ),
        ("cover \"c\" { timeout() }", "needs an interleaving"),
        ("cover \"c\" { enabled(1) }", "needs an interleaving"),
        ("cover \"c\" { is_empty(1) }", "needs an interleaving"),
        (
            "cover \"c\" { can_receive(1, any) }",
            "needs an interleaving",
        ),
        (
            "INTERLEAVING function f () -> z.0 locals z.0 : value bool { send(1, 1, 1); return; } \
             cover \"c\" { call f() }",
            "f is not pure",
        ),
        (
            "INTERLEAVING function f () -> z.0 locals z.0 : value bool \
             { assert b \"b\" goes_on; return; } \
             cover \"c\" { call f() }",
            "f is not pure",
        ),
    ];
    for (items, expected) in cases {
        assert_complaint(process_complaints(items), expected, items);
    }
}

#[test]
fn wrong_turns_and_interleavings_are_reported() {
    let locals = "locals p.0 : bound P, q.1 : bound Q";
    let rule = |clauses: &str| format!("INTERLEAVING rule \"r\" {locals} {clauses} {{ }}");
    let lines = |lines: &str| format!("interleaving {{ processes n; {lines} }}");
    let cases = [
        ("rule \"r\" TURN { }".to_string(), "needs an interleaving"),
        (
            "INTERLEAVING start \"s\" turn 0 { }".to_string(),
            "has no turn",
        ),
        (rule("for p.0 in P at pc[p.0] a"), "needs a turn"),
        (rule("for p.0 in P at pc[p.0] a turn 2"), "no kind 2"),
        (rule("for p.0 in P turn 0"), "needs a control location"),
        (
            rule("for q.1 in Q at qc[q.1] a turn 0"),
            "first parameter must be a process",
        ),
        (
            rule("at pc[P::p1] a turn 0"),
            "first parameter must be a process",
        ),
        (
            rule("for q.1 in Q, p.0 in P at pc[p.0] a turn 1"),
            "that of the acting process",
        ),
        (
            rule("for p.0 in P at pc[P::p1] a turn 0"),
            "that of the acting process",
        ),
        (
            rule("for p.0 in P at defined[p.0] a turn 0"),
            "that of the acting process",
        ),
        (
            "interleaving { processes b; }".to_string(),
            "must be an integer",
        ),
        (
            lines("process \"P\" of Q first 0 at pc;"),
            "array over its sort",
        ),
        (
            lines("process \"P\" of P first 0 at defined;"),
            "must be undefinable",
        ),
        (lines("channel 1 = n;"), "n is not a channel"),
        (lines("channel 1 = cs;"), "cs is not a channel"),
        (lines("channel 1 = c[0];"), "not an array of channels"),
        (lines("channel 1 = cs[2];"), "no such element"),
        (
            lines("pool first 4 shape_of n shapes pooled;"),
            "array over a range",
        ),
        (
            lines("pool first 4 shape_of numbers shapes pooled;"),
            "array over a range",
        ),
        (
            lines("pool first 5 shape_of kinds shapes pooled;"),
            "begins at 5, its array at 4",
        ),
        (
            lines("pool first 4 shape_of kinds shapes;"),
            "one of 0 shapes",
        ),
        (
            lines("pool first 4 shape_of kinds shapes wrong;"),
            "over the numbers of the pool",
        ),
        (
            lines("pool first 4 shape_of kinds shapes kinds;"),
            "over the numbers of the pool",
        ),
        (
            "interleaving { processes n; channel 1 = c; channel 2 = d; channel 3 = cs[0]; \
             channel 4 = cs[1]; pool first 4 shape_of kinds shapes pooled; }"
                .to_string(),
            "among the fixed channels",
        ),
    ];
    for (items, expected) in cases {
        assert_complaint(process_complaints(&items), expected, &items);
    }
}

#[test]
fn processes_and_channels_that_no_text_can_say_are_reported() {
    let sound = read(&format!("{PROCESSES}{INTERLEAVING}")).unwrap();
    let nothing = VarId::new(99);
    type Change = fn(&mut Interleaving, VarId);
    let changes: [(&str, Change); 8] = [
        ("no var99", |i, nothing| i.process_count = nothing),
        ("no var99", |i, nothing| i.kinds[0].location = nothing),
        ("no var99", |i, nothing| i.channels[0].variable = nothing),
        ("no sort9", |i, _| i.kinds[0].sort = SortId::new(9)),
        ("each location", |i, _| i.kinds[0].may_end = vec![true]),
        ("behind all locations", |i, _| {
            i.kinds[0].labels = vec![(99, "far".to_string())];
        }),
        ("order of locations", |i, _| {
            i.kinds[0].labels = [1, 0].map(|at| (at, "here".to_string())).to_vec();
        }),
        ("no var99", |i, nothing| {
            i.pool.iter_mut().for_each(|p| p.shapes = vec![nothing]);
        }),
    ];
    for (expected, change) in changes {
        let mut model = sound.clone();
        change(model.interleaving.as_mut().unwrap(), nothing);
        let errors = verify(&model).expect_err(expected);
        let found = errors.iter().any(|e| e.to_string().contains(expected));
        assert!(found, "{expected}: {errors:?}");
    }
}

#[test]
fn messages_go_to_locals_that_exist() {
    let model = model_with(|_, integer| {
        StmtKind::Channel(ChannelStmt::Receive {
            channel: Expr::constant(1, integer, Span::default()),
            random: false,
            keep: false,
            fields: vec![MessageField::Into(LocalId::new(7))],
        })
    });
    let errors = verify(&model).unwrap_err();
    let found = errors.iter().any(|e| e.message == "local7 does not exist");
    assert!(found, "{errors:?}");
}

fn local(ty: TypeId, kind: LocalKind) -> Local {
    Local {
        name: "l".to_string(),
        ty,
        kind,
    }
}

/// A model with one variable and one rule, whose body is made from the boolean and the integer
/// type.
fn model_with(body: impl FnOnce(TypeId, TypeId) -> StmtKind) -> Model {
    let mut model = Model::default();
    let boolean = model.types.intern(Type::Bool);
    let integer = model.types.intern(Type::Int);
    model.variables.push(Variable {
        name: "x".to_string(),
        ty: boolean,
        undefinable: true,
        hidden: false,
        span: Span::default(),
    });
    model.rules.push(Rule {
        name: "r".to_string(),
        parameters: Vec::new(),
        locals: Locals::new(),
        control: None,
        turn: None,
        guard: Expr::constant(1, boolean, Span::default()),
        body: vec![Stmt::new(body(boolean, integer), Span::default())],
        span: Span::default(),
    });
    model
}

#[test]
fn what_no_text_can_say_is_reported_too() {
    let span = Span::default();
    let nowhere = TypeId::new(77);
    let x = move |ty| Place::variable(VarId::new(0), ty, span);
    let sound = model_with(|boolean, _| StmtKind::Undefine(x(boolean)));
    assert_eq!(verify(&sound), Ok(()));

    type MakeBody = Box<dyn Fn(TypeId, TypeId) -> StmtKind>;
    let cases: Vec<(&str, MakeBody)> = vec![
        (
            "not type1",
            Box::new(move |_, int| StmtKind::Undefine(x(int))),
        ),
        (
            "not type77",
            Box::new(move |_, _| StmtKind::Undefine(x(nowhere))),
        ),
        (
            "no var9",
            Box::new(move |b, _| StmtKind::Undefine(Place::variable(VarId::new(9), b, span))),
        ),
        (
            "no local3",
            Box::new(move |b, _| StmtKind::Undefine(Place::local(LocalId::new(3), b, span))),
        ),
        (
            "no type77",
            Box::new(move |b, _| StmtKind::Assign {
                to: x(b),
                value: Expr::constant(0, nowhere, span),
            }),
        ),
        (
            "field does not apply",
            Box::new(move |b, _| StmtKind::Undefine(x(b).project(Projection::Field(0), b, span))),
        ),
        (
            "the type says integer",
            Box::new(move |b, int| StmtKind::Assign {
                to: x(b),
                value: Expr::new(ExprKind::Read(x(b)), int, span),
            }),
        ),
        (
            "no fn5",
            Box::new(move |_, _| StmtKind::Call {
                function: FunctionId::new(5),
                arguments: vec![Argument::Reference(x(nowhere))],
                result: None,
            }),
        ),
        (
            "local4 does not exist",
            Box::new(move |b, _| StmtKind::For {
                binding: Binding {
                    local: LocalId::new(4),
                    domain: Domain::Type(b),
                },
                body: Vec::new(),
            }),
        ),
        (
            "no local8",
            Box::new(move |b, _| StmtKind::Bind {
                local: LocalId::new(8),
                place: x(b),
            }),
        ),
        (
            "integer ranges only",
            Box::new(move |_, int| {
                let one = Expr::constant(1, int, span);
                StmtKind::Put(vec![PutItem::Number(one, Notation::As(nowhere))])
            }),
        ),
        (
            "integer ranges only",
            Box::new(move |boolean, int| {
                let one = Expr::constant(1, int, span);
                StmtKind::Put(vec![PutItem::Number(one, Notation::As(boolean))])
            }),
        ),
        (
            "boolean",
            Box::new(move |boolean, _| {
                let one = Expr::constant(1, boolean, span);
                StmtKind::Put(vec![PutItem::Number(one, Notation::Octal)])
            }),
        ),
    ];
    for (expected, body) in cases {
        let errors = verify(&model_with(body)).expect_err(expected);
        assert!(
            errors[0].to_string().contains(expected),
            "{expected}: {errors:?}"
        );
    }
}

fn named_range(lo: i128, hi: i128, names: &[(i128, &str)]) -> Type {
    let names = names.iter().map(|(value, name)| (*value, name.to_string()));
    let names = names.collect();
    Type::Range { lo, hi, names }
}

#[test]
fn recursive_and_dangling_types_are_reported() {
    let field = |ty| Field {
        name: "f".to_string(),
        ty,
    };
    let cases = [
        Type::Record(vec![field(TypeId::new(1))]),
        Type::Record(vec![field(TypeId::new(2))]),
        Type::Array {
            index: TypeId::new(0),
            element: TypeId::new(1),
        },
        Type::Union(vec![TypeId::new(1)]),
        Type::Union(vec![TypeId::new(0)]),
        Type::Channel {
            capacity: 1,
            fields: vec![TypeId::new(1)],
        },
        Type::Channel {
            capacity: 1,
            fields: Vec::new(),
        },
        Type::Id(SortId::new(0)),
        Type::range(i128::MIN, i128::MAX),
        named_range(0, 3, &[(4, "four")]),
        named_range(0, 3, &[(2, "two"), (1, "one")]),
        named_range(0, 3, &[(2, "two"), (2, "zwei")]),
    ];
    for ty in cases {
        let mut model = Model::default();
        model.types.intern(Type::Bool);
        model.types.intern(ty.clone());
        assert_eq!(
            verify(&model).map_err(|errors| errors.len()),
            Err(1),
            "{ty:?}"
        );
    }
}

#[test]
fn functions_with_types_that_do_not_exist_are_reported() {
    let mut model = Model::default();
    let mut locals = Locals::new();
    let result = locals.push(local(TypeId::new(9), LocalKind::Value));
    model.functions.push(Function {
        name: "f".to_string(),
        parameters: vec![LocalId::new(5)],
        locals,
        result: Some(result),
        body: Vec::new(),
        span: Span::default(),
    });
    assert_eq!(verify(&model).map_err(|errors| errors.len()), Err(2));
}

#[test]
fn purity_is_a_matter_of_the_whole_call_graph() {
    let text = r#"
var s : bool
function reads () -> z.0 locals z.0 : value bool { z.0 := s; return; }
function writes () { s := true; }
function prints () { put "x"; }
function gives_up () { assume s; }
function calls_writer () { call writes(); }
function sets (r.0) locals r.0 : reference bool { r.0 := true; }
function sets_alias (r.0) locals r.0 : reference bool, a.1 : reference bool { bind a.1 = r.0; a.1 := true; }
function sets_own () -> z.0 locals z.0 : value bool { call sets(ref z.0); call sets_alias(ref z.0); return; }
function sets_state () { call sets_alias(ref s); }
function own_alias () -> z.0 locals z.0 : value bool, a.1 : reference bool { bind a.1 = z.0; undefine a.1; return; }
function even (n.0) -> z.1 locals n.0 : value 0..9, z.1 : value bool {
  if eq(n.0, 0) { z.1 := true; } else { z.1 := call odd(minus(n.0, 1)); } return;
}
function odd (n.0) -> z.1 locals n.0 : value 0..9, z.1 : value bool {
  if eq(n.0, 0) { z.1 := false; } else { z.1 := call even(minus(n.0, 1)); } return;
}
function result_to_state () { call reads() -> s; }
"#;
    let model = read(text).unwrap();
    let pure = pure_functions(&model);
    let names = model.functions.iter().filter(|(id, _)| pure[*id]);
    let names: Vec<&str> = names.map(|(_, function)| function.name.as_str()).collect();
    assert_eq!(names, ["reads", "sets_own", "own_alias", "even", "odd"]);
    let sets_alias = &effects(&model)[FunctionId::new(6)];
    assert!(!sets_alias.outside && sets_alias.written_parameters.contains(&0));
}

#[test]
fn loops_without_a_bound_are_found_wherever_they_are() {
    let text = "var b : bool function f () { while b { while b { } } } rule \"r\" { if b { while b { } } }";
    let model = read(text).unwrap();
    let spans = unbounded_loops(&model);
    let starts: Vec<&str> = spans.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(
        starts,
        ["while b { while b { } }", "while b { }", "while b { }"]
    );
    assert_eq!(model.rules[RuleId::new(0)].name, "r");
}
