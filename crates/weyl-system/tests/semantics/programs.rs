//! The laws on programs put together at random from statements about names, records, bags and
//! references. Many of the programs fail in some of their steps; they do so in the same way always.

use crate::laws;
use weyl_permutation::random::Random;
use weyl_system::{ExecutionLimits, Program};

const DECLARATIONS: &str = "
    sort P { p q r }
    sort Nobody { }
    type Loc = enum { idle busy }
    type U = union { P, Loc }
    type M = record { from : P, what : 0..3 }
    type Box = record { bag : multiset [2] of M, seen : array [P] of 0..3 }
    var n : 0..3
    var u : 0..3 undefinable
    var pc : array [P] of Loc
    var row : array [-1..1] of 0..3 undefinable
    var who : U undefinable
    var msg : M undefinable
    var net : multiset [3] of M undefinable
    var boxes : array [P] of Box undefinable
    var grid : array [0..1] of array [P] of array [P] of bool
    var none : array [Nobody] of 0..3
    function bump (x.0) locals x.0 : reference 0..3 { x.0 := rem(plus(x.0, 1), 4); }
    function forget (x.0) locals x.0 : reference 0..3 { undefine x.0; }
    function post (m.0) -> ok.1 locals m.0 : value M, ok.1 : value bool, k.2 : bound 0..2 {
      ok.1 := lt(count(k.2 in positions(net), true), 3);
      if ok.1 { add m.0 to net; }
      return;
    }
    start \"s\" locals i.0 : bound 0..1 for i.0 in 0..1 { n := i.0; clear boxes; msg.from := P::q; msg.what := 2; }";

const LOCALS: &str = "
    locals p.0 : bound P, k.1 : bound 0..2, i.2 : bound 0..3, j.3 : bound 0..1, q.4 : bound P,
      m.5 : value M, ok.6 : value bool, r.7 : reference 0..3, b.8 : reference Box, t.9 : value 0..3";

const HEADS: [&str; 6] = [
    "for p.0 in P",
    "for p.0 in P, k.1 in positions(net)",
    "for p.0 in P at pc[p.0] idle -> busy by p.0",
    "for p.0 in P at pc[p.0] busy -> idle by p.0",
    "for p.0 in P, i.2 in steps(3, 0, -2) when eq(rem(n, 2), rem(i.2, 2))",
    "for p.0 in P when or(undefined(u), lt(u, 2))",
];

const STATEMENTS: [&str; 40] = [
    "n := rem(plus(n, 1), 4);",
    "n := plus(n, 1);",
    "u := n;",
    "undefine u;",
    "u <- row[0];",
    "n <- u;",
    "row[minus(n, 1)] := n;",
    "row[1] <- u;",
    "undefine row;",
    "clear row;",
    "who := inject<U>(0, p.0);",
    "who := inject<U>(1, pc[p.0]);",
    "undefine who;",
    "pc[project(0, who)] := Loc::busy;",
    "if is_member(1, who) { pc[p.0] := project(1, who); }",
    "msg.from := p.0;",
    "msg.what := n;",
    "undefine msg.what;",
    "add msg to net;",
    "m.5 <- msg; call post(copy m.5) -> ok.6; assume ok.6;",
    "remove 0 from net;",
    "remove all q in positions(net) when eq(net[#q].from, p.0);",
    "net[#0].what := n;",
    "msg <- net[#0];",
    "clear net;",
    "add msg to boxes[p.0].bag;",
    "boxes[p.0].seen[msg.from] := n;",
    "boxes[msg.from] <- boxes[p.0];",
    "boxes <- boxes;",
    "undefine boxes[p.0].seen;",
    "clear boxes[p.0];",
    "bind b.8 = boxes[p.0]; add msg to b.8.bag; b.8.seen[p.0] := 3;",
    "bind r.7 = boxes[p.0].seen[msg.from]; msg.from := p.0; call bump(ref r.7);",
    "call bump(ref n);",
    "call forget(ref u); call forget(ref row[0]);",
    "call forget(ref n);",
    "for q.4 in P { grid[rem(n, 2)][p.0][q.4] := not(grid[0][q.4][p.0]); }",
    "for j.3 in steps(0, n, 1) { grid[j.3][p.0][p.0] := true; }",
    "if same(boxes[p.0].seen, boxes[P::q].seen) { t.9 := n; n := t.9; } else { n := t.9; }",
    "none <- none; clear none; assert undefined(t.9) \"a fresh local\";",
];

fn random_program(dice: &mut Random) -> String {
    let mut text = format!("model \"random\" {DECLARATIONS}");
    for number in 0..4 {
        let head = HEADS[dice.below(HEADS.len())];
        let statements: String = (0..=dice.below(4))
            .map(|_| STATEMENTS[dice.below(STATEMENTS.len())])
            .collect();
        // In rules over positions `k.1` has a value already; the others bind it here.
        let free = if head.contains("k.1") { "l.10" } else { "k.1" };
        let statements = statements.replace("all q in", &format!("all {free} in"));
        let statements = statements.replace("[#q]", &format!("[#{free}]"));
        text.push_str(&format!(
            "rule \"{number}\" {LOCALS}, l.10 : bound 0..2 {head} {{ {statements} }}\n"
        ));
    }
    text.push_str(
        "assumption \"calm\" locals p.0 : bound P for p.0 in P { or(ne(n, 3), eq(pc[p.0], Loc::idle)) }
         invariant \"few\" locals k.0 : bound 0..2 for k.0 in positions(net) { lt(net[#k.0].what, 3) }",
    );
    text
}

#[test]
fn the_laws_hold_for_random_programs() {
    let (mut states, mut faults) = (0, 0);
    for seed in 0..150 {
        let text = random_program(&mut Random::new(seed));
        let model = weyl_ir::text::read(&text).unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
        let program = Program::new(model, ExecutionLimits::default()).unwrap();
        let (found, failed) = laws::check(&program, 60);
        states += found;
        faults += failed;
    }
    assert!(states > 2_000, "{states} states");
    assert!(faults > 2_000, "{faults} faults");
}
