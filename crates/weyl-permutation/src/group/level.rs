//! One level of a stabiliser chain: a base point, its orbit, and a Schreier tree for the orbit.
//!
//! The tree stores for each point the label (a group element) on the edge to it, so that a
//! transversal costs one word per point instead of one permutation. A path is walked for each
//! sift, so trees are kept shallow: the element that leads to the deepest point becomes a label
//! of its own until the depth is logarithmic (the idea of Babai, Cooperman, Finkelstein and
//! Seress 1991, with deepest points instead of random subproducts).

use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::sync::Arc;

/// A group element with its inverse.
#[derive(Debug)]
pub(super) struct Element {
    pub forward: Permutation,
    pub backward: Permutation,
}

impl Element {
    pub fn new(forward: Permutation) -> Arc<Self> {
        let backward = forward.inverse();
        Arc::new(Self { forward, backward })
    }
}

/// Conjugates elements, each once however many levels use it.
pub(super) struct Renamer<'a> {
    by: &'a Permutation,
    renamed: HashMap<*const Element, Arc<Element>>,
}

impl<'a> Renamer<'a> {
    pub fn new(by: &'a Permutation) -> Self {
        let renamed = HashMap::new();
        Self { by, renamed }
    }

    pub fn rename(&mut self, element: &Arc<Element>) -> Arc<Element> {
        let renamed = self.renamed.entry(Arc::as_ptr(element));
        let conjugate = |one: &Permutation| one.conjugated_by(self.by);
        let new = renamed.or_insert_with(|| {
            let (forward, backward) = (conjugate(&element.forward), conjugate(&element.backward));
            Arc::new(Element { forward, backward })
        });
        new.clone()
    }
}

const OUTSIDE: u32 = u32::MAX;
const ROOT: u32 = u32::MAX - 1;
/// Breadth first from the start gives shallower trees, but costs orbit times labels for each label.
const FEW_LABELS: usize = 8;
const LABELS_ADDED_AT_MOST: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct Level {
    pub base: Point,
    /// In the order of discovery; the base comes first.
    pub orbit: Vec<Point>,
    /// For each point the label of the edge that leads to it from its parent.
    via: Vec<u32>,
    depth: Vec<u16>,
    labels: Vec<Arc<Element>>,
}

impl Level {
    pub fn new(base: Point, degree: usize) -> Self {
        let mut level = Self {
            base,
            orbit: Vec::new(),
            via: vec![OUTSIDE; degree],
            depth: vec![0; degree],
            labels: Vec::new(),
        };
        level.rebuild();
        level
    }

    pub fn contains(&self, point: Point) -> bool {
        self.via[point.index()] != OUTSIDE
    }

    /// Lets one more element act. True if the orbit grew.
    pub fn grow(&mut self, element: &Arc<Element>) -> bool {
        let leaves = |point: &Point| !self.contains(element.forward.image(*point));
        if !self.orbit.iter().any(leaves) {
            return false;
        }
        self.labels.push(element.clone());
        if self.labels.len() <= FEW_LABELS {
            self.rebuild();
            self.flatten();
            return true;
        }
        let known = self.orbit.len();
        for place in 0..known {
            self.step(self.orbit[place], self.labels.len() - 1);
        }
        self.spread(known);
        self.flatten();
        true
    }

    /// Breadth first from the base, by labels and their inverses.
    fn rebuild(&mut self) {
        for point in self.orbit.drain(..) {
            self.via[point.index()] = OUTSIDE;
        }
        self.via[self.base.index()] = ROOT;
        self.orbit.push(self.base);
        self.spread(0);
    }

    /// Breadth first from the points of the orbit that stand at `next` or later.
    fn spread(&mut self, mut next: usize) {
        while next < self.orbit.len() {
            for number in 0..self.labels.len() {
                self.step(self.orbit[next], number);
            }
            next += 1;
        }
    }

    fn step(&mut self, point: Point, number: usize) {
        let label = &self.labels[number];
        let (ahead, back) = (label.forward.image(point), label.backward.image(point));
        self.reach(ahead, point, 2 * number as u32);
        self.reach(back, point, 2 * number as u32 + 1);
    }

    fn reach(&mut self, point: Point, parent: Point, via: u32) {
        if self.contains(point) {
            return;
        }
        self.via[point.index()] = via;
        self.depth[point.index()] = self.depth[parent.index()].saturating_add(1);
        self.orbit.push(point);
    }

    fn flatten(&mut self) {
        let allowed = 2 + self.orbit.len().ilog2() as u16 / 2;
        for _ in 0..LABELS_ADDED_AT_MOST {
            let depth = |point: &Point| self.depth[point.index()];
            let deepest = self.orbit.iter().copied().max_by_key(depth);
            let Some(deepest) = deepest.filter(|point| depth(point) > allowed) else {
                break;
            };
            self.labels.push(Element::new(self.base_to(deepest)));
            self.rebuild();
        }
    }

    /// The level of the conjugate group: everything renamed by an element.
    pub fn conjugated_by(&self, by: &Permutation, labels: &mut Renamer<'_>) -> Self {
        let mut renamed = self.clone();
        renamed.base = by.image(self.base);
        renamed.labels = self
            .labels
            .iter()
            .map(|label| labels.rename(label))
            .collect();
        for (place, &point) in self.orbit.iter().enumerate() {
            renamed.orbit[place] = by.image(point);
        }
        for point in 0..self.via.len() {
            let image = by.image(Point::new(point)).index();
            renamed.via[image] = self.via[point];
            renamed.depth[image] = self.depth[point];
        }
        renamed
    }

    /// The label that leads to the point, as (forward, backward); `None` at the base.
    fn edge(&self, point: Point) -> Option<(&Permutation, &Permutation)> {
        let via = self.via[point.index()];
        if via == ROOT {
            return None;
        }
        let label = self.labels.get(via as usize / 2)?;
        Some(match via % 2 {
            0 => (&label.forward, &label.backward),
            _ => (&label.backward, &label.forward),
        })
    }

    /// Multiplies from the left by the element of the transversal that takes `point` to the base.
    pub fn carry_to_base(&self, mut point: Point, images: &mut [Point]) {
        while let Some((_, backward)) = self.edge(point) {
            for image in images.iter_mut() {
                *image = backward.image(*image);
            }
            point = backward.image(point);
        }
    }

    /// The element of the transversal that takes a point of the orbit to the base.
    pub fn to_base(&self, point: Point) -> Permutation {
        let mut images = Permutation::identity(self.via.len()).images().to_vec();
        self.carry_to_base(point, &mut images);
        Permutation::from_bijection(images.into())
    }

    /// The element of the transversal that takes the base to a point of the orbit.
    pub fn base_to(&self, point: Point) -> Permutation {
        self.to_base(point).inverse()
    }
}
