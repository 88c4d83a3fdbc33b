//! What the recording executor says of single steps.

use crate::harness::Source;
use weyl_ir::layout::SlotId;
use weyl_system::{Effect, Firing, Recorder, Written};

const HEAD: &str = "model \"r\"
    var x : 0..3
    var y : 0..3
    var big : 0..9
    var u : 0..3 undefinable
    var row : array [0..3] of 0..3
    start \"s\" { x := 1; y := 2; big := 3; row[0] := 1; row[1] := 2; row[2] := 0; row[3] := 3; }";

fn name(source: &Source, slot: SlotId) -> String {
    let slot = &source.program.layout.slots[slot];
    let name = &source.program.model.variables[slot.variable].name;
    match slot.path.first() {
        Some(_) => {
            let first = source.program.layout.variables[slot.variable].offset;
            format!("{name}[{}]", slot.offset - first)
        }
        None => name.clone(),
    }
}

/// What the only rule looks at in the first state, and what it does there.
fn says(rule: &str, expected: &str) {
    let source = Source::new(&format!("{HEAD} rule \"r\" {rule}"));
    let rule = source
        .program
        .model
        .rules
        .keys()
        .next()
        .expect("there is one");
    let firing = Firing { rule, instance: 0 };
    let record = Recorder::new(&source.program).rule(&source.first(), firing);
    let looks = record.looks.iter().map(|slot| name(&source, *slot));
    let looks: Vec<String> = looks.collect();
    let result = match record.result {
        None => "disabled".to_string(),
        Some(Effect::Fault(_)) => "fault".to_string(),
        Some(Effect::Excluded) => "excluded".to_string(),
        Some(Effect::Writes(writes)) => {
            let writes = writes.iter().map(|(slot, written)| {
                let what = match written {
                    Written::Code(code) => code.to_string(),
                    Written::Copy(from) => name(&source, *from),
                };
                format!("{}={what}", name(&source, *slot))
            });
            writes.collect::<Vec<String>>().join(" ")
        }
    };
    assert_eq!(format!("{}: {result}", looks.join(" ")), expected, "{rule}");
}

#[test]
fn copies_name_the_slots_of_the_state_before() {
    says(
        "locals t.0 : value 0..3 { t.0 <- x; x <- y; y <- t.0; }",
        ": x=y y=x",
    );
    says("{ x := y; big := x; }", ": x=y big=y");
    says(
        "{ row <- row; x <- x; }",
        ": x=x row[0]=row[0] row[1]=row[1] row[2]=row[2] row[3]=row[3]",
    );
}

#[test]
fn a_later_look_at_a_copy_is_a_look_at_its_source() {
    says("{ x <- y; row[0] := plus(x, 1); }", "y: x=y row[0]=3");
    says("{ x := 1; row[0] := plus(x, 1); }", ": x=1 row[0]=2");
}

#[test]
fn what_may_fail_is_looked_at() {
    says("{ x <- big; }", "big: x=big");
    says("{ x := big; }", "big: x=big");
    says("{ u <- x; }", ": u=x");
    says("{ x <- u; }", "u: fault");
    says("{ x := u; }", "u: fault");
    says("{ row[big] := y; }", "big: row[3]=y");
    says("{ row[plus(big, 1)] := y; }", "big: fault");
}

#[test]
fn what_is_not_reached_is_not_looked_at() {
    says("when and(eq(x, 0), eq(y, 0)) { big := 0; }", "x: disabled");
    says("when or(eq(x, 1), eq(y, 0)) { big := 0; }", "x: big=0");
    says(
        "{ if eq(x, 1) { big := 0; } else { big := y; } }",
        "x: big=0",
    );
    says("{ assume eq(y, 0); x := 1; }", "y: disabled");
}

#[test]
fn what_is_stored_again_is_written() {
    says("{ x := 1; }", ": x=1");
    says("when undefined(u) { undefine u; }", "u: u=0");
}
