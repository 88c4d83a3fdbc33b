//! The subgroup that keeps every point's colour.
//!
//! Butler and Lam 1985, Seress 2003 chapter 9: the subgroup is built from the deepest level of a
//! chain upwards. On level i one asks for each point y of the orbit whether some element takes
//! the base point to y, fixes the base points above, and keeps colours; it is searched for by
//! choosing the images of the deeper base points one after the other, each of the right colour.
//! A point that the subgroup found so far connects to an answered one needs no search. Colours of
//! points that follow the core are folded into the colours of their leaders. It is exact for every
//! group; the time is small where colours decide early and can be exponential where they do not.
//! So that they do, the next base point is one that has the fewest points of its colour in its
//! orbit under what fixes the base points before it; and once the images of some base points are
//! chosen, those of all points that can't move any more are checked. Of a symmetric group whose
//! points go with one place of the core each, what keeps colours is all permutations inside of
//! colours: nothing is searched for.

use super::part::{Elements, Part};
use super::{Chain, Group, Orbits};
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use num_bigint::BigUint;
use std::collections::BTreeMap;

impl Group {
    /// The elements g with colour(g(x)) = colour(x) for all points x. A point beyond the end of
    /// the slice has a colour of its own kind, shared by all such points.
    pub fn colour_stabiliser(&self, colours: &[u32]) -> Self {
        let colour = |point: Point| colours.get(point.index()).copied();
        let mut generators = Vec::new();
        let mut order = BigUint::from(1u32);
        for part in self.parts() {
            let (found, size) = keep_colours(part, &colour, self.degree);
            generators.extend(found);
            order *= size;
        }
        Self::from_generators(self.degree, generators).with_order(order)
    }

    /// Whether every element keeps every colour: only generators need to be asked.
    pub fn keeps_colours(&self, colours: &[u32]) -> bool {
        let colour = |point: Point| colours.get(point.index());
        let mut moves = self.generators.iter().flat_map(|one| {
            let moved = one.support();
            moved.map(move |point| (point, one.image(point)))
        });
        moves.all(|(from, to)| colour(from) == colour(to))
    }
}

type Colour<'a> = &'a dyn Fn(Point) -> Option<u32>;

fn keep_colours(part: &Part, colour: Colour<'_>, degree: usize) -> (Vec<Permutation>, BigUint) {
    let folded = fold_colours(part, colour);
    if let (Elements::All(symmetric), true) = (&part.elements, part.is_in_columns()) {
        let (found, order) = symmetric.keeping(&folded);
        let extended = found.iter().map(|local| part.extend(local, degree));
        return (extended.collect(), order);
    }
    let chain = part.chain();
    let chain = chain
        .with_base(&choose_base(&chain, &folded))
        .without_idle_levels();
    let search = Search {
        settled: settled_points(&chain),
        chain,
        keeps: &|local: &Permutation| {
            let extended = part.extend(local, degree);
            let mut moved = extended.support();
            moved.all(|point| colour(point) == colour(extended.image(point)))
        },
        colours: folded,
    };
    let (found, order) = search.run();
    let extended = found.iter().map(|local| part.extend(local, degree));
    (extended.collect(), order)
}

/// A colour for each place of the core that elements which keep all colours must keep.
fn fold_colours(part: &Part, colour: Colour<'_>) -> Vec<u32> {
    let mut keys: Vec<Vec<(usize, Option<u32>)>> = Vec::new();
    keys.extend(part.core.iter().map(|&point| vec![(0, colour(point))]));
    for (map, leader, point) in part.led() {
        keys[leader.index()].push((map + 1, colour(point)));
    }
    let mut numbers = BTreeMap::new();
    let folded = keys.into_iter().map(|mut key| {
        key.sort_unstable();
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert(next)
    });
    folded.collect()
}

fn choose_base(chain: &Chain, colours: &[u32]) -> Vec<Point> {
    let mut base = Vec::new();
    let mut rest = chain.clone();
    loop {
        let generators: Vec<Permutation> = rest.generators_from(0).cloned().collect();
        let orbits = Orbits::new(chain.degree(), &generators);
        let cells = orbits.moved().flat_map(|orbit| {
            let mut cells: BTreeMap<u32, (usize, Point)> = BTreeMap::new();
            for &point in orbit {
                cells.entry(colours[point.index()]).or_insert((0, point)).0 += 1;
            }
            cells.into_values()
        });
        let Some((_, point)) = cells.min() else {
            return base;
        };
        base.push(point);
        rest = rest.stabiliser(point);
    }
}

/// For each level the points that its group moves and the group of the next level does not.
fn settled_points(chain: &Chain) -> Vec<Vec<Point>> {
    let moved = |number: usize| {
        let mut moved = vec![false; chain.degree()];
        for generator in chain.generators_from(number) {
            generator
                .support()
                .for_each(|point| moved[point.index()] = true);
        }
        moved
    };
    let settled = (0..chain.levels.len()).map(|number| {
        let (here, below) = (moved(number), moved(number + 1));
        let points = (0..chain.degree()).filter(|&point| here[point] && !below[point]);
        points.map(Point::new).collect()
    });
    settled.collect()
}

struct Search<'a> {
    chain: Chain,
    settled: Vec<Vec<Point>>,
    colours: Vec<u32>,
    keeps: &'a dyn Fn(&Permutation) -> bool,
}

impl Search<'_> {
    fn run(&self) -> (Vec<Permutation>, BigUint) {
        let mut found = Vec::new();
        let mut order = BigUint::from(1u32);
        for number in (0..self.chain.levels.len()).rev() {
            let orbit = self.climb(number, &mut found);
            order *= orbit as u64;
        }
        (found, order)
    }

    /// Adds what level `number` contributes; returns the size of its base point's orbit.
    fn climb(&self, number: usize, found: &mut Vec<Permutation>) -> usize {
        let level = &self.chain.levels[number];
        let mut orbits = Orbits::new(self.chain.degree(), found);
        let mut failed: Vec<Point> = Vec::new();
        for &point in &level.orbit {
            let same_colour = self.colour(point) == self.colour(level.base);
            let is_answered = orbits.same(point, level.base)
                || failed.iter().any(|&other| orbits.same(point, other));
            if !same_colour || is_answered {
                continue;
            }
            match self.complete(level.base_to(point), number) {
                Some(element) => {
                    found.push(element);
                    orbits = Orbits::new(self.chain.degree(), found);
                }
                None => failed.push(point),
            }
        }
        orbits.of(level.base).len()
    }

    /// An element that keeps colours and does to the base points up to level `number` what
    /// `product` does.
    fn complete(&self, product: Permutation, number: usize) -> Option<Permutation> {
        let fits = |&point: &Point| self.colour(product.image(point)) == self.colour(point);
        if !self.settled[number].iter().all(fits) {
            return None;
        }
        let Some(level) = self.chain.levels.get(number + 1) else {
            return (self.keeps)(&product).then_some(product);
        };
        let wanted = self.colour(level.base);
        let candidates = level
            .orbit
            .iter()
            .filter(|&&y| self.colour(product.image(y)) == wanted);
        let mut completed = candidates
            .map(|&point| product.after(&level.base_to(point)))
            .filter_map(|product| self.complete(product, number + 1));
        completed.next()
    }

    fn colour(&self, place: Point) -> u32 {
        self.colours[place.index()]
    }
}
