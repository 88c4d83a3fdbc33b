//! What the walk of turns asks of an executor.

use crate::{Batch, Fault, FaultKind, Transition};
use weyl_ir::RuleId;

/// A state at the beginning of a turn or inside it.
pub struct Moment<'s, S: Stepper + ?Sized> {
    pub state: &'s [u8],
    /// Whether nobody could do anything else. Whoever could wait no longer has moved: inside a turn
    /// there is none.
    pub timeout: bool,
    /// Whether a message on a rendezvous channel waits for somebody who takes it.
    pub has_offer: bool,
    /// What the executor kept beside the state; nothing at the beginning.
    pub kept: Option<&'s S::Kept>,
    pub(super) before: Option<&'s Moment<'s, S>>,
    /// How many steps led here.
    pub(super) depth: usize,
}

impl<'s, S: Stepper + ?Sized> Moment<'s, S> {
    /// The beginning of a turn.
    pub(super) fn first(state: &'s [u8], timeout: bool) -> Moment<'s, S> {
        Moment {
            state,
            timeout,
            has_offer: false,
            kept: None,
            before: None,
            depth: 0,
        }
    }
}

/// What became of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It can't fire, or there is no such step; nothing is left of the attempt.
    Not,
    Fired,
    Failed(Box<Fault>),
}

/// What became of processes that were to move without the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtOnce {
    /// Processes below this number are left, the last of them to the walk; nothing is left of an
    /// attempt of it.
    pub left: u32,
    /// Whether one of the others moves.
    pub moves: bool,
}

/// The primitive operations of an executor.
///
/// Whenever it is handed a moment, that is where it is. Guards change nothing; whoever lets a rule
/// fire makes what it led to a moment, or calls [`Stepper::come_back`].
pub trait Stepper {
    /// A process, wherever it is.
    type Process: Copy + Eq;
    /// A transition with what the executor knows about it.
    type Command: Copy + AsRef<Transition>;
    type Commands: Iterator<Item = Self::Command>;
    /// What belongs to a moment beside its state: the message that is on offer, and the like.
    type Kept;
    /// A step of a turn under way.
    type Step: Clone;
    /// Why it can't go on with the turns of this state at all.
    type GivenUp;

    fn process_count(&self, moment: &Moment<'_, Self>) -> u32;

    /// The process of a number, if there is one; where somebody has to take an offer, whoever can't
    /// may be left out.
    fn process(&self, number: u32, moment: &Moment<'_, Self>) -> Option<Self::Process>;

    /// The transitions that leave the location of a process, in the order in which they are tried;
    /// none if it is not there any more.
    fn commands(
        &self,
        process: Self::Process,
        moment: &Moment<'_, Self>,
    ) -> Result<Self::Commands, Self::GivenUp>;

    /// Adds all turns that processes below a number begin at the first moment of a turn to the
    /// batch, from the last one on as far as the executor can do this without the walk; the batch
    /// knows then whose they are.
    fn move_at_once(
        &mut self,
        below: u32,
        moment: &Moment<'_, Self>,
        batch: &mut Batch,
    ) -> Result<AtOnce, Self::GivenUp>;

    /// `None` for a process that waits for nobody.
    fn priority(&self, process: Self::Process) -> Option<i128>;

    /// Evaluates the guard.
    fn is_enabled(
        &mut self,
        command: Self::Command,
        process: Self::Process,
        moment: &Moment<'_, Self>,
    ) -> Result<Result<bool, Box<Fault>>, Self::GivenUp>;

    /// Evaluates the guard, and executes the body if it holds.
    fn fire(
        &mut self,
        command: Self::Command,
        process: Self::Process,
        moment: &Moment<'_, Self>,
    ) -> Result<Tried, Self::GivenUp>;

    /// Takes back what rules did since a moment.
    fn come_back(&mut self, moment: &Moment<'_, Self>);

    /// Whether the rule that has just fired made an offer.
    fn has_offer(&self) -> bool;

    /// The state that the rule which has just fired led to.
    fn state(&self) -> &[u8];

    /// What belongs to the present moment beside its state.
    fn keep(&self) -> Self::Kept;

    /// Whether somebody records what is looked at: then every comparison is made.
    fn sees_comparisons(&self) -> bool;

    /// The state is about to be compared with that of an earlier moment.
    fn compare(&self, earlier: Option<&Self::Kept>);

    /// The step that a rule has just made, or has failed to make.
    fn step(&mut self, command: Self::Command, process: Self::Process) -> Self::Step;

    fn rule_of(step: &Self::Step) -> RuleId;

    /// The assertions that failed in steps that went on, each with the number of steps up to it.
    fn failures(path: &[Self::Step]) -> Vec<(usize, Fault)>;

    /// The present state or what just failed is about to be handed over as the end of a path.
    fn report(&mut self, path: &[Self::Step]);

    /// So many of the paths that were handed over last are taken back.
    fn take_back(&mut self, paths: usize);

    /// What is wrong with the turn as a whole, seen at a rule.
    fn blame(&self, rule: RuleId, kind: FaultKind) -> Result<Box<Fault>, Self::GivenUp>;

    /// Whether a turn may have more steps than this, and a state more turns.
    fn go_deeper(&mut self, steps: usize) -> Result<(), Self::GivenUp>;
}
