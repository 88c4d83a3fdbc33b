//! Programs that are each about one way to depend on something. What is kept is said by name; what
//! that means is compared as everywhere else.

use crate::agree::{compare, kept_variables};
use crate::texts::{self, MURPHI, PROMELA};
use weyl_ir::{FrontEnd, Layout, PropertyId};

const STATES: usize = 20_000;

/// Slices for the first property of a program: `kept` and `left_out` are variables.
#[track_caller]
fn check(language: &dyn FrontEnd, text: &str, kept: &[&str], left_out: &[&str]) {
    let model = texts::model(language, text).expect("a model");
    let property = PropertyId::from_u32(0);
    let compared = compare(&model, &[property], STATES).expect("the same");
    let compared = compared.expect("few states");
    let layout = Layout::new(&model).expect("a layout");
    let found = kept_variables(&model, &layout, &compared.slice);
    for name in kept {
        assert!(found.contains(*name), "{name} is not kept: {found:?}");
    }
    for name in left_out {
        assert!(!found.contains(*name), "{name} is kept: {found:?}");
    }
    if !left_out.is_empty() {
        assert!(!compared.slice.is_everything());
    }
}

fn murphi(text: &str, kept: &[&str], left_out: &[&str]) {
    check(MURPHI, text, kept, left_out);
}

fn promela(text: &str, kept: &[&str], left_out: &[&str]) {
    check(PROMELA, text, kept, left_out);
}

#[test]
fn what_nobody_reads_goes() {
    murphi(
        "var k: 0..3; x: 0..3; y: 0..3;
         startstate begin k := 0; x := 0; y := 0; end;
         rule k < 3 ==> begin k := k + 1; x := (x + 1) % 4; end;
         rule true ==> begin y := (y + x) % 4; end;
         invariant k <= 3;",
        &["k"],
        &["x", "y"],
    );
}

#[test]
fn a_guard_is_kept() {
    murphi(
        "var k: boolean; x: 0..3; y: boolean;
         startstate begin k := false; x := 0; y := false; end;
         rule x = 2 & !k ==> begin k := true; end;
         rule x < 3 ==> begin x := x + 1; y := !y; end;
         cover k;",
        &["k", "x"],
        &["y"],
    );
}

#[test]
fn conditions_around_a_write_are_kept() {
    murphi(
        "var k: boolean; a: boolean; b: 0..3; c: 0..2; d: boolean;
         startstate begin k := false; a := false; b := 0; c := 0; d := false; end;
         rule true ==> begin
           if a then d := !d; else switch b case 1: k := true; case 2: d := true; end; end;
         end;
         rule true ==> begin for i: 0..2 do if i = c then d := true; end; end; end;
         rule true ==> begin a := !a; end;
         rule b < 3 ==> begin b := b + 1; end;
         rule c < 2 ==> begin c := c + 1; end;
         cover k;",
        &["k", "a", "b"],
        &["c", "d"],
    );
}

#[test]
fn a_loop_is_kept_with_its_condition() {
    murphi(
        "var k: 0..7; n: 0..3; x: boolean;
         startstate begin k := 0; n := 0; x := false; end;
         rule n < 3 ==> begin n := n + 1; x := !x; end;
         rule true ==> var i: 0..4; begin
           i := 0; k := 0;
           while i < n do k := k + 2; i := i + 1; end;
         end;
         invariant k < 7;",
        &["k", "n"],
        &["x"],
    );
}

#[test]
fn an_index_is_kept() {
    murphi(
        "var k: array [0..2] of boolean; i: 0..2; x: 0..2;
         startstate begin for j: 0..2 do k[j] := false; end; i := 0; x := 0; end;
         rule true ==> begin k[i] := true; end;
         rule i < 2 ==> begin i := i + 1; x := i; end;
         cover k[2];",
        &["k", "i"],
        &["x"],
    );
}

#[test]
fn an_index_of_what_is_read_is_kept() {
    murphi(
        "var k: boolean; a: array [0..2] of boolean; i: 0..2; x: boolean;
         startstate begin k := false; for j: 0..2 do a[j] := j = 1; end; i := 0; x := false; end;
         rule true ==> begin k := a[i]; end;
         rule i < 2 ==> begin i := i + 1; x := !x; end;
         cover k;",
        &["k", "a", "i"],
        &["x"],
    );
}

