//! The library: the same answers as the program, errors as values, and a view that can be saved.

use std::path::{Path, PathBuf};
use weyl::{
    Check, Conclusion, Executor, Reductions, Simulation, Symmetry, SymmetrySource, VerdictView,
    View, WalkEnd,
};

fn model(name: &str) -> PathBuf {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    models.join(name)
}

/// What the headers of the models say: verdict and number of states without symmetry.
const KNOWN: [(&str, Conclusion, u64); 4] = [
    ("murphi/peterson-3.m", Conclusion::Holds, 882),
    ("murphi/german-3.m", Conclusion::Holds, 58_104),
    ("promela/alternating-bit.pml", Conclusion::Holds, 77),
    ("promela/failed-assertions.pml", Conclusion::Violated, 61),
];

/// With machine code, if it was built in, and by the interpreter; on one thread and on three.
#[test]
fn checks_answer_what_is_known() {
    for (name, outcome, states) in KNOWN {
        for (executor, threads) in [(Executor::Best, 3), (Executor::Interpreter, 1)] {
            let mut check = Check::file(model(name)).threads(threads).keep_going();
            check.request().executor = executor;
            check.request().symmetry = SymmetrySource::Off;
            check.request().reductions = Reductions::NONE;
            let report = check.run().expect(name);
            assert_eq!(report.outcome(), outcome, "{name}");
            assert_eq!(report.view().states, states, "{name}");
            let reduced = Check::file(model(name)).keep_going().run().expect(name);
            assert_eq!(reduced.outcome(), outcome, "{name}");
            assert!(reduced.view().states <= report.view().states, "{name}");
        }
    }
}

#[test]
fn a_property_can_be_named_and_a_formula_given() {
    let text = "
        byte x;
        active proctype P() { do :: x = 1 - x od }
        ltl rises { <> (x == 1) }
        ltl stays { [] (x == 0) }
    ";
    let ask = |check: Check| check.run().expect("an answer").view();
    let both = ask(Check::text("flip.pml", text));
    assert_eq!(both.verdict, VerdictView::Violated);
    let one = ask(Check::text("flip.pml", text).property("rises"));
    assert_eq!(one.verdict, VerdictView::Holds);
    assert_eq!(one.properties.len(), 1);
    let own = ask(Check::text("flip.pml", text).ltl("[] <> (x == 0)"));
    assert_eq!(own.verdict, VerdictView::Holds);
    assert_eq!(own.properties[0].name, "[] <> (x == 0)");
}

#[test]
fn errors_are_values() {
    let wrong = Check::text("wrong.m", "var x: 0..y;").run().unwrap_err();
    assert!(!wrong.is_bug());
    let text = wrong.to_string();
    assert!(text.contains("wrong.m:1:"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
    assert_eq!(wrong.view().diagnostics[0].span.as_ref().unwrap().line, 1);
    let missing = Check::file("there/is/none.m").run().unwrap_err();
    assert!(missing.to_string().contains("cannot read"), "{missing}");
    let unknown = Check::text("what.txt", "").run().unwrap_err();
    assert!(unknown.to_string().contains("language"), "{unknown}");
    assert!(Symmetry::text("wrong.m", "var x: y;").run().is_err());
    assert!(Simulation::text("wrong.m", "var x: y;").run().is_err());
}

/// What is saved as JSON is the whole view, and shows the same text again.
#[test]
fn a_view_can_be_saved_and_shown_again() {
    for name in ["promela/failed-assertions.pml", "murphi/peterson-3.m"] {
        let report = Check::file(model(name)).run().expect(name);
        let view = report.view();
        let again = View::from_json(&report.to_json()).expect("a view");
        assert_eq!(again, view);
        let shown = weyl::Shown {
            width: 80,
            msc: true,
            profile: true,
            coverage: false,
            brief: false,
        };
        assert_eq!(
            weyl_report::render_report(&again, shown),
            report.text(shown)
        );
    }
}

#[test]
fn walks_depend_on_their_seed_alone() {
    let walk = |seed| {
        let simulation = Simulation::file(model("murphi/peterson-3.m")).seed(seed);
        simulation.steps(30).run().expect("a walk")
    };
    assert_eq!(walk(1), walk(1));
    assert_ne!(walk(1), walk(2));
    assert_eq!(walk(1).steps.len(), 31);
    let text = "var x: 0..9; startstate x := 0 end; rule x < 3 ==> x := x + 1 end;\n\
                invariant \"low\" x < 3;";
    let end = |text: &str| Simulation::text("low.m", text).run().expect("a walk").end;
    assert_eq!(
        end(text),
        WalkEnd::Violated("the invariant `low` is false".to_string())
    );
    let stuck = text.replace("invariant \"low\" x < 3;", "");
    assert_eq!(end(&stuck), WalkEnd::Stuck);
}

/// A formula changes nothing about what is asked of states.
#[test]
fn a_formula_takes_no_answer_away() {
    let text = "
        type P: 0..1; S: enum {A, B, C};
        var s: array[P] of S; m: 0..2; o: P; h: boolean;
        ruleset i: P do rule \"r1\" h & o = i ==> begin m := (m + 1) % 3; end; end;
        startstate begin for j: P do s[j] := A; end; m := 0; h := false; end;
        invariant \"i0\" m = 1;
        invariant \"i1\" exists j: P do s[j] != A end;
    ";
    let states = || Check::text("two.m", text).property("i0").property("i1");
    for check in [states(), states().ltl("m = 2")] {
        let view = check.run().expect("an answer").view();
        for property in &view.properties[..2] {
            assert_eq!(property.verdict, VerdictView::Violated, "{}", property.name);
        }
    }
}
