//! Which processes a state is left with: a set of them with which no other one ever interferes
//! before one of the set has acted.
//!
//! Whoever is chosen brings along all who may interfere with what it may do where it is (a
//! *conflict closure*); of the sets that come of it, the one with the fewest steps is taken. It
//! depends on the state alone.

use super::conflicts::Condition;
use super::outlooks::{Futures, Outlooks};
use super::table::Table;
use std::ops::Range;
use weyl_system::{Batch, Extent};

/// Closures that are tried in one state.
const MOST_TRIALS: usize = 16;
/// SPIN has no more processes than that.
const MOST_MEMBERS: usize = 256;

/// Some of those who are there.
type Members = [u64; MOST_MEMBERS / 64];

fn contains(members: &Members, at: usize) -> bool {
    members[at / 64] >> (at % 64) & 1 == 1
}

fn insert(members: &mut Members, at: usize) {
    members[at / 64] |= 1 << (at % 64);
}

/// A process that is there.
#[derive(Clone, Copy, Debug)]
struct Member {
    point: usize,
    number: u32,
    future: usize,
    /// How many of its turns lead to states.
    states: usize,
    /// Whether it has turns, wherever they lead.
    moves: bool,
    /// Whom it brings along, if that is known.
    brings: Option<Members>,
}

/// A closed set.
#[derive(Clone, Copy, Debug)]
struct Closure {
    members: Members,
    /// How many of them have turns that lead to states, and how many such turns.
    movers: usize,
    steps: usize,
}

/// Memory for choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    members: Vec<Member>,
    outlooks: Outlooks,
    row: Futures,
    places: Vec<Range<usize>>,
}

impl Choice {
    /// Leaves out of a batch what can wait.
    pub fn reduce(&mut self, table: &Table, state: &[u8], batch: &mut Batch) {
        let turns = batch.turns().filter(|(_, places)| !places.is_empty());
        if turns.count() < 2 {
            return;
        }
        self.meet(table, state, batch);
        let movers = self.members.iter().filter(|one| one.states > 0).count();
        if movers < 2 || self.members.len() > MOST_MEMBERS {
            return;
        }
        match self.fewest(table, state, movers) {
            Ok(closure) => self.leave_out(&closure.members, batch),
            Err(extent) => batch.leave_out_nothing(extent),
        }
    }

    /// The closed set with the fewest steps, or why there is none.
    fn fewest(&mut self, table: &Table, state: &[u8], movers: usize) -> Result<Closure, Extent> {
        let mut best = Err(Extent::Interfering);
        let mut everybody = Members::default();
        let mut trials = 0;
        for start in 0..self.members.len() {
            if self.members[start].states == 0 || trials == MOST_TRIALS {
                continue;
            }
            trials += 1;
            let closure = self.close(table, state, start, &everybody);
            let Some(closure) = closure.filter(|closure| closure.movers < movers) else {
                insert(&mut everybody, start);
                continue;
            };
            if best
                .as_ref()
                .is_ok_and(|best: &Closure| closure.steps >= best.steps)
            {
                continue;
            }
            if self.is_visible(table, &closure) {
                best = best.or(Err(Extent::Visible));
                continue;
            }
            best = Ok(closure);
            if closure.steps == 1 {
                break;
            }
        }
        best
    }

    /// Who is there, and what it can do.
    fn meet(&mut self, table: &Table, state: &[u8], batch: &Batch) {
        self.members.clear();
        let members = &mut self.members;
        self.outlooks.present(table, state, |seat, point| {
            members.push(Member {
                point,
                number: table.seats.all[seat].number,
                future: 0,
                states: 0,
                moves: false,
                brings: None,
            });
        });
        for member in members {
            member.future = self.outlooks.at(table, member.point).future;
        }
        for (number, places) in batch.turns() {
            let mut members = self.members.iter_mut();
            if let Some(member) = members.find(|one| one.number == number) {
                member.moves |= !places.is_empty();
                member.states += batch.states_in(places);
            }
        }
    }

    /// Closes the set with one member under interference; `None` if it gets to one of those who
    /// bring along everybody.
    fn close(
        &mut self,
        table: &Table,
        state: &[u8],
        start: usize,
        everybody: &Members,
    ) -> Option<Closure> {
        let mut members = Members::default();
        insert(&mut members, start);
        let mut done = Members::default();
        while let Some(next) = (0..members.len()).find(|word| members[*word] != done[*word]) {
            let left = members[next] & !done[next];
            let member = 64 * next + left.trailing_zeros() as usize;
            insert(&mut done, member);
            let brings = self.brought_by(table, state, member);
            if brings
                .iter()
                .zip(everybody)
                .any(|(one, all)| one & all != 0)
            {
                return None;
            }
            members
                .iter_mut()
                .zip(brings)
                .for_each(|(all, more)| *all |= more);
        }
        let all = self.members.iter().enumerate();
        let chosen = all.filter(|(at, one)| one.states > 0 && contains(&members, *at));
        let (movers, steps) = chosen.fold((0, 0), |(movers, steps), (_, one)| {
            (movers + 1, steps + one.states)
        });
        Some(Closure {
            members,
            movers,
            steps,
        })
    }

    /// Who may interfere with what a member may do.
    fn brought_by(&mut self, table: &Table, state: &[u8], member: usize) -> Members {
        let own = self.members[member];
        if let Some(known) = own.brings {
            return known;
        }
        let futures = self.members.iter().map(|one| one.future);
        let row = self.outlooks.row(table, own.point, futures);
        self.row.become_copy_of(&row.always);
        for (condition, futures) in &row.sometimes {
            if holds(*condition, table, state, own.moves) {
                self.row.add(futures);
            }
        }
        let mut brings = Members::default();
        for (at, other) in self.members.iter().enumerate() {
            if at != member && self.row.contains(other.future) {
                insert(&mut brings, at);
            }
        }
        self.members[member].brings = Some(brings);
        brings
    }

    /// Whether a question may see what a set does, be it as a partner of an offer.
    fn is_visible(&mut self, table: &Table, closure: &Closure) -> bool {
        let mut members = self.members.iter().enumerate();
        let outlooks = &mut self.outlooks;
        members.any(|(at, one)| {
            contains(&closure.members, at)
                && outlooks.is_visible(table, one.point)
                && (one.moves || !outlooks.at(table, one.point).turn.takes.is_empty())
        })
    }

    fn leave_out(&mut self, chosen: &Members, batch: &mut Batch) {
        self.places.clear();
        for (number, places) in batch.turns() {
            let mut members = self.members.iter().enumerate();
            if members.any(|(at, one)| one.number == number && contains(chosen, at)) {
                self.places.push(places);
            }
        }
        let kept = &self.places;
        batch.leave_out(|place| kept.iter().any(|places| places.contains(&place)));
    }
}

fn holds(condition: Condition, table: &Table, state: &[u8], moves: bool) -> bool {
    let channel = |number: u32| &table.channels().all[number as usize];
    match condition {
        Condition::Always => true,
        Condition::Full(number) => channel(number).is_full(state),
        Condition::Empty(number) => channel(number).is_empty(state),
        Condition::Waiting => !moves,
    }
}
