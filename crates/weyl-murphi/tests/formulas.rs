//! Temporal formulas: structure, atoms, quantifiers, and every way in which they can be wrong.

mod common;

use common::load_formulas;
use proptest::prelude::*;
use weyl_ir::Lowered;
use weyl_ir::{Domain, Property, PropertyKind, Temporal};
use weyl_temporal::{Claim, MAX_PROPOSITIONS};

const MODEL: &str = "
const N: 3;
type
  Proc: scalarset(3);
  Color: enum { red, green };
  Either: union { Proc, Color };
  Entry: record a: 0..3; i: boolean; end;
  Bag: multiset [2] of Entry;
var
  try, crit: array [Proc] of boolean;
  x, y: 0..3;
  a, b, c, d: boolean;
  color: Color;
  owner: Either;
  row: array [0..3] of boolean;
  bag: Bag;
  entry: Entry;
function inc(var v: 0..3): boolean;
begin v := v + 1; return true; end;
function twice(v: 0..3): 0..6;
begin return 2 * v; end;
startstate begin end;
";

fn loaded(formula: &str) -> Lowered {
    loaded_with(MODEL, formula)
}

fn loaded_with(model: &str, formula: &str) -> Lowered {
    let (lowered, diagnostics, _) = load_formulas(model, &[formula]);
    let shown: Vec<_> = diagnostics.iter().collect();
    let lowered = lowered.unwrap_or_else(|| panic!("{formula}: {shown:#?}"));
    assert_eq!(weyl_ir::verify(&lowered.model), Ok(()), "{formula}");
    lowered
}

fn only(lowered: &Lowered) -> &Temporal {
    assert_eq!(lowered.temporal.len(), 1);
    &lowered.temporal[0]
}

fn structure(temporal: &Temporal) -> String {
    match &temporal.claim {
        Claim::Formula(formula) => formula.to_string(),
        Claim::Never(_) | Claim::Branching(_) => panic!("it is of linear time"),
    }
}

fn atoms(lowered: &Lowered) -> Vec<&Property> {
    let ids = only(lowered).atoms.iter();
    ids.map(|id| &lowered.model.properties[*id]).collect()
}

/// The formula over numbered propositions, and what these are called.
fn outline(formula: &str) -> (String, Vec<String>) {
    outline_with(MODEL, formula)
}

fn outline_with(model: &str, formula: &str) -> (String, Vec<String>) {
    let lowered = loaded_with(model, formula);
    let names = atoms(&lowered).into_iter().map(|atom| atom.name.clone());
    (structure(only(&lowered)), names.collect())
}

fn check(cases: &[(&str, &str, &[&str])]) {
    for (formula, structure, names) in cases {
        let names = names.iter().map(|name| name.to_string()).collect();
        let expected = (structure.to_string(), names);
        assert_eq!(outline(formula), expected, "{formula}");
    }
}

#[test]
fn operators() {
    check(&[
        ("G a", "[] p0", &["a"]),
        ("[] a", "[] p0", &["a"]),
        ("F a", "<> p0", &["a"]),
        ("<> a", "<> p0", &["a"]),
        ("X a", "X p0", &["a"]),
        ("□ ◇ ○ a", "[] <> X p0", &["a"]),
        ("[]<>a", "[] <> p0", &["a"]),
        ("a U b", "(p0 U p1)", &["a", "b"]),
        ("a V b", "(p0 V p1)", &["a", "b"]),
        ("a R b", "(p0 V p1)", &["a", "b"]),
        ("a W b", "(p1 V (p0 || p1))", &["a", "b"]),
        ("! G a", "![] p0", &["a"]),
        ("F a & G b", "(<> p0 && [] p1)", &["a", "b"]),
        ("F a && G b", "(<> p0 && [] p1)", &["a", "b"]),
        ("F a | G b", "(<> p0 || [] p1)", &["a", "b"]),
        ("F a || G b", "(<> p0 || [] p1)", &["a", "b"]),
        ("F a -> G b", "(!<> p0 || [] p1)", &["a", "b"]),
        (
            "F a <-> G b",
            "((<> p0 && [] p1) || (!<> p0 && ![] p1))",
            &["a", "b"],
        ),
    ]);
}

