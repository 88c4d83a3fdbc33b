//! Fewer generators for the same group.

use super::chain::Chain;
use super::part::Part;
use super::shaker::Shaker;
use super::{Group, product_of_orders};
use crate::permutation::Permutation;

impl Group {
    /// The same group by some of its generators: those that move few points are preferred, and one
    /// that the ones before it are seen to generate is dropped.
    pub fn reduced(&self) -> Self {
        let mut generators = Vec::new();
        for part in self.parts() {
            let kept = reduce_part(part);
            generators.extend(kept.iter().map(|one| part.extend(one, self.degree)));
        }
        let order = product_of_orders(self.parts());
        Self::from_generators(self.degree, generators).with_order(order)
    }
}

/// What sifts to the identity through a chain of kept generators is a product of them, even if the
/// chain is incomplete: so dropping is always right, and completeness only drops more.
fn reduce_part(part: &Part) -> Vec<Permutation> {
    let order = part.order();
    let mut candidates = part.generators.clone();
    candidates.sort_by_cached_key(|one| (one.support().count(), one.clone()));
    let mut kept: Vec<Permutation> = Vec::new();
    let mut chain = Chain::trivial(part.core.len(), &part.chain().base());
    for candidate in candidates {
        if chain.order() == order {
            break;
        }
        if chain.contains(candidate.clone()) {
            continue;
        }
        chain.insert(candidate.clone());
        kept.push(candidate);
        let mut shaker = Shaker::new(part.core.len(), &kept, kept.len() as u64);
        chain.sift_random(Some(&order), || shaker.draw());
    }
    kept
}
