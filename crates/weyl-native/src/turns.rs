//! Machine code as the walk of turns asks it (`weyl_system`'s `turns`). Where anything fails, or a
//! failure would have to be reported, the whole state is given up.

use crate::code::{Code, TurnFn};
use crate::context::{Context, Offer, WORK_OF_TURNS, status};
use crate::executor::Native;
use std::slice::Iter;
use weyl_ir::layout::{ScalarShape, Shape};
use weyl_ir::{ProcessKind, RuleId};
use weyl_system::{Batch, Fault, FaultKind, Moment, Program, Stepper, Transition, Tried, Turns};

/// Steps of one turn that are not given up.
const MAX_DEPTH: usize = 1 << 10;

/// A transition with its machine code.
#[derive(Clone, Copy, Debug)]
struct Command {
    transition: Transition,
    function: TurnFn,
}

impl AsRef<Transition> for Command {
    #[inline]
    fn as_ref(&self) -> &Transition {
        &self.transition
    }
}

/// A process that may be there: where its location is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    kind: usize,
    index: u32,
    offset: usize,
}

#[derive(Debug)]
struct Kind {
    location: ScalarShape,
    /// By location, in the order in which they are tried; `None` if one of them has no machine
    /// code.
    commands: Vec<Option<Vec<Command>>>,
}

/// Who can be there, by number, and what they do.
#[derive(Debug)]
pub(crate) struct Processes {
    count: (usize, ScalarShape),
    seats: Vec<Vec<Seat>>,
    kinds: Vec<Kind>,
}

/// The machine code did not come to an end.
pub(crate) struct GivenUp;

impl Processes {
    /// `None` if the processes of the model do not take turns, or do so by priority.
    pub fn new(program: &Program, code: &Code) -> Option<Processes> {
        let processes = program.model.processes();
        if processes.have_priorities() {
            return None;
        }
        let at = program.layout.variables[processes.count()?];
        let Shape::Scalar(count) = program.layout.shapes[at.shape] else {
            return None;
        };
        let numbers = processes.kinds().iter().enumerate();
        let kinds = numbers.map(|(number, kind)| Kind::new(program, code, number, kind));
        Some(Processes {
            count: (at.offset as usize, count),
            seats: seats(program, processes.kinds()),
            kinds: kinds.collect::<Option<_>>()?,
        })
    }

    fn count(&self, state: &[u8]) -> u32 {
        let (offset, scalar) = &self.count;
        let count = scalar.decode(scalar.load(state, *offset));
        count
            .and_then(|count| u32::try_from(count).ok())
            .unwrap_or(0)
    }

    /// Where a process is; `None` if there is none.
    #[inline]
    fn location(&self, seat: Seat, state: &[u8]) -> Option<usize> {
        let scalar = &self.kinds[seat.kind].location;
        let code = match scalar.width {
            1 => u64::from(state[seat.offset]),
            _ => scalar.load(state, seat.offset),
        };
        // Locations are numbered from 0, and there is one more code, for a process that is not
        // there.
        (code as usize).checked_sub(usize::from(scalar.undefinable))
    }
}

fn seats(program: &Program, kinds: &[ProcessKind]) -> Vec<Vec<Seat>> {
    let mut seats: Vec<Vec<Seat>> = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        let at = program.layout.variables[kind.location];
        let Shape::Array { len, stride, .. } = program.layout.shapes[at.shape] else {
            continue;
        };
        for index in 0..len {
            let process = kind.number_of(index) as usize;
            if seats.len() <= process {
                seats.resize(process + 1, Vec::new());
            }
            seats[process].push(Seat {
                kind: number,
                index,
                offset: (at.offset + index * stride) as usize,
            });
        }
    }
    seats
}

impl Kind {
    fn new(program: &Program, code: &Code, number: usize, kind: &ProcessKind) -> Option<Kind> {
        let at = program.layout.variables[kind.location];
        let Shape::Array { element, .. } = program.layout.shapes[at.shape] else {
            return None;
        };
        let Shape::Scalar(location) = program.layout.shapes[element] else {
            return None;
        };
        let command = |transition: &Transition| {
            Some(Command {
                transition: *transition,
                function: code.turns[transition.rule]?,
            })
        };
        let locations = program.turns[number].iter();
        let commands = locations.map(|rules| rules.iter().map(command).collect());
        Some(Kind {
            location,
            commands: commands.collect(),
        })
    }
}

impl Native<'_> {
    /// Replaces the content of the batch by every turn from a state; `false` if the interpreter
    /// must do it.
    pub(crate) fn take_turns(&mut self, state: &[u8], batch: &mut Batch) -> bool {
        batch.clear();
        self.context.work = WORK_OF_TURNS;
        let Some(processes) = &self.shared.processes else {
            return false;
        };
        let running = Running {
            processes,
            context: &mut self.context,
            next: &mut self.states[..state.len()],
        };
        let turns = Turns::new(running, &mut self.room, batch);
        turns.of_everybody(state).is_ok()
    }
}

