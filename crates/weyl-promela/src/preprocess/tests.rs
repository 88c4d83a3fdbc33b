//! The preprocessor against `cpp`, and where its tokens come from.

use super::{MAX_TOKENS, preprocess};
use crate::token::{Kind, Token};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use weyl_ir::ReadOptions;
use weyl_source::{Diagnostics, Sources};

/// Texts with the tokens that they expand to.
const CASES: &[(&str, &str)] = &[
    ("#define A 1\nA B A", "1 B 1"),
    ("#define A B\n#define B A\nA B", "A B"),
    ("#define A A + 1\nA", "A + 1"),
    ("#define F(x) x * x\nF(1 + 2) F", "1 + 2 * 1 + 2 F"),
    ("#define F(x) G(x)\n#define G(y) F(y) y\nF(1)", "F ( 1 ) 1"),
    ("#define F(x) x F\nF(1)(2)", "1 F ( 2 )"),
    ("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g"),
    (
        "#define F(x, y) x ## y\nF(a, b) F(a,) F(, b) F(1, 2)",
        "ab a b 12",
    ),
    (
        "#define F(x) #x\nF(a  +  b) F(\"q\\n\") F()",
        "\"a + b\" \"\\\"q\\\\n\\\"\" \"\"",
    ),
    (
        "#define X 3\n#define S(x) #x\n#define T(x) S(x)\nS(X) T(X)",
        "\"X\" \"3\"",
    ),
    ("#define CAT(a, b) a ## b\n#define AB 7\nCAT(A, B)", "7"),
    ("#define H(x) x ## _t x\n#define Q 1\nH(Q)", "Q_t 1"),
    (
        "#define P(f, ...) f(__VA_ARGS__)\nP(g, 1, 2) P(g)",
        "g ( 1 , 2 ) g ( )",
    ),
    (
        "#define P(f, ...) f(x, ## __VA_ARGS__)\nP(g, 1, 2) P(g)",
        "g ( x , 1 , 2 ) g ( x )",
    ),
    ("#define E()  e\nE() E( )", "e e"),
    (
        "#define F(x) [x]\nF((a, b)) F(F(c))",
        "[ ( a , b ) ] [ [ c ] ]",
    ),
    ("#define F(x) [x]\nF(a\n+\nb) c", "[ a + b ] c"),
    ("#define L a \\\n b\nL", "a b"),
    ("#define A 1\n#undef A\nA", "A"),
    ("#if 1 + 1 == 2 && defined A\nyes\n#else\nno\n#endif", "no"),
    (
        "#define A\n#if defined(A) && !defined(B)\nyes\n#endif",
        "yes",
    ),
    (
        "#ifdef A\na\n#elif 3 > 2\nb\n#elif 1\nc\n#else\nd\n#endif",
        "b",
    ),
    (
        "#if 0\n#if 1\na\n#else\nb\n#endif\nc ' \" #bad\n#else\nd\n#endif",
        "d",
    ),
    (
        "#ifndef A\n#define A 5\n#endif\n#if A > 4 ? A - 5 : 1\nx\n#else\ny\n#endif",
        "y",
    ),
    (
        "#if (-1 >> 1) == -1 && ~0 == -1 && 7 % 4 == 3 && 'a' == 97\nx\n#endif",
        "x",
    ),
    ("#if UNKNOWN\nx\n#else\ny\n#endif", "y"),
    (
        "a /* b\n c */ d // e\nf \"/* no */\" '\"'",
        "a d f \"/* no */\" '\"'",
    ),
    (
        "#define N 2\nchan c = [N] of { byte }; c ?? < N",
        "chan c = [ 2 ] of { byte } ; c ?? < 2",
    ),
    ("#define A B(\n#define B(x) x\nA 1)", "1"),
    ("#define EMPTY\n#define F(x) x\nF(EMPTY) F(EMPTY 1)", "1"),
    (
        "#define z z[0]\n#define f(a) f(z * (a))\nf(f(1))",
        "f ( z [ 0 ] * ( f ( z [ 0 ] * ( 1 ) ) ) )",
    ),
];

fn run(text: &str) -> (Vec<Token>, Sources, Diagnostics) {
    run_with(text, &ReadOptions::default())
}

