//! Keys of bytes.

use super::Content;
use std::ptr;

/// Keys are bytes, equally many in all rows.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    pub len: usize,
    pub hash: fn(&[u8]) -> u32,
}

impl Bytes {
    /// # Safety
    ///
    /// As for [`Content::is`], as long as the slice is used.
    #[inline(always)]
    pub(crate) unsafe fn key<'r>(&self, row: *const u8) -> &'r [u8] {
        // SAFETY: a row has so many bytes.
        unsafe { std::slice::from_raw_parts(row, self.len) }
    }
}

impl Content for Bytes {
    type Key<'k> = &'k [u8];

    #[inline(always)]
    fn width(&self) -> u8 {
        0
    }

    fn has_width(&self, width: u8) -> bool {
        width == 0
    }

    #[inline(always)]
    fn bytes(&self, _: u8) -> usize {
        self.len
    }

    #[inline(always)]
    fn fits(&self, _: u8, key: &[u8]) -> bool {
        assert_eq!(key.len(), self.len);
        true
    }

    #[inline(always)]
    unsafe fn write(&self, row: *mut u8, _: u8, key: &[u8]) {
        // SAFETY: a row has so many bytes, and it is the caller's alone.
        unsafe { ptr::copy_nonoverlapping(key.as_ptr(), row, self.len.min(key.len())) };
    }

    #[inline(always)]
    unsafe fn is(&self, row: *const u8, _: u8, key: &[u8]) -> bool {
        // SAFETY: the caller's promise.
        is_equal(unsafe { self.key(row) }, key)
    }

    unsafe fn hash(&self, row: *const u8, _: u8) -> u32 {
        // SAFETY: the caller's promise.
        (self.hash)(unsafe { self.key(row) })
    }
}

/// Keys are short: words are compared in place, which takes less time than to call for it.
#[inline(always)]
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let (words, rest) = a.as_chunks::<8>();
    let (other_words, other_rest) = b.as_chunks::<8>();
    let mut pairs = words.iter().zip(other_words);
    let mut bytes = rest.iter().zip(other_rest);
    a.len() == b.len()
        && pairs.all(|(a, b)| u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b))
        && bytes.all(|(a, b)| a == b)
}
