//! One model for each condition: what goes wrong without it. And models in which there must be
//! parts, so that whoever always takes all steps does not pass.

use crate::{is_right, program};
use weyl_promela::Promela;

/// Right, and with as many parts as are expected at least.
fn check(text: &str, least: usize) {
    let program = program(&Promela, text).unwrap_or_else(|why| panic!("{why:#}\n{text}"));
    let parts = is_right(&program).unwrap_or_else(|why| panic!("{why:#}\n{text}"));
    assert!(parts >= least, "{parts} parts, not {least}\n{text}");
}

#[test]
fn one_sender_and_one_receiver() {
    check(
        "chan c = [2] of { byte }; byte g; \
         active proctype S() { c!1; c!2; c!1; g = 1 } \
         active proctype R() { byte x; c?x; c?x; c?x; assert(g == 0 || x == 1) }",
        3,
    );
}

/// A full channel: who receives makes room. An empty one: who sends has something.
#[test]
fn full_and_empty_channels() {
    check(
        "chan c = [1] of { byte }; byte g; \
         active proctype S() { do :: c!1 :: g == 1 -> g = 2 od } \
         active proctype R() { byte x; do :: c?x -> g = 1 :: g == 2 -> assert(x == 1); g = 0 od }",
        0,
    );
}

#[test]
fn two_senders_decide_about_the_order() {
    check(
        "chan c = [2] of { byte }; \
         active proctype S() { c!1 } active proctype T() { c!2 } \
         active proctype R() { byte x; c?x; assert(x == 1) }",
        0,
    );
}

#[test]
fn two_receivers_decide_who_gets_what() {
    check(
        "chan c = [2] of { byte }; \
         active proctype S() { c!1; c!2 } \
         active proctype Q() { byte x; c?x; assert(x == 1) } \
         active proctype R() { byte x; c?x; assert(x == 2) }",
        0,
    );
}

#[test]
fn messages_in_order() {
    check(
        "chan c = [2] of { byte }; active proctype S() { c!!2; c!!1 } \
         active proctype R() { byte x; c?x; assert(x == 2); c?x }",
        0,
    );
}

#[test]
fn any_message_may_fit() {
    check(
        "chan c = [2] of { byte }; byte g; active proctype S() { c!2; c!1; g = 1 } \
         active proctype R() { byte x; if :: c??1 -> assert(g == 1) :: c?x -> x = 0 fi }",
        0,
    );
}

#[test]
fn lengths_and_polls() {
    for look in [
        "len(c) == 1",
        "full(c)",
        "nempty(c)",
        "c?[1]",
        "empty(c)",
        "nfull(c)",
    ] {
        let text = format!(
            "chan c = [2] of {{ byte }}; active proctype S() {{ c!1; c!1 }} \
             active proctype L() {{ if :: {look} -> assert(false) :: skip fi }} \
             active proctype R() {{ byte x; c?x; c?x }}"
        );
        check(&text, 0);
    }
}

/// A message may tell how many there are in another channel, and a process may wait for that.
#[test]
fn operations_that_look_at_channels() {
    check(
        "chan c = [1] of { byte }; chan d = [2] of { byte }; byte x; \
         active proctype S() { c!len(d) } active proctype T() { d!1; d!2 } \
         active proctype R() { c?x; assert(x == 0) }",
        0,
    );
    check(
        "chan c = [1] of { byte }; chan d = [2] of { byte }; byte x; \
         active proctype S() { d!1; c!len(d) } active proctype T() { d?_ } \
         active proctype R() { c?x; assert(x == 1) }",
        0,
    );
    check(
        "chan c = [2] of { byte }; chan d = [2] of { byte }; byte x; \
         active proctype S() provided (len(d) == 0) { c!1; c!2; assert(x == 0) } \
         active proctype T() { d!1 } active proctype R() { c?x }",
        0,
    );
}

/// Inside of a turn an operation does not wait: the turn ends there, and others see the place.
#[test]
fn operations_inside_of_turns() {
    check(
        "chan c = [1] of { byte }; byte g; \
         active proctype S() { c!1 } \
         active proctype R() { byte x; atomic { g = 1; c?x; g = 2 } } \
         active proctype L() { g == 1 -> assert(false) }",
        0,
    );
    check(
        "chan c = [1] of { byte }; byte g; \
         active proctype R() { byte x; c?x; c?x } \
         active proctype S() { c!0; atomic { g = 1; c!1; g = 2 } } \
         active proctype L() { g == 1 -> assert(false) }",
        0,
    );
    check(
        "chan r = [0] of { byte }; byte g; \
         active proctype S() { atomic { g = 1; r!1; g = 2 } } \
         active proctype R() { byte x; x = 1; x = 2; r?x } \
         active proctype L() { g == 1 -> assert(false) }",
        0,
    );
}

