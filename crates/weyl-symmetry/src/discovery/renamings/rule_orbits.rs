//! Which rules a group maps to each other. A rule that no representative fires may still fire in
//! the whole system: if one that is mapped to it does.

use crate::discovery::terms::program::GroundProgram;
use crate::discovery::terms::{AtomId, TermId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::BTreeMap;
use weyl_ir::RuleId;
use weyl_permutation::{DisjointSets, Permutation, Point};

/// For each rule one rule of its class: the least that contains all rules whose instances are
/// mapped to each other.
pub(crate) fn rule_orbits(
    program: &GroundProgram,
    generators: &[Permutation],
) -> SecondaryMap<RuleId, Option<RuleId>> {
    let instances = || {
        program
            .roots
            .iter()
            .filter_map(|root| Some((root.term, root.rule?)))
    };
    let mut of_term: BTreeMap<TermId, Vec<RuleId>> = BTreeMap::new();
    instances().for_each(|(term, rule)| of_term.entry(term).or_default().push(rule));
    let count = instances().map(|(_, rule)| rule.index() + 1).max();
    let mut sets = DisjointSets::new(count.unwrap_or_default());
    for generator in generators {
        let image = |atom: AtomId| AtomId::new(generator.image(Point::new(atom.index())).index());
        let images = program.terms.images(image);
        for (term, rule) in instances() {
            for other in of_term.get(&images.of(term)).into_iter().flatten() {
                sets.unite(rule.index(), other.index());
            }
        }
    }
    let mut least = SecondaryMap::new();
    for (_, rule) in instances() {
        least[rule] = Some(RuleId::new(sets.find(rule.index())));
    }
    least
}
