//! Maps between two transitive actions of one group that commute with it.
//!
//! f(g(x)) = g(f(x)) for all generators g. The image of one point decides all others, so there are
//! at most as many maps as there are points in the second action; cycles of generators rule most
//! of them out before they are tried.

use super::restrict;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use std::collections::HashMap;

/// For each generator what it does in the first action and what it does in the second.
pub(super) type Paired = Vec<[Permutation; 2]>;

/// The actions on two orbits.
pub(super) fn paired_actions(from: &[Point], to: &[Point], generators: &[Permutation]) -> Paired {
    let paired = generators.iter().filter_map(|one| {
        let source = restrict::one_to_points(one, from)?;
        Some([source, restrict::one_to_points(one, to)?])
    });
    paired.collect()
}

/// All maps, as the images of the points of the first action, which must be transitive. One point
/// whose images are few is chosen, and each of these tried: a generator takes a map's image of a
/// point around a cycle whose length divides that of the point's own, and between actions on
/// equally many points a map is a bijection and lengths are equal.
pub(super) fn maps(paired: Paired) -> impl Iterator<Item = Vec<Point>> {
    let degrees = paired
        .first()
        .map_or([0, 0], |[one, other]| [one.degree(), other.degree()]);
    let (first, starts) = fewest_images(&paired, degrees);
    let steps = spanning_steps(degrees[0], first, &paired);
    starts.into_iter().filter_map(move |start| {
        let mut map = vec![start; degrees[0]];
        for &(parent, generator, child) in &steps {
            map[child] = paired[generator][1].image(map[parent]);
        }
        let respects = |[source, target]: &[Permutation; 2]| {
            let mut points = map.iter().zip(source.images());
            points.all(|(&image, moved)| map[moved.index()] == target.image(image))
        };
        paired.iter().all(respects).then_some(map)
    })
}

/// A point of the first action and the points of the second that it may be mapped to.
fn fewest_images(paired: &Paired, degrees: [usize; 2]) -> (usize, Vec<Point>) {
    let all = (0..degrees[1]).map(Point::new);
    if degrees[0] != degrees[1] {
        return (0, all.collect());
    }
    let sides = [0, 1].map(|side| {
        let mut hashes = vec![0u64; degrees[side]];
        for pair in paired {
            for (hash, length) in hashes.iter_mut().zip(cycle_lengths(&pair[side])) {
                *hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ length;
            }
        }
        hashes
    });
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for hash in &sides[1] {
        *counts.entry(*hash).or_default() += 1;
    }
    let count = |point: &usize| counts.get(&sides[0][*point]).copied().unwrap_or(0);
    let first = (0..degrees[0]).min_by_key(count).unwrap_or(0);
    let starts = all.filter(|point| sides[1][point.index()] == sides[0][first]);
    (first, starts.collect())
}

/// For each point the length of its cycle.
fn cycle_lengths(permutation: &Permutation) -> Vec<u64> {
    let mut lengths = vec![1; permutation.degree()];
    for cycle in permutation.cycles() {
        for point in &cycle {
            lengths[point.index()] = cycle.len() as u64;
        }
    }
    lengths
}

/// Edges (parent, generator, child) of a tree that spans the first action from a point.
fn spanning_steps(size: usize, first: usize, paired: &Paired) -> Vec<(usize, usize, usize)> {
    let mut seen = vec![false; size];
    let mut queue: Vec<usize> = Vec::new();
    if let Some(seen) = seen.get_mut(first) {
        *seen = true;
        queue.push(first);
    }
    let mut steps = Vec::new();
    let mut next = 0;
    while next < queue.len() {
        let parent = queue[next];
        next += 1;
        for (number, [source, _]) in paired.iter().enumerate() {
            let child = source.image(Point::new(parent)).index();
            if !std::mem::replace(&mut seen[child], true) {
                queue.push(child);
                steps.push((parent, number, child));
            }
        }
    }
    steps
}