#[test]
fn precedence() {
    check(&[
        ("G x = 1", "[] p0", &["x = 1"]),
        ("! x = 1 U !a", "(p0 U p1)", &["! x = 1", "!a"]),
        ("G a -> F b", "(![] p0 || <> p1)", &["a", "b"]),
        ("G (a -> F b)", "[] (!p0 || <> p1)", &["a", "b"]),
        (
            "F a -> F b -> F c",
            "(!<> p0 || (!<> p1 || <> p2))",
            &["a", "b", "c"],
        ),
        ("a U b U c", "(p0 U (p1 U p2))", &["a", "b", "c"]),
        ("(a U b) U c", "((p0 U p1) U p2)", &["a", "b", "c"]),
        (
            "a U b & c U d",
            "((p0 U p1) && (p2 U p3))",
            &["a", "b", "c", "d"],
        ),
        (
            "F a | F b & F c",
            "(<> p0 || (<> p1 && <> p2))",
            &["a", "b", "c"],
        ),
        (
            "F a || F b & F c",
            "(<> p0 || (<> p1 && <> p2))",
            &["a", "b", "c"],
        ),
        (
            "F a | F b && F c",
            "(<> p0 || (<> p1 && <> p2))",
            &["a", "b", "c"],
        ),
        ("! F a & b", "(!<> p0 && p1)", &["a", "b"]),
        ("X a U b", "(X p0 U p1)", &["a", "b"]),
        (
            "[] (x > 0 -> <> x = 0)",
            "[] (!p0 || <> p1)",
            &["x > 0", "x = 0"],
        ),
        (
            "F a <-> F b -> F c",
            "((<> p0 && (!<> p1 || <> p2)) || (!<> p0 && !(!<> p1 || <> p2)))",
            &["a", "b", "c"],
        ),
    ]);
}

#[test]
fn atoms_are_as_large_as_can_be() {
    check(&[
        ("a", "p0", &["a"]),
        ("a & b -> c", "p0", &["a & b -> c"]),
        (
            "G ((a <-> b) | x + 1 = 2)",
            "[] p0",
            &["(a <-> b) | x + 1 = 2"],
        ),
        ("a & b & c & F d", "(p0 && <> p1)", &["a & b & c", "d"]),
        ("F d & a & b & c", "(<> p0 && p1)", &["d", "a & b & c"]),
        (
            "a | F d | b | c",
            "((p0 || <> p1) || p2)",
            &["a", "d", "b | c"],
        ),
        ("G ((x & 1) = 1)", "[] p0", &["(x & 1) = 1"]),
        ("G (x | 1) = (y ^ 1)", "[] p0", &["(x | 1) = (y ^ 1)"]),
        ("G ((a ? x : y) = 1)", "[] p0", &["(a ? x : y) = 1"]),
        ("G -x < 1", "[] p0", &["-x < 1"]),
        ("G (a) & (b)", "([] p0 && p1)", &["a", "b"]),
        ("F ((a) & (b))", "<> p0", &["(a) & (b)"]),
        ("G twice(x) < 5", "[] p0", &["twice(x) < 5"]),
        (
            "G (exists i: Proc do crit[i] end)",
            "[] p0",
            &["exists i: Proc do crit[i] end"],
        ),
        (
            "G exists i: Proc do crit[i]",
            "[] p0",
            &["exists i: Proc do crit[i]"],
        ),
        (
            "G MultisetCount(i: bag, bag[i].a = 1) < 2",
            "[] p0",
            &["MultisetCount(i: bag, bag[i].a = 1) < 2"],
        ),
        (
            "forall i: Proc do crit[i]",
            "p0",
            &["forall i: Proc do crit[i]"],
        ),
        (
            "forall i: Proc do crit[i] end -> F a",
            "(!p0 || <> p1)",
            &["forall i: Proc do crit[i] end", "a"],
        ),
    ]);
}

#[test]
fn equal_atoms_are_one() {
    check(&[
        ("G (a -> F a)", "[] (!p0 || <> p0)", &["a"]),
        (
            "G x=1 & F (x = 1) & F x /* once */ = 1",
            "(([] p0 && <> p0) && <> p0)",
            &["x=1"],
        ),
        ("F x = 1 & F x = 2", "(<> p0 && <> p1)", &["x = 1", "x = 2"]),
        (
            "F N = 3 & G (true -> x < N)",
            "(<> true && [] p0)",
            &["true -> x < N"],
        ),
        ("F false | X true", "(<> false || X true)", &[]),
    ]);
}

