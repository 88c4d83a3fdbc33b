//! Small models, each aimed at one rule, beside twins in which the variable is not dead.

use crate::lockstep::lockstep;
use crate::{agrees, is_well_formed, model};
use weyl_ir::analysis::written_places;
use weyl_ir::{Model, PropertyId, Root};
use weyl_promela::Promela;
use weyl_reduction::{Aim, Live, live};

/// The model of a text in which somebody sees `n`.
fn watched(text: &str) -> Model {
    let has_one = text.contains("byte n") && !text.contains("ltl");
    let watch = if has_one {
        "ltl watch { [] (n < 200) }"
    } else {
        ""
    };
    model(&Promela, &format!("{text} {watch}")).expect("a model")
}

fn reduced(model: &Model) -> Live {
    let all: Vec<PropertyId> = model.properties.keys().collect();
    live(model, &all, Aim::Symmetry)
}

/// The names of the variables that are reset, with all properties seen; and the states.
fn reset(text: &str) -> (Vec<String>, usize, usize) {
    let model = watched(text);
    let [counts, ..] =
        agrees(&model, (20_000, true)).unwrap_or_else(|why| panic!("{why:#}\n{text}"));
    assert!(counts.is_complete, "{text}");
    let reduced = reduced(&model);
    let names = reduced.resets.variables.iter();
    let names = names.map(|(variable, _)| model.variables[*variable].name.clone());
    (names.collect(), counts.before, counts.after)
}

#[track_caller]
fn dies(text: &str, variable: &str) {
    let (names, before, after) = reset(text);
    assert!(
        names.iter().any(|name| name == variable),
        "{names:?}\n{text}"
    );
    assert!(after < before, "{before} states, {after} after it\n{text}");
}

#[track_caller]
fn lives(text: &str, variable: &str) {
    let (names, ..) = reset(text);
    assert!(
        !names.iter().any(|name| name == variable),
        "{names:?}\n{text}"
    );
}

const CHOICE: &str = "if :: x = 1 :: x = 2 :: x = 3 fi;";

fn in_process(body: &str) -> String {
    format!("byte n; active proctype P() {{ byte x; {body} }}")
}

#[test]
fn what_was_read_for_the_last_time_is_dead() {
    dies(&in_process(&format!("{CHOICE} x > 0; n++; n++")), "P:x");
    // Read at the very end.
    lives(
        &format!("byte n; active proctype P() {{ byte x; do :: {CHOICE} n = 0; n = x od }}"),
        "P:y",
    );
    let (_, before, after) = reset(&in_process(&format!(
        "{CHOICE} n = 1; n = 2; assert(x > 1)"
    )));
    // Only behind the assertion, at the end.
    assert_eq!(before - after, 2);
}

#[test]
fn what_is_never_read_is_nothing() {
    dies(&in_process(&format!("{CHOICE} n++")), "P:x");
}

#[test]
fn what_is_written_in_part_lives() {
    let array = |write: &str| {
        format!(
            "byte n; active proctype P() {{ byte x[2]; if :: x[0] = 1 :: x[0] = 2 fi; \
             n = 1; {write}; n = 2; assert(x[0] == 1) }}"
        )
    };
    let (_, before, after) = reset(&array("x[1] = 1"));
    assert_eq!(before - after, 1);
    // An index that is not known.
    let (_, before, after) = reset(&array("x[n] = 1"));
    assert_eq!(before - after, 1);
}

#[test]
fn fields_die_one_by_one() {
    let text = "typedef T { byte a; byte b }; byte n; active proctype P() { T x; \
        if :: x.a = 1 :: x.a = 2 fi; if :: x.b = 1 :: x.b = 2 fi; \
        n = 1; n = x.b; n = 5 }";
    let (names, before, after) = reset(text);
    assert_eq!(names, ["P:x"]);
    assert!(after < before);
}

