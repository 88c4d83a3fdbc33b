//! Wreath products, also with blocks that hold points of several orbits: servers, each with its
//! clients.
//!
//! Let the group permute k blocks transitively, let *inner* be what the stabiliser of a block does
//! inside it, and *outer* what the group does to the blocks and to the points outside of all
//! blocks. One element tᵢ for each block, taking the first block to it, gives the embedding
//! g ↦ ((tⱼ⁻¹ g tᵢ)ᵢ, g on the blocks) into inner ≀ outer (Kaloujnine and Krasner 1951). So the
//! group is the whole wreath product if and only if |G| = |inner|ᵏ·|outer|.

use super::blocks::{self, Blocks};
use super::bound::{carry_first_block, inside_first_block};
use super::{BigUint, Group, Structure, equivariant, restrict};
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

pub(super) fn recognise(group: &Group, order: &BigUint) -> Option<Structure> {
    on_points(group, order).or_else(|| on_classes_of_pairs(group, order))
}

fn on_points(group: &Group, order: &BigUint) -> Option<Structure> {
    let orbits = group.orbits();
    let mut moved: Vec<&[Point]> = orbits.moved().collect();
    moved.sort_by_key(|orbit| orbit.len());
    let minimal = moved
        .iter()
        .flat_map(|orbit| blocks::minimal_block_systems(orbit, group.generators()));
    let single = moved
        .iter()
        .map(|orbit| orbit.iter().map(|&point| vec![point]).collect());
    minimal
        .chain(single)
        .find_map(|system| with_blocks(group, order, system))
}

/// `system` are the blocks of one orbit. Other orbits join the blocks where a map that commutes
/// with the group sends their points there; else their points stay outside.
fn with_blocks(group: &Group, order: &BigUint, system: Blocks) -> Option<Structure> {
    let generators = group.generators();
    let outer = generators
        .iter()
        .map(|one| blocks::action_on_blocks(one, &system));
    let outer: Vec<Permutation> = outer.collect::<Option<_>>()?;
    let (blocks, outside) = join_orbits(group, system, &outer);
    let count = blocks.len();
    let inner = inside_first_block(generators, &blocks, &outer);
    let inner = Group::new(blocks[0].len(), inner)?;
    let things: Blocks = blocks.iter().cloned().chain(outside).collect();
    let whole = group.on_blocks(&things)?;
    if inner.is_trivial() || inner.order().pow(count as u32) * whole.order() != *order {
        return None;
    }
    Some(Structure::Wreath {
        inner: Box::new(inner.structure()),
        outer: Box::new(whole.structure()),
        blocks: Some(carry_first_block(generators, &blocks, &outer)),
    })
}

/// The blocks with all points that follow them, and the moved points that do not.
fn join_orbits(group: &Group, mut blocks: Blocks, outer: &[Permutation]) -> (Blocks, Blocks) {
    let mut outside = Vec::new();
    let orbits = group.orbits();
    let inside = orbits.number_of(blocks[0][0]);
    for orbit in orbits.moved() {
        if orbits.number_of(orbit[0]) == inside {
            continue;
        }
        let local = group
            .generators()
            .iter()
            .zip(outer)
            .filter_map(|(one, outer)| Some([restrict::one_to_points(one, orbit)?, outer.clone()]));
        match equivariant::maps(local.collect()).next() {
            Some(map) => {
                for (&point, block) in orbit.iter().zip(map) {
                    blocks[block.index()].push(point);
                }
            }
            None => outside.extend(orbit.iter().map(|&point| vec![point])),
        }
    }
    (blocks, outside)
}

/// Larger actions are not looked at: names are not worth more.
const PAIRS_AT_MOST: usize = 1 << 16;
const KINDS_OF_PAIRS_AT_MOST: usize = 8;

/// The group of a cube permutes its vertices, but it is a wreath product on its sides: these are
/// classes of parallel arcs. In general: the action on an orbit of ordered pairs of points, and on
/// blocks of that action, if those are fewer than the points and all of the group is seen on them.
fn on_classes_of_pairs(group: &Group, order: &BigUint) -> Option<Structure> {
    let orbits = group.orbits();
    let orbit = orbits.moved().next()?;
    let first = orbit[0];
    let stabiliser = group.stabiliser(&[first]);
    let suborbits = stabiliser.orbits();
    let mut partners: Vec<&[Point]> = suborbits
        .moved()
        .filter(|one| orbits.same(one[0], first))
        .collect();
    partners.sort_by_key(|suborbit| suborbit.len());
    partners.retain(|suborbit| suborbit.len() * orbit.len() <= PAIRS_AT_MOST);
    partners.truncate(KINDS_OF_PAIRS_AT_MOST);
    partners.iter().find_map(|suborbit| {
        let pairs = act_on_pairs(group, first, suborbit[0])?;
        let all: Vec<Point> = (0..pairs.degree()).map(Point::new).collect();
        let systems = blocks::pair_systems(&all, pairs.generators());
        systems.iter().find_map(|system| {
            if pairs.degree() / system.block.len() >= orbit.len() {
                return None;
            }
            let classes = blocks::finest_blocks(&all, pairs.generators(), all[0], system.second);
            let seen = pairs.on_blocks(&classes)?;
            let is_faithful = seen.order() == *order;
            let known = is_faithful.then(|| seen.structure().without_points())?;
            (!matches!(known, Structure::Unknown { .. })).then_some(known)
        })
    })
}

/// The action on the orbit of an ordered pair.
fn act_on_pairs(group: &Group, one: Point, other: Point) -> Option<Group> {
    let mut number_of = std::collections::HashMap::from([((one, other), Point::new(0))]);
    let mut pairs = vec![(one, other)];
    let mut images: Vec<Vec<Point>> = vec![Vec::new(); group.generators().len()];
    let mut next = 0;
    while next < pairs.len() {
        let (one, other) = pairs[next];
        next += 1;
        for (generator, images) in group.generators().iter().zip(&mut images) {
            let image = (generator.image(one), generator.image(other));
            let number = *number_of.entry(image).or_insert_with(|| {
                pairs.push(image);
                Point::new(pairs.len() - 1)
            });
            images.push(number);
        }
    }
    let generators = images.into_iter().map(Permutation::from_images);
    Group::new(pairs.len(), generators.collect::<Option<_>>()?)
}
