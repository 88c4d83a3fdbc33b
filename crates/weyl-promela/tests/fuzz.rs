//! No input makes the front end panic, hang or disagree with itself.

use proptest::prelude::*;
use std::path::Path;
use weyl_ir::ReadOptions;
use weyl_source::{Diagnostics, Sources};

const WORDS: &[&str] = &[
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "d_step",
    "do",
    "else",
    "empty",
    "enabled",
    "eval",
    "fi",
    "for",
    "full",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "printf",
    "priority",
    "proctype",
    "provided",
    "return",
    "run",
    "select",
    "short",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
    "c_code",
    "_pid",
    "_",
    "_last",
    "x",
    "y",
    "P",
    "Q",
    "L",
    "T",
    "f",
    "0",
    "1",
    "3",
    "255",
    "4294967296",
    "'a'",
    "\"%d\\n\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "::",
    ".",
    "..",
    "@",
    "->",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "<<",
    ">>",
    "+",
    "++",
    "-",
    "--",
    "*",
    "/",
    "%",
    "&",
    "&&",
    "|",
    "||",
    "^",
    "~",
    "!",
    "!!",
    "?",
    "??",
    "<>",
    "[]",
    "U",
    "X",
    "\\",
    "#",
    "##",
    "\n",
    "\n#define f(x) x ## x\n",
    "\n#define x f(x) x\n",
    "\n#if x\n",
    "\n#endif\n",
    "\n#else\n",
    "'",
    "\"",
    "/*",
    "*/",
    "//",
];

const MODELS: &[&str] = &[
    "#define N 3\nmtype = { ack, nak };\nchan c[N] = [2] of { mtype, byte };\n\
     inline put(q, v) { atomic { nfull(q) -> q!ack(v) } }\n\
     proctype P(chan q; byte me) { byte i = 0, v; do :: i < N -> put(q, i); i++\n\
     :: q?ack,eval(me) -> v = (me > 1 -> me : 2)\n :: timeout -> break od unless { v == 2; skip }; endl: skip }\n\
     init { byte i; for (i : 0 .. N - 1) { run P(c[i], i) }; assert(_nr_pr > 1) }\n\
     ltl safe { [] (len(c[0]) < 3) && <> (P[1]@endl) }\n",
    "typedef Pair { int a; byte b[2] }; Pair p[2]; chan d = [0] of { Pair }; bool flag; int g = 4;\n\
     active [2] proctype A() provided (flag || _pid) { Pair q; d_step { p[0].b[1] = 2; flag = !flag }\n\
     if :: d!p[0] :: d?q :: flag -> goto out :: full(d) || nempty(d) fi;\n\
     { int k; select (k : 1 .. 4); k-- }\n out: printf(\"%d %e\\n\", g, q.a) }\n\
     never { do :: !flag :: d?[eval(g), 1, 2] -> break od }\n",
];

/// Reads a text; the program exists exactly if there is no error.
fn check(text: &str) {
    let own = text.to_string();
    let is_own = |path: &Path| path == Path::new("x");
    let mut sources = Sources::new(move |path| is_own(path).then(|| own.clone()));
    let file = sources.add_file(Path::new("m.pml"), text);
    let options = ReadOptions {
        definitions: vec![("N".into(), Some("3".into()))],
        ..ReadOptions::default()
    };
    let mut diagnostics = Diagnostics::default();
    let program = weyl_promela::parse(&mut sources, file, &options, &mut diagnostics);
    assert_eq!(program.is_none(), diagnostics.has_errors());
    for diagnostic in diagnostics.iter() {
        let spans = diagnostic.labels.iter().map(|label| label.span);
        for span in spans.chain([diagnostic.span]) {
            assert!(span.end as usize <= sources.file(span.file).text.len());
        }
    }
}

fn tokens_of(model: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = model;
    while let Some(first) = rest.chars().next() {
        let word = |character: char| character.is_alphanumeric() || character == '_';
        let end = if word(first) {
            rest.find(|character| !word(character))
                .unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(end);
        tokens.push(token.to_string());
        rest = behind;
    }
    tokens
}

#[test]
fn the_models_are_right_before_they_are_broken() {
    for model in MODELS {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", *model);
        let options = ReadOptions::default();
        let mut diagnostics = Diagnostics::default();
        let program = weyl_promela::parse(&mut sources, file, &options, &mut diagnostics);
        assert!(program.is_some(), "{diagnostics:?}");
    }
}

#[test]
fn deep_and_long_texts_are_refused_or_read() {
    let deep = [
        "(",
        "{ ",
        "!",
        "-",
        "if :: ",
        "atomic { ",
        "a[",
        "[] ",
        "X ",
    ];
    for piece in deep {
        check(&format!("int a[2]; init {{ {} }}", piece.repeat(5000)));
        check(&format!("int a; ltl {{ {} a }}", piece.repeat(5000)));
    }
    for chain in [" + 1", " - a + 2", " * a", " ^ a", " / 3", " + a * 2"] {
        check(&format!("int a; init {{ a = 1{} }}", chain.repeat(20_000)));
    }
    check(&format!(
        "int a; init {{ a == 1{} }}",
        " && a".repeat(20_000)
    ));
    check(&format!(
        "#if {}1{}\n#endif\n",
        "(".repeat(3000),
        ")".repeat(3000)
    ));
    check(&format!("#if {}1\n#endif\n", "!".repeat(100_000)));
    check(&"#include \"x\"\n".repeat(2));
    let mut doubling = String::from("#define M0 1 1\n");
    for level in 1..60 {
        doubling.push_str(&format!("#define M{level} M{0} M{0}\n", level - 1));
    }
    check(&format!("{doubling}init {{ M59 }}"));
    let mut inlines = String::from("inline f0() { skip; skip }\n");
    for level in 1..60 {
        inlines.push_str(&format!(
            "inline f{level}() {{ f{0}(); f{0}() }}\n",
            level - 1
        ));
    }
    check(&format!("{inlines}init {{ f59() }}"));
    let mut types = String::from("typedef T0 { int a[1000] }\n");
    for level in 1..80 {
        types.push_str(&format!("typedef T{level} {{ T{} a[1000] }}\n", level - 1));
    }
    check(&format!("{types} T79 t; init {{ t.a[0].a[0].a[0] = 1 }}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn token_soup(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..60)) {
        check(&words.join(" "));
        check(&format!("init {{ {} }}", words.join(" ")));
    }

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        check(&text);
    }

    #[test]
    fn broken_models(
        model in proptest::sample::select(MODELS),
        edits in proptest::collection::vec(
            (any::<prop::sample::Index>(), proptest::sample::select(WORDS), 0..4u8), 1..6),
    ) {
        let mut tokens = tokens_of(model);
        for (at, word, edit) in edits {
            let at = at.index(tokens.len());
            match edit {
                0 => { tokens.remove(at); }
                1 => tokens.insert(at, format!(" {word} ")),
                2 => tokens[at] = format!(" {word} "),
                _ => { let other = tokens.len() - 1 - at; tokens.swap(at, other); }
            }
            if tokens.is_empty() {
                break;
            }
        }
        check(&tokens.concat());
    }
}
