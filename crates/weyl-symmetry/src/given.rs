//! Symmetries that somebody claims: generators in cycle notation, checked before they are used.

use crate::SymmetryGroup;
use crate::invariance::{Broken, broken_part};
use weyl_ir::layout::{name, point};
use weyl_ir::{Model, NameId};
use weyl_permutation::Permutation;
use weyl_permutation::cycles::{CycleError, parse_cycles};

/// Why a generator is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It takes a name to a name of another sort.
    LeavesSort {
        from: NameId,
        to: NameId,
    },
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
    let mut moved = generator
        .support()
        .map(|p| (name(p), name(generator.image(p))));
    let leaves = moved.find(|(from, to)| sort_of(model, *from) != sort_of(model, *to));
    match leaves {
        Some((from, to)) => Some(Refusal::LeavesSort { from, to }),
        None => broken_part(model, generator).map(Refusal::Broken),
    }
}

fn sort_of(model: &Model, name: NameId) -> usize {
    let mut before = 0;
    let mut sorts = model.sorts.values();
    let position = sorts.position(|sort| {
        before += sort.names.len();
        (name.as_u32() as usize) < before
    });
    position.unwrap_or(usize::MAX)
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
    let degree = model.sorts.values().map(|sort| sort.names.len()).sum();
    parse_cycles(text, degree, &find)
}
