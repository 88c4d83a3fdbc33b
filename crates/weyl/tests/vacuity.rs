//! Pairs of properties that hold: one says something about the model, the other does not, and that
//! is said. With and without symmetry.

use weyl::{Check, Report};
use weyl_check::{SymmetrySource, Verdict};

/// Three processes that take turns in a critical section, and one value that nothing ever has.
const MURPHI: &str = "
type P: scalarset(3); S: enum { Idle, Try, Crit, Broken };
var s: array [P] of S; x: 0..3; owner: P; held: boolean;
startstate begin for p: P do s[p] := Idle; end; x := 0; held := false; end;
ruleset p: P do
  rule \"try\" s[p] = Idle ==> begin s[p] := Try; end;
  rule \"enter\" s[p] = Try & !held ==>
  begin s[p] := Crit; x := 1; owner := p; held := true; end;
  rule \"leave\" s[p] = Crit ==> begin s[p] := Idle; x := 2; held := false; end;
  rule \"rest\" x = 2 & s[p] = Idle ==> begin x := 0; end;
end;
";

const PROMELA: &str = "
mtype = { idle, trying, critical, broken };
mtype s[3] = idle;
byte x;
bool held;
active [3] proctype P() {
  do
  :: s[_pid] = trying;
     atomic { !held -> held = true; s[_pid] = critical; x = 1 };
cs:  x = 2;
     atomic { s[_pid] = idle; held = false }
  od
}
";

/// What says nothing, and what does.
type Pair = (&'static str, &'static str);

const INVARIANTS: [Pair; 12] = [
    ("x = 3 -> held", "x = 1 -> held"),
    (
        "forall p: P do s[p] = Broken -> held end",
        "forall p: P do s[p] = Crit -> held end",
    ),
    (
        "held & x = 2 -> false",
        "held & x = 1 -> exists p: P do s[p] = Crit end",
    ),
    ("x <= 2 & (x = 3 -> held)", "x <= 2 & (x = 1 -> held)"),
    (
        "held -> (x = 3 -> false)",
        "held -> (x = 1 -> exists p: P do s[p] = Crit end)",
    ),
    (
        "forall p: P do forall q: P do s[p] = Crit & s[q] = Crit & p != q -> x = 3 end end",
        "forall p: P do forall q: P do s[p] = Crit & s[q] = Crit & p = q -> x = 1 end end",
    ),
    ("x = 0 | x != 0", "x = 0 | x != 3"),
    ("x < 2 | x >= 2", "x < 2 | x >= 1"),
    ("held -> held", "held -> x != 3"),
    ("!(held & !held)", "!(held & x = 3)"),
    (
        "forall p: P do s[p] != Broken end",
        "forall p: P do s[p] = Crit -> x != 0 end",
    ),
    (
        "!exists p: P do s[p] = Broken end",
        "!exists p: P do s[p] = Crit & !held end",
    ),
];

const MURPHI_FORMULAS: [Pair; 9] = [
    ("G (x = 3 -> F held)", "G (x = 1 -> F held)"),
    ("G (x = 3 -> held)", "G (x = 1 -> held)"),
    ("G (held -> held)", "G (held -> x != 3)"),
    ("F x = 1 | G x != 1", "F x = 0 | G x = 0"),
    ("G (F held | G !held)", "G (x != 3 | G held)"),
    (
        "forall p: P do G (s[p] = Broken -> F held)",
        "forall p: P do G (s[p] = Crit -> F held)",
    ),
    (
        "forall p: P do G (s[p] = Crit & x = 2 -> F held)",
        "forall p: P do G (s[p] = Crit & x = 1 -> F held)",
    ),
    ("(held U held) | !held", "(x = 0 U x = 0) | held"),
    ("G held -> F held", "G x = 3 -> F held"),
];

const PROMELA_FORMULAS: [Pair; 19] = [
    ("[] (x == 3 -> <> held)", "[] (x == 1 -> <> held)"),
    ("[] (x == 3 -> held)", "[] (x == 1 -> held)"),
    ("[] (held -> held)", "[] (held -> x != 3)"),
    ("<> (x == 1) || [] (x != 1)", "<> (x == 0) || [] (x == 0)"),
    ("[] (x < 2 || x >= 2)", "[] (x < 2 || x >= 1)"),
    (
        "[] (s[1] == broken -> <> held)",
        "[] (s[1] == critical -> <> held)",
    ),
    (
        "[] (s[1] == broken -> held)",
        "[] (s[1] == critical -> held)",
    ),
    (
        "[] (s[0] == critical && s[1] == critical -> <> held)",
        "[] (s[0] == critical && s[1] == trying -> <> held)",
    ),
    (
        "[] (P[1]@cs && P[2]@cs -> <> held)",
        "[] (P[1]@cs && s[2] == trying -> <> held)",
    ),
    (
        "[] (P[1]@cs && !held -> x == 0)",
        "[] (P[1]@cs && held -> x > 0)",
    ),
    ("[] (s[2] != broken)", "[] (s[2] != critical || held)"),
    ("[] (held || !held)", "[] (held || x != 1)"),
    ("[] (x > 3 -> [] held)", "[] (x > 3 || [] (x < 3))"),
    ("(held U held) || !held", "((x == 0) U (x == 0)) || held"),
    ("[] !(held && !held)", "[] !(held && x > 3)"),
    ("[] (x == 200 -> false)", "[] (x == 1 -> x < 2)"),
    (
        "[] (held && x == 0 -> <> (x == 1))",
        "[] (held && x == 1 -> <> (x == 2))",
    ),
    (
        "[] ((s[0] == broken) -> X held)",
        "[] ((s[0] == critical) -> held)",
    ),
    (
        "([] (x < 3)) && ([] (x == 7 -> <> held))",
        "([] (x < 3)) && ([] (x == 1 -> <> held))",
    ),
];

