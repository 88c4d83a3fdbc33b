//! The action on a set of points that a group keeps, with the points renumbered.

use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

/// Each permutation on the given points, numbered by their places in the slice; what becomes the
/// identity or leaves the set is dropped.
pub(super) fn to_points(permutations: &[Permutation], points: &[Point]) -> Vec<Permutation> {
    let restricted = permutations
        .iter()
        .filter_map(|one| one_to_points(one, points));
    restricted.filter(|one| !one.is_identity()).collect()
}

/// `None` if the permutation does not keep the set of points.
pub(super) fn one_to_points(permutation: &Permutation, points: &[Point]) -> Option<Permutation> {
    let mut place = vec![None; permutation.degree()];
    for (index, point) in points.iter().enumerate() {
        place[point.index()] = Some(Point::new(index));
    }
    let images = points
        .iter()
        .map(|&point| place[permutation.image(point).index()]);
    Permutation::from_images(images.collect::<Option<Vec<Point>>>()?)
}

/// Undoes `one_to_points`: the points move as their places do, all others stay.
pub(super) fn from_points(local: &Permutation, points: &[Point], degree: usize) -> Permutation {
    let mut images = Permutation::identity(degree).images().to_vec();
    for (index, point) in points.iter().enumerate() {
        images[point.index()] = points[local.image(Point::new(index)).index()];
    }
    Permutation::from_bijection(images.into())
}