fn run_with(text: &str, options: &ReadOptions) -> (Vec<Token>, Sources, Diagnostics) {
    let mut sources = Sources::new(|path| match path.to_str() {
        Some("inner.h") => Some("#define INNER 9\ninner\n".to_string()),
        Some("self.h") => Some("#include \"self.h\"\n".to_string()),
        Some(chain) if chain.len() > 35 => Some(String::new()),
        Some(chain) if chain.starts_with("twice") => {
            Some(format!("#include \"{chain}x\"\n").repeat(2))
        }
        _ => None,
    });
    let file = sources.add_file(Path::new("m.pml"), text);
    let mut diagnostics = Diagnostics::default();
    let mut tokens = preprocess(&mut sources, file, options, &mut diagnostics).model;
    assert_eq!(tokens.pop().map(|token| token.kind), Some(Kind::EndOfFile));
    (tokens, sources, diagnostics)
}

fn texts(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| &*token.text).collect()
}

#[test]
fn texts_expand_as_the_standard_says() {
    for (text, wanted) in CASES {
        let (tokens, _, diagnostics) = run(text);
        assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
        let (wanted, _, _) = run(wanted);
        assert_eq!(texts(&tokens), texts(&wanted), "{text}");
    }
}

#[test]
fn texts_expand_as_cpp_expands_them() {
    for (text, _) in CASES {
        let Some(expanded) = cpp(text) else { return };
        let (tokens, _, _) = run(text);
        let (wanted, _, _) = run(&expanded);
        assert_eq!(texts(&tokens), texts(&wanted), "{text}");
    }
}

/// Line ends matter to SPIN: they are where `cpp` puts them.
#[test]
fn lines_start_where_cpp_starts_them() {
    let cases = [
        "#define F(x) [x]\na F(1\n2) b\nc",
        "#define E\nE E k\nE\nj",
        "a /* x\n*/ b\nc \\\n d",
        "#define M a; \\\n b\nM c\nM\nM",
        "#ifdef X\n#endif\na\n#define Y 1\nY\n\nb",
    ];
    for text in cases {
        let Some(expanded) = cpp_lines(text) else {
            return;
        };
        let (tokens, _, _) = run(text);
        let (wanted, _, _) = run(&expanded);
        let lines = |tokens: &[Token]| -> Vec<(String, bool)> {
            tokens
                .iter()
                .map(|token| (token.text.to_string(), token.newline))
                .collect()
        };
        assert_eq!(lines(&tokens), lines(&wanted), "{text}");
    }
}

fn cpp(text: &str) -> Option<String> {
    cpp_with(text, &["-P"])
}

fn cpp_lines(text: &str) -> Option<String> {
    cpp_with(text, &[])
}

fn cpp_with(text: &str, flags: &[&str]) -> Option<String> {
    let mut command = Command::new("cpp");
    command.args(["-std=gnu99", "-undef", "-w"]).args(flags);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    String::from_utf8(output.stdout).ok()
}

#[test]
fn a_macro_token_stands_where_the_macro_is_used() {
    let text = "#define LIMIT (x + 1)\ny = LIMIT;\n";
    let (tokens, sources, _) = run(text);
    let x = tokens
        .iter()
        .find(|token| &*token.text == "x")
        .expect("a token");
    assert_eq!(sources.text(x.span), "LIMIT");
    assert_eq!(sources.position(x.span).line, 2);
    let origin = x.origin.expect("an origin");
    assert_eq!(
        (sources.text(origin), sources.position(origin).line),
        ("x", 1)
    );
}

#[test]
fn an_argument_stands_where_it_was_written() {
    let text = "#define TWICE(v) v; v\nTWICE(abc)\n";
    let (tokens, sources, _) = run(text);
    let spans: Vec<_> = tokens
        .iter()
        .map(|token| sources.text(token.span))
        .collect();
    assert_eq!(spans, ["abc", "TWICE", "abc"]);
}

#[test]
fn nested_macros_stand_at_the_outermost_use() {
    let text = "#define A B\n#define B 7\n\nA\n";
    let (tokens, sources, _) = run(text);
    assert_eq!(texts(&tokens), ["7"]);
    assert_eq!(sources.position(tokens[0].span).line, 4);
}

