//! What refinement told on the way to a leaf, and the comparison of a path with an earlier leaf.
//!
//! Vertices that an automorphism maps onto each other have equal traces, so a path whose trace
//! leaves the trace of the first path can't end in an automorphism with its leaf; and the leaf with
//! the least trace is the same in all isomorphic graphs (McKay and Piperno, "Practical graph
//! isomorphism, II", section 2). Traces are compared level by level, number by number; the one that
//! ends first is less.
//!
//! Beside the trace the comparison counts the *strays*: the vertices of non-singleton cells of the
//! earlier path that are elsewhere in the present partition. As long as the traces are equal the
//! cells have the same bounds, and the cells of the first path at any level are ranges of the order
//! of its leaf, which so serves all levels. Without strays the map that takes the singletons of the
//! first path to those at the same places here, and fixes all else, is an automorphism up to
//! collisions of hashes: there is no need to walk to a leaf. (This is the early end of saucy:
//! Darga, Sakallah and Markov, 2008; Katebi, Sakallah and Markov, "Symmetry and satisfiability: an
//! update", 2010.)

use super::partition::{Partition, Split};
use super::refine::Watch;
use crate::Point;
use cranelift_entity::EntityRef;
use std::cmp::Ordering;

/// A path to a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaf {
    pub order: Vec<Point>,
    /// The inverse of `order`.
    pub position: Vec<u32>,
    /// The vertex that was individualised at each level.
    pub chosen: Vec<Point>,
    pub trace: Vec<u64>,
    /// Where the part of each level ends in the trace.
    pub ends: Vec<usize>,
}

/// How the present path compares with earlier leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub equals_first: bool,
    pub strays_from_first: usize,
    pub versus_best: Ordering,
    pub strays_from_best: usize,
}

/// The leaves to compare with. Without a best leaf only automorphisms are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct References<'a> {
    pub first: &'a Leaf,
    pub best: Option<&'a Leaf>,
}

/// Compares while the partition is refined.
pub(super) struct Comparison<'a> {
    pub references: References<'a>,
    pub level: usize,
    pub trace: &'a mut Vec<u64>,
    pub standing: Standing,
}

impl Leaf {
    /// The part of the trace from `from` to the end of the level.
    fn rest(&self, level: usize, from: usize) -> &[u64] {
        let end = self.ends.get(level).copied().unwrap_or_default();
        self.trace.get(from..end).unwrap_or_default()
    }
}

impl Comparison<'_> {
    fn is_useful(&self) -> bool {
        let may_be_best =
            self.references.best.is_some() && self.standing.versus_best != Ordering::Greater;
        self.standing.equals_first || may_be_best
    }

    /// To be called when the refinement is complete. False if the node is of no use.
    pub fn finish(&mut self) -> bool {
        let at = self.trace.len();
        self.standing.equals_first &= self.references.first.rest(self.level, at).is_empty();
        if let (Some(best), Ordering::Equal) = (self.references.best, self.standing.versus_best) {
            self.standing.versus_best = match best.rest(self.level, at) {
                [] => Ordering::Equal,
                _ => Ordering::Less,
            };
        }
        self.is_useful()
    }
}

impl Watch for Comparison<'_> {
    fn step(&mut self, value: u64) -> bool {
        let at = self.trace.len();
        self.trace.push(value);
        let expected = self.references.first.rest(self.level, at).first();
        self.standing.equals_first &= expected == Some(&value);
        if let (Some(best), Ordering::Equal) = (self.references.best, self.standing.versus_best) {
            self.standing.versus_best = match best.rest(self.level, at).first() {
                Some(other) => value.cmp(other),
                None => Ordering::Greater,
            };
        }
        self.is_useful()
    }

    fn split(&mut self, partition: &Partition, split: Split) {
        let standing = &mut self.standing;
        if standing.equals_first {
            let strays = &mut standing.strays_from_first;
            *strays = recount(*strays, self.references.first, partition, split);
        }
        if let (Some(best), Ordering::Equal) = (self.references.best, standing.versus_best) {
            let strays = &mut standing.strays_from_best;
            *strays = recount(*strays, best, partition, split);
        }
    }
}

/// Of the vertices that the path to the leaf has in the two pieces, and of those that are here in
/// the new piece, finds who went astray and who no longer counts because its cell is a singleton
/// now.
fn recount(strays: usize, leaf: &Leaf, partition: &Partition, split: Split) -> usize {
    let Split { front, piece } = split;
    let strays_front = !partition.is_singleton(front);
    let strays_piece = !partition.is_singleton(piece);
    let mut gained = 0;
    let mut lost = 0;
    for position in piece.index()..partition.end(piece) {
        let expected = partition.cell_of(leaf.order[position]);
        let was_astray = expected != piece && expected != front;
        gained += usize::from(expected == front && strays_piece);
        lost += usize::from(was_astray && !strays_piece);
        let home = leaf.position[partition.order()[position].index()] as usize;
        let left_front = (front.index()..piece.index()).contains(&home);
        gained += usize::from(left_front && strays_front);
    }
    if !strays_front {
        let expected = partition.cell_of(leaf.order[front.index()]);
        lost += usize::from(expected != piece && expected != front);
    }
    (strays + gained).saturating_sub(lost)
}
