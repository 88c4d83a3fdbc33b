//! Deep nesting: of expressions, statements, types, calls and macros.

use crate::target::Target;
use weyl_permutation::random::Random;

/// What opens, what stands inside, what closes. `@` is the number of the level, from 1, and `%`
/// that of the level before: what is used twice doubles with each.
type Nest = (&'static str, &'static str, &'static str);

/// What stands before and after so that the text could be a model. `@` is the number of levels.
type Frame = (&'static str, &'static str);

const MURPHI_FRAME: Frame = (
    "var x: 0..9; b: boolean; startstate x := 0; b := false; end; rule b ==> ",
    " end;",
);

const MURPHI: [(Frame, Nest); 16] = [
    (MURPHI_FRAME, ("x := (", "x", "); ")),
    (
        (
            "var b: boolean; startstate b := false; end; invariant ",
            ";",
        ),
        ("(", "b", ")"),
    ),
    (
        (
            "var b: boolean; startstate b := false; end; invariant ",
            ";",
        ),
        ("!", "b", ""),
    ),
    (
        (
            "var b: boolean; startstate b := false; end; invariant ",
            ";",
        ),
        ("b -> ", "b", ""),
    ),
    (
        (
            "var b: boolean; startstate b := false; end; invariant ",
            ";",
        ),
        ("b & ", "b", ""),
    ),
    (
        (
            "var b: boolean; startstate b := false; end; invariant ",
            ";",
        ),
        ("b ? b : ", "b", ""),
    ),
    (
        ("var x: 0..9; startstate x := 0; end; invariant x < ", ";"),
        ("1 + ", "1", ""),
    ),
    (
        ("var x: 0..9; startstate x := 0; end; invariant x < ", ";"),
        ("-", "1", ""),
    ),
    (
        ("startstate end; invariant ", ";"),
        ("forall i@: 0..1 do ", "true", " end"),
    ),
    (MURPHI_FRAME, ("if b then ", "x := 1;", " end;")),
    (MURPHI_FRAME, ("for i@: 0..1 do ", "x := 1;", " end;")),
    (MURPHI_FRAME, ("alias a@: x do ", "x := 1;", " end;")),
    (
        ("var x: ", "; startstate end;"),
        ("array [0..1] of ", "boolean", ""),
    ),
    (
        ("var x: ", "; startstate end;"),
        ("record f@: ", "boolean", "; end"),
    ),
    (
        ("", ""),
        ("ruleset i@: 0..1 do ", "rule true ==> end;", " end;"),
    ),
    (
        ("type t0: boolean; ", "var x: t@; startstate end;"),
        ("type t@: array [0..1] of t%; ", "", ""),
    ),
];

const PROMELA_FRAME: Frame = ("byte x; active proctype P() { ", " }");

const PROMELA: [(Frame, Nest); 15] = [
    (PROMELA_FRAME, ("(", "x", ")")),
    (PROMELA_FRAME, ("!", "x", "")),
    (PROMELA_FRAME, ("-", "x", "")),
    (PROMELA_FRAME, ("x + ", "1", "")),
    (PROMELA_FRAME, ("x -> ", "x", "")),
    (PROMELA_FRAME, ("(x -> ", "x", " : 1)")),
    (PROMELA_FRAME, ("if :: x -> ", "skip", " fi")),
    (PROMELA_FRAME, ("do :: x -> ", "break", " od")),
    (PROMELA_FRAME, ("atomic { ", "skip", " }")),
    (PROMELA_FRAME, ("{ ", "skip", " } unless { x }")),
    (PROMELA_FRAME, ("l@: ", "skip", "")),
    (PROMELA_FRAME, ("for (x : 0 .. 1) { ", "skip", " }")),
    (
        ("typedef T0 { byte x };\n", "T@ t;"),
        ("typedef T@ { T% x[2] };\n", "", ""),
    ),
    (("ltl p { ", " } byte x;"), ("[] (", "x", ")")),
    (
        ("#define A\n", "\ninit { skip }"),
        ("#ifdef A\n", "byte x;", "\n#endif\n"),
    ),
];

/// What is expanded doubles with each level, up to the limit: that takes a second.
const PROMELA_DOUBLING: [(Frame, Nest); 2] = [
    (
        ("#define M0 1\n", "active proctype P() { M@ }"),
        ("#define M@ (M% + M%)\n", "", ""),
    ),
    (
        ("inline i0() { skip }\n", "active proctype P() { i@() }"),
        ("inline i@() { i%(); i%() }\n", "", ""),
    ),
];

const IR: [(Frame, Nest); 5] = [
    (
        ("model \"m\"\nvar b : bool\ninvariant \"i\" { ", " }\n"),
        ("not(", "b", ")"),
    ),
    (
        ("model \"m\"\nvar b : bool\ninvariant \"i\" { ", " }\n"),
        ("and(b, ", "b", ")"),
    ),
    (
        ("model \"m\"\nvar b : bool\nstart \"s\" { ", " }\n"),
        ("if b { ", "b := true;", " }"),
    ),
    (
        ("model \"m\"\nvar x : ", "\nstart \"s\" { clear x; }\n"),
        ("array [0..1] of ", "bool", ""),
    ),
    (
        ("model \"m\"\nvar x : ", "\nstart \"s\" { clear x; }\n"),
        ("record { f@ : ", "bool", " }"),
    ),
];

const DEPTHS: [usize; 11] = [2, 5, 20, 60, 99, 100, 101, 199, 300, 1_000, 5_000];

/// Rarely, since it takes the time of a thousand others.
const DEEPEST: usize = 60_000;

fn depth(random: &mut Random) -> usize {
    if random.once_in(40) {
        return DEEPEST;
    }
    random.pick(&DEPTHS).copied().unwrap_or(1)
}

/// A text of one kind of nesting, or a model with a piece of it somewhere.
pub fn nested(target: Target, model: &[u8], random: &mut Random) -> Vec<u8> {
    let forms: &[(Frame, Nest)] = if target.is_murphi() {
        &MURPHI
    } else if target.is_promela() && random.once_in(60) {
        &PROMELA_DOUBLING
    } else if target.is_promela() {
        &PROMELA
    } else {
        &IR
    };
    let Some(((before, after), nest)) = random.pick(forms) else {
        return Vec::new();
    };
    let depth = depth(random);
    let deep = deep(*nest, depth, random.once_in(5));
    let after = after.replace('@', &depth.to_string());
    if random.once_in(4) {
        let at = random.below(model.len() + 1);
        return [&model[..at], deep.as_bytes(), &model[at..]].concat();
    }
    [before, deep.as_str(), &after].concat().into_bytes()
}

/// Without what closes, it ends in the middle.
fn deep((open, inside, close): Nest, depth: usize, is_cut: bool) -> String {
    let opened = (0..depth).map(|before| {
        let level = (before + 1).to_string();
        open.replace('@', &level).replace('%', &before.to_string())
    });
    let opened: String = opened.collect();
    let closed = if is_cut {
        String::new()
    } else {
        close.repeat(depth)
    };
    [opened.as_str(), inside, closed.as_str()].concat()
}

const WRAPPINGS: [(&str, &str); 12] = [
    ("(", ")"),
    ("!", ""),
    ("[] ", ""),
    ("X ", ""),
    ("(p U ", ")"),
    ("p -> ", ""),
    ("p && ", ""),
    ("p <-> ", ""),
    ("", " || p"),
    ("", " U p"),
    ("[", "]"),
    ("{\"a\":", "}"),
];

/// A text in the middle of many parentheses, operators, brackets.
pub fn wrapped(text: &[u8], random: &mut Random) -> Vec<u8> {
    let (open, close) = random.pick(&WRAPPINGS).copied().unwrap_or(("", ""));
    let depth = depth(random);
    let (before, after) = (open.repeat(depth), close.repeat(depth));
    [before.as_bytes(), text, after.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_closed() {
        assert_eq!(deep(("f@(", "x", ")"), 3, false), "f1(f2(f3(x)))");
        assert_eq!(deep(("f@(", "x", ")"), 2, true), "f1(f2(x");
        assert_eq!(deep(("m@ = m%; ", "", ""), 2, false), "m1 = m0; m2 = m1; ");
    }
}