#[test]
fn definitions_come_from_the_command_line_too() {
    let options = ReadOptions {
        definitions: vec![("N".into(), Some("4".into())), ("FLAG".into(), None)],
        ..ReadOptions::default()
    };
    let (tokens, sources, _) = run_with("#if FLAG\nN\n#endif\n", &options);
    assert_eq!(texts(&tokens), ["4"]);
    let origin = tokens[0].origin.expect("an origin");
    assert_eq!(sources.file(origin.file).name, "<command line>");
}

#[test]
fn included_files_have_their_own_spans() {
    let (tokens, sources, diagnostics) = run("#include \"inner.h\"\nINNER <");
    assert!(diagnostics.is_empty());
    assert_eq!(texts(&tokens), ["inner", "9", "<"]);
    assert_eq!(sources.file(tokens[0].span.file).name, "inner.h");
    assert_eq!(sources.file(tokens[1].span.file).name, "m.pml");
}

#[test]
fn wrong_texts_are_reported() {
    let cases = [
        ("#include \"none.h\"\n", 711),
        ("#include \"self.h\"\n", 710),
        ("#error stop here\n", 706),
        ("#if\n#endif\n", 705),
        ("#if 1 /\n#endif\n", 705),
        ("#if 1 / 0\n#endif\n", 705),
        ("#if 1\n", 707),
        ("#endif\n", 707),
        ("#if 1\n#else\n#else\n#endif\n", 707),
        ("#define\n", 705),
        ("#define F(x\n", 705),
        ("#frobnicate\n", 705),
        ("#define F(x) x\nF(1, 2)", 708),
        ("#define F(x) x\nF(1", 708),
        ("#define F(x, y) x ## y\nF(+, 1)", 709),
        ("#define A 1\n#define A 2\n", 712),
        ("/* never closed", 702),
        ("\"never closed\n", 703),
        ("'ab'", 704),
        ("€", 701),
        ("#define N 1\n0..N", 713),
    ];
    for (text, code) in cases {
        let (_, _, diagnostics) = run(text);
        let codes: Vec<u16> = diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(codes, [code], "{text}");
    }
}

/// Text that grows without end is refused before it has become large.
#[test]
fn exploding_texts_are_refused_early() {
    let doubled = (1..40).map(|n| format!("#define M{n} M{0} M{0}\n", n - 1));
    let doubled: String = doubled.collect();
    let nested = |name: &str, inner: &str| {
        format!("{}{inner}{}", format!("{name}(").repeat(60), ")".repeat(60))
    };
    let quoted = "#define Q(a) QUOTE(a)\n#define QUOTE(a) #a\n";
    let glued = "#define G(a) GLUE(a, a)\n#define GLUE(a, b) a ## b\n";
    let cases = [
        format!("{doubled}M39"),
        format!("#define T(a) a a\n{}", nested("T", "x")),
        format!("{quoted}{}", nested("Q", "\"\"")),
        format!("{glued}{}", nested("G", "x")),
    ];
    for text in cases {
        let (tokens, _, diagnostics) = run(&text);
        let codes: Vec<u16> = diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(codes, [710], "{text}");
        assert!(tokens.is_empty(), "{text}");
    }
}

/// The budget is one for the whole text, whatever stands between the uses.
#[test]
fn directives_do_not_renew_what_macros_may_make() {
    let doubled = (1..15).map(|n| format!("#define M{n} M{0} M{0}\n", n - 1));
    let uses = "M14\n#undef OTHER\n".repeat(40);
    let (_, _, diagnostics) = run(&format!("{}{uses}", doubled.collect::<String>()));
    let codes: Vec<u16> = diagnostics.iter().map(|found| found.code.0).collect();
    assert_eq!(codes, [710]);
}

#[test]
fn texts_with_too_many_tokens_are_refused() {
    for text in [";\n", ";"] {
        let (tokens, _, diagnostics) = run(&text.repeat(MAX_TOKENS + 1));
        let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["the text has more than 2000000 tokens"]);
        assert!(tokens.is_empty());
    }
}

#[test]
fn files_that_include_each_other_are_too_many() {
    let (_, _, diagnostics) = run("#include \"twice\"\n");
    let found: Vec<_> = diagnostics
        .iter()
        .map(|found| (found.code.0, found.message.as_str()))
        .collect();
    assert_eq!(found, [(710, "more than 10000 files are included")]);
}
