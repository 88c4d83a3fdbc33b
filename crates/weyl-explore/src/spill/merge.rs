//! Many sorted sequences as one (a k-way merge), and the rows that some segments hold.

use super::scratch::{Disk, Tape};
use super::segment::{Cursor, Segment, Shape, Writer};
use super::sorter::Chunk;
use crate::LimitKind;
use crate::watch::Watch;
use std::cmp::Ordering;
use std::mem;
use std::sync::Arc;

/// Segments that are merged at once, at most: each takes a block in memory.
pub(super) const AT_ONCE: usize = 16;

/// Rows between two looks at the clock.
pub(super) const ROWS_OF_A_LOOK: u64 = 4096;

/// Rows from one on, up to another one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch<'r> {
    pub from: Option<&'r [u8]>,
    pub to: Option<&'r [u8]>,
}

/// A sequence at one of its rows.
#[derive(Debug)]
enum Source<'c> {
    Chunk { chunk: &'c Chunk, place: usize },
    Segment(Cursor),
}

impl Source<'_> {
    fn row(&self) -> &[u8] {
        match self {
            Source::Chunk { chunk, place } => chunk.row(*place),
            Source::Segment(cursor) => cursor.row(),
        }
    }

    fn tag(&self) -> u32 {
        match self {
            Source::Chunk { chunk, place } => chunk.tag(*place),
            Source::Segment(cursor) => cursor.tag(),
        }
    }

    fn begin(&mut self, from: Option<&[u8]>) -> Result<bool, LimitKind> {
        match (self, from) {
            (Source::Chunk { chunk, place }, from) => {
                *place = from.map_or(0, |row| chunk.place_of(row));
                Ok(*place < chunk.sorted())
            }
            (Source::Segment(cursor), None) => cursor.next(),
            (Source::Segment(cursor), Some(row)) => cursor.advance_to(row),
        }
    }

    fn next(&mut self) -> Result<bool, LimitKind> {
        match self {
            Source::Chunk { chunk, place } => {
                *place += 1;
                Ok(*place < chunk.sorted())
            }
            Source::Segment(cursor) => cursor.next(),
        }
    }
}

/// All rows of some sequences in order, each as often as it is there.
#[derive(Debug)]
pub(super) struct Merge<'c> {
    /// A heap: each is not greater than the two at twice its place.
    sources: Vec<Source<'c>>,
    to: Option<&'c [u8]>,
}

impl<'c> Merge<'c> {
    pub fn new(
        chunks: impl Iterator<Item = &'c Chunk>,
        segments: &[Arc<Segment>],
        stretch: Stretch<'c>,
    ) -> Result<Merge<'c>, LimitKind> {
        let chunks = chunks.map(|chunk| Source::Chunk { chunk, place: 0 });
        let segments = segments
            .iter()
            .map(|segment| Source::Segment(Cursor::new(segment)));
        let mut sources = Vec::new();
        for mut source in chunks.chain(segments) {
            if source.begin(stretch.from)? {
                sources.push(source);
            }
        }
        let mut merge = Merge {
            sources,
            to: stretch.to,
        };
        for place in (0..merge.sources.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// The least row that is left, with its tag.
    pub fn least(&self) -> Option<(&[u8], u32)> {
        let first = self.sources.first()?;
        let is_inside = self.to.is_none_or(|to| first.row() < to);
        is_inside.then(|| (first.row(), first.tag()))
    }

    /// Goes on behind the least row.
    pub fn pass(&mut self) -> Result<(), LimitKind> {
        if !self.sources[0].next()? {
            self.sources.swap_remove(0);
        }
        self.sink(0);
        Ok(())
    }

    fn is_less(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.sources[a], &self.sources[b]);
        let rows = a.row().cmp(b.row());
        rows.then_with(|| a.tag().cmp(&b.tag())) == Ordering::Less
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            if left >= self.sources.len() {
                return;
            }
            let is_right = right < self.sources.len() && self.is_less(right, left);
            let child = if is_right { right } else { left };
            if !self.is_less(child, place) {
                return;
            }
            self.sources.swap(child, place);
            place = child;
        }
    }
}

/// Segments as a set that is asked for greater and greater rows.
#[derive(Debug)]
pub(super) struct Members(Vec<Cursor>);

impl Members {
    pub fn of<'s>(segments: impl Iterator<Item = &'s Arc<Segment>>) -> Members {
        Members(segments.map(Cursor::new).collect())
    }

    /// Whether a row is in one of them; it is not less than those before.
    #[inline]
    pub fn has(&mut self, row: &[u8]) -> Result<bool, LimitKind> {
        for cursor in &mut self.0 {
            if cursor.advance_to(row)? && cursor.row() == row {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// One segment with all rows of some.
pub(super) fn merged(
    segments: &[Arc<Segment>],
    (tape, shape, block_bytes): (&Arc<Tape>, Shape, usize),
    watch: &Watch<'_>,
) -> Result<Option<Arc<Segment>>, LimitKind> {
    let mut merge = Merge::new(std::iter::empty(), segments, Stretch::default())?;
    let mut writer = Writer::new(tape, shape, block_bytes);
    let mut rows = 0u64;
    while let Some((row, tag)) = merge.least() {
        writer.push(row, tag)?;
        merge.pass()?;
        rows += 1;
        if rows.is_multiple_of(ROWS_OF_A_LOOK) {
            watch.go_on()?;
        }
    }
    writer.finish()
}

/// As few segments as can be merged at once, with the rows of all.
pub(super) fn few(
    mut segments: Vec<Arc<Segment>>,
    disk: &Arc<Disk>,
    (shape, block_bytes): (Shape, usize),
    watch: &Watch<'_>,
) -> Result<Vec<Arc<Segment>>, LimitKind> {
    while segments.len() > AT_ONCE {
        let tape = disk.tape()?;
        let mut fewer = Vec::new();
        for some in mem::take(&mut segments).chunks(AT_ONCE) {
            fewer.extend(merged(some, (&tape, shape, block_bytes), watch)?);
        }
        segments = fewer;
    }
    Ok(segments)
}
