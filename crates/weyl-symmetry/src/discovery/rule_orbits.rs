//! Which rules a group maps to each other. A rule that no representative fires may still fire in the whole system: if one that is
//! mapped to it does.

use super::program::GroundProgram;
use super::terms::{AtomId, TermId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::BTreeMap;
use weyl_ir::RuleId;
use weyl_permutation::{Permutation, Point};

/// For each rule one rule of its class: the least that contains all rules whose instances are mapped to each other.
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
    let mut least: SecondaryMap<RuleId, Option<RuleId>> = SecondaryMap::new();
    instances().for_each(|(_, rule)| least[rule] = Some(rule));
    for generator in generators {
        let image = |atom: AtomId| AtomId::new(generator.image(Point::new(atom.index())).index());
        let images = program.terms.clone().images(image);
        for (term, rule) in instances() {
            for other in of_term.get(&images[term.index()]).into_iter().flatten() {
                join(&mut least, rule, *other);
            }
        }
    }
    let mut rules: Vec<RuleId> = instances().map(|(_, rule)| rule).collect();
    rules.sort_unstable();
    rules.dedup();
    for rule in rules {
        least[rule] = Some(root(&least, rule));
    }
    least
}

fn root(least: &SecondaryMap<RuleId, Option<RuleId>>, rule: RuleId) -> RuleId {
    match least[rule] {
        Some(other) if other != rule => root(least, other),
        _ => rule,
    }
}

fn join(least: &mut SecondaryMap<RuleId, Option<RuleId>>, one: RuleId, two: RuleId) {
    let (one, two) = (root(least, one), root(least, two));
    least[one.max(two)] = Some(one.min(two));
}
