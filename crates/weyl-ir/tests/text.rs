//! The text form: what is printed is read back as the same program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use weyl_ir::text::{print, read};
use weyl_ir::visit::{Visitor, walk_model};
use weyl_ir::{
    ChannelExpr, ChannelStmt, Expr, ExprKind, Model, MultisetStmt, NameExpr, ProcessExpr, Stmt,
    StmtKind, UnionExpr, erase_spans, verify,
};

fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut fixtures: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    fixtures.sort();
    fixtures
}

fn read_well(name: &str, text: &str) -> Model {
    match read(text) {
        Ok(mut model) => {
            erase_spans(&mut model);
            model
        }
        Err(diagnostics) => {
            let shown = diagnostics.iter().map(|diagnostic| {
                let line = text[..diagnostic.span.start as usize].lines().count();
                format!("{name}:{line}: {} {}", diagnostic.code, diagnostic.message)
            });
            panic!("{}", shown.collect::<Vec<String>>().join("\n"));
        }
    }
}

#[test]
fn reading_what_was_printed_gives_the_same_program() {
    for (name, text) in fixtures() {
        let model = read_well(&name, &text);
        let printed = print(&model);
        let again = read_well(&name, &printed);
        assert_eq!(again, model, "{name}\n{printed}");
        assert_eq!(print(&again), printed, "{name}");
        assert_eq!(verify(&again), Ok(()));
    }
}

#[test]
fn a_fixture_that_is_printed_already_stays_as_it_is() {
    let text = "model \"m\"\n\nsort Proc { p1 p2 }\ntype Proc\ntype bool\ntype array [Proc] of bool\n\n\
                var on : array [Proc] of bool undefinable\n\nrule \"toggle\"\n  \
                locals p.0 : bound Proc\n  for p.0 in Proc\n  when on[p.0]\n{\n  \
                on[p.0] := not(on[p.0]);\n}\n\ninvariant \"some\"\n{ on[Proc::p1] }\n";
    assert_eq!(print(&read_well("canonical", text)), text);
}

#[derive(Default)]
struct Kinds {
    exprs: BTreeSet<&'static str>,
    stmts: BTreeSet<&'static str>,
}

