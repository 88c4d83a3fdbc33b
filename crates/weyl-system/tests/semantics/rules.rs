//! Firings: their order, their parameters, their control locations, and that none leaves a trace in
//! the next.

use crate::harness::Source;
use weyl_ir::RuleId;
use weyl_system::{ExecutionLimits, Firing, Interpreter, Program, ProgramError};

fn check_steps(text: &str, expected: &[&str]) {
    let source = Source::new(&format!("model \"m\" {text}"));
    assert_eq!(source.steps(), expected, "{text}");
}

#[test]
fn firings_come_rule_by_rule_and_the_last_parameter_turns_fastest() {
    check_steps(
        "sort P { p q }
         var n : 0..99
         start \"s\" { }
         rule \"b\" locals i.0 : bound 0..9, p.1 : bound P
           for i.0 in steps(8, 2, -3), p.1 in P
           when ne(i.0, 5)
         { n := plus(times(i.0, 10), choose(eq(p.1, P::p), 1, 2)); }
         rule \"a\" { n := 99; }",
        &[
            "b 0: n=81",
            "b 1: n=82",
            "b 4: n=21",
            "b 5: n=22",
            "a 0: n=99",
        ],
    );
}

#[test]
fn initial_rules_start_from_nothing_with_each_of_their_parameters() {
    let source = Source::new(
        "model \"m\" var n : 1..9 var u : bool undefinable
         start \"one\" locals i.0 : bound 1..2, b.1 : bound bool for i.0 in 1..2, b.1 in bool { n := plus(n, i.0); u := b.1; }
         start \"two\" { }
         start \"bad\" { n := 0; }
         start \"none\" { assume false; }",
    );
    assert_eq!(
        source.initial(),
        [
            "one 0: n=2 u=false",
            "one 1: n=2 u=true",
            "one 2: n=3 u=false",
            "one 3: n=3 u=true",
            "two 0: n=1 u=_",
            "bad 0: 0 outside 1..9 at n := 0;",
        ]
    );
}

#[test]
fn rules_over_an_empty_sort_never_fire() {
    check_steps(
        "sort Nobody { }
         var bags : array [0..1] of multiset [2] of bool
         var i : 0..3
         start \"s\" { i := 3; }
         rule \"a\" locals o.0 : bound Nobody for o.0 in Nobody { }
         rule \"b\" locals k.0 : bound 0..1, o.1 : bound Nobody for k.0 in positions(bags[i]), o.1 in Nobody { }
         rule \"c\" locals i.0 : bound 0..9 for i.0 in steps(3, 2, 1) { }
         rule \"d\" { }",
        &["d 0: bags=[<> <>] i=3"],
    );
}