/// White space is not all that separates lines: a comment ends there.
#[test]
fn atoms_with_equal_names_may_differ() {
    let formula = "F (a -- &\n & b) & F (a -- &  & b\n)";
    let (structure, names) = outline(formula);
    assert_eq!(structure, "(<> p0 && <> p1)");
    assert_eq!(names[0], names[1]);
}

#[test]
fn what_surrounds_a_formula() {
    let text = "  G \n\t (a  ->  F b)  ";
    let (lowered, _, sources) = load_formulas(MODEL, &["F a", text]);
    let lowered = lowered.expect("two formulas");
    let [first, second] = &lowered.temporal[..] else {
        panic!("two formulas");
    };
    assert_eq!((&*first.name, &*second.name), ("F a", "G (a -> F b)"));
    assert!(first.repeats_ends && second.repeats_ends);
    assert_eq!(sources.text(second.span), text.trim());
    let atom = &lowered.model.properties[second.atoms[1]];
    assert_eq!(
        (atom.kind, sources.text(atom.span)),
        (PropertyKind::Atom, "b")
    );
    assert_eq!(atom.span.file, second.span.file);
    assert_ne!(first.atoms[0], second.atoms[0]);
    assert_eq!(lowered.model.properties.len(), 3);
}

/// The names and types of the parameters of each atom.
fn parameters(formula: &str) -> Vec<Vec<(String, String)>> {
    let lowered = loaded(formula);
    let describe = |atom: &Property| {
        let bindings = atom.parameters.iter().map(|binding| {
            let Domain::Type(ty) = binding.domain else {
                panic!("a parameter over something else than a type");
            };
            let name = atom.locals[binding.local].name.clone();
            (name, lowered.model.describe_type(ty))
        });
        bindings.collect()
    };
    atoms(&lowered).into_iter().map(describe).collect()
}

#[test]
fn leading_foralls_are_parameters() {
    for formula in [
        "forall i: Proc do G (try[i] -> F (crit[i] & a))",
        "∀ i: Proc do G (try[i] -> F (crit[i] & a)) end",
        "(forall i: Proc do G (try[i] -> F (crit[i] & a)) endforall)",
    ] {
        let names = ["try[i]", "crit[i] & a"].map(String::from).to_vec();
        assert_eq!(outline(formula), ("[] (!p0 || <> p1)".to_string(), names));
        let parameters = parameters(formula);
        assert_eq!(parameters.len(), 2);
        assert!(parameters.iter().all(|list| list == &parameters[0]));
        assert_eq!(parameters[0][0].0, "i");
    }
}

