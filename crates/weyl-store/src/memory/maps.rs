//! Memory that the system maps: huge pages where there are some.

use super::{HUGE_PAGE, LARGE};
use memmap2::{MmapMut, MmapOptions};
use std::ops::Range;

/// Zeros until somebody writes there.
#[derive(Debug)]
pub(crate) struct Region {
    map: MmapMut,
    /// What of the map is used: it begins where a huge page may.
    used: Range<usize>,
}

impl Region {
    /// None if there is no memory to be had.
    pub fn new(bytes: usize) -> Option<Region> {
        let is_large = bytes >= LARGE;
        let slack = if is_large { HUGE_PAGE } else { 0 };
        let len = bytes.checked_add(slack)?.max(1);
        let map = MmapOptions::new().len(len).map_anon().ok()?;
        let mut start = 0;
        if is_large {
            start = map.as_ptr().addr().next_multiple_of(HUGE_PAGE) - map.as_ptr().addr();
            ask_for_huge_pages(&map);
        }
        let used = start..start + bytes;
        Some(Region { map, used })
    }

    /// Aligned for every number; as long as the region lives it may be used like memory of one's
    /// own.
    pub fn start(&self) -> *mut u8 {
        self.map.as_ptr().cast_mut().wrapping_add(self.used.start)
    }

    pub fn len(&self) -> usize {
        self.used.len()
    }
}

/// If the system refuses, everything works with pages of the usual size.
fn ask_for_huge_pages(map: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}
