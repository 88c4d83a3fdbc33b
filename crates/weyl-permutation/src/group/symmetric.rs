//! All permutations of some points, known without a chain.
//!
//! Let a group G hold the transposition (a b). Its conjugates are the transpositions of the images
//! of {a, b}, and transpositions along the edges of a connected graph generate all permutations of
//! its vertices. So G is symmetric on the class of a in the finest equivalence that joins a and b
//! and that G respects (`blocks`): one pass over points and generators proves it, where a chain
//! would take the cube of the points. Discovery finds transpositions wherever names are alike,
//! which is the rule for declared sorts.

use super::blocks::finest_blocks;
use super::chain::Chain;
use crate::permutation::{Permutation, Point};
use crate::random::Random;
use cranelift_entity::EntityRef;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The group of all permutations of some points; the others below `degree` are fixed.
#[derive(Clone, Debug)]
pub(super) struct Symmetric {
    degree: usize,
    /// In ascending order.
    points: Vec<Point>,
}

impl Symmetric {
    pub fn new(degree: usize, points: Vec<Point>) -> Self {
        Self { degree, points }
    }

    /// The symmetric group on all points, if some generator shows that it is what they generate.
    pub fn recognise(degree: usize, generators: &[Permutation]) -> Option<Self> {
        let (one, other) = generators.iter().find_map(transposed)?;
        let all: Vec<Point> = (0..degree).map(Point::new).collect();
        let is_whole = finest_blocks(&all, generators, one, other).len() == 1;
        is_whole.then(|| Self::new(degree, all))
    }

    pub fn order(&self) -> BigUint {
        factorial(self.points.len())
    }

    pub fn contains(&self, permutation: &Permutation) -> bool {
        let mut support = permutation.support();
        support.all(|point| self.points.binary_search(&point).is_ok())
    }

    /// Uniformly distributed (Fisher and Yates).
    pub fn random(&self, random: &mut Random) -> Permutation {
        let mut images = Permutation::identity(self.degree).images().to_vec();
        for last in (1..self.points.len()).rev() {
            let (one, other) = (self.points[last], self.points[random.below(last + 1)]);
            images.swap(one.index(), other.index());
        }
        Permutation::from_bijection(images.into())
    }

    pub fn stabiliser(&self, point: Point) -> Self {
        let others = self.points.iter().copied().filter(|other| *other != point);
        Self::new(self.degree, others.collect())
    }

    /// A transposition and a cycle.
    pub fn generators(&self) -> Vec<Permutation> {
        let cycle = |points: &[Point]| cycle_of_rows(self.degree, &[points]);
        match self.points.len() {
            0 | 1 => Vec::new(),
            2 => vec![cycle(&self.points)],
            _ => vec![cycle(&self.points[..2]), cycle(&self.points)],
        }
    }

    /// Generators and order of what keeps the colour of every point: all permutations inside of
    /// each colour.
    pub fn keeping(&self, colours: &[u32]) -> (Vec<Permutation>, BigUint) {
        let mut classes: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
        for point in &self.points {
            let class = classes.entry(colours[point.index()]).or_default();
            class.push(*point);
        }
        let factors = classes
            .into_values()
            .map(|class| Self::new(self.degree, class));
        let one = (Vec::new(), BigUint::from(1u32));
        factors.fold(one, |(mut generators, order), factor| {
            generators.extend(factor.generators());
            (generators, order * factor.order())
        })
    }

    /// The same group as a chain, for what only chains can do.
    pub fn chain(&self) -> Chain {
        let base = self.points.split_last().map_or(&[][..], |(_, base)| base);
        let mut chain = Chain::trivial(self.degree, base);
        for pair in self.points.windows(2) {
            chain.insert(cycle_of_rows(self.degree, &[pair]));
        }
        chain
    }
}

/// The product of n, n-1, and so on: by halves, so that large numbers meet large ones.
pub(super) fn factorial(n: usize) -> BigUint {
    fn between(first: u64, last: u64) -> BigUint {
        match last.saturating_sub(first) {
            0 => BigUint::from(last.max(first)),
            1 => BigUint::from(first) * last,
            _ => {
                let middle = first.midpoint(last);
                between(first, middle) * between(middle + 1, last)
            }
        }
    }
    between(1, n as u64)
}

/// The two points that a transposition exchanges; `None` for all other permutations.
fn transposed(permutation: &Permutation) -> Option<(Point, Point)> {
    let mut support = permutation.support();
    let pair = support.next().zip(support.next());
    pair.filter(|_| support.next().is_none())
}

/// Takes each point of a column to the next one in it, and the last to the first.
pub(crate) fn cycle_of_rows(degree: usize, columns: &[&[Point]]) -> Permutation {
    let mut images = Permutation::identity(degree).images().to_vec();
    for column in columns {
        for (from, to) in column.iter().zip(column.iter().cycle().skip(1)) {
            images[from.index()] = *to;
        }
    }
    Permutation::from_bijection(images.into())
}