#[test]
fn elements_and_instances_go_one_by_one() {
    let text = "type N: 0..2;
         var a: array [N] of 0..2; b: array [N] of 0..2;
         startstate begin for i: N do a[i] := 0; b[i] := 0; end; end;
         ruleset i: N do
           rule a[i] < 2 ==> begin a[i] := a[i] + 1; b[i] := a[i]; end;
         end;
         invariant a[1] <= 2;";
    murphi(text, &["a"], &["b"]);
    let model = texts::model(MURPHI, text).expect("a model");
    let compared = compare(&model, &[PropertyId::from_u32(0)], STATES).expect("the same");
    let compared = compared.expect("few states");
    assert_eq!((compared.states, compared.sliced_states), (27, 3));
    assert_eq!(compared.slice.gone[0].instances, [0, 2]);
    assert!(!compared.slice.gone[0].is_whole);
}

/// Instances that are gone do nothing, also where nothing else would keep them from it.
#[test]
fn instances_that_are_gone_do_nothing() {
    let rules = "type N: 0..2;
         var a: array [N] of boolean;
         startstate begin for i: N do a[i] := false; end; end;
         ruleset i: N do rule true ==> begin a[i] := true; end; end;
         invariant a[1];";
    let processes = "byte v[2];
         active [2] proctype P() { do :: v[_pid] < 2 -> v[_pid]++ od }
         ltl p { [] (v[0] < 2) }";
    for (language, text, states, sliced) in [(MURPHI, rules, 8, 2), (PROMELA, processes, 25, 5)] {
        let model = texts::model(language, text).expect("a model");
        let compared = compare(&model, &[PropertyId::from_u32(0)], STATES).expect("the same");
        let compared = compared.expect("few states");
        assert_eq!((compared.states, compared.sliced_states), (states, sliced));
        assert!(compared.slice.gone.iter().all(|gone| !gone.is_whole));
    }
}

/// What is deleted may have failed before what is kept was written, or after it.
#[test]
fn what_may_fail_stays() {
    for place in ["first", "last"] {
        let (before, after) = match place {
            "first" => ("x := y + 1;", ""),
            _ => ("", "x := y + 1;"),
        };
        let text = format!(
            "var k: 0..3; x: 0..3; y: 0..3; z: 0..3;
             startstate begin k := 0; x := 0; y := 0; z := 0; end;
             rule k < 3 ==> begin {before} k := k + 1; {after} end;
             rule y < 3 ==> begin y := y + 1; z := y; end;
             invariant k < 3;"
        );
        murphi(&text, &["k", "y"], &["z"]);
    }
}

#[test]
fn an_undefined_read_stays() {
    murphi(
        "var k: 0..3; x: 0..3; y: 0..3; z: 0..3;
         startstate begin k := 0; x := 0; y := 0; undefine z; end;
         rule k < 3 ==> begin k := k + 1; if y > 0 then x := 0; end; end;
         rule true ==> begin undefine y; end;
         rule true ==> begin y := 1; end;
         invariant k < 3;",
        &["k", "y"],
        &["z"],
    );
}

#[test]
fn a_copy_of_something_undefined_stays() {
    murphi(
        "var k: 0..3; x: 0..3; y: 0..3; u: 0..3; z: 0..3;
         startstate begin k := 0; x := 0; y := 0; undefine u; z := 0; end;
         rule k < 3 ==> begin k := k + 1; if y > 0 then x := 0; end; end;
         rule true ==> begin y := u; end;
         rule true ==> begin u := 1; z := 1; end;
         invariant k < 3;",
        &["k", "y", "u"],
        &["z"],
    );
}

#[test]
fn an_index_outside_stays() {
    murphi(
        "var k: 0..3; a: array [0..1] of boolean; i: 0..3; z: boolean;
         startstate begin k := 0; a[0] := false; a[1] := false; i := 0; z := false; end;
         rule k < 3 ==> begin k := k + 1; a[i] := true; end;
         rule i < 3 ==> begin i := i + 1; z := a[0]; end;
         invariant k < 3;",
        &["k", "i"],
        &["z"],
    );
}

#[test]
fn division_by_zero_stays() {
    murphi(
        "var k: 0..3; x: 0..9; d: 0..2; z: 0..9;
         startstate begin k := 0; x := 0; d := 2; z := 0; end;
         rule k < 3 ==> begin x := 8 / d; k := k + 1; end;
         rule d > 0 ==> begin d := d - 1; z := x; end;
         invariant k < 3;",
        &["k", "d"],
        &["z"],
    );
}

