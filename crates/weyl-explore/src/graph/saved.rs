//! The graph in checkpoints: the steps of each state stand in the log, once they are known.

use super::{Leaving, Note, StateGraph};
use crate::checkpoint::{Written, damaged, get_flag, get_numbers, get_u32, get_u64};
use crate::checkpoint::{put_flag, put_numbers, put_u32, put_u64};
use crate::store::{Kind, StateIndex};
use cranelift_entity::EntityRef;
use std::collections::HashSet;
use std::io::{self, Read, Write};

/// States whose steps are written at once.
const PIECE: usize = 1 << 12;

impl StateGraph {
    /// From now on it is known which states are in no log.
    pub fn will_be_saved(&mut self) {
        self.unsaved.get_or_insert_default();
    }

    /// Writes what is in no log, but for the steps of some states.
    pub fn save(
        &mut self,
        without: &HashSet<StateIndex>,
        written: &mut Written,
        to: &mut impl Write,
    ) -> io::Result<()> {
        self.save_sets(written, to)?;
        let states = std::mem::take(&mut self.unsaved).unwrap_or_default();
        for piece in states.chunks(PIECE) {
            let piece = piece.iter().filter(|state| !without.contains(*state));
            let piece: Vec<StateIndex> = piece.copied().collect();
            Kind::Steps.put(to)?;
            put_u64(to, piece.len() as u64)?;
            piece
                .iter()
                .try_for_each(|state| self.save_steps(*state, to))?;
        }
        self.unsaved = Some(Vec::new());
        Ok(())
    }

    fn save_sets(&self, written: &mut Written, to: &mut impl Write) -> io::Result<()> {
        let known = (self.renamings.len(), self.unit_sets.len());
        if known == (written.renamings, written.unit_sets) {
            return Ok(());
        }
        Kind::Sets.put(to)?;
        let lists = [
            (&self.renamings, &mut written.renamings),
            (&self.unit_sets, &mut written.unit_sets),
        ];
        for (list, written) in lists {
            put_u64(to, (list.len() - *written) as u64)?;
            let new = list.iter().skip(*written);
            new.into_iter()
                .try_for_each(|numbers| put_numbers(to, numbers))?;
            *written = list.len();
        }
        Ok(())
    }

    fn save_steps(&self, state: StateIndex, to: &mut impl Write) -> io::Result<()> {
        let row = self
            .row(state)
            .ok_or_else(|| io::Error::other("no steps"))?;
        let segment = &self.segments[row.segment()];
        let enabled = self.translations[row.segment()].unit_sets[row.enabled as usize];
        put_u32(to, state.as_u32())?;
        put_flag(to, row.leaving(enabled).is_end)?;
        put_u32(to, enabled)?;
        put_u32(to, row.count())?;
        let places = row.first()..row.first() + row.count() as usize;
        for at in places.clone() {
            put_u32(to, segment.target(at).as_u32())?;
        }
        let has_notes = places.clone().all(|at| segment.note(at).is_some());
        put_flag(to, has_notes)?;
        for note in places.filter_map(|at| segment.note(at)) {
            let (renaming, acting) = self.translated(row.segment(), note);
            put_u32(to, renaming)?;
            put_u32(to, acting)?;
        }
        Ok(())
    }

    /// Puts back what comes next in a log, into a segment.
    pub fn restore(&mut self, kind: Kind, segment: usize, from: &mut impl Read) -> io::Result<()> {
        match kind {
            Kind::Sets => self.put_back_sets(segment, from)?,
            Kind::Steps => {
                for _ in 0..get_u64(from)? {
                    self.put_back_steps(segment, from)?;
                }
            }
            Kind::Rows | Kind::Links | Kind::Fingerprints | Kind::Trail | Kind::Parents => {
                return Err(damaged("that is no graph"));
            }
        }
        self.absorb(segment);
        self.unsaved.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// In the order in which the graph had them, so that their numbers are the same.
    fn put_back_sets(&mut self, segment: usize, from: &mut impl Read) -> io::Result<()> {
        let segment = &mut self.segments[segment];
        for list in [&mut segment.renamings, &mut segment.unit_sets] {
            for _ in 0..get_u64(from)? {
                list.insert(get_numbers(from)?);
            }
        }
        Ok(())
    }

    fn put_back_steps(&mut self, segment: usize, from: &mut impl Read) -> io::Result<()> {
        let segment = &mut self.segments[segment];
        let state = StateIndex::from_u32(get_u32(from)?);
        let is_end = get_flag(from)?;
        let enabled = get_u32(from)?;
        let count = get_u32(from)?;
        let targets = (0..count).map(|_| get_u32(from).map(StateIndex::from_u32));
        let targets: Vec<StateIndex> = targets.collect::<io::Result<_>>()?;
        let (renamings, unit_sets) = (segment.renamings.len(), segment.unit_sets.len());
        let mut are_known = (enabled as usize) < unit_sets;
        if get_flag(from)? {
            for _ in 0..count {
                let note = Note {
                    renaming: get_u32(from)?,
                    acting: get_u32(from)?,
                };
                are_known &= (note.renaming as usize) < renamings;
                are_known &= (note.acting as usize) < unit_sets;
                segment.push_note(note);
            }
        }
        if !are_known {
            return Err(damaged("a set is not there"));
        }
        let leaving = Leaving { is_end, enabled };
        segment.push_steps(state, leaving, targets.into_iter());
        Ok(())
    }

    /// How many sets there are, once all is put back.
    pub fn are_written(&self, written: &mut Written) {
        (written.renamings, written.unit_sets) = (self.renamings.len(), self.unit_sets.len());
    }

    /// Whether all states that it knows are below a bound.
    pub fn is_below(&self, bound: usize) -> bool {
        self.rows.len() <= bound
            && self
                .expanded()
                .all(|state| self.targets(state).all(|target| target.index() < bound))
    }
}
