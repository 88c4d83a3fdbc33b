//! The finest decomposition of a group into a direct product of groups on disjoint points.
//!
//! Donaldson and Miller 2009 cut groups this way for symmetry reduction; Chang and Jefferson 2022
//! gave the first polynomial algorithm. A union A of orbits *splits off* if g|A (g on A, the
//! identity elsewhere) is in G for each generator g. Such unions are closed under complement and
//! intersection, so a finest decomposition exists. Orbits are added one by one: when the atoms of
//! G on the first orbits are known, an atom either still splits off from G on one orbit more, or
//! melts with the new orbit. Each step is a few membership tests. Deviation from Chang and
//! Jefferson: no separable strong generating set; the supports of generators and the followers of
//! a core (see `part`) settle most cases before any test.

use super::part::Part;
use super::{Group, Orbits, restrict};
use crate::disjoint_sets::DisjointSets;
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;

impl Group {
    /// Groups on disjoint points whose product this is; no factor can be cut further, none is
    /// trivial. They are ordered by their least moved points.
    pub fn factors(&self) -> Vec<Self> {
        let mut supports: Vec<Vec<Point>> = self
            .parts()
            .iter()
            .flat_map(|part| atoms_of_part(part))
            .collect();
        for support in &mut supports {
            support.sort_unstable();
        }
        supports.sort();
        if supports.len() == 1 {
            return vec![self.clone()];
        }
        let factors = supports.iter().map(|support| {
            let moves = |one: &&Permutation| support.iter().any(|&point| one.image(point) != point);
            let own = self.generators.iter().filter(moves);
            let generators = own.map(|one| cut_to(one, support));
            Self::from_generators(self.degree, generators.collect())
        });
        factors.collect()
    }
}

/// What the permutation does on a set that it keeps; the identity elsewhere.
fn cut_to(permutation: &Permutation, points: &[Point]) -> Permutation {
    let mut images = Permutation::identity(permutation.degree())
        .images()
        .to_vec();
    for point in points {
        images[point.index()] = permutation.image(*point);
    }
    Permutation::from_bijection(images.into())
}

fn atoms_of_part(part: &Part) -> Vec<Vec<Point>> {
    let orbits = Orbits::new(part.core.len(), &part.generators);
    let atoms = atoms(&part.generators, orbits.moved());
    let mut atom_of = vec![None; part.core.len()];
    for (number, atom) in atoms.iter().enumerate() {
        for place in atom {
            atom_of[place.index()] = Some(number);
        }
    }
    // Whatever moves a leader moves the points that follow it: atoms that lead one point melt.
    let mut melted = DisjointSets::new(atoms.len());
    let mut led: Vec<(usize, Point)> = Vec::new();
    for (point, leaders) in part.following() {
        let moved: Vec<usize> = leaders
            .iter()
            .filter_map(|place| atom_of[place.index()])
            .collect();
        for &number in &moved {
            melted.unite(moved[0], number);
        }
        led.extend(moved.first().map(|&number| (number, point)));
    }
    let mut supports: Vec<Vec<Point>> = vec![Vec::new(); atoms.len()];
    for (number, atom) in atoms.iter().enumerate() {
        let points = atom.iter().map(|place| part.core[place.index()]);
        supports[melted.find(number)].extend(points);
    }
    for (number, point) in led {
        supports[melted.find(number)].push(point);
    }
    supports.retain(|support| !support.is_empty());
    supports
}

fn atoms<'a>(
    generators: &[Permutation],
    orbits: impl Iterator<Item = &'a [Point]>,
) -> Vec<Vec<Point>> {
    let mut atoms: Vec<Vec<Point>> = Vec::new();
    for orbit in orbits {
        let mut melted = orbit.to_vec();
        if !atoms.is_empty() {
            let so_far: Vec<Point> = atoms.iter().flatten().chain(orbit).copied().collect();
            let group =
                Group::from_generators(so_far.len(), restrict::to_points(generators, &so_far));
            let mut place = 0;
            atoms.retain(|atom| {
                let places: Vec<Point> = (place..place + atom.len()).map(Point::new).collect();
                place += atom.len();
                let keeps = splits_off(&group, &places);
                if !keeps {
                    melted.extend(atom);
                }
                keeps
            });
        }
        atoms.push(melted);
    }
    atoms
}

fn splits_off(group: &Group, points: &[Point]) -> bool {
    let mut generators = group.generators.iter();
    generators.all(|one| group.contains(&cut_to(one, points)))
}
