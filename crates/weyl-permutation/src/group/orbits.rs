//! Orbits of the group that some permutations generate. No chain is needed for them.

use super::level::{Element, Level};
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

/// The partition of all points into orbits, fixed points included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    number: Vec<u32>,
    members: Vec<Vec<Point>>,
}

impl Orbits {
    pub fn new(degree: usize, generators: &[Permutation]) -> Self {
        let mut orbits = Self {
            number: vec![u32::MAX; degree],
            members: Vec::new(),
        };
        for start in 0..degree {
            if orbits.number[start] == u32::MAX {
                orbits.collect(Point::new(start), generators);
            }
        }
        orbits
    }

    fn collect(&mut self, start: Point, generators: &[Permutation]) {
        let number = self.members.len() as u32;
        self.number[start.index()] = number;
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            let point = members[next];
            next += 1;
            for generator in generators {
                let image = generator.image(point);
                if self.number[image.index()] == u32::MAX {
                    self.number[image.index()] = number;
                    members.push(image);
                }
            }
        }
        members.sort_unstable();
        self.members.push(members);
    }

    /// Each orbit in ascending order, and the orbits by their least points.
    pub fn all(&self) -> &[Vec<Point>] {
        &self.members
    }

    /// Those with more than one point.
    pub fn moved(&self) -> impl Iterator<Item = &[Point]> {
        let moved = self.members.iter().filter(|orbit| orbit.len() > 1);
        moved.map(Vec::as_slice)
    }

    pub fn of(&self, point: Point) -> &[Point] {
        &self.members[self.number_of(point)]
    }

    pub fn number_of(&self, point: Point) -> usize {
        self.number[point.index()] as usize
    }

    pub fn same(&self, one: Point, other: Point) -> bool {
        self.number_of(one) == self.number_of(other)
    }
}

/// The orbit of one point, with an element of the group to and from each of its points.
#[derive(Clone, Debug)]
pub struct Transversal {
    level: Level,
}

impl Transversal {
    pub fn new(base: Point, degree: usize, generators: &[Permutation]) -> Self {
        let mut level = Level::new(base, degree);
        let moving = generators
            .iter()
            .filter(|generator| !generator.is_identity());
        let elements: Vec<_> = moving.cloned().map(Element::new).collect();
        // A generator that keeps the orbit so far may leave it when it has grown.
        while elements.iter().any(|element| level.grow(element)) {}
        Self { level }
    }

    pub fn base(&self) -> Point {
        self.level.base
    }

    /// In the order of discovery; the base comes first.
    pub fn points(&self) -> &[Point] {
        &self.level.orbit
    }

    pub fn contains(&self, point: Point) -> bool {
        self.level.contains(point)
    }

    /// An element that takes the point to the base; `None` outside of the orbit.
    pub fn to_base(&self, point: Point) -> Option<Permutation> {
        self.contains(point).then(|| self.level.to_base(point))
    }

    /// The inverse of `to_base`: takes the base to the point.
    pub fn base_to(&self, point: Point) -> Option<Permutation> {
        self.contains(point).then(|| self.level.base_to(point))
    }
}
