//! Memory of the allocator, for systems without maps.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Zeros until somebody writes there.
#[derive(Debug)]
pub(crate) struct Region {
    memory: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a region is memory that nobody else knows of; what is done with it is up to its owner.
unsafe impl Send for Region {}
// SAFETY: shared, it tells an address and a length.
unsafe impl Sync for Region {}

/// Aligned for every number, and for lines of the cache.
fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), 64).ok()
}

impl Region {
    /// None if there is no memory to be had.
    pub fn new(bytes: usize) -> Option<Region> {
        // SAFETY: the layout is not empty.
        let memory = unsafe { alloc_zeroed(layout(bytes)?) };
        let memory = NonNull::new(memory)?;
        Some(Region { memory, bytes })
    }

    /// Aligned for every number; as long as the region lives it may be used like memory of one's
    /// own.
    pub fn start(&self) -> *mut u8 {
        self.memory.as_ptr()
    }

    pub fn len(&self) -> usize {
        self.bytes
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if let Some(layout) = layout(self.bytes) {
            // SAFETY: allocated with this layout, and not used any more.
            unsafe { dealloc(self.memory.as_ptr(), layout) };
        }
    }
}
