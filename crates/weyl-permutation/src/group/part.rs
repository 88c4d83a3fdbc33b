//! A group is cut into parts before a chain is built, and each part is made small.
//!
//! Generators with disjoint supports commute: the group is the product of the groups that the
//! connected components of supports generate. Inside a component many points follow others: where
//! processes own channels, a channel goes where its process goes. An orbit Δ follows the *core*
//! if maps from Δ to orbits of the core that commute with all generators are together injective:
//! then the images of its points can be read off the images of the core, and chains need only act
//! on the core. Groups that a model's diagram yields are mostly of this kind, and are many times
//! smaller on the core.

use super::chain::Chain;
use super::equivariant::{self, paired_actions};
use super::orbits::Orbits;
use super::shaker::Shaker;
use super::symmetric::Symmetric;
use super::{bound, restrict};
use crate::disjoint_sets::DisjointSets;
use crate::permutation::{Permutation, Point};
use crate::random::Random;
use cranelift_entity::EntityRef;
use num_bigint::BigUint;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

const SEED: u64 = 0x5eed;

/// An orbit that follows the core.
#[derive(Clone, Debug)]
struct Follower {
    points: Vec<Point>,
    /// For each point its images under the maps into the core, as places there.
    leaders: Vec<Box<[Point]>>,
    /// The way back.
    point_with: HashMap<Box<[Point]>, Point>,
}

/// What is known of the elements of a part, as permutations of the places of its core.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    All(Symmetric),
    InChain(Chain),
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub core: Vec<Point>,
    /// Shared with the parts of stabilisers.
    followers: Arc<[Follower]>,
    /// Generators on the places of the core.
    pub generators: Vec<Permutation>,
    pub elements: Elements,
}

impl Part {
    /// The parts of the group; chains are still to be built.
    pub fn split(degree: usize, generators: &[Permutation]) -> Vec<Self> {
        let components = components(degree, generators).into_iter();
        let parts = components.map(|component| {
            let moves = |one: &&Permutation| {
                let mut points = component.iter();
                points.any(|&point| one.image(point) != point)
            };
            let own: Vec<Permutation> = generators.iter().filter(moves).cloned().collect();
            Self::new(degree, &component, &own)
        });
        parts.collect()
    }

    fn new(degree: usize, component: &[Point], generators: &[Permutation]) -> Self {
        let orbits = Orbits::new(degree, generators);
        let (core, followers) = find_core(component, &orbits, generators);
        let local = restrict::to_points(generators, &core);
        let elements = match Symmetric::recognise(core.len(), &local) {
            Some(symmetric) => Elements::All(symmetric),
            None => Elements::InChain(Chain::trivial(core.len(), &[])),
        };
        Self {
            elements,
            core,
            followers: followers.into(),
            generators: local,
        }
    }

    /// Random sifting up to the bound that orbits and blocks give. True if it is attained: the
    /// chain is complete then.
    pub fn sift_random(&mut self) -> bool {
        let Elements::InChain(chain) = &mut self.elements else {
            return true;
        };
        let bound = bound::order_bound(self.core.len(), &self.generators);
        let mut shaker = Shaker::new(self.core.len(), &self.generators, SEED);
        chain.sift_random(Some(&bound), || shaker.draw())
    }

    /// Completes the chain without chance.
    pub fn verify(&mut self) {
        if let Elements::InChain(chain) = &mut self.elements {
            chain.absorb(&self.generators);
            chain.verify();
        }
    }

    pub fn order(&self) -> BigUint {
        match &self.elements {
            Elements::All(symmetric) => symmetric.order(),
            Elements::InChain(chain) => chain.order(),
        }
    }

    /// Uniformly distributed, on the places of the core.
    pub fn random(&self, random: &mut Random) -> Permutation {
        match &self.elements {
            Elements::All(symmetric) => symmetric.random(random),
            Elements::InChain(chain) => chain.random(random),
        }
    }

