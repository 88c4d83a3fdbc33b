//! Processes that a step creates, and the numbers that they might have got instead.

use weyl_ir::SortId;
use weyl_ir::layout::{Slot, point};
use weyl_permutation::{Permutation, Point};
use weyl_system::Program;

/// One step creates few.
const MOST_PAIRINGS: usize = 10_000;

/// The processes that are there after a step and were not there before, each with its sort.
pub(crate) fn newborn(program: &Program, before: &[u8], after: &[u8]) -> Vec<(SortId, Point)> {
    let model = &program.model;
    let slots = program.layout.slots.values();
    let locations = slots.filter_map(|slot| {
        let (_, kind) = model.processes().kind_located_in(slot.variable)?;
        Some((slot, kind.sort, *slot.index_names.first()?))
    });
    let is_there = |slot: &Slot, state: &[u8]| {
        let code = slot.scalar.load(state, slot.offset as usize);
        slot.scalar.decode(code).is_some()
    };
    let new = locations.filter(|(slot, ..)| is_there(slot, after) && !is_there(slot, before));
    new.map(|(_, sort, name)| (sort, point(name))).collect()
}

/// Lets the number of processes after a step be what it was before and who was created: nobody
/// goes.
pub(crate) fn count_created(program: &Program, before: &[u8], after: &mut [u8]) {
    let created = newborn(program, before, after).len() as i128;
    let count = program.model.processes().count();
    let mut slots = program.layout.slots.values();
    if let Some(slot) = slots.find(|slot| Some(slot.variable) == count) {
        let offset = slot.offset as usize;
        let known = slot.scalar.decode(slot.scalar.load(before, offset));
        if let Some(code) = known.and_then(|known| slot.scalar.encode(known + created)) {
            slot.scalar.store(after, offset, code);
        }
    }
}

/// The permutations that take processes to others of the same sorts, and what is there to where
/// they were.
pub(crate) fn pairings(
    from: &[(SortId, Point)],
    to: &[(SortId, Point)],
    degree: usize,
) -> Vec<Permutation> {
    if from.len() != to.len() {
        return Vec::new();
    }
    let mut images: Vec<Vec<Point>> = vec![Vec::new()];
    for (sort, _) in from {
        let further = images.iter().flat_map(|taken| {
            let free = to
                .iter()
                .filter(move |(of, at)| of == sort && !taken.contains(at));
            free.map(|(_, at)| taken.iter().copied().chain([*at]).collect())
        });
        images = further.take(MOST_PAIRINGS).collect();
    }
    let from: Vec<Point> = from.iter().map(|(_, point)| *point).collect();
    let ways = images.iter();
    ways.filter_map(|to| exchange(&from, to, degree)).collect()
}

fn exchange(from: &[Point], to: &[Point], degree: usize) -> Option<Permutation> {
    let mut images: Vec<Point> = (0..degree as u32).map(Point::from_u32).collect();
    let left = to.iter().filter(|point| !from.contains(point));
    let free = from.iter().filter(|point| !to.contains(point));
    let pairs = from.iter().zip(to).chain(left.zip(free));
    for (one, other) in pairs {
        *images.get_mut(one.as_u32() as usize)? = *other;
    }
    Permutation::from_images(images)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(numbers: &[u32]) -> Vec<(SortId, Point)> {
        let sort = SortId::from_u32(0);
        let points = numbers.iter().map(|number| Point::from_u32(*number));
        points.map(|point| (sort, point)).collect()
    }

    #[test]
    fn each_way_takes_all_of_them_and_nobody_else() {
        let (from, to) = (points(&[1, 2]), points(&[2, 4]));
        let ways = pairings(&from, &to, 6);
        assert_eq!(ways.len(), 2);
        for way in &ways {
            let image = |number| way.image(Point::from_u32(number));
            let mut images = [image(1), image(2)];
            images.sort();
            assert_eq!(images, [Point::from_u32(2), Point::from_u32(4)]);
            assert_eq!(image(4), Point::from_u32(1));
            assert!(
                [0, 3, 5]
                    .iter()
                    .all(|other| image(*other) == Point::from_u32(*other))
            );
        }
        assert_ne!(ways[0], ways[1]);
    }

    #[test]
    fn sorts_are_kept() {
        let mut to = points(&[3, 4]);
        to[1].0 = SortId::from_u32(1);
        assert!(pairings(&points(&[1, 2]), &to, 5).is_empty());
        assert!(pairings(&points(&[1, 2]), &points(&[3]), 5).is_empty());
    }
}
