//! The view of processes and channels: what it answers is what is written down.

use weyl_ir::{Model, NameId, RuleId, text};

fn read(text: &str) -> Model {
    text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn two_kinds() -> Model {
    let rule = |name: &str, kind: u32, sort: &str, at: &str| {
        format!(
            "rule \"{name}\" locals p.0 : bound {sort} for p.0 in {sort} at {at} by p.0 turn {kind} {{ }}"
        )
    };
    let rules = [
        rule("late", 1, "Q", "qs[p.0] there -> here"),
        rule("first", 0, "P", "ps[p.0] on -> off"),
        rule("second", 0, "P", "ps[p.0] on"),
        rule("third", 0, "P", "ps[p.0] off -> on"),
    ];
    read(&format!(
        "model \"m\" sort P {{ p q }} sort Q {{ r s t }}
         type L = enum {{ on off }} type K = enum {{ here there }}
         var n : 0..5 var ps : array [P] of L undefinable var qs : array [Q] of K undefinable
         var c : channel [1] of 0..1 var d : array [0..1] of channel [0] of 0..1
         interleaving {{
           processes n;
           process \"P\" of P first 0 at ps ends off;
           process \"Q\" of Q first 2 at qs;
           channel 1 = d[1]; channel 2 = c;
         }}
         start \"s\" {{ }} {}",
        rules.join(" ")
    ))
}

#[test]
fn kinds_are_found_by_sort_location_and_rule() {
    let model = two_kinds();
    let processes = model.processes();
    assert!(model.has_processes());
    assert_eq!(processes.kinds().len(), 2);
    for (number, kind) in processes.numbered_kinds() {
        assert_eq!(processes.kind(number), kind);
        assert_eq!(processes.kind_of_sort(kind.sort), Some((number, kind)));
        let located = processes.kind_located_in(kind.location);
        assert_eq!(located, Some((number, kind)));
    }
    let count = processes.count().expect("there are processes");
    assert_eq!(model.variables[count].name, "n");
    assert_eq!(processes.kind_located_in(count), None);
    let locations = processes.locations();
    let names: Vec<&str> = locations
        .map(|of| model.variables[of].name.as_str())
        .collect();
    assert_eq!(names, ["ps", "qs"]);
    let kinds = model
        .rules
        .values()
        .map(|rule| processes.kind_of_rule(rule));
    let kinds: Vec<&str> = kinds
        .map(|kind| kind.map_or("", |kind| &kind.name))
        .collect();
    assert_eq!(kinds, ["Q", "P", "P", "P"]);
    let later = processes.kind(1);
    assert_eq!((later.first, processes.room(later)), (2, 3));
    assert_eq!(processes.index_of(later, NameId::from_u32(4)), 2);
    assert!(!processes.have_priorities());
}

#[test]
fn rules_are_listed_by_location_in_the_order_of_the_text() {
    let rules = two_kinds().processes().rules_by_location();
    let id = RuleId::from_u32;
    let expected = [
        vec![vec![id(1), id(2)], vec![id(3)]],
        vec![vec![], vec![id(0)]],
    ];
    assert_eq!(rules, expected);
}

#[test]
fn channels_have_their_numbers() {
    let model = two_kinds();
    let channels = model.processes().numbered_channels();
    let named = channels.map(|(number, channel)| (number, model.fixed_channel_name(*channel)));
    let named: Vec<(i128, String)> = named.collect();
    assert_eq!(named, [(1, "d[1]".to_string()), (2, "c".to_string())]);
    assert_eq!(model.processes().channel_pool(), None);
}

#[test]
fn a_model_whose_rules_are_steps_by_themselves_has_nobody() {
    let model =
        read("model \"m\" sort P { p } var n : 0..1 start \"s\" { } rule \"r\" { n := 1; }");
    let processes = model.processes();
    assert!(!model.has_processes());
    assert!(processes.kinds().is_empty() && processes.fixed_channels().is_empty());
    assert_eq!((processes.count(), processes.channel_pool()), (None, None));
    assert!(processes.rules_by_location().is_empty());
    let mut rules = model.rules.values();
    assert!(rules.all(|rule| processes.kind_of_rule(rule).is_none()));
}
