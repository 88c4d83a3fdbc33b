//! Everything about small random groups, compared with the list of their elements.

mod support;

use std::collections::BTreeSet;
use support::{closure, intransitive_groups, point, random_permutation, small_groups};
use weyl_permutation::group::{BigUint, StabiliserTree};
use weyl_permutation::random::Random;
use weyl_permutation::{Group, Permutation, Point};

fn elements(group: &Group) -> BTreeSet<Permutation> {
    closure(group.degree(), group.generators())
}

#[test]
fn orders_and_members() {
    let mut random = Random::new(1);
    for group in small_groups() {
        let all = elements(&group);
        assert_eq!(group.order(), BigUint::from(all.len()), "{group:?}");
        assert!(all.iter().all(|one| group.contains(one)));
        for _ in 0..20 {
            let other = random_permutation(&mut random, group.degree());
            assert_eq!(group.contains(&other), all.contains(&other));
            assert!(all.contains(&group.random_element(&mut random)));
        }
    }
}

#[test]
fn orbits_and_transversals() {
    for group in small_groups() {
        let all = elements(&group);
        let orbits = group.orbits();
        for base in (0..group.degree()).map(point) {
            let expected: BTreeSet<Point> = all.iter().map(|one| one.image(base)).collect();
            assert_eq!(orbits.of(base), Vec::from_iter(expected));
            let transversal = group.transversal(base);
            assert_eq!(transversal.points().len(), orbits.of(base).len());
            for &y in orbits.of(base) {
                let to = transversal.to_base(y).expect("in the orbit");
                assert!(all.contains(&to) && to.image(y) == base);
                let back = transversal.base_to(y).expect("in the orbit");
                assert!(back.after(&to).is_identity());
            }
        }
    }
}

#[test]
fn stabilisers() {
    let mut random = Random::new(3);
    for group in small_groups() {
        let all = elements(&group);
        for count in 0..3 {
            let points: Vec<Point> = (0..count)
                .map(|_| point(random.below(group.degree())))
                .collect();
            let fixes = |one: &&Permutation| points.iter().all(|&point| one.image(point) == point);
            let expected: BTreeSet<Permutation> = all.iter().filter(fixes).cloned().collect();
            let found = group.stabiliser(&points);
            assert_eq!(elements(&found), expected, "{group:?} {points:?}");
            assert_eq!(found.order(), BigUint::from(expected.len()));
        }
    }
}

#[test]
fn elements_with_given_images() {
    let mut random = Random::new(5);
    for group in small_groups() {
        let all = elements(&group);
        for _ in 0..20 {
            let some = |random: &mut Random| point(random.below(group.degree()));
            let (first, second) = (some(&mut random), some(&mut random));
            let images = [some(&mut random), some(&mut random)];
            let fits = |one: &Permutation| [one.image(first), one.image(second)] == images;
            match group.element_with(&[first, second], &images) {
                Some(found) => assert!(all.contains(&found) && fits(&found), "{group:?}"),
                None => assert!(!all.iter().any(fits), "{group:?}"),
            }
        }
    }
}

#[test]
fn subgroups_and_equality() {
    let groups = small_groups();
    for pair in groups
        .windows(2)
        .filter(|pair| pair[0].degree() == pair[1].degree())
    {
        let (one, other) = (elements(&pair[0]), elements(&pair[1]));
        assert_eq!(pair[0].is_subgroup_of(&pair[1]), one.is_subset(&other));
        assert_eq!(pair[0] == pair[1], one == other);
    }
    for group in &groups {
        let mut random = Random::new(5);
        let drawn = (0..8).map(|_| group.random_element(&mut random)).collect();
        let spanned = Group::new(group.degree(), drawn).expect("the same degree");
        assert_eq!(spanned == *group, elements(&spanned) == elements(group));
    }
}

#[test]
fn all_elements_once() {
    for group in small_groups() {
        let listed: Vec<Permutation> = group.elements().collect();
        assert!(listed[0].is_identity());
        assert_eq!(BigUint::from(listed.len()), group.order());
        assert_eq!(BTreeSet::from_iter(listed), elements(&group));
    }
}

#[test]
fn colour_stabilisers() {
    let mut random = Random::new(11);
    for group in small_groups() {
        let all = elements(&group);
        for _ in 0..3 {
            let colours: Vec<u32> = (0..group.degree())
                .map(|_| random.below(3) as u32)
                .collect();
            let colour = |point: Point| colours[point.as_u32() as usize];
            let keeps = |one: &&Permutation| {
                (0..group.degree())
                    .map(point)
                    .all(|x| colour(one.image(x)) == colour(x))
            };
            let expected: BTreeSet<Permutation> = all.iter().filter(keeps).cloned().collect();
            let found = group.colour_stabiliser(&colours);
            assert_eq!(elements(&found), expected, "{group:?} {colours:?}");
            assert_eq!(found.order(), BigUint::from(expected.len()));
            assert_eq!(group.keeps_colours(&colours), expected == all);
            assert!(found.keeps_colours(&colours));
        }
    }
}

#[test]
fn fewer_generators_generate_the_same() {
    for group in small_groups() {
        let reduced = group.reduced();
        assert_eq!(elements(&reduced), elements(&group));
        assert!(reduced.generators().len() <= group.generators().len());
    }
}

