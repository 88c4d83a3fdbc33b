//! What one thread has found of the graph.

use super::Scribe;
use crate::pending::Pending;
use crate::rows::Rows;
use crate::store::{Inserted, StateIndex};
use indexmap::IndexSet;
use weyl_system::{Batch, Repeats};

/// Where the steps of a state are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The place of the first step in its segment, and above that the number of the segment.
    first: u64,
    /// With a mark for states that have no way on.
    count: u32,
    /// The set of units that can act.
    pub enabled: u32,
}

const END: u32 = 1 << 31;
const SEGMENT_SHIFT: u32 = 48;

impl Row {
    pub const UNKNOWN: Row = Row {
        first: 0,
        count: u32::MAX,
        enabled: 0,
    };

    pub fn in_segment(self, segment: usize) -> Row {
        Row {
            first: self.first | (segment as u64) << SEGMENT_SHIFT,
            ..self
        }
    }

    pub fn is_known(self) -> bool {
        self != Row::UNKNOWN
    }

    /// There is no step: the state repeats, if ends do.
    fn is_end(self) -> bool {
        self.count & END != 0
    }

    /// Whether the state itself comes after its steps.
    pub fn may_repeat(self, repeats: Repeats) -> bool {
        match repeats {
            Repeats::Nothing => false,
            Repeats::Ends => self.is_end(),
            Repeats::Everything => true,
        }
    }

    /// Whether the state has no way on.
    pub fn leaving(self, enabled: u32) -> Leaving {
        Leaving {
            is_end: self.is_end(),
            enabled,
        }
    }

    pub fn count(self) -> u32 {
        self.count & !END
    }

    pub fn segment(self) -> usize {
        (self.first >> SEGMENT_SHIFT) as usize
    }

    pub fn first(self) -> usize {
        (self.first & ((1 << SEGMENT_SHIFT) - 1)) as usize
    }
}

/// How a step renames what is followed, and who acts in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Note {
    pub renaming: u32,
    pub acting: u32,
}

#[derive(Debug)]
pub(crate) struct Segment {
    targets: Rows<StateIndex>,
    /// One for each target, if anything is followed.
    notes: Rows<Note>,
    pub renamings: IndexSet<Vec<u32>>,
    pub unit_sets: IndexSet<Vec<u32>>,
    /// What the graph does not know yet.
    pub expanded: Vec<(StateIndex, Row)>,
}

impl Default for Segment {
    fn default() -> Segment {
        Segment::new(0)
    }
}

/// What is known of a state before its successors are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaving {
    pub is_end: bool,
    pub enabled: u32,
}

impl Segment {
    pub fn new(followed: u32) -> Segment {
        Segment {
            targets: Rows::new(1),
            notes: Rows::new(1),
            renamings: IndexSet::from([Vec::from_iter(0..followed)]),
            unit_sets: IndexSet::from([Vec::new()]),
            expanded: Vec::new(),
        }
    }

    /// How many edges there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    pub fn target(&self, at: usize) -> StateIndex {
        self.targets.row(at)[0]
    }

    pub fn note(&self, at: usize) -> Option<Note> {
        (at < self.notes.len()).then(|| self.notes.row(at)[0])
    }

    pub fn push_note(&mut self, note: Note) {
        self.notes.push(&[note], &[]);
    }

    /// The steps of a state, whose notes were pushed before.
    pub fn push_steps(
        &mut self,
        state: StateIndex,
        leaving: Leaving,
        targets: impl Iterator<Item = StateIndex>,
    ) {
        let first = self.targets.len();
        targets.for_each(|target| self.targets.push(&[target], &[]));
        let count = (self.targets.len() - first) as u32;
        let row = Row {
            first: first as u64,
            count: count | if leaving.is_end { END } else { 0 },
            enabled: leaving.enabled,
        };
        self.expanded.push((state, row));
    }

    /// Bytes that are allocated, and those that the graph will need to make it known.
    pub fn bytes(&self) -> usize {
        let followed = self.renamings.first().map_or(0, Vec::len);
        self.targets.bytes()
            + self.notes.bytes()
            + self.renamings.len() * (followed * 4 + 40)
            + self.unit_sets.len() * 48
            + self.expanded.capacity() * size_of::<(StateIndex, Row)>()
            + self.expanded.len() * size_of::<Row>()
    }
}

/// How a worker of a search writes down what it finds.
#[derive(Debug)]
pub(crate) struct Log<R> {
    pub scribe: Scribe<R>,
    pub segment: Segment,
    /// For each batch whose successors wait to be stored the state that it belongs to; none for
    /// initial states.
    left: Vec<Option<(StateIndex, Leaving)>>,
}

impl<R: super::Tracked> Log<R> {
    pub fn new(scribe: Scribe<R>) -> Log<R> {
        Log {
            scribe,
            segment: Segment::default(),
            left: Vec::new(),
        }
    }

    pub fn begin(&mut self) {
        self.left.push(None);
    }

    /// All steps of a state are in the batch.
    pub fn leave(&mut self, at: StateIndex, state: &[u8], batch: &Batch) {
        let leaving = self.scribe.note(&mut self.segment, state, batch);
        self.left.push(Some((at, leaving)));
    }

    /// All successors are stored.
    pub fn arrive(&mut self, pending: &Pending) {
        for (left, numbers) in self.left.drain(..).zip(pending.batches()) {
            let Some((at, leaving)) = left else { continue };
            let targets = pending.results[numbers].iter();
            let targets = targets.filter_map(|inserted| match inserted {
                Inserted::New(index) | Inserted::Known(index) => Some(*index),
                // The search is over then.
                Inserted::Full(_) => None,
            });
            self.segment.push_steps(at, leaving, targets);
        }
    }
}
