//! Block systems of a transitive action.
//!
//! Atkinson 1975: the finest block system with a and b in one block is the finest equivalence
//! that joins a and b and that every generator respects. Joining is repeated for the images of
//! joined pairs until nothing changes.

use super::orbits::{Orbits, Transversal};
use super::shaker::Shaker;
use crate::disjoint_sets::DisjointSets;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

const RANDOM_FIXERS: usize = 5;

/// The blocks of one system, each in ascending order, by their least points.
pub type Blocks = Vec<Vec<Point>>;

/// The finest system of blocks of an orbit that has the two points in one block.
pub fn finest_blocks(
    orbit: &[Point],
    generators: &[Permutation],
    one: Point,
    other: Point,
) -> Blocks {
    let mut sets = join(generators, one, other);
    let mut blocks: Blocks = Vec::new();
    let mut place_of = vec![None; generators.first().map_or(0, Permutation::degree)];
    for &point in orbit {
        let place = place_of[sets.find(point.index())].get_or_insert_with(|| {
            blocks.push(Vec::new());
            blocks.len() - 1
        });
        blocks[*place].push(point);
    }
    blocks
}

/// The queue holds one pair for each join, and these pairs span every class: when the images of
/// all of them are joined, each generator maps classes into classes.
fn join(generators: &[Permutation], one: Point, other: Point) -> DisjointSets {
    let mut sets = DisjointSets::new(generators.first().map_or(0, Permutation::degree));
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
    sets
}

/// All minimal block systems of an orbit: blocks with more than one point and less than all, and
/// no finer system of that kind. Empty if the action is primitive.
pub fn minimal_block_systems(orbit: &[Point], generators: &[Permutation]) -> Vec<Blocks> {
    let systems = pair_systems(orbit, generators);
    let Some(&first) = orbit.first() else {
        return Vec::new();
    };
    // The block of the first point decides a system: finer systems have smaller blocks around it.
    let is_inside = |inner: &PairSystem, outer: &PairSystem| {
        let mut points = inner.block.iter();
        inner.block.len() < outer.block.len()
            && points.all(|point| outer.block.binary_search(point).is_ok())
    };
    let minimal = |system: &&PairSystem| !systems.iter().any(|finer| is_inside(finer, system));
    let minimal = systems.iter().filter(minimal);
    let whole = minimal.map(|system| finest_blocks(orbit, generators, first, system.second));
    whole.collect()
}

/// The finest system that joins the first point of an orbit to a second one.
pub(super) struct PairSystem {
    pub second: Point,
    /// The block of the two, in ascending order.
    pub block: Vec<Point>,
}

/// Those whose blocks are not the whole orbit, without repetition, by size. Every system is a join
/// of such ones.
pub(super) fn pair_systems(orbit: &[Point], generators: &[Permutation]) -> Vec<PairSystem> {
    let Some(&first) = orbit.first() else {
        return Vec::new();
    };
    let mut proper: Vec<PairSystem> = proper_systems(orbit, generators, first).collect();
    proper.sort_by(|one, other| {
        let sizes = one.block.len().cmp(&other.block.len());
        sizes.then_with(|| one.block.cmp(&other.block))
    });
    proper.dedup_by(|one, other| one.block == other.block);
    proper
}

fn proper_systems<'a>(
    orbit: &'a [Point],
    generators: &'a [Permutation],
    first: Point,
) -> impl Iterator<Item = PairSystem> + 'a {
    let seconds = representatives(orbit, generators).into_iter();
    let systems = seconds.map(move |second| {
        let mut sets = join(generators, first, second);
        let name = sets.find(first.index());
        let mut block: Vec<Point> = orbit.to_vec();
        block.retain(|point| sets.find(point.index()) == name);
        block.sort_unstable();
        PairSystem { second, block }
    });
    systems.filter(|system| system.block.len() < orbit.len())
}

/// Some system whose blocks are neither single points nor all; `None` if the action is primitive.
pub(super) fn any_block_system(orbit: &[Point], generators: &[Permutation]) -> Option<Blocks> {
    let &first = orbit.first()?;
    let system = proper_systems(orbit, generators, first).next()?;
    Some(finest_blocks(orbit, generators, first, system.second))
}

/// Points of the orbit such that each other one is carried to one of them by an element that fixes
/// the first point: joining the first point to either gives the same system. A few random elements
/// find most of these; more representatives than needed do no harm.
fn representatives(orbit: &[Point], generators: &[Permutation]) -> Vec<Point> {
    let (first, degree) = (orbit[0], generators.first().map_or(0, Permutation::degree));
    let transversal = Transversal::new(first, degree, generators);
    let mut shaker = Shaker::new(degree, generators, orbit.len() as u64);
    let draws = (0..RANDOM_FIXERS).filter_map(|_| {
        let drawn = shaker.draw();
        let back = transversal.to_base(drawn.image(first))?;
        Some(back.after(&drawn))
    });
    let fixers: Vec<Permutation> = draws.collect();
    let orbits = Orbits::new(degree, &fixers);
    let least = |point: &Point| *point != first && orbits.of(*point)[0] == *point;
    orbit.iter().copied().filter(least).collect()
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
