//! The Promela programs, read as text.

use weyl_modelgen::{PromelaOptions, promela, shrink_promela};

fn text(seed: u64) -> String {
    promela(seed, &PromelaOptions::default()).text
}

#[test]
fn the_same_seed_gives_the_same_text() {
    for seed in 0..50 {
        assert_eq!(text(seed), text(seed));
    }
    assert_ne!(text(0), text(1));
}

#[test]
fn all_constructs_occur() {
    const CONSTRUCTS: &[&str] = &[
        "active proctype",
        "active [2]",
        "init {",
        "\ntrace {",
        "\nnotrace {",
        "end_trace",
        "run P",
        "= run P",
        "provided (",
        "bit ",
        "bool ",
        "byte ",
        "short ",
        "int ",
        "mtype g",
        "unsigned ",
        "typedef ",
        "Pair s",
        "[0] of",
        "[1] of",
        "[2] of",
        "chan q1[2]",
        "chan k",
        "chan r",
        "(chan p",
        ", chan }",
        "if\n",
        "do\n",
        ":: else",
        "break",
        "goto L",
        "atomic {",
        "d_step {",
        "} unless {",
        ":: timeout",
        "skip",
        "end",
        "for (i",
        " in g",
        "select (",
        "inline touch",
        "touch",
        "#define",
        "advance(",
        "LIMIT",
        "printf(",
        "assert(",
        " -> ",
        "_pid",
        "_nr_pr",
        "eval(",
        "q0!",
        "!!",
        "q0?",
        "??",
        "?<",
        "??<",
        "?[",
        "??[",
        ",_",
        "ma(",
        "?_",
        "len(",
        "empty(q",
        "full(q",
        "nempty(q",
        "nfull(q",
        "byte t",
        "bit t",
        "++",
        "--",
        "~(",
        ">> 1",
        "<< 1",
        "/ 2",
        "end_for_good: false",
        "[_pid & 1]",
    ];
    let all: String = (0..300).map(text).collect();
    let missing: Vec<&&str> = CONSTRUCTS.iter().filter(|it| !all.contains(**it)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}

#[test]
fn every_jump_has_its_label() {
    for seed in 0..300 {
        let text = text(seed);
        for jump in text.split("goto ").skip(1) {
            let target: String = jump.chars().take_while(|it| it.is_alphanumeric()).collect();
            let label = format!("{target}: ");
            assert_eq!(text.matches(&label).count(), 1, "seed {seed}, {target}");
        }
    }
}

#[test]
fn assertions_hold_when_asked_for() {
    let options = PromelaOptions {
        failing_assertions: false,
        ..PromelaOptions::default()
    };
    for seed in 0..100 {
        for assertion in promela(seed, &options).text.split("assert(").skip(1) {
            let line = assertion.lines().next().unwrap_or_default();
            assert!(line.contains(" <= 10)"), "seed {seed}: {line}");
        }
    }
}

#[test]
fn shrinking_keeps_what_is_asked_for_and_little_else() {
    let program = promela(7, &PromelaOptions::default());
    assert!(program.text.contains("proctype"));
    let small = shrink_promela(&program, |text| text.contains("proctype"));
    assert!(small.text.contains("proctype"));
    assert!(small.text.lines().count() <= 3, "{}", small.text);
}
