//! The table of a segment: lines in the order of the keys that belong there. A key stands in the
//! first line, from where it belongs on, that was not full when it came. If none within its reach
//! was, it stands in a second, small table of the same kind, by other bits. So the first one can be
//! nearly full: without the second, the first key that finds no room would end it at 0.7.

use super::form::{Geometry, Quotient, mixed, unmixed};
use super::line::{Header, Line, REACH, WORDS};
use crate::prefetch::prefetch;
use crate::quota::Refusal;
use crate::sync::{AtomicU32, Numbers, yield_now};
use std::hint;
use std::ptr;

/// The second table has a line for so many of the first.
const PART: usize = 32;
/// Looks at a locked line before others get the processor.
const PATIENCE: u32 = 64;

#[derive(Debug)]
pub(super) struct Table {
    first: Part,
    second: Part,
    words: Numbers,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    geometry: Geometry,
    /// Its first line.
    start: usize,
}

impl Part {
    fn new(lines: usize, start: usize) -> Part {
        Part {
            geometry: Geometry::new(lines),
            start,
        }
    }

    fn len(self) -> usize {
        self.geometry.lines()
    }

    /// In how many lines a key may stand.
    #[inline(always)]
    fn reach(self) -> usize {
        REACH.min(self.len())
    }

    /// The line so far behind another one; the first comes after the last.
    #[inline(always)]
    fn behind(self, home: usize, distance: usize) -> usize {
        let number = home + distance;
        if number < self.len() {
            number
        } else {
            number - self.len()
        }
    }
}

/// What came of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    New,
    Known,
    /// Nobody admits it.
    Refused(Refusal),
    /// There is no room within its reach.
    NoRoom,
}

/// Where a table was when somebody looked. It may be gone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whereabouts {
    pub start: usize,
    pub lines: usize,
}

impl Whereabouts {
    /// Asks for the memory where a key belongs; if the table is gone, in vain.
    #[inline(always)]
    pub fn prefetch(self, home: usize) {
        let start = ptr::without_provenance::<AtomicU32>(self.start);
        prefetch(start.wrapping_add(home * WORDS));
    }
}

impl Table {
    pub fn new(lines: usize) -> Option<Table> {
        let [first, second] = Table::parts(lines);
        let words = Numbers::new((first.len() + second.len()) * WORDS)?;
        Some(Table {
            first,
            second,
            words,
        })
    }

    fn parts(lines: usize) -> [Part; 2] {
        let first = Part::new(lines, 0);
        [first, Part::new(lines.div_ceil(PART), first.len())]
    }

    pub fn bytes_of(lines: usize) -> u64 {
        let [first, second] = Table::parts(lines);
        ((first.len() + second.len()) * WORDS * size_of::<u32>()) as u64
    }

    pub fn lines(&self) -> usize {
        self.first.geometry.lines()
    }

    pub fn whereabouts(&self) -> Whereabouts {
        Whereabouts {
            start: self.words.as_ptr().addr(),
            lines: self.lines(),
        }
    }

    #[inline(always)]
    fn line(&self, part: Part, number: usize) -> Line<'_> {
        let at = (part.start + number) * WORDS;
        Line::new(&self.words[at..at + WORDS], part.geometry.form)
    }

    /// Adds a key unless it is there, if it is admitted.
    #[inline]
    pub fn put(&self, key: u64, admit: impl Fn() -> Result<(), Refusal>) -> Put {
        match self.put_into(self.first, key, &admit) {
            Put::NoRoom => self.put_into(self.second, mixed(key), &admit),
            put => put,
        }
    }

    #[inline(always)]
    fn put_into(&self, part: Part, key: u64, admit: &impl Fn() -> Result<(), Refusal>) -> Put {
        let Quotient { home, remainder } = part.geometry.split(key);
        let mut distance = 0;
        let mut looks = 0;
        while distance < part.reach() {
            let line = self.line(part, part.behind(home, distance));
            let header = line.header();
            if line.has(header, remainder, distance) {
                return Put::Known;
            }
            if header.is_full(part.geometry.form) {
                distance += 1;
            } else if !header.is_locked() && line.lock(header) {
                return Table::finish(line, header, (remainder, distance), admit);
            } else {
                // Somebody else fills a slot: perhaps with this key.
                wait(&mut looks);
            }
        }
        Put::NoRoom
    }

    /// The line is locked, and does not have the key.
    #[inline]
    fn finish(
        line: Line<'_>,
        header: Header,
        (remainder, distance): (u64, usize),
        admit: impl Fn() -> Result<(), Refusal>,
    ) -> Put {
        match admit() {
            Ok(()) => {
                line.fill(header, remainder, distance);
                Put::New
            }
            Err(refusal) => {
                line.give_up(header);
                Put::Refused(refusal)
            }
        }
    }

    pub fn has(&self, key: u64) -> bool {
        let found = self.find_in(self.first, key);
        found.unwrap_or_else(|| self.find_in(self.second, mixed(key)).unwrap_or(false))
    }

    /// Whether a part has a key; none if all lines in its reach are full of others.
    fn find_in(&self, part: Part, key: u64) -> Option<bool> {
        let Quotient { home, remainder } = part.geometry.split(key);
        for distance in 0..part.reach() {
            let line = self.line(part, part.behind(home, distance));
            let header = line.header();
            if line.has(header, remainder, distance) {
                return Some(true);
            }
            if !header.is_full(part.geometry.form) {
                return Some(false);
            }
        }
        None
    }

    /// All keys, while nobody adds any.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.keys_of(self.first)
            .chain(self.keys_of(self.second).map(unmixed))
    }

    fn keys_of(&self, part: Part) -> impl Iterator<Item = u64> {
        let mut home = part.geometry.home(0);
        let slots = (0..part.len()).flat_map(move |number| {
            let all = self.line(part, number).all();
            all.map(move |(remainder, distance)| {
                (part.behind(number, part.len() - distance), remainder)
            })
        });
        slots.map(move |(number, remainder)| {
            if !home.is(number) {
                home = part.geometry.home(number);
            }
            part.geometry.join(home, remainder)
        })
    }
}

fn wait(looks: &mut u32) {
    *looks += 1;
    if cfg!(any(feature = "loom", feature = "shuttle")) || looks.is_multiple_of(PATIENCE) {
        yield_now();
    } else {
        hint::spin_loop();
    }
}
