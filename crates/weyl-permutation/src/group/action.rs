//! What a group does to a part of its points, or to blocks; and what it keeps.

use super::blocks::{self, Blocks};
use super::{Group, restrict};
use crate::permutation::{Permutation, Point};

impl Group {
    /// Whether every element maps the set to itself.
    pub fn keeps_set(&self, points: &[Point]) -> bool {
        let mut sorted = points.to_vec();
        sorted.sort_unstable();
        let stays =
            |one: &Permutation, point: &Point| sorted.binary_search(&one.image(*point)).is_ok();
        let mut generators = self.generators.iter();
        generators.all(|one| points.iter().all(|point| stays(one, point)))
    }

    /// The action on a set that the group keeps; the points are renumbered by their places in the
    /// slice. `None` if the set is not kept or a point is repeated.
    pub fn restricted_to(&self, points: &[Point]) -> Option<Self> {
        let generators = self.generators.iter();
        let local = generators.map(|one| restrict::one_to_points(one, points));
        let local = local.collect::<Option<Vec<Permutation>>>()?;
        Some(Self::from_generators(points.len(), local))
    }

    /// The action on blocks, numbered by their places. `None` if some element does not map blocks
    /// to blocks.
    pub fn on_blocks(&self, blocks: &[Vec<Point>]) -> Option<Self> {
        let generators = self.generators.iter();
        let local = generators.map(|one| blocks::action_on_blocks(one, blocks));
        let local = local.collect::<Option<Vec<Permutation>>>()?;
        Some(Self::from_generators(blocks.len(), local))
    }

    /// The minimal block systems of the orbit of a point; none if the action there is primitive.
    pub fn minimal_block_systems(&self, point: Point) -> Vec<Blocks> {
        blocks::minimal_block_systems(self.orbits().of(point), &self.generators)
    }
}
