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
    let mut terms = program.terms.clone();
    let images = terms.images(image);
    let count = |of: &dyn Fn(&Root) -> TermId| {
        roots.iter().fold(Counted::new(), |mut all, root| {
            *all.entry((root.kind.colour(), of(root))).or_insert(0) += 1;
            all
        })
    };
    let known = count(&|root| root.term);
    let moved = count(&|root| images[root.term.index()]);
    let is_kept = |root: &Root| {
        let key = (root.kind.colour(), images[root.term.index()]);
        keeps_colours && known.get(&key) == moved.get(&key)
    };
    let broken = roots.iter().copied().filter(|root| !is_kept(root));
    broken.collect()
}
