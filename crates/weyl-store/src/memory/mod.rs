//! Memory of the system in large pieces: zeros that cost nothing before they are touched.
//!
//! A table is read in no order, so with pages of 4 kilobytes nearly every look at it first waits
//! for the address of its page. Large pieces are therefore asked for in huge pages, where the
//! system has them. At most one huge page at the end of what is used lies idle, so small pieces do
//! without.

#[cfg(not(feature = "memory-maps"))]
mod heap;
#[cfg(feature = "memory-maps")]
mod maps;

#[cfg(not(feature = "memory-maps"))]
pub(crate) use heap::Region;
#[cfg(feature = "memory-maps")]
pub(crate) use maps::Region;

/// Of the usual machines.
#[cfg(any(test, feature = "memory-maps"))]
const HUGE_PAGE: usize = 2 << 20;
/// Pieces from here on get huge pages.
#[cfg(any(test, feature = "memory-maps"))]
const LARGE: usize = 2 * HUGE_PAGE;

/// Pieces of memory that are all given back at the end, cut from few large regions.
#[derive(Debug, Default)]
pub(crate) struct Quarry {
    regions: Vec<Region>,
    /// Of the last region.
    used: usize,
    total: usize,
}

impl Quarry {
    const FIRST: usize = 64 << 10;
    const MOST: usize = 64 << 20;

    /// Aligned for every number.
    pub fn cut(&mut self, bytes: usize) -> Option<*mut u8> {
        let bytes = bytes.checked_next_multiple_of(size_of::<u64>())?;
        let has_room = |region: &&Region| region.len() - self.used >= bytes;
        if self.regions.last().filter(has_room).is_none() {
            // Only what is touched takes memory.
            let wanted = self.total.clamp(Quarry::FIRST, Quarry::MOST);
            self.regions.push(Region::new(wanted.max(bytes))?);
            self.used = 0;
        }
        let region = self.regions.last()?;
        let start = region.start().wrapping_add(self.used);
        self.used += bytes;
        self.total += bytes;
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;
    use std::ptr::slice_from_raw_parts_mut;

    #[test]
    fn regions_are_zeros_that_can_be_written() {
        for bytes in [0, 1, 4096, LARGE - 1, LARGE, LARGE + HUGE_PAGE + 5] {
            let region = Region::new(bytes).unwrap();
            assert_eq!(region.len(), bytes);
            let bytes = slice_from_raw_parts_mut(region.start(), bytes);
            // SAFETY: this is the region, which nobody else knows.
            let bytes = unsafe { &mut *bytes };
            assert!(bytes.iter().all(|byte| *byte == 0));
            bytes.fill(1);
        }
    }

    #[test]
    #[cfg(feature = "memory-maps")]
    fn large_regions_begin_with_a_huge_page() {
        let region = Region::new(LARGE).unwrap();
        assert_eq!(region.start().addr() % HUGE_PAGE, 0);
    }

    #[test]
    fn pieces_do_not_overlap() {
        let mut quarry = Quarry::default();
        let sizes = [3, 70_000, 1, 60_000, 60_000, LARGE, 1 << 20, 1 << 20];
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for bytes in sizes {
            let start = quarry.cut(bytes).unwrap().addr();
            let piece = start..start + bytes;
            let is_apart =
                |other: &Range<usize>| other.end <= piece.start || piece.end <= other.start;
            assert!(pieces.iter().all(is_apart));
            let is_inside = |region: &Region| {
                let first = region.start().addr();
                first <= piece.start && piece.end <= first + region.len()
            };
            assert!(quarry.regions.iter().any(is_inside));
            pieces.push(piece);
        }
        assert!(quarry.regions.len() < sizes.len());
    }
}
