//! One level of a stabiliser chain: a base point, its orbit, and a Schreier tree for the orbit.
//!
//! The tree stores for each point the label (a group element) on the edge to it, so that a
//! transversal costs one word per point instead of one permutation. A path is walked for each
//! sift, so trees are kept shallow: the element that leads to the deepest point becomes a label
//! of its own until the depth is logarithmic (the idea of Babai, Cooperman, Finkelstein and
//! Seress 1991, with deepest points instead of random subproducts).

use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
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

const OUTSIDE: u32 = u32::MAX;
const ROOT: u32 = u32::MAX - 1;
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
        self.rebuild();
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
        let mut next = 0;
        while next < self.orbit.len() {
            let point = self.orbit[next];
            next += 1;
            for number in 0..self.labels.len() {
                let label = &self.labels[number];
                let (ahead, back) = (label.forward.image(point), label.backward.image(point));
                self.reach(ahead, point, 2 * number as u32);
                self.reach(back, point, 2 * number as u32 + 1);
            }
        }
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
            let deepest = self.orbit[self.orbit.len() - 1];
            if self.depth[deepest.index()] <= allowed {
                break;
            }
            self.labels.push(Element::new(self.base_to(deepest)));
            self.rebuild();
        }
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
