//! The group that is found against all permutations, one by one.

use super::*;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use terms::AtomId;
use weyl_permutation::{Group, Point};

fn program_of(text: &str) -> GroundProgram {
    let model = weyl_ir::text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let starts = [vec![0; layout.size]];
    let subject = Subject {
        model: &model,
        layout: &layout,
        beginnings: &starts,
        statics: &Statics::default(),
        trust_loops: false,
        ignores_pins: false,
        without: None,
    };
    prepare(subject, false).program
}

/// All permutations of the atoms that keep colours.
fn all_permutations(program: &GroundProgram) -> Vec<Permutation> {
    let mut cells: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for atom in 0..program.universe.len() {
        let colour = program.universe.colour(AtomId::new(atom));
        cells.entry(colour).or_default().push(atom);
    }
    let mut all = vec![(0..program.universe.len()).collect::<Vec<usize>>()];
    for cell in cells.values() {
        let arranged = arrangements(cell);
        all = all
            .iter()
            .flat_map(|images| arranged.iter().map(|order| placed(images, cell, order)))
            .collect();
    }
    let permutations = all.into_iter().map(|images| {
        let images = images.into_iter().map(Point::new).collect();
        Permutation::from_images(images).expect("cells are permuted")
    });
    permutations.collect()
}

fn placed(images: &[usize], cell: &[usize], order: &[usize]) -> Vec<usize> {
    let mut images = images.to_vec();
    for (from, to) in cell.iter().zip(order) {
        images[*from] = *to;
    }
    images
}

fn arrangements(cell: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = cell.split_first() else {
        return vec![Vec::new()];
    };
    let shorter = arrangements(rest);
    let longer = shorter.iter().flat_map(|order| {
        (0..=order.len()).map(|at| {
            let mut order = order.clone();
            order.insert(at, *first);
            order
        })
    });
    longer.collect()
}

/// The order of the group, which is that of all permutations that keep the program.
fn order(text: &str) -> usize {
    let program = program_of(text);
    let roots = program.roots_with(&[]);
    let all = all_permutations(&program);
    let kept = all
        .iter()
        .filter(|one| renamings::certificate::broken_root(&program, &roots, one).is_none());
    let expected = kept.count();
    let (_, generators) = generators(&program, &[]).expect("the certificate holds");
    let group = Group::new(program.universe.len(), generators).expect("they act on atoms");
    assert_eq!(group.order().to_string(), expected.to_string(), "{text}");
    expected
}

const RING: &str = r#"
    var on : array [0..4] of bool
    rule "pass" locals i.0 : bound 0..4 for i.0 in 0..4
      when on[i.0] { on[i.0] := false; on[rem(plus(i.0, 1), 5)] := true; }
"#;

#[test]
fn a_ring_turns() {
    assert_eq!(order(RING), 5);
    let both_ways = RING.replace("on[rem(plus(i.0, 1), 5)] := true;", "")
        + r#"rule "left" locals i.0 : bound 0..4 for i.0 in 0..4
               when and(on[rem(plus(i.0, 1), 5)], not(on[i.0])) { on[i.0] := true; }
             rule "right" locals i.0 : bound 0..4 for i.0 in 0..4
               when and(on[i.0], not(on[rem(plus(i.0, 1), 5)])) { on[rem(plus(i.0, 1), 5)] := true; }"#;
    assert_eq!(order(&both_ways), 10);
}

#[test]
fn globals_stay_where_they_are() {
    let text = r#"
        var a : bool
        var b : bool
        rule "a" { a := true; }
        rule "b" { b := true; }
    "#;
    assert_eq!(order(text), 1);
}

#[test]
fn multiplicities_count() {
    let sum = |parts: &str| {
        format!(
            r#"var x : array [0..1] of 0..1
               var y : 0..3
               rule "y stays as it is" when or(lt(y, 1), lt(y, 2), lt(y, 3)) {{ y := 0; }}
               rule "x too" when or(lt(x[0], 1), lt(x[1], 1)) {{ y := 1; }}
               rule "0" {{ x[0] := 1; }}
               rule "1" {{ x[1] := 1; }}
               rule "r" {{ y := {parts}; }}"#
        )
    };
    assert_eq!(order(&sum("plus(x[0], x[1])")), 2);
    assert_eq!(order(&sum("plus(plus(x[0], x[0]), x[1])")), 1);
}

