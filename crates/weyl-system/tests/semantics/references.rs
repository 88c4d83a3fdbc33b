//! References: what they stand for is decided when they are bound.

use crate::harness::check_bodies;

const DECLARATIONS: &str = "
    type R = record { f : 0..9, g : 0..9 }
    var row : array [0..2] of 0..9
    var i : 0..2
    var recs : array [0..1] of R
    function bump (x.0) locals x.0 : reference 0..9 { x.0 := plus(x.0, 1); }
    function swap (x.0, y.1) locals x.0 : reference 0..9, y.1 : reference 0..9, t.2 : value 0..9 {
      t.2 := x.0;
      x.0 := y.1;
      y.1 := t.2;
    }
    function move_on (x.0) locals x.0 : reference 0..9 {
      i := plus(i, 1);
      x.0 := 7;
    }
    function rebind (x.0) locals x.0 : reference 0..9 {
      bind x.0 = row[2];
      x.0 := 9;
    }
    function pass (x.0) locals x.0 : reference R { call bump(ref x.0.g); }
    function fill (x.0, n.1) locals x.0 : reference 0..9, n.1 : value 0..9, t.2 : value 0..9 {
      if gt(n.1, 0) {
        t.2 := 0;
        call fill(ref t.2, minus(n.1, 1));
        x.0 := plus(t.2, n.1);
      }
    }
    function deep (x.0, n.1) locals x.0 : reference 0..9, n.1 : value 0..9 {
      if eq(n.1, 0) {
        x.0 := 8;
      } else {
        call deep(ref x.0, minus(n.1, 1));
      }
    }
    function sum (x.0, n.1) -> s.2
      locals x.0 : reference array [0..2] of 0..9, n.1 : value -1..2, s.2 : value 0..99
    {
      if lt(n.1, 0) {
        s.2 := 0;
        return;
      }
      s.2 := plus(x.0[n.1], call sum(ref x.0, minus(n.1, 1)));
      return;
    }";

#[test]
fn references_stand_for_the_place_that_they_were_bound_to() {
    check_bodies(
        DECLARATIONS,
        "a.0 : reference 0..9, t.1 : value 0..9, b.2 : reference R, c.3 : reference 0..9",
        &[
            (
                "bind a.0 = row[i]; i := 2; a.0 := 5;",
                "row=[5 0 0] i=2 recs=[{0 0} {0 0}]",
            ),
            (
                "bind a.0 = row[i]; a.0 := 5; i := 1; bind a.0 = row[i]; a.0 := 6;",
                "row=[5 6 0] i=1 recs=[{0 0} {0 0}]",
            ),
            (
                "bind b.2 = recs[1]; bind c.3 = b.2.g; bind b.2 = recs[0]; c.3 := 4; b.2.f := 3;",
                "row=[0 0 0] i=0 recs=[{3 0} {0 4}]",
            ),
            (
                "bind a.0 = t.1; a.0 := 4; i := minus(t.1, 3);",
                "row=[0 0 0] i=1 recs=[{0 0} {0 0}]",
            ),
            ("bind a.0 = row[3];", "index 3 outside 0..2 at 3"),
            ("bind a.0 = t.1; i := a.0;", "undefined at a.0"),
            (
                "bind a.0 = row[0]; a.0 := 10;",
                "10 outside 0..9 at a.0 := 10;",
            ),
        ],
    );
}

#[test]
fn reference_parameters_write_where_the_caller_said() {
    check_bodies(
        DECLARATIONS,
        "t.0 : value 0..9, s.1 : value 0..9, a.2 : reference 0..9",
        &[
            (
                "call bump(ref row[1]);",
                "row=[0 1 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "row[0] := 3; row[2] := 4; call swap(ref row[0], ref row[2]);",
                "row=[4 0 3] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "row[0] := 3; call swap(ref row[0], ref row[0]);",
                "row=[3 0 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "call move_on(ref row[i]);",
                "row=[7 0 0] i=1 recs=[{0 0} {0 0}]",
            ),
            (
                "bind a.2 = row[1]; call rebind(ref a.2); a.2 := 3;",
                "row=[0 3 9] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "call pass(ref recs[1]);",
                "row=[0 0 0] i=0 recs=[{0 0} {0 1}]",
            ),
            (
                "t.0 := 5; call bump(ref t.0); row[0] := t.0;",
                "row=[6 0 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "t.0 := 5; s.1 := 6; call swap(ref t.0, ref s.1); row[0] := t.0; row[1] := s.1;",
                "row=[6 5 0] i=0 recs=[{0 0} {0 0}]",
            ),
            ("call bump(ref t.0);", "undefined at x.0"),
            (
                "call bump(ref row[div(1, i)]);",
                "division by zero at div(1, i)",
            ),
        ],
    );
}

