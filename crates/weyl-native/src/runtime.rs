//! Functions that machine code calls for what is too large to write out.

use crate::context::Context;

/// Fills memory with zeros.
///
/// # Safety
/// `to` points to at least `bytes` bytes that may be written.
pub(crate) unsafe extern "C" fn zero(to: *mut u8, bytes: u64) -> i64 {
    // SAFETY: the caller promises it.
    unsafe { to.write_bytes(0, bytes as usize) };
    0
}

/// Copies bytes.
///
/// # Safety
/// Both pointers have at least `bytes` bytes; they do not overlap; `to` may be written.
pub(crate) unsafe extern "C" fn copy(to: *mut u8, from: *const u8, bytes: u64) -> i64 {
    // SAFETY: the caller promises it.
    unsafe { to.copy_from_nonoverlapping(from, bytes as usize) };
    0
}

/// Brings a working state into normal form.
///
/// # Safety
/// The context and the layout in it are alive, and `state` points to a working state of that layout
/// that nobody else uses.
pub(crate) unsafe extern "C" fn normalise(context: *const Context, state: *mut u8) -> i64 {
    // SAFETY: the caller promises that context and layout are alive, and that the state has the
    // layout's size.
    unsafe {
        let layout = &*(*context).layout;
        layout.normalise(std::slice::from_raw_parts_mut(state, layout.size));
    }
    0
}
