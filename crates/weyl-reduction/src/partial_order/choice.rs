//! Which processes a state is left with: a set of them with which no other one ever interferes
//! before one of the set has acted.
//!
//! Whoever is chosen brings along all who may interfere with what it may do where it is (a
//! *conflict closure*); of the sets that come of it, the one with the fewest steps is taken. It
//! depends on the state alone.

use super::conflicts::Condition;
use super::table::Table;
use std::ops::Range;
use weyl_system::{Batch, Extent};

/// Closures that are tried in one state.
const MOST_TRIALS: usize = 16;

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
}

/// Memory for choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    members: Vec<Member>,
    /// For each member whom it brings along, if that is known.
    brings: Vec<Option<Vec<u32>>>,
    row: Vec<u64>,
    closure: Vec<bool>,
    left: Vec<usize>,
    places: Vec<Range<usize>>,
}

impl Choice {
    /// Leaves out of a batch what can wait.
    pub fn reduce(&mut self, table: &Table, state: &[u8], batch: &mut Batch) {
        self.meet(table, state, batch);
        let movers = self.members.iter().filter(|one| one.states > 0).count();
        if movers < 2 {
            return;
        }
        let mut extent = Extent::Interfering;
        let mut best: Option<(usize, Vec<bool>)> = None;
        let starts = (0..self.members.len()).filter(|at| self.members[*at].states > 0);
        for start in starts.take(MOST_TRIALS).collect::<Vec<usize>>() {
            self.close(table, state, start);
            let (chosen, steps) = self.weigh();
            if chosen == movers || best.as_ref().is_some_and(|(fewest, _)| *fewest <= steps) {
                continue;
            }
            if self.is_visible(table) {
                extent = Extent::Visible;
                continue;
            }
            best = Some((steps, self.closure.clone()));
            if steps == 1 {
                break;
            }
        }
        match best {
            None => batch.leave_out_nothing(extent),
            Some((_, closure)) => self.leave_out(&closure, batch),
        }
    }

    /// Who is there, and what it can do.
    fn meet(&mut self, table: &Table, state: &[u8], batch: &Batch) {
        self.members.clear();
        self.brings.clear();
        for (seat, point) in table.seats.present(state) {
            self.members.push(Member {
                point,
                number: table.seats.all[seat as usize].number,
                future: table.outlooks[point].future,
                states: 0,
                moves: false,
            });
        }
        for (number, places) in batch.turns() {
            let mut members = self.members.iter_mut();
            if let Some(member) = members.find(|one| one.number == number) {
                member.moves |= !places.is_empty();
                member.states += batch.states_in(places);
            }
        }
        self.brings.resize(self.members.len(), None);
    }

    /// Closes the set with one member under interference.
    fn close(&mut self, table: &Table, state: &[u8], start: usize) {
        self.closure.clear();
        self.closure.resize(self.members.len(), false);
        self.closure[start] = true;
        self.left.push(start);
        while let Some(member) = self.left.pop() {
            if self.brings[member].is_none() {
                self.brings[member] = Some(self.brought_by(table, state, member));
            }
            for other in self.brings[member].iter().flatten() {
                let other = *other as usize;
                if !self.closure[other] {
                    self.closure[other] = true;
                    self.left.push(other);
                }
            }
        }
    }

    /// Who may interfere with what a member may do.
    fn brought_by(&mut self, table: &Table, state: &[u8], member: usize) -> Vec<u32> {
        let own = self.members[member];
        let row = table.row(own.point);
        self.row.clear();
        self.row.extend_from_slice(&row.always);
        for (condition, futures) in &row.sometimes {
            let holds = match condition {
                Condition::Always => true,
                Condition::Full(channel) => table.channels.all[*channel as usize].is_full(state),
                Condition::Empty(channel) => table.channels.all[*channel as usize].is_empty(state),
                Condition::Waiting => !own.moves,
            };
            if holds {
                let words = self.row.iter_mut().zip(futures);
                words.for_each(|(all, more)| *all |= more);
            }
        }
        let others = (0..).zip(&self.members);
        let brought = others.filter(|(at, other)| {
            let word = self.row[other.future / 64];
            *at as usize != member && word >> (other.future % 64) & 1 == 1
        });
        brought.map(|(at, _)| at).collect()
    }

    /// How many of the closure have steps that lead to states, and how many such steps.
    fn weigh(&self) -> (usize, usize) {
        let chosen = self.members.iter().zip(&self.closure);
        let chosen = chosen.filter(|(one, is_in)| **is_in && one.states > 0);
        chosen.fold((0, 0), |(count, steps), (one, _)| {
            (count + 1, steps + one.states)
        })
    }

    /// Whether a question may see what the closure does, be it as a partner of an offer.
    fn is_visible(&self, table: &Table) -> bool {
        let members = self.members.iter().zip(&self.closure);
        let mut chosen = members.filter(|(_, is_in)| **is_in).map(|(one, _)| one);
        chosen.any(|one| {
            let is_partner = !table.outlooks[one.point].turn.takes.is_empty();
            (one.moves || is_partner) && table.is_visible(one.point)
        })
    }

    fn leave_out(&mut self, closure: &[bool], batch: &mut Batch) {
        self.places.clear();
        for (number, places) in batch.turns() {
            let mut members = self.members.iter().zip(closure);
            if members.any(|(one, is_in)| *is_in && one.number == number) {
                self.places.push(places);
            }
        }
        let kept = &self.places;
        batch.leave_out(|place| kept.iter().any(|places| places.contains(&place)));
    }
}
