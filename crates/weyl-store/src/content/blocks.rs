//! Keys that are short pieces of bytes.

use super::Content;
use std::ops::Range;
use std::ptr;

/// At most 16 bytes, with zeros behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block(u128);

/// Where in keys of one size a block is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// 16 bytes from here on have it inside, and inside of the key, unless that is shorter.
    from: usize,
    /// Bits before it.
    shift: u32,
    /// Its bits among these.
    mask: u128,
}

impl Cut {
    /// A range of at most [`Block::BYTES`] bytes.
    pub fn new(range: &Range<usize>, key_bytes: usize) -> Cut {
        assert!(range.len() <= Block::BYTES && range.end <= key_bytes);
        let from = range.start.min(key_bytes.saturating_sub(Block::BYTES));
        let bits = range.len() as u32 * u8::BITS;
        let shift = (range.start - from).min(Block::BYTES - 1) as u32 * u8::BITS;
        let mask = u128::MAX.checked_shl(bits);
        Cut {
            from,
            shift,
            mask: mask.map_or(u128::MAX, |above| !above) << shift,
        }
    }

    /// The block where it stands: what it costs least to compare.
    #[inline(always)]
    pub fn window(self, key: &[u8]) -> u128 {
        let bytes = key.get(self.from..).and_then(|rest| rest.first_chunk());
        let word = match bytes {
            Some(bytes) => u128::from_le_bytes(*bytes),
            None => short(key),
        };
        word & self.mask
    }

    /// What is seen in its window.
    #[inline(always)]
    pub fn block(self, window: u128) -> Block {
        Block(window >> self.shift)
    }

    #[inline(always)]
    pub fn of(self, key: &[u8]) -> Block {
        self.block(self.window(key))
    }
}

/// A key that is shorter than a block may be.
#[inline(always)]
fn short(key: &[u8]) -> u128 {
    let whole = Block::of(key).unwrap_or_else(|| {
        let mut bytes = [0; Block::BYTES];
        bytes[..key.len()].copy_from_slice(key);
        Block(u128::from_le_bytes(bytes))
    });
    whole.0
}

/// Half of a block.
const WORD: usize = size_of::<u64>();

impl Block {
    pub const BYTES: usize = size_of::<u128>();
    pub const ZERO: Block = Block(0);

    /// Of 8 to [`Block::BYTES`] bytes: two words that may overlap.
    #[inline(always)]
    fn of(bytes: &[u8]) -> Option<Block> {
        let above = bytes.len().checked_sub(WORD)? as u32 * u8::BITS;
        let low = u64::from_le_bytes(*bytes.first_chunk()?);
        let high = u64::from_le_bytes(*bytes.last_chunk()?);
        Some(Block(u128::from(low) | u128::from(high) << above))
    }

    /// The first bytes, as many as there is room for.
    #[inline(always)]
    pub fn put(self, to: &mut [u8]) {
        let len = to.len().min(Block::BYTES);
        to[..len].copy_from_slice(&self.0.to_le_bytes()[..len]);
    }

    /// With zeros up to [`Block::BYTES`], for which there must be room.
    #[inline(always)]
    pub fn spill(self, to: &mut [u8]) {
        to[..Block::BYTES].copy_from_slice(&self.0.to_le_bytes());
    }

    #[inline(always)]
    pub fn hash(self) -> u32 {
        let (low, high) = (self.0 as u64, (self.0 >> u64::BITS) as u64);
        let (low, high) = (low ^ 0x2d35_8dcc_aa6c_78a5, high ^ 0x8bb8_4b93_962e_acc9);
        let folded = u128::from(low).wrapping_mul(u128::from(high));
        let mixed = (folded as u64 ^ (folded >> u64::BITS) as u64) ^ low;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    }
}

/// Keys are blocks of one size: 8 to 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    len: usize,
}

impl Blocks {
    /// Room for so many bytes of each block.
    pub fn of(bytes: usize) -> Blocks {
        assert!(bytes <= Block::BYTES);
        Blocks {
            len: bytes.max(WORD),
        }
    }

    /// # Safety
    ///
    /// As for [`Content::is`].
    #[inline(always)]
    pub unsafe fn key(&self, row: *const u8) -> Block {
        // SAFETY: a row has so many bytes.
        let bytes = unsafe { std::slice::from_raw_parts(row, self.len) };
        Block::of(bytes).unwrap_or(Block::ZERO)
    }
}

impl Content for Blocks {
    type Key<'k> = Block;

    #[inline(always)]
    fn width(&self) -> u8 {
        0
    }

    fn has_width(&self, width: u8) -> bool {
        width == 0
    }

    #[inline(always)]
    fn bytes(&self, _: u8) -> usize {
        self.len
    }

    /// Nothing stands behind what rows have room for.
    #[inline(always)]
    fn fits(&self, _: u8, _: Block) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn write(&self, row: *mut u8, _: u8, key: Block) {
        let bytes = key.0.to_le_bytes();
        // SAFETY: a row has so many bytes, and it is the caller's alone.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), row, self.len.min(Block::BYTES)) };
    }

    #[inline(always)]
    unsafe fn is(&self, row: *const u8, _: u8, key: Block) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.key(row) == key }
    }

    unsafe fn hash(&self, row: *const u8, _: u8) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { self.key(row) }.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn blocks_are_read_back_from_rows_of_all_sizes() {
        for len in 0..=Block::BYTES {
            let bytes: Vec<u8> = (1..=len as u8).map(|byte| byte * 15).collect();
            let block = Cut::new(&(0..len), len).of(&bytes);
            let mut back = vec![0; len];
            block.put(&mut back);
            assert_eq!(back, bytes);
            let blocks = Blocks::of(len);
            let mut row = vec![0xaa; blocks.bytes(0) + 1];
            // SAFETY: the row has more bytes than that.
            let read = unsafe {
                blocks.write(row.as_mut_ptr(), 0, block);
                blocks.key(row.as_ptr())
            };
            assert_eq!((read, row[blocks.bytes(0)]), (block, 0xaa));
        }
    }

    #[test]
    fn blocks_are_cut_out_of_keys() {
        for len in 0..40 {
            let key: Vec<u8> = (1..=len as u8).collect();
            for start in 0..=len {
                for end in start..=len.min(start + Block::BYTES) {
                    let block = Cut::new(&(start..end), len).of(&key);
                    let mut back = [0; Block::BYTES];
                    block.put(&mut back);
                    assert_eq!(back[..end - start], key[start..end]);
                    assert!(back[end - start..].iter().all(|byte| *byte == 0));
                }
            }
        }
    }

    /// The upper bits say where a block is looked for, all bits which one it may be.
    #[test]
    fn hashes_of_blocks_that_differ_in_a_bit_differ() {
        let blocks = (0..128).map(|bit| Block(1 << bit)).chain([Block::ZERO]);
        let hashes: HashSet<u32> = blocks.map(Block::hash).collect();
        assert_eq!(hashes.len(), 129);
        let low = (0..4096u128).map(|number| Block(number).hash() >> 12);
        let high = (0..4096u128).map(|number| Block(number << 90).hash() >> 12);
        for upper in [low.collect::<HashSet<u32>>(), high.collect()] {
            assert!(upper.len() > 4_000, "{}", upper.len());
        }
    }
}
