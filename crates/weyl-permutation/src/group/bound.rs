//! An upper bound for the order of a group, from orbits and blocks alone.
//!
//! A group is inside the product of its actions on orbits. A transitive group with k blocks is
//! inside the wreath product of what a block's stabiliser does inside the block by what the group
//! does to the blocks. A primitive group is inside the alternating group if all generators are
//! even, and inside the symmetric group otherwise. A chain whose order attains the bound is
//! complete, and needs no verification.

use super::blocks::{action_on_blocks, any_block_system};
use super::orbits::Orbits;
use super::restrict;
use super::symmetric::factorial;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use num_bigint::BigUint;

pub(super) fn order_bound(degree: usize, generators: &[Permutation]) -> BigUint {
    let orbits = Orbits::new(degree, generators);
    let bounds = orbits.moved().map(|orbit| {
        let restricted = restrict::to_points(generators, orbit);
        transitive_bound(orbit.len(), &restricted)
    });
    bounds.fold(BigUint::from(1u32), |product, bound| product * bound)
}

fn transitive_bound(degree: usize, generators: &[Permutation]) -> BigUint {
    let all: Vec<Point> = (0..degree).map(Point::new).collect();
    let Some(blocks) = any_block_system(&all, generators) else {
        return primitive_bound(degree, generators);
    };
    let outer: Vec<Permutation> = generators
        .iter()
        .filter_map(|generator| action_on_blocks(generator, &blocks))
        .collect();
    let inner = inside_first_block(generators, &blocks, &outer);
    let inner = order_bound(blocks[0].len(), &inner);
    inner.pow(blocks.len() as u32) * order_bound(blocks.len(), &outer)
}

fn primitive_bound(degree: usize, generators: &[Permutation]) -> BigUint {
    let factorial = factorial(degree);
    let is_even = degree > 1 && generators.iter().all(Permutation::is_even);
    if is_even { factorial / 2u32 } else { factorial }
}

/// Generators of what the stabiliser of the first block does inside it: Schreier generators for
/// the action on blocks, of which only the part inside the block is computed.
pub(super) fn inside_first_block(
    generators: &[Permutation],
    blocks: &[Vec<Point>],
    outer: &[Permutation],
) -> Vec<Permutation> {
    let carried = carry_first_block(generators, blocks, outer);
    let mut place = vec![0u32; generators.first().map_or(0, Permutation::degree)];
    for images in &carried {
        for (index, point) in images.iter().enumerate() {
            place[point.index()] = index as u32;
        }
    }
    let mut inside = Vec::new();
    for images in &carried {
        for generator in generators {
            let places = images
                .iter()
                .map(|&point| place[generator.image(point).index()]);
            let places: Box<[Point]> = places.map(Point::from_u32).collect();
            inside.push(Permutation::from_bijection(places));
        }
    }
    inside.sort_unstable();
    inside.dedup();
    inside.retain(|permutation| !permutation.is_identity());
    inside
}

/// For each block the images of the points of the first one, under one element that takes it there.
pub(super) fn carry_first_block(
    generators: &[Permutation],
    blocks: &[Vec<Point>],
    outer: &[Permutation],
) -> Vec<Vec<Point>> {
    let mut carried = vec![Vec::new(); blocks.len()];
    carried[0] = blocks[0].clone();
    let mut queue = vec![0];
    while let Some(block) = queue.pop() {
        for (generator, outer) in generators.iter().zip(outer) {
            let target = outer.image(Point::new(block)).index();
            if carried[target].is_empty() {
                let images = carried[block].iter().map(|&point| generator.image(point));
                carried[target] = images.collect();
                queue.push(target);
            }
        }
    }
    carried
}