#[test]
fn assertions_errors_and_returns_stay() {
    for ending in [
        "assert a;",
        "if !a then error \"no\"; end;",
        "if !a then return; end;",
    ] {
        let text = format!(
            "var k: boolean; a: boolean; x: boolean;
             startstate begin k := false; a := false; x := false; end;
             rule !k ==> begin {ending} k := true; x := true; end;
             rule true ==> begin a := !a; x := a; end;
             cover k;"
        );
        murphi(&text, &["k", "a"], &["x"]);
    }
}

#[test]
fn an_undefined_local_stays() {
    murphi(
        "var k: 0..3; x: 0..3; y: boolean; z: boolean;
         startstate begin k := 0; x := 0; y := false; z := false; end;
         rule k < 3 ==> var l: 0..3; begin
           if y then l := 1; end;
           x := (l + 1) % 4;
           k := k + 1;
         end;
         rule true ==> begin y := !y; z := y; end;
         invariant k < 3;",
        &["k", "y"],
        &["z"],
    );
}

/// A call may fail inside, or end without its result.
#[test]
fn calls_that_may_fail_stay() {
    for ending in ["return 1;", "return w - 1;"] {
        let text = format!(
            "type V: 0..3;
             var k: V; x: V; y: V; z: V;
             function some(w: V): V; begin if w > 0 then {ending} end; end;
             startstate begin k := 0; x := 0; y := 0; z := 0; end;
             rule k < 3 ==> begin x := some(y); k := k + 1; end;
             rule y < 3 ==> begin y := y + 1; z := y; end;
             invariant k < 3;"
        );
        murphi(&text, &["k", "y"], &["z"]);
    }
}

#[test]
fn procedures_that_may_fail_stay() {
    murphi(
        "type V: 0..3;
         var k: V; x: V; y: V; z: V;
         procedure go(w: V); begin assert w > 0; x := w; end;
         startstate begin k := 0; x := 0; y := 0; z := 0; end;
         rule k < 3 ==> begin k := k + 1; go(y); end;
         rule y < 3 ==> begin y := y + 1; z := y; end;
         invariant k < 3;",
        &["k", "y"],
        &["z"],
    );
}

/// A loop without end is a failure.
#[test]
fn loops_that_may_not_end_stay() {
    murphi(
        "var k: 0..3; x: boolean; y: boolean; z: boolean;
         startstate begin k := 0; x := false; y := true; z := false; end;
         rule k < 3 ==> begin while y do x := !x; end; k := k + 1; end;
         rule true ==> begin y := !y; z := y; end;
         invariant k < 3;",
        &["k", "y"],
        &["z"],
    );
}

#[test]
fn assumptions_restrict_everything() {
    murphi(
        "var k: 0..3; a: 0..3; x: 0..3;
         startstate begin k := 0; a := 0; x := 0; end;
         rule k < 3 ==> begin k := k + 1; a := k; end;
         rule true ==> begin x := (x + 1) % 4; end;
         invariant k < 3;
         assume a < 2;",
        &["k", "a"],
        &["x"],
    );
}

#[test]
fn calls_are_followed() {
    murphi(
        "type V: 0..3;
         var k: V; x: V; y: V; z: V;
         function next(v: V): V; begin return (v + 1) % 4; end;
         procedure store(var p: V; v: V); begin p := v; end;
         startstate begin k := 0; x := 0; y := 0; z := 0; end;
         rule true ==> begin store(k, next(x)); end;
         rule true ==> begin x := y; end;
         rule y < 3 ==> begin y := y + 1; end;
         rule true ==> begin z := next(z); end;
         cover k = 3;",
        &["k", "x", "y"],
        &["z"],
    );
}

#[test]
fn locals_pass_things_on() {
    murphi(
        "var k: 0..3; x: 0..3; y: 0..3;
         startstate begin k := 0; x := 0; y := 0; end;
         rule true ==> var l: 0..3; m: 0..3; begin l := x; m := l; y := m; k := m; end;
         rule x < 2 ==> begin x := x + 1; y := 0; end;
         cover k = 2;",
        &["k", "x"],
        &["y"],
    );
}

#[test]
fn aliases_are_followed() {
    murphi(
        "type N: 0..1; R: record f: 0..3; g: 0..3; end;
         var a: array [N] of R; i: N; x: boolean;
         startstate begin
           for j: N do a[j].f := 0; a[j].g := 0; end; i := 0; x := false;
         end;
         rule true ==> begin
           alias r: a[i] do r.f := 1; r.g := 2; x := !x; end;
         end;
         rule true ==> begin i := 1 - i; x := true; end;
         cover a[1].f = 1;",
        &["a", "i"],
        &["x"],
    );
}

