//! The check of a symmetry: π·P = P, by plain comparison of terms. It knows nothing of graphs and
//! refinement, and is run on every generator that they bring.

use crate::discovery::terms::program::{GroundProgram, Root};
use crate::discovery::terms::{AtomId, TermId};
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_permutation::{Permutation, Point};

type Counted = BTreeMap<(u32, TermId), u32>;

/// The first root that the permutation does not map to a root of the same kind; `None` if π·P = P.
pub(crate) fn broken_root<'r>(
    program: &GroundProgram,
    roots: &[&'r Root],
    permutation: &Permutation,
) -> Option<&'r Root> {
    let broken = broken_roots(program, roots, permutation);
    broken.first().copied()
}

/// All such roots.
pub(crate) fn broken_roots<'r>(
    program: &GroundProgram,
    roots: &[&'r Root],
    permutation: &Permutation,
) -> Vec<&'r Root> {
    let image = |atom: AtomId| AtomId::new(permutation.image(Point::new(atom.index())).index());
    let colour = |atom| program.universe.colour(atom);
    let mut atoms = (0..program.universe.len()).map(AtomId::new);
    let keeps_colours = atoms.all(|atom| colour(atom) == colour(image(atom)));
    let images = program.terms.images(image);
    // Different terms have different images: a root that stays is the image of itself alone.
    let count = |of: &dyn Fn(TermId) -> TermId| {
        let moved = roots.iter().filter(|root| images.moves(root.term));
        moved.fold(Counted::new(), |mut all, root| {
            *all.entry((root.kind.colour(), of(root.term))).or_insert(0) += 1;
            all
        })
    };
    let known = count(&|term| term);
    let moved = count(&|term| images.of(term));
    let is_kept = |root: &Root| {
        let key = (root.kind.colour(), images.of(root.term));
        keeps_colours && known.get(&key) == moved.get(&key)
    };
    let broken = roots.iter().copied().filter(|root| !is_kept(root));
    broken.collect()
}