/// A turn that uses a channel twice finds another one the second time.
#[test]
fn a_channel_twice_in_a_turn() {
    check(
        "chan c = [2] of { byte }; byte g; \
         active proctype S() { atomic { c!1; c!2; c!1; g = 1 } } \
         active proctype R() { byte x; c?x; c?x; c?x } \
         active proctype L() { byte y; g == 0 -> y = 1; assert(g == 0) }",
        0,
    );
}

#[test]
fn rendezvous() {
    check(
        "chan r = [0] of { byte }; byte g; \
         active proctype P() { r!1; g = 1 } active proctype Q() { r!2; g = 2 } \
         active proctype R() { byte x; if :: r?x -> assert(x == 1) :: g = 3 fi }",
        0,
    );
}

/// Where a partner goes on is seen, too.
#[test]
fn what_a_partner_does_is_visible() {
    check(
        "chan r = [0] of { byte }; byte g; byte h; \
         active proctype P() { r!1 } active proctype Q() { h = 1; h = 2 } \
         active proctype R() { atomic { r?_; g = 1 }; g = 0 } \
         ltl f { [] !(g == 1 && h == 1) }",
        0,
    );
}

#[test]
fn else_depends_on_its_rivals() {
    check(
        "chan c = [1] of { byte }; byte g; active proctype S() { c!1 } \
         active proctype R() { byte x; if :: c?x -> g = 1 :: else -> g = 2 fi; assert(g == 1) }",
        0,
    );
    check(
        "byte g; active proctype S() { byte x; x = 1; g = 1 } \
         active proctype R() { if :: g == 1 -> skip :: else -> assert(false) fi }",
        0,
    );
}

#[test]
fn waiting_for_all() {
    check(
        "byte g; active proctype S() { byte x; x = 1; g = 1 } \
         active proctype T() { timeout -> assert(g == 0) } \
         active proctype U() { byte y; y = 1; y = 2 }",
        0,
    );
}

#[test]
fn places_of_others() {
    check(
        "byte g; active proctype P() { byte x; x = 1; here: x = 2; x = 3 } \
         active proctype Q() { if :: P@here -> assert(false) :: g = 1 fi }",
        0,
    );
}

#[test]
fn numbers_of_processes() {
    check(
        "byte g; active proctype P() { byte x; x = 1 } active proctype Q() { byte y; y = 1 } \
         active proctype R() { _nr_pr == 2 -> assert(false) }",
        0,
    );
    check(
        "byte g; proctype C() { g = 1 } active proctype P() { run C(); run C() } \
         active proctype R() { byte y; y = _nr_pr; assert(y != 3) }",
        0,
    );
}

#[test]
fn numbers_of_processes_are_seen() {
    check(
        "active proctype P() { byte x; if :: x = 1 :: x = 2 fi; if :: x = 3 :: x = 4 fi } \
         active proctype Q() { skip } ltl f { [] (_nr_pr != 1) }",
        0,
    );
}

/// Who is created may do what its creator does not.
#[test]
fn what_children_do() {
    check(
        "byte g; proctype C() { g = 1 } \
         active proctype P() { byte x; g == 0 -> x = 1; assert(g == 0) } \
         active proctype Q() { byte y; y = 1; run C() }",
        0,
    );
}

#[test]
fn escapes_and_conditions_of_processes() {
    check(
        "byte g; active proctype P() { byte x; { x = 1; x = 2; x = 3 } unless { g == 1 }; \
         assert(x == 3) } active proctype Q() { byte y; y = 1; g = 1 }",
        0,
    );
    check(
        "byte g; active proctype P() provided (g == 0) { byte x; x = 1; x = 2; assert(g == 0) } \
         active proctype Q() { byte y; y = 1; g = 1; g = 0 }",
        0,
    );
}

/// A process that can always go on must not put off others for ever.
#[test]
fn nobody_is_ignored() {
    check(
        "byte g; active proctype P() { byte x; do :: x = 1 - x od } \
         active proctype Q() { g = 1; assert(false) }",
        0,
    );
    check(
        "chan c = [1] of { byte }; byte g; \
         active proctype S() { do :: c!1 od } active proctype R() { do :: c?_ od } \
         active proctype Q() { byte y; y = 1; g = y; assert(g == 0) }",
        0,
    );
}

