//! Packed states: every slot in just the bits that its type needs. This is the form that is stored,
//! hashed and compared.

use super::slot::{Slot, SlotId};
use cranelift_entity::PrimaryMap;

#[derive(Clone, Copy, Debug)]
struct Bits {
    offset: u32,
    width: u8,
    bits: u8,
}

/// Packs and unpacks the states of one layout.
#[derive(Clone, Debug)]
pub struct Packer {
    fields: Vec<Bits>,
    size: usize,
}

impl Packer {
    pub(super) fn new(slots: &PrimaryMap<SlotId, Slot>) -> Packer {
        let fields = slots.values().map(|slot| Bits {
            offset: slot.offset,
            width: slot.scalar.width,
            bits: slot.scalar.bits() as u8,
        });
        let fields: Vec<Bits> = fields.filter(|field| field.bits > 0).collect();
        let bits: usize = fields.iter().map(|field| usize::from(field.bits)).sum();
        Packer {
            fields,
            size: bits.div_ceil(8),
        }
    }

    /// Bytes of a packed state.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes the packed form of a working state; `packed` has [`Packer::size`] bytes.
    pub fn pack(&self, state: &[u8], packed: &mut [u8]) {
        let (mut pending, mut count, mut at) = (0u128, 0u32, 0usize);
        for field in &self.fields {
            let start = field.offset as usize;
            let bytes = &state[start..start + usize::from(field.width)];
            let code = bytes
                .iter()
                .fold(0u64, |code, byte| code << 8 | u64::from(*byte));
            pending |= u128::from(code) << count;
            count += u32::from(field.bits);
            while count >= 8 {
                packed[at] = pending as u8;
                (pending, count, at) = (pending >> 8, count - 8, at + 1);
            }
        }
        if count > 0 {
            packed[at] = pending as u8;
        }
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