#[test]
fn recursion_keeps_the_locals_of_each_call_apart() {
    check_bodies(
        DECLARATIONS,
        "t.0 : value 0..9, z.1 : value 0..99",
        &[
            (
                "call fill(ref row[0], 3);",
                "row=[6 0 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "call fill(ref t.0, 2); row[1] := t.0;",
                "row=[0 3 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "call fill(ref row[0], 4);",
                "10 outside 0..9 at x.0 := plus(t.2, n.1);",
            ),
            (
                "call deep(ref row[2], 9);",
                "row=[0 0 8] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "call deep(ref t.0, 5); row[0] := t.0;",
                "row=[8 0 0] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "row[0] := 1; row[1] := 2; row[2] := 3; row[0] := call sum(ref row, 2);",
                "row=[6 2 3] i=0 recs=[{0 0} {0 0}]",
            ),
            (
                "row[2] := 9; call sum(ref row, 2) -> z.1; row[0] := z.1;",
                "row=[9 0 9] i=0 recs=[{0 0} {0 0}]",
            ),
        ],
    );
}

#[test]
fn references_into_a_multiset_end_with_the_position() {
    let declarations = "
        type R = record { f : 0..9, inner : multiset [2] of 0..9 }
        var bag : multiset [2] of R
        var n : 0..9
        function drop_then_write (x.0) locals x.0 : reference 0..9 {
          remove 0 from bag;
          x.0 := 5;
        }
        function drop () -> y.0 locals y.0 : value 0..9 {
          remove 0 from bag;
          y.0 := 5;
          return;
        }";
    check_bodies(
        declarations,
        "e.0 : value R, r.1 : reference R, f.2 : reference 0..9, s.3 : reference multiset [2] of 0..9",
        &[
            (
                "e.0.f := 1; add e.0 to bag; bind r.1 = bag[#0]; r.1.f := 2;",
                "bag=<{2 <>}> n=0",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind r.1 = bag[#0]; remove 0 from bag;",
                "bag=<> n=0",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind r.1 = bag[#0]; remove 0 from bag; r.1.f := 2;",
                "empty position at r.1.f",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind r.1 = bag[#0]; remove 0 from bag; n := r.1.f;",
                "empty position at r.1.f",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind f.2 = bag[#0].f; clear bag; f.2 := 2;",
                "empty position at f.2",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind s.3 = bag[#0].inner; remove 0 from bag; add n to s.3;",
                "empty position at s.3",
            ),
            (
                "e.0.f := 1; add e.0 to bag; add n to bag[#0].inner; bind f.2 = bag[#0].inner[#0]; remove 0 from bag; f.2 := 2;",
                "empty position at f.2",
            ),
            (
                "e.0.f := 1; add e.0 to bag; bind r.1 = bag[#0]; remove 0 from bag; e.0.f := 4; add e.0 to bag; n := r.1.f;",
                "bag=<{4 <>}> n=4",
            ),
            (
                "e.0.f := 1; add e.0 to bag; call drop_then_write(ref bag[#0].f);",
                "empty position at x.0",
            ),
            (
                "e.0.f := 1; add e.0 to bag; call drop() -> bag[#0].f;",
                "empty position at call drop() -> bag[#0].f;",
            ),
            (
                "e.0.f := 1; add e.0 to bag; call drop() -> n;",
                "bag=<> n=5",
            ),
        ],
    );
}