#[test]
fn a_property_counts_only_if_it_is_asked() {
    let text = r#"
        var on : array [0..2] of bool
        rule "flip" locals i.0 : bound 0..2 for i.0 in 0..2 { on[i.0] := not(on[i.0]); }
        invariant "one of them" { or(on[1], not(on[1])) }
    "#;
    assert_eq!(order(text), 6);
    let program = program_of(text);
    let asked: Vec<PropertyId> = program
        .roots
        .iter()
        .filter_map(|root| root.property)
        .collect();
    let (_, generators) = generators(&program, &asked).expect("the certificate holds");
    let group = Group::new(program.universe.len(), generators).expect("they act on atoms");
    assert_eq!(group.order().to_string(), "2");
}

fn discovered(text: &str) -> Discovery {
    let model = weyl_ir::text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let starts = [vec![0; layout.size]];
    discover(&model, &layout, &starts, &Wanted::default()).expect("the certificate holds")
}

/// Indices of any array count, data do not; numbers that all occur are no fact.
#[test]
fn indices_count_whatever_array_they_are_of() {
    let text = r#"
        var one : array [0..1] of bool
        var two : array [0..2] of bool
        var free : 0..1
        rule "one" locals i.0 : bound 0..1 for i.0 in 0..1 { one[i.0] := not(one[i.0]); }
        rule "two" locals i.0 : bound 0..2 for i.0 in 0..2 { two[i.0] := not(two[i.0]); }
        rule "free" locals i.0 : bound 0..1 for i.0 in 0..1 { free := i.0; }
    "#;
    let found = discovered(text);
    assert_eq!(found.group.order().to_string(), "12");
    assert_eq!(found.group.group().order().to_string(), "24");
    assert_eq!(found.facts, []);
}

/// What is given must say where all names go that count, and not only some of them.
#[test]
fn a_given_permutation_moves_what_it_says() {
    let text = r#"
        var x : array [0..1] of bool
        var y : array [0..1] of bool
        rule "flip" locals i.0 : bound 0..1 for i.0 in 0..1 { y[i.0] := not(y[i.0]); }
        rule "0" { x[0] := y[0]; }
        rule "1" { x[1] := y[1]; }
    "#;
    let model = weyl_ir::text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let starts = [vec![0; layout.size]];
    let is_refused = |given| {
        let wanted = Wanted {
            given: Some(given),
            ..Wanted::default()
        };
        let found = discover(&model, &layout, &starts, &wanted).expect("the certificate holds");
        found.refusal.is_some()
    };
    assert!(!is_refused("(x[0] x[1])(y[0] y[1])"));
    assert!(is_refused("(x[0] x[1])"));
}

fn claimed(text: &str, atom: usize, instances: usize, fair_rules: &[RuleId]) -> ClaimSymmetry {
    let model = weyl_ir::text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let starts = [vec![0; layout.size]];
    let claims = [(vec![PropertyId::new(atom)], instances)];
    let wanted = Wanted {
        claims: &claims,
        fair_rules,
        ..Wanted::default()
    };
    let mut found = discover(&model, &layout, &starts, &wanted).expect("the certificate holds");
    found.claims.remove(0)
}

/// A symmetry takes an instance to the one about the images of its names, also if it does not
/// mention them.
#[test]
fn instances_of_a_claim_are_about_their_names() {
    let text = r#"
        sort P { a b c }
        var on : array [P] of bool
        rule "flip" locals p.0 : bound P for p.0 in P { on[p.0] := not(on[p.0]); }
        atom "on" locals p.0 : bound P for p.0 in P { on[p.0] }
        atom "some" locals p.0 : bound P, q.1 : bound P for p.0 in P { exists(q.1 in P, on[q.1]) }
    "#;
    for atom in [0, 1] {
        let claim = claimed(text, atom, 3, &[]);
        assert_eq!(claim.family.order().to_string(), "6");
        assert_eq!(claim.orbits, [0, 0, 0]);
        let single = claim.single.iter().map(|group| group.order().to_string());
        assert_eq!(single.collect::<Vec<_>>(), ["2", "2", "2"]);
    }
}

