//! Packing with the instructions that gather and scatter the bits under a mask.

#[cfg(target_arch = "x86_64")]
use weyl_ir::layout::PackedWord;
use weyl_ir::layout::Packer;

/// How this machine packs states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// By shifts and masks.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Bmi2,
}

impl Packing {
    pub fn of_this_machine() -> Packing {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            return Packing::Bmi2;
        }
        Packing::Portable
    }

    pub fn pack(self, packer: &Packer, state: &[u8], packed: &mut [u8]) {
        match self {
            Packing::Portable => packer.pack(state, packed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is such a value only where the machine has the instructions.
            Packing::Bmi2 => unsafe { pack(packer.words(), state, packed) },
        }
    }

    /// Packs states that are one behind the other; sizes are those of one, working and packed.
    pub fn pack_all(
        self,
        packer: &Packer,
        (states, packed): (&[u8], &mut [u8]),
        (size, packed_size): (usize, usize),
    ) {
        let states = states.chunks_exact(size.max(1));
        let pairs = states.zip(packed.chunks_exact_mut(packed_size.max(1)));
        match self {
            Packing::Portable => pairs.for_each(|(state, packed)| packer.pack(state, packed)),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is such a value only where the machine has the instructions.
            Packing::Bmi2 => unsafe { pack_pairs(packer.words(), pairs) },
        }
    }

    pub fn unpack(self, packer: &Packer, packed: &[u8], state: &mut [u8]) {
        match self {
            Packing::Portable => packer.unpack(packed, state),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is such a value only where the machine has the instructions.
            Packing::Bmi2 => unsafe { unpack(packer.words(), packed, state) },
        }
    }
}

/// Eight bytes, least significant first, as far as there are so many.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> u64 {
    match bytes[at..].first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => {
            let rest = bytes[at..].iter().rev();
            rest.fold(0, |word, byte| word << 8 | u64::from(*byte))
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn pack_pairs<'s>(words: &[PackedWord], pairs: impl Iterator<Item = (&'s [u8], &'s mut [u8])>) {
    for (state, packed) in pairs {
        pack(words, state, packed);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
fn pack(words: &[PackedWord], state: &[u8], packed: &mut [u8]) {
    use std::arch::x86_64::_pext_u64;
    let (mut pending, mut count) = (0u64, 0u32);
    let (whole, rest) = packed.as_chunks_mut::<8>();
    let mut whole = whole.iter_mut();
    for word in words {
        let gathered = _pext_u64(load(state, word.offset as usize), word.mask);
        pending |= gathered << count;
        count += word.bits;
        if count >= u64::BITS {
            if let Some(chunk) = whole.next() {
                *chunk = pending.to_le_bytes();
            }
            count -= u64::BITS;
            pending = gathered.checked_shr(word.bits - count).unwrap_or(0);
        }
    }
    // What is left are eight bytes, or fewer.
    match whole.next() {
        Some(chunk) => *chunk = pending.to_le_bytes(),
        None => rest.copy_from_slice(&pending.to_le_bytes()[..rest.len()]),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn unpack(words: &[PackedWord], packed: &[u8], state: &mut [u8]) {
    use std::arch::x86_64::_pdep_u64;
    let mut bit = 0;
    for word in words {
        let (at, shift) = (bit / 8, bit as u32 % 8);
        let mut gathered = load(packed, at) >> shift;
        if shift + word.bits > u64::BITS {
            gathered |= load(packed, at + 8) << (u64::BITS - shift);
        }
        let bytes = _pdep_u64(gathered, word.mask).to_le_bytes();
        let start = word.offset as usize;
        match state[start..].first_chunk_mut() {
            Some(eight) => *eight = bytes,
            None => {
                let rest = &mut state[start..];
                let len = rest.len();
                rest.copy_from_slice(&bytes[..len]);
            }
        }
        bit += word.bits as usize;
    }
}
