//! What a process may do in one turn, and what it may ever do, from each of its locations.

use super::effects::{Effects, Observed};
use super::seats::{Seat, Seats};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use weyl_budget::go_on;
use weyl_ir::structure::Footprint;
use weyl_ir::{RuleId, Then};

/// What may happen at a point, now and later.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlook {
    /// The turns that may begin there.
    pub turn: Effects,
    /// Which of the futures it has.
    pub future: usize,
}

/// What one process may do: for each location its outlook, and all its futures.
pub(super) struct Life {
    pub outlooks: Vec<Outlook>,
    pub futures: Vec<Effects>,
}

impl Life {
    /// Futures are numbered from `base` on. Nobody is created yet: see [`Life::add_children`].
    pub fn new<'f>(
        observed: &Observed,
        seat: &Seat,
        footprint: impl Fn(RuleId) -> &'f Footprint,
        base: usize,
    ) -> Life {
        let texts = Texts::new(observed, seat, footprint);
        let (futures, places) = texts.futures();
        let outlooks = (0..).zip(places).map(|(location, future)| Outlook {
            turn: texts.turn(observed, location),
            future: base + future,
        });
        Life {
            outlooks: outlooks.collect(),
            futures,
        }
    }

    /// All of it together.
    pub fn whole(&self) -> Effects {
        let mut whole = Effects::default();
        self.futures.iter().for_each(|future| whole.add(future));
        whole
    }

    /// Adds to its futures what those may do whom it may create.
    pub fn add_children(&mut self, owner: usize, seats: &Seats, wholes: &[Effects]) {
        for future in &mut self.futures {
            add_children(future, owner, seats, wholes);
        }
    }
}

/// Adds what those may do who are created: somebody writes where they are.
fn add_children(future: &mut Effects, owner: usize, seats: &Seats, wholes: &[Effects]) {
    let mut children: BTreeSet<usize> = moved(future, seats).collect();
    children.remove(&owner);
    let mut left: Vec<usize> = children.iter().copied().collect();
    while let Some(child) = left.pop() {
        future.add(&wholes[child]);
        left.extend(moved(&wholes[child], seats).filter(|one| children.insert(*one)));
    }
}

/// Whose locations are written.
fn moved<'s>(effects: &'s Effects, seats: &'s Seats) -> impl Iterator<Item = usize> + 's {
    let seats = seats.all.iter().enumerate();
    let moved = seats.filter(|(_, seat)| effects.writes.contains(seat.location));
    moved.map(|(number, _)| number)
}

/// The rules of one process.
struct Texts<'o> {
    leaving: &'o [Vec<RuleId>],
    rules: BTreeMap<RuleId, Text>,
    /// Locations to which a process comes within a turn.
    entered_inside: BTreeSet<usize>,
}

struct Text {
    /// What it does where it begins a turn.
    first: Effects,
    /// What it does where a turn goes on with it.
    inside: Effects,
    then: Then,
    /// Where the process may be after it.
    targets: Range<usize>,
}

impl Text {
    fn new(observed: &Observed, id: RuleId, seat: &Seat, footprint: &Footprint) -> Text {
        let rule = &observed.model.rules[id];
        let to = rule.control.as_ref().and_then(|control| control.to);
        let to = to.and_then(|to| usize::try_from(to).ok());
        let first = observed.first(id, seat, footprint);
        let targets = match to {
            Some(to) => to..to + 1,
            None if first.ends => 0..0,
            None => 0..seat.locations,
        };
        Text {
            inside: observed.inside(id, seat, footprint),
            then: rule.turn.map_or(Then::Anybody, |turn| turn.then),
            first,
            targets,
        }
    }

    /// Where its process goes on in the same turn.
    fn goes_on_at(&self) -> Range<usize> {
        match self.then {
            Then::Anybody => 0..0,
            Then::Itself | Then::ItselfSurely | Then::Along => self.targets.clone(),
        }
    }
}

