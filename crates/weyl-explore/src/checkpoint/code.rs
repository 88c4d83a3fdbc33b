//! Numbers and bytes in a stream.

use super::blocks::damaged;
use crate::LimitKind;
use crate::store::StateIndex;
use std::io::{self, Read, Write};

/// None, where a state may be.
const NOBODY: u32 = u32::MAX;

pub(crate) fn put_u32(to: &mut (impl Write + ?Sized), number: u32) -> io::Result<()> {
    to.write_all(&number.to_le_bytes())
}

pub(crate) fn put_u64(to: &mut (impl Write + ?Sized), number: u64) -> io::Result<()> {
    to.write_all(&number.to_le_bytes())
}

pub(crate) fn put_flag(to: &mut (impl Write + ?Sized), flag: bool) -> io::Result<()> {
    to.write_all(&[u8::from(flag)])
}

pub(crate) fn put_option(to: &mut (impl Write + ?Sized), number: Option<u64>) -> io::Result<()> {
    put_flag(to, number.is_some())?;
    put_u64(to, number.unwrap_or(0))
}

pub(crate) fn put_state(
    to: &mut (impl Write + ?Sized),
    state: Option<StateIndex>,
) -> io::Result<()> {
    put_u32(to, state.map_or(NOBODY, StateIndex::as_u32))
}

/// Behind their number.
pub(crate) fn put_bytes(to: &mut (impl Write + ?Sized), bytes: &[u8]) -> io::Result<()> {
    put_u64(to, bytes.len() as u64)?;
    to.write_all(bytes)
}

pub(crate) fn put_numbers(to: &mut (impl Write + ?Sized), numbers: &[u32]) -> io::Result<()> {
    put_u64(to, numbers.len() as u64)?;
    numbers.iter().try_for_each(|number| put_u32(to, *number))
}

pub(crate) fn get<const N: usize>(from: &mut (impl Read + ?Sized)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn get_u32(from: &mut (impl Read + ?Sized)) -> io::Result<u32> {
    get(from).map(u32::from_le_bytes)
}

pub(crate) fn get_u64(from: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    get(from).map(u64::from_le_bytes)
}

pub(crate) fn get_size(from: &mut (impl Read + ?Sized)) -> io::Result<usize> {
    usize::try_from(get_u64(from)?).map_err(|_| damaged("a number is too large"))
}

pub(crate) fn get_flag(from: &mut (impl Read + ?Sized)) -> io::Result<bool> {
    match get(from)? {
        [0] => Ok(false),
        [1] => Ok(true),
        _ => Err(damaged("neither yes nor no")),
    }
}

pub(crate) fn get_option(from: &mut (impl Read + ?Sized)) -> io::Result<Option<u64>> {
    let is_there = get_flag(from)?;
    let number = get_u64(from)?;
    Ok(is_there.then_some(number))
}

pub(crate) fn get_state(from: &mut (impl Read + ?Sized)) -> io::Result<Option<StateIndex>> {
    let number = get_u32(from)?;
    Ok((number != NOBODY).then(|| StateIndex::from_u32(number)))
}

/// Grows with what is there, whatever the number says.
pub(crate) fn get_bytes(from: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let count = get_u64(from)?;
    let mut bytes = Vec::new();
    if from.take(count).read_to_end(&mut bytes)? as u64 != count {
        return Err(damaged("its end is missing"));
    }
    Ok(bytes)
}

pub(crate) fn get_numbers(from: &mut (impl Read + ?Sized)) -> io::Result<Vec<u32>> {
    let count = get_u64(from)?;
    (0..count).map(|_| get_u32(from)).collect()
}

pub(crate) fn put_text(to: &mut (impl Write + ?Sized), text: &str) -> io::Result<()> {
    put_bytes(to, text.as_bytes())
}

pub(crate) fn get_text(from: &mut (impl Read + ?Sized)) -> io::Result<String> {
    String::from_utf8(get_bytes(from)?).map_err(|_| damaged("a text is none"))
}

/// Why something can't be put back.
pub(crate) fn as_error(limit: LimitKind) -> io::Error {
    io::Error::from(match limit {
        LimitKind::Memory | LimitKind::Numbers => io::ErrorKind::OutOfMemory,
        LimitKind::States => io::ErrorKind::QuotaExceeded,
        LimitKind::Time | LimitKind::Depth | LimitKind::Disk | LimitKind::Interrupted => {
            io::ErrorKind::Interrupted
        }
    })
}
