//! A look at all slots of a line at once.

use crate::sync::AtomicU32;

/// Slots of a line: 64 bytes. The tests of interleavings want few of them.
pub(crate) const LINE: usize = if cfg!(feature = "loom") { 2 } else { 16 };

/// What somebody saw who looked at the slots of a line, in any order: a bit for each slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Is 0.
    pub empty: u32,
    /// Is the tag in the bits of the mask.
    pub tagged: u32,
}

/// Nothing that was written before a slot is known to be there; who wants that loads the slot
/// again.
#[inline(always)]
pub(crate) fn look(line: &[AtomicU32], tag: u32, mask: u32) -> Seen {
    assert_eq!(line.len(), LINE);
    #[cfg(all(
        target_arch = "x86_64",
        not(miri),
        not(any(feature = "loom", feature = "shuttle"))
    ))]
    return vectors::look(line, tag, mask);
    #[cfg(not(all(
        target_arch = "x86_64",
        not(miri),
        not(any(feature = "loom", feature = "shuttle"))
    )))]
    look_at_each(line, tag, mask)
}

#[cfg(any(
    test,
    miri,
    feature = "loom",
    feature = "shuttle",
    not(target_arch = "x86_64")
))]
fn look_at_each(line: &[AtomicU32], tag: u32, mask: u32) -> Seen {
    use crate::sync::Ordering;
    let mut seen = Seen {
        empty: 0,
        tagged: 0,
    };
    for (at, slot) in line.iter().enumerate() {
        let slot = slot.load(Ordering::Relaxed);
        seen.empty |= u32::from(slot == 0) << at;
        seen.tagged |= u32::from((slot ^ tag) & mask == 0) << at;
    }
    seen
}

#[cfg(all(
    target_arch = "x86_64",
    not(miri),
    not(any(feature = "loom", feature = "shuttle"))
))]
mod vectors {
    use super::{AtomicU32, Seen};
    use std::arch::asm;
    use std::arch::x86_64::*;

    #[inline(always)]
    pub fn look(line: &[AtomicU32], tag: u32, mask: u32) -> Seen {
        let (a, b, c, d): (__m128i, __m128i, __m128i, __m128i);
        // SAFETY: the line has 64 bytes. Other threads may write there, but whole numbers: the
        // processor reads each of the four as it was at some time. The compiler sees no access that
        // could be a race.
        unsafe {
            asm!(
                "movdqu {a}, [{line}]",
                "movdqu {b}, [{line} + 16]",
                "movdqu {c}, [{line} + 32]",
                "movdqu {d}, [{line} + 48]",
                line = in(reg) line.as_ptr(),
                a = out(xmm_reg) a,
                b = out(xmm_reg) b,
                c = out(xmm_reg) c,
                d = out(xmm_reg) d,
                options(nostack, preserves_flags, readonly)
            );
        }
        // SAFETY: all processors of this architecture have these instructions.
        unsafe {
            let (tag, mask) = (_mm_set1_epi32(tag as i32), _mm_set1_epi32(mask as i32));
            let zero = _mm_setzero_si128();
            let empty = |slots| _mm_cmpeq_epi32(slots, zero);
            let tagged = |slots| empty(_mm_and_si128(_mm_xor_si128(slots, tag), mask));
            Seen {
                empty: bits([empty(a), empty(b), empty(c), empty(d)]),
                tagged: bits([tagged(a), tagged(b), tagged(c), tagged(d)]),
            }
        }
    }

    /// A bit for each number that is not 0 but has all bits.
    #[inline(always)]
    fn bits([a, b, c, d]: [__m128i; 4]) -> u32 {
        // SAFETY: as above.
        unsafe {
            let bytes = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
            _mm_movemask_epi8(bytes) as u32
        }
    }
}

#[cfg(all(test, not(any(feature = "loom", feature = "shuttle"))))]
mod tests {
    use super::*;

    #[test]
    fn one_look_sees_what_looks_at_each_slot_see() {
        let mut seed = 1u32;
        for _ in 0..10_000 {
            let line: [u32; LINE] = std::array::from_fn(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [0, 0x4000_0001, 0x8000_0000, u32::MAX, seed][(seed >> 16) as usize % 5]
            });
            let line = line.map(AtomicU32::new);
            for (tag, mask) in [(0x4000_0000, 0xc000_0000), (0, 0), (seed, u32::MAX)] {
                assert_eq!(look(&line, tag, mask), look_at_each(&line, tag, mask));
            }
        }
    }
}
