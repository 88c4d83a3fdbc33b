//! The state graph: which steps the stored states have, and where they lead. A breadth first search
//! fills it on all threads, a search for bad runs state by state where it comes; whoever comes
//! later reads what is there. All questions of a job share it, so that the system is explored once.
//!
//! Edges lie in segments, one for each thread that found some. Where something is followed through
//! the renamings of a quotient, each edge has a note: how it renames, and who acts.

mod eyes;
mod following;
mod on_the_fly;
mod saved;
mod segment;

use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use weyl_system::Repeats;

pub(crate) use eyes::Eyes;
pub use following::Tracked;
pub(crate) use following::{Following, Scribe};
pub(crate) use on_the_fly::{OnTheFly, Stop};
pub(crate) use segment::{Leaving, Log, Note, Row, Segment};

/// A step to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// `None`: the state repeats.
    pub number: Option<u32>,
    pub target: StateIndex,
    /// By its number; 0 keeps everything in its place.
    pub renaming: u32,
    /// The set of units that act, by its number; 0 is empty.
    pub acting: u32,
}

/// How the numbers of a segment are called in the graph.
#[derive(Debug, Default)]
struct Translation {
    renamings: Vec<u32>,
    unit_sets: Vec<u32>,
}

#[derive(Debug)]
pub(crate) struct StateGraph {
    /// By state.
    rows: Vec<Row>,
    segments: Vec<Segment>,
    translations: Vec<Translation>,
    /// Images of all that is followed.
    renamings: IndexSet<Vec<u32>>,
    unit_sets: IndexSet<Vec<u32>>,
    /// States whose steps are in no log, where there is one.
    unsaved: Option<Vec<StateIndex>>,
}

impl StateGraph {
    /// Without any edge; `followed` things are followed.
    pub fn new(followed: u32, segments: usize) -> StateGraph {
        StateGraph {
            rows: Vec::new(),
            segments: (0..segments).map(|_| Segment::new(followed)).collect(),
            translations: (0..segments).map(|_| Translation::default()).collect(),
            renamings: IndexSet::from([Vec::from_iter(0..followed)]),
            unit_sets: IndexSet::from([Vec::new()]),
            unsaved: None,
        }
    }

    /// A segment, to be filled; it is given back with [`StateGraph::put_back`].
    pub fn take_segment(&mut self, number: usize) -> Segment {
        std::mem::take(&mut self.segments[number])
    }

    pub fn put_back(&mut self, number: usize, segment: Segment) {
        self.segments[number] = segment;
        self.absorb(number);
    }

    fn segment_mut(&mut self, number: usize) -> &mut Segment {
        &mut self.segments[number]
    }

    /// Makes known what is new in a segment.
    fn absorb(&mut self, number: usize) {
        let segment = &mut self.segments[number];
        for (state, row) in segment.expanded.drain(..) {
            if self.rows.len() <= state.index() {
                self.rows.resize(state.index() + 1, Row::UNKNOWN);
            }
            self.rows[state.index()] = row.in_segment(number);
            self.unsaved.iter_mut().for_each(|list| list.push(state));
        }
        let translation = &mut self.translations[number];
        let new = segment.renamings.iter().skip(translation.renamings.len());
        for images in new {
            let (known, _) = self.renamings.insert_full(images.clone());
            translation.renamings.push(known as u32);
        }
        let new = segment.unit_sets.iter().skip(translation.unit_sets.len());
        for units in new {
            let (known, _) = self.unit_sets.insert_full(units.clone());
            translation.unit_sets.push(known as u32);
        }
    }

    /// Where the steps of a state are, if they are known.
    pub fn row(&self, state: StateIndex) -> Option<Row> {
        let row = self.rows.get(state.index()).copied();
        row.filter(|row| row.is_known())
    }

    pub fn is_expanded(&self, state: StateIndex) -> bool {
        self.row(state).is_some()
    }

    /// How many steps a state has, where that is known; where it may repeat, the last one leads to
    /// itself.
    pub fn step_count(&self, state: StateIndex, repeats: Repeats) -> u32 {
        let row = self.row(state);
        row.map_or(0, |row| row.count() + u32::from(row.may_repeat(repeats)))
    }

    /// Where a step leads, by its number in a row.
    #[inline]
    pub fn target(&self, row: Row, number: u32) -> StateIndex {
        self.segments[row.segment()].target(row.first() + number as usize)
    }

    pub fn step(&self, state: StateIndex, number: u32) -> Step {
        let row = self.row(state).filter(|row| number < row.count());
        let Some(row) = row else {
            return Step {
                number: None,
                target: state,
                renaming: 0,
                acting: 0,
            };
        };
        let (segment, at) = (row.segment(), row.first() + number as usize);
        let (renaming, acting) = match self.segments[segment].note(at) {
            Some(note) => self.translated(segment, note),
            None => (0, 0),
        };
        Step {
            number: Some(number),
            target: self.segments[segment].target(at),
            renaming,
            acting,
        }
    }

    /// What a segment's number of a renaming is in the graph.
    fn translated_renaming(&self, segment: usize, renaming: u32) -> u32 {
        self.translations[segment].renamings[renaming as usize]
    }

    fn translated(&self, segment: usize, note: Note) -> (u32, u32) {
        let translation = &self.translations[segment];
        (
            translation.renamings[note.renaming as usize],
            translation.unit_sets[note.acting as usize],
        )
    }

    /// Where the steps of a state lead, each as often as there are steps.
    pub fn targets(&self, state: StateIndex) -> impl Iterator<Item = StateIndex> {
        let row = self.row(state);
        let places = row.map_or(0..0, |row| row.first()..row.first() + row.count() as usize);
        let segment = row.map_or(0, |row| row.segment());
        places.map(move |at| self.segments[segment].target(at))
    }

    /// All states whose steps are known.
    pub fn expanded(&self) -> impl Iterator<Item = StateIndex> {
        let rows = self.rows.iter().enumerate();
        let known = rows.filter(|(_, row)| row.is_known());
        known.map(|(number, _)| StateIndex::new(number))
    }

    pub fn edge_count(&self) -> usize {
        self.segments.iter().map(Segment::len).sum()
    }

    /// What a thing that is followed becomes.
    pub fn image(&self, thing: u32, renaming: u32) -> u32 {
        match renaming {
            0 => thing,
            _ => self.renamings[renaming as usize][thing as usize],
        }
    }

    /// What becomes a thing that is followed.
    pub fn preimage(&self, thing: u32, renaming: u32) -> u32 {
        let images = &self.renamings[renaming as usize];
        let found = images.iter().position(|image| *image == thing);
        found.map_or(thing, |found| found as u32)
    }

    pub fn acts(&self, unit: u32, acting: u32) -> bool {
        self.unit_sets[acting as usize].binary_search(&unit).is_ok()
    }

    /// Whether a unit can act in a state whose steps are known.
    pub fn is_enabled(&self, unit: u32, state: StateIndex) -> bool {
        self.row(state).is_some_and(|row| {
            let translation = &self.translations[row.segment()];
            self.acts(unit, translation.unit_sets[row.enabled as usize])
        })
    }

    /// Bytes that are allocated.
    pub fn bytes(&self) -> usize {
        let followed = self.renamings.first().map_or(0, Vec::len);
        self.rows.capacity() * size_of::<Row>()
            + self.segments.iter().map(Segment::bytes).sum::<usize>()
            + self.renamings.len() * (followed * 4 + 44)
            + self.unit_sets.len() * 52
            + self.unsaved.as_ref().map_or(0, Vec::capacity) * size_of::<StateIndex>()
    }
}