impl<'o> Texts<'o> {
    fn new<'f>(
        observed: &'o Observed,
        seat: &Seat,
        footprint: impl Fn(RuleId) -> &'f Footprint,
    ) -> Texts<'o> {
        let leaving = &observed.leaving[seat.kind as usize];
        let rules = leaving.iter().flatten().copied();
        let rules = rules.map(|rule| (rule, Text::new(observed, rule, seat, footprint(rule))));
        let rules: BTreeMap<RuleId, Text> = rules.collect();
        let entered_inside = rules.values().flat_map(Text::goes_on_at).collect();
        Texts {
            leaving,
            rules,
            entered_inside,
        }
    }

    fn at(&self, location: usize) -> impl Iterator<Item = &Text> {
        let rules = self.leaving.get(location).into_iter().flatten();
        rules.map(|rule| &self.rules[rule])
    }

    /// Locations that can be reached from one, itself included.
    fn reached(&self, from: usize, targets: impl Fn(&Text) -> Range<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([from]);
        let mut left = vec![from];
        while let Some(location) = left.pop() {
            let next = self.at(location).flat_map(&targets);
            left.extend(next.filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// All that may happen from each location on: the different futures, and which one each
    /// location has.
    fn futures(&self) -> (Vec<Effects>, Vec<usize>) {
        let mut known: BTreeMap<BTreeSet<usize>, usize> = BTreeMap::new();
        let mut futures = Vec::new();
        let places = (0..self.leaving.len()).map(|location| {
            go_on();
            let reached = self.reached(location, |text| text.targets.clone());
            let new = known.len();
            let number = *known.entry(reached).or_insert(new);
            if number == new {
                let reached = known.iter().find(|(_, of)| **of == new).map(|(of, _)| of);
                futures.push(self.future(reached.into_iter().flatten().copied()));
            }
            number
        });
        let places = places.collect();
        (futures, places)
    }

    fn future(&self, locations: impl Iterator<Item = usize>) -> Effects {
        let mut future = Effects::default();
        for location in locations {
            let is_inside = self.entered_inside.contains(&location);
            for text in self.at(location) {
                future.add(&text.first);
                if is_inside {
                    future.add(&text.inside);
                }
            }
        }
        future
    }

    /// All turns that may begin at a location.
    fn turn(&self, observed: &Observed, location: usize) -> Effects {
        let mut turn = Effects::default();
        self.at(location).for_each(|text| turn.add(&text.first));
        let inside = self.inside(location);
        let mut later = Effects::default();
        for text in inside.iter().flat_map(|location| self.at(*location)) {
            later.add(&text.first);
        }
        // A channel that a turn operates on twice is not what it was when the turn began; and where
        // any message may fit, more of them may.
        let twice = later.operated().filter(|channel| {
            let rules = inside.iter().flat_map(|location| self.at(*location));
            let own = rules.filter(|text| text.first.operated().any(|of| of == *channel));
            let begun = turn.operated().any(|of| of == *channel);
            self.is_circular(&inside) || own.count() + usize::from(begun) > 1
        });
        let mut spread: BTreeSet<u32> = twice.collect();
        turn.add(&later);
        spread.extend(&turn.picks);
        let both = turn.sends.intersection(&turn.receives);
        spread.extend(both.copied().collect::<Vec<u32>>());
        for channel in spread {
            turn.spread(channel, &observed.channels);
        }
        turn
    }

    /// Locations at which a turn that begins at a location may go on.
    fn inside(&self, location: usize) -> BTreeSet<usize> {
        let first = self.at(location).flat_map(Text::goes_on_at);
        let first: BTreeSet<usize> = first.collect();
        let reached = first.iter().map(|to| self.reached(*to, Text::goes_on_at));
        reached.flatten().collect()
    }

    /// Whether a turn may come back to some of these locations.
    fn is_circular(&self, inside: &BTreeSet<usize>) -> bool {
        let mut locations = inside.iter();
        locations.any(|location| self.inside(*location).contains(location))
    }
}
