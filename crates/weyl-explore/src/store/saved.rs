//! How stores stand in checkpoints. What is only added goes to a log, once; a few numbers are
//! written anew each time.

use crate::checkpoint::{
    Written, damaged, get, get_bytes, get_flag, get_numbers, get_u32, get_u64,
};
use crate::checkpoint::{put_bytes, put_flag, put_numbers, put_u32, put_u64};
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{Bytes, CompactSet, Links, Mark, Part, RowSet, Stretch, TreeSet, Unusable};

/// What comes next in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Rows,
    Links,
    Fingerprints,
    Trail,
    Steps,
    Sets,
    Parents,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Rows,
        Kind::Links,
        Kind::Fingerprints,
        Kind::Trail,
        Kind::Steps,
        Kind::Sets,
        Kind::Parents,
    ];

    pub fn put(self, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        to.write_all(&[self as u8])
    }

    pub fn get(from: &mut (impl Read + ?Sized)) -> io::Result<Kind> {
        let [number] = get(from)?;
        let kind = Kind::ALL.get(usize::from(number)).copied();
        kind.ok_or_else(|| damaged("something unknown stands there"))
    }
}

/// As an error of reading.
pub(super) fn refused(unusable: Unusable) -> io::Error {
    match unusable {
        Unusable::Damaged => damaged("rows do not fit together"),
        Unusable::Full(weyl_store::Refusal::States) => io::Error::new(
            io::ErrorKind::QuotaExceeded,
            "there are more states than may be",
        ),
        Unusable::Full(_) => io::Error::new(io::ErrorKind::OutOfMemory, "there is no room for it"),
    }
}

/// Sets whose rows have links.
pub(super) trait Linked {
    fn has_links(&self) -> bool;
    fn append_links(&self, rows: Range<u32>, to: &mut Vec<u8>);
    fn relink_as(&self, row: u32, link: u32) -> Result<(), Unusable>;
}

impl Linked for RowSet<'_, Bytes> {
    fn has_links(&self) -> bool {
        self.links() != Links::None
    }

    fn append_links(&self, rows: Range<u32>, to: &mut Vec<u8>) {
        let links = self.links_of(rows);
        links.for_each(|link| to.extend_from_slice(&link.to_le_bytes()));
    }

    fn relink_as(&self, row: u32, link: u32) -> Result<(), Unusable> {
        RowSet::relink_as(self, row, link)
    }
}

impl Linked for TreeSet<'_> {
    fn has_links(&self) -> bool {
        self.links() != Links::None
    }

    fn append_links(&self, rows: Range<u32>, to: &mut Vec<u8>) {
        let links = self.links_of(rows);
        links.for_each(|link| to.extend_from_slice(&link.to_le_bytes()));
    }

    fn relink_as(&self, row: u32, link: u32) -> Result<(), Unusable> {
        TreeSet::relink_as(self, row, link)
    }
}

fn put_stretch(
    part: Part,
    rows: Stretch<'_>,
    links: Option<&[u8]>,
    to: &mut dyn Write,
) -> io::Result<()> {
    Kind::Rows.put(to)?;
    to.write_all(&[part as u8, rows.width])?;
    put_u32(to, rows.first)?;
    put_u32(to, rows.count)?;
    put_bytes(to, rows.bytes)?;
    put_flag(to, links.is_some())?;
    to.write_all(links.unwrap_or(&[]))
}

