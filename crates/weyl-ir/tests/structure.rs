//! The structure of small programs, to the slot: constant and foreseen indices, copies, must and
//! may.

use weyl_ir::layout::{PathStep, SlotId, SlotRole};
use weyl_ir::structure::{Footprint, SlotSet};
use weyl_ir::{Layout, Model, Structure, text};

struct Checked {
    model: Model,
    layout: Layout,
    structure: Structure,
}

/// Declarations that all programs here have, with rules of their own.
fn check(rules: &str) -> Checked {
    let text = format!(
        r#"
        model "structure"
        sort P {{ p q r }}
        type Loc = enum {{ idle busy done }}
        type Pair = record {{ left : 0..3, right : 0..3 }}
        var n : 0..3
        var m : 0..3
        var big : 0..9
        var k : 0..3
        var row : array [0..3] of 0..3
        var pairs : array [0..3] of Pair
        var pc : array [P] of Loc
        var bag : multiset [2] of 0..3
        start "s" {{ clear n; clear m; clear big; k := 2; clear row; clear pairs; clear pc; }}
        {rules}
    "#
    );
    let model = text::read(&text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let layout = Layout::new(&model).expect("it is small");
    let structure = Structure::of(&model, &layout);
    Checked {
        model,
        layout,
        structure,
    }
}

impl Checked {
    fn name(&self, slot: SlotId) -> String {
        let slot = &self.layout.slots[slot];
        let mut name = self.model.variables[slot.variable].name.clone();
        for step in &slot.path {
            name += &match step {
                PathStep::Field(number) => format!(".{number}"),
                PathStep::Index(_, value) => format!("[{value}]"),
                PathStep::Element(position) => format!("#{position}"),
            };
        }
        if slot.role == SlotRole::Occupied {
            name += "?";
        }
        name
    }

    fn names(&self, slots: &SlotSet) -> String {
        let names: Vec<String> = slots.iter().map(|slot| self.name(slot)).collect();
        names.join(" ")
    }

    fn footprint(&self, rule: &str, instance: u64) -> &Footprint {
        let mut rules = self.model.rules.iter();
        let found = rules.find(|(_, known)| known.name == rule);
        self.structure.rule(found.expect("it is there").0, instance)
    }

    /// What one instance of a rule touches, in one line.
    fn says(&self, rule: &str, instance: u64) -> String {
        let footprint = self.footprint(rule, instance);
        let copies = footprint.copies.iter();
        let copies = copies.map(|(to, from)| format!("{}<-{}", self.name(*to), self.name(*from)));
        let copies: Vec<String> = copies.collect();
        format!(
            "guard {} | body {} | may {} | must {} | copies {}",
            self.names(&footprint.guard_reads),
            self.names(&footprint.body_reads),
            self.names(&footprint.may_write),
            self.names(&footprint.must_write),
            copies.join(" "),
        )
        .replace("  ", " ")
    }
}

fn says(rule: &str, expected: &str) {
    let checked = check(&format!("rule \"r\" {rule}"));
    assert_eq!(checked.says("r", 0), expected, "{rule}");
}

#[test]
fn a_constant_index_is_one_slot() {
    says(
        "when eq(row[1], 0) { row[3] := plus(row[0], 1); }",
        "guard row[1] | body row[0] | may row[3] | must row[3] | copies ",
    );
    says(
        "{ pairs[2].right := 1; }",
        "guard | body | may pairs[2].1 | must pairs[2].1 | copies ",
    );
}

#[test]
fn a_parameter_is_a_constant_in_each_instance() {
    let rule = "rule \"r\" locals i.0 : bound 0..3 for i.0 in 0..3 when eq(row[i.0], 0)
        { row[rem(plus(i.0, 1), 4)] := 1; }";
    let checked = check(rule);
    for (instance, next) in [(0, 1), (1, 2), (3, 0)] {
        let expected =
            format!("guard row[{instance}] | body | may row[{next}] | must row[{next}] | copies ");
        assert_eq!(checked.says("r", instance), expected);
    }
}

#[test]
fn a_computed_index_is_all_elements_of_the_field() {
    let all = "pairs[0].1 pairs[1].1 pairs[2].1 pairs[3].1";
    // What `n` holds can't be foreseen: another rule counts.
    let count = "rule \"count\" when lt(n, 3) { n := plus(n, 1); }";
    let checked = check(&format!("{count} rule \"r\" {{ pairs[n].right := 1; }}"));
    let expected = format!("guard | body n | may {all} | must | copies ");
    assert_eq!(checked.says("r", 0), expected);
}

#[test]
fn a_value_that_never_changes_is_foreseen() {
    says(
        "{ row[k] := 1; }",
        "guard | body k | may row[2] | must row[2] | copies ",
    );
    let checked = check("rule \"set\" { k := 3; } rule \"r\" { row[k] := 1; }");
    let expected = "guard | body k | may row[2] row[3] | must | copies ";
    assert_eq!(checked.says("r", 0), expected);
}

/// Engines that begin anywhere ask for this.
#[test]
fn nothing_is_foreseen_in_all_states() {
    let mut checked = check("rule \"r\" when eq(m, 1) { row[k] := 1; row[0] := 2; }");
    assert_eq!(
        checked.says("r", 0),
        "guard m | body | may | must | copies "
    );
    checked.structure = Structure::in_all_states(&checked.model, &checked.layout);
    let all = "row[0] row[1] row[2] row[3]";
    let expected = format!("guard m | body k | may {all} | must row[0] | copies ");
    assert_eq!(checked.says("r", 0), expected);
}

#[test]
fn copies_are_not_looked_at_unless_they_may_fail() {
    says(
        "{ row[0] <- row[1]; }",
        "guard | body | may row[0] | must row[0] | copies row[0]<-row[1]",
    );
    says(
        "locals t.0 : value 0..3 { t.0 <- n; n <- m; m <- t.0; }",
        "guard | body | may n m | must n m | copies n<-m m<-n",
    );
    says(
        "{ big <- n; n := m; }",
        "guard | body | may n big | must n big | copies n<-m big<-n",
    );
    says(
        "{ n <- big; }",
        "guard | body big | may n | must n | copies ",
    );
    says(
        "{ n <- m; row[0] := plus(n, 1); }",
        "guard | body m | may n row[0] | must n row[0] | copies ",
    );
    says(
        "{ pairs[0] <- pairs[3]; }",
        "guard | body | may pairs[0].0 pairs[0].1 | must pairs[0].0 pairs[0].1 \
         | copies pairs[0].0<-pairs[3].0 pairs[0].1<-pairs[3].1",
    );
}

#[test]
fn what_was_overwritten_is_not_read() {
    says(
        "{ n := 1; row[0] := n; }",
        "guard | body | may n row[0] | must n row[0] | copies ",
    );
}

#[test]
fn what_all_ways_write_must_be_written() {
    let both = "if eq(big, 1) { n := 1; m := 2; } else { n := 3; }";
    // It never becomes 1.
    says(
        &format!("{{ {both} }}"),
        "guard | body big | may n | must n | copies ",
    );
    let count = "rule \"count\" { big := rem(plus(big, 1), 10); }";
    let checked = check(&format!("{count} rule \"r\" {{ {both} }}"));
    let expected = "guard | body big | may n m | must n | copies ";
    assert_eq!(checked.says("r", 0), expected);
    let early = "if eq(big, 1) { return; } m := 1;";
    let checked = check(&format!("{count} rule \"r\" {{ n := 1; {early} }}"));
    let expected = "guard | body big | may n m | must n | copies ";
    assert_eq!(checked.says("r", 0), expected);
}

#[test]
fn loops_with_known_turns_are_unrolled() {
    says(
        "locals i.0 : bound 0..3 { for i.0 in steps(0, 2, 2) { row[i.0] := 1; } }",
        "guard | body | may row[0] row[2] | must row[0] row[2] | copies ",
    );
    says(
        "locals i.0 : bound 0..3 when exists(i.0 in steps(1, 2, 1), eq(row[i.0], 1)) { n := 0; }",
        "guard row[1] row[2] | body | may n | must n | copies ",
    );
}

#[test]
fn calls_and_references_are_followed() {
    let function = "function set (i.0, to.1) locals i.0 : value 0..3, to.1 : reference 0..3
        { row[i.0] := 1; to.1 := 2; }";
    let checked = check(&format!(
        "{function} rule \"r\" {{ call set(3, ref row[1]); }}"
    ));
    let expected = "guard | body | may row[1] row[3] | must row[1] row[3] | copies ";
    assert_eq!(checked.says("r", 0), expected);
    says(
        "locals it.0 : reference Pair { bind it.0 = pairs[1]; it.0.left <- it.0.right; }",
        "guard | body | may pairs[1].0 | must pairs[1].0 | copies pairs[1].0<-pairs[1].1",
    );
}

#[test]
fn a_multiset_is_touched_as_a_whole() {
    let all = "bag#0? bag#0 bag#1? bag#1";
    let checked = check("rule \"r\" { add row[0] to bag; }");
    let footprint = checked.footprint("r", 0);
    assert_eq!(checked.names(&footprint.may_write), all);
    assert_eq!(checked.names(&footprint.must_write), "");
    assert_eq!(
        checked.names(&footprint.body_reads),
        format!("row[0] {all}")
    );
}

#[test]
fn recursion_is_given_up() {
    let function =
        "function f (i.0) locals i.0 : value 0..3 { if lt(i.0, 3) { call f(plus(i.0, 0)); } }";
    let checked = check(&format!("{function} rule \"r\" {{ n := 1; call f(n); }}"));
    let footprint = checked.footprint("r", 0);
    assert_eq!(footprint.may_write.len(), checked.layout.slots.len());
    assert_eq!(footprint.body_reads.len(), checked.layout.slots.len());
    assert!(footprint.must_write.is_empty());
}

#[test]
fn properties_see_what_they_mention() {
    let checked = check(
        "invariant \"i\" locals i.0 : bound 0..3 for i.0 in 0..3 { or(eq(row[i.0], 1), eq(n, 0)) }",
    );
    let id = checked.model.properties.keys().next().expect("it is there");
    assert_eq!(checked.names(checked.structure.property(id, 2)), "n row[2]");
}

#[test]
fn every_step_asks_the_assumptions() {
    let checked = check("assumption \"a\" { lt(row[3], 3) } rule \"r\" { row[3] <- n; }");
    let expected = "guard | body n | may row[3] | must row[3] | copies ";
    assert_eq!(checked.says("r", 0), expected);
}

#[test]
fn who_enables_and_disables_whom() {
    let checked = check(
        "rule \"a\" when eq(n, 0) { m := 1; }
         rule \"b\" when eq(m, 1) { n := 1; }
         rule \"c\" when eq(row[0], 0) { row[1] := 1; }",
    );
    let [a, b, c] = ["a", "b", "c"].map(|rule| checked.footprint(rule, 0));
    assert!(a.may_enable(b) && a.may_disable(b) && b.may_disable(a) && a.interferes(b));
    for (one, other) in [(a, c), (c, a), (b, c), (c, b), (c, c)] {
        assert!(!one.may_enable(other) && !one.may_disable(other));
    }
    assert!(!a.interferes(c) && !c.interferes(b));
}

#[test]
fn control_locations_say_who_can_follow_whom() {
    let checked = check(
        "rule \"go\" locals p.0 : bound P for p.0 in P at pc[p.0] idle -> busy by p.0 {}
         rule \"end\" locals p.0 : bound P for p.0 in P at pc[p.0] busy -> done by p.0 {}
         rule \"back\" locals p.0 : bound P for p.0 in P at pc[p.0] done -> idle by p.0 {}",
    );
    let [go, end, back] = ["go", "end", "back"].map(|rule| checked.footprint(rule, 1));
    assert!(go.may_enable(end) && end.may_enable(back) && back.may_enable(go));
    assert!(!go.may_enable(back) && !end.may_enable(go) && !back.may_enable(end));
    assert!(go.may_disable(go) && !go.may_disable(end) && !go.may_disable(back));
    assert!(!go.may_enable(checked.footprint("end", 0)));
    assert_eq!(
        checked.says("go", 1),
        "guard pc[1] | body | may pc[1] | must pc[1] | copies "
    );
}

#[test]
fn what_is_never_enabled_writes_nothing() {
    says(
        "when eq(k, 1) { n := 1; }",
        "guard k | body | may | must | copies ",
    );
}

/// Where turns have no order the others are taken after one has failed, and see what it had not
/// written yet.
#[test]
fn a_turn_that_fails_overwrites_nothing_for_sure() {
    let first = "row[1] := div(1, big); m := 1;";
    says(
        &format!(
            "locals p.0 : bound P {{ for p.0 in P {{ if eq(p.0, P::p) {{ {first} }} else {{ row[0] := plus(m, 1); }} }} }}"
        ),
        "guard | body m big | may m row[0] row[1] | must m row[0] row[1] | copies ",
    );
    says(
        &format!("{{ {first} row[0] := plus(m, 1); }}"),
        "guard | body big | may m row[0] row[1] | must m row[0] row[1] | copies ",
    );
}

#[test]
fn an_assumption_in_a_body_decides_whether_there_is_a_step() {
    let checked = check(
        "rule \"a\" { m := 1; }
         rule \"b\" { assume eq(m, 1); n := 1; }
         rule \"c\" { n := plus(m, 1); }",
    );
    let [a, b, c] = ["a", "b", "c"].map(|rule| checked.footprint(rule, 0));
    assert!(a.may_enable(b) && a.may_disable(b) && !a.may_enable(c));
}

#[test]
fn a_loop_is_repeated_until_nothing_is_new() {
    says(
        "{ while lt(big, 5) { row[0] := rem(plus(n, 1), 4); n <- m; big := plus(big, 1); } }",
        "guard | body n m big | may n big row[0] | must | copies ",
    );
}

#[test]
fn a_multiset_that_is_copied_to_itself_is_left_alone() {
    let all = "bag#0? bag#0 bag#1? bag#1";
    says(
        "{ bag <- bag; }",
        &format!("guard | body {all} | may {all} | must | copies "),
    );
}
