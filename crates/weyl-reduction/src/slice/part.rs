//! One rule in the making of a slice: which of its instances stay, which of its statements, and
//! why.
//!
//! An instance stays if it may write a kept slot. Of a rule that stays, statements stay that may
//! write a kept slot or a local that another one reads which stays, those that may end the step,
//! and whatever they stand in. All that a statement which stays reads is kept, and all that it may
//! write, so that nothing that is not kept is ever written; what initial rules write beside it is
//! taken back at their end. Locals are treated as if statements had no order (flow-insensitive
//! slicing; Weiser, *Program slicing*, 1984).

use super::outline::{Line, Outline};
use super::reason::{Kept, Reason, Step};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::SlotId;
use weyl_ir::structure::{Address, Touch, Touches};
use weyl_ir::{Rule, StmtKind};
use weyl_source::Span;

/// The kept slot for whose sake something stays; `None`: it stays in any case.
pub(super) type Cause = Option<SlotId>;

pub(super) struct Part<'m> {
    pub step: Step,
    pub rule: &'m Rule,
    pub outline: Outline<'m>,
    pub instances: &'m [Touches],
    /// For each instance, whether it stays.
    pub stays: Vec<Option<Cause>>,
    /// For each line of the outline.
    pub needed: Vec<Option<Cause>>,
    locals: BTreeMap<Address, Cause>,
    /// Whether what it writes and nobody needs can be taken back at its end: it begins with
    /// nothing, and comes to its end.
    pub takes_back: bool,
}

impl<'m> Part<'m> {
    pub fn new(
        step: Step,
        rule: &'m Rule,
        outline: Outline<'m>,
        instances: &'m [Touches],
    ) -> Part<'m> {
        let returns = |line: &Line<'_>| matches!(line.stmt.kind, StmtKind::Return);
        Part {
            step,
            rule,
            takes_back: matches!(step, Step::Start(_)) && !outline.lines.iter().any(returns),
            stays: vec![None; instances.len()],
            needed: vec![None; outline.lines.len()],
            outline,
            instances,
            locals: BTreeMap::new(),
        }
    }

    /// Makes an instance stay, if it can fire; whether that is new.
    pub fn stay(&mut self, instance: usize, cause: Cause) -> bool {
        let is_new = self.stays[instance].is_none() && self.instances[instance].fires;
        if is_new {
            self.stays[instance] = Some(cause);
        }
        is_new
    }

    pub fn stay_all(&mut self, cause: Cause) {
        for instance in 0..self.instances.len() {
            self.stay(instance, cause);
        }
    }

    /// One round; whether anything was new.
    pub fn advance(&mut self, kept: &mut Kept<'_>) -> bool {
        let mut is_new = false;
        let count = kept.count;
        for instance in 0..self.instances.len() {
            let writes = self.writes_kept(instance, kept);
            is_new |= writes.is_some_and(|slot| self.stay(instance, Some(slot)));
            if let Some(cause) = self.stays[instance] {
                self.keep_around(instance, cause, kept);
                is_new |= self.need_lines(instance, cause, kept);
                is_new |= self.keep_lines(instance, kept);
            }
        }
        is_new || kept.count > count
    }

    /// A kept slot that an instance may write, or where the process stands that it is a step of:
    /// whether others of the process can be made may depend on this one.
    fn writes_kept(&self, instance: usize, kept: &Kept<'_>) -> Option<SlotId> {
        let touches = &self.instances[instance];
        if self.stays[instance].is_some() || !touches.fires {
            return None;
        }
        let lines = self.outline.lines.iter();
        let written = lines.filter_map(|line| touches.of(line.stmt));
        let written = written.flat_map(|touch| &touch.writes);
        kept.first(written.chain(&touches.around.writes))
    }

    fn keep_around(&self, instance: usize, cause: Cause, kept: &mut Kept<'_>) {
        let span = self.guard_span();
        let touches = &self.instances[instance];
        if touches.is_unknown {
            kept.add_all(self.because(cause, span));
        }
        let Touch { reads, writes } = &touches.around;
        kept.add_slots(reads.iter().chain(writes), self.because(cause, span));
    }

    fn guard_span(&self) -> Span {
        let span = self.rule.guard.span;
        if span == Span::default() {
            self.rule.span
        } else {
            span
        }
    }

    fn because(&self, about: Cause, span: Span) -> Reason {
        let step = self.step;
        Reason::Decides { about, step, span }
    }

    /// Statements that stay for this instance; whether one is new.
    fn need_lines(&mut self, instance: usize, cause: Cause, kept: &Kept<'_>) -> bool {
        let touches = &self.instances[instance];
        let mut is_new = false;
        for (number, line) in self.outline.lines.iter().enumerate() {
            if self.needed[number].is_some() {
                continue;
            }
            let found = match touches.of(line.stmt) {
                Some(_) if line.stays => Some(cause),
                Some(touch) => self.writes_needed(touch, kept),
                None if touches.is_unknown => Some(cause),
                // It is never executed.
                None => None,
            };
            if let Some(cause) = found {
                is_new = true;
                for needed in self.outline.around(number).chain([number]) {
                    self.needed[needed].get_or_insert(cause);
                }
            }
        }
        is_new
    }

    /// For whose sake a statement stays that touches this.
    fn writes_needed(&self, touch: &Touch, kept: &Kept<'_>) -> Option<Cause> {
        let mut locals = touch.writes.iter().filter_map(|at| self.locals.get(at));
        let slot = kept.first(&touch.writes);
        slot.map(Some).or_else(|| locals.next().copied())
    }

    /// What statements that stay read and write in this instance; whether a local is new.
    fn keep_lines(&mut self, instance: usize, kept: &mut Kept<'_>) -> bool {
        let locals = self.locals.len();
        let touches = &self.instances[instance];
        for (line, needed) in self.outline.lines.iter().zip(&self.needed) {
            let Some((cause, touch)) = needed.zip(touches.of(line.stmt)) else {
                continue;
            };
            let Touch { reads, writes } = touch;
            let reason = self.because(cause, line.stmt.span);
            kept.add_slots(reads, reason);
            if !self.takes_back {
                kept.add_slots(writes, reason);
            }
            let read = reads.iter().filter(|at| !matches!(at, Address::Slot(_)));
            for at in read {
                self.locals.entry(*at).or_insert(cause);
            }
        }
        self.locals.len() > locals
    }

    /// What instances that stay write though nobody needs it.
    pub fn writes_beside(&self, is_kept: impl Fn(SlotId) -> bool) -> BTreeSet<SlotId> {
        let lines = self.outline.lines.iter().zip(&self.needed);
        let needed = lines.filter(|(_, needed)| needed.is_some());
        let touches = needed.flat_map(|(line, _)| {
            let instances = self.instances.iter().zip(&self.stays);
            let staying = instances.filter(|(_, stays)| stays.is_some());
            staying.filter_map(|(touches, _)| touches.of(line.stmt))
        });
        let written = touches.flat_map(|touch| &touch.writes);
        let slots = written.filter_map(|at| match at {
            Address::Slot(slot) => Some(*slot),
            Address::Local(_) | Address::Reference(_) => None,
        });
        slots.filter(|slot| !is_kept(*slot)).collect()
    }
}
