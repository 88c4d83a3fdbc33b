//! The nodes of the product that were met, by number.

use super::product::Node;
use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use rapidhash::fast::RandomState;

/// So many places beside each state are a row of a table; more are looked for by hashing.
const ROW: u32 = 16;

/// No node.
const NONE: Node = Node::MAX;

/// A set of pairs of a state of the system and a place beside it.
pub(super) enum Nodes {
    /// Few places: for each state a row with a cell for each of them.
    Table {
        places: u32,
        cells: Vec<Node>,
        pairs: Vec<(StateIndex, u32)>,
    },
    Set(IndexSet<(StateIndex, u32), RandomState>),
}

impl Nodes {
    pub fn new(places: u32) -> Nodes {
        if places <= ROW {
            Nodes::Table {
                places,
                cells: Vec::new(),
                pairs: Vec::new(),
            }
        } else {
            Nodes::Set(IndexSet::default())
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Nodes::Table { pairs, .. } => pairs.len(),
            Nodes::Set(set) => set.len(),
        }
    }

    pub fn bytes(&self) -> usize {
        let pair = size_of::<(StateIndex, u32)>();
        match self {
            Nodes::Table { cells, pairs, .. } => {
                cells.capacity() * size_of::<Node>() + pairs.capacity() * pair
            }
            Nodes::Set(set) => set.capacity() * (pair + 2 * size_of::<usize>()),
        }
    }

    pub fn pair(&self, node: Node) -> (StateIndex, u32) {
        match self {
            Nodes::Table { pairs, .. } => pairs[node as usize],
            Nodes::Set(set) => set[node as usize],
        }
    }

    pub fn find(&self, (state, place): (StateIndex, u32)) -> Option<Node> {
        match self {
            Nodes::Table { places, cells, .. } => {
                let at = state.index() * *places as usize + place as usize;
                cells.get(at).copied().filter(|node| *node != NONE)
            }
            Nodes::Set(set) => set.get_index_of(&(state, place)).map(|at| at as Node),
        }
    }

    /// The node of a pair: a new one if it was not met before.
    pub fn insert(&mut self, (state, place): (StateIndex, u32)) -> Node {
        match self {
            Nodes::Table {
                places,
                cells,
                pairs,
            } => {
                let places = *places as usize;
                let at = state.index() * places + place as usize;
                if at >= cells.len() {
                    cells.resize((state.index() + 1) * places, NONE);
                }
                if cells[at] == NONE {
                    cells[at] = pairs.len() as Node;
                    pairs.push((state, place));
                }
                cells[at]
            }
            Nodes::Set(set) => set.insert_full((state, place)).0 as Node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_permutation::random::Random;

    #[test]
    fn a_table_and_a_set_number_in_the_same_way() {
        let (mut table, mut set) = (Nodes::new(ROW), Nodes::Set(IndexSet::default()));
        let mut random = Random::new(1);
        for _ in 0..2_000 {
            let state = StateIndex::from_u32(random.below(90) as u32);
            let pair = (state, random.below(ROW as usize) as u32);
            assert_eq!(table.find(pair), set.find(pair));
            let node = table.insert(pair);
            assert_eq!((node, table.len()), (set.insert(pair), set.len()));
            assert_eq!((table.pair(node), table.find(pair)), (pair, Some(node)));
        }
    }
}
