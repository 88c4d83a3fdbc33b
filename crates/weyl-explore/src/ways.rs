//! The parents of states beside the store: written one after the other, in memory or into a file,
//! when a level is over and it is known who won them.
//!
//! A record is the number of the parent and 16 bits of the state's hash. By these a run is found
//! again where a store does not know states by number; what they leave open, the end decides
//! (`trace_back.rs`). Numbers of states come in stretches, so one number says where the records of
//! many are.

use crate::LimitKind;
use crate::account::Account;
use crate::rows::Rows;
use crate::store::{Fingerprint, StateIndex};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};
use weyl_store::Quota;

/// Where parents of states are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parents {
    #[default]
    Memory,
    Disk(ParentFile),
    /// Nowhere: who wants a run searches again.
    None,
}

/// A file that is read and written by one exploration after the other.
#[derive(Clone, Debug)]
pub struct ParentFile(Arc<Mutex<File>>);

/// Whether it is the same file.
impl PartialEq for ParentFile {
    fn eq(&self, other: &ParentFile) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ParentFile {}

impl ParentFile {
    pub fn new(file: File) -> ParentFile {
        ParentFile(Arc::new(Mutex::new(file)))
    }
}

/// What is known of a state: its parent, and some bits of its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub parent: Option<StateIndex>,
    pub check: u16,
}

const BYTES: usize = 6;
const NO_PARENT: u32 = u32::MAX;

/// The bits of a hash that a record keeps.
pub(crate) fn check_of(fingerprint: &Fingerprint) -> u16 {
    let [low, high, ..] = *fingerprint;
    u16::from_le_bytes([low, high])
}

impl Record {
    pub const BYTES: usize = BYTES;

    pub fn write(self) -> [u8; BYTES] {
        let parent = self.parent.map_or(NO_PARENT, StateIndex::as_u32);
        let [a, b, c, d] = parent.to_le_bytes();
        let [low, high] = self.check.to_le_bytes();
        [a, b, c, d, low, high]
    }

    pub fn read([a, b, c, d, low, high]: [u8; BYTES]) -> Record {
        let parent = u32::from_le_bytes([a, b, c, d]);
        Record {
            parent: (parent != NO_PARENT).then(|| StateIndex::from_u32(parent)),
            check: u16::from_le_bytes([low, high]),
        }
    }
}

/// Bytes that are written at once.
const PIECE: usize = 1 << 20;
/// What a stretch takes, more or less.
const STRETCH: usize = 32;

#[derive(Debug)]
enum Body {
    Memory(Rows<u8>),
    Disk {
        file: ParentFile,
        /// Bytes in the file.
        written: u64,
        /// What comes after them.
        tail: Vec<u8>,
    },
}

#[derive(Debug)]
pub(crate) struct ParentLog {
    /// The first number of each stretch, with the place of its record.
    stretches: BTreeMap<u32, u64>,
    /// The number that goes on in the last stretch.
    follows: Option<u32>,
    len: u64,
    body: Body,
    account: Account,
}

impl ParentLog {
    pub fn in_memory() -> ParentLog {
        ParentLog::with(Body::Memory(Rows::new(BYTES)))
    }

    pub fn on_disk(file: &ParentFile) -> ParentLog {
        ParentLog::with(Body::Disk {
            file: file.clone(),
            written: 0,
            tail: Vec::new(),
        })
    }

    fn with(body: Body) -> ParentLog {
        ParentLog {
            stretches: BTreeMap::new(),
            follows: None,
            len: 0,
            body,
            account: Account::default(),
        }
    }

    /// Adds a state. What could not be written stays in memory.
    pub fn add(&mut self, state: StateIndex, record: Record) -> Result<(), LimitKind> {
        let number = state.as_u32();
        if self.follows != Some(number) {
            self.stretches.insert(number, self.len);
        }
        self.follows = Some(number + 1);
        self.len += 1;
        match &mut self.body {
            Body::Memory(rows) => {
                rows.push(&record.write(), &[]);
                Ok(())
            }
            Body::Disk { tail, .. } => {
                tail.extend_from_slice(&record.write());
                if tail.len() < PIECE {
                    Ok(())
                } else {
                    self.flush()
                }
            }
        }
    }

    #[cold]
    fn flush(&mut self) -> Result<(), LimitKind> {
        let Body::Disk {
            file,
            written,
            tail,
        } = &mut self.body
        else {
            return Ok(());
        };
        let mut file = file.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sought = file.seek(SeekFrom::Start(*written));
        let saved = sought.and_then(|_| file.write_all(tail));
        saved.map_err(|_| LimitKind::Disk)?;
        *written += tail.len() as u64;
        tail.clear();
        Ok(())
    }

