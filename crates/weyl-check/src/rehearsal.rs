//! How much room the first states of a model need.
//!
//! What a state has room for costs bits in every state, needed or not. Most models create their processes and channels at
//! the beginning: a look at the first states, with one process or channel more each time, finds the least room that
//! they need. What is created later makes the real search start over with twice the room.

use crate::failure::Failure;
use crate::{Language, Request, Room, Text, load};
use weyl_explore::{Deadlock, Limits, Order, Progress, Storing, Task, explore};
use weyl_system::{Alarm, Interpreter, Program};

/// States that are looked at.
const STATES: u64 = 1_000;

pub(crate) fn room(
    text: &mut Text<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<Room, Failure> {
    if request.model.language == Language::Murphi {
        return Ok(Room::default());
    }
    let mut room = Room::least();
    loop {
        let loaded = load(text, &request.model, room)?;
        match next_room(&loaded.program, room, request, progress) {
            Some(larger) => room = larger,
            None => return Ok(room),
        }
    }
}

/// Room for a little more, if that is what ended the search.
fn next_room(
    program: &Program,
    room: Room,
    request: &Request,
    progress: &Progress,
) -> Option<Room> {
    let task = Task {
        invariants: Vec::new(),
        covers: Vec::new(),
        liveness: Vec::new(),
        deadlock: Deadlock::Off,
        keep_going: true,
        growing: room.growing(),
        order: Order::BreadthFirst,
        threads: 1,
        storing: Storing::Exact,
        limits: Limits {
            states: Some(STATES),
            ..request.limits
        },
        graph: false,
    };
    let alarm = Alarm {
        stop: &progress.stop,
        deadline: None,
    };
    let system = Interpreter::new(program).with_alarm(alarm);
    let found = explore(&system, program.model.rules.len(), &task, progress);
    progress.restart();
    let mut faults = found
        .violations
        .iter()
        .filter_map(|found| found.kind.fault());
    faults.find_map(|fault| room.one_more(fault))
}
