//! Orders that the literature gives, and speed.

mod support;

use std::time::{Duration, Instant};
use support::{alternating, cyclic, diagonal, dihedral, group, hypercube, symmetric, wreath};
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Point};

fn factorial(n: u64) -> BigUint {
    (1..=n).fold(BigUint::from(1u32), |product, factor| product * factor)
}

fn number(text: &str) -> BigUint {
    text.parse().expect("a number")
}

#[test]
fn families() {
    for n in 3..9usize {
        assert_eq!(symmetric(n).order(), factorial(n as u64));
        assert_eq!(alternating(n).order(), factorial(n as u64) / 2u32);
        assert_eq!(cyclic(n).order(), BigUint::from(n));
        assert_eq!(dihedral(n).order(), BigUint::from(2 * n));
        assert_eq!(diagonal(n, 3).order(), factorial(n as u64));
    }
    for (a, b) in [(2, 3), (3, 2), (3, 3), (4, 5)] {
        let order = factorial(a).pow(b as u32) * factorial(b);
        assert_eq!(wreath(a as usize, b as usize).order(), order);
    }
    for d in 2..8u64 {
        let order = factorial(d) * BigUint::from(2u32).pow(d as u32);
        assert_eq!(hypercube(d as usize).order(), order);
    }
}

/// The vertices are the pairs of five things, in this order: 01 02 03 04 12 13 14 23 24 34.
fn petersen() -> Group {
    group(10, "(1 4)(2 5)(3 6), (0 4 7 9 3)(1 5 8 2 6)")
}

fn mathieu_24() -> Group {
    let turn = "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)";
    let second = "(2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)";
    let third = "(0 23)(1 22)(2 11)(3 15)(4 17)(5 9)(6 19)(7 13)(8 20)(10 16)(12 21)(14 18)";
    group(24, &format!("{turn}, {second}, {third}"))
}

/// The 48 stickers that move, numbered face by face (up, left, front, right, back, down).
fn rubik() -> Group {
    let faces = [
        "(1 3 8 6)(2 5 7 4)(9 33 25 17)(10 34 26 18)(11 35 27 19)",
        "(9 11 16 14)(10 13 15 12)(1 17 41 40)(4 20 44 37)(6 22 46 35)",
        "(17 19 24 22)(18 21 23 20)(6 25 43 16)(7 28 42 13)(8 30 41 11)",
        "(25 27 32 30)(26 29 31 28)(3 38 43 19)(5 36 45 21)(8 33 48 24)",
        "(33 35 40 38)(34 37 39 36)(3 9 46 32)(2 12 47 29)(1 14 48 27)",
        "(41 43 48 46)(42 45 47 44)(14 22 30 38)(15 23 31 39)(16 24 32 40)",
    ];
    group(49, &faces.join(", "))
}

#[test]
fn sporadic_ones() {
    assert_eq!(petersen().order(), BigUint::from(120u32));
    assert_eq!(mathieu_24().order(), BigUint::from(244_823_040u32));
    assert_eq!(rubik().order(), number("43252003274489856000"));
    assert_eq!(symmetric(100).order(), factorial(100));
}

/// Generous for a busy machine; each takes a small part of it on an idle one.
#[track_caller]
fn within(limit: Duration, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let taken = start.elapsed();
    println!("{taken:?}");
    assert!(taken < limit, "{taken:?}");
}

#[test]
fn large_groups_are_quick() {
    let limit = Duration::from_secs(4);
    within(limit, || {
        assert_eq!(rubik().order(), number("43252003274489856000"))
    });
    within(limit, || assert_eq!(symmetric(200).order(), factorial(200)));
    within(limit, || {
        let order = factorial(100) * BigUint::from(2u32).pow(100);
        assert_eq!(wreath(2, 100).order(), order);
    });
    within(limit, || {
        assert_eq!(diagonal(100, 20).order(), factorial(100))
    });
    within(limit, || {
        let stabiliser = symmetric(100).stabiliser(&[Point::from_u32(7), Point::from_u32(50)]);
        assert_eq!(stabiliser.order(), factorial(98));
    });
    within(limit, || {
        let order = factorial(10) * BigUint::from(1024u32);
        assert_eq!(hypercube(10).order(), order);
    });
    within(limit, || {
        assert_eq!(cyclic(2000).order(), BigUint::from(2000u32))
    });
    within(limit, || {
        assert_eq!(dihedral(2000).order(), BigUint::from(4000u32))
    });
}

/// The colours of a block decide where it can go; without looking ahead this takes forever.
#[test]
fn colours_in_large_wreath_products() {
    let colours = |degree: u32, colour: fn(u32) -> u32| (0..degree).map(colour).collect::<Vec<_>>();
    let limit = Duration::from_secs(4);
    within(limit, || {
        let kept = wreath(2, 60).colour_stabiliser(&colours(120, |x| x % 2));
        assert_eq!(kept.order(), factorial(60));
    });
    within(limit, || {
        let kept = wreath(4, 12).colour_stabiliser(&colours(48, |x| x % 4 / 2));
        assert_eq!(kept.order(), factorial(12) * BigUint::from(4u32).pow(12));
    });
    within(limit, || {
        let kept = wreath(3, 20).colour_stabiliser(&colours(60, |x| u32::from(x % 6 == 0)));
        let expected = (factorial(10) * BigUint::from(2u32).pow(10))
            * (factorial(10) * BigUint::from(6u32).pow(10));
        assert_eq!(kept.order(), expected);
    });
    within(limit, || {
        let kept = symmetric(100).colour_stabiliser(&colours(100, |x| x / 50));
        assert_eq!(kept.order(), factorial(50).pow(2));
    });
}
