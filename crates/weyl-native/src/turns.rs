//! Machine code as the walk of turns asks it (`weyl_system`'s `turns`). Where anything fails, or a
//! failure would have to be reported, the whole state is given up.

use crate::code::{Code, Departure, MovesFn, TurnFn};
use crate::context::{Context, KeptOffer, WORK_OF_TURNS, status};
use crate::executor::Native;
use std::slice::Iter;
use weyl_ir::layout::{ScalarShape, Shape};
use weyl_ir::{ProcessKind, RuleId};
use weyl_system::{
    AtOnce, Batch, Fault, FaultKind, Moment, Program, Stepper, Transition, Tried, Turns,
};

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
    /// By the code of the location.
    ways: Vec<Way>,
    /// By location, whether a message is taken there.
    receives: Vec<bool>,
}

/// How a process at a location begins its turns.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// It is not there.
    Absent,
    /// The walk has to find out.
    Walk,
    Stays,
    /// All its turns are single steps, so many at most, in one call.
    Steps {
        function: MovesFn,
        most: usize,
    },
}

/// Who can be there, by number, and what they do.
#[derive(Debug)]
pub(crate) struct Processes {
    count: (usize, ScalarShape),
    seats: Vec<Vec<Seat>>,
    kinds: Vec<Kind>,
    /// The most steps that one call makes.
    pub most: usize,
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
        let kinds = kinds.collect::<Option<Vec<Kind>>>()?;
        let ways = kinds.iter().flat_map(|kind| &kind.ways);
        let most = ways.filter_map(|way| match way {
            Way::Steps { most, .. } => Some(*most),
            Way::Absent | Way::Walk | Way::Stays => None,
        });
        Some(Processes {
            count: (at.offset as usize, count),
            seats: seats(program, processes.kinds()),
            most: most.max().unwrap_or(0),
            kinds,
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
        let kind = &self.kinds[seat.kind];
        // Locations are numbered from 0, and there is one more code, for a process that is not
        // there.
        let code = kind.code(seat, state);
        code.checked_sub(usize::from(kind.location.undefinable))
    }

    /// How the process of a number begins its turns, and its number in its kind.
    #[inline]
    fn beginning(&self, number: u32, state: &[u8]) -> (u32, Way) {
        let seats = self.seats.get(number as usize);
        for seat in seats.into_iter().flatten() {
            let kind = &self.kinds[seat.kind];
            let way = kind.ways.get(kind.code(*seat, state));
            let way = way.copied().unwrap_or(Way::Walk);
            if !matches!(way, Way::Absent) {
                return (seat.index, way);
            }
        }
        (0, Way::Absent)
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
    /// The code of the location.
    #[inline]
    fn code(&self, seat: Seat, state: &[u8]) -> usize {
        match self.location.width {
            1 => usize::from(state[seat.offset]),
            _ => self.location.load(state, seat.offset) as usize,
        }
    }

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
        let receives = |transition: &Transition| transition.receives;
        let receives = locations.clone().map(|rules| rules.iter().any(receives));
        let commands = locations.map(|rules| rules.iter().map(command).collect());
        Some(Kind {
            location,
            commands: commands.collect(),
            ways: ways(program, code, number, &location),
            receives: receives.collect(),
        })
    }
}

fn ways(program: &Program, code: &Code, kind: usize, location: &ScalarShape) -> Vec<Way> {
    let way = |at: usize, transitions: &Vec<Transition>| {
        let departure = Departure { kind, location: at };
        let most = transitions.len();
        match code.moves.get(&departure) {
            Some(function) => Way::Steps {
                function: *function,
                most,
            },
            None if most == 0 => Way::Stays,
            None => Way::Walk,
        }
    };
    let locations = program.turns[kind].iter().enumerate();
    let ways = locations.map(|(at, transitions)| way(at, transitions));
    let absent = location.undefinable.then_some(Way::Absent);
    absent.into_iter().chain(ways).collect()
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
            next: &mut self.next,
            rules: &mut self.instances,
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
    /// Room for the rules of the steps of a process.
    rules: &'r mut [u64],
}

/// Room for steps that machine code makes.
struct Place {
    /// Bytes of a state.
    size: usize,
    /// Behind the last number of a rule that there is room for.
    end: *const u64,
}

impl Running<'_> {
    /// Makes room for so many steps at least.
    fn begin_steps(&mut self, (most, size): (usize, usize), batch: &mut Batch) -> Place {
        let most = most.max(FEW_STEPS).min(self.rules.len());
        self.context.cursor = batch.room(most * size).as_mut_ptr();
        self.context.instances = self.rules.as_mut_ptr();
        Place {
            size,
            end: self.rules[most..].as_ptr(),
        }
    }

