//! Sorted rows on a tape (a sorted run of the literature), in blocks that can be read one by one.
//!
//! Neighbours in order have most of their first bytes in common, so that of each row only what
//! follows these is written (front coding). The first row of a block is whole; it is in memory as
//! well, so that who looks for a row skips the blocks before it.

use super::archive::Shelf;
use super::scratch::Tape;
use crate::LimitKind;
use std::sync::Arc;

/// What rows look like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Bytes of a row, at least 1.
    pub size: usize,
    /// Whether a number goes with each row.
    pub is_tagged: bool,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    bytes: u32,
    rows: u32,
    /// Rows of the segment before it.
    before: u64,
}

#[derive(Debug)]
pub(super) struct Segment {
    tape: Arc<Tape>,
    shape: Shape,
    blocks: Vec<Block>,
    /// The first row of each block.
    firsts: Vec<u8>,
    rows: u64,
}

impl Segment {
    pub fn rows(&self) -> u64 {
        self.rows
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Appends where its blocks are.
    pub fn describe(&self, shelf: &Shelf, into: &mut Vec<u8>) {
        let mut tapes = shelf.0.iter();
        let tape = tapes.position(|tape| Arc::ptr_eq(tape, &self.tape));
        let numbers = [tape.unwrap_or(0), self.shape.size, self.blocks.len()];
        for number in numbers {
            into.extend((number as u64).to_le_bytes());
        }
        for block in &self.blocks {
            for number in [block.offset, block.bytes.into(), block.rows.into()] {
                into.extend(number.to_le_bytes());
            }
        }
    }

    /// A segment of untagged rows that was described. It is read block by block: no first rows are
    /// known.
    pub fn described(shelf: &Shelf, description: &mut &[u8]) -> Segment {
        let mut number = || {
            let (number, rest) = description.split_first_chunk().unwrap_or((&[0; 8], &[]));
            *description = rest;
            u64::from_le_bytes(*number)
        };
        let [tape, size, count] = [number(), number(), number()];
        let mut segment = Segment {
            tape: Arc::clone(&shelf.0[tape as usize]),
            shape: Shape {
                size: size as usize,
                is_tagged: false,
            },
            blocks: Vec::new(),
            firsts: Vec::new(),
            rows: 0,
        };
        for _ in 0..count {
            let [offset, bytes, rows] = [number(), number(), number()];
            segment.blocks.push(Block {
                offset,
                bytes: bytes as u32,
                rows: rows as u32,
                before: segment.rows,
            });
            segment.rows += rows;
        }
        segment
    }

    /// Rows before a block.
    pub fn before(&self, block: usize) -> u64 {
        self.blocks[block].before
    }

    pub fn rows_in(&self, block: usize) -> u64 {
        self.blocks[block].rows.into()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.firsts.capacity() + self.blocks.capacity() * size_of::<Block>()
    }

    pub fn first(&self, block: usize) -> &[u8] {
        let size = self.shape.size;
        &self.firsts[block * size..(block + 1) * size]
    }

    /// The first block, from one on, that may hold rows from this one on.
    fn block_of(&self, row: &[u8], from: usize) -> usize {
        let (mut low, mut high) = (from, self.blocks.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.first(middle) < row {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // The block before may go on up to the row.
        low.saturating_sub(1).max(from)
    }
}

/// The rows of a block, one after the other.
#[derive(Debug, Default)]
pub(super) struct Reader {
    raw: Vec<u8>,
    at: usize,
    left: u32,
    is_first: bool,
    is_tagged: bool,
    pub row: Vec<u8>,
    pub tag: u32,
}

impl Reader {
    pub fn load(&mut self, segment: &Segment, block: usize) -> Result<(), LimitKind> {
        let Block {
            offset,
            bytes,
            rows,
            ..
        } = segment.blocks[block];
        self.raw.resize(bytes as usize, 0);
        segment.tape.read(offset, &mut self.raw)?;
        self.row.resize(segment.shape.size, 0);
        (self.at, self.left, self.is_first) = (0, rows, true);
        self.is_tagged = segment.shape.is_tagged;
        Ok(())
    }

    /// Whether there is another row, which is in `row` then.
    pub fn next(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let shared = if self.is_first {
            0
        } else {
            self.number() as usize
        };
        self.is_first = false;
        let suffix = &mut self.row[shared..];
        let end = self.at + suffix.len();
        suffix.copy_from_slice(&self.raw[self.at..end]);
        self.at = end;
        if self.is_tagged {
            self.tag = self.number();
        }
        true
    }

    fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.raw[self.at];
            self.at += 1;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }
}

fn write_number(mut number: u32, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Goes through a segment in its order.
#[derive(Debug)]
pub(super) struct Cursor {
    segment: Arc<Segment>,
    reader: Reader,
    /// The next block.
    block: usize,
    has_row: bool,
    is_over: bool,
}

impl Cursor {
    /// Before the first row.
    pub fn new(segment: &Arc<Segment>) -> Cursor {
        Cursor {
            segment: Arc::clone(segment),
            reader: Reader::default(),
            block: 0,
            has_row: false,
            is_over: false,
        }
    }

    pub fn row(&self) -> &[u8] {
        &self.reader.row
    }

    pub fn tag(&self) -> u32 {
        self.reader.tag
    }

    /// Whether there is another row.
    pub fn next(&mut self) -> Result<bool, LimitKind> {
        while !self.reader.next() {
            if self.block == self.segment.blocks() {
                self.is_over = true;
                return Ok(false);
            }
            self.reader.load(&self.segment, self.block)?;
            self.block += 1;
        }
        self.has_row = true;
        Ok(true)
    }

    /// Goes on to the first row that is not less than this one, if there is one.
    pub fn advance_to(&mut self, row: &[u8]) -> Result<bool, LimitKind> {
        if self.is_over {
            return Ok(false);
        }
        if self.has_row && self.row() >= row {
            return Ok(true);
        }
        let is_later = self.block < self.segment.blocks() && self.segment.first(self.block) < row;
        if is_later {
            let block = self.segment.block_of(row, self.block);
            self.reader.load(&self.segment, block)?;
            self.block = block + 1;
        }
        while self.next()? {
            if self.row() >= row {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Writes rows in their order.
#[derive(Debug)]
pub(super) struct Writer {
    segment: Segment,
    block_bytes: usize,
    buffer: Vec<u8>,
    last: Vec<u8>,
    in_block: u32,
}

impl Writer {
    pub fn new(tape: &Arc<Tape>, shape: Shape, block_bytes: usize) -> Writer {
        Writer {
            segment: Segment {
                tape: Arc::clone(tape),
                shape,
                blocks: Vec::new(),
                firsts: Vec::new(),
                rows: 0,
            },
            block_bytes,
            buffer: Vec::new(),
            last: Vec::new(),
            in_block: 0,
        }
    }

    /// Adds a row that is not less than those before it.
    pub fn push(&mut self, row: &[u8], tag: u32) -> Result<(), LimitKind> {
        if self.buffer.len() >= self.block_bytes {
            self.end_block()?;
        }
        if self.in_block == 0 {
            self.segment.firsts.extend_from_slice(row);
            self.buffer.extend_from_slice(row);
        } else {
            let pairs = self.last.iter().zip(row);
            let shared = pairs.take_while(|(a, b)| a == b).count();
            write_number(shared as u32, &mut self.buffer);
            self.buffer.extend_from_slice(&row[shared..]);
        }
        if self.segment.shape.is_tagged {
            write_number(tag, &mut self.buffer);
        }
        self.last.clear();
        self.last.extend_from_slice(row);
        self.in_block += 1;
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), LimitKind> {
        let offset = self.segment.tape.append(&self.buffer)?;
        self.segment.blocks.push(Block {
            offset,
            bytes: self.buffer.len() as u32,
            rows: self.in_block,
            before: self.segment.rows,
        });
        self.segment.rows += u64::from(self.in_block);
        self.buffer.clear();
        self.in_block = 0;
        Ok(())
    }

    /// What was written, if anything was.
    pub fn finish(mut self) -> Result<Option<Arc<Segment>>, LimitKind> {
        if self.in_block > 0 {
            self.end_block()?;
        }
        self.segment.blocks.shrink_to_fit();
        self.segment.firsts.shrink_to_fit();
        Ok((self.segment.rows > 0).then(|| Arc::new(self.segment)))
    }
}
