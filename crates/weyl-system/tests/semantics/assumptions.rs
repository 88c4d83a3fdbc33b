//! Assumptions and other properties.

use crate::harness::Source;
use weyl_ir::PropertyId;
use weyl_system::{Conditions, Interpreter};

#[test]
fn assumptions_exclude_states_and_assume_statements_steps() {
    let source = Source::new(
        "model \"m\" sort P { p q }
         var n : 0..9 var on : array [P] of bool
         start \"s\" locals i.0 : bound 0..2 for i.0 in 0..2 { n := i.0; }
         rule \"add\" locals i.0 : bound 0..3 for i.0 in 0..3 { assume ne(i.0, 2); n := plus(n, i.0); }
         rule \"light\" locals p.0 : bound P for p.0 in P { on[p.0] := true; }
         rule \"zero\" { n := 8; }
         assumption \"small\" { ne(n, 1) }
         invariant \"not asked\" { ne(n, 0) }
         assumption \"dark\" locals p.0 : bound P for p.0 in P { or(eq(p.0, P::p), not(on[p.0])) }
         assumption \"faulty\" { ge(div(1, minus(8, n)), 0) }",
    );
    assert_eq!(
        source.initial(),
        [
            "s 0: n=0 on=[false false]",
            "s 1: excluded",
            "s 2: n=2 on=[false false]",
        ]
    );
    assert_eq!(
        source.steps(),
        [
            "add 0: n=0 on=[false false]",
            "add 1: excluded",
            "add 3: n=3 on=[false false]",
            "light 0: n=0 on=[true false]",
            "light 1: excluded",
            "zero 0: division by zero at div(1, minus(8, n))",
        ]
    );
}

#[test]
fn assumptions_see_the_normal_form() {
    let source = Source::new(
        "model \"m\" var bag : multiset [2] of 0..9 var n : 0..9
         start \"s\" { n := 1; add n to bag; n := 7; add n to bag; }
         assumption \"largest first\" { eq(bag[#0], 7) }",
    );
    assert_eq!(source.initial(), ["s 0: bag=<7 1> n=7"]);
}

#[test]
fn properties_are_asked_for_each_of_their_parameters() {
    let source = Source::new(
        "model \"m\" sort P { p q }
         var n : 0..9 var bag : multiset [3] of 0..9 var u : bool undefinable
         start \"s\" { n := 4; add n to bag; n := 6; add n to bag; }
         invariant \"above\" locals i.0 : bound 0..9, p.1 : bound P for i.0 in steps(5, 7, 1), p.1 in P { ge(n, i.0) }
         invariant \"even\" locals k.0 : bound 0..2 for k.0 in positions(bag) { eq(rem(bag[#k.0], 2), 0) }
         cover \"even\" locals k.0 : bound 0..2 for k.0 in positions(bag) { eq(bag[#k.0], 4) }
         liveness \"u\" { u }",
    );
    let state = source.first();
    let mut interpreter = Interpreter::new(&source.program);
    let mut answers = |property: u32| {
        let property = PropertyId::from_u32(property);
        let instances = 0..interpreter.instances(property);
        let answers = instances.map(|instance| {
            let answer = interpreter.holds(property, instance, &state);
            answer.map_err(|fault| source.fault(&fault))
        });
        answers.collect::<Vec<_>>()
    };
    let said = |answers: &[bool]| answers.iter().map(|a| Ok(*a)).collect::<Vec<_>>();
    assert_eq!(answers(0), said(&[true, true, true, true, false, false]));
    // The last position is empty: nothing is violated there, and nothing covered.
    assert_eq!(answers(1), said(&[true, true, true]));
    assert_eq!(answers(2), said(&[false, true, false]));
    assert_eq!(answers(3), [Err("undefined at u".to_string())]);
}