/// All ways to cut the orbits in two: a cut is right if the orders multiply.
fn can_be_cut(group: &Group) -> bool {
    let all = elements(group);
    let orbits = group.orbits();
    let moved: Vec<&[Point]> = orbits.moved().collect();
    let size = |mask: usize, side: usize| {
        let inside = (0..moved.len()).filter(|number| mask >> number & 1 == side);
        let points: Vec<Point> = inside.flat_map(|number| moved[number]).copied().collect();
        let restricted = all
            .iter()
            .map(|one| points.iter().map(|&x| one.image(x)).collect());
        restricted.collect::<BTreeSet<Vec<Point>>>().len()
    };
    let masks = 1..(1usize << moved.len()).saturating_sub(1);
    masks
        .into_iter()
        .any(|mask| size(mask, 0) * size(mask, 1) == all.len())
}

#[test]
fn factors_multiply_and_cannot_be_cut() {
    let mut several = 0;
    for group in small_groups().into_iter().chain(intransitive_groups()) {
        let factors = group.factors();
        several += usize::from(factors.len() > 1);
        let orders = factors.iter().map(Group::order);
        let product = orders.fold(BigUint::from(1u32), |product, order| product * order);
        assert_eq!(product, group.order());
        let mut moved = BTreeSet::new();
        for factor in &factors {
            assert!(factor.is_subgroup_of(&group));
            assert!(!factor.is_trivial() && !can_be_cut(factor), "{group:?}");
            for orbit in factor.orbits().moved() {
                assert!(orbit.iter().all(|&point| moved.insert(point)));
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn minimal_blocks() {
    for group in small_groups() {
        let all = elements(&group);
        for orbit in group.orbits().moved().filter(|orbit| orbit.len() > 1) {
            let is_block = |mask: &usize| {
                let holds = |x: &Point| mask >> orbit.binary_search(x).expect("inside") & 1 == 1;
                let block: Vec<Point> = orbit.iter().copied().filter(holds).collect();
                all.iter().all(|one| {
                    let inside = block.iter().filter(|x| holds(&one.image(**x))).count();
                    inside == 0 || inside == block.len()
                })
            };
            // Blocks that hold the first point, neither one point nor all.
            let masks = (1usize..(1 << orbit.len()) - 1).filter(|mask| mask & 1 == 1 && *mask != 1);
            let blocks: Vec<usize> = masks.filter(is_block).collect();
            let contains_another = |mask: &&usize| {
                blocks
                    .iter()
                    .any(|other| other != *mask && other & **mask == *other)
            };
            let minimal = blocks.iter().filter(|mask| !contains_another(mask)).count();
            assert_eq!(group.minimal_block_systems(orbit[0]).len(), minimal);
        }
    }
}

#[test]
fn trees_of_stabilisers() {
    for group in small_groups().into_iter().take(60) {
        check_node(&StabiliserTree::new(group.clone()), &elements(&group));
    }
}

fn check_node(node: &StabiliserTree, all: &BTreeSet<Permutation>) {
    assert_eq!(elements(node.group()), *all);
    assert_eq!(node.is_trivial(), all.len() == 1);
    for branch in node.branches() {
        let orbit = node.orbit(branch);
        assert_eq!(branch.base(), orbit[0]);
        for &y in orbit {
            let element = node.to_base(branch, y).expect("in the orbit");
            assert!(all.contains(&element) && element.image(y) == branch.base());
            assert_eq!(
                node.branch_of(y).map(|branch| branch.base()),
                Some(orbit[0])
            );
        }
        let fixes = |one: &&Permutation| one.image(branch.base()) == branch.base();
        let stabiliser = all.iter().filter(fixes).cloned().collect();
        check_node(node.child(branch), &stabiliser);
        assert!(std::ptr::eq(node.child(branch), node.child(branch)));
    }
}

/// Three processes, three other ones, and a channel for each pair of them: the channels move under
/// both groups, so the product is not one on disjoint points.
#[test]
fn followers_tie_their_leaders_together() {
    let rows = |image: &dyn Fn(usize) -> usize| {
        support::map(15, |x| match x {
            0..3 => image(x),
            3..6 => x,
            _ => 6 + 3 * image((x - 6) / 3) + x % 3,
        })
    };
    let columns = |image: &dyn Fn(usize) -> usize| {
        support::map(15, |x| match x {
            0..3 => x,
            3..6 => 3 + image(x - 3),
            _ => x - x % 3 + image(x % 3),
        })
    };
    let (swap, turn) = (|x: usize| [1, 0, 2][x], |x: usize| (x + 1) % 3);
    let generators = vec![rows(&swap), rows(&turn), columns(&swap), columns(&turn)];
    let group = support::from_maps(15, generators);
    assert_eq!(group.order(), BigUint::from(36u32));
    assert_eq!(group.factors().len(), 1);
    assert!(!can_be_cut(&group));
    // What fixes one channel is a product on disjoint points of two groups of order two, tied
    // together by the channels that both move.
    let stabiliser = group.stabiliser(&[point(6)]);
    let all = elements(&group);
    let fixes = |one: &&Permutation| one.image(point(6)) == point(6);
    assert_eq!(
        elements(&stabiliser),
        all.iter().filter(fixes).cloned().collect()
    );
    assert_eq!(stabiliser.factors().len(), 1);
    let first_process = group.stabiliser(&[point(0), point(1)]);
    assert_eq!(first_process.order(), BigUint::from(6u32));
    assert_eq!(first_process.factors().len(), 1);
}
