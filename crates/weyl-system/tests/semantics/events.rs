//! Orders of events: refuted by steps that go on, and incomplete where the system may not end.

use crate::harness::Source;
use weyl_system::{Batch, Interpreter, Outcome, System};

/// A process that counts to 2 in two turns, and one order of events that its steps speak of.
fn counter(body: &str, complete: &str) -> Source {
    Source::new(&format!(
        "model \"m\" sort P {{ p }} type L = enum {{ on off }}
         var count : 0..1 var pc : array [P] of L undefinable var n : 0..9
         interleaving {{ processes count; process \"P\" of P first 0 at pc ends off; }}
         start \"s\" {{ count := 1; pc[P::p] := L::on; }}
         rule \"step\" locals p.0 : bound P for p.0 in P at pc[p.0] on by p.0 turn 0
         {{ n := plus(n, 1); {body} if eq(n, 2) {{ pc[p.0] := L::off; }} }}
         rule \"gone\" locals p.0 : bound P for p.0 in P at pc[p.0] off by p.0 turn 0
         when eq(n, 9) {{ count := 0; undefine pc[p.0]; }}
         events \"order\" {{ {complete} }}"
    ))
}

/// The last state of the only run.
fn last(source: &Source) -> Vec<u8> {
    let mut state = source.first();
    let mut batch = Batch::default();
    loop {
        Interpreter::new(&source.program).successors(&state, &mut batch);
        let next = batch.iter().find_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            _ => None,
        });
        match next {
            Some(next) => state = next,
            None => return state,
        }
    }
}

#[test]
fn a_refutation_is_reported_and_the_step_goes_on() {
    let refute = "if eq(n, 1) { refute 0 \"one\"; }";
    let source = counter(refute, "true");
    assert_eq!(
        source.steps(),
        [
            "step 0: \"order\" refuted \"one\" at refute 0 \"one\";",
            "step 1: count=1 pc=[on] n=1",
        ]
    );
    let after = "n := 0; refute 0 \"never heard of\"; assume false;";
    assert_eq!(counter(after, "true").steps(), [""; 0]);
}

#[test]
fn processes_may_end_where_the_order_is_complete() {
    for (complete, may_end) in [("eq(n, 2)", true), ("lt(n, 2)", false)] {
        let source = counter("", complete);
        let end = last(&source);
        assert_eq!(source.state(&end), "count=1 pc=[off] n=2");
        let mut interpreter = Interpreter::new(&source.program);
        assert_eq!(interpreter.may_end(&end), may_end, "{complete}");
    }
}

#[test]
fn where_no_process_is_left_no_order_is_incomplete() {
    let source = counter("if eq(n, 2) { n := 9; pc[p.0] := L::off; }", "false");
    let end = last(&source);
    assert_eq!(source.state(&end), "count=0 pc=[_] n=9");
    assert!(Interpreter::new(&source.program).may_end(&end));
}
