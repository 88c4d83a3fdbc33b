//! Maps between two transitive actions of one group that commute with it.
//!
//! f(g(x)) = g(f(x)) for all generators g. The image of one point decides all others, so there are
//! at most as many maps as there are points in the second action, and each is tried.

use super::restrict;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

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

/// All maps, as the images of the points of the first action, which must be transitive.
pub(super) fn maps(paired: Paired) -> impl Iterator<Item = Vec<Point>> {
    let degrees = paired
        .first()
        .map_or([0, 0], |[one, other]| [one.degree(), other.degree()]);
    let steps = spanning_steps(degrees[0], &paired);
    (0..degrees[1]).filter_map(move |start| {
        let mut map = vec![Point::new(start); degrees[0]];
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

/// Edges (parent, generator, child) of a tree that spans the first action from its first point.
fn spanning_steps(size: usize, paired: &Paired) -> Vec<(usize, usize, usize)> {
    let mut seen = vec![false; size];
    seen.iter_mut().take(1).for_each(|first| *first = true);
    let mut queue: Vec<usize> = (0..size.min(1)).collect();
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
