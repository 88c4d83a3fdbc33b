//! When what a process may do later interferes with what another one may do now.
//!
//! Interference is asymmetric here, as in persistent sets (Godefroid, *Partial-order methods for
//! the verification of concurrent systems*, 1996, chapter 4): a process that stays is given with
//! the turns that it may begin where it is, possible or not; one that goes on without it with all
//! that it may ever do. They do not interfere if nothing of the latter changes whether, and with
//! what effect, something of the former is possible, and both commute where both are possible.

use super::channels::Channels;
use super::effects::Effects;
use weyl_ir::structure::SlotSet;

/// What decides, in a state, whether there is interference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Condition {
    Always,
    /// A channel is full: who receives makes room for who waits to send.
    Full(u32),
    /// A channel is empty: who sends has something for who waits to receive.
    Empty(u32),
    /// The process that stays can't move: it is at its end, and waits for those that are younger.
    Waiting,
}

/// When a turn is interfered with; at once if always.
pub(super) fn conditions(
    turn: &Effects,
    later: &Effects,
    channels: &Channels,
    count: &SlotSet,
) -> Vec<Condition> {
    if touch_the_same(turn, later)
        || channels_are_touched(turn, later, channels)
        || operations_collide(turn, later)
        || turn.ends && later.touches(count)
        || later.ends && turn.touches(count)
    {
        return vec![Condition::Always];
    }
    let received = later.receives.union(&later.picks);
    let full = received.filter(|channel| turn.sends.contains(channel));
    let empty = turn.receives.intersection(&later.sends);
    let full = full.map(|channel| Condition::Full(*channel));
    let empty = empty.map(|channel| Condition::Empty(*channel));
    let waiting = (turn.ends && later.ends).then_some(Condition::Waiting);
    full.chain(empty).chain(waiting).collect()
}

fn touch_the_same(turn: &Effects, later: &Effects) -> bool {
    later.touches(&turn.writes) || turn.reads.intersects(&later.writes)
}

/// Whether one operates on a channel at which the other looks in another way.
fn channels_are_touched(turn: &Effects, later: &Effects, channels: &Channels) -> bool {
    let slots = |channel: u32| &channels.all[channel as usize].slots;
    turn.operated().any(|channel| later.touches(slots(channel)))
        || later.operated().any(|channel| turn.touches(slots(channel)))
}

/// Two senders decide about the order of messages, two receivers about who gets which. Partners are
/// needed by whoever offers and takes. (A turn that picks a message touches the whole channel.)
fn operations_collide(turn: &Effects, later: &Effects) -> bool {
    let takes_away =
        |channel: &u32| later.receives.contains(channel) || later.picks.contains(channel);
    !turn.sends.is_disjoint(&later.sends)
        || turn.receives.iter().any(takes_away)
        || !turn.offers.is_disjoint(&later.takes)
        || !turn.takes.is_disjoint(&later.offers)
}
