//! Bytes of a working state that are read and written as one number, and blocks of bytes that are
//! copied.

use std::ops::Range;

/// A number in a working state, most significant byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub offset: u32,
    width: u8,
}

impl Field {
    /// Of 1, 2, 4 or 8 bytes.
    pub fn new(offset: u32, width: u8) -> Field {
        Field { offset, width }
    }

    #[inline]
    pub fn bytes(self) -> Range<usize> {
        let start = self.offset as usize;
        start..start + usize::from(self.width)
    }

    /// One of the same width.
    #[inline]
    pub fn at(self, offset: u32) -> Field {
        Field { offset, ..self }
    }

    #[inline]
    pub fn load(self, state: &[u8]) -> u64 {
        if self.width == 1 {
            return u64::from(state[self.offset as usize]);
        }
        let bytes = state[self.bytes()].iter();
        bytes.fold(0, |code, byte| code << 8 | u64::from(*byte))
    }

    #[inline]
    pub fn store(self, state: &mut [u8], code: u64) {
        if self.width == 1 {
            state[self.offset as usize] = code as u8;
            return;
        }
        let width = usize::from(self.width);
        state[self.bytes()].copy_from_slice(&code.to_be_bytes()[8 - width..]);
    }
}

/// Copies a block of a few bytes: by pieces of a fixed length, the last of which overlaps the one
/// before.
#[inline]
pub(super) fn copy_block(from: &[u8], block: Range<usize>, to: &mut [u8], target: usize) {
    let size = block.len();
    let from = &from[block];
    let to = &mut to[target..target + size];
    match size {
        8.. => copy_pieces::<8>(from, to),
        4..8 => copy_pieces::<4>(from, to),
        2..4 => copy_pieces::<2>(from, to),
        _ => copy_pieces::<1>(from, to),
    }
}

#[inline]
fn copy_pieces<const PIECE: usize>(from: &[u8], to: &mut [u8]) {
    let (pieces, _) = from.as_chunks::<PIECE>();
    let (targets, _) = to.as_chunks_mut::<PIECE>();
    for (target, piece) in targets.iter_mut().zip(pieces) {
        *target = *piece;
    }
    if let (Some(target), Some(piece)) = (to.last_chunk_mut(), from.last_chunk::<PIECE>()) {
        *target = *piece;
    }
}