impl Visitor for Kinds {
    fn expr(&mut self, expr: &Expr) {
        self.exprs.insert(match expr.kind {
            ExprKind::Constant(_) => "Constant",
            ExprKind::Read(_) => "Read",
            ExprKind::Unary(..) => "Unary",
            ExprKind::Binary(..) => "Binary",
            ExprKind::And(..) => "And",
            ExprKind::Or(..) => "Or",
            ExprKind::Conditional { .. } => "Conditional",
            ExprKind::Quantified { .. } => "Quantified",
            ExprKind::IsUndefined(_) => "IsUndefined",
            ExprKind::Same(..) => "Same",
            ExprKind::Union(UnionExpr::Inject { .. }) => "Inject",
            ExprKind::Union(UnionExpr::Project { .. }) => "Project",
            ExprKind::Union(UnionExpr::IsMember { .. }) => "IsMember",
            ExprKind::Count { .. } => "Count",
            ExprKind::Truncate { .. } => "Truncate",
            ExprKind::Name(NameExpr::NumberOf(_)) => "NumberOf",
            ExprKind::Name(NameExpr::NameAt(_)) => "NameAt",
            ExprKind::Channel(ChannelExpr::Ask { .. }) => "Channel",
            ExprKind::Channel(ChannelExpr::CanReceive { .. }) => "CanReceive",
            ExprKind::Process(ProcessExpr::Timeout) => "Timeout",
            ExprKind::Process(ProcessExpr::Enabled(_)) => "Enabled",
            ExprKind::Call { .. } => "Call",
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.stmts.insert(match stmt.kind {
            StmtKind::Assign { .. } => "Assign",
            StmtKind::Copy { .. } => "Copy",
            StmtKind::Undefine(_) => "Undefine",
            StmtKind::Clear(_) => "Clear",
            StmtKind::If { .. } => "If",
            StmtKind::For { .. } => "For",
            StmtKind::While { .. } => "While",
            StmtKind::Assert { .. } => "Assert",
            StmtKind::Error { .. } => "Error",
            StmtKind::Refute { .. } => "Refute",
            StmtKind::Hit { .. } => "Hit",
            StmtKind::Assume { .. } => "Assume",
            StmtKind::Call { .. } => "Call",
            StmtKind::Return => "Return",
            StmtKind::Channel(ChannelStmt::Send { .. }) => "Send",
            StmtKind::Channel(ChannelStmt::Receive { .. }) => "Receive",
            StmtKind::Reserve { .. } => "Reserve",
            StmtKind::Put(_) => "Put",
            StmtKind::Bind { .. } => "Bind",
            StmtKind::Multiset(MultisetStmt::Add { .. }) => "MultisetAdd",
            StmtKind::Multiset(MultisetStmt::Remove { .. }) => "MultisetRemove",
            StmtKind::Multiset(MultisetStmt::RemoveWhere { .. }) => "MultisetRemoveWhere",
        });
    }
}

#[test]
fn the_fixtures_use_every_kind_of_expression_and_statement() {
    let mut kinds = Kinds::default();
    for (name, text) in fixtures() {
        walk_model(&mut kinds, &read_well(&name, &text));
    }
    assert_eq!(
        (kinds.exprs.len(), kinds.stmts.len()),
        (22, 22),
        "{:?} {:?}",
        kinds.exprs,
        kinds.stmts
    );
}

#[test]
fn the_fixtures_use_every_operator_and_clause() {
    let printed: Vec<String> = fixtures()
        .iter()
        .map(|(name, text)| print(&read_well(name, text)))
        .collect();
    let printed = printed.concat();
    let words = [
        "not(",
        "negate(",
        "bit_not(",
        "plus(",
        "minus(",
        "times(",
        "div(",
        "rem(",
        "bit_and(",
        "bit_or(",
        "bit_xor(",
        "shl(",
        "shr(",
        "lt(",
        "le(",
        "gt(",
        "ge(",
        "eq(",
        "ne(",
        "forall(all ",
        "exists(all ",
        "exists(",
        "choose<int>(",
        "in steps(",
        "in positions(",
        "[#",
        " : value ",
        " : bound ",
        " : reference ",
        " at ",
        " -> ",
        " by ",
        " when ",
        "(copy ",
        "(ref ",
        ", copy ",
        "invariant ",
        "assumption ",
        "cover ",
        "liveness ",
        "events ",
        "atom ",
        " refute 1 \"",
        " hit 1;",
        "union {",
        "record {",
        "multiset [",
        "array [",
        "enum {",
        "enum \"",
        "undefinable",
        "sort Empty { }",
        "channel [0] of ",
        "truncate(",
        "truncate_signed(",
        "number_of(",
        "name_at<",
        "length(",
        "is_empty(",
        "is_full(",
        "can_send(",
        "can_receive(",
        "can_receive_random(",
        " poll(",
        " poll_random(",
        "timeout()",
        "enabled(",
        " goes_on;",
        " send(",
        " send_sorted(",
        " receive(",
        " receive_random(",
        " peek(",
        " peek_random(",
        ", any",
        ", into ",
        "reserve(processes, ",
        "reserve(channels, ",
        "turn 0",
        "turn 1 else",
        " level 1",
        " then itself\n",
        " group 0 then itself_surely\n",
        "interleaving {",
        "processes ",
        "process \"",
        " ends ",
        "channel 1 = ",
        "channel 2 = ports[0]",
        "pool first ",
    ];
    for word in words {
        assert!(printed.contains(word), "{word}");
    }
}

/// What is wrong with a text: code, and the text under the span.
fn complaints(text: &str) -> Vec<(u16, &str)> {
    let diagnostics = read(text).expect_err(text);
    let show = |d: &weyl_source::Diagnostic| (d.code.0, &text[d.span.range()]);
    diagnostics.iter().map(show).collect()
}

#[test]
fn errors_have_codes_and_places() {
    let cases: &[(&str, &[(u16, &str)])] = &[
        ("var x ? bool", &[(901, "?"), (902, "bool")]),
        ("var x : bool 3", &[(902, "3")]),
        ("3 var x : bool", &[(902, "3")]),
        (
            "var x : Proc var y : bool rule \"r\" { z := 1; }",
            &[(903, "Proc"), (903, "z")],
        ),
        ("var x : bool var x : bool", &[(904, "x")]),
        ("sort rule { }", &[(902, "rule"), (902, "{")]),
        ("var x : bool rule \"r\" { x.a := 1; }", &[(905, ".")]),
        ("var x : bool rule \"r\" { x := y.0; }", &[(903, "y.0")]),
        ("rule \"r\" locals a.1 : value bool { }", &[(904, "a.1")]),
        (
            "var x : bool rule \"r\" { x := maybe(x); }",
            &[(903, "maybe")],
        ),
        ("var x : bool rule \"r\" { x := and(x); }", &[(902, ")")]),
        (
            "var x : bool rule \"r\" { x := not<bool>(x); }",
            &[(902, "not")],
        ),
        (
            "var x : bool rule \"r\" { x := choose(x, 1, x); }",
            &[(905, "x")],
        ),
        (
            "type 0..999999999999999999999999999999999999999999",
            &[(907, "999999999999999999999999999999999999999999")],
        ),
        ("model \"\\q\"", &[(907, "\"\\q\"")]),
        ("type 1..0", &[(908, "")]),
        ("var x : bool rule \"r\" { x := 1; }", &[(908, "1")]),
        (
            "var x : bool rule \"r\" { if x { } else x := true; }",
            &[(902, "x")],
        ),
        ("rule \"r\" { sends(1); }", &[(903, "sends")]),
        ("rule \"r\" { reserve(cakes, 1); }", &[(902, "cakes")]),
        ("rule \"r\" turn 0 then nobody { }", &[(902, "nobody")]),
        ("cover \"c\" { truncate(256, 1) }", &[(907, "256")]),
        ("cover \"c\" { name_at(1) }", &[(902, "name_at")]),
        ("var c : channel [1] of bool,", &[(902, "")]),
        ("var n : 0..1 interleaving { processes m; }", &[(903, "m")]),
        (
            "var n : 0..1 interleaving { processes n; } interleaving { processes n; }",
            &[(904, "interleaving")],
        ),
        (
            "var n : 0..1 interleaving { processes n; channel 2 = n; }",
            &[(904, "2")],
        ),
        (
            "sort P { } var n : 0..1 interleaving { processes n; process \"P\" of P first 0 at n; }",
            &[(905, ";")],
        ),
        ("naming { numbering 1 = ; }", &[(904, "1")]),
        ("naming { names n by 0; }", &[(902, "names")]),
        ("naming { numbering 0 = ; } naming { }", &[(904, "naming")]),
        ("var n : 0..1 naming { values n of 0; }", &[(902, "of")]),
        ("var n : 0..1 naming { values n[] by 0; }", &[(905, "[]")]),
        ("var n : 0..1 naming { values n.f by 0; }", &[(905, "f")]),
        ("var n : 0..1 naming { values n.0 by 0; }", &[(905, ".0")]),
        ("naming { values n by 0; }", &[(903, "n")]),
        ("source s", &[(902, "s")]),
        ("var x : bool @1:2-3", &[(903, "@1:2-3")]),
        ("source \"s\" var x : bool @1:2", &[(907, "@1:2")]),
        ("source \"s\" var x : bool @:1-2", &[(907, "@:1-2")]),
        ("source \"s\" var x : bool @1/2:1-2", &[(903, "@1/2:1-2")]),
        (
            "source \"s\" rule \"r\" { @1:1-2 } rule \"t\" { @1:1-2 @1:1-2 return; }",
            &[(902, "}"), (902, "@1:1-2")],
        ),
        ("temporal \"t\" { 256 }", &[(907, "256")]),
        ("temporal \"t\" { maybe(true) }", &[(903, "maybe")]),
        ("temporal \"t\" { until(true) }", &[(902, ")")]),
        ("temporal \"t\" { 0 }", &[(908, "temporal \"t\"")]),
        ("temporal \"t\" atoms 0 { 0 }", &[(908, "temporal \"t\"")]),
        (
            "cover \"c\" { true } temporal \"t\" atoms 0 { 0 }",
            &[(908, "temporal \"t\"")],
        ),
        (
            "sort P { p } atom \"a\" { true } atom \"b\" locals p.0 : bound P for p.0 in P { true } \
             temporal \"t\" atoms 0, 1 { and(0, 1) }",
            &[(908, "temporal \"t\"")],
        ),
        ("temporal \"t\" never 0 { }", &[(908, "temporal \"t\"")]),
        ("temporal \"t\" never 0 { state 1 { } }", &[(904, "1")]),
        (
            "temporal \"t\" never 0 { state 0 { -> 1; } }",
            &[(908, "temporal \"t\"")],
        ),
        (
            "temporal \"t\" never 1 { state 0 { -> 0 marks 1; } }",
            &[(908, "temporal \"t\"")],
        ),
        (
            "temporal \"t\" never 1 { state 0 { -> 0 marks 64; } }",
            &[(907, "64")],
        ),
        (
            "temporal \"t\" never 65 { state 0 { } }",
            &[(908, "temporal \"t\"")],
        ),
        (
            "temporal \"t\" never 1 { state 0 { on not 0 -> 0; } }",
            &[(908, "temporal \"t\"")],
        ),
        ("naming { channel 1 = P::p; }", &[(903, "P")]),
        ("sort P { p } naming { channel 1 = P::q; }", &[(903, "q")]),
        (
            "sort P { p } naming { numbering 0 = 1 P::p, 1 P::p; }",
            &[(904, "1")],
        ),
        (
            "var n : 0..1 naming { numbering 0 = ; values n by 0; values n by 0; }",
            &[(904, "values n by 0")],
        ),
        (
            "type P = enum { a } var n : 0..1 interleaving { processes n; process \"P\" of P first 0 at n; }",
            &[(903, "P")],
        ),
        (
            "sort P { } type L = enum { a } var n : 0..1 var l : array [P] of L undefinable \
             interleaving { processes n; process \"P\" of P first 0 at l ends 1; }",
            &[(905, "1")],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(complaints(text), *expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(100_000), close.repeat(100_000))
    };
    let texts = [
        format!(
            "var x : bool rule \"r\" {{ x := {}; }}",
            deep("not(", "x", ")")
        ),
        format!("var x : bool rule \"r\" {{ {} }}", deep("if x {", "", "}")),
        format!("var x : {}", deep("array [bool] of ", "bool", "")),
        format!("temporal \"t\" {{ {} }}", deep("next(", "true", ")")),
        format!(
            "var x : bool rule \"r\" {{ x := and({} x); }}",
            "x,".repeat(100_000)
        ),
        (1..100_000).fold("type t0 = bool".to_string(), |text, n| {
            text + &format!("\ntype t{n} = multiset [1] of t{}", n - 1)
        }),
    ];
    for text in texts {
        let codes: BTreeSet<u16> = read(&text).unwrap_err().iter().map(|d| d.code.0).collect();
        assert!(codes.contains(&906), "{codes:?}");
    }
    let most = |count: usize| format!("{}x{}", "not(".repeat(count), ")".repeat(count));
    let text = format!("var x : bool rule \"r\" {{ x := {}; }}", most(590));
    assert!(read(&text).is_ok());
}

#[test]
fn the_program_in_the_documentation_is_one() {
    let page = include_str!("../../../docs/ir.md");
    let blocks = page.split("```text\n").skip(1);
    let programs = blocks.filter_map(|block| block.split("```").next());
    let program = programs
        .into_iter()
        .find(|text| text.starts_with("model \""))
        .unwrap();
    let model = read_well("docs/ir.md", program);
    assert_eq!((model.rules.len(), model.properties.len()), (1, 1));
}

#[test]
fn the_examples_of_codes_in_the_documentation_have_them() {
    let page = include_str!("../../../docs/ir.md");
    let rows = page.lines().filter(|line| line.starts_with("| W09"));
    let mut examples = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [code, _, example] = cells[..] else {
            panic!("{row}")
        };
        let code = code.trim_start_matches('|').trim();
        let example = example.trim_end_matches('|').trim();
        let whole = example.strip_prefix('`').and_then(|e| e.strip_suffix('`'));
        // Deep nesting has a test of its own.
        let Some(text) = whole.filter(|text| !text.contains('`')) else {
            assert_eq!(code, "W0906");
            continue;
        };
        let found = read(text).expect_err(text);
        assert_eq!(found[0].code.to_string(), code, "{text}");
        examples += 1;
    }
    assert_eq!(examples, 7);
}

#[test]
fn wrong_symmetries_are_reported() {
    let sorts = "sort P { a b c } sort Q { x y }";
    for (symmetry, code) in [
        ("(a b)(x y)", None),
        ("(a z)", Some("W0903")),
        ("(a b)(b c)", Some("W0902")),
        ("(a x)", Some("W0908")),
        ("(a b", Some("W0902")),
    ] {
        let read = read(&format!("{sorts} symmetry {symmetry}"));
        let diagnostics = read.err().unwrap_or_default();
        let found = diagnostics.first().map(|first| first.code.to_string());
        assert_eq!(found.as_deref(), code, "{symmetry}");
    }
}
