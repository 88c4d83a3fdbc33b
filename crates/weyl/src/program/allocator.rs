//! The allocator of the program: the system's, which counts, and which ends the process with an
//! answer where others would abort.
//!
//! Two things end in the [last words](super::ending) of the program: memory that the system refuses
//! (`ulimit -v`, a full machine), and a process that has grown beyond its [ceiling](set_ceiling)
//! although whoever allocates does not look at its budget. What is allocated is counted thread by
//! thread, and the resident size is looked up each time that half of what was left has been
//! allocated; so a process that allocates nothing pays nothing, and one that allocates in small
//! pieces can't pass its ceiling unseen. Large pieces are filled at once, but for those of a
//! search, which counts for itself what it fills.
//!
//! What else only the system can do is here too: to end at once, to share one heap, to live with
//! full files. This is the one file outside of the store and the native executor with `unsafe`
//! code.

use super::ending::is_filled_soon;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use weyl_budget::{Limit, resident};

/// What a thread allocates before it tells the others.
const BATCH: i64 = 64 << 10;

/// Pieces from here on are not touched at once: what they are worth depends on who asks.
const LARGE: i64 = 4 << 20;

/// The most that may be resident.
static CEILING: AtomicU64 = AtomicU64::new(u64::MAX);

/// Bytes of all that is not large, as far as threads have told.
static ALLOCATED: AtomicI64 = AtomicI64::new(0);

/// How much of it there is when the resident size is to be looked at.
static NEXT_LOOK: AtomicI64 = AtomicI64::new(i64::MAX);

thread_local! {
    /// What this thread has not told yet.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

/// From now on a process that is larger ends.
pub fn set_ceiling(bytes: u64) {
    CEILING.store(bytes, Relaxed);
    NEXT_LOOK.store(ALLOCATED.load(Relaxed), Relaxed);
}

/// From now on a process may be as large as it is.
pub fn lift_ceiling() {
    CEILING.store(u64::MAX, Relaxed);
    NEXT_LOOK.store(i64::MAX, Relaxed);
}

/// The global allocator of the program.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: all memory comes from the system's allocator, with the layouts that were asked for, and
// goes back to it; what is counted beside it decides nothing about that.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promise about the layout is the one that is needed.
        let memory = unsafe { System.alloc(layout) };
        granted(memory)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promise about the layout is the one that is needed.
        let memory = unsafe { System.alloc_zeroed(layout) };
        granted(memory)
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        // SAFETY: the memory came from the system's allocator with this layout, as the caller
        // promises.
        let memory = unsafe { System.realloc(memory, layout, size) };
        granted(memory)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the memory came from the system's allocator with this layout, as the caller
        // promises.
        unsafe { System.dealloc(memory, layout) };
    }
}

fn granted(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        super::ending::end_at_once(Limit::Memory);
    }
    memory
}

#[inline]
fn count(bytes: i64) {
    if bytes.abs() >= LARGE {
        return look(if is_filled_soon() { bytes.max(0) } else { 0 });
    }
    let untold = UNTOLD.get() + bytes;
    if untold.abs() < BATCH {
        return UNTOLD.set(untold);
    }
    UNTOLD.set(0);
    let allocated = ALLOCATED.fetch_add(untold, Relaxed) + untold;
    if allocated >= NEXT_LOOK.load(Relaxed) {
        look(0);
    }
}

/// Looks at the resident size, and says when to look again. So much more is about to be resident.
#[cold]
fn look(more: i64) {
    let ceiling = CEILING.load(Relaxed);
    if ceiling == u64::MAX {
        return;
    }
    let Some(resident) = resident() else {
        return NEXT_LOOK.store(i64::MAX, Relaxed);
    };
    if resident.saturating_add(more as u64) > ceiling {
        super::ending::end_at_once(Limit::Memory);
    }
    let left = (ceiling.saturating_sub(resident) / 2).max(BATCH as u64) as i64;
    NEXT_LOOK.store(ALLOCATED.load(Relaxed).saturating_add(left), Relaxed);
}

/// A pipe that has room at all has room for so much.
const PIECE: usize = 4096;

/// Writes to stdout, as it is, and ends the process: nothing is allocated, flushed or dropped. With
/// so much patience for a pipe that nobody reads.
pub(super) fn write_and_exit(parts: &[&[u8]], code: i32, patience: Option<Duration>) -> ! {
    for part in parts {
        let mut rest = *part;
        while !rest.is_empty() && patience.is_none_or(has_room) {
            let piece = &rest[..rest.len().min(PIECE)];
            // SAFETY: the bytes are there, and as many as is said.
            let written = unsafe { libc::write(1, piece.as_ptr().cast(), piece.len()) };
            match usize::try_from(written) {
                Ok(bytes @ 1..) => rest = &rest[bytes..],
                // Nobody reads it.
                _ => break,
            }
        }
    }
    // SAFETY: it takes a number and does not come back.
    unsafe { libc::_exit(code) }
}

/// Whether stdout takes something soon.
fn has_room(patience: Duration) -> bool {
    let mut stdout = libc::pollfd {
        fd: 1,
        events: libc::POLLOUT,
        revents: 0,
    };
    let milliseconds = patience.as_millis().min(10_000) as i32;
    // SAFETY: there is one, and it outlives the call.
    let ready = unsafe { libc::poll(&raw mut stdout, 1, milliseconds) };
    ready != 0
}

/// Where the address space is limited, there is none for a heap of each thread: each of them would
/// ask for one again and again, in vain.
pub(super) fn share_memory_between_threads() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes two numbers, and no other thread is there yet.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Gives memory that was freed back to the system.
pub(crate) fn give_back_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes a number, and changes nothing that is in use.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// A file that may not grow any more is an error of whoever writes it, not the end of the process.
pub(super) fn survive_full_files() {
    #[cfg(unix)]
    // SAFETY: to ignore a signal runs no code.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
