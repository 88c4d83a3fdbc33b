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
    /// That are allocated.
    bytes: usize,
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
            bytes: 0,
            segments: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes that are allocated.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn rows_per_segment(&self) -> usize {
        1 << self.shift
    }

    /// Takes out all rows; their memory is used again.
    pub fn clear(&mut self) {
        self.segments.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// How many rows more the segment of the next row must have room for before it can be added: 0
    /// if there is room already.
    fn rows_missing(&self) -> usize {
        let full = self.rows_per_segment();
        match self.segments.get(self.len >> self.shift) {
            None if self.segments.is_empty() => full.min(FIRST_ROWS),
            None => full,
            Some(segment) if segment.len() + self.width <= segment.capacity() => 0,
            Some(segment) => {
                let rows = segment.len() / self.width;
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
        let number = self.len >> self.shift;
        if number == self.segments.len() {
            self.segments.push(Vec::new());
        }
        let segment = &mut self.segments[number];
        if missing > 0 {
            let before = segment.capacity();
            segment.reserve_exact(missing * self.width);
            self.bytes += (segment.capacity() - before) * size_of::<T>();
        }
        segment.extend_from_slice(head);
        segment.extend_from_slice(tail);
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
            let bytes = rows.bytes();
            for count in [1, count / 2, count] {
                rows.clear();
                assert_eq!((rows.len(), rows.iter().count()), (0, 0));
                for row in expected.iter().rev().take(count) {
                    assert_eq!(rows.growth(), 0);
                    rows.push(row, &[]);
                }
                let again = expected.iter().rev().take(count);
                assert!(rows.iter().eq(again.map(Vec::as_slice)));
            }
            assert_eq!(rows.bytes(), bytes);
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
        assert_eq!(rows.bytes(), allocated);
        assert!(allocated < 800_000 + SEGMENT_BYTES);
    }
}