/// Steps that fail lead nowhere: others have their say all the same.
#[test]
fn parts_that_fail() {
    check(
        "byte a[2]; byte g; active proctype P() { byte x = 3; byte y; y = a[x]; y = 1 } \
         active proctype Q() { byte z; z = 1; g = z; assert(g == 0) }",
        0,
    );
}

#[test]
fn ends_of_processes() {
    check(
        "byte g; active proctype P() { byte x; x = 1 } active proctype Q() { byte y; y = 1 } \
         active proctype R() { byte z; z = 1; g = 1 }",
        4,
    );
}

/// Who waits for younger ones to end can end when they have.
#[test]
fn waiting_for_younger_ones() {
    check(
        "byte g; byte h; proctype P() { byte x; x = 1 } proctype R() { h = 1 } \
         active proctype Q() { run P(); run R(); if :: P:x == 1 -> g = 2 :: g = 1 fi } \
         active proctype S() { do :: h = 2 :: h = 3 od }",
        0,
    );
}

#[test]
fn work_of_ones_own() {
    check(
        "byte g; active [3] proctype P() { byte x; x = 1; x = 2; g = x; x = 3; x = 4 }",
        6,
    );
}

/// A loop in `init` tells each process its channels and its element.
#[test]
fn a_ring_that_a_loop_creates() {
    check(
        "chan q[3] = [2] of { byte }; byte a[3]; \
         proctype P(chan in, out; byte i) { byte x; out!i; a[i] = 1; in?x; a[i] = x; assert(x != i) } \
         init { byte n; atomic { do :: n < 3 -> run P(q[n], q[(n + 1) % 3], n); n++ \
         :: else -> break od } }",
        100,
    );
}

/// Two of them are told the same.
#[test]
fn told_the_same() {
    check(
        "chan q[3] = [1] of { byte }; byte a[3]; \
         proctype P(chan out; byte i) { out!i; a[i] = a[i] + 1; assert(a[i] == 1) } \
         init { byte n; byte x; atomic { do :: n < 3 -> run P(q[n % 2], n % 2); n++ \
         :: else -> break od }; q[0]?x; q[0]?x }",
        0,
    );
}

/// Who may have changed his mind is anywhere.
#[test]
fn parameters_that_are_written() {
    check(
        "byte a[2]; proctype P(byte i) { if :: i = 1 - i :: skip fi; a[i] = a[i] + 1; \
         assert(a[i] == 1) } \
         init { byte n; atomic { do :: n < 2 -> run P(n); n++ :: else -> break od } }",
        0,
    );
}

/// Who comes after one that has ended is told something else.
#[test]
fn places_that_are_taken_again() {
    check(
        "byte a[2]; byte g; proctype P(byte i) { byte x; x = 1; a[i] = a[i] + 1; g = x } \
         active proctype Q() { byte y; run P(0); run P(1); (_nr_pr == 2); run P(0); run P(1) } \
         active proctype R() { byte z; z = 1; a[0] = a[1]; assert(a[0] < 2) }",
        0,
    );
}

/// Whoever creates another may do what that one may.
#[test]
fn children_that_are_told_by_their_parents() {
    check(
        "byte a[3]; proctype P(byte i, k) { byte x; x = i; a[i] = 1; \
         if :: k > 0 -> run P((i + 1) % 3, k - 1) :: else fi } \
         init { byte n; atomic { do :: n < 2 -> run P(n, 1); n++ :: else -> break od }; \
         assert(a[2] == 0) }",
        0,
    );
}

/// Who may change his mind once is where he was told to be, and where he goes.
#[test]
fn parameters_that_are_given_up() {
    check(
        "byte a[2]; proctype P(byte i) { byte x; x = 1; i = 0; a[i] = a[i] + 1; \
         x = a[i]; assert(x == 1) } \
         init { byte n; atomic { do :: n < 2 -> run P(n); n++ :: else -> break od } }",
        0,
    );
}

/// `else` depends on elements that its rivals read, and so does an operation inside of a turn.
#[test]
fn rivals_that_are_told_their_elements() {
    check(
        "byte a[2]; proctype P(byte i, k) { \
         if :: a[i] == 1 -> assert(false) :: else -> skip fi; a[k] = 1 } \
         init { byte n; atomic { do :: n < 2 -> run P(n, 1 - n); n++ :: else -> break od } }",
        0,
    );
    check(
        "chan q[2] = [1] of { byte }; byte g; proctype P(chan in, out) { byte x; \
         atomic { x = 1; in?x; g = g + 1 }; assert(g == 1) } \
         proctype R(chan out) { out!2 } \
         init { byte n; atomic { do :: n < 2 -> run P(q[n], q[1 - n]); run R(q[n]); n++ \
         :: else -> break od } }",
        0,
    );
}
