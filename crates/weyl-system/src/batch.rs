//! Batches: the successors of one state, kept in buffers that are used again for the next.

use crate::Fault;
use crate::states::States;
use std::iter;
use std::ops::Range;
use weyl_ir::{PropertyId, RuleId};

/// Whether two states are equal, where most are not: sooner said in place than by a call. In which
/// word they differ can't be foreseen, so there is no branch for each.
#[inline(always)]
pub fn is_same(a: &[u8], b: &[u8]) -> bool {
    let (parts, rest) = a.as_chunks::<64>();
    let (other_parts, other_rest) = b.as_chunks::<64>();
    let (words, rest) = rest.as_chunks::<8>();
    let (other_words, other_rest) = other_rest.as_chunks::<8>();
    let differ = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b);
    let any = |a: &[[u8; 8]], b: &[[u8; 8]]| a.iter().zip(b).map(differ).fold(0, |a, b| a | b);
    let mut parts = parts.iter().zip(other_parts);
    a.len() == b.len()
        && parts.all(|(a, b)| any(a.as_chunks().0, b.as_chunks().0) == 0)
        && any(words, other_words) == 0
        && rest == other_rest
}

/// Which rule fired, with which parameters: `instance` is the number of the valuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Firing {
    pub rule: RuleId,
    pub instance: u64,
}

/// What a firing led to.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    State {
        state: &'a [u8],
        /// The step led to another state than the one it came from, though both have the same
        /// representative.
        is_other: bool,
    },
    Fault(&'a Fault),
    /// The rule fired, and led to a state that an assumption of the model excludes.
    Excluded,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    /// The number of the state in the buffers.
    State(u32),
    /// The number of the fault.
    Fault(u32),
    /// A failure that did not end the step, which has an entry of its own.
    Failure(u32),
    Excluded,
}

/// Why a batch is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The budget is spent.
    Spent,
    /// It would have taken more bytes than allowed.
    Memory,
}

/// How many of the steps there are in a batch whose reader has agreed to a part of them
/// ([`Batch::agree_to_part`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All: nobody looked for a part, or there is but one step.
    #[default]
    All,
    /// All: whatever part is taken, others may interfere with it.
    Interfering,
    /// All: whatever part is taken, a question sees it.
    Visible,
    /// Some steps that lead to states can wait, and were left out.
    Part,
}

/// How far a batch was filled.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    steps: usize,
    states: u32,
    faults: usize,
    later_rules: usize,
}

/// What was in a batch.
#[derive(Clone, Debug, Default)]
struct Whole {
    steps: Vec<(Firing, Entry)>,
    states: States,
}

#[derive(Clone, Debug, Default)]
pub struct Batch {
    steps: Vec<(Firing, Entry)>,
    states: States,
    faults: Vec<Fault>,
    /// States that stand for others than the one they came from, though they are equal to it;
    /// ascending.
    others: Vec<u32>,
    later_rules: Vec<RuleId>,
    hits: Vec<(Firing, PropertyId)>,
    /// Whether whoever reads it does with a part of the steps.
    agrees_to_part: bool,
    /// For each process by number where its steps end, in the order of the steps.
    turns: Vec<(u32, usize)>,
    extent: Extent,
    /// All steps and states, where some were left out of them and nothing else has changed.
    whole: Option<Whole>,
    /// Memory for the next one.
    spare: Whole,
    cut: Option<Cut>,
    max_bytes: Option<u64>,
    /// Bytes that whoever fills it has allocated for that.
    scratch: usize,
}

impl Batch {
    #[inline]
    pub fn clear(&mut self) {
        self.later_rules.clear();
        self.hits.clear();
        self.steps.clear();
        self.states.clear();
        self.faults.clear();
        self.others.clear();
        self.turns.clear();
        self.extent = Extent::All;
        self.forget_whole();
        self.cut = None;
    }

    /// Whether whoever fills it from now on may leave out steps that can wait.
    pub fn agree_to_part(&mut self, agrees: bool) {
        self.agrees_to_part = agrees;
    }

    pub fn agrees_to_part(&self) -> bool {
        self.agrees_to_part
    }

    /// Empty, and never of more bytes.
    pub fn within(bytes: u64) -> Batch {
        Batch {
            max_bytes: Some(bytes),
            ..Batch::default()
        }
    }

