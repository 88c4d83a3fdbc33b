//! What the rows of a set hold: how a key is written, compared and hashed where it lies.

mod blocks;
mod bytes;
mod pairs;

pub(crate) use blocks::{Block, Blocks, Cut};
pub use bytes::Bytes;
pub use pairs::{Pair, Pairs};

/// All rows of a segment have the same width, which is chosen when the segment is allocated.
pub trait Content: Sync {
    type Key<'k>: Copy;

    /// The width of rows in a segment that is allocated now.
    fn width(&self) -> u8;

    /// Whether rows may have this width.
    fn has_width(&self, width: u8) -> bool;

    /// Bytes of a row of this width.
    fn bytes(&self, width: u8) -> usize;

    /// Whether a key can be written into a row of this width.
    fn fits(&self, width: u8, key: Self::Key<'_>) -> bool;

    /// # Safety
    ///
    /// There are the bytes of a row of this width, nobody else reads or writes them, and the key
    /// fits.
    unsafe fn write(&self, row: *mut u8, width: u8, key: Self::Key<'_>);

    /// # Safety
    ///
    /// A row of this width was written there, and is not written any more.
    unsafe fn is(&self, row: *const u8, width: u8, key: Self::Key<'_>) -> bool;

    /// The hash that the key in a row was inserted with.
    ///
    /// # Safety
    ///
    /// As for [`Content::is`].
    unsafe fn hash(&self, row: *const u8, width: u8) -> u32;
}
