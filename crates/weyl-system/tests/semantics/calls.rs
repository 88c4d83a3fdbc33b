//! Calls as statements: arguments, results, effects.

use crate::harness::check_bodies;

const DECLARATIONS: &str = "
    type R = record { f : 0..3, g : 0..3 }
    var r : R undefinable
    var n : 0..3
    var log : 0..99
    function set_f (x.0, v.1) -> y.2 locals x.0 : value R, v.1 : value 0..3, y.2 : value R {
      x.0.f := v.1;
      y.2 <- x.0;
      return;
    }
    function note (d.0) -> y.1 locals d.0 : value 0..9, y.1 : value 0..9 {
      log := plus(times(log, 10), d.0);
      y.1 := d.0;
      return;
    }
    function quiet () { return; }
    function open_end () { n := 2; }
    function lost () -> y.0 locals y.0 : value 0..3 { y.0 := 1; }
    function early (v.0) -> y.1 locals v.0 : value 0..3, y.1 : value 0..3, i.2 : bound 0..3 {
      for i.2 in 0..3 {
        y.1 := i.2;
        if eq(i.2, v.0) { return; }
      }
      error \"never\";
    }
    function never () -> y.0 locals y.0 : value 0..3 { assume false; return; }
    function fails () -> y.0 locals y.0 : value 0..3 { y.0 := 4; return; }
    function forgetful () -> y.0 locals y.0 : value 0..3, t.1 : value 0..3 {
      if undefined(t.1) { t.1 := 1; } else { error \"a local of the last call\"; }
      y.0 := t.1;
      return;
    }";

#[test]
fn values_go_in_and_results_come_out() {
    check_bodies(
        DECLARATIONS,
        "t.0 : value R, v.1 : value 0..3",
        &[
            ("call set_f(copy r, 2) -> r;", "r={2 _} n=0 log=0"),
            (
                "t.0.g := 1; call set_f(copy t.0, 2) -> r;",
                "r={2 1} n=0 log=0",
            ),
            ("call set_f(copy r, 2) -> t.0;", "r={_ _} n=0 log=0"),
            ("call set_f(copy r, 2);", "r={_ _} n=0 log=0"),
            ("call set_f(copy r, 4) -> r;", "4 outside 0..3 at 4"),
            ("call set_f(copy r, v.1) -> r;", "undefined at v.1"),
            ("call set_f(copy r, copy v.1) -> r;", "undefined at v.1"),
            ("call note(1); call note(2) -> n;", "r={_ _} n=2 log=12"),
            ("call note(7) -> n;", "7 outside 0..3 at call note(7) -> n;"),
            ("call quiet();", "r={_ _} n=0 log=0"),
            ("call open_end();", "r={_ _} n=2 log=0"),
            ("call lost() -> n;", "missing return at call lost() -> n;"),
            ("call lost();", "missing return at call lost();"),
            ("call early(2) -> n;", "r={_ _} n=2 log=0"),
            ("call never() -> n;", "nothing"),
            ("call fails() -> n;", "4 outside 0..3 at y.0 := 4;"),
            (
                "call forgetful() -> n; call forgetful() -> n;",
                "r={_ _} n=1 log=0",
            ),
            (
                "n := call forgetful(); n := plus(n, call forgetful());",
                "r={_ _} n=2 log=0",
            ),
        ],
    );
}
