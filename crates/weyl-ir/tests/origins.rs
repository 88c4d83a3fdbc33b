//! Where the parts of a text come from: in which file, and from where to where.

use std::path::Path;
use weyl_ir::text::{print_lowered, read_lowered};
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Expr, FrontEnd, Ir, Lowered, Place, ReadOptions, StmtKind};
use weyl_source::{Diagnostics, FileId, Sources, Span};
use weyl_temporal::{Claim, Formula, Guard};

const SOURCE: &str = "first line\n  x := y ∧ z;\nlast line\n";

const TEXT: &str = "source \"a.x\" source \"b.x\"
var x : bool @2:3-4
var y : bool
var z : bool @none
rule \"r\" @2:3-14
{
  x@:3-4 := and(y@:8-9, z@:12-13)@:8-13;
  @1/3:1-5 y@:1-2 := z;
  @3:1-9:2 x := true;
  if x {
    @1:1-6 z := x;
  }
}
atom \"a\" { x }
";

/// Sources in which the files with these names can be opened.
fn sources(text: &str, there: &'static [&'static str]) -> (Sources, FileId) {
    let is_there = |path: &Path| there.iter().any(|name| path == Path::new("dir").join(name));
    let mut sources = Sources::new(move |path| is_there(path).then(|| SOURCE.to_string()));
    let file = sources.add_file(Path::new("dir/text.weyl"), text);
    (sources, file)
}