    /// A chain in any case.
    pub fn chain(&self) -> Cow<'_, Chain> {
        match &self.elements {
            Elements::All(symmetric) => Cow::Owned(symmetric.chain()),
            Elements::InChain(chain) => Cow::Borrowed(chain),
        }
    }

    /// The part of the stabiliser of a point, if the point is in this part. A point that follows
    /// the core is fixed exactly where its leaders are.
    pub fn stabiliser(&self, point: Point) -> Option<Self> {
        let places = match self.core.iter().position(|&other| other == point) {
            Some(place) => vec![Point::new(place)],
            None => self.leaders_of(point)?.to_vec(),
        };
        let (generators, elements) = match &self.elements {
            Elements::All(symmetric) => {
                let fix = |symmetric: Symmetric, place: Point| symmetric.stabiliser(place);
                let symmetric = places.into_iter().fold(symmetric.clone(), fix);
                (symmetric.generators(), Elements::All(symmetric))
            }
            Elements::InChain(chain) => {
                let fix = |chain: Chain, place: Point| chain.stabiliser(place);
                let chain = places.into_iter().fold(chain.clone(), fix);
                let (generators, chain) = chain.with_few_generators();
                (generators, Elements::InChain(chain))
            }
        };
        Some(Self {
            core: self.core.clone(),
            followers: self.followers.clone(),
            generators,
            elements,
        })
    }

    /// Whether each point goes with one place of the core, and not with several: then what moves
    /// places moves points in columns.
    pub fn is_in_columns(&self) -> bool {
        let mut followers = self.followers.iter();
        followers.all(|follower| follower.leaders.iter().all(|leaders| leaders.len() == 1))
    }

    fn leaders_of(&self, point: Point) -> Option<&[Point]> {
        self.followers.iter().find_map(|follower| {
            let index = follower.points.binary_search(&point).ok()?;
            Some(&*follower.leaders[index])
        })
    }

    pub fn points(&self) -> impl Iterator<Item = Point> {
        let following = self.followers.iter().flat_map(|follower| &follower.points);
        self.core.iter().chain(following).copied()
    }

    /// Each point outside of the core with the places that it follows.
    pub fn following(&self) -> impl Iterator<Item = (Point, &[Point])> {
        self.followers.iter().flat_map(|follower| {
            let points = follower.points.iter().zip(&follower.leaders);
            points.map(|(&point, leaders)| (point, &**leaders))
        })
    }

    /// For each map from a following orbit to the core, and each point of the orbit: the number of
    /// the map, the place of the image, the point.
    pub fn led(&self) -> impl Iterator<Item = (usize, Point, Point)> {
        let mut first = 0;
        self.followers.iter().flat_map(move |follower| {
            let start = first;
            first += follower.leaders[0].len();
            let points = follower.points.iter().zip(&follower.leaders);
            points.flat_map(move |(&point, leaders)| {
                let numbered = leaders.iter().enumerate();
                numbered.map(move |(map, &leader)| (start + map, leader, point))
            })
        })
    }

    /// Whether the permutation acts on the points of this part as some element does.
    pub fn contains(&self, permutation: &Permutation) -> bool {
        let Some(local) = restrict::one_to_points(permutation, &self.core) else {
            return false;
        };
        let mut following = self.followers.iter();
        following.all(|one| one.agrees(&local, permutation))
            && match &self.elements {
                Elements::All(symmetric) => symmetric.contains(&local),
                Elements::InChain(chain) => chain.contains(local),
            }
    }

    /// The permutation of all points that acts on the core as given and moves nothing outside.
    pub fn extend(&self, local: &Permutation, degree: usize) -> Permutation {
        let mut images = restrict::from_points(local, &self.core, degree)
            .images()
            .to_vec();
        for follower in self.followers.iter() {
            for (index, point) in follower.points.iter().enumerate() {
                images[point.index()] = follower.image(index, local).unwrap_or(*point);
            }
        }
        Permutation::from_bijection(images.into())
    }
}

impl Follower {
    fn image(&self, index: usize, local: &Permutation) -> Option<Point> {
        let leaders = self.leaders[index]
            .iter()
            .map(|&leader| local.image(leader));
        let leaders: Box<[Point]> = leaders.collect();
        self.point_with.get(&leaders).copied()
    }

    fn agrees(&self, local: &Permutation, permutation: &Permutation) -> bool {
        let mut points = self.points.iter().enumerate();
        points.all(|(index, &point)| self.image(index, local) == Some(permutation.image(point)))
    }
}

/// Moved points, joined where one generator moves both.
fn components(degree: usize, generators: &[Permutation]) -> Vec<Vec<Point>> {
    let mut sets = DisjointSets::new(degree);
    for generator in generators {
        let mut support = generator.support();
        if let Some(first) = support.next() {
            for point in support {
                sets.unite(first.index(), point.index());
            }
        }
    }
    let classes = sets.classes().into_iter().filter(|class| class.len() > 1);
    classes
        .map(|class| class.into_iter().map(Point::new).collect())
        .collect()
}

/// Small orbits lead, large ones follow if they can.
fn find_core(
    component: &[Point],
    orbits: &Orbits,
    generators: &[Permutation],
) -> (Vec<Point>, Vec<Follower>) {
    let mut own: Vec<&[Point]> = component.iter().map(|&point| orbits.of(point)).collect();
    own.sort_by_cached_key(|orbit| (orbit.len(), orbit[0]));
    own.dedup_by_key(|orbit| orbit[0]);
    let mut core: Vec<Point> = Vec::new();
    let mut leaders: Vec<(usize, &[Point])> = Vec::new();
    let mut followers = Vec::new();
    for orbit in own {
        match follow(orbit, &leaders, generators) {
            Some(follower) => followers.push(follower),
            None => {
                leaders.push((core.len(), orbit));
                core.extend(orbit);
            }
        }
    }
    (core, followers)
}

/// `leaders` are orbits of the core with the places of their first points.
fn follow(
    orbit: &[Point],
    leaders: &[(usize, &[Point])],
    generators: &[Permutation],
) -> Option<Follower> {
    let mut keys: Vec<Vec<Point>> = vec![Vec::new(); orbit.len()];
    for &(start, leader) in leaders {
        if !orbit.len().is_multiple_of(leader.len()) {
            continue;
        }
        for map in equivariant::maps(paired_actions(orbit, leader, generators)) {
            for (key, place) in keys.iter_mut().zip(map) {
                key.push(Point::new(start + place.index()));
            }
            let pairs = keys.iter().zip(orbit);
            let point_with: HashMap<Box<[Point]>, Point> = pairs
                .map(|(key, &point)| (key.clone().into(), point))
                .collect();
            if point_with.len() == orbit.len() {
                return Some(Follower {
                    points: orbit.to_vec(),
                    leaders: keys.into_iter().map(Vec::into_boxed_slice).collect(),
                    point_with,
                });
            }
        }
    }
    None
}
