//! A state with a few bytes behind it, so that numbers of any width are read by one load.

use weyl_ir::layout::Presence;

/// As many bytes at least are behind the state.
const PADDING: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Padded {
    bytes: Vec<u8>,
    size: usize,
}

impl Padded {
    pub fn new(size: usize) -> Padded {
        Padded {
            bytes: vec![0; size.next_multiple_of(PADDING) + PADDING],
            size,
        }
    }

    #[inline]
    pub fn copy_from(&mut self, state: &[u8]) {
        self.bytes[..self.size].copy_from_slice(state);
    }

    #[inline]
    pub fn state(&self) -> &[u8] {
        &self.bytes[..self.size]
    }

    #[inline]
    pub fn load(&self, source: Source) -> u64 {
        let bytes = self.bytes[source.offset as usize..].first_chunk();
        u64::from_be_bytes(bytes.copied().unwrap_or_default()) >> source.shift
    }

    /// Eight bytes at a time, the first of which is the least significant.
    #[inline]
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let (words, _) = self.bytes[..self.size.next_multiple_of(8)].as_chunks();
        words.iter().map(|word| u64::from_le_bytes(*word))
    }

    /// Whether what is there only sometimes is there.
    #[inline]
    pub fn has(&self, presence: Presence) -> bool {
        presence.holds(&self.bytes)
    }
}

/// Up to eight neighbouring bytes that are read as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub offset: u32,
    shift: u8,
}

impl Source {
    pub fn new(offset: u32, width: u32) -> Source {
        Source {
            offset,
            shift: (u64::BITS - 8 * width) as u8,
        }
    }

    pub fn width(self) -> u32 {
        (u64::BITS - u32::from(self.shift)) / 8
    }

    /// Both as one number, if they are neighbours and not too long.
    pub fn followed_by(self, next: Source) -> Option<Source> {
        let (width, more) = (self.width(), next.width());
        let fits = self.offset + width == next.offset && width + more <= 8;
        fits.then(|| Source::new(self.offset, width + more))
    }
}