#[test]
fn a_read_behind_a_rare_condition_is_a_read() {
    let text = |read: &str| {
        in_process(&format!(
            "{CHOICE} do :: n < 3 -> n++ :: n == 3 -> break od; if :: n == 3 -> {read} :: else fi"
        ))
    };
    let (_, before, after) = reset(&text("assert(x == 1)"));
    let (_, _, fewer) = reset(&text("skip"));
    assert!(fewer < after && after < before);
}

#[test]
fn what_is_printed_is_read() {
    let (_, before, after) = reset(&in_process(&format!(
        "{CHOICE} n = 1; n = 2; printf(\"%d\", x)"
    )));
    assert_eq!(before - after, 2);
}

#[test]
fn what_decides_about_a_failure_is_read() {
    let text = in_process(&format!("{CHOICE} n = 1; n = 4 / (x - 2); n = 0"));
    let (_, before, after) = reset(&text);
    // One of three fails.
    assert_eq!(before - after, 1);
    let text =
        "byte a[3]; active proctype P() { byte x; if :: x = 1 :: x = 3 fi; a[0] = 1; a[x] = 1 }";
    let (..) = reset(text);
}

#[test]
fn an_escape_is_a_way_out() {
    let text = |escape: &str| {
        format!(
            "byte n; active proctype P() {{ byte x; {{ {CHOICE} n = 1; n = 2; n = 3 }} \
             unless {{ n == 2 -> {escape} }} }}"
        )
    };
    let (_, _, after) = reset(&text("assert(x == 1)"));
    let (_, _, fewer) = reset(&text("skip"));
    assert!(fewer < after);
}

#[test]
fn else_and_timeout_are_ways_out() {
    let text = |read: &str| {
        in_process(&format!(
            "{CHOICE} if :: n == 7 -> skip :: else -> n = 1; {read} fi; n = 2"
        ))
    };
    let (_, _, after) = reset(&text("assert(x == 1)"));
    let (_, _, fewer) = reset(&text("skip"));
    assert!(fewer < after);
    let (..) = reset(&in_process(&format!(
        "{CHOICE} if :: n == 7 :: timeout -> assert(x == 1) fi"
    )));
}

#[test]
fn what_others_look_at_lives() {
    let text = |look: &str| {
        format!(
            "byte n; active proctype P() {{ byte x; {CHOICE} n = 1; n = 2 }} \
             active proctype Q() {{ n == 2; {look} }}"
        )
    };
    lives(&text("assert(P[0]:x == 1)"), "P:x");
    dies(&text("assert(n == 2)"), "P:x");
}

#[test]
fn what_properties_see_lives() {
    let text = |formula: &str| {
        format!("byte n; active proctype P() {{ byte x; {CHOICE} n = 1; n = 2 }} {formula}")
    };
    lives(&text("ltl f { [] (P[0]:x != 3) }"), "P:x");
    dies(&text("ltl f { [] (n < 3) }"), "P:x");
    // What nobody evaluates is not seen.
    let model = model(&Promela, &text("ltl f { [] (P[0]:x != 3) }")).expect("a model");
    let reduced = live(&model, &[], Aim::Symmetry);
    assert_eq!(reduced.resets.variables.len(), 2);
}

#[test]
fn provided_clauses_read_until_the_end() {
    let text = "byte n; active proctype P() provided (x != 3) { byte x; skip }";
    assert!(model(&Promela, text).is_err());
    let text = |clause: &str| {
        format!(
            "byte n, g; active proctype P(byte x) provided ({clause}) {{ \
             if :: x = 1 :: x = 2 fi; n = 1; n = 2 }} active proctype Q() {{ g = 1; g = 0 }}"
        )
    };
    let (..) = reset(&text("g == 0"));
}

