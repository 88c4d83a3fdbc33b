//! Processes that take turns, as the interpreter lets them (`weyl_system`'s `interpreter/turns.rs`), with guards and bodies
//! in machine code. Where anything fails, or a failure would have to be reported, the whole state is given up.

use crate::code::{Code, TurnFn};
use crate::context::{Context, Offer, WORK, status};
use crate::executor::Native;
use std::mem;
use weyl_ir::layout::{ScalarShape, Shape};
use weyl_ir::{ProcessKind, RuleId, Then, Turn};
use weyl_system::{Batch, Firing, Program};

/// Steps of one turn that are not given up.
const MAX_DEPTH: usize = 1 << 10;

/// A rule with what decides whether it is tried.
#[derive(Clone, Copy, Debug)]
struct Command {
    id: RuleId,
    turn: Turn,
    receives: bool,
    function: TurnFn,
}

/// A process that may be there: where its location is said.
#[derive(Clone, Copy, Debug)]
struct Seat {
    kind: usize,
    index: u32,
    offset: usize,
}

#[derive(Debug)]
struct Kind {
    location: ScalarShape,
    /// By location, in the order in which they are tried; `None` if one of them has no machine code.
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
struct GivenUp;

type Answer<T> = Result<T, GivenUp>;

/// A state at the beginning of a turn or inside it.
#[derive(Clone, Copy)]
struct Moment<'s> {
    state: &'s [u8],
    offer: Option<&'s Offer>,
    before: Option<&'s Moment<'s>>,
    depth: usize,
}