    /// Charges what has come since the last call.
    pub fn settle(&mut self, quota: &Quota) -> Result<(), LimitKind> {
        self.account.settle(quota, self.bytes())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        let body = match &self.body {
            Body::Memory(rows) => rows.bytes(),
            Body::Disk { tail, .. } => tail.capacity(),
        };
        body + self.stretches.len() * STRETCH
    }

    /// How many records there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The states with records from a place on, with their records.
    pub fn since(
        &self,
        place: u64,
        mut each: impl FnMut(StateIndex, Record) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut stretches: Vec<(u64, u32)> = self
            .stretches
            .iter()
            .map(|(first, at)| (*at, *first))
            .collect();
        stretches.sort_unstable();
        let ends = stretches.iter().skip(1).map(|(at, _)| *at);
        let ends: Vec<u64> = ends.chain([self.len]).collect();
        for ((start, first), end) in stretches.into_iter().zip(ends) {
            for at in start.max(place)..end {
                let state = StateIndex::from_u32(first + (at - start) as u32);
                let record = self.get(state);
                let record = record.map_err(|_| io::Error::other("parents can't be read"))?;
                each(state, record)?;
            }
        }
        Ok(())
    }

    /// What was written of a state.
    pub fn get(&self, state: StateIndex) -> Result<Record, LimitKind> {
        let number = state.as_u32();
        let before = self.stretches.range(..=number).next_back();
        let (first, place) = before.ok_or(LimitKind::Disk)?;
        let place = place + u64::from(number - first);
        let mut record = [0; BYTES];
        match &self.body {
            Body::Memory(rows) => record.copy_from_slice(rows.row(place as usize)),
            Body::Disk {
                file,
                written,
                tail,
            } => {
                let at = place * BYTES as u64;
                match at.checked_sub(*written) {
                    Some(at) => record.copy_from_slice(&tail[at as usize..at as usize + BYTES]),
                    None => {
                        let mut file = file.0.lock().unwrap_or_else(PoisonError::into_inner);
                        let sought = file.seek(SeekFrom::Start(at));
                        let read = sought.and_then(|_| file.read_exact(&mut record));
                        read.map_err(|_| LimitKind::Disk)?;
                    }
                }
            }
        }
        Ok(Record::read(record))
    }
}

/// Where a search finds the parents of states.
#[derive(Debug)]
pub(crate) enum Ways {
    InStore,
    Log(Mutex<ParentLog>),
    /// Nowhere.
    Unknown,
}

impl Ways {
    pub fn logged(log: ParentLog) -> Ways {
        Ways::Log(Mutex::new(log))
    }

    pub fn log(&self) -> Option<std::sync::MutexGuard<'_, ParentLog>> {
        match self {
            Ways::Log(log) => Some(log.lock().unwrap_or_else(PoisonError::into_inner)),
            Ways::InStore | Ways::Unknown => None,
        }
    }

    pub fn are_logged(&self) -> bool {
        matches!(self, Ways::Log(_))
    }

    pub fn are_known(&self) -> bool {
        !matches!(self, Ways::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u32) -> Record {
        Record {
            parent: (!number.is_multiple_of(7)).then(|| StateIndex::from_u32(number / 3)),
            check: (number as u16).wrapping_mul(31),
        }
    }

    /// A file of the system that nobody else sees.
    fn file() -> ParentFile {
        let path = std::env::temp_dir().join(format!("weyl-parents-{}", std::process::id()));
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(true);
        let file = options.open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        ParentFile::new(file)
    }

    #[test]
    fn what_was_written_is_read_back_in_whatever_order_it_came() {
        let quota = Quota::new(None, None);
        for mut log in [ParentLog::in_memory(), ParentLog::on_disk(&file())] {
            let stretches = [64..128, 0..64, 700..300_000, 128..200, 300_000..300_500];
            for number in stretches.clone().into_iter().flatten() {
                log.add(StateIndex::from_u32(number), record(number))
                    .unwrap();
            }
            for number in stretches.into_iter().flatten().step_by(3) {
                assert_eq!(log.get(StateIndex::from_u32(number)), Ok(record(number)));
            }
            assert_eq!(log.stretches.len(), 5);
            log.settle(&quota).unwrap();
            assert_eq!(quota.bytes(), log.bytes() as u64);
            log.account.settle(&quota, 0).unwrap();
        }
    }

    /// A disk that is full from the beginning.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_could_not_be_written_is_still_known() {
        let full = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/full");
        let Ok(full) = full else { return };
        let mut log = ParentLog::on_disk(&ParentFile::new(full));
        let added: Vec<_> = (0..400_000)
            .map(|number| log.add(StateIndex::from_u32(number), record(number)))
            .collect();
        assert!(added.contains(&Err(LimitKind::Disk)));
        for number in (0..400_000).step_by(999) {
            assert_eq!(log.get(StateIndex::from_u32(number)), Ok(record(number)));
        }
    }
}
