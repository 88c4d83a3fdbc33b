//! The temporal properties of models: formulas, claims, labels.

use weyl_ir::FormulaFile;
use weyl_ir::{Capacity, Lowered, ReadOptions};
use weyl_ir::{Model, PropertyKind, Temporal};
use weyl_promela::{Promela, codes};
use weyl_source::{Diagnostics, Sources};
use weyl_temporal::{Claim, Observer};

struct Read {
    sources: Sources,
    lowered: Option<Lowered>,
    diagnostics: Diagnostics,
}

fn load(text: &str, formulas: &[&str]) -> Read {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", text);
    let add = |formula: &&str| sources.add("formula", *formula).into();
    let formulas: Vec<FormulaFile> = formulas.iter().map(add).collect();
    let options = ReadOptions {
        formulas,
        ..ReadOptions::default()
    };
    let capacity = Capacity {
        processes: 3,
        ..Capacity::default()
    };
    let (lowered, diagnostics) = weyl_ir::load(&Promela, &mut sources, file, &options, capacity);
    Read {
        sources,
        lowered,
        diagnostics,
    }
}

#[track_caller]
fn read(text: &str, formulas: &[&str]) -> (Model, Vec<Temporal>) {
    let read = load(text, formulas);
    let lowered = read
        .lowered
        .unwrap_or_else(|| panic!("{:?}", read.diagnostics));
    weyl_ir::verify(&lowered.model).unwrap_or_else(|errors| panic!("{errors:?}"));
    (lowered.model, lowered.temporal)
}

fn names(model: &Model, temporal: &Temporal) -> Vec<String> {
    let atoms = temporal.atoms.iter().map(|atom| {
        let property = &model.properties[*atom];
        assert_eq!(property.kind, PropertyKind::Atom);
        assert!(property.parameters.is_empty());
        property.name.clone()
    });
    atoms.collect()
}

/// A formula as text, with its atoms behind it.
#[track_caller]
fn formula(model: &Model, temporal: &Temporal) -> String {
    let Claim::Formula(formula) = &temporal.claim else {
        panic!("{temporal:?}");
    };
    format!("{formula} | {}", names(model, temporal).join(" | "))
}

/// `0: 0+ -1 *-> 1`: from state 0, where 0 holds and 1 does not, marked, to 1; `end` behind the
/// states that are.
fn observer(temporal: &Temporal) -> String {
    let Claim::Never(Observer { states, sets }) = &temporal.claim else {
        panic!("{temporal:?}");
    };
    assert_eq!(*sets, 1);
    let states = states.iter().enumerate().map(|(number, state)| {
        let end = if state.is_end { " end" } else { "" };
        let edges = state.edges.iter().map(|edge| {
            let all = edge.guard.all.iter().map(|number| format!(" {number}"));
            let none = edge.guard.none.iter().map(|number| format!(" !{number}"));
            let guard: String = all.chain(none).collect();
            let mark = if edge.marks == 1 { "*" } else { "" };
            format!("{guard} {mark}> {}", edge.target)
        });
        let edges: Vec<String> = edges.collect();
        format!("{number}{end}:{}", edges.join(";"))
    });
    let states: Vec<String> = states.collect();
    states.join("\n")
}

const GLOBALS: &str = "bool a, b, c; int n;\n";

#[track_caller]
fn check_formula(text: &str, expected: &str) {
    let model = format!(
        "{GLOBALS}active proctype P() {{ bool v; v = a; there: v = b }}\nltl f {{ {text} }}"
    );
    let (model, temporal) = read(&model, &[]);
    assert_eq!(temporal.len(), 1);
    assert_eq!(temporal[0].name, "f");
    assert!(temporal[0].repeats_ends);
    assert_eq!(formula(&model, &temporal[0]), expected, "{text}");
}

#[test]
fn a_part_without_temporal_operators_is_one_atom() {
    check_formula("[] (a && !b || n > 1)", "[] p0 | a && !b || n > 1");
    check_formula("[] (a -> b)", "[] p0 | a -> b");
    check_formula("[] ((a -> b) <-> c)", "[] p0 | (a -> b) <-> c");
    check_formula("a", "p0 | a");
    check_formula("<> P@there", "<> p0 | P@there");
    check_formula("<> (P[0]:v == 1)", "<> p0 | P[0]:v == 1");
}

