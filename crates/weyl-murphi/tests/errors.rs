//! Static errors: the code, and the text that it points at.

mod common;

use common::load_text;
use weyl_ir::ReadOptions;
use weyl_murphi::codes;

/// Declarations that the cases build on.
const PRELUDE: &str = "
const N: 3;
type
  P: scalarset(3);
  Q: scalarset(3);
  C: enum { red, green };
  R: record a: 0..3; p: P; end;
  U: union { P, C };
  S: multiset [2] of R;
var
  x, y: 0..3;
  p: P; q: Q; c: C; b: boolean;
  r: R; u: U; s: S;
  m: array [P] of 0..3;
  n: array [0..3] of boolean;
function inc(var v: 0..3): boolean;
begin v := v + 1; return true; end;
function twice(v: 0..3): 0..6;
begin return 2 * v; end;
procedure reset(); begin x := 0; end;
";

fn codes_of(text: &str) -> Vec<(String, String)> {
    let (model, diagnostics, sources, _) = load_text(text, &ReadOptions::default());
    assert_eq!(model.is_none(), diagnostics.has_errors(), "{text}");
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error());
    errors
        .map(|d| (d.code.to_string(), sources.text(d.span).to_string()))
        .collect()
}

fn check(context: &str, cases: &[(&str, &str, &str)], wrap: impl Fn(&str) -> String) {
    for (source, code, under) in cases {
        let found = codes_of(&wrap(source));
        let expected = vec![(code.to_string(), under.to_string())];
        assert_eq!(found, expected, "{context}: {source}");
    }
}

#[test]
fn the_prelude_is_fine() {
    let text = format!("{PRELUDE} startstate begin end;");
    assert_eq!(codes_of(&text), vec![]);
}

#[test]
fn statements() {
    let cases = [
        ("z := 1", "W0201", "z"),
        ("x := zz", "W0201", "zz"),
        ("P := x", "W0203", "P"),
        ("x := P", "W0203", "P"),
        ("x := twice", "W0203", "twice"),
        ("x := x(1)", "W0203", "x"),
        ("r.z := 1", "W0204", "z"),
        ("x := b", "W0301", "b"),
        ("b := 1", "W0301", "1"),
        ("c := x", "W0301", "x"),
        ("x := r", "W0301", "r"),
        ("r := x", "W0301", "x"),
        ("m := n", "W0301", "n"),
        ("if x then end", "W0302", "x"),
        ("while c do end", "W0302", "c"),
        ("assert x + 1", "W0302", "x + 1"),
        ("assume x", "W0302", "x"),
        ("b := !x", "W0302", "x"),
        ("b := b & x", "W0302", "x"),
        ("b := x -> b", "W0302", "x"),
        ("x := x + b", "W0303", "b"),
        ("x := -c", "W0303", "c"),
        ("x := x & b", "W0303", "b"),
        ("b := c < 1", "W0303", "c"),
        ("x := p + 1", "W0304", "p"),
        ("b := p < 1", "W0304", "p"),
        ("b := x >= p", "W0304", "p"),
        ("x := ~p", "W0304", "p"),
        ("p := 1", "W0305", "1"),
        ("p := q", "W0305", "q"),
        ("b := p = q", "W0305", "p = q"),
        ("b := p = 1", "W0305", "p = 1"),
        ("x := m[1]", "W0305", "1"),
        ("x := m[q]", "W0305", "q"),
        ("b := n[p]", "W0305", "p"),
        ("u := q", "W0305", "q"),
        ("b := x = c", "W0306", "x = c"),
        ("b := r = m", "W0306", "r = m"),
        ("b := s = s", "W0306", "s = s"),
        ("x := r + 1", "W0307", "r"),
        ("switch r case 1: end", "W0307", "r"),
        ("b := isundefined(r)", "W0307", "r"),
        ("x := x[1]", "W0308", "x"),
        ("x := r[1]", "W0308", "r"),
        ("x := N[1]", "W0308", "N"),
        ("x := x.a", "W0309", "x"),
        ("b := n[b]", "W0310", "b"),
        ("b := n[red]", "W0310", "red"),
        ("MultisetAdd(r, m)", "W0312", "m"),
        ("MultisetRemovePred(i: r, true)", "W0312", "r"),
        ("b := ismember(p, P)", "W0313", "p"),
        ("b := ismember(u, Q)", "W0313", "Q"),
        ("x := s[1].a", "W0315", "1"),
        ("MultisetRemove(x, s)", "W0315", "x"),
        ("x := MultisetCount(i: s, i = 1)", "W0315", "i"),
        ("for i := 0 to 3 by 0 do end", "W0407", "0"),
        ("for i := 0 to 3 by -1 do end", "W0408", "-1"),
        ("for i := 3 to 0 by N do end", "W0408", "N"),
        ("for i: R do end", "W0409", "R"),
        ("N := 1", "W0501", "N"),
        ("red := green", "W0501", "red"),
        ("clear N", "W0501", "N"),
        ("for i: 0..3 do i := 1 end", "W0502", "i"),
        ("alias a: x + 1 do a := 2 end", "W0502", "a"),
        ("x := twice()", "W0503", "twice()"),
        ("reset(1)", "W0503", "reset(1)"),
        ("MultisetAdd(r)", "W0503", "MultisetAdd(r)"),
        ("b := inc(1)", "W0504", "1"),
        ("b := inc(r.a + 1)", "W0504", "r.a + 1"),
        ("for i: 0..3 do b := inc(i) end", "W0504", "i"),
        ("b := inc(b)", "W0504", "b"),
        ("x := twice(p)", "W0305", "p"),
        ("x := twice(b)", "W0301", "b"),
        ("b := forall i: P do inc(x) end", "W0505", "inc(x)"),
        ("x := reset()", "W0506", "reset"),
        ("return 1", "W0509", "1"),
        ("clear p", "W0510", "p"),
        ("clear r", "W0510", "r"),
        ("clear u", "W0510", "u"),
        ("x := undefined + 1", "W0512", "undefined"),
        ("b := x = undefined", "W0512", "undefined"),
        ("liveness x = 1", "W0124", "liveness x = 1"),
        ("x := b ? 1 : c", "W0301", "c"),
        ("switch x case red: end", "W0301", "red"),
        ("switch p case 1: end", "W0305", "1"),
    ];
    check("statement", &cases, |statement| {
        format!("{PRELUDE} startstate begin {statement}; end;")
    });
}