#[test]
fn parameters_range_over_occupied_positions() {
    check_steps(
        "var bags : array [0..1] of multiset [3] of 0..9
         var n : 0..9
         start \"s\" { n := 4; add n to bags[1]; n := 6; add n to bags[1]; add n to bags[1]; n := 0; }
         rule \"take\" locals i.0 : bound 0..1, k.1 : bound 0..2
           for i.0 in 0..1, k.1 in positions(bags[i.0])
         { n := bags[i.0][#k.1]; remove k.1 from bags[i.0]; }",
        &[
            "take 3: bags=[<> <6 4>] n=6",
            "take 4: bags=[<> <6 4>] n=6",
            "take 5: bags=[<> <6 6>] n=4",
        ],
    );
}

/// The firing that is reported with a fault is one that has it.
#[test]
fn faults_in_domains_carry_a_true_number() {
    let source = Source::new(
        "model \"m\" var bags : array [0..1] of multiset [2] of bool
         start \"s\" { }
         rule \"a\" locals i.0 : bound 0..3, k.1 : bound 0..1, j.2 : bound 0..4
           for i.0 in 0..3, k.1 in positions(bags[div(3, minus(i.0, 2))]), j.2 in 0..4
         { }",
    );
    // Indices by i: -1 (3 / -2), -3, division by zero, 3; two positions each, five values of j.
    let steps = source.steps();
    let numbers: Vec<&str> = steps.iter().map(|s| s.split(':').next().unwrap()).collect();
    assert_eq!(
        numbers,
        ["a 0", "a 5", "a 10", "a 15", "a 20", "a 25", "a 30", "a 35"]
    );
    assert!(steps[4].ends_with("division by zero at div(3, minus(i.0, 2))"));
    let mut interpreter = Interpreter::new(&source.program);
    for (instance, step) in [(10, &steps[2]), (20, &steps[4]), (35, &steps[7])] {
        let rule = RuleId::from_u32(0);
        let fired = interpreter.fire(&source.first(), Firing { rule, instance });
        let Some(weyl_system::FiredOutcome::Fault(fault)) = fired.map(|fired| fired.outcome) else {
            panic!("{step}");
        };
        assert!(step.ends_with(&source.fault(&fault)), "{step}");
    }
}

#[test]
fn faults_in_guards_are_steps() {
    check_steps(
        "var u : 0..3 undefinable
         start \"s\" { }
         rule \"a\" when eq(u, 1) { }
         rule \"b\" when undefined(u) { u := 1; }
         rule \"c\" locals i.0 : bound 0..2 for i.0 in 0..2 when eq(div(1, i.0), 1) { u := i.0; }",
        &[
            "a 0: undefined at u",
            "b 0: u=1",
            "c 0: division by zero at div(1, i.0)",
            "c 1: u=1",
        ],
    );
}

#[test]
fn a_firing_leaves_nothing_behind() {
    check_steps(
        "var n : 0..9 var m : 0..9
         function taint (x.0) -> y.1 locals x.0 : value 0..9, y.1 : value 0..9, t.2 : value 0..9 {
           assert undefined(t.2) \"a fresh local\";
           t.2 := 9;
           y.1 := div(t.2, x.0);
           return;
         }
         start \"s\" { m := 3; }
         rule \"fault\" locals i.0 : bound 0..3, t.1 : value 0..9, bag.2 : value multiset [1] of 0..9
           for i.0 in 0..3
         {
           assert and(eq(n, 0), eq(m, 3), undefined(t.1)) \"as it was\";
           t.1 := i.0;
           n := plus(i.0, 1);
           m := 7;
           add n to bag.2;
           call taint(minus(i.0, 1));
         }
         rule \"infeasible\" locals i.0 : bound 0..1, t.1 : value 0..9 for i.0 in 0..1 {
           assert and(eq(n, 0), eq(m, 3), undefined(t.1)) \"as it was\";
           t.1 := 1;
           n := 9;
           assume eq(i.0, 1);
         }
         rule \"look\" { }",
        &[
            "fault 0: -1 outside 0..9 at minus(i.0, 1)",
            "fault 1: division by zero at div(t.2, x.0)",
            "fault 2: n=3 m=7",
            "fault 3: n=4 m=7",
            "infeasible 1: n=9 m=3",
            "look 0: n=0 m=3",
        ],
    );
}

#[test]
fn control_locations_guard_and_move() {
    check_steps(
        "sort P { p q r }
         type Loc = enum { idle busy done }
         var pc : array [P] of Loc
         var cur : P
         var odd : Loc undefinable
         start \"s\" { pc[P::q] := Loc::busy; }
         rule \"start\" locals p.0 : bound P for p.0 in P at pc[p.0] idle -> busy by p.0 { }
         rule \"stay\" locals p.0 : bound P for p.0 in P at pc[p.0] busy { cur := p.0; }
         rule \"early\" locals p.0 : bound P for p.0 in P at pc[p.0] busy -> done by p.0 when ne(p.0, P::p) { return; }
         rule \"last\" at pc[P::q] busy -> idle { pc[P::q] := Loc::done; }
         rule \"undefined\" at odd idle -> busy { }
         rule \"follow\" at pc[cur] idle -> done { cur := P::r; }",
        &[
            "start 0: pc=[busy busy idle] cur=p odd=_",
            "start 2: pc=[idle busy busy] cur=p odd=_",
            "stay 1: pc=[idle busy idle] cur=q odd=_",
            "early 1: pc=[idle done idle] cur=p odd=_",
            "last 0: pc=[idle idle idle] cur=p odd=_",
            "follow 0: pc=[done busy idle] cur=r odd=_",
        ],
    );
}

#[test]
fn control_locations_can_be_faulty() {
    check_steps(
        "type Loc = enum { idle busy }
         var pc : array [0..1] of Loc
         var u : 0..1 undefinable
         var bag : multiset [2] of Loc
         start \"s\" { add pc[0] to bag; }
         rule \"a\" at pc[u] idle -> busy { }
         rule \"b\" locals k.0 : bound 0..1 for k.0 in positions(bag) at bag[#k.0] idle -> busy { }
         rule \"c\" at bag[#0] idle -> busy { remove 0 from bag; }
         rule \"d\" at bag[#0] idle { remove 0 from bag; }
         rule \"e\" at bag[#1] idle { }",
        &[
            "a 0: undefined at u",
            "b 0: pc=[idle idle] u=_ bag=<busy>",
            "c 0: empty position at bag[#0]",
            "d 0: pc=[idle idle] u=_ bag=<>",
            "e 0: empty position at 1",
        ],
    );
}

#[test]
fn parameters_are_shown_by_name() {
    let source = Source::new(
        "model \"m\" sort P { p q } type L = enum { a b } type U = union { L, P }
         start \"s\" { }
         rule \"r\" locals p.0 : bound P, i.1 : bound -9..9, u.2 : bound U, b.3 : bound bool
           for p.0 in P, i.1 in steps(3, -9, -5), u.2 in U, b.3 in bool { }
         invariant \"i\" locals p.0 : bound P for p.0 in P { true }",
    );
    let model = &source.program.model;
    let rule = &model.rules[RuleId::from_u32(0)];
    let shown = |instance| {
        let values = source
            .program
            .parameters(&rule.parameters, &rule.locals, instance);
        let values = values
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"));
        values.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(0), "p=p i=3 u=a b=false");
    assert_eq!(shown(1), "p=p i=3 u=a b=true");
    assert_eq!(shown(7), "p=p i=3 u=q b=true");
    assert_eq!(shown(8), "p=p i=-2 u=a b=false");
    assert_eq!(shown(47), "p=q i=-7 u=q b=true");
    let (_, property) = model.properties.iter().next().unwrap();
    let values = source
        .program
        .parameters(&property.parameters, &property.locals, 1);
    assert_eq!(values, [("p".to_string(), "q".to_string())]);
}

#[test]
fn there_are_no_other_firings() {
    let source = Source::new(
        "model \"m\" var n : 0..3
         start \"s\" locals i.0 : bound 0..1 for i.0 in 0..1 { n := i.0; }
         rule \"r\" locals i.0 : bound 0..3 for i.0 in 0..3 when gt(i.0, n) { assume ne(i.0, 2); n := i.0; }",
    );
    let mut interpreter = Interpreter::new(&source.program);
    let state = source.first();
    let firing = |rule, instance| Firing {
        rule: RuleId::from_u32(rule),
        instance,
    };
    let enabled = (0..6).map(|instance| interpreter.fire(&state, firing(0, instance)).is_some());
    assert_eq!(
        enabled.collect::<Vec<_>>(),
        [false, true, false, true, false, false]
    );
    assert_eq!(interpreter.fire(&state, firing(1, 0)), None);
    assert_eq!(interpreter.fire(&state, firing(0, u64::MAX)), None);
    assert!(interpreter.fire_start(firing(0, 1)).is_some());
    assert_eq!(interpreter.fire_start(firing(0, 2)), None);
    assert_eq!(interpreter.fire_start(firing(1, 0)), None);
}

#[test]
fn too_many_valuations_are_refused() {
    let program = |parameters: &str| {
        let text = format!(
            "model \"m\" start \"s\" {{ }}
             rule \"wide\" locals i.0 : bound 0..65535, j.1 : bound 0..65536 for {parameters} {{ }}"
        );
        let model = weyl_ir::text::read(&text).unwrap();
        Program::new(model, ExecutionLimits::default()).err()
    };
    let refused = Some(ProgramError::TooManyInstances("wide".to_string()));
    assert_eq!(program("i.0 in 0..65535, j.1 in 0..65536"), refused);
    assert_eq!(program("i.0 in 0..65535, j.1 in steps(0, 65535, 1)"), None);
}