/// Under fairness a rule goes to instances of itself.
#[test]
fn rules_that_runs_are_fair_to_stay_apart() {
    let text = r#"
        var on : array [0..1] of bool
        rule "0" { on[0] := not(on[0]); }
        rule "1" { on[1] := not(on[1]); }
        atom "some" { or(on[0], on[1]) }
    "#;
    let order = |fair: &[RuleId]| claimed(text, 0, 1, fair).family.order().to_string();
    assert_eq!(order(&[]), "2");
    assert_eq!(order(&[RuleId::new(0), RuleId::new(1)]), "1");
}

/// With a chain, or with one generator for each name, this would take hours and gigabytes.
#[test]
fn ten_thousand_names_are_found_at_once() {
    let names: Vec<String> = (0..10_000).map(|number| format!("p{number}")).collect();
    let text = format!(
        r#"sort P {{ {} }}
           var on : array [P] of bool
           var owner : P
           rule "set" locals p.0 : bound P for p.0 in P when not(on[p.0]) {{ on[p.0] := true; }}
           rule "own" locals p.0 : bound P for p.0 in P {{ owner := p.0; }}"#,
        names.join(" ")
    );
    let model = weyl_ir::text::read(&text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let starts = [vec![0; layout.size]];
    let begun = std::time::Instant::now();
    let found = discover(&model, &layout, &starts, &Wanted::default()).expect("it is sound");
    assert_eq!(found.group.group().generators().len(), 2);
    assert_eq!(found.group.group().structure().to_string(), "S10000");
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// Places that are not alike.
const PLACES: &str = r#"
    var on : array [0..5] of bool
    rule "take" locals n.0 : bound 0..5 for n.0 in 0..5 { on[n.0] := true; }
    rule "drop" when on[2] { on[2] := false; }
    rule "swap" when on[3] { on[3] := on[4]; }
"#;

/// Why a program has no more, looked for in so many steps.
fn explained(text: &str, steps: u64) -> Vec<explanations::families::Family> {
    let model = weyl_ir::text::read(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let layout = Layout::new(&model).expect("it is small");
    let (starts, statics) = ([vec![0; layout.size]], Statics::default());
    let subject = Subject {
        model: &model,
        layout: &layout,
        beginnings: &starts,
        statics: &statics,
        trust_loops: false,
        ignores_pins: false,
        without: None,
    };
    let Prepared {
        program, classes, ..
    } = prepare(subject, false);
    let (_, generators) = generators(&program, &[]).expect("the certificate holds");
    let names = NewNames::new(&model, &classes, &statics, &program, &generators);
    let scene = Scene {
        model: &model,
        statics: &statics,
        classes: &classes,
        program: &program,
        names: &names,
        generators: &generators,
    };
    let steps = weyl_budget::Steps::new(steps);
    explanations::families::families_within(subject, scene, &[], steps)
}

/// However long it takes: nobody looks at a clock.
#[test]
fn explanations_depend_on_steps_alone() {
    let mut different = Vec::new();
    for steps in (0..20).map(|power| 1 << power) {
        let alone = explained(PLACES, steps);
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let busy = std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let busy = explained(PLACES, steps);
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            busy
        });
        assert_eq!(alone, busy, "{steps} steps");
        if different.last() != Some(&alone) {
            different.push(alone);
        }
    }
    let is_complete: Vec<bool> = different.iter().map(|all| all[0].is_complete).collect();
    assert!(is_complete.len() > 2, "{is_complete:?}");
    assert_eq!((is_complete[0], is_complete.last()), (false, Some(&true)));
}
