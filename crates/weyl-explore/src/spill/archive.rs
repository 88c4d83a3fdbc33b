//! The levels that were expanded, which only runs are rebuilt from: where their blocks are is on
//! disk, too, for there may be many levels.

use super::level::Level;
use super::scratch::{Disk, Tape};
use super::segment::Segment;
use crate::LimitKind;
use std::sync::Arc;

/// Where the description of a level is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    offset: u64,
    bytes: u64,
    tries_parts: bool,
    /// Where it is written which states were expanded once more, if some were.
    again: Option<u64>,
}

impl Entry {
    const BYTES: usize = 32;

    fn to_bytes(self) -> Vec<u8> {
        let tries_parts = u64::from(self.tries_parts);
        let again = self.again.map_or(u64::MAX, |offset| offset);
        let numbers = [self.offset, self.bytes, tries_parts, again];
        numbers.into_iter().flat_map(u64::to_le_bytes).collect()
    }

    fn of_bytes(bytes: &[u8; Entry::BYTES]) -> Entry {
        let (numbers, _) = bytes.as_chunks();
        let number = |place: usize| u64::from_le_bytes(numbers[place]);
        Entry {
            offset: number(0),
            bytes: number(1),
            tries_parts: number(2) == 1,
            again: Some(number(3)).filter(|offset| *offset < u64::MAX),
        }
    }
}

#[derive(Debug)]
pub(super) struct Archive {
    tape: Arc<Tape>,
    /// The entries, one after the other.
    catalogue: Arc<Tape>,
    shelf: Shelf,
    len: usize,
}

/// The tapes that states of levels are on.
#[derive(Clone, Debug)]
pub(super) struct Shelf(pub Vec<Arc<Tape>>);

impl Archive {
    pub fn new(disk: &Arc<Disk>, shelf: Shelf) -> Result<Archive, LimitKind> {
        Ok(Archive {
            tape: disk.tape()?,
            catalogue: disk.tape()?,
            shelf,
            len: 0,
        })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Keeps a level that was expanded.
    pub fn put(&mut self, level: &Level) -> Result<(), LimitKind> {
        let mut description = Vec::new();
        for segment in &level.segments {
            segment.describe(&self.shelf, &mut description);
        }
        let entry = Entry {
            offset: self.tape.append(&description)?,
            bytes: description.len() as u64,
            tries_parts: level.tries_parts,
            again: level.again,
        };
        self.catalogue.append(&entry.to_bytes())?;
        self.len += 1;
        Ok(())
    }

    /// Where it is written which states of a level are expanded once more.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// A level that was put here.
    pub fn level(&self, number: usize) -> Result<Level, LimitKind> {
        let mut entry = [0; Entry::BYTES];
        self.catalogue
            .read((number * Entry::BYTES) as u64, &mut entry)?;
        let entry = Entry::of_bytes(&entry);
        let mut description = vec![0; entry.bytes as usize];
        self.tape.read(entry.offset, &mut description)?;
        let mut rest = &description[..];
        let mut segments = Vec::new();
        while !rest.is_empty() {
            segments.push(Arc::new(Segment::described(&self.shelf, &mut rest)));
        }
        Ok(Level {
            tries_parts: entry.tries_parts,
            again: entry.again,
            ..Level::of(segments)
        })
    }
}