/// Machine code that takes turns.
struct Running<'r> {
    processes: &'r Processes,
    context: &'r mut Context,
    /// The state that a step leads to.
    next: &'r mut [u8],
}

impl<'r> Stepper for Running<'r> {
    type Process = &'r Seat;
    type Command = &'r Command;
    type Commands = Iter<'r, Command>;
    /// The message that is on offer.
    type Kept = Option<Offer>;
    type Step = RuleId;
    type GivenUp = GivenUp;

    #[inline]
    fn process_count(&self, moment: &Moment<'_, Self>) -> u32 {
        self.processes.count(moment.state)
    }

    #[inline]
    fn process(&self, number: u32, moment: &Moment<'_, Self>) -> Option<&'r Seat> {
        let mut seats = self.processes.seats.get(number as usize)?.iter();
        let is_there = |seat: &&Seat| self.processes.location(**seat, moment.state).is_some();
        seats.find(is_there)
    }

    #[inline]
    fn commands(
        &self,
        seat: &'r Seat,
        moment: &Moment<'_, Self>,
    ) -> Result<Iter<'r, Command>, GivenUp> {
        let kind = &self.processes.kinds[seat.kind];
        let location = self.processes.location(*seat, moment.state);
        match location.and_then(|at| kind.commands.get(at)) {
            Some(Some(commands)) => Ok(commands.iter()),
            Some(None) => Err(GivenUp),
            None => Ok(Iter::default()),
        }
    }

    /// Processes with priorities are left to the interpreter.
    #[inline]
    fn priority(&self, _: &'r Seat) -> Option<i128> {
        None
    }

    /// There is no machine code for a guard alone, and nobody asks where there are no priorities.
    fn is_enabled(
        &mut self,
        _: &'r Command,
        _: &'r Seat,
        _: &Moment<'_, Self>,
    ) -> Result<Result<bool, Box<Fault>>, GivenUp> {
        Err(GivenUp)
    }

    #[inline]
    fn fire(
        &mut self,
        command: &'r Command,
        seat: &'r Seat,
        moment: &Moment<'_, Self>,
    ) -> Result<Tried, GivenUp> {
        self.context.timeout = i64::from(moment.timeout);
        match moment.kept {
            Some(Some(offer)) => self.context.offer = *offer,
            Some(None) | None => self.context.offer.channel = 0,
        }
        let (source, target) = (moment.state.as_ptr(), self.next.as_mut_ptr());
        let context: *mut Context = self.context;
        let actor = i64::from(seat.index);
        // SAFETY: both states have the layout's size and are not the same buffer; the context
        // points to layout and channels, which are alive; the process is there, so its number
        // belongs to the sort.
        let fired = unsafe { (command.function)(context, source, target, actor) };
        match fired {
            status::DONE => Ok(Tried::Fired),
            status::DISABLED | status::INFEASIBLE | status::EXCLUDED => Ok(Tried::Not),
            _ => Err(GivenUp),
        }
    }

    /// Machine code reads the state of the moment, and writes another one.
    #[inline]
    fn come_back(&mut self, _: &Moment<'_, Self>) {}

    #[inline]
    fn has_offer(&self) -> bool {
        self.context.offer.channel != 0
    }

    #[inline]
    fn state(&self) -> &[u8] {
        self.next
    }

    #[inline]
    fn keep(&self) -> Option<Offer> {
        self.has_offer().then_some(self.context.offer)
    }

    #[inline]
    fn sees_comparisons(&self) -> bool {
        false
    }

    #[inline]
    fn compare(&self, _: Option<&Option<Offer>>) {}

    #[inline]
    fn step(&mut self, command: &'r Command, _: &'r Seat) -> RuleId {
        command.transition.rule
    }

    #[inline]
    fn rule_of(step: &RuleId) -> RuleId {
        *step
    }

    /// A failure would have been given up.
    #[inline]
    fn failures(_: &[RuleId]) -> Vec<(usize, Fault)> {
        Vec::new()
    }

    #[inline]
    fn report(&mut self, _: &[RuleId]) {}

    #[inline]
    fn take_back(&mut self, _: usize) {}

    fn blame(&self, _: RuleId, _: FaultKind) -> Result<Box<Fault>, GivenUp> {
        Err(GivenUp)
    }

    #[inline]
    fn go_deeper(&mut self, steps: usize) -> Result<(), GivenUp> {
        self.context.work -= 1;
        if steps < MAX_DEPTH && self.context.work > 0 {
            Ok(())
        } else {
            Err(GivenUp)
        }
    }
}