fn read_well(sources: &mut Sources, file: FileId) -> Lowered {
    read_lowered(sources, file).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// The file that a span lies in and the text there.
fn at(sources: &Sources, span: Span) -> (&str, &str) {
    (&sources.file(span.file).name, sources.text(span))
}

/// The spans of both sides of the first assignments of the rule, with those of the statements.
fn assignments(lowered: &Lowered) -> Vec<[Span; 3]> {
    let rule = lowered.model.rules.values().next().expect("a rule");
    let sides = rule.body.iter().filter_map(|stmt| {
        let StmtKind::Assign { to, value } = &stmt.kind else {
            return None;
        };
        Some([stmt.span, to.span, value.span])
    });
    sides.collect()
}

#[test]
fn parts_lie_in_the_sources_that_they_come_from() {
    let (mut sources, file) = sources(TEXT, &["a.x", "b.x"]);
    let lowered = read_well(&mut sources, file);
    let of = |span| at(&sources, span);
    let spans: Vec<Span> = lowered.model.variables.values().map(|v| v.span).collect();
    assert_eq!(of(spans[0]), ("a.x", "x"));
    assert_eq!(of(spans[1]), ("dir/text.weyl", "y : bool"));
    assert_eq!(spans[2], Span::default());
    let rule = lowered.model.rules.values().next().expect("a rule");
    let whole = ("a.x", "x := y ∧ z;");
    assert_eq!((of(rule.span), of(rule.guard.span)), (whole, whole));
    let found = assignments(&lowered);
    let found: Vec<_> = found.into_iter().map(|one| one.map(of)).collect();
    assert_eq!(found[0], [whole, ("a.x", "x"), ("a.x", "y ∧ z")]);
    assert_eq!(found[1], ["last", "l", "last"].map(|text| ("b.x", text)));
    // No such place: it lies in the text.
    let own = ["x := true;", "x", "true"].map(|text| ("dir/text.weyl", text));
    assert_eq!(found[2], own);
}

#[test]
fn what_comes_from_a_source_that_is_not_there_lies_in_the_text() {
    let (mut sources, file) = sources(TEXT, &["a.x"]);
    let lowered = read_well(&mut sources, file);
    let found = assignments(&lowered);
    assert_eq!(at(&sources, found[0][1]), ("a.x", "x"));
    assert_eq!(at(&sources, found[1][0]), ("dir/text.weyl", "y@:1-2 := z;"));
    assert_eq!(at(&sources, found[1][2]), ("dir/text.weyl", "z"));
}

#[test]
fn chains_and_reads_keep_the_places_of_all_their_parts() {
    let value = "and(and(x@1:1-6, y@:8-9)@none, x@:3-4@1:7-11, y)";
    let text = format!(
        "source \"a.x\" var x : bool @none var y : bool @none rule \"r\" @1:1-2 {{ @2:3-14 x := {value}; }}"
    );
    let (mut own, file) = sources(&text, &["a.x"]);
    let lowered = read_well(&mut own, file);
    let rule = lowered.model.rules.values().next().expect("a rule");
    let mut spans = Spans::default();
    walk_block(&mut spans, &rule.body);
    let found: Vec<&str> = spans.0.iter().map(|span| own.text(*span)).collect();
    let whole = "x := y ∧ z;";
    // What is assigned to, the chain, what is left of its last operand, and the inner chain; then
    // the operands with their places.
    let chains = [whole, whole, "", ""];
    let operands = ["first", "first", "y", "y", "line", "x", whole, whole];
    assert_eq!(found, [&chains[..], &operands[..]].concat());
    let printed = print_lowered(&lowered, Some(&own));
    assert!(printed.contains(&format!(" x := {value};\n")), "{printed}");
}

#[derive(Default)]
struct Spans(Vec<Span>);

impl Visitor for Spans {
    fn expr(&mut self, expr: &Expr) {
        self.0.push(expr.span);
    }

    fn place(&mut self, place: &Place) {
        self.0.push(place.span);
    }
}

/// Lines enough for all origins of the fixture.
const LONG: &str = include_str!("fixtures/runs.weyl");

#[test]
fn what_is_said_of_runs_is_read_back() {
    let sources = |text: &str| {
        let mut sources = Sources::new(|_| Some(LONG.to_string()));
        let file = sources.add_file(Path::new("runs.weyl"), text);
        (sources, file)
    };
    let (mut own, file) = sources(LONG);
    let mut lowered = read_well(&mut own, file);
    let printed = print_lowered(&lowered, Some(&own));
    let (mut others, file) = sources(&printed);
    let mut again = read_well(&mut others, file);
    assert_eq!(print_lowered(&again, Some(&others)), printed);
    assert_eq!(again.temporal.len(), 3);
    let all = lowered.temporal.iter_mut().chain(&mut again.temporal);
    all.for_each(|one| one.span = Span::default());
    assert_eq!(again.temporal, lowered.temporal);
}

#[test]
fn what_is_said_of_runs_is_understood() {
    let (mut sources, file) = sources(LONG, &[]);
    let lowered = read_well(&mut sources, file);
    let repeats: Vec<bool> = lowered
        .temporal
        .iter()
        .map(|one| one.repeats_ends)
        .collect();
    assert_eq!(repeats, [true, false, true]);
    let atom = Formula::Proposition;
    let inner = atom(1).and(Formula::True);
    let inner = inner.until(atom(0).next().releases(Formula::False));
    let wanted = atom(0).negated().or(inner.eventually()).always();
    assert_eq!(lowered.temporal[0].claim, Claim::Formula(wanted));
    let Claim::Never(observer) = &lowered.temporal[2].claim else {
        panic!("a never claim")
    };
    let edges = observer.states.iter().flat_map(|state| &state.edges);
    let edges = edges.map(|edge| {
        let Guard { all, none } = &edge.guard;
        (&all[..], &none[..], edge.target, edge.marks)
    });
    let wanted: [(&[usize], &[usize], usize, u64); 4] = [
        (&[0], &[], 1, 0b11),
        (&[], &[0], 0, 0),
        (&[], &[], 2, 0b10),
        (&[0], &[0], 1, 0),
    ];
    assert_eq!(edges.collect::<Vec<_>>(), wanted);
    let ends: Vec<bool> = observer.states.iter().map(|state| state.is_end).collect();
    assert_eq!((ends, observer.sets), (vec![false, false, true], 2));
}

#[test]
fn formulas_from_outside_are_about_atoms() {
    let text = "var x : bool atom \"a\" { x } atom \"not x\" { not(x) } cover \"c\" { x }";
    let (mut sources, file) = sources(text, &[]);
    let mut lowered = |formula: &str| {
        let options = ReadOptions {
            formulas: vec![sources.add("--ltl", formula).into()],
            ..ReadOptions::default()
        };
        let mut diagnostics = Diagnostics::default();
        let parsed = Ir.read(&mut sources, file, &options, &mut diagnostics);
        let lowered = parsed
            .and_then(|parsed| parsed.lower(&sources, weyl_ir::Capacity::LEAST, &mut diagnostics));
        let codes: Vec<String> = diagnostics.iter().map(|one| one.code.to_string()).collect();
        (lowered, codes)
    };
    let (right, codes) = lowered("[] (a ->  <> {not x})");
    assert_eq!(codes, [""; 0]);
    let temporal = right.expect("it is right").temporal.pop().expect("a claim");
    assert_eq!(temporal.name, "[] (a -> <> {not x})");
    assert_eq!(temporal.atoms.len(), 2);
    assert!(matches!(temporal.claim, Claim::Formula(_)));
    for (wrong, code) in [("[] b", "W0903"), ("[] c", "W0903"), ("[] (a", "W0902")] {
        let (nothing, codes) = lowered(wrong);
        assert!(nothing.is_none());
        assert_eq!(codes, [code], "{wrong}");
    }
}
