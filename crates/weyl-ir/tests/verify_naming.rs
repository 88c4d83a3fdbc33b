//! The verifier on namings: one small wrong naming for each thing that it checks.

use weyl_ir::text::read;
use weyl_ir::{Leaf, Model, NameId, NumberingId, VarId, verify};

const PRELUDE: &str = r#"
sort P { p1 p2 } sort Q { q1 q2 }
type E = enum { a b }
type U = union { P, E }
var n : 0..9
var p : P undefinable
var u : U undefinable
var e : array [E] of E
var ap : array [P] of 0..9
var wide : -2000000000..2000000000
var c : array [0..2] of channel [1] of 0..9
var d : channel [2] of 0..9
interleaving { processes n; channel 1 = c[0]; channel 2 = c[1]; channel 3 = d; }
"#;

fn complaints(lines: &str) -> Vec<String> {
    let text = format!(
        "{PRELUDE} naming {{ numbering 0 = 0 P::p1, 1 P::p2; numbering 1 = 3 P::p1, 2 Q::q1; {lines} }}"
    );
    match read(&text) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics.into_iter().map(|d| d.message).collect(),
    }
}

#[test]
fn right_namings_pass() {
    let lines = [
        "",
        "values n by 1; values_at ap[] P::p1 by 0; values_at ap[] P::p2 by 1;",
        "indices e by 0; values e[] by 0; indices c by 0; values c[][#].0 by 1;",
        "channel 1 = Q::q2; channel 2 = Q::q1; channel 3 = P::p1;",
        "numbering 2 = -2000000000 P::p1, -1999934465 P::p2; values wide by 2;",
        "numbering 2 = ; values n by 2;",
    ];
    for lines in lines {
        assert_eq!(complaints(lines), Vec::<String>::new(), "{lines}");
    }
}

#[test]
fn wrong_namings_are_reported() {
    let cases = [
        ("numbering 2 = 0 P::p1, 1 P::p1;", "has two numbers"),
        ("numbering 2 = 0 P::p1, 65536 P::p2;", "too far apart"),
        ("values n by 2;", "there is no numbering2"),
        ("values e by 0;", "only plain numbers are named"),
        ("values p by 0;", "only plain numbers are named"),
        ("values u by 0;", "only plain numbers are named"),
        ("indices ap by 0;", "only plain numbers are named"),
        ("indices n by 0;", "only arrays have indices"),
        ("values e[] by 1;", "is no value that it can have"),
        ("indices c by 1;", "is no value that it can have"),
        ("values_at ap[] P::p1 by 2;", "there is no numbering2"),
        ("values c[][#] by 0;", "there is no such part"),
        ("channel 4 = P::p1;", "there is no channel 4"),
        ("channel 0 = P::p1;", "there is no channel 0"),
        ("channel 1 = P::p1; channel 2 = P::p1;", "is two channels"),
        ("channel 1 = P::p1; channel 3 = P::p2;", "has another type"),
    ];
    for (lines, expected) in cases {
        let found = complaints(lines);
        let fits = |message: &String| message.starts_with("naming: ") && message.contains(expected);
        assert!(found.len() == 1 && fits(&found[0]), "{lines}: {found:?}");
    }
}

#[test]
fn what_no_text_can_say_is_reported() {
    let wrong: [fn(&mut Model); 4] = [
        |model| {
            let numbering = [(0, NameId::from_u32(4))].into();
            model.naming.numberings.push(numbering);
        },
        |model| {
            let leaf = Leaf::new(VarId::from_u32(99));
            let none = NumberingId::from_u32(0);
            model.naming.numberings.push(Default::default());
            model.naming.values.insert(leaf, none);
        },
        |model| {
            let at = (Leaf::new(VarId::from_u32(0)), NameId::from_u32(4));
            let numbering = model.naming.numberings.push(Default::default());
            model.naming.values_at.insert(at, numbering);
        },
        |model| {
            model.naming.channels.insert(1, NameId::from_u32(4));
        },
    ];
    for change in wrong {
        let mut model = read(PRELUDE).unwrap();
        change(&mut model);
        let errors = verify(&model).unwrap_err();
        assert!(
            errors.len() == 1 && errors[0].within == "naming",
            "{errors:?}"
        );
    }
}

#[test]
fn channels_of_a_model_without_an_interleaving_have_no_names() {
    let mut model = read("sort P { p1 } var c : channel [1] of 0..9").unwrap();
    model.naming.channels.insert(1, NameId::from_u32(0));
    assert!(verify(&model).is_err());
}
