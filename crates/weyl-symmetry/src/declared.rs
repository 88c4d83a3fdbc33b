//! The symmetry that a model declares: all permutations of each of its sorts, where that is proved.

use crate::{Cause, Pin, SymmetryGroup, pins};
use cranelift_entity::EntityRef;
use weyl_ir::layout::point;
use weyl_ir::{Model, SortId};
use weyl_permutation::{Permutation, Point};

/// What came of the declared sorts.
#[derive(Clone, Debug)]
pub struct Declared {
    pub group: SymmetryGroup,
    /// Why names of a sort are not permuted.
    pub pins: Vec<Pin>,
    /// Pins that were set aside because the user vouches for the loops.
    pub trusted: Vec<Pin>,
}

/// The product of the symmetric groups on all sorts without a pin. With `trust_loops`, loops whose
/// turns may depend on each other do not count: then the group is the user's word, not a proof.
pub fn declared(model: &Model, trust_loops: bool) -> Declared {
    let is_loop = |pin: &Pin| matches!(pin.cause, Cause::Loop { .. });
    let found = pins(model).into_iter();
    let (trusted, pins): (Vec<Pin>, Vec<Pin>) = found.partition(|pin| trust_loops && is_loop(pin));
    let is_free = |sort: &SortId| pins.iter().all(|pin| pin.sort != *sort);
    let free = model.sorts.keys().filter(is_free);
    let generators = free.flat_map(|sort| symmetric_generators(model, sort));
    Declared {
        group: SymmetryGroup::of_proved(model, generators.collect()),
        pins,
        trusted,
    }
}

/// A transposition and a cycle of all names.
fn symmetric_generators(model: &Model, sort: SortId) -> Vec<Permutation> {
    let count = model.sorts[sort].names.len();
    let names: Vec<Point> = (0..count)
        .map(|index| point(model.name_of(sort, index)))
        .collect();
    match count {
        0 | 1 => Vec::new(),
        2 => vec![cycle(model, &names)],
        _ => vec![cycle(model, &names[..2]), cycle(model, &names)],
    }
}

fn cycle(model: &Model, points: &[Point]) -> Permutation {
    let mut images: Vec<Point> = (0..model.name_count()).map(Point::new).collect();
    for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
        images[from.index()] = *to;
    }
    match Permutation::from_images(images) {
        Some(cycle) => cycle,
        None => unreachable!("the names of a sort are different"),
    }
}
