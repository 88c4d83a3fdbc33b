//! Graphs with renamings against the graphs that they are quotients of.

use crate::ask::{TemporalExploration, TemporalVerdict};
use crate::case::{self, Case, Taste};
use crate::derived::derived;
use crate::dice::Dice;
use crate::oracle::Product;
use crate::witness::{assert_closes, assert_is_bad, assert_is_short};
use crate::{Tally, each_fairness, with_case};

const CASES: usize = 3000;

pub fn taste(dice: &mut Dice, follows_instances: bool) -> Taste {
    Taste {
        max_states: 4,
        points: 2 + dice.roll(2) as u32,
        max_fixed_units: 1,
        max_observer_states: 2,
        follows_instances,
        ..Taste::PLAIN
    }
}

pub fn is_violated(explored: &TemporalExploration) -> bool {
    assert_ne!(explored.verdict, TemporalVerdict::Unknown);
    matches!(explored.verdict, TemporalVerdict::Violated(_))
}

/// The verdict on a quotient, which is that on all concrete instances.
fn verdict(case: &Case, concrete: &[(Case, Product)]) -> bool {
    let explored = case.explore();
    let fairness = case.fairness;
    for (concrete, product) in concrete {
        let found = is_violated(&concrete.under(fairness).explore());
        assert_eq!(found, product.is_violated(fairness), "{concrete:#?}");
    }
    let mut products = concrete.iter().map(|(_, product)| product);
    let expected = products.any(|product| product.is_violated(fairness));
    assert_eq!(is_violated(&explored), expected, "violated?");
    if let TemporalVerdict::Violated(run) = &explored.verdict {
        assert_closes(case, run);
        assert_is_short(case, &explored, run);
        let asked = case.instances.iter();
        let number = asked.clone().position(|asked| *asked == run.instance);
        assert_is_bad(&concrete[number.unwrap()].0.under(fairness), run);
    }
    expected
}

pub fn concrete(case: &Case) -> Vec<(Case, Product)> {
    let instances = case.instances.iter();
    let concrete = instances.map(|instance| {
        let concrete = derived(case, *instance);
        let product = Product::new(&concrete, *instance);
        (concrete, product)
    });
    concrete.collect()
}

/// The random instances that a case asks about.
pub fn asked(dice: &mut Dice, case: Case) -> Case {
    let instances = 0..case.graph.instances();
    Case {
        instances: instances.filter(|_| dice.once_in(2)).collect(),
        ..case
    }
}

fn without_renamings(mut case: Case) -> Case {
    case.graph.points = 0;
    let moves = case.graph.moves.iter_mut().flatten();
    for one in moves.chain(&mut case.graph.initial) {
        one.renaming.clear();
    }
    case.follows_instances = false;
    case
}

fn compare(follows_instances: bool) {
    let mut tally = Tally::default();
    for seed in 0..CASES as u64 {
        let dice = &mut Dice::new(seed);
        let taste = taste(dice, follows_instances);
        let mut case = case::case(dice, taste);
        if follows_instances {
            case = asked(dice, case);
        }
        let concrete = concrete(&case);
        tally.note(each_fairness(|fairness| {
            let case = case.under(fairness);
            with_case(&case, || verdict(&case, &concrete))
        }));
    }
    tally.assert_many(CASES);
}

#[test]
fn a_quotient_has_the_verdicts_of_what_it_stands_for() {
    compare(false);
}

#[test]
fn followed_instances_have_the_verdicts_of_the_concrete_ones() {
    compare(true);
}

#[test]
fn instances_that_are_not_followed_stay_what_they_are() {
    let mut tally = Tally::default();
    for seed in 0..CASES as u64 {
        let dice = &mut Dice::new(seed);
        let taste = taste(dice, true);
        let case = without_renamings(case::case(dice, taste));
        let case = asked(dice, case);
        let concrete = concrete(&case);
        tally.note(each_fairness(|fairness| {
            let case = case.under(fairness);
            with_case(&case, || verdict(&case, &concrete))
        }));
    }
    tally.assert_many(CASES);
}
