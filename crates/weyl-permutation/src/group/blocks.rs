//! Block systems of a transitive action.
//!
//! Atkinson 1975: the finest block system with a and b in one block is the finest equivalence
//! that joins a and b and that every generator respects. Joining is repeated for the images of
//! joined pairs until nothing changes.

use super::union::DisjointSets;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

/// The blocks of one system, each in ascending order, by their least points.
pub type Blocks = Vec<Vec<Point>>;

/// The finest system of blocks of an orbit that has the two points in one block.
pub fn finest_blocks(
    orbit: &[Point],
    generators: &[Permutation],
    one: Point,
    other: Point,
) -> Blocks {
    let degree = orbit
        .iter()
        .map(|point| point.index() + 1)
        .max()
        .unwrap_or(0);
    let mut sets = DisjointSets::new(degree);
    sets.unite(one.index(), other.index());
    let mut queue = vec![(one, other)];
    while let Some((one, other)) = queue.pop() {
        for generator in generators {
            let (one, other) = (generator.image(one), generator.image(other));
            if sets.unite(one.index(), other.index()).is_some() {
                queue.push((one, other));
            }
        }
    }
    classes_inside(orbit, sets)
}

/// The queue holds one pair for each join, and these pairs span every class: so each class goes to a class.
fn classes_inside(orbit: &[Point], mut sets: DisjointSets) -> Blocks {
    let mut blocks: Vec<Vec<Point>> = vec![Vec::new(); orbit.len()];
    let mut place_of = std::collections::BTreeMap::new();
    for &point in orbit {
        let name = sets.find(point.index());
        let next = place_of.len();
        let place = *place_of.entry(name).or_insert(next);
        blocks[place].push(point);
    }
    blocks.truncate(place_of.len());
    blocks
}

/// All minimal block systems of an orbit: blocks with more than one point and less than all, and
/// no finer system of that kind. Empty if the action is primitive.
pub fn minimal_block_systems(orbit: &[Point], generators: &[Permutation]) -> Vec<Blocks> {
    let Some((&first, others)) = orbit.split_first() else {
        return Vec::new();
    };
    let systems = others
        .iter()
        .map(|&other| finest_blocks(orbit, generators, first, other));
    let mut proper: Vec<Blocks> = systems.filter(|blocks| blocks.len() > 1).collect();
    proper.sort();
    proper.dedup();
    // The block of the first point decides a system: finer systems have smaller blocks around it.
    let is_inside = |inner: &Blocks, outer: &Blocks| {
        inner[0].len() < outer[0].len() && inner[0].iter().all(|point| outer[0].contains(point))
    };
    let minimal = |system: &&Blocks| !proper.iter().any(|finer| is_inside(finer, system));
    proper.iter().filter(minimal).cloned().collect()
}

/// How the permutation moves whole blocks: the blocks are the points of the result. `None` if it
/// does not map blocks to blocks.
pub fn action_on_blocks(permutation: &Permutation, blocks: &[Vec<Point>]) -> Option<Permutation> {
    let mut block_of = vec![None; permutation.degree()];
    for (number, block) in blocks.iter().enumerate() {
        for point in block {
            block_of[point.index()] = Some(Point::new(number));
        }
    }
    let image = |block: &Vec<Point>| {
        let mut targets = block
            .iter()
            .map(|&point| block_of[permutation.image(point).index()]);
        let first = targets.next()??;
        targets.all(|target| target == Some(first)).then_some(first)
    };
    let images: Option<Vec<Point>> = blocks.iter().map(image).collect();
    Permutation::from_images(images?)
}
