//! How the steps of processes are called in runs.

use weyl_ir::{Capacity, ReadOptions, load};
use weyl_promela::Promela;
use weyl_source::Sources;

/// The names of the rules of a model, in order, but for the death of processes.
fn names(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", text);
    let options = ReadOptions::default();
    let capacity = Capacity {
        processes: 4,
        channels: 4,
    };
    let (lowered, diagnostics) = load(&Promela, &mut sources, file, &options, capacity);
    let model = lowered.unwrap_or_else(|| panic!("{diagnostics:?}")).model;
    let names = model.rules.values().map(|rule| rule.name.clone());
    names.filter(|name| name != "-end-").collect()
}

#[test]
fn a_statement_is_called_as_it_is_written() {
    let text = "#define N 3\nint x, y;\nactive proctype P() { x=y  *( N+1 ); (x > 1) }";
    assert_eq!(names(text), ["x=y *( N+1 )", "(x > 1)"]);
}

#[test]
fn the_parts_of_loops_have_names_of_their_own() {
    let text = "typedef M { byte a; byte b };\nchan c = [1] of { M };\nactive proctype P() {\n\
        M m; byte i; for (i : 1 .. 2) { skip }\nselect (i : 5 .. 6);\nfor (m in c) { break } }";
    let expected = [
        "i = 1",
        "i <= 2",
        "else",
        "skip",
        "i++",
        "i = 5",
        "i = 6",
        "messages seen = 0",
        "messages seen < len(c)",
        "else",
        "c?m.a,m.b",
        "c!m.a,m.b",
    ];
    let (mut found, mut expected) = (names(text), expected.map(String::from).to_vec());
    found.sort();
    found.dedup();
    expected.sort();
    expected.dedup();
    assert_eq!(found, expected);
}

/// The one statement of an inline that is called with `x`, `y` and `c`.
#[track_caller]
fn inlined(statement: &str, expected: &str) {
    let text = format!(
        "mtype = {{ red, green }}; mtype m; int x, y, a[3]; chan c = [2] of {{ byte, mtype }};\n\
         typedef T {{ byte f; T2 g[2] }}; T t;\n\
         proctype Q(byte v) {{ skip }}\n\
         inline f(p, q, ch) {{ {statement} }}\n\
         active proctype P() {{ here: skip;\nf(x, y, c) }}\n"
    );
    let text = text.replace("typedef T {", "typedef T2 { byte h }; typedef T {");
    let names = names(&text);
    let wanted = format!("{expected} (in f, line 6)");
    assert!(names.contains(&wanted), "{names:?} have no `{wanted}`");
}

#[test]
fn statements_of_inlines_have_the_arguments_in_place_of_the_parameters() {
    inlined("p = q", "x = y");
    inlined("p++", "x++");
    inlined("a[p] = a[q + 1] - 1", "a[x] = a[y + 1] - 1");
    inlined("t.g[p].h = q", "t.g[x].h = y");
    inlined("ch!p,red", "c!x,red");
    inlined("ch!!2,m", "c!!2,m");
    inlined("ch?p,m", "c?x,m");
    inlined("ch??<eval(q),green>", "c??<eval(y),green>");
    inlined("ch?_,m", "c?_,m");
    inlined("ch?[1,_]", "c?[1,_]");
    inlined("nempty(ch)", "nempty(c)");
    inlined("len(ch) == p", "len(c) == x");
    inlined("run Q(q)", "run Q(y)");
    inlined("assert(p > q)", "assert(x > y)");
    inlined("printf(\"a%d 1%%\\n\", p)", "printf(\"a%d 1%%\\n\", x)");
    inlined("P[p]@here", "P[x]@here");
    inlined("_pid == p && timeout", "_pid == x && timeout");
    inlined("pc_value(p) > 1", "pc_value(x) > 1");
    inlined("skip", "skip");
}

#[test]
fn the_parts_of_loops_in_inlines_come_from_the_inline() {
    inlined("for (p : 1 .. q) { skip }", "x <= y");
    inlined("select (p : 1 .. q)", "x = 1");
    inlined("select (p : 1 .. q)", "x < y");
    inlined("select (p : 1 .. q)", "x++");
}

#[test]
fn joins_that_are_steps_are_called_by_what_ends_there() {
    let named = |statement: &str, name: &str| {
        let text =
            format!("int x;\nactive proctype P() {{ atomic {{ {statement} }}; x = 2; x = 3 }}");
        let names = names(&text);
        assert!(names.iter().any(|other| other == name), "{names:?}");
    };
    named("if :: x = 1 :: x = 4 fi", "fi");
    named("do :: x = 1 :: x == 1 -> break od", "od");
    named("{ x = 1 } unless { x > 5 }", "end of unless");
}

#[test]
fn parentheses_are_kept_where_they_matter() {
    inlined("p = (q + 1) * 2 - (p - q)", "x = (y + 1) * 2 - (x - y)");
    inlined("p = (q * 2) + 1", "x = y * 2 + 1");
    inlined(
        "(p == 1 || q == 2) && !(p > q)",
        "(x == 1 || y == 2) && !(x > y)",
    );
    inlined("p = (q > 0 -> -q : ~p) << 2", "x = (y > 0 -> -y : ~x) << 2");
    inlined("(p & 3) == 1", "(x & 3) == 1");
}
