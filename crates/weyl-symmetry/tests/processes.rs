//! Static processes of programs that no front end writes.

use weyl_ir::text::read;
use weyl_symmetry::{StaticProcesses, static_processes};

/// Two kinds, `Boss` (process 0) and `Worker`; the boss creates a worker with the argument 3.
fn model(starts: &str, rules: &str) -> String {
    format!(
        r#"
        model "processes"
        sort Boss {{ b }}
        sort Worker {{ w0 w1 w2 }}
        type BossAt = enum {{ s0 s1 s2 }}
        type WorkerAt = enum {{ t0 }}
        var count : 0..255
        var n : 0..7
        var boss : array [Boss] of BossAt undefinable
        var worker : array [Worker] of WorkerAt undefinable
        var given : array [Worker] of 0..7
        var wire : channel [0] of 0..1
        interleaving {{
          processes count;
          process "boss" of Boss first 0 at boss;
          process "worker" of Worker first 0 at worker;
          channel 1 = wire;
        }}
        {starts}
        {rules}
        "#
    )
}

const START: &str = r#"start "s" { boss[Boss::b] := BossAt::s0; count := 1; }"#;

fn run(from: &str, to: &str, argument: &str) -> String {
    format!(
        r#"rule "run" locals p.0 : bound Boss, w.1 : value Worker
          for p.0 in Boss at boss[p.0] {from} -> {to} by p.0 turn 0
        {{
          w.1 := name_at<Worker>(count);
          given[w.1] := {argument};
          worker[w.1] := WorkerAt::t0;
          count := plus(count, 1);
        }}"#
    )
}

