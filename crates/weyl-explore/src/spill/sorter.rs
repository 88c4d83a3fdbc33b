//! Rows that are brought into order: as many as memory has room for at once, and these on disk.

use super::scratch::{Disk, Tape};
use super::segment::{Segment, Shape, Writer};
use crate::LimitKind;
use std::cmp::Ordering;
use std::mem;
use std::sync::Arc;

/// Rows in memory.
#[derive(Debug)]
pub(super) struct Chunk {
    shape: Shape,
    rows: Vec<u8>,
    tags: Vec<u32>,
    /// The numbers of the rows, each behind the first bytes in which rows differ.
    order: Vec<(u64, u32)>,
}

/// What a row takes beside its bytes.
const OWN: usize = size_of::<u32>() + size_of::<(u64, u32)>();

impl Chunk {
    fn new(shape: Shape) -> Chunk {
        Chunk {
            shape,
            rows: Vec::new(),
            tags: Vec::new(),
            order: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.tags.len()
    }

    fn push(&mut self, row: &[u8], tag: u32) {
        self.rows.extend_from_slice(row);
        self.tags.push(tag);
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.tags.clear();
        self.order.clear();
    }

    fn at(&self, number: u32) -> &[u8] {
        let at = number as usize * self.shape.size;
        &self.rows[at..at + self.shape.size]
    }

    /// Brings all rows into order, each once with each tag if that is enough.
    fn sort(&mut self, once: bool) {
        let shared = self.shared_bytes();
        let mut order = mem::take(&mut self.order);
        order.clear();
        order.extend((0..self.len() as u32).map(|number| {
            let mut key = [0; 8];
            let rest = &self.at(number)[shared..];
            let count = rest.len().min(8);
            key[..count].copy_from_slice(&rest[..count]);
            (u64::from_be_bytes(key), number)
        }));
        let rest = (shared + 8).min(self.shape.size);
        let compare = |a: &(u64, u32), b: &(u64, u32)| {
            let keys = a.0.cmp(&b.0);
            let rows = || self.at(a.1)[rest..].cmp(&self.at(b.1)[rest..]);
            let tags = || self.tags[a.1 as usize].cmp(&self.tags[b.1 as usize]);
            keys.then_with(rows).then_with(tags)
        };
        order.sort_unstable_by(compare);
        if once {
            order.dedup_by(|a, b| compare(a, b) == Ordering::Equal);
        }
        self.order = order;
    }

    /// How many first bytes all rows have in common.
    fn shared_bytes(&self) -> usize {
        let mut rows = self.rows.chunks_exact(self.shape.size);
        let Some(first) = rows.next() else { return 0 };
        let mut shared = self.shape.size;
        for row in rows {
            let mut pairs = first[..shared].iter().zip(row);
            shared = pairs.position(|(a, b)| a != b).unwrap_or(shared);
        }
        shared
    }

    /// How many rows there are in order.
    pub fn sorted(&self) -> usize {
        self.order.len()
    }

    pub fn row(&self, place: usize) -> &[u8] {
        self.at(self.order[place].1)
    }

    pub fn tag(&self, place: usize) -> u32 {
        self.tags[self.order[place].1 as usize]
    }

    /// The first place with a row that is not less than this one.
    pub fn place_of(&self, row: &[u8]) -> usize {
        let is_less = |(_, number): &(u64, u32)| self.at(*number) < row;
        self.order.partition_point(is_less)
    }
}

/// Takes rows in any order.
#[derive(Debug)]
pub(super) struct Sorter {
    disk: Arc<Disk>,
    tape: Option<Arc<Tape>>,
    chunk: Chunk,
    /// Rows in memory, at most.
    most: usize,
    /// Whether a row with a tag matters once.
    once: bool,
    block_bytes: usize,
    written: Vec<Arc<Segment>>,
}

impl Sorter {
    /// With so many bytes for rows in memory.
    pub fn new(
        disk: &Arc<Disk>,
        shape: Shape,
        once: bool,
        (bytes, block_bytes): (usize, usize),
    ) -> Sorter {
        Sorter {
            disk: Arc::clone(disk),
            tape: None,
            chunk: Chunk::new(shape),
            most: (bytes / (shape.size + OWN)).max(1),
            once,
            block_bytes,
            written: Vec::new(),
        }
    }

    #[inline]
    pub fn push(&mut self, row: &[u8], tag: u32) -> Result<(), LimitKind> {
        if self.chunk.len() == self.most {
            self.write()?;
        }
        self.chunk.push(row, tag);
        Ok(())
    }

    /// Writes what is in memory.
    fn write(&mut self) -> Result<(), LimitKind> {
        self.chunk.sort(self.once);
        let tape = match &self.tape {
            Some(tape) => Arc::clone(tape),
            None => self.disk.tape()?,
        };
        let mut writer = Writer::new(&tape, self.chunk.shape, self.block_bytes);
        for place in 0..self.chunk.sorted() {
            writer.push(self.chunk.row(place), self.chunk.tag(place))?;
        }
        self.written.extend(writer.finish()?);
        self.tape = Some(tape);
        self.chunk.clear();
        Ok(())
    }

    /// Brings what is in memory into order.
    pub fn sort(&mut self) {
        self.chunk.sort(self.once);
    }

    /// What is in memory, in order.
    pub fn chunk(&self) -> &Chunk {
        &self.chunk
    }

    /// What is on disk, for somebody else to keep.
    pub fn take_written(&mut self) -> Vec<Arc<Segment>> {
        self.tape = None;
        mem::take(&mut self.written)
    }

    /// All rows, for somebody else to keep.
    pub fn take_all(&mut self) -> Result<Vec<Arc<Segment>>, LimitKind> {
        if self.chunk.len() > 0 {
            self.write()?;
        }
        Ok(self.take_written())
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.chunk.clear();
        self.take_written();
    }
}