#[test]
fn what_contains_temporal_operators_is_structure() {
    check_formula("[] (a -> <> b)", "[] (!p0 || <> p1) | a | b");
    check_formula("![] a && (b U c)", "(![] p0 && (p1 U p2)) | a | b | c");
    check_formula("a U (b V X c)", "(p0 U (p1 V X p2)) | a | b | c");
    check_formula("a W b", "(p1 V (p0 || p1)) | a | b");
    check_formula(
        "[] a <-> <> b",
        "(([] p0 && <> p1) || (![] p0 && !<> p1)) | a | b",
    );
}

#[test]
fn equal_expressions_are_one_atom() {
    check_formula(
        "[] (n == 1 -> <> (b || (n==1)))",
        "[] (!p0 || <> p1) | n == 1 | b || (n==1)",
    );
    check_formula("[] (n == 1) || <> ((n==1))", "([] p0 || <> p0) | n == 1");
    let text = format!("{GLOBALS}ltl p {{ [] a }} ltl {{ b U a }} ltl {{ c }} init {{ a = b }}");
    let (model, temporal) = read(&text, &["<> a"]);
    let found: Vec<&str> = temporal.iter().map(|of| &*of.name).collect();
    assert_eq!(found, ["p", "ltl_0", "ltl_1", "<> a"]);
    let atoms = model.properties.values().map(|property| &*property.name);
    assert_eq!(atoms.collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(temporal[3].atoms, temporal[0].atoms);
    assert_eq!(names(&model, &temporal[1]), ["b", "a"]);
}

#[test]
fn constants_are_no_atoms() {
    check_formula("true U (false V a)", "<> [] p0 | a");
    check_formula("[] (1 && a)", "[] p0 | 1 && a");
    check_formula("<> 0", "<> false | ");
}

#[test]
fn labels_of_jumps_that_formulas_mention_are_places() {
    let text = "byte x; active proctype P() { x = 1; L: goto M; x = 3; M: x = 2; x = 3 }\n";
    let locations = |model: &Model| {
        let rules = model.rules.values();
        rules
            .filter(|rule| rule.name == "skip" || rule.name.starts_with("goto"))
            .count()
    };
    let (without, _) = read(text, &[]);
    let (within, temporal) = read(&format!("{text}ltl {{ [] !P@L }}"), &[]);
    let (outside, _) = read(text, &["[] !P@L"]);
    assert_eq!((locations(&without), locations(&within)), (0, 1));
    assert_eq!(locations(&outside), 1);
    assert_eq!(formula(&within, &temporal[0]), "[] p0 | !P@L");
}

#[track_caller]
fn check_outside(given: &str, name: &str, expected: &str) {
    let text = format!(
        "#define both (a && b)\n{GLOBALS}int F; active proctype P() {{ bool v; there: v = b }}"
    );
    let (model, temporal) = read(&text, &[given]);
    assert_eq!(temporal[0].name, name);
    assert_eq!(formula(&model, &temporal[0]), expected, "{given}");
}

#[test]
fn formulas_come_from_outside_too() {
    check_outside("\n []  <> a\n", "[] <> a", "[] <> p0 | a");
    check_outside("G (a -> F b)", "G (a -> F b)", "[] (!p0 || <> p1) | a | b");
    check_outside(
        "a R b || a V c",
        "a R b || a V c",
        "((p0 V p1) || (p0 V p2)) | a | b | c",
    );
    check_outside("G F G a", "G F G a", "[] <> [] p0 | a");
    check_outside("X both", "X both", "X p0 | both");
    check_outside("[] (F == 1)", "[] (F == 1)", "[] p0 | F == 1");
    check_outside("F [] F", "F [] F", "<> [] p0 | F");
    check_outside("<> P[0]@there", "<> P[0]@there", "<> p0 | P[0]@there");
    check_outside("<> (P:v == 1);", "<> (P:v == 1);", "<> p0 | P:v == 1");
}

#[test]
fn errors_of_outside_formulas_point_into_their_text() {
    let cases = [
        ("[] (a &&", codes::UNEXPECTED_TOKEN, ""),
        ("[] a b", codes::UNEXPECTED_TOKEN, "b"),
        ("<> d", codes::UNKNOWN_NAME, "d"),
        ("", codes::UNEXPECTED_TOKEN, ""),
        ("<> timeout", codes::NOT_OBSERVABLE, "timeout"),
        ("[] a == b", codes::TEMPORAL_OPERAND, "[] a"),
    ];
    for (given, code, at) in cases {
        let found = load(&format!("{GLOBALS}init {{ a = b }}"), &["[] c", given]);
        assert!(found.lowered.is_none());
        let first = found.diagnostics.iter().next().expect("a diagnostic");
        assert_eq!(first.code, code, "{given}");
        let file = found.sources.file(first.span.file);
        assert_eq!((&*file.name, &*file.text), ("formula", given));
        assert_eq!(found.sources.text(first.span), at, "{given}");
    }
}

#[test]
fn letters_are_no_operators_in_the_text_of_a_model() {
    for word in ["G", "F"] {
        let found = load(
            &format!("{GLOBALS}init {{ a = b }} ltl {{ {word} a }}"),
            &[],
        );
        assert!(found.diagnostics.has_errors());
    }
}

#[track_caller]
fn check_never(body: &str, expected: &str, atoms: &[&str]) {
    let text = format!("{GLOBALS}init {{ a = b }} never {{ {body} }}");
    let (model, temporal) = read(&text, &[]);
    assert_eq!(temporal.len(), 1);
    assert_eq!(temporal[0].name, "never");
    assert!(temporal[0].repeats_ends);
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(observer(&temporal[0]), expected.join("\n"), "{body}");
    assert_eq!(names(&model, &temporal[0]), atoms, "{body}");
}

#[test]
fn a_claim_with_an_accept_label_marks_what_leaves_it() {
    check_never(
        "do :: a && !b -> goto accept :: true od; accept: do :: !b od",
        "0: 0 > 1; > 0
         1: 1 *> 1",
        &["a && !b", "!b"],
    );
}

#[test]
fn a_claim_ends_at_its_brace_and_at_end_labels() {
    check_never("a; b", "0: 0 > 1\n1: 1 > 2\n2 end:", &["a", "b"]);
    check_never(
        "do :: a :: b -> break od",
        "0: 0 > 0; 1 > 1\n1 end:",
        &["a", "b"],
    );
    check_never("a; end_here: do :: b od", "0: 0 > 1\n1 end:", &["a"]);
}

#[test]
fn a_claim_jumps_without_a_step_but_in_options() {
    check_never(
        "T0: if :: a -> goto T1 :: b -> goto T0 fi; T1: c -> goto T0",
        "0: 0 > 1; 1 > 0\n1: 2 > 0",
        &["a", "b", "c"],
    );
    check_never(
        "if :: goto T1 :: b fi; T1: c",
        "0: > 1; 0 > 1\n1: 1 > 2\n2 end:",
        &["b", "c"],
    );
}

#[test]
fn else_is_what_the_other_options_leave() {
    check_never(
        "do :: a :: n == 2 -> break :: else -> c od",
        "0: 0 > 0; 1 > 1; !0 !1 > 2\n1 end:\n2: 2 > 0",
        &["a", "n == 2", "c"],
    );
    check_never(
        "do :: a :: skip :: else -> break od",
        "0: 0 > 0; > 0",
        &["a"],
    );
    check_never("do :: a :: false :: else od", "0: 0 > 0; !0 > 0", &["a"]);
}

#[test]
fn conditions_that_never_hold_lead_nowhere() {
    check_never("do :: a -> 0 :: 1 od", "0: 0 > 1; > 0\n1:", &["a"]);
}

#[test]
fn an_assertion_goes_on_or_ends() {
    check_never(
        "do :: assert(n < 3) :: b od",
        "0: 0 > 0; !0 > 1; 1 > 0\n1 end:",
        &["n < 3", "b"],
    );
    check_never(
        "do :: a -> assert(false) od",
        "0: 0 > 1\n1: > 2\n2 end:",
        &["a"],
    );
}

#[test]
fn printing_is_always_possible() {
    check_never("do :: printf(\"x\") -> a od", "0: > 1\n1: 0 > 0", &["a"]);
}

#[test]
fn an_atomic_sequence_of_a_claim_is_one_step() {
    check_never(
        "do :: atomic { a -> b } :: c od",
        "0: 0 2 > 0; 1 > 0",
        &["a", "c", "b"],
    );
    check_never(
        "do :: atomic { a -> assert(!a) } :: true od",
        "0: 0 1 > 0; 0 !1 > 1; > 0\n1 end:",
        &["a", "!a"],
    );
    check_never(
        "do :: atomic { a -> if :: b -> goto A :: c -> goto B :: else fi } od; A: n == 1; B: n == 2",
        "0: 0 1 > 1; 0 2 > 2; 0 !1 !2 > 0
         1: 3 > 2
         2: 4 > 3
         3 end:",
        &["a", "b", "c", "n == 1", "n == 2"],
    );
}

#[test]
fn contradictions_inside_an_atomic_sequence_lead_nowhere() {
    check_never(
        "do :: atomic { if :: a -> b :: else -> a fi } od",
        "0: 0 1 > 0",
        &["a", "b"],
    );
}

#[test]
fn guards_of_inlines_have_the_arguments_in_place_of_the_parameters() {
    let text = format!(
        "{GLOBALS}inline wait(p) {{ p == 1 }} init {{ a = b }} never late {{ wait(n); b }}"
    );
    let (model, temporal) = read(&text, &[]);
    assert_eq!(temporal[0].name, "late");
    assert_eq!(names(&model, &temporal[0]), ["n == 1", "b"]);
}

#[test]
fn claims_look_at_processes() {
    check_never(
        "do :: enabled(0) && pc_value(0) > 1 :: _nr_pr == 1 :: _last == 0 od",
        "0: 0 > 0; 1 > 0; 2 > 0",
        &["enabled(0) && pc_value(0) > 1", "_nr_pr == 1", "_last == 0"],
    );
}

const LABELS: &str = "byte x; active [2] proctype P() { do :: x == 0 -> accept: x = 1 :: x == 1 -> progress: x = 0 od }\n\
    proctype Unused() { accept: skip; progress: skip }\n";

#[test]
fn accept_labels_of_processes_are_a_property() {
    let (model, temporal) = read(LABELS, &["[] (x < 2)"]);
    let found: Vec<&str> = temporal.iter().map(|of| &*of.name).collect();
    assert_eq!(
        found,
        ["acceptance cycles", "non-progress cycles", "[] (x < 2)"]
    );
    assert_eq!(observer(&temporal[0]), "0: 0 *> 0; !0 > 0");
    assert_eq!(
        names(&model, &temporal[0]),
        ["some process is at an accept label"]
    );
    assert!(temporal[0].repeats_ends);
}

#[test]
fn progress_labels_of_processes_are_a_property_of_endless_runs() {
    let (model, temporal) = read(LABELS, &[]);
    let expected = "[] <> p0 | some process is at a progress label";
    assert_eq!(formula(&model, &temporal[1]), expected);
    assert!(!temporal[1].repeats_ends);
}

#[test]
fn accept_labels_of_processes_count_along_a_claim() {
    let text = format!(
        "{LABELS}never {{ do :: x == 0 :: x == 1 -> goto accept od; accept: x == 0; x == 1 }}"
    );
    let (model, temporal) = read(&text, &[]);
    let found: Vec<&str> = temporal.iter().map(|of| &*of.name).collect();
    assert_eq!(found, ["never", "non-progress cycles"]);
    let expected = "0: 0 1 *> 0; 1 !0 > 0; 0 2 *> 1; 2 !0 > 1\n1: 1 *> 2\n2: 2 > 3\n3 end:";
    assert_eq!(observer(&temporal[0]), expected);
    let atoms = names(&model, &temporal[0]);
    assert_eq!(
        atoms,
        ["some process is at an accept label", "x == 0", "x == 1"]
    );
}

#[test]
fn without_labels_nothing_is_said_of_them() {
    let (_, temporal) = read(
        "proctype Unused() { accept: progress: skip } init { skip }",
        &[],
    );
    assert_eq!(temporal, []);
}

#[test]
fn np_is_that_no_process_is_at_a_progress_label() {
    let (model, temporal) = read(
        &format!("{LABELS}ltl {{ <>[] np_ }} ltl {{ <>[] !np_ }}"),
        &[],
    );
    assert_eq!(formula(&model, &temporal[0]), "<> [] p0 | np_");
    let condition = |temporal: &Temporal| {
        let atom = &model.properties[temporal.atoms[0]];
        let mut condition = atom.condition.clone();
        weyl_ir::erase_spans_of_expr(&mut condition);
        format!("{condition:?}")
    };
    let (np, not_np, progress) = (&temporal[0], &temporal[1], &temporal[3]);
    assert_eq!(progress.name, "non-progress cycles");
    assert!(condition(np).contains(&condition(progress)));
    assert!(condition(not_np).contains(&condition(np)));
    assert!(condition(np).len() < condition(not_np).len());
}

#[test]
fn without_progress_labels_np_always_holds() {
    let (model, temporal) = read("init { skip } ltl { <>[] np_ }", &[]);
    assert_eq!(formula(&model, &temporal[0]), "<> [] true | ");
}

#[track_caller]
fn check_refused(text: &str, code: weyl_source::Code) {
    let found = load(text, &[]);
    assert!(found.lowered.is_none(), "{text}");
    let mut errors = found.diagnostics.iter().filter(|found| found.is_error());
    let first = errors.next().expect("an error");
    assert_eq!(first.code, code, "{text}");
    assert!(first.hint.is_some(), "{text}");
}

#[test]
fn what_a_claim_cannot_contain_is_refused() {
    let bodies = [
        "n = 1",
        "n++",
        "_ = n",
        "run Q()",
        "assert(run Q())",
        "d_step { a; b }",
        "{ a } unless { b }",
        "for (n : 1 .. 2) { a }",
        "select (n : 1 .. 2)",
        "set_priority(0, 2)",
        "atomic { do :: a :: b -> break od }",
    ];
    for body in bodies {
        let text = format!("{GLOBALS}proctype Q() {{ skip }} init {{ a = b }} never {{ {body} }}");
        check_refused(&text, codes::CLAIM_STATEMENT);
    }
}

#[test]
fn what_no_claim_can_see_is_refused() {
    for expr in [
        "timeout",
        "a && timeout",
        "_pid == 0",
        "n == _priority",
        "enabled(_pid)",
    ] {
        let claim = format!("{GLOBALS}init {{ a = b }} never {{ do :: {expr} od }}");
        check_refused(&claim, codes::NOT_OBSERVABLE);
        let ltl = format!("{GLOBALS}init {{ a = b }} ltl {{ [] ({expr}) }}");
        check_refused(&ltl, codes::NOT_OBSERVABLE);
    }
    let text = format!("{GLOBALS}init {{ a = b; timeout; n = _pid }} ltl {{ [] a }}");
    assert!(load(&text, &[]).lowered.is_some());
}

#[test]
fn there_are_at_most_64_propositions() {
    let formula = |count: usize| {
        let parts = (0..count).map(|number| format!("<> (n == {number})"));
        let parts: Vec<String> = parts.collect();
        format!("{GLOBALS}init {{ a = b }} ltl {{ {} }}", parts.join(" && "))
    };
    let (_, temporal) = read(&formula(64), &[]);
    assert_eq!(temporal[0].atoms.len(), 64);
    check_refused(&formula(65), codes::TEMPORAL_TOO_LARGE);
    let parts: Vec<String> = (0..65).map(|number| format!(":: n == {number}")).collect();
    let claim = format!(
        "{GLOBALS}init {{ a = b }} never {{ do {} od }}",
        parts.join(" ")
    );
    check_refused(&claim, codes::TEMPORAL_TOO_LARGE);
}

#[test]
fn what_would_grow_without_measure_is_refused() {
    let equivalences = vec!["[] a"; 40].join(" <-> ");
    let text = format!("{GLOBALS}init {{ a = b }} ltl {{ {equivalences} }}");
    check_refused(&text, codes::TEMPORAL_TOO_LARGE);
    let choices = vec!["if :: a :: b :: c fi"; 30].join("; ");
    let text = format!("{GLOBALS}init {{ a = b }} never {{ atomic {{ {choices} }} }}");
    check_refused(&text, codes::TEMPORAL_TOO_LARGE);
}

#[test]
fn labels_inside_sequences_get_a_warning() {
    let warned = |body: &str| {
        let found = load(&format!("byte x; active proctype P() {{ {body} }}"), &[]);
        assert!(found.lowered.is_some(), "{:?}", found.diagnostics);
        let mut all = found.diagnostics.iter();
        all.any(|diagnostic| diagnostic.code == codes::INVISIBLE_LABEL)
    };
    assert!(warned("do :: atomic { x = 1; progress: x = 2; x = 0 } od"));
    assert!(warned("do :: d_step { x = 1; accept: x = 2; x = 0 } od"));
    assert!(!warned("do :: atomic { x = 1; middle: x = 2; x = 0 } od"));
    assert!(!warned(
        "progress: do :: atomic { x = 1; x = 0 }; accept: x = 3 od"
    ));
}