/// What [`put_stretch`] wrote, behind its kind.
fn get_stretch(
    from: &mut dyn Read,
    put_back: impl FnOnce(Part, Stretch<'_>, &[u32]) -> Result<(), Unusable>,
) -> io::Result<()> {
    let [part, width] = get(from)?;
    let part = Part::ALL.get(usize::from(part)).copied();
    let part = part.ok_or_else(|| damaged("something unknown stands there"))?;
    let (first, count) = (get_u32(from)?, get_u32(from)?);
    let bytes = get_bytes(from)?;
    let links: Vec<u32> = if get_flag(from)? {
        (0..count)
            .map(|_| get_u32(from))
            .collect::<io::Result<_>>()?
    } else {
        Vec::new()
    };
    let rows = Stretch {
        first,
        count,
        width,
        bytes: &bytes,
    };
    put_back(part, rows, &links).map_err(refused)
}

/// Rows that are new, with their links.
fn save_rows<L: Linked>(
    set: &L,
    part: Part,
    new: impl FnOnce(&mut dyn FnMut(Stretch<'_>) -> io::Result<()>) -> io::Result<()>,
    to: &mut dyn Write,
) -> io::Result<()> {
    let mut links = Vec::new();
    new(&mut |rows| {
        let has_links = part == Part::Roots && set.has_links();
        links.clear();
        if has_links {
            set.append_links(rows.first..rows.first + rows.count, &mut links);
        }
        put_stretch(part, rows, has_links.then_some(&links), to)
    })
}

pub(super) fn save_plain(
    set: &RowSet<'_, Bytes>,
    written: &mut Written,
    to: &mut dyn Write,
) -> io::Result<()> {
    let mark: &mut Mark = &mut written.rows[0];
    save_rows(set, Part::Roots, |each| set.new_rows(mark, each), to)
}

pub(super) fn save_tree(
    set: &TreeSet<'_>,
    written: &mut Written,
    to: &mut dyn Write,
) -> io::Result<()> {
    for (part, mark) in Part::ALL.into_iter().zip(&mut written.rows) {
        save_rows(set, part, |each| set.new_rows(part, mark, each), to)?;
    }
    Ok(())
}

/// Links that may have changed.
pub(super) fn save_links(
    set: &impl Linked,
    rows: &[Range<u32>],
    to: &mut dyn Write,
) -> io::Result<()> {
    let mut links = Vec::new();
    for rows in rows.iter().filter(|_| set.has_links()) {
        links.clear();
        set.append_links(rows.clone(), &mut links);
        Kind::Links.put(to)?;
        put_u32(to, rows.start)?;
        put_bytes(to, &links)?;
    }
    Ok(())
}

fn get_links(set: &impl Linked, from: &mut dyn Read) -> io::Result<()> {
    let first = get_u32(from)?;
    let links = get_bytes(from)?;
    for (row, link) in (first..).zip(links.as_chunks::<4>().0) {
        let link = u32::from_le_bytes(*link);
        set.relink_as(row, link).map_err(refused)?;
    }
    Ok(())
}

fn misplaced() -> io::Error {
    damaged("what stands there belongs to another store")
}

pub(super) fn put_back_plain(
    set: &RowSet<'_, Bytes>,
    kind: Kind,
    from: &mut dyn Read,
) -> io::Result<()> {
    match kind {
        Kind::Rows => get_stretch(from, |part, rows, links| match part {
            Part::Roots => set.put_back(rows, links),
            Part::Blocks | Part::Pairs => Err(Unusable::Damaged),
        }),
        Kind::Links => get_links(set, from),
        Kind::Fingerprints | Kind::Trail | Kind::Steps | Kind::Sets | Kind::Parents => {
            Err(misplaced())
        }
    }
}

pub(super) fn put_back_tree(set: &TreeSet<'_>, kind: Kind, from: &mut dyn Read) -> io::Result<()> {
    match kind {
        Kind::Rows => get_stretch(from, |part, rows, links| set.put_back(part, rows, links)),
        Kind::Links => get_links(set, from),
        Kind::Fingerprints | Kind::Trail | Kind::Steps | Kind::Sets | Kind::Parents => {
            Err(misplaced())
        }
    }
}

pub(super) fn put_back_fingerprints(
    set: &CompactSet<'_>,
    kind: Kind,
    from: &mut dyn Read,
) -> io::Result<()> {
    if kind != Kind::Fingerprints {
        return Err(misplaced());
    }
    let fingerprints = get_bytes(from)?;
    let fingerprints = fingerprints.as_chunks::<8>().0;
    let mut writer = set.writer();
    let (mut full, mut is_double) = (None, false);
    let fingerprint = |at: usize| u64::from_le_bytes(fingerprints[at]);
    writer.insert_all(fingerprints.len(), fingerprint, |_, met| match met {
        weyl_store::Met::New(_) => {}
        weyl_store::Met::Known => is_double = true,
        weyl_store::Met::Full(refusal) => full = Some(refusal),
    });
    match (full, is_double) {
        (Some(refusal), _) => Err(refused(Unusable::Full(refusal))),
        (None, true) => Err(damaged("a state stands there twice")),
        (None, false) => Ok(()),
    }
}

/// What is written anew each time.
pub(super) fn save_bounds(bound: u32, refused: &[u32], to: &mut dyn Write) -> io::Result<()> {
    put_u64(to, bound.into())?;
    put_numbers(to, refused)
}

pub(super) fn get_bounds(from: &mut dyn Read) -> io::Result<(u32, Vec<u32>)> {
    let bound = u32::try_from(get_u64(from)?).map_err(|_| damaged("a number is too large"))?;
    Ok((bound, get_numbers(from)?))
}
