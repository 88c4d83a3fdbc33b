//! Everything about small random groups, compared with the list of their elements.

mod support;

use std::collections::BTreeSet;
use support::{closure, point, random_permutation, small_groups};
use weyl_permutation::group::BigUint;
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