#[test]
fn declarations() {
    let cases = [
        ("var x: boolean;", "W0202", "x"),
        ("type E: enum { red, blue };", "W0202", "red"),
        ("type D: record a: boolean; b, a: P; end;", "W0206", "a"),
        ("type T: W;", "W0201", "W"),
        ("type T: x;", "W0203", "x"),
        ("const K: x + 1;", "W0401", "x + 1"),
        ("const K: twice(1);", "W0401", "twice(1)"),
        ("const K: 1 / 0;", "W0412", "1 / 0"),
        ("type T: 3..1;", "W0402", "3..1"),
        ("type T: enum {};", "W0402", "enum {}"),
        ("type T: union {};", "W0402", "union {}"),
        (
            "type T: 0..18446744073709551615;",
            "W0403",
            "0..18446744073709551615",
        ),
        ("type T: scalarset(0);", "W0404", "0"),
        ("type T: scalarset(N - 4);", "W0404", "N - 4"),
        ("type T: scalarset(x);", "W0401", "x"),
        ("type T: array [R] of boolean;", "W0405", "R"),
        ("type T: multiset [0] of R;", "W0406", "0"),
        (
            "type T: array [0..100000000] of boolean;",
            "W0411",
            "array [0..100000000] of boolean",
        ),
        ("type T: b..3;", "W0401", "b"),
        ("type T: true..3;", "W0303", "true"),
        ("type T: union { P, R };", "W0314", "R"),
        ("type T: union { P, C, P };", "W0314", "P"),
        ("type T: real;", "W0121", "real"),
        ("const K: 1.5;", "W0121", "1.5"),
        ("const K: 09;", "W0104", "09"),
        ("const K: 12ab;", "W0105", ";"),
        (
            "const K: 0xffffffffffffffffff;",
            "W0104",
            "0xffffffffffffffffff",
        ),
        ("const K: 1 < 2 < 3;", "W0108", "<"),
        ("const K: true -> true -> true;", "W0108", "->"),
        ("externfun f(): boolean;", "W0123", "externfun"),
        (
            "function f(v: P): P; begin v := v; return v; end;",
            "W0502",
            "v",
        ),
        ("function f(): P; begin return; end;", "W0508", "return"),
        ("procedure f(); begin return 1; end;", "W0509", "1"),
        ("function f(): P; begin return 1; end;", "W0305", "1"),
        (
            "function f(v: P; v: P): P; begin return v; end;",
            "W0202",
            "v",
        ),
        ("function twice(): P; begin end;", "W0202", "twice"),
    ];
    check("declaration", &cases, |decl| {
        format!("{PRELUDE} {decl} startstate begin end;")
    });
}