#[test]
fn fields_go_one_by_one() {
    let text = "var a: record f: 0..3; g: 0..3; end;
         startstate begin a.f := 0; a.g := 0; end;
         rule a.f < 3 ==> begin a.f := a.f + 1; end;
         rule a.g < 3 ==> begin a.g := a.g + 1; end;
         invariant a.f <= 3;";
    murphi(text, &["a"], &[]);
    let model = texts::model(MURPHI, text).expect("a model");
    let compared = compare(&model, &[PropertyId::from_u32(0)], STATES).expect("the same");
    assert_eq!(compared.expect("few states").sliced_states, 4);
}

#[test]
fn multisets_are_kept_whole() {
    murphi(
        "var m: multiset [2] of record f: 0..1; g: 0..1; end; k: boolean; x: 0..3;
             e: record f: 0..1; g: 0..1; end;
         startstate begin
           undefine m; k := false; x := 0; e.f := 0; e.g := 0;
         end;
         rule multisetcount(i: m, true) < 2 ==> begin multisetadd(e, m); x := 0; end;
         rule true ==> begin e.f := 1 - e.f; end;
         rule true ==> begin e.g := 1 - e.g; end;
         choose i: m do rule m[i].f = 1 ==> begin k := true; multisetremove(i, m); end; end;
         rule x < 3 ==> begin x := x + 1; end;
         cover k;",
        &["m", "k", "e"],
        &["x"],
    );
}

#[test]
fn initial_states_go_together() {
    let text = "var k: 0..3; x: 0..3; y: 0..3;
         ruleset i: 0..3 do ruleset j: 0..2 do
           startstate begin k := j; x := i; y := i; end;
         end; end;
         rule x < 3 ==> begin x := x + 1; end;
         invariant k <= 2;";
    murphi(text, &["k"], &["x", "y"]);
    let model = texts::model(MURPHI, text).expect("a model");
    let compared = compare(&model, &[PropertyId::from_u32(0)], STATES).expect("the same");
    assert_eq!(compared.expect("few states").sliced_states, 3);
}

/// Steps that go on for ever beside what is waited for.
#[test]
fn steps_without_end_go() {
    murphi(
        "var k: boolean; x: boolean;
         startstate begin k := false; x := false; end;
         rule true ==> begin x := !x; end;
         rule !k ==> begin k := true; end;
         liveness k;",
        &["k"],
        &["x"],
    );
}

