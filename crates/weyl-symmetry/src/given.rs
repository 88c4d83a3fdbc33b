//! Symmetries that somebody claims: generators in cycle notation, checked before they are used.

use crate::invariance::{Broken, broken_part};
use crate::{Cause, Pin, SymmetryGroup, pins};
use weyl_ir::layout::{name, point};
use weyl_ir::{Model, NameId, SortId};
use weyl_permutation::cycles::{CycleError, parse_cycles};
use weyl_permutation::{Permutation, Point};

/// Why a generator is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It takes a name to a name of another sort.
    LeavesSort {
        from: NameId,
        to: NameId,
    },
    /// The names of a sort that it moves can't change places.
    Pinned(Box<Pin>),
    Broken(Broken),
}

/// The group of the given generators, if each of them maps the program and its properties onto
/// themselves; otherwise the number of the first that does not.
pub fn given(
    model: &Model,
    generators: Vec<Permutation>,
) -> Result<SymmetryGroup, (usize, Refusal)> {
    for (number, generator) in generators.iter().enumerate() {
        if let Some(refusal) = refusal(model, generator) {
            return Err((number, refusal));
        }
    }
    Ok(SymmetryGroup::of_proved(model, generators))
}

fn refusal(model: &Model, generator: &Permutation) -> Option<Refusal> {
    let support: Vec<Point> = generator.support().collect();
    let mut moved = support
        .iter()
        .map(|p| (name(*p), name(generator.image(*p))));
    let leaves = moved.find(|(from, to)| model.sort_of(*from) != model.sort_of(*to));
    if let Some((from, to)) = leaves {
        return Some(Refusal::LeavesSort { from, to });
    }
    let is_moved = |sort: SortId| support.iter().any(|p| model.sort_of(name(*p)) == sort);
    // Names that are written out are renamed and compared; what else tells names apart is not.
    let is_fatal = |pin: &Pin| !matches!(pin.cause, Cause::Constant { .. }) && is_moved(pin.sort);
    if let Some(pin) = pins(model).into_iter().find(is_fatal) {
        return Some(Refusal::Pinned(Box::new(pin)));
    }
    broken_part(model, generator).map(Refusal::Broken)
}

/// Reads generators: products of cycles of names, separated by commas or lines.
pub fn read_generators(model: &Model, text: &str) -> Result<Vec<Permutation>, CycleError> {
    let find = |wanted: &str| {
        let mut sorts = model.sorts.iter();
        sorts.find_map(|(id, sort)| {
            let index = sort.names.iter().position(|name| name == wanted)?;
            Some(point(model.name_of(id, index)))
        })
    };
    parse_cycles(text, model.name_count(), &find)
}