#[test]
fn rules_and_properties() {
    let cases = [
        ("rule x ==> begin end;", "W0302", "x"),
        ("rule inc(x) ==> begin end;", "W0505", "inc(x)"),
        ("invariant inc(x);", "W0505", "inc(x)"),
        ("invariant \"range\" x;", "W0302", "x"),
        ("liveness x + 1;", "W0302", "x + 1"),
        ("ruleset i: R do rule begin end; end;", "W0409", "R"),
        ("ruleset i := 0 to x do rule begin end; end;", "W0401", "x"),
        ("ruleset i: zz do end;", "W0201", "zz"),
        ("ruleset i: P do rule begin i := i; end; end;", "W0502", "i"),
        ("choose i: r do rule begin end; end;", "W0312", "r"),
        ("choose i: s do rule begin x := i; end; end;", "W0315", "i"),
        (
            "alias a: zz do rule a ==> begin b := a; end; end;",
            "W0201",
            "zz",
        ),
        ("rule 3 \"high\" b ==> begin end;", "W0122", "3"),
        ("rule 0.5 \"half\" b ==> begin end;", "W0122", "0.5"),
        (
            "ruleset i: P do rule begin x := 1; endruleset; end;",
            "W0106",
            "endruleset",
        ),
        (
            "rule begin if b then x := 1 endfor; end;",
            "W0106",
            "endfor",
        ),
        ("rule begin x := 1 y := 2; end;", "W0109", "y"),
        ("rule begin x = 1; end;", "W0105", "="),
        ("rule begin x := ; end;", "W0105", ";"),
        ("rule begin put 1 + ; end;", "W0105", ";"),
        ("rule b => begin end;", "W0105", "="),
        ("rule begin x := 1;", "W0105", ""),
        ("@@", "W0101", "@@"),
        ("/* open", "W0102", "/* open"),
        ("rule \"open\n begin end;", "W0103", "\"open"),
    ];
    check("rule", &cases, |rule| {
        format!("{PRELUDE} startstate begin end; {rule}")
    });
}

#[test]
fn several_errors_are_reported_in_one_run() {
    let semantic = format!(
        "{PRELUDE} startstate begin x := b; z := 1; b := p = q; end; rule x ==> begin y := c; end;"
    );
    let found: Vec<String> = codes_of(&semantic)
        .into_iter()
        .map(|(code, _)| code)
        .collect();
    assert_eq!(found, ["W0301", "W0201", "W0305", "W0302", "W0301"]);
    let syntactic = "
        var x: 0..3; y: array 0..3] of boolean; z: boolean;
        startstate begin x := ; if x > > 1 then x := 2; y := * end; x := 1 end;
        rule x = = 1 ==> begin x = 2; end;
        invariant (x = 1;
        rule begin x := 1; end";
    let found: Vec<String> = codes_of(syntactic)
        .into_iter()
        .map(|(_, under)| under)
        .collect();
    assert_eq!(found, ["0", ";", ">", "*", "=", "=", ";"]);
}

#[test]
fn an_error_in_a_ruleset_header_is_reported_once() {
    let text =
        format!("{PRELUDE} ruleset i: W do rule begin x := i; end; rule begin y := i; end; end;");
    assert_eq!(codes_of(&text), [("W0201".to_string(), "W".to_string())]);
}

