//! How a key is cut into blocks, and which of them have a part of the tree in common.

use super::fit::Counter;
use crate::content::{Block, Cut};
use std::ops::Range;

/// What a part of a tree is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Bytes of the key.
    Block(Range<usize>),
    /// Two parts: that of this place, and the next one.
    Pair(usize),
}

/// Of all keys of a set. Parts are known by their places: the two below the root first, what is
/// below a part after it.
#[derive(Clone, Debug)]
pub struct TreeShape {
    key_bytes: usize,
    /// Where it was cut, in this order.
    cuts: Box<[u32]>,
    parts: Box<[Kind]>,
    /// The places of blocks, and where they are.
    blocks: Box<[(usize, Cut)]>,
    /// The same in the order of the key, with the first byte of each.
    blocks_in_order: Box<[(usize, usize)]>,
}

impl TreeShape {
    /// Halves, and halves of these.
    pub fn even(key_bytes: usize) -> TreeShape {
        TreeShape::cut_by(key_bytes, |range| range.start + range.len() / 2)
    }

    /// The shape that suits some keys, one after the other: cut where the parts on both sides are
    /// those of many of them.
    pub fn fitted(key_bytes: usize, keys: &[u8]) -> TreeShape {
        if key_bytes == 0 {
            return TreeShape::even(0);
        }
        let mut counter = Counter::new();
        TreeShape::cut_by(key_bytes, |range| {
            counter.best_cut(range, keys.chunks_exact(key_bytes))
        })
    }

    /// A cut is inside of its range, or at one of its ends if there is at most a byte.
    fn cut_by(key_bytes: usize, mut cut: impl FnMut(Range<usize>) -> usize) -> TreeShape {
        let mut cuts = Vec::new();
        let mut halves = |range: Range<usize>| {
            let at = cut(range.clone());
            cuts.push(at as u32);
            [range.start..at, at..range.end]
        };
        let mut ranges = Vec::from(halves(0..key_bytes));
        let mut parts = Vec::new();
        let (mut blocks, mut blocks_in_order) = (Vec::new(), Vec::new());
        while let Some(range) = ranges.get(parts.len()).cloned() {
            if range.len() <= Block::BYTES {
                blocks.push((parts.len(), Cut::new(&range, key_bytes)));
                blocks_in_order.push((parts.len(), range.start));
                parts.push(Kind::Block(range));
            } else {
                parts.push(Kind::Pair(ranges.len()));
                ranges.extend(halves(range));
            }
        }
        blocks_in_order.sort_by_key(|(_, start)| *start);
        TreeShape {
            key_bytes,
            cuts: cuts.into(),
            parts: parts.into(),
            blocks: blocks.into(),
            blocks_in_order: blocks_in_order.into(),
        }
    }

    /// The shape of keys that was cut at these places, if there is one.
    pub fn with_cuts(key_bytes: usize, cuts: &[u32]) -> Option<TreeShape> {
        let (mut rest, mut is_cut) = (cuts.iter(), true);
        let shape = TreeShape::cut_by(key_bytes, |range| {
            let at = rest.next().map_or(usize::MAX, |at| *at as usize);
            let is_inside = range.start < at && at < range.end;
            if is_inside || range.len() <= 1 && range.start <= at && at <= range.end {
                return at;
            }
            is_cut = false;
            range.start + range.len() / 2
        });
        (is_cut && rest.len() == 0).then_some(shape)
    }

    /// Where it was cut.
    pub fn cuts(&self) -> &[u32] {
        &self.cuts
    }

    pub fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// By place.
    pub(super) fn parts(&self) -> &[Kind] {
        &self.parts
    }

    /// The places of blocks, and where they are.
    #[inline(always)]
    pub(super) fn blocks(&self) -> &[(usize, Cut)] {
        &self.blocks
    }

    /// The places of blocks in the order of the key, and where they begin.
    pub(super) fn blocks_in_order(&self) -> &[(usize, usize)] {
        &self.blocks_in_order
    }

    /// The places of pairs, from below, with the places of what is on their left.
    pub(super) fn each_pair(&self) -> impl Iterator<Item = (usize, usize)> {
        let parts = self.parts.iter().enumerate().rev();
        parts.filter_map(|(place, kind)| match kind {
            Kind::Block(_) => None,
            Kind::Pair(left) => Some((place, *left)),
        })
    }

    /// Of the longest block.
    pub(super) fn block_bytes(&self) -> usize {
        let lengths = self.parts.iter().map(|kind| match kind {
            Kind::Block(range) => range.len(),
            Kind::Pair(_) => 0,
        });
        lengths.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(bytes: usize) -> [TreeShape; 2] {
        // Few different bytes at the beginning, many at the end.
        let byte = |at: usize| (at.wrapping_mul(0x9e37_79b9) >> 7) as u8 % (1 + at % 97) as u8;
        let keys: Vec<u8> = (0..500 * bytes).map(byte).collect();
        [TreeShape::even(bytes), TreeShape::fitted(bytes, &keys)]
    }

    #[test]
    fn parts_lead_from_the_root_to_all_bytes_in_their_order() {
        for bytes in 0..300 {
            for shape in shapes(bytes) {
                assert_eq!(shape.key_bytes(), bytes);
                let mut below = vec![0, 1];
                for (place, kind) in shape.parts().iter().enumerate() {
                    if let Kind::Pair(left) = kind {
                        assert!(*left > place);
                        below.extend([*left, left + 1]);
                    }
                }
                assert!(below.iter().copied().eq(0..shape.parts().len()));
                let range = |kind: &Kind| match kind {
                    Kind::Block(range) => Some(range.clone()),
                    Kind::Pair(_) => None,
                };
                let mut ranges: Vec<_> = shape.parts().iter().filter_map(range).collect();
                ranges.sort_by_key(|range| (range.start, range.end));
                assert_eq!(ranges.len(), shape.blocks().len());
                assert!(ranges.iter().all(|range| range.len() <= Block::BYTES));
                assert!(ranges.into_iter().flatten().eq(0..bytes));
            }
        }
    }

    #[test]
    fn trees_are_low() {
        for bytes in [17, 64, 300, 4_000] {
            for shape in shapes(bytes) {
                let mut depths = vec![1; shape.parts().len()];
                for (place, kind) in shape.parts().iter().enumerate() {
                    if let Kind::Pair(left) = kind {
                        (depths[*left], depths[left + 1]) = (depths[place] + 1, depths[place] + 1);
                    }
                }
                let most = 2 + (bytes as f64 / 8.0).log(4.0 / 3.0) as usize;
                assert!(depths.iter().all(|depth| *depth <= most), "{depths:?}");
            }
        }
    }
}