impl Moment<'_> {
    /// Whether the acting process was here before in this turn.
    fn has_seen(&self, state: &[u8]) -> bool {
        let is_inside = self.before.is_some() && self.offer.is_none();
        is_inside && self.state == state || self.before.is_some_and(|before| before.has_seen(state))
    }
}

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

    fn count(&self, state: &[u8]) -> usize {
        let (offset, scalar) = &self.count;
        let count = scalar.decode(scalar.load(state, *offset));
        count
            .and_then(|count| usize::try_from(count).ok())
            .unwrap_or(0)
    }

    /// The process with a number, and its location.
    fn process(&self, number: usize, state: &[u8]) -> Option<(Seat, usize)> {
        let seats = self.seats.get(number)?.iter();
        seats
            .filter_map(|seat| {
                let location = self.location(*seat, state)?;
                Some((*seat, location))
            })
            .next()
    }

    #[inline]
    fn location(&self, seat: Seat, state: &[u8]) -> Option<usize> {
        let scalar = &self.kinds[seat.kind].location;
        let code = match scalar.width {
            1 => u64::from(state[seat.offset]),
            _ => scalar.load(state, seat.offset),
        };
        // Locations are numbered from 0, and there is one more code, for a process that is not there.
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
            let process = (kind.first + index) as usize;
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
        let command = |id: &RuleId| {
            Some(Command {
                id: *id,
                turn: program.model.rules[*id].turn?,
                receives: program.receivers[*id],
                function: code.turns[*id]?,
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
    /// Replaces the content of the batch by every turn from a state; `false` if the interpreter must do it.
    pub(crate) fn take_turns(&mut self, state: &[u8], batch: &mut Batch) -> bool {
        batch.clear();
        self.context.work = WORK;
        let Some(processes) = &self.shared.processes else {
            return false;
        };
        let moment = Moment {
            state,
            offer: None,
            before: None,
            depth: 0,
        };
        let mut walk = Walk {
            processes,
            context: &mut self.context,
            next: &mut self.states[..state.len()],
            spare: &mut self.spare,
            path: &mut self.path,
            batch,
            is_circular: false,
        };
        for timeout in [0, 1] {
            walk.context.timeout = timeout;
            walk.path.clear();
            match walk.anybody_moves(&moment, None) {
                // A process that goes in circles, while nobody else can move, is an error.
                Ok(true) => return !(walk.is_circular && walk.batch.is_empty()),
                Ok(false) => {}
                Err(GivenUp) => return false,
            }
        }
        true
    }
}

/// The turns from one state.
struct Walk<'w> {
    processes: &'w Processes,
    context: &'w mut Context,
    /// The state that a step leads to.
    next: &'w mut [u8],
    /// Buffers for the states inside a turn.
    spare: &'w mut Vec<Vec<u8>>,
    /// The rules of the turn at hand.
    path: &'w mut Vec<RuleId>,
    batch: &'w mut Batch,
    /// Whether a process came back to where it was in its turn.
    is_circular: bool,
}

impl Walk<'_> {
    /// Whether some process other than the given one can make a step.
    fn anybody_moves(&mut self, moment: &Moment<'_>, except: Option<(usize, u32)>) -> Answer<bool> {
        let mut moves = false;
        for number in (0..self.processes.count(moment.state)).rev() {
            if let Some((seat, location)) = self.processes.process(number, moment.state)
                && Some((seat.kind, seat.index)) != except
            {
                moves |= self.moves(seat, location, moment)?;
            }
        }
        Ok(moves)
    }

    /// Tries all rules of a process; whether it can make a step.
    fn moves(&mut self, seat: Seat, location: usize, moment: &Moment<'_>) -> Answer<bool> {
        let processes = self.processes;
        let commands = match processes.kinds[seat.kind].commands.get(location) {
            Some(Some(commands)) => commands,
            Some(None) => return Err(GivenUp),
            None => return Ok(false),
        };
        let mut level = None;
        let mut groups = Groups::default();
        for command in commands {
            let own = command.turn;
            if level.is_some_and(|level| level != own.level) {
                break;
            }
            let is_decided = own.group.is_some_and(|group| groups.contains(group));
            let is_open = !(is_decided || own.otherwise && level.is_some());
            let takes_offers = moment.offer.is_none() || command.receives;
            if is_open && takes_offers && self.step(command, seat, moment)? {
                level = Some(own.level);
                if let Some(group) = own.group {
                    groups.insert(group);
                }
            }
        }
        Ok(level.is_some())
    }

    /// Tries one rule of a process; whether it could fire.
    fn step(&mut self, command: &Command, seat: Seat, moment: &Moment<'_>) -> Answer<bool> {
        match moment.offer {
            Some(offer) => self.context.offer = *offer,
            None => self.context.offer.channel = 0,
        }
        let (source, target) = (moment.state.as_ptr(), self.next.as_mut_ptr());
        let context: *mut Context = self.context;
        let actor = i64::from(seat.index);
        // SAFETY: both states have the layout's size and are not the same buffer; the context points to layout and
        // channels, which are alive; the process is there, so its number belongs to the sort.
        let fired = unsafe { (command.function)(context, source, target, actor) };
        match fired {
            status::DONE => {}
            status::DISABLED | status::INFEASIBLE | status::EXCLUDED => return Ok(false),
            _ => return Err(GivenUp),
        }
        let known = self.path.len();
        self.path.push(command.id);
        // Whoever could wait no longer has moved: the rest of the turn sees no timeout.
        let timeout = mem::take(&mut self.context.timeout);
        let came_about = self.go_on(command, seat, moment);
        self.context.timeout = timeout;
        self.path.truncate(known);
        came_about
    }

    /// What follows a step: an answer to its offer, more steps of the same process, or the end of the turn. Whether
    /// the step came about.
    fn go_on(&mut self, command: &Command, seat: Seat, before: &Moment<'_>) -> Answer<bool> {
        let has_offer = self.context.offer.channel != 0;
        if !has_offer && command.turn.then == Then::Anybody {
            self.emit();
            return Ok(true);
        }
        if has_offer && command.turn.group.is_some() || before.depth == MAX_DEPTH {
            return Err(GivenUp);
        }
        if !has_offer && before.has_seen(self.next) {
            self.is_circular = true;
            return Ok(true);
        }
        let mut kept = self.spare.pop().unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(self.next);
        let offer = has_offer.then_some(self.context.offer);
        let moment = Moment {
            state: &kept,
            offer: offer.as_ref(),
            before: Some(before),
            depth: before.depth + 1,
        };
        let came_about = match has_offer {
            true => self.anybody_moves(&moment, Some((seat.kind, seat.index))),
            false => self.goes_on_alone(command, seat, &moment).map(|()| true),
        };
        self.spare.push(kept);
        came_about
    }

    /// More steps of the same process, or the end of its turn where it can't make any.
    fn goes_on_alone(&mut self, command: &Command, seat: Seat, moment: &Moment<'_>) -> Answer<()> {
        if let Some(location) = self.processes.location(seat, moment.state)
            && self.moves(seat, location, moment)?
        {
            return Ok(());
        }
        if command.turn.then == Then::ItselfSurely {
            return Err(GivenUp);
        }
        self.next.copy_from_slice(moment.state);
        self.emit();
        Ok(())
    }

    /// The next state ends the turn.
    fn emit(&mut self) {
        self.batch.note_rules(self.path.iter().skip(1).copied());
        let firing = Firing {
            rule: self.path.first().copied().unwrap_or(RuleId::from_u32(0)),
            instance: self.batch.len() as u64,
        };
        self.batch.push_state(firing, self.next);
    }
}

/// A small set of groups.
#[derive(Default)]
struct Groups {
    first: Option<u32>,
    others: Vec<u32>,
}

impl Groups {
    fn contains(&self, group: u32) -> bool {
        self.first == Some(group) || self.others.contains(&group)
    }

    fn insert(&mut self, group: u32) {
        match self.first {
            None => self.first = Some(group),
            Some(_) => self.others.push(group),
        }
    }
}
