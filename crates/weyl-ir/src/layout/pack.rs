//! Packed states: every slot in just the bits that its type needs. This is the form that is stored,
//! hashed and compared.

use super::slot::{Slot, SlotId};
use cranelift_entity::PrimaryMap;

/// Bytes of the working state, read as one number (most significant byte first) that needs only its
/// lowest bits.
#[derive(Clone, Copy, Debug)]
pub struct PackedField {
    pub offset: u32,
    pub width: u8,
    pub bits: u8,
}

impl PackedField {
    /// Neighbours that use all bits of their bytes are packed as one number with what is before them.
    fn absorbs(self, next: PackedField) -> bool {
        let width = self.width + next.width;
        next.bits == 8 * next.width
            && next.offset == self.offset + u32::from(self.width)
            && usize::from(width) <= size_of::<u64>()
    }

    #[inline]
    fn code(self, state: &[u8]) -> u64 {
        let start = self.offset as usize;
        let bytes = &state[start..start + usize::from(self.width)];
        match *bytes {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_be_bytes([a, b])),
            [a, b, c, d] => u64::from(u32::from_be_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            _ => bytes
                .iter()
                .fold(0, |code, byte| code << 8 | u64::from(*byte)),
        }
    }
}

/// Packs and unpacks the states of one layout.
#[derive(Clone, Debug)]
pub struct Packer {
    fields: Vec<PackedField>,
    size: usize,
}

impl Packer {
    pub(super) fn new(slots: &PrimaryMap<SlotId, Slot>) -> Packer {
        let single = slots.values().map(|slot| PackedField {
            offset: slot.offset,
            width: slot.scalar.width,
            bits: slot.scalar.bits() as u8,
        });
        let mut fields: Vec<PackedField> = Vec::new();
        for field in single.filter(|field| field.bits > 0) {
            match fields.last_mut() {
                Some(last) if last.absorbs(field) => {
                    (last.width, last.bits) = (last.width + field.width, last.bits + field.bits);
                }
                _ => fields.push(field),
            }
        }
        let bits: usize = fields.iter().map(|field| usize::from(field.bits)).sum();
        Packer {
            fields,
            size: bits.div_ceil(8),
        }
    }

    /// What a packed state is made of, one after the other, each from its lowest bit on.
    pub fn fields(&self) -> &[PackedField] {
        &self.fields
    }

    /// Bytes of a packed state.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes the packed form of a working state; `packed` has [`Packer::size`] bytes.
    pub fn pack(&self, state: &[u8], packed: &mut [u8]) {
        let (mut word, mut count, mut at) = (0u64, 0u32, 0usize);
        for field in &self.fields {
            let (code, bits) = (field.code(state), u32::from(field.bits));
            word |= code << count;
            count += bits;
            if count >= u64::BITS {
                packed[at..at + 8].copy_from_slice(&word.to_le_bytes());
                (count, at) = (count - u64::BITS, at + 8);
                // What did not fit: nothing, if the field ended with the word.
                word = code.checked_shr(bits - count).unwrap_or(0);
            }
        }
        let rest = &mut packed[at..];
        rest.copy_from_slice(&word.to_le_bytes()[..rest.len()]);
    }

    /// The inverse of [`Packer::pack`]; padding of the working state is left as it is.
    pub fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        let (mut pending, mut count, mut at) = (0u128, 0u32, 0usize);
        for field in &self.fields {
            let bits = u32::from(field.bits);
            while count < bits {
                pending |= u128::from(packed[at]) << count;
                (count, at) = (count + 8, at + 1);
            }
            let code = (pending & ((1u128 << bits) - 1)) as u64;
            (pending, count) = (pending >> bits, count - bits);
            let (start, width) = (field.offset as usize, usize::from(field.width));
            state[start..start + width].copy_from_slice(&code.to_be_bytes()[8 - width..]);
        }
    }
}
