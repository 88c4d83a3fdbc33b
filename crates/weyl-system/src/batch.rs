//! Batches: the successors of one state, kept in buffers that are used again for the next.

use crate::Fault;
use cranelift_entity::EntityRef;
use weyl_ir::RuleId;
use weyl_ir::layout::BlockId;

/// Which rule fired, with which parameters: `instance` is the number of the valuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Firing {
    pub rule: RuleId,
    pub instance: u64,
}

/// A set of blocks of the layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSet {
    words: Vec<u64>,
}

impl BlockSet {
    /// The empty set, with room for `count` blocks.
    pub fn with_capacity(count: usize) -> BlockSet {
        BlockSet {
            words: vec![0; count.div_ceil(64)],
        }
    }

    pub fn insert(&mut self, block: BlockId) {
        self.words[block.index() / 64] |= 1 << (block.index() % 64);
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// What a firing led to.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    State {
        state: &'a [u8],
        /// The blocks that the step may have changed.
        changed: ChangedBlocks<'a>,
    },
    Fault(&'a Fault),
    /// The rule fired, and led to a state that an assumption of the model excludes.
    Excluded,
}

#[derive(Clone, Copy, Debug)]
pub struct ChangedBlocks<'a> {
    words: &'a [u64],
}

impl ChangedBlocks<'_> {
    pub fn contains(self, block: BlockId) -> bool {
        self.words[block.index() / 64] >> (block.index() % 64) & 1 == 1
    }
}

#[derive(Clone, Debug)]
enum Entry {
    /// The number of the state in the buffers.
    State(u32),
    Fault(Box<Fault>),
    Excluded,
}

#[derive(Clone, Debug, Default)]
pub struct Batch {
    steps: Vec<(Firing, Entry)>,
    states: Vec<u8>,
    changed: Vec<u64>,
    stored: u32,
}

impl Batch {
    pub fn clear(&mut self) {
        self.steps.clear();
        self.states.clear();
        self.changed.clear();
        self.stored = 0;
    }

    pub fn push_state(&mut self, firing: Firing, state: &[u8], changed: &BlockSet) {
        self.states.extend_from_slice(state);
        self.changed.extend_from_slice(&changed.words);
        self.steps.push((firing, Entry::State(self.stored)));
        self.stored += 1;
    }

    pub fn push_fault(&mut self, firing: Firing, fault: Box<Fault>) {
        self.steps.push((firing, Entry::Fault(fault)));
    }

    pub fn push_excluded(&mut self, firing: Firing) {
        self.steps.push((firing, Entry::Excluded));
    }

    /// Steps that fail in one of these ways count as leading to an excluded state.
    pub fn exclude_faults(&mut self, is_unwanted: impl Fn(&Fault) -> bool) {
        for (_, entry) in &mut self.steps {
            if matches!(entry, Entry::Fault(fault) if is_unwanted(fault)) {
                *entry = Entry::Excluded;
            }
        }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Firing, Outcome<'_>)> {
        let stored = (self.stored as usize).max(1);
        let (size, words) = (self.states.len() / stored, self.changed.len() / stored);
        self.steps.iter().map(move |(firing, entry)| {
            let outcome = match entry {
                Entry::State(number) => {
                    let at = *number as usize;
                    Outcome::State {
                        state: &self.states[at * size..(at + 1) * size],
                        changed: ChangedBlocks {
                            words: &self.changed[at * words..(at + 1) * words],
                        },
                    }
                }
                Entry::Fault(fault) => Outcome::Fault(fault),
                Entry::Excluded => Outcome::Excluded,
            };
            (*firing, outcome)
        })
    }
}