    /// How many bytes it may take from now on.
    pub fn limit(&mut self, bytes: Option<u64>) {
        self.max_bytes = bytes;
    }

    /// Ends the batch before its time; what is in it means nothing.
    pub fn cut_off(&mut self, cut: Cut) {
        self.cut.get_or_insert(cut);
    }

    /// Bytes that are allocated for steps and states.
    pub fn bytes(&self) -> usize {
        let whole = self.whole.as_ref().unwrap_or(&self.spare);
        let steps = self.steps.capacity() + whole.steps.capacity();
        let states = self.states.allocated() + whole.states.allocated();
        states + steps * size_of::<(Firing, Entry)>() + self.scratch
    }

    /// Whoever fills the batch is about to have so many bytes for that; if this is too much, the
    /// batch is cut off.
    pub fn admits_scratch(&mut self, bytes: usize) -> bool {
        let used = self.states.len() + bytes;
        if self.max_bytes.is_some_and(|max| used as u64 > max) {
            self.cut_off(Cut::Memory);
            return false;
        }
        self.scratch = self.scratch.max(bytes);
        true
    }

    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Whether there is room for one more step.
    #[inline]
    fn admits(&mut self, state: usize) -> bool {
        let bytes = self.states.len() + state + self.steps.len() * size_of::<(Firing, Entry)>();
        if self.max_bytes.is_some_and(|max| bytes as u64 > max) {
            self.cut_off(Cut::Memory);
        }
        self.cut.is_none()
    }

    #[inline]
    pub fn push_state(&mut self, firing: Firing, state: &[u8]) {
        if !self.admits(state.len()) {
            return;
        }
        let number = self.states.count();
        self.states.push(state);
        self.steps.push((firing, Entry::State(number)));
    }

    /// Room for states behind those that are there. Whoever writes some says so by
    /// [`Batch::add_written`].
    #[inline]
    pub fn room(&mut self, bytes: usize) -> &mut [u8] {
        self.states.room(bytes)
    }

    /// States of a size were written into the room, one for each of the firings.
    #[inline]
    pub fn add_written(&mut self, size: usize, firings: impl ExactSizeIterator<Item = Firing>) {
        let (first, count) = (self.states.count(), firings.len());
        if count > 0 {
            self.states.add(count, size);
            self.steps.reserve(count);
            for (number, firing) in (first..).zip(firings) {
                self.steps.push((firing, Entry::State(number)));
            }
            self.admits(0);
        }
    }

    /// The same where the instance of a firing is its place in the batch.
    #[inline]
    pub fn add_turns(&mut self, size: usize, rules: impl ExactSizeIterator<Item = RuleId>) {
        let mut instance = self.steps.len() as u64;
        let firings = rules.map(|rule| {
            instance += 1;
            Firing {
                rule,
                instance: instance - 1,
            }
        });
        self.add_written(size, firings);
    }

    /// Replaces each state by another that stands for it; `replace` says whether that may be
    /// another one. `source` is the state that all steps came from.
    pub fn replace_states(
        &mut self,
        source: Option<&[u8]>,
        mut replace: impl FnMut(&mut [u8]) -> bool,
    ) {
        self.forget_whole();
        let is_source = |state: &[u8]| source.is_some_and(|source| is_same(source, state));
        for (number, state) in (0..).zip(self.states.each_mut()) {
            let was_source = is_source(state);
            if replace(state) && !was_source && is_source(state) {
                self.others.push(number);
            }
        }
    }

    pub fn push_fault(&mut self, firing: Firing, fault: &Fault) {
        if fault.is_interruption() {
            return self.cut_off(Cut::Spent);
        }
        if !self.admits(size_of::<Fault>()) {
            return;
        }
        let entry = Entry::Fault(self.keep(fault.clone()));
        self.steps.push((firing, entry));
    }

