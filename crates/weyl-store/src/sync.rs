//! What threads share memory by: the atomics of the standard library, or, for the tests of
//! interleavings, those of a model checker (loom: all interleavings of few steps, under the memory
//! model) or of a scheduler (shuttle: some of many steps, one after the other).

#[cfg(not(any(feature = "loom", feature = "shuttle")))]
mod real {
    use crate::memory::Region;
    use std::ops::Deref;
    use std::slice;
    pub(crate) use std::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence,
    };
    pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::thread::yield_now;

    /// A table of numbers that are 0 at first.
    #[derive(Debug)]
    pub(crate) struct Numbers {
        region: Region,
        count: usize,
    }

    impl Numbers {
        /// None if there is no memory to be had.
        pub fn new(count: usize) -> Option<Numbers> {
            let region = Region::new(count.checked_mul(size_of::<AtomicU32>())?)?;
            Some(Numbers { region, count })
        }
    }

    impl Deref for Numbers {
        type Target = [AtomicU32];

        #[inline(always)]
        fn deref(&self) -> &[AtomicU32] {
            // SAFETY: the region has so many bytes, is aligned for numbers, and zeros are numbers.
            // It lives as long as `self`, and nobody else uses it.
            unsafe { slice::from_raw_parts(self.region.start().cast(), self.count) }
        }
    }
}

#[cfg(not(feature = "loom"))]
mod unwatched {
    /// Where a model checker sees who reads and who writes a row; here it takes no room and no
    /// time.
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

#[cfg(feature = "shuttle")]
mod shuttled {
    pub(crate) use shuttle::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence,
    };
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use shuttle::thread::yield_now;
    use std::ops::Deref;

    #[derive(Debug)]
    pub(crate) struct Numbers(Vec<AtomicU32>);

    impl Numbers {
        pub fn new(count: usize) -> Option<Numbers> {
            Some(Numbers((0..count).map(|_| AtomicU32::new(0)).collect()))
        }
    }

    impl Deref for Numbers {
        type Target = [AtomicU32];

        fn deref(&self) -> &[AtomicU32] {
            &self.0
        }
    }
}

#[cfg(feature = "loom")]
mod modelled {
    use loom::cell::UnsafeCell;
    pub(crate) use loom::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence,
    };
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use loom::thread::yield_now;
    use std::ops::Deref;

    #[derive(Debug)]
    pub(crate) struct Numbers(Vec<AtomicU32>);

    impl Numbers {
        pub fn new(count: usize) -> Option<Numbers> {
            Some(Numbers((0..count).map(|_| AtomicU32::new(0)).collect()))
        }
    }

    impl Deref for Numbers {
        type Target = [AtomicU32];

        fn deref(&self) -> &[AtomicU32] {
            &self.0
        }
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
#[cfg(not(any(feature = "loom", feature = "shuttle")))]
pub(crate) use real::*;
#[cfg(feature = "shuttle")]
pub(crate) use shuttled::*;
pub(crate) use std::sync::atomic::Ordering;
#[cfg(not(feature = "loom"))]
pub(crate) use unwatched::*;