fn found(starts: &str, rules: &str) -> StaticProcesses {
    let text = model(starts, rules);
    let model = read(&text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    static_processes(&model)
}

/// Kind, number and the values of each process.
fn check(starts: &str, rules: &str, expected: &[(u32, u32, &[i128])], dynamic: &[u32]) {
    let found = found(starts, rules);
    let processes = found.processes.iter().map(|process| {
        let values: Vec<i128> = process.initial.iter().map(|(_, value)| *value).collect();
        (process.kind, process.number, values)
    });
    let expected: Vec<_> = expected
        .iter()
        .map(|(kind, number, values)| (*kind, *number, values.to_vec()))
        .collect();
    assert_eq!(processes.collect::<Vec<_>>(), expected, "{starts}\n{rules}");
    let kinds: Vec<u32> = found.dynamic_kinds.into_iter().collect();
    assert_eq!(kinds, dynamic, "{starts}\n{rules}");
}

#[test]
fn a_rule_creates() {
    let rules = run("s0", "s1", "3") + &run("s1", "s2", "plus(1, n)");
    check(
        START,
        &rules,
        &[(0, 0, &[]), (1, 1, &[3]), (1, 2, &[1])],
        &[],
    );
    let found = found(START, &rules);
    let before: Vec<i128> = found.creators[0].before.iter().copied().collect();
    assert_eq!(before, [0, 1]);
}

#[test]
fn initial_states_must_agree() {
    let boss = r#"boss[Boss::b] := BossAt::s0; count := 1;"#;
    let different =
        format!(r#"start "s" locals i.0 : bound 0..2 for i.0 in 0..2 {{ n := i.0; {boss} }}"#);
    // The processes are the same, the values are not.
    check(
        &different,
        &run("s0", "s1", "n"),
        &[(0, 0, &[]), (1, 1, &[])],
        &[],
    );
    let also_empty = format!(r#"{START} start "nobody" {{ count := 0; }}"#);
    check(&also_empty, &run("s0", "s1", "3"), &[], &[0, 1]);
    let wrong_count = r#"start "s" { boss[Boss::b] := BossAt::s0; count := 2; }"#;
    check(wrong_count, &run("s0", "s1", "3"), &[], &[0, 1]);
}

#[test]
fn a_way_that_can_t_be_followed() {
    let twice = run("s0", "s1", "3") + &run("s0", "s2", "3");
    check(START, &twice, &[(0, 0, &[])], &[1]);
    let in_circles = run("s0", "s0", "3");
    check(START, &in_circles, &[(0, 0, &[])], &[1]);
    let assumed = r#"rule "perhaps" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s0 -> s1 by p.0 turn 0 { assume eq(n, 1); }
      rule "else" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s0 -> s2 by p.0 turn 0 else { }"#;
    check(
        START,
        &(assumed.to_string() + &run("s1", "s2", "3")),
        &[(0, 0, &[])],
        &[1],
    );
}

#[test]
fn functions_are_called() {
    let with = |function: &str| {
        let call = r#"rule "call" locals p.0 : bound Boss for p.0 in Boss
            at boss[p.0] s0 -> s1 by p.0 turn 0 { call f(); }"#;
        format!("function f () {{ {function} }} {call}") + &run("s1", "s2", "n")
    };
    check(START, &with(""), &[(0, 0, &[]), (1, 1, &[0])], &[]);
    check(START, &with("n := 2;"), &[(0, 0, &[]), (1, 1, &[])], &[]);
    check(START, &with("count := 2;"), &[], &[0, 1]);
    check(
        START,
        &with("worker[Worker::w2] := WorkerAt::t0;"),
        &[(0, 0, &[])],
        &[1],
    );
    let handed = r#"function g (r.0) locals r.0 : reference 0..7 { r.0 := 3; }
        rule "call" locals p.0 : bound Boss for p.0 in Boss
            at boss[p.0] s0 -> s1 by p.0 turn 0 { call g(ref n); }"#;
    let rules = handed.to_string() + &run("s1", "s2", "n");
    check(START, &rules, &[(0, 0, &[]), (1, 1, &[])], &[]);
}

/// A process that goes in circles is not followed for ever, and what it has created stays.
#[test]
fn a_circle() {
    let circle = r#"rule "on" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s1 -> s2 by p.0 turn 0 { n := rem(plus(n, 1), 7); }
      rule "back" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s2 -> s1 by p.0 turn 0 { }"#;
    let rules = run("s0", "s1", "3") + circle;
    check(START, &rules, &[(0, 0, &[]), (1, 1, &[3])], &[]);
}

#[test]
fn numbers_that_are_changed_by_hand() {
    let counted = r#"rule "count" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s0 -> s1 by p.0 turn 0 { count := 2; }"#;
    check(
        START,
        &(counted.to_string() + &run("s1", "s2", "3")),
        &[],
        &[0, 1],
    );
    let overwritten = r#"rule "over" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s1 -> s2 by p.0 turn 0 { given[Worker::w1] := 0; }"#;
    let rules = run("s0", "s1", "3") + overwritten;
    check(START, &rules, &[(0, 0, &[]), (1, 1, &[3])], &[]);
    let names = |found: &StaticProcesses| found.kept.len();
    let clean = found(START, &run("s0", "s1", "3"));
    assert_eq!(names(&found(START, &rules)) + 1, names(&clean));
}

/// Whoever takes an offer acts before the sender goes on.
#[test]
fn an_offer_is_answered_at_once() {
    let start = r#"start "s" { boss[Boss::b] := BossAt::s0; worker[Worker::w1] := WorkerAt::t0; count := 2; }"#;
    let rules = |taken: &str| {
        let rules = format!(
            r#"rule "offer" locals p.0 : bound Boss for p.0 in Boss
                 at boss[p.0] s0 -> s1 by p.0 turn 0 then itself {{ n := 2; send(1, 1); }}
               rule "take" locals p.0 : bound Worker for p.0 in Worker
                 at worker[p.0] t0 -> t0 by p.0 turn 1 when can_receive(1, any)
                 {{ receive(1, any); {taken} }}
               rule "other" locals p.0 : bound Boss for p.0 in Boss
                 at boss[p.0] s1 -> s2 by p.0 turn 0 when ne(n, 2) {{ }}"#
        );
        rules + &run("s1", "s2", "3").replace("turn 0", "turn 0 when eq(n, 2)")
    };
    check(
        start,
        &rules(""),
        &[(0, 0, &[]), (1, 1, &[0]), (1, 2, &[3])],
        &[],
    );
    check(start, &rules("n := 3;"), &[(0, 0, &[])], &[1]);
}

#[test]
fn conditions_that_are_decided() {
    let choice = |guard: &str| {
        let rules = format!(
            r#"rule "yes" locals p.0 : bound Boss for p.0 in Boss
                 at boss[p.0] s0 -> s1 by p.0 turn 0 when {guard} {{ }}
               rule "else" locals p.0 : bound Boss for p.0 in Boss
                 at boss[p.0] s0 -> s2 by p.0 turn 0 else {{ }}"#
        );
        rules + &run("s1", "s2", "3")
    };
    let created: &[(u32, u32, &[i128])] = &[(0, 0, &[]), (1, 1, &[3])];
    check(START, &choice("eq(shl(1, 3), 8)"), created, &[]);
    check(START, &choice("and(eq(n, 0), true)"), created, &[]);
    check(
        START,
        &choice("undefined(worker[Worker::w2])"),
        created,
        &[],
    );
    check(START, &choice("gt(n, 0)"), &[(0, 0, &[])], &[]);
    let unknown = choice("exists(w.1 in Worker, eq(given[w.1], 0))").replace(
        "locals p.0 : bound Boss for",
        "locals p.0 : bound Boss, w.1 : bound Worker for",
    );
    check(START, &unknown, &[(0, 0, &[])], &[1]);
}

/// A rule that leads wherever its body says may lead back to where others are created.
#[test]
fn a_jump_by_hand() {
    let jump = r#"rule "jump" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s1 by p.0 turn 0 { boss[p.0] := BossAt::s0; }"#;
    let on = r#"rule "on" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s1 -> s2 by p.0 turn 0 { }"#;
    let rules = run("s0", "s1", "3") + on;
    check(START, &rules, &[(0, 0, &[]), (1, 1, &[3])], &[]);
    check(START, &(rules + jump), &[(0, 0, &[])], &[1]);
}

/// Processes are counted down where one ends, and nowhere else.
#[test]
fn one_less_without_an_end() {
    let less = r#"rule "less" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s0 -> s1 by p.0 turn 0 { count := minus(count, 1); }"#;
    check(
        START,
        &(less.to_string() + &run("s1", "s2", "3")),
        &[],
        &[0, 1],
    );
}

/// What is cleared as a whole is cleared in all its parts.
#[test]
fn parts_of_a_whole() {
    let cleared = r#"rule "clear" locals p.0 : bound Boss for p.0 in Boss
        at boss[p.0] s0 -> s1 by p.0 turn 0
        { given[Worker::w2] := 3; clear given; n := given[Worker::w2]; }"#;
    check(
        START,
        &(cleared.to_string() + &run("s1", "s2", "n")),
        &[(0, 0, &[]), (1, 1, &[0])],
        &[],
    );
}
