//! What `put` prints, and when.

use crate::harness::Source;
use weyl_ir::RuleId;
use weyl_system::{Batch, Firing, Interpreter, System};

#[test]
fn values_and_places_are_printed() {
    let declarations = "
        sort P { p q }
        type R = record { f : 0..3, g : array [P] of bool }
        var r : R undefinable
        var bag : multiset [3] of 0..9 undefinable
        var n : 0..9";
    let cases = [
        ("put;", ""),
        ("put \"a\", \"b\";", "ab"),
        ("put n, plus(n, 1), P::q, true;", "01qtrue"),
        (
            "put copy r;",
            "{f: undefined, g: {[p]: undefined, [q]: undefined}}",
        ),
        ("clear r; put copy r.g;", "{[p]: false, [q]: false}"),
        ("put copy n; n := 1; put \"/\", copy n;", "0/1"),
        (
            "put copy bag; add n to bag; add r.f to bag; put copy bag;",
            "{}{0, undefined}",
        ),
        (
            "add n to bag; add n to bag; remove 0 from bag; put copy bag[#1], copy bag;",
            "0{0}",
        ),
    ];
    for (body, expected) in cases {
        let body = body.replace("add r.f to bag", "bind u.0 = undefinable_n; add u.0 to bag");
        let text = format!(
            "model \"m\" {declarations} var undefinable_n : 0..9 undefinable
             start \"s\" locals u.0 : reference 0..9 {{ {body} }}"
        );
        assert_eq!(Source::new(&text).fire_start().0, expected, "{body}");
    }
}

/// The names are for showing only: the values are numbers like others.
#[test]
fn numbers_are_printed_in_several_notations() {
    let cases = [
        ("put s, copy s;", "00"),
        ("s := 2; put s, copy s, s in decimal;", "greengreen2"),
        ("s := 2; n <- s; put n, n as S;", "2green"),
        (
            "n := 1; s <- n; put s, plus(s, 1), plus(s, 1) as S;",
            "red2green",
        ),
        ("s := plus(S::2, 1); put s, lt(S::1, s);", "3true"),
        (
            "n := 200; put n in hexadecimal, \" \", n in octal;",
            "c8 310",
        ),
        (
            "put -255 in hexadecimal, -8 in octal, -1 in decimal;",
            "-ff-10-1",
        ),
        (
            "put 77 in character, 0 in character, 321 in character;",
            "MA",
        ),
        ("put 200 in character;", "\u{c8}"),
    ];
    for (body, expected) in cases {
        let text = format!(
            "model \"m\" type S = 0..255 names {{ 1 red, 2 green }}
             var s : S var n : 0..255
             start \"s\" {{ {body} }}"
        );
        assert_eq!(Source::new(&text).fire_start().0, expected, "{body}");
    }
}

#[test]
fn output_belongs_to_one_firing_also_if_it_fails() {
    let source = Source::new(
        "model \"m\" var n : 0..3
         function say () { put \"said \"; }
         start \"s\" { }
         rule \"r\" locals i.0 : bound 0..3 for i.0 in 0..3 {
           call say();
           put i.0;
           assume ne(i.0, 1);
           n := div(6, minus(2, i.0));
           put \" end\";
         }",
    );
    let state = source.first();
    let mut interpreter = Interpreter::new(&source.program);
    let mut output = |instance| {
        let rule = RuleId::from_u32(0);
        interpreter.successors(&state, &mut Batch::default());
        let fired = interpreter.fire(&state, Firing { rule, instance });
        fired.map(|fired| fired.output())
    };
    assert_eq!(output(0).as_deref(), Some("said 0 end"));
    assert_eq!(output(1), None);
    assert_eq!(output(2).as_deref(), Some("said 2"));
    assert_eq!(output(3).as_deref(), Some("said 3"));
}
