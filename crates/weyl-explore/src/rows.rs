//! Rows of one width in segments: an append-only table that never moves what is in it, so that
//! growing it costs neither a pause nor twice its size.

/// Bytes of a full segment.
const SEGMENT_BYTES: usize = 1 << 16;
/// Rows in the first allocation, so that small tables stay small.
const FIRST_ROWS: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    width: usize,
    /// Rows in a segment: 1 << shift.
    shift: u32,
    len: usize,
    segments: Vec<Vec<T>>,
}

impl<T: Copy> Rows<T> {
    /// `width` is at least 1.
    pub fn new(width: usize) -> Rows<T> {
        let rows = SEGMENT_BYTES / (width * size_of::<T>());
        Rows {
            width,
            shift: rows.max(1).ilog2(),
            len: 0,
            segments: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes that are allocated.
    pub fn bytes(&self) -> usize {
        let allocated = self.segments.iter().map(Vec::capacity).sum::<usize>();
        allocated * size_of::<T>()
    }

    fn rows_per_segment(&self) -> usize {
        1 << self.shift
    }

    /// How many rows more the last segment must have room for before one can be added: 0 if there
    /// is room already.
    fn rows_missing(&self) -> usize {
        let full = self.rows_per_segment();
        match self.segments.last() {
            None => full.min(FIRST_ROWS),
            Some(_) if self.len & (full - 1) == 0 => full,
            Some(last) if last.len() + self.width <= last.capacity() => 0,
            Some(last) => {
                let rows = last.len() / self.width;
                rows.min(full - rows)
            }
        }
    }

    /// Bytes that the next [`Rows::push`] allocates.
    pub fn growth(&self) -> u64 {
        (self.rows_missing() * self.width * size_of::<T>()) as u64
    }

    /// Adds a row, given in two parts.
    pub fn push(&mut self, head: &[T], tail: &[T]) {
        debug_assert_eq!(head.len() + tail.len(), self.width);
        let missing = self.rows_missing();
        if self.len & (self.rows_per_segment() - 1) == 0 {
            self.segments.push(Vec::new());
        }
        if let Some(last) = self.segments.last_mut() {
            if missing > 0 {
                last.reserve_exact(missing * self.width);
            }
            last.extend_from_slice(head);
            last.extend_from_slice(tail);
        }
        self.len += 1;
    }

    pub fn row(&self, number: usize) -> &[T] {
        let segment = &self.segments[number >> self.shift];
        let at = (number & (self.rows_per_segment() - 1)) * self.width;
        &segment[at..at + self.width]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        let width = self.width;
        self.segments
            .iter()
            .flat_map(move |segment| segment.chunks_exact(width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_again_for_every_width() {
        for width in [1, 2, 3, 24, 5000, SEGMENT_BYTES, SEGMENT_BYTES + 1] {
            let mut rows = Rows::<u8>::new(width);
            let count = (3 * SEGMENT_BYTES / width).clamp(10, 2000);
            let expected: Vec<Vec<u8>> = (0..count)
                .map(|number| (0..width).map(|at| (number * 31 + at) as u8).collect())
                .collect();
            for row in &expected {
                let (head, tail) = row.split_at(width / 2);
                rows.push(head, tail);
            }
            assert_eq!(rows.len(), count);
            assert!((0..count).all(|number| rows.row(number) == expected[number]));
            assert!(rows.iter().eq(expected.iter().map(Vec::as_slice)));
        }
    }

    #[test]
    fn announced_growth_is_what_is_allocated() {
        let mut rows = Rows::<u32>::new(2);
        let mut announced = 0;
        for number in 0..100_000 {
            announced += rows.growth();
            rows.push(&[number], &[number]);
        }
        let allocated: usize = rows.segments.iter().map(|s| s.capacity() * 4).sum();
        assert_eq!(announced, allocated as u64);
        assert!(allocated < 800_000 + SEGMENT_BYTES);
    }
}