    fn keep(&mut self, fault: Fault) -> u32 {
        self.faults.push(fault);
        self.faults.len() as u32 - 1
    }

    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            steps: self.steps.len(),
            states: self.states.count(),
            faults: self.faults.len(),
            later_rules: self.later_rules.len(),
        }
    }

    /// Whether a step failed that was added since.
    #[inline]
    pub fn has_fault_since(&self, mark: Mark) -> bool {
        let is_fault = |(_, entry): &(Firing, Entry)| matches!(entry, Entry::Fault(_));
        self.faults.len() > mark.faults && self.steps[mark.steps..].iter().any(is_fault)
    }

    /// Takes out what was added since; states were not replaced meanwhile.
    pub fn take_back(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps);
        self.states.truncate(mark.states);
        self.faults.truncate(mark.faults);
        self.later_rules.truncate(mark.later_rules);
    }

    /// All steps since the last call begin with this process. Who wants no part does not ask.
    #[inline]
    pub fn end_turns_of(&mut self, process: u32) {
        if self.agrees_to_part {
            self.turns.push((process, self.steps.len()));
        }
    }

    /// For each process that begins steps its number, and the places of these steps.
    pub fn turns(&self) -> impl Iterator<Item = (u32, Range<usize>)> + Clone {
        let starts = iter::once(0).chain(self.turns.iter().map(|(_, end)| *end));
        let turns = starts.zip(&self.turns);
        turns.map(|(start, (process, end))| (*process, start..*end))
    }

    /// How many steps of some places lead to states.
    pub fn states_in(&self, places: Range<usize>) -> usize {
        let steps = self.steps[places].iter();
        let states = steps.filter(|(_, entry)| matches!(entry, Entry::State(_)));
        states.count()
    }

    /// Whether a step leads to a state.
    pub fn leads_to_state(&self, place: usize) -> bool {
        matches!(self.steps[place].1, Entry::State(_))
    }

    pub fn firing(&self, place: usize) -> Firing {
        self.steps[place].0
    }

    /// Why all steps are there.
    pub fn leave_out_nothing(&mut self, extent: Extent) {
        self.extent = extent;
    }

    /// Leaves out the steps that lead to states, but for those of some places. What fails stays.
    pub fn leave_out(&mut self, stays: impl Fn(usize) -> bool) {
        let mut whole = std::mem::take(&mut self.spare);
        whole.steps.clone_from(&self.steps);
        whole.states.clone_from(&self.states);
        self.whole = Some(whole);
        let (mut stored, mut place) = (0, 0);
        let states = &mut self.states;
        self.steps.retain_mut(|(_, entry)| {
            place += 1;
            let Entry::State(number) = entry else {
                return true;
            };
            let is_kept = stays(place - 1);
            if is_kept {
                states.copy_down(*number, stored);
                *number = stored;
                stored += 1;
            }
            is_kept
        });
        self.states.truncate(stored);
        self.turns.clear();
        self.extent = Extent::Part;
    }

    /// Takes back what [`Batch::leave_out`] did, if that can be: nothing has changed the states
    /// since.
    pub fn put_back(&mut self) -> bool {
        let Some(mut whole) = self.whole.take() else {
            return false;
        };
        std::mem::swap(&mut self.steps, &mut whole.steps);
        std::mem::swap(&mut self.states, &mut whole.states);
        self.spare = whole;
        true
    }

    /// The states that were left out, where that is known.
    pub fn left_out(&self) -> impl Iterator<Item = &[u8]> {
        let whole = self.whole.iter().flat_map(|whole| whole.states.each());
        // What stays is in the same order.
        let mut kept = self.states.each().peekable();
        whole.filter(move |state| kept.next_if_eq(state).is_none())
    }

    fn forget_whole(&mut self) {
        if let Some(whole) = self.whole.take() {
            self.spare = whole;
        }
    }

    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Something failed on the way of a step that goes on: what it leads to is pushed after it.
    pub fn push_failure(&mut self, firing: Firing, failure: Fault) {
        let entry = Entry::Failure(self.keep(failure));
        self.steps.push((firing, entry));
    }

    pub fn push_excluded(&mut self, firing: Firing) {
        if !self.admits(0) {
            return;
        }
        self.steps.push((firing, Entry::Excluded));
    }

    /// Rules that fired inside a step, after the one that the firing names.
    #[inline]
    pub fn note_rules(&mut self, rules: impl IntoIterator<Item = RuleId>) {
        self.later_rules.extend(rules);
    }

    /// All rules of [`Batch::note_rules`].
    pub fn later_rules(&self) -> &[RuleId] {
        &self.later_rules
    }

    /// Covers that a firing hits on its way, wherever it leads.
    #[inline]
    pub fn push_hits(&mut self, firing: Firing, hits: &[PropertyId]) {
        let hits = hits.iter().map(|property| (firing, *property));
        self.hits.extend(hits);
    }

    /// All of [`Batch::push_hits`].
    pub fn hits(&self) -> &[(Firing, PropertyId)] {
        &self.hits
    }

    /// Steps that fail in one of these ways count as leading to an excluded state; failures on the
    /// way are left out.
    pub fn exclude_faults(&mut self, is_unwanted: impl Fn(&Fault) -> bool) {
        self.forget_whole();
        let faults = &self.faults;
        let is_unwanted = |number: u32| is_unwanted(&faults[number as usize]);
        self.steps.retain(|(_, entry)| match entry {
            Entry::Failure(failure) => !is_unwanted(*failure),
            Entry::State(_) | Entry::Fault(_) | Entry::Excluded => true,
        });
        for (_, entry) in &mut self.steps {
            if matches!(entry, Entry::Fault(fault) if is_unwanted(*fault)) {
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

    /// The firings and the states that they lead to, if that is all that there is to say: nothing
    /// fails, and no state stands for another one.
    #[inline]
    pub fn plain(&self) -> Option<impl ExactSizeIterator<Item = (Firing, &[u8])> + Clone> {
        let size = self.states.size();
        let is_all = self.states.count() as usize == self.steps.len();
        let is_plain = is_all && self.others.is_empty() && size > 0;
        let states = self.states.all().chunks_exact(size.max(1));
        let firings = self.steps.iter().map(|(firing, _)| *firing);
        is_plain.then(|| firings.zip(states))
    }

    /// All states, one behind the other.
    pub fn states(&self) -> &[u8] {
        self.states.all()
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Firing, Outcome<'_>)> {
        let size = self.states.size();
        let states = self.states.all();
        self.steps.iter().map(move |(firing, entry)| {
            let outcome = match entry {
                Entry::State(number) => {
                    let at = *number as usize;
                    Outcome::State {
                        state: &states[at * size..(at + 1) * size],
                        is_other: self.others.binary_search(number).is_ok(),
                    }
                }
                Entry::Fault(fault) | Entry::Failure(fault) => {
                    Outcome::Fault(&self.faults[*fault as usize])
                }
                Entry::Excluded => Outcome::Excluded,
            };
            (*firing, outcome)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_the_same_if_all_bytes_are() {
        for len in 0..200 {
            let state = vec![7; len];
            assert!(is_same(&state, &state.clone()));
            assert!(!is_same(&state, &vec![7; len + 1]));
            for at in 0..len {
                let mut other = state.clone();
                other[at] = 6;
                assert!(!is_same(&state, &other), "{at} of {len}");
            }
        }
    }

    fn of(states: &[[u8; 2]]) -> Batch {
        let step = Firing {
            rule: RuleId::from_u32(0),
            instance: 0,
        };
        let mut batch = Batch::default();
        let mut states = states.iter();
        states
            .by_ref()
            .for_each(|state| batch.push_state(step, state));
        batch.push_excluded(step);
        batch
    }

    fn states(batch: &Batch) -> Vec<Vec<u8>> {
        let states = batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        states.collect()
    }

    #[test]
    fn what_was_left_out_can_be_put_back() {
        let all = [[1, 2], [3, 4], [5, 6], [3, 4]];
        for stays in 0..16usize {
            let mut batch = of(&all);
            batch.leave_out(|place| stays >> place & 1 == 1);
            let kept = (0..4).filter(|place| stays >> place & 1 == 1);
            let kept: Vec<Vec<u8>> = kept.map(|place: usize| all[place].to_vec()).collect();
            assert_eq!(states(&batch), kept);
            assert_eq!(
                (batch.len(), batch.left_out().count()),
                (kept.len() + 1, 4 - kept.len())
            );
            assert!(batch.put_back());
            assert_eq!(states(&batch), states(&of(&all)));
            assert_eq!((batch.len(), batch.left_out().count()), (5, 0));
            assert!(!batch.put_back());
        }
    }

    #[test]
    fn states_that_were_replaced_are_not_put_back() {
        let mut batch = of(&[[1, 2], [3, 4]]);
        batch.leave_out(|place| place == 0);
        batch.replace_states(None, |state| {
            state.reverse();
            true
        });
        assert!(!batch.put_back());
        assert_eq!(states(&batch), [[2, 1]]);
        batch.clear();
        assert!(!batch.put_back() && batch.left_out().count() == 0);
    }
}