#[test]
fn all_atoms_have_all_parameters() {
    for formula in [
        "forall i: Proc do forall n: 0..3 do G (a -> F crit[i])",
        "forall i: Proc; n: 0..N do G (a -> F crit[i])",
    ] {
        let parameters = parameters(formula);
        let names = |list: &[(String, String)]| -> Vec<String> {
            list.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(parameters.len(), 2);
        for list in &parameters {
            assert_eq!(names(list), ["i", "n"], "{formula}");
        }
    }
    let over = |ty: &str| parameters(&format!("forall i: {ty} do F a"))[0].len();
    assert!(
        [
            "Color",
            "Either",
            "boolean",
            "1..2",
            "union { Proc, Color }"
        ]
        .map(over)
            == [1; 5]
    );
}

#[test]
fn other_quantifiers_are_written_out() {
    check(&[
        (
            "exists i: Proc do F crit[i]",
            "((<> p0 || <> p1) || <> p2)",
            &[
                "crit[i] (i = Proc_1)",
                "crit[i] (i = Proc_2)",
                "crit[i] (i = Proc_3)",
            ],
        ),
        (
            "G forall i: Color do F (color = i | a)",
            "[] (<> p0 && <> p1)",
            &["color = i | a (i = red)", "color = i | a (i = green)"],
        ),
        (
            "a & forall i: 1..2 do F x = i",
            "(p0 && (<> p1 && <> p2))",
            &["a", "x = i (i = 1)", "x = i (i = 2)"],
        ),
        (
            "forall i := 3 to 1 by -2 do F x = i",
            "(<> p0 && <> p1)",
            &["x = i (i = 3)", "x = i (i = 1)"],
        ),
        ("forall i := 3 to 1 do F x = i", "true", &[]),
        ("exists i := 3 to 1 do F x = i", "false", &[]),
        ("exists i: 1..2 do F a", "(<> p0 || <> p0)", &["a"]),
        (
            "exists i: 1..2; j: 1..2 do F (i != j & x = i)",
            "((<> false || <> p0) || (<> p1 || <> false))",
            &[
                "i != j & x = i (i = 1, j = 2)",
                "i != j & x = i (i = 2, j = 1)",
            ],
        ),
        (
            "exists i: 1..2 do (F x = i) & exists i: 3..3 do F x = i",
            "((<> p0 && <> p1) || (<> p2 && <> p1))",
            &["x = i (i = 1)", "x = i (i = 3)", "x = i (i = 2)"],
        ),
        (
            "!(exists i: 1..2 do F x = i end | G a)",
            "!((<> p0 || <> p1) || [] p2)",
            &["x = i (i = 1)", "x = i (i = 2)", "a"],
        ),
    ]);
}

#[test]
fn parameters_and_values_mix() {
    let formula = "forall i: Proc do exists j: Either do forall k: Proc do G (crit[i] -> F (owner = j & crit[k]))";
    let lowered = loaded(formula);
    assert_eq!(atoms(&lowered).len(), 1 + 5 * 3);
    assert_eq!(
        atoms(&lowered)[1].name,
        "owner = j & crit[k] (j = Proc_1, k = Proc_1)"
    );
    assert_eq!(
        atoms(&lowered)[12].name,
        "owner = j & crit[k] (j = red, k = Proc_3)"
    );
    assert!(parameters(formula).iter().all(|list| list.len() == 1));
    // Behind steps a variable is no longer in front of everything.
    let formula = "forall n := 1 to 2; i: Proc do F (row[n] & crit[i])";
    assert_eq!(atoms(&loaded(formula)).len(), 6);
    let formula = "forall i: Proc; n := 1 to 2 do F (row[n] & crit[i])";
    assert_eq!(atoms(&loaded(formula)).len(), 2);
}

#[test]
fn letters_that_are_names() {
    let model = "type C: enum { G, red }; var F, U: boolean; c: C; X: array [0..1] of boolean; startstate begin end;";
    let cases: [(&str, &str, &[&str]); 8] = [
        ("<> F", "<> p0", &["F"]),
        ("[] (F -> <> c = G)", "[] (!p0 || <> p1)", &["F", "c = G"]),
        ("U U U", "(p0 U p0)", &["U"]),
        ("○ X[0]", "X p0", &["X[0]"]),
        ("<> F = F", "<> p0", &["F = F"]),
        ("F U (F)", "(p0 U p0)", &["F"]),
        ("F W !F", "(p1 V (p0 || p1))", &["F", "!F"]),
        (
            "[] (forall R: 0..1 do X[R])",
            "[] p0",
            &["forall R: 0..1 do X[R]"],
        ),
    ];
    for (formula, structure, names) in cases {
        let names = names.iter().map(|name| name.to_string()).collect();
        assert_eq!(
            outline_with(model, formula),
            (structure.to_string(), names),
            "{formula}"
        );
    }
    let bound = "(exists G: 1..1 do <> x = G end) & G a";
    let names = vec!["x = G (G = 1)".to_string(), "a".to_string()];
    assert_eq!(outline(bound), ("(<> p0 && [] p1)".to_string(), names));
    let function = "function F(v: boolean): boolean; begin return v; end; var a: boolean; startstate begin end;";
    assert_eq!(outline_with(function, "[] F(a)").1, ["F(a)"]);
}

#[test]
fn many_neighbours_are_no_depth() {
    let conjuncts = vec!["a"; 3000].join(" & ");
    assert_eq!(atoms(&loaded(&format!("F b & {conjuncts}"))).len(), 2);
    let disjuncts = vec!["F a"; 1000].join(" || ");
    assert_eq!(atoms(&loaded(&disjuncts)).len(), 1);
}

fn errors_with(model: &str, formula: &str) -> Vec<(String, String)> {
    let (lowered, diagnostics, sources) = load_formulas(model, &[formula]);
    assert_eq!(lowered.is_none(), diagnostics.has_errors(), "{formula}");
    let describe = |d: &weyl_source::Diagnostic| {
        assert_ne!(d.span.file.index(), 0, "{formula}");
        (d.code.to_string(), sources.text(d.span).to_string())
    };
    diagnostics.iter().map(describe).collect()
}

fn check_errors(model: &str, cases: &[(&str, &str, &str)]) {
    for (formula, code, under) in cases {
        let expected = vec![(code.to_string(), under.to_string())];
        assert_eq!(errors_with(model, formula), expected, "{formula}");
    }
}

#[test]
fn wrong_syntax() {
    check_errors(
        MODEL,
        &[
            ("", "W0105", ""),
            ("G", "W0105", ""),
            ("G (a", "W0105", ""),
            ("G )", "W0105", ")"),
            ("a &", "W0105", ""),
            ("a U", "W0105", ""),
            ("a b", "W0105", "b"),
            ("G a;", "W0105", ";"),
            ("G a)", "W0105", ")"),
            ("G a end", "W0105", "end"),
            ("a <> b", "W0105", "<>"),
            ("a ==> b", "W0105", "==>"),
            ("G (a and b)", "W0105", "and"),
            ("x = y = 1", "W0108", "="),
            ("G a @", "W0101", "@"),
            ("forall i: Proc G a", "W0105", "G"),
            ("forall i Proc do G a", "W0105", "Proc"),
            ("forall i: Proc do G a c", "W0105", "c"),
            ("forall i: Proc do F a endexists", "W0106", "endexists"),
            ("x[G a]", "W0105", "a"),
        ],
    );
}

#[test]
fn wrong_atoms() {
    check_errors(
        MODEL,
        &[
            ("G z", "W0201", "z"),
            ("G crit[i]", "W0201", "i"),
            ("forall i: Prok do G crit[i]", "W0201", "Prok"),
            (
                "(forall i: Proc do F crit[i] end) & F crit[i]",
                "W0201",
                "i",
            ),
            ("G Proc", "W0203", "Proc"),
            ("G entry.z", "W0204", "z"),
            ("G x", "W0302", "x"),
            ("a & F x + 1", "W0302", "x + 1"),
            ("G (a <-> x)", "W0302", "x"),
            ("forall i: Proc do F x = i", "W0305", "x = i"),
            ("exists i: Proc do F x = i", "W0305", "x = i"),
            ("exists i: Proc do F i < 2", "W0304", "i"),
            ("G inc(x)", "W0505", "inc(x)"),
            ("G undefined", "W0512", "undefined"),
        ],
    );
}

#[test]
fn wrong_domains() {
    check_errors(
        MODEL,
        &[
            ("forall i: 0..x do F row[i]", "W0401", "x"),
            ("exists i: 0..x do F row[i]", "W0401", "x"),
            ("exists i := 0 to x do F row[i]", "W0401", "x"),
            (
                "forall i: 0..3 do exists j := 0 to i do F row[j]",
                "W0401",
                "i",
            ),
            ("forall i: 0..3 do exists j: 0..i do F row[j]", "W0401", "i"),
            ("exists i := 0 to 3 by 0 do F row[i]", "W0407", "0"),
            ("forall i: Entry do F a", "W0409", "Entry"),
            ("exists i: Bag do F a", "W0409", "Bag"),
            ("forall i: bag do F a", "W0203", "bag"),
            ("forall i: scalarset(2) do F a", "W0413", "scalarset(2)"),
            ("exists i: enum { p, q } do F a", "W0413", "enum { p, q }"),
            (
                "exists i: union { Proc, enum { p } } do F a",
                "W0413",
                "enum { p }",
            ),
        ],
    );
}

#[test]
fn temporal_operators_in_expressions() {
    check_errors(
        MODEL,
        &[
            ("(G a) = b", "W0132", "(G a)"),
            ("F ((a U b) = c)", "W0132", "(a U b)"),
            ("a ? F b : c", "W0132", "F b"),
            ("(F a) + 1 = 2", "W0132", "(F a)"),
            (
                "(forall i: Proc do F crit[i] end) = a",
                "W0132",
                "F crit[i]",
            ),
        ],
    );
    let both = ["F a", "F b"].map(|under| ("W0132".to_string(), under.to_string()));
    assert_eq!(errors_with(MODEL, "F a ^ F b"), both);
}

#[test]
fn letters_that_are_names_instead_of_operators() {
    let model = "var F, G, X, a: boolean; startstate begin end;";
    check_errors(
        model,
        &[
            ("F a", "W0131", "F"),
            ("F (a)", "W0131", "F"),
            ("([] G F)", "W0131", "G"),
            ("[] X [] a", "W0131", "X"),
        ],
    );
    check_errors(MODEL, &[("exists F: 1..2 do F x = F", "W0131", "F")]);
}

#[test]
fn hints_lead_to_the_right_words() {
    let hint = |model: &str, formula: &str| {
        let (_, diagnostics, _) = load_formulas(model, &[formula]);
        diagnostics
            .iter()
            .find_map(|d| d.hint.clone())
            .unwrap_or_default()
    };
    let model = "var F, G, X, a: boolean; startstate begin end;";
    assert!(hint(model, "F a").contains("`<>`"));
    assert!(hint(model, "G (a)").contains("`[]`"));
    assert!(hint(model, "X a").contains("`○`"));
    assert!(hint(MODEL, "a <> b").contains("`!=`"));
    assert!(hint(MODEL, "a ==> b").contains("`->`"));
    assert!(hint(MODEL, "G (a and b)").contains("`&`"));
    assert!(hint(MODEL, "G crat").contains("did you mean"));
}

#[test]
fn too_many_atoms() {
    let model = "var x: 0..100; y: boolean; startstate begin end;";
    let formula = |count: usize| format!("exists i: 1..{count} do F x = i");
    let most = loaded_with(model, &formula(MAX_PROPOSITIONS));
    assert_eq!(only(&most).atoms.len(), MAX_PROPOSITIONS);
    let more = formula(MAX_PROPOSITIONS + 1);
    check_errors(model, &[(&more, "W0414", &more)]);
    let nested = format!("F y & ({more} & {more})");
    check_errors(model, &[(&nested, "W0414", &nested)]);
    // As a parameter it costs nothing.
    assert_eq!(
        only(&loaded_with(model, "forall i: 0..99 do F x = i"))
            .atoms
            .len(),
        1
    );
}

#[test]
fn too_large() {
    let many = "exists i: 0..1000000000000 do F a";
    check_errors(MODEL, &[(many, "W0415", many)]);
    let nested = "exists i: 1..40 do exists j: 1..40 do F a";
    check_errors(MODEL, &[(nested, "W0415", "exists j: 1..40 do F a")]);
    let doubled = vec!["F a"; 60].join(" <-> ");
    assert_eq!(errors_with(MODEL, &doubled)[0].0, "W0415");
}

#[test]
fn too_deep() {
    let deep = [
        format!("{}a{}", "(".repeat(5000), ")".repeat(5000)),
        format!("{}a", "G ".repeat(5000)),
        format!("{}a", "! ".repeat(5000)),
        format!("{}a", "a U ".repeat(5000)),
        format!("{}F a", "a -> ".repeat(5000)),
        format!("{}F a", "a <-> ".repeat(5000)),
        format!("{}F a", "exists i: 1..1 do ".repeat(5000)),
        format!("{}F a", "a ? b : ".repeat(5000)),
        format!("G {}", "(a ".repeat(5000)),
    ];
    for formula in deep {
        let codes: Vec<String> = errors_with(MODEL, &formula)
            .into_iter()
            .map(|(code, _)| code)
            .collect();
        assert_eq!(codes, ["W0107"], "{}", &formula[..20]);
    }
}

/// A formula is looked at even if the model has errors, and the other way round; each is reported
/// in its own text.
#[test]
fn errors_of_model_and_formula() {
    let (lowered, diagnostics, _) =
        load_formulas("var x: Nowhere; startstate begin end;", &["G (", "F x"]);
    assert!(lowered.is_none());
    let files: Vec<usize> = diagnostics.iter().map(|d| d.span.file.index()).collect();
    assert_eq!(files, [1, 0]);
}

const PIECES: &[&str] = &[
    "G",
    "F",
    "X",
    "U",
    "V",
    "R",
    "W",
    "[]",
    "<>",
    "○",
    "!",
    "&",
    "&&",
    "|",
    "||",
    "->",
    "<->",
    "^",
    "?",
    ":",
    "(",
    ")",
    "forall",
    "exists",
    "do",
    "end",
    "endforall",
    "endexists",
    "i",
    "j",
    ":",
    ":=",
    "to",
    "by",
    ";",
    "Proc",
    "Color",
    "Either",
    "Entry",
    "Bag",
    "0..3",
    "1..2",
    "scalarset(2)",
    "union",
    "{",
    "}",
    "enum",
    ",",
    "[",
    "]",
    "[i]",
    "crit",
    "try",
    "crit[i]",
    "crit[j]",
    "row[i]",
    "a",
    "b",
    "x",
    "y",
    "color",
    "red",
    "owner",
    "bag",
    "N",
    "0",
    "1",
    "=",
    "!=",
    "<",
    ">",
    "+",
    "-",
    "~",
    "true",
    "false",
    "undefined",
    "isundefined",
    "ismember",
    "MultisetCount",
    "inc(x)",
    "twice(x)",
    "twice",
    ".",
    "i: Proc",
    "i: 0..3",
    "forall i: Proc do",
    "exists j: Color do",
    "--",
    "/*",
    "*/",
    "\n",
    "@",
];

/// Whatever the text is, it ends in a valid program with the formula, or in diagnostics.
fn survives(formula: &str) {
    let (lowered, diagnostics, sources) = load_formulas(MODEL, &[formula]);
    assert_eq!(lowered.is_none(), diagnostics.has_errors(), "{formula}");
    for diagnostic in diagnostics.iter() {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        for span in labels.chain([diagnostic.span]) {
            let mut files = [MODEL, formula].into_iter();
            let text = files.nth(span.file.index()).expect("one of the two");
            assert!(text.get(span.range()).is_some(), "{diagnostic:?}");
            sources.position(span);
        }
    }
    if let Some(lowered) = lowered {
        assert_eq!(weyl_ir::verify(&lowered.model), Ok(()), "{formula}");
        let expected = &atoms(&lowered).first().map(|atom| atom.parameters.len());
        for atom in atoms(&lowered) {
            assert_eq!(Some(atom.parameters.len()), *expected, "{formula}");
        }
    }
}

const FORMULAS: &[&str] = &[
    "forall i: Proc do G (try[i] -> F crit[i])",
    "forall i: Proc do forall j: Proc do G !(crit[i] & crit[j] & i != j)",
    "exists i: Proc do F (crit[i] | owner = i) & forall j: 0..3 do row[j] U (x = j) end",
    "G (exists i: Proc do crit[i] end) <-> [] (x > 0 -> <> x = 0)",
    "forall n := 1 to 3 by 2; i: Color do (color = i) W (twice(x) = n) V a",
];

#[test]
fn the_formulas_are_valid() {
    for formula in FORMULAS {
        loaded(formula);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(pieces in prop::collection::vec(0..PIECES.len(), 0..30)) {
        let words: Vec<&str> = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        survives(&words.join(" "));
    }

    #[test]
    fn with_pieces_exchanged(formula in 0..FORMULAS.len(), changes in prop::collection::vec((0usize..100, 0..PIECES.len()), 1..4)) {
        let mut words: Vec<&str> = FORMULAS[formula].split(' ').collect();
        for (at, piece) in changes {
            let at = at % words.len();
            words[at] = PIECES[piece];
        }
        survives(&words.join(" "));
    }

    #[test]
    fn with_pieces_inserted(formula in 0..FORMULAS.len(), changes in prop::collection::vec((0usize..100, 0..PIECES.len()), 1..4)) {
        let mut words: Vec<&str> = FORMULAS[formula].split(' ').collect();
        for (at, piece) in changes {
            words.insert(at % words.len(), PIECES[piece]);
        }
        survives(&words.join(" "));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&String::from_utf8_lossy(&bytes));
    }
}