const SOURCES: [SymmetrySource; 2] = [
    SymmetrySource::Off,
    SymmetrySource::Discovered { trust_loops: false },
];

/// Whether something is noted of the only property; it must hold.
fn is_noted(report: &Report, what: &str) -> bool {
    let rows = &report.answer().properties;
    let row = rows.last().expect("a property was asked about");
    assert_eq!(row.verdict, Verdict::Holds, "{what}");
    !row.notes.is_empty()
}

fn are_told_apart(pairs: &[Pair], check: impl Fn(&str) -> Check) {
    for source in SOURCES {
        for (vacuous, sensible) in pairs {
            let noted = |property: &str| {
                let report = check(property).symmetry(source).run().expect(property);
                is_noted(&report, property)
            };
            assert!(noted(vacuous), "{vacuous} is vacuous, {source:?}");
            assert!(!noted(sensible), "{sensible} is not, {source:?}");
        }
    }
}

#[test]
fn vacuous_invariants_are_told_apart() {
    are_told_apart(&INVARIANTS, |condition| {
        let text = format!("{MURPHI}invariant \"it\" {condition};");
        Check::text("pair.m", &text).property("it")
    });
}

#[test]
fn vacuous_formulas_are_told_apart() {
    are_told_apart(&MURPHI_FORMULAS, |formula| {
        Check::text("pair.m", MURPHI).ltl(formula)
    });
    are_told_apart(&PROMELA_FORMULAS, |formula| {
        Check::text("pair.pml", PROMELA).ltl(formula)
    });
}

/// A condition is stored as its opposite, or in another form: what is quoted is what was written.
#[test]
fn left_sides_are_quoted_as_they_were_written() {
    let model = "byte x, y; bool p = true; init { x = 1; y = 1 }\n";
    for left in [
        "!(x < 2)",
        "((x == 2) && y == 0)",
        "!p",
        "(!p && x == 0) || !p",
        "! (p || !(x == 3))",
        "x == 3",
    ] {
        let text = format!("{model}ltl it {{ [] ({left} -> y == 5) }}");
        let report = Check::text("left.pml", &text).run().expect(left);
        let rows = &report.answer().properties;
        let notes = rows.iter().flat_map(|row| &row.notes);
        let notes: Vec<String> = notes.map(|note| note.message.clone()).collect();
        let quoted = format!("`{left}` never holds");
        assert!(notes.iter().any(|note| note.contains(&quoted)), "{notes:?}");
    }
}

#[test]
fn a_witness_is_a_shortest_run() {
    for source in SOURCES {
        let look = |expression: &str| {
            let check = Check::text("pair.pml", PROMELA).witness(expression);
            let report = check.symmetry(source).run().expect(expression);
            let row = report.answer().properties[0].clone();
            assert_eq!(row.name, expression);
            row
        };
        let found = look("x == 2 && s[1] == trying");
        assert_eq!(found.verdict, Verdict::Holds);
        let run = found.example.expect("there is a run");
        assert_eq!(run.all_steps().filter(|step| !step.continues).count(), 5);
        let none = look("s[0] == critical && s[1] == critical");
        assert!(matches!(none.verdict, Verdict::Violated(_)));
        assert_eq!(none.example, None);
    }
}

/// Statements are counted, not steps that several of them are merged to.
#[test]
fn a_witness_has_as_few_statements_as_any() {
    let text = "byte g, h; \
        active proctype P() { byte x; g = 5; x = 1; x++; x++; x++; x++; h = 1 } \
        active proctype Q() { g = 1; g = 2; h = 1 }";
    let report = Check::text("two.pml", text).witness("h == 1").run();
    let report = report.expect("it can be checked");
    let run = report.answer().properties[0].example.clone();
    let run = run.expect("there is a run");
    // The start, and three statements of Q.
    assert_eq!(run.all_steps().count(), 1 + 3);
}

#[test]
fn a_wrong_witness_is_shown_as_it_was_given() {
    let wrong = Check::text("pair.pml", PROMELA).witness("nope > 1").run();
    let said = wrong.expect_err("there is no such variable").to_string();
    assert!(
        said.contains("--witness") && said.contains("nope"),
        "{said}"
    );
}

#[test]
fn every_rule_is_counted() {
    let text = "var x: 0..3; startstate begin x := 0; end;\n\
                rule \"up\" x < 3 ==> begin x := x + 1; end;\n\
                rule \"down\" x > 1 ==> begin x := x - 1; end;\n\
                rule \"never\" x > 3 ==> begin x := 0; end;";
    let report = Check::text("counted.m", text)
        .run()
        .expect("it can be checked");
    let coverage = &report.answer().coverage;
    let counts: Vec<(&str, u64)> = coverage.iter().map(|of| (&*of.name, of.fired)).collect();
    assert_eq!(counts, [("up", 3), ("down", 2), ("never", 0)]);
    let unreached: Vec<&str> = report.answer().unreached().map(|of| &*of.name).collect();
    assert_eq!(unreached, ["never"]);
}

#[test]
fn ends_of_endless_processes_are_no_news() {
    let text = "byte x; active proctype P() { do :: x = 1 - x od }\n\
                active proctype Q() { x < 2; if :: x > 5 -> skip :: else -> do :: skip od fi }";
    let report = Check::text("endless.pml", text)
        .run()
        .expect("it can be checked");
    let unreached = report.answer().unreached().map(|of| {
        let process = of.process.clone().unwrap_or_default();
        format!("{process} {}", of.name)
    });
    assert_eq!(
        unreached.collect::<Vec<_>>(),
        ["Q x > 5", "Q skip", "Q -end-"]
    );
}
