//! Symmetric groups that are recognised without a chain, against the same groups by generators that
//! show no transposition: these are given chains.

mod support;

use support::{from_maps, map, permutation};
use weyl_permutation::group::BigUint;
use weyl_permutation::random::Random;
use weyl_permutation::{Group, Permutation, Point};

/// Some points, each in as many columns as there are, and fixed points between; in random order.
struct Case {
    degree: usize,
    rows: Vec<Vec<usize>>,
}

impl Case {
    fn new(random: &mut Random) -> Case {
        let (count, width) = (3 + random.below(5), 1 + random.below(3));
        let degree = count * width + random.below(3);
        let mut order: Vec<usize> = (0..degree).collect();
        for place in (1..degree).rev() {
            order.swap(place, random.below(place + 1));
        }
        let rows = order[..count * width].chunks(width).map(<[usize]>::to_vec);
        Case {
            degree,
            rows: rows.collect(),
        }
    }

    /// Row by row, to the row that stands at the same place.
    fn moving(&self, images: &[usize]) -> Permutation {
        let mut all: Vec<usize> = (0..self.degree).collect();
        for (from, to) in images.iter().enumerate() {
            for (from, to) in self.rows[from].iter().zip(&self.rows[*to]) {
                all[*from] = *to;
            }
        }
        permutation(&all)
    }

    fn swap_and_cycle(&self) -> [Permutation; 2] {
        let count = self.rows.len();
        let swap: Vec<usize> = (0..count).map(|x| if x < 2 { 1 - x } else { x }).collect();
        let cycle: Vec<usize> = (0..count).map(|x| (x + 1) % count).collect();
        [self.moving(&swap), self.moving(&cycle)]
    }

    fn recognised(&self) -> Group {
        from_maps(self.degree, self.swap_and_cycle().to_vec())
    }

    /// By a cycle and its product with a transposition.
    fn with_chain(&self) -> Group {
        let [swap, cycle] = self.swap_and_cycle();
        from_maps(self.degree, vec![cycle.after(&swap), cycle])
    }
}

fn shuffled(degree: usize, random: &mut Random) -> Permutation {
    let mut images: Vec<usize> = (0..degree).collect();
    for place in (1..degree).rev() {
        images.swap(place, random.below(place + 1));
    }
    permutation(&images)
}

fn are_alike(one: &Group, other: &Group, random: &mut Random) {
    assert_eq!(one.order(), other.order());
    assert_eq!(one, other);
    assert_eq!(one.orbits(), other.orbits());
    for _ in 0..10 {
        let drawn = shuffled(one.degree(), random);
        assert_eq!(one.contains(&drawn), other.contains(&drawn));
        assert!(other.contains(&one.random_element(random)));
        assert!(one.contains(&other.random_element(random)));
    }
}

#[test]
fn what_is_recognised_is_what_a_chain_says() {
    let mut random = Random::new(19);
    for _ in 0..150 {
        let case = Case::new(&mut random);
        let (one, other) = (case.recognised(), case.with_chain());
        are_alike(&one, &other, &mut random);
        assert_eq!(one.structure(), other.structure());
        let points: Vec<Point> = (0..1 + random.below(3))
            .map(|_| support::point(random.below(case.degree)))
            .collect();
        are_alike(
            &one.stabiliser(&points),
            &other.stabiliser(&points),
            &mut random,
        );
        let colours: Vec<u32> = (0..case.degree).map(|_| random.below(2) as u32).collect();
        let (kept, expected) = (
            one.colour_stabiliser(&colours),
            other.colour_stabiliser(&colours),
        );
        are_alike(&kept, &expected, &mut random);
        assert_eq!(one.reduced(), other);
        if case.rows.len() <= 5 {
            let mut all: Vec<Permutation> = one.elements().collect();
            let mut expected: Vec<Permutation> = other.elements().collect();
            all.sort();
            expected.sort();
            assert_eq!(all, expected);
        }
    }
}

/// A transposition alone does not make a group symmetric: blocks do not.
#[test]
fn a_transposition_in_a_wreath_product_is_no_symmetric_group() {
    for (a, b) in [(2, 3), (3, 2), (2, 4)] {
        let swap = map(a * b, |x| if x < 2 { 1 - x } else { x });
        let inside = map(a * b, |x| if x < a { (x + 1) % a } else { x });
        let shift = map(a * b, |x| (x + a) % (a * b));
        let turn = map(a * b, |x| match x / a {
            0 => x + a,
            1 => x - a,
            _ => x,
        });
        let group = from_maps(a * b, vec![swap, inside, shift, turn]);
        assert_eq!(group.order(), support::wreath(a, b).order());
        assert_eq!(group, support::wreath(a, b));
    }
}

/// Two kinds with a point for each pair: the pairs follow, and colours of pairs decide.
#[test]
fn followers_with_two_leaders_keep_their_colours() {
    let n = 5;
    let degree = n + n * n;
    let on_pairs = |image: &dyn Fn(usize) -> usize| {
        map(degree, |x| match x.checked_sub(n) {
            None => image(x),
            Some(pair) => n + image(pair / n) * n + image(pair % n),
        })
    };
    let swap = on_pairs(&|x| if x < 2 { 1 - x } else { x });
    let cycle = on_pairs(&|x| (x + 1) % n);
    let one = from_maps(degree, vec![swap.clone(), cycle.clone()]);
    let other = from_maps(degree, vec![cycle.after(&swap), cycle]);
    let mut random = Random::new(5);
    for _ in 0..40 {
        let colours = (0..degree).map(|_| u32::from(random.below(6) == 0));
        let colours: Vec<u32> = colours.collect();
        let kept = one.colour_stabiliser(&colours);
        are_alike(&kept, &other.colour_stabiliser(&colours), &mut random);
    }
}

/// The work is in proportion to the points: as chains, these would take hours and gigabytes.
#[test]
fn ten_thousand_points_are_nothing() {
    let n = 10_000;
    let swaps = |from: usize| {
        let swap = map(2 * n, |x| match x.wrapping_sub(from) {
            0 => from + 1,
            1 => from,
            _ => x,
        });
        let cycle = map(2 * n, |x| {
            let inside = (from..from + n).contains(&x);
            if inside { from + (x + 1 - from) % n } else { x }
        });
        [swap, cycle]
    };
    let group = from_maps(2 * n, [swaps(0), swaps(n)].concat());
    let factorial = (1..=n as u64).fold(BigUint::from(1u32), |product, k| product * k);
    assert_eq!(group.order(), &factorial * &factorial);
    assert_eq!(group.structure().to_string(), "S10000 × S10000");
    let fixed = group.stabiliser(&[support::point(7), support::point(n + 3)]);
    assert_eq!(fixed.order() * (n as u64).pow(2), group.order());
    assert!(fixed.is_subgroup_of(&group) && !group.is_subgroup_of(&fixed));
    assert!(group.contains(&group.random_element(&mut Random::new(1))));
}
