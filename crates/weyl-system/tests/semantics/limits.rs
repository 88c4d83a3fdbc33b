//! What ends a step that would not end by itself.

use crate::harness::Source;
use std::thread;
use weyl_system::ExecutionLimits;

fn outcome(text: &str, limits: ExecutionLimits) -> String {
    Source::with_limits(text, limits).fire_start().1
}

fn limits(loop_turns: u64, call_depth: u32) -> ExecutionLimits {
    ExecutionLimits {
        loop_turns,
        call_depth,
    }
}

#[test]
fn a_loop_may_take_as_many_turns_as_the_limit_says() {
    let up_to = |end: u32| {
        format!(
            "model \"m\" var n : 0..9
             start \"s\" {{ while lt(n, {end}) {{ n := plus(n, 1); }} }}"
        )
    };
    assert_eq!(outcome(&up_to(4), limits(4, 9)), "n=4");
    assert_eq!(
        outcome(&up_to(5), limits(4, 9)),
        "4 turns at while lt(n, 5) { n := plus(n, 1); }"
    );
    assert_eq!(outcome(&up_to(0), limits(0, 9)), "n=0");
    assert!(outcome(&up_to(1), limits(0, 9)).starts_with("0 turns"));
}

#[test]
fn each_loop_counts_its_own_turns() {
    let text = "model \"m\" var n : 0..9 var m : 0..9
        start \"s\" {
          while lt(n, 3) {
            m := 0;
            while lt(m, 3) { m := plus(m, 1); }
            n := plus(n, 1);
          }
        }";
    assert_eq!(outcome(text, limits(3, 9)), "n=3 m=3");
}

#[test]
fn calls_may_nest_as_deep_as_the_limit_says() {
    let text = |depth: u32| {
        format!(
            "model \"m\" var n : 0..9
             function down (k.0) locals k.0 : value 0..9 {{
               n := plus(n, 1);
               if gt(k.0, 1) {{ call down(minus(k.0, 1)); }}
             }}
             start \"s\" {{ call down({depth}); n := 0; call down({depth}); }}"
        )
    };
    assert_eq!(outcome(&text(3), limits(9, 3)), "n=3");
    assert_eq!(
        outcome(&text(4), limits(9, 3)),
        "3 calls at call down(minus(k.0, 1));"
    );
    assert!(outcome(&text(1), limits(9, 0)).starts_with("0 calls at call down(1);"));
}

#[test]
fn the_depth_of_calls_is_forgotten_after_a_fault() {
    let source = Source::with_limits(
        "model \"m\" var n : 0..9
         function once () locals t.0 : value bool { t.0 := eq(div(1, n), 1); }
         function forever () { call forever(); }
         start \"s\" { }
         rule \"fault\" locals i.0 : bound 0..3 for i.0 in 0..3 { call once(); }
         rule \"endless\" { call forever(); }
         rule \"fine\" { n := 1; call once(); }",
        limits(9, 1),
    );
    let steps = source.steps();
    assert_eq!(steps.len(), 6);
    assert!(
        steps[3].ends_with("division by zero at div(1, n)"),
        "{}",
        steps[3]
    );
    assert_eq!(steps[4], "endless 0: 1 calls at call forever();");
    assert_eq!(steps[5], "fine 0: n=1");
}

/// The stack that searches and the tool run on has 256 MiB.
#[test]
fn deep_calls_in_deep_statements_end_by_the_limit() {
    let nested = |inner: &str| {
        let opened = "if true { ".repeat(70);
        format!("{opened}{inner}{}", "}".repeat(70))
    };
    let sums = format!("{}call deep(0){}", "plus(0, ".repeat(70), ")".repeat(70));
    let text = format!(
        "model \"m\" var n : 0..9
         function deep (k.0) -> r.1 locals k.0 : value 0..9, r.1 : value 0..9 {{
           {}
           return;
         }}
         start \"s\" {{ call deep(0) -> n; }}",
        nested(&format!("r.1 := {sums};"))
    );
    let run = move || outcome(&text, ExecutionLimits::default());
    let thread = thread::Builder::new().stack_size(256 << 20).spawn(run);
    let shown = thread.unwrap().join().unwrap();
    assert_eq!(shown, "1000 calls at call deep(0)");
}