#[test]
fn nesting_is_bounded() {
    let many = 100_000;
    let deep = [
        format!("const k: {}1{};", "(".repeat(many), ")".repeat(many)),
        format!("const k: {}1;", "-".repeat(many).replace('-', "- ")),
        format!("const k: {}true;", "!".repeat(many)),
        format!("const k: 1{};", " * 1".repeat(many)),
        format!("type t: {}boolean;", "array [0..1] of ".repeat(many)),
        format!("rule begin {} end", "if true then ".repeat(many)),
        format!("{} rule begin end", "ruleset i: boolean do ".repeat(many)),
        format!("invariant {} true", "forall i: boolean do ".repeat(many)),
        format!(
            "invariant forall {} do true end",
            "i: boolean; ".repeat(many)
        ),
        format!("var x: boolean; invariant x{}", "[1]".repeat(many)),
    ];
    for text in deep {
        let found = codes_of(&text);
        assert_eq!(found.len(), 1, "{}", &text[..40]);
        assert_eq!(found[0].0, "W0107", "{}", &text[..40]);
    }
    let aliases = (0..90).map(|i| format!("alias a{}: a{i} + a{i} do ", i + 1));
    let nested = aliases.collect::<String>();
    let text = format!(
        "var a0: 0..1; {nested} rule a90 = 1 ==> begin end; {}",
        "end;".repeat(90)
    );
    assert_eq!(codes_of(&text)[0].0, "W0107");
    let chain = (0..200).map(|i| format!("type t{}: record f: t{i}; end; ", i + 1));
    let text = format!("type t0: boolean; {}", chain.collect::<String>());
    assert_eq!(codes_of(&text)[0].0, "W0107");
}

#[test]
fn long_chains_of_logical_operators_are_fine() {
    let text = format!(
        "var b: boolean; startstate begin b := true; end; invariant b{};",
        " & b | b".repeat(5000)
    );
    assert_eq!(codes_of(&text), vec![]);
}

#[test]
fn long_chains_that_only_look_nested_are_fine() {
    let many = 5_000;
    let cases = (0..many).map(|n| format!("case {n}: x := 1; "));
    let values = (0..many).map(|n| format!("{n}, "));
    let chains = [
        format!("const k: 1{};", " - 1 + 1".repeat(many)),
        format!("rule begin x := x{}; end", " + x - y".repeat(many)),
        format!(
            "rule begin if b then {} end end",
            "elsif b then x := 1; ".repeat(many)
        ),
        format!(
            "rule begin switch x {} else x := 2; end end",
            cases.collect::<String>()
        ),
        format!(
            "rule begin switch x case {} 5: x := 2; end end",
            values.collect::<String>()
        ),
        format!(
            "rule begin if b then {} else x := 1; end end",
            "elsif x = 1 then ".repeat(many)
        ),
    ];
    for text in chains {
        assert_eq!(
            codes_of(&format!("{PRELUDE} {text}")),
            vec![],
            "{}",
            &text[..40]
        );
    }
}

#[test]
fn constants_that_depend_on_something() {
    let two = "function two(): 0..3; begin if b then return 1; end; return 2; end;";
    let far = "function far(): 0..3; begin return 9; end;";
    for value in [
        "1 * x",
        "x & 1",
        "two()",
        "far()",
        "b | false ? 1 : 2",
        "0 / x",
        "x - x",
    ] {
        let text = format!("{PRELUDE} {two} {far} const K: {value};");
        assert_eq!(codes_of(&text)[0].0, "W0401", "{value}");
    }
}

#[test]
fn covers_where_there_are_no_steps() {
    let look = "function look(): boolean; begin cover b; return b; end;";
    for rule in [
        "rule look() ==> begin end;",
        "invariant look();",
        "rule begin b := forall k: P do look() end; end;",
    ] {
        let text = format!("{PRELUDE} {look} {rule}");
        assert_eq!(codes_of(&text)[0].0, "W0505", "{rule}");
    }
}

#[test]
fn results_with_parts_where_nothing_can_be_kept() {
    let pick = "function pick(k: P): R; begin return r; end;";
    let stir = "function stir(k: P): R; begin x := 0; return r; end;";
    for rule in [
        "alias q: pick(p) do rule q.a = 1 ==> begin end; end;",
        "rule stir(p).a = 1 ==> begin end;",
        "invariant exists k: P do stir(k) = r end;",
        "rule isundefined(stir(p).a) ==> begin end;",
    ] {
        let text = format!("{PRELUDE} {pick} {stir} {rule}");
        assert_eq!(codes_of(&text)[0].0, "W0505", "{rule}");
    }
    let text = format!("{PRELUDE} {pick} rule begin pick(p).a := 1; end;");
    assert!(!codes_of(&text).is_empty());
}