#[test]
fn parameters_and_initial_values_are_dead_if_nobody_reads_them() {
    let text = |body: &str| {
        format!(
            "byte n; proctype P(byte x; byte y) {{ byte z = x + y; {body} }} \
             init {{ if :: run P(1, 2) :: run P(2, 1) :: run P(3, 2) fi }}"
        )
    };
    dies(&text("n = y"), "P:x");
    dies(&text("n = y"), "P:z");
    dies(&text("n = x; n = 0"), "P:x");
    // What every execution gives to a process for its life is left to it.
    let text = "byte n; proctype P(byte x) { n = x; n = 0 } init { atomic { run P(1); run P(2) } }";
    lives(text, "P:x");
}

#[test]
fn a_place_that_is_come_back_to_is_one_state() {
    // The first location is reached with and without the value of the creation.
    let text = "byte n; proctype P(byte x) { again: n = 1; if :: x = 4 :: x = 5 fi; n = x; \
        if :: goto again :: skip fi } init { run P(4) }";
    dies(text, "P:x");
}

#[test]
fn names_are_used_again() {
    let text = "byte n; proctype P(byte x) { byte y; if :: y = x :: y = 3 fi; n = y; n = 0 } \
        init { run P(1); _nr_pr == 1; run P(2) }";
    dies(text, "P:y");
}

/// No front end forgets to write a variable of a new process: what it has from whoever had its name
/// before is read then.
#[test]
fn what_a_new_process_inherits_lives() {
    let text = "byte n; proctype P() { byte y; if :: n == 0 -> y = 7 :: else fi; n = 1; assert(y == 7) } \
        init { run P(); _nr_pr == 1; run P() }";
    let mut found = model(&Promela, text).expect("a model");
    let variables = &found.variables;
    let (y, _) = variables
        .iter()
        .find(|(_, of)| of.name == "P:y")
        .expect("a variable");
    for rule in found.rules.values_mut() {
        let is_reached = rule.name.starts_with("run") || rule.name == "-end-";
        rule.body.retain(|stmt| {
            let mut written = written_places(stmt).into_iter();
            !is_reached || !written.any(|place| place.root == Root::Variable(y))
        });
    }
    agrees(&found, (1000, true)).expect("the same steps");
    assert!(live(&found, &[], Aim::States).resets.is_empty());
}

#[test]
fn inside_of_a_d_step_nothing_is_reset_and_behind_it_all_is() {
    let text = in_process("d_step { x = 1; n = x; x = 2; n = x; x = n } n = 3");
    let found = watched(&text);
    let reduced = reduced(&found);
    is_well_formed(&found, &reduced).expect("a model");
    assert_eq!(
        reduced.resets.statements,
        1,
        "{}",
        weyl_ir::text::print(&reduced.model)
    );
    dies(
        &in_process(
            "if :: n = 1 :: n = 2 fi; d_step { if :: n == 1 -> x = 1 :: else -> x = 2 fi; n = 0 } n = 3",
        ),
        "P:x",
    );
}

#[test]
fn an_atomic_sequence_may_stop_anywhere() {
    let text = "byte n; active proctype P() { byte x; atomic { if :: x = 1 :: x = 2 fi; n == 1; \
        n = x; n = 0; n == 2; n = 4 } } active proctype Q() { n = 1; n > 0; n = 2 }";
    dies(text, "P:x");
    let text = "byte n; active proctype P() { byte x; atomic { if :: x = 1 :: x = 2 fi; n == 1; \
        n == 2; assert(x == 1) } } active proctype Q() { n = 1; n = 2 }";
    let (..) = reset(text);
}

#[test]
fn circles_in_a_turn_come_to_the_same() {
    let text = "byte n; active proctype P() { byte x; atomic { do :: x = 1 - x :: n < 2 -> n++ \
        :: break od } n = 0 }";
    let (..) = reset(text);
    let text =
        "active proctype P() { byte x; atomic { do :: x < 5 -> x++ :: x == 5 -> x = 0 od } }";
    let (..) = reset(text);
}

