//! Covers that steps hit: once a firing, wherever it leads, unless there is no such step.

use crate::harness::Source;
use weyl_system::{Batch, Firing, Interpreter, System};

/// A counter with one rule and two covers.
fn counter(body: &str) -> Source {
    Source::new(&format!(
        "model \"m\" sort P {{ p q r }} var n : 0..3 var own : array [P] of 0..3
         function mark (k.0) -> z.1 locals k.0 : value 0..3, z.1 : value 0..3
         {{ if eq(k.0, 2) {{ hit 1; }} z.1 := k.0; return; }}
         start \"s\" {{ n := 0; hit 0; }}
         rule \"step\" locals i.0 : bound 0..3, p.1 : bound P, t.2 : value 0..3
         for i.0 in 0..3 {{ {body} }}
         cover \"one\" {{ false }} cover \"two\" {{ false }}
         assumption \"small\" {{ lt(n, 3) }}"
    ))
}

/// The covers that the instances of the rule hit in the first state: in a batch, where nobody looks
/// at outcomes, and one by one.
fn hits(body: &str) -> Vec<(u64, u32)> {
    let source = counter(body);
    let state = source.first();
    let mut interpreter = Interpreter::new(&source.program);
    let mut batch = Batch::default();
    interpreter.successors(&state, &mut batch);
    let hits = batch.hits().iter();
    let together: Vec<(u64, u32)> = hits
        .map(|(firing, property)| (firing.instance, property.as_u32()))
        .collect();
    let rule = source.program.model.rules.keys().next().unwrap();
    let mut alone = Vec::new();
    for instance in 0..4 {
        let fired = interpreter.fire(&state, Firing { rule, instance });
        let hits = fired.into_iter().flat_map(|fired| fired.hits);
        alone.extend(hits.map(|property| (instance, property.as_u32())));
    }
    assert_eq!(together, alone, "{body}");
    together
}

#[test]
fn a_firing_hits_each_cover_once() {
    assert_eq!(hits("n := 1;"), []);
    assert_eq!(hits("if eq(i.0, 1) { hit 0; hit 0; }"), [(1, 0)]);
    assert_eq!(
        hits("if lt(i.0, 2) { hit 1; } if eq(i.0, 1) { hit 0; }"),
        [(0, 1), (1, 1), (1, 0)]
    );
}

#[test]
fn calls_and_loops_hit() {
    assert_eq!(hits("call mark(i.0) -> t.2;"), [(2, 1)]);
    assert_eq!(
        hits("own[P::q] := i.0; for p.1 in P { if eq(own[p.1], 3) { hit 0; } }"),
        [(3, 0)]
    );
    assert_eq!(hits("while lt(n, 2) { n := plus(n, 1); hit 0; }").len(), 4);
}

#[test]
fn a_step_that_fails_has_hit() {
    assert_eq!(
        hits("if eq(i.0, 0) { hit 0; error \"late\"; } error \"early\"; hit 1;"),
        [(0, 0)]
    );
    let turns = "for p.1 in P { if eq(p.1, P::q) { error \"q\"; } if eq(i.0, 1) { hit 0; } }";
    assert_eq!(hits(turns), [(1, 0)]);
}

#[test]
fn where_there_is_no_step_nothing_is_hit() {
    assert_eq!(hits("hit 0; assume eq(i.0, 2);"), [(2, 0)]);
    assert_eq!(counter("hit 0; n := 3;").steps()[0], "step 0: excluded");
    let source = counter("hit 0; n := 3;");
    let mut batch = Batch::default();
    Interpreter::new(&source.program).successors(&source.first(), &mut batch);
    assert_eq!(batch.hits(), []);
}

#[test]
fn initial_rules_hit() {
    let source = counter("");
    let mut batch = Batch::default();
    Interpreter::new(&source.program).initial(&mut batch);
    assert_eq!(batch.hits().len(), 1);
    let rule = source.program.model.starts.keys().next().unwrap();
    let firing = Firing { rule, instance: 0 };
    let fired = Interpreter::new(&source.program).fire_start(firing);
    assert_eq!(fired.map(|fired| fired.hits.len()), Some(1));
}
