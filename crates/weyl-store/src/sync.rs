//! What threads share memory by: the atomics of the standard library, or, for the tests of interleavings,
//! those of a model checker.

#[cfg(not(feature = "loom"))]
mod real {
    use std::alloc::{Layout, alloc_zeroed};
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, fence};
    pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::thread::yield_now;

    /// Memory that costs nothing before it is touched; none if there is none to be had.
    fn zeroed<T>(count: usize) -> Option<Box<[T]>> {
        let layout = Layout::array::<T>(count).ok()?;
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
        if start.is_null() {
            return None;
        }
        let slice = std::ptr::slice_from_raw_parts_mut(start, count);
        // SAFETY: allocated by the global allocator with the layout of such a slice. `T` is a number or an
        // atomic number wherever this function is called, and for those zeros are a value.
        Some(unsafe { Box::from_raw(slice) })
    }

    pub(crate) fn empty_slots(count: usize) -> Option<Box<[AtomicU64]>> {
        zeroed(count)
    }

    pub(crate) fn counters(count: usize) -> Option<Box<[AtomicU8]>> {
        zeroed(count)
    }

    pub(crate) fn bytes(count: usize) -> Option<Box<[u8]>> {
        zeroed(count)
    }

    /// Where a model checker sees who reads and who writes a row; here it takes no room and no time.
    #[derive(Debug)]
    pub(crate) struct Accesses;

    impl Accesses {
        pub fn new(_rows: u32) -> Accesses {
            Accesses
        }

        #[inline(always)]
        pub fn reads(&self, _row: u32) {}

        #[inline(always)]
        pub fn writes(&self, _row: u32) {}
    }
}

#[cfg(feature = "loom")]
mod modelled {
    use loom::cell::UnsafeCell;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, fence};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use loom::thread::yield_now;

    pub(crate) fn empty_slots(count: usize) -> Option<Box<[AtomicU64]>> {
        Some((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    pub(crate) fn counters(count: usize) -> Option<Box<[AtomicU8]>> {
        Some((0..count).map(|_| AtomicU8::new(0)).collect())
    }

    pub(crate) fn bytes(count: usize) -> Option<Box<[u8]>> {
        Some(vec![0; count].into())
    }

    /// A cell for each row: the checker complains of reads and writes of it that are not ordered.
    #[derive(Debug)]
    pub(crate) struct Accesses {
        cells: Vec<UnsafeCell<()>>,
    }

    // SAFETY: the cells hold nothing; the checker itself watches who uses them when.
    unsafe impl Sync for Accesses {}

    impl Accesses {
        pub fn new(rows: u32) -> Accesses {
            Accesses {
                cells: (0..rows).map(|_| UnsafeCell::new(())).collect(),
            }
        }

        pub fn reads(&self, row: u32) {
            self.cells[row as usize].with(|_| ());
        }

        pub fn writes(&self, row: u32) {
            self.cells[row as usize].with_mut(|_| ());
        }
    }
}

#[cfg(feature = "loom")]
pub(crate) use modelled::*;
#[cfg(not(feature = "loom"))]
pub(crate) use real::*;
pub(crate) use std::sync::atomic::Ordering;
