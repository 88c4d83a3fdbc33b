//! States of one size, one behind the other, with room for more that somebody else writes.

#[derive(Clone, Debug, Default)]
pub(crate) struct States {
    /// What is behind the states is room: it was written once, and means nothing.
    bytes: Vec<u8>,
    filled: usize,
    count: u32,
    /// Bytes of one, of those that were added last.
    size: usize,
}

impl States {
    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Bytes of all states.
    #[inline]
    pub fn len(&self) -> usize {
        self.filled
    }

    pub fn allocated(&self) -> usize {
        self.bytes.capacity()
    }

    #[inline]
    pub fn clear(&mut self) {
        (self.filled, self.count, self.size) = (0, 0, 0);
    }

    /// Bytes of one state.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    #[inline]
    pub fn all(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    pub fn each(&self) -> impl Iterator<Item = &[u8]> {
        self.all().chunks_exact(self.size().max(1))
    }

    #[inline]
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        let size = self.size().max(1);
        self.bytes[..self.filled].chunks_exact_mut(size)
    }

    #[inline]
    pub fn push(&mut self, state: &[u8]) {
        let end = self.filled + state.len();
        if self.bytes.len() < end {
            self.bytes.resize(end.max(2 * self.bytes.len()), 0);
        }
        self.bytes[self.filled..end].copy_from_slice(state);
        self.filled = end;
        self.count += 1;
        self.size = state.len();
    }

    /// Room behind the states.
    #[inline]
    pub fn room(&mut self, bytes: usize) -> &mut [u8] {
        let end = self.filled + bytes;
        if self.bytes.len() < end {
            self.bytes.resize(end.max(2 * self.bytes.len()), 0);
        }
        &mut self.bytes[self.filled..end]
    }

    /// So many states of a size were written into the room.
    #[inline]
    pub fn add(&mut self, count: usize, size: usize) {
        assert!(self.filled + count * size <= self.bytes.len());
        self.filled += count * size;
        self.count += count as u32;
        self.size = size;
    }

    pub fn truncate(&mut self, count: u32) {
        self.filled = self.size() * count as usize;
        self.count = count;
    }

    /// Copies a state to the place of an earlier one.
    pub fn copy_down(&mut self, number: u32, place: u32) {
        let size = self.size();
        let from = number as usize * size;
        self.bytes
            .copy_within(from..from + size, place as usize * size);
    }
}
