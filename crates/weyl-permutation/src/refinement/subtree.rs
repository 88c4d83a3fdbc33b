//! The children of a node off the first path that are still worth a visit.
//!
//! A generator that fixes the path to the node maps subtrees of its children onto each other; one
//! child of each orbit is enough. Most nodes are left after their first child, so the orbits are
//! worked out only when a second one is asked for, and then kept up with the generators found
//! meanwhile.

use super::automorphism::Automorphism;
use super::orbits::Orbits;
use super::walk::Walk;
use crate::Point;

pub(super) struct Siblings {
    first: Point,
    others: Option<Others>,
}

struct Others {
    /// In increasing order.
    members: Vec<Point>,
    /// Of places in `members`; orbits that were visited are marked.
    orbits: Orbits,
    next: usize,
    generators_seen: usize,
}

impl Siblings {
    /// At a node whose child `first` is visited right away.
    pub fn new(first: Point) -> Siblings {
        Siblings {
            first,
            others: None,
        }
    }

    /// The next child to visit. The node is the present one of the walk; the generators fix the
    /// path to the node at level `base`.
    pub fn next(&mut self, walk: &Walk, base: usize, generators: &[Automorphism]) -> Option<Point> {
        let cell = walk.target()?;
        let others = self
            .others
            .get_or_insert_with(|| Others::new(walk.partition.members(cell).to_vec(), self.first));
        others.join(&walk.chosen()[base..], generators);
        others.next()
    }
}

impl Others {
    fn new(mut members: Vec<Point>, visited: Point) -> Others {
        members.sort_unstable();
        let mut orbits = Orbits::new(members.len());
        if let Ok(place) = members.binary_search(&visited) {
            orbits.set_mark(place, true);
        }
        Others {
            members,
            orbits,
            next: 0,
            generators_seen: 0,
        }
    }

    fn join(&mut self, path: &[Point], generators: &[Automorphism]) {
        for generator in &generators[self.generators_seen..] {
            if !path.iter().all(|&vertex| generator.fixes(vertex)) {
                continue;
            }
            for (from, to) in generator.moves() {
                let places = (
                    self.members.binary_search(from),
                    self.members.binary_search(to),
                );
                if let (Ok(place), Ok(image)) = places {
                    self.orbits.unite(place, image);
                }
            }
        }
        self.generators_seen = generators.len();
    }

    fn next(&mut self) -> Option<Point> {
        let places = self.next..self.members.len();
        for place in places {
            if !self.orbits.is_marked(place) {
                self.orbits.set_mark(place, true);
                self.next = place + 1;
                return Some(self.members[place]);
            }
        }
        self.next = self.members.len();
        None
    }
}
