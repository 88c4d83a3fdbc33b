//! Streams of bytes as blocks, each with its length and a checksum of what is in it, of its place
//! and of the run that it belongs to: whatever is changed, lost, doubled or taken from elsewhere is
//! seen when it is read.

use super::DepotFile;
use rapidhash::v3::rapidhash_v3;
use std::io::{self, Read, Write};

/// Bytes in a block, at most.
const MOST: usize = 1 << 18;
const HEAD: usize = 12;

fn checksum(payload: &[u8], seed: u64, number: u64) -> u64 {
    let words = [rapidhash_v3(payload), seed, number, payload.len() as u64];
    let mut bytes = [0; 32];
    for (to, word) in bytes.chunks_exact_mut(8).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    rapidhash_v3(&bytes)
}

/// How far a stream goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub blocks: u64,
    pub bytes: u64,
}

pub(crate) struct BlockWriter {
    file: Box<dyn DepotFile>,
    seed: u64,
    /// What comes into the next block, behind room for its head.
    buffer: Vec<u8>,
    extent: Extent,
}

impl BlockWriter {
    /// Goes on where the file ends.
    pub fn new(file: Box<dyn DepotFile>, seed: u64, extent: Extent) -> BlockWriter {
        BlockWriter {
            file,
            seed,
            buffer: vec![0; HEAD],
            extent,
        }
    }

    fn end_block(&mut self) -> io::Result<()> {
        let (head, payload) = self.buffer.split_at_mut(HEAD);
        head[..4].copy_from_slice(&(payload.len() as u32).to_le_bytes());
        let sum = checksum(payload, self.seed, self.extent.blocks);
        head[4..].copy_from_slice(&sum.to_le_bytes());
        self.file.write_all(&self.buffer)?;
        self.extent.blocks += 1;
        self.extent.bytes += self.buffer.len() as u64;
        self.buffer.truncate(HEAD);
        Ok(())
    }

    /// Brings everything to the disk; how far the stream goes then.
    pub fn sync(&mut self) -> io::Result<Extent> {
        if self.buffer.len() > HEAD {
            self.end_block()?;
        }
        self.file.sync()?;
        Ok(self.extent)
    }

    /// The same where the stream ends here.
    pub fn finish(mut self) -> io::Result<Extent> {
        if self.buffer.len() > HEAD {
            self.end_block()?;
        }
        self.end_block()?;
        self.sync()
    }
}

impl Write for BlockWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = HEAD + MOST - self.buffer.len();
        let taken = bytes.len().min(room);
        self.buffer.extend_from_slice(&bytes[..taken]);
        if taken == room {
            self.end_block()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct BlockReader {
    file: Box<dyn Read + Send>,
    seed: u64,
    number: u64,
    /// Of the stream, where that is known from elsewhere.
    extent: Option<Extent>,
    block: Vec<u8>,
    at: usize,
    is_over: bool,
}

/// What is not as it was written.
pub(crate) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

impl BlockReader {
    /// Up to the empty block at its end, or as far as the extent says.
    pub fn new(file: Box<dyn Read + Send>, seed: u64, extent: Option<Extent>) -> BlockReader {
        BlockReader {
            file,
            seed,
            number: 0,
            extent,
            block: Vec::new(),
            at: 0,
            is_over: false,
        }
    }

    /// Whether there is nothing more.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        while self.at == self.block.len() && !self.is_over {
            self.next_block()?;
        }
        Ok(self.at == self.block.len())
    }

    /// There must be nothing more, in the file neither.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.is_at_end()? {
            return Err(damaged("there is more than there should be"));
        }
        let is_open = self.extent.is_some();
        if !is_open && self.file.read(&mut [0])? > 0 {
            return Err(damaged("something stands behind its end"));
        }
        Ok(())
    }

    fn next_block(&mut self) -> io::Result<()> {
        if self
            .extent
            .is_some_and(|extent| extent.blocks == self.number)
        {
            self.is_over = true;
            return Ok(());
        }
        let mut head = [0; HEAD];
        self.read_all(&mut head)?;
        let [a, b, c, d, sum @ ..] = head;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        if len > MOST {
            return Err(damaged("a block is too long"));
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(len, 0);
        self.read_all(&mut block)?;
        if checksum(&block, self.seed, self.number) != u64::from_le_bytes(sum) {
            return Err(damaged("a checksum is wrong"));
        }
        self.is_over = len == 0;
        self.number += 1;
        (self.block, self.at) = (block, 0);
        Ok(())
    }

    fn read_all(&mut self, into: &mut [u8]) -> io::Result<()> {
        self.file
            .read_exact(into)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => damaged("its end is missing"),
                _ => error,
            })
    }
}

impl Read for BlockReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end()? {
            return Ok(0);
        }
        let rest = &self.block[self.at..];
        let taken = rest.len().min(into.len());
        into[..taken].copy_from_slice(&rest[..taken]);
        self.at += taken;
        Ok(taken)
    }
}