fn hints_of(text: &str) -> Vec<String> {
    let (_, diagnostics, ..) = load_text(&format!("{PRELUDE} {text}"), &ReadOptions::default());
    let hints = diagnostics.iter().filter_map(|d| d.hint.clone());
    hints.collect()
}

#[test]
fn misspelled_names_are_suggested() {
    let hints = hints_of("startstate begin b := twcie(x) = 1; r.A := 1; z := 1; end;");
    assert_eq!(hints, ["did you mean `twice`?", "did you mean `a`?"]);
}

#[test]
fn names_that_are_declared_later_are_pointed_at() {
    let declarations = [
        "procedure late(); begin end;",
        "var late: boolean;",
        "const late: 1;",
        "type late: 0..1;",
    ];
    for declaration in declarations {
        let text = format!("{PRELUDE} startstate begin late(); end; {declaration}");
        let (_, diagnostics, sources, _) = load_text(&text, &ReadOptions::default());
        let labels = diagnostics.iter().flat_map(|d| d.labels.clone());
        let labels: Vec<String> = labels.map(|l| sources.text(l.span).to_string()).collect();
        assert_eq!(labels, ["late"], "{declaration}");
    }
}

#[test]
fn words_of_other_languages_are_translated() {
    let cases = [
        (
            "rule x = 1 and y = 1 ==> begin end;",
            "`and` is written `&`",
        ),
        ("rule b OR b ==> begin end;", "`or` is written `|`"),
        ("rule not b ==> begin end;", "`not` is written `!`"),
        ("rule begin x := x mod 2; end;", "`mod` is written `%`"),
        ("rule begin x := x div 2; end;", "`div` is written `/`"),
        (
            "rule begin if b then x := 1; elseif x = 1 then end; end;",
            "`elseif` is written `elsif`",
        ),
    ];
    for (text, hint) in cases {
        assert_eq!(
            hints_of(text).first().map(String::as_str),
            Some(hint),
            "{text}"
        );
    }
}

#[test]
fn different_unions_are_told_apart() {
    let text = format!(
        "{PRELUDE} type V: union {{ Q, C }}; var v: V; startstate begin u := v; b := u = v; end;"
    );
    let (_, diagnostics, ..) = load_text(&text, &ReadOptions::default());
    let messages: Vec<_> = diagnostics.iter().map(|d| d.message.clone()).collect();
    let (left, right) = ("the union of `P`, `C`", "the union of `Q`, `C`");
    let expected = [
        format!("{left} is needed here, but this is {right}"),
        format!("{left} and {right} cannot be compared"),
    ];
    assert_eq!(messages, expected);
}

#[test]
fn warnings_leave_a_model() {
    let cases = [
        ("var x: boolean;", codes::NO_START_STATE),
        (
            "function f(): boolean; begin end; startstate begin end;",
            codes::NEVER_RETURNS,
        ),
        (
            "function f(): boolean; begin return true; end; startstate begin f(); end;",
            codes::UNUSED_RESULT,
        ),
    ];
    for (text, code) in cases {
        let (model, diagnostics, ..) = load_text(text, &ReadOptions::default());
        assert!(model.is_some(), "{text}");
        let found: Vec<_> = diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code)
            .collect();
        assert_eq!(found, [code], "{text}");
    }
}

#[test]
fn constants_from_outside() {
    let text = "const n: 2; big: true; type t: 1..n; startstate begin end;";
    let given = |constants: &[(&str, i128)]| {
        let constants = constants
            .iter()
            .map(|(name, value)| (name.to_string(), *value))
            .collect();
        let (model, diagnostics, ..) = load_text(
            text,
            &ReadOptions {
                constants,
                ..ReadOptions::default()
            },
        );
        let codes: Vec<_> = diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code)
            .collect();
        let range = weyl_ir::Type::range(1, 5);
        let found =
            model.is_some_and(|model| model.types.ids().any(|ty| *model.types.get(ty) == range));
        (found, codes)
    };
    assert_eq!(given(&[("n", 5)]), (true, vec![]));
    assert_eq!(given(&[("n", 4), ("n", 5)]), (true, vec![]));
    assert_eq!(given(&[("n", 0)]), (false, vec![codes::EMPTY_TYPE]));
    assert_eq!(given(&[("big", 2)]), (false, vec![codes::TYPE_MISMATCH]));
    assert_eq!(given(&[("m", 5)]), (false, vec![codes::UNKNOWN_OVERRIDE]));
}