#[test]
fn messages_are_received_into_what_dies() {
    let text = "chan c = [1] of { byte, byte }; byte n; active proctype P() { byte x, y; \
        do :: c ? x, y; n = y od } active proctype Q() { do :: c ! 1, 2 :: c ! 2, 2 od }";
    dies(text, "P:x");
    // The old value is compared.
    let text = "chan c = [1] of { byte }; byte n; active proctype P() { byte x; \
        if :: x = 1 :: x = 2 fi; n = 1; c ? eval(x); n = 2 } active proctype Q() { if :: c ! 1 :: c ! 2 fi }";
    dies(text, "P:x");
    let text = "chan c = [0] of { byte }; byte n; active proctype P() { byte x; \
        do :: c ? x; n = x; n = 0 od } active proctype Q() { byte y; do :: y = 1; c ! y :: y = 2; c ! y od }";
    dies(text, "Q:y");
}

#[test]
fn an_offer_ends_the_turn_of_its_sender() {
    let text = "chan c = [0] of { byte }; byte n; active proctype P() { byte x; \
        if :: x = 1 :: x = 2 :: x = 3 fi; atomic { c ! x; n = 5 } } active proctype Q() { c ? _ }";
    let (_, before, after) = reset(text);
    // Behind the offer, with Q alive or not, and at the end all three are one.
    assert_eq!(before - after, 8);
}

#[test]
fn enabled_looks_at_guards() {
    let text = "byte n; active proctype P() { byte x; if :: x = 1 :: x = 2 :: x = 5 fi; x < 3; n = 3; n = 4 } \
        active proctype Q() { do :: enabled(0) -> n = 1 :: !enabled(0) -> n = 2 od }";
    dies(text, "P:x");
}

#[test]
fn priorities_and_children_are_left_alone() {
    let text = "byte n; active proctype P() priority 2 { byte x; if :: x = 1 :: x = 2 fi; n = x; \
        set_priority(_pid, 1); n = 0 } active proctype Q() { n = 5 }";
    dies(text, "P:x");
}

#[test]
fn copies_of_a_text_are_reset_in_their_own_text() {
    let copy = |name: &str, value: u32| {
        format!(
            "active proctype {name}() {{ byte x; if :: x = {value} :: x = 3 fi; n = x; n = {value} }} "
        )
    };
    dies(&format!("byte n; {}{}", copy("P", 1), copy("Q", 2)), "P:x");
}

#[test]
fn a_pool_of_channels_stays_what_it_is() {
    let text = "byte n; proctype P(byte x) { chan q = [1] of { byte }; x++; q ! x; q ? n; n = 0 } \
        init { run P(1); run P(2) }";
    dies(text, "P:x");
}

#[test]
fn a_reset_too_early_is_seen() {
    let text = in_process(&format!("{CHOICE} n = 1; assert(x == 1)"));
    let found = watched(&text);
    let mut wrong = found.clone();
    let reduced = reduced(&found);
    let late = reduced
        .model
        .rules
        .iter()
        .filter(|(id, rule)| rule.body != found.rules[*id].body);
    let statement = late
        .flat_map(|(_, rule)| rule.body.last())
        .next()
        .expect("a reset")
        .clone();
    let early = found.rules.iter().find(|(_, rule)| rule.name == "n = 1");
    let (early, _) = early.expect("the rule");
    wrong.rules[early].body.push(statement);
    assert!(lockstep(&found, &wrong, &[], (1000, true)).is_err());
}

#[test]
fn globals_that_no_turn_hands_on_are_nothing() {
    let text = |read: &str| {
        format!("byte g, n; active proctype P() {{ if :: g = 1 :: g = 2 fi; n = 1; {read} }}")
    };
    dies(&text("n = 2"), "g");
    dies(&text("d_step { g = 3; n = g }"), "g");
    lives(&text("n = g"), "g");
    lives(&text("d_step { n = g; g = 3 }"), "g");
    lives(&(text("n = 2") + "ltl f { [] (n < 3 && g < 3) }"), "g");
}
