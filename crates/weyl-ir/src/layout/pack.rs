//! Packed states: every slot in just the bits that its type needs. This is the form that is stored,
//! hashed and compared.
//!
//! A byte of the working state has only its lowest bits in use (all but the first byte of a slot
//! have all of them), so a packed state is the used bits of all bytes, one after the other. Eight
//! bytes at a time are a word and a mask; where the machine has instructions that gather and
//! scatter the bits under a mask, executors use these.

use super::slot::{Slot, SlotId};
use cranelift_entity::PrimaryMap;

/// Up to eight bytes of the working state, and which of their bits are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedWord {
    pub offset: u32,
    /// Bytes, least significant first, as they lie in memory.
    pub mask: u64,
    pub bits: u32,
}

impl PackedWord {
    /// The used bits, one after the other.
    fn gather(self, word: u64) -> u64 {
        let (mut gathered, mut count) = (0, 0);
        for byte in 0..8 {
            let mask = self.mask >> (8 * byte) & 0xff;
            if mask != 0 {
                gathered |= (word >> (8 * byte) & mask) << count;
                count += mask.trailing_ones();
            }
        }
        gathered
    }

    /// The inverse of [`PackedWord::gather`].
    fn scatter(self, mut gathered: u64) -> u64 {
        let mut word = 0;
        for byte in 0..8 {
            let mask = self.mask >> (8 * byte) & 0xff;
            word |= (gathered & mask) << (8 * byte);
            gathered = gathered.checked_shr(mask.trailing_ones()).unwrap_or(0);
        }
        word
    }
}

/// How states are packed.
#[derive(Clone, Debug)]
pub struct Packer {
    /// In the order of their offsets; none without a used bit.
    words: Vec<PackedWord>,
    size: usize,
}

impl Packer {
    pub(super) fn new(slots: &PrimaryMap<SlotId, Slot>, state_size: usize) -> Packer {
        let mut used = vec![0u8; state_size.next_multiple_of(8)];
        for slot in slots.values() {
            let (start, width) = (slot.offset as usize, usize::from(slot.scalar.width));
            let codes = u64::MAX.checked_shr(u64::BITS - slot.scalar.bits());
            let codes = codes.unwrap_or(0).to_be_bytes();
            used[start..start + width].copy_from_slice(&codes[8 - width..]);
        }
        let numbered = used.chunks_exact(8).enumerate();
        let words = numbered.map(|(number, bytes)| {
            let mask = bytes
                .iter()
                .rev()
                .fold(0, |mask, byte| mask << 8 | u64::from(*byte));
            PackedWord {
                offset: 8 * number as u32,
                mask,
                bits: mask.count_ones(),
            }
        });
        let words: Vec<PackedWord> = words.filter(|word| word.bits > 0).collect();
        let bits: usize = words.iter().map(|word| word.bits as usize).sum();
        Packer {
            words,
            size: bits.div_ceil(8),
        }
    }

    /// What a packed state is made of. The last word may reach beyond the working state, without a
    /// used bit there.
    pub fn words(&self) -> &[PackedWord] {
        &self.words
    }

    /// Bytes of a packed state.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes the packed form of a working state; `packed` has [`Packer::size`] bytes.
    pub fn pack(&self, state: &[u8], packed: &mut [u8]) {
        let (mut pending, mut count, mut at) = (0u64, 0u32, 0usize);
        for word in &self.words {
            let gathered = word.gather(load(state, word.offset as usize));
            pending |= gathered << count;
            count += word.bits;
            if count >= u64::BITS {
                packed[at..at + 8].copy_from_slice(&pending.to_le_bytes());
                (count, at) = (count - u64::BITS, at + 8);
                // What did not fit: nothing, if the word ended with the other one.
                pending = gathered.checked_shr(word.bits - count).unwrap_or(0);
            }
        }
        let rest = &mut packed[at..];
        rest.copy_from_slice(&pending.to_le_bytes()[..rest.len()]);
    }

    /// The inverse of [`Packer::pack`]; padding of the working state becomes zero.
    pub fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        let mut bit = 0;
        for word in &self.words {
            let (at, shift) = (bit / 8, bit as u32 % 8);
            let mut gathered = load(packed, at) >> shift;
            if shift + word.bits > u64::BITS {
                gathered |= load(packed, at + 8) << (u64::BITS - shift);
            }
            let bytes = word.scatter(gathered).to_le_bytes();
            let start = word.offset as usize;
            let end = state.len().min(start + 8);
            state[start..end].copy_from_slice(&bytes[..end - start]);
            bit += word.bits as usize;
        }
    }
}

/// Eight bytes, least significant first, as far as there are so many.
fn load(bytes: &[u8], at: usize) -> u64 {
    if let Some(word) = bytes[at..].first_chunk() {
        return u64::from_le_bytes(*word);
    }
    let rest = bytes[at..].iter().rev();
    rest.fold(0, |word, byte| word << 8 | u64::from(*byte))
}
