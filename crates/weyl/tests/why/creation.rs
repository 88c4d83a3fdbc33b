//! Processes that are created late, or by others.

use crate::{assert_said, file, said, weyl};

#[test]
fn models_without_like_processes_say_so() {
    let alone = file("alone.pml", "byte x; active proctype P() { x = 1 }\n");
    assert_said(&alone, &["no two processes are of one kind"]);
    let late = file(
        "late.pml",
        "byte x;\nproctype P() { x++ }\n\
         active proctype Q() { do :: run P() :: break od }\n",
    );
    assert_said(
        &late,
        &["it is not certain that each `run P` (line 3) is executed once"],
    );
}

/// Two processes that create one each, with something more.
fn with_children(name: &str, child: &str, rest: &str) -> String {
    let text =
        format!("byte x;\n{child}\nactive [2] proctype P() {{ x = 2; run C(); x = 3 }}\n{rest}\n");
    file(name, &text)
}

#[test]
fn what_keeps_children_from_moving_is_named() {
    let plain = "proctype C() { x = 1; L: x = 0 }";
    let cases = [
        (
            "proctype C() priority 3 { x = 1 }",
            "",
            "can be seen: processes have priorities",
        ),
        (
            plain,
            "active proctype M() { do :: C@L -> x = 4 od }",
            "can be seen: line 4, this looks at numbers of processes",
        ),
        (
            "proctype C() { x = _pid }",
            "",
            "can be seen: line 2, this looks at numbers of processes",
        ),
        (
            "proctype C() { chan c = [1] of { byte }; c!1 }",
            "",
            "can be seen: local channels go with their process",
        ),
        (
            "active proctype C() { x = 1 }",
            "",
            "some are there from the start, and others are created later (line 3)",
        ),
        (
            plain,
            "proctype D() { x = 5 }\nactive [2] proctype Q() { do :: run D() :: break od }",
            "together with those of `D`",
        ),
    ];
    for (number, (child, rest, because)) in cases.into_iter().enumerate() {
        let model = with_children(&format!("children-{number}.pml"), child, rest);
        let text = said(&model);
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let (_, own) = text.split_once("C: its processes stay").expect(&text);
        let own = own
            .split_once(": its processes")
            .map_or(own, |(own, _)| own);
        assert!(own.contains(because), "{because}: {own}");
        assert!(!own.contains("executed once"), "{own}");
    }
}

#[test]
fn children_of_processes_that_are_created_one_by_one_say_so() {
    let model = file(
        "one-by-one.pml",
        "byte x;\nproctype C() { x = 1 }\nproctype P() { x = 2; run C() }\n\
         init { run P(); run P() }\n",
    );
    let said = [
        "the `P` that create them are not all there at once; `atomic` around each `run P` helps",
        "others may be created between them and take the next number",
    ];
    assert_said(&model, &said);
}

#[test]
fn children_that_are_alone_of_their_kind_are_not_told() {
    let model = file(
        "only-child.pml",
        "byte x;\nproctype C() { x = 1 }\nproctype D() { x = _pid }\n\
         active proctype P() { x = 2; if :: run C() :: x = 3 fi; do :: run D() od }\n",
    );
    let text = said(&model);
    assert!(text.contains("D: its processes stay"), "{text}");
    assert!(!text.contains("C: its processes stay"), "{text}");
}

#[test]
fn children_that_could_move_are_no_reason() {
    let model = file(
        "could-move.pml",
        "byte x;\nproctype C() { x = 1 }\n\
         active [2] proctype P() { x = _pid; if :: _pid < x :: else fi; run C() }\n",
    );
    assert_said(&model, &["`_pid < x` compares process numbers"]);
    assert!(
        !said(&model).contains("its processes stay"),
        "{}",
        said(&model)
    );
    let output = weyl(&["symmetry", &model, "--termination", "spin"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("`--termination spin`"), "{text}");
}

#[test]
fn a_choice_of_whom_to_create_is_named() {
    let model = |last: &str| {
        format!(
            "byte x[4];\nproctype P(byte i) {{ do :: x[i] = 1 :: x[i] = 0 od }}\n\
             init {{ atomic {{ run P(0); run P(1); run P(2);\n{last} }} }}\n"
        )
    };
    let text = said(&file("choice.pml", &model("if :: run P(3) :: skip fi")));
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains("depends on a choice (line 4)"), "{text}");
    assert!(text.contains("24 times fewer states at most"), "{text}");
    assert!(!text.contains("atomic"), "{text}");
}

#[test]
fn where_a_sequence_may_have_to_wait_is_told() {
    let text = "byte x[3];\nproctype P(byte i) { x[i] = _pid }\n\
                init { chan ids = [3] of { byte }; byte j;\n\
                atomic { ids!0; ids!1; ids!2;\nids?j; run P(j);\nids?j; run P(j);\n\
                ids?j; run P(j) } }\n";
    let model = file("waits.pml", text);
    assert_said(
        &model,
        &["`atomic` does not help where what stands in it may have to wait (lines 6, 7)"],
    );
    let text = said(&model);
    assert!(!text.contains("around the"), "{text}");
}
