//! Colours of names: what a state tells about each of them, as a number.
//!
//! Colour refinement (Weisfeiler and Leman, dimension 1; see McKay and Piperno, *Practical graph
//! isomorphism II*, for its role in canonical forms) on the hypergraph of a state's facts. A name's
//! colour is hashed from its content and, round after round, from the colours of the names it meets
//! in facts. Colours are numbers, not cells: a collision of hashes makes two names look equal that
//! are not, which costs the search a branch and never its exactness, because everything that is
//! computed here commutes with permutations of names.

use crate::facts::Facts;
use crate::flat_facts::FlatFacts;
use crate::padded::Padded;
use cranelift_entity::EntityRef;
use std::sync::Arc;

/// Of each name, by its number.
pub(crate) type Colours = Vec<u64>;

/// A mixing step in the manner of wyhash: the two halves of a full product.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ (product >> 64) as u64
}

/// Eight bytes or fewer as a number.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    match bytes.try_into() {
        Ok(eight) => u64::from_le_bytes(eight),
        Err(_) => bytes
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

fn masked_hash(bytes: &[u8], mask: &[u8]) -> u64 {
    let words = bytes.chunks(8).zip(mask.chunks(8));
    words.fold(0x2545_f491_4f6c_dd1d, |hash, (bytes, mask)| {
        mix(hash, word(bytes) & word(mask))
    })
}

/// Refines the colours of names by the facts of a state.
#[derive(Clone, Debug)]
pub(crate) struct Refiner {
    facts: Arc<FlatFacts>,
    gathered: Vec<u64>,
    distinct: Vec<u64>,
}

impl Refiner {
    pub fn new(facts: &Facts) -> Refiner {
        Refiner {
            gathered: vec![0; facts.names],
            distinct: Vec::with_capacity(facts.names),
            facts: Arc::new(FlatFacts::new(facts)),
        }
    }

    /// Mixes the content of each name into its colour.
    pub fn add_contents(&self, state: &[u8], colours: &mut Colours) {
        for content in &self.facts.contents {
            let mask = &self.facts.masks[content.mask];
            let hash = masked_hash(&state[content.bytes.clone()], mask);
            let colour = &mut colours[content.name.index()];
            *colour = mix(*colour, hash);
        }
    }

    /// Rounds of refinement until no colour class splits. Returns a number that depends on the
    /// colours only, not on who has them.
    pub fn refine(&mut self, state: &Padded, colours: &mut Colours) -> u64 {
        let mut classes = self.count_classes(colours);
        if !self.facts.is_empty() {
            while classes < colours.len() {
                self.round(state, colours);
                let now = self.count_classes(colours);
                if now <= classes {
                    break;
                }
                classes = now;
            }
        }
        let sum = colours
            .iter()
            .fold(0u64, |sum, c| sum.wrapping_add(mix(*c, 1)));
        mix(sum, classes as u64)
    }

    fn count_classes(&mut self, colours: &Colours) -> usize {
        self.distinct.clear();
        self.distinct.extend_from_slice(colours);
        self.distinct.sort_unstable();
        self.distinct.dedup();
        self.distinct.len()
    }

    /// Mixes into each colour what facts say about the name.
    pub fn round(&mut self, state: &Padded, colours: &mut Colours) {
        self.gathered.fill(0);
        self.facts.tell(state, colours, &mut self.gathered);
        for (colour, gathered) in colours.iter_mut().zip(&self.gathered) {
            *colour = mix(*colour, *gathered);
        }
    }
}
