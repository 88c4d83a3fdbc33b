//! What the statements of a rule touch, one by one, for those who delete some of them.
//!
//! Other than a [`Footprint`](super::Footprint), which says where values come from at last, this
//! says what a statement itself reads and writes: a local or a slot that was written just before is
//! read as such. What a call does is done by the statement that calls.

use super::possible_values::PossibleValues;
use super::slot_set::SlotSet;
use super::walk::Walk;
use super::{Ground, Grounding, MOST_INSTANCES, valuations};
use crate::layout::{Frame, Layout, SlotId};
use crate::{LocalId, Model, RuleId, Stmt};
use cranelift_entity::SecondaryMap;
use std::collections::{BTreeSet, HashMap};

/// Something that a statement can read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Address {
    Slot(SlotId),
    /// A scalar of a local of the rule, by its place in the frame.
    Local(u32),
    /// What a reference of the rule stands for.
    Reference(LocalId),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// What is copied is read, too.
    pub reads: BTreeSet<Address>,
    /// What may be written.
    pub writes: BTreeSet<Address>,
}

/// What the parts of one instance of a rule touch.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    /// Whether it may fire at all; otherwise nothing is known of its statements.
    pub fires: bool,
    /// Whether it took too long to find out: it may read and write everything.
    pub is_unknown: bool,
    /// Parameters, control location and guard; the move of the location is what it writes.
    pub around: Touch,
    /// What is written in any case.
    pub must_write: SlotSet,
    statements: HashMap<*const Stmt, Touch>,
}

impl Touches {
    /// What a statement of the body that was walked over touches, without the statements inside of
    /// it; `None` if it is never executed.
    pub fn of(&self, stmt: &Stmt) -> Option<&Touch> {
        self.statements.get(&std::ptr::from_ref(stmt))
    }

    pub(super) fn after(walk: Walk<'_>, fires: bool) -> Touches {
        let is_unknown = walk.has_given_up();
        let must = if is_unknown {
            SlotSet::default()
        } else {
            walk.flow.must.iter().copied().collect()
        };
        let notes = walk.notes.unwrap_or_default();
        Touches {
            fires,
            is_unknown,
            around: notes.around,
            must_write: must,
            statements: notes.statements,
        }
    }
}

/// What the statements of all rules and initial rules touch.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    rules: SecondaryMap<RuleId, Vec<Touches>>,
    starts: SecondaryMap<RuleId, Vec<Touches>>,
}

impl Statements {
    pub(super) fn new(model: &Model, layout: &Layout, possible: &PossibleValues) -> Statements {
        let mut statements = Statements::default();
        let blank = PossibleValues::blank(layout);
        let grounding = Grounding::new(model);
        let ground = |possible| Ground {
            model,
            layout,
            possible,
            assumptions: SlotSet::default(),
        };
        for (id, rule) in &model.rules {
            let instances = grounding.rules[id]
                .iter()
                .map(|values| ground(possible).touches(rule, &layout.rules[id], values.as_deref()));
            statements.rules[id] = instances.collect();
        }
        for (id, start) in &model.starts {
            let instances = valuations(model, &start.parameters, MOST_INSTANCES);
            let instances = instances
                .iter()
                .map(|values| ground(&blank).touches(start, &layout.starts[id], values.as_deref()));
            statements.starts[id] = instances.collect();
        }
        statements
    }

    /// The instances of a rule that are told apart, as in
    /// [`Structure::instances`](super::Structure::instances).
    pub fn rule(&self, rule: RuleId) -> &[Touches] {
        &self.rules[rule]
    }

    pub fn start(&self, start: RuleId) -> &[Touches] {
        &self.starts[start]
    }
}

/// What was noted so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The statement of the rule that is being executed, itself or in what it calls.
    current: Option<*const Stmt>,
    around: Touch,
    statements: HashMap<*const Stmt, Touch>,
    /// Where the frame of the rule begins and ends.
    frame: (u32, u32),
    is_over: bool,
}

impl Notes {
    pub fn new(layout: &Layout, frame: &Frame) -> Notes {
        let begin = layout.size as u32;
        Notes {
            frame: (begin, begin + frame.size),
            ..Notes::default()
        }
    }

    /// Locals of functions are nobody else's.
    fn address(&self, layout: &Layout, offset: u32) -> Option<Address> {
        let (begin, end) = self.frame;
        if offset < begin {
            return layout.slot_at(offset).map(Address::Slot);
        }
        (offset < end).then(|| Address::Local(offset - begin))
    }

    fn touch(&mut self) -> Option<&mut Touch> {
        if self.is_over {
            return None;
        }
        Some(match self.current {
            Some(stmt) => self.statements.entry(stmt).or_default(),
            None => &mut self.around,
        })
    }
}

impl Walk<'_> {
    /// Says which statement of the rule is executed from now on; which one it was.
    pub fn enter(&mut self, stmt: &Stmt) -> Option<*const Stmt> {
        let depth = self.scope.depth;
        let notes = self.notes.as_mut().filter(|_| depth == 0)?;
        let around = notes.current.replace(std::ptr::from_ref(stmt));
        notes.touch();
        around
    }

    pub fn leave_to(&mut self, around: Option<*const Stmt>) {
        let depth = self.scope.depth;
        if let Some(notes) = self.notes.as_mut().filter(|_| depth == 0) {
            notes.current = around;
        }
    }

    pub fn note_reads(&mut self, offsets: impl IntoIterator<Item = u32>) {
        if let Some(notes) = &mut self.notes {
            for offset in offsets {
                let address = notes.address(self.layout, offset);
                if let Some(touch) = notes.touch() {
                    touch.reads.extend(address);
                }
            }
        }
    }

    pub fn note_write(&mut self, offset: u32) {
        if let Some(notes) = &mut self.notes {
            let address = notes.address(self.layout, offset);
            if let Some(touch) = notes.touch() {
                touch.writes.extend(address);
            }
        }
    }

    /// A reference of the rule is followed, or bound.
    pub fn note_reference(&mut self, local: LocalId, is_bound: bool) {
        let depth = self.scope.depth;
        if let Some(touch) = self
            .notes
            .as_mut()
            .filter(|_| depth == 0)
            .and_then(Notes::touch)
        {
            let set = if is_bound {
                &mut touch.writes
            } else {
                &mut touch.reads
            };
            set.insert(Address::Reference(local));
        }
    }

    /// What comes now is done by no statement.
    pub fn stop_noting(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.is_over = true;
        }
    }
}