#[test]
fn a_process_is_kept_whole() {
    promela(
        "byte k, x, y, z;
         active proctype A() { do :: x < 2 -> x++; y = x :: x == 2 -> k = 1; x = 0 od }
         active proctype B() { do :: z < 3 -> z++ :: z == 3 -> z = 0 od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc"],
        &["y", "z", "B:_pc"],
    );
}

#[test]
fn a_condition_that_another_process_makes_true_is_kept() {
    promela(
        "byte k, x, y;
         active proctype A() { do :: x == 2 -> k = 1 od }
         active proctype B() { do :: x < 2 -> x++; y++ od }
         active proctype C() { do :: y > 0 -> y-- od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["C:_pc", "y"],
    );
}

#[test]
fn both_sides_of_a_channel_are_kept() {
    promela(
        "chan c = [1] of { byte }; chan d = [1] of { byte };
         byte k, x, y;
         active proctype A() { byte m; do :: c?m; k = m od }
         active proctype B() { do :: c!x :: x = (x + 1) % 3; y = x od }
         active proctype C() { do :: c?1 -> skip od }
         active proctype D() { do :: d!1 :: d?_ od }
         ltl p { [] (k == 0) }",
        &["k", "x", "c (messages)", "A:_pc", "B:_pc", "C:_pc"],
        &["y", "D:_pc", "d (messages)"],
    );
}

#[test]
fn who_meets_is_kept() {
    promela(
        "chan c = [0] of { byte }; chan d = [0] of { byte };
         byte k, x, y;
         active proctype A() { byte m; do :: c?m; k = m od }
         active proctype B() { do :: c!x; y = 1 :: x = (x + 1) % 3 od }
         active proctype C() { do :: d!1 od }
         active proctype D() { do :: d?_; y = 2 od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["y", "C:_pc", "D:_pc"],
    );
}

/// The sender can go on only if somebody takes what it sends.
#[test]
fn who_takes_an_offer_is_kept() {
    promela(
        "chan c = [0] of { byte }; byte k, x, y;
         active proctype A() { c!1; k = 1; do :: skip od }
         active proctype B() { byte m; x == 2; c?m; do :: skip od }
         active proctype C() { do :: x < 2 -> x++; y = 1 od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc", "C:_pc"],
        &["y", "B:m"],
    );
}

#[test]
fn else_depends_on_all_before() {
    promela(
        "byte k, x, y; 
         active proctype A() { do :: x > 0 -> y = 1 :: else -> k = 1 od }
         active proctype B() { do :: x = 1 - x; y = 2 od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["y"],
    );
}

/// A rule that writes nothing, not even where its process is, may keep another one from firing.
#[test]
fn else_depends_on_what_does_not_move() {
    let text = "byte k, x, y;
         active proctype A() { do :: x == 1 :: else -> k = 1 od }
         active proctype B() { do :: x = 1 - x; y = 2 od }
         ltl p { [] (k == 0) }";
    let mut model = texts::model(PROMELA, text).expect("a model");
    let mut stay = 0;
    for rule in model.rules.values_mut() {
        let control = rule.control.as_mut().expect("a process");
        if control.to == Some(control.from) {
            control.to = None;
            stay += 1;
        }
    }
    assert_eq!(stay, 1);
    let compared = compare(&model, &[PropertyId::from_u32(0)], STATES).expect("the same");
    assert!(compared.expect("few states").slice.has_all_steps());
}

#[test]
fn timeout_depends_on_everybody() {
    promela(
        "byte k, x;
         active proctype A() { do :: timeout -> k = 1 od }
         active proctype B() { x < 2; do :: x < 2 -> x++ od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &[],
    );
}

#[test]
fn a_timeout_of_others_goes() {
    promela(
        "byte k, x;
         active proctype A() { do :: k = 1 - k od }
         active proctype B() { do :: timeout -> x = 1 od }
         ltl p { [] (k == 0) }",
        &["k", "A:_pc"],
        &["x", "B:_pc"],
    );
}

#[test]
fn an_escape_is_kept() {
    promela(
        "byte k, x, y;
         active proctype A() { { do :: y = 1 - y od } unless { x == 1 -> k = 1 }; do :: skip od }
         active proctype B() { do :: x = 1 - x od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["y"],
    );
}

/// What blocks inside of a sequence decides whether others see what is between.
#[test]
fn a_sequence_is_kept() {
    promela(
        "byte k, x, y, z;
         active proctype A() { do :: atomic { k = 1; y = 3; x == 1; k = 0 } od }
         active proctype B() { do :: x = 1 - x; z = x od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["y", "z"],
    );
}

#[test]
fn provided_is_kept() {
    promela(
        "byte k, x, y;
         active proctype A() provided (x == 1) { do :: k = 1 - k; y = k od }
         active proctype B() { do :: x = 1 - x; y = x od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &["y"],
    );
}

#[test]
fn priorities_keep_everything() {
    promela(
        "byte k, x;
         active proctype A() priority 1 { do :: k = 1 - k od }
         active proctype B() priority 5 { x = 1; x == 1 }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &[],
    );
}

#[test]
fn who_creates_a_process_is_kept() {
    promela(
        "byte k, x, y;
         proctype A(byte n) { do :: k = n od }
         proctype B() { do :: y = 1 - y od }
         init { x == 1; run B(); run A(2); do :: skip od }
         active proctype C() { do :: x < 1 -> x++ od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "C:_pc", "init:_pc"],
        &["y", "B:_pc"],
    );
}

/// A process can end only when all younger ones have.
#[test]
fn ends_wait_for_each_other() {
    promela(
        "byte k, x, y;
         active proctype A() { k = 1 }
         active proctype B() { x == 1 }
         active proctype C() { x = 1; y = 1 }
         ltl p { [] (k == 0) }",
        &["k", "A:_pc", "B:_pc", "x", "C:_pc"],
        &["y"],
    );
}

#[test]
fn the_number_of_processes_is_everybodys() {
    promela(
        "byte k, x, y;
         active proctype A() { do :: _nr_pr == 2 -> k = 1 od }
         active proctype B() { do :: y = 1 - y od }
         active proctype C() { x = 1; x == 1 }
         ltl p { [] (k == 0) }",
        &["k", "C:_pc", "_nr_pr"],
        &["y", "B:_pc"],
    );
}

#[test]
fn who_can_be_enabled_is_kept() {
    promela(
        "byte k, x;
         active proctype A() { do :: enabled(1) -> k = 1 od }
         active proctype B() { do :: x < 2 -> x++ od }
         ltl p { [] (k == 0) }",
        &["k", "x", "A:_pc", "B:_pc"],
        &[],
    );
}