    /// Adds what was written to the batch; how many steps these are.
    fn end_steps(&mut self, place: &Place, batch: &mut Batch) -> usize {
        let count = (self.context.instances.addr() - self.rules.as_ptr().addr()) / 8;
        let rules = self.rules[..count].iter();
        let rules = rules.map(|rule| RuleId::from_u32(*rule as u32));
        batch.add_turns(place.size, rules);
        count
    }

    /// Adds all steps of processes below a number, from the last one down to one that is left to
    /// the walk.
    fn steps(
        &mut self,
        below: u32,
        moment: &Moment<'_, Self>,
        batch: &mut Batch,
    ) -> Result<AtOnce, GivenUp> {
        let (processes, state) = (self.processes, moment.state);
        let is_told_whose = batch.agrees_to_part();
        let (mut left, mut count) = (below, 0);
        let mut place = self.begin_steps((0, state.len()), batch);
        self.context.timeout = i64::from(moment.timeout);
        self.context.offer.channel = 0;
        while let Some(number) = left.checked_sub(1) {
            let (seat, way) = processes.beginning(number, state);
            match way {
                Way::Walk => break,
                Way::Steps { function, most } => {
                    assert!(most <= self.rules.len());
                    if place.end.addr() - self.context.instances.addr() < 8 * most {
                        count += self.end_steps(&place, batch);
                        place = self.begin_steps((most, state.len()), batch);
                    }
                    let context: *mut Context = self.context;
                    // SAFETY: the state has the layout's size, and so has each of the places that
                    // there is room for; there are as many of them, and of numbers, as the function
                    // writes at most. The context points to layout and channels, which are alive;
                    // the process is there, so its number belongs to the sort.
                    let status = unsafe { function(context, state.as_ptr(), i64::from(seat)) };
                    match status {
                        status::DONE => {}
                        status::OFFERS => break,
                        _ => return Err(GivenUp),
                    }
                }
                Way::Absent | Way::Stays => {}
            }
            left = number;
            if is_told_whose && !matches!(way, Way::Absent) {
                count += self.end_steps(&place, batch);
                place = self.begin_steps((0, state.len()), batch);
                batch.end_turns_of(number);
            }
        }
        count += self.end_steps(&place, batch);
        Ok(AtOnce {
            left,
            moves: count > 0,
        })
    }
}

/// Steps that there is room for at least.
const FEW_STEPS: usize = 8;

impl<'r> Stepper for Running<'r> {
    type Process = &'r Seat;
    type Command = &'r Command;
    type Commands = Iter<'r, Command>;
    /// The message that is on offer.
    type Kept = KeptOffer;
    type Step = RuleId;
    type GivenUp = GivenUp;

    #[inline]
    fn process_count(&self, moment: &Moment<'_, Self>) -> u32 {
        self.processes.count(moment.state)
    }

    #[inline]
    fn process(&self, number: u32, moment: &Moment<'_, Self>) -> Option<&'r Seat> {
        let seats = self.processes.seats.get(number as usize)?;
        for seat in seats {
            if let Some(location) = self.processes.location(*seat, moment.state) {
                let receives = &self.processes.kinds[seat.kind].receives;
                let has_part = !moment.has_offer || receives.get(location) == Some(&true);
                return has_part.then_some(seat);
            }
        }
        None
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

    #[inline]
    fn move_at_once(
        &mut self,
        below: u32,
        moment: &Moment<'_, Self>,
        batch: &mut Batch,
    ) -> Result<AtOnce, GivenUp> {
        if batch.cut().is_some() {
            return Ok(AtOnce {
                left: 0,
                moves: false,
            });
        }
        self.steps(below, moment, batch)
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
        self.context.offer.restore(moment.kept);
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
    fn keep(&self) -> KeptOffer {
        self.context.offer.keep()
    }

    #[inline]
    fn sees_comparisons(&self) -> bool {
        false
    }

    #[inline]
    fn compare(&self, _: Option<&KeptOffer>) {}

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
