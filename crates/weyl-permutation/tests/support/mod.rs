//! Known groups, random small ones, and the closure of generators by brute force.
#![allow(dead_code, reason = "each test binary uses its own selection")]

use std::collections::BTreeSet;
use weyl_permutation::random::Random;
use weyl_permutation::{Group, Permutation, Point};

pub fn point(number: usize) -> Point {
    Point::from_u32(number as u32)
}

pub fn permutation(images: &[usize]) -> Permutation {
    let images = images.iter().map(|&image| point(image));
    Permutation::from_images(images.collect()).expect("a bijection")
}

/// Cycles of zero-based points, as in "(0 1 2)(3 4)"; several permutations separated by commas.
pub fn group(degree: usize, cycles: &str) -> Group {
    let find = |name: &str| name.parse().ok().map(Point::from_u32);
    let generators = weyl_permutation::cycles::parse_cycles(cycles, degree, &find);
    Group::new(degree, generators.expect("cycle notation")).expect("of this degree")
}

/// The images of points by arithmetic.
pub fn map(degree: usize, image: impl Fn(usize) -> usize) -> Permutation {
    permutation(&(0..degree).map(image).collect::<Vec<_>>())
}

pub fn from_maps(degree: usize, generators: Vec<Permutation>) -> Group {
    Group::new(degree, generators).expect("of this degree")
}

pub fn symmetric(n: usize) -> Group {
    let swap = map(n, |x| if x < 2 { 1 - x } else { x });
    from_maps(n, vec![swap, map(n, |x| (x + 1) % n)])
}

pub fn cyclic(n: usize) -> Group {
    from_maps(n, vec![map(n, |x| (x + 1) % n)])
}

pub fn dihedral(n: usize) -> Group {
    from_maps(n, vec![map(n, |x| (x + 1) % n), map(n, |x| n - 1 - x)])
}

pub fn alternating(n: usize) -> Group {
    let turns = (2..n).map(|last| {
        map(n, |x| match x {
            0 => 1,
            1 => last,
            _ if x == last => 0,
            _ => x,
        })
    });
    from_maps(n, turns.collect())
}

/// S_a acting inside each of b blocks, S_b on the blocks; point x is place x % a of block x / a.
pub fn wreath(a: usize, b: usize) -> Group {
    let n = a * b;
    let inner_swap = map(n, |x| if x < 2 { 1 - x } else { x });
    let inner_turn = map(n, |x| if x < a { (x + 1) % a } else { x });
    let outer_swap = map(n, |x| if x < 2 * a { (x + a) % (2 * a) } else { x });
    let outer_turn = map(n, |x| (x + a) % n);
    from_maps(n, vec![inner_swap, inner_turn, outer_swap, outer_turn])
}

/// The automorphisms of the cube of dimension d, on its vertices.
pub fn hypercube(d: usize) -> Group {
    let flip = map(1 << d, |x| x ^ 1);
    let turn = map(1 << d, |x| (x >> 1) | ((x & 1) << (d - 1)));
    let swap = map(1 << d, |x| (x & !3) | ((x & 1) << 1) | ((x >> 1) & 1));
    from_maps(1 << d, vec![flip, turn, swap])
}

/// S_n acting at once on `copies` sets of n points.
pub fn diagonal(n: usize, copies: usize) -> Group {
    let lifted = symmetric(n)
        .generators()
        .iter()
        .map(|one| {
            map(n * copies, |x| {
                one.images()[x % n].as_u32() as usize + x / n * n
            })
        })
        .collect();
    from_maps(n * copies, lifted)
}

/// All products, one by one.
pub fn closure(degree: usize, generators: &[Permutation]) -> BTreeSet<Permutation> {
    let mut found = BTreeSet::from([Permutation::identity(degree)]);
    let mut queue: Vec<Permutation> = found.iter().cloned().collect();
    while let Some(one) = queue.pop() {
        for generator in generators {
            let product = generator.after(&one);
            if found.insert(product.clone()) {
                queue.push(product);
            }
        }
    }
    found
}

pub fn random_permutation(random: &mut Random, degree: usize) -> Permutation {
    let mut images: Vec<usize> = (0..degree).collect();
    for place in (1..degree).rev() {
        images.swap(place, random.below(place + 1));
    }
    permutation(&images)
}

/// Mostly small groups: few cycles in each generator.
pub fn random_sparse(random: &mut Random, degree: usize) -> Permutation {
    let mut images: Vec<usize> = (0..degree).collect();
    for _ in 0..1 + random.below(3) {
        let (one, other) = (random.below(degree), random.below(degree));
        images.swap(one, other);
    }
    permutation(&images)
}

/// Keeps the classes x % classes, and often does nothing in some of them: products and diagonals.
pub fn random_in_classes(random: &mut Random, degree: usize, classes: usize) -> Permutation {
    let mut images: Vec<usize> = (0..degree).collect();
    for class in 0..classes {
        let members: Vec<usize> = (class..degree).step_by(classes).collect();
        if random.below(3) == 0 {
            continue;
        }
        for place in (1..members.len()).rev() {
            images.swap(members[place], members[random.below(place + 1)]);
        }
    }
    permutation(&images)
}

/// The random groups that brute force is compared with.
pub fn small_groups() -> Vec<Group> {
    let mut random = Random::new(2024);
    let mut groups = Vec::new();
    for round in 0..250 {
        let degree = 1 + random.below(7);
        let classes = 2 + random.below(2);
        let count = random.below(4);
        let generators = (0..count).map(|_| match round % 5 {
            0 => random_permutation(&mut random, degree),
            1 | 2 => random_sparse(&mut random, degree),
            _ => random_in_classes(&mut random, degree, classes),
        });
        let generators = generators.collect();
        groups.push(from_maps(degree, generators));
    }
    groups
}

/// Subgroups of products of three or four small symmetric groups.
pub fn intransitive_groups() -> Vec<Group> {
    let mut random = Random::new(99);
    let mut groups = Vec::new();
    for _ in 0..120 {
        let (degree, classes) = (6 + random.below(4), 3 + random.below(2));
        let count = 2 + random.below(3);
        let draw = |_| random_in_classes(&mut random, degree, classes);
        let generators = (0..count).map(draw).collect();
        groups.push(from_maps(degree, generators));
    }
    groups
}
